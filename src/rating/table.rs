//! The rows of rated records: the input's columns and the ratings behind them.

use std::sync::Arc;

use super::{Rating, RatingField, RatingKind};
use crate::format::Record;
use crate::format::read::csv::Table;
use crate::format::write::append_columns::{InputColumns, added_name, text};
use crate::solver::Verdict;

/// The columns of records with their ratings, as CSV or as JSON lines.
pub struct RatingTable {
    kinds: Vec<RatingKind>,
    fields: Vec<RatingField>,
    /// The keys of verdict and ratings in an object.
    keys: Vec<String>,
    layout: Layout,
}

/// Where the columns before the ratings come from.
enum Layout {
    /// Line and puzzle, separated by commas.
    Csv,
    /// The columns of the input.
    InputColumns(InputColumns),
    /// An object with line and puzzle.
    Jsonl,
    /// An object with the columns of the input; entry `i` is the name of column `i`.
    InputObjects(Arc<Table>, Vec<String>),
}

impl RatingTable {
    /// A table with the columns line, puzzle, verdict and these ratings.
    pub fn csv(kinds: &[RatingKind]) -> Self {
        Self::new(kinds, Layout::Csv)
    }

    /// The columns of `table`, whose records begin with `head`, and behind them verdict and these ratings. A record with
    /// fewer fields than the header gets empty ones. Returns `None` for columns separated by white space.
    pub fn csv_after(kinds: &[RatingKind], table: &Table, head: &[u8]) -> Option<Self> {
        let names: Vec<&str> =
            std::iter::once("verdict").chain(fields(kinds).map(RatingField::name)).collect();
        let columns = InputColumns::new(table, head, &names)?;
        Some(Self::new(kinds, Layout::InputColumns(columns)))
    }

    /// One JSON object per line, with the keys line, puzzle, verdict and these ratings.
    pub fn jsonl(kinds: &[RatingKind]) -> Self {
        Self::new(kinds, Layout::Jsonl)
    }

    /// One JSON object per line, with the columns of `table` as keys, and behind them verdict and these ratings. Returns
    /// `None` if the columns have no names. A name that the table already has gets a prefix; a name that the table has more
    /// than once gets a number.
    pub fn jsonl_after(kinds: &[RatingKind], table: Arc<Table>) -> Option<Self> {
        let mut given: Vec<String> = Vec::new();
        table
            .for_each_field(table.header(), |_, name| given.push(String::from_utf8_lossy(name).into_owned()));
        let mut names: Vec<String> = Vec::new();
        for name in &given {
            let mut numbered = (2..).map(|number| format!("{name}_{number}"));
            let is_free = |other: &String| !given.contains(other) && !names.contains(other);
            let name = if names.contains(name) { numbered.find(is_free) } else { Some(name.clone()) };
            names.extend(name);
        }
        let has_names = !table.header().is_empty();
        has_names.then(|| Self::new(kinds, Layout::InputObjects(table, names)))
    }

    fn new(kinds: &[RatingKind], layout: Layout) -> Self {
        let taken: &[String] = if let Layout::InputObjects(_, names) = &layout { names } else { &[] };
        let names = std::iter::once("verdict").chain(fields(kinds).map(RatingField::name));
        let keys = names.map(|name| added_name(name, taken)).collect();
        Self { kinds: kinds.to_vec(), fields: fields(kinds).collect(), keys, layout }
    }

    /// The ratings that have columns.
    pub fn kinds(&self) -> &[RatingKind] {
        &self.kinds
    }

    /// The line with the names of the columns, if there is one.
    pub(super) fn header(&self) -> Vec<u8> {
        match &self.layout {
            Layout::Csv => {
                let ratings = self.fields.iter().map(|field| field.name());
                let names: Vec<&str> = ["line", "puzzle", "verdict"].into_iter().chain(ratings).collect();
                (names.join(",") + "\n").into_bytes()
            }
            Layout::InputColumns(columns) => columns.header().to_vec(),
            Layout::Jsonl | Layout::InputObjects(..) => Vec::new(),
        }
    }

