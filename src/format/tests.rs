//! Tests that nothing that could hold a puzzle is lost in silence: texts of every kind between and beside the records of every
//! format.

use proptest::prelude::*;

use super::detect::{FormatHint, detect};
use super::records::Records;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A part of a text, and the number of puzzles in it.
type Part = (String, usize);

/// Returns parts, each as often as its weight.
fn weighted(parts: Vec<(usize, String, usize)>) -> Vec<Part> {
    parts.into_iter().flat_map(|(weight, text, puzzles)| vec![(text, puzzles); weight]).collect()
}

/// Returns the rows of a puzzle, each after `before`.
fn rows(puzzle: &str, before: &str, between: &str) -> String {
    let row = |row: &[u8]| {
        let cells: Vec<String> = row.iter().map(|&cell| char::from(cell).to_string()).collect();
        format!("{before}{}\n", cells.join(between))
    };
    puzzle.as_bytes().chunks(9).map(row).collect()
}

/// Returns text that is not a record: words, comments, and puzzles that are commented out.
fn texts() -> Vec<Part> {
    weighted(vec![
        (1, "# by Ann\n".to_owned(), 0),
        (1, "\n".to_owned(), 0),
        (1, "# 12 of 100, 2024-01-05\n".to_owned(), 0),
        (1, "// 3.14159265358979312\n".to_owned(), 0),
        (1, format!("# {PUZZLE}\n"), 1),
        (1, format!("// {PUZZLE} easy\n"), 1),
        (1, format!("# {}\n", rows(PUZZLE, "", " ").replace('\n', " / ")), 1),
        (1, format!("# key={PUZZLE}\n"), 1),
        (1, format!("# {}\n", PUZZLE.replace('.', "~")), 1),
        (1, format!("\n{}\n", rows(PUZZLE, "# ", "")), 1),
        (1, format!("\n{}# --+--\n{}\n", &rows(PUZZLE, "# ", " ")[..60], &rows(PUZZLE, "# ", " ")[60..]), 1),
    ])
}

/// Returns what stands between grids: text, titles, and rows that are commented out.
fn texts_of_grids() -> Vec<Part> {
    let of_grids = weighted(vec![
        (1, "Puzzle 12, hard\n".to_owned(), 0),
        (1, format!("Puzzle {PUZZLE}, see below\n"), 1),
        (1, format!("\n{}\n", rows(PUZZLE, "# ", " ")), 1),
        (1, format!("\n{}\n", rows(PUZZLE, "% ", "")), 1),
        (1, format!("puzzle={PUZZLE} n=7\n"), 1),
        (1, format!("`{PUZZLE}`\n"), 1),
        (1, format!("\n{}\n", rows(PUZZLE, "row=", "")), 1),
        (1, format!("\n{}\n", rows(&PUZZLE.replace('.', "0"), "@ ", ".00e+00 @ ")), 1),
        (1, format!("\n{}\n", full_width(&rows(PUZZLE, "", ""))), 1),
    ]);
    let blanks = ["~", "o", "=", "□", "·", "⬜"].map(|blank| (PUZZLE.replace('.', blank) + "\n", 1));
    [texts(), of_grids, blanks.to_vec()].concat()
}

fn full_width(text: &str) -> String {
    let wide = |character: char| match character {
        '1'..='9' => char::from_u32('０' as u32 + character as u32 - '0' as u32).unwrap_or('?'),
        '.' => '．',
        other => other,
    };
    text.chars().map(wide).collect()
}

fn grids() -> Vec<Part> {
    let unknown = rows(PUZZLE, "", " ").replace('.', "@@");
    weighted(vec![
        (4, format!("{}\n", rows(PUZZLE, "", "")), 1),
        (2, format!("{}\n", rows(ANSWER, "", " ")), 1),
        (1, format!("{unknown}\n"), 1),
        (1, format!("x = [{}]\n\n", rows(PUZZLE, "", ",").trim_end()), 1),
    ])
}

fn lines() -> Vec<Part> {
    weighted(vec![
        (4, format!("{PUZZLE}\n"), 1),
        (1, format!("{PUZZLE} easy\n"), 1),
        (1, format!("{PUZZLE},{PUZZLE}\n"), 2),
        (1, format!("log: puzzle={PUZZLE}\n"), 1),
        (1, format!("{PUZZLE} see also {}\n", rows(PUZZLE, "", "").replace('\n', "/")), 2),
        (1, format!("{}\n", &PUZZLE[1..]), 1),
    ])
}

fn table_rows() -> Vec<Part> {
    let list = format!("\"[{}]\"", rows(PUZZLE, "", ", ").trim_end().replace('\n', ", "));
    weighted(vec![
        (4, format!("1,{PUZZLE},{ANSWER},easy\n"), 1),
        (1, format!("2,{PUZZLE},{ANSWER},{PUZZLE}\n"), 2),
        (1, format!("{PUZZLE},{PUZZLE},,\n"), 2),
        (1, format!("#3,{PUZZLE},,x\n"), 1),
        (1, format!("4,{list},,{list}\n"), 2),
        (1, format!("5,\"{PUZZLE}\",\"{ANSWER}\",\"a, {PUZZLE}\"\n"), 2),
        (1, format!("6,{}\n", &PUZZLE[1..]), 1),
    ])
}

fn objects() -> Vec<Part> {
    let lines = rows(PUZZLE, "", " ").replace('\n', "\\n");
    weighted(vec![
        (4, format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{ANSWER}\",\"n\":1}}\n"), 1),
        (1, format!("{{\"puzzle\":\"{PUZZLE}\",\"other\":\"{PUZZLE}\"}}\n"), 2),
        (
            1,
            format!("{{\"id\":7,\"note\":\"{PUZZLE}\",\"puzzle\":\"{PUZZLE}\",\"solution\":\"{ANSWER}\"}}\n"),
            2,
        ),
        (1, format!("{{\"puzzle\":\"{PUZZLE}\",\"text\":\"so:\\n{lines}\"}}\n"), 2),
        (1, format!("{{\"puzzle\":\"{PUZZLE}\"}}{{\"puzzle\":\"{PUZZLE}\"}}\n"), 1), // one malformed record
        (1, format!("{{\"puzzle\":\"{}\"}}\n", rows(PUZZLE, "", "").trim_end().replace('\n', "/")), 1),
    ])
}

/// Generates up to twelve of the parts in these lists.
fn any_of(parts: [Vec<Part>; 2]) -> impl Strategy<Value = Vec<Part>> {
    prop::collection::vec(prop::sample::select(parts.concat()), 0..12)
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
    fn every_puzzle_beside_lines_is_counted(parts in any_of([lines(), texts()])) {
        check(&format!("{PUZZLE}\n"), parts)?;
    }

    #[test]
    fn every_puzzle_beside_grids_is_counted(parts in any_of([grids(), texts_of_grids()])) {
        check(&format!("{}\n", rows(PUZZLE, "", "")), parts)?;
    }

    #[test]
    fn every_puzzle_beside_those_of_a_table_is_counted(parts in any_of([table_rows(), texts()])) {
        check(&format!("id,puzzle,solution,level\n0,{PUZZLE},{ANSWER},easy\n"), parts)?;
    }

    #[test]
    fn every_puzzle_beside_those_of_objects_is_counted(parts in any_of([objects(), texts()])) {
        check(&format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{ANSWER}\"}}\n"), parts)?;
    }
}
