//! The guard of everything that is skipped: comments, headings, other fields and values, the rest of a line.
//!
//! Each part of an input that could hold a puzzle is a record, is malformed, or is counted here as not read. A reader passes what
//! it skips to [`could_hold`], or line by line to [`SkippedRows`], and adds what could to
//! [`Records::unread`](super::Records::unread).

use std::array;
use std::ops::Range;

use memchr::{memchr, memmem};

use super::cells::{SHORTEST, SIDE, Style, is_cell, is_gap, is_row_of_spaces};
use super::read::line::line_start;
use crate::board::grid::{CELLS, digit};

/// The smallest numbers of clues and of different digits of a puzzle with one solution.
pub(crate) const CLUES: usize = 17;
const DIGITS: u32 = 8;

/// The columns of puzzles that `canon` and `minimize` make from those of the input.
const MADE: [&str; 4] = ["form", "canon_form", "minimal", "minimize_minimal"];

/// Returns whether a column of this name has puzzles that this program made from those of the input. They need not be read.
pub(crate) fn is_made(name: &[u8]) -> bool {
    MADE.iter().any(|made| made.as_bytes() == name)
}

/// Returns whether a text could hold a puzzle: 17 clues or more among 81 cells, or among what is left of them, on one line or nine.
/// Numbers and other words between them are no cells, and a complete grid is an answer.
#[inline]
pub(crate) fn could_hold(text: &[u8]) -> bool {
    has_clues(text) && has_cells(text)
}

/// Returns whether a text is long enough for a puzzle and has enough clues.
#[inline]
pub(crate) fn has_clues(text: &[u8]) -> bool {
    text.len() >= SHORTEST && (clues(text) >= CLUES || !text.is_ascii())
}

/// Returns the number of digits from 1 to 9. The compiler vectorizes this.
#[inline]
fn clues(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| digit(byte).is_some()).count()
}

#[cold]
fn has_cells(text: &[u8]) -> bool {
    let has_rows = || {
        let mut rows = Rows::default();
        text.split(|&byte| byte == b'\n').any(|line| rows.add(line.trim_ascii_end()))
    };
    any_run(text, Run::is_puzzle) || has_spaces(text) || memchr(b'\n', text).is_some() && has_rows()
}

/// Returns whether a text has a puzzle whose blanks are spaces.
fn has_spaces(text: &[u8]) -> bool {
    let is_other = |&byte: &u8| byte != b' ' && digit(byte).is_none();
    let is_puzzle = |part: &[u8]| {
        (SHORTEST..=CELLS + SIDE).contains(&part.len())
            && memmem::find(part, b"  ").is_some()
            && Content::of_text(part).is_puzzle()
    };
    text.split(is_other).map(<[u8]>::trim_ascii).any(is_puzzle)
}

/// Returns whether a line has nine cells or more one after another, so that it could be a row and is never a heading. A number with
/// empty fields beside it, as in a spreadsheet, is not a row.
pub(crate) fn has_row(line: &[u8]) -> bool {
    row_of(line).is_some()
}

/// Returns the content of the first such cells of a line, up to a blank.
fn row_of(line: &[u8]) -> Option<Content> {
    let mut row = None;
    any_run(line, |run| {
        let is_row = run.content.cells >= SIDE && run.content.cells > run.empty + 1;
        row = if is_row { Some(run.content) } else { row };
        is_row && run.content.has_blanks()
    });
    row.or_else(|| (memmem::find_iter(line, "<td").count() == SIDE).then(|| Content::of_text(line)))
}

/// Returns whether this is true of the cells one after another that end with any word of a text.
fn any_run(text: &[u8], mut is_wanted: impl FnMut(&Run) -> bool) -> bool {
    let (mut run, mut before, mut last) = (Run::default(), b'\n', b'\n');
    let parts = text.split_inclusive(|&byte| is_gap(byte) || byte == b':').chain([&b"\n"[..]]);
    parts.into_iter().any(|part| {
        let (word, end) = match part {
            [word @ .., end] if is_gap(*end) || *end == b':' => (word, *end),
            word => (word, b' '),
        };
        let is_empty_text = end == last && matches!(end, b'"' | b'\'');
        let is_field = !word.is_empty() || is_empty_text || is_empty_field(before, end);
        last = end;
        if !word.is_empty() || !matches!(end, b' ' | b'\r') {
            before = end;
        }
        let mut add = |content| {
            run.add(content, word.is_empty());
            is_wanted(&run)
        };
        match cells_of(word) {
            _ if word.is_empty() => is_field && add(Content::BLANK),
            Content { cells: 0, .. } => word.split(|&byte| is_mark(byte)).any(|part| add(cells_of(part))),
            content => add(content),
        }
    })
}

