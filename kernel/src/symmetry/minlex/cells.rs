//! Cells of four rows in the quarters of a vector: the steps of the batch that are a few operations each.
//!
//! A row is in the order of `batch/tables.rs`. A comparison is a vector with all bits of a member set.

use super::batch::lanes::{BY_POSITION, NO_POSITION, TO_HIGHER, TO_LOWER};
use super::clues::{self, ClueLines, Lines};
use crate::board::grid::{self, CELLS};
#[cfg(target_arch = "x86_64")]
use crate::simd::avx512::Avx512;
use crate::simd::{Double, Keys, Quarter};

/// Vectors of four quarters.
pub(super) trait Cells: Keys {
    /// Reads a puzzle, where every byte but `1` to `9` is a blank, or returns `None` if equal clues share a house.
    #[inline(always)]
    fn read(self, puzzle: &[u8; CELLS], lines: &mut Lines) -> Option<ClueLines> {
        let clues = clues::read(puzzle, lines);
        if grid::conflict(puzzle).is_some() { None } else { Some(clues) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Cells for Avx512 {
    #[inline(always)]
    fn read(self, puzzle: &[u8; CELLS], lines: &mut Lines) -> Option<ClueLines> {
        super::read512::read_with(self, puzzle, lines)
    }
}
#[cfg(target_arch = "x86_64")]
impl Cells for Double<crate::simd::avx2::Avx2> {}
#[cfg(target_arch = "aarch64")]
impl Cells for Double<Double<crate::simd::neon::Neon>> {}

/// Returns the word in both halves of a quarter.
#[inline(always)]
pub(super) fn twice(word: u64) -> Quarter {
    (u128::from(word) | u128::from(word) << 64).to_le_bytes()
}

/// The bits of a key that are compared, without the four bits of each word that number the stack.
const KEY: u64 = 0xfff0_fff0_fff0;

/// `a` where it is not 0, `b` elsewhere.
#[inline(always)]
pub(super) fn or_else<S: Cells>(simd: S, a: S::V, b: S::V) -> S::V {
    simd.select8(simd.equal8(a, simd.splat32(0)), b, a)
}

/// Returns the first quarter.
#[inline(always)]
pub(super) fn first<S: Cells>(simd: S, v: S::V) -> Quarter {
    let mut quarter = [0; 16];
    simd.store_quarter(v, 0, &mut quarter);
    quarter
}

/// Returns, for each 32-bit word, 100 times the highest byte plus 10 times the next plus the next. Bytes must be below 176.
#[inline(always)]
pub(super) fn value<S: Cells>(simd: S, v: S::V) -> S::V {
    simd.dot(v, 0x64_0a_01_00)
}

/// Packs 32-bit words into 64-bit keys of the bits in [`KEY`], in both halves of a quarter.
#[inline(always)]
pub(super) fn keys<S: Cells>(simd: S, values: S::V) -> S::V {
    simd.and(simd.pack(values), simd.repeat(&twice(KEY)))
}

/// Replaces byte `place` of each quarter with the first byte of the quarter of `v`.
#[inline(always)]
pub(super) fn set_byte<S: Cells>(simd: S, quarters: S::V, place: usize, v: S::V) -> S::V {
    simd.select8(simd.repeat(&BYTE_MASKS[place % 16]), simd.shuffle(v, simd.splat32(0)), quarters)
}

/// For each of 16 bytes, the mask that selects it.
static BYTE_MASKS: [Quarter; 16] = {
    let mut masks = [[0; 16]; 16];
    const_for!(place in 0..16 => {
        masks[place][place] = 0xff;
    });
    masks
};

/// Writes the nine rows of an image as text, four at a time. Each row is written with seven bytes that the next one covers.
#[inline(always)]
pub(super) fn write_text<S: Cells>(
    simd: S,
    orders: &Quarter,
    labels: &Quarter,
    lines: [&Quarter; 9],
    text: &mut [u8; CELLS],
) {
    let columns = simd.shuffle(simd.repeat(orders), simd.repeat(&BY_POSITION));
    let labels = simd.and(simd.shr32::<4>(simd.repeat(labels)), simd.splat8(15));
    let labels = simd.or(labels, simd.splat8(b'0'));
    let mut rows = [0; CELLS + 7];
    for first in [0, 4, 8] {
        let mut four = simd.repeat(lines[first]);
        if first < 8 {
            four = simd.with_quarter(four, 1, lines[first + 1]);
            four = simd.with_quarter(four, 2, lines[first + 2]);
            four = simd.with_quarter(four, 3, lines[first + 3]);
        }
        let image = simd.shuffle(labels, simd.shuffle_low(four, columns));
        let mut write = |row: usize, number: usize| {
            let place = rows[9 * row..].first_chunk_mut().expect("seven bytes after the last row");
            simd.store_quarter(image, number, place);
        };
        write(first, 0);
        if first < 8 {
            write(first + 1, 1);
            write(first + 2, 2);
            write(first + 3, 3);
        }
    }
    text.copy_from_slice(&rows[..CELLS]);
}

/// Returns the same four bytes in each 32-bit word.
const fn each_word([a, b, c, d]: [u8; 4]) -> Quarter {
    [a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d]
}

/// Returns four 32-bit words, each with one byte repeated.
const fn whole_words([a, b, c, d]: [u8; 4]) -> Quarter {
    [a, a, a, a, b, b, b, b, c, c, c, c, d, d, d, d]
}

/// Returns a step of this many bytes down.
const fn down(bytes: u8) -> u8 {
    bytes.wrapping_neg()
}

/// The bytes of joins between neighbours, and the steps from the place of each of them to the place of the other.
struct Neighbours {
    joins: Quarter,
    steps: Quarter,
}

const FIRST_COLUMNS: Neighbours =
    Neighbours { joins: each_word([0, 0, TO_HIGHER, TO_LOWER]), steps: each_word([0, 0, 1, down(1)]) };
const LAST_COLUMNS: Neighbours =
    Neighbours { joins: each_word([0, TO_HIGHER, TO_LOWER, 0]), steps: each_word([0, 1, down(1), 0]) };
const FIRST_STACKS: Neighbours = Neighbours {
    joins: [0, 0, 0, 0, TO_HIGHER, 0, 0, 0, TO_LOWER, 0, 0, 0, 0, 0, 0, 0],
    steps: whole_words([0, 4, down(4), 0]),
};
const LAST_STACKS: Neighbours = Neighbours {
    joins: [TO_HIGHER, 0, 0, 0, TO_LOWER, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    steps: whole_words([4, down(4), 0, 0]),
};

/// Returns what the orders of columns join: the first two columns of stacks, and the last two. For each byte it is the place with
/// which it may be exchanged: its own place if nothing is joined.
#[inline(always)]
pub(super) fn column_exchanges<S: Cells>(simd: S, orders: S::V) -> [S::V; 2] {
    let first = simd.test8(orders, simd.repeat(&FIRST_COLUMNS.joins));
    let last = simd.test8(orders, simd.repeat(&LAST_COLUMNS.joins));
    [places(simd, first, &FIRST_COLUMNS), places(simd, last, &LAST_COLUMNS)]
}

/// Like [`column_exchanges`], for stacks.
#[inline(always)]
pub(super) fn stack_exchanges<S: Cells>(simd: S, orders: S::V) -> [S::V; 2] {
    let first = simd.test32(orders, simd.repeat(&FIRST_STACKS.joins));
    let last = simd.test32(orders, simd.repeat(&LAST_STACKS.joins));
    [places(simd, first, &FIRST_STACKS), places(simd, last, &LAST_STACKS)]
}

/// Moves the smaller of two joined bytes to the higher place: the first two columns of stacks, or the last two.
#[inline(always)]
pub(super) fn exchange<S: Cells, const FIRST: bool>(simd: S, cells: S::V, by: S::V) -> S::V {
    let exchanged = simd.shuffle(cells, by);
    let upper = if FIRST { each_word([0, 0, 0, 0xff]) } else { each_word([0, 0, 0xff, 0]) };
    simd.select8(simd.repeat(&upper), simd.min8(cells, exchanged), simd.max8(cells, exchanged))
}

/// Like [`exchange`], for 32-bit words.
#[inline(always)]
pub(super) fn exchange_stacks<S: Cells, const FIRST: bool>(simd: S, values: S::V, by: S::V) -> S::V {
    let exchanged = simd.shuffle(values, by);
    let upper = if FIRST { whole_words([0, 0, 0xff, 0]) } else { whole_words([0, 0xff, 0, 0]) };
    simd.select8(simd.repeat(&upper), simd.min32(values, exchanged), simd.max32(values, exchanged))
}

/// `found | mark` if the two keys are equal, `found` otherwise.
#[inline(always)]
pub(super) fn mark_equal<S: Cells>(simd: S, found: S::V, a: S::V, b: S::V, mark: u64) -> S::V {
    simd.or_and(found, simd.equal64(a, b), simd.repeat(&twice(mark)))
}

/// Returns the orders of columns after four rows, given their sorted cells and the previous orders, and the ties (see
/// `least::Hits::settle`), a byte for each row.
#[inline(always)]
pub(super) fn settle<S: Cells>(simd: S, cells: S::V, orders: S::V) -> (S::V, u32) {
    const COLUMN_JOINS: Quarter = each_word([0, TO_HIGHER, TO_HIGHER, TO_HIGHER]);
    const STACK_JOINS: Quarter = each_word([TO_HIGHER, 0, 0, 0]);
    const STACK_BYTES: Quarter = each_word([0xff, 0, 0, 0]);
    const TIES: Quarter = [0, 4, 8, 0, 0, 16, 32, 0, 0, 64, 128, 0, 0, 0, 0, 0];
    const STACK_TIES: Quarter = [1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let zero = simd.splat8(0);
    let labels = simd.and(cells, simd.splat8(0xf0));
    let joined = simd.test8(orders, simd.repeat(&COLUMN_JOINS));
    let joined = simd.and(joined, simd.equal8(labels, simd.bytes_down::<1>(labels)));
    let stacks = simd.test32(orders, simd.repeat(&STACK_JOINS));
    let stacks = simd.and(stacks, simd.equal32(labels, simd.bytes_down::<4>(labels)));
    let (blank, blank_stacks) = (simd.equal8(labels, zero), simd.equal32(labels, zero));
    let (tied, tied_stacks) = (simd.clear(joined, blank), simd.clear(stacks, blank_stacks));
    let joined = simd.and(joined, blank);
    let stacks = simd.and(simd.and(stacks, blank_stacks), simd.repeat(&STACK_BYTES));
    let to_lower = simd.or(simd.bytes_up::<1>(joined), simd.bytes_up::<4>(stacks));
    let order = simd.or(simd.and(cells, simd.splat8(15)), simd.repeat(&NO_POSITION));
    let order = simd.or_and(order, simd.or(joined, stacks), simd.splat8(TO_HIGHER));
    let order = simd.or_and(order, to_lower, simd.splat8(TO_LOWER));
    let stack_ties = simd.and(tied_stacks, simd.repeat(&STACK_TIES));
    (order, simd.sums(simd.or_and(stack_ties, tied, simd.repeat(&TIES))))
}

/// Returns the quarters whose maps join nothing and have the next label 9 or 10, two bits each.
#[inline(always)]
pub(super) fn settled<S: Cells>(simd: S, orders: S::V, labels: S::V) -> u8 {
    /// The last label, times 16, in place of the next label.
    const LAST: Quarter = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x90];
    let last = simd.repeat(&LAST);
    let is_last = simd.equal8(simd.min8(labels, last), last);
    simd.full(simd.clear(is_last, simd.and(orders, simd.splat8(TO_HIGHER | TO_LOWER))))
}

/// Returns the place of each byte, plus its step if it is joined.
#[inline(always)]
fn places<S: Keys>(simd: S, joined: S::V, neighbours: &Neighbours) -> S::V {
    const OWN: Quarter = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    simd.add8(simd.repeat(&OWN), simd.and(joined, simd.repeat(&neighbours.steps)))
}
