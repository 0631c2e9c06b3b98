//! Shares of a data set.

use std::fmt;
use std::str::FromStr;

use crate::board::parse_error::ParseError;

/// The whole, in millionths.
const WHOLE: u32 = 1_000_000;

/// A share of a data set, exact to a ten-thousandth of a percent.
///
/// ```
/// use bulkdoku::datasets::Share;
///
/// let share: Share = "12.5%".parse()?;
/// assert_eq!((share.percent(), share.to_string()), (12.5, "12.5%".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share {
    millionths: u32,
}

impl Share {
    /// Returns the share of this percentage, rounded to a ten-thousandth of a percent, or `None` unless it is from 0 to 100.
    ///
    /// ```
    /// use bulkdoku::datasets::Share;
    ///
    /// assert_eq!(Share::from_percent(12.5), "0.125".parse().ok());
    /// assert_eq!(Share::from_percent(101.0), None);
    /// ```
    pub fn from_percent(percent: f64) -> Option<Self> {
        let is_valid = (0.0..=100.0).contains(&percent);
        is_valid.then(|| Self { millionths: (percent * 10_000.0).round() as u32 })
    }

    /// Returns the share in percent.
    pub fn percent(self) -> f64 {
        f64::from(self.millionths) / 10_000.0
    }

    /// Returns whether `part` of `whole` things are at most this share of them.
    pub(crate) fn contains(self, part: u64, whole: u64) -> bool {
        u128::from(part) * u128::from(WHOLE) <= u128::from(whole) * u128::from(self.millionths)
    }

    /// Returns what `shares` leave of the whole, or `None` if they exceed it.
    pub(crate) fn rest_of(shares: impl IntoIterator<Item = Self>) -> Option<Self> {
        let taken: u64 = shares.into_iter().map(|share| u64::from(share.millionths)).sum();
        let left = u64::from(WHOLE).checked_sub(taken)?;
        Some(Self { millionths: left as u32 })
    }

    /// Returns the ends of the shares on the scale of all 64-bit numbers. A number belongs to the first share whose end is above
    /// it.
    pub(super) fn ends(shares: impl Iterator<Item = Self>) -> Vec<u128> {
        let sums = shares.scan(0, |sum, share| {
            *sum += u128::from(share.millionths);
            Some(*sum)
        });
        sums.map(|sum| (sum << 64) / u128::from(WHOLE)).collect()
    }
}

/// Returns the index of the share that `place` belongs to, on the scale of [`Share::ends`].
pub(super) fn share_at(place: u64, ends: &[u128]) -> usize {
    ends.iter().position(|&end| u128::from(place) < end).unwrap_or(0)
}

/// Parses a percentage with at most four decimals, such as `12.5%`, or a number from 0 to 1 with at most six, such as `0.125`.
impl FromStr for Share {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (number, whole, most_decimals) = match text.strip_suffix('%') {
            Some(percent) => (percent.trim_end(), 100.0, 4),
            None => (text, 1.0, 6),
        };
        let is_digit_or_point = |byte: u8| byte.is_ascii_digit() || byte == b'.';
        let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let is_number = number.starts_with(|first: char| first.is_ascii_digit())
            && number.bytes().all(is_digit_or_point)
            && decimals <= most_decimals;
        let number: Option<f64> = number.parse().ok().filter(|_| is_number);
        number.and_then(|number| Self::from_percent(number * 100.0 / whole)).ok_or_else(|| {
            let forms = "a percentage such as 12.5%, or a number from 0 to 1 such as 0.125";
            ParseError::new(format!("a share is {forms}"))
        })
    }
}

/// Writes `12.5%`.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.percent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_a_percentage_or_a_fraction() {
        for (text, shown) in [
            ("10%", "10%"),
            ("0.0001%", "0.0001%"),
            ("99.9999%", "99.9999%"),
            ("100 %", "100%"),
            ("0.9", "90%"),
            ("0.000001", "0.0001%"),
            ("0.07", "7%"),
            ("1", "100%"),
            ("1%", "1%"),
            ("0", "0%"),
        ] {
            assert_eq!(text.parse::<Share>().unwrap().to_string(), shown);
        }
        for wrong in [
            "",
            "%",
            "-1",
            "-1%",
            "1.5",
            "10",
            "100.1%",
            "nan",
            "inf",
            "1e1%",
            "1.00001%",
            "0.0000001",
            "1.1.1%",
            ".5",
        ] {
            assert!(wrong.parse::<Share>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn shares_of_the_whole_take_all_numbers() {
        let share = |text: &str| text.parse::<Share>().unwrap();
        let rest = Share::rest_of([share("33.3333%"), share("50%")]).unwrap();
        assert_eq!(rest.to_string(), "16.6667%");
        let ends = Share::ends([share("50%"), share("33.3333%"), rest].into_iter());
        assert_eq!((ends[0], ends[2]), (1 << 63, 1 << 64));
        assert_eq!(Share::rest_of([share("0.6"), share("40.0001%")]), None);
    }
}
