//! The input cut into numbered chunks of whole records.

use std::io::{self, Read};
use std::sync::Arc;

use memchr::{memchr, memchr_iter};

use crate::format::{ENDLESS, ReadRecords};
use crate::io::input::{Body, Bytes, Input, MappedFile};

/// Bytes of a chunk in a long input.
///
/// With its answers it fits the second-level cache of a core, and it holds some 3,000 puzzles:
/// enough for the price of handing it over to vanish.
pub const DEFAULT_SIZE: usize = 256 * 1024;

/// Bytes below which a smaller chunk would cost more than better sharing gains.
const LEAST_SIZE: usize = 16 * 1024;

/// Bytes above which places in a chunk would not fit the 32 bits they have.
const MOST_SIZE: usize = 1 << 30;

/// Chunks for each worker that a short input is cut into, so that all end at about the same time.
const SHARES: u64 = 8;

/// The size of chunk that suits an input of `length` bytes, if that is known, and so many workers.
pub fn size_for(length: Option<u64>, threads: usize) -> usize {
    let share = length.map_or(u64::MAX, |length| length / (SHARES * threads.max(1) as u64));
    usize::try_from(share).unwrap_or(usize::MAX).clamp(LEAST_SIZE, DEFAULT_SIZE)
}

/// A part of the input that starts and ends at the border of a record.
pub(crate) struct Chunk {
    /// Its place among the chunks, from 0.
    pub(crate) number: u64,
    /// Lines of the input before its first, if they are counted.
    pub(crate) lines_before: u64,
    /// Its records.
    pub(crate) bytes: Bytes,
    /// Bytes of the input that are done with it: its own, and the rest of an endless line.
    pub(crate) consumed: u64,
}

/// The lines of records that are asked for in their order, so that each byte is looked at once.
pub(crate) struct LineCount {
    /// Lines of the input that end before `at`.
    before: u64,
    at: usize,
    /// Where the line that `at` stands in starts.
    line_start: usize,
}

impl LineCount {
    /// From the first line of `chunk`.
    pub(crate) fn new(chunk: &Chunk) -> Self {
        Self { before: chunk.lines_before, at: 0, line_start: 0 }
    }

    /// The line that `origin` stands in, and its character of that line, both from 1.
    pub(crate) fn of(&mut self, chunk: &[u8], origin: usize) -> (u64, u32) {
        let from = self.at.min(origin);
        for end in memchr_iter(b'\n', &chunk[from..origin]) {
            self.before += 1;
            self.line_start = from + end + 1;
        }
        self.at = self.at.max(origin);
        (self.before + 1, (origin - self.line_start) as u32 + 1)
    }
}

/// Cuts an input, chunk after chunk.
pub(crate) struct Chunks {
    source: Source,
    format: Arc<dyn ReadRecords>,
    size: usize,
    number: u64,
    /// Lines before the next chunk, if they are counted.
    lines: Option<u64>,
}

enum Source {
    Mapped { map: MappedFile, at: usize },
    Stream { reader: Box<dyn Read + Send>, carry: Vec<u8>, ended: bool },
}

impl Chunks {
    /// Chunks of about `size` bytes, of at least one record each.
    pub(crate) fn new(input: Input, format: Arc<dyn ReadRecords>, size: usize) -> Self {
        let source = match input.body {
            Body::Mapped(map, at) => Source::Mapped { map, at },
            Body::Stream(reader, carry) => Source::Stream { reader, carry, ended: false },
        };
        Self { source, format, size: size.clamp(1, MOST_SIZE), number: 0, lines: None }
    }

    /// Counts the lines while it cuts, those `skipped` before the first chunk with them.
    ///
    /// It takes a look at every byte under the callers' lock: only for those who need it.
    pub(crate) fn counting_lines(self, skipped: u64) -> Self {
        Self { lines: Some(skipped), ..self }
    }

    /// The next chunk, in `buffer` if it has to be read; `None` when there is no more.
    pub(crate) fn next(&mut self, buffer: Vec<u8>) -> io::Result<Option<Chunk>> {
        let format = self.format.as_ref();
        let taken = match &mut self.source {
            Source::Mapped { map, at } => next_mapped(map, at, format, self.size),
            Source::Stream { reader, carry, ended } => {
                next_read(reader, carry, ended, buffer, format, self.size)?
            }
        };
        let number = self.number;
        self.number += u64::from(taken.is_some());
        Ok(taken.map(|(bytes, consumed)| {
            let lines_before = self.count_lines(&bytes, consumed);
            Chunk { number, lines_before, bytes, consumed }
        }))
    }

