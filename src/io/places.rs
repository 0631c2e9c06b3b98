//! The places of the lines of a decoded text in the original text.
//!
//! ```text
//! original   [{"puzzle":"53..7…"}, {"puzzle":"9.2.8…"}]
//!             ▲ line 1, column 2   ▲ line 1, column 24
//!
//! decoded    {"puzzle":"53..7…"}
//!            {"puzzle":"9.2.8…"}
//! ```
//!
//! A decoder adds one place for every line, and the cutter of chunks takes the places of each chunk. So memory is bounded.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The place of a line of a decoded text in the original text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The line of the original, from 1.
    pub(crate) line: u64,
    /// The column of the original that column 1 of the decoded line came from. It is below 1 if the decoder put text before the
    /// line.
    pub(crate) column: i64,
    /// Whether the rest of the line came from the columns that follow. If not, all of it came from this one.
    pub(crate) is_copy: bool,
}

impl Place {
    /// Returns the column of the original that `column` of the decoded line came from.
    pub(crate) fn column(self, column: u32) -> u32 {
        let offset = if self.is_copy { i64::from(column) - 1 } else { 0 };
        u32::try_from((self.column + offset).max(1)).unwrap_or(u32::MAX)
    }
}

/// The places of the lines that are decoded but not yet cut into chunks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places(Arc<Mutex<VecDeque<Place>>>);

impl Places {
    /// Adds the places of the next lines.
    pub(crate) fn extend(&self, places: impl IntoIterator<Item = Place>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(places);
    }

    /// Takes the places of the next `lines` lines.
    pub(crate) fn take(&self, lines: usize) -> Vec<Place> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = lines.min(places.len());
        places.drain(..count).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copied_line_has_the_columns_of_the_original_and_another_line_has_one() {
        let place = Place { line: 3, column: 10, is_copy: true };
        assert_eq!((place.column(1), place.column(5)), (10, 14));
        assert_eq!(Place { is_copy: false, ..place }.column(5), 10);
        assert_eq!(Place { column: -9, ..place }.column(12), 2);
        assert_eq!(Place { column: -9, ..place }.column(1), 1);
        assert_eq!(Place { column: 1 << 40, ..place }.column(1), u32::MAX);
    }

    #[test]
    fn places_are_taken_in_the_order_in_which_they_were_added() {
        let place = |line| Place { line, column: 1, is_copy: true };
        let places = Places::default();
        places.clone().extend([1, 2, 3].map(place));
        assert_eq!(places.take(2), [1, 2].map(place));
        assert_eq!(places.take(2), [3].map(place));
    }
}
