use std::sync::Arc;

use super::csv_columns::header;
use super::json_columns::write_escaped;
use super::*;
use crate::board::notation::Notation;
use crate::board::outcome::{Outcome, Verdict};
use crate::format::detect::{Columns, Detected, FormatHint, detect};
use crate::format::read::csv::{Delimiter, Table};
use crate::format::read::jsonl::JsonLines;
use crate::format::records::RecordPlace;
use crate::format::write::rows::RowFormat;
use crate::format::{Defect, Position, ReadRecords, Reason, Record, Records};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Returns the rows of a table's records with the added column `more`, where `P` is the puzzle.
fn rows(format: RowFormat, header: &str, text: &str, gaps: &mut [Gap]) -> String {
    let column = header.split(',').position(|name| name == "puzzle").unwrap();
    let table = Arc::new(Table::new(Delimiter::Byte(b','), column).with_header(header.as_bytes()));
    let (text, mut records) = (text.replace('P', PUZZLE).into_bytes(), Records::default());
    let mut found = Detected::of_reader(Arc::clone(&table) as Arc<dyn ReadRecords>);
    (found.columns, found.names.width) =
        (Some(Columns::Table(Arc::clone(&table))), header.split(',').count());
    let columns = InputColumns::new(format, &found, Added { command: "rate", names: &["more"] }).unwrap();
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
        decoded: None,
        chunk: text,
        origin: place.origin,
        puzzle: puzzle.unwrap_or_default(),
        answer: None,
        outcome: Outcome::new(verdict, 0, 0),
        defect: place.puzzle.err(),
        given: None,
    }
}

#[test]
fn the_fields_of_a_row_are_copied_around_the_added_ones() {
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
        ("1,P,\"x", r#"{"text":"1,P,\"x","more":"!"}"#),
    ] {
        assert_eq!(
            rows(RowFormat::Jsonl, "id,puzzle,note", record, &mut []),
            format!("{expected}\n"),
            "{record}"
        );
    }
}

#[test]
fn the_members_of_an_object_are_copied_unchanged() {
    let first = r#"{"id":[1, 2],"puzzle":"P","Level":null,"solution":""}"#.replace('P', PUZZLE);
    let reader = Arc::new(JsonLines::new(b"puzzle"));
    let found = detect(first.as_bytes(), "objects", &FormatHint::default()).unwrap();
    let columns =
        InputColumns::new(RowFormat::Jsonl, &found, Added { command: "rate", names: &["level"] }).unwrap();
    let added = r#""rate_level":7}"#;
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
        (
            r#"{"puzzle":"P","x":"#,
            r#"{"text":"{\"puzzle\":\"P\",\"x\":","#,
            r#"{"text":"{\"puzzle\":\"P\",\"x\":","#,
        ),
        (r#"{"puzzle":"P"} {"#, r#"{"text":"{\"puzzle\":\"P\"} {","#, r#"{"text":"{\"puzzle\":\"P\"} {","#),
        ("what is this", r#"{"text":"what is this","#, r#"{"text":"what is this","#),
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
fn an_object_that_has_the_key_of_an_added_member_keeps_its_own() {
    let first = r#"{"puzzle":"P","verdict":1}"#;
    let found = detect(first.replace('P', PUZZLE).as_bytes(), "objects", &FormatHint::default()).unwrap();
    let added = ["level", "verdict"];
    let columns =
        InputColumns::new(RowFormat::Jsonl, &found, Added { command: "rate", names: &added }).unwrap();
    for (line, keys) in [
        (first, ["level", "rate_verdict"]),
        (r#"{"puzzle":"P","level":2}"#, ["rate_level", "rate_verdict"]),
        (r#"{"LEVEL":2,"puzzle":"P"}"#, ["rate_level", "rate_verdict"]),
        (r#"{"level":2,"rate_level":3}"#, ["rate_level_2", "rate_verdict"]),
        (r#"{"puzzle":"P","rate_verdict":2}"#, ["level", "rate_verdict_2"]),
        (r#"{"puzzle":"P","rate_level":2}"#, ["level", "rate_verdict"]),
    ] {
        let defect = Defect { position: Position::column(1), reason: Reason::NoText };
        let place = RecordPlace { puzzle: Err(defect), origin: 0 };
        let (records, mut out) = (Records::default(), Vec::new());
        let record = record_of(line.as_bytes(), &records, &place);
        columns.write(&record, &mut [], &mut out, |row| {
            row.number("level", 7);
            row.number("verdict", 8);
        });
        let written = String::from_utf8(out).unwrap();
        let [level, verdict] = keys;
        assert_eq!(written, format!("{},\"{level}\":7,\"{verdict}\":8}}\n", line.trim_end_matches('}')));
    }
}

#[test]
fn gaps_are_at_the_position_of_their_columns() {
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
fn invalid_utf_8_is_replaced() {
    let mut out = Vec::new();
    write_escaped(b"\xc3\xa9 \"\xff\xfe\" \xe2\x82", &mut out);
    assert_eq!(String::from_utf8(out).unwrap(), "é \\\"\u{fffd}\u{fffd}\\\" \u{fffd}");
}

#[test]
fn a_name_that_the_table_already_has_gets_a_prefix() {
    assert_eq!(
        header(
            b"puzzle;\"Solution\"",
            b';',
            Added { command: "solve", names: &["solution", "verdict", "solutions", "guesses"] }
        ),
        b"puzzle;\"Solution\";solve_solution;verdict;solutions;guesses\n"
    );
    assert_eq!(
        header(b"solution;puzzle;Solve_solution", b';', Added { command: "solve", names: &["solution"] }),
        b"solution;puzzle;Solve_solution;solve_solution_2\n"
    );
}
