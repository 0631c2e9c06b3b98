//! Every input format, detected and named.

use std::fs;
use std::path::Path;

use bulkdoku::SolveJob;
use bulkdoku::format::RecordFormat;
use bulkdoku::io::Output;
use bulkdoku::pipeline::RecordSource;
use proptest::prelude::*;

use crate::puzzle_sets::shared;
use crate::run::{Folder, PUZZLE, SOLUTION, puzzles, run, run_with};

fn pencilmarks() -> String {
    let mark = |clue, digit| if clue == '.' || clue == digit { digit } else { '.' };
    PUZZLE.chars().flat_map(|clue| ('1'..='9').map(move |digit| mark(clue, digit))).collect()
}

/// Returns files that contain the same puzzle twice, each with its value of `--from`.
fn samples() -> Vec<(String, Vec<&'static str>)> {
    let p = PUZZLE;
    let q = PUZZLE.replace('.', "0");
    let rows = |row: fn(&str) -> String| (0..9).map(|at| row(&p[9 * at..][..9])).collect::<String>();
    let plain = rows(|row| format!("{row}\n"));
    let barred = rows(|row| format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]));
    let frame = "*-----------*\n";
    let line = vec!["line"];
    let csv = vec!["csv"];
    vec![
        (format!("{p}\n{q}"), line.clone()),
        (format!("2\n{p}\n{p}\n"), line.clone()),
        (format!("\u{feff}words to pass over\r\n{p}\r\n{p} // why\r\n"), line.clone()),
        (format!(" \n//Easy\n{}\n\n//Hard\n{p}\n", p.replace('.', "X")), line.clone()),
        (format!("00ab12 {q} 2.5\n00cd34 {q}  10.1\n"), vec!["line", "--column", "2"]),
        (format!("quizzes,solutions\n{q},{SOLUTION}\n{q},{SOLUTION}\n"), csv.clone()),
        (format!("id,Puzzle,Solution\r\n1,{p},{SOLUTION}\r\n10,{p},{SOLUTION}\r\n"), csv.clone()),
        (format!("source\tquestion\tanswer\nx y\t{p}\t{SOLUTION}\nz\t{p}\t{SOLUTION}\n"), csv.clone()),
        (format!("\"name\",\"puzzle\"\n\"a, b\n\"\"c\"\"\",\"{p}\"\nd,{p}\n"), csv.clone()),
        (format!("Puzzle,Givens,Level\n{p},30,Easy,\n\"{p}\",30,\n"), csv.clone()),
        (format!("номер,сетка\n1,{p}\n2,{q}\n"), csv.clone()),
        (
            format!("id,puzzle,how many clues there were in the newspaper of that day\n1,{p},3\n2,{q},3\n"),
            csv.clone(),
        ),
        (format!("{p},{SOLUTION}\n{p},{SOLUTION}\n"), csv),
        (format!("Набор\n{p}\n{q}\n"), line.clone()),
        (format!("Grid 01\n{plain}Grid 02\n{}", plain.trim_end()), vec!["grid"]),
        (format!("[Puzzle]\n{plain}\n{frame}{barred}{frame}"), vec!["grid"]),
        (format!("{0}\n{0}", pencilmarks()), vec!["pencilmark"]),
        (format!("{{\"id\":1,\"puzzle\":\"{p}\"}}\n# x\n{{\"puzzle\":\"{q}\"}}\r\n"), vec!["jsonl"]),
        (format!("{{\"a\":\"{p}\"}}\n{{\"a\":\"{q}\"}}"), vec!["jsonl", "--column", "a"]),
    ]
}

#[test]
fn json_objects_have_puzzles_and_answers_under_keys_and_are_copied_unchanged() {
    let solved = run_with(&["solve", "-q", "--format", "jsonl"], puzzles(50).as_bytes()).ends_with(0).stdout;
    run_with(&["check"], solved.as_bytes()).ends_with(0).says("answers in column 3");
    run_with(&["dedupe", "-q"], solved.repeat(2).as_bytes()).ends_with(0).prints(&solved);
    let named = solved.replace("\"solution\":\"", "\"a\":\"").replace("\"puzzle\"", "\"b\"");
    run_with(&["check", "--column", "b", "--answer-column", "a"], named.as_bytes()).ends_with(0);
    let wrong = named.replacen("\"a\":\"", "\"a\":\"x", 1);
    run_with(&["check", "-q", "--answer-column", "a"], wrong.as_bytes()).ends_with(1);
    let copies =
        run_with(&["augment", "-q", "--equivalents", "1", "--format", "csv"], solved.as_bytes()).ends_with(0);
    assert!(copies.stdout.starts_with("line,puzzle,solution\n1,"), "{copies}");
    let missing =
        "<stdin>:1:1: there is no column 'c': the columns are line, b, a, verdict, solutions, guesses";
    run_with(&["solve", "--column", "c"], named.as_bytes()).ends_with(2).says_only(missing);
    run_with(&["solve"], b"{\"id\": 1}\n")
        .ends_with(2)
        .says_only("no column contains puzzles: the columns are id");
    run_with(&["solve", "--format", "csv", "--keep-columns"], named.as_bytes())
        .ends_with(2)
        .says("was read as jsonl");
}

