//! Runs that end early: closed pipes, full disks, signals.

use std::fs;
#[cfg(unix)]
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
#[cfg(unix)]
use std::process::Command;
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::run::{Folder, NULL, PUZZLE, SOLUTION, bulkdoku, interruptible, program, run, run_command};

/// The signals that end a run, and the exit codes. On Windows, a test can send only Ctrl-C.
const SIGNALS: &[(&str, i32)] =
    if cfg!(windows) { &[("INT", 130)] } else { &[("INT", 130), ("TERM", 143), ("HUP", 129)] };

/// A puzzle that takes the simplest engine seconds, so that many of them practically never finish.
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
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
        (Some(0), "read as lines\n")
    );
}

#[test]
fn a_closed_pipe_leaves_the_other_files_complete() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{PUZZLE}\n").repeat(50_000));
    for (command, option) in [("count", "--all"), ("dedupe", "--classes"), ("solve", "--summary")] {
        let (other, whole) = (folder.file("other", "old"), folder.path("whole"));
        let key: &[&str] = if command == "dedupe" { &["--by", "clues"] } else { &[] };
        let args = |path| [&[command, "-q", &file, option, path], key].concat();
        let null = folder.path("null");
        run(&[&args(&whole)[..], &["-o", &null]].concat()).ends_with(0);
        let mut child = bulkdoku(&args(&other)).stdout(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{command}");
        let (other, whole) = [&other, &whole].map(|path| fs::read_to_string(path).expect("a file")).into();
        // A summary has times.
        let is_whole = if command == "solve" { other.contains("\"records\": 50000") } else { other == whole };
        assert!(is_whole, "{command}");
    }
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

#[cfg(unix)]
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

#[cfg(unix)]
#[test]
fn a_refused_write_does_not_wait_for_a_hard_puzzle() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{PUZZLE}\n").repeat(200) + &format!("{LONG}\n").repeat(200));
    let started = Instant::now();
    let args =
        ["solve", &file, "-o", "/dev/full", "-j", "2", "--engine", "blank-scan", "--chunk-size", "16384"];
    run(&args).ends_with(2);
    assert!(started.elapsed() < Duration::from_secs(60), "it took {:?}", started.elapsed());
}

#[test]
fn a_device_as_output_stays_a_device() {
    let folder = Folder::new();
    let file = folder.file("puzzles", PUZZLE);
    run(&["solve", &file, "-o", NULL]).ends_with(0);
    assert!(!fs::metadata(NULL).is_ok_and(|now| now.is_file()));
}

#[test]
fn an_interruption_leaves_the_old_output_and_no_temporary_file() {
    for &(signal, code) in SIGNALS {
        if signal == "HUP" && hang_ups_are_ignored() {
            eprintln!(
                "SIGHUP is ignored here, as nohup does it, and then by the program too: it was not sent"
            );
            continue;
        }
        let folder = Folder::new();
        let answers = folder.file("answers", "old");
        let mut child = start_endless_run(&answers);
        wait_for(|| unfinished_files(&folder) == 1, "the unfinished file");
        let (status, stderr) = interrupt(&mut child, signal);
        assert_eq!(status.code(), Some(code), "after SIG{signal}: {stderr}");
        assert_eq!(stderr.lines().count(), 2, "{stderr}");
        assert_eq!(fs::read_to_string(&answers).expect("the old output"), "old");
        assert_eq!(folder.names(), ["answers"], "after SIG{signal}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interruption_does_not_wait_for_the_reader_of_stderr() {
    const PIPE: usize = 1 << 16; // the capacity of a pipe
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    let (_reader, mut stderr) = std::io::pipe().expect("a pipe");
    stderr.write_all(&[b'.'; PIPE - 64]).expect("room"); // with some left for the first line
    let mut command = interruptible(&["solve", "-", "-o", &answers, "--progress", "always"]);
    let mut child = command.stdin(Stdio::piped()).stderr(stderr).spawn().expect("it starts");
    let puzzles = format!("{PUZZLE}\n").repeat(1000);
    child.stdin.as_mut().expect("a pipe").write_all(puzzles.as_bytes()).expect("it reads");
    wait_for(|| unfinished_files(&folder) == 1, "the unfinished file");
    thread::sleep(Duration::from_millis(500)); // for the bar to be drawn
    send(&child, "INT");
    let started = Instant::now();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(started.elapsed() < Duration::from_secs(30), "it waited");
    assert_eq!(folder.names(), ["answers"]);
}

#[test]
fn an_interruption_does_not_wait_for_a_hard_puzzle() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{LONG}\n").repeat(100));
    let answers = folder.path("answers");
    let mut command = interruptible(&["solve", &file, "-o", &answers, "--engine", "blank-scan"]);
    let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
    wait_for(|| unfinished_files(&folder) == 1, "the unfinished file");
    let (status, stderr) = interrupt(&mut child, "INT");
    assert_eq!(status.code(), Some(130), "{stderr}");
    assert_eq!(folder.names(), ["puzzles"]);
}

/// Returns a shell command that finally execs the program, with these arguments in `"$@"`.
#[cfg(unix)]
fn in_shell(script: &str, args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]).arg(program()).args(args);
    command
}

