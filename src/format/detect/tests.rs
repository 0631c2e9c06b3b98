use super::*;

fn detected(head: &str) -> &'static str {
    let found = detect(head.as_bytes(), "file", &FormatHint::default());
    found.map(|found| found.reader.format().name()).unwrap_or("unknown")
}

fn column(head: &str) -> (usize, usize) {
    let found = detect(head.as_bytes(), "file", &FormatHint::default()).expect("a format");
    let Some(Columns::Table(table)) = found.columns else { panic!("no table") };
    (table.column(), found.preamble)
}

#[test]
fn the_first_record_decides() {
    let puzzle = ".".repeat(81);
    assert_eq!(detected(&format!("# comment\n\n{puzzle}\n")), "line");
    assert_eq!(detected(&format!("12\n{puzzle}")), "line");
    assert_eq!(detected(&puzzle[..80]), "line");
    assert_eq!(detected("0 0 1 2 3 4 5 6 7\n"), "grid");
    assert_eq!(detected("Grid 01\n003020600\n"), "grid");
    assert_eq!(detected(&"123456789".repeat(81)), "pencilmark");
    assert_eq!(detected(&format!("# comment\n {{\"id\": 1, \"sudoku\": \"{puzzle}\"}}\n")), "jsonl");
    assert_eq!(detected(&format!("{puzzle},easy\n")), "line");
    assert_eq!(detected(&format!("{puzzle},{puzzle}\n")), "csv");
}

#[test]
fn a_text_that_was_not_decoded_is_refused() {
    let refused = |text: String| {
        let found = detect(text.as_bytes(), "file", &FormatHint::default());
        found.map(|found| found.to_string()).unwrap_err().to_string()
    };
    let puzzle = ".".repeat(81);
    for text in [format!("{puzzle}\r{puzzle}\r"), format!("{puzzle}\n{}\n{puzzle}\n", "\r".repeat(9))] {
        assert!(refused(text).contains("lines end in CR alone"));
    }
}

#[test]
fn the_column_is_found_by_its_header_or_its_content() {
    let puzzle = ".".repeat(81);
    assert_eq!(column(&format!("id,Puzzle,x\n1,{puzzle},2\n")), (1, 12));
    assert_eq!(column(&format!("id\tquizzes\n1\t{}\n", &puzzle[..80])), (1, 11));
    assert_eq!(column(&format!("a,b,{puzzle}\n")), (2, 0));
    assert_eq!(column(&format!("a;b\n\"x\";\"{puzzle}\"\n")), (1, 4));
    assert_eq!(column(&format!("00ab {puzzle}  2.5\n")), (1, 0));
}

#[test]
fn a_column_named_after_puzzles_has_them_unless_it_has_numbers() {
    let puzzle = ".".repeat(81);
    assert_eq!(column(&format!("puzzle,minimal\n{},{puzzle}\n", "ABC".repeat(27))).0, 0);
    assert_eq!(column(&format!("clues,text\n30,{puzzle}\n")).0, 1);
    assert_eq!(column(&format!("Problem,text\n1.5,{puzzle}\n,{puzzle}\n")).0, 1);
}

#[test]
fn the_key_of_objects_is_found_like_the_column_of_a_table() {
    let key = |head: &str| {
        let found = detect(head.as_bytes(), "file", &FormatHint::default()).expect("a format");
        let Some(Columns::Objects(objects)) = found.columns else { panic!("no objects") };
        String::from_utf8_lossy(objects.key()).into_owned()
    };
    let (puzzle, grid) = (".".repeat(81), "123456789".repeat(9));
    assert_eq!(key(&format!("{{\"id\":1,\"Quiz\":\"{puzzle}\"}}\n")), "Quiz");
    assert_eq!(key(&format!("{{\"quiz\":null,\"board\":\"{puzzle}\"}}\n")), "board");
    assert_eq!(key(&format!("{{\"a\":\"{grid}\",\"b\":\"{puzzle}\"}}\n")), "b");
    assert_eq!(key(&format!("{{\"id\":1}}\n{{\"quiz\":\"{}\",\"id\":2}}\n", &puzzle[1..])), "quiz");
    assert_eq!(key("{\n"), "puzzle", "there is no object");
}

