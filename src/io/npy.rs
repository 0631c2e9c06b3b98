//! NumPy arrays, as `numpy.save` writes them, read as lines of 81 cells, one for each puzzle.
//!
//! ```text
//! \x93NUMPY │ version │ length of header │ {'descr': '|u1', 'fortran_order': False, 'shape': (2, 81), } │ 2 × 81 values
//! ```
//!
//! NumPy's documentation of `numpy.lib.format` describes the format. An array is decoded like compressed data, so every command
//! can read it, and line n of the decoded text is puzzle n of the array.

mod header;
mod values;

use std::io::{self, BufRead, Read};

use self::header::Layout;
use crate::board::grid::CELLS;
use crate::error::{Error, FormatError, FormatErrorAt, Result};
use crate::format::MAX_LINE;
use crate::io::input::{Decoded, Encoded};

/// The first bytes of every array.
const MAGIC: &[u8] = b"\x93NUMPY";

/// The number of bytes of a line: the cells and a line feed.
const LINE: usize = CELLS + 1;

/// The number of bytes within which the header must end.
const HEAD: usize = 2 * MAX_LINE;

/// The meaning of the values of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// The digits, and 0 for a blank cell.
    Digits,
    /// One more than the digits, and 1 for a blank cell.
    Tokens,
}

/// Returns whether an array begins with `head`.
pub(crate) fn is_array(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

/// The puzzles of an array as lines.
pub(super) struct ArrayLines<R> {
    values: R,
    layout: Layout,
    meaning: Values,
    /// The value of a blank cell.
    blank: u8,
    /// The number of puzzles that were read.
    read: u64,
    /// A line that is read in parts, and the start of its unread part.
    line: Vec<u8>,
    at: usize,
}

/// Decodes an array from its beginning; `name` is the name of the input in errors. The length is right if every record is a
/// puzzle. The lines end with an error at a value above 9 in an array of digits.
///
/// # Errors
/// [`Error::Format`] with what is wrong with the header, or with the length.
pub(crate) fn decode(array: Encoded, meaning: Values, name: &str) -> Result<Decoded> {
    let Encoded { bytes: mut source, length } = array;
    let failed = |reason| Error::format(name, 1, FormatError::Array(reason));
    let head = source.fill_buf().map_err(|error| Error::reading(name, error))?;
    let head = &head[..head.len().min(HEAD)];
    let layout = Layout::of(head).map_err(failed)?;
    if let Some(length) = length {
        layout.check_length(length.saturating_sub(layout.header as u64)).map_err(failed)?;
    }
    source.consume(layout.header);
    let blank = u8::from(meaning == Values::Tokens);
    let lines = ArrayLines { values: source, layout, meaning, blank, read: 0, line: Vec::new(), at: 0 };
    Ok(Decoded { bytes: Box::new(lines), length: Some(layout.puzzles * LINE as u64), places: None })
}

impl<R: BufRead> ArrayLines<R> {
    /// Decodes puzzles from the buffer of the source directly into `lines`, up to a malformed one. Returns their number.
    fn decode_in_place(&mut self, lines: &mut [[u8; LINE]]) -> io::Result<usize> {
        let (width, left) = (self.layout.width(), self.layout.puzzles - self.read);
        let values = self.values.fill_buf()?.chunks_exact(width);
        let puzzles = lines.iter_mut().zip(values).take(usize::try_from(left).unwrap_or(usize::MAX));
        let decode =
            |(line, values): (&mut [u8; LINE], &[u8])| self.layout.write_line(values, self.blank, line);
        let decoded = puzzles.map(decode).take_while(|&is_puzzle| is_puzzle).count();
        self.values.consume(decoded * width);
        self.read += decoded as u64;
        Ok(decoded)
    }

    /// Reads one puzzle, which may be malformed or cross the end of the source's buffer.
    fn decode_one(&mut self) -> io::Result<()> {
        let mut values = Vec::new();
        let width = self.layout.width();
        let reader: &mut dyn Read = &mut self.values;
        reader.take(width as u64).read_to_end(&mut values)?;
        if values.len() < width {
            return Err(self.wrong_length(self.read * width as u64));
        }
        let mut line = [0; LINE];
        if self.layout.write_line(&values, self.blank, &mut line) {
            self.line = line.to_vec();
        } else {
            self.check_values(&values)?;
            self.line = self.layout.malformed_line(&values, self.blank);
        }
        (self.read, self.at) = (self.read + 1, 0);
        Ok(())
    }

    /// Fails if a value of the next puzzle should be a digit but is above 9. The values may be tokens: nothing in an array
    /// distinguishes the two for certain.
    #[cold]
    fn check_values(&self, values: &[u8]) -> io::Result<()> {
        let mut values = values.chunks_exact(self.layout.size).map(|value| self.layout.value(value));
        match values.find(|&value| value > 9).filter(|_| self.meaning == Values::Digits) {
            Some(value) => {
                let reason = FormatError::AboveNine(value);
                Err(io::Error::other(FormatErrorAt { line: self.read + 1, reason }))
            }
            None => Ok(()),
        }
    }

    /// Returns the error of an array with this many bytes of values.
    fn wrong_length(&self, values: u64) -> io::Error {
        io::Error::other(self.layout.check_length(values).err().unwrap_or_default())
    }
}

impl<R: BufRead> Read for ArrayLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.line.len() {
            let decoded = self.decode_in_place(buffer.as_chunks_mut().0)?;
            if decoded > 0 {
                return Ok(decoded * LINE);
            }
            if self.read == self.layout.puzzles {
                return match self.values.fill_buf()? {
                    [] => Ok(0),
                    _ => Err(self.wrong_length(u64::MAX)),
                };
            }
            self.decode_one()?;
        }
        let read = (&self.line[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests;
