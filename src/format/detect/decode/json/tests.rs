use super::super::text::tests::decoded;
use super::*;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Returns the lines of `text`, each with its place, and the damage that ended it early.
fn lines_of(text: &str) -> (Vec<(String, u64, i64)>, Option<String>) {
    let (found, damage) = decoded(Document::default, text.as_bytes());
    let lines = String::from_utf8(found.text).unwrap();
    assert_eq!(lines.lines().count(), found.places.len());
    let lines =
        lines.lines().zip(found.places).map(|(line, place)| (line.to_owned(), place.line, place.column));
    (lines.collect(), damage.map(|Damage { line, column, reason }| format!("{line}:{column}: {reason}")))
}

fn cells() -> String {
    let cells: Vec<String> = PUZZLE.chars().map(|cell| cell.to_string().replace('.', "0")).collect();
    let rows: Vec<String> = cells.chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
    format!("[{}]", rows.join(",\n"))
}

fn zeros() -> String {
    format!("{{\"puzzle\":\"{}\"}}", PUZZLE.replace('.', "0"))
}

#[test]
fn the_elements_of_an_array_become_lines_with_their_places() {
    let text = format!(
        "\n[\n  {{\"id\": 1,\n   \"puzzle\": \"{PUZZLE}\"}}, {{\"id\":2}},\n  \"{PUZZLE}\", {}, 7\n]\n",
        cells()
    );
    let expected = [
        (format!("{{\"id\": 1,    \"puzzle\": \"{PUZZLE}\"}}"), 3, 3),
        ("{\"id\":2}".to_owned(), 4, 100),
        (format!("{{\"puzzle\":\"{PUZZLE}\"}}"), 5, 3 + 1 - 11),
        (zeros(), 5, 88),
        ("{\"puzzle\":7}".to_owned(), 13, 23 - 10),
    ];
    assert_eq!(lines_of(&text), (expected.to_vec(), None));
}

#[test]
fn arrays_may_be_empty_and_follow_each_other() {
    assert_eq!(lines_of("[]"), (vec![], None));
    assert_eq!(lines_of(" [ ] \n[{}]\n{}"), (vec![("{}".to_owned(), 2, 2), ("{}".to_owned(), 3, 1)], None));
    assert_eq!(lines_of(""), (vec![], None));
}

#[test]
fn an_array_that_is_a_puzzle_is_one_record() {
    assert_eq!(lines_of(&cells()), (vec![(zeros(), 1, 1)], None));
    assert_eq!(lines_of(&format!("[{}, {}]", cells(), cells())).0.len(), 2);
    assert_eq!(lines_of(&format!("{}\n{}", cells(), cells())).0.len(), 2);
}

#[test]
fn a_damaged_line_among_values_is_passed_on_and_rows_are_comments() {
    for (damaged, shown) in [
        ("[x]", "{\"puzzle\":\"[x]\"}"),
        ("{x}", "{x}"),
        ("\"\\x\"", "{\"puzzle\":\"\\\"\\\\x\\\"\"}"),
        ("[5,3,0,0,7,0,0,0,0],", "# [5,3,0,0,7,0,0,0,0],"),
    ] {
        let text = format!("{{}} {{}}\n{damaged}\n{{\n}}\n");
        let lines: Vec<String> = lines_of(&text).0.into_iter().map(|(line, ..)| line).collect();
        assert_eq!(lines, ["{}", "{}", shown, "{ }"]);
        assert_eq!(lines_of(&text).0[2].1, 2);
    }
    let (lines, damage) = lines_of("{}\n[{}, x]\n");
    assert_eq!(
        (lines.last(), damage),
        (Some(&("{\"puzzle\":\"x\"}".to_owned(), 2, 6)), None),
        "the last line"
    );
}

#[test]
fn damage_is_named_with_its_line_and_column_after_the_records_before_it() {
    for (text, records, expected) in [
        ("[{},\n {\"a\": NaN", 1, "2:8: this is not JSON: expected value"),
        ("[{},\n\n {\n\"a\" 1", 1, "4:5: this is not JSON: expected `:`"),
        (
            "[{},\n\n {\n\"a\" 1}",
            2,
            "4:7: the array that begins in line 1 does not end: the file is cut short",
        ),
        ("[{},\n {}", 2, "2:4: the array that begins in line 1 does not end: the file is cut short"),
        ("[{},\n {\"a\"", 1, "2:5: this is not JSON: EOF while parsing an object: the file is cut short"),
    ] {
        let (lines, damage) = lines_of(text);
        assert_eq!((lines.len(), damage.as_deref()), (records, Some(expected)), "{text}");
    }
}