#[test]
fn errors_in_a_json_object_are_reported_with_their_position() {
    let text = format!("{{\"puzzle\":\"{PUZZLE}\"}}\n{{\"id\":2}}\n{{\"puzzle\":null}}\n [1]\n")
        .replacen("53", "5z", 1)
        + &format!("{{\"puzzle\":\"55{}\"}}\n", &PUZZLE[2..]);
    let run = run_with(&["solve", "-q", "--from", "jsonl"], text.as_bytes()).ends_with(1);
    let expected = "malformed: 'z' is neither a clue nor a blank (column 13)\n\
                    malformed: not a JSON object with the key of the puzzles (column 1)\n\
                    malformed: 0 characters where 81 were expected (column 11)\n\
                    malformed: not a JSON object with the key of the puzzles (column 2)\n\
                    conflict r1c1 r1c2\n";
    run.prints(expected);
}

#[test]
fn every_format_is_detected_and_can_be_named_with_any_chunk_size() {
    let expected = format!("{SOLUTION}\n{SOLUTION}\n");
    for (text, named) in samples() {
        let forced = [&["--from"], &named[..]].concat();
        for from in [&[][..], &forced] {
            for size in ["1", "100", "100000"] {
                let args = [&["solve", "--unique", "--chunk-size", size], from].concat();
                let run = run_with(&args, text.as_bytes());
                assert_eq!((run.code, run.stdout.as_str()), (Some(0), expected.as_str()), "{text}\n{run}");
            }
        }
    }
}

#[test]
fn public_samples_are_read() {
    let Some(samples) = shared("formats") else { return };
    let mut seen = 0;
    for entry in fs::read_dir(samples).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.ends_with("pencilmark_729.txt") {
            continue; // below
        }
        let text = fs::read(&path).expect("a sample");
        let lines = || text.split(|&byte| byte == b'\n');
        let is_record = |line: &&[u8]| {
            let line = String::from_utf8_lossy(line);
            let is_puzzle = |field: &str| matches!(field.len(), 81 | 729);
            line.split(|c: char| c == ',' || c.is_whitespace()).any(is_puzzle)
        };
        let rows = lines().filter(|line| line.trim_ascii().len() == 9).count();
        let records = lines().filter(is_record).count() + rows / 9;
        let name = path.to_str().expect("UTF-8");
        let run = run(&["solve", name]).ends_with(0);
        assert_eq!(run.stdout.lines().count(), records, "{name}");
        seen += 1;
    }
    assert!(seen > 10, "{seen} samples");
}

/// The puzzles of the sample take millions of guesses, so each gets a budget of a thousand.
#[test]
fn the_public_sample_of_pencilmarks_is_read() {
    let Some(sample) = shared("formats/pencilmark_729.txt") else { return };
    let name = sample.to_str().expect("UTF-8");
    let run = run(&["solve", "--budget", "1000", name]).ends_with(1);
    assert_eq!(run.stdout.lines().count(), 11, "{run}");
    assert!(!run.stdout.contains("malformed"), "{run}");
}

#[test]
fn a_stray_quote_spoils_only_its_own_record() {
    let row = |note: &str| format!("{PUZZLE},{note}\n");
    let text =
        ["puzzle,note\n".to_owned(), row("\"a"), row("b"), row("\"two\nlines\""), row("\"c"), row("d")]
            .concat();
    for size in ["1", "100", "100000"] {
        let run = run_with(&["solve", "--from", "csv", "--chunk-size", size, "-j", "2"], text.as_bytes())
            .ends_with(1);
        let lines: Vec<&str> = run.stdout.lines().collect();
        let stray = "malformed: a quote opens here but does not close at the end of its field (column 83)";
        assert_eq!(lines, [stray, SOLUTION, SOLUTION, stray, SOLUTION], "chunks of {size} bytes: {run}");
    }
}

#[test]
fn a_column_can_be_chosen() {
    let text = format!("a,b,c\n{SOLUTION},{PUZZLE},x\n");
    for column in ["b", "B", "2"] {
        run_with(&["solve", "--column", column], text.as_bytes()).ends_with(0).says("1 puzzle");
    }
    run_with(&["solve", "--column", "d"], text.as_bytes())
        .ends_with(2)
        .says_only("there is no column 'd': the columns are a, b, c");
    run_with(&["solve", "--column", "4"], text.as_bytes())
        .ends_with(2)
        .says_only("there is no column 4: the columns are a, b, c");
    run_with(&["solve", "--column", "0"], b"").ends_with(2).says("counted from 1");
}

