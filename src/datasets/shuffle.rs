//! Copies the records of an input in a random order.
//!
//! ```text
//! first pass   records ─▶ spans: the start and the length of each text, in 8 bytes
//!              spans in a random order (Fisher–Yates)
//! second pass  spans ─▶ the text of each, from the mapped input
//! ```
//!
//! All orders are equally likely, up to one part in 2^64 / n in each of n draws. The first pass reads the input into the
//! system's page cache, from which the second one takes it in any order.

use std::io::{Cursor, Read};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use memchr::{memchr, memchr_iter};

use super::RecordSource;
use super::gap::MAX_GAP;
use super::record_spans::RecordSpans;
use super::{DataSetSettings, data_set_setters};
use crate::board::grid::CELLS;
use crate::board::outcome::{Outcome, Verdict};
use crate::board::prefetch;
use crate::error::{Error, Refusal, Result};
use crate::format::{MAX_LINE, RecordPlace, inspection};
use crate::io::bytes::SharedBytes;
use crate::io::input::{Body, Input};
use crate::io::output::Output;
use crate::pipeline::StopFlags;
use crate::pipeline::chunk::Chunk;
use crate::pipeline::chunks::DEFAULT_SIZE;
use crate::pipeline::number_run::{NumberRanges, run_numbers};
use crate::pipeline::ordered::{Flush, Reuse, Sink, Stage};
use crate::pipeline::ordered_writer::OrderedWriter;
use crate::pipeline::threads::WorkerPool;
use crate::rng::LineRng;

/// The purpose of this module's random numbers.
const PURPOSE: [u8; 8] = *b"shuffle\0";

/// The number of bytes of a typical record: a puzzle and a line feed.
const LINE: usize = CELLS + 1;

/// The number of records to prefetch ahead.
const AHEAD: usize = 16;

/// A job that puts the records of a file in random order.
///
/// Every record is copied unchanged, with all its columns and with the comments and headings before it, below the header of the
/// input. The order depends only on the seed and on the number of records.
///
/// ```
/// use bulkdoku::datasets::{RecordSource, ShuffleJob};
/// use bulkdoku::io::OutputBuffer;
///
/// let written = OutputBuffer::default();
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let text = format!("id,puzzle\na,{puzzle}\nb,{puzzle}\nc,{puzzle}\n");
///
/// let source = RecordSource::bytes("memory", text.into_bytes());
/// let report = ShuffleJob::new(source, 1, written.output("memory")).run()?;
/// assert_eq!((report.records, report.shuffled), (3, 3));
/// assert!(String::from_utf8(written.take())?.contains(&format!("\nc,{puzzle}\n")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct ShuffleJob {
    /// The records.
    source: RecordSource,
    /// The seed. Another seed gives another order.
    seed: u64,
    /// The output for the records.
    output: Output,
    /// How the records are read. No records are compared, so the solver and the memory for fingerprints do not matter. Progress
    /// covers the first pass.
    pub(crate) settings: DataSetSettings,
}

/// The report of a [`ShuffleJob`].
///
/// ```
/// use bulkdoku::datasets::{RecordSource, ShuffleJob, ShuffleReport};
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::RunSettings;
///
/// let text = format!("{0}\n{0}\n12\n", ".".repeat(81));
/// let source = RecordSource::bytes("memory", text.into());
/// let job = ShuffleJob::new(source, 7, OutputBuffer::default().output("shuffled"));
/// let job = job.dropping_invalid().run_settings(RunSettings::default().threads(1));
/// let ShuffleReport { records, shuffled, malformed, threads, elapsed, .. } = job.run()?;
/// assert_eq!((records, shuffled, malformed, threads), (3, 2, 1, 1));
/// println!("{elapsed:?}");
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShuffleReport {
    /// The number of records.
    pub records: u64,
    /// The number of records written.
    pub shuffled: u64,
    /// The number of malformed records, written or not.
    pub malformed: u64,
    /// The number of worker threads.
    pub threads: usize,
    /// The duration of the whole run.
    pub elapsed: Duration,
}

impl ShuffleJob {
    /// Creates a job with the default settings.
    pub fn new(source: RecordSource, seed: u64, output: Output) -> Self {
        Self { source, seed, output, settings: DataSetSettings::default() }
    }

    data_set_setters!();

