//! Chunks over a pool of workers: bounded memory, answers in order, an end that always comes.
//!
//! The one file that knows rayon. Every worker runs the same loop with memory of its own:
//!
//! ```text
//!  ┌─▶ room? ─▶ next chunk ─▶ read records ─▶ solve ─▶ write answers ─▶ hand in ─┐
//!  │   (waits)   (one lock)                            to the buffer    (one lock)│
//!  └──────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! Locks and shared counters are touched a few times a chunk, never for a puzzle, and once the
//! buffers have grown to the size of a chunk nothing is allocated.

pub(crate) mod all_solutions;
pub mod chunks;
pub(crate) mod ordered_writer;
pub mod report;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use memchr::memchr_iter;
use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::format::read::answer_field::GivenAnswers;
use crate::format::{Defect, MalformedRecord, ReadRecords, Reason, Record, Records, WriteAnswers, digits};
use crate::grid;
use crate::io::input::Input;
use crate::io::output::Output;
use crate::solver::batch::{AnswerLine, Puzzles, Solve, Task};
use crate::solver::{Outcome, Verdict};
use all_solutions::Lister;
use chunks::{Chunk, Chunks, LineCount};
use ordered_writer::{ChunkOutput, OrderedWriter, Outputs, WINDOW};
use report::{BadRecord, NAMED, Report, Tally};

/// A file to be solved, and how.
pub struct Job {
    /// The records.
    pub input: Input,
    /// Their format.
    pub reader: Arc<dyn ReadRecords>,
    /// Where the answers go.
    pub output: Output,
    /// Their format.
    pub writer: Arc<dyn WriteAnswers>,
    /// What is asked of each record.
    pub task: Task,
    /// Makes an engine; called once by each worker.
    pub engine: Box<dyn Fn() -> Box<dyn Solve> + Send + Sync>,
    /// Worker threads; 0: one a core, or what `RAYON_NUM_THREADS` says.
    pub threads: usize,
    /// Bytes of a chunk; `None`: what suits the input. The answers do not depend on it.
    pub chunk_size: Option<usize>,
    /// Called by the workers with the counters of each chunk that they have solved.
    pub watch: Box<dyn Fn(&Tally) + Send + Sync>,
}

/// Solves every record, and returns when the answers are in their place.
///
/// Memory beyond a mapped input: 48 MiB of answers at most that wait for their turn, and for each
/// worker its engine and a few chunks.
///
/// # Errors
/// At the first failure to read or write, at once: a worker in the middle of a hard puzzle is left
/// behind, and ends with its chunk. An output file that was there before is then untouched.
pub fn run(job: Job) -> Result<Report> {
    start(job, None)
}

/// The same, and writes as many solutions of each record to `listing` as its outcome counts, but
/// for records whose budget was spent: a line each, after the record's line in the input, in the
/// order of records and of the solutions' text.
///
/// They are searched for once more, one record after another on each worker, by [`Enumerator`],
/// so that the order is the same with every engine, and written as they are found: memory does not
/// grow with their number, but a worker with many waits for its chunk's turn.
///
/// # Errors
/// As [`run`].
///
/// [`Enumerator`]: crate::solver::enumerate::Enumerator
pub fn run_and_list(job: Job, mut listing: Output) -> Result<Report> {
    listing.write(all_solutions::HEADER)?;
    start(job, Some(listing))
}

fn start(job: Job, listing: Option<Output>) -> Result<Report> {
    let pool = pool(job.threads)?;
    let threads = pool.current_num_threads();
    let size = job.chunk_size.unwrap_or_else(|| chunks::size_for(job.input.length(), threads));
    let skipped = job.input.skipped;
    let mut answers = job.output;
    answers.write(job.writer.header())?;
    let header = job.writer.header().len();
    let lists = listing.is_some();
    let order = OrderedWriter::after(skipped, Outputs { answers, listing }, job.writer.separator(), WINDOW);
    let order = Arc::new(order);
    let input_name = job.input.name().to_owned();
    let mut chunks = Chunks::new(job.input, Arc::clone(&job.reader), size);
    if job.writer.needs_lines() || lists {
        chunks = chunks.counting_lines(skipped);
    }
    let shared = Shared {
        input_name,
        chunks: Mutex::new(chunks),
        order: Arc::clone(&order),
        lists,
        reader: job.reader,
        writer: job.writer,
        task: job.task,
        engine: job.engine,
        watch: job.watch,
    };
    let report = spread(&pool, &order, move || work(&shared))?;
    Ok(Report { written: report.written + header as u64, ..report })
}

