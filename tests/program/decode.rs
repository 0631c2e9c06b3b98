//! Inputs that are decoded while they are read: UTF-16, line ends of old Macs, quoted rows, JSON documents and scans.

use std::fmt::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::memory::{MEMORY, run_measured};
use crate::run::{Folder, PUZZLE, Run, SOLUTION, run, run_with};

fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(unit).collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    std::io::Write::write_all(&mut encoder, text).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns the cells of a puzzle as JSON, with `blank` for blanks, in rows or not.
fn cells(puzzle: &str, blank: &str, in_rows: bool) -> String {
    let cells: Vec<String> = puzzle.chars().map(|cell| cell.to_string().replace('.', blank)).collect();
    let rows: Vec<String> = cells.chunks(9).map(|row| row.join(",")).collect();
    if in_rows { format!("[[{}]]", rows.join("],[")) } else { format!("[{}]", rows.join(",")) }
}

/// Runs `command` on `text`, and asserts that the run is the same mapped, read, compressed and from a pipe.
#[track_caller]
fn run_every_way(command: &[&str], text: &[u8]) -> Run {
    let folder = Folder::new();
    let (plain, packed) = (folder.file("plain", text), folder.file("packed", gzip(text)));
    let found = run_with(command, text);
    for (file, args) in
        [(&plain, &[][..]), (&plain, &["--no-mmap"]), (&packed, &[]), (&plain, &["--chunk-size", "100"])]
    {
        let other = run(&[command, args, &[&file[..]]].concat());
        let named = |text: &str| text.replace(file, "<stdin>");
        assert_eq!((other.code, &named(&other.stdout)), (found.code, &found.stdout), "{other}");
        let places = |text: &str| -> Vec<String> {
            text.lines().filter(|line| line.starts_with("<stdin>:")).map(str::to_owned).collect()
        };
        assert_eq!(places(&named(&other.stderr)), places(&found.stderr), "{other}");
    }
    found
}

#[test]
fn utf_16_is_read_like_utf_8() {
    let table = format!("puzzle,note\r\n{PUZZLE},\u{e9}\u{1D7D9}\r\n12,x\r\n");
    let expected = run_with(&["solve"], table.as_bytes()).ends_with(1);
    for unit in [u16::to_le_bytes, u16::to_be_bytes] {
        let found = run_every_way(&["solve"], &utf16(&table, unit)).ends_with(1).prints(&expected.stdout);
        found.says("<stdin>:3:3: 2 characters where 81 were expected");
    }
    run_every_way(&["solve"], &utf16(&format!("{PUZZLE}\n"), u16::to_le_bytes))
        .prints(&format!("{SOLUTION}\n"));
    run_every_way(&["solve"], b"\xFF\xFE").ends_with(0).says("no puzzles");
}

#[test]
fn lines_that_end_in_cr_alone_are_read() {
    let lines = format!("{PUZZLE}\r12\r{PUZZLE}");
    let found = run_every_way(&["solve"], lines.as_bytes()).ends_with(1);
    found.says("<stdin>:2:3: 2 characters where 81 were expected");
    let table = format!("a,puzzle\r1,{PUZZLE}\r2,{PUZZLE}\r");
    run_every_way(&["solve"], table.as_bytes()).ends_with(0).prints(&format!("{SOLUTION}\n").repeat(2));
    let document = utf16(&format!("[\r\"{PUZZLE}\",\r{{\"puzzle\":1}}\r]"), u16::to_be_bytes);
    run_every_way(&["solve"], &document).ends_with(1).says("<stdin>:3:");
}

#[test]
fn rows_that_are_quoted_as_a_whole_are_unquoted_once() {
    let table =
        format!("\"puzzle,solution,note\"\n\"{PUZZLE},{SOLUTION},\"\"a, b\"\"\"\n\"{PUZZLE},{PUZZLE},c\"\n");
    let found = run_every_way(&["check"], table.as_bytes()).ends_with(1);
    found.says("answers in column 2: 1 right");
    let wrong = run_with(&["check"], table.as_bytes()).stdout;
    assert!(wrong.contains("<stdin>:3:86: wrong-answer: r1c3 is left blank"), "{wrong}");
}

