//! Records with what is found out about them: the columns of the input's table, and behind them further ones.
//!
//! ```text
//! id;puzzle;note         id;puzzle;note;level
//! 7;53..7…;"a ""b"""  ─▶  7;53..7…;"a ""b""";3                             a table: fields are copied with their quotes
//!                         {"id":"7","puzzle":"53..7…","note":"a \"b\"","level":3}   objects of JSON
//!
//! {"puzzle":"53..7…","n":[1,2]}  ─▶  {"puzzle":"53..7…","n":[1,2],"level":3}     objects: members are copied as they stand
//! ```

use memchr::memchr;
use std::io::Write;

use super::Record;
use super::rows::{Row, RowFormat};
use crate::format::detect::Columns;
use crate::format::read::csv::{Delimiter, Table};
use crate::format::read::csv_tokenizer::Fields;
use crate::format::read::jsonl::{self, JsonLines, Members};
use crate::format::read::line::{is_blank_or_comment, line_around, line_start};
use crate::format::{MAX_LINE, Reason};

/// The prefix of an added name that the table already has.
const PREFIX: &str = "bulkdoku_";

/// How the records of an input are written with further columns: behind those of the input, if they can be kept, or else behind
/// line and puzzle.
pub(crate) struct RecordRows {
    format: RowFormat,
    kept: Option<InputColumns>,
    added: Vec<String>,
}

/// The columns of an input, with further ones behind them.
pub(crate) enum InputColumns {
    Csv(CsvColumns),
    /// An object for each record of a table.
    Jsonl(JsonColumns),
    /// The object of each record.
    Objects(ObjectColumns),
}

/// Rows of a table.
pub(crate) struct CsvColumns {
    delimiter: u8,
    /// The column of the puzzles, counted from 0.
    puzzle: usize,
    /// The number of columns of the header, or of the first record when there is no header.
    width: usize,
    header: Vec<u8>,
}

/// Objects.
pub(crate) struct JsonColumns {
    delimiter: Delimiter,
    /// The column of the puzzles, counted from 0.
    puzzle: usize,
    /// The text before the value of each column, with the quotes on both sides: `{"id":"` and `","puzzle":"`.
    keys: Vec<Vec<u8>>,
    /// The keys of the added columns: `"level":`.
    added: Vec<String>,
}

/// Objects that are objects in the input.
pub(crate) struct ObjectColumns {
    /// The keys of the first records.
    given: Vec<Vec<u8>>,
    /// The place of the key of the puzzles among them.
    puzzle: usize,
    /// The keys of the added members: `"level":`.
    added: Vec<String>,
}

/// A column in whose place a row has another text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gap {
    pub(crate) column: usize,
    /// The number of bytes of the other text.
    pub(crate) length: usize,
    /// Where the row has these bytes, once it is written; `None` if it has no such column.
    pub(crate) at: Option<usize>,
}

impl RecordRows {
    /// Rows with the `added` columns for the records of an input that begins with `head`, and with its `columns`, if it has any
    /// that [can be kept](InputColumns::new).
    pub(crate) fn new(format: RowFormat, columns: Option<&Columns>, head: &[u8], added: &[&str]) -> Self {
        let kept = columns.and_then(|columns| InputColumns::new(format, columns, head, added));
        Self { format, kept, added: added.iter().map(|name| (*name).to_owned()).collect() }
    }

    /// The line with the names of the columns, if there is one.
    pub(crate) fn header(&self) -> Vec<u8> {
        let added = self.added.iter().map(String::as_str);
        match &self.kept {
            Some(columns) => columns.header().to_vec(),
            None => self.format.header(&["line", "puzzle"].into_iter().chain(added).collect::<Vec<_>>()),
        }
    }

    /// Do rows need the lines of their records?
    pub(crate) fn needs_lines(&self) -> bool {
        self.format != RowFormat::Line && self.kept.is_none()
    }

    /// Writes a record, with the values of the added columns that `add` adds.
    pub(crate) fn write(&self, record: &Record<'_>, out: &mut Vec<u8>, add: impl FnOnce(&mut Row<'_>)) {
        if let Some(columns) = &self.kept {
            return columns.write(record, &mut [], out, add);
        }
        let mut row = Row::begin(self.format, out);
        row.number("line", record.line);
        row.text("puzzle", Some(record.valid_puzzle()));
        add(&mut row);
        row.end();
    }
}

