//! Cuts the input into chunks of whole records.

use std::io::{self, Read};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use memchr::memchr_iter;

use crate::board::notation::{Notation, PENCILMARKS};
use crate::error::{Error, Result};
use crate::format::read::line::line_length;
use crate::format::unread::count_above;
use crate::format::{MAX_LINE, ReadRecords};
use crate::io::bytes::{Bytes, SharedBytes};
use crate::io::input::{Body, Input};
use crate::io::places::Places;
use crate::pipeline::chunk::{Chunk, Reading};
use crate::pipeline::cut::cut;
use crate::pipeline::ordered::Source;
use crate::pipeline::run_settings::StopFlags;

/// The number of bytes of a chunk of a long input.
///
/// A chunk and its results fit in the second-level cache of a core. It has about 3,000 puzzles, so the cost per chunk is small.
pub const DEFAULT_SIZE: usize = 256 * 1024;

/// The smallest chunk of a short input. Smaller chunks would cost more than a more even distribution gains.
const MIN_CHUNK: usize = 16 * 1024;

/// The largest chunk. A longer one could contain a record that is too long for other chunks, and so change the result.
const MAX_CHUNK: usize = MAX_LINE;

/// The number of chunks per worker that a short input is cut into, so that all workers end at about the same time.
const CHUNKS_PER_WORKER: u64 = 8;

/// Returns the size of chunks for an input of `length` bytes, or of unknown length, and for `threads` workers.
///
/// A puzzle of pencilmarks may take seconds, so in a short input each may have a chunk of its own.
pub fn size_for(length: Option<u64>, threads: usize, notation: Notation) -> usize {
    let least = match notation {
        Notation::Clues => MIN_CHUNK,
        Notation::Pencilmarks => PENCILMARKS + 1,
    };
    let share = length.map_or(u64::MAX, |length| length / (CHUNKS_PER_WORKER * threads.max(1) as u64));
    usize::try_from(share).unwrap_or(usize::MAX).clamp(least, DEFAULT_SIZE)
}

/// An input that is cut into chunks, one after another.
pub(crate) struct Chunks {
    /// The name of the input, for errors.
    name: String,
    /// The uncut rest of the input.
    rest: Body,
    /// Whether the stream of the input has ended.
    has_ended: bool,
    /// The places of the uncut lines before they were decoded, if they were.
    places: Option<Places>,
    reading: Arc<Reading>,
    size: usize,
    /// How many puzzles the skipped header could hold, until the first chunk is cut off.
    unread_before: u64,
    /// The number of lines before the next chunk, if lines are counted.
    pub(super) lines: Option<u64>,
    /// The flags that end the run with an error.
    pub(super) stop_flags: StopFlags,
}

impl Chunks {
    /// Cuts `input` into chunks of about `size` bytes, with at least one record each.
    pub(crate) fn new(input: Input, format: Arc<dyn ReadRecords>, size: usize) -> Self {
        Self::of_run(input, Reading::of(format), size)
    }

    /// Cuts `input` into chunks whose records are read in this way. Otherwise like [`new`](Self::new).
    pub(crate) fn of_run(input: Input, reading: Reading, size: usize) -> Self {
        let header = if input.earlier().is_some() { &[] } else { input.preamble() };
        let unread_before = count_above(header);
        let (name, rest) = (input.name().to_owned(), input.body);
        Self {
            name,
            unread_before,
            rest,
            has_ended: false,
            places: input.places,
            reading: Arc::new(reading),
            size: size.clamp(1, MAX_CHUNK),
            lines: None,
            stop_flags: StopFlags::new(),
        }
    }

    /// Counts lines, starting from the `skipped` lines of a header before the first chunk.
    ///
    /// This reads every byte of the input, under the lock of the source.
    pub(crate) fn counting_lines(self, skipped: u64) -> Self {
        Self { lines: Some(skipped), ..self }
    }

