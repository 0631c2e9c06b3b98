//! The clues of a block of any text, in three kinds of places.
//!
//! ```text
//! <a href="/play?bd=53..7....6..19…8..79">   in words of cells: one of every nine bytes is in each of nine cells or more
//!          ▲        ▲        ▲        ▲
//! 53  7    \n6  195   \n 98    6             among other blanks: one of every nine bytes is one of these
//! ▲        ▲         ▲
//! | 5 3 . | . 7 . |   <td>5</td>   [5, NaN   alone: beside no letter, no other digit, and no dot as in a number
//!   ▲ ▲       ▲           ▲         ▲
//! ```

use std::ops::Range;

use crate::array::array_of;
use crate::board::grid::{self, CELLS, digit, is_blank};
use crate::format::cells::{SHORTEST, SIDE, is_cell, is_gap};
use crate::format::unread::CLUES;

/// The number of bytes of a block: a multiple of nine, and of 16 for a loop that the compiler vectorizes.
pub(super) const BLOCK: usize = 2 * SIDE * 16;

/// What is in a block.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The number of clues, except those of puzzles that are words. Some are counted several times, as a stretch is for each examined
    /// byte of it.
    pub(super) clues: usize,
    pub(super) has_puzzle: bool,
}

impl Block {
    /// Examines the block at byte `start` of `text`, and up to 82 bytes after it.
    pub(super) fn of(text: &[u8], start: usize) -> Self {
        let mut padded = [b'\n'; BLOCK + 2];
        let around = start.checked_sub(1).and_then(|first| text[first..].first_chunk());
        let bytes = around.unwrap_or_else(|| {
            let first = start.saturating_sub(1);
            let around = &text[first..text.len().min(start + BLOCK + 1)];
            padded[first + 1 - start..][..around.len()].copy_from_slice(around);
            &padded
        });
        let mut block = Self { clues: usize::from(clues_alone(bytes)), has_puzzle: false };
        let mut examined = examined(bytes);
        while examined != 0 {
            block.add(text, start + SIDE * examined.trailing_zeros() as usize);
            examined &= examined - 1;
        }
        block
    }

    /// Adds what is around byte `at` of `text`, a cell or a blank. Most have no others near them.
    #[inline]
    fn add(&mut self, text: &[u8], at: usize) {
        if is_other_blank(text[at]) {
            if is_beside(text, at, 1, is_clue) || is_beside(text, at, 2, is_clue) {
                self.clues += clues_among_blanks(text, at);
            }
        } else if is_beside(text, at, SIDE / 2, is_cell)
            && let Some(word) = word_at(text, at)
        {
            self.add_word(&text[word]);
        }
    }

    /// Adds a word, unless it is a number. A long word could have lost clues; one without blanks is an answer, and one
    /// without clues a rule.
    fn add_word(&mut self, word: &[u8]) {
        let clues = clues(word);
        if is_puzzle(word) {
            self.has_puzzle = true;
        } else if word.len() >= SHORTEST {
            self.clues += if (1..word.len()).contains(&clues) { CLUES } else { 0 };
        } else if !is_number(word) {
            self.clues += clues;
        }
    }
}

/// Returns the words of 81 cells that are puzzles. One of the first nine bytes of each is an examined byte of this range, so a puzzle
/// may begin up to eight bytes before it.
pub(super) fn puzzles_in(text: &[u8], range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    range.step_by(SIDE).filter_map(|at| word_at(text, at)).filter(|word| is_puzzle(&text[word.clone()]))
}

/// Returns an offset, at most nine bytes before `at`, that is not within a puzzle which [`puzzles_in`] finds from `at` on.
pub(super) fn before_word(text: &[u8], at: usize) -> usize {
    start_of(text, at, SIDE, is_cell)
}

/// Returns the number of clues alone in a block, which has a byte more on each side.
#[inline(never)] // otherwise it is not vectorized
fn clues_alone(bytes: &[u8; BLOCK + 2]) -> u8 {
    const YES: u8 = u8::MAX;
    // To compare signed numbers takes fewer instructions.
    let mask = |byte: u8, first: u8, last: u8| {
        let is_within = (byte.wrapping_add(127 - last) as i8) > (126 - (last - first)) as i8;
        if is_within { YES } else { 0 }
    };
    let parts: [u8; BLOCK + 2] =
        array_of(|at| mask(bytes[at] | 0x20, b'a', b'z') | mask(bytes[at], b'-', b'9'));
    let mut count = 0_u8;
    for at in 0..BLOCK {
        let clue = mask(bytes[at + 1], b'1', b'9');
        count = count.wrapping_sub(clue & !(parts[at] | parts[at + 2]));
    }
    count
}