#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_reported_and_leaves_the_old_output() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{PUZZLE}\n").repeat(5000));
    let answers = folder.file("answers", "old");
    let command = in_shell(r#"ulimit -f 100; exec "$0" "$@""#, &["solve", &file, "-o", &answers]);
    run_command(command, b"").ends_with(2).says_only(&format!("cannot write {answers}: File too large"));
    assert_eq!(fs::read_to_string(&answers).expect("the old output"), "old");
    assert_eq!(folder.names(), ["answers", "puzzles"]);
}

#[cfg(unix)]
#[test]
fn an_input_that_is_shortened_during_the_run_is_reported_and_leaves_the_old_output() {
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    let file = folder.file("puzzles", format!("{}\n", ".".repeat(81)).repeat(200));
    // The first record has more solutions than fit in the pipe, so the run waits until they are read.
    let list = folder.path("list");
    assert!(Command::new("mkfifo").arg(&list).status().expect("mkfifo runs").success());
    let options = ["--limit", "20000", "--chunk-size", "82", "-j", "1"];
    let args = [&["count", &file, "-o", &answers, "--all", &list][..], &options].concat();
    let mut child = bulkdoku(&args).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut solutions = File::open(&list).expect("the list");
    solutions.read_exact(&mut [0; 1000]).expect("the first solutions");
    File::options().write(true).open(&file).and_then(|file| file.set_len(0)).expect("a shorter file");
    solutions.read_to_end(&mut Vec::new()).expect("the other solutions");
    let (status, stderr) = end_of(&mut child);
    assert_eq!(status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("an input file was shortened during the run"), "{stderr}");
    assert_eq!(stderr.lines().count(), 2, "{stderr}");
    assert_eq!(fs::read_to_string(&answers).expect("the old output"), "old");
    assert_eq!(folder.names(), ["answers", "list", "puzzles"]);
}

