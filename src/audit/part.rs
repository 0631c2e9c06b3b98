//! The audit of a data set whose parts are divided among several instances of the library.
//!
//! ```text
//! instances   part ─▶ NoteStage ─▶ PartSink ─▶ bytes       examine: the expensive part
//!                                                │
//! one of them                                    ▼         add, in the order of the parts
//!                                             Auditor ─▶ AuditReport
//!
//! bytes       counters │ number and ranked puzzles │ number and members, for each key │ number and findings
//! ```
//!
//! Counters are all numbers that add up: of verdicts, clues, findings, digits and so on. Every number takes eight bytes, in
//! little-endian order.

use super::auditor::Auditor;
use super::finding::{Finding, FindingKind, FindingSource};
use super::note::ChunkNotes;
use super::picture;
use super::profile::NotablePuzzle;
use super::report::AuditReport;
use super::run::stage_maker;
use super::settings::AuditSettings;
use crate::datasets::class_table::ClassMember;
use crate::datasets::position::PackedPosition;
use crate::datasets::{RecordSource, SameBy};
use crate::error::{Error, Result};
use crate::format::read::answer_field::AnswerField;
use crate::pipeline::ordered::Sink;
use crate::pipeline::report::{EarlierLines, Report};
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{RunSettings, TextParts};
use crate::rating::Capped;

/// An audit of a text in parts, which several workers can examine.
///
/// Every worker has an `AuditParts` with the same settings. One of them collects what all workers found out.
///
/// ```
/// use bulkdoku::audit::AuditParts;
/// use bulkdoku::datasets::SameBy;
/// use bulkdoku::pipeline::TextParts;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let parts = TextParts::detect("set.txt", puzzle.as_bytes())?;
/// let mut audit = AuditParts::new(&parts, vec![SameBy::Clues])?;
/// for part in [parts.first(puzzle), parts.later(puzzle, 1)] {
///     let (_, examined) = audit.examine(part)?;
///     audit.add(&examined)?;
/// }
/// let (report, page) = audit.conclude()?;
/// assert_eq!(report.findings[0].what, "the same puzzle as in line 1");
/// assert!(page.contains("<h1>set.txt</h1>"));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
pub struct AuditParts {
    answer_field: Option<AnswerField>,
    keys: Vec<SameBy>,
    findings: usize,
    auditor: Auditor,
    pool: WorkerPool,
}

impl AuditParts {
    /// Creates an audit of a text that lists the first 1,000 findings and counts the others. It detects answers next to the
    /// puzzles, and finds duplicates by `keys`.
    ///
    /// # Errors
    /// Returns an error if the answers cannot be read, or a thread cannot be started.
    ///
    /// ```
    /// use bulkdoku::audit::AuditParts;
    /// use bulkdoku::datasets::SameBy;
    /// use bulkdoku::pipeline::TextParts;
    /// use bulkdoku::solver::Notation;
    ///
    /// let text = "id,puzzle\n7,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n8,12\n";
    /// let parts = TextParts::detect("set.csv", text.as_bytes())?;
    /// println!("set.csv is read as {}", parts.read_as());
    /// let key = if parts.notation() == Notation::Clues { SameBy::Puzzle } else { SameBy::Text };
    /// let mut audit = AuditParts::new(&parts, vec![key])?;
    ///
    /// let header = parts.header_length(); // it is not a part of the records to cut
    /// let (first, later) = text.split_at(header + parts.cut(text[header..].as_bytes()).unwrap_or_default());
    /// audit.add(&audit.examine(parts.first(first))?.1)?;
    /// audit.add(&audit.examine(parts.later(later, first.matches('\n').count() as u64))?.1)?;
    /// assert_eq!(audit.conclude()?.0.run.tally.records(), 2);
    /// # Ok::<(), bulkdoku::Error>(())
    /// ```
    pub fn new(parts: &TextParts, keys: Vec<SameBy>) -> Result<Self> {
        Self::listing(parts, keys, AuditSettings::default().findings)
    }

    /// Creates an audit that lists this many findings.
    fn listing(parts: &TextParts, keys: Vec<SameBy>, findings: usize) -> Result<Self> {
        let answer_field = parts.answer_field()?;
        let auditor = Auditor::new(parts.name(), 0, &settings(&answer_field, &keys, findings));
        Ok(Self { answer_field, keys, findings, auditor, pool: WorkerPool::start(0)? })
    }

    /// Solves and compares the records of a part, which is most of the work. Returns the report of the solver and the bytes for
    /// [`add`](Self::add), about 100 bytes per record with three keys.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if pencilmarks are to be compared as puzzles.
    pub fn examine(&self, part: RecordSource) -> Result<(Report, Vec<u8>)> {
        let records = part.open()?;
        let settings = settings(&self.answer_field, &self.keys, self.findings);
        let stage = stage_maker(&records, &settings)?;
        let mut auditor = Auditor::new(records.input.name(), records.input.header_lines(), &settings);
        auditor.tables.clear();
        let earlier = EarlierLines::of(&records.input);
        let members = vec![Vec::new(); self.keys.len()];
        let records = records.reading_answers(self.answer_field.clone());
        let (run, bytes) = records
            .run_on(&self.pool, &RunSettings::default(), true, stage, PartSink { auditor, members })?
            .finish()?;
        Ok((earlier.number(run), bytes))
    }