#[test]
fn every_layout_of_json_is_read() {
    let answer = format!("{SOLUTION}\n");
    let escaped = PUZZLE.replacen("5", "\\u0035", 1);
    for text in [
        format!("[{{\"id\": 1, \"puzzle\": \"{PUZZLE}\"}}]"),
        format!("[\n  {{\n    \"id\": [1, 2],\n    \"sudoku\": \"{PUZZLE}\"\n  }}\n]\n"),
        format!("{{\n  \"id\": 1,\n  \"sudoku\": \"{PUZZLE}\"\n}}\n"),
        format!("[\"{PUZZLE}\"]"),
        format!("[\"{escaped}\"]"),
        format!("[{}]", cells(PUZZLE, "0", true)),
        format!("[{}]", cells(PUZZLE, "null", false)),
        cells(PUZZLE, "\"\"", true),
        format!("{}\n", cells(PUZZLE, "0", false)),
        format!("{{\"quiz\":{}}}\n", cells(PUZZLE, "0", true)),
        format!("{{\"quiz\":{}}}\n", cells(PUZZLE, "null", true)),
        format!("{{\"qu\\u0069z\":\"{PUZZLE}\"}}\n"),
        format!("{{\"quiz\":\"{escaped}\"}}\n"),
        format!("{{\"quiz\":\"{}\\n{}\"}}\n", &PUZZLE[..9], &PUZZLE[9..]),
        format!("[[\"a\",\"{PUZZLE}\",\"{SOLUTION}\"]]"),
        format!("[\"a\",\"{PUZZLE}\",\"{SOLUTION}\"]\n"),
    ] {
        let two_lines = ["[\"a\"", "[[5"].iter().any(|start| text.starts_with(start)) && text.ends_with('\n');
        let text = if two_lines { text.repeat(2) } else { text };
        let expected = if two_lines { answer.repeat(2) } else { answer.clone() };
        run_every_way(&["solve"], text.as_bytes()).ends_with(0).prints(&expected);
        run_with(&["solve", "--from", "jsonl"], text.as_bytes()).ends_with(0).prints(&expected);
    }
}

#[test]
fn the_records_of_a_document_have_their_lines_and_columns() {
    let short = &PUZZLE[1..];
    let text = format!(
        "[{{\"puzzle\": \"{PUZZLE}\"}}, \"{short}\",\n  \"a{short}\", {}]",
        cells(PUZZLE, "17", false)
    );
    let found = run_every_way(&["solve"], text.as_bytes()).ends_with(1);
    let found = found.says("<stdin>:1:180: 80 characters where 81 were expected");
    found
        .says("<stdin>:2:4: 'a' is neither a clue nor a blank")
        .says("'17' in r1c3 is neither a clue nor a blank");
    let table = run_with(&["solve", "--format", "csv"], text.as_bytes()).stdout;
    let lines: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(lines, ["1", "1", "2", "2"]);
}

#[test]
fn duplicates_within_a_line_of_a_document_are_distinguished_by_column() {
    let text = format!("[\"{PUZZLE}\",\"{SOLUTION}\",\"{PUZZLE}\"]");
    let found = run_with(&["check"], text.as_bytes()).ends_with(1);
    assert!(
        found.stdout.contains("<stdin>:1:171: duplicate: the same puzzle as in line 1, column 3"),
        "{found}"
    );
}

#[test]
fn commands_that_copy_records_write_json_lines_for_a_document() {
    let object = |id: u32| format!("{{\"id\": {id}, \"puzzle\": \"{PUZZLE}\"}}");
    let text = format!("[\n {},\n\n\n {},\n \"{SOLUTION}\"]\n", object(1), object(2));
    let expected = format!("{}\n{{\"puzzle\":\"{SOLUTION}\"}}\n", object(1));
    run_every_way(&["dedupe"], text.as_bytes()).ends_with(0).prints(&expected);
    let kept =
        run_with(&["solve", "--format", "jsonl", "--keep-columns"], text.as_bytes()).ends_with(0).stdout;
    assert!(kept.starts_with("{\"id\": 1, \"puzzle\": \"53..7"), "{kept}");
}

