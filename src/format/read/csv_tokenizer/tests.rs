use csv_core::{ReadFieldResult, ReaderBuilder, Terminator};
use proptest::prelude::*;

use super::rows::stray_quote;
use super::*;
use crate::format::MAX_LINE;
use crate::format::read::text_lines::line_length;

const COMMA: Delimiter = Delimiter::Byte(b',');

/// Returns the bytes of the fields at the start of a text.
fn raw(text: &str) -> Vec<&[u8]> {
    Fields::new(text.as_bytes(), COMMA).map(|field| field.raw(text.as_bytes())).collect()
}

/// Returns the values of all rows; a row with a stray quote has no values.
fn values(text: &str) -> Vec<Vec<String>> {
    let value = |row: &[u8], field: Field| String::from_utf8_lossy(&field.value(row)).into_owned();
    let rows = rows(text.as_bytes(), COMMA, 0, true).map(|(start, row)| {
        let bytes = &text.as_bytes()[start..start + row.length];
        let fields = Fields::new(bytes, COMMA).filter(|_| row.stray_quote.is_none());
        fields.map(|field| value(bytes, field)).collect()
    });
    rows.collect()
}

/// Returns the row at the start of `text` as csv-core reads it: the values without the white space around them, and its length.
fn by_csv_core(text: &[u8]) -> (Vec<Vec<u8>>, usize) {
    let mut core = ReaderBuilder::new().terminator(Terminator::Any(b'\n')).build();
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

#[test]
fn fields_keep_their_quotes_and_white_space() {
    assert_eq!(raw("a, b ,\"c,\n\"\"d\"\r\nnext"), [&b"a"[..], b" b ", b"\"c,\n\"\"d\""]);
    assert_eq!(raw("a,\"b\"c\",d"), [&b"a"[..], b"\"b\"c\"", b"d"]);
    assert_eq!(raw(","), [&b""[..], b""]);
    assert_eq!(raw("\"open,\n"), [&b"\"open,\n"[..]]);
}

#[test]
fn fields_between_white_space_end_with_the_line() {
    let words = |text: &'static str, delimiter| -> Vec<&str> {
        let raw = |field: Field| str::from_utf8(field.raw(text.as_bytes())).unwrap();
        Fields::new(text.as_bytes(), delimiter).map(raw).collect()
    };
    assert_eq!(words("  a\t\"b  c,d \r\ne", Delimiter::Space), ["a", "\"b", "c,d"]);
    assert_eq!(words("  a,;b  c|d \r\ne", Delimiter::Any), ["a", "b", "c", "d"]);
    assert_eq!(words(" \n a", Delimiter::Space), [""; 0]);
}

#[test]
fn quotes_may_contain_delimiters_line_ends_and_quotes() {
    assert_eq!(values("a,\"b,\n c\",\"d\"\"e\"\n1, 2 ,\n"), [["a", "b,\n c", "d\"e"], ["1", "2", ""]]);
}

#[test]
fn a_last_line_without_end_is_a_row() {
    assert_eq!(values("a,b"), [["a", "b"]]);
    assert_eq!(values("a,"), [["a", ""]]);
}

#[test]
fn a_stray_quote_costs_only_its_line() {
    let none = Vec::<String>::new;
    assert_eq!(values("x\na,\"b\nc"), [vec!["x".to_owned()], none(), vec!["c".to_owned()]]);
    assert_eq!(values("a,\"b\nc,d\ne,\"f\n")[..2], [none(), vec!["c".to_owned(), "d".to_owned()]]);
}

#[test]
fn the_stray_quote_that_is_named_does_not_depend_on_the_lines_after_it() {
    for (text, expected) in [
        ("a,\"b\nc\",d\ne,\"f\"g\n", None),
        ("a,\"b\nc\",\"d\"e\n", Some(2)),
        ("a,\"b\n", Some(2)),
        ("a,\"b", Some(2)),
        ("a,\"b\",\"c\"d\n", None), // a row of one line keeps its fields
    ] {
        assert_eq!(row(text.as_bytes(), COMMA, 0, true).stray_quote, expected, "{text:?}");
    }
}

