//! Results as values: the records of a source, solved on all cores and passed to a function one by one.
//!
//! ```text
//! worker ─▶ SolveRecords: a solved chunk ─▶ ReorderBuffer ─▶ SendChunks ─▶ channel ─▶ calling thread: its records
//! ```

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use super::chunk::Chunk;
use super::chunk_solver::ChunkSolver;
use super::open_records::OpenRecords;
use super::ordered::{Flush, Reuse, Sink, Stage};
use super::report::{ChunkReport, Report};
use super::run_settings::RunSettings;
use super::stopwatch::Stopwatch;
use super::threads::WorkerPool;
use crate::board::outcome::Outcome;
use crate::board::puzzle::Solution;
use crate::error::{Error, Result};
use crate::format::read::line::line_around;
use crate::format::{Reason, Record};
use crate::solver::SolverSettings;
use crate::solver::batch::Task;

/// The number of chunks that wait for the calling thread. The workers then wait as well, so a slow function takes no memory.
const WAITING: usize = 4;

/// A record of an input, solved.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SolvedRecord<'a> {
    /// The line of the input on which the record begins, counted from 1.
    pub line: u64,
    /// The character of that line at which the record begins, or its puzzle in a table, counted from 1.
    pub column: u64,
    /// The puzzle: 81 characters, or 729 for pencilmarks. Empty if the record is malformed.
    pub puzzle: &'a [u8],
    /// The line of the input on which the record begins, without its line end: the row of a table with its other columns, an object
    /// of JSON, or the first row of a grid.
    pub text: &'a [u8],
    /// The verdict, the number of solutions that were found, and the guesses.
    pub outcome: Outcome,
    /// The first solution that was found.
    pub solution: Option<Solution>,
    reason: Option<Reason>,
}

impl<'a> SolvedRecord<'a> {
    /// Returns what is wrong, in words, if the record is not a puzzle: malformed, or with equal clues in a house.
    pub fn reason(&self) -> Option<String> {
        self.reason.map(|reason| reason.to_string())
    }

    fn of(record: &Record<'a>) -> Self {
        let (start, end) = line_around(record.chunk, record.origin);
        Self {
            line: record.line,
            column: record.column.into(),
            puzzle: record.valid_puzzle(),
            text: record.chunk[start..end].trim_ascii_end(),
            outcome: record.outcome,
            solution: record.answer.copied().map(Solution::from_engine),
            reason: record.defect.map(|defect| defect.reason),
        }
    }
}

