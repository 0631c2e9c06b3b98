//! Progress, summary and version.

use std::fs;

use crate::puzzle_sets::root;
use crate::run::{Folder, PUZZLE, SOLUTION, bulkdoku, puzzles, run, run_command, run_on, run_with};

#[test]
fn one_line_summarizes_a_run() {
    let run = run_on("portable", &["solve", "-j", "2"], puzzles(1234).as_bytes()).ends_with(0);
    let run = run.says_only("1,234 records in ").says("· 2 threads · portable · all solved");
    assert!(run.stderr.contains("/s · "), "{run}");
    run_with(&["solve", "--unique", "--engine", "single", "-j", "1"], PUZZLE.as_bytes())
        .says_only("1 record in ")
        .says("· 1 thread · single · all unique");
}

#[test]
fn plain_progress_has_lines_while_no_record_is_finished() {
    let options = ["count", "--limit", "4000000", "--progress", "plain=50ms"];
    let run = run_with(&options, ".".repeat(81).as_bytes()).ends_with(0).prints("4000000\n");
    let lines = run.stderr.lines().filter(|line| line.contains(" 0 done · 0.0/s · ")).count();
    assert!(lines > 1, "{run}");
}

#[test]
fn quiet_prints_nothing_on_stderr() {
    let run = run_with(&["solve", "-q"], format!("{PUZZLE}\n12\n").as_bytes()).ends_with(1);
    assert_eq!(run.stderr, "");
}

#[test]
fn the_json_summary_has_a_known_schema() {
    let folder = Folder::new();
    let path = folder.path("summary.json");
    let text = format!("# c\n{PUZZLE}\n12\n");
    run_with(&["solve", "-q", "--summary", &path, "-j", "1"], text.as_bytes()).ends_with(1);
    let summary: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(summary["schema"], 1);
    assert_eq!((&summary["records"], &summary["lines"]), (&2.into(), &3.into()));
    assert_eq!((&summary["verdicts"]["solved"], &summary["verdicts"]["malformed"]), (&1.into(), &1.into()));
    assert_eq!(summary["bad_records"][0]["line"], 3);
    assert_eq!(summary["bytes_read"], text.len());
    assert_eq!((&summary["input"], &summary["threads"]), (&"<stdin>".into(), &1.into()));
}

#[test]
fn progress_goes_to_stderr_and_only_on_request_or_on_a_terminal() {
    let text = puzzles(100);
    run_with(&["solve"], text.as_bytes()).says_only("100 records");
    // A very short run may end before anything is drawn.
    let long = text.repeat(3000);
    let answers = run_with(&["solve"], long.as_bytes()).stdout;
    run_with(&["solve", "--progress", "always"], long.as_bytes())
        .ends_with(0)
        .prints(&answers)
        .says("\x1b[2K");
    run_with(&["solve", "--progress", "never"], text.as_bytes()).says_only("100 records");
}

#[test]
fn the_version_includes_the_instruction_set() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = ")).expect("the version");
    let run = run(&["--version"]).ends_with(0);
    assert!(run.stdout.contains(version.trim_matches('"')) && run.stdout.contains("portable"), "{run}");
}

#[test]
fn wrong_usage_is_refused_with_the_choices() {
    run(&["solve", "--engine", "fast"]).ends_with(2).says("lanes, single, min-candidates");
    run(&["bench", "--isa", "sse9"]).ends_with(2).says("avx512");
    run(&["solve", "--threads", "many"]).ends_with(2).says("--threads");
    run(&["unsolve"]).ends_with(2).says("unsolve");
}

#[test]
fn the_number_of_threads_defaults_to_the_environment() {
    let with_three = |args: &[&str]| {
        let mut command = bulkdoku(args);
        command.env("RAYON_NUM_THREADS", "3");
        run_command(command, PUZZLE.as_bytes()).prints(&format!("{SOLUTION}\n"))
    };
    with_three(&["solve"]).says("3 threads");
    with_three(&["solve", "-j", "2"]).says("2 threads");
}

#[test]
fn the_instruction_set_defaults_to_the_environment() {
    let on = |isa: &str, args: &[&str]| run_on(isa, args, PUZZLE.as_bytes());
    on("portable", &["solve"]).prints(&format!("{SOLUTION}\n")).says("portable");
    on("auto", &["solve"]).ends_with(0);
}

#[test]
fn an_unusable_number_of_threads_in_the_environment_is_refused() {
    for (number, code) in [("abc", 2), ("-3", 2), ("20000", 2), ("", 0), ("0", 0), ("2", 0)] {
        let mut command = bulkdoku(&["solve"]);
        command.env("RAYON_NUM_THREADS", number);
        let run = run_command(command, PUZZLE.as_bytes()).ends_with(code);
        if code == 2 {
            run.prints("").says_only(&format!("RAYON_NUM_THREADS is '{number}': unset it, or set it to"));
        }
    }
    let mut command = bulkdoku(&["solve", "-j", "2"]);
    command.env("RAYON_NUM_THREADS", "abc");
    run_command(command, PUZZLE.as_bytes()).ends_with(0).says("2 threads");
}

#[test]
fn an_empty_instruction_set_in_the_environment_is_ignored() {
    run_on("", &["solve"], PUZZLE.as_bytes()).ends_with(0).prints(&format!("{SOLUTION}\n"));
}

#[test]
fn the_summary_can_go_to_standard_output_if_the_answers_do_not() {
    let folder = Folder::new();
    let answers = folder.path("answers");
    let run = run_with(&["solve", "-o", &answers, "--summary", "-"], PUZZLE.as_bytes()).ends_with(0);
    let summary: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(summary["records"], 1);
    assert_eq!(fs::read_to_string(&answers).expect("the answers"), format!("{SOLUTION}\n"));
    let commands: [&[&str]; 10] = [
        &["solve"],
        &["count"],
        &["check"],
        &["canon"],
        &["augment", "--equivalents", "1"],
        &["dedupe"],
        &["minimize"],
        &["rate"],
        &["sample", "--count", "1"],
        &["generate", "--count", "1"],
    ];
    for command in commands {
        let run =
            run_with(&[command, &["--summary", "-"]].concat(), PUZZLE.as_bytes()).ends_with(2).prints("");
        run.says_only("both write to standard output: name a file for one");
    }
    assert_eq!(folder.names(), ["answers"]);
}

#[test]
fn the_summary_of_every_command_says_which_file_it_read() {
    let folder = Folder::new();
    let (input, other) = (folder.file("puzzles", puzzles(3)), folder.file("other", ""));
    let (summary, part) = (folder.path("summary"), format!("{}=rest", folder.path("part")));
    for command in [
        &["solve"][..],
        &["count"],
        &["check"],
        &["canon"],
        &["minimize"],
        &["rate", "--only", "level"],
        &["augment", "--equivalents", "1"],
        &["dedupe", "--against", &other],
        &["shuffle"],
        &["sample", "--count", "1"],
        &["split", "--part", &part],
    ] {
        run(&[command, &["-q", "--summary", &summary, &input]].concat());
        let text = fs::read_to_string(&summary).expect("a summary");
        let object: serde_json::Value = serde_json::from_str(&text).expect("an object");
        assert_eq!(object["input_bytes"], 3 * 82, "{command:?}");
        assert!(object["input_checksum"].is_string(), "{command:?}");
    }
}