#[cfg(unix)]
#[test]
fn an_input_that_is_read_and_becomes_shorter_is_reported_and_leaves_the_old_output() {
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    // More than is read ahead of the records.
    let file = folder.file("puzzles", format!("{}\n", ".".repeat(81)) + &format!("{PUZZLE}\n").repeat(2000));
    let list = folder.path("list");
    assert!(Command::new("mkfifo").arg(&list).status().expect("mkfifo runs").success());
    let options = ["--limit", "20000", "--chunk-size", "82", "-j", "1", "--no-mmap"];
    let args = [&["count", &file, "-o", &answers, "--all", &list][..], &options].concat();
    let mut child = bulkdoku(&args).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut solutions = File::open(&list).expect("the list");
    solutions.read_exact(&mut [0; 1000]).expect("the first solutions");
    File::options().write(true).open(&file).and_then(|file| file.set_len(0)).expect("a shorter file");
    solutions.read_to_end(&mut Vec::new()).expect("the other solutions");
    let (status, stderr) = end_of(&mut child);
    assert_eq!(status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("it became shorter while it was read"), "{stderr}");
    assert_eq!(fs::read_to_string(&answers).expect("the old output"), "old");
    assert_eq!(folder.names(), ["answers", "list", "puzzles"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_stdout_takes_the_answers_as_the_null_device_does() {
    let folder = Folder::new();
    let (file, answers) = (folder.file("puzzles", format!("{PUZZLE}\n")), folder.path("answers"));
    for args in [&["solve", &file][..], &["solve", &file, "-o", &answers], &["--version"]] {
        run_command(in_shell(r#"exec "$0" "$@" >&-"#, args), b"").ends_with(0);
    }
    assert_eq!(fs::read_to_string(answers).expect("the answers"), format!("{SOLUTION}\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn help_and_version_that_cannot_be_printed_are_reported_as_results_are() {
    for args in [
        &["--version"][..],
        &["--help"],
        &["help", "solve"],
        &["solve", "-h"],
        &["man"],
        &["completions", "bash"],
    ] {
        let run = run_command(in_shell(r#"exec "$0" "$@" >/dev/full"#, args), b"").ends_with(2);
        run.says_only("cannot write <stdout>: No space left on device");
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let status = bulkdoku(args).stdout(writer).status().expect("it runs");
        assert_eq!(status.code(), Some(0), "{args:?}: nobody reads it");
    }
    run_command(in_shell(r#"exec "$0" "$@" 2>/dev/full"#, &["--unknown"]), b"").ends_with(2);
}

#[test]
fn threads_that_cannot_be_started_are_reported() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{PUZZLE}\n"));
    let bench = ["bench", &file, "--time", "1ms"];
    for args in [&["solve", &file][..], &["check", &file], &["generate", "--count", "1"], &bench] {
        for progress in ["never", "always"] {
            let mut command = bulkdoku(args);
            command.args(["--progress", progress]);
            command.env("RUST_MIN_STACK", (1_u64 << 46).to_string()); // no system can provide such a stack
            let run = run_command(command, b"").ends_with(2).says("cannot start the worker threads");
            assert!(!run.stderr.contains("panicked"), "{run}");
        }
    }
}

/// Starts a run whose input never ends.
pub fn start_endless_run(answers: &str) -> Child {
    let mut command = interruptible(&["solve", "-", "-o", answers]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let pipe = child.stdin.as_mut().expect("a pipe");
    pipe.write_all(format!("{PUZZLE}\n").repeat(10_000).as_bytes()).expect("it reads");
    child
}

/// Whether the tests were started with SIGHUP ignored.
fn hang_ups_are_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

/// Sends a signal, and keeps the input open. Returns the exit status and stderr.
pub fn interrupt(child: &mut Child, signal: &str) -> (ExitStatus, String) {
    send(child, signal);
    end_of(child)
}

/// Sends a signal.
#[cfg(unix)]
pub fn send(child: &Child, signal: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-s", signal, &id]).status().expect("kill runs");
    assert!(sent.success());
}

#[cfg(windows)]
pub use crate::windows::send;

/// Waits for the end of a run. Returns the exit status and stderr.
fn end_of(child: &mut Child) -> (ExitStatus, String) {
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

/// Returns the number of unfinished files in the folder.
pub fn unfinished_files(folder: &Folder) -> usize {
    folder.names().iter().filter(|name| name.ends_with(".bulkdoku")).count()
}

#[track_caller]
pub fn wait_for(mut happened: impl FnMut() -> bool, what: &str) {
    let started = Instant::now();
    while !happened() {
        assert!(started.elapsed() < Duration::from_secs(60), "still waiting for {what}");
        thread::sleep(Duration::from_millis(10));
    }
}
