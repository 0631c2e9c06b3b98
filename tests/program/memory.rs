//! Memory does not depend on the length of the input.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::run::{Folder, NULL, Run, bulkdoku, program, puzzles, run_fed};

/// Memory limit of a run in kB, without a mapped input: waiting answers, buffers and stacks.
pub const MEMORY: u64 = 100_000;

/// Lines of the long input, fewer in a build without optimization.
const LINES: usize = if cfg!(debug_assertions) { 100_000 } else { 3_000_000 };

/// Lines of the repeated piece.
const PIECE: usize = 10_000;

/// Runs the program with these arguments. Also returns the highest observed memory in kB.
pub fn run_measured(args: &[&str]) -> (Run, u64) {
    run_measured_with(args, Vec::new(), 0)
}

/// Runs the program with `piece` repeated on stdin. Also returns the highest observed memory in kB.
pub fn run_measured_with(args: &[&str], piece: Vec<u8>, times: usize) -> (Run, u64) {
    let mut most = 0;
    let run = run_fed(bulkdoku(args), piece, times, |child| most = most.max(own_memory(child.id())));
    if most == 0 {
        println!("skipped: this system does not report the memory of a process");
    }
    (run, most)
}

/// Returns the memory of a process without mapped files, in kB, or 0 if the system does not report it. The status of a new
/// process may still be that of the tests, since Linux resumes the parent before it replaces the memory of the child.
fn own_memory(process: u32) -> u64 {
    let is_program = fs::read_link(format!("/proc/{process}/exe"))
        .is_ok_and(|exe| exe.file_stem() == program().file_stem());
    if !is_program {
        return 0;
    }
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or(0)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns a piece of mostly easy puzzles, for which reading and writing dominate.
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
fn three_million_lines_take_no_more_memory_than_a_twentieth() {
    let plain = piece(|_, puzzle| format!("{puzzle}\n"));
    assert_flat(&["solve", "-o", NULL], &plain, 0);
    assert_flat(&["solve", "-o", NULL], &gzip(&plain), 0); // one member after another
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

/// Records of a file whose classes are found with few fingerprints in memory.
const RECORDS: usize = if cfg!(debug_assertions) { 60_000 } else { 200_000 };

/// Returns the puzzle with its digits relabelled by the permutation with this number.
fn renamed(mut number: usize) -> String {
    let mut digits: Vec<char> = ('1'..='9').collect();
    let names: Vec<char> = (1..=9)
        .rev()
        .map(|left| {
            let digit = digits.remove(number % left);
            number /= left;
            digit
        })
        .collect();
    let name = |clue: char| clue.to_digit(10).map_or(clue, |clue| names[clue as usize - 1]);
    crate::run::PUZZLE.chars().map(name).collect()
}

/// Returns a line with this number in its first cells.
fn numbered(mut number: usize) -> String {
    let digit = |_| {
        let digit = char::from(b'1' + (number % 9) as u8);
        number /= 9;
        digit
    };
    (0..9).map(digit).collect::<String>() + &".".repeat(72)
}

/// The most memory in kilobytes of a run with one thread and a tenth of a megabyte of fingerprints. 24 bytes for each record
/// would be 4,800 more than the 1,700 of few records. With more threads, outputs that wait for their turn add a varying amount.
const RUN: u64 = 6_000;

/// A byte for each record, in kB.
const FATES: u64 = RECORDS as u64 / 1000;

/// The additional memory of `dedupe --against`, in kilobytes.
const AGAINST: u64 = 8_389;

#[test]
fn classes_of_any_mixture_take_the_memory_that_the_guide_says() {
    let folder = Folder::new();
    let file = |name, line: &dyn Fn(usize) -> String| {
        folder.file(name, (0..RECORDS).map(|number| line(number) + "\n").collect::<String>())
    };
    let one_class = file("one", &|_| crate::run::PUZZLE.to_owned());
    let two_classes = file("two", &|number| renamed(number % 2));
    let distinct = file("distinct", &numbered);
    let equivalent = file("equivalent", &renamed);
    let few = folder.file("few", numbered(1) + "\n");
    let list = folder.path("list");
    let dedupe = |input: &str, by, rest: &[&str]| {
        let run =
            ["dedupe", input, "--by", by, "-o", NULL, "-q", "-j", "1", "--fingerprint-memory", "100000"];
        run_measured(&[&run, rest].concat())
    };
    let check = |input: &str, by, rest: &[&str]| {
        let memory = ["--fingerprint-memory", "100000"];
        let run = ["check", input, "--by", by, "-q", "-j", "1", "--findings", "10", memory[0], memory[1]];
        run_measured(&[&run, rest].concat())
    };
    for input in [&one_class, &two_classes, &distinct, &equivalent] {
        let dedupes = [
            (dedupe(input, "clues", &[]), RUN + FATES),
            (dedupe(input, "puzzle", &[]), RUN + FATES),
            (dedupe(input, "clues", &["--classes", &list]), RUN + FATES),
            (dedupe(&few, "clues", &["--against", input]), RUN + AGAINST),
        ];
        for ((run, memory), most) in dedupes {
            println!("{}: {memory} kB", run.command);
            run.ends_with(0);
            assert!(memory < most, "{input}: {memory} kB");
        }
    }
    for (input, by) in [(&one_class, "clues"), (&two_classes, "puzzle"), (&equivalent, "puzzle")] {
        for (run, memory) in [check(input, by, &[]), check(&one_class, by, &["--against", input])] {
            println!("{}: {memory} kB", run.command);
            assert!(memory < RUN, "{input}: {memory} kB");
            run.ends_with(1);
        }
    }
}

#[test]
fn a_sample_takes_a_few_bytes_for_each_record() {
    let folder = Folder::new();
    let lines: String = (0..RECORDS).map(|number| numbered(number) + "\n").collect();
    let input = folder.file("input", &lines);
    let count = RECORDS / 2;
    let args = ["sample", &input, "--count", &count.to_string(), "-o", NULL, "-q", "-j", "1"];
    let (run, memory) = run_measured(&args);
    run.ends_with(0);
    let most = ((20 * count + RECORDS) / 1000) as u64 + RUN;
    assert!(memory < most, "{memory} kB of {most}");
}
