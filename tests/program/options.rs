//! Rules for every command and option in the program's help.

use std::fs;
use std::sync::LazyLock;

use serde_json::Value;

use crate::run::{Folder, PUZZLE, Run, puzzles, run, run_on};

/// An option or an argument of a command.
pub struct Listed {
    pub command: String,
    pub name: String,
    value: String,
    meaning: String,
    /// The values to choose from.
    pub values: Vec<String>,
}

/// All options and arguments of all commands.
pub static LISTED: LazyLock<Vec<Listed>> = LazyLock::new(|| {
    let help = run(&["--help"]).ends_with(0).stdout;
    let (_, commands) = help.split_once("Commands:\n").expect("commands");
    let name = |line: &str| {
        line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()).map(str::to_owned)
    };
    let names =
        commands.lines().map_while(|line| Some(line).filter(|line| !line.is_empty())).filter_map(name);
    names.filter(|name| name != "help").flat_map(|name| options_of(&name)).collect()
});

/// Returns the options and arguments of a command from its help: indented lines that begin to the left of their descriptions.
fn options_of(command: &str) -> Vec<Listed> {
    let help = run(&[command, "--help"]).ends_with(0).stdout;
    let mut options: Vec<Listed> = Vec::new();
    let lines =
        help.lines().skip_while(|line| !line.starts_with("Usage:")).take_while(|line| *line != "Examples:");
    for line in lines {
        let text = line.trim();
        match line.len() - line.trim_start().len() {
            2..10 => options.push(option_of(command, text)),
            10.. => {
                let option = options.last_mut().expect("an option before its help");
                option.meaning += &format!(" {text}");
            }
            _ => {}
        }
    }
    options.iter_mut().for_each(|option| option.values = values_of(&option.meaning));
    options
}

/// Returns the option of a line such as `-o, --output <FILE>` or `[INPUT]`.
fn option_of(command: &str, line: &str) -> Listed {
    let words: Vec<&str> = line.trim_end_matches("...").split(' ').collect();
    let of_value = |word: &str| word.trim_matches(['[', ']', '<', '>', '=', '.']).to_owned();
    let name = words.iter().find(|word| word.starts_with("--")).map(|word| word.to_string());
    let name = name.map(|name| name.split('[').next().expect("a name").to_owned());
    let value =
        words.last().filter(|word| !word.starts_with('-')).map_or_else(String::new, |word| of_value(word));
    let (command, meaning, values) = (command.to_owned(), String::new(), Vec::new());
    Listed { command, name: name.unwrap_or_else(|| value.clone()), value, meaning, values }
}

/// Returns the values that a help text lists, either each as `- NAME:` or all separated by commas.
fn values_of(meaning: &str) -> Vec<String> {
    let Some((_, listed)) = meaning.split_once("Possible values: ") else { return Vec::new() };
    let listed = listed.split(" [default").next().unwrap_or_default().trim_end();
    if !listed.starts_with("- ") {
        return listed.split(", ").map(str::to_owned).collect();
    }
    let names = listed.split("- ").filter_map(|value| value.split_once(':'));
    names.map(|(name, _)| name.to_owned()).filter(|name| !name.contains(' ')).collect()
}

/// Returns the commands that have an option or argument with one of these names.
pub fn commands_with(names: &[&str]) -> Vec<String> {
    let has = LISTED.iter().filter(|option| names.contains(&option.name.as_str()));
    let mut commands: Vec<String> = has.map(|option| option.command.clone()).collect();
    commands.sort();
    commands.dedup();
    commands
}

/// Returns the arguments that the command needs besides its input.
pub fn needed(command: &str, folder: &Folder) -> Vec<String> {
    let words = match command {
        "augment" => "--equivalents 2".to_owned(),
        "sample" => "--count 9".to_owned(),
        "split" => format!("--part {}=rest", folder.path("part")),
        "bench" => "--engine lanes --mode first --threads 1 --runs 1 --time 1ms --set easy".to_owned(),
        "generate" => "--count 5".to_owned(),
        _ => String::new(),
    };
    words.split_whitespace().map(str::to_owned).collect()
}

