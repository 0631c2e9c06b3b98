//! The help of every command on a terminal with 100 columns.

use crate::puzzle_sets::root;
use crate::run::{bulkdoku, program, run, run_command};

/// Returns what the program prints on a terminal with this many columns.
fn printed(args: &[&str], columns: &str) -> String {
    let mut command = bulkdoku(args);
    command.env("COLUMNS", columns);
    run_command(command, b"").ends_with(0).stdout
}

/// The commands, in the order of the help.
fn commands() -> Vec<String> {
    let help = run(&["-h"]).ends_with(0).stdout;
    let (_, listed) = help.split_once("Commands:\n").expect("commands");
    let names =
        listed.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn short_help_of_every_command_fits_a_screen_and_no_option_has_two_lines() {
    let commands = commands();
    assert!(commands.len() >= 16, "{commands:?}");
    for columns in ["100", "160"] {
        let of_commands = commands.iter().map(|command| (24, printed(&[command, "-h"], columns)));
        for (screen, help) in of_commands.chain([(40, printed(&["-h"], columns))]) {
            assert!(help.lines().count() <= screen, "{} lines:\n{help}", help.lines().count());
            let (_, sections) = help.split_once("\n\nUsage: ").expect("a usage");
            let (sections, examples) = sections.split_once("\nExamples:\n").expect("examples");
            for line in sections.lines().skip(1).filter(|line| line.starts_with(' ')) {
                assert!(
                    line.trim_start().starts_with(['-', '[', '<']) || is_command(line, &commands),
                    "{line}\n{help}"
                );
            }
            assert_eq!(examples.lines().count(), 3, "{help}");
        }
    }
}

/// Whether the line is about one of the commands.
fn is_command(line: &str, commands: &[String]) -> bool {
    let name = line.split_whitespace().next().unwrap_or_default();
    line.starts_with("  ")
        && !line.starts_with("   ")
        && (name == "help" || commands.iter().any(|it| it == name))
}

#[test]
fn the_options_of_a_command_come_before_those_that_all_have() {
    for (command, own) in
        [("solve", "Solving"), ("rate", "Rating"), ("check", "Checking"), ("dedupe", "Duplicates")]
    {
        let help = printed(&[command, "--help"], "100");
        let headings = help.lines().filter(|line| !line.starts_with(' ') && line.ends_with(':'));
        assert_eq!(
            headings.collect::<Vec<_>>(),
            [&format!("{own}:"), "Input:", "Output:", "Run:", "Examples:"],
            "{help}"
        );
    }
}

#[test]
fn short_help_of_a_command_names_the_options_about_the_run_which_that_of_the_program_describes() {
    let program = printed(&["-h"], "100");
    let mut entries = 0;
    for command in commands() {
        let help = printed(&[&command, "-h"], "100");
        let own = help.lines().filter(|line| line.trim_start().starts_with('-')).count();
        assert!(own <= 10, "{own} options\n{help}");
        entries += own;
        let long = printed(&[&command, "--help"], "100");
        let options = ["--threads", "--progress", "--quiet", "--summary"];
        let of_run = options
            .iter()
            .filter(|option| long.contains(&format!("{option} ")) || long.contains(&format!("{option}\n")));
        let named = help.lines().find(|line| line.starts_with("Also ")).unwrap_or_default();
        match command.as_str() {
            "merge-summaries" | "completions" | "man" => {
                assert!(named.is_empty() && !long.contains("--progress"), "{long}");
            }
            "bench" => assert!(
                of_run.count() == 4 && named.starts_with("Also --summary, --progress and -q;"),
                "{help}"
            ),
            _ => assert!(
                of_run.count() == 4 && named.starts_with("Also -j, --summary, --progress and -q;"),
                "{help}"
            ),
        }
        assert!(options[1..].iter().all(|option| !help.contains(&format!("{option} <"))), "{help}");
        assert!(options.iter().all(|option| program.contains(option)), "{program}");
    }
    assert!(entries < 100, "{entries}: short help is for reading at a glance");
}

#[test]
fn long_help_has_the_details_and_the_values() {
    let long = run(&["solve", "--help"]).ends_with(0).stdout;
    for text in [
        "--engine",
        "Possible values:",
        "- npy: Array of NumPy",
        "An existing file is replaced when the run completes",
    ] {
        assert!(long.contains(text), "{long}");
        assert!(!run(&["solve", "-h"]).stdout.contains(text), "{text}");
    }
}

#[cfg(unix)] // a shell
#[test]
fn every_example_of_the_help_runs() {
    use crate::run::Folder;
    use std::path::Path;
    use std::{env, fs};

    let path = format!("{}:{}", program().parent().unwrap().display(), env::var("PATH").unwrap());
    let folder = Folder::new();
    fs::create_dir(folder.path("data")).unwrap();
    for entry in fs::read_dir(root().join("data")).unwrap() {
        let name = entry.unwrap().file_name();
        fs::copy(root().join("data").join(&name), Path::new(&folder.path("data")).join(&name)).unwrap();
    }
    let of_commands = commands()
        .into_iter()
        .filter(|command| command != "generate")
        .map(|command| vec![command, "-h".to_owned()]);
    let helps =
        [vec!["-h".to_owned()], vec!["generate".to_owned(), "-h".to_owned()]].into_iter().chain(of_commands);
    let mut runs = 0;
    for words in helps {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let help = printed(&words, "100");
        let (_, examples) = help.split_once("\nExamples:\n").expect("examples");
        runs += examples.lines().count();
        // bench.rs runs the benchmark of all sets.
        for line in examples.lines().filter(|line| line.trim() != "bulkdoku bench") {
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", line.trim()]).current_dir(folder.path("")).env("PATH", &path);
            run_command(shell, b"").ends_with(0);
        }
    }
    assert_eq!(runs, 3 * (commands().len() + 1));
}
