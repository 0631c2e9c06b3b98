//! The value of `--max-bad`.

use std::fmt;
use std::str::FromStr;

use crate::board::parse_error::ParseError;

/// The number of bad records with which a run still succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaxBad {
    /// This number of records.
    Records(u64),
    /// This number of millionths of all records.
    Millionths(u32),
}

/// The number of millionths in a percent.
const PERCENT: u32 = 10_000;

impl MaxBad {
    /// Whether a run with `bad` bad records out of `records` succeeds.
    pub fn allows(self, bad: u64, records: u64) -> bool {
        match self {
            Self::Records(most) => bad <= most,
            Self::Millionths(share) => u128::from(bad) * 1_000_000 <= u128::from(records) * u128::from(share),
        }
    }
}

/// Parses a number of records, or a percentage with at most four decimals, as in `0.5%`.
impl FromStr for MaxBad {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = match text.strip_suffix('%') {
            Some(percent) => millionths(percent).map(Self::Millionths),
            None => text.parse().ok().map(Self::Records),
        };
        found.ok_or(ParseError::new("give a number of records as in 100, or a percentage as in 0.5%"))
    }
}

/// Returns the millionths in a percentage from 0 to 100.
fn millionths(percent: &str) -> Option<u32> {
    let (whole, decimals) = percent.split_once('.').unwrap_or((percent, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) || decimals.len() > 4 {
        return None;
    }
    let whole = whole.parse::<u32>().ok().filter(|&whole| whole <= 100)?;
    let millionths = whole * PERCENT + format!("{decimals:0<4}").parse::<u32>().ok()?;
    (millionths <= 100 * PERCENT).then_some(millionths)
}

impl fmt::Display for MaxBad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Records(most) => write!(f, "{most}"),
            Self::Millionths(share) => write!(f, "{}%", f64::from(*share) / f64::from(PERCENT)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn max_bad(text: &str) -> MaxBad {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn a_number_of_records_or_a_percentage_is_allowed() {
        assert!(max_bad("3").allows(3, 3) && !max_bad("3").allows(4, 1000));
        assert!(max_bad("0.5%").allows(5, 1000) && !max_bad("0.5%").allows(6, 1000));
        assert!(max_bad("0.1%").allows(1, 1000) && !max_bad("0.1%").allows(1, 999));
        assert!(max_bad("100%").allows(u64::MAX, u64::MAX) && max_bad("0%").allows(0, 0));
    }

    #[test]
    fn it_is_written_as_it_is_read() {
        for text in ["0", "18446744073709551615", "0%", "0.5%", "12.3456%", "100%"] {
            assert_eq!(max_bad(text).to_string(), text);
        }
        for wrong in ["", "%", "-1", "1.5", "0.12345%", "101%", "100.1%", "1e1%", ".5%", "x"] {
            assert!(wrong.parse::<MaxBad>().is_err(), "{wrong}");
        }
    }
}
