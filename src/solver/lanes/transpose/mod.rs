//! Text to blocks of boards, and solved boards back to text.
//!
//! One puzzle at a time is converted between bytes and bits, one block at a time between bits and the words of boards:
//!
//! ```text
//! text ─▶ read_clues ─▶ planes ─▶ from_planes ─▶ block ─▶ … ─▶ block ─▶ to_digits ─▶    digits ─▶ write_digits ─▶ text
//!         per puzzle              per block                             per block                 per puzzle
//! ```
//!
//! *Planes* are 12 words per lane instead of a board's 27: four code bits per cell, and for each of them and each k one
//! word with the cells of the rows 3·band + k, cell (band, stack) of place (k, j) at bit `9j + 3·band + stack`.
//!
//! The trait [`Transpose`] has one implementation per instruction set, in the files beside this one. What all of them
//! share is here, with the rare form of a puzzle: pencilmarks.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use super::layout::{Block, COLUMNS, FIELD, FULL, NakedSingles, ROWS, lanes, word};
use super::propagate::{keep_naked_singles, rotations};
use super::simd::{LaneRow, LaneSet, Simd};
use crate::grid;
use crate::solver::batch::{Answer, Answers, Puzzles};

/// Reads the clues of one puzzle per lane as [`Transpose::read_clues`] does. Returns the lanes of the well-formed puzzles.
#[inline(always)]
pub fn read_clues<S: Transpose>(
    s: S,
    puzzles: &Puzzles<'_>,
    first: usize,
    count: usize,
    planes: &mut Planes,
) -> LaneSet {
    if s.read_clues(puzzles, first, count, planes) {
        (1 << count) - 1
    } else {
        well_formed(puzzles, first, count)
    }
}

/// Returns the lanes of the well-formed puzzles. Malformed ones are rare, so that they are looked for only when a block is
/// known to have one.
#[cold]
fn well_formed(puzzles: &Puzzles<'_>, first: usize, count: usize) -> LaneSet {
    let is_well_formed =
        |lane: &usize| puzzles.clues(first + lane).is_some_and(|clues| grid::first_bad_byte(clues).is_none());
    (0..count).filter(is_well_formed).map(|lane| 1 << lane).sum()
}

/// Writes the digits of the lanes in `set`: those of lane `i` to answer `index(i)`.
#[inline(always)]
pub fn write_answers<S: Transpose>(
    s: S,
    digits: &Planes,
    set: LaneSet,
    answers: &mut Answers<'_>,
    index: impl Fn(usize) -> usize,
) {
    // A loop for each kind: what the kind decides is loaded before it.
    match answers {
        Answers::Lines(lines) => {
            lanes(set).for_each(|lane| s.write_digits(digits, lane, Answer::Line(&mut lines[index(lane)])));
        }
        Answers::Digits(cells) => {
            lanes(set).for_each(|lane| s.write_digits(digits, lane, Answer::Digits(&mut cells[index(lane)])));
        }
    }
}

/// The conversion between text and planes.
pub trait Transpose: Simd {
    /// Reads 81 clues and blanks per lane into planes, with the codes of `CODES`: puzzle `first + i` in lane `i`, for
    /// `count` lanes. Returns false if a byte is neither a clue nor a blank; the planes of its lane are then unspecified.
    /// The order in memory is up to the implementation.
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

