//! Memory is taken by the chunk at most, never by the puzzle: on any worker.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bulkdoku::audit::{Audit, Settings};
use bulkdoku::format::claims::ClaimField;
use bulkdoku::format::grid::Grids;
use bulkdoku::format::line::{AnswerLines, Lines};
use bulkdoku::format::rows::SpacedRows;
use bulkdoku::format::{ReadRecords, WriteAnswers};
use bulkdoku::input::Input;
use bulkdoku::output::Output;
use bulkdoku::pipeline::{self, Job};
use bulkdoku::solver::engine::Engine;
use bulkdoku::solver::{Goal, Task};

/// The system's allocator, which counts.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is handed on as it came; counting touches no memory of the allocator.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller's promises are the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller's promises are the same.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are the same.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const CHUNK: usize = 16 * 1024;

/// Allocations of a whole run over `count` records, made of `text` with `per_text` of them; without a writer, of an audit.
fn allocations(
    text: &str,
    per_text: usize,
    count: usize,
    reader: Arc<dyn ReadRecords>,
    writer: Option<Arc<dyn WriteAnswers>>,
    threads: usize,
) -> u64 {
    let input =
        Input::reader("test", io::Cursor::new(text.repeat(count / per_text).into_bytes())).expect("an input");
    let audit = writer.is_none().then(audit);
    let output = audit.as_ref().map_or_else(|| Output::writer("nowhere", io::sink()), Audit::output);
    let writer = writer.or(audit.as_ref().map(Audit::writer)).expect("a writer");
    let before = ALLOCATIONS.load(Relaxed);
    let report = pipeline::run(Job {
        input,
        reader,
        output,
        writer,
        task: Task::new(Goal::Unique),
        engine: Box::new(|| Engine::Lanes.solver()),
        threads,
        chunk_size: Some(CHUNK),
        watch: Box::new(|_| ()),
    })
    .expect("a run");
    assert_eq!(report.tally.records(), count as u64);
    ALLOCATIONS.load(Relaxed) - before
}

/// An audit of one-line records with their answers, which keeps a few fingerprints in memory.
fn audit() -> Audit {
    let claims = Some(ClaimField::After(1));
    Audit::new(Settings { claims, answers: None, findings: 10, held: 1 << 16 })
}

/// The one test of this binary: nothing else may allocate meanwhile.
#[test]
fn twenty_times_the_puzzles_take_no_more_allocations() {
    let bad = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7a\n12\n";
    let line = format!("{PUZZLE}\n");
    let grid: String = (0..9).map(|row| format!("{}\n", &PUZZLE[9 * row..][..9])).collect();
    let mixed = format!("{line}{bad}{line}");
    let answered = format!("{PUZZLE} {}\n", "1".repeat(81)); // a finding a record
    for threads in [1, 2] {
        let texts = [("line", &line, 1), ("mixed", &mixed, 4), ("grid", &grid, 1), ("audit", &answered, 1)];
        for (name, text, per_text) in texts {
            let run = |count: usize| {
                let (reader, writer): (Arc<dyn ReadRecords>, Option<Arc<dyn WriteAnswers>>) = match name {
                    "grid" => (Arc::new(Grids), Some(Arc::new(SpacedRows))),
                    "audit" => (Arc::new(Lines), None),
                    _ => (Arc::new(Lines), Some(Arc::new(AnswerLines))),
                };
                allocations(text, per_text, count, reader, writer, threads)
            };
            let (few, many) = (run(10_000), run(200_000));
            // With two threads one may be stopped by the system while the other goes on, and every
            // chunk that waits for it takes a buffer, made in three steps at most.
            let chunks = (text.len() * 200_000 / per_text / CHUNK) as u64;
            let slack = if threads == 1 { 100 } else { 100 + 3 * chunks };
            println!("{name}, {threads} threads: {few} allocations for 10,000 records, {many} for 200,000");
            assert!(many < few + slack, "{name}, {threads} threads: {few} grew to {many}");
        }
    }
}
