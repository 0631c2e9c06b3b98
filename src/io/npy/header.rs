//! The header of an array: the type of its values and the number of its puzzles.

use super::{LINE, MAGIC};
use crate::board::grid::CELLS;
use crate::report::numbers::grouped;

/// The layout of the puzzles of an array, from its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The length of the header in bytes.
    pub(super) header: usize,
    /// The number of bytes of a value.
    pub(super) size: usize,
    pub(super) is_big_endian: bool,
    pub(super) is_signed: bool,
    pub(super) puzzles: u64,
}

impl Layout {
    pub(super) fn of(head: &[u8]) -> std::result::Result<Self, String> {
        let cut_short = || "the header of this array is cut short: save or fetch it again".to_owned();
        let (&[major, _], rest) = head[MAGIC.len()..].split_first_chunk().ok_or_else(cut_short)?;
        let width = match major {
            1 => 2,
            2 | 3 => 4,
            _ => {
                return Err(format!(
                    "this array has version {major}, but only 1 to 3 can be read: save it again"
                ));
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
        if let Some(remedy) = remedy_of_kind(kind) {
            let kind = kind.split(", 'fortran").next().unwrap_or_default();
            return Err(format!("the values of this array are {kind}, not integers: {remedy}"));
        }
        let shape = shape.split_inclusive(')').next().unwrap_or_default();
        let lengths = shape.trim_matches(['(', ')']).split(',').map(str::trim);
        let lengths: Option<Vec<u64>> =
            lengths.filter(|length| !length.is_empty()).map(|length| length.parse().ok()).collect();
        let lengths = lengths.unwrap_or_default();
        let puzzles = match lengths[..] {
            [puzzles, 81] | [puzzles, 9, 9] => puzzles.checked_mul((8 * LINE) as u64).map(|_| puzzles),
            _ => None,
        };
        let puzzles = puzzles.ok_or_else(|| {
            let remedy = remedy_of_shape(&lengths).map_or(String::new(), |array| format!(": save {array}"));
            format!("this array has the shape {shape}, not (N, 81) or (N, 9, 9){remedy}")
        })?;
        let (is_big_endian, is_signed, size) = integer(kind).ok_or_else(|| {
            let kind = kind.split(", 'fortran").next().unwrap_or_default();
            format!("the values of this array are {kind}, not integers: save numpy.nan_to_num(array).astype('uint8')")
        })?;
        if !order.starts_with("False") {
            return Err("this array is in Fortran order: save numpy.ascontiguousarray(array)".to_owned());
        }
        Ok(Self { header: MAGIC.len() + 2 + width + length, size, is_big_endian, is_signed, puzzles })
    }

    /// Returns the number of bytes of one puzzle.
    pub(super) fn width(self) -> usize {
        CELLS * self.size
    }

    /// Fails unless an array has this many bytes of values.
    pub(super) fn check_length(self, values: u64) -> std::result::Result<(), String> {
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
}

/// Returns how to write an array of texts, objects or records as a file that can be read.
fn remedy_of_kind(kind: &str) -> Option<&'static str> {
    match kind.trim_start_matches(['\'', '"', '<', '>', '|', '=']).as_bytes() {
        [b'U' | b'S' | b'O', ..] => Some(
            "write lines with numpy.savetxt('puzzles.txt', array.astype('U').reshape(len(array), -1), '%s', '')",
        ),
        [b'[', ..] => Some("save one of their fields, as in array['puzzle']"),
        _ => None,
    }
}

/// Returns the array of puzzles in an array with these lengths. `None` if it has no puzzles of 81 cells.
fn remedy_of_shape(lengths: &[u64]) -> Option<&'static str> {
    // A layer for each digit, and possibly one for the blanks.
    match lengths {
        [_, 81, 10] | [_, 9, 9, 10] => return Some("array.argmax(-1).astype('uint8')"),
        [_, 81, 9] | [_, 9, 9, 9] => {
            return Some("((array.argmax(-1) + 1) * (array.sum(-1) == 1)).astype('uint8')");
        }
        [_, 10, 9, 9] => return Some("array.argmax(1).astype('uint8')"),
        _ => {}
    }
    let of_cells: Vec<u64> = lengths.iter().copied().filter(|&length| length != 1).collect();
    Some(match of_cells[..] {
        [.., 81] | [.., 9, 9] => "array.reshape(-1, 81)",
        [81, _] => "numpy.ascontiguousarray(array.T)",
        [9, 9, _] => "numpy.ascontiguousarray(array.reshape(81, -1).T)",
        _ => return None,
    })
}

/// Returns whether an integer type such as `'<i8'` is big-endian, whether it is signed, and its number of bytes. Returns `None`
/// for another type.
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
