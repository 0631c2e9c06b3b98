//! `bulkdoku generate --unbiased` and `--grids`: fair samples from a seed.

use std::collections::BTreeMap;
use std::fs;

use bulkdoku::generate::uniform_grid;
use serde_json::Value;

use crate::run::{Folder, run, run_on};

fn generated(args: &[&str]) -> String {
    run(&[&["generate", "--quiet"], args].concat()).ends_with(0).stdout
}

fn clues(puzzle: &str) -> usize {
    puzzle.bytes().filter(u8::is_ascii_digit).count()
}

#[test]
fn grids_are_those_of_the_library() {
    let grids = generated(&["--grids", "--count", "2100", "--seed", "5", "-j", "1"]);
    for number in [0, 2047, 2048, 2099] {
        assert_eq!(grids.lines().nth(number as usize), Some(uniform_grid(5, number).to_string().as_str()));
    }
    let again = generated(&["--grids", "--count", "2100", "--seed", "5", "-j", "8"]);
    assert!(again == grids, "eight threads draw other grids");
}

#[test]
fn parts_of_grids_add_up_to_the_whole() {
    let whole = generated(&["--grids", "--count", "100"]);
    let part = |shard: &str| generated(&["--grids", "--count", "100", "--shard", shard]);
    assert_eq!(part("1/3") + &part("2/3") + &part("3/3"), whole);
}

#[test]
fn weighted_puzzles_are_minimal_and_have_the_weights_of_their_clues() {
    let folder = Folder::new();
    let (table, summary) = (folder.path("table.csv"), folder.path("summary.json"));
    let args = ["generate", "--unbiased", "--count", "3", "-o", &table, "--summary", &summary, "-j", "2"];
    run(&args).ends_with(0).says("3 puzzles in ").says(" · effective number ").says(" clues");
    let text = fs::read_to_string(&table).expect("a table");
    let mut weights = BTreeMap::new();
    for row in text.lines().skip(1) {
        let (puzzle, weight) = row.split_once(',').expect("two columns");
        weights.insert(clues(puzzle), weight.parse::<f64>().expect("a weight"));
    }
    assert!(text.starts_with("puzzle,weight\n") && text.lines().count() == 4, "{text}");
    for (clues, weight) in weights {
        let ratio = |n: usize| (81 - n) as f64 / (n + 1) as f64;
        let expected: f64 = match clues {
            26.. => (26..clues).map(ratio).product(),
            _ => 1.0 / (clues..26).map(ratio).product::<f64>(),
        };
        assert!((weight / expected - 1.0).abs() < 1e-9, "{clues} clues weigh {weight}");
    }
    // A minimal puzzle is unchanged.
    let minimal = run(&["minimize", "--quiet", "--format", "line", &table]).ends_with(0).stdout;
    assert!(minimal.lines().eq(text.lines().skip(1).map(|row| &row[..81])));
    let summary: Value = serde_json::from_slice(&fs::read(summary).expect("a summary")).expect("JSON");
    assert_eq!((&summary["records"], &summary["unbiased"]["equal_weights"]), (&3.into(), &false.into()));
    assert_eq!(summary["unbiased"]["tries_per_grid"], 82_944);
    // Other threads and instruction sets give the same bytes, and a shorter file is the beginning of a longer one.
    let portable = ["generate", "--quiet", "--unbiased", "--count", "3", "-j", "1"];
    assert_eq!(run_on("portable", &portable, b"").stdout, text);
    assert!(text.starts_with(&generated(&["--unbiased=weighted", "--count", "2"])));
}

#[test]
fn puzzles_stay_within_a_range_of_clues() {
    let puzzles = generated(&["--unbiased=exact", "--clues", "24-25", "--count", "2", "-j", "2"]);
    assert_eq!(puzzles.lines().count(), 2);
    assert!(
        puzzles.lines().all(|puzzle| puzzle.len() == 81 && (24..=25).contains(&clues(puzzle))),
        "{puzzles}"
    );
}

#[test]
fn impossible_samples_are_refused_before_a_file_is_created() {
    let folder = Folder::new();
    let file = folder.path("puzzles");
    let refused = |args: &[&str], says: &str| {
        run(&[&["generate", "--count", "1", "-o", &file], args].concat()).ends_with(2).says(says);
    };
    refused(&["--unbiased", "--clues", "17"], "unbiased puzzles of 17 clues are too rare: use a range");
    refused(&["--unbiased", "--shard", "1/2"], "use a different --seed on each machine");
    refused(&["--grids", "--minimal"], "cannot be used with");
    refused(&["--unbiased=fair"], "possible values: weighted, exact");
    assert!(folder.names().is_empty());
}

#[test]
fn a_table_of_no_puzzles_is_a_header() {
    assert_eq!(generated(&["--unbiased", "--count", "0"]), "puzzle,weight\n");
    assert_eq!(generated(&["--unbiased=exact", "--count", "0"]), "");
}

/// `scripts/check-samples.py` does this with thousands of puzzles, and also compares the distribution of the clues.
#[test]
fn weighted_clues_have_the_mean_of_all_minimal_puzzles() {
    let folder = Folder::new();
    let summary = folder.path("summary.json");
    let count = if cfg!(debug_assertions) { "10" } else { "100" };
    generated(&["--unbiased", "--count", count, "--seed", "6", "--summary", &summary]);
    let summary: Value = serde_json::from_slice(&fs::read(summary).expect("a summary")).expect("JSON");
    let figure = |name: &str| summary["unbiased"][name].as_f64().expect("a figure");
    let error = 1.117 / figure("effective_number").sqrt();
    assert!((figure("mean_clues") - 26.577).abs() < 3.0 * error, "{} clues", figure("mean_clues"));
}
