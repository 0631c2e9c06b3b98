//! Texts that are refused because of what they seem to be.

use crate::board::grid::CELLS;
use crate::format::cells::{SIDE, Style, is_cell, is_gap, is_number, is_ruled};

/// A test of the first lines of a text, and what the message says about it.
type Kind = (fn(&[&[u8]]) -> bool, &'static str);

/// The kinds of texts that would otherwise be read as something else, or not at all.
const KINDS: &[Kind] = &[
    (
        |lines| are_triples(&lines.join(&b'\n')),
        "each line has a row, a column and a digit: write the 81 cells of a puzzle on a line, with a dot for a blank",
    ),
    (
        |lines| count_cells(lines).is_some_and(|cells| matches!(cells, 18 | 27)),
        "grids stand side by side: write one below the other",
    ),
    (
        |lines| count_cells(lines).is_some_and(|cells| cells != SIDE && cells == lines.len()),
        "a grid has more or fewer than nine cells on a side: only puzzles of 9 × 9 cells are read",
    ),
    (
        |lines| {
            let values = lines.iter().map(|line| memchr::memmem::find_iter(line, "\"value\"").count());
            has(lines, &["\"position\"", "\"value\""])
                || has(lines, &["\"row\"", "\"value\""])
                || values.sum::<usize>() > CELLS / 2
        },
        "the cells are JSON objects with a position and a value: write the 81 values of a puzzle as one text or array",
    ),
    (
        |lines| has(lines, &["<td"]),
        "the cells are in a table of HTML: write the 81 cells of a puzzle on a line, with a dot for a blank",
    ),
    (
        |lines| {
            lines
                .iter()
                .any(|line| line.ends_with(b"\\\\") && memchr::memchr_iter(b'&', line).count() == SIDE - 1)
        },
        "the cells are in a table of LaTeX: write the 81 cells of a puzzle on a line, with a dot for a blank",
    ),
    (
        |lines| lines.len() > SIDE && lines.iter().all(|line| matches!(line, [b'-', b' ', _])),
        "each cell is an item of a list: write the 81 cells of a puzzle on a line, with a dot for a blank",
    ),
    (
        |lines| lines.iter().filter(|line| line.starts_with(b"> ")).count() >= SIDE,
        "the lines are quoted as in a letter: remove the > from them, as sed 's/^> //' does",
    ),
    (
        |lines| has(lines, &["row1", "row9"]),
        "the nine rows of a puzzle are in nine columns: write its 81 cells in one",
    ),
    (
        |lines| has(lines, &["\"grid\"", "\"given\""]) || has(lines, &["ipuz.org/sudoku"]),
        "this is a puzzle of f-puzzles, SudokuPad or ipuz: write its 81 values as one text or array",
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
pub(super) fn seen(head: &[u8]) -> Option<String> {
    let lines = first_lines(head);
    if let Some(blank) = other_blank(&lines) {
        return Some(format!("'{blank}' is not a blank: a blank is one of . 0 _ * - ? x X"));
    }
    KINDS.iter().find(|(is_so, _)| is_so(&lines)).map(|&(_, what)| what.to_owned())
}

fn has(lines: &[&[u8]], texts: &[&str]) -> bool {
    let has = |text: &&str| lines.iter().any(|line| memchr::memmem::find(line, text.as_bytes()).is_some());
    texts.iter().all(has)
}

fn first_lines(head: &[u8]) -> Vec<&[u8]> {
    let lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty()).take(30).collect()
}

/// Returns true for lines of three digits, with the same character between them. They would be read as grids.
pub(super) fn are_triples(head: &[u8]) -> bool {
    let lines = first_lines(head);
    let is_triple = |line: &&[u8]| {
        let words = || Style::Words(0).cells(line);
        words().count() == 3 && words().all(|(_, word)| matches!(word, [b'0'..=b'9'])) && line.len() > 4
    };
    lines.len() >= SIDE && lines.iter().all(is_triple)
}

/// Returns the number of cells of each line, if all have the same number.
fn count_cells(lines: &[&[u8]]) -> Option<usize> {
    let mut counts = lines.iter().filter(|line| !is_ruled(line)).map(|line| {
        let words = || Style::Words(0).cells(line).map(|(_, word)| word);
        let is_value = |word: &[u8]| Style::Words(0).value(word).is_some() || is_number(word);
        match words().count() {
            1 => words().map(<[u8]>::len).sum(),
            count if words().all(is_value) => count,
            _ => Style::Gaps.cells(line).filter(|(_, cell)| Style::Gaps.value(cell).is_some()).count(),
        }
    });
    let first = counts.next().filter(|&first| first > 3)?;
    (lines.len() > 3 && counts.all(|count| count == first)).then_some(first)
}

/// Returns the character that a puzzle, or nine rows, have for their blanks although this program knows no such blank.
fn other_blank(lines: &[&[u8]]) -> Option<char> {
    let cells = |line: &&[u8]| {
        let text = String::from_utf8_lossy(line).into_owned();
        text.chars().filter(|&cell| !u8::try_from(cell).is_ok_and(is_gap)).collect::<Vec<char>>()
    };
    let rows: Vec<char> = lines.iter().take(SIDE).flat_map(cells).take(CELLS + 1).collect();
    let of_line = lines.first().map(cells).unwrap_or_default();
    [rows, of_line].iter().find_map(|cells| {
        let mut blanks = cells.iter().copied().filter(|cell| !cell.is_ascii_digit());
        let blank = blanks.next().filter(|&blank| !u8::try_from(blank).is_ok_and(is_cell))?;
        let is_puzzle =
            cells.len() == CELLS && blanks.clone().count() > SIDE && blanks.all(|other| other == blank);
        is_puzzle.then_some(blank)
    })
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
