//! The remedies for errors in terms of the program's options.

use std::fmt;
use std::io::ErrorKind;

use super::this_run::quoted;
use crate::error::{Action, Error, FormatError, KeptFile, Refusal, Resemblance};
use crate::format::RecordFormat;

/// An error and its remedy, in one line.
pub struct WithRemedy<'a>(pub &'a Error);

impl fmt::Display for WithRemedy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Error::Format { reason: FormatError::AnswersAmongPuzzles, .. } => {
                write!(f, "--answer-column names the column of the puzzles: name another one")
            }
            Error::Format { reason: reason @ FormatError::NoAnswerColumns(_), .. } => {
                write!(f, "--answer-column: {reason}; use --answers to give the answers in a separate file")
            }
            Error::NotInPlace { kept, placed } => {
                let kept = kept.iter().map(|file| format!("{file}{}", command_to_move(file)));
                let placed = placed.iter().map(|path| format!("{} is in place", path.display()));
                f.write_str(&kept.chain(placed).collect::<Vec<_>>().join("\n"))
            }
            error => write!(f, "{error}{}", remedy(error)),
        }
    }
}

/// Returns how to put a kept file in place.
fn command_to_move(file: &KeptFile) -> String {
    let Ok(kept) = &file.kept else { return String::new() };
    let program = if cfg!(windows) { "move" } else { "mv" };
    let [from, to] = [kept, &file.target].map(|path| quoted(&path.to_string_lossy()));
    format!("; once it can be there, run: {program} {from} {to}")
}

/// Returns the remedy after its punctuation, or nothing.
fn remedy(error: &Error) -> &'static str {
    match error {
        Error::Io { action, name, source } => io_remedy(*action, name, source.kind()),
        Error::Format { reason, .. } => format_remedy(reason),
        Error::Refused(Refusal::NoPencilmarks(_)) => ": choose lanes or single",
        Error::Threads(_) => "; use fewer with --threads",
        Error::Refused(Refusal::NoColumns(_, RecordFormat::Jsonl)) => {
            "; --format jsonl keeps the keys of objects"
        }
        Error::Refused(Refusal::NoColumns(..)) => "; if it is such a table, use --from csv",
        Error::Refused(Refusal::LineTooLong(..)) => ", or drop it with --drop-invalid",
        _ => "",
    }
}

fn io_remedy(action: Action, name: &str, kind: ErrorKind) -> &'static str {
    match (action, kind) {
        (Action::Write, ErrorKind::NotFound) => "; create the folder first",
        (Action::Read, ErrorKind::NotFound) if name == "-" => "; standard input cannot be used here",
        (Action::Read, ErrorKind::NotFound) => "; check the name, or use - for standard input",
        (_, ErrorKind::IsADirectory) => "; name a file in the folder",
        (Action::Read, ErrorKind::UnexpectedEof) => "; the file is truncated: download it again",
        (Action::Read, ErrorKind::InvalidData | ErrorKind::InvalidInput) => {
            "; the compressed data is corrupt: download it again"
        }
        (_, ErrorKind::StorageFull) => "; free some space and run again",
        (Action::Write, ErrorKind::FileTooLarge) => "; raise the limit on file size (ulimit -f)",
        _ => "",
    }
}

fn format_remedy(reason: &FormatError) -> &'static str {
    match reason {
        FormatError::Unknown { resembles, .. } => match resembles {
            Resemblance::Binary => {
                "; convert it to plain text, or name the format with --from: line, csv, jsonl, grid or pencilmark"
            }
            Resemblance::Table => {
                "; name the puzzles' column with --column, \
                 or name the format with --from: line, csv, jsonl, grid or pencilmark"
            }
            Resemblance::Json => "; write each object on a line, as jq -c '.[]' does",
            Resemblance::Page => "; download the file that it shows or links to",
            _ => "; name the format with --from: line, csv, jsonl, grid or pencilmark",
        },
        FormatError::OnlyRuns { .. } => ": use --from scan",
        FormatError::NoPuzzleColumn { .. } => "; name it with --column",
        FormatError::NoSuchColumn { column, .. } if column == "'difficulty'" => {
            "; add it with rate --only difficulty"
        }
        FormatError::AboveNine(_) => {
            "; if its values are tokens (the digit + 1, and 1 for a blank), use --from tokens"
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(error: Error) -> String {
        WithRemedy(&error).to_string()
    }

    fn format_error(reason: FormatError) -> Error {
        Error::Format { name: "file".to_owned(), line: 3, reason }
    }

    #[test]
    fn a_remedy_suits_the_operation() {
        let missing = || ErrorKind::NotFound.into();
        assert_eq!(
            shown(Error::writing("out/a", missing())),
            "cannot write out/a: entity not found; create the folder first"
        );
        assert_eq!(
            shown(Error::reading("a", missing())),
            "cannot read a: entity not found; check the name, or use - for standard input"
        );
        assert!(!shown(Error::reading("-", missing())).contains("use -"));
    }

    #[test]
    fn an_unknown_format_can_be_named() {
        let unknown = |resembles| format_error(FormatError::Unknown { shown: "hello".to_owned(), resembles });
        assert_eq!(
            shown(unknown(Resemblance::Nothing)),
            "file:3:1: cannot tell the format: 'hello' is not a puzzle or a row of one; \
             name the format with --from: line, csv, jsonl, grid or pencilmark"
        );
        assert!(
            shown(unknown(Resemblance::Table)).contains("; name the puzzles' column with --column, or name")
        );
    }

    #[test]
    fn a_column_of_difficulties_can_be_made() {
        let columns = vec!["puzzle".to_owned()];
        let reason = FormatError::NoSuchColumn { column: "'difficulty'".to_owned(), columns };
        assert!(shown(format_error(reason)).ends_with("; add it with rate --only difficulty"));
    }

    #[test]
    fn an_answer_column_that_does_not_exist_leads_to_a_file_of_answers() {
        assert_eq!(
            shown(format_error(FormatError::NoAnswerColumns(RecordFormat::Grid))),
            "--answer-column: records in the format grid do not have columns; \
             use --answers to give the answers in a separate file"
        );
    }
}
