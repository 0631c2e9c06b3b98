//! The options of `rate`.

use super::values::{self, Choice};
use super::{RunArgs, ShardArgs};
use crate::datasets::RowFormat;
use crate::rating::{RatingFilter, RatingKind, RatingSettings};

#[derive(Debug, clap::Args)]
pub struct RateArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Ratings to write [default: level,left,depth,backdoor,guesses,se]
    #[arg(long, value_name = "RATING,…", value_delimiter = ',', value_parser = values::named(&RatingKind::ALL, RatingKind::name))]
    pub only: Vec<RatingKind>,
    /// Keep only the records that satisfy this condition on a column as it is written, as in level<=4; repeatable
    #[arg(long = "where", value_name = "CONDITION", value_parser = str::parse::<RatingFilter>)]
    pub conditions: Vec<RatingFilter>,
    /// Keep the first N records of each value of a rating, as in level=1000; of left, of each ten cells, and of guesses, of
    /// 0, 1, 2-3, 4-7 and so on, as in the histograms
    #[arg(long, value_name = "RATING=N", value_parser = quota)]
    pub balance: Option<(RatingKind, u64)>,
    /// Depths of trial and error to look for; each further one takes a hundred times as long
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(..=i64::from(RatingSettings::MAX_DEPTH)))]
    pub depth_limit: u8,
    /// Sizes of backdoors to look for
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(..=i64::from(RatingSettings::MAX_BACKDOOR)))]
    pub backdoor_limit: u8,
    /// Equivalent drawings of each puzzle that guesses are counted over
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = values::number(1..=10_000))]
    pub drawings: usize,
    /// Seed of the drawings
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "csv", value_parser = values::choice(FORMATS))]
    pub format: RowFormat,
    #[command(flatten)]
    pub shard: ShardArgs,
}

const FORMATS: &[Choice<RowFormat>] = &[
    (
        "csv",
        RowFormat::Csv,
        "The columns of the input table, or else line,puzzle, and behind them verdict and the ratings",
    ),
    ("jsonl", RowFormat::Jsonl, "One JSON object per line, with the columns of the table as keys"),
];

/// A rating and a number of records, as in `level=1000`.
fn quota(text: &str) -> Result<(RatingKind, u64), String> {
    let (name, number) = text.split_once('=').ok_or("give a rating and a number, as in level=1000")?;
    let kind = name.trim().parse::<RatingKind>().map_err(|error| error.to_string())?;
    if !kind.has_classes() {
        return Err(format!("{kind} has no values to balance"));
    }
    let number = number.trim().parse().map_err(|_| format!("'{number}' is not a number of records"))?;
    Ok((kind, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_is_a_rating_and_a_number() {
        assert_eq!(quota("level=1000"), Ok((RatingKind::Level, 1000)));
        for wrong in ["level", "level=", "level=-1", "=3", "lvl=3", "bands=3", "backdoor_cells=1"] {
            assert!(quota(wrong).is_err(), "{wrong}");
        }
    }
}