    /// Stores the digits of the rows 3·band + k, for [`Transpose::write_digits`] to read once it is done for each k.
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
/// of the rows 3·band + k.
pub type Planes = [LaneRow; 12];

/// The code of each byte, one bit per plane: bit 0 for e = 1, bit 1 for e = 2, bit 2 for D = 1, bit 3 for D = 2. A blank
/// has all four bits, because it can be any digit. [`INVALID`] is the code of bytes that are neither a clue nor a blank.
pub const CODES: [u8; 256] = {
    let mut codes = [INVALID; 256];
    let mut byte = 0;
    while byte < 256 {
        match grid::digit(byte as u8) {
            Some(digit) => {
                codes[byte] = [0, 1, 2][(digit as usize - 1) % 3] | [0, 4, 8][(digit as usize - 1) / 3]
            }
            None if grid::is_blank(byte as u8) => codes[byte] = 15,
            None => {}
        }
        byte += 1;
    }
    codes
};

/// The code of a byte that is neither a clue nor a blank.
pub const INVALID: u8 = 0x80;

/// Returns the row and the column of the cell at bit `bit` of the planes of `k`.
pub const fn cell_of(k: usize, bit: usize) -> (usize, usize) {
    (3 * (bit % 9 / 3) + k, 3 * (bit % 3) + bit / 9)
}

/// Returns the bit of the cell at (row, column) in the planes of `row % 3`.
pub const fn bit_of(row: usize, column: usize) -> usize {
    9 * (column % 3) + 3 * (row / 3) + column / 3
}

/// Computes the boards of clues in planes, without the candidates that a clue eliminates in its row, column or box. Returns
/// the clues as the naked singles of the boards.
#[inline(always)]
pub fn from_planes<S: Transpose>(s: S, planes: &Planes, block: &mut Block) -> NakedSingles<S> {
    let (zero, full) = (s.splat(0), s.splat(FULL));
    let (mut clues, mut naked) = ([[[zero; 3]; 3]; 3], [[[zero; 3]; 3]; 2]);
    for k in 0..3 {
        let [e1, e2, d1, d2] = s.load_planes(k, planes);
        // Both bits are set for a blank and neither for 0, so 0 and a blank are where the bits are equal.
        let e = [s.clear(full, s.xor(e1, e2)), e1, e2];
        let d = [s.clear(full, s.xor(d1, d2)), d1, d2];
        let blanks = s.and(s.and(e1, e2), full);
        let blanks = words_of_fields(s, [blanks; 3]);
        for i in 0..3 {
            let digits = [s.and(d[i], e[0]), s.and(d[i], e[1]), s.and(d[i], e[2])];
            let words = words_of_fields(s, digits);
            for j in 0..3 {
                clues[k][i][j] = s.clear(words[j], blanks[j]);
                s.store(words[j], &mut block[word(i, k, j)]);
            }
        }
        keep_naked_singles(s, &mut naked, k, &clues[k]);
    }
    eliminate_clues(s, block, &clues, &naked);
    naked
}

/// Eliminates the digit of each clue from the other cells of its row, column and box. `clues` has entry `[k][D][j]` for word
/// (D, k, j), `naked` their unions.
#[inline(always)]
fn eliminate_clues<S: Simd>(s: S, block: &mut Block, clues: &[[[S::V; 3]; 3]; 3], naked: &NakedSingles<S>) {
    for d in 0..3 {
        let minirows = naked[ROWS][d];
        let boxes = s.or3(minirows[0], minirows[1], minirows[2]);
        let columns = [
            spread::<S, COLUMNS>(s, naked[COLUMNS][d][0]),
            spread::<S, COLUMNS>(s, naked[COLUMNS][d][1]),
            spread::<S, COLUMNS>(s, naked[COLUMNS][d][2]),
        ];
        for k in 0..3 {
            let row = s.or(spread::<S, ROWS>(s, minirows[k]), boxes);
            for j in 0..3 {
                let cells = &mut block[word(d, k, j)];
                let open = s.clear2(s.load(cells), row, columns[j]);
                s.store(s.or(open, clues[k][d][j]), cells);
            }
        }
    }
}

/// Returns all minirows of each row that has one in `minirows`, or all minicolumns of each column.
#[inline(always)]
fn spread<S: Simd, const AXIS: usize>(s: S, minirows: S::V) -> S::V {
    let (next, last) = rotations::<S, AXIS>(s, minirows);
    s.or3(minirows, next, last)
}

/// Returns for each j the word whose field e is field j of `planes[e]`.
#[inline(always)]
fn words_of_fields<S: Simd>(s: S, planes: [S::V; 3]) -> [S::V; 3] {
    let [a, b, c] = planes;
    [
        join_fields(s, a, s.shl::<9>(b), s.shl::<18>(c)),
        join_fields(s, s.shr::<9>(a), b, s.shl::<9>(c)),
        join_fields(s, s.shr::<18>(a), s.shr::<9>(b), c),
    ]
}

/// Returns field 0 of `a`, field 1 of `b` and field 2 of `c` in one word.
#[inline(always)]
fn join_fields<S: Simd>(s: S, a: S::V, b: S::V, c: S::V) -> S::V {
    let low = s.and(a, s.splat(FIELD));
    let two = s.or_and(low, b, s.splat(FIELD << 9));
    s.or_and(two, c, s.splat(FIELD << 18))
}

/// Stores the digits of solved boards. The lanes of other boards are unspecified.
#[inline(always)]
pub fn to_digits<S: Transpose>(s: S, block: &Block, digits: &mut Planes) {
    for k in 0..3 {
        // For each j: field 0 of these has the cells with e = 0, D = 1 and so on.
        let zero = s.splat(0);
        let (mut e0, mut e1, mut d1, mut d2) = ([zero; 3], [zero; 3], [zero; 3], [zero; 3]);
        for j in 0..3 {
            let w0 = s.load(&block[word(0, k, j)]);
            let w1 = s.load(&block[word(1, k, j)]);
            let w2 = s.load(&block[word(2, k, j)]);
            e0[j] = s.or3(w0, w1, w2);
            e1[j] = s.shr::<9>(e0[j]);
            d1[j] = s.or3(w1, s.shr::<9>(w1), s.shr::<18>(w1));
            d2[j] = s.or3(w2, s.shr::<9>(w2), s.shr::<18>(w2));
        }
        let (e0, e1) = (side_by_side(s, e0), side_by_side(s, e1));
        let (d1, d2) = (side_by_side(s, d1), side_by_side(s, d2));
        s.store_digits(k, binary_digits(s, e0, e1, d1, d2), digits);
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
fn binary_digits<S: Simd>(s: S, e0: S::V, e1: S::V, d1: S::V, d2: S::V) -> [S::V; 4] {
    let full = s.splat(FULL);
    let even = s.xor(e1, d1);
    let eight = s.clear(d2, e0);
    let four = s.or_and(d1, d2, e0);
    // Bit 1 is set in 2, 3, 6 and 7: in the digits from 2 to 7 without 4 and 5.
    let one = s.clear2(e0, d1, d2);
    let from_2_to_7 = s.clear2(full, one, eight);
    let two = s.clear(from_2_to_7, s.and(d1, s.or(e0, e1)));
    [s.clear(full, even), two, four, eight]
}

/// Returns field 0 of each of three words, side by side in the order of j.
#[inline(always)]
fn side_by_side<S: Simd>(s: S, words: [S::V; 3]) -> S::V {
    let low = s.and(words[0], s.splat(FIELD));
    let middle = s.and(s.shl::<9>(words[1]), s.splat(FIELD << 9));
    s.or3(low, middle, s.shl::<18>(s.and(words[2], s.splat(FIELD))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CELLS;
    use crate::solver::batch::Form;
    use crate::solver::lanes::layout::WORDS;
    use crate::solver::lanes::simd::{MAX_LANES, for_each_isa};

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &[u8; CELLS] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// Reads a puzzle into one lane. Returns the lane's words and clues, or `None` if the puzzle is malformed.
    fn read<S: Transpose>(s: S, puzzle: &[u8; CELLS], lane: usize) -> Option<Vec<u32>> {
        let (mut planes, mut block) = ([LaneRow([0; MAX_LANES]); 12], [[0; MAX_LANES]; WORDS]);
        let starts = vec![0; lane + 1];
        let valid = s.read_clues(&Puzzles::new(puzzle, &starts, Form::Clues), 0, lane + 1, &mut planes);
        let naked = from_planes(s, &planes, &mut block);
        let mut words: Vec<u32> = block.iter().map(|row| row[lane]).collect();
        for &clues in naked.as_flattened().as_flattened() {
            let mut row = [0; MAX_LANES];
            s.store(clues, &mut row);
            words.push(row[lane]);
        }
        valid.then_some(words)
    }

    /// What [`read`] returns, candidate by candidate.
    fn read_by_definition(puzzle: &[u8; CELLS]) -> Vec<u32> {
        let sees = |cell: usize, other: usize| {
            let (row, column) = (cell / 9, cell % 9);
            let same_box = row / 3 == other / 27 && column / 3 == other % 9 / 3;
            cell != other && (row == other / 9 || column == other % 9 || same_box)
        };
        let (mut words, mut clues) = (vec![0; WORDS], vec![0; 18]);
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
                if is_clue {
                    clues[3 * d + k] |= bit;
                    clues[9 + 3 * d + j] |= bit;
                }
            }
        }
        words.extend(clues);
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
    fn every_instruction_set_rejects_every_other_byte_in_every_cell() {
        for cell in 0..CELLS {
            for byte in 0..=255 {
                let mut puzzle = *PUZZLE;
                puzzle[cell] = byte;
                let valid = grid::digit(byte).is_some() || grid::is_blank(byte);
                for_each_isa!(|simd, name| {
                    let mut planes = [LaneRow([0; MAX_LANES]); 12];
                    let text = [*PUZZLE, puzzle, *PUZZLE];
                    let puzzles = Puzzles::new(text.as_flattened(), &[0, 81, 162], Form::Clues);
                    let lanes = read_clues(simd, &puzzles, 0, 3, &mut planes);
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
                    let (mut planes, mut block) = ([LaneRow([0; MAX_LANES]); 12], [[0; MAX_LANES]; WORDS]);
                    let starts = vec![0; lane + 1];
                    let puzzles = Puzzles::new(&solution, &starts, Form::Clues);
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

    fn lanes_of<S: Simd>(_: S) -> usize {
        S::LANES
    }
}
