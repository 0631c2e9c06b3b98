#![doc = "Solve a file of Sudoku puzzles: every answer, in input order, at millions a second."]

pub mod baseline;
pub mod generate;
pub mod grid;
pub mod solver;
