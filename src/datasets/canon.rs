//! The canonical form of every record of a file.
//!
//! ```text
//! chunk ─▶ Chunk::read ─▶ verdicts ─▶ FormFinder ─▶ one row per record ─▶ OrderedWriter
//!          inspected, or   which        puzzles, or
//!          solved          records      whole grids
//! ```

use std::sync::Arc;

use super::RecordSource;
use super::forms::{FormFinder, FormKind};
use crate::array::array_of;
use crate::board::grid::{CELLS, is_blank};
use crate::error::{Refusal, Result};
use crate::format::write::input_columns::{Added, RecordRows};
use crate::format::write::rows::RowFormat;
use crate::format::{Blank, ReadRecords, Records, inspection};
use crate::io::Output;
use crate::macros::setters::setters;
use crate::pipeline::chunk::Chunk;
use crate::pipeline::chunk_solver::ChunkSolver;
use crate::pipeline::ordered::{Flush, Stage};
use crate::pipeline::ordered_writer::{ChunkOutput, OrderedWriter};
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{Report, RunSettings};
use crate::solver::SolverSettings;

/// The names of the added columns; the last two only with the transformation.
const COLUMNS: [&str; 4] = ["form", "verdict", "automorphisms", "transformation"];

/// A job that writes the canonical form of every record of an input.
///
/// ```
/// use bulkdoku::datasets::{CanonJob, RecordSource};
/// use bulkdoku::io::OutputBuffer;
///
/// let written = OutputBuffer::default();
/// let puzzle = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...\n";
/// let job = CanonJob::new(RecordSource::bytes("memory", puzzle.into()), written.output("memory"));
/// assert_eq!(job.run()?.tally.answered(), 1);
/// let form = "........1.......2......3.......4.5....6...3....781.....1..2...4.3.....7.95.......\n";
/// assert_eq!(String::from_utf8(written.take())?, form);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct CanonJob {
    /// The records. If they have columns, the output has those instead of line and puzzle.
    pub(crate) source: RecordSource,
    pub(crate) form: FormKind,
    /// How forms are made. The engine and the budget matter only for [`FormKind::Solution`], which solves every puzzle.
    pub(crate) solver: SolverSettings,
    pub(crate) format: RowFormat,
    pub(crate) with_transformation: bool,
    /// The character of blanks, or that of the first puzzle with blanks.
    pub(crate) blank: Option<Blank>,
    /// The output for the forms.
    pub(crate) output: Output,
    pub(crate) run_settings: RunSettings,
}

impl CanonJob {
    /// Creates a job that writes the minlex form of every record.
    pub fn new(source: RecordSource, output: Output) -> Self {
        Self {
            source,
            form: FormKind::default(),
            solver: SolverSettings::default(),
            format: RowFormat::Line,
            with_transformation: false,
            blank: None,
            output,
            run_settings: RunSettings::default(),
        }
    }

