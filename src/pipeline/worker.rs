//! What a worker does with a chunk: it reads the records, solves them and writes their answers.

use std::sync::Arc;

use crate::error::Result;
use crate::format::read::answer_field::{AnswerField, GivenAnswers};
use crate::format::{Defect, MalformedRecord, ReadRecords, Reason, Record, Records, WriteAnswers, digits};
use crate::grid;
use crate::pipeline::chunks::{Chunk, LineCount};
use crate::pipeline::ordered::{Stage, Turn};
use crate::pipeline::ordered_writer::ChunkOutput;
use crate::pipeline::report::Tally;
use crate::solver::batch::{AnswerLine, Puzzles, Solve, Task};
use crate::solver::{Outcome, Verdict};

/// Builds an engine. Each worker calls it once, on its own thread.
pub type BuildEngine = Box<dyn Fn() -> Box<dyn Solve> + Send + Sync>;

/// Called by the workers with the counters of each chunk that they have finished, for a display of the progress.
pub type OnChunk = Box<dyn Fn(&Tally) + Send + Sync>;

/// How the records of a run are read and solved. The workers share it.
pub(crate) struct SolveSettings {
    /// The format of the records.
    pub(crate) reader: Arc<dyn ReadRecords>,
    /// What is asked of each record.
    pub(crate) task: Task,
    /// Builds the engine of a worker.
    pub(crate) engine: BuildEngine,
    /// Called with the counters of each chunk.
    pub(crate) on_chunk: OnChunk,
}

/// Reads and solves the records of one chunk after another, in memory that it keeps.
pub(crate) struct ChunkSolver {
    settings: Arc<SolveSettings>,
    engine: Box<dyn Solve>,
    pub(super) records: Records,
    /// Where the records hold the answers of the data set, for those who compare them.
    answer_field: Option<AnswerField>,
    given_answers: GivenAnswers,
    /// An [`AnswerLine`] for each puzzle, as flat bytes: in the line format they are the text to write.
    answers: Vec<u8>,
    pub(crate) outcomes: Vec<Outcome>,
}

