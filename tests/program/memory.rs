//! Memory does not depend on the length of the input.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::run::{Folder, NULL, Run, bulkdoku, puzzles, run_fed};

/// Memory limit of a run in kB, without a mapped input: waiting answers, buffers and stacks.
pub const MEMORY: u64 = 100_000;

/// Lines of the long input, fewer in a build without optimization.
const LINES: usize = if cfg!(debug_assertions) { 100_000 } else { 10_000_000 };

/// Lines of the piece that is repeated.
const PIECE: usize = 10_000;

/// Runs the program with these arguments. Returns the highest observed memory in kB, too.
pub fn run_measured(args: &[&str]) -> (Run, u64) {
    run_measured_with(args, Vec::new(), 0)
}

/// Runs the program with `piece` repeated on stdin. Returns the highest observed memory in kB, too.
pub fn run_measured_with(args: &[&str], piece: Vec<u8>, times: usize) -> (Run, u64) {
    let mut most = 0;
    let run = run_fed(bulkdoku(args), piece, times, |child| most = most.max(own_memory(child.id())));
    if most == 0 {
        println!("skipped: this system does not report the memory of a process");
    }
    (run, most)
}

/// Memory of a process without mapped files, in kB, or 0 if the system does not report it.
fn own_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or(0)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// A piece of mostly easy puzzles, so that reading and writing dominate.
fn piece(row: impl Fn(usize, &str) -> String) -> Vec<u8> {
    let easy = crate::run::PUZZLE;
    let few = puzzles(100);
    let puzzle = |index: usize| {
        if index.is_multiple_of(100) { few.lines().nth(index / 100).unwrap_or(easy) } else { easy }
    };
    (0..PIECE).map(|index| row(index, puzzle(index))).collect::<String>().into_bytes()
}

#[track_caller]
fn assert_flat(args: &[&str], piece: &[u8], code: i32) {
    for lines in [LINES / 20, LINES] {
        let (run, memory) = run_measured_with(args, piece.to_vec(), lines / PIECE);
        run.ends_with(code);
        println!("{args:?}: {memory} kB for {lines} lines");
        assert!(memory < MEMORY, "{args:?}: {memory} kB for {lines} lines");
    }
}

#[test]
fn ten_million_lines_take_no_more_memory_than_half_a_million() {
    let plain = piece(|_, puzzle| format!("{puzzle}\n"));
    assert_flat(&["solve", "-o", NULL], &plain, 0);
    assert_flat(&["solve", "-o", NULL], &gzip(&plain), 0); // a member after the other
    assert_flat(&["solve", "-o", NULL], &zstd::encode_all(&plain[..], 1).expect("memory"), 0);
}

#[test]
fn a_mapped_file_takes_no_memory_except_its_own_pages() {
    let folder = Folder::new();
    let path = folder.file("puzzles", piece(|_, puzzle| format!("{puzzle}\n")).repeat(LINES / 20 / PIECE));
    let answers = folder.path("answers");
    let (run, memory) = run_measured(&["solve", &path, "-o", &answers]);
    run.ends_with(0);
    assert!(memory < MEMORY, "{memory} kB");
}

#[test]
fn tables_and_their_columns_take_no_more_memory() {
    let plain = piece(|index, puzzle| format!("{index},{puzzle},x\n"));
    let quoted = piece(|index, puzzle| format!("{index},\"{puzzle}\",\"x, y\"\n"));
    for table in [plain, quoted] {
        let args =
            ["solve", "--from", "csv", "--column", "2", "--format", "csv", "--keep-columns", "-o", NULL];
        let (run, memory) = run_measured_with(&args, table, LINES / 20 / PIECE);
        run.ends_with(0);
        assert!(memory < MEMORY, "{memory} kB");
    }
}

#[test]
fn a_million_solutions_of_one_record_take_little_memory() {
    let limit = if cfg!(debug_assertions) { "20000" } else { "1000000" };
    let empty = format!("{}\n", ".".repeat(81)).into_bytes();
    let args = ["count", "--all", NULL, "--limit", limit, "-j", "2", "--chunk-size", "1"];
    let (run, memory) = run_measured_with(&args, empty, 3);
    run.ends_with(0).prints(&format!("{limit}\n").repeat(3));
    assert!(memory < MEMORY, "{memory} kB");
}
