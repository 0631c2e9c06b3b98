//! The usual lines of a table: the puzzle stands where it stood in the line before.
//!
//! One search finds a line's end and its first quote; whether the puzzle stands where it stood
//! last is then seen from a few bytes around it, with no search for the columns before it.

use memchr::memchr2;

use super::line::opens;

/// A line without its end, or what keeps it from being read so.
pub(super) enum Plain<'a> {
    /// A line without a quote.
    Line(&'a [u8]),
    /// There is a quote in it.
    Quoted,
}

/// Where the puzzles of a table without quotes stand.
pub(super) struct Steady {
    delimiter: u8,
    /// The column of the puzzles, from 0.
    column: usize,
    /// Bytes of a puzzle.
    width: usize,
    /// Where in the last line the puzzle stood.
    at: usize,
}

impl<'a> Plain<'a> {
    /// The line that `text` begins with, looked at once; `quote` is what counts as one.
    #[inline]
    pub(super) fn first(text: &'a [u8], quote: u8) -> Self {
        match memchr2(b'\n', quote, text) {
            Some(end) if text[end] != b'\n' => Self::Quoted,
            Some(end) => Self::Line(&text[..end]),
            None => Self::Line(text),
        }
    }
}

impl Steady {
    /// Nothing is known of the lines yet.
    pub(super) fn new(delimiter: u8, column: usize, width: usize) -> Self {
        Self { delimiter, column, width, at: 0 }
    }

    /// Where in `line` the puzzle stands; `None` when a closer look has to tell.
    ///
    /// A delimiter or a strange byte among the cells is left for the solver to refuse.
    #[inline]
    pub(super) fn find(&mut self, line: &[u8]) -> Option<usize> {
        if !self.stands(line, self.at) || !self.is_column(&line[..self.at]) {
            self.at = self.search(line)?;
        }
        Some(self.at)
    }

    fn search(&self, line: &[u8]) -> Option<usize> {
        let mut at = 0;
        for _ in 0..self.column {
            at += memchr::memchr(self.delimiter, &line[at..])? + 1;
        }
        self.stands(line, at).then_some(at)
    }

    /// Can a puzzle stand at `at`, for what is said by its first byte and what follows it?
    #[inline]
    fn stands(&self, line: &[u8], at: usize) -> bool {
        let Some(rest) = line.get(at + self.width..) else { return false };
        let closes = matches!(rest, [] | [b'\r']) || rest.first() == Some(&self.delimiter);
        closes && opens(line[at])
    }

    /// Are these the columns before the puzzle's, with the delimiter after each?
    #[inline]
    fn is_column(&self, before: &[u8]) -> bool {
        let columns = || before.iter().filter(|&&byte| byte == self.delimiter).count();
        before.last().is_none_or(|&byte| byte == self.delimiter) && columns() == self.column
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CELLS;

    fn line(before: &str, after: &str) -> Vec<u8> {
        format!("{before}{}{after}", ".".repeat(CELLS)).into_bytes()
    }

    #[test]
    fn the_puzzle_is_found_where_it_was_and_elsewhere() {
        let mut steady = Steady::new(b',', 2, CELLS);
        for after in ["", "\r", ",", ",x,y", ",x\r"] {
            for before in ["7,a,", "8,b,", "10,a,", ",,", "7,a,"] {
                assert_eq!(steady.find(&line(before, after)), Some(before.len()), "{before} {after}");
            }
        }
        assert_eq!(Steady::new(b',', 0, CELLS).find(&line("", ",x")), Some(0));
    }

    #[test]
    fn another_column_at_the_same_place_is_not_taken() {
        let mut steady = Steady::new(b',', 2, CELLS);
        assert_eq!(steady.find(&line("7,a,", "")), Some(4));
        for before in ["7aa,", ",,,,", ",,a,", "7,aa"] {
            assert_eq!(steady.find(&line(before, "")), None, "{before}");
        }
    }

    #[test]
    fn a_puzzle_that_is_not_set_off_or_too_short_is_not_taken() {
        let mut steady = Steady::new(b',', 1, CELLS);
        assert_eq!(steady.find(&line("1,", "4")), None);
        assert_eq!(steady.find(&line("1,", "\r,")), None);
        assert_eq!(steady.find(&line("1,", "")[..CELLS + 1]), None);
        assert_eq!(steady.find(&line("1, ", ",x")), None, "white space before it");
    }

    #[test]
    fn a_quote_is_seen_before_the_line_is() {
        assert!(matches!(Plain::first(b"a\"b\nc", b'"'), Plain::Quoted));
        assert!(matches!(Plain::first(b"ab\n\"", b'"'), Plain::Line(b"ab")));
        assert!(matches!(Plain::first(b"ab", b'"'), Plain::Line(b"ab")));
    }
}
