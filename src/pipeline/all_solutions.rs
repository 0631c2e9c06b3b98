//! Every solution of every record, written beside the answers.
//!
//! A record may have millions: they leave piece by piece while they are found, as soon as it is
//! their chunk's turn.

use std::io::Write;
use std::sync::Arc;

use crate::format::Records;
use crate::pipeline::chunks::{Chunk, LineCount};
use crate::pipeline::ordered_writer::OrderedWriter;
use crate::solver::batch::{AnswerLine, Puzzles};
use crate::solver::enumerate::Enumerator;
use crate::solver::{Outcome, Verdict};

/// What stands before the first solution.
pub(crate) const HEADER: &[u8] = b"line,solution\n";

/// Bytes of solutions that a worker gathers before it waits for its chunk's turn.
const PIECE: usize = 1 << 20;

/// Lists the solutions of a worker's chunks.
pub(crate) struct Lister {
    order: Arc<OrderedWriter>,
    solutions: Enumerator,
}

impl Lister {
    pub(crate) fn new(order: Arc<OrderedWriter>) -> Self {
        Self { order, solutions: Enumerator::new() }
    }

    /// Appends to `listing` as many solutions of each record as `outcomes` counts, in the order of
    /// records and texts, with the record's line. Gives up when the run is over.
    pub(crate) fn list(
        &mut self,
        chunk: &Chunk,
        (records, puzzles): (&Records, Puzzles<'_>),
        (answers, outcomes): (&[AnswerLine], &[Outcome]),
        listing: &mut Vec<u8>,
    ) {
        let mut lines = LineCount::new(chunk);
        for (index, outcome) in outcomes.iter().enumerate() {
            let (line, _) = lines.of(&chunk.bytes, records.origin(index));
            let goes_on = match outcome {
                Outcome { verdict: Verdict::BudgetExhausted, .. } => true, // nobody knows whether these are all
                Outcome { verdict: Verdict::Unique, .. } => {
                    write_solution(line, &answers[index], listing);
                    true
                }
                Outcome { solutions, .. } => {
                    self.solutions.begin(&puzzles, index);
                    self.list_record(chunk.number, line, *solutions, listing)
                }
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Appends the first `count` solutions of the record that was begun; false when the run is over.
    fn list_record(&mut self, chunk: u64, line: u64, count: u64, listing: &mut Vec<u8>) -> bool {
        for _ in 0..count {
            let Some(solution) = self.solutions.next_solution() else { break };
            write_solution(line, &solution, listing);
            listing.push(b'\n');
            if listing.len() >= PIECE && !self.order.write_listing(chunk, listing) {
                return false;
            }
        }
        true
    }
}

/// Appends a line as far as `solution` goes.
fn write_solution(line: u64, solution: &[u8], listing: &mut Vec<u8>) {
    // Writing to memory cannot fail.
    let _ = write!(listing, "{line},");
    listing.extend_from_slice(solution);
}