/// Returns whether nothing between two gaps is an empty field, which is a blank.
fn is_empty_field(before: u8, end: u8) -> bool {
    match (before, end) {
        (b'\n', other) | (other, b'\n') => matches!(other, b',' | b';' | b'\t'),
        _ => before == end && matches!(end, b',' | b';' | b'\t' | b'|'),
    }
}

/// What cells have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Content {
    cells: usize,
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

    /// Returns the content of all characters of a text.
    fn of_text(text: &[u8]) -> Self {
        Self::of(text.utf8_chunks().flat_map(|chunk| chunk.valid().chars()))
    }

    fn add(&mut self, other: Self) {
        self.cells += other.cells;
        self.clues += other.clues;
        self.digits |= other.digits;
    }

    fn has_blanks(self) -> bool {
        self.clues < self.cells
    }

    /// Returns whether this could be a puzzle with one solution, if it has the right number of cells. A complete grid is an answer.
    fn is_puzzle(self) -> bool {
        self.has_blanks() && self.clues >= CLUES && self.digits.count_ones() >= DIGITS
    }
}

/// Words of cells, one after another, which are equally long.
#[derive(Default)]
pub(crate) struct Run {
    length: usize,
    content: Content,
    /// The number of empty fields among the cells.
    empty: usize,
}

impl Run {
    /// Adds the content of a word, or of an empty field.
    fn add(&mut self, word: Content, is_empty: bool) {
        if word.cells != self.length || !matches!(word.cells, 1 | 3 | SIDE) {
            *self = Self { length: word.cells, ..Self::default() };
        }
        let cells = match word.cells {
            1 | 3 | SIDE => word.cells,
            SHORTEST.. if word.clues < word.cells => word.cells.max(CELLS),
            _ => 0,
        };
        self.content.add(Content { cells, ..word });
        self.empty += usize::from(is_empty);
    }

