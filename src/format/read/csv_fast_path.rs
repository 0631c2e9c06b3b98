//! The fast path of tables, for records of one line whose puzzles are mostly at the same offset as in the line before.
//!
//! A line of the same length as the one before is not searched for its end: one pass checks that it has no other line end and no
//! quote. Any other line is searched for its end and its first quote. In both cases a few bytes around the predicted offset show
//! whether the puzzle is there, without a search for the delimiters before it. All other lines are left to the tokenizer.
//!
//! ```text
//! last line    7,53..7....6..195…,30\n
//! this line    8,...4..8.1.2.....…,27\n
//!                ▲ offset          ▲ length
//! ```

use crate::array::array_of;

use memchr::{memchr, memchr3};

use super::csv_tokenizer::{Delimiter, Fields, may_be_comment, one_line};
use crate::format::MAX_LINE;
use crate::format::cells::is_cell;

/// A predictor of the puzzle's offset in a line, from earlier lines.
pub(super) struct OffsetPredictor {
    delimiter: u8,
    /// The column of the puzzles, counted from 0.
    column: usize,
    /// The number of bytes of a puzzle.
    width: usize,
    /// The byte offset of the puzzle in the last line.
    offset: usize,
    /// The number of bytes of the last line, or [`usize::MAX`] if lengths are no longer predicted.
    length: usize,
    /// The number of further mispredictions after which they are not.
    patience: u32,
}

/// The number of bytes to compare together, and of those of a vector that every processor has.
const BLOCK: usize = 64;
const VECTOR: usize = 16;

/// The number of lines of a chunk whose length may be mispredicted. After that every line is searched for its end, which is
/// faster when lengths change often or the lines have white space.
const PATIENCE: u32 = 32;

impl OffsetPredictor {
    /// Creates a predictor without a last line.
    pub(super) fn new(delimiter: u8, column: usize, width: usize) -> Self {
        Self { delimiter, column, width, offset: 0, length: 0, patience: PATIENCE }
    }

    /// Returns the offset of the puzzle in the first line of `text` and the length of that line, if it is a record with a
    /// contiguous puzzle. Returns `None` if the record needs the slow path.
    #[inline(always)] // for every line of a table
    pub(super) fn next(&mut self, text: &[u8]) -> Option<(usize, usize)> {
        if self.is_like_last(text) { Some((self.offset, self.length)) } else { self.search_line(text) }
    }

    /// Does the same as [`next`](Self::next) for a line that is not like the one before.
    #[inline(never)] // it would take the registers of the loop over all lines
    fn search_line(&mut self, text: &[u8]) -> Option<(usize, usize)> {
        let line = match memchr3(b'\n', b'\r', b'"', text) {
            Some(at) if text[at] == b'\n' => &text[..at],
            Some(at) if text[at] == b'"' => return self.next_quoted(text, at),
            Some(at) if text.get(at + 1) == Some(&b'\n') => &text[..=at],
            Some(_) => return None,
            None => text,
        };
        Some((self.find(line)?, line.len()))
    }

    /// Does the same as [`next`](Self::next) for a line whose first quote is at the byte offset `quote`, with no CR before it.
    #[inline(always)] // for every line of a table with quotes
    fn next_quoted(&mut self, text: &[u8], quote: usize) -> Option<(usize, usize)> {
        let end = one_line(text, quote, self.delimiter).filter(|_| !may_be_comment(text[0]))?;
        let line = &text[..end];
        let offset = self.find_before(line, quote).or_else(|| {
            let is_first = self.are_columns(&line[..quote]);
            let field = || Fields::new(line, Delimiter::Byte(self.delimiter)).nth(self.column);
            let start = if is_first { quote } else { field()?.start };
            self.within_quotes(line, start).or_else(|| {
                let puzzle = field()?.text_span(line)?;
                (puzzle.len() == self.width).then_some(puzzle.start)
            })
        });
        Some((offset?, end))
    }

    /// Returns whether the first line of `text` has no quotes, the length of the last line, and its puzzle where that line had it.
    /// [`find`](Self::find) would return the same offset.
    #[inline(always)] // for every line of a table
    fn is_like_last(&self, text: &[u8]) -> bool {
        let Some((line, [b'\n', ..])) = text.split_at_checked(self.length) else { return false };
        let Some((last, shown)) = line.split_last() else { return false };
        let is_row = is_all_above_quotes(shown) && (*last > b'"' || *last == b'\r');
        is_row && !matches!(line[0], b'#' | b'/') && self.is_where_it_was(line)
    }

