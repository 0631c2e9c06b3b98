//! A run allocates at most per chunk, never per puzzle, on any number of workers. A rater allocates only for its first batch.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bulkdoku::datasets::{AugmentJob, CanonJob};
use bulkdoku::format::RowFormat;
use bulkdoku::internals::batch::{Answers, Goal, Notation, Puzzles, Task};
use bulkdoku::internals::format::{
    AnswerField, AnswerLines, AppendColumns, Columns, Csv, Delimiter, Grids, JsonLines, Lines,
    ObjectLines as JsonLinesReader, Pencilmarks, ReadRecords, SpacedRows, Table, WriteAnswers,
};
use bulkdoku::internals::{AuditSettings, Input, Isa, Outcome, RecordRun, SolveRun, audit};
use bulkdoku::io::Output;
use bulkdoku::pipeline::RunSettings;
use bulkdoku::rating::{Rater, Rating, RatingKind, RatingSettings};
use bulkdoku::solver::{Engine, Verdict};

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
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const CHUNK: usize = 16 * 1024;

/// The work on the records.
#[derive(Clone)]
enum Work {
    Solve(Arc<dyn WriteAnswers>),
    Audit,
    Profile,
    Canon,
    SolutionForm,
    /// For one-line records, or for those of a table.
    Augment(Option<Arc<Table>>),
}

/// Returns the allocations of a run over `count` records. `text` has `per_text` of them and is repeated.
fn allocations(
    text: &str,
    per_text: usize,
    count: usize,
    reader: Arc<dyn ReadRecords>,
    work: Work,
    threads: usize,
) -> u64 {
    let text = text.repeat(count / per_text).into_bytes();
    let mut records = RecordRun::new(Input::reader("test", io::Cursor::new(text)).expect("an input"), reader);
    records.settings = RunSettings::default().threads(threads);
    records.settings.chunk_size = Some(CHUNK);
    let output = Output::writer("nowhere", io::sink());
    let before = ALLOCATIONS.load(Relaxed);
    let report = match work {
        Work::Solve(writer) => {
            let task = Task::new(Goal::Unique);
            let run = SolveRun { records, task, engine: Box::new(|| Engine::Lanes.build()) };
            run.write(output, writer).expect("a run")
        }
        Work::Audit => audit(records, audit_settings()).expect("an audit").run,
        Work::Profile => {
            let settings = AuditSettings { profile: true, ..audit_settings() };
            audit(records, settings).expect("an audit").run
        }
        Work::Canon => canon(records, output).run().expect("forms"),
        Work::SolutionForm => canon(records, output).solution_forms().run().expect("forms"),
        Work::Augment(table) => augment(records, table, output).run().expect("equivalents").run,
    };
    let allocations = ALLOCATIONS.load(Relaxed) - before;
    assert_eq!(report.tally.records(), count as u64);
    allocations
}

/// Returns the settings of an audit of one-line records with answers that keeps few fingerprints in memory.
fn audit_settings() -> AuditSettings {
    let answer_field = Some(AnswerField::After(1));
    AuditSettings { answer_field, findings: 10, fingerprint_memory: 1 << 16, ..AuditSettings::default() }
}

/// Returns a job that writes forms with their maps, as a table.
fn canon(records: RecordRun, output: Output) -> CanonJob {
    CanonJob::of_records(records, output).format(RowFormat::Csv).with_map(true)
}

/// Returns a job that writes two equivalents of each record and of its answer, the field after the puzzle, with their maps.
fn augment(mut records: RecordRun, table: Option<Arc<Table>>, output: Output) -> AugmentJob {
    let column = |table: &Arc<Table>| AnswerField::Column(Arc::clone(table), table.column() + 1);
    let answers = table.as_ref().map_or(AnswerField::After(1), column);
    records.format.columns = table.map(Columns::Table);
    let job = AugmentJob::of_records(records, (2, 1), Some(answers), output);
    job.format(RowFormat::Jsonl).include_original(true).with_map(true)
}

