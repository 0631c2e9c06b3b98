//! Arrays of NumPy, as `numpy.save` writes them: read as lines of 81 cells, one for each puzzle of the array.
//!
//! ```text
//! \x93NUMPY │ version │ length of header │ {'descr': '|u1', 'fortran_order': False, 'shape': (2, 81), } │ 2 × 81 values
//! ```
//!
//! The format is described by NumPy's documentation of `numpy.lib.format`. An array is decoded as compressed data is: so every
//! command reads it, and line n of what it reads is puzzle n of the array.

use std::io::{self, BufRead, Read};

use crate::error::{Error, FormatError, FormatErrorAt, Result};
use crate::format::{MAX_LINE, VALUE_NOTE};
use crate::grid::CELLS;
use crate::io::input::{Decoded, Encoded};
use crate::numbers::grouped;

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

/// What the header of an array says of its puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    /// The length of the header in bytes.
    header: usize,
    /// The bytes of a value.
    size: usize,
    is_big_endian: bool,
    is_signed: bool,
    puzzles: u64,
}

impl Layout {
    fn of(head: &[u8]) -> std::result::Result<Self, String> {
        let cut_short = || "the header of this array is cut short: save or fetch it again".to_owned();
        let (&[major, _], rest) = head[MAGIC.len()..].split_first_chunk().ok_or_else(cut_short)?;
        let width = match major {
            1 => 2,
            2 | 3 => 4,
            _ => {
                return Err(format!("this array has version {major}, and 1 to 3 can be read: save it again"));
            }
        };
        let (length, rest) = rest.split_at_checked(width).ok_or_else(cut_short)?;
        let length = length.iter().rev().fold(0, |length, &byte| length << 8 | usize::from(byte));
        let text = String::from_utf8_lossy(rest.get(..length).ok_or_else(cut_short)?);
        let field = |key: &str| {
            let value = text.split_once(key).and_then(|(_, rest)| rest.split_once(':'));
            let value = value.map(|(_, value)| value.trim_start());
            value.ok_or_else(|| format!("the header of this array has no {key}: save it again"))
        };
        let (order, shape, kind) = (field("fortran_order")?, field("shape")?, field("descr")?);
        let (is_big_endian, is_signed, size) = integer(kind).ok_or_else(|| {
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
                let header = MAGIC.len() + 2 + width + length;
                Ok(Self { header, size, is_big_endian, is_signed, puzzles })
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

/// Is an integer type such as `'<i8'` big endian, is it signed, and how many bytes does it have? `None` for another type.
fn integer(kind: &str) -> Option<(bool, bool, usize)> {
    match kind.as_bytes() {
        [
            b'\'' | b'"',
            order @ (b'<' | b'>' | b'|' | b'='),
            sign @ (b'i' | b'u'),
            size @ (b'1' | b'2' | b'4' | b'8'),
            b'\'' | b'"',
            ..,
        ] => Some((*order == b'>', *sign == b'i', usize::from(size - b'0'))),
        _ => None,
    }
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

impl Layout {
    /// Fails unless an array has so many bytes of values.
    fn check_length(self, values: u64) -> std::result::Result<(), String> {
        let (puzzles, width) = (self.puzzles, self.width() as u64);
        match values.checked_sub(puzzles * width) {
            Some(0) => Ok(()),
            Some(_) => {
                let puzzles = grouped(puzzles);
                Err(format!(
                    "more bytes follow the {puzzles} puzzles of this array: save one array in a file"
                ))
            }
            None => Err(format!(
                "this array is cut short after {} of {} puzzles: save or fetch it again",
                grouped(values / width),
                grouped(puzzles)
            )),
        }
    }

    /// Writes the line of the puzzle with these values, where a blank cell has the value `blank`. Returns false, and leaves the
    /// line without meaning, if one of them is out of range.
    ///
    /// The loops have neither branches nor calls, so that they are compiled to vectors.
    fn write_line(self, values: &[u8], blank: u8, line: &mut [u8; LINE]) -> bool {
        let [cells @ .., line_end] = line;
        let high_bits = match (self.size, self.is_big_endian) {
            (2, false) => narrow(values, cells, |value| u16::from_le_bytes(value).into()),
            (4, false) => narrow(values, cells, |value| u32::from_le_bytes(value).into()),
            (8, false) => narrow(values, cells, u64::from_le_bytes),
            (2, true) => narrow(values, cells, |value| u16::from_be_bytes(value).into()),
            (4, true) => narrow(values, cells, |value| u32::from_be_bytes(value).into()),
            (8, true) => narrow(values, cells, u64::from_be_bytes),
            _ => {
                *cells = values.try_into().expect("a puzzle has 81 values");
                0
            }
        };
        let mut greatest = 0;
        for cell in cells {
            let digit = cell.wrapping_sub(blank);
            greatest = digit.max(greatest);
            *cell = digit.wrapping_add(b'0');
        }
        *line_end = b'\n';
        high_bits == 0 && greatest <= 9
    }

    /// The line of a record with these values, of which some are out of range: they become `!`, and the first of them follows.
    #[cold]
    fn malformed_line(self, values: &[u8], blank: u8) -> Vec<u8> {
        let values = values.chunks_exact(self.size).map(|value| self.value(value));
        let digit = |value: i128| u8::try_from(value - i128::from(blank)).ok().filter(|digit| *digit <= 9);
        let mut line: Vec<u8> =
            values.clone().map(|value| digit(value).map_or(b'!', |digit| b'0' + digit)).collect();
        let first = values.clone().find(|&value| digit(value).is_none());
        line.extend(first.into_iter().flat_map(|value| format!("{VALUE_NOTE}{value}").into_bytes()));
        line.push(b'\n');
        line
    }

    /// The value with these bytes.
    fn value(self, bytes: &[u8]) -> i128 {
        let place = |index: usize| if self.is_big_endian { bytes.len() - 1 - index } else { index };
        let value =
            (0..bytes.len()).fold(0, |value, index| value | i128::from(bytes[place(index)]) << (8 * index));
        let sign = i128::from(self.is_signed) << (8 * bytes.len() - 1);
        (value ^ sign) - sign
    }
}

/// Writes the low bytes of the values of a puzzle. Returns their other bits: 0 if each value is one byte. If it is not, the
/// bytes have no meaning.
///
/// Sixteen values at a time become a vector of bytes. The steps of the conversion saturate, as the instructions of SSE2 do: 165
/// instructions for values of eight bytes, and 244 where the low bytes are cut out.
#[inline(always)]
fn narrow<const SIZE: usize>(
    values: &[u8],
    low_bytes: &mut [u8; CELLS],
    read: impl Fn([u8; SIZE]) -> u64,
) -> u64 {
    let values: &[[u8; SIZE]; CELLS] = values.as_chunks().0.try_into().expect("a puzzle has 81 values");
    let ((vectors, [last_byte]), (sixteens, [last])) =
        (low_bytes.as_chunks_mut::<16>(), values.as_chunks::<16>())
    else {
        unreachable!("81 is 5 times 16 and 1")
    };
    let mut all = read(*last);
    *last_byte = all as u8;
    for (vector, values) in vectors.iter_mut().zip(sixteens) {
        for (byte, &value) in vector.iter_mut().zip(values) {
            let value = read(value);
            all |= value;
            let half = (value as i32).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            *byte = half.clamp(0, u8::MAX.into()) as u8;
        }
    }
    all >> 8
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

    fn encoded(bytes: impl BufRead + Send + 'static, length: Option<u64>) -> Encoded {
        Encoded { bytes: Box::new(bytes), length }
    }

    fn lines(array: &[u8], meaning: Values, step: usize) -> String {
        let (head, rest) = array.split_at(array.len().min(900)); // with a whole puzzle of any type
        let rest = io::BufReader::with_capacity(step, io::Cursor::new(rest.to_vec()));
        let array = encoded(io::Cursor::new(head.to_vec()).chain(rest), None);
        let mut lines = decode(array, meaning, "a").unwrap().bytes;
        let (mut text, mut buffer) = (Vec::new(), vec![0; step]);
        while let read @ 1.. = lines.read(&mut buffer).unwrap() {
            text.extend_from_slice(&buffer[..read]);
        }
        String::from_utf8(text).unwrap()
    }

    fn refusal(array: &[u8], length: Option<u64>) -> String {
        let array = encoded(io::Cursor::new(array.to_vec()), length);
        decode(array, Values::Digits, "a.npy").err().expect("a refusal").to_string()
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
                    assert_eq!(lines(&array, Values::Digits, step), expected, "{kind} {shape} {step}");
                }
            }
        }
        let empty = array(1, &header("|u1", "False", "(0, 81)"), b"");
        assert_eq!(lines(&empty, Values::Digits, 100), "");
    }

    #[test]
    fn tokens_are_read_on_request_and_hold_for_every_cell() {
        let header = header("<i8", "False", "(2, 81)");
        let mut tokens = values(8, false, 1).repeat(2);
        tokens[81 * 8] = 0; // a padded cell of the second puzzle
        let puzzle = str::from_utf8(PUZZLE).unwrap().replace('.', "0");
        for step in [1, 100, 1000] {
            let text = lines(&array(1, &header, &tokens), Values::Tokens, step);
            assert_eq!(text, format!("{puzzle}\n!{} value 0\n", &puzzle[1..]));
        }
    }

    #[test]
    fn a_value_above_9_among_digits_ends_the_array_with_its_puzzle() {
        let mut values = values(8, false, 0).repeat(3);
        values[(2 * 81 + 5) * 8] = 10;
        let array = array(1, &header("<i8", "False", "(3, 81)"), &values);
        let mut lines = decode(encoded(io::Cursor::new(array), None), Values::Digits, "a").unwrap().bytes;
        let error = Error::reading("a", lines.read_to_end(&mut Vec::new()).unwrap_err());
        assert_eq!(
            error.to_string(),
            "a:3:1: this puzzle of the array has the value 10, and digits end at 9"
        );
    }

    #[test]
    fn the_first_value_out_of_range_follows_its_record() {
        let puzzle = str::from_utf8(PUZZLE).unwrap().replace('.', "0");
        let cases: [(&str, usize, u64, &str); 9] = [
            ("|u1", 1, 11, "11"),
            ("|u1", 1, 255, "255"),
            ("|i1", 1, 255, "-1"),
            ("<i2", 2, 256, "256"),
            (">i2", 2, 1 << 15, "-32768"),
            ("<u4", 4, 1 << 31, "2147483648"),
            ("<i8", 8, 261, "261"),
            (">i8", 8, u64::MAX, "-1"),
            ("<u8", 8, u64::MAX, "18446744073709551615"),
        ];
        for (kind, size, bad, shown) in cases {
            for cell in [0, 40, 80] {
                let is_big_endian = kind.starts_with('>');
                let mut values = values(size, is_big_endian, 1).repeat(3);
                for at in [81 + cell, 81 + 80] {
                    let (big, little) = (bad.to_be_bytes(), bad.to_le_bytes());
                    let bytes = if is_big_endian { &big[8 - size..] } else { &little[..size] };
                    values[at * size..][..size].copy_from_slice(bytes);
                }
                let mut cells = puzzle.clone();
                cells.replace_range(80..81, "!");
                cells.replace_range(cell..=cell, "!");
                let expected = format!("{puzzle}\n{cells} value {shown}\n{puzzle}\n");
                for step in [1, 82, 1000] {
                    let array = array(1, &header(kind, "False", "(3, 81)"), &values);
                    assert_eq!(lines(&array, Values::Tokens, step), expected, "{kind} {cell} {step}");
                }
            }
        }
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
            said(&long).ends_with("more bytes follow the 2 puzzles of this array: save one array in a file")
        );
        let at_end = |array: &[u8]| {
            let array = encoded(io::Cursor::new(array.to_vec()), None);
            let mut lines = decode(array, Values::Digits, "a").unwrap().bytes;
            format!("a.npy:1:1: {}", lines.read_to_end(&mut Vec::new()).unwrap_err())
        };
        for array in [&whole[..whole.len() - 1], &long] {
            assert_eq!(at_end(array), said(array));
        }
    }
}
