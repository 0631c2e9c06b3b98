//! The same records in different views: every command that reads records gives the same results, wherever the records come from
//! and however they are written.
//!
//! A view of the same bytes (mapped, read, from stdin, compressed, in any number of chunks, threads or shards) must
//! give the same output, positions included. Another form of the same records (lines, tables with and without quotes, line
//! ends of DOS) must give the same results. A long run tests all of it, others a sample.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::effort::effort;
use crate::run::{Folder, PUZZLE, bulkdoku, puzzles, run, run_command};

/// A command to run over records.
struct Case {
    name: &'static str,
    args: &'static [&'static str],
    /// Whether the output has text of the input, which depends on the form.
    copies: bool,
    /// The option and the suffix of the file that the command writes, if it is not `-o`.
    output: (&'static str, &'static str),
}

const fn case(name: &'static str, args: &'static [&'static str], copies: bool) -> Case {
    Case { name, args, copies, output: ("-o", "") }
}

const CASES: [Case; 15] = [
    case("solve", &[], false),
    case("solve", &["--format", "csv"], false),
    case("count", &[], false),
    case("check", &["--findings", "1000"], false),
    case("canon", &["--format", "line"], false),
    case("canon", &[], true),
    case("augment", &["--equivalents", "2", "--seed", "1", "--format", "line"], false),
    case("augment", &["--equivalents", "2", "--seed", "1"], true),
    case("minimize", &["--seed", "1", "--format", "line"], false),
    case("minimize", &["--seed", "1"], true),
    case("rate", &[], true),
    case("dedupe", &[], true),
    case("sample", &["--count", "30", "--seed", "1"], true),
    case("shuffle", &["--seed", "1"], true),
    Case { name: "split", args: &["--seed", "1"], copies: true, output: ("--part", "=rest") },
];

/// Another view of the bytes of a file.
const VIEWS: [&[&str]; 9] = [
    &["--no-mmap"],
    &["stdin"],
    &["gzip"],
    &["zstd"],
    &["-j", "1"],
    &["-j", "3", "--chunk-size", "500"],
    &["--chunk-size", "1"],
    &["--chunk-size", "20000000"],
    &["shards"],
];

/// Views of each command and form in an ordinary run of the tests.
const SAMPLED: usize = 1;

/// Returns puzzles as they are written in a file, each with a note.
fn records() -> Vec<(String, String)> {
    let mut all: Vec<String> = puzzles(60).lines().map(str::to_owned).collect();
    all[7] = "53..7".to_owned();
    all[19] = all[19].replacen('.', "z", 1);
    all[23] = format!("55{}", &PUZZLE[2..]);
    all[31] = all[30].clone();
    all[40] = ".".repeat(81);
    all[50] = format!("531{}", &PUZZLE[3..]);
    let note = |index: usize| ["easy", "so, so", "hard", ""][index % 4].to_owned();
    all.into_iter().enumerate().map(|(index, puzzle)| (puzzle, note(index))).collect()
}

/// Returns the records in a form with one line before them and one line per record.
fn form(name: &str) -> String {
    let quoted = |text: &str| format!("\"{text}\"");
    let rows = records().into_iter().enumerate().map(|(index, (puzzle, note))| {
        let plain = note.replace(',', "");
        match name {
            "lines" => puzzle,
            "objects" => {
                format!("{{\"id\": {index}, \"note\": {}, \"puzzle\": \"{puzzle}\"}}", quoted(&note))
            }
            "table" | "dos" => format!("{index},{puzzle},{plain}"),
            "tabs" => format!("{index}\t{puzzle}\t{note}"),
            "no header" => format!("{index};{puzzle};{plain}"),
            "some quotes" if !note.contains(',') => format!("{index},{puzzle},{note}"),
            "some quotes" => format!("{index},{puzzle},{}", quoted(&note)),
            _ => format!("{},{},{}", quoted(&index.to_string()), quoted(&puzzle), quoted(&note)),
        }
    });
    let header = match name {
        "lines" | "no header" | "objects" => "# records",
        "tabs" => "id\tpuzzle\tnote",
        "quotes" => "\"id\",\"puzzle\",\"note\"",
        _ => "id,puzzle,note",
    };
    let text: String = std::iter::once(header.to_owned()).chain(rows).map(|line| line + "\n").collect();
    if name == "dos" { text.replace('\n', "\r\n") } else { text }
}

const FORMS: [&str; 8] = ["lines", "table", "dos", "tabs", "no header", "some quotes", "quotes", "objects"];

/// Returns the exit code and the output of a command over `file`, with `X` for the name of the input.
fn result(case: &Case, file: &str, view: &[&str]) -> (Option<i32>, String) {
    let folder = Folder::new();
    let output = folder.path("output");
    let (option, suffix) = case.output;
    let mut command = bulkdoku(&[case.name, "-q"]);
    command.args(case.args).args([option, &format!("{output}{suffix}")]);
    let done = if view == ["stdin"] {
        run_command(command, &fs::read(file).expect("the input"))
    } else {
        command.arg(file).args(view);
        run_command(command, b"")
    };
    assert!(matches!(done.code, Some(0 | 1)), "{done}");
    let text = fs::read_to_string(&output).unwrap_or_else(|_| panic!("no output: {done}"));
    (done.code, text.replace(file, "X").replace("<stdin>", "X"))
}

/// Returns the results of a view of `text`, or `None` if the command does not support it.
fn seen(case: &Case, folder: &Folder, text: &str, view: &[&str]) -> Option<(Option<i32>, String)> {
    let bytes = match view {
        ["gzip"] => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(text.as_bytes()).expect("to memory");
            encoder.finish().expect("to memory")
        }
        ["zstd"] => zstd::encode_all(text.as_bytes(), 1).expect("to memory"),
        _ => text.as_bytes().to_vec(),
    };
    let file = folder.file("view", bytes);
    match view {
        ["shards"] => in_shards(case, &file),
        ["gzip"] | ["zstd"] => Some(result(case, &file, &[])),
        _ => Some(result(case, &file, view)),
    }
}

