//! `bulkdoku count`: the number of solutions of every record.

use std::fs;
use std::io::Read;

use flate2::read::MultiGzDecoder;

use crate::puzzle_sets::{MULTI_SOLUTION, known_counts, own, shared};
use crate::rules;
use crate::run::{Folder, PUZZLE, SOLUTION, run, run_with};

#[test]
fn every_record_has_a_count_and_the_summary_counts_none_one_and_more() {
    let none = PUZZLE.replacen("53..", "531.", 1);
    let clash = PUZZLE.replacen("53..", "5..5", 1);
    let text = format!("{PUZZLE}\n{none}\n{clash}\n{}\n", ".".repeat(81));
    let run = run_with(&["count"], text.as_bytes()).ends_with(0);
    run.prints("1\n0\n0\n2\n").says("1 unique · 1 multiple · 1 none · 1 conflict");
    run_with(&["count", "--limit", "1000"], text.as_bytes()).ends_with(0).prints("1\n0\n0\n1000\n");
}

#[test]
fn malformed_records_have_no_count() {
    let text = format!("{PUZZLE}\n12\n");
    run_with(&["count"], text.as_bytes())
        .ends_with(1)
        .prints("1\nmalformed: 2 characters where 81 were expected (column 3)\n")
        .says("<stdin>:2:3:");
    run_with(&["count", "--limit", "0"], text.as_bytes()).ends_with(2).says("--limit");
}

#[test]
fn the_known_counts_of_this_repository_are_printed() {
    for name in ["known_counts.csv", "known_counts_pencilmarks.csv"] {
        let counts = known_counts(name).into_iter().map(|(_, count)| format!("{count}\n"));
        let path = own(name);
        let run = run(&["count", "--limit", "20001", "--column", "puzzle", path.to_str().expect("UTF-8")]);
        run.ends_with(0).prints(&counts.collect::<String>());
    }
}

#[test]
fn the_counts_of_public_sets_are_printed() {
    for (set, limit) in [("golden_counts_43", "100"), ("multi_solution_serg_10000", "2000")] {
        let Some(path) = shared(&format!("{set}.txt")) else { return };
        let counts = fs::read_to_string(path.with_extension("counts.txt")).expect("counts");
        let max = limit.parse::<u64>().expect("a number");
        let capped = |line: &str| format!("{}\n", line.parse::<u64>().expect("a number").min(max));
        let expected: String = counts.lines().map(capped).collect();
        run(&["count", "--limit", limit, path.to_str().expect("UTF-8")]).ends_with(0).prints(&expected);
    }
}

/// Returns the solutions of the record on this line from a list that `--all` wrote.
fn solutions_of(text: &str, line: usize) -> Vec<&str> {
    let line = line.to_string();
    text.lines().filter_map(|row| row.split_once(',')).filter(|row| row.0 == line).map(|row| row.1).collect()
}

#[test]
fn all_solutions_are_written_in_the_order_of_records_and_of_their_text() {
    let folder = Folder::new();
    let open = format!("{}{}", ".".repeat(27), &SOLUTION[27..]);
    let text = format!("# c\n{PUZZLE}\n12\n{open}\n{}\n", PUZZLE.replacen("53..", "531.", 1));
    let mut seen = Vec::new();
    for flags in [&["-j", "1"][..], &["-j", "3", "--chunk-size", "1"], &["--engine", "min-candidates"]] {
        let file = folder.path("all");
        let args = [&["count", "--limit", "1000", "--all", &file], flags].concat();
        run_with(&args, text.as_bytes()).ends_with(1).prints(&COUNTS.replace("N", "144"));
        seen.push(fs::read_to_string(file).expect("the solutions"));
    }
    assert!(seen.iter().all(|one| *one == seen[0]));
    assert!(seen[0].starts_with("line,solution\n2,5346"));
    let solutions = solutions_of(&seen[0], 4);
    assert_eq!((solutions.len(), solutions_of(&seen[0], 2)), (144, vec![SOLUTION]));
    assert!(solutions.is_sorted_by(|one, next| one < next), "{solutions:?}");
    assert_eq!(seen[0].lines().count(), 1 + 1 + 144);
    assert_eq!(folder.names(), ["all"]);
}

const COUNTS: &str = "1\nmalformed: 2 characters where 81 were expected (column 3)\nN\n0\n";

