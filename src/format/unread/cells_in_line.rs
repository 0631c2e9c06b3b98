//! Cells one after another on any line, such as those of a row between a label and a note.

use memchr::{memchr, memchr_iter};

use crate::board::grid::{CELLS, digit, is_blank};
use crate::format::cells::{SHORTEST, SIDE, Style, is_cell, is_gap, is_row_of_spaces};

/// The smallest numbers of clues and of different digits of a puzzle with one solution.
pub(crate) const CLUES: usize = 17;
const DIGITS: u32 = 8;

/// Those of a puzzle that is one word of 81 cells, some of whose clues may be lost. A map of the clues has one or two digits.
pub(super) const CLUES_OF_WORD: usize = SIDE;
const DIGITS_OF_WORD: u32 = 5;

/// The smallest number of cells of a part of a puzzle that is not a row. Most numbers are shorter.
pub(crate) const PART: usize = 2 * SIDE;

/// What a byte can be, in bits: a clue or a blank, a gap between words, a punctuation mark, a part of a character outside ASCII, a
/// letter, the first byte of a word that is one cell, such as `NaN` or `5.0`.
const CELL: u8 = 1;
const GAP: u8 = 2;
const MARK: u8 = 4;
const FOREIGN: u8 = 8;
const LETTER: u8 = 16;
const INITIAL: u8 = 32;

static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    kernel::const_for!(index in 0..256 => {
        let byte = index as u8;
        let is_cell = digit(byte).is_some() || is_blank(byte);
        let is_letter = byte.is_ascii_alphabetic() && !is_cell;
        kinds[index] = CELL * is_cell as u8
            + GAP * (is_gap(byte) || matches!(byte, b':' | b'<' | b'>')) as u8
            + MARK * (byte.is_ascii_punctuation() && !is_cell) as u8
            + FOREIGN * matches!(byte, b'~' | 0x80..) as u8
            + LETTER * (is_letter || byte.is_ascii_control()) as u8
            + INITIAL * matches!(byte, b'0'..=b'9' | b'N' | b'n' | b'u' | b'~') as u8;
    });
    kinds
};

/// Returns whether a byte is of one of these kinds.
#[inline]
fn is(byte: u8, kinds: u8) -> bool {
    KINDS[usize::from(byte)] & kinds != 0
}

/// What cells have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) cells: usize,
    clues: usize,
    /// The set of the different clues.
    digits: u16,
}

impl Content {
    const BLANK: Self = Self { cells: 1, clues: 0, digits: 0 };

    /// Returns the content of cells of one character each.
    fn of(cells: impl Iterator<Item = char>) -> Self {
        let mut content = Self::default();
        for cell in cells {
            content.cells += 1;
            if cell.is_numeric() && !matches!(cell, '0' | '０') {
                content.clues += 1;
                content.digits |= 1 << (cell as u32 % 16); // different in every script
            }
        }
        content
    }

    /// Returns the content of cells of one byte each.
    fn of_bytes<'a>(cells: impl IntoIterator<Item = &'a u8>) -> Self {
        let mut content = Self::default();
        for &byte in cells {
            content.cells += 1;
            if digit(byte).is_some() {
                content.clues += 1;
                content.digits |= 1 << (byte % 16);
            }
        }
        content
    }

    /// Returns the content of all characters of a text.
    fn of_text(text: &[u8]) -> Self {
        Self::of(text.utf8_chunks().flat_map(|chunk| chunk.valid().chars()))
    }

    pub(super) fn add(&mut self, other: Self) {
        self.cells += other.cells;
        self.clues += other.clues;
        self.digits |= other.digits;
    }

    fn has_blanks(self) -> bool {
        self.clues < self.cells
    }

    /// Returns whether this could be a puzzle with one solution, if it has the right number of cells. A complete grid is an answer.
    pub(super) fn is_puzzle(self) -> bool {
        self.has(CLUES, DIGITS)
    }

    /// Returns whether there are blanks, and this many clues and different digits or more.
    fn has(self, clues: usize, digits: u32) -> bool {
        self.has_blanks() && self.clues >= clues && self.digits.count_ones() >= digits
    }
}

