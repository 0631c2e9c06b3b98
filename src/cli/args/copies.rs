//! The options of the subcommands that copy records: `dedupe`, `split`, `shuffle`, `sample`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::{OsStringValueParser, TypedValueParser};

use super::{BudgetArgs, InputArgs, OutputArgs, RunArgs, SolverArgs, ViewArgs, values};
use crate::datasets::{Keep, SameBy, Share, Strata};
use crate::format::columns::Column;
use crate::named::named;
use crate::solver::SolverSettings;

#[derive(Debug, clap::Args)]
pub struct DedupeArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// What makes two records the same: their text, their clues, the puzzle up to rearrangement and relabelling, or
    /// likewise its solution grid
    #[arg(long, value_name = "KEY", default_value = "puzzle", value_parser = values::named(&SameBy::ALL, SameBy::name))]
    pub by: SameBy,
    /// Record of each class to keep: first, fewest (clues), canonical (the canonical form of its class, where one is there),
    /// least:COLUMN or most:COLUMN, by a column of numbers such as rate writes; of equal ones, the first
    #[arg(long, value_name = "RECORD", default_value = "first", value_parser = str::parse::<Keep>)]
    pub keep: Keep,
    /// Leave out the records that this file holds, too, by the same key; its format is detected; repeatable
    #[arg(long, value_name = "FILE")]
    pub against: Vec<PathBuf>,
    /// Write line, first line and number of records for every record of a class of two or more to this file
    #[arg(long, value_name = "FILE")]
    pub classes: Option<PathBuf>,
    /// Also leave out records that are malformed or have two equal clues in a house
    #[arg(long)]
    pub drop_bad: bool,
    /// Bytes of fingerprints to hold in memory
    #[arg(long, value_name = "BYTES", hide = true, default_value_t = crate::datasets::FINGERPRINT_MEMORY)]
    pub fingerprint_memory: usize,
}

#[derive(Debug, clap::Args)]
pub struct SplitArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// A part: its file and its share, as in test.csv=10% or test.csv=0.1, or =rest for what the others leave; repeatable.
    /// fold{}.csv=rest/5 makes five equal parts of the rest, fold1.csv to fold5.csv, for k-fold cross-validation
    #[arg(long, value_name = "FILE=SHARE", required = true, value_parser = part())]
    pub part: Vec<PartArg>,
    /// What makes two records the same, so that they go to one part: their text, their clues, the puzzle up to
    /// rearrangement and relabelling, or likewise its solution grid
    #[arg(long, value_name = "KEY", default_value = "puzzle", value_parser = values::named(&SameBy::ALL, SameBy::name))]
    pub by: SameBy,
    /// Give every part its share of the records of each level, with each number of clues, or of each range of guesses that
    /// the engine needs; the parts then depend on the records before, too
    #[arg(long, value_enum, value_name = "PROPERTY")]
    pub stratify: Option<Property>,
    /// Seed of the assignment; the same seed assigns the same records to the same parts
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Leave out records that are malformed or have two equal clues in a house
    #[arg(long)]
    pub drop_bad: bool,
    #[command(flatten)]
    pub solver: SolverArgs,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub view: ViewArgs,
}

#[derive(Debug, clap::Args)]
pub struct ShuffleArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Seed of the order
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Leave out records that are malformed or have two equal clues in a house
    #[arg(long)]
    pub drop_bad: bool,
    /// Number of worker threads; 0 uses RAYON_NUM_THREADS, or else one thread per core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, value_parser = values::number(0..=values::MAX_THREADS))]
    pub threads: usize,
    #[command(flatten)]
    pub view: ViewArgs,
}

#[derive(Debug, clap::Args)]
pub struct SampleArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Number of records to take; with --stratify, of each value
    #[arg(long, value_name = "N")]
    pub count: usize,
    /// Seed of the sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Take so many records of each level, of each number of clues, or of each range of guesses that the engine needs
    #[arg(long, value_enum, value_name = "PROPERTY")]
    pub stratify: Option<Property>,
    /// Draw the records by the weights in this column, numbers from 0 on: its name, or its number from 1
    #[arg(long, value_name = "NAME|N", value_parser = str::parse::<Column>)]
    pub weight: Option<Column>,
    /// Leave out records that are malformed or have two equal clues in a house
    #[arg(long)]
    pub drop_bad: bool,
}

