//! Lists every solution of every record, in a file beside the counts.
//!
//! A record may have millions of solutions. The worker passes them on in parts while it finds them, as soon as all earlier chunks
//! are written.

use crate::format::RecordPlace;
use crate::format::write::number::write_number;
use crate::pipeline::chunk::Chunk;
use crate::pipeline::line_count::LineCount;
use crate::pipeline::ordered::InOrder;
use crate::pipeline::ordered_writer::ChunkOutput;
use crate::solver::enumerate::Enumerator;
use crate::solver::{Outcome, Verdict};

/// The first line of the list.
pub(super) const HEADER: &[u8] = b"line,solution\n";

/// The number of bytes of solutions that a worker collects before it passes them on.
const PART: usize = 1 << 20;

/// Lists the solutions of each record of the solved `chunk`, as many as the record's outcome counts. They are in the order of the
/// records, and for each record in the order of their text. Stops when the run has ended.
pub(super) fn list_solutions(
    solutions: &mut Enumerator,
    chunk: &Chunk,
    output: &mut ChunkOutput,
    order: &InOrder<'_, ChunkOutput>,
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
                solutions.begin(&puzzles, index);
                if !list_record(solutions, count, line, output, order) {
                    return;
                }
            }
        }
    }
}

/// Lists the first `count` solutions of the record on `line`, which `solutions` has begun. Returns false when the run has ended.
fn list_record(
    solutions: &mut Enumerator,
    count: u64,
    line: u64,
    output: &mut ChunkOutput,
    order: &InOrder<'_, ChunkOutput>,
) -> bool {
    for _ in 0..count {
        let Some(solution) = solutions.next_solution() else { break };
        write_line(line, &solution, &mut output.list);
        output.list.push(b'\n');
        if output.list.len() >= PART && !order.flush(output) {
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