    /// Returns whether the field of the puzzle in `line`, which has no CR before its end, is where the last line had it.
    #[inline(always)]
    fn is_where_it_was(&self, line: &[u8]) -> bool {
        let (offset, end) = (self.offset, self.offset + self.width);
        let closes = match line.get(end) {
            Some(&byte) => byte == self.delimiter || byte == b'\r',
            None => end == line.len(),
        };
        closes && (offset == 0 && self.column == 0 || self.are_columns(&line[..offset]))
    }

    /// Returns the byte offset of the puzzle in `line`, or `None` if the line needs the slow path.
    ///
    /// The cells are not examined: the solver rejects a delimiter or another wrong byte among them.
    #[inline]
    fn find(&mut self, line: &[u8]) -> Option<usize> {
        if line.len() >= MAX_LINE || line.first().is_some_and(|&byte| may_be_comment(byte)) {
            return None;
        }
        if !self.is_at_offset(line) {
            self.offset = self.search(line)?;
        }
        self.patience = self.patience.saturating_sub(1);
        self.length = if self.patience > 0 { line.len() } else { usize::MAX };
        Some(self.offset)
    }

    /// Returns the byte offset of the puzzle in `line` if its field ends before `quote`, the byte offset of the first quote.
    #[inline]
    fn find_before(&mut self, line: &[u8], quote: usize) -> Option<usize> {
        if quote <= self.width {
            return None;
        }
        if !self.is_at_offset(line) {
            self.offset = self.search(line)?;
        }
        (self.offset + self.width < quote).then_some(self.offset)
    }

    /// Returns the byte offset of the puzzle in `line` if its field begins at byte `quote`, and it is all between two quotes.
    #[inline]
    fn within_quotes(&self, line: &[u8], quote: usize) -> Option<usize> {
        let (offset, end) = (quote + 1, quote + 1 + self.width);
        let closes = match line.get(end..)? {
            [b'"'] | [b'"', b'\r'] => true,
            [b'"', after, ..] => *after == self.delimiter,
            _ => false,
        };
        let is_puzzle = closes && line[quote] == b'"' && is_cell(line[offset]) && is_cell(line[end - 1]);
        (is_puzzle && memchr(b'"', &line[offset..end]).is_none()).then_some(offset)
    }

    #[inline]
    fn is_at_offset(&self, line: &[u8]) -> bool {
        self.can_be_puzzle(line, self.offset) && self.are_columns(&line[..self.offset])
    }

    #[inline(always)] // for every line of a table whose puzzles are at changing offsets
    fn search(&self, line: &[u8]) -> Option<usize> {
        let mut at = 0;
        for _ in 0..self.column {
            at += memchr(self.delimiter, &line[at..])? + 1;
        }
        self.can_be_puzzle(line, at).then_some(at)
    }

    /// Returns whether the byte at `at` can begin a puzzle and the byte after the puzzle ends its field.
    #[inline]
    fn can_be_puzzle(&self, line: &[u8], at: usize) -> bool {
        let Some(rest) = line.get(at + self.width..) else { return false };
        let closes = matches!(rest, [] | [b'\r']) || rest.first() == Some(&self.delimiter);
        closes && is_cell(line[at])
    }

    /// Returns whether `before` consists of the columns before the puzzle, each with its delimiter.
    #[inline]
    fn are_columns(&self, before: &[u8]) -> bool {
        let columns = || before.iter().filter(|&&byte| byte == self.delimiter).count();
        before.last().is_none_or(|&byte| byte == self.delimiter) && columns() == self.column
    }
}