/// A name, a text, the number of its records, the allocations allowed per chunk, a reader, and the work on the records.
/// Quoted records are unquoted in memory that is allocated per chunk, and duplicates wait in blocks of a few hundred.
type Case = (&'static str, String, usize, u64, Arc<dyn ReadRecords>, Work);

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
    let kept = || {
        Arc::new(
            AppendColumns::new(RowFormat::Csv, &Columns::Table(table()), row.as_bytes()).expect("commas"),
        )
    };
    let named = || Arc::new(Table::new(Delimiter::Byte(b','), 1).with_header(b"id,puzzle,note"));
    let in_objects = |columns: Columns, head: &str| {
        Arc::new(AppendColumns::new(RowFormat::Jsonl, &columns, head.as_bytes()).expect("names"))
    };
    let objects = || in_objects(Columns::Table(named()), &row);
    let object = format!("{{\"id\":[1,2],\"puzzle\":\"{PUZZLE}\",\"note\":\"x\"}}\n");
    let keyed = || Arc::new(JsonLinesReader::new(b"puzzle"));
    let kept_objects = || in_objects(Columns::Objects(keyed()), &object);
    let answered = format!("{PUZZLE} {}\n", "1".repeat(81)); // a finding per record
    let solved = format!("{SOLUTION}\n");
    let cases: [Case; 19] = [
        ("profile", format!("{line}{bad}{line}"), 4, 2, Arc::new(Lines), Work::Profile),
        ("audit", answered, 1, 0, Arc::new(Lines), Work::Audit),
        ("line", line.clone(), 1, 0, Arc::new(Lines), Work::Solve(Arc::new(AnswerLines))),
        ("mixed", format!("{line}{bad}{line}"), 4, 0, Arc::new(Lines), Work::Solve(Arc::new(AnswerLines))),
        ("grid", grid, 1, 0, Arc::new(Grids::default()), Work::Solve(Arc::new(SpacedRows))),
        ("pencilmark", marks, 1, 0, Arc::new(Pencilmarks), Work::Solve(Arc::new(AnswerLines))),
        ("csv", row.clone(), 1, 0, table(), Work::Solve(Arc::new(AnswerLines))),
        ("csv to csv", format!("{row}{bad_rows}{row}"), 4, 0, table(), Work::Solve(Arc::new(Csv))),
        ("csv kept", format!("{row}{bad_rows}{row}"), 4, 0, table(), Work::Solve(kept())),
        ("csv to json kept", row.clone(), 1, 0, named(), Work::Solve(objects())),
        ("json kept", object.clone(), 1, 0, keyed(), Work::Solve(kept_objects())),
        ("escaped", row.replace('x', "\\ é\u{1}"), 1, 0, named(), Work::Solve(objects())),
        ("quoted to json", quoted.clone(), 1, 16, table(), Work::Solve(Arc::new(JsonLines))),
        ("quoted kept", format!("{quoted}{bad_rows}{quoted}"), 4, 16, table(), Work::Solve(kept())),
        ("minlex", format!("{line}{bad}{solved}"), 4, 0, Arc::new(Lines), Work::Canon),
        ("solution form", format!("{line}{bad}{line}"), 4, 0, Arc::new(Lines), Work::SolutionForm),
        ("augment", format!("{PUZZLE} {SOLUTION}\n"), 1, 0, Arc::new(Lines), Work::Augment(None)),
        (
            "augment kept",
            format!("\"x, y\",{PUZZLE},{SOLUTION}\n"),
            1,
            0,
            named(),
            Work::Augment(Some(named())),
        ),
        ("augment one clue", format!("5{}\n", ".".repeat(80)), 1, 0, Arc::new(Lines), Work::Augment(None)),
    ];
    for threads in [1, 2] {
        for (name, text, per_text, a_chunk, reader, work) in &cases {
            let run =
                |count: usize| allocations(text, *per_text, count, Arc::clone(reader), work.clone(), threads);
            let (few, many) = (run(10_000), run(200_000));
            // With two threads, the system may stop one while the other continues. Every chunk that waits for
            // it needs a buffer, which grows in at most three steps.
            let chunks = (text.len() * 200_000 / per_text / CHUNK) as u64;
            let slack = 100 + chunks * (a_chunk + if threads == 1 { 0 } else { 3 });
            println!("{name}, {threads} threads: {few} allocations for 10,000 records, {many} for 200,000");
            assert!(many < few + slack, "{name}, {threads} threads: {few} grew to {many}");
        }
    }
    rating_a_batch_again_allocates_nothing();
    a_puzzle_that_a_lane_gives_up_allocates_nothing();
    answers_as_digits_allocate_nothing();
}

/// Solves a puzzle that exceeds the guesses of its lane and is then searched in other orders.
fn a_puzzle_that_a_lane_gives_up_allocates_nothing() {
    const BOARD: &str = ".......3......9...31.....6.......5...........2.963.....3.....2....9..........6.9.";
    for isa in Isa::available() {
        let mut engine = Engine::Lanes.build_on(isa);
        let (mut answers, mut outcomes) = ([[0; 82]], [Outcome::default()]);
        let puzzles = Puzzles::new(BOARD.as_bytes(), &[0], Notation::Clues);
        let before = ALLOCATIONS.load(Relaxed);
        engine.solve(Task::new(Goal::First), puzzles, &mut answers, &mut outcomes);
        assert_eq!(ALLOCATIONS.load(Relaxed), before, "{}", isa.name());
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
        let mut engine = Engine::Lanes.build_on(isa);
        let puzzles = Puzzles::new(text.as_bytes(), &starts, Notation::Clues).followed_by(text.as_bytes());
        let before = ALLOCATIONS.load(Relaxed);
        engine.solve_to(Task::new(Goal::Unique), puzzles, Answers::Digits(&mut digits), &mut outcomes);
        assert_eq!(ALLOCATIONS.load(Relaxed), before, "{}", isa.name());
        assert_eq!(digits[0].map(|digit| digit + b'0'), SOLUTION.as_bytes(), "{}", isa.name());
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
    let mut levels = vec![None; starts.len()];
    let (all, of_each_kind) = (starts.len(), 48);
    for (isa, most) in Isa::available().flat_map(|isa| [(isa, of_each_kind), (isa, all)]) {
        let mut settings = RatingSettings::default();
        (settings.isa, settings.equivalents) = (isa, 1);
        if most == of_each_kind {
            settings.kinds = RatingKind::ALL.to_vec();
        }
        let mut rater = Rater::with_settings(settings);
        let mut rate = |count: usize| {
            let puzzles = Puzzles::new(text.as_bytes(), &starts[..count], Notation::Clues);
            let before = ALLOCATIONS.load(Relaxed);
            rater.rate_rows(puzzles, &mut ratings[..count]);
            rater.easy_levels(puzzles, &mut levels[..count]);
            ALLOCATIONS.load(Relaxed) - before
        };
        let first = rate(most);
        println!("rater, {}: {first} allocations for the first {most} puzzles", isa.name());
        for count in [most, 1, 100.min(most), 1024.min(most), most] {
            assert_eq!(rate(count), 0, "rater, {}: {count} puzzles", isa.name());
        }
    }
    assert_eq!(ratings.iter().filter(|rating| rating.verdict == Verdict::Unique).count(), 1124);
}