#[test]
fn a_table_without_puzzles_is_refused_with_its_columns() {
    let text = b"id,name\n1,x\n2,y\n";
    run_with(&["solve", "--from", "csv"], text)
        .ends_with(2)
        .prints("")
        .says_only("no column contains puzzles: the columns are id, name; name it with --column");
    run_with(&["solve"], text).ends_with(2).says_only("name the format with --from");
    run_with(&["solve", "--from", "csv"], b"").ends_with(0).says_only("no puzzles");
}

#[test]
fn malformed_records_of_a_table_are_reported_with_line_and_column() {
    let bad = PUZZLE.replacen('.', "a", 1);
    let quoted = format!("\"x\ny\",\"{bad}\"\n");
    let text = format!("id,puzzle\n1,{PUZZLE}\n2,{}\n3\n4,{bad}\n{quoted}5,{PUZZLE}\n", &PUZZLE[1..]);
    for size in ["1", "200", "100000"] {
        let run = run_with(&["solve", "--chunk-size", size], text.as_bytes()).ends_with(1);
        assert_eq!(run.stdout.lines().count(), 6, "{run}");
        run.says("<stdin>:3:83: 80 characters where 81 were expected\n")
            .says("<stdin>:4:2: the record ends before column 2\n")
            .says("<stdin>:5:5: 'a' is neither a clue nor a blank\n")
            .says("<stdin>:7:7: 'a' is neither a clue nor a blank\n");
    }
}

#[test]
fn engines_that_read_no_pencilmarks_refuse_them() {
    let marks = pencilmarks();
    run_with(&["solve", "--engine", "single"], marks.as_bytes()).ends_with(0);
    let folder = Folder::new();
    let (input, output) = (folder.file("marks.txt", &marks), folder.path("output.txt"));
    for command in [["solve", "-o", &output], ["count", "-o", &output]] {
        run(&[&command[..], &[&input, "--engine", "blank-scan"]].concat())
            .ends_with(2)
            .says_only("the engine blank-scan does not read pencilmarks: choose lanes");
        assert!(!Path::new(&output).exists(), "{command:?}");
    }
}

#[test]
fn a_long_table_gives_the_same_answers_as_its_puzzles() {
    let lines = puzzles(3000);
    let expected = run_with(&["solve"], lines.as_bytes()).ends_with(0).stdout;
    let table: String =
        lines.lines().enumerate().map(|(id, puzzle)| format!("{id},{puzzle},\"q\"\n")).collect();
    for text in [format!("id,puzzle,x\n{table}"), format!("id,puzzle,x\n{}", table.replace('"', ""))] {
        run_with(&["solve", "-j", "2"], text.as_bytes()).ends_with(0).prints(&expected);
    }
}

/// Makes a random change to a file.
#[derive(Clone, Debug)]
enum Change {
    Put(u8),
    Insert(Vec<u8>),
    Remove(usize),
    CutOff,
}

impl Change {
    fn any() -> impl Strategy<Value = Self> {
        let signs = prop::sample::select(&b"\n\r\",; \t#\0.19a\xFF"[..]);
        prop_oneof![
            any::<u8>().prop_map(Self::Put),
            signs.clone().prop_map(Self::Put),
            prop::collection::vec(signs, 1..4).prop_map(Self::Insert),
            (1..200usize).prop_map(Self::Remove),
            Just(Self::CutOff),
        ]
    }

    fn make(&self, text: &mut Vec<u8>, at: usize) {
        match self {
            Self::Put(byte) => text[at] = *byte,
            Self::Insert(bytes) => drop(text.splice(at..at, bytes.iter().copied())),
            Self::Remove(length) => drop(text.drain(at..text.len().min(at + length))),
            Self::CutOff => text.truncate(at),
        }
    }
}

