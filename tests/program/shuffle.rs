//! `bulkdoku shuffle`: the records of a file in a random order.

use std::collections::HashSet;
use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::memory::{MEMORY, run_measured, run_measured_with};
use crate::run::{Folder, NULL, PUZZLE, SOLUTION, puzzles, run, run_with};

/// Runs `shuffle` over a text on stdin and returns what it writes.
fn shuffled(text: &str, args: &[&str]) -> String {
    let run = run_with(&[&["shuffle", "-"], args].concat(), text.as_bytes());
    let code = i32::from(run.stderr.contains(" malformed") || text == "# nothing\n");
    run.ends_with(code).stdout
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn every_record_is_written_once_in_an_order_of_the_seed() {
    let text = puzzles(3000);
    let one = shuffled(&text, &[]);
    assert_eq!(sorted(&one), sorted(&text));
    assert_eq!(shuffled(&text, &["--seed", "1"]), one);
    let other = shuffled(&text, &["--seed", "2"]);
    assert_eq!(sorted(&other), sorted(&text));
    let places = |shuffled: &str| -> Vec<usize> {
        let same = text.lines().zip(shuffled.lines()).enumerate().filter(|(_, (one, other))| one == other);
        same.map(|(index, _)| index).collect()
    };
    assert!(places(&one).len() < 10 && places(&other).len() < 10, "few records stay in their places");
    assert!(one != other);
}

#[test]
fn every_heading_stays_above_its_grid_even_the_first_one() {
    let grid = |puzzle: &str| -> String {
        puzzle.as_bytes().chunks(9).map(|row| format!("{}\n", row.escape_ascii())).collect()
    };
    let (one, two) = (format!("Grid 01\n{}", grid(PUZZLE)), format!("Grid 02\n{}", grid(SOLUTION)));
    for count in ["", "2\n"] {
        let text = format!("{count}{one}{two}");
        let orders: HashSet<String> =
            (0..10).map(|seed| shuffled(&text, &["--seed", &seed.to_string()])).collect();
        assert_eq!(orders, [text, format!("{count}{two}{one}")].into());
    }
}

#[test]
fn the_order_depends_neither_on_threads_nor_on_how_the_file_is_read() {
    let folder = Folder::new();
    let row = |(index, line): (usize, &str)| format!("{index},{line},\"x, {index}\nof two lines\"\n");
    let text = "id,puzzle,note\n".to_owned() + &puzzles(500).lines().enumerate().map(row).collect::<String>();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text.as_bytes()).expect("to memory");
    let plain = folder.file("set.csv", &text);
    let packed = folder.file("set.csv.gz", gzip.finish().expect("to memory"));
    let zstd = folder.file("set.csv.zst", zstd::encode_all(text.as_bytes(), 1).expect("to memory"));
    let expected = run(&["shuffle", "-q", &plain]).ends_with(0).stdout;
    assert_eq!(sorted(&expected), sorted(&text));
    assert!(expected.starts_with("id,puzzle,note\n"));
    for args in [
        &["-j", "1"][..],
        &["-j", "8", "--chunk-size", "1"],
        &["--chunk-size", "999"],
        &["--no-mmap"],
        &["--no-mmap", "-j", "3", "--chunk-size", "20000"],
    ] {
        for file in [&plain, &packed, &zstd] {
            run(&[&["shuffle", "-q", file], args].concat()).ends_with(0).prints(&expected);
        }
        assert_eq!(shuffled(&text, args), expected, "{args:?}");
    }
    let bytes = fs::read(&packed).expect("a file");
    run_with(&["shuffle", "-q"], &bytes).ends_with(0).prints(&expected);
    run(&["shuffle", "-q", &plain, "-o", &plain]).ends_with(0);
    assert_eq!(fs::read_to_string(&plain).expect("the output"), expected, "over its input");
}

