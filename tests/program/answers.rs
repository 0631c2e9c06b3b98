//! Line n of the answers belongs to record n, however the work is shared out.

use std::fs;

use bulkdoku::grid::{CELLS, is_solution_of};

use crate::run::{Folder, PUZZLE, SOLUTION, puzzles, run, run_with, shared_data};

/// The 9 rows of a grid, each as `row` dresses it.
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
fn any_threads_any_chunks_and_any_way_to_read_give_the_same_bytes_in_order() {
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
fn every_answer_obeys_the_rules_and_keeps_the_clues() {
    let text = puzzles(3000);
    for flags in [&[][..], &["--unique"], &["--isa", "portable"], &["--engine", "scalar"]] {
        let run = run_with(&[&["solve"], flags].concat(), text.as_bytes()).ends_with(0);
        assert_solved(&text, &run.stdout);
    }
}

#[test]
fn each_verdict_has_its_line() {
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
fn the_judges_form_is_read_and_written_by_every_engine() {
    let input = spaced(&PUZZLE.replace('.', "0"));
    let engines = ["lanes", "scalar", "row-col-box", "blank-scan", "min-candidates", "blank-stack"];
    for engine in engines {
        let args = ["solve", "--from", "grid", "--format", "grid", "--engine", engine];
        run_with(&args, input.as_bytes()).ends_with(0).prints(&spaced(SOLUTION));
    }
}

#[test]
fn rows_have_a_heading_and_leave_an_impossible_puzzle_as_it_was() {
    let impossible = PUZZLE.replacen("53..", "531.", 1);
    let (possible, impossible) = (PUZZLE.replace('.', "0"), impossible.replace('.', "0"));
    let input = format!("{}{}12\n", plain(&possible), plain(&impossible));
    let expected = format!(
        "[Solved]\n{}[No solution]\n{}[Malformed: 1 rows where 9 were expected (column 1)]\n",
        plain(SOLUTION),
        plain(&impossible)
    );
    run_with(&["solve", "--format", "rows"], input.as_bytes()).ends_with(1).prints(&expected);
}

#[test]
fn grids_are_set_off_by_a_blank_line_whatever_the_chunks() {
    let text = format!("# none here\n{PUZZLE}\n12\n{PUZZLE}\n");
    let malformed = "malformed: 2 characters where 81 were expected (column 3)\n";
    let expected = format!("{0}\n{malformed}\n{0}", spaced(SOLUTION));
    for size in ["1", "100", "10000"] {
        let args = ["solve", "--format", "grid", "--chunk-size", size];
        run_with(&args, text.as_bytes()).ends_with(1).prints(&expected);
    }
}

#[test]
fn grids_in_any_chunks_give_the_same_bytes() {
    let text: String = puzzles(300).lines().map(|puzzle| spaced(puzzle) + "\n").collect();
    let text = text.replacen("\n\n", "\n", 50).replacen("\n\n", "\n1 2 3\n\nGrid 7\n", 2);
    let expected = run_with(&["solve", "-j", "1"], text.as_bytes()).ends_with(1).stdout;
    assert_eq!(expected.lines().count(), 302);
    for size in ["1", "200", "3000"] {
        let args = ["solve", "-j", "3", "--chunk-size", size];
        run_with(&args, text.as_bytes()).ends_with(1).prints(&expected);
    }
}

#[test]
fn the_public_sets_are_solved_and_verified() {
    let Some(data) = shared_data() else { return };
    for set in ["17_clue_49151.txt", "hardest_1905_11plus_48766.txt"] {
        let path = data.join(set);
        let run = run(&["solve", path.to_str().expect("UTF-8")]).ends_with(0);
        assert_solved(&fs::read_to_string(path).expect("a puzzle set"), &run.stdout);
    }
}
