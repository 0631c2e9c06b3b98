//! Arrays of NumPy, as `numpy.save` writes them: read as lines of 81 cells, one for each puzzle of the array.
//!
//! ```text
//! \x93NUMPY │ version │ length of header │ {'descr': '|u1', 'fortran_order': False, 'shape': (2, 81), } │ 2 × 81 values
//! ```
//!
//! The format is described by NumPy's documentation of `numpy.lib.format`. An array is decoded as compressed data is: so every
//! command reads it, and line n of what it reads is puzzle n of the array.

use std::io::{self, Read};

use crate::error::{Error, FormatError, Result};
use crate::grid::CELLS;

/// The first bytes of every array.
const MAGIC: &[u8] = b"\x93NUMPY";

/// The bytes of a line: the cells and a line feed.
const LINE: usize = CELLS + 1;

/// The most puzzles that are decoded at a time.
const BATCH: usize = 1024;

/// What a cell becomes whose value is out of range, so that its record is malformed.
const BAD: u8 = b'!';

/// Does an array begin with `head`?
pub(super) fn is_array(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

/// What the header of an array says of its puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    /// The length of the header in bytes.
    header: usize,
    /// The bytes of a value.
    size: usize,
    is_big_endian: bool,
    puzzles: u64,
}

impl Layout {
    fn of(head: &[u8]) -> std::result::Result<Self, String> {
        let cut_short = || "the header of this array is cut short: save or fetch it again".to_owned();
        let (&[major, _], rest) = head[MAGIC.len()..].split_first_chunk().ok_or_else(cut_short)?;
        let length = match (major, rest) {
            (1, [a, b, ..]) => 2 + usize::from(u16::from_le_bytes([*a, *b])),
            (2 | 3, [a, b, c, d, ..]) => {
                4_usize.saturating_add(u32::from_le_bytes([*a, *b, *c, *d]) as usize)
            }
            (1..=3, _) => return Err(cut_short()),
            _ => {
                return Err(format!("this array has version {major}, and 1 to 3 can be read: save it again"));
            }
        };
        let text = String::from_utf8_lossy(rest.get(..length).ok_or_else(cut_short)?);
        let field = |key: &str| {
            let value = text.split_once(key).and_then(|(_, rest)| rest.split_once(':'));
            let value = value.map(|(_, value)| value.trim_start());
            value.ok_or_else(|| format!("the header of this array has no {key}: save it again"))
        };
        let (order, shape, kind) = (field("fortran_order")?, field("shape")?, field("descr")?);
        let (is_big_endian, size) = integer(kind).ok_or_else(|| {
            let kind = kind.split(", 'fortran").next().unwrap_or_default();
            format!("the values of this array are {kind} and no integers: save array.astype('uint8')")
        })?;
        if !order.starts_with("False") {
            return Err("this array is in Fortran order: save numpy.ascontiguousarray(array)".to_owned());
        }
        let shape = shape.split_inclusive(')').next().unwrap_or_default();
        let lengths = shape.trim_matches(['(', ')']).split(',').map(str::trim);
        let lengths: Option<Vec<u64>> =
            lengths.filter(|length| !length.is_empty()).map(|length| length.parse().ok()).collect();
        match lengths.as_deref() {
            Some(&[puzzles, 81] | &[puzzles, 9, 9])
                if puzzles.checked_mul((size * LINE) as u64).is_some() =>
            {
                Ok(Self { header: MAGIC.len() + 2 + length, size, is_big_endian, puzzles })
            }
            _ => Err(format!(
                "this array has the shape {shape} and not (N, 81) or (N, 9, 9): save array.reshape(-1, 81)"
            )),
        }
    }

    /// The bytes of one puzzle.
    fn width(self) -> usize {
        CELLS * self.size
    }
}

/// Is an integer type such as `'<i8'` big endian, and how many bytes does it have? `None` for another type.
fn integer(kind: &str) -> Option<(bool, usize)> {
    match kind.as_bytes() {
        [
            b'\'' | b'"',
            order @ (b'<' | b'>' | b'|' | b'='),
            b'i' | b'u',
            size @ (b'1' | b'2' | b'4' | b'8'),
            b'\'' | b'"',
            ..,
        ] => Some((*order == b'>', usize::from(size - b'0'))),
        _ => None,
    }
}

