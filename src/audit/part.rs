//! The audit of a data set whose parts are divided among several instances of the library.
//!
//! ```text
//! instances   part ─▶ NoteStage ─▶ PartSink ─▶ bytes       run_part: the expensive part
//!                                                │
//! one of them                                    ▼         in the order of the parts
//!                                           PartAuditor ─▶ AuditReport
//!
//! bytes       counters │ number and ranked puzzles │ number and members, for each key │ number and findings
//! ```
//!
//! Counters are all numbers that add up: of verdicts, clues, findings, digits and so on. Every number takes eight bytes, in
//! little-endian order.

use super::auditor::Auditor;
use super::finding::{Finding, FindingKind, FindingSource};
use super::note::ChunkNotes;
use super::profile::NotablePuzzle;
use super::{AuditReport, AuditSettings, stage_maker};
use crate::datasets::class_table::ClassMember;
use crate::datasets::position::PackedPosition;
use crate::error::Result;
use crate::pipeline::RecordRun;
use crate::pipeline::ordered::Sink;
use crate::pipeline::report::{EarlierLines, Report};
use crate::pipeline::threads::WorkerPool;
use crate::rating::Capped;

/// Audits one part of a data set: its beginning, or an [`Input::part`](crate::io::Input::part). Returns the report of the solver
/// and the bytes for [`PartAuditor::add`], about 100 bytes per record with three keys.
///
/// The settings are those of the whole data set. A file of answers and another data set are ignored, since comparing with them
/// needs all records.
///
/// # Errors
/// Returns the same errors as [`run`](super::run).
pub fn run_part(records: RecordRun, settings: &AuditSettings) -> Result<(Report, Vec<u8>)> {
    let stage = stage_maker(&records, settings)?;
    let pool = WorkerPool::start(records.settings.threads)?;
    let mut auditor = Auditor::new(records.input.name(), records.input.header_lines(), settings);
    auditor.tables.clear();
    let earlier = EarlierLines::of(&records.input);
    let members = vec![Vec::new(); settings.keys.len()];
    let records = records.reading_answers(settings.answer_field.clone());
    let (run, bytes) = records.run_on(&pool, true, stage, PartSink { auditor, members })?.finish()?;
    Ok((earlier.number(run), bytes))
}

/// Combines the audits of all parts of a data set.
///
/// ```
/// use bulkdoku::internals::{AuditSettings, Input, PartAuditor, RecordRun, audit_part};
///
/// let puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let settings = AuditSettings::default();
/// let mut whole = PartAuditor::new("set", &settings)?;
/// for input in [Input::bytes("set", puzzle.to_vec())?, Input::part("set", puzzle.to_vec(), puzzle, 1)] {
///     let (_, notes) = audit_part(RecordRun::lines(input), &settings)?;
///     whole.add(&notes)?;
/// }
/// assert_eq!(whole.conclude()?.findings[0].what, "the same puzzle as in line 1");
/// # Ok::<(), bulkdoku::Error>(())
/// ```
pub struct PartAuditor {
    auditor: Auditor,
    pool: WorkerPool,
}

impl PartAuditor {
    /// Creates an auditor without parts for the data set with this name.
    ///
    /// # Errors
    /// Returns an error if the threads that search for duplicates cannot be started.
    pub fn new(input: &str, settings: &AuditSettings) -> Result<Self> {
        Ok(Self { auditor: Auditor::new(input, 0, settings), pool: WorkerPool::start(0)? })
    }

    /// Adds the next part, in the order of the data set.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be written.
    ///
    /// # Panics
    /// Panics if the bytes are not from [`run_part`] with the same settings.
    pub fn add(&mut self, part: &[u8]) -> Result<()> {
        let mut part = Reader(part);
        self.auditor.counters().for_each(|counter| *counter += part.number());
        for _ in 0..part.number() {
            let puzzle = part.puzzle();
            self.auditor.report.profile.iter_mut().for_each(|profile| profile.rank(puzzle));
        }
        for table in &mut self.auditor.tables {
            for _ in 0..part.number() {
                let position = PackedPosition(part.number());
                table.push(ClassMember::of_numbers([(); 3].map(|()| part.number())), position, None)?;
                self.auditor.last = self.auditor.last.max(position);
            }
        }
        for _ in 0..part.number() {
            self.auditor.list(part.finding())?;
        }
        Ok(())
    }

