//! The shapes of lines: a puzzle, a row of a grid or a table, a header.

use std::borrow::Cow;

use crate::board::grid::{CELLS, digit, first_bad_byte, is_blank};
use crate::error::Resemblance;
use crate::format::cells::{self, SHORTEST, is_ruled};
use crate::format::read::csv_tokenizer::{Delimiter, Fields, unquote};
use crate::format::read::line::{field, is_blank_or_comment, is_title};
use crate::format::read::pencilmark::is_pencilmarks;

/// The delimiters of tables other than white space.
pub(crate) const DELIMITERS: [u8; 5] = *b",;\t|:";

/// The delimiters that show a table even without puzzles. The others also occur in addresses and other plain text.
pub(crate) const USUAL_DELIMITERS: [u8; 3] = *b",;\t";

/// The delimiters that a first line can declare: bytes that are not a cell and do not begin a comment or a quoted field.
const DECLARABLE: [u8; 6] = *b",;\t|: ";

/// The names that data sets give to the column of the puzzles, the most specific first.
pub(crate) const PUZZLE_NAMES: [&str; 15] = [
    "puzzle",
    "puzzles",
    "quizzes",
    "quiz",
    "question",
    "questions",
    "sudoku",
    "unsolved",
    "problem",
    "board",
    "grid",
    "given",
    "givens",
    "clues",
    "input",
];

/// The names that data sets give to the column of the answers.
pub(crate) const ANSWER_NAMES: [&str; 6] = ["solution", "solutions", "answer", "answers", "solved", "target"];

/// The number of bytes of a line to show in a message.
const SHOWN: usize = 40;

/// Returns true for the header of a table, and for a row of a table that cannot also be read as a one-line record.
pub(crate) fn is_of_table(text: &[u8], delimiter: u8) -> bool {
    let fields: Vec<_> =
        Fields::of_line(text, Delimiter::Byte(delimiter)).map(|field| field.text(text)).collect();
    let has_cells = |field: &&Cow<'_, [u8]>| is_puzzle(field) || fields.len() > 1 && has_gaps(field);
    let puzzles = fields.iter().filter(has_cells).count();
    let is_line = is_puzzle(&fields[0]) && puzzles == 1 && !text.starts_with(b"\"");
    let is_header = USUAL_DELIMITERS.contains(&delimiter)
        && fields.iter().any(|field| names_puzzle(field))
        && !fields.iter().any(|field| looks_like_puzzle(field));
    is_header || (puzzles > 0 && !is_line)
}

/// Returns whether a field is 81 cells with something between them, and not only around them.
fn has_gaps(field: &[u8]) -> bool {
    let is_wide = |puzzle: cells::Puzzle| puzzle.places[CELLS - 1] >= puzzle.places[0] + CELLS as u32;
    cells::in_text(field).is_some_and(|found| found.is_ok_and(is_wide))
}

/// Returns whether this field of a header names the column of the puzzles.
pub(crate) fn names_puzzle(field: &[u8]) -> bool {
    is_one_of(field, &PUZZLE_NAMES)
}

/// Returns whether this field of a header names the column of the answers.
pub(crate) fn names_answers(field: &[u8]) -> bool {
    is_one_of(field, &ANSWER_NAMES)
}

fn is_one_of(field: &[u8], names: &[&str]) -> bool {
    names.iter().any(|name| unquote(field).eq_ignore_ascii_case(name.as_bytes()))
}

/// Returns true for 81 cells, and for the pencilmarks of 81 cells.
pub(crate) fn is_puzzle(field: &[u8]) -> bool {
    (field.len() == CELLS && first_bad_byte(field).is_none()) || is_pencilmarks(field)
}

/// Returns whether the field seems to be meant as a puzzle, well-formed or not: at least half of the bytes must be cells, which
/// excludes long column names.
pub(crate) fn looks_like_puzzle(field: &[u8]) -> bool {
    let is_cell = |&&byte: &&u8| digit(byte).is_some() || is_blank(byte);
    field.len() >= SHORTEST && 2 * field.iter().filter(is_cell).count() >= field.len()
}

/// Returns whether the field has the characters of a puzzle: nearly all bytes are cells, or they are digits and spaces. Unlike
/// [`looks_like_puzzle`], it excludes checksums.
pub(crate) fn has_cells_of_puzzle(field: &[u8]) -> bool {
    let cells = field.iter().filter(|&&byte| digit(byte).is_some() || is_blank(byte) || byte == b' ').count();
    field.len() >= SHORTEST && 10 * cells >= 9 * field.len()
}

/// Returns whether the line seems to be meant as a one-line puzzle. NUL bytes are not allowed, which excludes binary data and
/// UTF-16.
pub(crate) fn is_line(text: &[u8]) -> bool {
    let puzzle = field(text.trim_ascii());
    looks_like_puzzle(puzzle) && !puzzle.contains(&0) && (is_puzzle(puzzle) || !is_frame(text))
}

/// Returns true for a line drawn around grids or between headings, which repeats a few characters.
fn is_frame(text: &[u8]) -> bool {
    let is_drawn = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'?' && *byte != b'.';
    is_ruled(text) || text.iter().all(is_drawn)
}