/// The puzzles of an array as lines.
pub(super) struct ArrayLines<R> {
    values: R,
    layout: Layout,
    /// The value of a blank cell: 0, or 1 in an array of tokens, which has 2 to 10 for the digits.
    blank: u8,
    /// The number of puzzles that were read.
    read: u64,
    raw: Vec<u8>,
    /// A line of which a part was read, and where the rest begins.
    line: [u8; LINE],
    at: usize,
}

/// Decodes an array that begins with `head` and goes on with `rest`; `length` is the length of both, if it is known, and `name`
/// the name of the input in errors. Returns its lines and their length in bytes.
///
/// # Errors
/// [`Error::Format`] with what is wrong with the header, or with the length.
pub(super) fn decode(
    head: Vec<u8>,
    rest: Box<dyn Read + Send>,
    length: Option<u64>,
    name: &str,
) -> Result<(Box<dyn Read + Send>, u64)> {
    let failed = |reason| Error::format(name, 1, FormatError::Array(reason));
    let layout = Layout::of(&head).map_err(failed)?;
    let values = length.map(|length| length - (layout.header as u64).min(length));
    if let Some(reason) = values.and_then(|values| wrong_length(layout, values)) {
        return Err(failed(reason));
    }
    let blank = u8::from(holds_tokens(layout, &head[layout.header..]));
    let mut values = io::Cursor::new(head).chain(rest);
    values.get_mut().0.set_position(layout.header as u64);
    let lines = ArrayLines { values, layout, blank, read: 0, raw: Vec::new(), line: [0; LINE], at: LINE };
    Ok((Box::new(lines), layout.puzzles * LINE as u64))
}

/// What is wrong with an array that has so many bytes of values.
fn wrong_length(layout: Layout, values: u64) -> Option<String> {
    let (puzzles, width) = (layout.puzzles, layout.width() as u64);
    match values.checked_sub(puzzles * width) {
        Some(0) => None,
        Some(more) => {
            Some(format!("{more} bytes follow the {puzzles} puzzles of this array: save one array in a file"))
        }
        None => Some(format!(
            "this array is cut short after {} of {puzzles} puzzles: save or fetch it again",
            values / width
        )),
    }
}

/// Does a puzzle among these values have the value 10? Only as tokens are digits up to 10; 0 then pads.
fn holds_tokens(layout: Layout, values: &[u8]) -> bool {
    values.chunks_exact(layout.width()).any(|puzzle| {
        let mut line = [0; LINE];
        layout.write_line(puzzle, 1, &mut line);
        line.contains(&b'9') && !line.contains(&BAD)
    })
}

impl Layout {
    /// Writes the line of the puzzle with these values, where a blank cell has the value `blank`.
    fn write_line(self, values: &[u8], blank: u8, line: &mut [u8]) {
        let line: &mut [u8; LINE] = line.try_into().expect("a line has 82 bytes");
        let cells = line.first_chunk_mut().expect("81 of them are cells");
        match (self.size, self.is_big_endian) {
            (1, _) => cells.copy_from_slice(values),
            (2, false) => narrow(values, cells, |value| u16::from_le_bytes(value).into()),
            (4, false) => narrow(values, cells, |value| u32::from_le_bytes(value).into()),
            (_, false) => narrow(values, cells, u64::from_le_bytes),
            (2, true) => narrow(values, cells, |value| u16::from_be_bytes(value).into()),
            (4, true) => narrow(values, cells, |value| u32::from_be_bytes(value).into()),
            (_, true) => narrow(values, cells, u64::from_be_bytes),
        }
        for cell in cells {
            let digit = cell.wrapping_sub(blank);
            *cell = if digit <= 9 { b'0' + digit } else { BAD };
        }
        line[CELLS] = b'\n';
    }
}