#[test]
fn comments_go_with_the_record_below_and_those_at_the_end_with_the_last() {
    let text = format!("# one\r\n{PUZZLE}\r\n# two\r\n\r\n{SOLUTION}\r\n12\r\n# the end");
    let pieces = ["# one\r\n", "# two\r\n", "12\r\n# the end"];
    for seed in 1..30 {
        let text = shuffled(&text, &["--seed", &seed.to_string(), "--chunk-size", "1"]);
        let at = |piece: &str| text.find(piece).expect("a piece");
        for (piece, record) in pieces.into_iter().zip([PUZZLE, SOLUTION]) {
            assert!(text[at(piece)..].trim_start_matches(piece).trim_start().starts_with(record), "{text}");
        }
        assert!(text[at(pieces[2])..].starts_with("12\r\n# the end\r\n"), "{text}");
        assert_eq!(text.lines().count(), 7);
    }
}

#[test]
fn grids_that_blank_lines_separate_stay_separate() {
    let grid = |puzzle: &str, rows: usize| -> String {
        (0..rows).map(|row| format!("{}\n", &puzzle[9 * row..][..9])).collect()
    };
    let other = puzzles(2);
    let mut lines = other.lines();
    let grids =
        [grid(PUZZLE, 9), grid(SOLUTION, 8), grid(lines.next().unwrap(), 9), grid(lines.next().unwrap(), 9)];
    let text = grids.join("\n");
    let canon = |text: &str| run_with(&["canon", "-q"], text.as_bytes()).ends_with(1).stdout;
    let forms = canon(&text);
    for seed in 1..40 {
        let shuffled = shuffled(&text, &["--seed", &seed.to_string()]);
        assert_eq!(sorted(&canon(&shuffled)).len(), 4, "{shuffled}");
        let known = |form: &&str| form.len() == 81;
        let both = [&shuffled, &text].map(|text| canon(text));
        let both = both.each_ref().map(|forms| sorted(forms).into_iter().filter(known).collect::<Vec<_>>());
        assert_eq!(both[0], both[1], "{shuffled}\n{forms}");
    }
}

#[test]
fn bad_records_are_shuffled_like_others_unless_they_are_dropped() {
    let folder = Folder::new();
    let summary = folder.path("summary.json");
    let conflict = PUZZLE.replacen("53.", "55.", 1);
    let long = "1".repeat(1000);
    let text = format!("{PUZZLE}\n12\n{conflict}\n{long}\n{SOLUTION}");
    let args = ["shuffle", "--summary", &summary];
    let run = run_with(&args, text.as_bytes()).ends_with(1).says("5 shuffled · 2 malformed");
    assert_eq!(sorted(&run.stdout), sorted(&text));
    let run = run_with(&[&args[..], &["--drop-invalid"]].concat(), text.as_bytes()).ends_with(0);
    assert_eq!(sorted(&run.stdout), sorted(&format!("{PUZZLE}\n{SOLUTION}")));
    let told: Value = serde_json::from_str(&fs::read_to_string(&summary).expect("a summary")).expect("JSON");
    let numbers = ["records", "shuffled", "malformed", "seed"].map(|name| told[name].as_u64());
    assert_eq!(numbers, [Some(5), Some(2), Some(2), Some(1)]);
    assert_eq!(told["invalid_dropped"], Value::Bool(true));
}

#[test]
fn an_empty_file_and_a_single_record_are_unchanged() {
    for text in ["", "puzzle\n", &format!("{PUZZLE}\n"), "# nothing\n"] {
        assert_eq!(shuffled(text, &["--from", "csv", "--column", "1"]), text);
    }
}

#[test]
fn memory_is_eight_bytes_for_each_record() {
    let folder = Folder::new();
    let times = if cfg!(debug_assertions) { 200 } else { 4000 };
    let piece = puzzles(1000);
    let file = folder.file("puzzles", piece.repeat(times));
    let most = MEMORY + 8 * times as u64;
    let (run, mapped) = run_measured(&["shuffle", "-q", &file, "-o", NULL]);
    run.ends_with(0);
    let (run, read) = run_measured_with(&["shuffle", "-q", "-o", NULL], piece.into_bytes(), times);
    run.ends_with(0);
    println!("{mapped} and {read} kB for {} records", 1000 * times);
    assert!(mapped < most && read < most, "{mapped} and {read} kB for {} records", 1000 * times);
}
