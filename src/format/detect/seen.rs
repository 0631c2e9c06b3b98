//! Texts that are refused because of what they seem to be.

use crate::board::grid::CELLS;
use crate::format::cells::{SIDE, Style, colon_as_blank, is_gap};

/// A test of the first lines of a text, and what the message says about it.
type Kind = (fn(&[&[u8]]) -> bool, &'static str);

/// The kinds of texts that would otherwise be read as something else, or not at all.
const KINDS: &[Kind] = &[
    (
        are_triples,
        "each line has a row, a column and a digit: write the 81 cells of a puzzle on a line, with a dot for a blank",
    ),
    (have_colons, "':' is not a blank: a blank is one of . 0 _ * - ? x X"),
    (
        |lines| has(lines, &["\"position\"", "\"value\""]) || has(lines, &["\"row\"", "\"value\""]),
        "the cells are JSON objects with a position and a value: write the 81 values of a puzzle as one text or array",
    ),
    (
        |lines| has(lines, &["\"grid\"", "\"given\""]),
        "this is a puzzle of f-puzzles or SudokuPad: write its 81 values as one text or array",
    ),
    (
        |lines| has(lines, &["\"A1\":", "\"E5\":", "\"I9\":"]),
        "the cells are under the keys A1 to I9: write their 81 values as one text or array",
    ),
    (
        |lines| lines.iter().any(|line| is_game_id(line)),
        "this is the ID of a game of Simon Tatham's solo: copy the puzzle from the program as a text instead",
    ),
    (
        |lines| has(lines, &["<ksudoku"]),
        "this is a game of KSudoku, with letters for digits, column by column: write 81 digits row by row instead",
    ),
];

/// Returns what a text of unknown format seems to be, if it is of a known kind.
pub(super) fn seen(head: &[u8]) -> Option<&'static str> {
    let lines: Vec<&[u8]> = head
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty())
        .take(30)
        .collect();
    KINDS.iter().find(|(is_so, _)| is_so(&lines)).map(|&(_, what)| what)
}

fn has(lines: &[&[u8]], texts: &[&str]) -> bool {
    let has = |text: &&str| lines.iter().any(|line| memchr::memmem::find(line, text.as_bytes()).is_some());
    texts.iter().all(has)
}

/// Returns true for lines of three digits, with the same character between them.
fn are_triples(lines: &[&[u8]]) -> bool {
    let is_triple = |line: &&[u8]| {
        let words = || Style::Words(0).cells(line);
        words().count() == 3 && words().all(|(_, word)| matches!(word, [b'0'..=b'9'])) && line.len() > 4
    };
    lines.len() >= SIDE && lines.iter().all(is_triple)
}

/// Returns true for a puzzle, or nine rows, whose blanks are colons.
fn have_colons(lines: &[&[u8]]) -> bool {
    let cells = |line: &&[u8]| line.iter().copied().filter(|&byte| !is_gap(byte)).collect::<Vec<u8>>();
    let first: Vec<u8> = lines.iter().take(SIDE).flat_map(cells).take(CELLS + 1).collect();
    let of_line = lines.first().map(cells).unwrap_or_default();
    [first, of_line].iter().any(|cells| cells.len() == CELLS && colon_as_blank(cells).is_some())
}

/// Returns true for an ID such as `3x3:4a6a3_…`.
fn is_game_id(line: &[u8]) -> bool {
    let Some(cells) =
        line.strip_prefix(b"3x3").and_then(|rest| Some(&rest[memchr::memchr(b':', rest)? + 1..]))
    else {
        return false;
    };
    cells.len() > 9
        && cells.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase() || *byte == b'_')
}
