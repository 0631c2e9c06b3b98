//! The options of the subcommands that copy records: `dedupe`, `split`, `shuffle`, `sample`.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};

use super::facts::OptionFacts;
use super::{InputArgs, OUTPUT, RunArgs, ThreadArgs, ViewArgs, values};
use crate::datasets::{Keep, SameBy, Share, Strata};
use crate::format::columns::Column;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Duplicates")]
pub struct DedupeArgs {
    /// Compare by text, clues, puzzle or solution
    ///
    /// Two records are the same if they have the same text, the same clues, equivalent puzzles, or puzzles with equivalent
    /// solutions.
    #[arg(long, value_name = "KEY", default_value = "puzzle", value_parser = values::named(&SameBy::ALL, SameBy::name))]
    pub by: SameBy,
    /// Record of each class to keep: first, fewest or canonical
    ///
    /// fewest keeps the one with the fewest clues, canonical the canonical form of the class, if it is there. The first
    /// record wins a tie.
    #[arg(
        long, value_name = "RECORD", default_value = "first", value_parser = values::named(&Keep::ALL, Keep::name),
        refuse_if(
            |given| given.is("keep", &["canonical"]) && !given.is("by", &["puzzle", "solution"]),
            "canonical needs --by puzzle or solution",
        ),
        refuse_if(
            |given| given.is("keep", &["fewest"]) && !given.is("by", &["solution"]),
            "fewest needs --by solution: otherwise, all records of a class have the same number of clues",
        ),
    )]
    pub keep: Keep,
    /// Also leave out the records that are in this file; repeatable
    ///
    /// They are compared by the same key. The format of the file is detected.
    #[arg(long, value_name = "FILE")]
    pub against: Vec<PathBuf>,
    /// Leave out malformed records and conflicts
    ///
    /// A conflict is two equal clues in a row, column or box. check --clean also leaves out puzzles without exactly one solution.
    #[arg(long)]
    pub drop_invalid: bool,
    #[command(flatten)]
    pub run: RunArgs,
    /// List every duplicate in this file: line, kept line, class size
    #[arg(long, hide_short_help = true, help_heading = OUTPUT, value_name = "FILE", not_in_summary())]
    pub classes: Option<PathBuf>,
    /// Bytes of fingerprints to hold in memory
    #[arg(long, value_name = "BYTES", hide = true, not_in_summary())]
    pub fingerprint_memory: Option<usize>,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Splitting")]
pub struct SplitArgs {
    /// File and share of a part, as in test.csv=10%; repeatable
    ///
    /// A share can also be a number, as in test.csv=0.1, or rest, for all remaining records.
    #[arg(long, value_name = "FILE=SHARE", required = true, value_parser = part(), not_in_summary())]
    pub part: Vec<PartArg>,
    /// Keep together by text, clues, puzzle or solution
    ///
    /// Records go to the same part if they have the same text, the same clues, equivalent puzzles, or puzzles with
    /// equivalent solutions.
    #[arg(long, value_name = "KEY", default_value = "puzzle", value_parser = values::named(&SameBy::ALL, SameBy::name))]
    pub by: SameBy,
    /// Strata to divide alike: level, clues, guesses or a column
    ///
    /// The strata of guesses are 0, 1, 2-3, 4-7 and so on; those of a column its values, or ten ranges if it has more than 100
    /// different numbers. The part of a record then also depends on the records before it.
    #[arg(long, value_name = "NAME|N", value_parser = str::parse::<Strata>)]
    pub stratify: Option<Strata>,
    /// Seed of the assignment
    ///
    /// The same seed assigns the same records to the same parts.
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    /// Leave out malformed records and conflicts
    ///
    /// A conflict is two equal clues in a row, column or box. check --clean also leaves out puzzles without exactly one solution.
    #[arg(long)]
    pub drop_invalid: bool,
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub view: ViewArgs,
    #[command(flatten)]
    pub threads: ThreadArgs,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Shuffling")]
pub struct ShuffleArgs {
    /// Seed of the order
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    /// Leave out malformed records and conflicts
    ///
    /// A conflict is two equal clues in a row, column or box. check --clean also leaves out puzzles without exactly one solution.
    #[arg(long)]
    pub drop_invalid: bool,
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Sampling")]
pub struct SampleArgs {
    /// Number of records; with --stratify, divided among the strata
    ///
    /// A stratum with fewer records gives all of them.
    #[arg(long, value_name = "N", required_unless_present = "each")]
    pub count: Option<usize>,
    /// Take N records per stratum
    #[arg(long, value_name = "N", requires = "stratify", conflicts_with = "count")]
    pub each: Option<usize>,
    /// Strata: level, clues, guesses or a column
    ///
    /// The strata of guesses are 0, 1, 2-3, 4-7 and so on; those of a column its values, or ten ranges if it has more than 100
    /// different numbers. A column is a name or a number from 1.
    #[arg(long, value_name = "NAME|N", value_parser = str::parse::<Strata>)]
    pub stratify: Option<Strata>,
    /// Column of weights to sample by: a name or a number
    ///
    /// Weights are numbers from 0 on. Columns are counted from 1.
    #[arg(
        long, hide_short_help = true, value_name = "NAME|N", value_parser = str::parse::<Column>,
        refuse_if(
            |given| given.values("stratify").any(Strata::is_column),
            "and --stratify cannot both read a column: use only one of them",
        ),
    )]
    pub weight: Option<Column>,
    /// Seed of the sample
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    /// Leave out malformed records and conflicts
    ///
    /// A conflict is two equal clues in a row, column or box. check --clean also leaves out puzzles without exactly one solution.
    #[arg(long)]
    pub drop_invalid: bool,
    #[command(flatten)]
    pub run: RunArgs,
}