#[test]
fn a_quote_that_does_not_close_at_the_end_of_its_field_is_stray() {
    let stray = |text: &str| stray_quote(text.as_bytes(), COMMA);
    assert_eq!([stray("a,\"b,\nc\" ,d\n"), stray("a,\"b\"\"\"\r\n"), stray("a\",b")], [None; 3]);
    assert_eq!([stray("a,\"b\nc,\"d"), stray("a,\"b\nc"), stray("\"")], [Some(2), Some(2), Some(0)]);
}

#[test]
fn a_quote_that_stays_open_too_long_costs_only_its_line() {
    let lines = "c,d\n".repeat(MAX_LINE / 4 + 10);
    let text = format!("a,\"b\n{lines}e,\"f\n\"");
    assert_eq!(values(&text)[..2], [vec![], vec!["c".to_owned(), "d".to_owned()]]);
    let window = &text.as_bytes()[..MAX_LINE + 2];
    assert_eq!(last_border(window, b',', true), MAX_LINE + 1, "the last line is not complete");
}

#[test]
fn blank_lines_and_comments_are_not_rows() {
    assert_eq!(values("\r\n# \"c\n\na,b\r\n  \n//\n"), [["a", "b"]]);
}

#[test]
fn a_contiguous_value_has_a_span() {
    let span = |text: &str, index| {
        let field = Fields::new(text.as_bytes(), COMMA).nth(index)?;
        field.span(text.as_bytes()).map(|span| text[span].to_owned())
    };
    assert_eq!(span("a, b \r\n", 1).as_deref(), Some("b"));
    assert_eq!(span("\"x,\ny\",\" b\" ", 1).as_deref(), Some("b"));
    assert_eq!(span("\"\"b,", 0).as_deref(), Some("b"), "after the quotes");
    assert_eq!(span("a,\"open\n", 1).as_deref(), Some("open"));
    assert_eq!(span("a,\"", 1).as_deref(), Some(""));
    assert_eq!([span("a", 1), span("\"a\"\"\"", 0), span("\"a\"b", 0)], [None, None, None]);
}

#[test]
fn a_carriage_return_outside_quotes_is_found() {
    let found = |text: &str| unquoted_return(text.as_bytes(), COMMA);
    assert_eq!([found("\ra,b \r\n"), found("a,\"b\r\nc\"\r\n"), found("")], [None; 3]);
    assert_eq!(
        [found("a,\"b\r\"\r2,c\n"), found("a,b\r2,\"c\r\""), found("a\r,b")],
        [Some(6), Some(3), Some(1)]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn fields_and_rows_match_csv_core(text in "x?[ab,\" \r\n]{0,40}") {
        let text = text.trim_start_matches('\n').as_bytes();
        prop_assume!(!text.is_empty());
        let (values, length) = by_csv_core(text);
        let mut fields = Fields::new(text, COMMA);
        let found: Vec<_> = fields.by_ref().map(|field| field.value(text).into_owned()).collect();
        prop_assert_eq!((found, text.len().min(fields.row_end() + 1)), (values, length));
    }

    #[test]
    fn a_row_is_the_row_of_csv_core_or_one_line(text in "x?[ab,\" \r\n]{0,40}", is_whole: bool, column in 0..3_usize) {
        let text = text.trim_start().as_bytes();
        prop_assume!(!text.is_empty());
        let (values, length) = by_csv_core(text);
        let row = row(text, COMMA, column, is_whole);
        if is_whole {
            prop_assert_eq!(row.is_closed, text[..row.length].ends_with(b"\n"));
        }
        if row.stray_quote.is_some() {
            prop_assert_eq!((row.length, row.field), (line_length(text), None));
        } else {
            let value = row.field.map(|field| field.value(&text[..row.length]).into_owned());
            prop_assert_eq!((row.length, value.as_ref()), (length, values.get(column)));
        }
    }
}
