//! The 81 cells of a puzzle in a text.

use memchr::memchr_iter;

use super::text::{unexpected, wrong_value};
use super::{SHORTEST, SIDE, Style, is_cell, is_gap};
use crate::board::grid::{self, CELLS, digit, is_blank};
use crate::format::Reason;
use crate::format::defect::Word;

/// The largest number of bytes of a text that is searched for 81 cells.
const LONGEST: usize = 8192;

/// A puzzle that was read from its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Puzzle {
    pub(crate) cells: [u8; CELLS],
    /// The byte offset of each cell.
    pub(crate) places: [u32; CELLS],
}

impl Puzzle {
    /// Returns whether a cell is blank.
    pub(crate) fn has_blanks(&self) -> bool {
        self.cells.iter().any(|&byte| is_blank(byte))
    }

    /// Reads a text of 81 cells of one character each, or of the word `null`, with nothing but gaps between them. Most arrays are such
    /// texts. Returns `None` if this is another one, or if its blanks differ.
    fn plain(text: &[u8]) -> Option<Self> {
        let mut puzzle = Self { cells: [b'.'; CELLS], places: [0; CELLS] };
        let (mut found, mut nulls, mut bytes) = (0, 0, text.iter().enumerate());
        while let Some((at, &byte)) = bytes.next() {
            if is_cell(byte) {
                *puzzle.cells.get_mut(found)? = byte;
            } else if is_gap(byte) {
                continue;
            } else if byte == b'n' && text.get(at..at + 4) == Some(b"null") && found < CELLS {
                (nulls, _) = (nulls + 1, bytes.nth(2));
            } else {
                return None;
            }
            puzzle.places[found] = at as u32;
            found += 1;
        }
        let has_one_blank = || nulls == 0 || memchr_iter(b'.', &puzzle.cells).count() == nulls;
        (found == CELLS && grid::is_puzzle(&puzzle.cells) && has_one_blank()).then_some(puzzle)
    }

    /// Returns whether rows that end with a bracket in `text`, or with a quote after compact cells, have nine cells.
    fn has_whole_rows(&self, text: &[u8]) -> bool {
        let is_compact = self.places.windows(2).any(|pair| pair[1] == pair[0] + 1);
        let ends_row = |byte: &u8| matches!(byte, b'[' | b']') || is_compact && *byte == b'"';
        self.places.chunks(SIDE).all(|row| {
            let (first, last) = (row[0] as usize, row[SIDE - 1] as usize);
            last == first + SIDE - 1 || !text[first..last].iter().any(ends_row)
        })
    }
}

/// Reads the first 81 cells of a text, in this style. Returns `None` if there are fewer; the text after them begins at the offset.
///
/// # Errors
/// The byte offset of the first cell that is neither a clue nor a blank, or a blank of a second kind, with the reason.
pub(crate) fn read(style: Style, text: &[u8]) -> Option<Result<(Puzzle, usize), (usize, Reason)>> {
    let first = First::of(style, text)?;
    Some(first.puzzle.map(|puzzle| (puzzle, first.end)))
}

/// The first 81 cells of a text.
struct First {
    puzzle: Result<Puzzle, (usize, Reason)>,
    /// The number of cells that are clues, blanks or numbers.
    values: usize,
    /// The byte offset of the text after them.
    end: usize,
}

impl First {
    fn of(style: Style, text: &[u8]) -> Option<Self> {
        let mut puzzle = Puzzle { cells: [b'.'; CELLS], places: [text.len() as u32; CELLS] };
        let (mut cells, mut found, mut wrong, mut kinds) = (style.cells(text), 0, None, Kinds::default());
        let mut values = 0;
        let is_spaced =
            || matches!(style, Style::Gaps | Style::Words(_)) && text.iter().any(|&byte| is_gap(byte));
        for (at, cell) in cells.by_ref().take(CELLS) {
            puzzle.places[found] = at as u32;
            match style.value(cell) {
                Some(byte) => {
                    values += 1;
                    puzzle.cells[found] = byte;
                    if is_blank(byte)
                        && let Some(reason) = kinds.add(cell, byte)
                    {
                        wrong.get_or_insert((at, reason));
                    }
                }
                None => {
                    values += usize::from(style != Style::Gaps && is_number(cell));
                    wrong.get_or_insert_with(|| (at, wrong_value(cell, found, is_spaced())));
                }
            }
            found += 1;
        }
        if style == Style::Spaces && found >= SHORTEST {
            found = CELLS;
        }
        let end = cells.end();
        (found == CELLS).then(|| Self { puzzle: wrong.map_or(Ok(puzzle), Err), values, end })
    }
}

