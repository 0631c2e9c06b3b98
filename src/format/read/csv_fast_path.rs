//! The usual lines of a table: the puzzle stands where it stood in the line before.
//!
//! A line of another length is searched for its end and its first quote; whether the puzzle stands
//! where it stood last is then seen from a few bytes around it, with no search for the columns
//! before it. A line that ends where the last one did is not even searched:
//!
//! ```text
//! last    7,53..7....6..195…,30\n
//! this    8,...4..8.1.2.....…,27\n
//!           ▲ at              ▲ length      between the line ends: no other, and no quote
//! ```

use std::array::from_fn;

use memchr::memchr2;

use super::line::opens;
use crate::format::ENDLESS;

/// A line without its end, or what keeps it from being read so.
pub(in crate::format) enum Plain<'a> {
    /// A line without a quote.
    Line(&'a [u8]),
    /// There is a quote in it.
    Quoted,
}

/// Where the puzzles of a table without quotes stand.
pub(in crate::format) struct Steady {
    delimiter: u8,
    /// The column of the puzzles, from 0.
    column: usize,
    /// Bytes of a puzzle.
    width: usize,
    /// Where in the last line the puzzle stood.
    at: usize,
    /// Bytes of that line.
    length: usize,
    /// How often a line may still end elsewhere.
    patience: u32,
}

/// Bytes that are looked at together: a whole number of vectors.
const BLOCK: usize = 32;

/// Lines of a chunk that may end elsewhere than the one before; after them all lines are searched, which is
/// quicker where lengths change often or there is white space.
const PATIENCE: u32 = 32;

impl<'a> Plain<'a> {
    /// The line that `text` begins with, looked at once; `quote` is what counts as one.
    #[inline]
    pub(in crate::format) fn first(text: &'a [u8], quote: u8) -> Self {
        match memchr2(b'\n', quote, text) {
            Some(end) if text[end] != b'\n' => Self::Quoted,
            Some(end) => Self::Line(&text[..end]),
            None => Self::Line(text),
        }
    }
}

impl Steady {
    /// Nothing is known of the lines yet.
    pub(in crate::format) fn new(delimiter: u8, column: usize, width: usize) -> Self {
        Self { delimiter, column, width, at: 0, length: 0, patience: PATIENCE }
    }

    /// Where the puzzle stands, and how long the line is, if `text` begins with a line without quotes
    /// that is like the last one; [`find`](Self::find) would say the same of it.
    #[inline]
    pub(in crate::format) fn again(&self, text: &[u8]) -> Option<(usize, usize)> {
        let (line, end) = text.split_at_checked(self.length)?;
        let shown = line.strip_suffix(b"\r").unwrap_or(line);
        let is_like = self.patience > 0 && end.first() == Some(&b'\n') && is_all_above_quotes(shown);
        (is_like && self.is_at_its_place(line)).then_some((self.at, self.length))
    }

    /// Where in `line` the puzzle stands; `None` when a closer look has to tell.
    ///
    /// A delimiter or a strange byte among the cells is left for the solver to refuse.
    #[inline]
    pub(in crate::format) fn find(&mut self, line: &[u8]) -> Option<usize> {
        if line.len() >= ENDLESS {
            return None;
        }
        if !self.is_at_its_place(line) {
            self.at = self.search(line)?;
        }
        self.length = line.len();
        self.patience = self.patience.saturating_sub(1);
        Some(self.at)
    }

    #[inline]
    fn is_at_its_place(&self, line: &[u8]) -> bool {
        self.stands(line, self.at) && self.is_column(&line[..self.at])
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

/// Does `line` hold neither a line end nor a quote, nor any byte before them in ASCII?
///
/// One vector operation a vector, a third of what it takes to compare with both: white space among
/// the columns is the price. A line shorter than a block is not looked at, and the answer no.
#[inline]
fn is_all_above_quotes(line: &[u8]) -> bool {
    let Some(last) = line.last_chunk() else { return false };
    let least = |least: [u8; BLOCK], block: &[u8; BLOCK]| from_fn(|at| least[at].min(block[at]));
    let least = line.as_chunks().0.iter().fold(*last, least);
    least.iter().fold(true, |all, &byte| all & (byte > b'"'))
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
    fn a_line_like_the_last_is_known() {
        let mut steady = Steady::new(b',', 1, CELLS);
        let known = line("7,", ",x\r");
        assert_eq!(steady.again(&[&known[..], b"\n"].concat()), None, "no last line");
        assert_eq!(steady.find(&known), Some(2));
        assert_eq!(steady.again(&[&known[..], b"\n12"].concat()), Some((2, known.len())));
        assert_eq!(steady.again(&known), None, "its end is not in sight");
        assert_eq!(steady.again(&line("7,", ",xy\r\n")), None, "longer");
        assert_eq!(steady.again(&line("7,", ",\r\n\n")), None, "shorter");
        for at in 0..known.len() {
            for (byte, is_known) in
                [(b'\n', false), (b'"', false), (b' ', false), (b'5', at != 1 && at != 83)]
            {
                let mut text = [&known[..], b"\n"].concat();
                text[at] = byte;
                assert_eq!(steady.again(&text).is_some(), is_known, "{byte} at {at}");
            }
        }
    }

    #[test]
    fn lines_that_end_elsewhere_again_and_again_are_searched() {
        let mut steady = Steady::new(b',', 1, CELLS);
        for index in 0..PATIENCE {
            let text = [&line("7,", &",".repeat(index as usize))[..], b"\n"].concat();
            assert_eq!(steady.again(&text), None);
            assert_eq!(steady.find(&text[..text.len() - 1]), Some(2));
            assert_eq!(steady.again(&text).is_some(), index + 1 < PATIENCE);
        }
    }

    #[test]
    fn a_quote_is_seen_before_the_line_is() {
        assert!(matches!(Plain::first(b"a\"b\nc", b'"'), Plain::Quoted));
        assert!(matches!(Plain::first(b"ab\n\"", b'"'), Plain::Line(b"ab")));
        assert!(matches!(Plain::first(b"ab", b'"'), Plain::Line(b"ab")));
    }
}