#[test]
fn a_damaged_record_of_an_array_is_malformed_and_the_others_are_read() {
    for damaged in ["{\"puzzle\": 53..7},", "{\"puzzle\": \"53..7},", "{\n \"puzzle\": 53..7\n },"] {
        let text = format!("[\n{{\"puzzle\": \"{PUZZLE}\"}},\n{damaged}\n{{\"puzzle\": \"{PUZZLE}\"}}\n]\n");
        let found = run_every_way(&["solve"], text.as_bytes()).ends_with(1).says("<stdin>:3:1: ");
        assert_eq!(found.stdout.lines().filter(|line| *line == SOLUTION).count(), 2, "{found}");
    }
}

#[test]
fn a_damaged_document_is_named_with_line_and_column() {
    for (text, said) in [
        (format!("[\"{PUZZLE}\",\n {{\"a\": NaN"), "<stdin>:2:8: this is not JSON: expected value"),
        (format!("[\"{PUZZLE}\",\n"), "the array that begins in line 1 does not end: the file is cut short"),
    ] {
        let folder = Folder::new();
        let (file, output) = (folder.file("a.json", &text), folder.file("out", "old"));
        run_with(&["solve"], text.as_bytes()).ends_with(2).says(said);
        run(&["solve", &file, "-o", &output]).ends_with(2).says(&said.replace("<stdin>", &file));
        assert_eq!(std::fs::read_to_string(&output).expect("the old output"), "old");
    }
}

#[test]
fn an_array_of_many_puzzles_takes_little_memory() {
    let folder = Folder::new();
    let count = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    let mut text = "[".to_owned();
    for id in 0..count {
        let _ = write!(text, "{}{{\"id\":{id},\"puzzle\":\"{PUZZLE}\"}}", if id == 0 { "" } else { "," });
    }
    text.push(']');
    let (file, output) = (folder.file("a.json", &text), folder.path("out"));
    let (run, memory) = run_measured(&["solve", &file, "-o", &output]);
    run.ends_with(0);
    assert_eq!(std::fs::metadata(&output).expect("answers").len(), 82 * count);
    assert!(memory < MEMORY + text.len() as u64 / 1024, "{memory} kB, with the mapped file");
    let (run, memory) = run_measured(&["solve", &file, "-o", &output, "--no-mmap"]);
    run.ends_with(0);
    assert!(memory < MEMORY, "{memory} kB");
}

#[test]
fn a_scan_finds_puzzles_in_any_text() {
    let zeros = PUZZLE.replace('.', "0");
    let text = format!(
        "<xml>\n <game data=\"{zeros}\"/>\nhttps://a.b/?bd={PUZZLE}&c=1 {SOLUTION}1\n{}\n",
        "-".repeat(81)
    );
    let found = run_every_way(&["solve", "--from", "scan"], text.as_bytes()).ends_with(0);
    found.prints(&format!("{SOLUTION}\n").repeat(2));
    let checked = run_with(&["check", "--from", "scan"], text.as_bytes()).ends_with(1).stdout;
    assert!(
        checked.contains("<stdin>:3:17: duplicate: the same puzzle as in line 2, column 14"),
        "{checked}"
    );
    let copied = run_with(&["dedupe", "--from", "scan"], text.as_bytes()).ends_with(0);
    copied.prints(&format!("{zeros}\n"));
    let nothing = run_with(&["solve", "--from", "scan"], b"no puzzle").ends_with(1);
    assert_eq!(nothing.read_as, ["read as lines from any text, no run of 81 cells"]);
    run_with(&["solve", "--from", "scan"], b"").ends_with(0).says("no puzzles");
    let grid: String = (0..9).map(|row| format!("{}\n", &PUZZLE[9 * row..9 * row + 9])).collect();
    let page = format!("{}<pre>\n{grid}</pre>\n{text}", "<p>text</p>\n".repeat(50_000));
    run_every_way(&["solve", "--from", "scan"], page.as_bytes())
        .ends_with(1)
        .says("1 not read")
        .says("write the 81 cells of each");
    run_with(&["solve", "--from", "scan"], b"PK\x03\x04").ends_with(2).says_only("this is a zip archive");
}

