//! The rows and fields of tables, compared with csv-core: the meaning of quotes, delimiters and line ends.

use crate::bytes::Bytes;
use bulkdoku::internals::format::{Delimiter, ReadRecords, Table};
use csv_core::{ReadFieldResult, ReaderBuilder, Terminator};

pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (delimiter, alphabet) = (b",;\t|"[usize::from(bytes.byte() % 4)], bytes.byte());
    let letters = [delimiter, b'"', b'\n', b'\r', b' ', b'a', b'"', delimiter];
    let text: Vec<u8> = match alphabet % 4 {
        0 => bytes.rest().to_vec(),
        _ => bytes.rest().iter().map(|byte| letters[usize::from(byte % 8)]).collect(),
    };
    let table = Table::new(Delimiter::Byte(delimiter), 0);
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        let mut ends = Vec::new();
        table.ends(rest, &[0], &mut ends);
        let length = ends[0] as usize;
        if !is_blank_or_comment(&rest[..length]) {
            compare(&table, delimiter, rest, length);
        }
        start += length;
    }
}

/// Compares the row of this length at the start of `text` with the row of csv-core.
fn compare(table: &Table, delimiter: u8, text: &[u8], length: usize) {
    let (values, whole) = by_csv_core(text, delimiter);
    let mut fields = Vec::new();
    table.for_each_field(text, |_, value| fields.push(value.to_vec()));
    if fields.is_empty() {
        let line = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1);
        assert_eq!(length, line, "a stray quote costs more than its line");
        assert!(text[..line].contains(&b'"'), "a stray quote in a line without quotes");
        assert!(whole > line || whole == text.len(), "a row of one line has fields");
    } else {
        assert_eq!((fields, length), (values, whole));
    }
}

/// Returns the values of the first row without the white space around them, and its length.
fn by_csv_core(text: &[u8], delimiter: u8) -> (Vec<Vec<u8>>, usize) {
    let mut core = ReaderBuilder::new().delimiter(delimiter).terminator(Terminator::Any(b'\n')).build();
    core.read_field(b"\n", &mut []); // otherwise it would skip a byte order mark at the start
    let (mut values, mut value, mut at) = (Vec::new(), vec![0; text.len() + 1], 0);
    let mut length = 0;
    loop {
        let (result, read, written) = core.read_field(&text[at..], &mut value[length..]);
        at += read;
        length += written;
        match result {
            ReadFieldResult::InputEmpty => {} // the next call, without input, ends the field
            ReadFieldResult::OutputFull => unreachable!("no value is longer than the text"),
            ReadFieldResult::Field { record_end } => {
                values.push(value[..length].trim_ascii().to_vec());
                length = 0;
                if record_end {
                    return (values, at);
                }
            }
            ReadFieldResult::End => return (values, at),
        }
    }
}

fn is_blank_or_comment(line: &[u8]) -> bool {
    let text = line.trim_ascii_start();
    text.is_empty()
        || text.starts_with(b"#")
        || text.starts_with(b"//")
        || text.iter().all(|&byte| byte == 0x1A)
}