    /// Copies the records, and returns once the file is in place.
    ///
    /// Besides a mapped input and 48 MiB of text that waits for earlier text, the run needs 8 bytes for each record. An input
    /// that is not mapped is first copied to a temporary file, which is mapped.
    ///
    /// # Errors
    /// Returns the first failure to read or write, or [`Error::Refused`](crate::Error::Refused) for a line that is too long, for
    /// too much text between two records, or for an input that changed during the run. An existing file is then unchanged, and no
    /// temporary file is left.
    pub fn run(self) -> Result<ShuffleReport> {
        let Self { source, seed, mut output, settings: DataSetSettings { drops_invalid, run, .. } } = self;
        let pool = WorkerPool::of_run(&run)?;
        let mut records = source.open()?;
        output.write(records.input.preamble())?;
        let header_lines = records.input.header_lines();
        records.input = whole(records.input)?;
        let text = match records.input.whole_rest() {
            Some(text) => text,
            None if records.input.head().is_empty() => SharedBytes::new(Vec::new()), // no system maps an empty file
            None => {
                let reason = "cannot memory-map a copy, which a random order needs: free some memory";
                return Err(Error::refused(format!("{}: {reason}", source.name())));
            }
        };
        if text.len() as u64 > MOST_TEXT {
            return Err(Error::refused(format!("{}: shuffle reads a file of at most 1 TiB", source.name())));
        }
        let sink = Spans::new(source.name(), header_lines, text.clone());
        let make_stage = move || SpanStage { spans: RecordSpans::default(), drops_invalid };
        let Spans { mut kept, records, malformed, .. } =
            records.run_on(&pool, &run, false, make_stage, sink)?.finish()?;
        if records == 0 {
            output.write(&text)?; // comments
        }
        let first_gap = first_gap(&text, &kept);
        shuffle(&mut kept, LineRng::of_purpose(seed, PURPOSE, 0));
        let shuffled = kept.len() as u64;
        let writer = copy(&pool, text, kept, first_gap, output, run.stop_flags())?;
        source.check()?;
        drop(source); // its file may be replaced now
        writer.finish()?;
        Ok(ShuffleReport { records, shuffled, malformed, threads: pool.len(), elapsed: pool.elapsed() })
    }
}

/// Returns the same input with all of its bytes. Copies a stream to a temporary file.
fn whole(input: Input) -> Result<Input> {
    let name = input.name().to_owned();
    match input.body {
        Body::Whole(..) => Ok(input),
        Body::Stream(reader, ahead) => {
            RecordSource::stream(&name, Cursor::new(ahead).chain(reader))?.open_input()
        }
    }
}

/// The text of a record and what precedes it: its first byte and its length.
///
/// ```text
/// bits 63 ─────────── 24 │ 23 ────── 0
///      first byte         │ length
/// ```
#[derive(Clone, Copy)]
struct Span(u64);

/// The number of bits of the length.
const LENGTH_BITS: u32 = 24;

/// The largest number of bytes of an input that the other bits allow.
const MOST_TEXT: u64 = 1 << (u64::BITS - LENGTH_BITS);

const _: () = assert!(
    MAX_GAP + MAX_LINE + MAX_GAP < 1 << LENGTH_BITS,
    "the last record of an input, with the text before and after it, fits in a span"
);

impl Span {
    fn new(range: Range<u64>) -> Self {
        let length = range.end - range.start;
        debug_assert!(range.start < MOST_TEXT && length < 1 << LENGTH_BITS);
        Self(range.start << LENGTH_BITS | length)
    }

    fn start(self) -> usize {
        (self.0 >> LENGTH_BITS) as usize
    }

    fn range(self) -> Range<usize> {
        self.start()..self.start() + (self.0 as usize & ((1 << LENGTH_BITS) - 1))
    }
}

/// Finds the ends of the records of a chunk.
struct SpanStage {
    spans: RecordSpans,
    drops_invalid: bool,
}

/// The records of a chunk, in memory that is reused for each chunk.
#[derive(Default)]
struct ChunkSpans {
    /// The end of each record in the chunk and, in the lowest bit, whether it is kept.
    ends: Vec<u32>,
    malformed: u64,
    /// The start of the first record in the chunk, after text without records.
    first_start: usize,
    /// Whether the chunk is a line that is too long to copy.
    is_long_line: bool,
    /// The number of bytes of the input that the chunk covers.
    consumed: u64,
}

impl Reuse for ChunkSpans {
    fn clear(&mut self) {
        self.ends.clear();
    }

    fn held_bytes(&self) -> usize {
        self.ends.capacity() * size_of::<u32>()
    }
}

impl Stage<Chunk> for SpanStage {
    type Out = ChunkSpans;

