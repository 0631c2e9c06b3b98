//! `--format html` of `solve` and `generate`: pages to print.

use std::fs;

use crate::run::{Folder, PUZZLE, puzzles, run, run_with};

/// Returns the numbers in the captions of this part of a sheet.
fn numbers(part: &str) -> Vec<usize> {
    let captions = part.split("<figcaption><b>").skip(1);
    captions.map(|rest| rest.split('<').next().unwrap().parse().expect("a number")).collect()
}

#[test]
fn a_sheet_has_the_puzzles_of_a_file_on_pages_and_then_their_solutions() {
    let folder = Folder::new();
    let (input, page) = (folder.file("seven.txt", puzzles(7)), folder.path("seven.html"));
    let solved = run(&["solve", &input]).ends_with(0).stdout;
    for (per_page, pages) in [("1", 7), ("2", 4), ("4", 2), ("6", 2)] {
        let args = ["solve", "--format", "html", "--per-page", per_page, &input, "-o", &page];
        run(&args).ends_with(0).says("7 records in ");
        let text = fs::read_to_string(&page).unwrap();
        let (first, last) = text.split_once("<h2>Solutions</h2>").expect("solutions");
        assert_eq!(first.matches("<section class=\"page\">").count(), pages, "{per_page}");
        assert!(first.contains("<h1>seven</h1>") && first.contains("@page"), "{first}");
        assert_eq!((numbers(first), numbers(last)), ((1..=7).collect(), (1..=7).collect()));
        for (puzzle, solution) in puzzles(7).lines().zip(solved.lines()) {
            let puzzle = puzzle.replace('0', ".");
            assert_eq!(first.matches(&format!("aria-label=\"{puzzle}\"")).count(), 1, "{puzzle}");
            assert_eq!(last.matches(&format!("aria-label=\"{solution}\"")).count(), 1, "{solution}");
        }
        for outside in ["http", "<script", "src=", "url("] {
            assert!(!text.contains(outside), "{outside}");
        }
    }
}

#[test]
fn bad_records_are_left_off_a_sheet_and_counted() {
    let text = format!("{PUZZLE}\n12\n{}\n{PUZZLE}\n", ".".repeat(81));
    let sheet = run_with(&["solve", "--format", "html"], text.as_bytes()).ends_with(1);
    assert_eq!(numbers(&sheet.stdout), [1, 4, 1, 4], "{sheet}");
    assert!(sheet.stderr.contains("malformed") && sheet.stderr.contains("multiple"), "{sheet}");
    let none = run_with(&["solve", "--from", "line", "--format", "html"], b"12\n").ends_with(1);
    assert!(none.stdout.contains("<p>No record has exactly one solution.</p>"), "{none}");
}

#[test]
fn generated_puzzles_have_their_difficulty_and_the_lines_of_the_same_seed() {
    let args = ["generate", "-q", "--count", "5", "--seed", "3", "--difficulty", "medium"];
    let lines = run(&args).ends_with(0).stdout;
    let sheet = run(&[&args[..], &["--format", "html"]].concat()).ends_with(0).stdout;
    assert!(sheet.contains("<h1>Sudoku · medium</h1>"), "{sheet}");
    assert_eq!(sheet.matches("<span>medium</span>").count(), 5);
    for line in lines.lines() {
        let shown = format!("aria-label=\"{}\"", line.replace('0', "."));
        assert_eq!(sheet.matches(&shown).count(), 1, "{line}");
    }
    assert_eq!(sheet, run(&[&args[..], &["--format", "html", "-j", "1"]].concat()).stdout);
}

#[test]
fn a_sheet_is_refused_where_it_makes_no_sense() {
    let folder = Folder::new();
    let output = folder.path("sheet.html");
    let many = folder.file("many.txt", format!("{PUZZLE}\n").repeat(1001));
    let one = folder.file("one.txt", format!("{PUZZLE}\n"));
    let marks = folder.file("marks.txt", format!("{}\n", "123456789".repeat(81)));
    let refused = |args: &[&str], reason: &str| {
        let words = [args, &["--format", "html", "-q", "-o", &output]].concat();
        run(&words).ends_with(2).prints("").says_only(reason);
        assert!(fs::metadata(&output).is_err(), "{args:?}");
    };
    refused(&["solve", &many], "a sheet has at most 1,000 records");
    refused(&["solve", &marks], "a sheet shows only clues");
    refused(&["solve", "--steps", &one], "--steps needs --format line or jsonl");
    refused(&["solve", "--keep-columns", &one], "--keep-columns needs --format csv or jsonl");
    refused(&["solve", "--shard", "1/2", &one], "pages of parts cannot be joined");
    refused(&["generate", "--count", "1001"], "a sheet has at most 1,000 records");
    refused(&["generate", "--count", "1", "--grids"], "omit --grids");
    refused(&["generate", "--count", "1", "--unbiased"], "omit --unbiased");
    refused(&["generate", "--count", "2", "--shard", "1/2"], "omit --shard");
    let thousand = folder.file("thousand.txt", format!("{PUZZLE}\n").repeat(1000));
    run(&["solve", "--format", "html", &thousand, "-o", &output]).ends_with(0);
    run(&["solve", "--per-page", "2", &one]).ends_with(2).says_only("--per-page needs --format html");
    run(&["solve", "--format", "html", "--per-page", "3", &one])
        .ends_with(2)
        .says("possible values: 1, 2, 4, 6");
}
