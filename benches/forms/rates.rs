//! Rates, effort and the longest calls.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use bulkdoku::{grid::CELLS, solver::isa::Isa, symmetry::Minlex};

use crate::{
    boards::{Boards, Kind},
    isas,
};

/// Puzzles that are timed together.
const PART: usize = 256;

/// Runs of each part, of which the fastest counts: on a busy machine the others measure its other work.
const RUNS: usize = 9;

/// Prints for each file and instruction set the rate, the effort, and the longest call.
pub fn rates(files: &[(String, Vec<[u8; CELLS]>)]) -> bool {
    for (name, puzzles) in files {
        for isa in isas() {
            let mut minlex = Minlex::with_isa(isa);
            let fastest =
                |part: &[[u8; CELLS]]| (0..RUNS).map(|_| run(&mut minlex, part)).min().unwrap_or_default();
            let time: Duration = puzzles.chunks(PART).map(fastest).sum();
            let mut once = Minlex::with_isa(isa);
            run(&mut once, puzzles);
            let (effort, count) = (once.effort(), puzzles.len() as f64);
            println!(
                "{name}, {}: {:.0} k/s; {:.2} maps, {:.2} placements per puzzle, at most {} maps; longest {:.1} µs",
                isa.name(),
                count / time.as_secs_f64() / 1e3,
                effort.maps as f64 / count,
                effort.placements as f64 / count,
                effort.most_maps,
                puzzles
                    .iter()
                    .map(|puzzle| call(&mut minlex, puzzle))
                    .max()
                    .unwrap_or_default()
                    .as_secs_f64()
                    * 1e6,
            );
        }
    }
    true
}

fn run(minlex: &mut Minlex, puzzles: &[[u8; CELLS]]) -> Duration {
    let start = Instant::now();
    minlex.forms(black_box(puzzles), |form| {
        let _ = black_box(form);
    });
    start.elapsed()
}

/// The shortest of five calls, so that an interruption does not count.
fn call(minlex: &mut Minlex, puzzle: &[u8; CELLS]) -> Duration {
    let one = |minlex: &mut Minlex| {
        let start = Instant::now();
        let _ = black_box(minlex.form(black_box(puzzle)));
        start.elapsed()
    };
    (0..5).map(|_| one(minlex)).min().unwrap_or_default()
}

/// Prints the longest call for each kind of drawn boards with a blank and each instruction set, and the board.
pub fn worst(boards: u64, seed: u64) -> bool {
    let mut source = Boards::new(seed);
    for kind in Kind::ALL {
        let drawn: Vec<[u8; CELLS]> = (0..boards)
            .map(|_| source.draw(kind).map(|digit| b'0' + digit))
            .filter(|board| board.contains(&b'0'))
            .collect();
        isas().into_iter().for_each(|isa| print_longest(kind, isa, &drawn));
    }
    true
}

fn print_longest(kind: Kind, isa: Isa, boards: &[[u8; CELLS]]) {
    let mut minlex = Minlex::with_isa(isa);
    let timed = boards.iter().map(|board| (call(&mut minlex, board), board));
    let Some((longest, board)) = timed.max() else { return };
    let mut once = Minlex::with_isa(isa);
    let _ = once.form(board);
    let effort = once.effort();
    println!(
        "{kind:?}, {}: {:.1} µs, {} placements, at most {} maps: {}",
        isa.name(),
        longest.as_secs_f64() * 1e6,
        effort.placements,
        effort.most_maps,
        board.escape_ascii()
    );
}
