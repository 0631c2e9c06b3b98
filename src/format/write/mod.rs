//! The output formats of results, each in one file.

pub mod answer_rows;
pub(crate) mod array;
pub mod board;
pub mod count;
pub mod headed_rows;
pub(crate) mod input_columns;
pub(crate) mod number;
pub(crate) mod output_format;
pub(crate) mod rows;

pub use output_format::OutputFormat;

use std::io::Write;

use super::defect::{Defect, Reason};
use super::read::answer_field::GivenAnswer;
use crate::board::grid::CELLS;
use crate::board::outcome::{Outcome, Verdict};
use crate::io::places::Place;

/// An output format of results.
pub trait WriteAnswers: Send + Sync {
    /// Returns whether this format writes a solution exactly as the solver does: as an
    /// [`AnswerLine`](crate::solver::batch::AnswerLine).
    fn writes_answer_lines(&self) -> bool {
        false
    }

    /// Returns whether this format uses `Record::line` or `Record::column`. Lines are counted only if it does.
    fn needs_lines(&self) -> bool {
        false
    }

    /// Returns the text before the first record, written even when there are no records.
    fn header(&self) -> &[u8] {
        b""
    }

    /// Returns the text that replaces the header after the last record, for a format whose header has the number of `records`. It
    /// is as long as the header.
    fn final_header(&self, records: u64) -> Option<Vec<u8>> {
        let _ = records;
        None
    }

    /// Appends the result of one record.
    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>);
}

/// A record with its result.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The line of the input on which the record begins, counted from 1; 0 unless [`WriteAnswers::needs_lines`].
    pub line: u64,
    /// The character of that line at which the record begins, counted from 1; 0 unless [`WriteAnswers::needs_lines`].
    pub column: u32,
    /// The line of the record in the decoded text and its place in the input, if the input is decoded. Unlike the line of the
    /// input, the decoded line is unique to the record.
    pub(crate) decoded: Option<(u64, Place)>,
    /// The chunk with the record.
    pub chunk: &'a [u8],
    /// The byte offset in `chunk` of some byte on the record's first line.
    pub origin: usize,
    /// The text of the puzzle; empty when the record has the wrong shape.
    pub puzzle: &'a [u8],
    /// The first solution that was found, if any.
    pub answer: Option<&'a [u8; CELLS]>,
    /// The outcome of solving it.
    pub outcome: Outcome,
    /// The defect of the record, if it is not a puzzle.
    pub defect: Option<Defect>,
    /// The answer in the record, if answers are read.
    pub given: Option<GivenAnswer<'a>>,
}

impl<'a> Record<'a> {
    /// Returns a number that is unique in the input.
    #[inline]
    pub(crate) fn number(&self) -> u64 {
        self.decoded.map_or(self.line, |(line, _)| line)
    }

    /// Appends the verdict with its detail: `none`, `conflict r1c2 r1c7`, `malformed: …`.
    pub fn write_verdict(&self, out: &mut Vec<u8>) {
        let name = self.outcome.verdict.name();
        out.extend_from_slice(name.as_bytes());
        // Writing to memory cannot fail.
        let _ = match self.defect {
            Some(Defect { reason: Reason::Conflict(first, second), .. }) => write!(out, " {first} {second}"),
            Some(Defect { reason, position }) => write!(out, ": {reason} (column {})", position.column),
            None => Ok(()),
        };
    }

    /// Returns the requested solution, if it was found.
    #[inline]
    pub(crate) fn solution(&self) -> Option<&'a [u8; CELLS]> {
        self.answer.filter(|_| self.is_answered())
    }

    /// Returns the text of the puzzle, which is empty for a malformed record: that could contain any byte.
    #[inline]
    pub(crate) fn valid_puzzle(&self) -> &'a [u8] {
        if self.outcome.verdict == Verdict::Malformed { b"" } else { self.puzzle }
    }

    /// Returns whether the requested solution was found.
    #[inline]
    pub fn is_answered(&self) -> bool {
        matches!(self.outcome.verdict, Verdict::Solved | Verdict::Unique)
    }
}