    /// Adds the bytes that [`examine`](Self::examine) returned for the next part, in the order of the text.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the bytes are not from an audit of the same version with the same keys. What was added
    /// before is then incomplete. Also returns an error if a temporary file cannot be written.
    pub fn add(&mut self, examined: &[u8]) -> Result<()> {
        let mut part = Reader(examined);
        let auditor = &mut self.auditor;
        for counter in auditor.counters() {
            *counter = counter.wrapping_add(part.number().ok_or_else(foreign)?);
        }
        for _ in 0..part.number().ok_or_else(foreign)? {
            let puzzle = part.puzzle().ok_or_else(foreign)?;
            auditor.report.profile.iter_mut().for_each(|profile| profile.rank(puzzle));
        }
        for table in &mut auditor.tables {
            for _ in 0..part.number().ok_or_else(foreign)? {
                let position = PackedPosition(part.number().ok_or_else(foreign)?);
                table.push(ClassMember::of_numbers(part.numbers().ok_or_else(foreign)?), position, None)?;
                auditor.last = auditor.last.max(position);
            }
        }
        for _ in 0..part.number().ok_or_else(foreign)? {
            auditor.list(part.finding().ok_or_else(foreign)?)?;
        }
        if part.0.is_empty() { Ok(()) } else { Err(foreign()) }
    }

    /// Searches for duplicates. Returns the report of the whole text, whose run has no time and lists no bad records, and the
    /// same page as [`AuditJob::run_with_picture`](super::AuditJob::run_with_picture).
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be read.
    pub fn conclude(self) -> Result<(AuditReport, String)> {
        let report = self.auditor.conclude(&self.pool)?.report;
        let page = picture::page(&report).unwrap_or_default();
        Ok((report, page))
    }
}

/// Returns the settings of the audit of the whole, which its parts have too. They are not stored, so the engine is a constant
/// and the WebAssembly module of the page contains no other one.
fn settings(answer_field: &Option<AnswerField>, keys: &[SameBy], findings: usize) -> AuditSettings {
    AuditSettings {
        answer_field: answer_field.clone(),
        keys: keys.to_vec(),
        findings,
        profile: true,
        ..AuditSettings::default()
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

/// Returns the error for bytes that are truncated, too long or invalid.
#[cold]
fn foreign() -> Error {
    Error::refused("these bytes are not a part of this audit")
}

/// Reads the bytes of a part. Every method returns `None` if the bytes are foreign.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    fn array<const COUNT: usize>(&mut self) -> Option<[u8; COUNT]> {
        let (array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*array)
    }

    fn number(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn numbers<const COUNT: usize>(&mut self) -> Option<[u64; COUNT]> {
        let mut numbers = [0; COUNT];
        for number in &mut numbers {
            *number = self.number()?;
        }
        Some(numbers)
    }

    fn puzzle(&mut self) -> Option<NotablePuzzle> {
        let [line, level, guesses, unevenness] = self.numbers()?;
        let capped = if level & OVER == 0 { Capped::Exactly } else { Capped::Over };
        let unevenness = f64::from_bits(unevenness);
        Some(NotablePuzzle { line, clues: self.array()?, level: capped(level as u8), guesses, unevenness })
    }

    fn finding(&mut self) -> Option<Finding> {
        let [kind, line, column, record, length] = self.numbers()?;
        let what = String::from_utf8_lossy(self.bytes(length as usize)?).into_owned();
        let kind = *FindingKind::ALL.get(kind as usize)?;
        Some(Finding { kind, source: FindingSource::Puzzles, line, column, what, record })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::puzzle::Puzzle;
    use crate::symmetry::Transformation;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    const KEYS: [SameBy; 3] = [SameBy::Clues, SameBy::Puzzle, SameBy::Solution];

    /// Returns the audits of `text` as a whole and combined from parts of about `size` bytes, without their times.
    fn both(text: &str, size: usize, findings: usize) -> [AuditReport; 2] {
        let parts = TextParts::detect("set", text.as_bytes()).unwrap();
        let mut audit = AuditParts::listing(&parts, KEYS.to_vec(), findings).unwrap();
        let settings = settings(&parts.answer_field().unwrap(), &KEYS, findings);
        let (mut rest, mut lines) = (text, 0);
        while !rest.is_empty() {
            let cut = if rest.len() > size { parts.cut(&rest.as_bytes()[..size]) } else { None };
            let (part, others) = rest.split_at(cut.unwrap_or(rest.len()));
            let source = match lines {
                0 => parts.first(part.to_owned()),
                _ => parts.later(part.to_owned(), lines),
            };
            let (run, bytes) = audit.examine(source).unwrap();
            assert!(run.bad.iter().all(|bad| bad.line > lines), "the lines of the whole");
            audit.add(&bytes).unwrap();
            lines += part.matches('\n').count() as u64;
            rest = others;
        }
        let records = RecordSource::bytes("set", text.into()).open().unwrap();
        [
            audit.conclude().unwrap().0,
            crate::audit::run::audit_records(records, &RunSettings::default(), settings).unwrap().report,
        ]
        .map(|mut report| {
            report.run = Report { tally: report.run.tally, ..Report::default() };
            report
        })
    }

    #[test]
    fn bytes_that_are_no_part_of_the_audit_are_refused() {
        let parts = TextParts::detect("set", PUZZLE.as_bytes()).unwrap();
        let audit = || AuditParts::new(&parts, KEYS.to_vec()).unwrap();
        let (_, bytes) = audit().examine(parts.first(PUZZLE)).unwrap();
        let longer = [&bytes[..], b"0"].concat();
        for wrong in (0..bytes.len()).map(|end| &bytes[..end]).chain([&longer[..]]) {
            assert!(matches!(audit().add(wrong), Err(Error::Refused(_))), "{} bytes", wrong.len());
        }
        audit().add(&bytes).unwrap();
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
