//! Memory that is allocated: a run allocates at most per chunk, never per puzzle, on any number of workers. A rater allocates only
//! for its first batch, and canonical forms only for their first boards.

mod forms;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bulkdoku::audit::AuditJob;
use bulkdoku::datasets::{AugmentJob, CanonJob};
use bulkdoku::format::{OutputFormat, RowFormat};
use bulkdoku::io::Output;
use bulkdoku::pipeline::{RecordSource, Report, RunSettings};
use bulkdoku::rating::{Rater, Rating, RatingKind, RatingSettings};
use bulkdoku::solver::{Answers, Engine, Goal, Isa, Notation, Outcome, Puzzles, Task, Verdict};
use bulkdoku::{SolveJob, Solver};

/// The system allocator with counters.
struct Counting;

/// The allocations of all threads.
static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The allocations of this thread. The one that runs the tests also allocates now and then.
    static OWN: Cell<u64> = const { Cell::new(0) };
}

fn count_one() {
    ALLOCATIONS.fetch_add(1, Relaxed);
    OWN.set(OWN.get() + 1);
}

// SAFETY: every call is forwarded unchanged to the system allocator; the counters touch none of its memory, and need no memory themselves.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: the caller has the same obligations.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_one();
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
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const CHUNK: usize = 16 * 1024;

/// The records of two runs whose allocations are compared.
const FEW: usize = if cfg!(debug_assertions) { 4_000 } else { 10_000 };
const MANY: usize = 5 * FEW;

/// The work on the records.
#[derive(Clone, Copy)]
enum Work {
    Solve(OutputFormat),
    /// Solves, and keeps the columns of the input.
    Rows(RowFormat),
    Audit,
    Profile,
    Canon,
    SolutionForm,
    /// Writes two equivalents of each record and of its answer, with their maps.
    Augment,
}

impl Work {
    fn run(self, source: RecordSource, settings: RunSettings) -> bulkdoku::Result<Report> {
        let output = Output::writer("nowhere", io::sink());
        Ok(match self {
            Self::Solve(format) => {
                SolveJob::new(source, output).unique().output_format(format).run_settings(settings).run()?
            }
            Self::Rows(format) => {
                SolveJob::new(source, output).unique().rows(format).run_settings(settings).run()?
            }
            Self::Audit => AuditJob::new(source).run_settings(settings).run()?.run,
            Self::Profile => AuditJob::new(source).run_settings(settings).run_with_html()?.0.run,
            Self::Canon => canon(source, output).run_settings(settings).run()?,
            Self::SolutionForm => canon(source, output).solution_forms().run_settings(settings).run()?,
            Self::Augment => {
                let job =
                    AugmentJob::new(source, 2, 1, output).format(RowFormat::Jsonl).with_transformation(true);
                job.include_original(true).run_settings(settings).run()?.run
            }
        })
    }
}

/// Returns a job that writes forms with their maps, as a table.
fn canon(source: RecordSource, output: Output) -> CanonJob {
    CanonJob::new(source, output).format(RowFormat::Csv).with_transformation(true)
}

/// A text to repeat, and the work on its records.
struct Case {
    name: &'static str,
    header: &'static str,
    text: String,
    /// The number of records of the text.
    records: usize,
    /// The allocations allowed per chunk. Quoted records are unquoted in memory that is allocated per chunk, and duplicates wait
    /// in blocks of a few hundred.
    a_chunk: u64,
    /// The allocations allowed in all. The 256 buckets of a table of findings double their memory as they grow.
    in_all: u64,
    work: Work,
}

impl Case {
    fn new(name: &'static str, text: String, records: usize, work: Work) -> Self {
        Self { name, header: "", text, records, a_chunk: 0, in_all: 100, work }
    }

    fn with_header(self, header: &'static str) -> Self {
        Self { header, ..self }
    }

    fn allowing(self, a_chunk: u64) -> Self {
        Self { a_chunk, ..self }
    }

    fn with_buckets(self) -> Self {
        Self { in_all: self.in_all + 256 * 8, ..self }
    }