/// Returns which of every nine bytes of a block are cells or other blanks, as a set.
fn examined(bytes: &[u8; BLOCK + 2]) -> u32 {
    let mut examined = 0;
    for index in 0..BLOCK / SIDE {
        examined |= u32::from(IS_EXAMINED[usize::from(bytes[1 + SIDE * index])]) << index;
    }
    examined
}

static IS_EXAMINED: [bool; 256] = {
    let mut is_examined = [false; 256];
    kernel::const_for!(index in 0..256 => {
        let byte = index as u8;
        is_examined[index] = digit(byte).is_some() || is_blank(byte) || is_other_blank(byte);
    });
    is_examined
};

/// Returns whether a byte is a blank, or part of one, that no word of cells has.
const fn is_other_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'#' | b'+' | b'~' | 0x80..)
}

fn is_clue(byte: u8) -> bool {
    digit(byte).is_some()
}

fn clues(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| is_clue(byte)).count()
}

/// Returns whether a byte at this distance from byte `at` of `text` is of one kind.
#[inline]
fn is_beside(text: &[u8], at: usize, distance: usize, is_of_kind: impl Fn(u8) -> bool) -> bool {
    [at + distance, at.wrapping_sub(distance)]
        .into_iter()
        .any(|at| text.get(at).is_some_and(|&byte| is_of_kind(byte)))
}

/// Returns the number of clues around byte `at` of `text`, with nothing but other blanks, bars and line ends between them, if all these
/// bytes are half a puzzle.
fn clues_among_blanks(text: &[u8], at: usize) -> usize {
    let is_among = |byte: u8| is_other_blank(byte) || matches!(byte, b'|' | b'\n' | b'\r' | b'1'..=b'9');
    let (start, end) = (start_of(text, at, SHORTEST, is_among), end_of(text, at, SHORTEST, is_among));
    if end - start < SHORTEST { 0 } else { clues(&text[start..end]) }
}

/// Returns whether a word is a puzzle, which has clues and one kind of blank.
fn is_puzzle(word: &[u8]) -> bool {
    word.try_into().is_ok_and(|cells| grid::is_puzzle(cells) && clues(cells) > 0)
}

/// Returns whether a word has two kinds of blank, or is short and has a clue twice, as most numbers. In `5.0 0.0` it is not one.
fn is_number(word: &[u8]) -> bool {
    let mut seen = 0_u16;
    let is_twice = |digit: u8| {
        let is_twice = seen >> digit & 1 == 1;
        seen |= 1 << digit;
        is_twice
    };
    word.len() < 2 * SIDE && word.iter().filter_map(|&byte| digit(byte)).any(is_twice)
        || !word.ends_with(b".0") && grid::mixed_blanks(word).is_some()
}

/// Returns the word of nine cells or more around byte `at` of `text`, or up to nine words of three, such as `5.0`, if this is one of the
/// first nine bytes. A word ends after 81 more cells.
fn word_at(text: &[u8], at: usize) -> Option<Range<usize>> {
    let mut end = end_of(text, at, CELLS + 1, is_cell);
    if end == at {
        return None;
    }
    let start = start_of(text, at, SIDE, is_cell);
    if end - start == 3 {
        for _ in 1..SIDE {
            let next = end_of(text, end, SIDE, is_gap);
            if next == end || end_of(text, next, 4, is_cell) != next + 3 || text[next..].starts_with(b"---") {
                break; // a rule has nothing of a row
            }
            end = next + 3;
        }
    }
    (end - start >= SIDE && at - start < SIDE).then_some(start..end)
}

/// Returns the offset of the first of the bytes before byte `end` of `text`, up to this many, that are of one kind.
#[inline]
fn start_of(text: &[u8], end: usize, most: usize, is_of_kind: impl Fn(u8) -> bool) -> usize {
    let first = end.saturating_sub(most);
    text[first..end].iter().rposition(|&byte| !is_of_kind(byte)).map_or(first, |last| first + last + 1)
}

/// Returns the offset after the bytes from byte `start` of `text` on, up to this many, that are of one kind.
#[inline]
fn end_of(text: &[u8], start: usize, most: usize, is_of_kind: impl Fn(u8) -> bool) -> usize {
    let last = text.len().min(start + most);
    text[start..last].iter().position(|&byte| !is_of_kind(byte)).map_or(last, |length| start + length)
}
