//! Reads a file of answers, one answer per line.

use std::sync::Arc;

use crate::error::Result;
use crate::format::detect::{FormatHint, decode::decode};
use crate::format::line_shape;
use crate::format::read::line::{Lines, field, is_blank_or_comment, is_separator, line_from, line_length};
use crate::grid::CELLS;
use crate::io::input::Input;
use crate::pipeline::chunks::{Chunk, Chunks, DEFAULT_SIZE, LineCount};

/// A file of answers, read in order.
pub(crate) struct AnswerFile {
    chunks: Chunks,
    /// The chunk that is being read.
    chunk: Option<(Chunk, LineCount)>,
    /// Where its next line begins.
    next_line: usize,
    /// Where its last answer begins.
    origin: usize,
    /// The number of answers read.
    pub(super) count: u64,
}

impl AnswerFile {
    /// The answers in `input`. A first line that names their column is skipped.
    ///
    /// # Errors
    /// As [`decode`].
    pub(crate) fn new(input: Input) -> Result<Self> {
        let mut input = decode(input, &FormatHint::default())?;
        let head = input.head();
        let first = &head[..line_length(head)];
        if line_shape::names_answers(first) {
            input.skip(first.len());
        }
        let skipped = input.skipped;
        let chunks = Chunks::new(input, Arc::new(Lines), DEFAULT_SIZE).counting_lines(skipped);
        Ok(Self { chunks, chunk: None, next_line: 0, origin: 0, count: 0 })
    }

    /// Reads the next answer; `None` at the end of the file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>> {
        while !self.find_answer() {
            let buffer = self.chunk.take().map(|(chunk, _)| chunk.bytes.into_buffer()).unwrap_or_default();
            let Some(chunk) = self.chunks.next_chunk(buffer)? else { return Ok(None) };
            let lines = LineCount::new(&chunk);
            self.chunk = Some((chunk, lines));
            self.next_line = 0;
        }
        self.count += 1;
        Ok(self.chunk.as_ref().map(|(chunk, _)| answer_of(line_from(&chunk.bytes, self.origin))))
    }

    /// Goes to the next line of the chunk that holds an answer. Returns false if there is none.
    fn find_answer(&mut self) -> bool {
        let Some((chunk, _)) = &self.chunk else { return false };
        while self.next_line < chunk.bytes.len() {
            let line = line_from(&chunk.bytes, self.next_line);
            self.next_line += line.len() + 1;
            if !is_blank_or_comment(line) {
                self.origin = self.next_line - 1 - line.trim_ascii_start().len();
                return true;
            }
        }
        false
    }

    /// The line and the character of the last answer, from 1.
    pub(crate) fn position(&mut self) -> (u64, u32) {
        self.chunk.as_mut().map_or((1, 1), |(chunk, lines)| lines.of(&chunk.bytes, self.origin))
    }
}

/// The answer at the start of a text: 81 characters that end with the text or before a separator, or else the first field.
fn answer_of(text: &[u8]) -> &[u8] {
    match text.split_at_checked(CELLS) {
        Some((cells, rest)) if rest.first().is_none_or(|&byte| is_separator(byte)) => cells,
        _ => field(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn answers(text: &str) -> Vec<(String, u64, u32)> {
        let input = Input::reader("answers", Cursor::new(text.to_owned().into_bytes())).expect("an input");
        let mut file = AnswerFile::new(input).expect("answers");
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
