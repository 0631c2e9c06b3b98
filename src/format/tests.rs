//! Tests that nothing that could hold a puzzle is lost in silence: texts of every kind between and beside the records of every
//! format.

use std::io::Read;

use proptest::prelude::*;

use super::detect::{FormatHint, RecordFormat, open};
use super::records::Records;
use crate::io::Input;
use crate::io::input::Body;

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
        (1, format!("7,{PUZZLE},,\"{}\"\n", rows(PUZZLE, "", "").trim_end()), 2),
        (1, format!("7,{PUZZLE},,\"so:\n{}\"\n", spaced_rows()), 2),
        (1, format!("8,{PUZZLE},,\"see {}, by Ann\"\n", empty_fields()), 2),
        (1, format!("9,{PUZZLE},,{},x\n", empty_fields()), 2),
        (1, format!("9,{PUZZLE},,easy: {} by Ann\n", PUZZLE.replace('.', " ")), 2),
        (1, format!("9,{PUZZLE},,{}\n", ["1"; 81].join(",")), 1),
    ])
}

/// Returns the cells of a puzzle with commas between them, and nothing for blanks.
fn empty_fields() -> String {
    rows(PUZZLE, "", ",").trim_end().replace('\n', ",").replace('.', "")
}

/// Returns the rows of a puzzle with spaces for blanks.
fn spaced_rows() -> String {
    rows(PUZZLE, "", "").replace('.', " ")
}

fn objects() -> Vec<Part> {
    let lines = rows(PUZZLE, "", " ").replace('\n', "\\n");
    let with_others = |value: &str| (1, format!("{{\"puzzle\":\"{PUZZLE}\",\"other\":{value}}}\n"), 2);
    let cells: Vec<String> = PUZZLE.chars().map(|cell| cell.to_string().replace('.', "0")).collect();
    let keyed = |values: &mut dyn Iterator<Item = String>| -> String {
        let members = values.enumerate().map(|(number, value)| format!("\"k{number}\": {value}"));
        format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
    };
    let others = [
        keyed(&mut cells.iter().cloned()),
        keyed(&mut cells.chunks(9).map(|row| format!("[{}]", row.join(",")))),
        keyed(&mut rows(PUZZLE, "", "").lines().map(|row| format!("\"{row}\""))),
        format!("[\"{}\"]", rows(PUZZLE, "", "").trim_end().replace('\n', "\", \"")),
        format!("[{{\"v\":{}}}]", cells.join("},{\"v\":")),
        format!("[\"{}\"]", cells.join("\",\"").replace('0', "")),
        format!("\"{}\"", empty_fields()),
        format!("\"see {}, by Ann\"", empty_fields()),
        format!("\"so: {} \"", PUZZLE.replace('.', " ")),
        format!("\"{}\"", spaced_rows().replace('\n', "\\n")),
    ];
    let objects = weighted(vec![
        (4, format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{ANSWER}\",\"n\":1}}\n"), 1),
        (1, format!("{{\"puzzle\":\"{PUZZLE}\",\"other\":\"{PUZZLE}\"}}\n"), 2),
        (
            1,
            format!("{{\"id\":7,\"note\":\"{PUZZLE}\",\"puzzle\":\"{PUZZLE}\",\"solution\":\"{ANSWER}\"}}\n"),
            2,
        ),
        (1, format!("{{\"puzzle\":\"{PUZZLE}\",\"text\":\"so:\\n{lines}\"}}\n"), 2),
        (1, format!("{{\"puzzle\":\"{PUZZLE}\"}}{{\"puzzle\":\"{PUZZLE}\"}}\n"), 1), // one malformed record
        (1, format!("{{\"puzzle\":\"{PUZZLE}\",\"puzzle\":\"{PUZZLE}\"}}\n"), 2),
        (1, format!("{{\"puzzle\":\"{}\"}}\n", rows(PUZZLE, "", "").trim_end().replace('\n', "/")), 1),
    ]);
    [objects, weighted(others.iter().map(|value| with_others(value)).collect())].concat()
}

/// Returns what is between the runs of any text, and the runs.
fn any_text() -> Vec<Part> {
    let of_grid = |text: &str| (1, format!("<pre>\n{text}</pre>\n"), 1);
    weighted(vec![
        (4, format!("<a href=\"?bd={PUZZLE}&x\">1</a>\n"), 1),
        (2, "<p class=\"a1 b2\">12 of 100, 2024-01-05: 1 2 3 4 5 6 7 8</p>\n".repeat(9), 0),
        (1, "\n        <li>\n        </li>\n".to_owned(), 0),
        (1, "--------- * * * * * * * * * * * * * * ........................ * * * * * *\n".to_owned(), 0),
        of_grid(&rows(PUZZLE, "", "")),
        of_grid(&rows(PUZZLE, "  ", " ")),
        of_grid(&rows(PUZZLE, "  [", ", ").replace('\n', "],\n").replace('.', "0")),
        of_grid(&spaced_rows()),
        of_grid(&empty_fields()),
        of_grid(&PUZZLE.replace('.', " ")),
        of_grid(&PUZZLE[1..]),
        of_grid(&rows(PUZZLE, "", "").replace('\n', "/")),
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
    check_text(&text, puzzles, None)
}

/// Asserts that the records of a text and what was counted are at least this many.
fn check_text(text: &str, puzzles: usize, format: Option<RecordFormat>) -> Result<(), TestCaseError> {
    let failed = |error| TestCaseError::fail(format!("{error}\n{text}"));
    let input = Input::bytes("text", text.as_bytes().to_vec()).map_err(failed)?;
    let (input, found) = open(input, &FormatHint { format, column: None }).map_err(failed)?;
    let mut decoded = Vec::new();
    match input.body {
        Body::Whole(bytes, start) => decoded.extend_from_slice(&bytes[start..]),
        Body::Stream(mut rest, ahead) => {
            decoded = ahead;
            rest.read_to_end(&mut decoded)?;
        }
    }
    let mut records = Records::default();
    found.reader.read(&decoded, &mut records);
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

    #[test]
    fn every_puzzle_in_any_text_is_counted(parts in any_of([any_text(), Vec::new()])) {
        let text: String = parts.iter().map(|(part, _)| &**part).collect();
        check_text(&text, parts.iter().map(|(_, puzzles)| puzzles).sum(), Some(RecordFormat::Scan))?;
    }
}