    /// Cuts off the next chunk, in the memory of one that was `used`.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub(crate) fn next_chunk(&mut self, used: Option<Chunk>) -> Result<Option<Chunk>> {
        let mut chunk = used.unwrap_or_else(|| Chunk::new(Arc::clone(&self.reading)));
        let buffer = chunk.take_buffer();
        let format = self.reading.format.as_ref();
        let cut = match &mut self.rest {
            Body::Whole(bytes, at) => Ok(next_whole(bytes, at, format, self.size)),
            Body::Stream(reader, carry) => {
                next_read(reader, carry, &mut self.has_ended, buffer, format, self.size)
            }
        };
        let Some((text, consumed)) = cut.map_err(|reason| Error::reading(&self.name, reason))? else {
            return Ok(None);
        };
        let places = match &self.places {
            Some(places) => places.take(line_ends(&text, consumed)),
            None => Vec::new(),
        };
        let lines_before = self.count_lines(&text, consumed);
        chunk.set_text(text, consumed, lines_before, places);
        chunk.unread_before = mem::take(&mut self.unread_before);
        Ok(Some(chunk))
    }

    /// Counts the lines of a chunk and returns the number of lines before it.
    fn count_lines(&mut self, bytes: &[u8], consumed: u64) -> u64 {
        let Some(lines) = &mut self.lines else { return 0 };
        let before = *lines;
        *lines += line_ends(bytes, consumed) as u64;
        before
    }
}

/// Returns the number of lines that end in a chunk of these bytes, which covers `consumed` bytes of the input.
pub(super) fn line_ends(bytes: &[u8], consumed: u64) -> usize {
    let is_endless = consumed > bytes.len() as u64; // the line end was skipped with the rest of the line
    memchr_iter(b'\n', bytes).count() + usize::from(is_endless)
}

impl Source for Chunks {
    type Item = Chunk;

    fn next(&mut self, used: Option<Chunk>) -> Result<Option<Chunk>> {
        check_stopped(&self.stop_flags)?;
        self.next_chunk(used)
    }
}

/// Ends a run that was stopped on request.
///
/// # Errors
/// [`Error::Stopped`].
pub(crate) fn check_stopped(flags: &StopFlags) -> Result<()> {
    match flags.iter().any(|is_stopped| is_stopped.load(Relaxed)) {
        true => Err(Error::Stopped),
        false => Ok(()),
    }
}

/// The bytes of a chunk, and the number of bytes of the input that it covers.
type CutOff = Option<(Bytes, u64)>;

fn next_whole(bytes: &SharedBytes, at: &mut usize, format: &dyn ReadRecords, size: usize) -> CutOff {
    let start = *at;
    let rest = &bytes[start..];
    let cut = cut(rest, true, format, size)?;
    let skipped = if cut.endless { line_length(&rest[cut.length..]) } else { 0 };
    *at += cut.length + skipped;
    Some((bytes.slice(start..start + cut.length), (cut.length + skipped) as u64))
}

fn next_read(
    reader: &mut dyn Read,
    carry: &mut Vec<u8>,
    ended: &mut bool,
    mut buffer: Vec<u8>,
    format: &dyn ReadRecords,
    size: usize,
) -> io::Result<CutOff> {
    buffer.clear();
    buffer.append(carry);
    let mut wanted = size + 1; // one more, to distinguish a full window from the end of the input
    let cut = loop {
        fill(reader, &mut buffer, wanted, ended)?;
        match cut(&buffer, *ended, format, size) {
            Some(cut) => break cut,
            None if *ended => return Ok(None),
            None => wanted = 2 * buffer.len(),
        }
    };
    carry.extend_from_slice(&buffer[cut.length..]);
    buffer.truncate(cut.length);
    let skipped = if cut.endless { skip_line(reader, carry, ended)? } else { 0 };
    Ok(Some((Bytes::Owned(buffer), cut.length as u64 + skipped)))
}

/// Reads until `buffer` has `wanted` bytes or the input has ended.
fn fill(reader: &mut dyn Read, buffer: &mut Vec<u8>, wanted: usize, ended: &mut bool) -> io::Result<()> {
    let missing = wanted.saturating_sub(buffer.len());
    if !*ended && missing > 0 {
        buffer.reserve(missing);
        *ended = reader.take(missing as u64).read_to_end(buffer)? < missing;
    }
    Ok(())
}

