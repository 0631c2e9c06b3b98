//! The records of an open input, for every run over records.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::error::{Refusal, Result};
use crate::format::ReadRecords;
use crate::format::read::line::Lines;
use crate::io::input::Input;
use crate::pipeline::chunk_reader::ChunkReader;
use crate::pipeline::chunks::{self, Chunk, Chunks};
use crate::pipeline::ordered::{Sink, Source, Stage, WINDOW, run_ordered};
use crate::pipeline::report::OnChunk;
use crate::pipeline::threads::WorkerPool;

/// The records of an open input, and how a run goes through them.
pub struct RecordRun {
    /// The records.
    pub input: Input,
    /// The format of the records.
    pub reader: Arc<dyn ReadRecords>,
    /// The threads, chunks and progress of the run.
    pub settings: RunSettings,
}

/// How a run goes through its records. No result depends on it.
#[derive(Clone)]
#[non_exhaustive]
pub struct RunSettings {
    /// The number of worker threads; 0, the default, for one per core, or the value of `RAYON_NUM_THREADS`.
    pub threads: usize,
    /// The bytes of a chunk; `None`, the default, for a size that suits the input.
    pub chunk_size: Option<usize>,
    /// Called by the workers with the counters of each chunk.
    pub on_chunk: OnChunk,
    /// Ends the run with an error when it becomes true: before the next chunk. Nothing by default.
    pub is_stopped: Option<Arc<AtomicBool>>,
}

impl Default for RunSettings {
    fn default() -> Self {
        Self { threads: 0, chunk_size: None, on_chunk: Arc::new(|_| ()), is_stopped: None }
    }
}

impl RecordRun {
    /// A run over `input` with the usual settings.
    pub fn new(input: Input, reader: Arc<dyn ReadRecords>) -> Self {
        Self { input, reader, settings: RunSettings::default() }
    }

    /// A run over the one-line puzzles of `input`.
    pub fn lines(input: Input) -> Self {
        Self::new(input, Arc::new(Lines))
    }

    /// Runs a stage over the chunks of the input. Lines are counted only if they are needed.
    pub(crate) fn run_on<St, Si>(
        self,
        pool: &WorkerPool,
        needs_lines: bool,
        make_stage: impl Fn(ChunkReader) -> St + Send + Sync + 'static,
        sink: Si,
    ) -> Result<Si::Finished>
    where
        St: Stage<Item = Chunk>,
        Si: Sink<St::Out>,
    {
        let Self { input, reader, settings: RunSettings { chunk_size, on_chunk, is_stopped, .. } } = self;
        let size = chunk_size.unwrap_or_else(|| chunks::size_for(input.length(), pool.len()));
        let lines_before = if needs_lines { input.lines_before() } else { 0 };
        let mut chunks = Chunks::new(input, Arc::clone(&reader), size);
        if needs_lines {
            chunks = chunks.counting_lines(lines_before);
        }
        let make_stage = move || Ok(make_stage(ChunkReader::new(Arc::clone(&reader), Arc::clone(&on_chunk))));
        run_ordered(pool, Stoppable { chunks, is_stopped }, make_stage, sink, WINDOW)
    }
}

/// Chunks that end with an error when the run is stopped.
struct Stoppable {
    chunks: Chunks,
    is_stopped: Option<Arc<AtomicBool>>,
}

impl Source for Stoppable {
    type Item = Chunk;

    fn next(&mut self, used: Option<Chunk>) -> Result<Option<Chunk>> {
        match &self.is_stopped {
            Some(is_stopped) if is_stopped.load(Relaxed) => Err(Refusal::Stopped.into()),
            _ => self.chunks.next(used),
        }
    }
}
