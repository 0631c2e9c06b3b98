//! The cells of a text, in each style in which people and programs write them.
//!
//! A puzzle is 81 cells. They stand on one line, or nine on each of nine lines. How the cells of a line are written is its
//! [`Style`]; detection, reading, and the positions of defects all use the cells that it finds.
//!
//! ```text
//! Gaps      53..7....   5 3 . | . 7 .   [5, 3, 0, 0, 7]   a character each
//! Words     5 3 NA NA 7   [5.0, None, …]                  a word each
//! Groups    5 3 124 26 7                                  a group of candidates each
//! Spaces    53  7                                         a character each; a space is a blank
//! Bars      | 5 3   |   7   |                             a place each between bars; a space is a blank
//! Rows      53..7..../6..195.../…                     a character each, with another one between rows
//! Fields    5,3,,,7                                       a field each; an empty one is a blank
//! ```

use super::Reason;
use super::defect::Word;
use super::read::csv_tokenizer::{Delimiter, Fields};
use crate::board::grid::{self, CELLS, Cell, digit, is_blank};

/// The number of rows of a grid, and of cells of a row.
pub(crate) const SIDE: usize = 9;

/// The largest number of bytes of a text that is searched for 81 cells.
const LONGEST: usize = 8192;

/// The smallest number of characters of 81 cells whose spaces at the end are missing.
pub(crate) const SHORTEST: usize = 41;

/// How the cells of a line are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// One character each, with or without spaces, bars, commas, brackets and quotes around and between them.
    #[default]
    Gaps,
    /// A word each from this one on, counted from 0, with the same characters between them.
    Words(usize),
    /// A group of candidates each.
    Groups,
    /// One character each; a space is a blank. Spaces at the end may be missing.
    Spaces,
    /// Three characters at equal distances before, between and after two bars; a space is a blank.
    Bars,
    /// One character each; after each nine there is one more between two rows.
    Rows,
    /// A field each from this column on, counted from 0; a blank may be empty.
    Fields(u8, usize),
}

/// The cells of a line with their byte offsets. The text of a blank may be empty.
pub(crate) struct Cells<'a> {
    line: &'a [u8],
    at: usize,
    style: Style,
    places: [usize; SIDE],
    fields: Option<Fields<'a>>,
    /// The offset of the row within bars.
    before: usize,
}

impl Style {
    /// Returns this style with its first cell in this column, counted from 0.
    pub(crate) fn starting_in(self, first: usize) -> Self {
        match self {
            Self::Fields(delimiter, _) => Self::Fields(delimiter, first),
            _ => Self::Words(first),
        }
    }

    /// Returns the cells of `line`.
    pub(crate) fn cells(self, line: &[u8]) -> Cells<'_> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mut cells = Cells { line, at: 0, style: self, places: [0; SIDE], fields: None, before: 0 };
        match self {
            Self::Bars => cells.places = places_between_bars(line).unwrap_or([usize::MAX; SIDE]),
            Self::Words(first) => cells.by_ref().take(first).for_each(drop),
            Self::Fields(delimiter, first) => {
                let (row, before) = within_bars(line, delimiter);
                (cells.line, cells.before) = (row, before);
                cells.fields = Some(Fields::of_line(row, Delimiter::Byte(delimiter)));
                cells.by_ref().take(first).for_each(drop);
            }
            _ => {}
        }
        cells
    }

    /// Returns the byte of a cell, a clue or a blank, or `None` if it is neither.
    pub(crate) fn value(self, text: &[u8]) -> Option<u8> {
        match text {
            [] | b" " => Some(b'.'),
            &[byte] if is_cell(byte) => Some(byte),
            _ if self == Self::Gaps => None,
            _ => value_of_word(text),
        }
    }

    /// Returns whether the line has exactly `count` cells, which are all clues or blanks, some of them clues, and whether only this
    /// style shows that.
    pub(crate) fn fits(self, line: &[u8], count: usize) -> bool {
        let (mut found, mut clues, mut special) = (0, 0, 0);
        for (_, text) in self.cells(line) {
            found += 1;
            match text {
                [byte] if digit(*byte).is_some() => clues += 1,
                [byte] if is_blank(*byte) => {}
                [] | b" " if found > count => found -= 1,
                _ if self == Self::Groups => {
                    if !is_group(text) {
                        return false;
                    }
                    special += 1;
                }
                _ if is_left_out(text) => special += 1,
                _ => match self.value(text) {
                    Some(byte) => {
                        (special, clues) = (special + 1, clues + usize::from(digit(byte).is_some()))
                    }
                    None => return false,
                },
            }
            if found > count {
                return false;
            }
        }
        match self {
            _ if found != count => false,
            Self::Gaps => !is_ruled(line),
            Self::Groups => special > 0,
            Self::Spaces => special > 0 && clues > SIDE,
            Self::Fields(b'|', _) => clues > 0,
            Self::Fields(..) if count == CELLS => clues > 0,
            _ => special > 0 && (clues > 0 || matches!(self, Self::Words(_) | Self::Bars)),
        }
    }
}

