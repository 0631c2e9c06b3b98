//! The peers, each called as its documentation shows.
//!
//! To add one, add its crate to `Cargo.toml` and an entry here that converts 81 characters into 81 digits.

use std::str::FromStr;

/// The 81 digits of a solution.
pub type Answer = [u8; 81];

/// A solver of one puzzle at a time.
#[derive(Debug)]
pub struct Peer {
    /// The name of the crate, or of the program.
    pub name: &'static str,
    /// Whether it also solves 729 characters of pencilmarks.
    pub reads_pencilmarks: bool,
    /// Finds any solution.
    pub first: fn(&str) -> Option<Answer>,
    /// Finds the solution if there is exactly one.
    pub unique: fn(&str) -> Option<Answer>,
}

/// Returns every peer.
pub fn all() -> Vec<&'static Peer> {
    let peers = CRATES.iter();
    #[cfg(tdoku)]
    let peers = peers.chain([&crate::tdoku::PEER]);
    peers.collect()
}

/// The solvers from crates.io.
static CRATES: [Peer; 4] = [
    Peer {
        name: "sudoku",
        reads_pencilmarks: false,
        first: |text| Some(sudoku_text(sudoku::Sudoku::from_str_line(text).ok()?.some_solution()?)),
        unique: |text| Some(sudoku_text(sudoku::Sudoku::from_str_line(text).ok()?.solution()?)),
    },
    Peer {
        name: "msolve",
        reads_pencilmarks: false,
        first: |text| Some(msolve::Sudoku::from_str(text).ok()?.solve_one()?.to_bytes()),
        unique: |text| Some(msolve::Sudoku::from_str(text).ok()?.solve_unique()?.to_bytes()),
    },
    Peer {
        name: "rustoku-lib",
        reads_pencilmarks: false,
        first: |text| rustoku_text(&rustoku_lib::Rustoku::new_from_str(text).ok()?.solve_until(1)),
        unique: |text| rustoku_text(&rustoku_lib::Rustoku::new_from_str(text).ok()?.solve_until(2)),
    },
    Peer {
        name: "sudoku-solver",
        reads_pencilmarks: false,
        first: |text| Some(board_text(&sudoku_solver::solve(&board_of(text)?)?)),
        unique: |text| {
            let mut solutions = sudoku_solver::SolutionIter::new(&board_of(text)?);
            let first = solutions.next()?;
            solutions.next().is_none().then(|| board_text(&first))
        },
    },
];

impl Peer {
    /// Returns the version in the lock file; empty if the peer is not a crate.
    pub fn version(&self) -> &'static str {
        let lock = include_str!("../Cargo.lock");
        let rest = lock.split_once(&format!("name = \"{}\"\nversion = \"", self.name)).map(|(_, rest)| rest);
        rest.and_then(|rest| rest.split('"').next()).unwrap_or_default()
    }
}

fn sudoku_text(solution: sudoku::Sudoku) -> Answer {
    solution.to_bytes().map(|digit| b'0' + digit)
}

/// Returns the solution, if there is exactly one.
fn rustoku_text(solutions: &[rustoku_lib::core::Solution]) -> Option<Answer> {
    let [rustoku_lib::core::Solution { board, .. }] = solutions else { return None };
    Some(std::array::from_fn(|cell| b'0' + board.get(cell / 9, cell % 9)))
}

fn board_of(text: &str) -> Option<sudoku_solver::Board> {
    let clues: &[u8; 81] = text.as_bytes().try_into().ok()?;
    let digit = |cell: usize| if clues[cell].is_ascii_digit() { clues[cell] - b'0' } else { 0 };
    Some(sudoku_solver::Board::from(&std::array::from_fn(|row| {
        std::array::from_fn(|column| digit(9 * row + column))
    })))
}

fn board_text(board: &sudoku_solver::Board) -> Answer {
    std::array::from_fn(|cell| b'0' + board.get_cell(cell % 9, cell / 9))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Mutex, PoisonError};

    /// Tdoku has static state: the tests that call it wait for each other.
    static ALONE: Mutex<()> = Mutex::new(());

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &[u8; 81] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn every_peer_solves_a_puzzle_in_both_modes() {
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        for peer in all() {
            assert_eq!((peer.first)(PUZZLE).as_ref(), Some(SOLUTION), "{}", peer.name);
            assert_eq!((peer.unique)(PUZZLE).as_ref(), Some(SOLUTION), "{}", peer.name);
        }
    }

    #[test]
    fn no_peer_reports_one_of_several_solutions_as_unique() {
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        // Two solutions: two digits can be swapped in two rows.
        let mut puzzle = SOLUTION.to_vec();
        for cell in [21, 22, 48, 49] {
            puzzle[cell] = b'.';
        }
        let several = String::from_utf8(puzzle).unwrap();
        let count = sudoku::Sudoku::from_str_line(&several).unwrap().solutions_count_up_to(3);
        for peer in all() {
            // A proof does not return the solution of the previous puzzle.
            assert!((peer.unique)(PUZZLE).is_some(), "{}", peer.name);
            assert_eq!((peer.unique)(&several).is_none(), count > 1, "{}", peer.name);
            assert!((peer.first)(&several).is_some(), "{}", peer.name);
        }
    }

    #[test]
    fn the_version_is_taken_from_the_lock_file() {
        assert!(CRATES.iter().all(|peer| peer.version().contains('.')));
    }
}