#[test]
fn a_damaged_value_of_an_array_ends_before_the_next_one() {
    for (damaged, shown) in [
        ("{\"a\": NaN},", "{\"a\": NaN}"),
        ("{\"a\": \"5},", "{\"a\": \"5}"),
        ("{\"a\": 5", "{\"a\": 5"),
        ("{\n \"a\": 5..3\n},", "{  \"a\": 5..3 }"),
        ("{\n \"a\": [\n {}\n ],\n \"b\" 1\n },", "{  \"a\": [  {}  ],  \"b\" 1  }"),
    ] {
        let text = format!("[\n{{}},\n{damaged}\n{{\"b\": 1}}\n]\n");
        let (lines, damage) = lines_of(&text);
        let lines: Vec<(&str, u64)> = lines.iter().map(|(line, number, _)| (&**line, *number)).collect();
        let last = 3 + damaged.lines().count() as u64;
        assert_eq!((&lines[..], damage), (&[("{}", 2), (shown, 3), ("{\"b\": 1}", last)][..], None));
    }
}

#[test]
fn a_damaged_value_may_be_the_last_of_its_array() {
    for text in ["[{},\n{\"a\": NaN}]", "[{},\n{\"a\": NaN}]\n", "[\n{},\n{\n\"a\": NaN\n}]\n"] {
        let (lines, damage) = lines_of(text);
        assert_eq!((lines.len(), damage), (2, None), "{text}");
        assert!(lines[1].0.ends_with('}'), "{text}");
    }
}

#[test]
fn damage_within_the_brackets_of_a_value_costs_only_this_value() {
    for (damaged, shown) in [
        ("{\"a\": [1,,2]}", "{\"a\": [1,,2]}"),
        ("{\"a\" \"]}\"}", "{\"a\" \"]}\"}"),
        ("[1,\n,\"2\"]", "{\"puzzle\":\"[1, ,\\\"2\\\"]\"}"),
        ("\"\\x\"", "{\"puzzle\":\"\\\"\\\\x\\\"\"}"),
    ] {
        let (lines, damage) = lines_of(&format!("[{{}}, {damaged}, {{\"b\": 1}}]"));
        let lines: Vec<&str> = lines.iter().map(|(line, ..)| &**line).collect();
        assert_eq!((&lines[..], damage), (&["{}", shown, "{\"b\": 1}"][..], None));
    }
}

#[test]
fn a_missing_comma_loses_nothing_and_a_bracket_that_closes_nothing_is_malformed() {
    assert_eq!(lines_of("[{}\n {}]"), (vec![("{}".to_owned(), 1, 2), ("{}".to_owned(), 2, 2)], None));
    for text in ["[{}]]", "{}}"] {
        let (lines, damage) = lines_of(text);
        assert_eq!((lines.len(), damage), (2, None), "{text}");
        assert_eq!(lines[1].0, format!("{{\"puzzle\":\"{}\"}}", &text[text.len() - 1..]));
    }
}

#[test]
fn text_between_values_becomes_comments() {
    let (lines, damage) = lines_of("{}\n----------\n# a\n[{}] or\n");
    let lines: Vec<(&str, u64)> = lines.iter().map(|(line, number, _)| (&**line, *number)).collect();
    let expected = [("{}", 1), ("# ----------", 2), ("# # a", 3), ("{}", 4), ("# or", 4)];
    assert_eq!((&lines[..], damage), (&expected[..], None));
}

/// Returns the decoder of a text with nested puzzles.
fn nested(text: &str) -> Document {
    let Some(Layout::Document(places @ Some(_))) = Layout::of(text.as_bytes(), true) else {
        panic!("not nested: {text}")
    };
    Document::new(places)
}

