//! The parsers of the library: every value that they accept survives a round trip through text.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::text::expand;
use bulkdoku::datasets::Share;
use bulkdoku::format::Column;
use bulkdoku::pipeline::Shard;
use bulkdoku::rating::{RatingFilter, RatingKind};
use bulkdoku::solver::Engine;
use bulkdoku::solver::Isa;
use bulkdoku::symmetry::Transformation;
use bulkdoku::{Puzzle, Solution};

pub fn run(data: &[u8]) {
    let Some((&kind, bytes)) = data.split_first() else { return };
    let text = expand(bytes);
    let Ok(text) = str::from_utf8(&text) else { return };
    match kind % 10 {
        0 => puzzle(text),
        1 => round_trip::<Solution>(text),
        2 => round_trip::<Shard>(text),
        3 => round_trip::<Share>(text),
        4 => round_trip::<Transformation>(text),
        5 => round_trip::<RatingKind>(text),
        6 => round_trip::<Engine>(text),
        7 => round_trip::<Isa>(text),
        8 => drop(text.parse::<Column>()),
        _ => drop(text.parse::<RatingFilter>()),
    }
}

fn puzzle(text: &str) {
    let Ok(puzzle) = text.parse::<Puzzle>() else { return };
    assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
    assert_eq!(Puzzle::from_digits(&puzzle.digits()), Ok(puzzle));
}

fn round_trip<T: FromStr + Display + Debug + PartialEq>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        assert_eq!(value.to_string().parse().ok(), Some(value), "{text}");
    }
}
