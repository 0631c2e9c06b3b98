//! The members that the summaries of all commands have, and the summary of a failed run, which replaces that of an earlier run.
//!
//! A signal ends the run on another thread, which has a copy of these facts.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};

use super::Exit;
use super::args::MaskArg;
use super::args::facts::OptionFacts;
use super::numbers::now;
use super::streams::is_dash;
use super::summary::{SCHEMA, extended, object, shard_json, write};
use crate::error::Result;
use crate::io::output::Output;
use crate::pipeline::Shard;

/// The facts about a run from its command line.
#[derive(Clone)]
pub struct ThisRun {
    started: Instant,
    /// The command, its options, the command line and the date.
    members: Value,
    /// The part of the work to do, unless it is all of it.
    shard: Option<Shard>,
    /// The file for the summary, if one is requested.
    summary: Option<PathBuf>,
    /// Whether it has the summary of the completed run.
    has_summary: Arc<AtomicBool>,
}

impl ThisRun {
    /// Returns the facts about the run with the command line `words`, which matches `command`. The run starts now.
    pub fn new(words: &[OsString], command: &Command, matches: &ArgMatches) -> Self {
        let members = json!({
            "date": now(),
            "command": command.get_name(),
            "options": options(command, matches),
            "command_line": command_line(words),
        });
        let summary = matches.try_get_one::<PathBuf>("summary").ok().flatten().cloned();
        let shard = matches.try_get_one::<Shard>("shard").ok().flatten().copied();
        Self { started: Instant::now(), members, shard, summary, has_summary: Arc::default() }
    }

    /// Returns the members of a summary that say which run it describes, when the run began and how it ended. `error` is the
    /// reason for a failure.
    pub fn json(&self, exit: Exit, error: Option<&str>) -> Value {
        extended(self.members.clone(), json!({ "exit_code": exit as u8, "error": error }))
    }

    /// Returns the time since the start of the run.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Remembers that the summary of the completed run is in place. A signal that arrives later does not replace it.
    pub fn set_summarized(&self) {
        self.has_summary.store(true, Ordering::SeqCst);
    }

    /// Writes the summary of a failed run if one is requested, unless its file is not a summary: the run may have failed before it
    /// noticed that it also reads this file. If that fails, removes the old summary and tries again.
    pub fn write_failure(&self, exit: Exit, error: &str) {
        let may_write = |path: &&PathBuf| !self.has_summary.load(Ordering::SeqCst) && may_replace(path);
        let Some(path) = self.summary.as_ref().filter(may_write) else { return };
        let summary = json!({
            "schema": SCHEMA,
            "version": env!("CARGO_PKG_VERSION"),
            "shard": self.shard.map(shard_json),
            "seconds": self.elapsed().as_secs_f64(),
        });
        let summary = extended(summary, self.json(exit, Some(error)));
        if write_to(path, &summary).is_err() && fs::symlink_metadata(path).is_ok_and(|old| old.is_file()) {
            // The disk may be full. Without the old file, there may be space.
            let _ = fs::remove_file(path);
            let _ = write_to(path, &summary);
        }
    }
}

/// Writes a summary to the file at `path`, which is not among the outputs that a failed run abandons.
fn write_to(path: &Path, summary: &Value) -> Result<()> {
    write(if is_dash(path) { Output::stdout() } else { Output::file(path)? }, summary)
}

/// Whether the file at `path` is a summary, is empty or does not exist.
fn may_replace(path: &Path) -> bool {
    let is_summary = |text: Vec<u8>| {
        let value = serde_json::from_slice::<Value>(&text);
        text.is_empty() || value.is_ok_and(|value| value["exit_code"].is_number())
    };
    !path.is_file() || fs::read(path).is_ok_and(is_summary)
}

/// Returns the options that the results depend on, by their names with underscores.
fn options(command: &Command, matches: &ArgMatches) -> Value {
    let arguments = command.get_arguments().filter(|arg| arg.is_in_summary());
    object(arguments.filter_map(|arg| Some((arg.get_long()?.replace('-', "_"), value_of(arg, matches)?))))
}

/// Returns the value of an option: true or false for a flag, a number for a number, and null for an option that is not given.
fn value_of(arg: &Arg, matches: &ArgMatches) -> Option<Value> {
    let id = arg.get_id().as_str();
    if let Ok(Some(given)) = matches.try_get_one::<MaskArg>(id) {
        return Some(given.mask.to_string().into()); // the file may have another name on another machine
    }
    let is_path = matches.try_get_one::<PathBuf>(id).is_ok();
    let values = matches.try_get_raw(id).ok()?.into_iter().flatten().map(|value| value.to_string_lossy());
    let mut values = values.map(|text| if is_path { text.into() } else { typed(&text) });
    match arg.get_action() {
        ArgAction::Append => Some(values.collect()),
        _ => Some(values.next().unwrap_or(Value::Null)),
    }
}

/// Returns the value of a text on the command line: a number, a boolean, or the text itself.
fn typed(text: &str) -> Value {
    let number = || text.parse::<u64>().map(Value::from).or_else(|_| text.parse::<f64>().map(Value::from));
    match text {
        "true" | "false" => (text == "true").into(),
        _ => number().ok().filter(Value::is_number).unwrap_or_else(|| text.into()),
    }
}

/// Returns the command line as text for a Unix shell.
fn command_line(words: &[OsString]) -> String {
    let words = words.iter().skip(1).map(|word| quoted(&word.to_string_lossy()));
    ["bulkdoku".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// Returns the word, in quotes if a shell would change it.
pub fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"%+,-./:=@_".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_can_be_typed_again() {
        let line = |words: &[&str]| command_line(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(
            line(&["/bin/it", "solve", "-o", "a b", "it's", ""]),
            r"bulkdoku solve -o 'a b' 'it'\''s' ''"
        );
    }

    #[test]
    fn no_number_is_a_text() {
        assert_eq!(typed("18446744073709551615"), json!(u64::MAX));
        assert_eq!((typed("0.5"), typed("-1")), (json!(0.5), json!(-1.0)));
        assert_eq!(
            (typed("true"), typed("inf"), typed("28-34")),
            (json!(true), json!("inf"), json!("28-34"))
        );
    }
}