/// A part of a split.
#[derive(Clone, Debug, PartialEq)]
pub struct PartArg {
    /// The file.
    pub path: PathBuf,
    /// The share of the records, or `None` for all remaining ones.
    pub share: Option<Share>,
}

/// Returns the parser of a part.
fn part() -> impl TypedValueParser<Value = PartArg> {
    OsStringValueParser::new().try_map(|value| part_of(&value))
}

/// Parses a part, as in `test.csv=10%` or `train.csv=rest`.
fn part_of(value: &OsStr) -> Result<PartArg, String> {
    let (path, share) = split_at_last(value, b'=')
        .filter(|(path, _)| !path.as_os_str().is_empty())
        .ok_or("give a file and its share, as in test.csv=10% or test.csv=rest")?;
    let share = share.to_string_lossy();
    let share = match share.as_ref() {
        "rest" => None,
        share => Some(share.parse::<Share>().map_err(|error| error.to_string())?),
    };
    Ok(PartArg { path, share })
}

/// Returns the path before the last `separator` and the text after it. On Unix, a path can be any bytes.
#[cfg(unix)]
fn split_at_last(value: &OsStr, separator: u8) -> Option<(PathBuf, &OsStr)> {
    use std::os::unix::ffi::OsStrExt;
    let bytes = value.as_bytes();
    let at = bytes.iter().rposition(|byte| *byte == separator)?;
    Some((OsStr::from_bytes(&bytes[..at]).into(), OsStr::from_bytes(&bytes[at + 1..])))
}

#[cfg(not(unix))]
fn split_at_last(value: &OsStr, separator: u8) -> Option<(PathBuf, &OsStr)> {
    let (path, rest) = value.to_str()?.rsplit_once(char::from(separator))?;
    Some((path.into(), OsStr::new(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_a_file_and_a_share() {
        let part = |text: &str| part_of(OsStr::new(text));
        let share = |text: &str| text.parse().ok();
        assert_eq!(part("a=b.csv=10%"), Ok(PartArg { path: "a=b.csv".into(), share: share("10%") }));
        assert_eq!(part("train.csv=rest"), Ok(PartArg { path: "train.csv".into(), share: None }));
        for wrong in ["", "10%", "a.csv", "=10%", "a.csv=", "a.csv=101%", "a.csv=10", "a.csv=rest/2"] {
            assert!(part(wrong).is_err(), "{wrong}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_file_of_a_part_may_have_any_name() {
        use std::os::unix::ffi::OsStrExt;
        let part = part_of(OsStr::from_bytes(b"part\xFF=rest")).unwrap();
        assert_eq!((part.path.as_os_str().as_bytes(), part.share), (b"part\xFF".as_slice(), None));
    }
}
