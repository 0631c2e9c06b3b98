//! `bulkdoku bench`: its table, its JSON, comparisons and errors. The tests do not depend on the measured rates.

use std::fs;

use serde_json::Value;

use crate::run::{Folder, PUZZLE, puzzles, run, run_with};

const SHORT: [&str; 5] = ["bench", "--runs", "2", "--time", "1ms"];

/// A short measurement.
fn bench(more: &[&str]) -> crate::run::Run {
    run(&[&SHORT, more].concat())
}

/// A puzzle that takes many guesses, by A. Inkala.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// The built-in sets that are generated quickly even without optimization.
const SETS: &[&str] = match cfg!(debug_assertions) {
    true => &["easy", "ordinary", "impossible"],
    false => &["easy", "ordinary", "minimal", "hard", "multi-solution", "impossible", "pencilmarks"],
};

#[test]
fn every_built_in_set_has_rows() {
    let engines = ["--engine", "lanes,single", "--mode", "first,unique", "--threads", "1,2"];
    let shown = bench(&[&["--set", &SETS.join(",")], &engines[..]].concat()).ends_with(0).stdout;
    for set in SETS {
        let rows = shown.lines().filter(|line| line.starts_with(&format!("| {set} ")));
        assert_eq!(rows.count(), 4, "two engines, two modes\n{shown}");
    }
}

/// Measures the set `easy` and another one, and returns the summary.
fn summary_of_two_sets(folder: &Folder) -> String {
    let json = folder.path("old.json");
    bench(&["--set", "easy,impossible", "--threads", "1", "--summary", &json]).ends_with(0);
    json
}

#[test]
fn the_summary_has_the_machine_and_a_row_for_each_measurement() {
    let folder = Folder::new();
    let json = summary_of_two_sets(&folder);
    let value: Value = serde_json::from_str(&fs::read_to_string(json).expect("a file")).expect("JSON");
    assert_eq!(value["schema"], 1);
    assert!(value["date"].as_str().expect("a text").ends_with('Z'), "{value}");
    if cfg!(target_os = "linux") {
        assert!(value["machine"]["memory_bytes"].as_u64() > Some(1 << 20), "{value}");
    }
    let rows = value["rows"].as_array().expect("rows");
    assert_eq!(rows.iter().map(|row| &row["set"]).collect::<Vec<_>>(), ["easy", "impossible"]);
    for row in rows {
        assert_eq!(
            (&row["engine"], &row["mode"], &row["threads"]),
            (&"lanes".into(), &"unique".into(), &1.into())
        );
        let rate = |name: &str| row["puzzles_per_second"][name].as_f64().expect("a rate");
        assert!(0.0 < rate("min") && rate("min") <= rate("median") && rate("median") <= rate("max"), "{row}");
        assert!(row["sweeps_per_puzzle"].as_f64() > Some(1.0), "{row}");
    }
}

#[test]
fn a_run_is_compared_with_an_earlier_one_row_by_row() {
    let folder = Folder::new();
    let json = summary_of_two_sets(&folder);
    let compare = |more: &[&str]| {
        bench(&[&["--set", "impossible,easy", "--threads", "1", "--compare", &json], more].concat())
    };
    let run = compare(&[]).ends_with(0);
    assert_eq!(run.stderr, "", "{run}");
    let compared: Vec<&str> = run.stdout.lines().skip_while(|line| !line.contains("| ratio ")).collect();
    for set in ["easy", "impossible"] {
        let rows: Vec<_> = compared.iter().filter(|line| line.starts_with(&format!("| {set} "))).collect();
        assert!(rows.len() == 1 && !rows[0].contains("| -"), "{run}");
    }
    compare(&["--fail-below", "0.000001"]).ends_with(0);
    compare(&["--fail-below", "1000000"])
        .ends_with(1)
        .says_only("a rate is below 1000000 times the earlier one: the lowest ratio is ");
}

#[test]
fn a_row_that_only_one_of_two_runs_measured_is_shown_and_fails() {
    let folder = Folder::new();
    let json = summary_of_two_sets(&folder);
    let says = "row: measure the same sets, engines, instruction sets, modes and threads in both runs";
    for (set, alone) in [("easy", "| impossible |"), ("easy,impossible,ordinary", "| ordinary   |")] {
        let run = bench(&["--set", set, "--threads", "1", "--compare", &json]).ends_with(1);
        let row = run.stdout.lines().rfind(|line| line.starts_with(alone));
        assert!(row.is_some_and(|row| row.contains("| - ")), "{run}");
        run.says_only(&format!("only one run measured 1 {says}"));
    }
    let other =
        bench(&["--set", "easy", "--mode", "first", "--threads", "1", "--compare", &json]).ends_with(1);
    other.says_only("only one run measured 3 rows");
}

#[test]
fn a_summary_that_cannot_be_compared_is_refused_before_the_measurement() {
    let folder = Folder::new();
    bench(&["--fail-below", "0.9"]).ends_with(2).says("--compare");
    for (text, says) in [
        ("{\"schema\": 99}", "the schema is not 1: measure again with 'bench --summary'"),
        ("{\"schema\": 1}", "the file has no rows"),
        ("{\"schema\": 1, \"rows\": [{\"set\": \"easy\"}]}", "a field of a row is missing"),
        ("easy", "give a file that 'bench --summary' wrote"),
    ] {
        let other = folder.file("other.json", text);
        bench(&["--compare", &other]).ends_with(2).prints("").says_only(says);
    }
    bench(&["--compare", &folder.path("none")]).ends_with(2).prints("").says_only("cannot read ");
}

