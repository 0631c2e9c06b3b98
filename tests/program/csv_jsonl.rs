//! Answers as CSV and as JSON lines.

use serde_json::Value;

use crate::run::{Folder, PUZZLE, SOLUTION, run_with};

const HEADER: &str = "line,puzzle,solution,verdict,solutions,guesses\n";

/// Two equal clues in the first row.
fn clash() -> String {
    PUZZLE.replacen("53.", "535", 1)
}

/// Returns a puzzle whose ninth cell can only be 9, but the cell below is already 9.
fn unsolvable() -> String {
    format!("12345678.........9{}", ".".repeat(63))
}

/// Returns every kind of record, with comments, blank lines and both line ends.
fn mixed() -> String {
    let letter = PUZZLE.replacen('.', "\"", 1);
    format!(
        "# a comment\r\n{PUZZLE}\r\n\n{} 2.5\n12,\"3\"\n{letter}\n// why\n{}\n{PUZZLE}",
        unsolvable(),
        clash()
    )
}

#[test]
fn a_table_has_every_record_with_its_line() {
    let expected = format!(
        "{HEADER}2,{PUZZLE},{SOLUTION},solved,1,0\n4,{},,none,0,0\n5,,,malformed,0,0\n6,,,malformed,0,0\n\
         8,{},,conflict,0,0\n9,{PUZZLE},{SOLUTION},solved,1,0\n",
        unsolvable(),
        clash()
    );
    run_with(&["solve", "--format", "csv"], mixed().as_bytes()).ends_with(1).prints(&expected);
}

#[test]
fn json_lines_equal_the_table() {
    let json = run_with(&["solve", "--format", "jsonl"], mixed().as_bytes()).ends_with(1).stdout;
    let first = format!(
        "{{\"line\":2,\"puzzle\":\"{PUZZLE}\",\"solution\":\"{SOLUTION}\",\"verdict\":\"solved\",\
         \"solutions\":1,\"guesses\":0}}"
    );
    assert_eq!(json.lines().next(), Some(first.as_str()));
    let table = run_with(&["solve", "--format", "csv"], mixed().as_bytes()).stdout;
    assert_eq!(HEADER.to_owned() + &json.lines().map(row).collect::<String>(), table);
}

/// Returns an object as a row of the table.
fn row(json: &str) -> String {
    let object: Value = serde_json::from_str(json).expect("JSON");
    let text = |key: &str| match &object[key] {
        Value::String(text) => text.clone(),
        Value::Null if key == "solution" => String::new(),
        Value::Number(number) => number.to_string(),
        other => panic!("{key}: {other} in {json}"),
    };
    HEADER.trim().split(',').map(text).collect::<Vec<_>>().join(",") + "\n"
}

#[test]
fn an_empty_input_has_a_header_and_no_objects() {
    run_with(&["solve", "--format", "csv"], b"").ends_with(0).prints(HEADER);
    run_with(&["solve", "--format", "jsonl"], b"").ends_with(0).prints("");
}

#[test]
fn a_grid_has_the_line_of_its_first_row_and_is_written_in_one_line() {
    let rows: String = (0..9).map(|at| format!("{}\n", &PUZZLE[9 * at..][..9])).collect();
    let text = format!("Grid 01\n{rows}\nGrid 02\n{rows}");
    let answer = format!("{PUZZLE},{SOLUTION},solved,1,0\n");
    for size in ["1", "100000"] {
        run_with(&["solve", "--format", "csv", "--chunk-size", size], text.as_bytes())
            .ends_with(0)
            .prints(&format!("{HEADER}2,{answer}13,{answer}"));
    }
}

#[test]
fn a_table_that_is_read_again_has_the_same_verdicts() {
    let first = run_with(&["solve", "--format", "csv"], mixed().as_bytes()).stdout;
    let again = ["solve", "--format", "csv", "--from", "csv", "--column", "puzzle"];
    let second = run_with(&again, first.as_bytes()).ends_with(1).stdout;
    let unnumbered = |table: &str| -> Vec<String> {
        table.lines().map(|row| row.split_once(',').expect("fields").1.to_owned()).collect()
    };
    assert_eq!(unnumbered(&first), unnumbered(&second));
}

#[test]
fn bytes_written_include_the_header() {
    let folder = Folder::new();
    let (answers, summary) = (folder.path("answers.csv"), folder.path("summary"));
    run_with(&["solve", "--format", "csv", "-o", &answers, "--summary", &summary], mixed().as_bytes());
    let told: Value = serde_json::from_slice(&std::fs::read(summary).expect("a summary")).expect("JSON");
    assert_eq!(told["bytes_written"], std::fs::read(answers).expect("answers").len());
}
