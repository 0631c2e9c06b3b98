//! Files that cannot be decoded, and the commands that convert them to text or an array.

use std::path::Path;

use memchr::memmem;

use self::Mark::{At, Control, Has};
use crate::error::FormatError;

/// Returns why a file that begins with `head` cannot be read, if it is of a known kind; `name` is its name.
pub(in crate::format::detect) fn refusal(head: &[u8], name: &str) -> Option<FormatError> {
    let kind = kind(head)?;
    Some(FormatError::NoText { what: kind.what, way_out: way_out(kind.way_out, name) })
}

/// Returns whether puzzles cannot be found in the bytes of such a file, because it is compressed.
pub(super) fn is_packed(head: &[u8]) -> bool {
    kind(head).is_some_and(|kind| kind.is_packed)
}

fn kind(head: &[u8]) -> Option<&'static Kind> {
    let has = |marks: &&[Mark]| marks.iter().all(|mark| mark.is_in(head));
    KINDS.iter().find(|kind| kind.marks.iter().any(has))
}

/// A kind of file that is not text.
struct Kind {
    what: &'static str,
    /// What identifies it: all marks of any of these lists.
    marks: &'static [&'static [Mark]],
    /// Whether puzzles cannot be found in its bytes, because it is compressed.
    is_packed: bool,
    /// What makes the file readable: a command that writes text, with its name for `IN`; a line of Python that writes a table or an
    /// array, with its name for `'IN'`, and without the extension for `OUT`; or something else.
    way_out: &'static str,
}

