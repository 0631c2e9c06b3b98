//! Files without puzzles: a one-line error, the right exit code, bounded time and memory.

use std::fs::File;

use crate::effort::effort;
use crate::memory::{MEMORY, run_measured, run_measured_with};
use crate::run::{Folder, PUZZLE, SOLUTION, run, run_with};

const ENDLESS: &str = "malformed: a line of 1048576 characters or more (column 1048576)\n";

/// Returns pseudo-random bytes, the same in every run.
fn junk(length: usize) -> Vec<u8> {
    let mut state = 88_172_645_463_325_252_u64;
    let mut byte = move |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    (0..length).map(&mut byte).collect()
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn binary_files_are_refused_in_one_line() {
    let folder = Folder::new();
    let zip = [b"PK\x03\x04", &junk(1000)[..]].concat();
    let cases: [(&str, &[u8], &str); 6] = [
        ("junk", &junk(1 << 20), "cannot tell the format"),
        ("zeros", &[0; 100_000], "contains NUL bytes"),
        ("nul-lines", &b"\0\0\n".repeat(1000), "contains NUL bytes"),
        ("utf16", &utf16(&format!("\u{e9} {PUZZLE}\n")), "UTF-16"),
        ("zip", &zip, "this is a zip archive: unzip -p "),
        ("xz", b"\xfd7zXZ\0\0\x04", "a file compressed with xz"),
    ];
    for (name, bytes, said) in cases {
        let file = folder.file(name, bytes);
        for command in ["solve", "count"] {
            run(&[command, &file]).ends_with(2).prints("").says_only(said).says(&file);
        }
        run_with(&["solve"], bytes).ends_with(2).prints("").says_only(said);
    }
}

#[test]
fn junk_with_a_named_format_is_malformed_line_by_line() {
    let bytes = [&junk(300_000)[..], b"\n", PUZZLE.as_bytes(), b"\n"].concat();
    for from in ["line", "grid", "pencilmark"] {
        let run = run_with(&["solve", "--from", from], &bytes).ends_with(1);
        assert!(run.stderr.lines().count() <= 13, "{run}");
    }
    assert!(run_with(&["solve", "--from", "line"], &bytes).stdout.ends_with(&format!("\n{SOLUTION}\n")));
}

#[test]
fn a_table_without_puzzles_is_refused_with_the_remedies() {
    let text = "name,score,place\nx,1,2\ny,3,4\n";
    run_with(&["solve"], text.as_bytes())
        .ends_with(2)
        .prints("")
        .says_only(
            "<stdin>:1:1: cannot tell the format: 'name,score,place' looks like a table row, but no column",
        )
        .says("name the puzzles' column with --column, or name the format with --from: line, csv, jsonl, grid or");
    run_with(&["solve", "--column", "score"], text.as_bytes()).ends_with(1).says("all malformed");
}

#[test]
fn a_file_of_line_ends_has_no_puzzles() {
    let folder = Folder::new();
    for end in ["\n", "\r\n"] {
        let file = folder.file("lines", end.repeat(5 << 20));
        for flags in [&["solve", &file][..], &["solve", &file, "--no-mmap"], &["count", &file]] {
            run(flags).ends_with(0).prints("").says_only("no puzzles in");
        }
    }
}

/// Makes a sparse file of NUL bytes, which uses no disk space.
fn sparse(folder: &Folder, length: u64) -> String {
    let path = folder.path("sparse");
    File::create(&path).and_then(|file| file.set_len(length)).expect("a sparse file");
    path
}

#[test]
fn a_file_of_five_gigabytes_without_a_line_end_is_refused() {
    let folder = Folder::new();
    let path = sparse(&folder, 5 << 30);
    for flags in [&["solve", &path][..], &["solve", &path, "--no-mmap"], &["count", &path]] {
        run(flags).ends_with(2).prints("").says_only("contains NUL bytes");
    }
}

#[test]
fn an_endless_line_with_a_named_format_is_one_record_and_takes_little_memory() {
    let folder = Folder::new();
    let path = sparse(&folder, 300 << 20);
    for flags in [&[][..], &["--no-mmap"]] {
        let (run, memory) = run_measured(&[&["solve", "--from", "line", &path], flags].concat());
        run.ends_with(1).prints(ENDLESS).says("1 record in ");
        assert!(memory < MEMORY, "{memory} kB");
    }
}

#[test]
fn an_endless_line_is_read_from_a_pipe() {
    let piece = vec![b'7'; 1 << 20];
    let (run, memory) = run_measured_with(&["solve"], piece, effort(200, 5 << 10)); // at night more than 4 GiB
    run.ends_with(1).prints(ENDLESS);
    assert!(memory < MEMORY, "{memory} kB");
}

#[test]
fn a_last_carriage_return_ends_a_line() {
    for end in ["\r\n", "\r\r\n", "\r"] {
        run_with(&["solve"], format!("{PUZZLE}{end}").as_bytes()).ends_with(0).says("1 record");
    }
}
