//! The rows of rated records: the input's columns and the ratings behind them.

use std::sync::Arc;

use super::{Rating, RatingField, RatingKind};
use crate::format::Record;
use crate::format::read::csv::Table;
use crate::format::write::append_columns::{InputColumns, added_name, text};
use crate::format::write::rows::{Row, RowFormat};

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
    /// Line and puzzle.
    Rows(RowFormat),
    /// The columns of the input.
    InputColumns(InputColumns),
    /// An object with the columns of the input; entry `i` is the name of column `i`.
    InputObjects(Arc<Table>, Vec<String>),
}

impl RatingTable {
    /// A table with the columns line, puzzle, verdict and these ratings.
    pub fn csv(kinds: &[RatingKind]) -> Self {
        Self::new(kinds, Layout::Rows(RowFormat::Csv))
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
        Self::new(kinds, Layout::Rows(RowFormat::Jsonl))
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
            Layout::Rows(format) => {
                let ratings = self.fields.iter().map(|field| field.name());
                let names: Vec<&str> = ["line", "puzzle", "verdict"].into_iter().chain(ratings).collect();
                format.header(&names)
            }
            Layout::InputColumns(columns) => columns.header().to_vec(),
            Layout::InputObjects(..) => Vec::new(),
        }
    }

    /// Whether rows need the lines of their records.
    pub(super) fn needs_lines(&self) -> bool {
        matches!(self.layout, Layout::Rows(_))
    }

    /// Appends the row of a record.
    pub(super) fn write(&self, record: &Record<'_>, rating: &Rating, out: &mut Vec<u8>) {
        let mut row = match &self.layout {
            Layout::Rows(format) => {
                let mut row = Row::begin(*format, out);
                row.number("line", record.line);
                row.text("puzzle", Some(record.valid_puzzle()));
                row
            }
            Layout::InputColumns(columns) => {
                return columns.write(record, out, |row| self.write_values(record, rating, row));
            }
            Layout::InputObjects(table, names) => {
                let mut row = Row::begin(RowFormat::Jsonl, out);
                table.for_each_field(text(record), |index, value| {
                    if let Some(name) = names.get(index) {
                        let (name, value) = (escaped(name), escaped(&String::from_utf8_lossy(value)));
                        row.text(&name, Some(value.as_bytes()));
                    }
                });
                row
            }
        };
        self.write_values(record, rating, &mut row);
        row.end();
    }

    /// Adds verdict and ratings.
    fn write_values(&self, record: &Record<'_>, rating: &Rating, row: &mut Row<'_>) {
        row.text(&self.keys[0], Some(record.outcome.verdict.name().as_bytes()));
        for (field, key) in self.fields.iter().zip(&self.keys[1..]) {
            row.value(key, |out| field.write(rating, out));
        }
    }
}

/// The columns of these ratings, in the order of tables.
fn fields(kinds: &[RatingKind]) -> impl Iterator<Item = RatingField> {
    RatingField::ALL.into_iter().filter(|field| kinds.contains(&field.kind()))
}

/// A text as it stands in a JSON string.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' | '\\' => escaped.extend(['\\', character]),
            '\u{0}'..='\u{1f}' => escaped += &format!("\\u{:04x}", u32::from(character)),
            _ => escaped.push(character),
        }
    }
    escaped
}
