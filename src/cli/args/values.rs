//! Parsers for the values of options.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};

use crate::solver::Engine;
use crate::solver::Isa;

/// The name of a value on the command line, the value, and its help.
pub type Choice<T> = (&'static str, T, &'static str);

/// The parser of values with names. Help and completions list the names, with their help unless it is empty.
#[derive(Clone)]
pub struct OneOf<T>(Arc<[Choice<T>]>);

/// Returns the parser of the values in a table.
pub fn choice<T: Copy>(choices: &[Choice<T>]) -> OneOf<T> {
    OneOf(choices.into())
}

/// Returns the parser of the names of `all`.
pub fn named<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> OneOf<T> {
    OneOf(all.iter().map(|&item| (name(item), item, "")).collect())
}

impl<T: Copy + Send + Sync + 'static> TypedValueParser for OneOf<T> {
    type Value = T;

    /// The error suggests the value that is meant by a name that is used elsewhere.
    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let is_named = |name: &str| self.0.iter().any(|choice| choice.0 == name);
        let parser = PossibleValuesParser::new(self.possible_values().into_iter().flatten());
        let name = parser.parse_ref(command, argument, value).map_err(|mut error| {
            let meant = OTHER_NAMES.iter().find(|(other, _)| value == *other);
            if let Some((_, meant)) = meant.filter(|(_, meant)| is_named(meant)) {
                error.insert(ContextKind::SuggestedValue, ContextValue::String((*meant).to_owned()));
            }
            error
        })?;
        let found = self.0.iter().find(|choice| choice.0 == name);
        Ok(found.expect("the value of one of the names").1)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let help = |help: &'static str| Some(help).filter(|help| !help.is_empty());
        Some(Box::new(self.0.iter().map(move |choice| PossibleValue::new(choice.0).help(help(choice.2)))))
    }
}

/// Names that are used elsewhere but are not values here, and the values that they mean.
const OTHER_NAMES: [(&str, &str); 9] = [
    ("ep", "se"),
    ("er", "se"),
    ("dp", "se"),
    ("explainer", "se"),
    ("rotational", "half-turn"),
    ("rotation", "half-turn"),
    ("point", "half-turn"),
    ("mirror", "left-right"),
    ("equivalent", "puzzle"),
];

/// Returns the parser of an engine's name.
pub fn engine() -> OneOf<Engine> {
    named(&Engine::ALL, Engine::name)
}

/// Returns the parser of an instruction set's name, or `auto`.
pub fn isa() -> impl TypedValueParser<Value = Isa> {
    let names = ["auto"].into_iter().chain(Isa::ALL.map(Isa::name));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Isa>())
}

/// Returns the parser of a number in a range.
pub fn number(range: RangeInclusive<u32>) -> impl TypedValueParser<Value = usize> {
    let range = i64::from(*range.start())..=i64::from(*range.end());
    clap::value_parser!(u32).range(range).map(|number| number as usize)
}

/// The largest number of threads. With many thousands, a machine has no time left for solving, or runs out of memory.
pub const MAX_THREADS: u32 = 1000;

/// The largest number of equivalents of one puzzle. They stay in memory until all of them are drawn.
pub const MAX_EQUIVALENTS: u32 = 100_000;

/// Parses a duration with its unit, as in `250ms` or `10s`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text).ok().filter(|duration| !duration.is_zero());
    duration.ok_or_else(|| "give a duration with its unit, as in 250ms or 10s".to_owned())
}

/// Parses a duration of at most a minute.
pub fn up_to_a_minute(text: &str) -> Result<Duration, String> {
    let is_short = |duration: &Duration| *duration <= Duration::from_secs(60);
    duration(text).and_then(|duration| Some(duration).filter(is_short).ok_or("give at most 60s".to_owned()))
}

/// Parses a ratio of two rates.
pub fn ratio(text: &str) -> Result<f64, String> {
    let ratio = text.parse().ok().filter(|ratio: &f64| ratio.is_finite() && *ratio > 0.0);
    ratio.ok_or_else(|| "give a ratio above 0, as in 0.98".to_owned())
}

/// Parses a number of clues or a range, as in `30` or `28-34`.
pub fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (min, max) = text.split_once('-').unwrap_or((text, text));
    match (min.parse(), max.parse()) {
        (Ok(min), Ok(max)) if min <= max => Ok(min..=max),
        _ => Err("give a number, or a range as in 28-34".to_owned()),
    }
}

/// Returns the version and the instruction sets of this processor.
pub fn version() -> String {
    let available: Vec<_> = Isa::available().map(Isa::name).collect();
    format!("{} (lanes: {}; available: {})", env!("CARGO_PKG_VERSION"), Isa::best(), available.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_a_unit() {
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("1m 30s"), Ok(Duration::from_secs(90)));
        for wrong in ["", "250", "10 parsecs", "-1s", "0s", "ms"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert!(up_to_a_minute("60s").is_ok() && up_to_a_minute("61s").is_err());
    }

    #[test]
    fn a_ratio_is_a_number_above_zero() {
        assert_eq!(ratio("0.98"), Ok(0.98));
        for wrong in ["", "0", "-1", "nan", "inf", "98%"] {
            assert!(ratio(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn clues_are_a_number_or_a_range() {
        assert_eq!(clues("30"), Ok(30..=30));
        assert_eq!(clues("28-34"), Ok(28..=34));
        for wrong in ["", "-", "28-", "34-28", "28..34", "-3", "1-2-3"] {
            assert!(clues(wrong).is_err(), "{wrong}");
        }
    }
}
