//! Parts of runs.

use std::sync::Arc;

use crate::audit::answer_file::AnswerFile;
use crate::error::Result;
use crate::format::detect::Detected;
use crate::format::{OutputFormat, ReadRecords};
use crate::io::input::Input;
use crate::io::output::Output;
use crate::pipeline::chunks::Chunks;
use crate::pipeline::ordered::WINDOW;
use crate::pipeline::ordered_writer::{ChunkOutput, OrderedWriter};
use crate::pipeline::reorder_buffer::ReorderBuffer;
use crate::pipeline::report::Report;
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{OpenRecords, RunSettings, SolveJob};
use crate::solver::SolverSettings;
use crate::solver::batch::Task;

/// The reorder buffer followed by the ordered writer, without worker threads.
pub struct WriterBench {
    buffer: ReorderBuffer<ChunkOutput, OrderedWriter>,
}

impl WriterBench {
    /// Creates a bench that writes to `output`.
    ///
    /// # Panics
    /// Panics if the output cannot be written.
    pub fn new(output: Output) -> Self {
        let writer = OrderedWriter::new(output, b"", 1).expect("an output that can be written");
        Self { buffer: ReorderBuffer::new(writer, WINDOW) }
    }

    /// Submits `text` as the results of chunk `number`. The text must be the same for every chunk, because the memory of a
    /// written chunk is submitted again unchanged.
    ///
    /// # Panics
    /// Panics if the writer has failed.
    pub fn submit(&self, number: u64, text: &[u8]) {
        let mut chunk = self.buffer.begin().expect("a working writer");
        if chunk.text.len() != text.len() {
            chunk.text.clear();
            chunk.text.extend_from_slice(text);
        }
        self.buffer.submit(number, chunk);
    }

    /// Ends after `chunks` chunks, puts the output in place, and returns the number of bytes written.
    ///
    /// # Errors
    /// Returns an error if writing failed.
    pub fn finish(self, chunks: u64) -> Result<u64> {
        self.buffer.end_after(chunks);
        Ok(self.buffer.wait()?.finish()?.written)
    }
}

/// Worker threads for several runs in turn.
pub struct Workers(WorkerPool);

impl Workers {
    /// Starts `threads` threads.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub fn start(threads: usize) -> Result<Self> {
        WorkerPool::start(threads).map(Self)
    }

    /// Solves the records that `reader` finds in `input`, in chunks of `chunk_size` bytes, with this engine. Writes CSV.
    ///
    /// # Errors
    /// Returns the same errors as [`SolveJob::run`].
    pub fn solve(
        &self,
        (input, reader): (Input, Arc<dyn ReadRecords>),
        task: Task,
        chunk_size: usize,
        solver: SolverSettings,
        output: Output,
    ) -> Result<Report> {
        let mut settings = RunSettings::default();
        settings.chunk_size = Some(chunk_size);
        let records = OpenRecords::new(input, Detected::of_reader(reader));
        let job = SolveJob::new(records.into(), output).task(task).solver(solver);
        job.output_format(OutputFormat::Csv).run_settings(settings).run_on(&self.0)
    }
}

/// Cuts an input into chunks of about `size` bytes, and calls `visit` with the number of lines before each and its bytes.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub fn for_each_chunk(
    input: Input,
    format: Arc<dyn ReadRecords>,
    size: usize,
    mut visit: impl FnMut(u64, &[u8]),
) -> Result<()> {
    let mut chunks = Chunks::new(input, format, size).counting_lines(0);
    let mut used = None;
    while let Some(chunk) = chunks.next_chunk(used)? {
        visit(chunk.lines_before, chunk.text());
        used = Some(chunk);
    }
    Ok(())
}

/// Calls `visit` with the text, the line and the column of every answer in a file of answers.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub fn for_each_answer(input: Input, mut visit: impl FnMut(&[u8], (u64, u64))) -> Result<()> {
    let mut answers = AnswerFile::new(input)?;
    let mut text = Vec::new();
    while let Some(answer) = answers.next()? {
        text.clear();
        text.extend_from_slice(answer);
        visit(&text, answers.position(0));
    }
    Ok(())
}
