//! The value of `--progress`.

use std::ffi::OsStr;
use std::time::Duration;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};

use super::values::{self, OneOf};

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
        Parser(values::choice(&NAMED))
    }
}

/// Parses one of the names, or an interval.
#[derive(Clone)]
struct Parser(OneOf<When>);

impl TypedValueParser for Parser {
    type Value = When;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<When, clap::Error> {
        if !value.to_string_lossy().starts_with(WITH_INTERVAL) {
            return self.0.parse_ref(command, arg, value);
        }
        let interval = |text: String| values::duration(&text[WITH_INTERVAL.len()..]).map(When::Plain);
        StringValueParser::new().try_map(interval).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_a_duration() {
        let parsed = |text: &str| When::parser().parse_ref(&Command::new("run"), None, OsStr::new(text)).ok();
        assert_eq!(parsed("plain"), Some(When::Plain(INTERVAL)));
        assert_eq!(parsed("plain=30s"), Some(When::Plain(Duration::from_secs(30))));
        for wrong in ["", "plain=", "plain=30", "plain=0s", "auto=1s", "plainer"] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
    }
}
