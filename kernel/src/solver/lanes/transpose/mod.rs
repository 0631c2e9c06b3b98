//! Converts text to blocks of boards, and solved boards back to text.
//!
//! The conversion between bytes and bits goes puzzle by puzzle, between bits and the words of boards block by block:
//!
//! ```text
//! text ─▶ read_clues ─▶ planes ─▶ from_planes ─▶ block ─▶ … ─▶ block ─▶ to_digits ─▶    digits ─▶ write_digits ─▶ text
//!         per puzzle              per block                             per block                 per puzzle
//! ```
//!
//! *Planes* are 12 words per lane instead of a board's 27: four code bits per cell, and for each of them and each k one
//! word with the cells of rows 3·band + k, cell (band, stack) of place (k, j) at bit `9j + 3·band + stack`.
//!
//! The trait [`Transpose`] has one implementation for each width of vectors and one for plain integers, in the files beside this one.
//! This file contains what they share.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod four_lanes;
mod portable;

use super::layout::{Block, COLUMNS, FIELD, FULL, ROWS, word};
use super::pencilmarks::read_pencilmarks;
use super::propagate::rotations;
use crate::board::bits::bits;
use crate::board::grid;
use crate::simd::{LaneRow, LaneSet, Lanes, three};
use crate::solver::batch::{Answer, Answers, Notation, Puzzles};

/// Reads one puzzle per lane into a block: puzzle `first + i` into lane `i`, for `count` lanes. Returns the lanes of the
/// well-formed puzzles.
#[inline(always)]
pub fn read_puzzles<S: Transpose>(
    s: S,
    puzzles: &Puzzles<'_>,
    first: usize,
    count: usize,
    planes: &mut Planes,
    block: &mut Block,
) -> LaneSet {
    match puzzles.notation() {
        Notation::Clues => {
            let are_plain = s.read_clues(puzzles, first, count, planes);
            let valid = if are_plain { (1 << count) - 1 } else { well_formed(puzzles, first, count) };
            from_planes(s, planes, block);
            valid
        }
        Notation::Pencilmarks => read_pencilmarks(puzzles, first, count, block),
    }
}

/// Returns the lanes of the well-formed puzzles. Nearly all blocks have only clues and one kind of usual blank, so this is called
/// only for others.
#[cold]
fn well_formed(puzzles: &Puzzles<'_>, first: usize, count: usize) -> LaneSet {
    let is_well_formed = |lane: &usize| puzzles.clues(first + lane).is_some_and(grid::is_puzzle);
    (0..count).filter(is_well_formed).map(|lane| 1 << lane).sum()
}

/// Writes the digits of the lanes in `set`, lane `i` to answer `index(i)`.
#[inline(always)]
pub fn write_answers<S: Transpose>(
    s: S,
    digits: &Planes,
    set: LaneSet,
    answers: &mut Answers<'_>,
    index: impl Fn(usize) -> usize,
) {
    // One loop per kind, which loads what depends on the kind before the loop.
    match answers {
        Answers::Lines(lines) => {
            bits(set).for_each(|lane| s.write_digits(digits, lane, Answer::Line(&mut lines[index(lane)])));
        }
        Answers::Digits(cells) => {
            bits(set).for_each(|lane| s.write_digits(digits, lane, Answer::Digits(&mut cells[index(lane)])));
        }
    }
}

