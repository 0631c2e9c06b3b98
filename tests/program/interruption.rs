//! Runs that end early: closed pipes, full disks, signals.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::run::{Folder, PUZZLE, SOLUTION, bulkdoku, run};

/// A puzzle that takes the simplest engine seconds: many of them take practically for ever.
const LONG: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{PUZZLE}\n").repeat(50_000));
    let mut child =
        bulkdoku(&["solve", &file]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(first, format!("{SOLUTION}\n"));
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn a_closed_stderr_does_not_end_the_run() {
    let mut command = bulkdoku(&["solve", "--progress", "always"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    drop(child.stderr.take());
    child.stdin.take().expect("a pipe").write_all(PUZZLE.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stdout), (Some(0), format!("{SOLUTION}\n").into_bytes()));
}

#[test]
fn a_full_disk_is_reported_in_one_line() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{PUZZLE}\n").repeat(20_000));
    for threads in ["1", "2", "8"] {
        let run = run(&["solve", &file, "-o", "/dev/full", "-j", threads]).ends_with(2);
        run.says_only("cannot write /dev/full: No space left on device");
    }
    let full = File::create("/dev/full").expect("/dev/full");
    let output = bulkdoku(&["solve", &file]).stdout(full).output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("cannot write <stdout>: No space left on device"), "{stderr}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_refused_write_does_not_wait_for_a_hard_puzzle() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{PUZZLE}\n").repeat(200) + &format!("{LONG}\n").repeat(200));
    let started = Instant::now();
    let args =
        ["solve", &file, "-o", "/dev/full", "-j", "2", "--engine", "blank-scan", "--chunk-size", "16384"];
    run(&args).ends_with(2);
    assert!(started.elapsed() < Duration::from_secs(10), "it took {:?}", started.elapsed());
}

#[test]
fn a_device_as_output_stays_a_device() {
    let folder = Folder::new();
    let file = folder.file("puzzles", PUZZLE);
    run(&["solve", &file, "-o", "/dev/null"]).ends_with(0);
    assert!(!fs::metadata("/dev/null").expect("/dev/null").is_file());
}

#[test]
fn an_interruption_leaves_the_old_output_and_no_temporary_file() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = Folder::new();
        let answers = folder.file("answers", "old");
        let mut child = start_endless_run(&answers);
        wait_for(|| has_temporary_file(&child, &folder), "the temporary file");
        let (status, stderr) = interrupt(&mut child, signal);
        assert_eq!(status.code(), Some(130), "after SIG{signal}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert_eq!(fs::read_to_string(&answers).expect("the old output"), "old");
        assert_eq!(folder.names(), ["answers"], "after SIG{signal}");
    }
}

#[test]
fn an_interruption_does_not_wait_for_a_hard_puzzle() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{LONG}\n").repeat(100));
    let answers = folder.path("answers");
    let mut command = bulkdoku(&["solve", &file, "-o", &answers, "--engine", "blank-scan"]);
    let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
    wait_for(|| has_temporary_file(&child, &folder), "the temporary file");
    let (status, stderr) = interrupt(&mut child, "INT");
    assert_eq!(status.code(), Some(130), "{stderr}");
    assert_eq!(folder.names(), ["puzzles"]);
}

/// Starts a run whose input never ends.
pub fn start_endless_run(answers: &str) -> Child {
    let mut command = bulkdoku(&["solve", "-", "-o", answers]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let pipe = child.stdin.as_mut().expect("a pipe");
    pipe.write_all(format!("{PUZZLE}\n").repeat(10_000).as_bytes()).expect("it reads");
    child
}

/// Sends a signal. Returns the exit status and stderr.
fn interrupt(child: &mut Child, signal: &str) -> (ExitStatus, String) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-s", signal, &id]).status().expect("kill runs");
    assert!(sent.success());
    let mut status = None;
    wait_for(
        || {
            status = child.try_wait().expect("a child");
            status.is_some()
        },
        "the end",
    );
    let mut stderr = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("UTF-8");
    (status.expect("it has ended"), stderr)
}

/// Whether the run has created its output: a file without a name, or one beside the only other file of the folder.
pub fn has_temporary_file(child: &Child, folder: &Folder) -> bool {
    let path = fs::canonicalize(folder.path("")).expect("a folder");
    let unnamed = |target: PathBuf| {
        target.starts_with(&path) && target.as_os_str().as_encoded_bytes().ends_with(b"(deleted)")
    };
    let open = fs::read_dir(format!("/proc/{}/fd", child.id())).into_iter().flatten().flatten();
    open.filter_map(|entry| fs::read_link(entry.path()).ok()).any(unnamed) || folder.names().len() == 2
}

#[track_caller]
pub fn wait_for(mut happened: impl FnMut() -> bool, what: &str) {
    let started = Instant::now();
    while !happened() {
        assert!(started.elapsed() < Duration::from_secs(20), "still waiting for {what}");
        thread::sleep(Duration::from_millis(10));
    }
}