named! {
    /// What strata are made by.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    pub enum Property {
        /// The level, as rate finds it
        Level = "level",
        /// The number of clues
        Clues = "clues",
        /// The number of guesses that the engine needs: 0, 1, 2-3, 4-7 and so on
        Guesses = "guesses",
    }
}

impl Property {
    /// What finds the strata.
    pub fn strata(self, solver: SolverSettings) -> Strata {
        match self {
            Self::Level => Strata::levels_of(solver),
            Self::Clues => Strata::clues(),
            Self::Guesses => Strata::guesses_of(solver),
        }
    }
}

/// A part of a split, or several that are equal.
#[derive(Clone, Debug, PartialEq)]
pub struct PartArg {
    /// The file of each.
    pub paths: Vec<PathBuf>,
    /// `None` for what the other parts leave.
    pub share: Option<Share>,
}

/// Reads a part.
fn part() -> impl TypedValueParser<Value = PartArg> {
    OsStringValueParser::new().try_map(|value| part_of(&value))
}

/// A part as in `test.csv=10%`, `train.csv=rest` or `fold{}.csv=rest/5`.
fn part_of(value: &OsStr) -> Result<PartArg, String> {
    let (path, share) = split_at_last(value, b'=')
        .filter(|(path, _)| !path.as_os_str().is_empty())
        .ok_or("give a file and its share as in test.csv=10%, or test.csv=rest")?;
    let share = share.to_string_lossy();
    if let Some(folds) = share.strip_prefix("rest/") {
        return Ok(PartArg { paths: folds_of(&path, folds)?, share: None });
    }
    let share = match share.as_ref() {
        "rest" => None,
        share => Some(share.parse::<Share>().map_err(|error| error.to_string())?),
    };
    Ok(PartArg { paths: vec![path], share })
}

/// The files of so many folds, whose number takes the place of `{}`.
fn folds_of(path: &Path, folds: &str) -> Result<Vec<PathBuf>, String> {
    let folds = folds.parse().ok().filter(|folds| (1..=255).contains(folds));
    let folds: u32 = folds.ok_or("give a number of folds from 1 to 255, as in fold{}.csv=rest/5")?;
    let name = path.to_str().ok_or("give the folds a name in UTF-8, as in fold{}.csv=rest/5")?;
    if !name.contains("{}") {
        return Err(
            "put {} where the file names of the folds have their numbers, as in fold{}.csv=rest/5".into()
        );
    }
    Ok((1..=folds).map(|fold| name.replace("{}", &fold.to_string()).into()).collect())
}

/// The path before the last `separator`, and what is behind it. On Unix a path is any bytes.
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
        assert_eq!(part("a=b.csv=10%"), Ok(PartArg { paths: vec!["a=b.csv".into()], share: share("10%") }));
        assert_eq!(part("train.csv=rest"), Ok(PartArg { paths: vec!["train.csv".into()], share: None }));
        let folds = vec!["1/fold1.csv".into(), "2/fold2.csv".into()];
        assert_eq!(part("{}/fold{}.csv=rest/2"), Ok(PartArg { paths: folds, share: None }));
        let wrong = ["", "10%", "a.csv", "=10%", "a.csv=", "a.csv=101%", "a.csv=10"];
        let wrong_folds = ["a.csv=rest/2", "a{}=rest/", "a{}=rest/0", "a{}=rest/256", "a{}=10%/2"];
        for wrong in wrong.into_iter().chain(wrong_folds) {
            assert!(part(wrong).is_err(), "{wrong}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_file_of_a_part_may_have_any_name() {
        use std::os::unix::ffi::OsStrExt;
        let part = part_of(OsStr::from_bytes(b"part\xFF=rest")).unwrap();
        assert_eq!((part.paths[0].as_os_str().as_bytes(), part.share), (b"part\xFF".as_slice(), None));
        let refused = part_of(OsStr::from_bytes(b"fold\xFF{}=rest/2")).unwrap_err();
        assert_eq!(refused, "give the folds a name in UTF-8, as in fold{}.csv=rest/5");
    }
}
