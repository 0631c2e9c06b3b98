//! The reader of tables: every delimiter, quoted fields, and puzzles and answers in requested or detected columns.

use crate::bytes::Bytes;
use crate::readers::check;
use crate::text::expand;
use bulkdoku::format::{Column, RecordFormat};
use bulkdoku::internals::format::{AnswerField, FormatHint, GivenAnswers, Records, detect};

pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (window, columns) = (bytes.byte(), bytes.byte());
    let text = expand(bytes.rest());
    let column = |number| match number {
        0 => None,
        7 => Some(Column::Name("puzzle".to_owned())),
        number => Some(Column::Number(usize::from(number))),
    };
    let hint = FormatHint { format: Some(RecordFormat::Csv), column: column(columns % 8) };
    let Ok(found) = detect(&text, "text", &hint) else { return };
    let rest = &text[found.preamble.min(text.len())..];
    check(found.reader.as_ref(), rest, 1 + rest.len() * usize::from(window) / 256);

    let Ok(Some(field)) = AnswerField::find(&found, rest, "text", column(columns / 8 % 8).as_ref()) else {
        return;
    };
    let (mut records, mut given) = (Records::default(), GivenAnswers::default());
    found.reader.read(rest, &mut records);
    field.read(rest, &records, &mut given);
    for index in 0..records.len() - records.malformed.len() {
        let answer = given.get(rest, records.origin(index), index).expect("an answer for each puzzle");
        assert!(answer.text.len() <= rest.len());
        assert!(answer.locate(0).column > 0);
    }
}