    /// Returns whether these cells could be a puzzle.
    fn is_puzzle(&self) -> bool {
        self.content.cells >= CELLS && self.content.is_puzzle()
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

/// Returns the content of a word of cells. Its blanks can be any one character, or any characters outside ASCII that are not letters.
/// Up to nine characters of a puzzle may be wrong.
fn cells_of(word: &[u8]) -> Content {
    let is_rule =
        word.len() > 2 && word.iter().all(|&byte| byte == word[0]) && !matches!(word[0], b'.' | b'0'..=b'9');
    let cells = word.iter().filter(|&&byte| is_cell(byte)).count();
    if !is_rule && (cells == word.len() || cells >= CELLS - SIDE && word.len() - cells <= SIDE) {
        let content = Content::of(word.iter().filter(|&&byte| is_cell(byte)).map(|&byte| char::from(byte)));
        return Content { cells, ..content };
    }
    if let Some(byte) = Style::Words(0).value(word) {
        return Content::of([char::from(byte)].into_iter());
    }
    let Some(text) = str::from_utf8(word).ok().filter(|_| !is_rule) else { return Content::default() };
    let mut blank = None;
    let is_cell = |character: char| match character {
        _ if character.is_numeric() => true,
        '\0'..='\x7f' => *blank.get_or_insert(character) == character,
        _ => !character.is_alphabetic(),
    };
    if !text.chars().all(is_cell) {
        return Content::default();
    }
    let content = Content::of(text.chars());
    // Some digits are several characters.
    let is_row = (SIDE..SHORTEST).contains(&content.cells) && content.clues > 0 && !text.is_ascii();
    Content { cells: if is_row { SIDE } else { content.cells }, ..content }
}

/// Returns whether this byte stands between words, as in `puzzle=53..7…`.
fn is_mark(byte: u8) -> bool {
    byte.is_ascii_punctuation() && !is_cell(byte)
}

/// The largest number of bytes between a puzzle and its answer for which records are compared by length.
const LONGEST_GAP: usize = 24;

/// What is beside the puzzles of a chunk. The answer of a record is mostly where the one before had it, and the rest is too short
/// for another puzzle. Then lengths and the bytes around the answer are compared, and nothing is searched.
///
/// ```text
/// {"id":7,"puzzle":"53..7…","solution":"534678…","level":"easy"}
///                         │       gap    │      │
///                         puzzle.end     begin  end, the byte `close`
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Beside {
    /// The bytes between the puzzle and the answer of the last record that was examined, in words of eight; the bits of the mask
    /// are 1 there.
    gap: [u64; LONGEST_GAP / 8],
    mask: [u64; LONGEST_GAP / 8],
    /// The number of bytes from the end of that puzzle to the beginning and to the end of its answer. Both are 0 if it has none.
    begin: usize,
    end: usize,
    /// The byte after the answer, or a line end if the record ends there.
    close: u8,
}

impl Beside {
    /// Returns whether a record is too short for another puzzle besides `puzzle` and an answer where the last record had it.
    #[inline(always)] // for every record
    pub(crate) fn is_all(&self, record: &[u8], puzzle: Range<usize>) -> bool {
        let rest = record.len().wrapping_sub(puzzle.end + self.end);
        puzzle.start < SHORTEST
            && rest < SHORTEST
            && (self.end == 0 || self.has_answer(&record[puzzle.end..]))
    }

    /// Returns whether an answer is where the last record had it, in the text after a puzzle.
    #[inline(always)]
    fn has_answer(&self, after: &[u8]) -> bool {
        let Some(gap) = after.first_chunk::<LONGEST_GAP>() else { return false };
        let (words, _) = gap.as_chunks();
        let is_known = |word: usize| u64::from_le_bytes(words[word]) & self.mask[word] == self.gap[word];
        let is_gap = is_known(0) && (self.begin <= 8 || is_known(1) && is_known(2));
        let close = after.get(self.end).copied().unwrap_or(b'\n');
        is_gap && close == self.close && after.get(self.begin).is_some_and(|&byte| digit(byte).is_some())
    }

    /// Returns whether a record has more clues than `puzzle` and its answer, enough for another puzzle, and remembers where the answer
    /// is.
    pub(crate) fn has_more(
        &mut self,
        record: &[u8],
        puzzle: Range<usize>,
        answer: Option<Range<usize>>,
    ) -> bool {
        let answer = answer.unwrap_or(puzzle.end..puzzle.end);
        let is_after = answer.start >= puzzle.end && answer.len() == CELLS;
        *self = if is_after {
            Self::of(&record[puzzle.end..], answer.start - puzzle.end)
        } else {
            Self::default()
        };
        let (first, last) = if answer.start < puzzle.start { (answer, puzzle) } else { (puzzle, answer) };
        [&record[..first.start], &record[first.end..last.start], &record[last.end..]]
            .into_iter()
            .any(has_clues)
    }

    /// Remembers where the answer begins in the text after a puzzle, unless it is too far away.
    fn of(after: &[u8], begin: usize) -> Self {
        if begin > LONGEST_GAP {
            return Self::default();
        }
        let word = |at: usize, byte: &dyn Fn(usize) -> u8| {
            u64::from_le_bytes(array::from_fn(|index| if at + index < begin { byte(at + index) } else { 0 }))
        };
        let end = begin + CELLS;
        Self {
            gap: array::from_fn(|index| word(8 * index, &|at| after[at])),
            mask: array::from_fn(|index| word(8 * index, &|_| u8::MAX)),
            begin,
            end,
            close: after.get(end).copied().unwrap_or(b'\n'),
        }
    }
}

/// Lines that are skipped one after another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SkippedRows {
    rows: Rows,
    /// The byte offset after the last line.
    end: usize,
}

impl SkippedRows {
    /// Returns whether no row waits for others.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.count == 0
    }

    /// Adds a skipped line at byte offset `at`. Returns whether it could hold a puzzle, or ends nine rows that could.
    pub(crate) fn add(&mut self, at: usize, line: &[u8]) -> bool {
        let text = without_marks(line);
        let has_puzzle = could_hold(text);
        if has_puzzle || at != self.end {
            self.rows = Rows::default();
        }
        self.end = at + line.len() + 1;
        has_puzzle || self.rows.add(text)
    }
}