impl InputColumns {
    /// The `columns` of an input whose records begin with `head`, and those with the `added` names. Returns `None` for lines, for
    /// columns separated by white space in a table, for columns without names in objects, and for objects in a table.
    pub(crate) fn new(format: RowFormat, columns: &Columns, head: &[u8], added: &[&str]) -> Option<Self> {
        match (format, columns) {
            (RowFormat::Csv, Columns::Table(table)) => CsvColumns::new(table, head, added).map(Self::Csv),
            (RowFormat::Jsonl, Columns::Table(table)) => JsonColumns::new(table, added).map(Self::Jsonl),
            (RowFormat::Jsonl, Columns::Objects(objects)) => {
                Some(Self::Objects(ObjectColumns::new(objects, head, added)))
            }
            (RowFormat::Line, _) | (RowFormat::Csv, Columns::Objects(_)) => None,
        }
    }

    /// The column of the puzzles, counted from 0.
    pub(crate) fn puzzle(&self) -> usize {
        match self {
            Self::Csv(columns) => columns.puzzle,
            Self::Jsonl(columns) => columns.puzzle,
            Self::Objects(columns) => columns.puzzle,
        }
    }

    /// The line with the names of the columns, if there is one.
    pub(crate) fn header(&self) -> &[u8] {
        match self {
            Self::Csv(columns) => &columns.header,
            Self::Jsonl(_) | Self::Objects(_) => b"",
        }
    }

    /// Writes the fields of a record, but those of the `gaps`, and the fields that `add` adds.
    pub(crate) fn write(
        &self,
        record: &Record<'_>,
        gaps: &mut [Gap],
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        match self {
            Self::Csv(columns) => columns.write(record, gaps, out, add),
            Self::Jsonl(columns) => columns.write(record, gaps, out, add),
            Self::Objects(columns) => columns.write(record, gaps, out, add),
        }
    }

    /// Goes on with a row, to whose text the fields before the added ones have been appended.
    pub(crate) fn added<'a>(&'a self, out: &'a mut Vec<u8>) -> Row<'a> {
        match self {
            Self::Csv(columns) => Row::after(columns.delimiter, out),
            Self::Jsonl(JsonColumns { added, .. }) | Self::Objects(ObjectColumns { added, .. }) => {
                Row::within_object(added, out)
            }
        }
    }
}

impl CsvColumns {
    fn new(table: &Table, head: &[u8], added: &[&str]) -> Option<Self> {
        let Delimiter::Byte(delimiter) = table.delimiter() else { return None };
        let first = if table.header().is_empty() { first_record(head) } else { table.header() };
        let width = Fields::new(first, table.delimiter()).count();
        let header = if table.header().is_empty() { Vec::new() } else { header(first, delimiter, added) };
        Some(Self { delimiter, puzzle: table.column(), width, header })
    }

    fn write(
        &self,
        record: &Record<'_>,
        gaps: &mut [Gap],
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        let text = text(record);
        let passed = if gaps.is_empty() { self.puzzle_end(record, text) } else { None };
        let (mut fields, before) = match passed {
            Some(end) => (Fields::after(text, end, Delimiter::Byte(self.delimiter)), self.puzzle + 1),
            None => (Fields::new(text, Delimiter::Byte(self.delimiter)), 0),
        };
        // Fields and the delimiters between them are copied together.
        let (mut column, mut from, mut end) = (before, 0, passed.unwrap_or(0));
        let mut copy_until = |last: usize, out: &mut Vec<u8>| {
            let mut is_open = false;
            while column < last
                && let Some(field) = fields.next()
            {
                end = field.end;
                match gaps.iter_mut().find(|gap| gap.column == column) {
                    Some(gap) => {
                        out.extend_from_slice(&text[from..field.start]);
                        gap.open(out);
                        from = end;
                    }
                    None => is_open = field.is_open(),
                }
                column += 1;
            }
            out.extend_from_slice(&text[from..end]);
            from = end;
            if is_open {
                out.push(b'"'); // an open quote would extend over everything written after it
            }
            column
        };
        let missing = self.width - copy_until(self.width, out);
        out.resize(out.len() + missing, self.delimiter);
        add(&mut Row::after(self.delimiter, out));
        copy_until(usize::MAX, out);
        out.push(b'\n');
    }

