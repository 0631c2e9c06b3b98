//! The JSON summary: the keys of every command, the values, and the summary of a failed run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::interruption::{send, unfinished_files, wait_for};
use crate::options::{commands_with, needed};
use crate::puzzle_sets::root;
use crate::run::{Folder, PUZZLE, interruptible, puzzles, run, run_with};

fn read(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a summary")).expect("JSON")
}

/// Returns the summaries of every command that writes one, each with its source: the name of the command, `merge-summaries`, or
/// `failed` for a failed run.
fn summaries(folder: &Folder) -> Vec<(String, Value)> {
    let input = folder.file("in.csv", format!("puzzle,weight\n{}", puzzles(9).replace('\n', ",2\n")));
    let solutions = run(&["solve", "-q", &input]).ends_with(0).stdout;
    let answers = folder.file("answers", solutions);
    let path = folder.path("summary");
    let part = |number: usize| folder.path(&format!("{number}.json"));
    let mut commands: Vec<(String, Vec<String>)> = commands_with(&["--summary"])
        .into_iter()
        .map(|command| {
            let reads = !["bench", "generate"].contains(&command.as_str());
            let more = needed(&command, folder).into_iter().chain(reads.then(|| input.clone()));
            (command.clone(), [command].into_iter().chain(more).collect())
        })
        .collect();
    for line in [
        format!("check {input} --answers {answers} --against {input}"),
        format!("rate {input} --only level,guesses,se --equivalents 1"),
        format!("sample {input} --count 1 --stratify clues"),
        format!("sample {input} --count 1 --weight weight"),
        format!("dedupe {input} --against {input} --classes {}", folder.path("classes")),
        "generate --count 3 --where level=1".to_owned(),
        "generate --count 3 --unbiased".to_owned(),
        "generate --count 3 --shard 2/3".to_owned(),
        format!("count {input} --max-bad 5%"),
        format!("solve {input} --column 1 --budget 7"),
    ] {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        commands.push((words[0].clone(), words));
    }
    let mut summaries: Vec<(String, Value)> = commands
        .into_iter()
        .map(|(command, words)| {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let ended = run(&[&words[..], &["-q", "--summary", &path]].concat());
            assert!(ended.code <= Some(1), "{ended}");
            (command, read(&path))
        })
        .collect();
    for number in [1, 2] {
        let shard = format!("{number}/2");
        run(&["solve", "-q", &input, "--shard", &shard, "--summary", &part(number)]).ends_with(0);
    }
    run(&["merge-summaries", &part(1), &part(2), "-o", &path]).ends_with(0);
    summaries.push(("merge-summaries".to_owned(), read(&path)));
    run(&["solve", "missing", "--summary", &path]).ends_with(2);
    summaries.push(("failed".to_owned(), read(&path)));
    summaries
}

fn page() -> String {
    let path = root().join("src/guide/command_line.md");
    fs::read_to_string(path).expect("the page of the guide")
}

/// Returns the words in backticks.
fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns the commands that a cell of the table names. "any run" is all commands and a failed run, "all" is all commands, and
/// "with `--shard`" is those with this option. "but" excludes some of them. Any other cell lists commands.
fn commands_of_cell(cell: &str) -> Vec<String> {
    let (these, but) = cell.split_once(" but ").unwrap_or((cell, ""));
    let option = these.split_once("with ").map(|(_, option)| quoted(option));
    let mut commands = match &option {
        Some(option) => commands_with(&[&option[0]]),
        None if these.starts_with("any run") || these == "all" => commands_with(&["--summary"]),
        None => quoted(these),
    };
    assert!(!commands.is_empty(), "{cell}");
    if these.starts_with("any run") {
        commands.push("failed".to_owned());
    }
    let but = quoted(but);
    assert!(but.iter().all(|command| commands.contains(command)), "{cell}");
    commands.retain(|command| !but.contains(command));
    commands
}