    fn run(&mut self, chunk: &mut Chunk, output: &mut ChunkSpans, _: Flush<'_, ChunkSpans>) -> Result<()> {
        let judge = if self.drops_invalid { inspection::verdict } else { inspection::verdict_on_bytes };
        chunk.read_and_classify(judge);
        output.malformed = chunk.finish().with(Verdict::Malformed);
        output.consumed = chunk.consumed;
        output.first_start = 0;
        output.is_long_line = chunk.is_long_line();
        let outcomes = chunk.outcomes();
        let is_bad = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Malformed | Verdict::Conflict);
        let packed =
            |end: usize, is_bad: bool| (end as u32) << 1 | u32::from(!(self.drops_invalid && is_bad));
        if let Some(width) = chunk.record_width() {
            let ends = (1..).map(|records| records * width);
            output.ends.extend(outcomes.iter().zip(ends).map(|(outcome, end)| packed(end, is_bad(outcome))));
        } else {
            self.spans.find(chunk);
            output.first_start = self.spans.before_first();
            let is_bad = |place: RecordPlace| place.puzzle.map_or(true, |puzzle| is_bad(&outcomes[puzzle]));
            let records = self.spans.iter().zip(chunk.places());
            output.ends.extend(records.map(|(span, place)| packed(span.end, is_bad(place))));
        }
        Ok(())
    }
}

/// The sink of the first pass: the spans of all records in input order.
struct Spans {
    /// The name of the input, and the number of lines of its header, for errors.
    name: String,
    header_lines: u64,
    text: SharedBytes,
    kept: Vec<Span>,
    records: u64,
    malformed: u64,
    /// The start of the next chunk in the text.
    chunk: u64,
    /// The start of the next record, with the text before it.
    start: u64,
    /// Whether the last record is kept.
    keeps_last: bool,
}

impl Spans {
    fn new(name: &str, header_lines: u64, text: SharedBytes) -> Self {
        let (name, kept, keeps_last) = (name.to_owned(), Vec::new(), false);
        Self { name, header_lines, text, kept, records: 0, malformed: 0, chunk: 0, start: 0, keeps_last }
    }

    /// Adds the text after the last record to the last record.
    fn finish(mut self) -> Result<Self> {
        let end = self.text.len() as u64;
        self.check_gap(end)?;
        if let Some(last) = self.kept.pop_if(|_| self.keeps_last) {
            self.kept.push(Span::new(last.start() as u64..end));
        }
        Ok(self)
    }

    /// Refuses text without records from the last record to this byte, if it is too long.
    fn check_gap(&self, end: u64) -> Result<()> {
        if end - self.start <= MAX_GAP as u64 {
            return Ok(());
        }
        Err(Refusal::GapTooLong(self.name.clone(), self.line_of(self.start)).into())
    }

    /// Returns the line of a byte of the text, from 1.
    #[cold]
    fn line_of(&self, at: u64) -> u64 {
        self.header_lines + memchr_iter(b'\n', &self.text[..at as usize]).count() as u64 + 1
    }
}

impl Sink<ChunkSpans> for Spans {
    fn accept(&mut self, chunk: &ChunkSpans) -> Result<()> {
        if self.records == 0 {
            // Reserves room for all records if they are as long as these. A growing vector needs its content twice.
            let expected = self.text.len() as u64 * chunk.ends.len() as u64 / chunk.consumed.max(1);
            let _ = self.kept.try_reserve(expected as usize + expected as usize / 64);
        }
        if !chunk.ends.is_empty() {
            self.check_gap(self.chunk + chunk.first_start as u64)?;
        }
        if chunk.is_long_line && chunk.ends.iter().any(|end| end & 1 == 1) {
            return Err(Refusal::LineTooLong(self.name.clone(), self.line_of(self.chunk)).into());
        }
        let mut start = self.start;
        for &end in &chunk.ends {
            self.keeps_last = end & 1 == 1;
            let end = self.chunk + if chunk.is_long_line { chunk.consumed } else { u64::from(end >> 1) };
            if self.keeps_last {
                self.kept.push(Span::new(start..end));
            }
            start = end;
        }
        self.start = start;
        self.records += chunk.ends.len() as u64;
        self.malformed += chunk.malformed;
        self.chunk += chunk.consumed;
        Ok(())
    }
}

/// Returns the blank line to write before the first record where another record precedes it, if the second record has one.
fn first_gap(text: &[u8], spans: &[Span]) -> &'static [u8] {
    match spans {
        [first, second, ..] if first.start() == 0 => match &text[second.range()] {
            [b'\n', ..] => b"\n",
            [b'\r', b'\n', ..] => b"\r\n",
            _ => b"",
        },
        _ => b"",
    }
}