    /// Lines before this chunk; from now on its own are counted too.
    fn count_lines(&mut self, bytes: &[u8], consumed: u64) -> u64 {
        let Some(lines) = &mut self.lines else { return 0 };
        let before = *lines;
        let is_endless = consumed > bytes.len() as u64; // its line end was skipped with the rest of it
        *lines += memchr_iter(b'\n', bytes).count() as u64 + u64::from(is_endless);
        before
    }

    /// Chunks that were given out.
    pub(crate) fn count(&self) -> u64 {
        self.number
    }
}

type Taken = Option<(Bytes, u64)>;

fn next_mapped(map: &MappedFile, at: &mut usize, format: &dyn ReadRecords, size: usize) -> Taken {
    let start = *at;
    let rest = &map[start..];
    let cut = cut(rest, true, format, size)?;
    let skipped = if cut.endless { line_end(&rest[cut.length..]) } else { 0 };
    *at += cut.length + skipped;
    Some((map.slice(start..start + cut.length), (cut.length + skipped) as u64))
}

fn next_read(
    reader: &mut dyn Read,
    carry: &mut Vec<u8>,
    ended: &mut bool,
    mut buffer: Vec<u8>,
    format: &dyn ReadRecords,
    size: usize,
) -> io::Result<Taken> {
    buffer.clear();
    buffer.append(carry);
    let mut wanted = size + 1; // so that a full window can be told from the end of the input
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

/// Reads until `buffer` holds `wanted` bytes or the input has ended.
fn fill(reader: &mut dyn Read, buffer: &mut Vec<u8>, wanted: usize, ended: &mut bool) -> io::Result<()> {
    let missing = wanted.saturating_sub(buffer.len());
    if !*ended && missing > 0 {
        buffer.reserve(missing);
        *ended = reader.take(missing as u64).read_to_end(buffer)? < missing;
    }
    Ok(())
}

/// Where to cut.
struct Cut {
    length: usize,
    /// The chunk ends inside a line that has no end in sight.
    endless: bool,
}

/// Finds the end of a chunk at the start of `rest`. `None`: nothing is left, or more bytes
/// have to be read, and there are more unless the input has `ended`.
fn cut(rest: &[u8], ended: bool, format: &dyn ReadRecords, size: usize) -> Option<Cut> {
    let mut window = size;
    while window < rest.len() {
        if let Some(length) = format.cut(&rest[..window]) {
            return Some(Cut { length, endless: false });
        }
        if window >= ENDLESS {
            return Some(Cut { length: window, endless: true });
        }
        window = (2 * window).min(ENDLESS);
    }
    (ended && !rest.is_empty()).then_some(Cut { length: rest.len(), endless: false })
}

/// Bytes to the end of the line, with its line end.
fn line_end(rest: &[u8]) -> usize {
    memchr(b'\n', rest).map_or(rest.len(), |end| end + 1)
}

/// Reads past the end of the line, a bounded piece at a time.
fn skip_line(reader: &mut dyn Read, carry: &mut Vec<u8>, ended: &mut bool) -> io::Result<u64> {
    let mut skipped = 0;
    loop {
        let length = line_end(carry);
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
    use crate::format::read::line::Lines;

    /// The chunks of `text`, read in a stream.
    fn chunks(text: &[u8], size: usize) -> Vec<Vec<u8>> {
        let input = Input::reader("test", io::Cursor::new(text.to_vec())).unwrap();
        let mut chunks = Chunks::new(input, Arc::new(Lines), size);
        std::iter::from_fn(|| chunks.next(Vec::new()).unwrap()).map(|chunk| chunk.bytes.to_vec()).collect()
    }

    #[test]
    fn chunks_of_any_size_hold_every_byte_in_order_and_end_with_a_line() {
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
        let mut text = vec![b'1'; 3 * ENDLESS];
        text.extend_from_slice(b"\nnext\n");
        for size in [1, 1000, ENDLESS - 1, ENDLESS] {
            let chunks = chunks(&text, size);
            assert_eq!(chunks[0].len(), ENDLESS, "size {size}");
            assert_eq!(chunks[1..], [b"next\n".to_vec()], "size {size}");
        }
    }

    #[test]
    fn a_short_input_is_shared_out_and_a_long_one_is_not() {
        assert_eq!(size_for(Some(1 << 40), 2), DEFAULT_SIZE);
        assert_eq!(size_for(None, 2), DEFAULT_SIZE);
        assert_eq!(size_for(Some(1 << 20), 2), 64 * 1024);
        assert_eq!(size_for(Some(100), 2), LEAST_SIZE);
    }
}
