//! The value of `--max-bad`.

use std::fmt;
use std::str::FromStr;

use crate::board::parse_error::ParseError;
use crate::datasets::Share;

/// The number of bad records with which a run still succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaxBad {
    /// This number of records.
    Records(u64),
    /// This share of all records.
    Share(Share),
}

impl MaxBad {
    /// Whether a run with `bad` bad records out of `records` succeeds.
    pub fn allows(self, bad: u64, records: u64) -> bool {
        match self {
            Self::Records(most) => bad <= most,
            Self::Share(share) => share.contains(bad, records),
        }
    }
}

/// Parses a number of records, or a percentage with at most four decimals, as in `0.5%`.
impl FromStr for MaxBad {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let ends_in_digit = |percent: &str| percent.ends_with(|last: char| last.is_ascii_digit());
        let found = match text.strip_suffix('%') {
            Some(percent) => text.parse().ok().filter(|_| ends_in_digit(percent)).map(Self::Share),
            None => text.parse().ok().map(Self::Records),
        };
        found.ok_or(ParseError::new("give a number of records as in 100, or a percentage as in 0.5%"))
    }
}

impl fmt::Display for MaxBad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Records(most) => write!(f, "{most}"),
            Self::Share(share) => share.fmt(f),
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