#[test]
fn a_file_without_puzzles_cannot_be_measured() {
    let folder = Folder::new();
    let file = folder.file("empty.txt", "nothing\n");
    bench(&[&file]).ends_with(2).says_only("cannot tell the format");
}

#[test]
fn bench_alone_prints_one_table_that_fits_a_terminal() {
    let sets = SETS.join(",");
    let shown = bench(&["--set", &sets]).ends_with(0).stdout;
    let table: Vec<&str> = shown.lines().skip_while(|line| !line.starts_with('|')).collect();
    let rows = table.iter().take_while(|line| line.starts_with('|')).count();
    assert_eq!(rows, SETS.len() + 2, "a heading, a rule and a row for each set\n{shown}");
    assert!(table.iter().all(|line| line.chars().count() <= 80), "{shown}");
    assert!(table[0].starts_with("| set ") && table[0].contains("| puzzles/s on 1 thread |"), "{shown}");
    assert!(table[0].ends_with("| spread |"), "{shown}");
    assert!(
        shown.contains("engine lanes · ") && shown.contains(" · mode unique · median of 2 runs"),
        "{shown}"
    );
}

#[test]
fn cores_are_counted_in_english() {
    let shown = bench(&["--set", "easy", "--threads", "1"]).ends_with(0).stdout;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let said = if cores == 1 { " 1 core ".to_owned() } else { format!(" {cores} cores ") };
    assert!(shown.lines().next().is_some_and(|line| line.contains(&said)), "{shown}");
}

#[test]
fn a_slow_engine_reports_how_many_puzzles_it_solved() {
    let folder = Folder::new();
    let (file, json) = (folder.file("hard", format!("{HARD}\n").repeat(40)), folder.path("json"));
    let options = ["--engine", "blank-stack", "--threads", "1", "--mode", "first", "--budget", "1000"];
    let shown = bench(&[&[&file, "--summary", &json], &options[..]].concat()).ends_with(0).stdout;
    assert!(shown.contains("a slow engine solved a sample: --summary has the number of puzzles"), "{shown}");
    assert!(shown.contains("! the budget of some puzzles was exhausted"), "{shown}");
    let value: Value = serde_json::from_str(&fs::read_to_string(json).expect("a file")).expect("JSON");
    let row = &value["rows"][0];
    assert!(row["puzzles"].as_u64() < Some(40), "{row}");
    assert_eq!(
        (&row["puzzles_in_set"], &row["isa"], &row["sweeps_per_puzzle"]),
        (&40.into(), &"-".into(), &Value::Null)
    );
}

#[test]
fn a_file_that_cannot_be_written_is_reported_before_the_measurement() {
    let folder = Folder::new();
    let refused = bench(&["--set", "easy", "--summary", &folder.path("none/summary.json")]);
    refused.ends_with(2).prints("").says("create the folder first");
    assert!(folder.names().is_empty(), "nothing is left");
}

#[test]
fn an_input_is_not_replaced_by_the_summary() {
    let folder = Folder::new();
    let puzzles = folder.file("puzzles", puzzles(10));
    bench(&[&puzzles, "--summary", &puzzles]).ends_with(2).prints("").says_only("name another one");
    assert_eq!(folder.names(), ["puzzles"]);
}

#[test]
#[cfg(target_os = "linux")]
fn the_table_is_printed_even_if_a_file_cannot_be_written() {
    let run = bench(&["--set", "easy", "--engine", "lanes", "--summary", "/dev/full"]).ends_with(2);
    assert!(run.stdout.contains("| easy "), "{run}");
    run.says_only("cannot write /dev/full: No space left on device");
}

#[test]
fn json_can_go_to_standard_output() {
    let run = bench(&["--set", "easy", "--engine", "lanes", "--summary", "-"]).ends_with(0).says("| easy ");
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(value["rows"][0]["set"], "easy");
}

#[test]
fn every_format_that_solve_reads_is_measured_and_skipped_records_are_reported() {
    let folder = Folder::new();
    let rows: String = puzzles(30).lines().map(|puzzle| format!("x,\"{puzzle}\",1\n")).collect();
    let table = folder.file("table.csv", format!("id,puzzle,n\n{rows}y,12,2\n"));
    let short = [&SHORT[..], &["--mode", "first", "--threads", "1"]].concat();
    let run_table = run(&[&short[..], &[&table]].concat()).ends_with(1);
    assert!(run_table.stdout.contains("| table.csv "), "{run_table}");
    run_table.says_only(&format!("{table}: 1 record skipped, malformed"));
    let run_stdin = run_with(&[&short[..], &["-"]].concat(), puzzles(20).as_bytes()).ends_with(0);
    assert!(run_stdin.stdout.contains("| <stdin> "), "{run_stdin}");
    let grid: String = (0..9).map(|row| format!("{}\n", &PUZZLE[9 * row..][..9])).collect();
    let grid = folder.file("grid.txt", grid);
    let run = run(&[&short[..], &[&grid]].concat()).ends_with(0);
    assert_eq!(run.stderr, "");
}

#[test]
fn numbers_that_no_machine_can_handle_are_refused() {
    for (option, number) in
        [("--runs", "4294967295"), ("--time", "18446744073709551615ms"), ("--threads", "1001")]
    {
        let run = run(&["bench", option, number]).ends_with(2).prints("").says(option);
        assert!(!run.stderr.contains("panicked"), "{run}");
    }
}