/// Returns the keys of each command according to the table in the section on summaries.
fn keys_of_page() -> BTreeMap<String, BTreeSet<String>> {
    let text = page();
    let mut sections = text.split("\n## ");
    let section =
        sections.find(|section| section.starts_with("Summary as JSON")).expect("the section on summaries");
    let mut keys: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').collect();
        for command in commands_of_cell(cells[2].trim()) {
            keys.entry(command).or_default().extend(quoted(cells[1]));
        }
    }
    keys
}

#[test]
fn the_guide_says_which_keys_every_command_has() {
    let folder = Folder::new();
    let mut keys: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (command, summary) in summaries(&folder) {
        let found = summary.as_object().expect("an object").keys().cloned();
        keys.entry(command).or_default().extend(found);
    }
    keys.remove("merge-summaries"); // it has the keys of the parts
    let shown = keys_of_page();
    for (command, keys) in &keys {
        assert_eq!(shown.get(command), Some(keys), "{command}: the page on the left");
    }
    assert_eq!(shown.len(), keys.len(), "{:?}", shown.keys());
}

/// Collects the keys of the objects within a value, except objects whose keys are data, such as verdicts.
fn keys_within(value: &Value, keys: &mut BTreeSet<String>) {
    const OF_DATA: [&str; 7] = [
        "options",
        "verdicts",
        "findings_by_kind",
        "puzzles_by_clues",
        "strata",
        "histograms",
        "first_findings",
    ];
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                keys.insert(key.clone());
                if !OF_DATA.contains(&key.as_str()) {
                    keys_within(value, keys);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys_within(item, keys)),
        _ => {}
    }
}

