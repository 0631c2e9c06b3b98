//! Levels 5 to 7, by their definition without patterns.
//!
//! A candidate survives level 5 if locked candidates leave it and, in each of its houses, some assignment of the digits to
//! the cells uses it. It survives level 6 if also some assignment of the nine rows to the nine columns uses it, each row to
//! a column where it has the digit. Level 7 adds the wings.
//!
//! # Candidates that no assignment uses
//! Both questions are about perfect matchings of nine items (digits, or rows) with nine positions (cells, or columns), and
//! the puzzle's solution is one of them. Number each item by its position in the solution. Consider the graph with an edge
//! from p to each position that item p can take. Then item p can take position q exactly if exchanging items along a cycle
//! leads back to it: if q is reachable from p *and* p from q (Berge 1957; Régin 1994 uses it for constraints).
//!
//! ```text
//! a graph of nine nodes in 81 bits: bit 9p + q is the edge p → q
//! through node k:    every p with an edge to k gains the edges of k:  (column k) · (row k), as a product of integers
//! after k = 0 … 8:   p → q means that q is reachable from p            (Warshall 1962)
//! kept:              edges whose reverse exists: the graph & its transposed closure
//! ```
//!
//! A house, or a digit, is examined again only when one of its candidates was cleared.

use std::ops::ControlFlow;

use super::rules::{Board, Effect, Entry, NINE, RULES, TOP_LEVEL, cells_in, places_in};
use crate::board::bits::bits;
use crate::board::grid::{CELLS, HOUSES, houses_of};

/// The cells of the first column: bits 0, 9, 18 and so on.
const FIRST_COLUMN: u128 = HOUSES[18];

/// The houses to be examined again, in the order of [`HOUSES`], followed by the nine digits as fish.
type Pending = u64;

/// All houses.
const ALL_HOUSES: Pending = (1 << 27) - 1;

/// All fish.
const ALL_FISH: Pending = NINE as Pending * (1 << 27);

/// A board on its way to the closures of levels 5 to 7.
pub(super) struct Matching {
    board: Board,
    /// The position of each digit in each house, in the solution.
    digit_at: [[u8; 9]; 27],
    /// The houses and fish to be examined again after a candidate was cleared.
    pending: Pending,
    /// The digits whose locked candidates must be examined again.
    unlocked: u16,
}

/// Returns the lowest of levels 5 to 7 whose closure solves a puzzle, or `None` if level 7 does not. `masks` are the
/// candidates after level 4, and `solution` is the puzzle's only solution, as text.
pub(super) fn level_above_four(masks: &[u16; CELLS], solution: &[u8; CELLS]) -> Option<u8> {
    let mut matching = Matching::new(Board::closed(masks), solution);
    (5..=7).find(|&level| {
        matching.close(level);
        matching.is_solved()
    })
}

impl Matching {
    /// Returns a board whose candidates include the solution, which is given as text.
    pub(super) fn new(board: Board, solution: &[u8; CELLS]) -> Self {
        let mut digit_at = [[0; 9]; 27];
        for (cell, &byte) in solution.iter().enumerate() {
            let (row, column, digit) = (cell / 9, cell % 9, usize::from(byte - b'1'));
            digit_at[row / 3 * 3 + column / 3][digit] = (row % 3 * 3 + column % 3) as u8;
            digit_at[9 + row][digit] = column as u8;
            digit_at[18 + column][digit] = row as u8;
        }
        Self { board, digit_at, pending: ALL_HOUSES | ALL_FISH, unlocked: NINE as u16 }
    }

    /// Returns the board.
    #[cfg(test)]
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Returns whether each cell has only one candidate and the board is the solution.
    pub(super) fn is_solved(&self) -> bool {
        self.board.digits.iter().map(|cells| cells.count_ones()).sum::<u32>() == CELLS as u32
    }

    /// Continues to the closure of a level from 5 to 7.
    pub(super) fn close(&mut self, level: u8) {
        let looked_at = if level >= 6 { ALL_HOUSES | ALL_FISH } else { ALL_HOUSES };
        loop {
            while self.unlocked != 0 || self.pending & looked_at != 0 {
                self.lock();
                self.match_houses();
                if level >= 6 && self.pending & ALL_HOUSES == 0 {
                    self.match_fish();
                }
            }
            if level < 7 || !self.find_wings() {
                return;
            }
        }
    }

