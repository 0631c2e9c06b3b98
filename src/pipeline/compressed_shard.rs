//! A part of a compressed file. Decompression must begin at the start of the file, so a part reads it twice from there.
//!
//! ```text
//! first    decompress ─▶ count the bytes and the records: the part has its share of the records
//! then     decompress ─▶ skip the records of earlier parts ─▶ the records of this part, piece by piece
//! ```
//!
//! Parts begin and end between pieces, which are the same for every part.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use super::chunk::Chunk;
use super::chunks::{Chunks, line_ends};
use super::shard::Shard;
use crate::error::{Error, Refusal, Result};
use crate::format::ReadRecords;
use crate::io::input::{Body, Input};
use crate::io::span::Earlier;

/// The number of bytes to read at a time to find the border of a part from the start of the file.
pub(super) const STEP: usize = 16 * 1024;

/// The minimum number of pieces of a part, unless they would be shorter than a record.
const PIECES_PER_PART: u64 = 64;

/// Narrows `input`, whose header was skipped, to the records of this shard.
///
/// # Errors
/// [`Refusal::NotMapped`] when the input is not a compressed file, and an error when it cannot be read.
pub(super) fn narrow(shard: Shard, input: &mut Input, reader: &Arc<dyn ReadRecords>) -> Result<()> {
    let mut all = Pieces::open(input, reader, STEP)?;
    while all.skip_next()? {}
    let share = shard.range(all.records);
    let size = all.bytes / (PIECES_PER_PART * u64::from(shard.of()));
    let mut pieces = Pieces::open(input, reader, (size as usize).clamp(1, STEP))?;
    while pieces.records < share.start && pieces.skip_next()? {}
    let earlier = Earlier::Counted { lines: pieces.lines, records: pieces.records };
    let is_last = shard.number() == shard.of();
    let part = Part { pieces, share, is_last, text: Vec::new(), at: 0 };
    let body = Body::Stream(Box::new(part), Vec::new());
    input.narrow(body, None, (shard.number() > 1).then_some(earlier), is_last);
    Ok(())
}

/// The pieces of an input, one after another, with the counts of those taken so far.
struct Pieces {
    name: String,
    chunks: Chunks,
    /// The last piece.
    chunk: Option<Chunk>,
    records: u64,
    lines: u64,
    bytes: u64,
}

impl Pieces {
    /// Opens the input once more, to read it in pieces of about `size` bytes.
    fn open(input: &Input, reader: &Arc<dyn ReadRecords>, size: usize) -> Result<Self> {
        let name = input.name().to_owned();
        let again = input.again().ok_or_else(|| Refusal::NotMapped(name.clone()))??;
        let chunks = Chunks::new(again, Arc::clone(reader), size);
        Ok(Self { name, chunks, chunk: None, records: 0, lines: 0, bytes: 0 })
    }

    /// Takes the next piece, whose records are then counted. Returns `None` at the end of the input.
    fn next(&mut self) -> Result<Option<&Chunk>> {
        self.chunk = self.chunks.next_chunk(self.chunk.take())?;
        let Some(chunk) = &mut self.chunk else { return Ok(None) };
        chunk.read();
        self.records += chunk.places().count() as u64;
        self.lines += line_ends(chunk.text(), chunk.consumed) as u64;
        self.bytes += chunk.consumed;
        Ok(Some(chunk))
    }

    /// Counts the next piece. Returns false at the end of the input.
    fn skip_next(&mut self) -> Result<bool> {
        Ok(self.next()?.is_some())
    }

    /// Replaces `text` with the next piece. A line that is too long for a record is truncated. Returns false at the end of the
    /// input.
    fn copy_next(&mut self, text: &mut Vec<u8>) -> Result<bool> {
        text.clear();
        let Some(chunk) = self.next()? else { return Ok(false) };
        let is_cut_off = chunk.consumed > chunk.text().len() as u64;
        text.extend_from_slice(chunk.text());
        text.extend(is_cut_off.then_some(b'\n'));
        Ok(true)
    }
}

/// The text of a part.
struct Part {
    pieces: Pieces,
    /// The numbers of its records in the whole.
    share: Range<u64>,
    is_last: bool,
    /// The current piece, and the number of its bytes that were read.
    text: Vec<u8>,
    at: usize,
}

impl Part {
    /// Takes the next piece. Returns false at the end of the part.
    fn take_next(&mut self) -> Result<bool> {
        if !self.is_last && self.pieces.records >= self.share.end {
            return Ok(false);
        }
        self.at = 0;
        let is_found = self.pieces.copy_next(&mut self.text)?;
        if !is_found && self.pieces.records < self.share.end {
            return Err(Refusal::ChangedInput(self.pieces.name.clone()).into());
        }
        Ok(is_found)
    }
}

impl Read for Part {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() {
            if !self.take_next().map_err(reason)? {
                (self.text, self.at) = (Vec::new(), 0);
                return Ok(0);
            }
        }
        let read = (&self.text[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

/// Returns the system's reason, without the file: the caller names the file again.
fn reason(error: Error) -> io::Error {
    match error {
        Error::Io { source, .. } => source,
        other => io::Error::other(other.to_string()),
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::format::read::line::Lines;

    #[test]
    fn the_parts_of_compressed_bytes_add_up() {
        let text: Vec<u8> = (0..500).flat_map(|n| format!("{}\n", "1".repeat(n % 90)).into_bytes()).collect();
        let packed = packed(&text);
        for of in [1, 2, 9, 1000] {
            let mut all = Vec::new();
            for number in 1..=of {
                let mut input = Input::bytes("packed", packed.clone()).unwrap();
                let reader: Arc<dyn ReadRecords> = Arc::new(Lines::default());
                narrow(Shard::new(number, of).unwrap(), &mut input, &reader).unwrap();
                let before = all.iter().filter(|&&byte| byte == b'\n').count() as u64;
                assert_eq!(input.lines_before(), before, "part {number} of {of}");
                let mut chunks = Chunks::new(input, reader, 100);
                while let Some(chunk) = chunks.next_chunk(None).unwrap() {
                    all.extend_from_slice(chunk.text());
                }
            }
            assert!(all == text, "{of} parts");
        }
    }

    fn packed(text: &[u8]) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("packed.gz");
        let mut output = crate::io::output::Output::file(&path).unwrap();
        output.write(text).unwrap();
        output.finish().unwrap();
        std::fs::read(path).unwrap()
    }
}
