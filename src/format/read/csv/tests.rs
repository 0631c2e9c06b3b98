use proptest::prelude::*;

use super::*;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Describes every record: its line, and the puzzle or its defect.
fn describe(table: &Table, records: &Records, chunk: &[u8], lines_before: usize) -> Vec<String> {
    let line = |at| lines_before + memchr::memchr_iter(b'\n', &chunk[..at]).count();
    let puzzles = records.puzzles(chunk, Notation::Clues);
    let malformed =
        records.malformed.iter().map(|record| (line(record.origin as usize), reason(record.defect)));
    let puzzles = (0..puzzles.len()).map(|index| {
        let (puzzle, origin) = (puzzles.get(index), records.origin(index));
        let is_good = cells::wrong_cell(puzzle).is_none(); // otherwise the solver refuses it
        let good = || String::from_utf8_lossy(puzzle).into_owned();
        (line(origin), if is_good { good() } else { reason(table.explain(chunk, origin)) })
    });
    let mut all: Vec<_> = puzzles.chain(malformed).collect();
    all.sort_by_key(|(line, _)| *line);
    all.into_iter().map(|(line, text)| format!("{line} {text}")).collect()
}

fn reason(Defect { position, reason }: Defect) -> String {
    format!("{reason} at {}:{}", position.line, position.column)
}

/// Describes the records of `text` as read only by the rules of quoting.
fn by_the_rules(table: &Table, text: &[u8]) -> Vec<String> {
    let mut records = Records::default();
    table.read_all(text, false, &mut records);
    describe(table, &records, text, 0)
}

/// Describes the records of `text` as read in chunks of at least `size` bytes.
fn in_chunks(table: &Table, text: &[u8], size: usize) -> Vec<String> {
    let (mut start, mut lines, mut all) = (0, 0, Vec::new());
    let mut records = Records::default();
    while start < text.len() {
        let rest = &text[start..];
        let cuts = (1..).map(|times| size * times).take_while(|&window| window < rest.len());
        let length = cuts.filter_map(|window| table.cut(&rest[..window])).next().unwrap_or(rest.len());
        table.read(&rest[..length], &mut records);
        all.extend(describe(table, &records, &rest[..length], lines));
        lines += records.lines as usize;
        start += length;
    }
    all
}

/// Generates a field other than the puzzle, usually of the same length.
fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => "[0-9]{2}",
        2 => "[a-z0-9]{0,40}",
        1 => "[ \ta\u{e9}]{0,4}",
        1 => "\"[a,\n\r]{0,4}\"",
        1 => "[ a\r]{0,4}",
        1 => Just(PUZZLE.to_owned()),
    ]
}

/// Generates the field of the puzzle, usually well-formed.
fn puzzle() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => Just(PUZZLE.to_owned()),
        2 => (0..81usize).prop_map(|length| PUZZLE[..length].to_owned()),
        1 => Just(format!("{PUZZLE}1")),
        1 => Just(format!(" {PUZZLE}")),
        1 => Just(format!("\"{PUZZLE}\"")),
        1 => (1..81usize, "[,\n\"]").prop_map(|(at, sign)| format!("{}{sign}{}", &PUZZLE[..at], &PUZZLE[at + 1..])),
        1 => (0..81usize, "[a5]").prop_map(|(at, sign)| format!("\"{}\"{sign}{}", &PUZZLE[..at], &PUZZLE[at + 1..])),
    ]
}

fn line() -> impl Strategy<Value = String> {
    let record = (field(), puzzle(), field()).prop_map(|(a, puzzle, b)| format!("{a},{puzzle},{b}"));
    prop_oneof![18 => record, 1 => Just(String::new()), 1 => Just(format!("# {PUZZLE}"))]
}

/// Describes the records of `text` with and without a quote in another record.
fn with_and_without_quotes(text: &str) -> [Vec<String>; 2] {
    let table = Table::new(Delimiter::Byte(b','), 1);
    ["", "\"\",x\n"].map(|last| {
        let (mut records, text) = (Records::default(), format!("{text}{last}"));
        table.read(text.as_bytes(), &mut records);
        let lines = text.lines().count() - last.lines().count();
        let mut found = describe(&table, &records, text.as_bytes(), 0);
        found.retain(|record| !record.starts_with(&format!("{lines} ")));
        found
    })
}

