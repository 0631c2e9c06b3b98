//! Record formats: bytes to puzzles, answers to bytes.
//!
//! A format to read is a [`ReadRecords`], one to write a [`WriteAnswers`]; each is one file.
//!
//! ```text
//!           cut                read                    solver                 write
//! bytes ─────────▶ chunk ─────────────▶ puzzles + ─────────────▶ outcomes ─────────────▶ answers
//!        at record         starts of     faulty       answers    + faulty    in the
//!        borders           records       records                 records     order of records
//! ```
//!
//! Reading is quick and trusting: it only says where puzzles stand, and sets aside what has a
//! wrong shape. Whether the bytes are clues is the solver's to see. What is wrong with a record,
//! and where, is worked out afterwards and in cold functions.

pub mod columns;
mod defect;
pub mod detect;
pub mod read;
pub mod write;

pub use defect::{Defect, Position, Reason};

use std::io::Write;

use crate::grid::CELLS;
use crate::solver::batch::{AnswerLine, Form, Puzzles};
use crate::solver::{Outcome, Verdict};
use read::answer_field::{AnswerField, GivenAnswer};

/// The length of a line that no record reaches: it is cut off there, and malformed.
///
/// Bounds the memory that a stream without line ends can take.
pub const ENDLESS: usize = 1 << 20;

/// A record format to read.
pub trait ReadRecords: Send + Sync {
    /// The format's name on the command line.
    fn name(&self) -> &'static str;

    /// How the puzzles of this format are written.
    fn form(&self) -> Form {
        Form::Clues
    }

    /// Bytes of `window`, which starts at a record, that end with a whole record: as many as
    /// can be; `None` when the first record's end is not in sight.
    fn cut(&self, window: &[u8]) -> Option<usize>;

    /// Finds the records of a chunk. Allocates only what `records` has not grown to before.
    fn read(&self, chunk: &[u8], records: &mut Records);

    /// What is wrong with the record at `origin`, which has the right shape but bytes that are
    /// neither clue nor blank.
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect;

    /// Where cell `cell` of the well-shaped record at `origin` stands.
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position;
}

/// A format to write answers in.
pub trait WriteAnswers: Send + Sync {
    /// Are the lines of the solver, just as they are, what this format writes for solutions?
    fn is_lines(&self) -> bool {
        false
    }

    /// Does this format tell [`Record::line`] or [`Record::column`]? Lines are counted for those alone who do.
    fn needs_lines(&self) -> bool {
        false
    }

    /// Where the records hold the answers that stand in [`Record::claim`]; looked for on demand alone.
    fn claims(&self) -> Option<&AnswerField> {
        None
    }

    /// What stands before the first record, and where there is none.
    fn header(&self) -> &[u8] {
        b""
    }

    /// What stands between two records.
    fn separator(&self) -> &'static [u8] {
        b""
    }

    /// Appends the answer to one record.
    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>);
}

/// A record with its answer.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The line of the input that it begins in, from 1; 0 when [`WriteAnswers::needs_lines`] denies.
    pub line: u64,
    /// The character of that line that it begins at, from 1; 0 likewise.
    pub column: u32,
    /// The chunk that it stands in,
    pub chunk: &'a [u8],
    /// and where: any byte of its first line.
    pub origin: usize,
    /// The puzzle's text; nothing when the record has the wrong shape.
    pub puzzle: &'a [u8],
    /// The first solution that was found, if any.
    pub answer: Option<&'a [u8; CELLS]>,
    /// What became of it.
    pub outcome: Outcome,
    /// What is wrong with it, if it is no puzzle.
    pub defect: Option<Defect>,
    /// The answer that the record itself claims, for [`WriteAnswers::claims`].
    pub claim: Option<GivenAnswer<'a>>,
}

impl Record<'_> {
    /// Appends the verdict with its detail: `none`, `conflict r1c2 r1c7`, `malformed: …`.
    pub fn write_verdict(&self, out: &mut Vec<u8>) {
        let name = self.outcome.verdict.name();
        out.extend_from_slice(name.as_bytes());
        // Writing to memory cannot fail.
        let _ = match self.defect {
            Some(Defect { wrong: Reason::Conflict(first, second), .. }) => write!(out, " {first} {second}"),
            Some(defect) => write!(out, ": {} (column {})", defect.wrong, defect.place.column),
            None => Ok(()),
        };
    }

    /// Was the solution found that was asked for?
    pub fn is_answered(&self) -> bool {
        matches!(self.outcome.verdict, Verdict::Solved | Verdict::Unique)
    }
}

/// The records of one chunk; its memory serves chunk after chunk.
///
/// ```text
/// chunk    puzzle 0 \n puzzle 1 \n 80 characters \n puzzle 2 \n
/// starts   ▲           ▲                           ▲
/// faulty                           before: 2
/// ```
#[derive(Debug, Default)]
pub struct Records {
    /// Lines read, records or not.
    pub lines: u64,
    /// Records of the wrong shape, in order.
    pub malformed: Vec<MalformedRecord>,
    starts: Vec<u32>,
    rewritten: Vec<u8>,
    origins: Vec<u32>,
}

/// A record of the wrong shape.
#[derive(Clone, Copy, Debug)]
pub struct MalformedRecord {
    /// Puzzles of the chunk that stand before it.
    pub before: u32,
    /// Where it begins in the chunk.
    pub origin: u32,
    /// What is wrong with it.
    pub defect: Defect,
}

impl Records {
    /// Forgets the records and keeps the memory.
    pub fn clear(&mut self) {
        self.lines = 0;
        self.malformed.clear();
        self.starts.clear();
        self.rewritten.clear();
        self.origins.clear();
    }

    /// Adds a puzzle that stands in the chunk at `start`, to be read where it is.
    #[inline]
    pub fn push(&mut self, start: usize) {
        self.starts.push(start as u32);
    }

    /// Adds a puzzle of the record at `origin`, rewritten as its cells alone.
    ///
    /// All puzzles of a chunk are rewritten, or none is.
    pub fn push_rewritten(&mut self, origin: usize, puzzle: &[u8]) {
        self.starts.push(self.rewritten.len() as u32);
        self.origins.push(origin as u32);
        self.rewritten.extend_from_slice(puzzle);
    }

    /// Adds the record at `origin`, which has the wrong shape.
    #[cold]
    pub fn push_malformed(&mut self, origin: usize, defect: Defect) {
        let before = self.starts.len() as u32;
        self.malformed.push(MalformedRecord { before, origin: origin as u32, defect });
    }

    /// Records of either kind.
    pub fn len(&self) -> usize {
        self.starts.len() + self.malformed.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The puzzles, for a solver.
    pub fn puzzles<'a>(&'a self, chunk: &'a [u8], form: Form) -> Puzzles<'a> {
        let text = if self.rewritten.is_empty() { chunk } else { &self.rewritten };
        Puzzles::new(text, &self.starts, form)
    }

    /// Where the record of puzzle `index` stands in the chunk.
    pub fn origin(&self, index: usize) -> usize {
        let origins = if self.origins.is_empty() { &self.starts } else { &self.origins };
        origins[index] as usize
    }
}

/// The 81 digits of an answer line, without its line end.
pub fn digits(line: &AnswerLine) -> &[u8; CELLS] {
    line.first_chunk().expect("an answer line is longer than a grid")
}
