//! The error of a text that is read as a value.

use std::borrow::Cow;
use std::fmt;

/// A text that stands for no value of its type: for no engine, column, share and so on. The message says what does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(Cow<'static, str>);

impl ParseError {
    /// The error with this message.
    pub(crate) fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseError {}
