//! Outputs that are read back give the same verdicts.

use crate::run::{PUZZLE, Run, SOLUTION, puzzles, run_with};

fn rows(cells: &str) -> String {
    (0..9).map(|row| format!("{}\n", &cells[9 * row..][..9])).collect()
}

fn pencilmarks(cells: &str) -> String {
    let mark = |clue, digit| if clue == '.' || clue == digit { digit } else { '.' };
    cells.chars().flat_map(|clue| ('1'..='9').map(move |digit| mark(clue, digit))).collect()
}

/// Returns puzzles with every verdict except malformed.
fn mixed() -> String {
    let clash = PUZZLE.replacen("53.", "535", 1);
    let none = format!("12345678.........9{}", ".".repeat(63));
    format!("{}{clash}\n{none}\n{}\n{}", puzzles(20), ".".repeat(81), puzzles(3))
}

/// Returns the verdicts of the records, in order.
fn verdicts(text: &str, args: &[&str]) -> Vec<String> {
    let run: Run = run_with(&[&["solve", "--unique", "--format", "csv"], args].concat(), text.as_bytes());
    run.stdout.lines().skip(1).map(|row| row.split(',').nth(3).expect("a verdict").to_owned()).collect()
}

#[test]
fn solutions_of_every_format_are_read_as_solved_puzzles() {
    let text = puzzles(50);
    let line = run_with(&["solve"], text.as_bytes()).ends_with(0).stdout;
    for format in ["line", "csv", "grid", "rows"] {
        let written = run_with(&["solve", "--format", format], text.as_bytes()).ends_with(0).stdout;
        let column = if format == "csv" { &["--column", "solution"][..] } else { &[] };
        let args = [&["solve", "--unique"], column].concat();
        run_with(&args, written.as_bytes()).ends_with(0).prints(&line);
    }
}

#[test]
fn a_table_that_is_read_again_has_the_same_verdicts() {
    let text = mixed();
    let expected = verdicts(&text, &[]);
    assert!(
        ["unique", "conflict", "none", "multiple"].iter().all(|name| expected.iter().any(|is| is == name))
    );
    let once = run_with(&["solve", "--unique", "--format", "csv"], text.as_bytes()).stdout;
    assert_eq!(verdicts(&once, &[]), expected);
    let kept = ["solve", "--unique", "--format", "csv", "--keep-columns"];
    let twice = run_with(&kept, once.as_bytes()).stdout;
    assert_eq!(verdicts(&twice, &[]), expected);
}

#[test]
fn puzzles_in_json_can_be_read_again() {
    let text = mixed();
    let json = run_with(&["solve", "--unique", "--format", "jsonl"], text.as_bytes()).stdout;
    let puzzle = |line: &str| -> String {
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        object["puzzle"].as_str().expect("a puzzle").to_owned() + "\n"
    };
    assert_eq!(json.lines().map(puzzle).collect::<String>(), text);
}

#[test]
fn unsolved_rows_are_read_again_as_the_original_puzzles() {
    let clash = PUZZLE.replacen("53.", "535", 1);
    let text = format!("{clash}\n{}\n{clash}\n", ".".repeat(81));
    let written = run_with(&["solve", "--unique", "--format", "rows"], text.as_bytes()).stdout;
    assert_eq!(verdicts(&written, &[]), ["conflict", "multiple", "conflict"]);
}

#[test]
fn pencilmarks_in_a_table_are_read_again() {
    let marks = pencilmarks(PUZZLE);
    let text = format!("{marks}\n{}\n", "123456789".repeat(81));
    for first in [&[][..], &["--engine", "single"]] {
        let args = [&["solve", "--format", "csv"], first].concat();
        let table = run_with(&args, text.as_bytes()).ends_with(0).stdout;
        assert_eq!(verdicts(&table, &[]), ["unique", "multiple"]);
        assert_eq!(verdicts(&table.replace(&marks, &format!("\"{marks}\"")), &[]), ["unique", "multiple"]);
    }
}

#[test]
fn malformed_pencilmarks_in_a_table_are_reported() {
    let marks = pencilmarks(PUZZLE);
    let wrong = marks.replacen("123456789", "123956789", 1);
    for quote in ["", "\""] {
        let text = format!("id,puzzle\n1,{marks}\n2,{quote}{wrong}{quote}\n3,{}\n", &marks[1..]);
        let at = wrong.find("1239").expect("the wrong mark") + 3 + 3 + quote.len();
        run_with(&["solve"], text.as_bytes())
            .ends_with(1)
            .says(&format!("<stdin>:3:{at}: '9' is neither 4 nor a blank\n"))
            .says("<stdin>:4:731: 728 characters where 729 were expected\n");
    }
}

#[test]
fn plain_grids_are_read() {
    let text = rows(PUZZLE) + "\n" + &rows(SOLUTION);
    assert_eq!(verdicts(&text, &[]), ["unique", "unique"]);
}