/// Lines one after another. Nine rows of cells could be a puzzle, also with lines without digits between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rows {
    count: usize,
    content: Content,
}

impl Rows {
    /// Adds a line. Returns whether it ends nine rows that could be a puzzle.
    fn add(&mut self, line: &[u8]) -> bool {
        let row = content_of_row(line);
        if row.is_none() && (line.is_empty() || line.iter().any(u8::is_ascii_digit)) {
            *self = Self::default();
        }
        if let Some(row) = row {
            self.count += 1;
            self.content.add(row);
        }
        self.count == SIDE && std::mem::take(self).content.is_puzzle()
    }
}

/// Returns how many puzzles the lines above a header could hold. `text` ends with the header, whose numbers of columns are no cells.
pub(crate) fn count_above(text: &[u8]) -> u64 {
    let text = &text[..line_start(text, text.trim_ascii_end().len())];
    let (mut skipped, mut at) = (SkippedRows::default(), 0);
    let mut could_hold_one = |line: &&[u8]| {
        let start = at;
        at += line.len();
        skipped.add(start, line.trim_ascii_end())
    };
    text.split_inclusive(|&byte| byte == b'\n').filter(&mut could_hold_one).count() as u64
}

/// Returns the number of bytes of `text`, which are whole lines, without the comments at its end if these have rows: more could
/// follow. Returns `None` if nothing else is in it.
pub(crate) fn length_without_rows(text: &[u8], is_comment: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let (mut end, mut has_rows) = (text.len(), false);
    while end > 0 {
        let start = line_start(text, end - 1);
        let line = &text[start..end - 1];
        if line.trim_ascii().is_empty() || !is_comment(line) || line.contains(&b'"') {
            break;
        }
        has_rows |= content_of_row(without_marks(line)).is_some();
        end = start;
    }
    Some(if has_rows { end } else { text.len() }).filter(|&end| end > 0)
}

/// Returns a line without the marks of a comment before it. A tab may be beside an empty field.
fn without_marks(line: &[u8]) -> &[u8] {
    let after = |text: &[u8], is_passed: fn(&u8) -> bool| {
        text.iter().position(|byte| !is_passed(byte)).unwrap_or(text.len())
    };
    let text = &line[after(line, |&byte| byte == b' ')..];
    let text = &text[after(text, |byte| matches!(byte, b'#' | b'/' | b'%' | b';'))..];
    &text[after(text, |&byte| byte == b' ')..]
}

