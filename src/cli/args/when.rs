//! The value of `--progress`.

use std::ffi::OsStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command};

use super::values;

/// When to show progress, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// A bar if stderr is a terminal.
    Auto,
    /// A bar.
    Always,
    /// A line after each interval of this length, for logs.
    Plain(Duration),
    /// Nothing.
    Never,
}

/// The default time between two lines.
const INTERVAL: Duration = Duration::from_secs(5);

/// The text before the interval.
const WITH_INTERVAL: &str = "plain=";

/// The values without an interval, and their help.
const NAMED: [(&str, When, &str); 4] = [
    ("auto", When::Auto, "A bar if stderr is a terminal"),
    ("always", When::Always, "A bar"),
    ("plain", When::Plain(INTERVAL), "A line every 5 seconds, for logs"),
    ("never", When::Never, "Nothing"),
];

impl When {
    /// Returns the parser of the option. Help and completions list the names.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        Parser
    }

    fn of(text: &str) -> Result<Self, String> {
        if let Some(interval) = text.strip_prefix(WITH_INTERVAL) {
            return values::duration(interval).map(Self::Plain);
        }
        let named = NAMED.iter().find(|(name, ..)| *name == text);
        named.map(|&(_, when, _)| when).ok_or_else(|| "there is no such value".to_owned())
    }
}

/// Parses one of the names, or an interval.
#[derive(Clone)]
struct Parser;

impl TypedValueParser for Parser {
    type Value = When;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<When, clap::Error> {
        if value.to_string_lossy().starts_with(WITH_INTERVAL) {
            return StringValueParser::new().try_map(|text| When::of(&text)).parse_ref(command, arg, value);
        }
        let names = PossibleValuesParser::new(NAMED.map(|(name, ..)| name));
        names.try_map(|name| When::of(&name)).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(NAMED.iter().map(|&(name, _, help)| PossibleValue::new(name).help(help))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_a_duration() {
        assert_eq!(When::of("plain"), Ok(When::Plain(INTERVAL)));
        assert_eq!(When::of("plain=30s"), Ok(When::Plain(Duration::from_secs(30))));
        for wrong in ["", "plain=", "plain=30", "plain=0s", "auto=1s", "plainer"] {
            assert!(When::of(wrong).is_err(), "{wrong}");
        }
    }
}