impl<'a> Iterator for Cells<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (line, at) = (self.line, self.at);
        let skip = |from: usize, is_end: fn(u8) -> bool| {
            line[from..].iter().position(|&byte| is_end(byte)).map_or(line.len(), |length| from + length)
        };
        let (start, end) = match self.style {
            Style::Gaps => {
                let start = skip(at, |byte| !is_gap(byte));
                (start, start + character(line.get(start..)?))
            }
            Style::Words(_) => {
                let start = at
                    + line.get(at..)?.iter().enumerate().position(|(index, &byte)| {
                        !is_gap(byte) || is_empty_text(&line[at + index..]).is_some()
                    })?;
                if let Some(length) = is_empty_text(&line[start..]) {
                    self.at = start + length;
                    return Some((start, &[]));
                }
                (start, skip(start, is_gap))
            }
            Style::Groups => {
                let start = skip(at, |byte| !is_frame(byte));
                (start, skip(start, is_frame))
            }
            Style::Spaces => (at, at + 1),
            Style::Rows => {
                self.at += 1;
                let start = at + at / SIDE;
                return Some((start, line.get(start..=start)?));
            }
            Style::Bars => {
                let place = *self.places.get(at)?;
                self.at += 1;
                return (place != usize::MAX).then(|| (place, line.get(place..=place).unwrap_or_default()));
            }
            Style::Fields(..) => {
                let content = self.fields.as_mut()?.next()?.content(line);
                return Some((self.before + content.start, &line[content]));
            }
        };
        let text = line.get(start..end).filter(|text| !text.is_empty())?;
        self.at = end;
        Some((start, if text == b" " { &[] } else { text }))
    }
}

impl Cells<'_> {
    /// Returns the byte offset after the cells that were read.
    fn end(&self) -> usize {
        match (&self.fields, self.style) {
            (Some(fields), _) => self.before + fields.position(),
            (None, Style::Rows) => self.at + self.at.saturating_sub(1) / SIDE,
            _ => self.at.min(self.line.len()),
        }
    }
}

/// A puzzle that was read from its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Puzzle {
    pub(crate) style: Style,
    pub(crate) cells: [u8; CELLS],
    /// The byte offset of each cell.
    pub(crate) places: [u32; CELLS],
}

impl Puzzle {
    /// Returns whether a cell is blank.
    pub(crate) fn has_blanks(&self) -> bool {
        self.cells.iter().any(|&byte| is_blank(byte))
    }
}

/// Reads the first 81 cells of a text, in this style. Returns `None` if there are fewer; the text after them begins at the offset.
///
/// # Errors
/// The byte offset of the first cell that is neither a clue nor a blank, or a blank of a second kind, with the reason.
pub(crate) fn read(style: Style, text: &[u8]) -> Option<Result<(Puzzle, usize), (usize, Reason)>> {
    let mut puzzle = Puzzle { style, cells: [b'.'; CELLS], places: [text.len() as u32; CELLS] };
    let (mut cells, mut found, mut wrong, mut kinds) = (style.cells(text), 0, None, Kinds::default());
    let is_spaced = matches!(style, Style::Gaps | Style::Words(_)) && text.iter().any(|&byte| is_gap(byte));
    for (at, cell) in cells.by_ref().take(CELLS) {
        puzzle.places[found] = at as u32;
        match style.value(cell) {
            Some(byte) => {
                puzzle.cells[found] = byte;
                let mixed = if digit(byte).is_some() { None } else { kinds.add(cell, byte) };
                wrong = wrong.or(mixed.map(|reason| (at, reason)));
            }
            None => wrong = wrong.or_else(|| Some((at, wrong_value(cell, found, is_spaced)))),
        }
        found += 1;
    }
    if style == Style::Spaces && found >= SHORTEST {
        found = CELLS;
    }
    (found == CELLS).then(|| wrong.map_or(Ok((puzzle, cells.end())), Err))
}