    /// Writes the solution form instead of the smallest equivalent: each puzzle under the transformation that makes its
    /// solution smallest, or the smallest of the results if several do. Only puzzles with exactly one solution have this form.
    ///
    /// ```
    /// use bulkdoku::datasets::{CanonJob, RecordSource};
    /// use bulkdoku::format::RowFormat;
    /// use bulkdoku::io::OutputBuffer;
    /// use bulkdoku::pipeline::RunSettings;
    ///
    /// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let (source, rows) = (RecordSource::bytes("memory", puzzle.into()), OutputBuffer::default());
    /// let job = CanonJob::new(source, rows.output("memory")).run_settings(RunSettings::default().threads(1));
    /// job.solution_forms().format(RowFormat::Csv).with_transformation(true).run()?;
    /// let table = String::from_utf8(rows.take())?;
    /// assert!(table.starts_with("line,puzzle,form,verdict,automorphisms,transformation\n1,53..7"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solution_forms(mut self) -> Self {
        self.form = FormKind::Solution;
        self
    }

    setters! {
        /// Sets the format of the output: a line with the form of each record, or its verdict if it has no form; or a table with
        /// the columns line, puzzle, form and verdict.
        format: RowFormat,

        /// Sets the character of blanks. By default, it is that of the first puzzle with blanks.
        blank: Blank,

        /// Sets whether to add the columns automorphisms and transformation: how many rearrangements turn the puzzle into its form, and
        /// one of these, in the form that [`Transformation`](crate::symmetry::Transformation) parses.
        with_transformation: bool,

        /// Sets the threads and the progress of the run.
        run_settings: RunSettings,
    }

    /// Writes the form of every record, and returns once the file is in place.
    ///
    /// A record without a form is not an error: it gets its verdict. Memory is bounded as in
    /// [`SolveJob::run`](crate::SolveJob::run).
    ///
    /// # Errors
    /// Returns an error if the input cannot be read or its format is unknown, [`Error::Refused`](crate::Error::Refused) for
    /// pencilmarks and for transformations in a format without columns, and otherwise the first failure to read or write. An existing file is then
    /// unchanged, and no temporary file is left.
    pub fn run(self) -> Result<Report> {
        let Self { source, form, solver, format, with_transformation, blank, output, run_settings } = self;
        if with_transformation && !format.has_columns() {
            return Err(Refusal::NoColumnForTransformation.into());
        }
        let records = source.into_open()?;
        records.require_clues()?;
        let pool = WorkerPool::start(run_settings.threads)?;
        let added = if with_transformation { &COLUMNS[..] } else { &COLUMNS[..2] };
        let head = records.input.head();
        let rows = RecordRows::new(format, &records.format, Added { command: "canon", names: added }, false);
        let blank = blank.map_or_else(|| blank_of(records.format.reader.as_ref(), head), Blank::byte);
        let needs_lines = rows.needs_lines();
        let sink = OrderedWriter::for_rows(output, rows.header(), &records.input, &pool)?;
        let rows = Arc::new(rows);
        let stage = move || CanonStage {
            solver: (form == FormKind::Solution).then(|| ChunkSolver::of_uniqueness(solver)),
            forms: FormFinder::with_isa(form, solver.isa),
            rows: Arc::clone(&rows),
            with_transformation,
            blank,
        };
        records.run_on(&pool, &run_settings, needs_lines, stage, sink)?.finish()
    }
}

/// The stage of [`CanonJob`]: turns a chunk of records into the text of their forms.
struct CanonStage {
    /// The solver, if the forms need solutions.
    solver: Option<ChunkSolver>,
    forms: FormFinder,
    rows: Arc<RecordRows>,
    with_transformation: bool,
    /// The character of a blank.
    blank: u8,
}

/// Returns the blank character of the first puzzle in `head` that has blanks, or a dot. All forms are written with it, so two
/// forms from one input are equal exactly when their puzzles are equivalent.
fn blank_of(reader: &dyn ReadRecords, head: &[u8]) -> u8 {
    let mut records = Records::default();
    reader.read(head, &mut records);
    let puzzles = records.puzzles(head, reader.notation());
    let blank = |index| puzzles.get(index).iter().copied().find(|&byte| is_blank(byte));
    (0..puzzles.len()).find_map(blank).unwrap_or(b'.')
}

impl Stage<Chunk> for CanonStage {
    type Out = ChunkOutput;

    fn run(&mut self, chunk: &mut Chunk, output: &mut ChunkOutput, _: Flush<'_, ChunkOutput>) -> Result<()> {
        match &mut self.solver {
            Some(solver) => solver.solve(chunk),
            None => chunk.read_and_classify(inspection::verdict_on_bytes),
        }
        self.forms.find(chunk.puzzles(), chunk.outcomes(), chunk.answers());
        chunk.set_conflicts(self.forms.conflicts());
        let mut form_of = self.forms.in_order();
        let blank = self.blank;
        chunk.write_records(self.rows.needs_lines(), output, |record, text| {
            let form = form_of(record.outcome.verdict);
            // Moved into the closures, the blank is no load through a reference, and the compiler vectorizes the loop.
            let shown = move |byte| if byte == b'0' { blank } else { byte };
            let written: Option<[u8; CELLS]> = form.map(|form| array_of(|cell| shown(form.text[cell])));
            self.rows.write_made(record, written.as_ref().map(<[u8; _]>::as_slice), text, |row| {
                if self.with_transformation {
                    row.optional_number(COLUMNS[2], form.map(|form| form.automorphisms));
                    row.text(COLUMNS[3], form.map(|form| form.transformation.text()).as_deref());
                }
            });
        });
        output.report.tally = chunk.finish();
        Ok(())
    }
}
