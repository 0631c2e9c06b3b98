//! The trait of the input formats.

use memchr::memrchr;

use super::line::is_blank_or_comment;
use super::text_lines::next_line;
use crate::board::notation::{Notation, Puzzles};
use crate::board::outcome::Outcome;
use crate::format::defect::{Defect, Position};
use crate::format::detect::RecordFormat;
use crate::format::records::Records;
use crate::format::unread::length_without_rows;

/// A function that sets the outcome of each of these puzzles.
pub type Classify<'a> = dyn FnMut(Puzzles<'_>, &mut Vec<Outcome>) + 'a;

/// A record format that can be read.
pub trait ReadRecords: Send + Sync {
    /// Returns the format.
    fn format(&self) -> RecordFormat;

    /// Returns the notation of the puzzles.
    fn notation(&self) -> Notation {
        Notation::Clues
    }

    /// Returns the first of 81 columns with the cells of the puzzles, counted from 0, if they have columns.
    fn first_column(&self) -> Option<usize> {
        None
    }

    /// Returns the number of bytes of `window`, which begins at a record, up to its last record border.
    ///
    /// Returns `None` if the first record may continue after `window`. By default every line end is a border.
    fn cut(&self, window: &[u8]) -> Option<usize> {
        length_without_rows(&window[..=memrchr(b'\n', window)?], is_blank_or_comment)
    }

    /// Returns whether a line end may be inside a record, given the `text` from the first record up to a line end.
    fn may_hide_line_ends(&self, text: &[u8]) -> bool {
        let _ = text;
        false
    }

    /// Replaces `records` with the records of `chunk`, which has less than 4 GiB. Allocates only if `records` must grow.
    ///
    /// # Panics
    /// If the chunk is longer.
    fn read(&self, chunk: &[u8], records: &mut Records);

    /// Replaces `records` with the records of `chunk`, and `outcomes` with those of their puzzles, by calling `classify`.
    ///
    /// `classify` may be called twice. A reader may first assume which bytes are the puzzles, and learn from the outcomes whether
    /// that was right: a puzzle with any byte that is neither a clue nor a blank must be
    /// [malformed](crate::solver::Verdict::Malformed).
    fn read_and_classify(
        &self,
        chunk: &[u8],
        records: &mut Records,
        outcomes: &mut Vec<Outcome>,
        classify: &mut Classify<'_>,
    ) {
        self.read(chunk, records);
        classify(records.puzzles(chunk, self.notation()), outcomes);
    }

    /// Adds the byte offset of the end of every record of `chunk`, including its line end, to `ends`. The lines on which the
    /// records begin, including malformed ones, start at the offsets `starts`, in ascending order.
    fn ends(&self, chunk: &[u8], starts: &[u32], ends: &mut Vec<u32>) {
        ends.extend(starts.iter().map(|&start| next_line(chunk, start as usize) as u32));
    }

    /// Returns the defect of the record at byte offset `origin`, which has the right shape but is malformed: it contains a byte that
    /// is neither a clue nor a blank, or blanks of two kinds.
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect;

    /// Returns the position of cell `cell` of the record at byte offset `origin`, which has the right shape.
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position;
}
