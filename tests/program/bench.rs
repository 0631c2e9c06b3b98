//! `bulkdoku bench`: tables, JSON, pages and errors. The tests do not depend on the measured rates.

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
    false => &["easy", "ordinary", "minimal", "hard", "multi-solution", "impossible"],
};

#[test]
fn every_built_in_set_has_rows() {
    let engines = ["--engine", "lanes,single", "--mode", "first,unique", "--threads", "1,2"];
    let shown = bench(&[&["--set", &SETS.join(","), "--details"], &engines[..]].concat()).ends_with(0).stdout;
    for set in SETS {
        let rows: Vec<&str> = shown.lines().filter(|line| line.starts_with(&format!("| {set} "))).collect();
        let rates = rows.iter().filter(|row| row.contains(" memory ")).count();
        assert_eq!(rates, 8, "two engines, two modes, two numbers of threads\n{shown}");
        assert_eq!(
            rows.len() - rates,
            4,
            "what the lanes did, in two modes on two numbers of threads\n{shown}"
        );
    }
}

#[test]
fn a_run_can_be_compared_with_an_earlier_one() {
    let folder = Folder::new();
    let json = folder.path("old.json");
    bench(&["--set", "easy", "--engine", "lanes", "--summary", &json]).ends_with(0);
    let value: Value = serde_json::from_str(&fs::read_to_string(&json).expect("a file")).expect("JSON");
    assert_eq!(value["schema"], 1);
    assert!(value["build"]["compiler"].as_str().expect("a text").starts_with("rustc"), "{value}");
    let row = &value["rows"][0];
    assert_eq!(
        (&row["set"], &row["clock"], &row["mode"]),
        (&"easy".into(), &"memory".into(), &"unique".into())
    );
    assert!(row["puzzles_per_second"]["median"].as_f64() > Some(0.0), "{row}");
    if cfg!(target_os = "linux") {
        assert!(value["machine"]["memory_bytes"].as_u64() > Some(1 << 20), "{value}");
    }
    assert!(value["date"].as_str().expect("a text").ends_with('Z'), "{value}");
    assert!(value["rows"].as_array().expect("rows").iter().all(|row| row["mode"] == "unique"), "{value}");
    let shown = bench(&["--set", "easy", "--engine", "lanes", "--compare", &json]).ends_with(0).stdout;
    assert!(shown.contains("ratio"), "{shown}");
    let compare = ["--set", "easy", "--engine", "lanes", "--compare", &json, "--fail-below"];
    bench(&[&compare[..], &["0.000001"]].concat()).ends_with(0);
    bench(&[&compare[..], &["1000000"]].concat())
        .ends_with(1)
        .says("a rate is below 1000000 times the earlier one");
    bench(&["--set", "impossible", "--engine", "lanes", "--compare", &json, "--fail-below", "0.1"])
        .ends_with(1)
        .says("no rate could be compared");
    bench(&["--fail-below", "0.9"]).ends_with(2).says("--compare");
    let other = folder.file("other.json", "{\"schema\": 99}");
    bench(&["--compare", &other]).ends_with(2).says("measure again with 'bench --summary'");
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
    assert!(!shown.contains("lanes in use"), "{shown}");
}

#[test]
fn cores_are_counted_in_english() {
    let shown = bench(&["--set", "easy", "--threads", "1"]).ends_with(0).stdout;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let said = if cores == 1 { " 1 core ".to_owned() } else { format!(" {cores} cores ") };
    assert!(shown.lines().next().is_some_and(|line| line.contains(&said)), "{shown}");
}

/// Measures a program briefly on the puzzles in a file.
#[cfg(unix)]
fn external(file: &str, command: &str, more: &[&str]) -> crate::run::Run {
    let options = ["--engine", "lanes", "--threads", "1", "--mode", "first", "--external", command];
    bench(&[&[file], &options[..], more].concat())
}

/// Returns the cells of a program's row in the table of its set: right, wrong, unanswered, rate.
#[cfg(unix)]
#[track_caller]
fn cells(shown: &str, program: &str) -> Vec<String> {
    let row = shown.lines().find(|line| line.starts_with(&format!("| {program} ")));
    let row = row.unwrap_or_else(|| panic!("no row of {program}\n{shown}"));
    let cells = row.strip_prefix(&format!("| {program} ")).expect("its row");
    cells.split('|').skip(1).map(|cell| cell.trim().to_owned()).take(4).collect()
}

#[test]
#[cfg(unix)]
fn another_program_is_measured_and_verified_beside_ours() {
    let folder = Folder::new();
    let file = folder.file("set", puzzles(40));
    let us = format!("{} solve --quiet", env!("CARGO_BIN_EXE_bulkdoku"));
    let shown = external(&file, &us, &[]).ends_with(0).stdout;
    assert!(shown.contains("| set, 40 puzzles "), "{shown}");
    for program in ["bulkdoku solve -j 1", &us] {
        let cells = cells(&shown, program);
        assert_eq!(cells[..3], ["40", "0", "0"], "{shown}");
        assert!(cells[3].contains('('), "a rate with its range\n{shown}");
    }
    let run = external(&file, "cat", &[]).ends_with(1);
    assert_eq!(cells(&run.stdout, "cat"), ["0", "40", "0", "-"]);
    run.says_only("bulkdoku: 'cat' on set: 40 puzzles wrong or unanswered");
}