/// Skips the rest of the line, in parts of bounded size, and returns the number of bytes skipped.
fn skip_line(reader: &mut dyn Read, carry: &mut Vec<u8>, ended: &mut bool) -> io::Result<u64> {
    let mut skipped = 0;
    loop {
        let length = line_length(carry);
        let found = carry[..length].ends_with(b"\n");
        carry.drain(..length);
        skipped += length as u64;
        if found || *ended {
            return Ok(skipped);
        }
        fill(reader, carry, DEFAULT_SIZE, ended)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::read::grid::Grids;
    use crate::format::read::line::Lines;

    /// Returns the chunks of `text`, read as a stream.
    fn chunks(text: &[u8], size: usize) -> Vec<Vec<u8>> {
        let input = Input::reader("test", io::Cursor::new(text.to_vec())).unwrap();
        let mut chunks = Chunks::new(input, Arc::new(Lines::default()), size);
        std::iter::from_fn(|| chunks.next_chunk(None).unwrap()).map(|chunk| chunk.text().to_vec()).collect()
    }

    #[test]
    fn chunks_of_any_size_contain_every_byte_in_order_and_end_with_a_line() {
        let text: Vec<u8> =
            (0..2000).flat_map(|n| format!("{}\n", "1".repeat(n % 90)).into_bytes()).collect();
        for size in [1, 7, 82, 1000, 1 << 20] {
            let chunks = chunks(&text, size);
            assert!(chunks.iter().all(|chunk| chunk.ends_with(b"\n")), "size {size}");
            assert_eq!(chunks.concat(), text, "size {size}");
        }
    }

    #[test]
    fn an_empty_input_has_no_chunk() {
        assert_eq!(chunks(b"", 10), Vec::<Vec<u8>>::new());
    }

    #[test]
    fn a_line_without_an_end_in_sight_is_cut_off_and_the_next_one_is_whole() {
        let mut text = vec![b'1'; 3 * MAX_LINE];
        text.extend_from_slice(b"\nnext\n");
        for size in [1, 1000, MAX_LINE - 1, MAX_LINE] {
            let chunks = chunks(&text, size);
            assert_eq!(chunks[0].len(), MAX_LINE, "size {size}");
            assert_eq!(chunks[1..], [b"next\n".to_vec()], "size {size}");
        }
    }

    #[test]
    fn a_line_is_long_from_a_mebibyte_on_wherever_it_ends() {
        for (length, is_long) in [(MAX_LINE - 1, false), (MAX_LINE, true), (2 * MAX_LINE, true)] {
            for end in ["", "\n", "\nnext\n"] {
                let text = format!("before\n{}{end}", "1".repeat(length));
                for size in [1, MAX_LINE - 1, MAX_LINE, usize::MAX] {
                    let input = Input::reader("test", io::Cursor::new(text.clone())).unwrap();
                    let mut chunks = Chunks::new(input, Arc::new(Lines::default()), size);
                    let long = std::iter::from_fn(|| chunks.next_chunk(None).unwrap());
                    let long: Vec<u64> =
                        long.filter(Chunk::is_long_line).map(|chunk| chunk.consumed).collect();
                    let expected =
                        if is_long { vec![(length + end.len().min(1)) as u64] } else { Vec::new() };
                    assert_eq!(long, expected, "{length} characters, chunks of {size}");
                }
            }
        }
    }

    #[test]
    fn a_record_of_many_lines_that_is_too_long_is_cut_at_a_line_end_and_no_line_is_lost() {
        let comments = "#\n".repeat(MAX_LINE / 2 + 9);
        for first in ["1........\n", "1........ \n"] {
            let text = format!("{first}{comments}{}", first.repeat(20)); // the first mebibyte ends with a line, or within one
            let of_size = |size| {
                let input = Input::reader("test", io::Cursor::new(text.clone())).unwrap();
                let mut chunks = Chunks::new(input, Arc::new(Grids::default()), size);
                let chunks = std::iter::from_fn(|| chunks.next_chunk(None).unwrap());
                chunks.map(|chunk| chunk.text().to_vec()).collect::<Vec<_>>()
            };
            for size in [1, 5000, MAX_LINE, usize::MAX] {
                let chunks = of_size(size);
                assert!(chunks.iter().all(|chunk| chunk.ends_with(b"\n")), "chunks of {size}");
                assert!(chunks.concat() == text.as_bytes(), "chunks of {size}");
            }
        }
    }

    #[test]
    fn a_short_input_has_smaller_chunks() {
        for notation in [Notation::Clues, Notation::Pencilmarks] {
            assert_eq!(size_for(Some(1 << 40), 2, notation), DEFAULT_SIZE);
            assert_eq!(size_for(None, 2, notation), DEFAULT_SIZE);
            assert_eq!(size_for(Some(1 << 20), 2, notation), 64 * 1024);
        }
        assert_eq!(size_for(Some(100), 2, Notation::Clues), MIN_CHUNK);
    }

    #[test]
    fn in_a_short_input_each_puzzle_of_pencilmarks_has_a_chunk() {
        let text = format!("{}\n", "123456789".repeat(81)).repeat(11);
        let size = size_for(Some(text.len() as u64), 2, Notation::Pencilmarks);
        assert_eq!(chunks(text.as_bytes(), size).len(), 11);
    }
}
