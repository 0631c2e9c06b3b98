//! The input formats of records, each in one file.

pub mod answer_field;
pub mod csv;
mod csv_fast_path;
pub(crate) mod csv_tokenizer;
pub mod grid;
pub mod jsonl;
pub mod line;
pub mod pencilmark;
pub mod rewritten;

use memchr::memrchr;

use super::defect::{Defect, Position};
use super::detect::RecordFormat;
use super::records::Records;
use crate::board::notation::Notation;

/// A record format that can be read.
pub trait ReadRecords: Send + Sync {
    /// Returns the format.
    fn format(&self) -> RecordFormat;

    /// Returns the notation of the puzzles.
    fn notation(&self) -> Notation {
        Notation::Clues
    }

    /// Returns the number of bytes of `window`, which begins at a record, up to its last record border.
    ///
    /// Returns `None` if the first record may continue after `window`. By default every line end is a border.
    fn cut(&self, window: &[u8]) -> Option<usize> {
        memrchr(b'\n', window).map(|end| end + 1)
    }

    /// Returns true if a line end may be inside a record, given the `text` from the first record up to a line end.
    fn may_hide_line_ends(&self, text: &[u8]) -> bool {
        let _ = text;
        false
    }

    /// Replaces `records` with the records of `chunk`, which has less than 4 GiB. Allocates only if `records` must grow.
    ///
    /// # Panics
    /// If the chunk is longer.
    fn read(&self, chunk: &[u8], records: &mut Records);

    /// Adds the records of `chunk` on the assumption that all its lines are bare puzzles, after checking a few of them. Returns
    /// false, and adds nothing, if they are not.
    ///
    /// This is for callers that read the puzzles themselves and then call [`ReadRecords::verify_bare_lines`]. It saves a pass
    /// over bytes that come from memory.
    fn try_bare_lines(&self, chunk: &[u8], records: &mut Records) -> bool {
        let _ = (chunk, records);
        false
    }

    /// Returns true only if [`ReadRecords::read`] would add the records that [`ReadRecords::try_bare_lines`] added for `chunk`.
    /// All puzzles except those in `malformed` are known to consist of clues and blanks.
    fn verify_bare_lines(&self, chunk: &[u8], malformed: &mut dyn Iterator<Item = usize>) -> bool {
        let _ = (chunk, malformed);
        false
    }

    /// Adds the byte offset of the end of every record of `chunk`, including its line end, to `ends`. The lines on which the
    /// records begin, including malformed ones, start at the offsets `starts`, in ascending order.
    fn ends(&self, chunk: &[u8], starts: &[u32], ends: &mut Vec<u32>) {
        ends.extend(starts.iter().map(|&start| line::next_line(chunk, start as usize) as u32));
    }

    /// Returns the defect of the record at byte offset `origin`, which has the right shape but contains a byte that is neither a
    /// clue nor a blank.
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect;

    /// Returns the position of cell `cell` of the record at byte offset `origin`, which has the right shape.
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position;
}