#[test]
#[cfg(unix)]
fn a_wrong_answer_discards_nothing_else() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one", puzzles(10)), folder.file("two", puzzles(20)));
    let (json, failures) = (folder.path("json"), folder.path("failures.csv"));
    let us = format!("{} solve --quiet | sed '2s/.*/none/;3s/.*//;12,$d'", env!("CARGO_BIN_EXE_bulkdoku"));
    let run = external(&one, &us, &[&two, "--summary", &json, "--failures", &failures]).ends_with(1);
    let tables: Vec<&str> = run.stdout.split("\n\n").collect();
    assert_eq!(cells(tables[2], &us.replace('|', "\\|"))[..3], ["8", "1", "1"], "{run}");
    assert_eq!(cells(tables[3], &us.replace('|', "\\|"))[..3], ["9", "1", "10"], "{run}");
    let value: Value = serde_json::from_str(&fs::read_to_string(&json).expect("a file")).expect("JSON");
    assert_eq!(value["exit_code"], 1);
    let rows = value["rows"].as_array().expect("rows");
    let answers =
        rows.iter().filter(|row| row["clock"] == "process").map(|row| row["answers"]["right"].clone());
    assert_eq!(answers.collect::<Vec<_>>(), [10, 8, 20, 9]);
    let text = fs::read_to_string(&failures).expect("the failures");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "puzzle,set,program,failure,answer");
    assert_eq!(lines.len(), 1 + 2 + 11, "{text}");
    assert!(lines[1].contains(",one,") && lines[1].ends_with(",wrong,none"), "{text}");
    assert!(lines[2].ends_with(",unanswered,"), "{text}");
    run_solved(&failures, 13);
    bench(&["--failures", &failures]).ends_with(2).says("--external");
}

/// Asserts that a table of failures is a file of puzzles with solutions.
#[cfg(unix)]
fn run_solved(failures: &str, puzzles: usize) {
    let solved = run(&["solve", "-q", failures]).ends_with(0).stdout;
    assert_eq!(solved.lines().count(), puzzles);
}

#[test]
#[cfg(unix)]
fn another_program_may_reject_only_puzzles_without_exactly_one_solution() {
    let folder = Folder::new();
    let one = folder.file("one", puzzles(40));
    let several = folder.file("several", format!("{}\n", ".".repeat(81)).repeat(40));
    let none = folder.file("none", format!("{}\n", PUZZLE.replacen('.', "1", 1)).repeat(40));
    for (file, command, code, expected) in [
        (&none, "sed s/.*/none/", 0, ["40", "0", "0"]),
        (&several, "sed s/.*/multiple/", 0, ["40", "0", "0"]),
        (&one, "sed s/.*/none/", 1, ["0", "40", "0"]),
        (&several, "sed s/.*/none/", 1, ["0", "40", "0"]),
        (&one, "sed s/.*//", 1, ["0", "0", "40"]),
        (&one, "head -n 3", 1, ["0", "3", "37"]),
    ] {
        let shown = external(file, command, &[]).ends_with(code).stdout;
        assert_eq!(cells(&shown, command)[..3], expected, "{shown}");
    }
}

#[test]
#[cfg(unix)]
fn a_program_that_fails_has_no_rate_and_says_why() {
    let folder = Folder::new();
    let file = folder.file("set", puzzles(4));
    let shown = external(&file, "exit 3", &[]).ends_with(1).stdout;
    assert_eq!(cells(&shown, "exit 3"), ["0", "0", "4", "-"]);
    assert!(shown.contains("'exit 3' ended with exit status: 3\n"), "{shown}");
    let us = format!("{} solve --quiet; exit 3", env!("CARGO_BIN_EXE_bulkdoku"));
    let shown = external(&file, &us, &[]).ends_with(1).stdout;
    assert_eq!(cells(&shown, &us), ["4", "0", "0", "-"]);
    let shown = external(&file, "cat; cat /etc/hostname; echo", &[]).ends_with(1).stdout;
    assert!(shown.contains("lines: line n must be the answer to puzzle n, without further lines"), "{shown}");
}

#[test]
fn a_slow_engine_reports_how_many_puzzles_it_solved() {
    let folder = Folder::new();
    let file = folder.file("hard", format!("{HARD}\n").repeat(40));
    let more = [&file, "--engine", "blank-stack", "--threads", "1", "--mode", "first", "--budget", "1000"];
    let shown = bench(&more).ends_with(0).stdout;
    assert!(shown.contains("a slow engine solved a sample: --details has the number of puzzles"), "{shown}");
    let shown = bench(&[&more[..], &["--details"]].concat()).ends_with(0).stdout;
    assert!(shown.contains(" of 40 "), "{shown}");
}

