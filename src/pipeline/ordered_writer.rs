//! The sink of the commands that write a file: it writes text in order.

use crate::error::Result;
use crate::io::{Input, Output};
use crate::pipeline::ordered::{Reuse, Sink};
use crate::pipeline::report::{ChunkReport, EarlierLines, Report};
use crate::pipeline::stopwatch::Stopwatch;
use crate::pipeline::threads::WorkerPool;

/// The text and the counters that a worker made from one chunk.
#[derive(Debug, Default)]
pub(crate) struct ChunkOutput {
    /// The text to write. [`Reuse::clear`] leaves the bytes of an earlier chunk in it: a stage that overwrites all of them need
    /// not fill them with zeros first. Every stage clears or overwrites it.
    pub(crate) text: Vec<u8>,
    /// The counters of the chunk.
    pub(crate) report: ChunkReport,
}

impl Reuse for ChunkOutput {
    fn clear(&mut self) {
        self.report.clear();
    }

    fn held_bytes(&self) -> usize {
        self.text.capacity() + self.report.held_bytes()
    }
}

/// A sink that writes the text of the chunks to an output and adds up their reports.
pub(crate) struct OrderedWriter {
    output: Output,
    report: Report,
    started: Stopwatch,
    /// The lines before the input, if it is a later part of a file.
    earlier: EarlierLines,
}

impl OrderedWriter {
    /// Writes `header`, and then only the text of the chunks. The report is for a run on `threads` threads that begins now.
    ///
    /// # Errors
    /// When the header cannot be written.
    pub(crate) fn new(mut output: Output, header: &[u8], threads: usize) -> Result<Self> {
        output.write(header)?;
        Ok(Self {
            output,
            report: Report { written: header.len() as u64, threads, ..Report::default() },
            started: Stopwatch::start(),
            earlier: EarlierLines::default(),
        })
    }

    /// Writes `header`, unless `input` is a later part of a file, and then only the text of the chunks. Otherwise like
    /// [`new`](Self::new).
    ///
    /// # Errors
    /// When the header cannot be written.
    pub(crate) fn for_rows(output: Output, header: &[u8], input: &Input, pool: &WorkerPool) -> Result<Self> {
        let header = if input.earlier().is_some() { b"" } else { header };
        let mut writer = Self::new(output, header, pool.len())?;
        writer.report.tally.lines = input.header_lines();
        writer.earlier = EarlierLines::of(input);
        Ok(writer)
    }

    /// Replaces the header by the one that `header` returns for the number of records, if it returns one.
    ///
    /// # Errors
    /// As [`Output::overwrite_start`].
    pub(super) fn replace_header(&mut self, header: impl FnOnce(u64) -> Option<Vec<u8>>) -> Result<()> {
        header(self.report.tally.records()).map_or(Ok(()), |header| self.output.overwrite_start(&header))
    }

    /// Completes the file and replaces the old one.
    ///
    /// # Errors
    /// As [`Output::finish_all`].
    pub(crate) fn finish(self) -> Result<Report> {
        self.finish_after(None)
    }

    /// Completes the file after another one, and replaces the old files.
    ///
    /// # Errors
    /// As [`Output::finish_all`].
    pub(super) fn finish_after(self, other: Option<Output>) -> Result<Report> {
        Output::finish_all(other.into_iter().chain([self.output]).collect())?;
        Ok(self.earlier.number(Report { elapsed: self.started.elapsed(), ..self.report }))
    }
}

impl Sink<ChunkOutput> for OrderedWriter {
    fn accept(&mut self, chunk: &ChunkOutput) -> Result<()> {
        self.output.write(&chunk.text)?;
        self.report.written += chunk.text.len() as u64;
        self.report.add(&chunk.report);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::OutputBuffer;

    fn chunk(text: &str) -> ChunkOutput {
        let mut chunk = ChunkOutput { text: text.into(), ..ChunkOutput::default() };
        chunk.report.tally.lines = 1;
        chunk
    }

    #[test]
    fn texts_are_written_unchanged_and_lines_include_the_header() {
        let buffer = OutputBuffer::default();
        let mut input = Input::reader("test", b"1\n2\n3\n4\n".as_slice()).unwrap();
        input.skip(8);
        let pool = WorkerPool::start(1).unwrap();
        let mut writer = OrderedWriter::for_rows(buffer.output("test"), b"", &input, &pool).unwrap();
        for text in ["", "a\nb", "\nc"] {
            writer.accept(&chunk(text)).unwrap();
        }
        let report = writer.finish().unwrap();
        assert_eq!(buffer.take(), b"a\nb\nc");
        assert_eq!((report.tally.lines, report.written), (7, 5));
    }
}
