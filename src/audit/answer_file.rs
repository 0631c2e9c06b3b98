//! Reads a file of answers, one answer per line.

use std::sync::Arc;

use crate::error::Result;
use crate::format::read::line::{Lines, field};
use crate::format::{ReadRecords, Records, line_shape};
use crate::grid::CELLS;
use crate::io::input::Input;
use crate::pipeline::chunks::{Chunk, Chunks, DEFAULT_SIZE, LineCount};
use memchr::memchr;

/// A file of answers, read in order.
pub(crate) struct AnswerFile {
    name: String,
    chunks: Chunks,
    chunk: Option<OpenChunk>,
    records: Records,
    /// The number of answers read.
    pub(super) count: u64,
}

/// The chunk that is being read.
struct OpenChunk {
    chunk: Chunk,
    lines: LineCount,
    /// The index of the next answer of 81 characters.
    next: usize,
    /// The index of the next answer of another length.
    next_malformed: usize,
    /// The start of the last answer.
    origin: usize,
}

impl AnswerFile {
    /// The answers in `input`. A first line that names their column is skipped.
    pub(crate) fn new(mut input: Input) -> Self {
        let head = input.head();
        let first = &head[..memchr(b'\n', head).map_or(head.len(), |end| end + 1)];
        if line_shape::names_answers(first) {
            input.skip(first.len());
        }
        let (name, skipped) = (input.name().to_owned(), input.skipped);
        let chunks = Chunks::new(input, Arc::new(Lines), DEFAULT_SIZE).counting_lines(skipped);
        Self { name, chunks, chunk: None, records: Records::default(), count: 0 }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Reads the next answer; `None` at the end of the file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>> {
        while self.chunk.as_ref().is_none_or(|open| open.is_done(&self.records)) {
            let buffer = self.chunk.take().map(|open| open.chunk.bytes.into_buffer()).unwrap_or_default();
            let Some(chunk) = self.chunks.next_chunk(buffer)? else { return Ok(None) };
            Lines.read(&chunk.bytes, &mut self.records);
            let lines = LineCount::new(&chunk);
            self.chunk = Some(OpenChunk { chunk, lines, next: 0, next_malformed: 0, origin: 0 });
        }
        self.count += 1;
        Ok(self.chunk.as_mut().map(|open| open.answer(&self.records)))
    }

    /// The line and the character of the last answer, from 1.
    pub(crate) fn position(&mut self) -> (u64, u32) {
        let position = |open: &mut OpenChunk| open.lines.of(&open.chunk.bytes, open.origin);
        self.chunk.as_mut().map_or((1, 1), position)
    }
}

impl OpenChunk {
    fn is_done(&self, records: &Records) -> bool {
        self.next + self.next_malformed == records.len()
    }

    /// The next answer. There must be one.
    fn answer(&mut self, records: &Records) -> &[u8] {
        let malformed =
            records.malformed.get(self.next_malformed).filter(|record| record.before as usize == self.next);
        let (origin, length) = match malformed {
            Some(record) => {
                self.next_malformed += 1;
                let line = &self.chunk.bytes[record.origin as usize..];
                let line = &line[..memchr(b'\n', line).unwrap_or(line.len())];
                let text = line.trim_ascii_start();
                (record.origin as usize + line.len() - text.len(), field(text).len())
            }
            None => {
                self.next += 1;
                (records.origin(self.next - 1), CELLS)
            }
        };
        self.origin = origin;
        &self.chunk.bytes[origin..origin + length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn answers(text: &str) -> Vec<(String, u64, u32)> {
        let input = Input::reader("answers", Cursor::new(text.to_owned().into_bytes())).expect("an input");
        let mut file = AnswerFile::new(input);
        let mut found = Vec::new();
        while let Some(answer) = file.next().expect("an answer") {
            let text = String::from_utf8_lossy(answer).into_owned();
            let (line, column) = file.position();
            found.push((text, line, column));
        }
        assert_eq!(file.count, found.len() as u64);
        found
    }

    #[test]
    fn every_line_but_blanks_comments_and_a_header_is_an_answer() {
        let grid = "1".repeat(81);
        let text = format!("solution\n# c\n{grid}\nnone\n\n  12 x\n {grid},3\nmultiple");
        let expected = [(&*grid, 3, 1), ("none", 4, 1), ("12", 6, 3), (&*grid, 7, 2), ("multiple", 8, 1)];
        assert_eq!(answers(&text), expected.map(|(text, line, column)| (text.to_owned(), line, column)));
        assert_eq!(answers(""), []);
    }

    #[test]
    fn answers_go_on_from_chunk_to_chunk() {
        let text = format!("{}\n", "1".repeat(81)).repeat(8000);
        let found = answers(&text);
        assert_eq!((found.len(), found[7999].1), (8000, 8000));
    }
}
