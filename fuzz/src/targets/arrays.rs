//! NumPy arrays: a valid one has a line for each puzzle, with the first wrong value at its record, and a damaged one gives an
//! error or some lines. Memory and streams have the same results.

use std::io::Cursor;
use std::sync::Arc;

use crate::bytes::Bytes;
use crate::readers::records;
use crate::text::PUZZLE;
use bulkdoku::format::RecordFormat;
use bulkdoku::internals::format::{FormatHint, Lines, Reason, open};
use bulkdoku::internals::{Input, for_each_chunk};

const MAGIC: &[u8] = b"\x93NUMPY";

const KINDS: [(&str, usize); 9] = [
    ("|u1", 1),
    ("|i1", 1),
    ("<i2", 2),
    (">u2", 2),
    ("<u4", 4),
    (">i4", 4),
    ("<i8", 8),
    (">i8", 8),
    ("=u8", 8),
];

pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    match bytes.below(4) {
        0 => drop(text_of([MAGIC, bytes.rest()].concat(), None)),
        1 => {
            let (at, value) = (usize::from(bytes.byte()) << 8 | usize::from(bytes.byte()), bytes.byte());
            let mut file = draw(&mut bytes).0;
            let at = at % file.len();
            match value {
                0 => file.push(value),
                _ if value == file[at] => file.truncate(at),
                _ => file[at] = value,
            }
            drop(text_of(file, None));
        }
        _ => {
            let format = bytes.pick(&[None, Some(RecordFormat::Tokens)]);
            let (file, puzzles) = draw(&mut bytes);
            let text = text_of(file, format);
            let is_refused = format.is_none() && puzzles.iter().flatten().any(|&value| value > 9);
            assert_eq!(text.is_none(), is_refused, "an array is refused only for a value above 9");
            if let Some(text) = text {
                check(&text, &puzzles, i128::from(format.is_some()));
            }
        }
    }
}

/// Draws an array. Returns it with the values of its puzzles.
fn draw(bytes: &mut Bytes<'_>) -> (Vec<u8>, Vec<Vec<i128>>) {
    let (kind, size) = bytes.pick(&KINDS);
    let (version, more, repeats) = (bytes.pick(&[1, 2, 3]), bytes.below(2) as u8, bytes.below(8));
    let shape = bytes.pick(&["81", "9, 9"]);
    let digits = PUZZLE.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' });
    let usual: Vec<i128> = digits.map(|digit| i128::from(digit + more)).collect();
    let mut puzzles = Vec::new();
    while !bytes.is_empty() && puzzles.len() < 8 {
        let mut puzzle = usual.clone();
        for _ in 0..bytes.below(4) {
            let cell = bytes.below(81);
            puzzle[cell] = value(bytes, kind, size);
        }
        puzzles.push(puzzle);
    }
    if repeats == 0 {
        puzzles = (0..250).flat_map(|_| puzzles.clone()).collect(); // longer than the buffer for arrays
    }
    let header =
        format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({}, {shape}), }}\n", puzzles.len());
    let length = (header.len() as u32).to_le_bytes();
    let is_big_endian = kind.starts_with('>');
    let values = puzzles.iter().flatten().flat_map(|value| {
        let (little, big) = (value.to_le_bytes(), value.to_be_bytes());
        if is_big_endian { big[16 - size..].to_vec() } else { little[..size].to_vec() }
    });
    let start =
        [MAGIC, &[version, 0], &length[..if version == 1 { 2 } else { 4 }], header.as_bytes()].concat();
    (start.into_iter().chain(values).collect(), puzzles)
}

/// Draws a value of this type: one close to the values of cells, or any value.
fn value(bytes: &mut Bytes<'_>, kind: &str, size: usize) -> i128 {
    let near = bytes.below(16);
    if near < 12 {
        return near as i128;
    }
    let bits = u64::from_le_bytes(bytes.array()) >> (64 - 8 * size);
    let sign = if kind.contains('i') { 1_i128 << (8 * size - 1) } else { 0 };
    (i128::from(bits) ^ sign) - sign
}

/// Returns the lines of an array read in this format, or `None` if it is damaged or has other values.
fn text_of(file: Vec<u8>, format: Option<RecordFormat>) -> Option<Vec<u8>> {
    let lines = |input: bulkdoku::Result<Input>| {
        let mut text = Vec::new();
        let (input, _) = open(input.ok()?, &FormatHint { format, column: None }).ok()?;
        for_each_chunk(input, Arc::new(Lines::default()), 1 << 16, |_, chunk| text.extend_from_slice(chunk))
            .ok()?;
        Some(text)
    };
    let streamed = lines(Input::reader("file", Cursor::new(file.clone())));
    assert_eq!(lines(Input::bytes("file", file)), streamed);
    streamed
}

/// Checks that line n is puzzle n, and that its defect is at the first value that is neither a clue nor `blank`.
fn check(text: &[u8], puzzles: &[Vec<i128>], blank: i128) {
    let (found, lines) = records(&Lines::default(), text, 0);
    assert_eq!((found.len(), lines), (puzzles.len(), puzzles.len() as u64), "a line for each puzzle");
    for ((_, found), puzzle) in found.into_iter().zip(puzzles) {
        match (puzzle.iter().position(|value| !(0..=9).contains(&(value - blank))), found) {
            (None, Ok(cells)) => {
                let digits = cells.iter().map(|byte| i128::from(byte - b'0') + blank);
                assert!(digits.eq(puzzle.iter().copied()), "other digits");
            }
            (Some(cell), Err(defect)) => {
                let values: Vec<String> = puzzle
                    .iter()
                    .map(|&value| if value - blank > 9 { value } else { value - blank }.to_string())
                    .collect();
                let before: usize = values[..cell].iter().map(|value| value.len() + 1).sum();
                let Reason::Cell(word, named) = defect.reason else { panic!("{:?}", defect.reason) };
                assert_eq!(defect.position.column as usize, before + 1);
                assert_eq!(named.index(), cell);
                assert!(values[cell].starts_with(&word.to_string()));
            }
            (expected, found) => panic!("{expected:?}: {found:?}"),
        }
    }
}