#[test]
fn a_cut_never_splits_commented_rows() {
    let comments: String = (0..9).map(|row| format!("# {}\n", &PUZZLE[9 * row..][..9])).collect();
    let row = format!("#1,{PUZZLE}\n");
    let bare = Table::new(Delimiter::Byte(b','), 1);
    let headed = bare.clone().with_header(b"id,puzzle");
    for table in [&bare, &headed] {
        let text = format!("1,{PUZZLE}\n{comments}");
        assert_eq!(table.cut(text.as_bytes()), Some(PUZZLE.len() + 3), "the tenth line may be another row");
    }
    assert_eq!(headed.cut(row.as_bytes()), Some(row.len()), "below a header it is a row");
}

#[test]
fn comments_are_not_records_even_if_they_contain_a_puzzle() {
    let text = format!("1,{PUZZLE}\n#,{PUZZLE}\n//,{PUZZLE}\n #,{PUZZLE}\n2,{PUZZLE}\n");
    let expected = vec![format!("0 {PUZZLE}"), format!("4 {PUZZLE}")];
    assert_eq!(with_and_without_quotes(&text), [expected.clone(), expected]);
    let long = format!("1 and more,{PUZZLE}\n# and more,{PUZZLE}\n/ and more,{PUZZLE}\n");
    let expected = vec![format!("0 {PUZZLE}"), format!("2 {PUZZLE}")];
    assert_eq!(with_and_without_quotes(&long), [expected.clone(), expected]);
}

#[test]
fn a_byte_order_mark_within_a_table_is_not_part_of_its_syntax() {
    let table = Table::new(Delimiter::Byte(b','), 0);
    for quotes in ["", "\"a\""] {
        let mut records = Records::default();
        table.read(format!("{PUZZLE},{quotes}\n\u{feff}{PUZZLE},b\n").as_bytes(), &mut records);
        assert_eq!((records.len(), records.malformed.len()), (2, 1), "{quotes}");
    }
}

#[test]
fn a_defect_has_the_same_place_whether_the_chunk_has_quotes_or_not() {
    let [plain, quoted] = with_and_without_quotes("1,\r\n2, \r\n3\r\n4,12\r\n");
    assert_eq!(plain.len(), 4);
    assert_eq!(plain, quoted);
}

#[test]
fn a_puzzle_that_continues_after_its_closing_quote_has_the_quote_as_its_defect() {
    let table = Table::new(Delimiter::Byte(b','), 1);
    for (begin, length) in [("\"\"a", 1), ("\"\"a3", 2), ("\" \"a3", 2), ("\"5\"a", 2), ("\"53\"..a", 5)] {
        let text = format!("1,{begin}{}\n2,{PUZZLE}\n", &PUZZLE[length..]);
        let mut records = Records::default();
        table.read(text.as_bytes(), &mut records);
        let expected = [format!("0 {} at 0:3", Reason::Quote), format!("1 {PUZZLE}")];
        assert_eq!(describe(&table, &records, text.as_bytes(), 0), expected, "{text}");
    }
    assert_eq!(
        by_the_rules(&table, format!("1,\"53\"{}\n", &PUZZLE[2..]).as_bytes()),
        [format!("0 {PUZZLE}")]
    );
}

proptest! {
    #[test]
    fn the_fast_path_follows_the_rules_of_quoting(
        lines in prop::collection::vec(line(), 1..40),
        quotes_from in 0..80usize,
        end in prop::sample::select(&["\n", "\r\n"][..]),
        is_ended: bool,
        size in 1..2000usize,
    ) {
        let without = |(index, line): (usize, String)| {
            if index < quotes_from { line.replace('"', "") } else { line }
        };
        let lines: Vec<String> = lines.into_iter().enumerate().map(without).collect();
        let mut text = lines.join(end);
        text.push_str(if is_ended { end } else { "" });
        let table = Table::new(Delimiter::Byte(b','), 1);
        prop_assert_eq!(in_chunks(&table, text.as_bytes(), size), by_the_rules(&table, text.as_bytes()));
    }
}
