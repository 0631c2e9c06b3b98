use proptest::prelude::*;

use super::*;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// What was found: each puzzle, or what is wrong with the record, and the line it is in.
fn told(table: &Table, records: &Records, chunk: &[u8], lines_before: usize) -> Vec<String> {
    let line = |at| lines_before + memchr::memchr_iter(b'\n', &chunk[..at]).count();
    let puzzles = records.puzzles(chunk, Form::Clues);
    let faulty = records.malformed.iter().map(|faulty| (line(faulty.origin as usize), tell(faulty.defect)));
    let puzzles = (0..puzzles.len()).map(|index| {
        let (puzzle, origin) = (puzzles.get(index), records.origin(index));
        let is_good = grid::first_bad_byte(puzzle).is_none(); // else the solver asks what is wrong
        let good = || String::from_utf8_lossy(puzzle).into_owned();
        (line(origin), if is_good { good() } else { tell(table.explain(chunk, origin)) })
    });
    let mut all: Vec<_> = puzzles.chain(faulty).collect();
    all.sort_by_key(|(line, _)| *line);
    all.into_iter().map(|(line, told)| format!("{line} {told}")).collect()
}

/// The column is left out: of an empty field with white space around it, both ends will do.
fn tell(defect: Defect) -> String {
    defect.wrong.to_string()
}

/// What a table says of `text` by the rules of quoting alone.
fn by_the_rules(table: &Table, text: &[u8]) -> Vec<String> {
    let mut records = Records::default();
    table.read_quoted(&Quoting::new(b','), text, &mut records);
    told(table, &records, text, 0)
}

/// What it says of `text` in chunks of so many bytes or more.
fn in_chunks(table: &Table, text: &[u8], size: usize) -> Vec<String> {
    let (mut start, mut lines, mut all) = (0, 0, Vec::new());
    let mut records = Records::default();
    while start < text.len() {
        let rest = &text[start..];
        let cuts = (1..).map(|times| size * times).take_while(|&window| window < rest.len());
        let length = cuts.filter_map(|window| table.cut(&rest[..window])).next().unwrap_or(rest.len());
        records.clear();
        table.read(&rest[..length], &mut records);
        all.extend(told(table, &records, &rest[..length], lines));
        lines += records.lines as usize;
        start += length;
    }
    all
}

/// A field beside the puzzle: most often of one length.
fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => "[0-9]{2}",
        2 => "[a-z0-9]{0,40}",
        1 => "[ \ta\u{e9}]{0,4}",
        1 => "\"[a,\n]{0,4}\"",
        1 => Just(PUZZLE.to_owned()),
    ]
}

/// The puzzle's field: most often one.
fn puzzle() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => Just(PUZZLE.to_owned()),
        2 => (0..81usize).prop_map(|length| PUZZLE[..length].to_owned()),
        1 => Just(format!("{PUZZLE}1")),
        1 => Just(format!(" {PUZZLE}")),
        1 => Just(format!("\"{PUZZLE}\"")),
        1 => (1..81usize, "[,\n\"]").prop_map(|(at, sign)| format!("{}{sign}{}", &PUZZLE[..at], &PUZZLE[at + 1..])),
    ]
}

fn line() -> impl Strategy<Value = String> {
    let record = (field(), puzzle(), field()).prop_map(|(a, puzzle, b)| format!("{a},{puzzle},{b}"));
    prop_oneof![18 => record, 1 => Just(String::new()), 1 => Just(format!("# {PUZZLE}"))]
}

proptest! {
    #[test]
    fn lines_are_read_as_the_rules_say_whatever_stood_before_them(
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