    /// Searches for duplicates. Returns the same report as an audit of the whole, except for its time and its list of bad
    /// records, which are only in the findings.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be read.
    pub fn conclude(self) -> Result<AuditReport> {
        Ok(self.auditor.conclude(&self.pool)?.report)
    }
}

/// The sink of the audit of a part. Its auditor has no tables: members of classes are passed on unchanged.
struct PartSink {
    auditor: Auditor,
    members: Vec<Vec<(PackedPosition, ClassMember)>>,
}

impl Sink<ChunkNotes> for PartSink {
    fn accept(&mut self, chunk: &ChunkNotes) -> Result<()> {
        for (mine, members) in self.members.iter_mut().zip(&chunk.members) {
            mine.extend(chunk.placed(members));
        }
        self.auditor.accept(chunk)
    }
}

impl PartSink {
    /// Returns the report of the solver and the bytes of the part.
    fn finish(mut self) -> Result<(Report, Vec<u8>)> {
        let mut bytes = Writer(Vec::new());
        self.auditor.counters().for_each(|counter| bytes.number(*counter));
        let ranked = self.auditor.report.profile.as_ref().map_or_else(Vec::new, |profile| profile.ranked());
        bytes.all(&ranked, Writer::puzzle);
        for members in &self.members {
            bytes.all(members, |bytes, (position, member)| {
                bytes.number(position.0);
                bytes.numbers(member.numbers());
            });
        }
        bytes.all(&self.auditor.listed()?, Writer::finding);
        Ok((self.auditor.report.run, bytes.0))
    }
}

/// The bit of a level number for puzzles above this level.
const OVER: u64 = 1 << 8;

/// Writes the bytes of a part.
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn numbers<const COUNT: usize>(&mut self, numbers: [u64; COUNT]) {
        numbers.into_iter().for_each(|number| self.number(number));
    }

    /// Writes the number of `items`, and each with `write`.
    fn all<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.number(items.len() as u64);
        items.iter().for_each(|item| write(self, item));
    }

    fn puzzle(&mut self, puzzle: &NotablePuzzle) {
        let level = match puzzle.level {
            Capped::Exactly(level) => level.into(),
            Capped::Over(level) => OVER | u64::from(level),
        };
        self.numbers([puzzle.line, level, puzzle.guesses, puzzle.unevenness.to_bits()]);
        self.0.extend_from_slice(&puzzle.clues);
    }

    fn finding(&mut self, finding: &Finding) {
        let Finding { kind, line, column, what, record, .. } = finding;
        self.numbers([*kind as u64, *line, *column, *record, what.len() as u64]);
        self.0.extend_from_slice(what.as_bytes());
    }
}