/// Puts the spans in random order (Fisher–Yates). Draws some positions ahead, to give prefetches time to complete.
fn shuffle(spans: &mut [Span], mut rng: LineRng) {
    let mut end = spans.len();
    while end > 1 {
        let mut places = [0; 2 * AHEAD];
        let drawn = places.iter_mut().zip((1..end).rev()).map(|(place, last)| {
            *place = rng.below_any(last as u64 + 1) as usize;
            prefetch::fetch_item(spans, *place);
        });
        let count = drawn.count();
        places[..count].iter().zip((1..end).rev()).for_each(|(&place, last)| spans.swap(last, place));
        end -= count;
    }
}

/// Copies the spans of `text` to `output`, which the caller finishes.
fn copy(
    pool: &WorkerPool,
    text: SharedBytes,
    spans: Vec<Span>,
    first_gap: &'static [u8],
    output: Output,
    stop_flags: StopFlags,
) -> Result<OrderedWriter> {
    let line_end: &[u8] = match memchr(b'\n', &text) {
        Some(end) if end > 0 && text[end - 1] == b'\r' => b"\r\n",
        _ => b"\n",
    };
    // As many spans at a time as a chunk of the text has records.
    let size = (DEFAULT_SIZE as u64 * spans.len() as u64 / text.len().max(1) as u64).max(1);
    let ranges = NumberRanges { rest: 0..spans.len() as u64, size, enough: Arc::default(), stop_flags };
    let spans = Arc::new(spans);
    let make = move || {
        let (text, spans) = (text.clone(), Arc::clone(&spans));
        Ok(move |numbers: Range<u64>, out: &mut Vec<u8>| {
            out.clear();
            gather(&text, &spans, numbers.start as usize..numbers.end as usize, [first_gap, line_end], out);
            Ok(0)
        })
    };
    let writer = OrderedWriter::new(output, b"", pool.len())?;
    run_numbers(pool, ranges, make, writer, Arc::new(|_| ()))
}

/// Appends the text of some spans, each with a line end.
fn gather(
    text: &[u8],
    spans: &[Span],
    numbers: Range<usize>,
    [first_gap, line_end]: [&[u8]; 2],
    out: &mut Vec<u8>,
) {
    for index in numbers {
        let span = spans[index];
        if let Some(later) = spans.get(index + AHEAD) {
            prefetch::fetch(text, later.start());
            prefetch::fetch_item(text, later.range().end); // a typical record may reach into a third cache line
        }
        if index > 0 && span.start() == 0 {
            out.extend_from_slice(first_gap);
        }
        let record = &text[span.range()];
        match <&[u8; LINE]>::try_from(record) {
            Ok(line) => out.extend_from_slice(line), // no call, since the length is constant
            Err(_) => out.extend_from_slice(record),
        }
        if record.last().is_none_or(|&byte| byte != b'\n') {
            out.extend_from_slice(line_end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::OutputBuffer;
    use std::collections::BTreeMap;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn shuffled(rows: usize, seed: u64) -> Vec<String> {
        let text: String = (0..rows).map(|id| format!("{id},{PUZZLE}\n")).collect();
        let written = OutputBuffer::default();
        let source = RecordSource::bytes("memory", text.into_bytes());
        ShuffleJob::new(source, seed, written.output("memory")).run().unwrap();
        let text = String::from_utf8(written.take()).unwrap();
        text.lines().map(|row| row.split(',').next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn all_orders_are_equally_likely() {
        let mut orders = BTreeMap::new();
        for seed in 0..600 {
            *orders.entry(shuffled(3, seed)).or_insert(0) += 1;
        }
        assert_eq!(orders.len(), 6);
        // Chi-squared with 5 degrees of freedom exceeds 20.5 once in a thousand times.
        let squares = orders.values().map(|&count| (f64::from(count) - 100.0).powi(2) / 100.0);
        assert!(squares.sum::<f64>() < 20.5, "{orders:?}");
    }

    #[test]
    fn the_second_pass_can_be_stopped() {
        let pool = WorkerPool::start(1).unwrap();
        let (text, spans) = (SharedBytes::new(format!("{PUZZLE}\n")), vec![Span::new(0..82)]);
        let output = OutputBuffer::default().output("memory");
        let stopped = copy(&pool, text, spans, b"", output, vec![Arc::new(true.into())]);
        assert_eq!(stopped.err().unwrap().to_string(), "the run was stopped");
    }

    #[test]
    fn a_span_packs_the_largest_values() {
        let (start, length) = (MOST_TEXT - 1, (1 << LENGTH_BITS) - 1);
        assert_eq!(Span::new(start..start + length).range(), start as usize..(start + length) as usize);
    }
}