    /// The end of the puzzle in the `text` of its record, if its field ends there, and no field before has quotes.
    fn puzzle_end(&self, record: &Record<'_>, text: &[u8]) -> Option<usize> {
        let puzzle = record.valid_puzzle();
        let start = puzzle.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
        let end = start + puzzle.len();
        let ends_there = text.get(end).is_none_or(|&byte| byte == self.delimiter || byte == b'\n');
        let is_there = start < end && end <= text.len() && self.puzzle < self.width && ends_there;
        (is_there && memchr(b'"', &text[..start]).is_none()).then_some(end)
    }
}

impl JsonColumns {
    /// A name that the table has more than once gets a number.
    fn new(table: &Table, added: &[&str]) -> Option<Self> {
        let mut given: Vec<String> = Vec::new();
        table
            .for_each_field(table.header(), |_, name| given.push(String::from_utf8_lossy(name).into_owned()));
        if let [first, ..] = &mut given[..]
            && let Some(bare) = first.strip_prefix('#').map(str::trim).filter(|bare| !bare.is_empty())
        {
            *first = bare.to_owned(); // the header looks like a comment
        }
        let mut names: Vec<String> = Vec::new();
        for name in &given {
            let mut numbered = (2..).map(|number| format!("{name}_{number}"));
            let is_free = |other: &String| !given.contains(other) && !names.contains(other);
            let name = if names.contains(name) { numbered.find(is_free) } else { Some(name.clone()) };
            names.extend(name);
        }
        let key = |(index, name): (usize, &String)| {
            let mut key = if index == 0 { b"{\"".to_vec() } else { b"\",\"".to_vec() };
            write_escaped(name.as_bytes(), &mut key);
            key.extend_from_slice(b"\":\"");
            key
        };
        let keys = names.iter().enumerate().map(key).collect();
        let added = added_keys(added, &names);
        let (delimiter, puzzle) = (table.delimiter(), table.column());
        (!table.header().is_empty()).then_some(Self { delimiter, puzzle, keys, added })
    }

    fn write(
        &self,
        record: &Record<'_>,
        gaps: &mut [Gap],
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        let (start, text, puzzle) = (out.len(), text(record), record.valid_puzzle());
        // Of a record with a quote that is there by mistake, it is not known where the fields are.
        let is_known = record.defect.is_none_or(|defect| defect.reason != Reason::Quote);
        let fields = Fields::new(text, self.delimiter).zip(&self.keys).enumerate();
        for (column, (field, key)) in fields.filter(|_| is_known) {
            out.extend_from_slice(key);
            match gaps.iter_mut().find(|gap| gap.column == column) {
                Some(gap) => gap.open(out),
                None if column == self.puzzle && !puzzle.is_empty() => out.extend_from_slice(puzzle),
                None => write_escaped(&field.value(text), out),
            }
        }
        out.push(if out.len() == start { b'{' } else { b'"' });
        let mut row = Row::within_object(&self.added, out);
        add(&mut row);
        row.end();
    }
}

impl ObjectColumns {
    fn new(objects: &JsonLines, head: &[u8], added: &[&str]) -> Self {
        let given = jsonl::keys(head);
        let names: Vec<String> = given.iter().map(|key| String::from_utf8_lossy(key).into_owned()).collect();
        Self {
            puzzle: given.iter().position(|key| *key == objects.key()).unwrap_or(usize::MAX),
            given: given.into_iter().map(<[u8]>::to_vec).collect(),
            added: added_keys(added, &names),
        }
    }

    fn write(
        &self,
        record: &Record<'_>,
        gaps: &mut [Gap],
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        let (start, end) = line_around(record.chunk, record.origin);
        let line = record.chunk[start..end].trim_ascii();
        let mut members = Members::new(line);
        let (row, mut from) = (out.len(), 0);
        for (key, value) in members.by_ref() {
            let is_here =
                |gap: &&mut Gap| gap.at.is_none() && self.given.get(gap.column).is_some_and(|at| at == key);
            if let Some(gap) = gaps.iter_mut().find(is_here) {
                out.extend_from_slice(&line[from..value.start]);
                gap.open_value(out);
                from = value.end;
            }
        }
        match members.end() {
            Some(end) => out.extend_from_slice(&line[from..end]),
            None => {
                // the line is no object: what it has is not known
                out.truncate(row);
                gaps.iter_mut().for_each(|gap| gap.at = None);
                out.push(b'{');
            }
        }
        let mut row = Row::within_object(&self.added, out);
        add(&mut row);
        row.end();
    }
}