    /// Returns the allocations of a run over `count` records in a file that is read like a stream.
    fn allocations(&self, count: usize, threads: usize) -> u64 {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let text = self.header.to_owned() + &self.text.repeat(count / self.records);
        std::fs::write(file.path(), text).expect("a file");
        let source = RecordSource::file(file.path()).expect("a file").unmapped();
        let mut settings = RunSettings::default().threads(threads);
        settings.chunk_size = Some(CHUNK);
        let before = ALLOCATIONS.load(Relaxed);
        let report = self.work.run(source, settings).expect("a run");
        let allocations = ALLOCATIONS.load(Relaxed) - before;
        assert_eq!(report.tally.records(), count as u64, "{}", self.name);
        allocations
    }
}

/// The only test of this binary, because another one would allocate at the same time.
#[test]
fn five_times_the_puzzles_take_no_more_allocations() {
    // First, while no worker of an earlier run can still be ending.
    forms::forms_allocate_nothing();
    rating_a_batch_again_allocates_nothing();
    a_puzzle_that_a_lane_gives_up_allocates_nothing();
    answers_as_digits_allocate_nothing();
    let bad = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7a\n12\n";
    let line = format!("{PUZZLE}\n");
    let grid: String = (0..9).map(|row| format!("{}\n", &PUZZLE[9 * row..][..9])).collect();
    let row = format!("1,{PUZZLE},x\n");
    let bad_rows = bad.replace('\n', ",\n").replace("53..", "2,53..").replace("12", "3,12");
    let quoted = format!("1,\"{PUZZLE}\",\"x, y\"\n");
    let mark = |clue, digit| if clue == '.' || clue == digit { digit } else { '.' };
    let marks = PUZZLE.chars().flat_map(|clue| ('1'..='9').map(move |digit| mark(clue, digit)));
    let marks = marks.collect::<String>() + "\n";
    let object = format!("{{\"id\":[1,2],\"puzzle\":\"{PUZZLE}\",\"note\":\"x\"}}\n");
    let answered = format!("{PUZZLE} {}\n", "1".repeat(81)); // a finding per record
    let solved = format!("{SOLUTION}\n");
    let header = "id,puzzle,note\n";
    let (lines, kept) = (Work::Solve(OutputFormat::Line), Work::Rows(RowFormat::Csv));
    let objects = Work::Rows(RowFormat::Jsonl);
    let cases = [
        Case::new("profile", format!("{line}{bad}{line}"), 4, Work::Profile).allowing(2).with_buckets(),
        Case::new("audit", answered, 1, Work::Audit),
        Case::new("line", line.clone(), 1, lines),
        Case::new("mixed", format!("{line}{bad}{line}"), 4, lines),
        Case::new("grid", grid, 1, Work::Solve(OutputFormat::Grid)),
        Case::new("pencilmark", marks, 1, lines),
        Case::new("csv", row.clone(), 1, lines),
        Case::new("csv to csv", format!("{row}{bad_rows}{row}"), 4, Work::Solve(OutputFormat::Csv)),
        Case::new("csv kept", format!("{row}{bad_rows}{row}"), 4, kept),
        Case::new("csv to json kept", row.clone(), 1, objects).with_header(header),
        Case::new("json kept", object, 1, objects),
        Case::new("escaped", row.replace('x', "\\ é\u{1}"), 1, objects).with_header(header),
        Case::new("quoted to json", quoted.clone(), 1, Work::Solve(OutputFormat::Jsonl)).allowing(16),
        Case::new("quoted kept", format!("{quoted}{bad_rows}{quoted}"), 4, kept).allowing(16),
        Case::new("minlex", format!("{line}{bad}{solved}"), 4, Work::Canon),
        Case::new("solution form", format!("{line}{bad}{line}"), 4, Work::SolutionForm),
        Case::new("augment", format!("{PUZZLE} {SOLUTION}\n"), 1, Work::Augment),
        Case::new("augment kept", format!("\"x, y\",{PUZZLE},{SOLUTION}\n"), 1, Work::Augment)
            .with_header("id,puzzle,solution\n"),
        Case::new("augment one clue", format!("5{}\n", ".".repeat(80)), 1, Work::Augment),
    ];
    for threads in [1, 2] {
        for case in &cases {
            let Case { name, text, records, a_chunk, in_all, .. } = case;
            let (few, many) = (case.allocations(FEW, threads), case.allocations(MANY, threads));
            // With two threads, the system may stop one while the other continues. Every chunk that waits for it needs a buffer,
            // which grows in at most six steps: equivalents are twenty times as long as their record.
            let chunks = (text.len() * MANY / records / CHUNK) as u64;
            let slack = in_all + chunks * (a_chunk + if threads == 1 { 0 } else { 6 });
            println!("{name}, {threads} threads: {few} allocations for {FEW} records, {many} for {MANY}");
            assert!(many < few + slack, "{name}, {threads} threads: {few} grew to {many}");
        }
    }
}

