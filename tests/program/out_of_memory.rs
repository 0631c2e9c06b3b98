//! If the system refuses memory, a run ends, says so and keeps the old output. The next run removes what it left.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;
use std::sync::LazyLock;

use crate::effort::effort;
use crate::run::{Folder, Run, program, puzzles, run, run_command};

/// How much more address space the last run of a command has than the program needs to start, in KiB. It is enough.
const MOST: usize = 25_000;

/// Runs the program with `space` KiB of address space, and with `temp` for its temporary files.
fn run_within(space: usize, args: &[&str], temp: &Folder) -> Run {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v $0; exec \"$@\"", &space.to_string()]).arg(program());
    command.args(args).env("TMPDIR", temp.path(".")).env("RUST_BACKTRACE", "0");
    run_command(command, b"")
}

/// The least address space in which the program can start, in KiB.
static SPACE_TO_START: LazyLock<usize> = LazyLock::new(|| {
    let temp = Folder::new();
    (1..4000)
        .map(|step| 500 * step)
        .find(|&space| run_within(space, &["--version"], &temp).code == Some(0))
        .expect("enough address space")
});

/// Runs a command with more and more address space. Asserts that every run completes, or keeps the old output and says why, and
/// that the next run leaves nothing else. Returns the number of runs that were refused memory.
fn refusals(args: &[&str]) -> usize {
    let complete = run(args).stdout;
    let mut refused = 0;
    for more in (0..MOST).step_by(effort(1500, 250)) {
        let (folder, temp) = (Folder::new(), Folder::new());
        let output = folder.file("output", "old");
        let args = [args, &["-o", &output]].concat();
        let limited = run_within(*SPACE_TO_START + more, &args, &temp);
        let text = fs::read_to_string(&output).expect("the output");
        if limited.code == Some(0) {
            assert_eq!(text, complete, "{limited}");
        } else {
            // Linux ends a program whose stack cannot grow by a signal, without a word.
            let says_why = !limited.stderr.is_empty() || limited.code.is_none();
            assert!(text == "old" && says_why, "{limited}");
            refused += 1;
            run(&args).ends_with(0);
        }
        assert_eq!(folder.names(), ["output"], "{limited}");
        assert!(temp.names().is_empty(), "{limited}: {:?}", temp.names());
    }
    refused
}

/// Writes a file of puzzles in a folder, for commands that read one.
fn with_puzzles(refusals_of: impl Fn(&str) -> usize) -> usize {
    let folder = Folder::new();
    refusals_of(&folder.file("puzzles", puzzles(300)))
}

#[test]
fn memory_that_is_refused_to_solve_is_reported_and_leaves_the_old_output() {
    assert!(with_puzzles(|file| refusals(&["solve", "-q", "-j", "1", file])) > 0);
    assert!(with_puzzles(|file| refusals(&["count", "-q", "-j", "2", "--no-mmap", file])) > 0);
}

#[test]
fn memory_that_is_refused_to_check_is_reported_and_leaves_the_old_output() {
    assert!(with_puzzles(|file| refusals(&["check", "-q", "-j", "1", file])) > 0);
    assert!(with_puzzles(|file| refusals(&["rate", "-q", "-j", "1", file])) > 0);
}

#[test]
fn memory_that_is_refused_to_the_commands_on_data_sets_is_reported_and_leaves_the_old_output() {
    assert!(with_puzzles(|file| refusals(&["canon", "-q", "-j", "1", file])) > 0);
    assert!(
        with_puzzles(|file| refusals(&[
            "augment",
            "-q",
            "-j",
            "1",
            "--equivalents",
            "2",
            "--seed",
            "1",
            file
        ])) > 0
    );
    assert!(with_puzzles(|file| refusals(&["dedupe", "-q", "-j", "1", "--by", "puzzle", file])) > 0);
}

#[test]
fn memory_that_is_refused_to_generate_is_reported_and_leaves_the_old_output() {
    assert!(refusals(&["generate", "-q", "-j", "1", "--count", "100", "--seed", "1"]) > 0);
}
