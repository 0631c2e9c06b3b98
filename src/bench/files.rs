//! From file to file: the whole pipeline, and what it is compared with: `cp`, or any program.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, fs::File};

use super::trial::{Subject, Wrong};
use crate::error::{Error, Result};
use crate::format::line::{AnswerLines, Lines};
use crate::grid::{self, CELLS};
use crate::input::{Access, Input};
use crate::output::{Output, Unfinished};
use crate::pipeline::{self, Job};
use crate::solver::Engine;

/// Solves a file of one-line puzzles into another one, which is made anew.
///
/// # Errors
/// When a file cannot be read or written.
pub fn solve(from: &Path, to: &Path, subject: Subject) -> Result<Duration> {
    remove(to)?;
    let started = Instant::now();
    pipeline::run(Job {
        input: Input::open(from, Access::Map)?,
        reader: Arc::new(Lines),
        output: Output::create(to, &Unfinished::default())?,
        writer: Arc::new(AnswerLines),
        task: subject.task,
        engine: Box::new(move || match subject.isa {
            Some(isa) if subject.engine == Engine::Lanes => isa.lanes(),
            _ => subject.engine.solver(),
        }),
        threads: subject.threads,
        chunk_size: None,
        watch: Box::new(|_| {}),
    })?;
    Ok(started.elapsed())
}

/// Copies a file with the system's `cp`, as a new process, into one that is made anew.
///
/// # Errors
/// When there is no `cp`, or it fails.
pub fn copy(from: &Path, to: &Path) -> Result<Duration> {
    remove(to)?;
    let started = Instant::now();
    let status = Command::new("cp").arg(from).arg(to).stdin(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(started.elapsed()),
        Ok(_) => Err(Error::writing(&to.display().to_string(), io::Error::other("cp failed"))),
        Err(reason) => Err(Error::reading("cp", reason)),
    }
}

/// Runs any program, by the shell, with the puzzles on its stdin and its answers into a file: the whole process.
///
/// # Errors
/// When it cannot be run, or says that it failed.
pub fn external(command: &str, from: &Path, to: &Path) -> Result<Duration> {
    remove(to)?;
    let name = to.display().to_string();
    let input = File::open(from).map_err(|reason| Error::reading(&from.display().to_string(), reason))?;
    let output = File::create(to).map_err(|reason| Error::writing(&name, reason))?;
    let started = Instant::now();
    let status = Command::new("sh").args(["-c", command]).stdin(input).stdout(output).status();
    match status {
        Ok(status) if status.success() => Ok(started.elapsed()),
        Ok(status) => Err(Error::OutOfReach(format!("'{command}' ended with {status}: no figure is given"))),
        Err(reason) => Err(Error::reading("sh", reason)),
    }
}

/// Verifies the answers that a program has written: line n a solution of puzzle n by the rules. A line that is no grid
/// says that there is none to give, which is only right if `may_refuse`.
///
/// # Errors
/// With the first answer that is wrong.
pub fn verify(
    puzzles: &[u8],
    answers: &[u8],
    may_refuse: bool,
    who: &str,
    set: &str,
) -> std::result::Result<(), Wrong> {
    let mut lines = answers.split(|&byte| byte == b'\n');
    for puzzle in puzzles.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let answer = lines.next().unwrap_or_default().trim_ascii();
        if !is_answer(puzzle, answer, may_refuse) {
            let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
            let (puzzle, answer) = (text(puzzle), text(answer));
            return Err(Wrong { who: who.to_owned(), set: set.to_owned(), puzzle, answer });
        }
    }
    Ok(())
}

/// Is this the solution, alone or after a comma and the puzzle?
fn is_answer(puzzle: &[u8], answer: &[u8], may_refuse: bool) -> bool {
    let last = answer.rsplit(|&byte| byte == b',').next().unwrap_or_default();
    match (puzzle.first_chunk::<CELLS>(), <&[u8; CELLS]>::try_from(last)) {
        (Some(puzzle), Ok(answer)) if grid::is_solved(answer) => grid::is_solution_of(answer, puzzle),
        (Some(_), _) => may_refuse,
        (None, _) => true,
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
    use crate::bench::sets::BuiltIn;
    use crate::solver::{Goal, Task};

    #[test]
    fn files_are_solved_and_copied_and_verified() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        let set = BuiltIn::Easy.make(100);
        fs::write(&from, set.text()).unwrap();
        let task = Task::new(Goal::First);
        solve(&from, &to, Subject { engine: Engine::Lanes, isa: None, task, threads: 2 }).unwrap();
        verify(set.text(), &fs::read(&to).unwrap(), false, "lanes", "easy").unwrap();
        copy(&from, &to).unwrap();
        assert_eq!(fs::read(&to).unwrap(), set.text());
        assert!(verify(set.text(), set.text(), false, "cp", "easy").is_err());
    }

    #[test]
    #[cfg(unix)]
    fn a_program_that_fails_gives_no_figure() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::write(&from, "x\n").unwrap();
        external("cat", &from, &to).unwrap();
        assert_eq!(fs::read(&to).unwrap(), b"x\n");
        assert!(external("exit 3", &from, &to).unwrap_err().to_string().contains("'exit 3' ended with"));
    }
}