/// Words of cells, one after another, which are equally long, or parts of a puzzle.
#[derive(Default)]
pub(crate) struct Run {
    /// The number of cells of each word, or `PART`.
    length: usize,
    content: Content,
    /// The number of empty fields among the cells.
    empty: usize,
}

impl Run {
    /// Adds the content of a word, or of an empty field.
    fn add(&mut self, word: Content, is_empty: bool) {
        let (length, cells) = match word.cells {
            1 | 3 | SIDE => (word.cells, word.cells),
            PART.. if word.has_blanks() && word.clues > 0 => (PART, word.cells),
            _ => (0, 0),
        };
        if length != self.length {
            *self = Self { length, ..Self::default() };
        }
        self.content.add(Content { cells, ..word });
        self.empty += usize::from(is_empty);
    }

    /// Ends at a word that is no cell, but for a tag or a label between rows.
    fn pass(&mut self, word: &[u8]) {
        let is_between_rows =
            || self.content.cells.is_multiple_of(SIDE) && !word.iter().any(u8::is_ascii_digit);
        if self.content.cells > 0 && !is_between_rows() {
            *self = Self::default();
        }
    }

    /// Returns whether these cells could be a puzzle.
    pub(super) fn is_puzzle(&self) -> bool {
        let (clues, digits) =
            if self.length == PART { (CLUES_OF_WORD, DIGITS_OF_WORD) } else { (CLUES, DIGITS) };
        self.content.cells >= SHORTEST && self.content.has(clues, digits)
    }

    /// Adds a field of a row. Returns whether it is the last of 81 cells that could be a puzzle.
    pub(crate) fn ends_with(&mut self, field: &[u8]) -> bool {
        let content = if field.is_empty() { Content::BLANK } else { cells_of(field) };
        if !matches!(content.cells, 1 | SIDE) {
            *self = Self::default();
            return false;
        }
        self.add(content, field.is_empty());
        self.content.cells >= CELLS && std::mem::take(self).is_puzzle()
    }
}

/// What is in the words of a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    /// The number of puzzles that cells one after another could be.
    pub(super) puzzles: u64,
    /// The content of the most cells one after another, if these are nine or more: a row, or a longer part of a puzzle. A name with a
    /// number and empty fields beside it, as in a spreadsheet, is not a row.
    pub(super) row: Option<Content>,
    /// The number of these cells. More than nine are one row if they are not one word, such as those with a number beside them.
    most: usize,
    /// Whether a word has letters.
    has_letters: bool,
}

impl Found {
    /// Finds the cells of a line, or of a text, in which all line ends are gaps.
    pub(super) fn of(text: &[u8]) -> Self {
        let (mut found, mut run) = (Self::default(), Run::default());
        let (mut start, mut before, mut last) = (0, b'\n', b'\n');
        let mut has_two_spaces = false;
        while start <= text.len() {
            let is_escape = last == b'\\' && matches!(text.get(start), Some(b'n' | b'r' | b't' | b'x'));
            start += usize::from(is_escape); // a line end in a string of JSON, or a byte in one of source code
            let (length, kinds) = first_word(&text[start..]);
            let end = text.get(start + length).copied().unwrap_or(b'\n');
            let word = &text[start..start + length];
            start += length + 1;
            if word.is_empty() {
                let is_empty_text = end == last && matches!(end, b'"' | b'\'');
                if is_empty_text || is_empty_field(before, end) {
                    found.add(&mut run, Content::BLANK, true);
                }
                has_two_spaces |= end == b' ' && last == b' ';
                if !matches!(end, b' ' | b'\r') {
                    before = end;
                }
                last = end;
                continue;
            }
            (before, last) = (end, end);
            found.has_letters |= kinds & LETTER != 0;
            if kinds & (MARK | FOREIGN | LETTER) != 0 {
                found.add_other(&mut run, word, kinds);
                continue;
            }
            if matches!(length, 1 | 3 | SIDE | PART..) {
                found.add(&mut run, cells_of(word), false);
            } else {
                run = Run::default();
            }
        }
        if has_two_spaces {
            found.puzzles += puzzles_of_spaces(text);
        }
        let may_be_row = || has_two_spaces || text.len() == SIDE || memchr(b'|', text).is_some();
        let mut within_tags = text.split(|byte| matches!(byte, b'<' | b'>'));
        if found.row.is_none()
            && (is_row_of_tags(text) || may_be_row() && within_tags.any(is_row_with_spaces))
        {
            found.row = Some(Content { cells: SIDE, ..Content::of_text(text) });
        }
        found
    }

