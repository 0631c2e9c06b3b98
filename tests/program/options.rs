//! The rules that hold for the options of all commands, for every command and option that the program itself names.

use std::fs;

use serde_json::Value;

use crate::run::{Folder, PUZZLE, Run, run};

/// An option or an argument in the table that the program prints.
pub struct Listed {
    pub name: String,
    value: String,
    pub commands: Vec<String>,
    pub meaning: String,
}

/// All options and arguments of all commands.
pub fn listed() -> Vec<Listed> {
    let table = run(&["man", "--table", "shown"]).ends_with(0).stdout.replace("\\|", "or");
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches(['|', ' ']).split(" | ").collect();
        let code = |cell: &str| cell.rsplit(", ").next().unwrap().trim_matches(['`', ' ']).to_owned();
        Listed {
            name: code(cells[0]),
            value: code(cells[1]),
            commands: cells[3].split(", ").map(str::to_owned).collect(),
            meaning: cells[4].to_owned(),
        }
    };
    table.lines().skip(2).map(row).collect()
}

/// The commands that have an option or an argument of one of these names.
pub fn commands_with(names: &[&str]) -> Vec<String> {
    let has = listed().into_iter().filter(|option| names.contains(&option.name.as_str()));
    let mut commands: Vec<String> = has.flat_map(|option| option.commands).collect();
    commands.sort();
    commands.dedup();
    commands
}

/// What the command needs besides its input.
pub fn needed(command: &str, folder: &Folder) -> Vec<String> {
    let words = match command {
        "augment" => "--copies 2".to_owned(),
        "sample" => "--count 9".to_owned(),
        "split" => format!("--part {}=rest", folder.path("part")),
        "bench" => {
            "--engine lanes --mode first --threads 1 --runs 1 --time 1ms --puzzles 10 --set easy".to_owned()
        }
        "generate" => "--count 5".to_owned(),
        _ => String::new(),
    };
    words.split_whitespace().map(str::to_owned).collect()
}

/// Runs a command with what it needs, and these arguments.
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
    let listed = listed().into_iter().filter(|listed| options.contains(&listed.name.as_str()));
    let mut checked = 0;
    for Listed { name: option, commands, .. } in listed {
        for command in commands.iter().filter(|command| *command != "merge-summaries") {
            for name in [format!("{input}/"), folder.path("new/"), folder.path(&"n".repeat(300))] {
                let mut args = vec![option.as_str(), &name];
                if commands_with(&["INPUT"]).contains(command) {
                    args.push(&input);
                }
                run_command(command, &folder, &args)
                    .ends_with(2)
                    .prints("")
                    .says_only(&format!("cannot write {name}: "));
                checked += 1;
            }
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
fn a_malformed_record_gives_1_in_every_command_that_reads_records() {
    let folder = Folder::new();
    let good = folder.file("good", format!("{PUZZLE}\n"));
    let bad = folder.file("bad", format!("{PUZZLE}\n12\n"));
    let commands = commands_with(&["INPUT", "FILE"]);
    assert!(commands.len() >= 11, "{commands:?}");
    let drops_bad = commands_with(&["--drop-bad"]);
    for command in commands {
        run_command(&command, &folder, &[&good]).ends_with(0);
        run_command(&command, &folder, &[&bad]).ends_with(1).says("malformed");
        if drops_bad.contains(&command) {
            run_command(&command, &folder, &["--drop-bad", &bad]).ends_with(0);
        }
    }
}

#[test]
fn every_command_that_reads_or_makes_records_has_a_summary_of_one_name() {
    let folder = Folder::new();
    let (input, summary) = (folder.file("input", format!("{PUZZLE}\n")), folder.path("summary.json"));
    let mut commands = commands_with(&["INPUT", "FILE", "--count"]);
    assert!(commands.contains(&"generate".to_owned()));
    assert_eq!(commands_with(&["--summary"]), commands);
    for option in listed().iter().filter(|option| option.name != "--summary") {
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
    for option in listed() {
        assert!(
            !option.meaning.contains("second") || option.meaning.contains("per second"),
            "{}",
            option.name
        );
        for command in option.commands.iter().filter(|_| option.value == "DURATION") {
            durations += 1;
            let refused = run(&[command, &option.name, "250"]);
            refused.ends_with(2).says("give a duration with its unit, as in 250ms or 10s");
        }
    }
    assert_eq!(durations, 2);
}

#[test]
fn classes_are_by_the_same_keys_in_every_command() {
    let by: Vec<Listed> = listed().into_iter().filter(|option| option.name == "--by").collect();
    assert!(by.len() > 1);
    for option in &by {
        assert!(option.meaning.ends_with(": text, clues, puzzle, solution"), "{:?}", option.commands);
    }
}

#[test]
fn an_option_with_another_name_now_is_answered_with_it() {
    for (old, new) in [("--json", "--summary FILE"), ("--manifest", "--summary FILE")] {
        for command in ["bench", "split", "solve"] {
            run(&[command, old, "x"]).ends_with(2).says_only(&format!("there is no {old}: use {new}"));
        }
    }
}

#[test]
fn what_has_no_effect_is_refused_in_one_line() {
    let refused = ["dedupe", "--by", "text", "--engine", "scalar", "missing"];
    run(&refused)
        .ends_with(2)
        .says_only("--engine has no effect on this dedupe: only --by solution solves puzzles");
}
