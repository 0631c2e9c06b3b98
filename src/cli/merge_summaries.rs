//! `bulkdoku merge-summaries`: adds up the summaries of the parts of a run.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::args::{MaxBad, MergeSummariesArgs};
use super::context::Context;
use super::{BadRecords, Exit, interrupt, say, summary};
use crate::error::{Error, Result};
use crate::io::run_files::Role;
use crate::pipeline::report::MAX_LISTED;
use crate::report::numbers::counted;

/// The fields that must be the same in all parts.
const COMMON: [&str; 14] = [
    "schema",
    "version",
    "command",
    "options",
    "input",
    "input_bytes",
    "input_checksum",
    "read_as",
    "header",
    "by",
    "against",
    "engine",
    "equivalents",
    "seed",
];

/// The fields that are not taken from the parts: they describe one part, or are computed for the whole.
const OWN: [&str; 11] = [
    "shard",
    "date",
    "command_line",
    "exit_code",
    "error",
    "seconds",
    "puzzles_per_second",
    "threads",
    "isa",
    "acceptance",
    "bad_share",
];

/// The fields that list the first of many records.
const LISTS: [&str; 2] = ["bad_records", "first_findings"];

/// The largest number of parts of a run. Missing parts are listed, so the number is limited.
const MAX_PARTS: u64 = 1_000_000;

/// Runs the subcommand. The exit code is 1 when a part is missing or has failed, or ended with 1 unless `--max-bad` allows the bad
/// records of all parts.
pub fn run(args: &MergeSummariesArgs, context: &Context) -> Result<Exit> {
    interrupt::watch(context);
    let parts = args.summaries.iter().map(|path| Part::read(path, context)).collect::<Result<Vec<Part>>>()?;
    let of = parts[0].of;
    if let Some(other) = parts.iter().find(|part| part.of != of) {
        return Err(
            other.refused("is from a run with a different number of parts than the summaries before it")
        );
    }
    let (failed, mut parts): (Vec<Part>, Vec<Part>) =
        parts.into_iter().partition(|part| part.error().is_some());
    parts.reverse(); // if a part has two summaries, the later one counts
    parts.sort_by_key(|part| part.number);
    for pair in parts.windows(2) {
        let (part, before) = (&pair[0], &pair[1]);
        if part.number == before.number && part.without_times().ne(before.without_times()) {
            return Err(
                part.refused(&format!("and {} are summaries of the same part but differ", before.name))
            );
        }
    }
    parts.dedup_by_key(|part| part.number);
    let missing = missing(&parts, of);
    let failure = |number: u64| failed.iter().find(|part| part.number == number).and_then(Part::error);
    let reasons = missing.iter().filter_map(|&number| Some((number.to_string(), failure(number)?.into())));
    let bad = bad(&parts, args.max_bad);
    let whole = merged(&parts, &missing, bad)?;
    let whole = summary::extended(whole, json!({ "failed_parts": summary::object(reasons) }));
    summary::write(args.output.create(context)?, &whole)?;
    if parts.iter().any(|part| part.fields.get("duplicates_within").is_some_and(|within| within == "part")) {
        say("duplicates across parts are not included: check the whole file to find them");
    }
    for number in &missing {
        let what = failure(*number).map_or("is missing".to_owned(), |error| format!("failed ({error})"));
        say(format_args!("part {number}/{of} {what}: run it again with --shard"));
    }
    bad.say_if_too_many();
    let unanswered = parts.iter().filter(|part| part.exit_code().is_some_and(|code| code > 0)).count();
    if unanswered > 0 && args.max_bad.is_none() {
        say(format_args!("{} of {of} ended with exit code 1", counted(unanswered as u64, "part")));
    }
    Ok(exit(&parts, &missing, bad))
}

/// Returns the bad records of all parts.
fn bad(parts: &[Part], most: Option<MaxBad>) -> BadRecords {
    let sum = |field: &str| {
        let of_parts = parts.iter().filter_map(|part| part.fields.get(field)?.as_u64());
        of_parts.fold(0, u64::saturating_add)
    };
    BadRecords { bad: sum("bad"), records: sum("records"), most }
}

/// Returns the exit code of the whole run.
fn exit(parts: &[Part], missing: &[u64], bad: BadRecords) -> Exit {
    let is_done = match bad.most {
        Some(_) => bad.exit() == Exit::Done,
        None => parts.iter().all(|part| part.exit_code().unwrap_or(0) == 0),
    };
    if missing.is_empty() && is_done { Exit::Done } else { Exit::Unanswered }
}

/// The summary of a part.
struct Part {
    name: String,
    number: u64,
    of: u64,
    fields: Map<String, Value>,
}

