//! `bulkdoku generate`: the same seed gives the same bytes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::puzzle_sets::root;
use crate::run::{Folder, NULL, bulkdoku, run, run_on};

fn generated(args: &[&str]) -> String {
    run(&[&["generate", "--quiet"], args].concat()).ends_with(0).stdout
}

#[test]
fn threads_and_instruction_sets_do_not_change_the_bytes() {
    let file = generated(&["--count", "5000", "--seed", "9", "-j", "1"]);
    assert_eq!(file.lines().count(), 5000);
    let args = ["generate", "--quiet", "--count", "5000", "--seed", "9", "-j"];
    for (threads, isa) in [("2", "auto"), ("8", "auto"), ("2", "portable")] {
        let again = run_on(isa, &[&args[..], &[threads]].concat(), b"").ends_with(0).stdout;
        assert!(again == file, "{threads} threads on {isa} generate other puzzles");
    }
    assert!(file.starts_with(&generated(&["--count", "10", "--seed", "9"])), "a shorter file is a prefix");
}

#[test]
fn generated_puzzles_have_one_solution_each() {
    let folder = Folder::new();
    for kind in [&["--clues", "22-45"][..], &["--minimal"], &["--minimal", "--clues", "23"]] {
        let file = folder.path("puzzles");
        run(&[&["generate", "--count", "300", "-o", &file], kind].concat())
            .ends_with(0)
            .says_only("300 puzzles in ");
        run(&["solve", "--unique", &file, "-o", NULL]).ends_with(0).says_only("all unique");
    }
}

#[test]
fn puzzles_have_the_requested_clues() {
    let clues = |line: &str| line.bytes().filter(|byte| byte.is_ascii_digit()).count();
    assert!(generated(&["--count", "50", "--clues", "30"]).lines().all(|line| clues(line) == 30));
    assert!(generated(&["--count", "50"]).lines().all(|line| (28..=34).contains(&clues(line))));
}

#[test]
fn infeasible_puzzles_create_no_file() {
    let folder = Folder::new();
    let file = folder.path("puzzles");
    run(&["generate", "--count", "10", "--clues", "17", "-o", &file])
        .ends_with(2)
        .says_only("cannot generate puzzles of 17 clues: use 21 to 81");
    run(&["generate", "--count", "10", "--clues", "many", "-o", &file]).ends_with(2).says("as in 28-34");
    assert!(folder.names().is_empty());
}

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let mut command = bulkdoku(&["generate", "--count", "1000000000000"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    assert_eq!(first, generated(&["--count", "1"]));
}

/// The commands in `data/README.md` generate the parts of `data/mixed.txt`.
#[test]
fn the_commands_of_the_readme_generate_the_mixed_file() {
    let data = root().join("data");
    let mixed = fs::read_to_string(data.join("mixed.txt")).expect("mixed.txt");
    let readme = fs::read_to_string(data.join("README.md")).expect("its README");
    let mut lines = mixed.lines();
    for command in readme.split('`').filter_map(|text| text.strip_prefix("bulkdoku generate ")) {
        let args: Vec<&str> = command.split(' ').collect();
        let part: Vec<&str> = lines.by_ref().take(args[1].parse().expect("a count")).collect();
        let beginning = generated(&[&["--count", "100"], &args[2..]].concat());
        assert!(beginning.lines().eq(part[..100].iter().copied()), "{command}");
    }
    assert_eq!(lines.count(), 0, "every line has its command");
}
