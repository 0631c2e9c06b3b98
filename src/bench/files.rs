//! Measurements from file to file: the pipeline, `cp` for comparison, and external programs.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, fs::File};

use super::trial::Subject;
use crate::error::{Error, Result};
use crate::format::read::line::Lines;
use crate::format::write::lines::AnswerLines;
use crate::io::input::{Access, Input};
use crate::io::output::{Output, TempFiles};
use crate::pipeline::SolveRun;

/// Solves a file of one-line puzzles into a new file. Returns the time of the whole run.
///
/// # Errors
/// Returns an error if a file cannot be read or written.
pub fn solve(from: &Path, to: &Path, subject: Subject) -> Result<Duration> {
    remove(to)?;
    let started = Instant::now();
    let run = SolveRun {
        input: Input::open(from, Access::Map)?,
        reader: Arc::new(Lines),
        task: subject.task,
        engine: Box::new(move || subject.build_engine()),
        threads: subject.threads,
        chunk_size: None,
        on_chunk: Box::new(|_| {}),
    };
    run.write(Output::create(to, &TempFiles::default())?, Arc::new(AnswerLines))?;
    Ok(started.elapsed())
}

/// Copies a file to a new file with a `cp` process. Returns the time of the whole process.
///
/// # Errors
/// Returns an error if there is no `cp`, or if it fails.
pub fn copy(from: &Path, to: &Path) -> Result<Duration> {
    remove(to)?;
    let started = Instant::now();
    let status = Command::new("cp").arg(from).arg(to).stdin(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(started.elapsed()),
        Ok(status) => Err(Error::refused(format!("cp ended with {status}; no rate is reported"))),
        Err(reason) => Err(Error::starting("cp", reason)),
    }
}

/// Runs a shell command with the puzzles on its stdin and its stdout to a new file. Returns the time of the whole
/// process. The exit codes 0 and 1 are accepted: like bulkdoku, a solver may report unsolvable puzzles with 1.
///
/// # Errors
/// Returns an error if the command cannot be run, or if it ends in another way.
pub fn run_external(command: &str, from: &Path, to: &Path) -> Result<Duration> {
    remove(to)?;
    let name = to.display().to_string();
    let input = File::open(from).map_err(|reason| Error::reading(&from.display().to_string(), reason))?;
    let output = File::create(to).map_err(|reason| Error::writing(&name, reason))?;
    let started = Instant::now();
    let status = Command::new("sh").args(["-c", command]).stdin(input).stdout(output).status();
    match status {
        Ok(status) if matches!(status.code(), Some(0 | 1)) => Ok(started.elapsed()),
        Ok(status) => Err(Error::refused(format!("'{command}' ended with {status}; no rate is reported"))),
        Err(reason) => Err(Error::starting("sh", reason)),
    }
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
        let known = external::count_solutions(&set);
        external::verify(&set, &known, 100, &answers, false, "lanes").unwrap();
        copy(&from, &to).unwrap();
        assert_eq!(fs::read(&to).unwrap(), set.text());
        assert!(external::verify(&set, &known, 100, set.text(), false, "cp").is_err());
    }

    #[test]
    #[cfg(unix)]
    fn a_program_that_fails_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::write(&from, "x\n").unwrap();
        run_external("cat", &from, &to).unwrap();
        assert_eq!(fs::read(&to).unwrap(), b"x\n");
        run_external("exit 1", &from, &to).unwrap();
        assert!(run_external("exit 3", &from, &to).unwrap_err().to_string().contains("'exit 3' ended with"));
    }
}
