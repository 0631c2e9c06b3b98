//! Files that cannot be decoded, and the commands that convert them to text or an array.

use std::path::Path;

use memchr::memmem;

use crate::error::FormatError;

/// Returns why a file that begins with `head` cannot be read, if it is of a known kind; `name` is its name.
pub(in crate::format::detect) fn refusal(head: &[u8], name: &str) -> Option<FormatError> {
    let kind = Kind::of(head)?;
    Some(FormatError::NoText { what: kind.in_words(), way_out: kind.way_out(name) })
}

/// Returns whether puzzles cannot be found in the bytes of such a file, because it is compressed.
pub(super) fn is_packed(head: &[u8]) -> bool {
    Kind::of(head).is_some_and(|kind| !matches!(kind, Kind::Tar | Kind::Sqlite | Kind::Pickle | Kind::Hdf5))
}

/// A kind of file that is not text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Zip,
    Excel,
    OldExcel,
    OpenDocument,
    Word,
    Arrays,
    Torch,
    #[cfg(not(feature = "files"))]
    Gzip,
    #[cfg(not(feature = "files"))]
    Zstd,
    Xz,
    Bzip2,
    Lz4,
    SevenZip,
    Rar,
    Tar,
    Parquet,
    Feather,
    ArrowStream,
    Orc,
    Avro,
    SafeTensors,
    Pickle,
    Hdf5,
    Sqlite,
    Pdf,
    Picture,
    LfsPointer,
}