    /// Adds the content of a word that does not consist of cells after a `run` of others, or of the words in it.
    fn add_other(&mut self, run: &mut Run, word: &[u8], kinds: u8) {
        let content = cells_of(word);
        let is_letter = content.clues == 0 && content.cells == 1 && run.length > 1; // a tag such as <p>
        if content.cells > 0 && !is_letter {
            self.add(run, content, false);
        } else if kinds & MARK == 0 {
            run.pass(word);
        } else {
            for part in word.split(|&byte| is(byte, MARK)) {
                match cells_of(part) {
                    Content { cells: 0, .. } => run.pass(part),
                    content => self.add(run, content, false),
                }
            }
        }
    }

    /// Adds the content of a word after a `run` of others.
    #[inline]
    fn add(&mut self, run: &mut Run, word: Content, is_empty: bool) {
        let was_puzzle = run.is_puzzle();
        run.add(word, is_empty);
        let filled = run.content.cells - run.empty;
        if run.content.cells < SIDE || filled <= usize::from(self.has_letters) {
            return;
        }
        if run.content.cells > self.most {
            self.most = run.content.cells;
            let cells = if run.length == PART { self.most } else { SIDE };
            self.row = Some(Content { cells, ..run.content });
        }
        let is_puzzle = run.is_puzzle();
        self.puzzles += u64::from(is_puzzle && !was_puzzle);
        if run.content.cells >= CELLS && (is_puzzle || !run.content.has_blanks()) {
            *run = Run::default(); // another may follow
        }
    }
}

/// Returns the number of puzzles in a text whose blanks are spaces.
fn puzzles_of_spaces(text: &[u8]) -> u64 {
    let is_other = |&byte: &u8| byte != b' ' && digit(byte).is_none();
    let is_puzzle = |part: &&[u8]| {
        (SHORTEST..=CELLS + SIDE).contains(&part.len())
            && has_two_spaces(part)
            && Content::of_text(part).is_puzzle()
    };
    text.split(is_other).map(<[u8]>::trim_ascii).filter(is_puzzle).count() as u64
}

/// Returns whether a line is a row with spaces as blanks. It may lack those before and after its clues, and two numbers with a space
/// between them are none.
fn is_row_with_spaces(line: &[u8]) -> bool {
    let text = if line.len() == SIDE { line } else { line.trim_ascii_end() };
    memchr(b'|', text).is_some() && Style::Bars.fits(text, SIDE)
        || is_row_of_spaces(text) && (text.len() == SIDE || has_two_spaces(text))
}

fn has_two_spaces(text: &[u8]) -> bool {
    text.windows(2).any(|two| two == b"  ")
}

/// Returns whether a line has nine cells of a table of HTML.
fn is_row_of_tags(line: &[u8]) -> bool {
    memchr_iter(b'<', line).filter(|&at| line[at..].starts_with(b"<td")).count() == SIDE
}

/// Returns the length of the first word of a text and the kinds of its bytes.
#[inline]
fn first_word(text: &[u8]) -> (usize, u8) {
    let mut kinds = 0;
    let length = text.iter().position(|&byte| {
        let kind = KINDS[usize::from(byte)];
        kind & GAP != 0 || {
            kinds |= kind;
            false
        }
    });
    (length.unwrap_or(text.len()), kinds)
}

/// Returns whether nothing between two gaps is an empty field, which is a blank. A line or a tag may begin or end there.
fn is_empty_field(before: u8, end: u8) -> bool {
    let is_border = |byte: u8| matches!(byte, b'\n' | b'<' | b'>');
    match (before, end) {
        (border, other) | (other, border) if is_border(border) => matches!(other, b',' | b';' | b'\t'),
        _ => before == end && matches!(end, b',' | b';' | b'\t' | b'|'),
    }
}

