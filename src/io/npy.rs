//! Arrays of NumPy, as `numpy.save` writes them: read as lines of 81 cells, one for each puzzle of the array.
//!
//! ```text
//! \x93NUMPY │ version │ length of header │ {'descr': '|u1', 'fortran_order': False, 'shape': (2, 81), } │ 2 × 81 values
//! ```
//!
//! The format is described by NumPy's documentation of `numpy.lib.format`. An array is decoded as compressed data is: so every
//! command reads it, and line n of what it reads is puzzle n of the array.

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

/// The bytes of a line: the cells and a line feed.
const LINE: usize = CELLS + 1;

/// The bytes of an array in which its header is looked for.
const HEAD: usize = 2 * MAX_LINE;

/// What the values of an array stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// The digits, and 0 for a blank cell.
    Digits,
    /// One more than the digits, and 1 for a blank cell.
    Tokens,
}

/// Does an array begin with `head`?
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
    /// A line that is read in parts, and where the rest begins.
    line: Vec<u8>,
    at: usize,
}

/// Decodes an array from its beginning; `name` is the name of the input in errors. The lines that it returns have the length
/// that it returns if every record is a puzzle. They end with an error at a value above 9 of an array of digits.
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
    /// Decodes puzzles from where they lie to where their lines go, up to one that is malformed. Returns their number.
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

    /// Reads one puzzle, which may be malformed or lie in two parts of the source.
    fn decode_one(&mut self) -> io::Result<()> {
        let mut values = Vec::new();
        let width = self.layout.width();
        self.values.by_ref().take(width as u64).read_to_end(&mut values)?;
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

    /// Fails if one of the values of the next puzzle, which are to be digits, is above 9. They may be tokens, and nothing in an
    /// array tells the two apart for certain.
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

    /// The error of an array with so many bytes of values.
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