/// Runs `work` on every thread, and returns when all that they hand in is in its place.
///
/// # Errors
/// At the first failure, at once: a thread in the middle of its work is left behind.
pub(crate) fn spread(
    pool: &rayon::ThreadPool,
    order: &Arc<OrderedWriter>,
    work: impl Fn() + Send + Sync + 'static,
) -> Result<Report> {
    let started = Instant::now();
    let watched = Arc::clone(order);
    pool.spawn_broadcast(move |_| {
        let _watchdog = Watchdog(&watched);
        work();
    });
    let (output, report) = order.wait()?;
    output.finish()?;
    Ok(Report { threads: pool.current_num_threads(), elapsed: started.elapsed(), ..report })
}

/// What the workers share.
struct Shared {
    input_name: String,
    chunks: Mutex<Chunks>,
    order: Arc<OrderedWriter>,
    lists: bool,
    reader: Arc<dyn ReadRecords>,
    writer: Arc<dyn WriteAnswers>,
    task: Task,
    engine: Box<dyn Fn() -> Box<dyn Solve> + Send + Sync>,
    watch: Box<dyn Fn(&Tally) + Send + Sync>,
}

impl Shared {
    /// The next chunk; at the end of the input, and when it cannot be read, tells the others.
    fn next_chunk(&self, buffer: Vec<u8>) -> Option<Chunk> {
        let mut chunks = self.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        match chunks.next(buffer) {
            Ok(Some(chunk)) => return Some(chunk),
            Ok(None) => self.order.no_more(chunks.count()),
            Err(reason) => self.order.fail(Error::reading(&self.input_name, reason)),
        }
        None
    }
}

/// The worker threads; 0: one a core, or what `RAYON_NUM_THREADS` says.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("solver-{index}"))
        .panic_handler(|_| {}) // told by the worker's `Watchdog`
        .build()
        .map_err(|error| Error::Threads(error.to_string()))
}

/// Calls `work` with every number below `count`, on so many threads.
///
/// # Errors
/// With one of the failures of `work`.
pub(crate) fn for_each(
    threads: usize,
    count: usize,
    work: impl Fn(usize) -> Result<()> + Send + Sync,
) -> Result<()> {
    pool(threads)?.install(|| (0..count).into_par_iter().try_for_each(work))
}

/// Ends the run when its worker panics, so that nobody waits for it.
struct Watchdog<'a>(&'a OrderedWriter);

impl Drop for Watchdog<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fail(Error::Panicked);
        }
    }
}

/// The loop of one worker.
fn work(shared: &Shared) {
    let mut worker = None;
    let mut buffer = Vec::new();
    while let Some(mut finished) = shared.order.begin() {
        let Some(chunk) = shared.next_chunk(buffer) else {
            return;
        };
        worker.get_or_insert_with(|| Worker::new(shared)).solve(&chunk, &mut finished);
        (shared.watch)(&finished.tally);
        shared.order.submit(chunk.number, finished);
        buffer = chunk.bytes.into_buffer();
    }
}

/// A worker's memory.
struct Worker<'a> {
    shared: &'a Shared,
    engine: Box<dyn Solve>,
    lister: Option<Lister>,
    records: Records,
    claims: GivenAnswers,
    /// An [`AnswerLine`] for each puzzle, flat: so it can be what is written, as it is.
    answers: Vec<u8>,
    outcomes: Vec<Outcome>,
    /// Bytes of the longest answers to a chunk that had to be written: what to reserve at once.
    longest: usize,
}

impl<'a> Worker<'a> {
    fn new(shared: &'a Shared) -> Self {
        Self {
            shared,
            engine: (shared.engine)(),
            lister: shared.lists.then(|| Lister::new(Arc::clone(&shared.order))),
            records: Records::default(),
            claims: GivenAnswers::default(),
            answers: Vec::new(),
            outcomes: Vec::new(),
            longest: 0,
        }
    }

    /// Solves the records of a chunk and writes their answers to `finished`.
    fn solve(&mut self, chunk: &Chunk, finished: &mut ChunkOutput) {
        self.read_and_solve(&chunk.bytes);
        self.list(chunk, &mut finished.listing);
        let tally = &mut finished.tally;
        tally.bytes = chunk.consumed;
        tally.lines = self.records.lines;
        tally.count_all(&self.outcomes);
        let all_answered = self.records.malformed.is_empty() && tally.answered() == tally.records();
        if all_answered && self.shared.writer.is_lines() {
            std::mem::swap(&mut self.answers, &mut finished.text);
        } else {
            finished.text.clear();
            finished.text.reserve(self.longest);
            self.write(chunk, finished);
            self.longest = self.longest.max(finished.text.len());
        }
    }

