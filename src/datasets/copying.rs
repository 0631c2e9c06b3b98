//! Copies the records of an input, byte for byte and in order, each to the part that is its fate: the second pass of all jobs that
//! leave records out or divide them.
//!
//! ```text
//! chunk     │ span 0                │ span 1               │ rest        │
//!             to the output of the    to that of the         waits for the first
//!             first record            second                 record of the next chunk
//! ```
//!
//! Lines before a record that are not records (comments, blank lines, the heading of a grid) go with it. Lines after the last
//! record of the input go with the last record. A line that is too long to be a record is refused, and so is more text between
//! two records than [`MAX_GAP`](super::gap::MAX_GAP), whatever the chunks.

use std::ops::Range;
use std::sync::Arc;

use super::RecordSource;
use super::fates::{Fates, Part};
use super::gap::{ChunkGaps, Gap};
use super::record_spans::RecordSpans;
use crate::error::{Refusal, Result};
use crate::io::output::Output;
use crate::pipeline::RunSettings;
use crate::pipeline::chunk::Chunk;
use crate::pipeline::ordered::{Flush, Reuse, Sink, Stage};
use crate::pipeline::threads::WorkerPool;

/// Copies the header of an input to each output, and every record to the part that is its fate. Returns the outputs, which the
/// caller must finish, after dropping the source if one of them may replace it. The input, which was read before, still has the
/// `expected` number of records, or has changed.
pub(crate) fn copy(
    pool: &WorkerPool,
    run: &RunSettings,
    source: &RecordSource,
    fates: &Arc<Fates>,
    (outputs, expected): (Vec<Output>, u64),
) -> Result<(CopyCounts, Vec<Output>)> {
    let records = source.open()?;
    let (name, fates): (Arc<str>, _) = (records.input.name().into(), Arc::clone(fates));
    let mut writer = CopyWriter::new(outputs, records.input.preamble(), Arc::clone(&name))?;
    (writer.last, writer.expected) = (fates.of(0), expected);
    let make_stage = move || CopyStage {
        fates: Arc::clone(&fates),
        name: Arc::clone(&name),
        spans: RecordSpans::default(),
        of_records: Vec::new(),
    };
    let copied = records.run_on(pool, run, true, make_stage, writer)?.complete()?;
    source.check()?;
    Ok(copied)
}

/// The copying stage: turns a chunk into the text for each output.
struct CopyStage {
    fates: Arc<Fates>,
    /// The name of the input, for errors.
    name: Arc<str>,
    spans: RecordSpans,
    /// The fate of each record of the chunk.
    of_records: Vec<Option<Part>>,
}

/// Records one after another with the same fate, which are copied at once.
#[derive(Debug, Default)]
struct Run {
    fate: Option<Part>,
    records: u64,
    /// Their text, as a range of that of the chunk.
    span: Range<usize>,
}

/// The text of a chunk for each output, in memory that is reused for each chunk.
#[derive(Debug, Default)]
struct ChunkCopies {
    /// The text for each output.
    texts: Vec<Vec<u8>>,
    /// The number of records for each output.
    counts: Vec<u64>,
    /// The text before the first record and after the last one.
    gaps: ChunkGaps,
    /// The fates of the first and the last record, if there are records.
    first_and_last: Option<[Option<Part>; 2]>,
    /// The number of records.
    records: u64,
}

impl CopyStage {
    /// Finds the span and the fate of each record.
    fn find(&mut self, chunk: &Chunk) {
        let Self { fates, spans, of_records, .. } = self;
        spans.find(chunk);
        of_records.clear();
        if chunk.has_record_on_every_line() {
            of_records.extend(fates.after(chunk.lines_before).take(spans.len()));
            of_records.resize(spans.len(), None);
        } else {
            of_records.extend(chunk.placed().map(|record| fates.of(record.line)));
        }
    }

    /// Refuses to copy a line that is too long.
    fn check_length(&self, chunk: &Chunk) -> Result<()> {
        if !chunk.is_long_line() || self.of_records.iter().all(Option::is_none) {
            return Ok(());
        }
        let (line, _) = chunk.original((chunk.lines_before + 1, 1));
        Err(Refusal::LineTooLong(self.name.to_string(), line).into())
    }
}

impl Stage<Chunk> for CopyStage {
    type Out = ChunkCopies;

    fn run(&mut self, chunk: &mut Chunk, output: &mut ChunkCopies, _: Flush<'_, ChunkCopies>) -> Result<()> {
        chunk.read();
        self.find(chunk);
        output.gaps.find(chunk, &self.spans);
        self.check_length(chunk)?;
        let mut run = Run::default();
        for (span, &fate) in self.spans.iter().zip(&self.of_records) {
            if fate != run.fate {
                output.copy(&run, chunk.text());
                run = Run { fate, records: 0, span: span.start..span.start };
            }
            (run.span.end, run.records) = (span.end, run.records + 1);
        }
        output.copy(&run, chunk.text());
        output.first_and_last = self.of_records.first().map(|&first| [first, run.fate]);
        output.records = self.of_records.len() as u64;
        Ok(())
    }
}