/// Returns the 81 cells of a text with nothing else in it: compact ones in rows with characters between them, as programs print
/// arrays, words, or digits and spaces. Returns `None` if it does not have 81 cells.
///
/// # Errors
/// The byte offset of the first cell that is neither a clue nor a blank, with the reason.
#[cold]
pub(crate) fn in_text(text: &[u8]) -> Option<Result<Puzzle, (usize, Reason)>> {
    if text.len() > LONGEST || text.len() < SHORTEST {
        return None;
    }
    let styles = [Style::Spaces, Style::Gaps, Style::Words(0)];
    let style = styles.into_iter().find(|&style| match style {
        Style::Spaces => is_of_spaces(text),
        _ => is_meant(style, text),
    })?;
    Some(read(style, text)?.map(|(puzzle, _)| puzzle))
}

/// Returns whether a line is 81 words most of which are clues or blanks. The numbers of columns are not.
pub(crate) fn is_of_words(line: &[u8]) -> bool {
    let words = || Style::Words(0).cells(line);
    words().count() == CELLS
        && 2 * words().filter(|(_, word)| Style::Words(0).value(word).is_some()).count() > CELLS
}

/// Returns whether a text has 81 cells and most of them are clues or blanks.
fn is_meant(style: Style, text: &[u8]) -> bool {
    let is_value = |cell: &[u8]| style.value(cell).is_some() || style != Style::Gaps && is_number(cell);
    let values = style.cells(text).filter(|(_, cell)| is_value(cell)).count();
    2 * values > CELLS && style.cells(text).count() == CELLS
}

/// Returns true for the text of a number.
pub(crate) fn is_number(text: &[u8]) -> bool {
    text.len() < 40
        && text.iter().all(|&byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e'))
}

/// Returns true for a line of digits and spaces that can only be a puzzle with spaces as blanks. A row of a grid has fewer
/// digits.
pub(crate) fn is_of_spaces(line: &[u8]) -> bool {
    let digits = || line.iter().filter(|&&byte| digit(byte).is_some()).count();
    (SHORTEST..=CELLS).contains(&line.len())
        && line.contains(&b' ')
        && line.iter().all(|&byte| byte == b' ' || digit(byte).is_some())
        && (line.len() == CELLS || digits() > SIDE)
}

/// The kinds of blanks of a puzzle.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kinds(Option<(u8, Word)>);

impl Kinds {
    /// Adds a blank that is written as `text` and read as `byte`. Returns why it does not fit the others.
    pub(crate) fn add(&mut self, text: &[u8], byte: u8) -> Option<Reason> {
        let kind = if text.is_empty() || text == b" " { b' ' } else { byte.to_ascii_lowercase() };
        let kind = if text.len() > 1 && byte == b'.' { b' ' } else { kind };
        match self.0 {
            None => {
                self.0 = Some((kind, Word::new(text)));
                None
            }
            Some((first, word)) => (first != kind).then(|| Reason::Blanks(word, Word::new(text))),
        }
    }
}

/// Returns the index of the first cell of a puzzle that is neither a clue nor a blank, or else of the first blank of a second kind,
/// with the reason. `None` if there is neither.
#[cold]
pub(crate) fn wrong_cell(cells: &[u8]) -> Option<(usize, Reason)> {
    match grid::first_bad_byte(cells) {
        Some(at) => Some((at, unexpected(&cells[at..]))),
        None => mixed_blanks(cells),
    }
}

/// Returns the index of the first blank of a second kind, with the reason.
#[cold]
pub(crate) fn mixed_blanks(cells: &[u8]) -> Option<(usize, Reason)> {
    let [first, second] = grid::mixed_blanks(cells)?;
    let word = |at: usize| Word::new(&cells[at..=at]);
    Some((second, Reason::Blanks(word(first), word(second))))
}

/// Returns the offset of the first colon of a text that begins with 81 cells of which some are colons. A colon is no blank.
pub(crate) fn colon_as_blank(text: &[u8]) -> Option<usize> {
    let cells = text.get(..CELLS).filter(|cells| cells.iter().all(|&byte| is_cell(byte) || byte == b':'))?;
    memchr::memchr(b':', cells)
}

/// Returns whether this byte is a clue or a blank.
pub(crate) fn is_cell(byte: u8) -> bool {
    digit(byte).is_some() || is_blank(byte)
}

/// Returns whether this byte separates cells. Programs print arrays with brackets around rows, and source code has quotes around
/// them.
pub(crate) const fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'|' | b',' | b';' | b'/' | b'\\')
        || matches!(byte, b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'"' | b'\'')
}