#[test]
fn the_guide_names_the_keys_within() {
    let folder = Folder::new();
    let mut keys = BTreeSet::new();
    summaries(&folder).iter().for_each(|(_, summary)| keys_within(summary, &mut keys));
    let named = quoted(&page());
    let missing: Vec<&String> = keys.iter().filter(|key| !named.contains(key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Asserts that no text is a number, except the commit of a build, which may consist of digits only.
fn assert_typed(command: &str, value: &Value, at: &str) {
    match value {
        Value::String(text) => {
            assert!(text.parse::<f64>().is_err(), "{command}: {at} is \"{text}\"");
            assert!(!["true", "false", "null"].contains(&text.as_str()), "{command}: {at}");
        }
        Value::Array(items) => items.iter().for_each(|item| assert_typed(command, item, at)),
        Value::Object(members) => {
            let members = members.iter().filter(|(key, _)| *key != "commit");
            members.for_each(|(key, value)| assert_typed(command, value, &format!("{at}.{key}")));
        }
        _ => {}
    }
}

#[test]
fn numbers_are_numbers_and_no_limit_is_null() {
    let folder = Folder::new();
    for (command, summary) in summaries(&folder) {
        assert_typed(&command, &summary, "");
        assert!(summary["options"].as_object().is_none_or(|it| it.keys().all(|key| !key.contains('-'))));
    }
    let path = folder.path("options");
    run_with(&["solve", "--unique", "-q", "--summary", &path, "--max-bad", "3"], PUZZLE.as_bytes())
        .ends_with(0);
    let options = &read(&path)["options"];
    assert_eq!((&options["budget"], options.get("max_bad")), (&Value::Null, None));
    assert_eq!((&options["unique"], &options["keep_columns"]), (&true.into(), &false.into()));
    assert_eq!((&options["format"], &options["column"]), (&"line".into(), &Value::Null));
    run_with(&["solve", "-q", "--summary", &path, "--budget", "0"], PUZZLE.as_bytes()).ends_with(0);
    assert_eq!(read(&path)["options"]["budget"], 0);
    run_with(&["check", "-q", "--summary", &path, "--by", "clues,puzzle"], PUZZLE.as_bytes()).ends_with(0);
    assert_eq!(read(&path)["options"]["by"], serde_json::json!(["clues", "puzzle"]));
}

/// Asserts what every summary says about a run that has just ended.
fn assert_of_this_run(summary: &Value, exit_code: i32, command_line: &str) {
    let date = humantime::parse_rfc3339(summary["date"].as_str().expect("a date")).expect("RFC 3339");
    let age = SystemTime::now().duration_since(date).expect("a date of the past");
    assert!(age < Duration::from_secs(600), "{age:?}");
    assert_eq!((&summary["exit_code"], &summary["command_line"]), (&exit_code.into(), &command_line.into()));
    assert!(summary["seconds"].as_f64() >= Some(0.0), "{summary}");
    assert_eq!(summary["error"].is_null(), exit_code < 2, "{summary}");
}

#[test]
fn a_summary_says_when_and_how_the_run_was_started_and_how_it_ended() {
    let folder = Folder::new();
    let (good, path) = (folder.file("a b", PUZZLE), folder.path("summary"));
    run(&["solve", "-q", &good, "--summary", &path]).ends_with(0);
    assert_of_this_run(&read(&path), 0, &format!("bulkdoku solve -q '{good}' --summary {path}"));
    let bad = folder.file("bad", "12\n");
    run(&["canon", &bad, "--from", "line", "-q", "--summary", &path]).ends_with(1);
    assert_of_this_run(&read(&path), 1, &format!("bulkdoku canon {bad} --from line -q --summary {path}"));
    run(&["bench", "--set", "easy", "-j", "1", "--runs", "1", "--time", "1ms", "--summary", &path])
        .ends_with(0);
    assert_of_this_run(
        &read(&path),
        0,
        &format!("bulkdoku bench --set easy -j 1 --runs 1 --time 1ms --summary {path}"),
    );
}

#[test]
fn a_run_that_fails_replaces_the_summary_of_an_earlier_run() {
    let folder = Folder::new();
    let (good, words) = (folder.file("good", PUZZLE), folder.file("words", "no puzzles at all\n"));
    let full = if cfg!(target_os = "linux") { "/dev/full" } else { "none/output" };
    let missing = folder.path("missing");
    for (args, says) in [
        (&["solve", &missing][..], "cannot read "),
        (&["solve", &words], "cannot tell the format"),
        (&["solve", &good, "-o", full], "cannot write "),
        (&["dedupe", &good, "--by", "text", "--keep", "fewest"], "--keep fewest needs"),
        (&["check", &missing], "cannot read "),
        (&["split", &good, "--part", "a=10%", "--part", "b=10%"], "of the records are in no part"),
        (&["generate", "--count", "1", "--clues", "1"], "clues"),
        (&["bench", &missing], "cannot read "),
    ] {
        let path = folder.file("summary", "{\"exit_code\": 0}");
        let failed = run(&[args, &["-q", "--summary", &path]].concat()).ends_with(2).says_only(says);
        let summary = read(&path);
        let command_line = format!("bulkdoku {} -q --summary {path}", args.join(" "));
        assert_of_this_run(&summary, 2, &command_line);
        let error = failed.stderr.trim_start_matches("bulkdoku: ").trim_end();
        assert_eq!(summary["error"], error, "{failed}");
        assert_eq!(summary["command"], args[0]);
    }
    let failed = run(&["solve", &missing, "-o", &folder.path("out"), "--summary", "-"]).ends_with(2);
    assert_eq!(serde_json::from_str::<Value>(&failed.stdout).expect("JSON")["exit_code"], 2);
    assert_eq!(folder.names(), ["good", "summary", "words"], "no output and no temporary file is left");
}

#[test]
fn a_summary_never_replaces_an_input_and_is_written_where_it_can_be() {
    let folder = Folder::new();
    let input = folder.file("input", PUZZLE);
    run(&["solve", &input, "--summary", &input]).ends_with(2).says_only("name another one");
    run(&["solve", &folder.path("missing"), "--summary", &folder.path("none/summary")])
        .ends_with(2)
        .says_only("create the folder first");
    assert_eq!(fs::read_to_string(&input).expect("the input"), PUZZLE);
    assert_eq!(folder.names(), ["input"]);
}

#[test]
fn an_interruption_is_in_the_summary() {
    let folder = Folder::new();
    let (path, output) = (folder.file("summary", "{\"exit_code\": 0}"), folder.path("output"));
    let args = ["solve", "-", "-q", "-o", &output, "--summary", &path];
    let mut child =
        interruptible(&args).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let _open = child.stdin.take(); // until the end: waiting would close it, and the run could be complete first
    wait_for(|| unfinished_files(&folder) == 1, "the unfinished file");
    send(&child, "INT");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let summary = read(&path);
    assert_of_this_run(&summary, 130, &format!("bulkdoku {}", args.join(" ")));
    assert_eq!(summary["error"], "interrupted");
    assert_eq!(folder.names(), ["summary"]);
}

#[test]
fn a_part_that_failed_is_named_and_counts_once_it_is_run_again() {
    let folder = Folder::new();
    let input = folder.file("input", puzzles(20));
    let part = |number: usize, input: &str, code: i32| {
        let (path, shard) = (folder.path(&format!("{number}.json")), format!("{number}/2"));
        run(&["solve", "-q", input, "--shard", &shard, "--summary", &path]).ends_with(code);
        path
    };
    let (one, two) = (part(1, &input, 0), part(2, &folder.path("missing"), 2));
    let merged = run(&["merge-summaries", &one, &two]).ends_with(1);
    let merged = merged.says_only("part 2/2 failed (cannot read ").says("): run it again with --shard");
    let whole: Value = serde_json::from_str(&merged.stdout).expect("JSON");
    assert_eq!((&whole["exit_code"], &whole["missing_parts"]), (&1.into(), &serde_json::json!([2])));
    assert!(whole["failed_parts"]["2"].as_str().is_some_and(|reason| !reason.is_empty()), "{whole}");
    fs::copy(&two, folder.path("failed.json")).expect("a copy");
    part(2, &input, 0);
    let merged = run(&["merge-summaries", &one, &two, &folder.path("failed.json")]).ends_with(0);
    let whole: Value = serde_json::from_str(&merged.stdout).expect("JSON");
    assert_eq!((&whole["exit_code"], &whole["records"], &whole["parts"]), (&0.into(), &20.into(), &2.into()));
    assert!(whole["date"].is_string() && whole.get("command_line").is_none(), "{whole}");
}

#[test]
fn max_bad_is_the_number_of_bad_records_with_which_a_run_succeeds() {
    let folder = Folder::new();
    let input = folder.file("input", format!("{}12\n3\n", puzzles(8)));
    let mut with_max_bad = commands_with(&["--max-bad"]);
    with_max_bad.retain(|command| command != "merge-summaries");
    for command in &with_max_bad {
        let needed = needed(command, &folder);
        let run_with = |most: &str| {
            let mut words = vec![command.as_str(), "-q", &input, "--max-bad", most];
            words.extend(needed.iter().map(String::as_str));
            run(&words)
        };
        for most in ["2", "20%", "100%"] {
            let done = run_with(most).ends_with(0);
            assert_eq!(done.stderr, "", "{done}");
        }
        for most in ["0", "1", "19.9999%", "0%"] {
            let says = format!("bulkdoku: 2 of 10 records are bad, more than --max-bad {most} allows");
            run_with(most).ends_with(1).says_only(&says);
        }
    }
    let readers: Vec<String> = commands_with(&["INPUT"]);
    assert_eq!(with_max_bad, readers, "every command that reads records has the option");
    for wrong in ["", "-1", "101%", "x", "1.5"] {
        run(&["solve", "--max-bad", wrong]).ends_with(2);
    }
}
