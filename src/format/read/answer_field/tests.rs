use super::*;
use crate::board::notation::Notation;
use crate::format::Column;
use crate::format::detect::{FormatHint, detect};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Returns the answers in a file, each with its position, or `None` if there is no answer field.
fn answers(text: &str, asked: Option<Column>) -> Option<Vec<(String, u32, u32)>> {
    let detected = detect(text.as_bytes(), "file", &FormatHint::default()).expect("a format");
    let chunk = &text.as_bytes()[detected.preamble..];
    let field = detected.field(asked.as_ref()).expect("a column")?;
    let (mut records, mut given) = (Records::default(), GivenAnswers::default());
    detected.reader.read(chunk, &mut records);
    field.read(chunk, &records, &mut given);
    let puzzles = records.puzzles(chunk, Notation::Clues).len();
    let describe = |index| {
        let answer = given.get(chunk, records.origin(index), index).expect("an answer");
        let Position { line, column } = answer.locate(0);
        (String::from_utf8_lossy(answer.text).into_owned(), line, column)
    };
    Some((0..puzzles).map(describe).collect())
}

fn answer(text: &str, line: u32, column: u32) -> (String, u32, u32) {
    (text.to_owned(), line, column)
}

#[test]
fn a_column_after_or_before_the_puzzle_is_read() {
    let after = format!("id,puzzle,clues,solution\r\n1,{PUZZLE},30, {ANSWER} \r\n2,{PUZZLE},30,12\n");
    assert_eq!(answers(&after, None), Some(vec![answer(ANSWER, 0, 89), answer("12", 0, 88)]));
    let before = format!("answer;puzzle\n{ANSWER};{PUZZLE}\n;{PUZZLE}");
    assert_eq!(answers(&before, None), Some(vec![answer(ANSWER, 0, 1), answer("", 0, 1)]));
}

#[test]
fn a_record_without_the_field_has_an_empty_answer_at_its_end() {
    let text = format!("{PUZZLE},{ANSWER}\n{PUZZLE}\n{PUZZLE},{ANSWER}");
    let expected = vec![answer(ANSWER, 0, 83), answer("", 0, 82), answer(ANSWER, 0, 83)];
    assert_eq!(answers(&text, None), Some(expected));
}

#[test]
fn a_field_after_a_one_line_puzzle_is_read() {
    let text = format!("{PUZZLE}  {ANSWER}\n{PUZZLE} 12 x\r\n{PUZZLE}\n{PUZZLE}\t{ANSWER} # a");
    let expected = vec![answer(ANSWER, 0, 84), answer("12", 0, 83), answer("", 0, 82), answer(ANSWER, 0, 83)];
    assert_eq!(answers(&text, None), Some(expected));
}

#[test]
fn columns_separated_by_white_space_are_read() {
    let after = format!("00ab {PUZZLE} 2.5  {ANSWER}\n00ab {PUZZLE}\n");
    assert_eq!(answers(&after, None), Some(vec![answer(ANSWER, 0, 93), answer("", 0, 87)]));
    let before = format!("a {ANSWER} {PUZZLE}\n");
    assert_eq!(answers(&before, Some(Column::Number(2))), Some(vec![answer(ANSWER, 0, 3)]));
}

#[test]
fn quoted_answers_are_read_without_their_quotes() {
    let text = format!("note,puzzle,solution\n\"a\nb\",{PUZZLE},\"{ANSWER}\"\n1,12,{ANSWER}\n2,{PUZZLE}\n");
    assert_eq!(answers(&text, None), Some(vec![answer(ANSWER, 1, 87), answer("", 0, 84)]));
}

#[test]
fn ratings_and_comments_are_not_answers() {
    assert_eq!(answers(&format!("{PUZZLE} 2.5 # {PUZZLE}\n"), None), None);
    assert_eq!(answers(&format!("puzzle,clues\n{PUZZLE},30\n"), None), None);
}

#[test]
fn the_answers_of_objects_are_found_by_their_name_or_their_content() {
    let named = format!("{{\"puzzle\":\"{PUZZLE}\"}}\n{{\"Solution\":\"12\",\"puzzle\":\"{PUZZLE}\"}}\n");
    assert_eq!(answers(&named, None), Some(vec![answer("", 0, 95), answer("12", 0, 14)]));
    let unnamed = format!("{{\"a\":1,\"puzzle\":\"{PUZZLE}\",\"b\":\"{ANSWER}\"}}\n");
    assert_eq!(answers(&unnamed, None), Some(vec![answer(ANSWER, 0, 106)]));
    assert_eq!(answers(&format!("{{\"puzzle\":\"{PUZZLE}\",\"b\":30}}\n"), None), None);
}
