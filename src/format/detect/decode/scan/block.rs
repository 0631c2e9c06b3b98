//! The clues of a block of any text, in three kinds of places.
//!
//! ```text
//! | 5 3 . | . 7 . |   <td>5</td>   [5, NaN     alone: beside no letter, no other digit, and no dot as in a number
//!   ▲ ▲       ▲           ▲         ▲
//! <td>53..7....</td>   "53..7....6..195…"      in a word of nine cells, or of 18 or more
//!     ▲▲  ▲             ▲▲  ▲    ▲  ▲▲▲
//! 53. | .7. | ...\n6  195   \n98    6   5.0,0.0  in a stretch of short words
//! ▲▲     ▲         ▲  ▲▲▲     ▲▲    ▲   ▲
//! ```
//!
//! One of every nine bytes is examined: one or more in each word, and four or more one after another in each stretch.

use std::ops::Range;

use crate::array::array_of;
use crate::board::grid::{self, CELLS, digit, is_blank};
use crate::format::cells::{SHORTEST, SIDE, is_cell};
use crate::format::unread::{CLUES, PART};

/// The number of bytes of a block: a multiple of nine, and of 16 for a loop that the compiler vectorizes.
pub(super) const BLOCK: usize = 2 * SIDE * 16;

/// The number of bytes from one of the examined bytes to the third after it.
const STRETCH: usize = 3 * SIDE + 1;

/// The largest number of cells of a word in a stretch. Most numbers of tables are longer.
const LONGEST: usize = 4;

/// What is in a block.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The number of clues, except those of puzzles that are words. Some are counted several times, as stretches overlap.
    pub(super) clues: usize,
    pub(super) has_puzzle: bool,
    /// Whether it is one of several near each other that together have the clues of a puzzle.
    pub(super) is_dense: bool,
}

impl Block {
    /// Examines the block at byte `start` of `text`, and up to 82 bytes after it.
    pub(super) fn of(text: &[u8], start: usize) -> Self {
        match start.checked_sub(1).and_then(|first| text[first..].first_chunk()) {
            Some(bytes) => Self::of_bytes(bytes, text, start),
            None => Self::of_bytes(&padded(text, start), text, start),
        }
    }

    /// Examines the block at byte `start` of `text`: these bytes, with one more on each side.
    fn of_bytes(bytes: &[u8; BLOCK + 2], text: &[u8], start: usize) -> Self {
        let mut block = Self { clues: usize::from(clues_alone(bytes)), ..Self::default() };
        let (cells, parts) = examined(bytes);
        for_each(cells, |index| {
            if let Some(word) = word_at(text, start + SIDE * index) {
                block.add_word(&text[word]);
            }
        });
        for_each(parts & parts >> 2 & parts >> 4 & parts >> 6, |index| {
            block.clues += clues_of_stretch(&text[start + SIDE * index..][..STRETCH]);
        });
        block
    }

    /// Adds a word of nine cells or more. A long word could have lost clues; one without blanks is an answer, and one without
    /// clues a rule. Most numbers have two kinds of blanks.
    fn add_word(&mut self, word: &[u8]) {
        let clues = clues(word);
        match word.len() {
            CELLS if is_puzzle(word) => self.has_puzzle = true,
            ..SHORTEST if grid::mixed_blanks(word).is_some() => {}
            SIDE => self.clues += clues,
            PART.. if (1..word.len()).contains(&clues) => self.clues += CLUES,
            _ => {}
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
    at - cells_at_end(&text[at.saturating_sub(SIDE)..at])
}

/// Returns the block at byte `start` of `text`, with one byte more on each side. Those that are not in the text are zeros.
fn padded(text: &[u8], start: usize) -> [u8; BLOCK + 2] {
    let mut padded = [0; BLOCK + 2];
    let first = start.saturating_sub(1);
    let around = &text[first..text.len().min(start + BLOCK + 1)];
    padded[first + 1 - start..][..around.len()].copy_from_slice(around);
    padded
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

/// What a byte can be: a cell, in bit 0, and something in a stretch, in bit 1: a cell, another blank or a part of one, or what is
/// between cells and rows.
static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    kernel::const_for!(index in 0..256 => {
        let byte = index as u8;
        let is_cell = digit(byte).is_some() || is_blank(byte);
        let is_blank = matches!(byte, b' ' | b'#' | b'+' | b'~' | 0x80..);
        let is_between = matches!(byte, b'|' | b',' | b'"' | b'\n' | b'\r' | b'\\' | b'n');
        kinds[index] = is_cell as u8 | ((is_cell || is_blank || is_between) as u8) << 1;
    });
    kinds
};

/// Returns which of every nine bytes of a block are cells, and which are in a stretch. The sets have two bits for each.
fn examined(bytes: &[u8; BLOCK + 2]) -> (u64, u64) {
    const CELLS: u64 = u64::MAX / 3;
    let mut kinds = 0;
    for index in 0..BLOCK / SIDE {
        kinds |= u64::from(KINDS[usize::from(bytes[1 + SIDE * index])]) << (2 * index);
    }
    (kinds & CELLS, kinds >> 1 & CELLS)
}

/// Calls `add` for each examined byte of a set.
#[inline]
fn for_each(mut examined: u64, mut add: impl FnMut(usize)) {
    while examined != 0 {
        add(examined.trailing_zeros() as usize / 2);
        examined &= examined - 1;
    }
}

/// Returns the number of clues of a text if it has nothing but short words and what is between them.
fn clues_of_stretch(text: &[u8]) -> usize {
    let mut length = 0;
    for &byte in text {
        length = if is_cell(byte) { length + 1 } else { 0 };
        if length > LONGEST || KINDS[usize::from(byte)] == 0 {
            return 0;
        }
    }
    clues(text)
}

fn clues(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| digit(byte).is_some()).count()
}

/// Returns whether a word is a puzzle, which has clues and one kind of blank.
fn is_puzzle(word: &[u8]) -> bool {
    word.try_into().is_ok_and(|cells| grid::is_puzzle(cells) && clues(cells) > 0)
}

/// Returns the word of nine cells or more around byte `at` of `text`, if this is one of its first nine bytes. A word ends after 81
/// more cells.
#[inline]
fn word_at(text: &[u8], at: usize) -> Option<Range<usize>> {
    let after = &text[at..text.len().min(at + CELLS + 1)];
    let end = at + after.iter().position(|&byte| !is_cell(byte)).unwrap_or(after.len());
    if end == at || !is_cell(text[end.checked_sub(SIDE)?]) {
        return None; // most words are shorter
    }
    let before = cells_at_end(&text[at.saturating_sub(SIDE)..at]);
    (before < SIDE && before + end - at >= SIDE).then_some(at - before..end)
}

fn cells_at_end(text: &[u8]) -> usize {
    text.iter().rev().position(|&byte| !is_cell(byte)).unwrap_or(text.len())
}
