//! Tests of the levels.

use super::oracle::{Board, below, close};
use super::puzzles;
use crate::board::grid::CELLS;
use crate::effort::effort;
use crate::rng::stream;
use crate::solver::Isa;
use crate::solver::batch::{Notation, Puzzles};
use kernel::rating::{self as lanes, Closure, ClosureRequest, Ending, LaneBoard};

/// Requests everything: the boards of all levels, and what is left.
const EVERYTHING: ClosureRequest = ClosureRequest { counts_left: true, boards: 0b11110, solutions: false };

fn starts(puzzles: &[[u8; CELLS]]) -> Vec<u32> {
    (0..puzzles.len()).map(|index| (CELLS * index) as u32).collect()
}

fn close_in_lanes(isa: Isa, puzzles: &[[u8; CELLS]]) -> (Vec<Closure>, Vec<LaneBoard>) {
    let starts = starts(puzzles);
    let puzzles = Puzzles::new(puzzles.as_flattened(), &starts, Notation::Clues);
    let (mut closures, mut boards) = (vec![Closure::default(); puzzles.len()], Vec::new());
    lanes::build(isa).closures(puzzles, EVERYTHING, &mut closures, &mut boards);
    boards.sort_by_key(|board| (board.puzzle, board.level));
    (closures, boards)
}

#[test]
fn the_closures_of_the_lanes_equal_those_of_the_rules_in_random_order() {
    let puzzles = puzzles(effort(100, 300));
    let (closures, boards) = close_in_lanes(Isa::best(), &puzzles);
    for (index, (puzzle, closure)) in puzzles.iter().zip(&closures).enumerate() {
        let mut random = stream(1, *b"closures", index as u64);
        let level = 1 + below(&mut random, 4) as u8;
        let mut board = Board::new(puzzle);
        close(&mut board, level, &mut random);
        let text = str::from_utf8(puzzle).unwrap();
        match closure.ending {
            Ending::Solved(solved) if solved <= level => {
                assert!(board.is_solved(), "{text} at level {level}")
            }
            Ending::Dead => assert!(board.is_dead() || level < 4, "{text} at level {level}"),
            Ending::Malformed => panic!("{text} is a puzzle"),
            Ending::Open | Ending::Solved(_) => {
                let found = boards.iter().find(|b| b.puzzle as usize == index && b.level == level);
                let found = found.unwrap_or_else(|| panic!("{text} has no closure of level {level}"));
                assert_eq!(lanes::masks(&found.words), board.masks, "{text} at level {level}");
                if level >= 3 {
                    assert_eq!(closure.left[usize::from(level) - 3], board.left(), "{text} at level {level}");
                }
            }
        }
    }
}

#[test]
fn the_closures_are_the_same_on_every_instruction_set() {
    let puzzles = puzzles(2000);
    let expected = close_in_lanes(Isa::best(), &puzzles);
    for isa in Isa::available() {
        assert!(close_in_lanes(isa, &puzzles) == expected, "{isa}");
    }
}