    /// Clears the places `cleared` of a digit, and records what must be examined again.
    fn clear(&mut self, digit: usize, cleared: u128) {
        self.board.digits[digit] &= !cleared;
        self.unlocked |= 1 << digit;
        self.pending |= 1 << (27 + digit);
        for cell in bits(cleared) {
            self.pending |= houses_of(cell).into_iter().fold(0, |all, house| all | 1 << house);
        }
    }

    /// Applies locked candidates to the digits that need it.
    fn lock(&mut self) {
        for digit in bits(std::mem::take(&mut self.unlocked)) {
            let places = self.board.digits[digit];
            let cleared = places & !(locked_rows(places) & locked_columns(places));
            if cleared != 0 {
                self.clear(digit, cleared);
            }
        }
    }

    /// Clears candidates that no assignment of digits to cells uses, in the houses that need it.
    fn match_houses(&mut self) {
        let houses = bits(self.pending & ALL_HOUSES);
        self.pending &= !ALL_HOUSES;
        for house in houses {
            let position = self.digit_at[house];
            let edges = (0..9).fold(0, |edges, digit| {
                edges | u128::from(places_in(self.board.digits[digit], house)) << (9 * position[digit])
            });
            let unused = unused_edges(edges);
            if unused != 0 {
                for digit in 0..9 {
                    let cleared = (unused >> (9 * position[digit]) & NINE) as u16;
                    if cleared != 0 {
                        self.clear(digit, cells_in(cleared, house));
                    }
                }
                // `clear` marked the houses of what was cleared. This one needs no further pass.
                self.pending &= !(1 << house);
            }
        }
    }

    /// Clears candidates that no assignment of rows to columns uses, for the digits that need it.
    fn match_fish(&mut self) {
        let fish = bits(self.pending >> 27);
        self.pending &= !ALL_FISH;
        for digit in fish {
            let places = self.board.digits[digit];
            let column = |row: usize| 9 * self.digit_at[9 + row][digit];
            let edges = (0..9).fold(0, |edges, row| edges | (places >> (9 * row) & NINE) << column(row));
            let unused = unused_edges(edges);
            if unused != 0 {
                let cleared = (0..9).fold(0, |all, row| all | (unused >> column(row) & NINE) << (9 * row));
                self.clear(digit, cleared);
                self.pending &= !(1 << (27 + digit));
            }
        }
    }

    /// Applies the rules of level 7, which find wings. Returns whether they cleared anything.
    fn find_wings(&mut self) -> bool {
        let (board, mut found) = (self.board, false);
        let is_wing = |entry: &&Entry| entry.rule.is_some_and(|rule| rule.level() == TOP_LEVEL);
        for entry in RULES.iter().filter(is_wing) {
            let _ = (entry.find)(&board, &mut |pattern| {
                found |= self.apply(pattern.effect);
                ControlFlow::Continue(())
            });
        }
        found
    }

    /// Applies what a wing leads to. Returns whether that cleared anything.
    fn apply(&mut self, effect: Effect) -> bool {
        let Effect::Clear { digits, cells } = effect else { return false };
        let digit = digits.trailing_zeros() as usize;
        let cleared = cells & self.board.digits[digit];
        if cleared != 0 {
            self.clear(digit, cleared);
        }
        cleared != 0
    }
}

/// Returns the edges of a graph of nine nodes, each with an edge to itself, that are on no cycle.
fn unused_edges(edges: u128) -> u128 {
    let mut reachable = edges;
    for k in 0..9 {
        let to = reachable >> k & FIRST_COLUMN; // bit 9p: there is an edge from p to k
        let from = reachable >> (9 * k) & NINE;
        reachable |= to * from;
    }
    edges & !transposed(reachable)
}