impl Gap {
    /// Appends bytes in whose place the other text belongs.
    fn open(&mut self, out: &mut Vec<u8>) {
        self.at = Some(out.len());
        out.resize(out.len() + self.length, b' ');
    }

    /// Appends a text for the other one in quotes, or `null` if that is empty.
    fn open_value(&mut self, out: &mut Vec<u8>) {
        if self.length == 0 {
            self.at = Some(out.len());
            return out.extend_from_slice(b"null");
        }
        out.push(b'"');
        self.open(out);
        out.push(b'"');
    }

    /// Puts `text`, which is as long as the gap, into the row.
    #[inline]
    pub(crate) fn fill(&self, row: &mut [u8], text: &[u8]) {
        if let Some(at) = self.at {
            row[at..at + text.len()].copy_from_slice(text);
        }
    }
}

/// The text of `head` from its first record on.
fn first_record(head: &[u8]) -> &[u8] {
    let lines = head.split_inclusive(|&byte| byte == b'\n');
    let skipped: usize = lines.take_while(|line| is_blank_or_comment(line)).map(<[u8]>::len).sum();
    &head[skipped..]
}

/// The text from the first byte of the record on; empty for a line that was cut off.
#[inline]
fn text<'a>(record: &Record<'a>) -> &'a [u8] {
    let reason = record.defect.map(|defect| defect.reason);
    if reason == Some(Reason::Endless) {
        return b"";
    }
    let start = line_start(record.chunk, record.origin);
    if reason == Some(Reason::Quote) {
        let end = line_around(record.chunk, start).1; // the next line is another record
        return &record.chunk[start..end];
    }
    &record.chunk[start..record.chunk.len().min(start + MAX_LINE)]
}

fn header(first: &[u8], delimiter: u8, names: &[&str]) -> Vec<u8> {
    let fields = Fields::new(first, Delimiter::Byte(delimiter));
    let taken: Vec<String> =
        fields.map(|field| String::from_utf8_lossy(&field.value(first)).into_owned()).collect();
    let mut header = first.to_vec();
    for name in names {
        header.push(delimiter);
        header.extend_from_slice(added_name(name, &taken).as_bytes());
    }
    header.push(b'\n');
    header
}

/// The keys of added members: `"level":`.
fn added_keys(added: &[&str], taken: &[String]) -> Vec<String> {
    added.iter().map(|name| format!("\"{}\":", added_name(name, taken))).collect()
}