/// Returns the content of a line without its marks, if it is a row. One with spaces as blanks may lack those before and after its
/// clues, and two numbers with a space between them are none.
fn content_of_row(line: &[u8]) -> Option<Content> {
    let text = line.trim_ascii_end();
    let is_spaced = || text.len() == SIDE || memmem::find(text, b"  ").is_some();
    let is_row = || Style::Bars.fits(text, SIDE) || is_row_of_spaces(text) && is_spaced();
    row_of(text).or_else(|| is_row().then(|| Content::of_text(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn cells_in_any_style_could_hold_a_puzzle() {
        let spaced: String = PUZZLE.chars().map(|cell| format!("{cell} ")).collect();
        let empty = spaced.trim().replace('.', "");
        let list = format!("[{}]", spaced.trim().replace(' ', ", ").replace('.', "None"));
        let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
        for text in [
            PUZZLE.to_owned(),
            format!("see {PUZZLE}, by Ann"),
            spaced.clone(),
            list,
            rows.join("/"),
            rows.join("\n"),
            PUZZLE.replace('.', " "),
            PUZZLE[..75].to_owned(),
            format!("{}q{}", &PUZZLE[..40], &PUZZLE[41..]),
            empty.replace(' ', ","),
            format!("7;{}", empty.replace(' ', ";")),
            empty.replace(' ', ", "),
        ] {
            assert!(could_hold(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn words_and_numbers_do_not() {
        let numbers: Vec<String> = (1..60).map(|number| format!("{}.{number}", number % 7)).collect();
        for text in [
            "2024-01-05T12:33:44.123456+00:00, 3.14159265358979312, 2.71828182845904523".to_owned(),
            numbers.join(","),
            "53..7....6..195....98....6.8...6...3".to_owned(),
            ".".repeat(81),
            "3f5a9c1e7b2d4068".repeat(6),
            ",".repeat(200),
        ] {
            assert!(!could_hold(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_record_like_the_last_is_known_by_its_lengths() {
        let answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        for (before, gap, after) in [
            ("", ",", ""),
            ("7,", ",", ",easy\r"),
            ("7,\"", "\",\"", "\",\"easy\""),
            ("", " ", " easy"),
            ("{\"id\":7,\"puzzle\":\"", "\", \"solutions\": \"", "\"}"),
        ] {
            let record =
                |gap: &str, answer: &str, after: &str| format!("{before}{PUZZLE}{gap}{answer}{after}");
            let puzzle = before.len()..before.len() + CELLS;
            let known = record(gap, answer, after);
            let (mut beside, begin) = (Beside::default(), puzzle.end + gap.len());
            let is_all = |beside: &Beside, text: &str| beside.is_all(text.as_bytes(), puzzle.clone());
            assert!(is_all(&beside, &known[..puzzle.end]), "no answer");
            assert!(!is_all(&beside, &known), "no record before");
            assert!(!beside.has_more(known.as_bytes(), puzzle.clone(), Some(begin..begin + CELLS)));
            assert!(is_all(&beside, &known), "{known}");
            let longer = format!("{after}{}", &after[..after.len().min(1)].repeat(3));
            assert!(is_all(&beside, &record(gap, answer, &longer)), "{longer}");
            let other = gap.replacen(|byte: char| !byte.is_ascii_digit(), "5", 1);
            for text in [
                record(&other, answer, after),
                record(gap, &answer[1..], after),
                record(gap, &format!("{}{}", gap, &answer[gap.len()..]), after),
                record(gap, answer, &format!("{after}{}", " ".repeat(SHORTEST))),
                known[..puzzle.end].to_owned(),
            ] {
                assert!(!is_all(&beside, &text), "{text}");
            }
        }
    }

    #[test]
    fn nine_skipped_rows_are_one_puzzle() {
        let mut rows = SkippedRows::default();
        let mut at = 0;
        let mut count = |lines: &[String]| {
            let is_unread = |line: &&String| {
                at += line.len() + 1;
                rows.add(at - line.len() - 1, line.as_bytes())
            };
            lines.iter().filter(is_unread).count()
        };
        let commented: Vec<String> =
            (0..9).map(|row| format!("# {}", &PUZZLE[9 * row..9 * row + 9])).collect();
        assert_eq!(count(&commented), 1);
        assert_eq!(count(&commented[..8]), 0);
        assert_eq!(count(&["#".to_owned(), commented[8].clone()]), 0);
        assert_eq!(count(&["# 2024".to_owned()]), 0);
        assert_eq!(count(&commented[..3]) + count(&["# by Ann".to_owned()]) + count(&commented[3..]), 1);
        assert_eq!(count(&[format!("# {PUZZLE}")]), 1);
        let fields =
            |row: &String| row[2..].chars().map(|cell| cell.to_string()).collect::<Vec<_>>().join(",");
        let empty: Vec<String> = commented.iter().map(|row| fields(row).replace('.', "")).collect();
        assert_eq!(count(&empty), 1);
        let spaced: Vec<String> = commented.iter().map(|row| row[2..].replace('.', " ")).collect();
        assert_eq!((count(&spaced), count(&spaced[..8])), (1, 0));
        assert!(!has_row(b"Puzzle 1,,,,,,,,") && !has_row(b",,,,,,,,"));
    }

    #[test]
    fn a_puzzle_above_a_header_is_counted_and_the_numbers_of_its_columns_are_not() {
        let numbers = (1..=81).map(|number| number.to_string()).collect::<Vec<_>>().join(",");
        assert_eq!(count_above(format!("# {PUZZLE}\nid,puzzle\n").as_bytes()), 1);
        assert_eq!(count_above(format!("# by Ann\n{numbers}\n").as_bytes()), 0);
        assert_eq!(count_above(b""), 0);
    }
}
