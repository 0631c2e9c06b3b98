//! Tests that nothing that could hold a puzzle is lost in silence: texts of every kind between and beside the records of every
//! format.

use proptest::prelude::*;

use super::detect::{FormatHint, detect};
use super::records::Records;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A part of a text, and the number of puzzles in it.
type Part = (String, usize);

/// Returns the rows of a puzzle, each after `before`.
fn rows(puzzle: &str, before: &str, between: &str) -> String {
    let row = |row: &[u8]| {
        let cells: Vec<String> = row.iter().map(|&cell| char::from(cell).to_string()).collect();
        format!("{before}{}\n", cells.join(between))
    };
    puzzle.as_bytes().chunks(9).map(row).collect()
}

/// Generates text that is not a record: words, comments, and puzzles that are commented out.
fn any_text() -> impl Strategy<Value = Part> {
    const WORDS: [&str; 4] = ["# by Ann\n", "\n", "# 12 of 100, 2024-01-05\n", "// 3.14159265358979312\n"];
    prop_oneof![
        3 => prop::sample::select(&WORDS[..]).prop_map(|words| (words.to_owned(), 0)),
        1 => Just((format!("# {PUZZLE}\n"), 1)),
        1 => Just((format!("// {PUZZLE} easy\n"), 1)),
        1 => Just((format!("# {}\n", rows(PUZZLE, "", " ").replace('\n', " / ")), 1)),
        1 => Just((format!("# key={PUZZLE}\n"), 1)),
        1 => Just((format!("# {}\n", PUZZLE.replace('.', "~")), 1)),
        1 => Just((format!("\n{}\n", rows(PUZZLE, "# ", "")), 1)),
        1 => Just((format!("\n{}# --+--\n{}\n", &rows(PUZZLE, "# ", " ")[..60], &rows(PUZZLE, "# ", " ")[60..]), 1)),
    ]
}

/// Generates what stands between grids: text, titles, and rows that are commented out.
fn any_text_of_grids() -> impl Strategy<Value = Part> {
    prop_oneof![
        2 => any_text(),
        1 => Just(("Puzzle 12, hard\n".to_owned(), 0)),
        1 => Just((format!("Puzzle {PUZZLE}, see below\n"), 1)),
        1 => Just((format!("\n{}\n", rows(PUZZLE, "# ", " ")), 1)),
        1 => Just((format!("\n{}\n", rows(PUZZLE, "% ", "")), 1)),
        1 => Just((format!("puzzle={PUZZLE} n=7\n"), 1)),
        1 => Just((format!("`{PUZZLE}`\n"), 1)),
        1 => prop::sample::select(&["~", "o", "=", "□", "·", "⬜"][..]).prop_map(|blank| (PUZZLE.replace('.', blank) + "\n", 1)),
        1 => Just((format!("\n{}\n", rows(PUZZLE, "row=", "")), 1)),
        1 => Just((format!("\n{}\n", rows(&PUZZLE.replace('.', "0"), "@ ", ".00e+00 @ ")), 1)),
        1 => Just((format!("\n{}\n", full_width(&rows(PUZZLE, "", ""))), 1)),
    ]
}

fn full_width(text: &str) -> String {
    let wide = |character: char| match character {
        '1'..='9' => char::from_u32('０' as u32 + character as u32 - '0' as u32).unwrap_or('?'),
        '.' => '．',
        other => other,
    };
    text.chars().map(wide).collect()
}

fn any_grid() -> impl Strategy<Value = Part> {
    let unknown = rows(PUZZLE, "", " ").replace('.', "@@");
    prop_oneof![
        4 => Just((format!("{}\n", rows(PUZZLE, "", "")), 1)),
        2 => Just((format!("{}\n", rows(ANSWER, "", " ")), 1)),
        1 => Just((format!("{unknown}\n"), 1)),
        1 => Just((format!("x = [{}]\n\n", rows(PUZZLE, "", ",").trim_end()), 1)),
    ]
}

