//! A run allocates per chunk at most, never per puzzle, on any number of workers.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bulkdoku::audit::{self, AuditSettings};
use bulkdoku::format::read::answer_field::AnswerField;
use bulkdoku::format::read::csv::{Delimiter, Table};
use bulkdoku::format::read::grid::Grids;
use bulkdoku::format::read::line::Lines;
use bulkdoku::format::read::pencilmark::Pencilmarks;
use bulkdoku::format::write::append_columns::AppendColumns;
use bulkdoku::format::write::csv_jsonl::{Csv, JsonLines};
use bulkdoku::format::write::grid::SpacedRows;
use bulkdoku::format::write::lines::AnswerLines;
use bulkdoku::format::{ReadRecords, WriteAnswers};
use bulkdoku::io::input::Input;
use bulkdoku::io::output::Output;
use bulkdoku::pipeline::SolveRun;
use bulkdoku::solver::batch::{Goal, Task};
use bulkdoku::solver::engine::Engine;

/// The system allocator with a counter.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is forwarded unchanged to the system allocator; the counter touches none of its memory.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller has the same obligations.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller has the same obligations.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller has the same obligations.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const CHUNK: usize = 16 * 1024;

/// The allocations of a run over `count` records, where `text` holds `per_text` of them. Without a writer, the run is
/// an audit.
fn allocations(
    text: &str,
    per_text: usize,
    count: usize,
    reader: Arc<dyn ReadRecords>,
    writer: Option<Arc<dyn WriteAnswers>>,
    threads: usize,
) -> u64 {
    let text = text.repeat(count / per_text).into_bytes();
    let records = SolveRun {
        input: Input::reader("test", io::Cursor::new(text)).expect("an input"),
        reader,
        task: Task::new(Goal::Unique),
        engine: Box::new(|| Engine::Lanes.build()),
        threads,
        chunk_size: Some(CHUNK),
        on_chunk: Box::new(|_| ()),
    };
    let output = Output::writer("nowhere", io::sink());
    let before = ALLOCATIONS.load(Relaxed);
    let report = match writer {
        Some(writer) => records.write(output, writer).expect("a run"),
        None => audit::run(records, audit_settings()).expect("an audit").run,
    };
    let allocations = ALLOCATIONS.load(Relaxed) - before;
    assert_eq!(report.tally.records(), count as u64);
    allocations
}

/// An audit of one-line records with their answers, which holds a few fingerprints in memory.
fn audit_settings() -> AuditSettings {
    let answer_field = Some(AnswerField::After(1));
    AuditSettings {
        answer_field,
        answers: None,
        findings: 10,
        fingerprint_memory: 1 << 16,
        ..AuditSettings::default()
    }
}

/// A name, a text, the number of its records, the allocations that a chunk may take, and how records are read and
/// written; without a writer it is an audit. Quoted records are unfolded in memory that is allocated per chunk.
type Case = (&'static str, String, usize, u64, Arc<dyn ReadRecords>, Option<Arc<dyn WriteAnswers>>);

/// The only test of this binary, because another one would allocate at the same time.
#[test]
fn twenty_times_the_puzzles_take_no_more_allocations() {
    let bad = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7a\n12\n";
    let line = format!("{PUZZLE}\n");
    let grid: String = (0..9).map(|row| format!("{}\n", &PUZZLE[9 * row..][..9])).collect();
    let row = format!("1,{PUZZLE},x\n");
    let bad_rows = bad.replace('\n', ",\n").replace("53..", "2,53..").replace("12", "3,12");
    let quoted = format!("1,\"{PUZZLE}\",\"x, y\"\n");
    let mark = |clue, digit| if clue == '.' || clue == digit { digit } else { '.' };
    let marks = PUZZLE.chars().flat_map(|clue| ('1'..='9').map(move |digit| mark(clue, digit)));
    let marks = marks.collect::<String>() + "\n";
    let table = || Arc::new(Table::new(Delimiter::Byte(b','), 1));
    let kept = || Arc::new(AppendColumns::new(&table(), row.as_bytes()).expect("a table with commas"));
    let answered = format!("{PUZZLE} {}\n", "1".repeat(81)); // a finding a record
    let cases: [Case; 10] = [
        ("audit", answered, 1, 0, Arc::new(Lines), None),
        ("line", line.clone(), 1, 0, Arc::new(Lines), Some(Arc::new(AnswerLines))),
        ("mixed", format!("{line}{bad}{line}"), 4, 0, Arc::new(Lines), Some(Arc::new(AnswerLines))),
        ("grid", grid, 1, 0, Arc::new(Grids), Some(Arc::new(SpacedRows))),
        ("pencilmark", marks, 1, 0, Arc::new(Pencilmarks), Some(Arc::new(AnswerLines))),
        ("csv", row.clone(), 1, 0, table(), Some(Arc::new(AnswerLines))),
        ("csv to csv", format!("{row}{bad_rows}{row}"), 4, 0, table(), Some(Arc::new(Csv))),
        ("csv kept", format!("{row}{bad_rows}{row}"), 4, 0, table(), Some(kept())),
        ("quoted to json", quoted.clone(), 1, 16, table(), Some(Arc::new(JsonLines))),
        ("quoted kept", format!("{quoted}{bad_rows}{quoted}"), 4, 16, table(), Some(kept())),
    ];
    for threads in [1, 2] {
        for (name, text, per_text, a_chunk, reader, writer) in &cases {
            let run = |count: usize| {
                allocations(text, *per_text, count, Arc::clone(reader), writer.clone(), threads)
            };
            let (few, many) = (run(10_000), run(200_000));
            // With two threads, the system may stop one while the other goes on. Every chunk that waits for
            // it takes a buffer, which grows in three steps at most.
            let chunks = (text.len() * 200_000 / per_text / CHUNK) as u64;
            let slack = 100 + chunks * (a_chunk + if threads == 1 { 0 } else { 3 });
            println!("{name}, {threads} threads: {few} allocations for 10,000 records, {many} for 200,000");
            assert!(many < few + slack, "{name}, {threads} threads: {few} grew to {many}");
        }
    }
}
