#!/bin/sh
# rustoku-lib 0.16.0 (crates.io) rates what none of its techniques can find as trivial, so that a hard puzzle has the fewest points.
#
# Each step of solve_with_steps() has a "difficulty metric (0 = trivial, 10 = hardest)". A naked single has 1 point, and a chain has 28,
# off the scale. When no technique helps, the solver searches, and each digit that it finds in that way has 0 points. So a puzzle
# with 44 such digits has 24 points in all, and one that naked and hidden singles solve has 107. In a list that is ordered by the
# points of the steps, or of their sum, what is too hard for every technique comes first.
#
# Expected: at least as many points as for any technique, on the scale.
# Seen with rustoku-lib 0.16.0 and Rust 1.95.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src

cat >Cargo.toml <<'TOML'
[package]
name = "points"
version = "0.1.0"
edition = "2021"

[dependencies]
rustoku-lib = "=0.16.0"
TOML

cat >src/main.rs <<'RUST'
use rustoku_lib::bind::{solve_with_steps, SolveStepInfo};

const SEARCHED: &str = "....6....8.....1...4.....973.....51.62.17.......5..2.3.378.9....6..1.7..4.......9";
const SINGLES: &str = "5.9....2.......49..1..4..86...25......59.6........3...2.......74...2....39...4..8";
const CHAINS: &str = ".7...........428....5........6..7.52.1.3..7.....8.6..9.54...63.6....32.7.3......1";

fn steps(puzzle: &str) -> Vec<SolveStepInfo> {
    solve_with_steps(puzzle, "expert").unwrap().unwrap().steps
}

fn points(steps: &[SolveStepInfo]) -> u32 {
    steps.iter().map(|step| u32::from(step.difficulty_point)).sum()
}

fn main() {
    for puzzle in [SEARCHED, SINGLES, CHAINS] {
        let steps = steps(puzzle);
        let searched = steps.iter().filter(|step| step.technique == "None").count();
        println!("{puzzle} {} steps, {searched} found by search, {} points", steps.len(), points(&steps));
    }

    let hard = steps(SEARCHED);
    let searched: Vec<_> = hard.iter().filter(|step| step.technique == "None").collect();
    assert_eq!(searched.len(), 44);
    assert!(searched.iter().all(|step| step.step_type == "placement" && step.difficulty_point == 0));

    let singles = steps(SINGLES);
    assert!(singles.iter().all(|step| ["Naked Singles", "Hidden Singles"].contains(&step.technique.as_str())));
    assert_eq!((points(&hard), points(&singles)), (24, 107));
    assert_eq!(steps(CHAINS).iter().map(|step| step.difficulty_point).max(), Some(28));
}
RUST
CARGO_TARGET_DIR=target cargo run --quiet --release