/// Returns the 81 cells of a text with nothing else in it: compact ones in rows with characters between them, as programs print
/// arrays, words, or digits and spaces. Returns `None` if it does not have 81 cells, most of them clues or blanks, or if a row in
/// brackets does not have nine.
///
/// # Errors
/// The byte offset of the first cell that is neither a clue nor a blank, with the reason.
#[cold]
pub(crate) fn in_text(text: &[u8]) -> Option<Result<Puzzle, (usize, Reason)>> {
    if text.len() > LONGEST || text.len() < SHORTEST {
        return None;
    }
    let found = match Puzzle::plain(text) {
        Some(puzzle) => Ok(puzzle),
        None if is_of_spaces(text) => First::of(Style::Spaces, text)?.puzzle,
        None => [Style::Gaps, Style::Words(0)].into_iter().find_map(|style| {
            let first = First::of(style, text).filter(|first| 2 * first.values > CELLS)?;
            style.cells(&text[first.end..]).next().is_none().then_some(first.puzzle)
        })?,
    };
    if found.as_ref().is_ok_and(|puzzle| !puzzle.has_whole_rows(text)) { None } else { Some(found) }
}

/// Returns whether a line is 81 words most of which are clues or blanks. The numbers of columns are not.
pub(crate) fn is_of_words(line: &[u8]) -> bool {
    let words = || Style::Words(0).cells(line);
    words().count() == CELLS
        && 2 * words().filter(|(_, word)| Style::Words(0).value(word).is_some()).count() > CELLS
}

/// Returns true for the text of a number.
pub(crate) fn is_number(text: &[u8]) -> bool {
    text.len() < 40
        && text.iter().all(|&byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e'))
}

/// Returns true for a line of digits and spaces that can only be a puzzle with spaces as blanks. A row of a grid has fewer
/// digits.
pub(crate) fn is_of_spaces(line: &[u8]) -> bool {
    let digits = line.iter().filter(|&&byte| digit(byte).is_some()).count();
    (SHORTEST..=CELLS).contains(&line.len())
        && line.contains(&b' ')
        && line.iter().all(|&byte| byte == b' ' || digit(byte).is_some())
        && digits > SIDE
}

/// Returns whether a line can be a row of digits and spaces, with spaces as blanks.
pub(crate) fn is_row_of_spaces(line: &[u8]) -> bool {
    (1..=SIDE).contains(&line.len()) && line.iter().all(|&byte| byte == b' ' || digit(byte).is_some())
}

/// The kinds of blanks of a puzzle.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kinds(Option<(u8, Word)>);

impl Kinds {
    /// Adds a blank that is written as `text` and read as `byte`. Returns why it does not fit the others.
    #[inline]
    pub(crate) fn add(&mut self, text: &[u8], byte: u8) -> Option<Reason> {
        let kind = match text {
            [byte] => byte.to_ascii_lowercase(),
            _ if byte == b'.' => b' ',
            _ => byte,
        };
        if self.0.is_some_and(|(first, _)| first == kind) { None } else { self.add_kind(kind, text) }
    }

    #[cold]
    fn add_kind(&mut self, kind: u8, text: &[u8]) -> Option<Reason> {
        if let Some((_, first)) = self.0 {
            return Some(Reason::Blanks(first, Word::new(text)));
        }
        self.0 = Some((kind, Word::new(text)));
        None
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
        for text in [
            PUZZLE.to_owned(),
            written(|cell| cell.to_string(), "/"),
            written(|cell| format!("{cell}, "), "],\n ["),
            written(|cell| format!("{}, ", cell.to_string().replace('.', "None")), "], ["),
            written(|cell| format!("{}, ", cell.to_string().replace('.', "''")), "], ["),
            written(|cell| format!("{} ", (cell.to_string() + ".0").replace("..0", "nan")), "\n"),
            written(|cell| cell.to_string().replace('.', " "), ""),
        ] {
            let puzzle = in_text(text.as_bytes()).expect("81 cells").expect("a puzzle");
            assert_eq!(&puzzle.cells[..], PUZZLE.as_bytes(), "{text}");
        }
        assert_eq!(in_text(&PUZZLE.as_bytes()[1..]), None);
    }

    #[test]
    fn rows_have_nine_cells() {
        let lists = written(|cell| format!("{cell}, "), "], [").replace(", ]", "]");
        let texts = written(|cell| cell.to_string(), "\", \"");
        for rows in [format!("[[{}]]", lists.trim_end_matches(", ")), format!("[\"{texts}\"]")] {
            assert!(in_text(rows.as_bytes()).is_some_and(|found| found.is_ok()), "{rows}");
            for moved in [
                rows.replacen("]", ", .]", 1).replacen("[6, ", "[", 1),
                rows.replacen(".\", \"6", "\", \".6", 1),
            ] {
                assert_eq!(in_text(moved.as_bytes()).is_some(), moved == rows, "{moved}");
            }
        }
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
    fn numbers_below_zero_are_named() {
        let numbers: Vec<String> = PUZZLE
            .bytes()
            .map(|byte| format!("{}", if byte == b'.' { -1 } else { i32::from(byte - b'0') }))
            .collect();
        let (at, reason) = in_text(numbers.join(" ").as_bytes()).expect("81 cells").expect_err("a wrong one");
        assert_eq!((at, reason.to_string().as_str()), (4, "'-1' in r1c3 is neither a clue nor a blank"));
    }
}
