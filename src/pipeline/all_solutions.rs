//! Lists every solution of every record, beside the file of their counts.
//!
//! A record may have millions of solutions. They are passed on in parts while they are found, as soon as all earlier
//! chunks are written.

use crate::error::Result;
use crate::format::RecordPlace;
use crate::format::write::number::write_number;
use crate::io::output::Output;
use crate::pipeline::chunk_solver::AnswerStage;
use crate::pipeline::chunks::{Chunk, LineCount};
use crate::pipeline::ordered::{InOrder, Reuse, Sink, Stage};
use crate::pipeline::ordered_writer::{ChunkOutput, OrderedWriter};
use crate::pipeline::report::Report;

use crate::solver::enumerate::Enumerator;
use crate::solver::{Outcome, Verdict};

/// The first line of the list.
const HEADER: &[u8] = b"line,solution\n";

/// The bytes of solutions that a worker collects before it passes them on.
const PART: usize = 1 << 20;

/// The answers to the records of a chunk, and a part of the list of their solutions.
#[derive(Debug, Default)]
pub(crate) struct ListedChunk {
    answers: ChunkOutput,
    /// Lines of the list.
    solutions: Vec<u8>,
}

impl Reuse for ListedChunk {
    fn clear(&mut self) {
        self.answers.clear();
        self.solutions.clear();
    }

    fn held_bytes(&self) -> usize {
        self.answers.held_bytes() + self.solutions.capacity()
    }
}

/// The stage of `count --all`: a chunk of records to their answers and all their solutions.
pub(crate) struct ListStage {
    answers: AnswerStage,
    solutions: Enumerator,
}

impl ListStage {
    /// Lists the solutions of the records that `answers` answers.
    pub(crate) fn new(answers: AnswerStage) -> Self {
        Self { answers, solutions: Enumerator::new() }
    }

    /// Lists as many solutions of each record as its outcome counts, in the order of the records and of the solutions'
    /// text. Stops when the run has ended.
    fn list(&mut self, chunk: &Chunk, output: &mut ListedChunk, order: &InOrder<'_, ListedChunk>) {
        let records = &self.answers.records;
        let (mut lines, text): (_, &[u8]) = (LineCount::new(chunk), &chunk.bytes);
        let puzzles = records.puzzles(text);
        for RecordPlace { puzzle, origin } in records.places() {
            let Ok(index) = puzzle else { continue };
            let (line, _) = lines.of(text, origin);
            match records.outcomes()[index] {
                Outcome { verdict: Verdict::BudgetExhausted, .. } => {} // these may not be all
                Outcome { verdict: Verdict::Unique, .. } => {
                    write_line(line, &records.answers()[index], &mut output.solutions);
                }
                Outcome { solutions, .. } => {
                    self.solutions.begin(&puzzles, index);
                    if !list_record(&mut self.solutions, solutions, line, output, order) {
                        return;
                    }
                }
            }
        }
    }
}

impl Stage for ListStage {
    type Item = Chunk;
    type Out = ListedChunk;

    fn run(
        &mut self,
        chunk: &Chunk,
        output: &mut ListedChunk,
        order: &InOrder<'_, ListedChunk>,
    ) -> Result<()> {
        self.answers.solve(&chunk.bytes);
        output.answers.text.clear(); // a part that is passed on early holds no answers
        self.list(chunk, output, order);
        self.answers.write(chunk, &mut output.answers);
        Ok(())
    }
}

/// Writes answers and solutions to two files.
pub(crate) struct ListWriter {
    answers: OrderedWriter,
    list: Output,
}

impl ListWriter {
    /// Begins the list with its header.
    ///
    /// The list has a header unless it continues that of an earlier part of the file.
    ///
    /// # Errors
    /// When the header cannot be written.
    pub(crate) fn new(answers: OrderedWriter, mut list: Output, with_header: bool) -> Result<Self> {
        if with_header {
            list.write(HEADER)?;
        }
        Ok(Self { answers, list })
    }
}

impl Sink<ListedChunk> for ListWriter {
    type Finished = Report;

    fn accept(&mut self, chunk: &ListedChunk) -> Result<()> {
        self.answers.accept(&chunk.answers)?;
        self.list.write(&chunk.solutions)
    }

    /// Puts both files in their places, the answers last.
    fn finish(self) -> Result<Report> {
        self.answers.finish_with(Some(self.list))
    }
}

/// Lists the first `count` solutions of the record of `line`, which `solutions` has begun. Returns `false` when the run
/// has ended.
fn list_record(
    solutions: &mut Enumerator,
    count: u64,
    line: u64,
    output: &mut ListedChunk,
    order: &InOrder<'_, ListedChunk>,
) -> bool {
    for _ in 0..count {
        let Some(solution) = solutions.next_solution() else { break };
        write_line(line, &solution, &mut output.solutions);
        output.solutions.push(b'\n');
        if output.solutions.len() >= PART && !order.flush(output) {
            return false;
        }
    }
    true
}

/// Appends a line of the list: the record's line, a comma and `solution`, which may bring its own line end.
fn write_line(line: u64, solution: &[u8], list: &mut Vec<u8>) {
    write_number(line, list);
    list.push(b',');
    list.extend_from_slice(solution);
}