/// Writes the values of a puzzle as bytes, those that are no bytes as 255. The loop over values that all are bytes has no branch,
/// so that it is compiled to vectors.
fn narrow<const SIZE: usize>(values: &[u8], cells: &mut [u8; CELLS], read: impl Fn([u8; SIZE]) -> u64) {
    let values = values.as_chunks::<SIZE>().0;
    let all = values.iter().fold(0, |all, &value| all | read(value));
    for (cell, &value) in cells.iter_mut().zip(values) {
        *cell = read(value) as u8;
    }
    if all > 255 {
        for (cell, &value) in cells.iter_mut().zip(values) {
            *cell = u8::try_from(read(value)).unwrap_or(255);
        }
    }
}

impl<R: Read> ArrayLines<R> {
    /// Reads the values of the next `puzzles` puzzles, of which there are so many.
    fn read_values(&mut self, puzzles: usize) -> io::Result<()> {
        let wanted = puzzles * self.layout.width();
        self.raw.resize(wanted, 0);
        self.values.read_exact(&mut self.raw).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                let reason = format!("the array ends before its {} puzzles", self.layout.puzzles);
                io::Error::new(error.kind(), reason)
            }
            _ => error,
        })?;
        self.read += puzzles as u64;
        Ok(())
    }

    /// Fails unless nothing follows the array.
    fn check_end(&mut self) -> io::Result<usize> {
        match self.values.read(&mut [0])? {
            0 => Ok(0),
            _ => Err(io::Error::other("more bytes follow the array: save one array in a file")),
        }
    }
}