/// Returns whether this byte separates groups of candidates.
fn is_frame(byte: u8) -> bool {
    is_gap(byte) || matches!(byte, b':' | b'*' | b'!' | b'+')
}

/// Returns true for ascending digits.
fn is_group(text: &[u8]) -> bool {
    text.is_sorted_by(|a, b| a < b) && text.iter().all(|&byte| digit(byte).is_some())
}

/// Returns true for a line drawn between bands or around the grid. Nine dashes are instead a row of nine blanks.
pub(crate) fn is_ruled(text: &[u8]) -> bool {
    let drawn =
        |&byte: &u8| matches!(byte, b'-' | b'+' | b'=' | b'|' | b' ' | b'*' | b'.' | b':' | b',' | b'\'');
    let count = |is_counted: fn(u8) -> bool| text.iter().filter(|&&byte| is_counted(byte)).count();
    let has_dashes = || {
        count(|byte| !is_gap(byte) || byte == b'\'') != SIDE && text.windows(3).any(|three| three == b"---")
    };
    text.iter().all(drawn) && (count(|byte| byte == b'=') > 2 || has_dashes())
}

/// Returns the length of two quotes with nothing or a space between them: an empty text.
fn is_empty_text(text: &[u8]) -> Option<usize> {
    match text {
        [b'"', b'"', ..] | [b'\'', b'\'', ..] => Some(2),
        [b'"', b' ', b'"', ..] | [b'\'', b' ', b'\'', ..] => Some(3),
        _ => None,
    }
}