#[test]
fn a_page_shows_every_row_and_refers_to_no_other_file() {
    let folder = Folder::new();
    let page = folder.path("page.html");
    let more = ["--set", "easy,impossible", "--engine", "lanes,single", "--threads", "1,2", "--html", &page];
    let more = [&more[..], &["--details"]].concat();
    let shown = bench(&more).ends_with(0).stdout;
    let text = fs::read_to_string(&page).expect("a page");
    assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n"), "{text}");
    for fetched in ["http:", "https:", "src=", "href=", "url(", "@import", "<script", "<link"] {
        assert!(!text.contains(fetched), "{fetched}");
    }
    // Two modes of the lanes, then two plots for each of two sets: engines, guesses.
    assert_eq!(text.matches("<svg ").count(), 2 + 2 * 2);
    assert_eq!(text.matches("</svg>").count(), 2 + 2 * 2);
    for set in ["easy", "impossible"] {
        let rows = shown.lines().filter(|line| line.starts_with(&format!("| {set} "))).count();
        assert_eq!(text.matches(&format!("<tr><td>{set}</td>")).count(), rows, "{set}");
        assert!(text.contains(&format!("<figcaption>{set}</figcaption>")), "{set}");
    }
    assert!(text.contains("prefers-color-scheme: dark"));
    assert_eq!(folder.names(), ["page.html"], "no temporary file is left");
}

#[test]
fn a_page_shows_all_engines_by_default() {
    let folder = Folder::new();
    let page = folder.path("page.html");
    let shown =
        bench(&["--set", "easy", "--mode", "first", "--details", "--html", &page]).ends_with(0).stdout;
    let text = fs::read_to_string(&page).expect("a page");
    for engine in ["lanes", "single", "row-col-box", "blank-scan", "min-candidates", "blank-stack"] {
        assert!(text.contains(&format!("<td>{engine}</td>")), "{engine}");
        assert!(shown.contains(&format!("| {engine} ")), "{engine}\n{shown}");
    }
}

#[test]
fn a_page_names_a_program_without_its_folder() {
    let folder = Folder::new();
    let page = folder.path("page.html");
    let us = format!("{} solve --quiet", env!("CARGO_BIN_EXE_bulkdoku"));
    bench(&["--set", "easy", "--engine", "lanes", "--external", &us, "--html", &page]).ends_with(0);
    let text = fs::read_to_string(&page).expect("a page");
    let shown = format!("<td>bulkdoku{} solve --quiet</td>", std::env::consts::EXE_SUFFIX);
    assert!(text.contains(&shown), "{text}");
    assert!(!text.contains(env!("CARGO_BIN_EXE_bulkdoku")) && !text.contains(env!("CARGO_MANIFEST_DIR")));
}

#[test]
fn a_file_that_cannot_be_written_is_reported_before_the_measurement() {
    let folder = Folder::new();
    let (mark, page) = (folder.path("mark"), folder.path("none/page.html"));
    let touch = format!("echo ran > {mark}");
    for option in ["--html", "--summary"] {
        let refused = bench(&["--set", "easy", "--external", &touch, option, &page]);
        refused.ends_with(2).says("create the folder first");
    }
    assert!(folder.names().is_empty(), "nothing was run, nothing is left");
}

#[test]
fn an_old_page_stays_if_the_measurement_fails() {
    let folder = Folder::new();
    let page = folder.file("page.html", "old");
    bench(&["--set", "easy", "--engine", "lanes", "--html", &page, &folder.path("none")]).ends_with(2);
    assert_eq!(fs::read_to_string(&page).expect("a page"), "old");
    assert_eq!(folder.names(), ["page.html"]);
}

#[test]
#[cfg(unix)]
fn another_program_that_hangs_or_writes_without_end_is_killed() {
    let external = |command: &str| {
        bench(&["--set", "easy", "--engine", "lanes", "--time-limit", "1s", "--external", command])
    };
    let run = external("sleep 60").ends_with(1);
    assert!(
        run.stdout
            .contains("'sleep 60' took longer than 1 s and was killed; --time-limit sets another limit"),
        "{run}"
    );
    let run = external("cat /dev/zero").ends_with(1);
    assert!(run.stdout.contains("'cat /dev/zero' wrote more than 16777216 bytes and was killed"), "{run}");
    assert_eq!(run.stdout.matches("| cat /dev/zero ").count(), 1, "{run}");
}

#[test]
fn json_and_page_are_not_written_to_the_same_file() {
    let folder = Folder::new();
    let (file, again) = (folder.path("results"), folder.path("./results"));
    bench(&["--summary", &file, "--html", &again]).ends_with(2).prints("").says_only("name another one");
    bench(&["--summary", "-", "--html", "-"])
        .ends_with(2)
        .prints("")
        .says_only("both write to standard output");
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
    let short =
        [&SHORT[..5], &["--engine", "lanes", "--mode", "first", "--threads", "1", "--details"]].concat();
    let run_table = run(&[&short[..], &[&table]].concat()).ends_with(1);
    assert!(run_table.stdout.contains("| table.csv ") && run_table.stdout.contains(" 30 "), "{run_table}");
    run_table.says_only(&format!("{table}: 1 record skipped, malformed or with pencilmarks"));
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