/// Returns the content of a word of cells. Its blanks can be any one character but those of tags, or any characters outside ASCII
/// that are not letters. Up to nine characters of a puzzle may be wrong.
fn cells_of(word: &[u8]) -> Content {
    if is_rule(word) || begins_like_text(word) {
        return Content::default();
    }
    let Some(other) = word.iter().find(|&&byte| !is_cell(byte)) else { return Content::of_bytes(word) };
    if word.len() > CELLS - SIDE {
        let content = Content::of_bytes(word.iter().filter(|&&byte| is_cell(byte)));
        if content.cells >= CELLS - SIDE && word.len() - content.cells <= SIDE {
            return content;
        }
    }
    if !word.is_ascii() {
        return str::from_utf8(word).map(of_other_characters).unwrap_or_default();
    }
    if !matches!(other, b'<' | b'>') && word.iter().all(|byte| byte.is_ascii_digit() || byte == other) {
        return Content::of_bytes(word);
    }
    let value = Some(word)
        .filter(|word| word.iter().take(2).any(|&byte| is(byte, INITIAL)))
        .and_then(|word| Style::Words(0).value(word));
    value.map(|byte| Content::of_bytes(&[byte])).unwrap_or_default()
}

/// Returns whether a word begins with two different letters or marks, as no cells do but such as `NaN`, and is too short for a puzzle
/// with wrong characters. Most words are examined no further.
#[inline]
fn begins_like_text(word: &[u8]) -> bool {
    let [first, second, ..] = *word else { return false };
    let is_other = |byte: u8| is(byte, LETTER | MARK) && !is(byte, INITIAL);
    first != second && is_other(first) && is_other(second) && word.len() <= CELLS - SIDE
}

/// Returns the content of a word with characters outside ASCII.
fn of_other_characters(word: &str) -> Content {
    let mut blank = None;
    let is_cell = |character: char| match character {
        _ if character.is_numeric() => true,
        '\0'..='\x7f' => *blank.get_or_insert(character) == character,
        _ => !character.is_alphabetic(),
    };
    if !word.chars().all(is_cell) {
        return Content::default();
    }
    let content = Content::of(word.chars());
    // Some digits are several characters.
    let is_row = (SIDE..SHORTEST).contains(&content.cells) && content.clues > 0;
    Content { cells: if is_row { SIDE } else { content.cells }, ..content }
}

/// Returns true for a character that is repeated, as in a rule, but not for dots or digits.
fn is_rule(word: &[u8]) -> bool {
    let [first, rest @ ..] = word else { return false };
    rest.len() > 1 && !matches!(first, b'.' | b'0'..=b'9') && rest.iter().all(|byte| byte == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_beside_empty_fields_is_not_a_row() {
        for (line, is_row) in [
            ("53..7....", true),
            ("row 1: 5 3 . | . 7 . | . . .", true),
            ("<b>5 3 ~ ~ 7 ~ ~ ~ 9</b>", true),
            ("5,3,,,7,,,,", true),
            (",,,,7,,,,", true),
            ("Puzzle 1,,,,,,,,", false),
            (",,,,,,,,", false),
            ("---------", false),
            ("2024-01-05", false),
        ] {
            assert_eq!(Found::of(line.as_bytes()).row.is_some(), is_row, "{line}");
        }
    }

    #[test]
    fn one_word_of_81_cells_may_have_lost_clues() {
        let is_puzzle = |text: &str| Found::of(text.as_bytes()).puzzles == 1;
        let clues = |text: &str| format!("{text}{}", ".".repeat(81 - text.len()));
        assert!(is_puzzle(&clues("123456712")));
        assert!(!is_puzzle(&clues("12345671")), "8 clues");
        assert!(!is_puzzle(&clues("123412341234")), "4 digits");
        assert!(!is_puzzle(&"110010120".repeat(9)), "a map of the clues");
        assert!(!is_puzzle(&"123456789".repeat(9)), "a complete grid");
    }
}