/// Returns the delimiter that the first line of a spreadsheet declares, such as `sep=;`, and the length of that line.
pub(crate) fn declared_delimiter(head: &[u8]) -> Option<(u8, usize)> {
    let end = memchr::memchr(b'\n', head)? + 1;
    let line = head[..end].strip_suffix(b"\n")?;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line {
        [s, e, p, b'=', delimiter, rest @ ..]
            if [s, e, p].map(u8::to_ascii_lowercase) == *b"sep"
                && DECLARABLE.contains(delimiter)
                && rest.trim_ascii().is_empty() =>
        {
            Some((*delimiter, end))
        }
        _ => None,
    }
}

/// Returns the names of the columns in a first line such as `#,puzzle,solution`, which looks like a comment, and its length.
pub(crate) fn commented_header(head: &[u8], delimiter: Delimiter) -> Option<(Vec<Vec<u8>>, usize)> {
    let end = memchr::memchr(b'\n', head)? + 1;
    let line = head[..end - 1].trim_ascii_start();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if !line.starts_with(b"#") || !matches!(delimiter, Delimiter::Byte(_)) {
        return None;
    }
    let fields = Fields::of_line(line, delimiter);
    let mut fields: Vec<Vec<u8>> = fields.map(|field| field.value(line).into_owned()).collect();
    let first = unquote(&fields[0][1..]).to_vec();
    if !first.is_empty() {
        fields[0] = first;
    }
    let is_header =
        fields.len() > 1 && fields.iter().any(|field| names_puzzle(field) || names_answers(field));
    is_header.then_some((fields, end))
}

/// Returns true for a count, and for words that cannot be a puzzle.
pub(crate) fn is_header(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    let is_count = text.len() < 20 && text.iter().all(u8::is_ascii_digit);
    is_count || is_title(text)
}

/// Returns whether a line begins a JSON object. Other programs also write braces.
pub(crate) fn opens_object(text: &[u8]) -> bool {
    let is_key = |byte: &u8| matches!(byte, b'"' | b'}');
    text.strip_prefix(b"{").is_some_and(|rest| rest.trim_ascii_start().first().is_none_or(is_key))
}

/// Returns whether the fields of a row, which has the row `below`, can be column names. A record with a malformed puzzle is not a
/// header: it has numbers in the same columns.
pub(crate) fn is_header_row(fields: &[Vec<u8>], below: &[Vec<u8>]) -> bool {
    let any = |is_so: fn(&[u8]) -> bool| fields.iter().any(|field| is_so(field));
    let is_number = |field: &[u8]| str::from_utf8(field).is_ok_and(|field| field.parse::<f64>().is_ok());
    let has_number = fields.iter().zip(below).any(|(field, below)| is_number(field) && is_number(below));
    let is_words = any(has_words) && !any(has_cells) && !has_number;
    (any(names_puzzle) || any(names_answers) || is_words) && !any(looks_like_puzzle)
}

/// Returns whether the text has a letter of any script other than `x`, which is a blank.
fn has_words(text: &[u8]) -> bool {
    String::from_utf8_lossy(text).chars().any(|letter| letter.is_alphabetic() && !matches!(letter, 'x' | 'X'))
}

/// Returns whether the text has enough digits and dots to be a part of a puzzle.
fn has_cells(text: &[u8]) -> bool {
    text.iter().filter(|&&byte| digit(byte).is_some() || matches!(byte, b'.' | b'0')).count() >= 9
}

/// Returns the lines of `head` that are neither blank nor comments, each with its index.
pub(crate) fn records(head: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    head.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !is_blank_or_comment(line))
}

/// Returns what a line of unknown format resembles.
pub(crate) fn resemblance(line: &[u8]) -> Resemblance {
    if line.contains(&0) {
        Resemblance::Binary
    } else if matches!(
        line.trim_ascii_start(),
        [b'{', b'"' | b' ', ..] | [b'[', b'"' | b'[' | b'{', ..] | [b'[' | b'{']
    ) {
        Resemblance::Json
    } else if begins_page(line) {
        Resemblance::Page
    } else if USUAL_DELIMITERS.iter().any(|byte| line.contains(byte)) {
        Resemblance::Table
    } else {
        Resemblance::Nothing
    }
}

/// Returns whether the line begins an HTML page.
fn begins_page(line: &[u8]) -> bool {
    let begins = |tag: &[u8]| {
        let text = line.trim_ascii_start();
        text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
    };
    begins(b"<!doctype html") || begins(b"<html")
}

/// Returns the beginning of a line, safe for a terminal.
pub(crate) fn excerpt(line: &[u8]) -> String {
    let (mut shown, mut left) = (String::new(), SHOWN);
    for chunk in line.trim_ascii().utf8_chunks() {
        for character in chunk.valid().chars() {
            if left == 0 {
                return shown + "...";
            }
            left -= 1;
            match character.is_control() || character == '\\' && character.is_ascii() {
                true => shown.extend(character.escape_default()),
                false => shown.push(character),
            }
        }
        shown.extend(chunk.invalid().escape_ascii().map(char::from));
    }
    shown
}