/// Returns the results of all shards, one after another, or `None` if the command has no shards.
fn in_shards(case: &Case, file: &str) -> Option<(Option<i32>, String)> {
    if !run(&[case.name, "--help"]).stdout.contains("--shard") {
        return None;
    }
    let parts = ["1/3", "2/3", "3/3"].map(|shard| result(case, file, &["--shard", shard]));
    let code = parts.iter().map(|(code, _)| *code).max().flatten();
    Some((code, parts.into_iter().map(|(_, text)| text).collect()))
}

/// Returns the commands that read records, as the program lists them.
pub fn commands() -> Vec<String> {
    let help = run(&["--help"]).stdout;
    let listed = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let names =
        listed.take_while(|line| line.starts_with("  ")).filter_map(|line| line.split_whitespace().next());
    let reads = |name: &&str| *name != "help" && run(&[name, "--help"]).stdout.contains("--from ");
    names.filter(reads).map(str::to_owned).collect()
}

/// Returns the lines of a result without the columns and bytes that depend on the form.
fn without_columns(case: &Case, text: &str) -> Vec<String> {
    let line = |line: &str| {
        let parts: Vec<&str> = line.splitn(4, ':').collect();
        match (case.name, &parts[..]) {
            ("check", [_, number, _, what]) => format!("{number}:{what}"),
            _ => line.split(" (column").next().unwrap_or_default().to_owned(),
        }
    };
    text.lines().map(line).collect()
}

#[test]
fn every_command_over_records_has_a_case() {
    let commands = commands();
    assert!(commands.len() >= 8, "{commands:?}");
    for command in commands {
        assert!(
            CASES.iter().any(|case| case.name == command),
            "{command} has no case in tests/program/views.rs"
        );
    }
}

#[test]
fn the_same_bytes_give_the_same_results_and_another_form_the_same_records() {
    let is_all = effort(false, true);
    let folder = Folder::new();
    let mut drawn = 0;
    for (turn, case) in CASES.iter().enumerate() {
        let mut of_forms: Vec<(&str, Vec<String>)> = Vec::new();
        for (index, name) in FORMS.into_iter().enumerate() {
            if !is_all && index % 4 != turn % 4 && (case.copies || index > 0) {
                continue;
            }
            let text = form(name);
            let usual = result(case, &folder.file("usual", &text), &[]);
            for _ in 0..if is_all { VIEWS.len() } else { SAMPLED } {
                let view = VIEWS[drawn % VIEWS.len()];
                drawn += 1;
                let Some(seen) = seen(case, &folder, &text, view) else { continue };
                let is_part = |line: &&str| view == ["shards"] && line.contains(": duplicate: ");
                let lines =
                    |text: &str| text.lines().filter(|line| !is_part(line)).map(str::to_owned).collect();
                let (expected, found): (Vec<_>, Vec<_>) = (lines(&usual.1), lines(&seen.1));
                assert_eq!(found, expected, "{} {:?} of {name}, seen by {view:?}", case.name, case.args);
                assert_eq!(seen.0, usual.0, "{} {:?} of {name}, seen by {view:?}", case.name, case.args);
            }
            of_forms.push((name, without_columns(case, &usual.1)));
        }
        for (name, results) in of_forms.iter().filter(|_| !case.copies) {
            assert_eq!(results, &of_forms[0].1, "{} {:?} of {name}", case.name, case.args);
        }
    }
}
