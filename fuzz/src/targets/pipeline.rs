//! Whole runs against the plain solver: any format, engine, instruction set, goal and size of chunks.

use std::io::Cursor;
use std::sync::{Arc, LazyLock, Mutex};

use crate::bytes::Bytes;
use crate::oracle;
use crate::readers::detected;
use crate::records::{FileFormat, Record, draw, text_of};
use bulkdoku::internals::format::ReadRecords;
use bulkdoku::internals::{Input, Workers};
use bulkdoku::io::Output;
use bulkdoku::solver::{Engine, Isa};
use kernel::solver::SolverSettings;
use kernel::solver::batch::{Goal, Task};

/// The engines, each on its instruction set.
static ENGINES: LazyLock<Vec<SolverSettings>> = LazyLock::new(|| {
    let lanes = Isa::available().map(|isa| (Engine::Lanes, isa));
    let engines = lanes.chain([(Engine::Single, Isa::best())]);
    engines.map(|(engine, isa)| SolverSettings { engine, isa, ..SolverSettings::default() }).collect()
});

static WORKERS: LazyLock<Workers> = LazyLock::new(|| Workers::start(1).expect("a thread"));

pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let format = bytes.pick(&FileFormat::ALL);
    let goal = bytes.pick(&[Goal::First, Goal::Unique, Goal::Count { limit: 1 }, Goal::Count { limit: 7 }]);
    let solver = ENGINES[bytes.pick(&[0, 1, 2, 3]) % ENGINES.len()];
    let size = 1 + usize::from(bytes.byte()) * 8;
    let records = draw(&mut bytes, format);
    let text = text_of(&records, format);
    let Some((reader, header)) = detected(text.as_bytes()) else {
        return assert!(records.iter().all(|record| record.candidates().is_none()), "unknown format: {text}");
    };
    if reader.format() != format.record_format() || records.is_empty() {
        return; // without a whole puzzle, the format cannot be detected
    }
    let output = solve(&text, reader, header, Task::new(goal), solver, size);
    let mut lines = output.lines();
    assert_eq!(lines.next(), Some("line,puzzle,solution,verdict,solutions,guesses"));
    for record in &records {
        let line = lines.next().unwrap_or_else(|| panic!("a result is missing: {text}{output}"));
        check(record, goal, line);
    }
    assert_eq!(lines.next(), None, "{text}{output}");
}

fn solve(
    text: &str,
    reader: Arc<dyn ReadRecords>,
    header: usize,
    task: Task,
    solver: SolverSettings,
    size: usize,
) -> String {
    let mut input = Input::reader("text", Cursor::new(text.as_bytes().to_vec())).expect("memory can be read");
    input.skip(header.min(input.head().len()));
    let written = Arc::new(Mutex::new(Vec::new()));
    let output = Output::writer("memory", Sink(Arc::clone(&written)));
    WORKERS.solve((input, reader), task, size, solver, output).expect("memory can be written");
    let text = std::mem::take(&mut *written.lock().expect("no writer panicked"));
    String::from_utf8(text).expect("a table is text")
}

/// An output to memory.
struct Sink(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no writer panicked").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Compares a line of the table with the result of the plain solver.
fn check(record: &Record, goal: Goal, line: &str) {
    let fields: Vec<&str> = line.split(',').collect();
    let (solution, verdict, solutions) = (fields[2], fields[3], fields[4]);
    let Some(candidates) = record.candidates() else {
        return assert!(line.contains("malformed"), "{record:?}: {line}");
    };
    if record.has_conflict() {
        return assert!(verdict.starts_with("conflict"), "{record:?}: {line}");
    }
    let count: u64 = solutions.parse().unwrap_or_else(|_| panic!("{record:?}: {line}"));
    match verdict {
        "solved" | "unique" => assert!(oracle::solves(candidates, solution.as_bytes()), "{record:?}: {line}"),
        _ => assert_eq!(solution, "", "{record:?}: {line}"),
    }
    let Some(expected) = oracle::count(candidates, goal.limit(), 2_000) else { return };
    assert_eq!(count, expected, "{record:?}: {line}");
    assert_eq!(verdict, goal.verdict(expected).name(), "{record:?}: {line}");
}
