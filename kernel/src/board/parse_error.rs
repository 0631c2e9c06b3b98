//! The error of parsing a text as a value.

use std::borrow::Cow;
use std::fmt;

/// The error for a text that does not name a value of its type, such as an engine, a column or a share. The message says which
/// texts do.
///
/// ```
/// use bulkdoku::ParseError;
/// use bulkdoku::rating::Difficulty;
///
/// let error: ParseError = "evil".parse::<Difficulty>().unwrap_err();
/// assert_eq!(error.to_string(), "there is no difficulty 'evil': choose from easy, medium, hard, expert");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(Cow<'static, str>);

impl ParseError {
    /// Creates an error with this message.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseError {}