/// Returns the graph with every edge reversed. Exchanges bit 9p + q and bit 9q + p, first for the parts of p and q modulo 3, then
/// for the parts divided by 3.
fn transposed(graph: u128) -> u128 {
    const fn pairs(difference: usize, is_outer: bool) -> u128 {
        let mut set = 0;
        kernel::const_for!(bit in 0..81 => {
            let (p, q) = (bit / 9, bit % 9);
            let (a, b) = if is_outer { (p / 3, q / 3) } else { (p % 3, q % 3) };
            if b == a + difference {
                set |= 1 << bit;
            }
        });
        set
    }
    const fn swap(graph: u128, pairs: u128, distance: usize) -> u128 {
        let different = (graph >> distance ^ graph) & pairs;
        graph ^ different ^ different << distance
    }
    const INNER: [u128; 2] = [pairs(1, false), pairs(2, false)];
    const OUTER: [u128; 2] = [pairs(1, true), pairs(2, true)];
    let inner = swap(swap(graph, INNER[0], 8), INNER[1], 16);
    swap(swap(inner, OUTER[0], 24), OUTER[1], 48)
}

/// Returns the places that locked candidates in rows and boxes leave a digit: the places in minirows that some permutation of
/// the three rows and three boxes of the band uses.
fn locked_rows(places: u128) -> u128 {
    const MINIROWS: u128 = HOUSES[18] | HOUSES[21] | HOUSES[24];
    // The cells of the last and of the first stack, and of the last and of the first row of each band. A shift to the
    // neighbour wraps around to these.
    const LAST_STACK: u128 = HOUSES[24];
    const FIRST_STACK: u128 = HOUSES[18];
    const LAST_ROW: u128 = HOUSES[11] | HOUSES[14] | HOUSES[17];
    const FIRST_ROW: u128 = HOUSES[9] | HOUSES[12] | HOUSES[15];
    let rows = (places | places >> 1 | places >> 2) & MINIROWS;
    let next_stack = |v: u128| v >> 3 & !LAST_STACK | v << 6 & LAST_STACK;
    let last_stack = |v: u128| v >> 6 & FIRST_STACK | v << 3 & !FIRST_STACK;
    let next_row = |v: u128| v >> 9 & !LAST_ROW | v << 18 & LAST_ROW;
    let last_row = |v: u128| v >> 18 & FIRST_ROW | v << 9 & !FIRST_ROW;
    let (a, b) = (next_stack(rows) & MINIROWS, last_stack(rows) & MINIROWS);
    let left = rows & (next_row(a) & last_row(b) | next_row(b) & last_row(a));
    left | left << 1 | left << 2
}

/// Returns the places that locked candidates in columns and boxes leave a digit.
fn locked_columns(places: u128) -> u128 {
    const BAND: u128 = NINE | NINE << 27 | NINE << 54;
    let columns = (places | places >> 9 | places >> 18) & BAND;
    let of_band = |shift: u32| (columns >> shift & NINE) as u32;
    let (x, y, z) = (of_band(0), of_band(27), of_band(54));
    let next = |v: u32| v >> 1 & 0o333 | v << 2 & 0o444;
    let last = |v: u32| v >> 2 & 0o111 | v << 1 & 0o666;
    let left = |x: u32, y: u32, z: u32| x & (next(y) & last(z) | last(y) & next(z));
    let (x, y, z) = (left(x, y, z), left(y, z, x), left(z, x, y));
    let band = u128::from(x) | u128::from(y) << 27 | u128::from(z) << 54;
    band | band << 9 | band << 18
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_unused_exactly_if_it_is_on_no_cycle() {
        // 0 → 1 → 2 → 0 is a cycle; 2 → 3 leads nowhere; every node has an edge to itself.
        let edge = |p: usize, q: usize| 1_u128 << (9 * p + q);
        let selves = (0..9).fold(0, |all, p| all | edge(p, p));
        let cycle = edge(0, 1) | edge(1, 2) | edge(2, 0);
        assert_eq!(unused_edges(selves | cycle | edge(2, 3) | edge(8, 0)), edge(2, 3) | edge(8, 0));
    }

    #[test]
    fn transposing_reverses_every_edge() {
        for bit in 0..81 {
            assert_eq!(transposed(1 << bit), 1 << (bit % 9 * 9 + bit / 9), "bit {bit}");
        }
    }
}
