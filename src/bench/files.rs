//! Measurements from file to file: the pipeline, `cp` for comparison, and external programs.

use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{fs, fs::File};

use super::process::{Limits, ProcessRunner};
use super::trial::Subject;
use crate::error::{Error, Result};
use crate::format::OutputFormat;
use crate::generate::PuzzleLine;
use crate::io::{Access, Input};
use crate::io::{Output, TempFiles};
use crate::pipeline::{RecordRun, SolveRun};

/// The bytes that an external program may write for each puzzle.
pub const MAX_BYTES_PER_PUZZLE: u64 = 1024;

/// The bytes that an external program may write in any case.
const MIN_OUTPUT_LIMIT: u64 = 16 << 20;

/// Solves a file of one-line puzzles into a new file. Returns the time of the whole run.
///
/// # Errors
/// Returns an error if a file cannot be read or written.
pub fn solve(from: &Path, to: &Path, subject: Subject) -> Result<Duration> {
    remove(to)?;
    let started = Instant::now();
    let mut records = RecordRun::lines(Input::open(from, Access::Map)?);
    records.settings.threads = subject.threads;
    let run = SolveRun { records, task: subject.task, engine: Box::new(move || subject.build_engine()) };
    run.write(Output::create(to, &TempFiles::default())?, OutputFormat::Line.writer())?;
    Ok(started.elapsed())
}

/// Copies a file to a new file with a `cp` process. Returns the time of the whole process.
///
/// # Errors
/// Returns an error if there is no `cp`, or if it fails.
pub fn copy(runner: &ProcessRunner, from: &Path, to: &Path) -> Result<Duration> {
    remove(to)?;
    let mut command = copier(from, to);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let limits = Limits { time: Duration::MAX, output: to.to_owned(), bytes: u64::MAX };
    succeeded("cp", runner.run("cp", command, &limits)?, &[0])
}

/// Runs a shell command with the puzzles on its stdin and its stdout to a new file. Returns the time of the whole
/// process. The exit codes 0 and 1 are accepted: like bulkdoku, a solver may report unsolvable puzzles with 1.
///
/// # Errors
/// Returns an error if the command cannot be run, if it ends in another way, if it takes longer than `time`, or if it
/// writes more than [`MAX_BYTES_PER_PUZZLE`] for each puzzle, and 16 MiB.
pub fn run_external(
    runner: &ProcessRunner,
    command: &str,
    from: &Path,
    to: &Path,
    time: Duration,
) -> Result<Duration> {
    remove(to)?;
    let name = to.display().to_string();
    let input = File::open(from).map_err(|source| Error::reading(&from.display().to_string(), source))?;
    let puzzles = input.metadata().map_or(0, |file| file.len()) / size_of::<PuzzleLine>() as u64;
    let output = File::create(to).map_err(|source| Error::writing(&name, source))?;
    let bytes = MIN_OUTPUT_LIMIT.max(puzzles.saturating_mul(MAX_BYTES_PER_PUZZLE));
    let mut shell = shell(command);
    shell.stdin(input).stdout(output);
    let ended = runner.run(command, shell, &Limits { time, output: to.to_owned(), bytes })?;
    succeeded(command, ended, &[0, 1])
}

/// The time of a program, if it ended with one of these codes.
fn succeeded(name: &str, (status, elapsed): (ExitStatus, Duration), codes: &[i32]) -> Result<Duration> {
    match status.code().is_some_and(|code| codes.contains(&code)) {
        true => Ok(elapsed),
        false => Err(Error::refused(format!("'{name}' ended with {status}; no rate is reported"))),
    }
}

/// The system's command that copies a file.
#[cfg(not(windows))]
fn copier(from: &Path, to: &Path) -> Command {
    let mut command = Command::new("cp");
    command.arg(from).arg(to);
    command
}

#[cfg(windows)]
fn copier(from: &Path, to: &Path) -> Command {
    shell(&format!("copy /B /Y \"{}\" \"{}\"", from.display(), to.display()))
}

/// The system's shell with a command line.
#[cfg(not(windows))]
fn shell(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", line]);
    command
}

/// With /S, `cmd` takes off the first and the last quotation mark and leaves all others to the line; /D keeps it from running
/// the commands that the user has set for every shell.
#[cfg(windows)]
fn shell(line: &str) -> Command {
    use std::os::windows::process::CommandExt;
    let mut command = Command::new("cmd");
    command.raw_arg("/D /S /C").raw_arg(format!("\"{line}\""));
    command
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(reason) if reason.kind() != io::ErrorKind::NotFound => {
            Err(Error::writing(&path.display().to_string(), reason))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::external;
    use crate::bench::sets::BuiltIn;
    use crate::solver::Engine;
    use crate::solver::batch::{Goal, Task};

    #[test]
    fn files_are_solved_and_copied() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        let set = BuiltIn::Easy.make(100);
        fs::write(&from, set.text()).unwrap();
        let task = Task::new(Goal::First);
        solve(&from, &to, Subject { engine: Engine::Lanes, isa: None, task, threads: 2 }).unwrap();
        let answers = fs::read(&to).unwrap();
        let known = external::count_solutions(&set, Engine::Single);
        external::verify(&set, &known, 100, &answers, false, "lanes").unwrap();
        copy(&ProcessRunner::default(), &from, &to).unwrap();
        assert_eq!(fs::read(&to).unwrap(), set.text());
        assert!(external::verify(&set, &known, 100, set.text(), false, "cp").is_err());
    }

    #[test]
    #[cfg(unix)]
    fn a_program_that_fails_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::write(&from, "x\n").unwrap();
        let run_external = |command: &str| {
            run_external(&ProcessRunner::default(), command, &from, &to, Duration::from_secs(60))
        };
        run_external("cat").unwrap();
        assert_eq!(fs::read(&to).unwrap(), b"x\n");
        run_external("exit 1").unwrap();
        assert!(run_external("exit 3").unwrap_err().to_string().contains("'exit 3' ended with"));
    }
}
