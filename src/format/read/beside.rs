//! What is beside the puzzle of a record: its answer, and a rest that is too short for another puzzle.

use std::ops::Range;

use crate::board::grid::{CELLS, digit};
use crate::format::cells::SHORTEST;
use crate::format::unread::has_clues;

/// The largest number of bytes between a puzzle and its answer for which records are compared by length.
const LONGEST_GAP: usize = 24;

/// What is beside the puzzles of a chunk. The answer of a record is mostly where the one before had it, and the rest is too short
/// for another puzzle. Then lengths and the bytes around the answer are compared, and nothing is searched.
///
/// ```text
/// {"id":7,"puzzle":"53..7…","solution":"534678…","level":"easy"}
///                         │       gap    │      │
///                         puzzle.end     begin  end, the byte `close`
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Beside {
    /// The bytes between the puzzle and the answer of the last record that was examined.
    gap: [u8; LONGEST_GAP],
    /// The number of bytes from the end of that puzzle to the beginning and to the end of its answer. Both are 0 if it has none.
    begin: usize,
    end: usize,
    /// The byte after the answer, or a line end if the record ends there.
    close: u8,
}

impl Beside {
    /// Returns whether a record is too short for another puzzle besides `puzzle` and an answer where the last record had it.
    #[inline(always)] // for every record
    pub(crate) fn is_all(&self, record: &[u8], puzzle: Range<usize>) -> bool {
        let rest = record.len().wrapping_sub(puzzle.end + self.end);
        puzzle.start < SHORTEST
            && rest < SHORTEST
            && (self.end == 0 || self.has_answer(&record[puzzle.end..]))
    }

    /// Returns whether an answer is where the last record had it, in the text after a puzzle.
    #[inline(always)]
    fn has_answer(&self, after: &[u8]) -> bool {
        let Some((gap, answer)) = after.split_at_checked(self.begin) else { return false };
        let close = after.get(self.end).copied().unwrap_or(b'\n');
        gap == &self.gap[..self.begin]
            && close == self.close
            && answer.first().is_some_and(|&byte| digit(byte).is_some())
    }

    /// Returns whether a record has more clues than `puzzle` and its answer, enough for another puzzle, and remembers where the answer
    /// is.
    pub(crate) fn has_more(
        &mut self,
        record: &[u8],
        puzzle: Range<usize>,
        answer: Option<Range<usize>>,
    ) -> bool {
        let answer = answer.unwrap_or(puzzle.end..puzzle.end);
        let is_after = answer.start >= puzzle.end && answer.len() == CELLS;
        *self = if is_after {
            Self::of(&record[puzzle.end..], answer.start - puzzle.end)
        } else {
            Self::default()
        };
        let (first, last) = if answer.start < puzzle.start { (answer, puzzle) } else { (puzzle, answer) };
        [&record[..first.start], &record[first.end..last.start], &record[last.end..]]
            .into_iter()
            .any(has_clues)
    }

    /// Remembers where the answer begins in the text after a puzzle, unless it is too far away.
    fn of(after: &[u8], begin: usize) -> Self {
        if begin > LONGEST_GAP {
            return Self::default();
        }
        let (mut gap, end) = ([0; LONGEST_GAP], begin + CELLS);
        gap[..begin].copy_from_slice(&after[..begin]);
        Self { gap, begin, end, close: after.get(end).copied().unwrap_or(b'\n') }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_record_like_the_last_is_known_by_its_lengths() {
        let answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        for (before, gap, after) in [
            ("", ",", ""),
            ("7,", ",", ",easy\r"),
            ("7,\"", "\",\"", "\",\"easy\""),
            ("", " ", " easy"),
            ("{\"id\":7,\"puzzle\":\"", "\", \"solutions\": \"", "\"}"),
        ] {
            let record =
                |gap: &str, answer: &str, after: &str| format!("{before}{PUZZLE}{gap}{answer}{after}");
            let puzzle = before.len()..before.len() + CELLS;
            let known = record(gap, answer, after);
            let (mut beside, begin) = (Beside::default(), puzzle.end + gap.len());
            let is_all = |beside: &Beside, text: &str| beside.is_all(text.as_bytes(), puzzle.clone());
            assert!(is_all(&beside, &known[..puzzle.end]), "no answer");
            assert!(!is_all(&beside, &known), "no record before");
            assert!(!beside.has_more(known.as_bytes(), puzzle.clone(), Some(begin..begin + CELLS)));
            assert!(is_all(&beside, &known), "{known}");
            let longer = format!("{after}{}", &after[..after.len().min(1)].repeat(3));
            assert!(is_all(&beside, &record(gap, answer, &longer)), "{longer}");
            let other = gap.replacen(|byte: char| !byte.is_ascii_digit(), "5", 1);
            for text in [
                record(&other, answer, after),
                record(gap, &answer[1..], after),
                record(gap, &format!("{}{}", gap, &answer[gap.len()..]), after),
                record(gap, answer, &format!("{after}{}", " ".repeat(SHORTEST))),
                known[..puzzle.end].to_owned(),
            ] {
                assert!(!is_all(&beside, &text), "{text}");
            }
        }
    }
}
