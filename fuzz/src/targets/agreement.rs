//! The fast path of tables and the tokenizer: both read the same records, at the same positions, from every text.

use crate::readers::records;
use crate::text::expand;
use bulkdoku::format::RecordFormat;
use bulkdoku::internals::format::{Columns, Defect, FormatHint, ReadRecords, Records, Table, detect};
use kernel::solver::batch::Notation;

/// A table that only the tokenizer reads.
struct Tokenized<'a>(&'a Table);

impl ReadRecords for Tokenized<'_> {
    fn format(&self) -> RecordFormat {
        self.0.format()
    }

    fn notation(&self) -> Notation {
        self.0.notation()
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        self.0.read_by_tokenizer(chunk, records);
    }

    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        self.0.explain(chunk, origin)
    }

    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> bulkdoku::internals::format::Position {
        self.0.locate(chunk, origin, cell)
    }
}

pub fn run(data: &[u8]) {
    let text = expand(data);
    for format in [None, Some(RecordFormat::Csv)] {
        let Ok(found) = detect(&text, "text", &FormatHint { format, column: None }) else { continue };
        let Some(Columns::Table(table)) = &found.columns else { continue };
        let rest = &text[found.preamble.min(text.len())..];
        assert_eq!(records(table.as_ref(), rest, 0), records(&Tokenized(table), rest, 0));
    }
}
