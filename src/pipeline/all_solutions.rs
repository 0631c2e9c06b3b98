//! Lists every solution of every record, in a file beside the counts.
//!
//! A record may have millions of solutions. The worker passes them on in parts while it finds them, as soon as all earlier chunks
//! are written.

use crate::board::candidates::Candidates;
use crate::board::notation::given_masks;
use crate::error::Result;
use crate::format::RecordPlace;
use crate::format::write::number::write_number;
use crate::io::Output;
use crate::pipeline::chunk::Chunk;
use crate::pipeline::chunk_solver::AnswerStage;
use crate::pipeline::line_count::LineCount;
use crate::pipeline::ordered::{Flush, Reuse, Sink, Stage};
use crate::pipeline::ordered_writer::{ChunkOutput, OrderedWriter};
use crate::solver::{Outcome, Solutions, Solver, Verdict};

/// The first line of the list.
const HEADER: &[u8] = b"line,solution\n";

/// The number of bytes of solutions that a worker collects before it passes them on.
const PART: usize = 1 << 20;

/// The stage of `count` with a list: the results of each chunk, and the solutions of its records.
pub(super) struct ListStage {
    results: AnswerStage,
    solver: Solver,
}

/// The results of a chunk and its lines of the list.
#[derive(Default)]
pub(super) struct ListedChunk {
    results: ChunkOutput,
    list: Vec<u8>,
}

/// A sink that writes the results to one output and the list to another.
pub(super) struct ListWriter {
    pub(super) results: OrderedWriter,
    pub(super) list: Output,
}

impl ListStage {
    /// Creates a stage that also lists the solutions of what `results` solves.
    pub(super) fn new(results: AnswerStage) -> Self {
        Self { results, solver: Solver::new() }
    }
}

impl Stage<Chunk> for ListStage {
    type Out = ListedChunk;

    fn run(
        &mut self,
        chunk: &mut Chunk,
        output: &mut ListedChunk,
        flush: Flush<'_, ListedChunk>,
    ) -> Result<()> {
        self.results.solver.solve(chunk);
        output.results.text.clear(); // a part of the list that is passed on early has no results
        list_solutions(&mut self.solver, chunk, output, flush);
        self.results.write(chunk, &mut output.results);
        Ok(())
    }
}

impl Reuse for ListedChunk {
    fn clear(&mut self) {
        self.results.clear();
        self.list.clear();
    }

    fn held_bytes(&self) -> usize {
        self.results.held_bytes() + self.list.capacity()
    }
}

impl ListWriter {
    /// Writes the list to `list`, with a header unless it continues the list of an earlier part of the file.
    ///
    /// # Errors
    /// When the header cannot be written.
    pub(super) fn new(results: OrderedWriter, mut list: Output, has_header: bool) -> Result<Self> {
        list.write(if has_header { HEADER } else { b"" })?;
        Ok(Self { results, list })
    }
}

impl Sink<ListedChunk> for ListWriter {
    fn accept(&mut self, chunk: &ListedChunk) -> Result<()> {
        self.results.accept(&chunk.results)?;
        self.list.write(&chunk.list)
    }
}

/// Lists the solutions of each record of the solved `chunk`, as many as the record's outcome counts. They are in the order of the
/// records, and for each record in the order of their text. Stops when the run has ended.
fn list_solutions(
    solver: &mut Solver,
    chunk: &Chunk,
    output: &mut ListedChunk,
    flush: Flush<'_, ListedChunk>,
) {
    let (mut lines, text) = (LineCount::after(chunk.lines_before), chunk.text());
    let puzzles = chunk.puzzles();
    for RecordPlace { puzzle, origin } in chunk.places() {
        let Ok(index) = puzzle else { continue };
        let (line, _) = chunk.original(lines.of(text, origin));
        match chunk.outcomes()[index] {
            Outcome { verdict: Verdict::BudgetExhausted, .. } => {} // the count may be incomplete
            Outcome { verdict: Verdict::Unique, .. } => {
                write_line(line, &chunk.answers()[index], &mut output.list);
            }
            Outcome { solutions: count, .. } => {
                let given = given_masks(puzzles.get(index), puzzles.notation());
                let Some(candidates) = given.map(Candidates::from_masks) else { continue };
                if !list_record(solver.solutions(&candidates), count, line, output, flush) {
                    return;
                }
            }
        }
    }
}

/// Lists the first `count` solutions of the record on `line`. Returns false when the run has ended.
fn list_record(
    solutions: Solutions<'_>,
    count: u64,
    line: u64,
    output: &mut ListedChunk,
    flush: Flush<'_, ListedChunk>,
) -> bool {
    for solution in solutions.take(usize::try_from(count).unwrap_or(usize::MAX)) {
        write_line(line, solution.as_bytes(), &mut output.list);
        output.list.push(b'\n');
        if output.list.len() >= PART && !flush(output) {
            return false;
        }
    }
    true
}

/// Appends a line of the list: the record's line, a comma and `solution`, which may have its own line end.
fn write_line(line: u64, solution: &[u8], list: &mut Vec<u8>) {
    write_number(line, list);
    list.push(b',');
    list.extend_from_slice(solution);
}
