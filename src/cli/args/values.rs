//! Parsers for the values of options.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};

use crate::bench::sets::BuiltIn;
use crate::solver::engine::Engine;
use crate::solver::isa::Isa;

/// The name of an engine.
pub fn engine() -> impl TypedValueParser<Value = Engine> {
    PossibleValuesParser::new(Engine::ALL.map(Engine::name)).try_map(|name| name.parse::<Engine>())
}

/// The name of an instruction set, or `auto`. An empty value means `auto`, as an empty environment variable is
/// usually one that a script left unset.
pub fn isa() -> impl TypedValueParser<Value = Isa> {
    IsaParser
}

/// The name of a built-in puzzle set.
pub fn built_in() -> impl TypedValueParser<Value = BuiltIn> {
    PossibleValuesParser::new(BuiltIn::ALL.map(BuiltIn::name))
        .try_map(|name| BuiltIn::ALL.into_iter().find(|set| set.name() == name).ok_or("there is no such set"))
}

/// A number from 1 to `max`.
pub fn up_to(max: u32) -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u32).range(1..=i64::from(max)).map(|number| number as usize)
}

/// The largest number of threads. A machine that starts many thousands has no time left for solving, or runs out of
/// memory.
pub const MAX_THREADS: u32 = 1000;

/// A number of threads.
pub fn threads() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u32).range(..=i64::from(MAX_THREADS)).map(|number| number as usize)
}

/// A number of equivalents of one puzzle. They are held in memory until all of them are drawn.
pub fn copies() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u32).range(1..=100_000).map(|number| number as usize)
}

/// A duration with its unit, as in `250ms` or `10s`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text).ok().filter(|duration| !duration.is_zero());
    duration.ok_or_else(|| "give a duration with its unit, as in 250ms or 10s".to_owned())
}

/// A duration that is at most a minute.
pub fn up_to_a_minute(text: &str) -> Result<Duration, String> {
    let is_short = |duration: &Duration| *duration <= Duration::from_secs(60);
    duration(text).and_then(|duration| Some(duration).filter(is_short).ok_or("at most 60s".to_owned()))
}

/// A ratio of two rates.
pub fn ratio(text: &str) -> Result<f64, String> {
    let ratio = text.parse().ok().filter(|ratio: &f64| ratio.is_finite() && *ratio > 0.0);
    ratio.ok_or_else(|| "give a ratio above 0, as in 0.98".to_owned())
}

/// A number of clues or a range, as in `30` or `28-34`.
pub fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (min, max) = text.split_once('-').unwrap_or((text, text));
    match (min.parse(), max.parse()) {
        (Ok(min), Ok(max)) if min <= max => Ok(min..=max),
        _ => Err("give a number, or a range as in 28-34".to_owned()),
    }
}

/// The version, and the instruction sets of this processor.
pub fn version() -> String {
    let available: Vec<_> = Isa::available().map(Isa::name).collect();
    format!("{} (lanes: {}; available: {})", env!("CARGO_PKG_VERSION"), Isa::best(), available.join(", "))
}

/// Parses an instruction set and lists the names for help and completions.
#[derive(Clone)]
struct IsaParser;

impl TypedValueParser for IsaParser {
    type Value = Isa;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Isa, clap::Error> {
        let value = if value.is_empty() { OsStr::new("auto") } else { value };
        StringValueParser::new().try_map(|name| name.parse::<Isa>()).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            ["auto"].into_iter().chain(Isa::ALL.iter().map(|isa| isa.name())).map(PossibleValue::new),
        ))
    }
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