/// What identifies a kind of file.
enum Mark {
    /// These bytes at this offset.
    At(usize, &'static [u8]),
    /// A control character at this offset.
    Control(usize),
    /// This text anywhere in the beginning, as the name of a member of an archive.
    Has(&'static str),
}

const fn packed(what: &'static str, marks: &'static [&'static [Mark]], way_out: &'static str) -> Kind {
    Kind { what, marks, is_packed: true, way_out }
}

const fn open(what: &'static str, marks: &'static [&'static [Mark]], way_out: &'static str) -> Kind {
    Kind { what, marks, is_packed: false, way_out }
}

const ZIP: Mark = At(0, b"PK\x03\x04");
/// The first row may be a puzzle: pandas would take it for the header.
const FROM_EXCEL: &str = "import pandas; pandas.read_excel('IN', dtype=str, header=None).to_csv('OUT.csv', index=False, header=False)";

/// The known kinds. A file is of the first one that has its marks.
static KINDS: &[Kind] = &[
    packed(
        "an OpenDocument spreadsheet",
        &[&[ZIP, At(30, b"mimetype"), Has("opendocument.spreadsheet")]],
        FROM_EXCEL,
    ),
    packed(
        "an archive of NumPy arrays",
        &[&[ZIP, Has(".npy")]],
        "import numpy; a = numpy.load('IN'); numpy.save('OUT.npy', a[a.files[0]])",
    ),
    packed(
        "a PyTorch file",
        &[&[ZIP, Has("/data.pkl")]],
        "import numpy, torch; numpy.save('OUT.npy', torch.load('IN').numpy())",
    ),
    packed("a Word file", &[&[ZIP, Has("word/document.xml")]], "pandoc -t plain IN"),
    packed(
        "an Excel file",
        &[
            &[ZIP, Has("xl/workbook.xml")],
            &[ZIP, Has("xl/worksheets/")],
            &[At(0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")],
        ],
        FROM_EXCEL,
    ),
    packed("a zip archive", &[&[ZIP], &[At(0, b"PK\x05\x06")]], "unzip -p IN"),
    #[cfg(not(feature = "files"))]
    packed("a file compressed with gzip", &[&[At(0, b"\x1F\x8B")]], "gzip -dc IN"),
    #[cfg(not(feature = "files"))]
    packed("a file compressed with zstd", &[&[At(0, b"\x28\xB5\x2F\xFD")]], "zstd -dc IN"),
    #[cfg(feature = "files")]
    packed("a file compressed twice", &[&[At(0, b"\x1F\x8B")]], "gzip -dc IN"),
    packed("a file compressed with xz", &[&[At(0, b"\xFD7zXZ\0")]], "xz -dc IN"),
    packed("a file compressed with bzip2", &[&[At(0, b"BZh"), At(4, b"1AY")]], "bzip2 -dc IN"),
    packed(
        "a file compressed with lz4",
        &[&[At(0, b"\x04\x22\x4D\x18")], &[At(0, b"\x02\x21\x4C\x18")]],
        "lz4 -dc IN",
    ),
    packed("a 7z archive", &[&[At(0, b"7z\xBC\xAF")]], "7z x -so IN"),
    packed("a RAR archive", &[&[At(0, b"Rar!\x1A\x07")]], "unrar p -inul IN"),
    packed(
        "a Parquet file",
        &[&[At(0, b"PAR1")]],
        "import pandas; pandas.read_parquet('IN').to_csv('OUT.csv', index=False)",
    ),
    packed(
        "an Arrow or Feather file",
        &[&[At(0, b"ARROW1\0")], &[At(0, b"FEA1")]],
        "import pandas; pandas.read_feather('IN').to_csv('OUT.csv', index=False)",
    ),
    packed(
        "an Arrow stream",
        &[&[At(0, b"\xFF\xFF\xFF\xFF"), At(6, b"\0\0")]],
        "import pyarrow; pyarrow.ipc.open_stream('IN').read_pandas().to_csv('OUT.csv', index=False)",
    ),
    packed(
        "an ORC file",
        &[&[At(0, b"ORC"), Control(3)]],
        "import pandas; pandas.read_orc('IN').to_csv('OUT.csv', index=False)",
    ),
    packed(
        "an Avro file",
        &[&[At(0, b"Obj\x01")]],
        "import polars; polars.read_avro('IN').write_csv('OUT.csv')",
    ),
    packed(
        "a safetensors file",
        &[&[At(3, b"\0\0\0\0\0{\"")]],
        "import numpy; from safetensors.numpy import load_file; \
             numpy.save('OUT.npy', next(iter(load_file('IN').values())))",
    ),
    open(
        "a Python pickle",
        &[&[At(0, b"\x80\x02")], &[At(0, b"\x80\x03")], &[At(0, b"\x80\x04")], &[At(0, b"\x80\x05")]],
        "import pandas; pandas.DataFrame(pandas.read_pickle('IN')).to_csv('OUT.csv', index=False)",
    ),
    open(
        "an HDF5 file",
        &[&[At(0, b"\x89HDF")]],
        // A data set of texts becomes a file of lines as well as one of cells.
        "import h5py, numpy; f = h5py.File('IN'); a = f[list(f)[0]][:]; numpy.savetxt('OUT.txt', \
             a.astype('S').astype('U') if a.ndim == 1 else a.reshape(-1, 81), '%s', '')",
    ),
    open("an SQLite database", &[&[At(0, b"SQLite format")]], "sqlite3 -csv IN 'select * from TABLE'"),
    packed("a PDF file", &[&[At(0, b"%PDF-")]], "pdftotext -layout IN -"),
    packed(
        "a picture",
        &[
            &[At(0, b"\x89PNG")],
            &[At(0, b"\xFF\xD8\xFF")],
            &[At(0, b"GIF8")],
            &[At(0, b"II*\0")],
            &[At(0, b"MM\0*")],
            &[At(0, b"BM"), At(6, b"\0\0\0\0")],
            &[At(0, b"RIFF"), At(8, b"WEBP")],
            &[At(4, b"ftyphei")],
        ],
        "type its 81 cells, with a dot for a blank: echo 53..7....6..195… | bulkdoku …",
    ),
    packed(
        "a Git LFS pointer instead of the file",
        &[&[At(0, b"version https://git-lfs.github.com/spec/")]],
        "git lfs pull",
    ),
    open("a tar archive", &[&[At(257, b"ustar")]], "tar -xOf IN"),
];

impl Mark {
    fn is_in(&self, head: &[u8]) -> bool {
        match *self {
            At(offset, bytes) => head.get(offset..).is_some_and(|head| head.starts_with(bytes)),
            Control(offset) => head.get(offset).is_some_and(u8::is_ascii_control),
            Has(text) => memmem::find(head, text.as_bytes()).is_some(),
        }
    }
}

/// Returns what to do with the file of this name.
fn way_out(text: &str, name: &str) -> String {
    match text {
        _ if text.starts_with("import ") => python_line(name, text),
        _ if text.contains("IN") => format!("{} | bulkdoku …", text.replace("IN", &in_shell(name))),
        _ => text.to_owned(),
    }
}

/// Returns the name of a file, quoted for a shell. An input without a name must be saved to a file first.
pub(super) fn in_shell(name: &str) -> String {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || b"._-/+=:@%,\\".contains(&byte) || !byte.is_ascii();
    match name {
        _ if name.starts_with('<') || name.is_empty() => "FILE".to_owned(),
        _ if name.starts_with('-') => in_shell(&format!("./{name}")),
        _ if name.bytes().all(is_plain) => name.to_owned(),
        _ => format!("'{}'", name.replace('\'', r"'\''")),
    }
}

/// Returns a line of Python for a shell, with the name of the file for `IN`, and the name without its extension for `OUT`.
fn python_line(name: &str, text: &str) -> String {
    let is_plain = |character: char| !r#"'"\$`!"#.contains(character) && !character.is_control();
    let name = if name.starts_with('<') || !name.chars().all(is_plain) { "FILE" } else { name };
    let out = Path::new(name).with_extension("");
    format!(
        "python3 -c \"{}\"",
        text.replace("'IN'", &format!("'{name}'")).replace("'OUT", &format!("'{}", out.display()))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(head: &[u8], name: &str) -> String {
        refusal(head, name).map(|reason| reason.to_string()).unwrap_or_default()
    }

    /// Returns the beginning of a zip archive whose first member has this name.
    fn zip(name: &str, rest: &str) -> Vec<u8> {
        let mut head = b"PK\x03\x04".to_vec();
        head.resize(30, 0);
        head[26] = name.len() as u8;
        head.extend_from_slice(name.as_bytes());
        head.extend_from_slice(rest.as_bytes());
        head
    }

    #[test]
    fn a_command_makes_an_archive_readable() {
        for (head, expected) in [
            (&zip("puzzles.txt", "")[..], "this is a zip archive: unzip -p a.x | bulkdoku …"),
            (b"PK\x03\x04", "this is a zip archive: unzip -p a.x | bulkdoku …"),
            (b"\xFD7zXZ\0", "this is a file compressed with xz: xz -dc a.x | bulkdoku …"),
            (b"BZh91AY&SY", "this is a file compressed with bzip2: bzip2 -dc a.x | bulkdoku …"),
            (b"7z\xBC\xAF\x27\x1C", "this is a 7z archive: 7z x -so a.x | bulkdoku …"),
            (b"%PDF-1.7", "this is a PDF file: pdftotext -layout a.x - | bulkdoku …"),
            (&zip("word/document.xml", ""), "this is a Word file: pandoc -t plain a.x | bulkdoku …"),
            (
                b"\x89PNG\r\n\x1A\n",
                "this is a picture: type its 81 cells, with a dot for a blank: echo 53..7....6..195… | bulkdoku …",
            ),
            (
                b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
                "this is a Git LFS pointer instead of the file: git lfs pull",
            ),
            (
                b"SQLite format 3\0",
                "this is an SQLite database: sqlite3 -csv a.x 'select * from TABLE' | bulkdoku …",
            ),
        ] {
            assert_eq!(told(head, "a.x"), expected);
        }
    }

    #[test]
    fn a_line_of_python_turns_a_file_into_a_table_or_an_array() {
        let excel = "python3 -c \"import pandas; pandas.read_excel('d/a.x', dtype=str, header=None)\
                     .to_csv('d/a.csv', index=False, header=False)\"";
        for head in [
            zip("[Content_Types].xml", "...PK\x03\x04...xl/workbook.xml"),
            zip("_rels/.rels", "xl/worksheets/sheet1.xml"),
            b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec(),
        ] {
            assert_eq!(told(&head, "d/a.x"), format!("this is an Excel file: {excel}"));
        }
        assert_eq!(
            told(b"PAR1\x15", "a.parquet"),
            "this is a Parquet file: python3 -c \"import pandas; pandas.read_parquet('a.parquet').to_csv('a.csv', index=False)\""
        );
        assert!(told(&zip("arr_0.npy", ""), "a.npz").ends_with(
            "python3 -c \"import numpy; a = numpy.load('a.npz'); numpy.save('a.npy', a[a.files[0]])\""
        ));
        assert!(
            told(&zip("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), "a")
                .contains("OpenDocument")
        );
    }

    #[test]
    fn files_of_columns_and_tensors_are_told_apart() {
        for (head, kind) in [
            (&b"\xFF\xFF\xFF\xFF\x78\x01\0\0\x10"[..], "an Arrow stream: "),
            (b"ORC\x11\0\0", "an ORC file: "),
            (b"Obj\x01\x04", "an Avro file: "),
            (b"\x48\0\0\0\0\0\0\0{\"puzzles\":", "a safetensors file: "),
        ] {
            assert!(
                told(head, "a").starts_with(&format!("this is {kind}python3 -c ")),
                "{}",
                told(head, "a")
            );
        }
    }

    #[test]
    fn names_are_quoted_for_the_shell_and_inputs_without_one_are_files() {
        let zip = |name| told(b"PK\x03\x04", name);
        assert!(zip("my puzzles.zip").contains("unzip -p 'my puzzles.zip' |"));
        assert!(zip("it's.zip").contains(r"unzip -p 'it'\''s.zip' |"));
        assert!(zip("-a.zip").contains("unzip -p ./-a.zip |"));
        assert!(zip("<stdin>").contains("unzip -p FILE |"));
        assert!(told(b"PAR1", "it's.parquet").contains("read_parquet('FILE')"));
        assert!(told(b"PAR1", "<stdin>").contains("read_parquet('FILE').to_csv('FILE.csv'"));
    }

    #[test]
    fn text_is_not_refused() {
        for text in
            ["53..7", "BM 1", "RIFF", "% easy", "PK", "MM", "GIF", "ORC 1", "Obj 1", "{\"puzzle\":", ""]
        {
            assert_eq!(refusal(text.as_bytes(), "a"), None, "{text}");
        }
    }

    #[test]
    fn puzzles_are_found_in_some_files_that_are_not_text() {
        assert!(is_packed(b"PK\x03\x04") && is_packed(b"PAR1") && is_packed(b"\x89PNG"));
        assert!(!is_packed(b"SQLite format 3\0") && !is_packed(b"53..7"));
    }
}
