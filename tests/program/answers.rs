//! Line n of the output answers record n, however the work is distributed.

use std::fs;

use crate::part_summaries::summary;
use crate::puzzle_sets::{CLUES_17, HARDEST};
use crate::rules::{CELLS, is_solution_of};
use crate::run::{Folder, PUZZLE, SOLUTION, puzzles, run, run_on, run_with};

/// The nine rows of a grid, each formatted by `row`.
fn rows(cells: &str, row: impl Fn(&str) -> String) -> String {
    (0..9).map(|index| row(&cells[9 * index..][..9]) + "\n").collect()
}

fn spaced(cells: &str) -> String {
    rows(cells, |row| row.chars().map(String::from).collect::<Vec<_>>().join(" "))
}

fn plain(cells: &str) -> String {
    rows(cells, str::to_owned)
}

#[track_caller]
fn assert_solved(puzzles: &str, answers: &str) {
    let cells = |line: &str| -> [u8; CELLS] { line.as_bytes().try_into().expect("81 characters") };
    assert_eq!(puzzles.lines().count(), answers.lines().count(), "as many answers as puzzles");
    for (number, (puzzle, answer)) in puzzles.lines().zip(answers.lines()).enumerate() {
        assert_eq!(answer.len(), CELLS, "line {}: {answer}", number + 1);
        assert!(is_solution_of(&cells(answer), &cells(puzzle)), "line {}: {answer}", number + 1);
    }
}

#[test]
fn threads_chunk_size_and_access_do_not_change_the_output() {
    let folder = Folder::new();
    let text = puzzles(1500).replacen('\n', "\n# a comment\n12\n\n", 3);
    let file = folder.file("puzzles", &text);
    let expected = run(&["solve", &file, "-j", "1"]).ends_with(1).stdout;
    assert_eq!(expected.lines().filter(|line| line.starts_with("malformed")).count(), 3);
    for threads in ["1", "2", "8"] {
        for size in ["1", "83", "1000", "5000000"] {
            let common = ["solve", "-j", threads, "--chunk-size", size];
            run(&[&common[..], &[&file]].concat()).ends_with(1).prints(&expected);
            run(&[&common[..], &[&file, "--no-mmap"]].concat()).ends_with(1).prints(&expected);
            run_with(&common, text.as_bytes()).ends_with(1).prints(&expected);
        }
    }
}

#[test]
fn a_search_that_threads_share_finds_the_same_with_the_same_guesses() {
    let puzzle = "...........5.......76.........974268...512743...638915...456......793.8....821...";
    let folder = Folder::new();
    for threads in ["1", "2", "8"] {
        let path = folder.path(threads);
        let args = ["count", "--limit", "1000000", "-j", threads, "--summary", &path];
        run_with(&args, puzzle.as_bytes()).ends_with(0).prints("89847\n");
        assert_eq!(summary(&path)["guesses"], 95_391, "{threads} threads");
    }
}

#[test]
fn every_answer_is_a_solution_of_its_puzzle() {
    let text = puzzles(3000);
    for (isa, flags) in
        [("auto", &[][..]), ("auto", &["--unique"]), ("portable", &[]), ("auto", &["--engine", "single"])]
    {
        let run = run_on(isa, &[&["solve"], flags].concat(), text.as_bytes()).ends_with(0);
        assert_solved(&text, &run.stdout);
    }
}

#[test]
fn every_verdict_has_its_line() {
    let conflict = PUZZLE.replacen("53..", "5..5", 1);
    let none = PUZZLE.replacen("53..", "531.", 1);
    let empty = ".".repeat(81);
    let text = format!("{PUZZLE}\n{conflict}\n{none}\n12\n{empty}\n");
    let verdicts = "conflict r1c1 r1c4\nnone\nmalformed: 2 characters where 81 were expected (column 3)";
    let run = run_with(&["solve", "--unique"], text.as_bytes()).ends_with(1);
    run.prints(&format!("{SOLUTION}\n{verdicts}\nmultiple\n"))
        .says("1 unique · 1 multiple · 1 none · 1 conflict");
    let run = run_with(&["solve", "--budget", "0"], empty.as_bytes());
    run.ends_with(1).prints("budget\n");
}

#[test]
fn every_engine_reads_spaced_grids_and_writes_plain_ones() {
    let input = spaced(&PUZZLE.replace('.', "0"));
    let engines = ["lanes", "single", "row-col-box", "blank-scan", "min-candidates", "blank-stack"];
    for engine in engines {
        let args = ["solve", "--from", "grid", "--format", "grid", "--engine", engine];
        run_with(&args, input.as_bytes()).ends_with(0).prints(&(plain(SOLUTION) + "\n"));
    }
}

#[test]
fn rows_have_a_heading_and_repeat_an_unsolvable_puzzle() {
    let impossible = PUZZLE.replacen("53..", "531.", 1);
    let (possible, impossible) = (PUZZLE.replace('.', "0"), impossible.replace('.', "0"));
    let input = format!("{}{}12.......\n", plain(&possible), plain(&impossible));
    let expected = format!(
        "[Solved]\n{}[No solution]\n{}[Malformed: 1 row where 9 were expected (column 1)]\n",
        plain(SOLUTION),
        plain(&impossible)
    );
    run_with(&["solve", "--format", "rows"], input.as_bytes()).ends_with(1).prints(&expected);
}

#[test]
fn a_blank_line_follows_each_grid_with_any_chunk_size() {
    let text = format!("# none here\n{PUZZLE}\n12\n{PUZZLE}\n");
    let malformed = "malformed: 2 characters where 81 were expected (column 3)\n";
    let expected = format!("{0}\n{malformed}\n{0}\n", plain(SOLUTION));
    for size in ["1", "100", "10000"] {
        let args = ["solve", "--format", "grid", "--chunk-size", size];
        run_with(&args, text.as_bytes()).ends_with(1).prints(&expected);
    }
}

#[test]
fn grids_give_the_same_bytes_with_any_chunk_size() {
    let text: String = puzzles(300).lines().map(|puzzle| spaced(puzzle) + "\n").collect();
    let text = text.replacen("\n\n", "\n", 50).replacen("\n\n", "\n1 2 3 4 5 6 7 8\n\nGrid 7\n", 2);
    let expected = run_with(&["solve", "-j", "1"], text.as_bytes()).ends_with(1).stdout;
    assert_eq!(expected.lines().count(), 302);
    for size in ["1", "200", "3000"] {
        let args = ["solve", "-j", "3", "--chunk-size", size];
        run_with(&args, text.as_bytes()).ends_with(1).prints(&expected);
    }
}

#[test]
fn public_sets_are_solved() {
    for set in [CLUES_17, HARDEST] {
        let Some(path) = set.path() else { return };
        let run = run(&["solve", path.to_str().expect("UTF-8")]).ends_with(0);
        assert_solved(&fs::read_to_string(path).expect("a puzzle set"), &run.stdout);
    }
}