/// Runs a command with the arguments that it needs, and these.
fn run_command(command: &str, folder: &Folder, more: &[&str]) -> Run {
    let needed = needed(command, folder);
    let mut words = vec![command];
    words.extend(needed.iter().map(String::as_str));
    words.extend(more);
    run(&words)
}

#[test]
fn a_name_that_no_file_can_have_is_refused_for_every_output_with_nothing_but_the_reason() {
    let folder = Folder::new();
    let input = folder.file("in.txt", format!("{PUZZLE}\n"));
    let options = ["--output", "--summary", "--html", "--classes", "--all"];
    let with_input = commands_with(&["INPUT"]);
    let mut checked = 0;
    let listed = LISTED.iter().filter(|listed| options.contains(&listed.name.as_str()));
    for Listed { name: option, command, .. } in listed.filter(|listed| listed.command != "merge-summaries") {
        for name in [format!("{input}/"), folder.path("new/"), folder.path(&"n".repeat(300))] {
            let mut args = vec![option.as_str(), &name];
            if with_input.contains(command) {
                args.push(&input);
            }
            run_command(command, &folder, &args)
                .ends_with(2)
                .prints("")
                .says_only(&format!("cannot write {name}: "));
            checked += 1;
        }
    }
    assert!(checked >= 3 * 25, "{checked}");
    for name in ["in.txt/", "new/"] {
        let part = format!("{}=rest", folder.path(name));
        run(&["split", &input, "--part", &part]).ends_with(2).says_only("cannot write");
    }
    assert_eq!(folder.names(), ["in.txt"]);
}

#[test]
fn every_command_that_reads_records_exits_with_1_for_a_malformed_one() {
    let folder = Folder::new();
    let good = folder.file("good", format!("{PUZZLE}\n"));
    let bad = folder.file("bad", format!("{PUZZLE}\n12\n"));
    let commands = commands_with(&["INPUT", "FILE"]);
    assert!(commands.len() >= 11, "{commands:?}");
    let drops_invalid = commands_with(&["--drop-invalid"]);
    for command in commands {
        run_command(&command, &folder, &[&good]).ends_with(0);
        run_command(&command, &folder, &[&bad]).ends_with(1).says("malformed");
        if drops_invalid.contains(&command) {
            run_command(&command, &folder, &["--drop-invalid", &bad]).ends_with(0);
        }
    }
}

#[test]
fn every_command_that_reads_or_makes_records_names_its_summary_alike() {
    let folder = Folder::new();
    let (input, summary) = (folder.file("input", format!("{PUZZLE}\n")), folder.path("summary.json"));
    let mut commands = commands_with(&["INPUT", "FILE", "--count"]);
    assert!(commands.contains(&"generate".to_owned()));
    assert_eq!(commands_with(&["--summary"]), commands);
    for option in LISTED.iter().filter(|option| option.name != "--summary") {
        assert!(!option.meaning.contains("JSON to this file"), "{}", option.name);
    }
    commands.retain(|command| command != "bench" && command != "generate");
    for command in commands {
        run_command(&command, &folder, &[&input, "-q", "--summary", &summary]);
        run_command(&command, &folder, &[&input, "-q", "--summary", "-"]).ends_with(if command == "split" {
            0
        } else {
            2
        });
        let told: Value = serde_json::from_str(&fs::read_to_string(&summary).unwrap()).unwrap();
        for field in ["schema", "version", "input", "seconds", "puzzles_per_second", "threads"] {
            assert!(!told[field].is_null(), "{command}: {field}");
        }
        assert_eq!(told["records"], 1, "{command}");
    }
}

#[test]
fn every_duration_has_a_unit() {
    let mut durations = 0;
    for Listed { command, name, value, meaning, .. } in LISTED.iter() {
        let (says, _) = meaning.split_once("Possible values:").unwrap_or((meaning.as_str(), ""));
        assert!(!says.contains("second"), "{command} {name}");
        if value == "DURATION" {
            durations += 1;
            let refused = run(&[command, name, "250"]);
            refused.ends_with(2).says("give a duration with its unit, as in 250ms or 10s");
        }
    }
    assert_eq!(durations, 1);
    for wrong in ["30", "0s", ""] {
        let progress = format!("plain={wrong}");
        run(&["solve", "--progress", &progress]).ends_with(2).says("give a duration with its unit");
    }
}

