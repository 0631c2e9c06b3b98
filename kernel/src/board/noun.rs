//! Nouns after numbers.

use std::fmt;

/// A noun after this number: singular after 1, plural otherwise. Formatting it does not allocate.
#[derive(Clone, Copy, Debug)]
pub struct Noun<'a>(pub u64, pub &'a str);

impl fmt::Display for Noun<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, noun) = self;
        let ending = match number {
            1 => "",
            _ if noun.ends_with('s') => "es",
            _ => "s",
        };
        write!(f, "{noun}{ending}")
    }
}