#[test]
fn one_line_of_words_or_a_count_is_a_header() {
    let puzzle = ".".repeat(81);
    let preamble =
        |head: &str| detect(head.as_bytes(), "file", &FormatHint::default()).expect("one").preamble;
    assert_eq!(preamble(&format!("12\n{puzzle}\n")), 3);
    assert_eq!(preamble(&format!("# c\nwords to pass over\r\n{puzzle}\n")), 24);
    assert_eq!(preamble(&format!("{}\n{puzzle}\n", &puzzle[1..])), 0);
    assert_eq!(preamble(&format!("12\n13\n{puzzle}\n")), 0);
    assert_eq!(preamble("2\n003020600\n"), 2);
    assert_eq!(preamble("2\nGrid 01\n003020600\n"), 2);
    assert_eq!(preamble("Grid 01\n003020600\n"), 0, "it goes with its grid");
    assert_eq!(preamble("1\n003020600\n2\n003020600\n"), 0, "so do these");
}

#[test]
fn an_empty_file_is_read_as_lines_and_junk_has_no_format() {
    assert_eq!(detected(""), "line");
    assert_eq!(detected("hello\nworld\n"), "unknown");
    assert_eq!(detected("\0\u{1}\u{2}"), "unknown");
    assert_eq!(detected(&"\0".repeat(1000)), "unknown");
    assert_eq!(detected(&"word".repeat(20)), "unknown");
}

#[test]
fn an_archive_is_distinguished_from_lines_that_end_in_a_carriage_return() {
    let told = |head: &[u8]| detect(head, "file", &FormatHint::default()).err().map(|it| it.to_string());
    let zip = told(b"PK\x03\x04\r more");
    assert_eq!(zip.as_deref(), Some("file:1:1: this is a zip archive: unzip -p file | bulkdoku …"));
    assert!(told(b"12\r34\r").is_some_and(|error| error.contains("lines end in CR alone")));
}

#[test]
fn detection_time_is_proportional_to_the_number_of_names_and_keys() {
    let names = |count: usize| (0..count).map(|index| format!("name{index}")).collect::<Vec<_>>();
    let table =
        |count| format!("{},puzzle\n{},{}\n", names(count).join(","), ",".repeat(count), ".".repeat(81));
    let objects = |count| {
        let members: Vec<String> = names(count).iter().map(|name| format!("\"{name}\":1")).collect();
        format!("{{{},\"puzzle\":\"{}\"}}\n", members.join(","), ".".repeat(81))
    };
    let seconds = |text: &str| {
        let started = std::time::Instant::now();
        detect(text.as_bytes(), "file", &FormatHint::default()).expect("a format");
        started.elapsed().as_secs_f64()
    };
    for text in [&table as &dyn Fn(usize) -> String, &objects] {
        let (short, long) = (text(2_500), text(40_000));
        let fastest = |text: &str| (0..3).map(|_| seconds(text)).fold(f64::MAX, f64::min);
        let times = fastest(&long) / fastest(&short);
        assert!(times < 100.0, "16 times as many names take {times} times as long"); // 256 times if it were quadratic
    }
}

#[test]
fn columns_are_counted_from_1() {
    let table = format!("a,puzzle\n1,{}\n", ".".repeat(81));
    for (number, is_there) in [(0, false), (1, true), (2, true), (3, false)] {
        let hint = FormatHint { format: None, column: Some(Column::Number(number)) };
        assert_eq!(detect(table.as_bytes(), "file", &hint).is_ok(), is_there, "{number}");
    }
}

#[test]
fn the_error_shows_the_first_line_that_is_not_a_comment() {
    let Err(error) = detect(b"\n# c\nhello\n", "file", &FormatHint::default()) else {
        panic!("a format was found")
    };
    assert_eq!(
        error.to_string(),
        "file:3:1: cannot tell the format: 'hello' is not a puzzle or a row of one"
    );
}
