//! The bytes and words of cells, and what is between them.

use super::SIDE;
use crate::board::grid::{Cell, digit, is_blank};
use crate::format::Reason;
use crate::format::defect::Word;

/// Returns whether this byte is a clue or a blank.
#[inline]
pub(crate) fn is_cell(byte: u8) -> bool {
    IS_CELL[usize::from(byte)]
}

/// To look this up takes two instructions, where comparing takes up to twelve.
static IS_CELL: [bool; 256] = {
    let mut is_cell = [false; 256];
    kernel::const_for!(byte in 0..256 => {
        is_cell[byte] = digit(byte as u8).is_some() || is_blank(byte as u8);
    });
    is_cell
};

/// Returns whether this byte separates cells. Programs print arrays with brackets around rows, and source code has quotes around
/// them.
#[inline]
pub(crate) const fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'|' | b',' | b';' | b'/' | b'\\')
        || matches!(byte, b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'"' | b'\'')
}

/// Returns whether this byte separates groups of candidates.
pub(super) fn is_frame(byte: u8) -> bool {
    is_gap(byte) || matches!(byte, b':' | b'*' | b'!' | b'+')
}

/// Returns true for ascending digits.
pub(super) fn is_group(text: &[u8]) -> bool {
    text.is_sorted_by(|a, b| a < b) && text.iter().all(|&byte| digit(byte).is_some())
}

/// Returns true for a line drawn between bands or around the grid. Nine dashes are instead a row of nine blanks.
pub(crate) fn is_ruled(text: &[u8]) -> bool {
    let drawn =
        |&byte: &u8| matches!(byte, b'-' | b'+' | b'=' | b'|' | b' ' | b'*' | b'.' | b':' | b',' | b'\'');
    let cells = text.iter().filter(|&&byte| is_cell(byte)).count();
    let is_row = || cells == SIDE && text.iter().all(|&byte| is_cell(byte) || is_gap(byte) && byte != b'\'');
    let has_dashes = || text.windows(3).any(|three| matches!(three, b"---" | b"- -")) && !is_row();
    text.iter().all(drawn) && (text.iter().filter(|&&byte| byte == b'=').count() > 2 || has_dashes())
}

/// Returns the length of two quotes with nothing or a space between them: an empty text.
pub(super) fn is_empty_text(text: &[u8]) -> Option<usize> {
    match text {
        [b'"', b'"', ..] | [b'\'', b'\'', ..] => Some(2),
        [b'"', b' ', b'"', ..] | [b'\'', b' ', b'\'', ..] => Some(3),
        _ => None,
    }
}

/// Returns the number of bytes of the first character of a text.
#[inline]
pub(super) fn character(text: &[u8]) -> usize {
    match text.first() {
        Some(0..0x80) | None => 1,
        Some(_) => {
            let chunk = text.utf8_chunks().next();
            chunk.and_then(|chunk| chunk.valid().chars().next()).map_or(1, char::len_utf8)
        }
    }
}

/// The words that programs print for a cell without a value.
const BLANKS: [&str; 12] =
    ["NA", "N/A", "<NA>", "NaN", "nan", "None", "none", "null", "NULL", "nil", "undefined", "~"];

/// Returns the byte of a cell that is not one character.
#[cold]
pub(super) fn value_of_word(text: &[u8]) -> Option<u8> {
    if BLANKS.iter().any(|blank| blank.as_bytes() == text) {
        return Some(b'.');
    }
    if let [byte @ b'0'..=b'9', b'.', rest @ ..] = text {
        let number = rest.split(|byte| byte.eq_ignore_ascii_case(&b'e')).next().unwrap_or_default();
        let exponent = rest[number.len()..].iter().skip(1);
        let is_zero = |byte: &u8| matches!(byte, b'0' | b'+' | b'-');
        if number.iter().all(|&byte| byte == b'0') && exponent.clone().all(is_zero) {
            return Some(*byte);
        }
    }
    None
}

/// Returns why the text of the cell at this index is neither a clue nor a blank. The cell is named if the text is a word, or if
/// cells are `spaced`.
#[cold]
pub(crate) fn wrong_value(text: &[u8], cell: usize, spaced: bool) -> Reason {
    let is_named = (spaced || character(text) < text.len()) && str::from_utf8(text).is_ok();
    match Cell::new(cell).filter(|_| is_named && !is_left_out(text)) {
        Some(cell) => Reason::Cell(Word::new(text), cell),
        None => unexpected(text),
    }
}

/// Returns whether a program writes this where it leaves something out.
pub(super) fn is_left_out(text: &[u8]) -> bool {
    text == "…".as_bytes() || text == b"..."
}

/// Returns why `text` does not begin with a cell.
#[cold]
pub(crate) fn unexpected(text: &[u8]) -> Reason {
    let character = text.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    match character {
        Some('…') => Reason::LeftOut,
        _ if text == b"..." => Reason::LeftOut,
        Some(character) if !character.is_ascii() && !character.is_control() => Reason::Character(character),
        _ => Reason::Byte(text.first().copied().unwrap_or(b' ')),
    }
}
