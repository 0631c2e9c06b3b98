//! Step 4, announce: describes in words how an input is read. No other step guesses silently.

use std::fmt;

/// How an input is read: `CSV: puzzles in column 1 "quizzes", answers in column 2 "solutions"`.
///
/// Every step adds its findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadAs {
    /// The common name of the format: `lines`, `CSV`, `grids`.
    pub(crate) format: &'static str,
    /// The encodings that the text is decoded from: `UTF-16`.
    pub(crate) decoded_from: Vec<&'static str>,
    /// The place of the puzzles, if records have other fields.
    pub(crate) puzzles: Option<Label>,
    /// The place of the answers, if there are any.
    pub(crate) answers: Option<Label>,
    /// Other findings: `headings skipped`.
    pub(crate) notes: Vec<&'static str>,
}

/// A column, a field or a key, for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    /// A column of a table by its number, counted from 1, and its name, if it has one.
    Column(usize, Option<String>),
    /// A range of columns, counted from 1, with a cell each.
    Columns(usize, usize),
    /// A key of JSON objects.
    Key(String),
    /// A field of a line by its number, counted from 1.
    Field(usize),
}

impl fmt::Display for ReadAs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.format)?;
        self.decoded_from.iter().try_for_each(|encoding| write!(f, " from {encoding}"))?;
        let mut separator = ": ";
        for (what, label) in [("puzzles", &self.puzzles), ("answers", &self.answers)] {
            let Some(label) = label else { continue };
            write!(f, "{separator}{what} in {label}")?;
            separator = ", ";
        }
        self.notes.iter().try_for_each(|note| write!(f, ", {note}"))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column(number, None) => write!(f, "column {number}"),
            Self::Column(number, Some(name)) => write!(f, "column {number} \"{name}\""),
            Self::Columns(first, last) => write!(f, "columns {first} to {last}"),
            Self::Key(key) => write!(f, "\"{key}\""),
            Self::Field(number) => write!(f, "field {number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_name_the_format_the_columns_and_the_rest() {
        let column = |number, name: Option<&str>| Some(Label::Column(number, name.map(str::to_owned)));
        let mut read_as = ReadAs { format: "CSV", puzzles: column(1, Some("quizzes")), ..ReadAs::default() };
        read_as.answers = column(2, None);
        assert_eq!(read_as.to_string(), "CSV: puzzles in column 1 \"quizzes\", answers in column 2");
        let notes = vec!["headings skipped"];
        let grids = ReadAs { format: "grids", decoded_from: vec!["UTF-16"], notes, ..ReadAs::default() };
        assert_eq!(grids.to_string(), "grids from UTF-16, headings skipped");
    }
}