    fn read_and_solve(&mut self, chunk: &[u8]) {
        let reader = &self.shared.reader;
        self.records.clear();
        reader.read(chunk, &mut self.records);
        if let Some(field) = self.shared.writer.claims() {
            field.read(chunk, &self.records, &mut self.claims);
        }
        let puzzles = self.records.puzzles(chunk, reader.form());
        self.answers.resize(puzzles.len() * size_of::<AnswerLine>(), 0);
        self.outcomes.resize(puzzles.len(), Outcome::default());
        let (answers, _) = self.answers.as_chunks_mut();
        self.engine.solve(self.shared.task, puzzles, answers, &mut self.outcomes);
    }

    /// Writes all solutions, if they are asked for.
    fn list(&mut self, chunk: &Chunk, listing: &mut Vec<u8>) {
        let Some(lister) = &mut self.lister else { return };
        let puzzles = self.records.puzzles(&chunk.bytes, self.shared.reader.form());
        let (answers, _) = self.answers.as_chunks();
        lister.list(chunk, (&self.records, puzzles), (answers, &self.outcomes), listing);
    }

    /// Writes answer after answer, the faulty records in their places.
    fn write(&self, chunk: &Chunk, finished: &mut ChunkOutput) {
        let mut lines = LineCount::new(chunk);
        let needs_lines = self.shared.writer.needs_lines();
        let chunk = &chunk.bytes;
        let mut line = |origin| if needs_lines { lines.of(chunk, origin) } else { (0, 0) };
        let puzzles = self.records.puzzles(chunk, self.shared.reader.form());
        let (answers, _) = self.answers.as_chunks();
        let mut faulty = self.records.malformed.iter().peekable();
        for (index, answer) in answers.iter().enumerate() {
            while let Some(faulty) = faulty.next_if(|faulty| faulty.before as usize == index) {
                self.write_faulty(chunk, faulty, line(faulty.origin as usize), finished);
            }
            let line = line(self.records.origin(index));
            self.write_puzzle(chunk, (index, line), puzzles, answer, finished);
        }
        faulty.for_each(|faulty| self.write_faulty(chunk, faulty, line(faulty.origin as usize), finished));
    }

    fn write_puzzle(
        &self,
        chunk: &[u8],
        (index, (line, column)): (usize, (u64, u32)),
        puzzles: Puzzles<'_>,
        answer: &AnswerLine,
        finished: &mut ChunkOutput,
    ) {
        let outcome = self.outcomes[index];
        let defect = match outcome.verdict {
            Verdict::Malformed => Some(self.shared.reader.explain(chunk, self.records.origin(index))),
            Verdict::Conflict => self.conflict(chunk, index, puzzles),
            _ => None,
        };
        let answer = (outcome.solutions > 0).then(|| digits(answer));
        let (origin, puzzle) = (self.records.origin(index), puzzles.get(index));
        let claim = self.claims.get(chunk, origin, index);
        let record = Record { line, column, chunk, origin, puzzle, answer, outcome, defect, claim };
        self.put(&record, finished);
        if let Some(defect) = defect {
            name_bad(chunk, origin, defect, finished);
        }
    }

    #[cold]
    fn write_faulty(
        &self,
        chunk: &[u8],
        faulty: &MalformedRecord,
        (line, column): (u64, u32),
        finished: &mut ChunkOutput,
    ) {
        let outcome = Outcome { verdict: Verdict::Malformed, ..Outcome::default() };
        finished.tally.count(&outcome);
        let (origin, defect) = (faulty.origin as usize, Some(faulty.defect));
        let record =
            Record { line, column, chunk, origin, puzzle: b"", answer: None, outcome, defect, claim: None };
        self.put(&record, finished);
        name_bad(chunk, origin, faulty.defect, finished);
    }

    fn put(&self, record: &Record<'_>, finished: &mut ChunkOutput) {
        finished.text.extend_from_slice(self.shared.writer.separator());
        self.shared.writer.write(record, &mut finished.text);
    }

    #[cold]
    fn conflict(&self, chunk: &[u8], index: usize, puzzles: Puzzles<'_>) -> Option<Defect> {
        let (first, second) = grid::conflict(puzzles.clues(index)?)?;
        let place = self.shared.reader.locate(chunk, self.records.origin(index), second.index());
        Some(Defect { place, wrong: Reason::Conflict(first, second) })
    }
}

/// Notes one of the first bad records of a chunk, with its line.
#[cold]
fn name_bad(chunk: &[u8], origin: usize, defect: Defect, finished: &mut ChunkOutput) {
    if finished.bad.len() < NAMED {
        finished.bad.reserve_exact(NAMED - finished.bad.len());
        let lines_before = memchr_iter(b'\n', &chunk[..origin]).count() as u64;
        let line = lines_before + u64::from(defect.place.line) + 1;
        finished.bad.push(BadRecord { line, column: u64::from(defect.place.column), wrong: defect.wrong });
    }
}