impl ChunkSolver {
    /// Builds an engine. The other memory grows with the chunks.
    pub(crate) fn new(settings: Arc<SolveSettings>) -> Self {
        Self {
            engine: (settings.engine)(),
            settings,
            records: Records::default(),
            answer_field: None,
            given_answers: GivenAnswers::default(),
            answers: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Also reads the answers that the records hold in `field`.
    pub(crate) fn reading_answers(self, field: Option<AnswerField>) -> Self {
        Self { answer_field: field, ..self }
    }

    /// Reads and solves the records of `chunk`.
    ///
    /// Where all lines seem to be bare puzzles, the engine reads them first: while it works, the next ones come from memory.
    /// If they turn out to be something else, the chunk is read and solved again.
    pub(crate) fn solve(&mut self, chunk: &[u8]) {
        let reader = Arc::clone(&self.settings.reader);
        self.records.clear();
        if self.may_assume() && reader.assume(chunk, &mut self.records) {
            self.solve_records(chunk);
            if reader.confirms(chunk, &mut malformed(&self.outcomes)) {
                return;
            }
            self.records.clear();
        }
        reader.read(chunk, &mut self.records);
        if let Some(field) = &self.answer_field {
            field.read(chunk, &self.records, &mut self.given_answers);
        }
        self.solve_records(chunk);
    }

    /// Returns true if the engine may be the first to read a puzzle. What turns out to be no puzzle may have very many solutions,
    /// so that they must not be counted.
    fn may_assume(&self) -> bool {
        self.answer_field.is_none() && self.engine.finds_malformed() && self.settings.task.goal.limit() <= 2
    }

    /// Solves the records of `chunk`.
    fn solve_records(&mut self, chunk: &[u8]) {
        let puzzles = self.records.puzzles(chunk, self.settings.reader.notation());
        self.answers.resize(puzzles.len() * size_of::<AnswerLine>(), 0);
        self.outcomes.resize(puzzles.len(), Outcome::default());
        let (answers, _) = self.answers.as_chunks_mut();
        self.engine.solve(self.settings.task, puzzles, answers, &mut self.outcomes);
    }

    /// The puzzles of `chunk`, which is solved.
    pub(crate) fn puzzles<'a>(&'a self, chunk: &'a [u8]) -> Puzzles<'a> {
        self.records.puzzles(chunk, self.settings.reader.notation())
    }

    /// The first solution of every puzzle that has one.
    pub(crate) fn answers(&self) -> &[AnswerLine] {
        self.answers.as_chunks().0
    }

    /// The outcome of every puzzle.
    pub(crate) fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// The counters of `chunk`, which is solved.
    pub(crate) fn tally(&self, chunk: &Chunk) -> Tally {
        let mut tally = Tally::of_chunk(chunk.consumed, self.records.lines);
        tally.count_all(&self.outcomes);
        self.records.malformed.iter().for_each(|_| tally.count(&MALFORMED));
        tally
    }

    /// Reports the counters of a chunk as progress.
    pub(crate) fn report_progress(&self, tally: &Tally) {
        (self.settings.on_chunk)(tally);
    }

    /// Calls `visit` with every record of `chunk`, which is solved, in the order of the input. Lines and columns are 0
    /// unless they are needed.
    #[inline]
    pub(crate) fn for_each_record(
        &self,
        chunk: &Chunk,
        needs_lines: bool,
        mut visit: impl FnMut(&Record<'_>),
    ) {
        let mut lines = LineCount::new(chunk);
        let chunk = &chunk.bytes;
        let mut line = |origin| if needs_lines { lines.of(chunk, origin) } else { (0, 0) };
        let puzzles = self.puzzles(chunk);
        let mut malformed = self.records.malformed.iter().peekable();
        for (index, answer) in self.answers().iter().enumerate() {
            while let Some(record) = malformed.next_if(|record| record.before as usize == index) {
                visit(&malformed_record(chunk, record, line(record.origin as usize)));
            }
            let line = line(self.records.origin(index));
            visit(&self.record(chunk, (index, line), puzzles, answer));
        }
        malformed.for_each(|record| visit(&malformed_record(chunk, record, line(record.origin as usize))));
    }

    /// Puzzle `index` of the chunk as a record with its answer. Inlined always, so that no record is built in memory.
    #[inline(always)]
    fn record<'a>(
        &'a self,
        chunk: &'a [u8],
        (index, (line, column)): (usize, (u64, u32)),
        puzzles: Puzzles<'a>,
        answer: &'a AnswerLine,
    ) -> Record<'a> {
        let (outcome, origin) = (self.outcomes[index], self.records.origin(index));
        let defect = match outcome.verdict {
            Verdict::Malformed => Some(self.settings.reader.explain(chunk, origin)),
            Verdict::Conflict => self.conflict(chunk, index, puzzles),
            _ => None,
        };
        let answer = (outcome.solutions > 0).then(|| digits(answer));
        let given = self.given_answers.get(chunk, origin, index);
        Record { line, column, chunk, origin, puzzle: puzzles.get(index), answer, outcome, defect, given }
    }

    #[cold]
    fn conflict(&self, chunk: &[u8], index: usize, puzzles: Puzzles<'_>) -> Option<Defect> {
        let (first, second) = grid::conflict(puzzles.clues(index)?)?;
        let position = self.settings.reader.locate(chunk, self.records.origin(index), second.index());
        Some(Defect { position, reason: Reason::Conflict(first, second) })
    }
}

/// The outcome of a record of the wrong shape, which no engine has seen.
const MALFORMED: Outcome = Outcome { verdict: Verdict::Malformed, solutions: 0, guesses: 0 };

/// The numbers of the puzzles that an engine has called malformed.
fn malformed(outcomes: &[Outcome]) -> impl Iterator<Item = usize> {
    let is_malformed = |outcome: &Outcome| outcome.verdict == Verdict::Malformed;
    outcomes.iter().enumerate().filter_map(move |(index, outcome)| is_malformed(outcome).then_some(index))
}

#[cold]
fn malformed_record<'a>(chunk: &'a [u8], record: &MalformedRecord, (line, column): (u64, u32)) -> Record<'a> {
    let (origin, defect) = (record.origin as usize, Some(record.defect));
    Record { line, column, chunk, origin, puzzle: b"", answer: None, outcome: MALFORMED, defect, given: None }
}

/// The stage of `solve` and `count`: a chunk of records to the text of their answers.
pub(crate) struct AnswerStage {
    pub(super) solver: ChunkSolver,
    writer: Arc<dyn WriteAnswers>,
    /// The bytes of the longest text so far: what to reserve at once.
    longest: usize,
}

impl AnswerStage {
    /// Solves with `solver` and writes with `writer`.
    pub(crate) fn new(solver: ChunkSolver, writer: Arc<dyn WriteAnswers>) -> Self {
        Self { solver, writer, longest: 0 }
    }

    /// Writes the answers to the records of `chunk`, which is solved.
    pub(super) fn write(&mut self, chunk: &Chunk, output: &mut ChunkOutput) {
        let tally = self.solver.tally(chunk);
        if self.writer.writes_answer_lines() && tally.answered() == tally.records() {
            std::mem::swap(&mut self.solver.answers, &mut output.text);
        } else {
            self.write_records(chunk, output);
        }
        output.report.tally = tally;
        self.solver.report_progress(&tally);
    }

    /// Writes one record after another, with the malformed ones in their places.
    fn write_records(&mut self, chunk: &Chunk, output: &mut ChunkOutput) {
        let ChunkOutput { text, report } = output;
        text.clear();
        text.reserve(self.longest);
        self.solver.for_each_record(chunk, self.writer.needs_lines(), |record| {
            text.extend_from_slice(self.writer.separator());
            self.writer.write(record, text);
            if record.defect.is_some() {
                report.list_bad(record);
            }
        });
        self.longest = self.longest.max(text.len());
    }
}

impl Stage for AnswerStage {
    type Item = Chunk;
    type Out = ChunkOutput;

    fn run(&mut self, chunk: &Chunk, output: &mut ChunkOutput, _: &Turn<'_, ChunkOutput>) -> Result<()> {
        self.solver.solve(&chunk.bytes);
        self.write(chunk, output);
        Ok(())
    }
}