#[test]
fn every_command_has_the_same_keys_for_classes() {
    assert_eq!(commands_with(&["--by"]), ["check", "dedupe", "split"]);
    for option in LISTED.iter().filter(|option| option.name == "--by") {
        assert_eq!(option.values, ["text", "clues", "puzzle", "solution"], "{}", option.command);
    }
}

#[test]
fn options_without_effect_are_refused_in_one_line() {
    run(&["dedupe", "--by", "text", "--keep", "fewest", "missing"]).ends_with(2).says_only(
        "--keep fewest needs --by solution: otherwise, all records of a class have the same number of clues",
    );
}

#[test]
fn several_input_files_are_refused_with_the_way_to_join_them() {
    run(&["solve", "a.txt", "b.txt"])
        .ends_with(2)
        .says("unexpected argument 'b.txt'")
        .says("cat a.txt b.txt |");
    assert!(!run(&["solve", "a.txt", "--unknown"]).ends_with(2).stderr.contains("cat "));
}

#[test]
fn options_about_the_run_can_precede_the_command() {
    let folder = Folder::new();
    let (input, summary) = (folder.file("input", puzzles(5)), folder.path("summary.json"));
    run(&["-q", "-j", "3", "--summary", &summary, "solve", &input]).ends_with(0).says("");
    let told: Value = serde_json::from_str(&fs::read_to_string(&summary).unwrap()).unwrap();
    assert_eq!((&told["threads"], &told["command"]), (&3.into(), &"solve".into()));
    run(&["-j", "3", "solve", "-j", "2", &input]).ends_with(0).says("2 threads");
    run(&["-j", "1001", "solve", &input]).ends_with(2).says("1000");
    run(&["--summary", &input, "solve", &input]).ends_with(2).says_only("name another one");
    let bench = ["-j", "1", "-q", "bench", "--set", "easy", "--runs", "1", "--time", "1ms"];
    assert!(run(&bench).ends_with(0).stdout.contains("puzzles/s on 1 thread | spread"));
}

#[test]
fn options_about_the_run_are_refused_by_commands_without_a_run() {
    let folder = Folder::new();
    let summary = folder.path("summary.json");
    for (option, words) in [
        ("--threads", &["-j", "2", "completions", "bash"][..]),
        ("--quiet", &["man", "-q"]),
        ("--progress", &["--progress", "always", "man", "solve"]),
        ("--summary", &["--summary", &summary, "completions", "zsh"]),
    ] {
        run(words).ends_with(2).prints("").says_only(&format!("{option} has no effect on this command"));
    }
}

#[test]
fn the_environment_names_the_instruction_set_of_every_command_and_no_result_depends_on_it() {
    let folder = Folder::new();
    let input = folder.file("input", puzzles(50));
    let on = |isa: &str, command: &str| {
        let needed = needed(command, &folder);
        let needed = needed.iter().map(String::as_str);
        let words: Vec<&str> = [command].into_iter().chain(needed).chain([input.as_str()]).collect();
        run_on(isa, &words, b"")
    };
    for command in commands_with(&["INPUT", "FILE"]) {
        on("sse9", &command).ends_with(2).prints("").says_only(
            "BULKDOKU_ISA is 'sse9': there is no instruction set 'sse9': choose auto or one of avx512,",
        );
        if command != "bench" {
            let usual = on("auto", &command).ends_with(0);
            on("portable", &command).ends_with(0).prints(&usual.stdout);
        }
    }
}

#[test]
fn engines_can_be_chosen_only_where_they_matter() {
    assert_eq!(commands_with(&["--engine"]), ["bench", "count", "solve"]);
    assert_eq!(commands_with(&["--isa"]), ["bench"]);
    assert_eq!(commands_with(&["--budget"]), ["bench", "check", "count", "rate", "solve"]);
}