#[test]
fn an_unknown_format_with_puzzles_in_it_gets_the_advice_to_scan() {
    let text = format!("<xml>\n <game data=\"{PUZZLE}\"/>\n <game data=\"{PUZZLE}\"/>\n");
    let said = "<stdin>:1:1: unknown format, but the text contains 2 puzzles: use --from scan";
    run_every_way(&["solve"], text.as_bytes()).ends_with(2).prints("").says_only(said);
    let wrapped = format!("{{\"text\": \"the puzzle of today: {PUZZLE}\"}}\n");
    run_with(&["solve"], wrapped.as_bytes())
        .ends_with(2)
        .says_only("but the text contains 1 puzzle: use --from scan");
}

#[test]
fn puzzles_nested_in_other_json_values_are_records_with_their_paths() {
    let text = format!("{{\"easy\": [\"{PUZZLE}\", \"{PUZZLE}\"], \"hard\": \"{PUZZLE}\"}}\n");
    for text in [text.clone(), text.replace('[', "[\n")] {
        run_every_way(&["solve"], text.as_bytes()).ends_with(0).prints(&format!("{SOLUTION}\n").repeat(3));
        let kept = run_with(&["solve", "--format", "jsonl", "--keep-columns"], text.as_bytes());
        let paths = ["easy[0]", "easy[1]", "hard"].map(|path| format!("{{\"path\":\"{path}\""));
        assert!(kept.stdout.lines().zip(&paths).all(|(line, path)| line.starts_with(path)), "{kept}");
        assert_eq!(kept.stdout.lines().count(), 3);
    }
}

#[test]
fn a_file_that_is_not_text_is_refused_with_the_command_that_makes_it_readable() {
    let folder = Folder::new();
    for (name, bytes, said) in [
        ("a b.zip", &b"PK\x03\x04"[..], "this is a zip archive: unzip -p '"),
        (
            "a.xlsx",
            b"PK\x03\x04............................xl/workbook.xml",
            "python3 -c \"import pandas; pandas.read_excel('",
        ),
        ("a.parquet", b"PAR1....", "python3 -c \"import pandas; pandas.read_parquet('"),
        ("a.png", b"\x89PNG\r\n\x1A\n", "this is a picture: type its 81 cells"),
        ("a.pdf", b"%PDF-1.7\n", "this is a PDF file: pdftotext -layout "),
    ] {
        let file = folder.file(name, bytes);
        run(&["solve", &file]).ends_with(2).prints("").says_only(said);
        run(&["solve", &file, "--from", "csv"]).ends_with(2).says_only(said);
        run_with(&["check"], bytes).ends_with(2).says_only("<stdin>:1:1: this is a");
    }
}

#[test]
fn answers_are_read_in_every_format() {
    let folder = Folder::new();
    let puzzles = format!("{PUZZLE}\n55{}\nshort\n{}\n{PUZZLE}\n", &PUZZLE[2..], ".".repeat(81));
    let file = folder.file("puzzles.txt", &puzzles);
    for format in ["line", "csv", "jsonl", "grid", "rows"] {
        let answers = folder.path(format);
        run(&["solve", "--unique", "--format", format, &file, "-o", &answers]).ends_with(1);
        let found = run(&["check", &file, "--answers", &answers]).ends_with(1);
        found.says(&format!("answers in {answers}: 2 right"));
        let count = |stdout: &str| stdout.matches("answer-count").count();
        let found = run(&["check", &file, "--answers", &answers]);
        assert_eq!(count(&found.stdout), 0, "{format}: {found}");
    }
    let document =
        folder.file("a.json", format!("[{},\"x\",\"x\",\"x\",\"{SOLUTION}\"]", cells(SOLUTION, "0", true)));
    run(&["check", &file, "--answers", &document]).ends_with(1).says("2 right");
}
