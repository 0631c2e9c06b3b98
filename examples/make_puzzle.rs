//! Makes a puzzle whose clues form a heart, with an algorithm of your own: start from a solution, and remove clues as long as the
//! solution stays unique.
//!
//! ```text
//! cargo run --release --example make_puzzle --no-default-features
//! ```

use bulkdoku::{Cell, Puzzle, Solver};

/// The cells that may have clues, marked `x`.
const HEART: [&str; 9] = [
    ".........",
    ".xxx.xxx.",
    "xxxxxxxxx",
    "xxxxxxxxx",
    "xxxxxxxxx",
    ".xxxxxxx.",
    "..xxxxx..",
    "...xxx...",
    "....x....",
];

/// Removes every clue of `cells` that the others make redundant.
fn remove_redundant(solver: &mut Solver, mut puzzle: Puzzle, cells: impl Iterator<Item = Cell>) -> Puzzle {
    for cell in cells {
        let fewer = puzzle.without(cell);
        if solver.is_unique(&fewer) {
            puzzle = fewer;
        }
    }
    puzzle
}

fn main() {
    let mut solver = Solver::new();
    let solution = solver.solve(&Puzzle::EMPTY).expect("an empty grid has solutions");
    let is_in_heart = |cell: &Cell| HEART[cell.row()].as_bytes()[cell.column()] == b'x';
    let cells = || Cell::all();
    // The cells outside first, so that the others stay where they are needed.
    let outside_first = cells().filter(|cell| !is_in_heart(cell)).chain(cells().filter(is_in_heart));
    let puzzle = remove_redundant(&mut solver, Puzzle::from(solution), outside_first);
    println!("{puzzle:#}\n\n{} clues", puzzle.clue_count());

    assert!(solver.is_unique(&puzzle) && solution.solves(&puzzle));
    let clues = cells().filter(|&cell| puzzle.clue(cell).is_some());
    assert!(clues.into_iter().all(|cell| !solver.is_unique(&puzzle.without(cell))), "every clue is needed");
}
