//! Runs other programs on files of puzzles through the system's shell.

use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use std::{fs, fs::File};

use super::process::{Limits, ProcessRunner};
use crate::error::{Error, Refusal, Result};
use crate::generate::PuzzleLine;

/// The number of bytes that an external program may write for each puzzle.
const MAX_BYTES_PER_PUZZLE: u64 = 1024;

/// The number of bytes that an external program may always write.
const MIN_OUTPUT_LIMIT: u64 = 16 << 20;

/// Runs a shell command with the puzzles on stdin and with stdout redirected to a new file. Returns the time of the whole
/// process, or why the program failed: its exit code was neither 0 nor 1, it took longer than `time`, or it wrote more than both
/// 16 MiB and 1 KiB per puzzle. Exit code 1 is allowed because a solver may, like bulkdoku, report unsolvable puzzles with it.
///
/// # Errors
/// Returns an error if the command cannot be run, or if it was stopped.
pub fn run(
    runner: &ProcessRunner,
    command: &str,
    from: &Path,
    to: &Path,
    time: Duration,
) -> Result<std::result::Result<Duration, Refusal>> {
    remove(to)?;
    let name = to.display().to_string();
    let input = File::open(from).map_err(|source| Error::reading(&from.display().to_string(), source))?;
    let puzzles = input.metadata().map_or(0, |file| file.len()) / size_of::<PuzzleLine>() as u64;
    let output = File::create(to).map_err(|source| Error::writing(&name, source))?;
    let bytes = MIN_OUTPUT_LIMIT.max(puzzles.saturating_mul(MAX_BYTES_PER_PUZZLE));
    let mut shell = shell(command);
    shell.stdin(input).stdout(output);
    match runner.run(command, shell, &Limits { time, output: to.to_owned(), bytes }) {
        Ok((status, elapsed)) if matches!(status.code(), Some(0 | 1)) => Ok(Ok(elapsed)),
        Ok((status, _)) => Ok(Err(Refusal::Other(format!("'{command}' ended with {status}")))),
        Err(Error::Refused(reason)) => Ok(Err(reason)),
        Err(error) => Err(error),
    }
}

/// Returns the system's shell with a command line.
#[cfg(not(windows))]
fn shell(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", line]);
    command
}

/// Returns the system's shell with a command line. With /S, `cmd` removes only the first and the last quotation mark. With /D, it
/// does not run the commands that the user has set for every shell.
#[cfg(windows)]
fn shell(line: &str) -> Command {
    use std::os::windows::process::CommandExt;
    let mut command = Command::new("cmd");
    command.raw_arg("/D /S /C").raw_arg(format!("\"{line}\""));
    command
}

/// Quotes a word of a command line for the shell.
#[cfg(not(windows))]
pub fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Quotes a word of a command line. File names on Windows cannot contain quotation marks.
#[cfg(windows)]
pub fn quoted(word: &str) -> String {
    format!("\"{word}\"")
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(reason) if reason.kind() != io::ErrorKind::NotFound => {
            Err(Error::writing(&path.display().to_string(), reason))
        }
        _ => Ok(()),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_fails_has_no_time() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::write(&from, "x\n").unwrap();
        let run =
            |command: &str| run(&ProcessRunner::default(), command, &from, &to, Duration::from_secs(60));
        run("cat").unwrap().unwrap();
        assert_eq!(fs::read(&to).unwrap(), b"x\n");
        run("exit 1").unwrap().unwrap();
        assert!(run("exit 3").unwrap().unwrap_err().to_string().contains("'exit 3' ended with"));
    }
}
