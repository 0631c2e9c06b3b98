//! Files of puzzles whose records are known.

use bulkdoku::format::RecordFormat;
use bulkdoku::symmetry::Transformation;

use crate::bytes::Bytes;
use crate::oracle::{Candidates, houses};
use crate::text::SOLUTION;

/// The largest number of records of a file.
const MOST: usize = 40;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    Line,
    Table,
    QuotedTable,
    Grid,
    Pencilmark,
}

impl FileFormat {
    pub const ALL: [Self; 5] = [Self::Line, Self::Table, Self::QuotedTable, Self::Grid, Self::Pencilmark];

    /// Returns the format that must be detected.
    pub fn record_format(self) -> RecordFormat {
        match self {
            Self::Line => RecordFormat::Line,
            Self::Table | Self::QuotedTable => RecordFormat::Csv,
            Self::Grid => RecordFormat::Grid,
            Self::Pencilmark => RecordFormat::Pencilmark,
        }
    }
}

/// A record of a file.
#[derive(Clone, Debug)]
pub enum Record {
    /// A puzzle of clues.
    Clues([u8; 81], Candidates),
    /// A puzzle of candidates.
    Pencilmarks(Candidates),
    /// A text that is not a puzzle.
    Malformed(String),
}

impl Record {
    /// Returns the candidates of each cell, if the record is a puzzle.
    pub fn candidates(&self) -> Option<&Candidates> {
        match self {
            Self::Clues(_, candidates) | Self::Pencilmarks(candidates) => Some(candidates),
            Self::Malformed(_) => None,
        }
    }

    /// Returns whether two equal clues share a house.
    pub fn has_conflict(&self) -> bool {
        let Self::Clues(board, _) = self else { return false };
        let mut used = [[0_u16; 9]; 3];
        (0..81).filter(|&cell| board[cell] != b'.').any(|cell| {
            let bit = 1 << (board[cell] - b'1');
            houses(cell).iter().zip(&mut used).any(|(&house, used)| {
                let was_used = used[house] & bit != 0;
                used[house] |= bit;
                was_used
            })
        })
    }
}

/// Draws the records of a file in this format.
pub fn draw(bytes: &mut Bytes<'_>, format: FileFormat) -> Vec<Record> {
    let mut records = Vec::new();
    while !bytes.is_empty() && records.len() < MOST {
        let kind = bytes.byte();
        records.push(match kind {
            0..16 if format != FileFormat::Grid => Record::Malformed(format!("{kind}..x")),
            _ if format == FileFormat::Pencilmark => Record::Pencilmarks(pencilmarks(bytes)),
            _ => clues(bytes, kind & 3),
        });
    }
    records
}

/// Draws a puzzle with some cells of a solved grid, up to three of them with another digit.
fn clues(bytes: &mut Bytes<'_>, changes: u8) -> Record {
    let grid = grid(bytes);
    let mask = u128::from_le_bytes(bytes.array::<16>()) | u128::from(bytes.byte()) << 40;
    let mut board: [u8; 81] =
        std::array::from_fn(|cell| if mask >> cell & 1 == 1 { grid[cell] } else { b'.' });
    for _ in 0..changes {
        board[bytes.below(81)] = b'1' + bytes.below(9) as u8;
    }
    let candidates = board.map(|clue| if clue == b'.' { 0x1FF } else { 1 << (clue - b'1') });
    Record::Clues(board, candidates)
}

/// Draws candidates: the digits of a solved grid and, in most cells, others.
fn pencilmarks(bytes: &mut Bytes<'_>) -> Candidates {
    let grid = grid(bytes);
    std::array::from_fn(|cell| {
        let drawn = u16::from(bytes.byte());
        let solution = if drawn == 255 { 0 } else { 1 << (grid[cell] - b'1') };
        solution | (drawn & drawn >> 1) << (cell & 1)
    })
}

fn grid(bytes: &mut Bytes<'_>) -> [u8; 81] {
    let grid: &[u8; 81] = SOLUTION.as_bytes().try_into().expect("81 digits");
    let digits: [u8; 81] = grid.map(|byte| byte - b'0');
    let number = u64::from_le_bytes(bytes.array()) % (3_359_232 * 362_880);
    Transformation::nth(number).expect("a number below COUNT").image(&digits).map(|digit| b'0' + digit)
}

/// Returns the text of a file with these records.
pub fn text_of(records: &[Record], format: FileFormat) -> String {
    let header = match format {
        FileFormat::Table | FileFormat::QuotedTable => "id,puzzle,note\n",
        _ => "",
    };
    let records = records.iter().enumerate().map(|(number, record)| record_text(number, record, format));
    header.to_owned() + &records.collect::<String>()
}

fn record_text(number: usize, record: &Record, format: FileFormat) -> String {
    let text = match record {
        Record::Clues(board, _) => String::from_utf8_lossy(board).into_owned(),
        Record::Pencilmarks(candidates) => {
            candidates.iter().flat_map(|&digits| digit_marks(digits)).collect()
        }
        Record::Malformed(text) => text.clone(),
    };
    match format {
        FileFormat::Line | FileFormat::Pencilmark => format!("{text}\n"),
        FileFormat::Table => format!("{number},{text},easy\n"),
        FileFormat::QuotedTable => format!("\"{number}\",\"{text}\",\"two\nlines, and \"\"quotes\"\"\"\n"),
        FileFormat::Grid => rows(&text),
    }
}

fn digit_marks(digits: u16) -> impl Iterator<Item = char> {
    (0..9_u8).map(move |digit| if digits >> digit & 1 == 1 { char::from(b'1' + digit) } else { '.' })
}

fn rows(text: &str) -> String {
    let rows: Vec<String> =
        text.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    rows.join("\n") + "\n\n"
}
