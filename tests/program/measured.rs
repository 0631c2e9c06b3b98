//! `bulkdoku bench`: figures, for people and for programs. How high they are is nobody's business here.

use std::fs;

use serde_json::Value;

use crate::run::{Folder, puzzles, run};

const SHORT: [&str; 8] = ["bench", "--runs", "2", "--time", "1", "--puzzles", "40", "--no-model"];

fn bench(more: &[&str]) -> crate::run::Run {
    run(&[&SHORT, more].concat())
}

#[test]
fn every_built_in_set_has_its_rows() {
    let shown = bench(&["--threads", "1,2"]).ends_with(0).stdout;
    for set in ["easy", "ordinary", "minimal", "hard", "multi-solution", "impossible"] {
        let rows = shown.lines().filter(|line| line.starts_with(&format!("| {set} "))).count();
        assert_eq!(rows, 8, "two engines, two modes, two numbers of threads\n{shown}");
    }
}

#[test]
fn a_run_can_be_compared_with_an_older_one() {
    let folder = Folder::new();
    let json = folder.path("old.json");
    bench(&["--set", "easy", "--engine", "lanes", "--json", &json]).ends_with(0);
    let value: Value = serde_json::from_str(&fs::read_to_string(&json).expect("a file")).expect("JSON");
    assert_eq!(value["schema"], 1);
    assert!(value["build"]["compiler"].as_str().expect("a text").starts_with("rustc"), "{value}");
    let row = &value["rows"][0];
    assert_eq!(
        (&row["set"], &row["clock"], &row["mode"]),
        (&"easy".into(), &"memory".into(), &"first".into())
    );
    assert!(row["puzzles_per_second"]["median"].as_f64() > Some(0.0), "{row}");
    let shown = bench(&["--set", "easy", "--engine", "lanes", "--compare", &json]).ends_with(0).stdout;
    assert!(shown.contains("ratio"), "{shown}");
    let other = folder.file("other.json", "{\"schema\": 99}");
    bench(&["--compare", &other]).ends_with(2).says("measure again with 'bench --json'");
}

#[test]
fn a_file_is_measured_from_file_to_file_beside_cp() {
    let folder = Folder::new();
    let file = folder.file("mine.txt", puzzles(100));
    let more = ["--end-to-end", "--records", "100", "--engine", "lanes", "--threads", "1", &file];
    let shown = bench(&more).ends_with(0).stdout;
    for clock in ["memory", "files", "cp"] {
        assert!(shown.contains(&format!("| mine.txt | {clock} ")), "{clock}\n{shown}");
    }
}

#[test]
fn a_file_without_puzzles_cannot_be_measured() {
    let folder = Folder::new();
    let file = folder.file("empty.txt", "nothing\n");
    bench(&[&file]).ends_with(2).says("there is no line that begins with a puzzle");
}

#[test]
#[cfg(unix)]
fn another_program_is_measured_and_verified() {
    let us = format!("{} solve --quiet", env!("CARGO_BIN_EXE_bulkdoku"));
    let more = ["--set", "easy", "--engine", "lanes", "--external"];
    let shown = bench(&[&more[..], &[&us]].concat()).ends_with(0).stdout;
    assert!(shown.contains("| process"), "{shown}");
    bench(&[&more[..], &["cat"]].concat()).ends_with(2).says("cat answered a puzzle of the set easy wrongly");
}