impl<R: Read> Read for ArrayLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == LINE {
            let left = usize::try_from(self.layout.puzzles - self.read).unwrap_or(usize::MAX);
            let puzzles = (buffer.len() / LINE).clamp(1, BATCH).min(left);
            if puzzles == 0 {
                return self.check_end();
            }
            self.read_values(puzzles)?;
            let values = self.raw.chunks_exact(self.layout.width());
            if buffer.len() >= LINE {
                let lines = buffer.chunks_exact_mut(LINE).zip(values);
                lines.for_each(|(line, values)| self.layout.write_line(values, self.blank, line));
                return Ok(puzzles * LINE);
            }
            self.layout.write_line(&self.raw, self.blank, &mut self.line);
            self.at = 0;
        }
        let read = (&self.line[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn array(version: u8, header: &str, values: &[u8]) -> Vec<u8> {
        let length = header.len().to_le_bytes();
        [MAGIC, &[version, 0], &length[..if version == 1 { 2 } else { 4 }], header.as_bytes(), values]
            .concat()
    }

    fn header(kind: &str, order: &str, shape: &str) -> String {
        format!("{{'descr': '{kind}', 'fortran_order': {order}, 'shape': {shape}, }}   \n")
    }

    /// The puzzle as values of `size` bytes, each greater by `more` than its digit.
    fn values(size: usize, is_big_endian: bool, more: u8) -> Vec<u8> {
        let value = |cell: &u8| {
            let mut value = vec![0; size];
            value[if is_big_endian { size - 1 } else { 0 }] = crate::grid::digit(*cell).unwrap_or(0) + more;
            value
        };
        PUZZLE.iter().flat_map(value).collect()
    }

    fn lines(array: &[u8], step: usize) -> String {
        let (head, rest) = array.split_at(array.len().min(900)); // with a whole puzzle of any type
        let rest = Box::new(io::Cursor::new(rest.to_vec()));
        let (mut lines, length) = decode(head.to_vec(), rest, None, "a").unwrap();
        let (mut text, mut buffer) = (Vec::new(), vec![0; step]);
        while let read @ 1.. = lines.read(&mut buffer).unwrap() {
            text.extend_from_slice(&buffer[..read]);
        }
        assert_eq!(text.len() as u64, length);
        String::from_utf8(text).unwrap()
    }

    fn refusal(array: &[u8], length: Option<u64>) -> String {
        decode(array.to_vec(), Box::new(io::empty()), length, "a.npy").err().expect("a refusal").to_string()
    }

    #[test]
    fn integers_of_every_kind_in_both_shapes_and_all_versions_are_read_in_parts_of_any_length() {
        let expected = format!("{}\n", str::from_utf8(PUZZLE).unwrap().replace('.', "0")).repeat(3);
        let kinds =
            [("|u1", 1), ("|i1", 1), ("<i2", 2), (">u2", 2), ("<i4", 4), ("<i8", 8), (">i8", 8), ("=u8", 8)];
        for (kind, size) in kinds {
            let values = values(size, kind.starts_with('>'), 0).repeat(3);
            for (version, shape) in [(1, "(3, 81)"), (2, "(3, 9, 9)"), (3, "(3,81,)")] {
                let array = array(version, &header(kind, "False", shape), &values);
                for step in [1, 81, 82, 100, 1000] {
                    assert_eq!(lines(&array, step), expected, "{kind} {shape} {step}");
                }
            }
        }
        assert_eq!(lines(&array(1, &header("|u1", "False", "(0, 81)"), b""), 100), "");
    }

    #[test]
    fn tokens_are_recognized_by_the_value_of_the_digit_nine_and_others_out_of_range_are_marked() {
        let header = header("<i8", "False", "(2, 81)");
        let mut tokens = values(8, false, 1).repeat(2);
        tokens[81 * 8] = 0; // a padded cell of the second puzzle
        let text = lines(&array(1, &header, &tokens), 100);
        assert_eq!(text.lines().next(), Some(str::from_utf8(PUZZLE).unwrap().replace('.', "0").as_str()));
        assert!(text.lines().nth(1).unwrap().starts_with("!3007"), "{text}");
        let mut wide = values(8, false, 0).repeat(2);
        wide[1] = 1; // 261
        wide[8] = 12;
        assert!(lines(&array(1, &header, &wide), 100).starts_with("!!007"));
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_what_to_do() {
        let of = |kind, order, shape| refusal(&array(1, &header(kind, order, shape), b""), None);
        assert_eq!(
            of("<f4", "False", "(1, 81)"),
            "a.npy:1:1: the values of this array are '<f4' and no integers: save array.astype('uint8')"
        );
        assert!(
            of("|u1", "True", "(1, 81)").ends_with("in Fortran order: save numpy.ascontiguousarray(array)")
        );
        for shape in [
            "(1, 80)",
            "(81,)",
            "()",
            "(9, 9)",
            "(1, 9, 9, 1)",
            "(-1, 81)",
            "(1, 81",
            "(99999999999999999999, 81)",
        ] {
            let said = of("|u1", "False", shape);
            assert!(said.ends_with("not (N, 81) or (N, 9, 9): save array.reshape(-1, 81)"), "{said}");
        }
        assert!(of("<i8", "False", "(99999999999999999, 81)").contains("shape"));
        assert!(refusal(&array(1, "{}", b""), None).ends_with("has no fortran_order: save it again"));
        assert!(refusal(&array(4, "{}", b""), None).contains("has version 4, and 1 to 3 can be read"));
        let whole = array(2, &header("|u1", "False", "(1, 81)"), b"");
        for length in MAGIC.len()..whole.len() {
            let said = refusal(&whole[..length], None);
            assert!(
                said.ends_with("the header of this array is cut short: save or fetch it again"),
                "{said}"
            );
        }
    }

    #[test]
    fn an_array_of_another_length_than_its_header_says_is_refused_first_or_at_its_end() {
        let whole = array(1, &header("|u1", "False", "(2, 81)"), &values(1, false, 0).repeat(2));
        let said = |array: &[u8]| refusal(array, Some(array.len() as u64));
        assert!(
            said(&whole[..whole.len() - 1])
                .ends_with("cut short after 1 of 2 puzzles: save or fetch it again")
        );
        let long = [&whole[..], b"12"].concat();
        assert!(
            said(&long).ends_with("2 bytes follow the 2 puzzles of this array: save one array in a file")
        );
        let at_end = |array: Vec<u8>| {
            let (mut lines, _) = decode(array, Box::new(io::empty()), None, "a").unwrap();
            lines.read_to_end(&mut Vec::new()).unwrap_err()
        };
        assert_eq!(at_end(whole[..whole.len() - 1].to_vec()).kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(at_end(long).to_string(), "more bytes follow the array: save one array in a file");
    }
}