impl Kind {
    fn of(head: &[u8]) -> Option<Self> {
        Some(match head {
            [b'P', b'K', 3, 4, ..] => Self::of_zip(head),
            [b'P', b'K', 5, 6, ..] => Self::Zip,
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] => Self::OldExcel,
            #[cfg(not(feature = "files"))]
            [0x1F, 0x8B, ..] => Self::Gzip,
            #[cfg(not(feature = "files"))]
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Self::Zstd,
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', ..] => Self::Bzip2,
            [0x04, 0x22, 0x4D, 0x18, ..] | [0x02, 0x21, 0x4C, 0x18, ..] => Self::Lz4,
            [b'7', b'z', 0xBC, 0xAF, ..] => Self::SevenZip,
            [b'R', b'a', b'r', b'!', 0x1A, 7, ..] => Self::Rar,
            [b'P', b'A', b'R', b'1', ..] => Self::Parquet,
            [b'A', b'R', b'R', b'O', b'W', b'1', 0, ..] | [b'F', b'E', b'A', b'1', ..] => Self::Feather,
            [0xFF, 0xFF, 0xFF, 0xFF, _, _, 0, 0, ..] => Self::ArrowStream,
            [b'O', b'R', b'C', 0..=31, ..] => Self::Orc,
            [b'O', b'b', b'j', 1, ..] => Self::Avro,
            [_, _, _, 0, 0, 0, 0, 0, b'{', b'"', ..] => Self::SafeTensors,
            [0x80, 2..=5, ..] => Self::Pickle,
            [0x89, b'H', b'D', b'F', ..] => Self::Hdf5,
            [b'S', b'Q', b'L', b'i', b't', b'e', b' ', b'f', b'o', b'r', b'm', b'a', b't', ..] => {
                Self::Sqlite
            }
            [b'%', b'P', b'D', b'F', b'-', ..] => Self::Pdf,
            _ if is_picture(head) => Self::Picture,
            _ if head.starts_with(b"version https://git-lfs.github.com/spec/") => Self::LfsPointer,
            _ if head.get(257..262) == Some(b"ustar") => Self::Tar,
            _ => return None,
        })
    }

    /// Returns the kind of a zip archive, from the names of its first members.
    fn of_zip(head: &[u8]) -> Self {
        let has = |name: &str| memmem::find(head, name.as_bytes()).is_some();
        let first = head.get(30..).unwrap_or_default();
        let length =
            head.get(26..28).map_or(0, |length| usize::from(length[0]) | usize::from(length[1]) << 8);
        match first.get(..length).unwrap_or(first) {
            b"mimetype" if has("opendocument.spreadsheet") => Self::OpenDocument,
            name if name.ends_with(b".npy") => Self::Arrays,
            _ if has("/data.pkl") => Self::Torch,
            _ if has("word/document.xml") => Self::Word,
            _ if has("xl/workbook.xml") || has("xl/worksheets/") => Self::Excel,
            _ => Self::Zip,
        }
    }

    fn in_words(self) -> &'static str {
        match self {
            Self::Zip => "a zip archive",
            Self::Excel | Self::OldExcel => "an Excel file",
            Self::OpenDocument => "an OpenDocument spreadsheet",
            Self::Word => "a Word file",
            Self::Arrays => "an archive of NumPy arrays",
            Self::Torch => "a PyTorch file",
            #[cfg(not(feature = "files"))]
            Self::Gzip => "a file compressed with gzip",
            #[cfg(not(feature = "files"))]
            Self::Zstd => "a file compressed with zstd",
            Self::Xz => "a file compressed with xz",
            Self::Bzip2 => "a file compressed with bzip2",
            Self::Lz4 => "a file compressed with lz4",
            Self::SevenZip => "a 7z archive",
            Self::Rar => "a RAR archive",
            Self::Tar => "a tar archive",
            Self::Parquet => "a Parquet file",
            Self::Feather => "an Arrow or Feather file",
            Self::ArrowStream => "an Arrow stream",
            Self::Orc => "an ORC file",
            Self::Avro => "an Avro file",
            Self::SafeTensors => "a safetensors file",
            Self::Pickle => "a Python pickle",
            Self::Hdf5 => "an HDF5 file",
            Self::Sqlite => "an SQLite database",
            Self::Pdf => "a PDF file",
            Self::Picture => "a picture",
            Self::LfsPointer => "a Git LFS pointer instead of the file",
        }
    }

    /// Returns the command that makes the file readable.
    fn way_out(self, name: &str) -> String {
        let (file, python) = (in_shell(name), |text: &str| python_line(name, text));
        let piped = |command: &str| format!("{command} | bulkdoku …");
        match self {
            Self::Zip => piped(&format!("unzip -p {file}")),
            Self::Excel | Self::OldExcel | Self::OpenDocument => {
                // The first row may be a puzzle: pandas would take it for the header.
                python(
                    "import pandas; pandas.read_excel('IN', dtype=str, header=None)\
                     .to_csv('OUT.csv', index=False, header=False)",
                )
            }
            Self::Word => piped(&format!("pandoc -t plain {file}")),
            Self::Arrays => {
                python("import numpy; a = numpy.load('IN'); numpy.save('OUT.npy', a[a.files[0]])")
            }
            Self::Torch => python("import numpy, torch; numpy.save('OUT.npy', torch.load('IN').numpy())"),
            #[cfg(not(feature = "files"))]
            Self::Gzip => piped(&format!("gzip -dc {file}")),
            #[cfg(not(feature = "files"))]
            Self::Zstd => piped(&format!("zstd -dc {file}")),
            Self::Xz => piped(&format!("xz -dc {file}")),
            Self::Bzip2 => piped(&format!("bzip2 -dc {file}")),
            Self::Lz4 => piped(&format!("lz4 -dc {file}")),
            Self::SevenZip => piped(&format!("7z x -so {file}")),
            Self::Rar => piped(&format!("unrar p -inul {file}")),
            Self::Tar => piped(&format!("tar -xOf {file}")),
            Self::Parquet => {
                python("import pandas; pandas.read_parquet('IN').to_csv('OUT.csv', index=False)")
            }
            Self::Feather => {
                python("import pandas; pandas.read_feather('IN').to_csv('OUT.csv', index=False)")
            }
            Self::ArrowStream => python(
                "import pyarrow; pyarrow.ipc.open_stream('IN').read_pandas().to_csv('OUT.csv', index=False)",
            ),
            Self::Orc => python("import pandas; pandas.read_orc('IN').to_csv('OUT.csv', index=False)"),
            Self::Avro => python("import polars; polars.read_avro('IN').write_csv('OUT.csv')"),
            Self::SafeTensors => python(
                "import numpy; from safetensors.numpy import load_file; \
                 numpy.save('OUT.npy', next(iter(load_file('IN').values())))",
            ),
            Self::Pickle => python(
                "import pandas; pandas.DataFrame(pandas.read_pickle('IN')).to_csv('OUT.csv', index=False)",
            ),
            Self::Hdf5 => {
                // A data set of texts becomes a file of lines as well as one of cells.
                python(
                    "import h5py, numpy; f = h5py.File('IN'); a = f[list(f)[0]][:]; numpy.savetxt('OUT.txt', \
                     a.astype('S').astype('U') if a.ndim == 1 else a.reshape(-1, 81), '%s', '')",
                )
            }
            Self::Sqlite => piped(&format!("sqlite3 -csv {file} 'select * from TABLE'")),
            Self::Pdf => piped(&format!("pdftotext -layout {file} -")),
            Self::LfsPointer => "git lfs pull".to_owned(),
            Self::Picture => {
                format!("type its 81 cells, with a dot for a blank: {}", piped("echo 53..7....6..195…"))
            }
        }
    }
}

fn is_picture(head: &[u8]) -> bool {
    matches!(
        head,
        [0x89, b'P', b'N', b'G', ..]
            | [0xFF, 0xD8, 0xFF, ..]
            | [b'G', b'I', b'F', b'8', ..]
            | [b'I', b'I', b'*', 0, ..]
            | [b'M', b'M', 0, b'*', ..]
            | [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..]
            | [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..]
            | [_, _, _, _, b'f', b't', b'y', b'p', b'h', b'e', b'i', ..]
    )
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