/// Reads the bytes of a part.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(count);
        self.0 = rest;
        bytes
    }

    fn array<const COUNT: usize>(&mut self) -> [u8; COUNT] {
        let (array, rest) = self.0.split_first_chunk().expect("the bytes of a whole part");
        self.0 = rest;
        *array
    }

    fn number(&mut self) -> u64 {
        u64::from_le_bytes(self.array())
    }

    fn puzzle(&mut self) -> NotablePuzzle {
        let [line, level, guesses, unevenness] = [(); 4].map(|()| self.number());
        let capped = if level & OVER == 0 { Capped::Exactly } else { Capped::Over };
        let unevenness = f64::from_bits(unevenness);
        NotablePuzzle { line, clues: self.array(), level: capped(level as u8), guesses, unevenness }
    }

    fn finding(&mut self) -> Finding {
        let [kind, line, column, record, length] = [(); 5].map(|()| self.number());
        let what = String::from_utf8_lossy(self.bytes(length as usize)).into_owned();
        let kind = FindingKind::ALL[kind as usize];
        Finding { kind, source: FindingSource::Puzzles, line, column, what, record }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::puzzle::Puzzle;
    use crate::datasets::SameBy;
    use crate::format::detect::{self, FormatHint};
    use crate::format::read::answer_field::AnswerField;
    use crate::io::Input;
    use crate::symmetry::Transformation;
    use std::sync::Arc;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    /// Returns the audits of `text` as a whole and combined from parts of about `size` bytes, without their times.
    fn both(text: &str, size: usize, findings: usize) -> [AuditReport; 2] {
        let mut input = Input::bytes("set", text.to_owned()).unwrap();
        let detected = detect::detect(input.head(), "set", &FormatHint::default()).unwrap();
        input.skip(detected.preamble);
        let head = input.head().to_vec();
        let keys = vec![SameBy::Clues, SameBy::Puzzle, SameBy::Solution];
        let answer_field = AnswerField::find(&detected, &head, "set", None).unwrap();
        let settings = || AuditSettings {
            answer_field: answer_field.clone(),
            keys: keys.clone(),
            findings,
            profile: true,
            ..AuditSettings::default()
        };
        let mut whole = PartAuditor::new("set", &settings()).unwrap();
        let (mut rest, mut lines) = (text, 0);
        while !rest.is_empty() {
            let cut = if rest.len() > size { detected.reader.cut(&rest.as_bytes()[..size]) } else { None };
            let (part, others) = rest.split_at(cut.unwrap_or(rest.len()));
            let input = match lines {
                0 => Input::bytes("set", part.to_owned()).map(|mut input| {
                    input.skip(detected.preamble);
                    input
                }),
                _ => Ok(Input::part("set", part.to_owned(), &head, lines)),
            };
            let records = RecordRun::new(input.unwrap(), Arc::clone(&detected.reader));
            let (run, bytes) = run_part(records, &settings()).unwrap();
            assert!(run.bad.iter().all(|bad| bad.line > lines), "the lines of the whole");
            whole.add(&bytes).unwrap();
            lines += part.matches('\n').count() as u64;
            rest = others;
        }
        let records = RecordRun::new(input, Arc::clone(&detected.reader));
        [whole.conclude().unwrap(), super::super::run(records, settings()).unwrap()].map(|mut report| {
            report.run = Report { tally: report.run.tally, ..Report::default() };
            report
        })
    }

    #[test]
    fn combined_parts_equal_the_audit_of_the_whole() {
        let answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let row = |index: u64| match index % 13 {
            0 => "not a puzzle, é".to_owned(),
            1 => format!("55{},{answer},a pair", &PUZZLE[2..]),
            2 => format!("{},,none", ".".repeat(81)),
            3 => format!("{PUZZLE},{answer},\"a note, of\ntwo lines\""),
            4 => format!("{HARD},{answer},another's"),
            _ => {
                let seed = if index.is_multiple_of(2) { PUZZLE } else { HARD };
                let map = Transformation::nth(index % 70 * (Transformation::COUNT / 71)).unwrap();
                let image = map.image(&seed.parse::<Puzzle>().unwrap().digits());
                format!(
                    "{},,an equivalent",
                    image.map(|digit| char::from(b'0' + digit)).iter().collect::<String>()
                )
            }
        };
        let table = (0..150).map(|index| row(index) + "\r\n").collect::<String>();
        let table = format!("\u{feff}puzzle,solution,note\r\n{table}");
        for text in [&table, "", PUZZLE, &format!("# none\n{}", format!("{PUZZLE}\n").repeat(40))] {
            for (size, findings) in [(700, 1000), (4000, 25)] {
                let [parts, whole] = both(text, size, findings);
                assert_eq!(format!("{parts:?}"), format!("{whole:?}"), "parts of {size} bytes");
            }
        }
        let [parts, _] = both(&table, 700, 1000);
        assert!(FindingKind::ALL.into_iter().filter(|&kind| parts.of(kind) > 0).count() >= 6);
    }
}