impl ChunkCopies {
    /// Returns the text for an output.
    fn text_of(&mut self, output: Part) -> &mut Vec<u8> {
        let output = usize::from(output);
        if output >= self.texts.len() {
            self.texts.resize_with(output + 1, Vec::new);
            self.counts.resize(output + 1, 0);
        }
        &mut self.texts[output]
    }

    /// Copies records of the chunk with this text.
    fn copy(&mut self, run: &Run, text: &[u8]) {
        if let Some(part) = run.fate {
            self.text_of(part).extend_from_slice(&text[run.span.clone()]);
            self.counts[usize::from(part)] += run.records;
        }
    }
}

impl Reuse for ChunkCopies {
    fn clear(&mut self) {
        self.texts.iter_mut().for_each(Vec::clear);
        self.counts.fill(0);
        self.gaps.clear();
        self.first_and_last = None;
        self.records = 0;
    }

    fn held_bytes(&self) -> usize {
        self.texts.iter().map(Vec::capacity).sum::<usize>() + self.gaps.after.capacity()
    }
}

/// The sink: the outputs of the copies.
struct CopyWriter {
    /// The name of the input, for errors.
    name: Arc<str>,
    outputs: Vec<Output>,
    gap: Gap,
    /// The fate of the last record so far.
    last: Option<Part>,
    /// The number of records so far.
    records: u64,
    counts: CopyCounts,
    /// The required number of records.
    expected: u64,
}

/// The counts of what was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CopyCounts {
    /// The number of records written to each output.
    pub(crate) written: Vec<u64>,
    /// The number of bytes written to all outputs, before compression.
    pub(crate) bytes: u64,
}

impl CopyWriter {
    /// Writes `header` to each of `outputs`, and then the records.
    fn new(mut outputs: Vec<Output>, header: &[u8], name: Arc<str>) -> Result<Self> {
        outputs.iter_mut().try_for_each(|output| output.write(header))?;
        let bytes = (header.len() * outputs.len()) as u64;
        let counts = CopyCounts { written: vec![0; outputs.len()], bytes };
        Ok(Self { name, outputs, gap: Gap::default(), last: None, records: 0, counts, expected: 0 })
    }

    /// Writes the waiting text where the record below it goes.
    fn release(&mut self, fate: Option<Part>) -> Result<()> {
        if let Some(part) = fate {
            let output = &mut self.outputs[usize::from(part)];
            output.write(self.gap.text())?;
            self.counts.bytes += self.gap.text().len() as u64;
        }
        self.gap.clear();
        Ok(())
    }

    /// Completes the files after the last chunk. The caller puts them in place.
    fn complete(mut self) -> Result<(CopyCounts, Vec<Output>)> {
        if self.expected != self.records {
            return Err(Refusal::ChangedInput(self.name.to_string()).into());
        }
        self.release(self.last)?;
        self.outputs.iter_mut().try_for_each(Output::complete)?;
        Ok((self.counts, self.outputs))
    }
}

impl Sink<ChunkCopies> for CopyWriter {
    fn accept(&mut self, chunk: &ChunkCopies) -> Result<()> {
        if let Some([first, last]) = chunk.first_and_last {
            self.gap.end(chunk.gaps.before, &self.name)?;
            self.release(first)?;
            self.last = last;
        }
        for (number, (text, records)) in chunk.texts.iter().zip(&chunk.counts).enumerate() {
            self.outputs[number].write(text)?;
            self.counts.written[number] += records;
            self.counts.bytes += text.len() as u64;
        }
        self.records += chunk.records;
        self.gap.extend(&chunk.gaps, &self.name)
    }
}

#[cfg(feature = "files")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::RunFiles;
    use std::io::{self, Write};

    /// Accepts all bytes and fails at the end, like a disk that has filled up.
    struct FailsAtTheEnd;

    impl Write for FailsAtTheEnd {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }
    }

    #[test]
    fn no_file_is_replaced_before_all_are_complete() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["one", "two"].map(|name| folder.path().join(name));
        for last_fails in [true, false] {
            paths.iter().for_each(|path| std::fs::write(path, "old").unwrap());
            let create = |path| Output::create(path, &RunFiles::default()).unwrap();
            let mut outputs = vec![create(&paths[0]), create(&paths[1])];
            if last_fails {
                outputs.push(Output::writer("full", FailsAtTheEnd));
            }
            let writer = CopyWriter::new(outputs, b"new", "input".into()).unwrap();
            let finished = writer.complete().and_then(|(_, outputs)| Output::finish_all(outputs));
            assert_eq!(finished.is_err(), last_fails);
            let expected = if last_fails { "old" } else { "new" };
            paths.iter().for_each(|path| assert_eq!(std::fs::read_to_string(path).unwrap(), expected));
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "a temporary file is left");
        }
    }
}
