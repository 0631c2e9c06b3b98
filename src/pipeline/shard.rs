//! The shards of a file or of a number of lines, on which many machines can work without communicating.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::board::parse_error::ParseError;

/// One of the equal shares of the records of a file, or of a number of puzzles to generate.
///
/// ```
/// use bulkdoku::pipeline::Shard;
///
/// let third: Shard = "3/16".parse()?;
/// assert_eq!(third.to_string(), "3/16");
/// assert!("17/16".parse::<Shard>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// Creates shard `number`, counted from 1, of `of`. Returns `None` if there is no such shard.
    ///
    /// ```
    /// use bulkdoku::pipeline::Shard;
    ///
    /// assert_eq!(Shard::new(3, 16).map(|shard| shard.to_string()), Some("3/16".to_owned()));
    /// assert_eq!(Shard::new(17, 16), None);
    /// ```
    pub fn new(number: u32, of: u32) -> Option<Self> {
        (1..=of).contains(&number).then_some(Self { number, of })
    }

    /// Returns the number of the shard, counted from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of shards.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Returns the range of this shard in `length` items, such as the puzzles to generate.
    ///
    /// ```
    /// use bulkdoku::pipeline::Shard;
    ///
    /// let second: Shard = "2/4".parse()?;
    /// assert_eq!(second.range(1000), 250..500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn range(self, length: u64) -> Range<u64> {
        let end = |shards: u32| (u128::from(length) * u128::from(shards) / u128::from(self.of)) as u64;
        end(self.number - 1)..end(self.number)
    }
}

impl FromStr for Shard {
    type Err = ParseError;

    fn from_str(text: &str) -> std::result::Result<Self, ParseError> {
        let parsed = text.split_once('/').and_then(|(number, of)| {
            let number = number.parse().ok()?;
            Self::new(number, of.parse().ok()?)
        });
        parsed.ok_or(ParseError::new("give a shard as its number and the number of shards, as in 3/16"))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_of_lines_is_a_range_of_them() {
        let shard: Shard = "3/16".parse().unwrap();
        assert_eq!((shard.number(), shard.of()), (3, 16));
        assert_eq!(shard.range(1600), 200..300);
    }

    #[test]
    fn only_the_names_of_existing_shards_parse() {
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "-1/3", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("2/2".parse(), Ok(Shard { number: 2, of: 2 }));
    }
}
