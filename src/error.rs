//! What can end a run: the kinds of failure, each with its place and a remedy.
//!
//! A bad record is no failure: it has a verdict, and the run goes on.

use std::{fmt, io};

/// A result whose error ends the run.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a run ended before its work was done.
#[derive(Debug)]
pub enum Error {
    /// The system refused to read or write.
    System {
        /// What was tried, as in "cannot *open* the file".
        tried: &'static str,
        /// The file, or `<stdin>`, or `<stdout>`.
        name: String,
        /// The system's reason.
        reason: io::Error,
    },
    /// The input is not what any record format looks like.
    Unreadable {
        /// The file, or `<stdin>`.
        name: String,
        /// The line that was looked at, from 1.
        line: u64,
        /// What was seen there, and how to go on.
        what: String,
    },
    /// Whoever read the answers has closed the pipe: no fault of anybody's.
    ClosedPipe,
    /// What was asked for cannot be made; the text says what can.
    OutOfReach(String),
    /// The worker threads could not be started.
    Threads(String),
    /// A worker panicked: a fault of this program.
    Panicked,
}

impl Error {
    /// The system's `reason` for not reading `name`.
    pub fn reading(name: &str, reason: io::Error) -> Self {
        Self::System { tried: "read", name: name.to_owned(), reason }
    }

    /// The system's `reason` for not writing `name`; a closed pipe is told apart.
    pub fn writing(name: &str, reason: io::Error) -> Self {
        match reason.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::System { tried: "write", name: name.to_owned(), reason },
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System { tried, name, reason } => {
                write!(f, "cannot {tried} {name}: {reason}{}", remedy(tried, reason.kind()))
            }
            Self::Unreadable { name, line, what } => write!(f, "{name}:{line}:1: {what}"),
            Self::ClosedPipe => write!(f, "the reader of the answers closed the pipe"),
            Self::OutOfReach(what) => f.write_str(what),
            Self::Threads(reason) => {
                write!(f, "cannot start the worker threads: {reason}; ask for fewer with --threads")
            }
            Self::Panicked => write!(f, "a worker panicked: this is a bug in bulkdoku, please report it"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::System { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

/// What to do about the system's reason, where that is known.
fn remedy(tried: &str, kind: io::ErrorKind) -> &'static str {
    match kind {
        io::ErrorKind::NotFound if tried == "write" => "; make the folder first",
        io::ErrorKind::NotFound => "; check the name, or use - for standard input",
        io::ErrorKind::IsADirectory => "; name a file in it",
        io::ErrorKind::StorageFull => "; free some space and run again",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_file_the_reason_and_the_remedy() {
        let error = Error::writing("out/a.txt", io::ErrorKind::NotFound.into());
        assert_eq!(error.to_string(), "cannot write out/a.txt: entity not found; make the folder first");
    }

    #[test]
    fn a_closed_pipe_is_told_apart() {
        assert!(matches!(Error::writing("-", io::ErrorKind::BrokenPipe.into()), Error::ClosedPipe));
    }
}