    /// Whether rows need the lines of their records.
    pub(super) fn needs_lines(&self) -> bool {
        matches!(self.layout, Layout::Csv | Layout::Jsonl)
    }

    /// Appends the row of a record.
    pub(super) fn write(&self, record: &Record<'_>, rating: &Rating, out: &mut Vec<u8>) {
        match &self.layout {
            Layout::Csv => {
                out.extend_from_slice(record.line.to_string().as_bytes());
                out.push(b',');
                out.extend_from_slice(puzzle(record));
                self.write_values(b',', record, rating, out);
                out.push(b'\n');
            }
            Layout::InputColumns(columns) => columns.write(record, out, |delimiter, out| {
                self.write_values(delimiter, record, rating, out);
            }),
            Layout::Jsonl => {
                out.extend_from_slice(b"{\"line\":");
                out.extend_from_slice(record.line.to_string().as_bytes());
                out.extend_from_slice(b",\"puzzle\":\"");
                out.extend_from_slice(puzzle(record));
                out.push(b'"');
                self.write_members(record, rating, out);
            }
            Layout::InputObjects(table, names) => {
                out.push(b'{');
                let mut is_first = true;
                table.for_each_field(text(record), |index, value| {
                    let Some(name) = names.get(index) else { return };
                    if !is_first {
                        out.push(b',');
                    }
                    is_first = false;
                    write_string(name, out);
                    out.push(b':');
                    write_string(&String::from_utf8_lossy(value), out);
                });
                self.write_members(record, rating, out);
            }
        }
    }

    /// Appends verdict and ratings, each after a delimiter.
    fn write_values(&self, delimiter: u8, record: &Record<'_>, rating: &Rating, out: &mut Vec<u8>) {
        out.push(delimiter);
        out.extend_from_slice(record.outcome.verdict.name().as_bytes());
        for field in &self.fields {
            out.push(delimiter);
            field.write(rating, out);
        }
    }

    /// Appends verdict and ratings as members, and the end of the object.
    fn write_members(&self, record: &Record<'_>, rating: &Rating, out: &mut Vec<u8>) {
        let mut keys = self.keys.iter();
        let mut write_key = |out: &mut Vec<u8>| {
            out.extend_from_slice(b",\"");
            out.extend_from_slice(keys.next().map_or(b"", |key| key.as_bytes()));
            out.extend_from_slice(b"\":");
        };
        write_key(out);
        write_string(record.outcome.verdict.name(), out);
        for field in &self.fields {
            write_key(out);
            let start = out.len();
            let is_number = field.write(rating, out);
            match out.len() == start {
                true => out.extend_from_slice(b"null"),
                false if !is_number => {
                    out.insert(start, b'"');
                    out.push(b'"');
                }
                false => {}
            }
        }
        out.extend_from_slice(b"}\n");
    }
}

/// The columns of these ratings, in the order of tables.
fn fields(kinds: &[RatingKind]) -> impl Iterator<Item = RatingField> {
    RatingField::ALL.into_iter().filter(|field| kinds.contains(&field.kind()))
}

/// The puzzle as it is in the input; empty for a malformed record, which may hold any byte.
fn puzzle<'a>(record: &Record<'a>) -> &'a [u8] {
    if record.outcome.verdict == Verdict::Malformed { b"" } else { record.puzzle }
}

/// Appends a JSON string.
fn write_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    for character in text.chars() {
        match character {
            '"' => out.extend_from_slice(b"\\\""),
            '\\' => out.extend_from_slice(b"\\\\"),
            '\u{0}'..='\u{1f}' => {
                out.extend_from_slice(format!("\\u{:04x}", u32::from(character)).as_bytes())
            }
            _ => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out.push(b'"');
}