#[test]
fn the_limit_applies_to_the_list_and_an_exhausted_budget_lists_nothing() {
    let folder = Folder::new();
    let file = folder.path("all.gz");
    let empty = ".".repeat(81);
    run_with(&["count", "--all", &file], empty.as_bytes()).ends_with(0).prints("2\n");
    let mut text = String::new();
    MultiGzDecoder::new(fs::File::open(&file).expect("a file")).read_to_string(&mut text).expect("gzip");
    let first = "123456789456789123789123456";
    assert!(text.lines().skip(1).all(|row| row.starts_with(&format!("1,{first}"))), "{text}");
    assert_eq!(text.lines().count(), 3);
    let plain = folder.path("plain");
    run_with(&["count", "--all", &plain, "--budget", "0"], empty.as_bytes()).ends_with(1).prints("budget\n");
    assert_eq!(fs::read_to_string(plain).expect("the solutions"), "line,solution\n");
}

#[test]
fn pencilmarks_and_grids_are_also_in_the_list() {
    let folder = Folder::new();
    let file = folder.path("all");
    let rows: String = (0..9).map(|row| format!("{}\n", &PUZZLE[9 * row..][..9])).collect();
    for (text, line) in [(format!("Grid 01\n{rows}"), 2), ("123456789".repeat(81), 1)] {
        run_with(&["count", "--all", &file, "--limit", "3"], text.as_bytes()).ends_with(0);
        let written = fs::read_to_string(&file).expect("the solutions");
        assert!(!solutions_of(&written, line).is_empty(), "{written}");
    }
}

#[test]
fn lists_longer_than_the_memory_limit_are_written_in_order() {
    let folder = Folder::new();
    let file = folder.path("all");
    let empty = ".".repeat(81);
    let text = format!("{empty}\n{PUZZLE}\n").repeat(6);
    let args = ["count", "--limit", "20000", "--all", &file, "-j", "3", "--chunk-size", "1"];
    run_with(&args, text.as_bytes()).ends_with(0);
    let written = fs::read_to_string(file).expect("the solutions");
    let lines: Vec<u64> = written
        .lines()
        .skip(1)
        .map(|row| row.split(',').next().expect("a line").parse().expect("a number"))
        .collect();
    assert!(lines.is_sorted());
    assert_eq!(lines.len(), 6 * 20_001);
}

#[test]
fn a_list_that_cannot_be_written_ends_the_run() {
    let folder = Folder::new();
    let counts = folder.file("counts", "old");
    let text = format!("{}\n", ".".repeat(81)).repeat(10);
    let missing = folder.path("missing/all");
    for (all, said) in [(missing.as_str(), "cannot write"), (&counts, "name another one")] {
        run_with(&["count", "-o", &counts, "--all", all], text.as_bytes()).ends_with(2).says_only(said);
    }
    if cfg!(target_os = "linux") {
        let full = [
            "count",
            "-o",
            &counts,
            "--all",
            "/dev/full",
            "--limit",
            "50000",
            "-j",
            "2",
            "--chunk-size",
            "1",
        ];
        run_with(&full, text.as_bytes()).ends_with(2).says_only("cannot write /dev/full");
    }
    assert_eq!(fs::read_to_string(counts).expect("the old counts"), "old");
    assert_eq!(folder.names(), ["counts"]);
}

#[test]
fn the_lists_of_a_public_set_are_complete() {
    let Some(set) = MULTI_SOLUTION.path() else { return };
    let folder = Folder::new();
    let file = folder.path("all");
    let puzzles = fs::read_to_string(&set).expect("a set");
    let counts =
        run(&["count", "--limit", "2000", "--all", &file, set.to_str().expect("UTF-8")]).ends_with(0).stdout;
    let total: usize = counts.lines().map(|count| count.parse::<usize>().expect("a number")).sum();
    let puzzles: Vec<&[u8; 81]> =
        puzzles.lines().map(|line| line.as_bytes().first_chunk().expect("81")).collect();
    let written = fs::read_to_string(file).expect("the solutions");
    let rows: Vec<(usize, &str)> = written
        .lines()
        .skip(1)
        .map(|row| {
            row.split_once(',').map(|(line, text)| (line.parse().expect("a number"), text)).expect("a row")
        })
        .collect();
    assert_eq!(rows.len(), total);
    assert!(rows.is_sorted_by(|one, next| one < next), "each once, in order");
    assert!(rows.iter().all(|(line, text)| {
        rules::is_solution_of(text.as_bytes().first_chunk().expect("81"), puzzles[line - 1])
    }));
}