/// Returns the number of records that the library finds, or `None` if it detects no format.
fn count(text: &[u8], named: &[&str]) -> Option<u64> {
    let format = match named[0] {
        "line" => RecordFormat::Line,
        "csv" => RecordFormat::Csv,
        "grid" => RecordFormat::Grid,
        _ => RecordFormat::Pencilmark,
    };
    let mut source = RecordSource::bytes("text", text.to_vec()).format(format);
    if let Some(column) = named.get(2) {
        source = source.column(column.parse().expect("a column"));
    }
    let report = SolveJob::new(source, Output::writer("nowhere", std::io::sink())).run().ok()?;
    Some(report.tally.records())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_file_never_panics_and_every_record_has_an_answer_with_any_chunk_size(
        sample in 0..14usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), Change::any()), 1..4),
        size in 1..400u32,
    ) {
        let (text, named) = &samples()[sample];
        let mut text = text.clone().into_bytes();
        for (index, change) in changes {
            if !text.is_empty() {
                let at = index.index(text.len());
                change.make(&mut text, at);
            }
        }
        for named in [None, Some(&named[..])] {
            let from = named.map_or(vec![], |named| [&["--from"], named].concat());
            let whole = run_with(&[&["solve"], &from[..]].concat(), &text);
            let size = size.to_string();
            let parts = run_with(&[&["solve", "--chunk-size", &size], &from[..]].concat(), &text);
            prop_assert!(matches!(whole.code, Some(0..=2)), "{}", whole);
            prop_assert!(!whole.stderr.contains("panicked"), "{}", whole);
            prop_assert_eq!(&whole.stdout, &parts.stdout, "{}", whole);
            // A file whose format is not named, or which has the line ends of old Macs, may be decoded first.
            let has_returns = text.iter().zip(text.iter().skip(1).chain([&b' '])).any(|two| two.0 == &b'\r' && two.1 != &b'\n');
            if let Some(named) = named.filter(|_| !has_returns) {
                let records = count(&text, named);
                prop_assert_eq!(whole.stdout.lines().count() as u64, records.unwrap_or(0), "{}", whole);
                prop_assert_eq!(whole.code == Some(2), records.is_none(), "{}", whole);
            }
        }
    }
}

/// Writes the text of a puzzle with this number as a record.
type Write = fn(&str, usize) -> String;

/// Returns the name of each format, and how a puzzle is a record in it.
fn written() -> Vec<(&'static str, Write)> {
    fn cells(puzzle: &str, between: &str) -> String {
        puzzle.chars().map(String::from).collect::<Vec<_>>().join(between)
    }
    fn rows(puzzle: &str, between: &str) -> String {
        (0..9).map(|row| puzzle[9 * row..][..9].to_owned()).collect::<Vec<_>>().join(between)
    }
    vec![
        ("lines", |puzzle, _| puzzle.to_owned()),
        ("lines with text", |puzzle, number| format!("{puzzle} {number}")),
        ("columns", |puzzle, number| format!("{number} {puzzle}")),
        ("a table", |puzzle, number| format!("{number},{puzzle},{SOLUTION}")),
        ("a quoted table", |puzzle, number| format!("{number},\"{puzzle}\",\"{SOLUTION}\"")),
        ("rows in a table", |puzzle, number| format!("{number},{}", rows(puzzle, "/"))),
        ("objects", |puzzle, number| format!("{{\"id\":{number},\"puzzle\":\"{puzzle}\"}}")),
        ("arrays", |puzzle, _| format!("[\"{}\"]", cells(puzzle, "\",\""))),
        ("rows", |puzzle, _| rows(puzzle, "/")),
        ("spaced cells", |puzzle, _| cells(puzzle, " ")),
        ("cells in columns", |puzzle, _| cells(puzzle, ",")),
        ("grids", |puzzle, _| rows(puzzle, "\n") + "\n"),
        ("grids of a spreadsheet", |puzzle, _| {
            (0..9).map(|row| cells(&puzzle[9 * row..][..9], ";") + "\n").collect()
        }),
        ("a library", |puzzle, _| format!(":0000:x:{puzzle}:::")),
        ("pencilmarks", |puzzle, _| {
            let blank = puzzle.chars().find(|cell| !cell.is_ascii_digit()).unwrap_or('0');
            let marks = pencilmarks().replace('.', &blank.to_string());
            if puzzle.contains('?') && puzzle.contains('.') { marks.replacen(blank, "?", 1) } else { marks }
        }),
    ]
}

/// The record is far beyond the ones that detection examines.
#[test]
fn a_record_with_two_kinds_of_blanks_is_malformed_in_every_format_wherever_it_is() {
    const MIXED: usize = 150;
    let mixed = PUZZLE.replacen("7....", "7.?..", 1);
    for (name, record) in written() {
        let puzzle = |number: usize| if number == MIXED { &mixed } else { PUZZLE };
        let text: String = (0..200).map(|number| record(puzzle(number), number) + "\n").collect();
        let lines = record(PUZZLE, 0).lines().count() + usize::from(record(PUZZLE, 0).ends_with('\n'));
        let line = 1 + MIXED * lines.max(1);
        let solved = run_with(&["solve"], text.as_bytes()).ends_with(1);
        let found = ["'.' and '?'", "'?' and '.'"]
            .iter()
            .any(|kinds| solved.stderr.contains(&format!(": two kinds of blanks, {kinds}, in one puzzle")));
        assert!(found && solved.stderr.contains(&format!("<stdin>:{line}:")), "{name}: {solved}");
        assert!(
            solved.stderr.contains("199 solved") && solved.stderr.contains("1 malformed"),
            "{name}: {solved}"
        );
    }
}