/// Solves `records` and calls `visit` with each of them, on the calling thread and in the order of the input.
///
/// Memory does not grow with the input: a few chunks wait for `visit`.
///
/// # Errors
/// As [`SolveJob::for_each`](super::SolveJob::for_each).
pub(crate) fn for_each_solved(
    records: OpenRecords,
    (task, solver): (Task, SolverSettings),
    settings: &RunSettings,
    mut visit: impl FnMut(&SolvedRecord<'_>) -> ControlFlow<()>,
) -> Result<Report> {
    let (sender, receiver) = sync_channel(WAITING);
    let read_as = records.format.to_string();
    let make_stage = move || SolveRecords(ChunkSolver::new(task, solver.build()));
    let report = thread::scope(|scope| {
        let run = thread::Builder::new()
            .name("records".to_owned())
            .spawn_scoped(scope, || solve(records, make_stage, settings, sender));
        let run = run.map_err(|error| Error::Threads(error.to_string()))?;
        let visited = receiver.iter().try_for_each(|chunk| visit_records(&chunk, &mut visit));
        drop(receiver); // which ends a run that goes on, at its next chunk
        let report = run.join().unwrap_or(Err(Error::Panicked));
        if visited.is_break() { Err(Error::Stopped) } else { report }
    })?;
    Ok(Report { read_as, ..report })
}

/// Solves the records, and sends their chunks to the calling thread.
fn solve(
    records: OpenRecords,
    make_stage: impl Fn() -> SolveRecords + Send + Sync + 'static,
    settings: &RunSettings,
    chunks: SyncSender<Arc<Chunk>>,
) -> Result<Report> {
    let pool = WorkerPool::start(settings.threads)?;
    let report = Report { threads: pool.len(), ..Report::after(records.input.header_lines()) };
    let sink = SendChunks { chunks, report, started: Stopwatch::start() };
    let sink = records.run_on(&pool, settings, true, make_stage, sink)?;
    Ok(Report { elapsed: sink.started.elapsed(), ..sink.report })
}

/// Calls `visit` with every record of a chunk until it breaks.
fn visit_records(
    chunk: &Chunk,
    visit: &mut impl FnMut(&SolvedRecord<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut visited = ControlFlow::Continue(());
    chunk.for_each_record(true, |record| {
        if visited.is_continue() {
            visited = visit(&SolvedRecord::of(record));
        }
    });
    visited
}

/// A chunk with its results.
#[derive(Default)]
struct SolvedChunk {
    chunk: Option<Arc<Chunk>>,
    report: ChunkReport,
}

impl Reuse for SolvedChunk {
    fn clear(&mut self) {
        self.chunk = None;
        self.report.clear();
    }

    fn held_bytes(&self) -> usize {
        self.chunk.as_ref().map_or(0, |chunk| chunk.text().len() + size_of_val(chunk.answers()))
            + self.report.held_bytes()
    }
}

/// The stage: solves a chunk of records.
struct SolveRecords(ChunkSolver);

impl Stage<Chunk> for SolveRecords {
    type Out = SolvedChunk;

    fn run(&mut self, chunk: &mut Chunk, output: &mut SolvedChunk, _: Flush<'_, SolvedChunk>) -> Result<()> {
        self.0.solve(chunk);
        output.report.tally = chunk.finish();
        if output.report.tally.bad() > 0 {
            chunk.for_each_record(true, |record| output.report.list_bad(record));
        }
        output.chunk = Some(Arc::new(chunk.take()));
        Ok(())
    }
}

/// The sink: sends the chunks to the calling thread, and adds up their reports.
struct SendChunks {
    chunks: SyncSender<Arc<Chunk>>,
    report: Report,
    started: Stopwatch,
}

impl Sink<SolvedChunk> for SendChunks {
    fn accept(&mut self, SolvedChunk { chunk, report }: &SolvedChunk) -> Result<()> {
        self.report.add(report);
        chunk.iter().try_for_each(|chunk| self.chunks.send(Arc::clone(chunk))).map_err(|_| Error::Stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SolveJob;
    use crate::pipeline::RecordSource;
    use crate::solver::{Goal, Verdict};

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Returns the lines, verdicts and first digits of the records of `text`.
    fn solved(text: &str, threads: usize) -> Vec<(u64, Verdict, Option<u8>)> {
        let mut settings = RunSettings::default().threads(threads);
        settings.chunk_size = Some(5000);
        let mut seen = Vec::new();
        let report = SolveJob::for_each(
            RecordSource::bytes("m", text.into()),
            Task::new(Goal::Unique),
            settings,
            |record| {
                let first = record.solution.map(|solution| solution.digits()[0]);
                seen.push((record.line, record.outcome.verdict, first));
                ControlFlow::Continue(())
            },
        );
        assert_eq!(report.unwrap().tally.records(), seen.len() as u64);
        seen
    }

    #[test]
    fn every_record_is_visited_in_order_with_its_line() {
        let text = format!("# heading\n{PUZZLE}\n12\n{}\n", ".".repeat(81)).repeat(500);
        let seen = solved(&text, 2);
        assert_eq!(seen, solved(&text, 1));
        assert_eq!(seen.len(), 1500);
        for (index, records) in seen.chunks(3).enumerate() {
            let line = 4 * index as u64 + 2;
            assert_eq!(records[0], (line, Verdict::Unique, Some(5)));
            assert_eq!(records[1], (line + 1, Verdict::Malformed, None));
            assert_eq!((records[2].0, records[2].1), (line + 2, Verdict::Multiple));
        }
    }

    #[test]
    fn a_record_has_its_puzzle_and_what_is_wrong_with_it() {
        let conflict = format!("11{}", ".".repeat(79));
        let text = format!("id,puzzle\n1,{PUZZLE}\n2,12\n3,{conflict}\n");
        let mut seen = Vec::new();
        let source = RecordSource::bytes("m", text.into());
        let report = SolveJob::for_each(source, Task::new(Goal::First), RunSettings::default(), |record| {
            let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
            seen.push((record.column, text(record.puzzle), record.reason(), text(record.text)));
            ControlFlow::Continue(())
        });
        assert_eq!(report.unwrap().bad.len(), 2);
        assert_eq!(seen[0], (3, PUZZLE.to_owned(), None, format!("1,{PUZZLE}")));
        assert_eq!((&*seen[1].1, seen[1].2.is_some()), ("", true));
        assert_eq!((&seen[2].1, seen[2].2.is_some()), (&conflict, true));
        assert_eq!(seen[1].3, "2,12");
    }

    #[test]
    fn a_break_stops_the_run() {
        let source = RecordSource::bytes("m", format!("{PUZZLE}\n").repeat(20_000).into());
        let mut visited = 0;
        let report = SolveJob::for_each(source, Task::new(Goal::First), RunSettings::default(), |_| {
            visited += 1;
            if visited == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(matches!(report, Err(Error::Stopped)));
        assert_eq!(visited, 5);
    }

    #[test]
    fn a_panic_ends_the_run() {
        let source = RecordSource::bytes("m", format!("{PUZZLE}\n").repeat(50_000).into());
        let run = || {
            SolveJob::for_each(source, Task::new(Goal::First), RunSettings::default(), |_| {
                panic!("on purpose")
            })
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
    }

    #[test]
    fn a_break_at_the_last_record_also_stops_the_run() {
        let source = RecordSource::bytes("m", PUZZLE.into());
        let report = SolveJob::for_each(source, Task::new(Goal::First), RunSettings::default(), |_| {
            ControlFlow::Break(())
        });
        assert!(matches!(report, Err(Error::Stopped)));
    }
}