fn any_line() -> impl Strategy<Value = Part> {
    prop_oneof![
        4 => Just((format!("{PUZZLE}\n"), 1)),
        1 => Just((format!("{PUZZLE} easy\n"), 1)),
        1 => Just((format!("{PUZZLE},{PUZZLE}\n"), 2)),
        1 => Just((format!("log: puzzle={PUZZLE}\n"), 1)),
        1 => Just((format!("{PUZZLE} see also {}\n", rows(PUZZLE, "", "").replace('\n', "/")), 2)),
        1 => Just((format!("{}\n", &PUZZLE[1..]), 1)),
    ]
}

fn any_row() -> impl Strategy<Value = Part> {
    let list = format!("\"[{}]\"", rows(PUZZLE, "", ", ").trim_end().replace('\n', ", "));
    prop_oneof![
        4 => Just((format!("1,{PUZZLE},{ANSWER},easy\n"), 1)),
        1 => Just((format!("2,{PUZZLE},{ANSWER},{PUZZLE}\n"), 2)),
        1 => Just((format!("{PUZZLE},{PUZZLE},,\n"), 2)),
        1 => Just((format!("#3,{PUZZLE},,x\n"), 1)),
        1 => Just((format!("4,{list},,{list}\n"), 2)),
        1 => Just((format!("5,\"{PUZZLE}\",\"{ANSWER}\",\"a, {PUZZLE}\"\n"), 2)),
        1 => Just((format!("6,{}\n", &PUZZLE[1..]), 1)),
    ]
}

fn any_object() -> impl Strategy<Value = Part> {
    let lines = rows(PUZZLE, "", " ").replace('\n', "\\n");
    prop_oneof![
        4 => Just((format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{ANSWER}\",\"n\":1}}\n"), 1)),
        1 => Just((format!("{{\"puzzle\":\"{PUZZLE}\",\"other\":\"{PUZZLE}\"}}\n"), 2)),
        1 => Just((format!("{{\"id\":7,\"note\":\"{PUZZLE}\",\"puzzle\":\"{PUZZLE}\",\"solution\":\"{ANSWER}\"}}\n"), 2)),
        1 => Just((format!("{{\"puzzle\":\"{PUZZLE}\",\"text\":\"so:\\n{lines}\"}}\n"), 2)),
        1 => Just((format!("{{\"puzzle\":\"{PUZZLE}\"}}{{\"puzzle\":\"{PUZZLE}\"}}\n"), 1)), // one malformed record
        1 => Just((format!("{{\"puzzle\":\"{}\"}}\n", rows(PUZZLE, "", "").trim_end().replace('\n', "/")), 1)),
    ]
}

/// Asserts that each puzzle of the parts is a record, or was counted.
fn check(first: &str, parts: Vec<Part>) -> Result<(), TestCaseError> {
    let text = parts.iter().map(|(part, _)| &**part).fold(first.to_owned(), |text, part| text + part);
    let puzzles: usize = 1 + parts.iter().map(|(_, puzzles)| puzzles).sum::<usize>();
    let found = detect(text.as_bytes(), "text", &FormatHint::default());
    let found = found.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
    let mut records = Records::default();
    found.reader.read(&text.as_bytes()[found.preamble..], &mut records);
    let read = records.len() + records.unread as usize;
    prop_assert!(
        read >= puzzles,
        "{} records and {} others of {puzzles}, {found}:\n{text}",
        records.len(),
        records.unread
    );
    Ok(())
}

proptest! {
    #[test]
    fn every_puzzle_beside_lines_is_counted(parts in prop::collection::vec(prop_oneof![any_line(), any_text()], 0..12)) {
        check(&format!("{PUZZLE}\n"), parts)?;
    }

    #[test]
    fn every_puzzle_beside_grids_is_counted(parts in prop::collection::vec(prop_oneof![any_grid(), any_text_of_grids()], 0..12)) {
        check(&format!("{}\n", rows(PUZZLE, "", "")), parts)?;
    }

    #[test]
    fn every_puzzle_beside_those_of_a_table_is_counted(parts in prop::collection::vec(prop_oneof![any_row(), any_text()], 0..12)) {
        check(&format!("id,puzzle,solution,level\n0,{PUZZLE},{ANSWER},easy\n"), parts)?;
    }

    #[test]
    fn every_puzzle_beside_those_of_objects_is_counted(parts in prop::collection::vec(prop_oneof![any_object(), any_text()], 0..12)) {
        check(&format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{ANSWER}\"}}\n"), parts)?;
    }
}