#[test]
fn what_stands_among_nested_puzzles_is_a_record() {
    let row = "5,3,0,0,7,0,0,0,0";
    let short = format!("[{}]", vec![format!("[{row}]"); 8].join(","));
    for (text, expected) in [
        (
            format!("{{\"data\": [\"{PUZZLE}\", null, \"{PUZZLE}\"]}}"),
            "{\"path\":\"data[1]\",\"puzzle\":null}".to_owned(),
        ),
        (
            format!("{{\"data\": [\"{PUZZLE}\", \"{PUZZLE}\", {short}]}}"),
            format!("{{\"path\":\"data[2]\",\"puzzle\":\"{short}\"}}"),
        ),
        (
            format!("{{\"a\": \"{PUZZLE}\", \"b\": \"{}\", \"c\": \"{PUZZLE}\"}}", &PUZZLE[1..]),
            format!("{{\"path\":\"b\",\"puzzle\":\"{}\"}}", &PUZZLE[1..]),
        ),
        (
            format!("{{\"data\": [{{\"text\": \"{PUZZLE}\"}}, {{\"text\": []}}]}}"),
            "{\"path\":\"data[1]\",\"text\": []}".to_owned(),
        ),
        (
            format!("{{\"data\": [[1, \"{PUZZLE}\"], [2, null], [3, \"{PUZZLE}\"]]}}"),
            "{\"path\":\"data[1]\",\"1\":2,\"2\":null}".to_owned(),
        ),
        (
            format!("{{\"a\": [\"{PUZZLE}\", \"{PUZZLE}\"], \"b\": [\"{PUZZLE}\", 7]}}"),
            "{\"path\":\"b[1]\",\"puzzle\":7}".to_owned(),
        ),
        (
            format!("{{\"a\": {{\"board\": \"{PUZZLE}\", \"n\": 1}}, \"b\": {{\"board\": null}}}}"),
            "{\"path\":\"b\",\"board\": null}".to_owned(),
        ),
    ] {
        let (found, damage) = decoded(|| nested(&text), text.as_bytes());
        let lines = String::from_utf8(found.text).unwrap();
        assert!(lines.lines().any(|line| line == expected) && damage.is_none(), "{expected}:\n{lines}");
        let puzzles = text.matches(PUZZLE).count();
        assert_eq!(lines.matches(PUZZLE).count(), puzzles, "{text}");
        assert_eq!(lines.lines().count(), puzzles + 1, "{text}");
    }
}

#[test]
fn complete_grids_with_a_damaged_one_among_them_are_records() {
    let grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    for damaged in [&grid[1..], &grid[27..], &format!("{grid}5")] {
        let text = format!("{{\"a\": \"{grid}\", \"b\": \"{damaged}\"}}");
        let (found, damage) = decoded(|| nested(&text), text.as_bytes());
        let expected = format!(
            "{{\"path\":\"a\",\"puzzle\":\"{grid}\"}}\n{{\"path\":\"b\",\"puzzle\":\"{damaged}\"}}\n"
        );
        assert_eq!((String::from_utf8(found.text).unwrap(), damage), (expected, None));
    }
    let damaged_puzzle = format!("{{\"a\": \"{grid}\", \"b\": \"{}\"}}", &PUZZLE[1..]);
    assert_eq!(Layout::of(damaged_puzzle.as_bytes(), true), None, "the grid is its answer");
}

#[test]
fn puzzles_beside_damage_are_records_and_the_damage_is_one_more() {
    let text = format!("{{\"a\": [\"{PUZZLE}\", \"{PUZZLE}\"],\n \"b\": [\"{PUZZLE}\",, 7]}}");
    let (found, damage) = decoded(|| nested(&text), text.as_bytes());
    let lines = String::from_utf8(found.text).unwrap();
    assert_eq!((lines.matches(PUZZLE).count(), damage), (3, None), "{lines}");
    assert_eq!(lines.lines().last(), Some("{this is not JSON: expected value}"));
    assert_eq!(found.places.last().map(|place| (place.line, place.column)), Some((2, 92)));
}

#[test]
fn the_values_beside_nested_puzzles_are_no_records() {
    for beside in [
        "\"name\": \"Ann\"",
        "\"date\": \"2024-01-05\"",
        "\"tags\": [\"a\", null]",
        "\"by\": {\"a\": null}",
        "\"n\": 3",
    ] {
        let text = format!("{{{beside}, \"a\": \"{PUZZLE}\", \"b\": \"{PUZZLE}\", \"c\": [\"{PUZZLE}\"]}}");
        let (found, _) = decoded(|| nested(&text), text.as_bytes());
        assert_eq!(String::from_utf8(found.text).unwrap().lines().count(), 3, "{text}");
    }
}