/// The name of an added column: `name`, with a prefix if one of the names in `taken` is the same, and with a number behind it
/// if that is not enough. Upper and lower case make no difference.
fn added_name(name: &str, taken: &[String]) -> String {
    let prefixed = format!("{PREFIX}{name}");
    let numbered = (2..).map(|number| format!("{prefixed}_{number}"));
    let mut names = [name.to_owned(), prefixed.clone()].into_iter().chain(numbered);
    let is_taken = |name: &String| taken.iter().any(|taken| taken.eq_ignore_ascii_case(name));
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

/// Appends a text as it stands in a JSON string. Does not allocate but for `out`.
fn write_escaped(text: &[u8], out: &mut Vec<u8>) {
    let is_escaped = |&byte: &u8| byte < b' ' || byte == b'"' || byte == b'\\';
    // Without branches, so that the compiler vectorizes it.
    if text.iter().fold(true, |all, byte| all & byte.is_ascii() & !is_escaped(byte)) {
        return out.extend_from_slice(text);
    }
    for part in text.utf8_chunks() {
        for run in part.valid().as_bytes().split_inclusive(is_escaped) {
            // Writing to memory cannot fail.
            let _ = match run {
                [plain @ .., byte] if is_escaped(byte) => {
                    out.extend_from_slice(plain);
                    if *byte < b' ' { write!(out, "\\u{byte:04x}") } else { out.write_all(&[b'\\', *byte]) }
                }
                _ => out.write_all(run),
            };
        }
        if !part.invalid().is_empty() {
            out.extend_from_slice("\u{fffd}".as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::format::records::RecordPlace;
    use crate::format::{ReadRecords, Records};
    use crate::notation::Notation;
    use crate::outcome::{Outcome, Verdict};

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// The rows of the records of a table with the column `more`, where `P` is the puzzle.
    fn rows(format: RowFormat, header: &str, text: &str, gaps: &mut [Gap]) -> String {
        let column = header.split(',').position(|name| name == "puzzle").unwrap();
        let table = Arc::new(Table::new(Delimiter::Byte(b','), column).with_header(header.as_bytes()));
        let (text, mut records) = (text.replace('P', PUZZLE).into_bytes(), Records::default());
        let columns = Columns::Table(Arc::clone(&table));
        let columns = InputColumns::new(format, &columns, &text, &["more"]).unwrap();
        table.read(&text, &mut records);
        let mut out = Vec::new();
        for place in records.places() {
            let record = record_of(&text, &records, &place);
            columns.write(&record, gaps, &mut out, |row| row.text("more", Some(b"!")));
        }
        String::from_utf8(out).unwrap().replace(PUZZLE, "P")
    }

    fn record_of<'a>(text: &'a [u8], records: &'a Records, place: &RecordPlace) -> Record<'a> {
        let puzzle = place.puzzle.map(|index| records.puzzles(text, Notation::Clues).get(index));
        let verdict = if puzzle.is_ok() { Verdict::WellFormed } else { Verdict::Malformed };
        Record {
            line: 0,
            column: 0,
            chunk: text,
            origin: place.origin,
            puzzle: puzzle.unwrap_or_default(),
            answer: None,
            outcome: Outcome { verdict, ..Outcome::default() },
            defect: place.puzzle.err(),
            given: None,
        }
    }

    #[test]
    fn the_fields_of_a_row_are_copied_around_those_that_are_added() {
        for (record, expected) in [
            ("1,P,x", "1,P,x,!"),
            ("1,P,x\r", "1,P,x,!"),
            ("1,P", "1,P,,!"),
            ("1,P\r", "1,P,,!"),
            ("1,P,x,y,", "1,P,x,!,y,"),
            ("1, P ,x", "1, P ,x,!"),
            ("1,\"P\",\"a, \"\"b\"\"\" ", "1,\"P\",\"a, \"\"b\"\"\" ,!"),
            ("\"1,2\",P,\"a\nb\"", "\"1,2\",P,\"a\nb\",!"),
            ("1,\"P\n\",x,y", "1,\"P\n\",x,!,y"),
            ("\"1\n\",P,x", "\"1\n\",P,x,!"),
            ("1,P,\"x", "1,P,\"x\",!"), // an open quote is closed
            ("1,\"P", "1,\"P\",,!"),
            ("1", "1,,,!"),
        ] {
            let written = |gaps| rows(RowFormat::Csv, "id,puzzle,note", record, gaps);
            assert_eq!(written(&mut []), format!("{expected}\n"), "{record}");
            let elsewhere = Gap { column: 9, ..Gap::default() };
            assert_eq!(written(&mut [elsewhere]), format!("{expected}\n"), "{record}, all fields read");
        }
    }

    #[test]
    fn an_object_has_the_values_of_the_fields() {
        for (record, expected) in [
            ("1,P,x", r#"{"id":"1","puzzle":"P","note":"x","more":"!"}"#),
            ("1, P ", r#"{"id":"1","puzzle":"P","more":"!"}"#),
            ("1,P,x,y", r#"{"id":"1","puzzle":"P","note":"x","more":"!"}"#),
            (
                "1,\"P\",\"a \"\"b\"\" \\ é\u{7f}\u{1}\n\tc\"",
                "{\"id\":\"1\",\"puzzle\":\"P\",\"note\":\"a \\\"b\\\" \\\\ é\u{7f}\\u0001\\u000a\\u0009c\",\"more\":\"!\"}",
            ),
            ("1,12,x", r#"{"id":"1","puzzle":"12","note":"x","more":"!"}"#),
            ("1,P,\"x", r#"{"more":"!"}"#),
        ] {
            assert_eq!(
                rows(RowFormat::Jsonl, "id,puzzle,note", record, &mut []),
                format!("{expected}\n"),
                "{record}"
            );
        }
    }

    #[test]
    fn the_members_of_an_object_are_copied_as_they_stand() {
        let first = r#"{"id":[1, 2],"puzzle":"P","Level":null,"solution":""}"#.replace('P', PUZZLE);
        let reader = Arc::new(JsonLines::new(b"puzzle"));
        let columns = Columns::Objects(Arc::clone(&reader));
        let columns = InputColumns::new(RowFormat::Jsonl, &columns, first.as_bytes(), &["level"]).unwrap();
        let added = r#""bulkdoku_level":7}"#;
        for (record, kept, with_gaps) in [
            (
                r#" { "n" : 1 , "puzzle" :"P" } "#,
                r#"{ "n" : 1 , "puzzle" :"P","#,
                r#"{ "n" : 1 , "puzzle" :"<>","#,
            ),
            (
                r#"{"solution":null,"puzzle":"P"}"#,
                r#"{"solution":null,"puzzle":"P","#,
                r#"{"solution":null,"puzzle":"<>","#,
            ),
            (
                r#"{"puzzle":"P","puzzle":"Q"}"#,
                r#"{"puzzle":"P","puzzle":"Q","#,
                r#"{"puzzle":"<>","puzzle":"Q","#,
            ),
            (r#"{"id":2}"#, r#"{"id":2,"#, r#"{"id":2,"#),
            (r#"{"id":2,"puzzle":"12"}"#, r#"{"id":2,"puzzle":"12","#, r#"{"id":2,"puzzle":"<>","#),
            ("{ }", "{", "{"),
            (r#"{"puzzle":"P","x":"#, "{", "{"),
            (r#"{"puzzle":"P"} {"#, "{", "{"),
            ("what is this", "{", "{"),
        ] {
            let (text, mut records) = (record.replace('P', PUZZLE), Records::default());
            reader.read(text.as_bytes(), &mut records);
            let place = records.places().next().unwrap();
            let record = record_of(text.as_bytes(), &records, &place);
            let gap = |column, length| Gap { column, length, at: None };
            let mut gaps = [gap(1, 2), gap(3, 0)];
            for (gaps, expected) in [(&mut [][..], kept), (&mut gaps[..], with_gaps)] {
                let mut out = Vec::new();
                columns.write(&record, gaps, &mut out, |row| row.number("level", 7));
                gaps.iter().for_each(|gap| gap.fill(&mut out, &b"<>"[..gap.length]));
                let written = String::from_utf8(out).unwrap().replace(PUZZLE, "P");
                assert_eq!(written, format!("{expected}{added}\n"), "{text}");
            }
        }
    }

    #[test]
    fn gaps_are_where_their_columns_are() {
        for (format, expected) in [
            (RowFormat::Csv, "<- puzzle ->,1,<->,!,<more>\n"),
            (
                RowFormat::Jsonl,
                "{\"puzzle\":\"<- puzzle ->\",\"id\":\"1\",\"solution\":\"<->\",\"more\":\"!\"}\n",
            ),
        ] {
            let texts = [(0, "<- puzzle ->"), (2, "<->"), (3, "<more>"), (4, "there is no such column")];
            let mut gaps = texts.map(|(column, text)| Gap { column, length: text.len(), at: None });
            let mut row = rows(format, "puzzle,id,solution", "\"P\",1,\"x, y\",z", &mut gaps).into_bytes();
            gaps.iter().zip(texts).for_each(|(gap, (_, text))| gap.fill(&mut row, text.as_bytes()));
            assert_eq!(String::from_utf8(row).unwrap(), expected);
        }
    }

    #[test]
    fn what_is_no_utf_8_is_replaced() {
        let mut out = Vec::new();
        write_escaped(b"\xc3\xa9 \"\xff\xfe\" \xe2\x82", &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "é \\\"\u{fffd}\u{fffd}\\\" \u{fffd}");
    }

    #[test]
    fn a_name_that_the_table_already_has_gets_a_prefix() {
        assert_eq!(
            header(b"puzzle;\"Solution\"", b';', &["solution", "verdict", "solutions", "guesses"]),
            b"puzzle;\"Solution\";bulkdoku_solution;verdict;solutions;guesses\n"
        );
        assert_eq!(
            header(b"solution;puzzle;Bulkdoku_solution", b';', &["solution"]),
            b"solution;puzzle;Bulkdoku_solution;bulkdoku_solution_2\n"
        );
    }
}
