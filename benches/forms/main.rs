//! Measures and checks canonical forms on files and on drawn boards.
//!
//! ```text
//! cargo bench -p bulkdoku-forms -- rates FILE…               rates, effort and the longest call, file by file
//! cargo bench -p bulkdoku-forms -- worst [BOARDS] [SEED]     the longest calls on drawn boards, kind by kind
//! cargo bench -p bulkdoku-forms -- classes FILE…             how many different forms a file has
//! cargo bench -p bulkdoku-forms -- brute-force BOARDS [SEED] compares with all 3,359,232 maps
//! cargo bench -p bulkdoku-forms -- isas FILE…                compares the instruction sets
//! cargo bench -p bulkdoku-forms -- isas-drawn BOARDS [SEED]  the same on drawn boards
//! cargo bench -p bulkdoku-forms -- many BOARDS SEED [FILE…]  the same on random parts of drawn boards and of the files'
//! cargo bench -p bulkdoku-forms -- orbits CLUES              adds up the orbits of bands and of boards with few clues
//! cargo bench -p bulkdoku-forms -- unpruned FILE…            compares with the search that cuts nothing
//! ```
//!
//! A file has one puzzle in each line. Every mode ends with an error when something is not as it must be.

#[path = "../../tests/symmetry/boards.rs"]
mod boards;
#[path = "../../tests/symmetry/brute_force.rs"]
mod brute_force;
mod check;
mod many;
#[path = "../../tests/symmetry/orbits.rs"]
mod orbits;
mod rates;

use std::{env, fs, process::ExitCode};

use boards::{Boards, Kind};
use bulkdoku::{grid::CELLS, solver::isa::Isa};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let Some((mode, rest)) = arguments.split_first() else {
        eprintln!(
            "choose a mode: rates, worst, classes, brute-force, isas, isas-drawn, many, orbits or unpruned"
        );
        return ExitCode::from(2);
    };
    let number =
        |place: usize, default: u64| rest.get(place).and_then(|text| text.parse().ok()).unwrap_or(default);
    let right = match mode.as_str() {
        "rates" => rates::rates(&puzzles(rest)),
        "worst" => rates::worst(number(0, 1000), number(1, 1)),
        "classes" => check::classes(&puzzles(rest)),
        "brute-force" => check::with_brute_force(number(0, 100), number(1, 1)),
        "isas" => check::isas(&puzzles(rest)),
        "isas-drawn" => check::isas(&drawn(number(0, 1000), number(1, 1))),
        "many" => many::many(number(0, 1000), number(1, 1), &puzzles(rest.get(2..).unwrap_or(&[]))),
        "orbits" => check::orbits(number(0, 3)),
        "unpruned" => check::with_unpruned(&puzzles(rest)),
        _ => check::with_brute_force(4, 1), // `--test`: does it run?
    };
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The puzzles of each file, with its name.
fn puzzles(files: &[String]) -> Vec<(String, Vec<[u8; CELLS]>)> {
    let read = |file: &String| {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let puzzles = text.lines().filter_map(|line| line.as_bytes().first_chunk().copied()).collect();
        let name = file.rsplit('/').next().unwrap_or(file);
        (name.to_owned(), puzzles)
    };
    files.iter().map(read).collect()
}

/// The instruction sets that forms are made on: the plain one, and the best one where it differs.
fn isas() -> Vec<Isa> {
    let mut isas = vec![Isa::Portable];
    isas.extend([Isa::best()].into_iter().filter(|&isa| isa == Isa::Avx512));
    isas
}

/// Drawn boards of each kind.
fn drawn(boards: u64, seed: u64) -> Vec<(String, Vec<[u8; CELLS]>)> {
    let mut source = Boards::new(seed);
    let each = boards.div_ceil(Kind::ALL.len() as u64);
    let mut of_kind = |kind| (0..each).map(|_| source.draw(kind).map(|digit| b'0' + digit)).collect();
    Kind::ALL.map(|kind| (format!("{kind:?}"), of_kind(kind))).into()
}
