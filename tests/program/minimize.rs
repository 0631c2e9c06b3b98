//! `bulkdoku minimize`: puzzles without redundant clues.

use crate::run::{Folder, PUZZLE, SOLUTION, puzzles, run, run_with};

fn minimized(text: &str, args: &[&str]) -> String {
    run_with(&[&["minimize", "--quiet"], args].concat(), text.as_bytes()).stdout
}

fn clues(puzzle: &str) -> usize {
    puzzle.bytes().filter(u8::is_ascii_digit).count()
}

/// Whether every clue of `part` is a clue of `whole`.
fn is_part(part: &str, whole: &str) -> bool {
    part.bytes().zip(whole.bytes()).all(|(one, other)| one == b'.' || one == other)
}

#[test]
fn clues_are_removed_until_every_one_is_needed() {
    let text = puzzles(200);
    let minimal = minimized(&text, &[]);
    assert_eq!(minimal.lines().count(), 200);
    assert!(minimal.lines().zip(text.lines()).all(|(minimal, puzzle)| is_part(minimal, puzzle)));
    run_with(&["solve", "--unique"], minimal.as_bytes()).ends_with(0).says("all unique");
    assert_eq!(minimized(&minimal, &["--seed", "9"]), minimal, "a minimal puzzle is unchanged");
    let mut without = String::new();
    for puzzle in minimal.lines().take(20) {
        for (cell, _) in puzzle.bytes().enumerate().filter(|(_, byte)| *byte != b'.') {
            without += &format!("{}.{}\n", &puzzle[..cell], &puzzle[cell + 1..]);
        }
    }
    run_with(&["solve", "--unique"], without.as_bytes()).says("all multiple");
}

#[test]
fn the_columns_of_a_table_are_kept() {
    let table = format!("id,puzzle,note\n7,{SOLUTION},\"a, b\"\n8,12,c\n");
    let output = minimized(&table, &["--format", "csv"]);
    let mut rows = output.lines();
    assert_eq!(rows.next(), Some("id,puzzle,note,minimal,verdict"));
    let row = rows.next().expect("a row");
    let minimal = row.rsplit(',').nth(1).expect("a puzzle");
    assert!(row.starts_with(&format!("7,{SOLUTION},\"a, b\",")) && row.ends_with(",unique"), "{row}");
    assert!(is_part(minimal, SOLUTION) && (19..=30).contains(&clues(minimal)));
    assert_eq!(rows.next(), Some("8,12,c,,malformed"));
}

#[test]
fn every_format_gives_the_same_puzzle() {
    let minimal = minimized(&format!("{PUZZLE}\n"), &[]);
    let rows: Vec<String> =
        PUZZLE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    assert_eq!(minimized(&(rows.join("\n") + "\n"), &[]), minimal);
    let json = minimized(&format!("{PUZZLE}\n"), &["--format", "jsonl"]);
    let expected = format!(
        "{{\"line\":1,\"puzzle\":\"{PUZZLE}\",\"minimal\":\"{}\",\"verdict\":\"unique\"}}\n",
        minimal.trim_end()
    );
    assert_eq!(json, expected);
    let csv = minimized(&format!("{PUZZLE}\n"), &["--format", "csv"]);
    assert_eq!(csv, format!("line,puzzle,minimal,verdict\n1,{PUZZLE},{},unique\n", minimal.trim_end()));
}

#[test]
fn a_puzzle_without_one_solution_gets_its_verdict() {
    let blank = ".".repeat(81);
    let conflict = format!("55{}", &PUZZLE[2..]);
    let output = run_with(&["minimize"], format!("{blank}\n{conflict}\nno puzzle\n{PUZZLE}\n").as_bytes())
        .ends_with(1);
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(&lines[..2], ["multiple", "conflict r1c1 r1c2"]);
    assert!(lines[2].starts_with("malformed: ") && is_part(lines[3], PUZZLE), "{output}");
}

#[test]
fn pencilmarks_are_refused() {
    let folder = Folder::new();
    let marks = folder.file("marks.txt", "123456789".repeat(81) + "\n");
    run(&["minimize", &marks]).ends_with(2).says("contains pencilmarks");
}