/// The conversion between text and planes.
pub trait Transpose: Lanes {
    /// Reads 81 clues and blanks per lane into planes, with the codes of [`CODES`](crate::board::codes::CODES): puzzle
    /// `first + i` in lane `i`, for `count` lanes. Returns whether all bytes [are plain](crate::board::codes::are_plain). The
    /// planes of a lane with a byte that is neither a clue nor a blank are unspecified. The order in memory is up to the
    /// implementation.
    fn read_clues(self, puzzles: &Puzzles<'_>, first: usize, count: usize, planes: &mut Planes) -> bool;

    /// Loads the four planes of `k` that [`Transpose::read_clues`] wrote for each lane.
    #[inline(always)]
    fn load_planes(self, k: usize, planes: &Planes) -> [Self::V; 4] {
        [
            self.load(&planes[k].0),
            self.load(&planes[3 + k].0),
            self.load(&planes[6 + k].0),
            self.load(&planes[9 + k].0),
        ]
    }

    /// Stores the digits of rows 3·band + k, for [`Transpose::write_digits`] to read once it is done for each k.
    /// Plane `p` has bit `p` of each digit. The order in memory is up to the implementation.
    #[inline(always)]
    fn store_digits(self, k: usize, planes: [Self::V; 4], digits: &mut Planes) {
        for plane in 0..4 {
            self.store(planes[plane], &mut digits[3 * plane + k].0);
        }
    }

    /// Writes the digits of lane `lane`.
    fn write_digits(self, digits: &Planes, lane: usize, answer: Answer<'_>);
}

/// Four planes of three words per lane. Unless an implementation has an order of its own, row `3·plane + k` holds the cells
/// of rows 3·band + k, and the last four rows are not used.
pub type Planes = [LaneRow; 16];

/// Returns the row and the column of the cell at bit `bit` of the planes of `k`.
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub const fn cell_of(k: usize, bit: usize) -> (usize, usize) {
    (3 * (bit % 9 / 3) + k, 3 * (bit % 3) + bit / 9)
}

/// Returns the bit of the cell at (row, column) in the planes of `row % 3`.
pub const fn bit_of(row: usize, column: usize) -> usize {
    9 * (column % 3) + 3 * (row / 3) + column / 3
}

/// Computes the boards of clues in planes, without the candidates that a clue eliminates in its row, column or box.
///
/// ```text
/// e, two planes ─▶ fields of e = 0, 1, 2 for each j ─┬▶ clues of each word
/// D, two planes ─▶ three equal fields for each j ────┴▶ blanks ─▶ candidates of each word
/// ```
#[cfg_attr(not(unoptimised), inline(always))]
pub fn from_planes<S: Transpose>(s: S, planes: &Planes, block: &mut Block) {
    let rows = three!(K => clues_of(s, planes, K));
    for d in 0..3 {
        write_candidates(s, &rows, d, block);
    }
}

/// The clues of rows 3·band + k.
struct Clues<V> {
    /// Entry `[D][j]` holds the clues of the word (D, k, j).
    words: [[V; 3]; 3],
    /// For each j, the cells without a clue, in every field.
    blanks: [V; 3],
}

#[inline(always)]
fn clues_of<S: Transpose>(s: S, planes: &Planes, k: usize) -> Clues<S::V> {
    let full = s.splat32(FULL);
    let [e1, e2, d1, d2] = s.load_planes(k, planes);
    let e = words_of_fields(s, [s.clear2(full, e1, e2), e1, e2]);
    let (p, q) = (s.spread_fields(d1), s.spread_fields(d2));
    Clues {
        words: [
            three!(J => s.clear(s.and(e[J], p[J]), q[J])),
            three!(J => s.clear(s.and(e[J], q[J]), p[J])),
            three!(J => s.and3(e[J], p[J], q[J])),
        ],
        blanks: three!(J => s.clear2(full, p[J], q[J])),
    }
}

/// Writes the words of D: the clues, and the candidates of the other cells that no clue eliminates.
#[inline(always)]
fn write_candidates<S: Lanes>(s: S, rows: &[Clues<S::V>; 3], d: usize, block: &mut Block) {
    let words = three!(K => rows[K].words[d]);
    let minirows = three!(K => any(s, words[K]));
    let boxes = any(s, minirows);
    let columns = three!(J => spread::<S, COLUMNS>(s, any(s, three!(K => words[K][J]))));
    for k in 0..3 {
        let row = s.or(spread::<S, ROWS>(s, minirows[k]), boxes);
        for j in 0..3 {
            let open = s.clear2(rows[k].blanks[j], row, columns[j]);
            s.store(s.or(open, words[k][j]), &mut block[word(d, k, j)]);
        }
    }
}

#[inline(always)]
fn any<S: Lanes>(s: S, [a, b, c]: [S::V; 3]) -> S::V {
    s.or3(a, b, c)
}

/// Returns all minirows of each row that has one in `minirows`, or all minicolumns of each such column.
#[inline(always)]
fn spread<S: Lanes, const AXIS: usize>(s: S, minirows: S::V) -> S::V {
    let (next, last) = rotations::<S, AXIS>(s, minirows);
    s.or3(minirows, next, last)
}

/// Returns, for each j, the word whose field e is field j of `planes[e]`.
#[inline(always)]
fn words_of_fields<S: Lanes>(s: S, planes: [S::V; 3]) -> [S::V; 3] {
    let [a, b, c] = planes;
    [
        join_fields(s, a, s.shl32::<9>(b), s.shl32::<18>(c)),
        join_fields(s, s.shr32::<9>(a), b, s.shl32::<9>(c)),
        join_fields(s, s.shr32::<18>(a), s.shr32::<9>(b), c),
    ]
}

/// Returns field 0 of `a`, field 1 of `b` and field 2 of `c` in one word.
#[inline(always)]
fn join_fields<S: Lanes>(s: S, a: S::V, b: S::V, c: S::V) -> S::V {
    let low = s.and(a, s.splat32(FIELD));
    let two = s.or_and(low, b, s.splat32(FIELD << 9));
    s.or_and(two, c, s.splat32(FIELD << 18))
}

/// Stores the digits of solved boards. The lanes of other boards are unspecified.
#[cfg_attr(not(unoptimised), inline(always))]
pub fn to_digits<S: Transpose>(s: S, block: &Block, digits: &mut Planes) {
    for k in 0..3 {
        let words = three!(D => three!(J => s.load(&block[word(D, k, J)])));
        let cells = three!(J => any(s, three!(D => words[D][J])));
        let [e0, e1, _] = words_of_fields(s, cells);
        let planes = binary_digits(s, e0, e1, s.unite_fields(words[1]), s.unite_fields(words[2]));
        s.store_digits(k, planes, digits);
    }
}

/// Returns the four bits of the digit `1 + e + 3D` of each cell, given where e = 0, e = 1, D = 1 and D = 2.
///
/// ```text
///         e = 0   1   2
/// D = 0     0001 0010 0011
///     1     0100 0101 0110
///     2     0111 1000 1001
/// ```
#[inline(always)]
fn binary_digits<S: Lanes>(s: S, e0: S::V, e1: S::V, d1: S::V, d2: S::V) -> [S::V; 4] {
    let full = s.splat32(FULL);
    let even = s.xor(e1, d1);
    let eight = s.clear(d2, e0);
    let four = s.or_and(d1, d2, e0);
    // Bit 1 is set in 2, 3, 6 and 7: in the digits from 2 to 7 except 4 and 5.
    let one = s.clear2(e0, d1, d2);
    let from_2_to_7 = s.clear2(full, one, eight);
    let two = s.clear(from_2_to_7, s.and(d1, s.or(e0, e1)));
    [s.clear(full, even), two, four, eight]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::grid::CELLS;
    use crate::simd::{MAX_LANES, for_each_isa};
    use crate::solver::batch::Notation;
    use crate::solver::lanes::layout::WORDS;

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &[u8; CELLS] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// Reads a puzzle into one lane, and another one into the lanes before it. Returns the lane's words, or `None` if the puzzle
    /// is malformed.
    fn read<S: Transpose>(s: S, puzzle: &[u8; CELLS], lane: usize) -> Option<Vec<u32>> {
        let (mut planes, mut block) = ([LaneRow([0; MAX_LANES]); 16], [[0; MAX_LANES]; WORDS]);
        let mut starts = vec![0; lane];
        starts.push(CELLS as u32);
        let text = [*SOLUTION, *puzzle];
        let puzzles = Puzzles::new(text.as_flattened(), &starts, Notation::Clues);
        let valid = read_puzzles(s, &puzzles, 0, lane + 1, &mut planes, &mut block);
        let words = block.iter().map(|row| row[lane]).collect();
        (valid >> lane & 1 == 1).then_some(words)
    }

    /// Returns what [`read`] returns, computed candidate by candidate.
    fn read_by_definition(puzzle: &[u8; CELLS]) -> Vec<u32> {
        let sees = |cell: usize, other: usize| {
            let (row, column) = (cell / 9, cell % 9);
            let same_box = row / 3 == other / 27 && column / 3 == other % 9 / 3;
            cell != other && (row == other / 9 || column == other % 9 || same_box)
        };
        let mut words = vec![0; WORDS];
        for (cell, &byte) in puzzle.iter().enumerate() {
            let (row, column) = (cell / 9, cell % 9);
            for digit in 0..9 {
                let (d, k, j) = (digit / 3, row % 3, column % 3);
                let bit = 1 << (9 * (digit % 3) + 3 * (row / 3) + column / 3);
                let is_clue = byte == b'1' + digit as u8;
                let is_seen =
                    (0..CELLS).any(|other| sees(cell, other) && puzzle[other] == b'1' + digit as u8);
                if is_clue || grid::is_blank(byte) && !is_seen {
                    words[word(d, k, j)] |= bit;
                }
            }
        }
        words
    }

    #[test]
    fn every_instruction_set_reads_the_same_board() {
        for blank in *b".0_*-?xX" {
            let puzzle = PUZZLE.map(|byte| if byte == b'.' { blank } else { byte });
            for_each_isa!(|simd, name| {
                for lane in 0..lanes_of(simd) {
                    let words = read(simd, &puzzle, lane).expect("a puzzle");
                    assert_eq!(words, read_by_definition(PUZZLE), "{name}, lane {lane}");
                }
            });
        }
    }

    #[test]
    fn every_instruction_set_rejects_every_other_byte_and_blank_in_every_cell() {
        for cell in 0..CELLS {
            for byte in 0..=255 {
                let mut puzzle = *PUZZLE;
                puzzle[cell] = byte;
                let valid = grid::digit(byte).is_some() || byte == b'.';
                let other = PUZZLE.map(|blank| if blank == b'.' && byte % 2 == 0 { b'x' } else { blank });
                for_each_isa!(|simd, name| {
                    let mut planes = [LaneRow([0; MAX_LANES]); 16];
                    let text = [*PUZZLE, puzzle, other];
                    let puzzles = Puzzles::new(text.as_flattened(), &[0, 81, 162], Notation::Clues);
                    let mut block = [[0; MAX_LANES]; WORDS];
                    let lanes = read_puzzles(simd, &puzzles, 0, 3, &mut planes, &mut block);
                    assert_eq!(
                        lanes,
                        if valid { 0b111 } else { 0b101 },
                        "{name}: byte {byte} in cell {cell}"
                    );
                });
            }
        }
    }

    /// Solutions that have each digit in each cell.
    #[test]
    fn every_instruction_set_writes_what_it_read() {
        for shift in 0..9 {
            let solution = SOLUTION.map(|digit| b'1' + (digit - b'1' + shift) % 9);
            for_each_isa!(|simd, name| {
                for lane in 0..lanes_of(simd) {
                    let (mut planes, mut block) = ([LaneRow([0; MAX_LANES]); 16], [[0; MAX_LANES]; WORDS]);
                    let starts = vec![0; lane + 1];
                    let puzzles = Puzzles::new(&solution, &starts, Notation::Clues);
                    assert!(simd.read_clues(&puzzles, 0, lane + 1, &mut planes));
                    from_planes(simd, &planes, &mut block);
                    to_digits(simd, &block, &mut planes);
                    let (mut line, mut digits) = ([0; CELLS + 1], [0; CELLS]);
                    simd.write_digits(&planes, lane, Answer::Line(&mut line));
                    simd.write_digits(&planes, lane, Answer::Digits(&mut digits));
                    assert_eq!(
                        line.escape_ascii().to_string(),
                        solution.escape_ascii().to_string() + "\\n",
                        "{name}"
                    );
                    assert_eq!(digits, solution.map(|digit| digit - b'0'), "{name}");
                }
            });
        }
    }

    fn lanes_of<S: Lanes>(_: S) -> usize {
        S::LANES
    }
}