impl Part {
    fn read(path: &Path, context: &Context) -> Result<Self> {
        context.files.claim(path, Role::Reference)?;
        let name = path.display().to_string();
        let text = fs::read(path).map_err(|reason| Error::reading(&name, reason))?;
        let refused = |what: &str| Error::refused(format!("{name} is not the summary of a part: {what}"));
        let value: Value = serde_json::from_slice(&text).map_err(|reason| refused(&reason.to_string()))?;
        let shard = |field: &str| value["shard"][field].as_u64();
        let (Some(number), Some(of)) = (shard("number"), shard("of")) else {
            return Err(refused("it was not written with --shard"));
        };
        if !(1..=of.min(MAX_PARTS)).contains(&number) || of > MAX_PARTS {
            return Err(refused(&format!("there is no part {number}/{of}")));
        }
        match value {
            Value::Object(fields) => Ok(Self { name, number, of, fields }),
            _ => Err(refused("it is not a JSON object")),
        }
    }

    /// Returns the exit code of the part.
    fn exit_code(&self) -> Option<u64> {
        self.fields.get("exit_code")?.as_u64()
    }

    /// Returns the error of the part, if it failed.
    fn error(&self) -> Option<&str> {
        self.fields.get("error")?.as_str()
    }

    /// Returns the fields that are the same each time the part is run.
    fn without_times(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.fields.iter().filter(|(name, _)| !OWN.contains(&name.as_str()))
    }

    fn refused(&self, what: &str) -> Error {
        Error::refused(format!("{} {what}", self.name))
    }
}

/// Returns the numbers of the parts without a summary.
fn missing(parts: &[Part], of: u64) -> Vec<u64> {
    (1..=of).filter(|number| parts.binary_search_by_key(number, |part| part.number).is_err()).collect()
}

/// Returns the summary of all parts.
fn merged(parts: &[Part], missing: &[u64], bad: BadRecords) -> Result<Value> {
    let mut whole = Map::new();
    for part in parts {
        for (name, value) in part.without_times() {
            let Some(sum) = whole.get_mut(name) else {
                whole.insert(name.clone(), value.clone());
                continue;
            };
            if COMMON.contains(&name.as_str()) && sum != value {
                let what = named_difference(name, sum, value);
                return Err(part.refused(&format!("differs in its {what} from the summaries before it")));
            }
            if !COMMON.contains(&name.as_str()) {
                add(sum, value.clone(), LISTS.contains(&name.as_str()));
            }
        }
    }
    let seconds = || parts.iter().filter_map(|part| part.fields.get("seconds")?.as_f64());
    let dates = parts.iter().filter_map(|part| part.fields.get("date")?.as_str());
    whole.insert("date".to_owned(), json!(dates.min()));
    whole.insert("exit_code".to_owned(), json!(exit(parts, missing, bad) as u8));
    whole.insert("parts".to_owned(), json!(parts.len()));
    whole.insert("missing_parts".to_owned(), json!(missing));
    whole.insert("seconds_of_all_parts".to_owned(), json!(seconds().sum::<f64>()));
    whole.insert("seconds_of_longest_part".to_owned(), json!(seconds().fold(0.0, f64::max)));
    Ok(summary::extended(Value::Object(whole), bad.json()))
}

/// Returns the name of a field with different values. Of an object, the message also names the first member that differs.
fn named_difference(name: &str, one: &Value, other: &Value) -> String {
    let members = one.as_object().into_iter().flatten();
    let differing = members.filter(|&(member, value)| other.get(member) != Some(value));
    differing.map(|(member, _)| format!("{name} ({member})")).next().unwrap_or_else(|| name.to_owned())
}

/// Adds numbers, including those in objects, and appends the first items of lists. Leaves anything else unchanged.
fn add(sum: &mut Value, value: Value, is_list: bool) {
    match (sum, value) {
        (Value::Array(first), Value::Array(more)) if is_list => {
            let room = MAX_LISTED - first.len().min(MAX_LISTED);
            first.extend(more.into_iter().take(room));
        }
        (Value::Object(sum), Value::Object(more)) => {
            for (name, value) in more.into_iter().filter(|(name, _)| name != "column") {
                match sum.get_mut(&name) {
                    Some(sum) => add(sum, value, false),
                    None => drop(sum.insert(name, value)),
                }
            }
        }
        (sum @ Value::Number(_), Value::Number(more)) => {
            if let (Some(one), Some(other)) = (sum.as_u64(), more.as_u64()) {
                *sum = json!(one.saturating_add(other));
            }
        }
        _ => {}
    }
}
