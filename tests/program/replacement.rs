//! Runs to the same output, at the same time and after one was killed.

use std::fs;

use crate::interruption::{start_endless_run, unfinished_files, wait_for};
use crate::run::{Folder, PUZZLE, SOLUTION, run_with};

#[test]
fn a_killed_run_leaves_nothing_after_the_next_run_to_the_same_output() {
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    for _ in 0..2 {
        let mut child = start_endless_run(&answers);
        wait_for(|| unfinished_files(&folder) == 1, "the unfinished file");
        child.kill().expect("a child");
        child.wait().expect("it has ended");
        assert_eq!(fs::read_to_string(&answers).expect("the old output"), "old");
    }
    run_with(&["solve", "-o", &answers], PUZZLE.as_bytes()).ends_with(0);
    assert_eq!(folder.names(), ["answers"]);
    assert_eq!(fs::read_to_string(&answers).expect("the answers"), format!("{SOLUTION}\n"));
}

#[test]
fn two_runs_to_the_same_output_at_the_same_time_both_end_well() {
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    let mut first = start_endless_run(&answers);
    wait_for(|| unfinished_files(&folder) == 1, "the unfinished file");
    run_with(&["solve", "-o", &answers], PUZZLE.as_bytes()).ends_with(0);
    drop(first.stdin.take());
    assert_eq!(first.wait().expect("it ends").code(), Some(0));
    assert_eq!(fs::read_to_string(&answers).expect("the answers"), format!("{SOLUTION}\n").repeat(10_000));
    assert_eq!(folder.names(), ["answers"]);
}