/// Returns whether all bytes of `line` are greater than a quote in ASCII. Then no byte is a quote or a line end.
///
/// This takes one operation per vector, a third of the cost of comparing with both bytes. The price: white space among the
/// columns also makes it false, as does a line shorter than a block.
#[inline]
fn is_all_above_quotes(line: &[u8]) -> bool {
    let Some(last) = line.last_chunk() else { return false };
    let least = |least: [u8; BLOCK], block: &[u8; BLOCK]| array_of(|at| least[at].min(block[at]));
    let least = line.as_chunks().0.iter().fold(*last, least);
    let (vectors, _) = least.as_chunks::<VECTOR>();
    let least =
        vectors.iter().fold([u8::MAX; VECTOR], |least, vector| array_of(|at| least[at].min(vector[at])));
    least.iter().fold(true, |all, &byte| all & (byte > b'"'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::grid::CELLS;

    fn line(before: &str, after: &str) -> Vec<u8> {
        format!("{before}{}{after}", ".".repeat(CELLS)).into_bytes()
    }

    #[test]
    fn the_puzzle_is_found_where_it_was_and_elsewhere() {
        let mut predictor = OffsetPredictor::new(b',', 2, CELLS);
        for after in ["", "\r", ",", ",x,y", ",x\r"] {
            for before in ["7,a,", "8,b,", "10,a,", ",,", "7,a,"] {
                assert_eq!(predictor.find(&line(before, after)), Some(before.len()), "{before} {after}");
            }
        }
        assert_eq!(OffsetPredictor::new(b',', 0, CELLS).find(&line("", ",x")), Some(0));
    }

    #[test]
    fn another_column_at_the_same_offset_is_not_the_puzzle() {
        let mut predictor = OffsetPredictor::new(b',', 2, CELLS);
        assert_eq!(predictor.find(&line("7,a,", "")), Some(4));
        for before in ["7aa,", ",,,,", ",,a,", "7,aa"] {
            assert_eq!(predictor.find(&line(before, "")), None, "{before}");
        }
    }

    #[test]
    fn a_puzzle_without_a_delimiter_or_too_short_is_not_found() {
        let mut predictor = OffsetPredictor::new(b',', 1, CELLS);
        assert_eq!(predictor.find(&line("1,", "4")), None);
        assert_eq!(predictor.find(&line("1,", "\r,")), None);
        assert_eq!(predictor.find(&line("1,", "")[..CELLS + 1]), None);
        assert_eq!(predictor.find(&line("1, ", ",x")), None, "white space before it");
    }

    #[test]
    fn a_line_like_the_last_is_known() {
        let mut predictor = OffsetPredictor::new(b',', 1, CELLS);
        let known = line("7,", ",x\r");
        assert!(!predictor.is_like_last(&[&known[..], b"\n"].concat()), "no last line");
        assert_eq!(predictor.find(&known), Some(2));
        assert!(predictor.is_like_last(&[&known[..], b"\n12"].concat()));
        assert!(!predictor.is_like_last(&known), "its end is not in the text");
        assert!(!predictor.is_like_last(&line("7,", ",xy\r\n")), "longer");
        assert!(!predictor.is_like_last(&line("7,", ",\r\n\n")), "shorter");
        for at in 0..known.len() {
            for (byte, is_known) in
                [(b'\n', false), (b'"', false), (b' ', false), (b'5', at != 1 && at != 83)]
            {
                let mut text = [&known[..], b"\n"].concat();
                text[at] = byte;
                assert_eq!(predictor.is_like_last(&text), is_known, "{byte} at {at}");
            }
        }
    }

    #[test]
    fn lines_of_changing_lengths_are_searched() {
        let mut predictor = OffsetPredictor::new(b',', 1, CELLS);
        for index in 0..PATIENCE {
            let text = [&line("7,", &",".repeat(index as usize))[..], b"\n"].concat();
            assert!(!predictor.is_like_last(&text));
            assert_eq!(predictor.find(&text[..text.len() - 1]), Some(2));
            assert_eq!(predictor.is_like_last(&text), index + 1 < PATIENCE);
        }
    }

    #[test]
    fn a_quote_is_found_before_the_line_is_read() {
        let next = |text: &[u8]| OffsetPredictor::new(b',', 1, CELLS).next(text);
        assert_eq!(next(&line("7,", ",\"a,\"\n8,")), Some((2, 88)), "after the puzzle");
        assert_eq!(next(&line("\"a,\",", "\n8,")), Some((5, 86)), "before the puzzle");
        assert_eq!(next(&line("7,\"", "\"\n8,")), Some((3, 85)), "around the puzzle");
        assert_eq!(next(&line("7,\"", "\",\"a\"\r\n8,")), Some((3, 90)), "around the puzzle and behind it");
        assert_eq!(next(&line("\"a\",\"", "\"\n8,")), Some((5, 87)), "around both");
        assert_eq!(next(&line("7,\"", "\"\"\"\n8,")), None, "doubled");
        assert_eq!(next(&line("7,a\"", "\"\n8,")), None, "in a field without quotes");
        assert_eq!(next(&line("7,", "\n\"")), Some((2, 83)), "on the next line");
        assert_eq!(next(&line("7,", "")), Some((2, 83)), "without a line end");
        assert_eq!(next(&line("7,", ",\"a\nb\"\n")), None, "a record of two lines");
        assert_eq!(next(&line("#,", ",\"a\"\n")), None, "a comment");
    }

    #[test]
    fn a_carriage_return_before_the_end_is_found() {
        let next = |text: &[u8]| OffsetPredictor::new(b',', 1, CELLS).next(text);
        assert_eq!(next(&line("7,", ",\r\nc\rd")), Some((2, 85)));
        assert_eq!(next(&line("7,", ",a\rb\n")), None);
        assert_eq!(next(&line("7,", "\r")), None);
        assert_eq!(next(&line("7,", ",a\rb\"\n")), None);
        assert_eq!(next(&line("7,", ",\"a\rb\"\n")), Some((2, 89)), "in quotes it is text");
    }
}