/// Returns the number of bytes of the first character of a text.
fn character(text: &[u8]) -> usize {
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
fn value_of_word(text: &[u8]) -> Option<u8> {
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
fn is_left_out(text: &[u8]) -> bool {
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

/// Returns the row between the bars around it, as in `|5|3| |…|`, with the number of bytes before it. Text may follow the last of
/// ten bars. Other delimiters are only between fields.
fn within_bars(line: &[u8], delimiter: u8) -> (&[u8], usize) {
    let before = line.len() - line.trim_ascii_start().len();
    if delimiter != b'|' || line.get(before) != Some(&b'|') {
        return (line, 0);
    }
    let mut bars = memchr::memchr_iter(b'|', line).skip(SIDE);
    let text = line.trim_ascii_end();
    match bars.next() {
        Some(last) if bars.next().is_none() => (&line[before + 1..last], before + 1),
        _ => (text.strip_suffix(b"|").unwrap_or(text).get(before + 1..).unwrap_or_default(), before + 1),
    }
}

/// Returns the places of the nine cells of a row with two bars between them, and possibly more around them.
///
/// ```text
/// | 5 3   |   7   |       |        5 3   |   7   |
///   ▲ ▲ ▲   ▲ ▲ ▲   ▲ ▲ ▲          ▲ ▲ ▲   ▲ ▲ ▲   ▲ ▲ ▲
/// ```
fn places_between_bars(line: &[u8]) -> Option<[usize; SIDE]> {
    let mut bars = [0; 4];
    let mut found = 0;
    for at in memchr::memchr_iter(b'|', line) {
        *bars.get_mut(found)? = at;
        found += 1;
    }
    let begins = line.trim_ascii_start().starts_with(b"|");
    let inner = match found {
        2 => &bars[..2],
        3 if begins => &bars[1..3],
        3 => &bars[..2],
        4 => &bars[1..3],
        _ => return None,
    };
    let width = inner[1] - inner[0];
    if width < 4 || width % 2 == 1 {
        return None;
    }
    let first = if width <= 6 { 1 } else { 2 };
    let pitch = (width - 2 * first) / 2;
    let places = |from: usize| [from + first, from + first + pitch, from + first + 2 * pitch];
    let before = places(0).map(|place| (inner[0] + place).checked_sub(width));
    let [Some(a), Some(b), Some(c)] = before else { return None };
    let ([d, e, f], [g, h, i]) = (places(inner[0]), places(inner[1]));
    let places = [a, b, c, d, e, f, g, h, i];
    // Nothing but spaces and bars stands elsewhere before the last cell.
    let is_free = |(at, byte): (usize, &u8)| places.contains(&at) || matches!(byte, b' ' | b'|');
    let end = line.len().min(places[SIDE - 1] + 1);
    (line[..end].iter().enumerate().all(is_free)).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Returns the puzzle with each cell written by `cell`, and `between` rows.
    fn written(cell: impl Fn(char) -> String, between: &str) -> String {
        let row = |row: &[u8]| row.iter().map(|&byte| cell(char::from(byte))).collect::<String>();
        PUZZLE.as_bytes().chunks(SIDE).map(row).collect::<Vec<_>>().join(between)
    }

    #[test]
    fn eighty_one_cells_are_found_in_any_text() {
        for (text, style) in [
            (PUZZLE.to_owned(), Style::Gaps),
            (written(|cell| cell.to_string(), "/"), Style::Gaps),
            (written(|cell| format!("{cell}, "), "],\n ["), Style::Gaps),
            (written(|cell| format!("{}, ", cell.to_string().replace('.', "None")), "], ["), Style::Words(0)),
            (written(|cell| format!("{}, ", cell.to_string().replace('.', "''")), "], ["), Style::Words(0)),
            (
                written(|cell| format!("{} ", (cell.to_string() + ".0").replace("..0", "nan")), "\n"),
                Style::Words(0),
            ),
            (written(|cell| cell.to_string().replace('.', " "), ""), Style::Spaces),
        ] {
            let puzzle = in_text(text.as_bytes()).expect("81 cells").expect("a puzzle");
            assert_eq!((&puzzle.cells[..], puzzle.style), (PUZZLE.as_bytes(), style), "{text}");
        }
        assert_eq!(in_text(&PUZZLE.as_bytes()[1..]), None);
    }

    #[test]
    fn the_first_wrong_cell_is_named_with_its_place() {
        let wrong = |text: &str| {
            let (at, reason) = in_text(text.as_bytes()).expect("81 cells").expect_err("a wrong one");
            format!("{at}: {reason}")
        };
        let ten = written(|cell| format!("{} ", cell.to_string().replace('8', "10").replace('.', "0")), "");
        assert_eq!(wrong(&ten), "40: '10' in r3c3 is neither a clue nor a blank");
        let left_out = written(|cell| format!("{} ", cell.to_string().replace('7', "…")), "");
        assert_eq!(wrong(&left_out), "8: '…' stands for something that was left out: write the whole grid");
        let mixed = PUZZLE.replacen('.', "0", 1);
        assert!(wrong(&mixed).contains("two kinds of blanks, '0' and '.'"), "{}", wrong(&mixed));
    }

    #[test]
    fn drawn_cells_are_read_by_their_places() {
        let cells = |line: &str| -> String {
            let text = |(_, text): (usize, &[u8])| {
                String::from_utf8_lossy(text).replace(' ', "").chars().next().unwrap_or('.')
            };
            Style::Bars.cells(line.as_bytes()).map(text).collect()
        };
        assert_eq!(cells("| 5 3   |   7   |       |"), "53..7....");
        assert_eq!(cells("5 3   |   7   |     9"), "53..7...9");
        assert_eq!(cells("|53 | 7 |  9|"), "53..7...9");
        assert_eq!(cells("|5 3  |  7  |    9|"), "53..7...9");
        assert_eq!(cells("| 5 3   |  77   |       |"), "", "a digit between the places");
    }

    #[test]
    fn numbers_below_zero_are_named() {
        let numbers: Vec<String> = PUZZLE
            .bytes()
            .map(|byte| format!("{}", if byte == b'.' { -1 } else { i32::from(byte - b'0') }))
            .collect();
        let (at, reason) = in_text(numbers.join(" ").as_bytes()).expect("81 cells").expect_err("a wrong one");
        assert_eq!((at, reason.to_string().as_str()), (4, "'-1' in r1c3 is neither a clue nor a blank"));
    }
}