/// Solves a puzzle that exceeds the guesses of its lane and is then searched in other orders.
fn a_puzzle_that_a_lane_gives_up_allocates_nothing() {
    const BOARD: &str = ".......3......9...31.....6.......5...........2.963.....3.....2....9..........6.9.";
    for isa in Isa::available() {
        let mut solver = Solver::with_engine(Engine::Lanes, isa);
        let (mut answers, mut outcomes) = ([[0; 82]], [Outcome::default()]);
        let puzzles = Puzzles::new(BOARD.as_bytes(), &[0], Notation::Clues);
        let before = OWN.get();
        solver.run_rows(Task::new(Goal::First), puzzles, Answers::Lines(&mut answers), &mut outcomes);
        assert_eq!(OWN.get(), before, "{isa}");
        assert_eq!(outcomes[0].verdict, Verdict::NoSolution);
        assert!(outcomes[0].guesses > 256, "{outcomes:?}");
    }
}

/// Solves puzzles of several kinds straight to digits.
fn answers_as_digits_allocate_nothing() {
    let blank = ".".repeat(81);
    let text =
        [PUZZLE, SOLUTION, &blank, &blank.replacen("..", "11", 1), &blank.replacen('.', "z", 1)].concat();
    let text = text.repeat(20);
    let starts: Vec<u32> = (0..text.len() as u32 / 81).map(|puzzle| 81 * puzzle).collect();
    let (mut digits, mut outcomes) = (vec![[0; 81]; starts.len()], vec![Outcome::default(); starts.len()]);
    for isa in Isa::available() {
        let mut solver = Solver::with_engine(Engine::Lanes, isa);
        let puzzles = Puzzles::new(text.as_bytes(), &starts, Notation::Clues).followed_by(text.as_bytes());
        let before = OWN.get();
        solver.run_rows(Task::new(Goal::Unique), puzzles, Answers::Digits(&mut digits), &mut outcomes);
        assert_eq!(OWN.get(), before, "{isa}");
        assert_eq!(digits[0].map(|digit| digit + b'0'), SOLUTION.as_bytes(), "{isa}");
    }
}

/// Rates batches of all lengths with one rater. After the first one, no puzzle of any kind allocates.
fn rating_a_batch_again_allocates_nothing() {
    const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let blank = ".".repeat(81);
    let (conflict, malformed) = (blank.replacen("..", "11", 1), blank.replacen('.', "z", 1));
    let of_each_kind = [PUZZLE, SOLUTION, HARD, &blank, &conflict, &malformed].concat().repeat(8);
    let text = of_each_kind + &PUZZLE.repeat(1100); // more than the rater reads at once
    let starts: Vec<u32> = (0..text.len() as u32 / 81).map(|puzzle| 81 * puzzle).collect();
    let mut ratings = vec![Rating::default(); starts.len()];
    let (all, of_each_kind) = (starts.len(), 48);
    for (isa, most) in Isa::available().flat_map(|isa| [(isa, of_each_kind), (isa, all)]) {
        let mut settings = RatingSettings::default();
        (settings.solver.isa, settings.equivalents) = (isa, 1);
        if most == of_each_kind {
            settings.only = RatingKind::ALL.to_vec();
        }
        let mut rater = Rater::with_settings(settings);
        let mut rate = |count: usize| {
            let puzzles = Puzzles::new(text.as_bytes(), &starts[..count], Notation::Clues);
            let before = OWN.get();
            rater.rate_rows(puzzles, &mut ratings[..count]);
            OWN.get() - before
        };
        let first = rate(most);
        println!("rater, {isa}: {first} allocations for the first {most} puzzles");
        for count in [most, 1, 100.min(most), 1024.min(most), most] {
            assert_eq!(rate(count), 0, "rater, {isa}: {count} puzzles");
        }
    }
    assert_eq!(ratings.iter().filter(|rating| rating.verdict == Verdict::Unique).count(), 1124);
}