#[test]
fn nested_puzzles_become_records_with_their_paths() {
    let text = format!(
        "{{\"a\": \"{PUZZLE}\",\n \"b\": [{{\"board\": \"{PUZZLE}\", \"n\": 1}}], \"c\": {{\"d\": [1, \"{PUZZLE}\"]}}}}"
    );
    let (found, damage) = decoded(|| nested(&text), text.as_bytes());
    let expected = format!(
        "{{\"path\":\"a\",\"puzzle\":\"{PUZZLE}\"}}\n{{\"path\":\"b[0]\",\"board\": \"{PUZZLE}\", \"n\": 1}}\n\
         {{\"path\":\"c.d\",\"1\":1,\"2\":\"{PUZZLE}\"}}\n"
    );
    assert_eq!((String::from_utf8(found.text).unwrap(), damage), (expected, None));
    assert_eq!(found.places.iter().map(|place| place.line).collect::<Vec<_>>(), [1, 2, 2]);
}

#[test]
fn an_endless_record_is_cut_at_the_largest_length_of_a_record() {
    let text = format!("[{{}}, {{\"a\": \"{}", "1".repeat(2 * MAX_LINE));
    let (found, damage) = super::super::text::tests::decode_by(Document::default(), text.as_bytes(), 1 << 18);
    assert_eq!(found.text, b"{}\n");
    assert!(damage.unwrap().reason.contains("1 MiB or more"));
}

#[test]
fn lines_are_decoded_one_by_one_and_others_stay() {
    let row = cells().replace('\n', "");
    let text = format!("# c\n{{\"puzzle\": {row}}}\n\n {row}\r\n{{\"cut\": \n{{\"puzzle\":\"{PUZZLE}\"}}");
    let (found, damage) = decoded(lines, text.as_bytes());
    let expected =
        format!("# c\n{{\"puzzle\": {row}}}\n\n{}\n{{\"cut\": \n{{\"puzzle\":\"{PUZZLE}\"}}\n", zeros());
    assert_eq!((String::from_utf8(found.text).unwrap(), damage), (expected, None));
    let places: Vec<_> = found.places.iter().map(|place| (place.line, place.column, place.is_copy)).collect();
    assert_eq!(places, [(1, 1, true), (2, 1, true), (3, 1, true), (4, 2, false), (5, 1, true), (6, 1, true)]);
}

#[test]
fn the_head_shows_whether_and_how_json_is_decoded() {
    let of = |text: &str| Layout::of(text.as_bytes(), true);
    let row = cells().replace('\n', "");
    let object = format!("{{\"puzzle\":\"{PUZZLE}\"}}");
    for text in [
        format!("[{object}]"),
        format!("\n# c\n [\n{object},\n{object}]\n"),
        format!("[\"{PUZZLE}\"]"),
        format!("[{row},{row}]"),
        cells(),
        format!("{{\n\"puzzle\":\"{PUZZLE}\"\n}}"),
        "[{\"cut".to_owned(),
        "[{}]".to_owned(),
    ] {
        assert_eq!(of(&text), Some(Layout::Document(None)), "{text}");
    }
    for text in [
        row.clone(),
        format!("{row}\n{row}\n"),
        format!("[\"a\",\"{PUZZLE}\"]\n[\"b\",\"{PUZZLE}\"]\n"),
        "{\"puzz\\u006ce\":1}".to_owned(),
    ] {
        assert_eq!(of(&text), Some(Layout::Lines), "{text}");
    }
    for text in [
        object.clone(),
        format!("{object}\n{object}"),
        format!("{object}\n{{\"puzzle\":{row}}}\n"),
        "{\n".to_owned(),
        "{\"puzzle\":\"53\n{\"puzzle\":\"53\"}".to_owned(),
        format!("[Puzzle]\n{PUZZLE}"),
        format!("[1]\n{PUZZLE}"),
        format!("[[1]]\n{PUZZLE}"),
        format!("[2024-01-01]\n{PUZZLE}"),
        "[".to_owned(),
        "[]".to_owned(),
        cells()[1..].to_owned(),
        "53..7".to_owned(),
        String::new(),
    ] {
        assert_eq!(of(&text), None, "{text}");
    }
    assert!(matches!(of(&format!("[[{row},{row}]]")), Some(Layout::Document(Some(_)))));
    assert_eq!(Layout::of(b"{\n\"puzzles\": [1,", false), Some(Layout::Document(None)));
    for cut in [
        format!("[{{\"a\":{{\"board\":\"{PUZZLE}\"}}}}, {{\"a\":{{\"bo"),
        format!("{{\n\"a\":[\"{PUZZLE}\",\n\"{PUZZLE}\",\n\"53.."),
    ] {
        assert!(matches!(Layout::of(cut.as_bytes(), false), Some(Layout::Document(Some(_)))), "{cut}");
    }
}
