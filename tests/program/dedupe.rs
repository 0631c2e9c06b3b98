//! `bulkdoku dedupe`: a file without its duplicates.

use std::fs;
use std::io::Write;

use bulkdoku::datasets::SameBy;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use crate::memory::{MEMORY, run_measured_with};
use crate::planted::{EACH, firsts, planted};
use crate::run::{Folder, NULL, PUZZLE, SOLUTION, puzzles, run, run_with};

/// Returns the puzzle with every digit relabelled to the next one.
fn relabelled() -> String {
    let next = |byte: u8| if byte == b'9' { '1' } else { char::from(byte + 1) };
    PUZZLE.bytes().map(|byte| if byte == b'.' { '.' } else { next(byte) }).collect()
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).expect("to memory");
    encoder.finish().expect("to memory")
}

/// Runs `dedupe` over a text on stdin and returns what it keeps. The exit code must say whether a record is malformed.
fn kept(text: &str, args: &[&str]) -> String {
    let run = run_with(&[&["dedupe", "-"], args].concat(), text.as_bytes());
    let keeps_malformed = run.stderr.contains(" malformed kept");
    run.ends_with(i32::from(keeps_malformed)).stdout
}

#[test]
fn planted_duplicates_of_every_kind_are_found_and_nothing_else() {
    let folder = Folder::new();
    let records = planted();
    let line = |index: usize| format!("{}\n", records[index].puzzle);
    let row = |index: usize| format!("{index},{},\"x, {index}\"\n", records[index].puzzle);
    let text = |indices: &[usize], line: &dyn Fn(usize) -> String| -> String {
        indices.iter().map(|&index| line(index)).collect()
    };
    let all: Vec<usize> = (0..records.len()).collect();
    let header = "id,puzzle,note\n";
    let lines = folder.file("set.txt", text(&all, &line));
    let table = folder.file("set.csv", format!("{header}{}", text(&all, &row)));
    let packed = folder.file("set.txt.gz", gzip(&text(&all, &line)));
    let output = folder.path("kept");
    for (key, duplicates) in SameBy::ALL.into_iter().zip([1, 2, 3, 4]) {
        let first = firsts(&records, key);
        assert_eq!(first.len(), (5 - duplicates) * EACH, "planted by {key}");
        for threads in ["1", "2", "8"] {
            for (input, expected) in [
                (&lines, text(&first, &line)),
                (&table, format!("{header}{}", text(&first, &row))),
                (&packed, text(&first, &line)),
            ] {
                let args = [
                    "dedupe",
                    input,
                    "-o",
                    &output,
                    "--by",
                    key.name(),
                    "-j",
                    threads,
                    "--chunk-size",
                    "20000",
                ];
                run(&args).ends_with(0).says(" kept · ");
                let kept = fs::read_to_string(&output).expect("an output");
                assert!(kept == expected, "{args:?} differs from what was planted");
            }
        }
    }
}

#[test]
fn the_key_decides_which_records_are_duplicates() {
    let text = format!("{PUZZLE}\n{}\n{}\n{PUZZLE}\n", PUZZLE.replace('.', "0"), relabelled());
    let counts =
        ["text", "clues", "puzzle", "solution"].map(|key| kept(&text, &["--by", key]).lines().count());
    assert_eq!(counts, [3, 2, 1, 1]);
    assert_eq!(kept(&text, &[]), format!("{PUZZLE}\n"));
}

#[test]
fn rows_keep_their_columns_quotes_and_line_ends() {
    let equivalent = relabelled();
    let text = format!(
        "# from the attic\r\nid;puzzle;note\r\n\
         1;{PUZZLE};\"two\r\nlines; and \"\"quotes\"\"\"\r\n\
         2;{equivalent};gone\r\n\
         3;12;kept, though malformed\r\n\
         # of the fourth\r\n4;\"{equivalent}\";\"gone\r\n as well\"\r\n\
         # of the fifth\r\n5;{SOLUTION};no line end"
    );
    let expected = format!(
        "# from the attic\r\nid;puzzle;note\r\n\
         1;{PUZZLE};\"two\r\nlines; and \"\"quotes\"\"\"\r\n\
         3;12;kept, though malformed\r\n\
         # of the fifth\r\n5;{SOLUTION};no line end"
    );
    for chunk in ["1", "100", "100000"] {
        assert_eq!(kept(&text, &["--chunk-size", chunk]), expected, "chunks of {chunk} bytes");
    }
}

#[test]
fn grids_are_removed_with_the_lines_above_them() {
    let grid = |name: &str, puzzle: &str| {
        let rows: String = (0..9).map(|row| format!("{}\n", &puzzle[9 * row..][..9])).collect();
        format!("Grid {name}\n{rows}")
    };
    let (first, equivalent, other) = (grid("01", PUZZLE), grid("02", &relabelled()), grid("03", SOLUTION));
    for gap in ["", "\n"] {
        let text = format!("{first}{gap}{equivalent}{gap}{other}{gap}{first}\n# the end\n");
        for chunk in ["1", "250", "100000"] {
            assert_eq!(kept(&text, &["--chunk-size", chunk]), format!("{first}{gap}{other}"), "{chunk}");
        }
    }
    let text = format!("{first}\n{equivalent}\n{other}\n# the end\n");
    assert_eq!(kept(&text, &["--chunk-size", "1"]), format!("{first}\n{other}\n# the end\n"));
}

#[test]
fn records_without_a_class_are_kept_or_dropped() {
    let blank = ".".repeat(81);
    let conflict = PUZZLE.replacen("53.", "55.", 1);
    let text = format!("{blank}\n{PUZZLE}\n12\n{conflict}\n{blank}\n12\n{conflict}\n{PUZZLE}\n");
    let by_puzzle = format!("{blank}\n{PUZZLE}\n12\n{conflict}\n12\n{conflict}\n");
    assert_eq!(kept(&text, &[]), by_puzzle);
    assert_eq!(kept(&text, &["--drop-invalid"]), format!("{blank}\n{PUZZLE}\n"));
    assert_eq!(kept(&text, &["--by", "clues"]), format!("{blank}\n{PUZZLE}\n12\n{conflict}\n12\n"));
    assert_eq!(kept(&text, &["--by", "clues", "--drop-invalid"]), format!("{blank}\n{PUZZLE}\n"));
    let run = run_with(&["dedupe", "--by", "solution", "-"], text.as_bytes()).ends_with(1);
    run.prints(&format!("{blank}\n{PUZZLE}\n12\n{conflict}\n{blank}\n12\n{conflict}\n"))
        .says("7 kept · 1 duplicate · 2 malformed kept · 2 conflicts kept · 2 without a class kept");
}

#[test]
fn two_outputs_never_share_standard_output() {
    let folder = Folder::new();
    let output = folder.path("output");
    let run = run_with(&["dedupe", "--classes", "-"], PUZZLE.as_bytes()).ends_with(2).prints("");
    run.says_only("both write to standard output: name a file for one");
    let both = ["dedupe", "-o", &output, "--classes", "-", "--summary", "-"];
    let run = run_with(&both, PUZZLE.as_bytes()).ends_with(2).prints("");
    run.says_only("both write to standard output: name a file for one");
    assert!(folder.names().is_empty());
}

#[test]
fn the_classes_are_listed_in_the_order_of_the_lines() {
    let folder = Folder::new();
    let classes = folder.path("classes.csv");
    let text = format!("id,puzzle\n1,{SOLUTION}\n2,{PUZZLE}\n3,12\n4,{}\n5,{PUZZLE}\n", relabelled());
    for memory in ["1", "1000000"] {
        kept(&text, &["--classes", &classes, "--fingerprint-memory", memory]);
        let listed = fs::read_to_string(&classes).expect("a list");
        assert_eq!(listed, "line,kept_line,records\n3,3,3\n5,3,3\n6,3,3\n");
    }
}

#[test]
fn a_file_can_be_replaced_by_its_kept_records() {
    let folder = Folder::new();
    let file = folder.file("set.txt", format!("{PUZZLE}\n{PUZZLE}\n{SOLUTION}\n"));
    run(&["dedupe", &file, "-o", &file]).ends_with(0);
    assert_eq!(fs::read_to_string(&file).expect("a file"), format!("{PUZZLE}\n{SOLUTION}\n"));
    assert_eq!(folder.names(), ["set.txt"]);
}

#[test]
fn the_json_summary_counts_the_records() {
    let folder = Folder::new();
    let summary = folder.path("summary.json");
    kept(&format!("{PUZZLE}\n12\n{PUZZLE}\n"), &["--by", "clues", "--summary", &summary]);
    let told: Value = serde_json::from_str(&fs::read_to_string(&summary).expect("a summary")).expect("JSON");
    let keys = ["schema", "by", "records", "kept", "duplicates", "malformed", "without_class"];
    let told = keys.map(|key| told[key].clone());
    assert_eq!(told, [json!(1), json!("clues"), json!(3), json!(2), json!(1), json!(1), json!(0)]);
}

#[test]
fn impossible_requests_are_refused_and_leave_no_file() {
    let folder = Folder::new();
    let marks = format!("{}\n", "1........".repeat(81));
    let output = folder.path("kept");
    let run = |text: &str, args: &[&str]| {
        run_with(&[&["dedupe", "-", "-o", &output], args].concat(), text.as_bytes()).ends_with(2)
    };
    run(&marks, &[]).says("<stdin> contains pencilmarks, which do not have a canonical form");
    run(PUZZLE, &["--classes", &output]).says_only("name another one");
    run("hello\n", &[]).says_only("cannot tell the format");
    assert_eq!(folder.names(), [""; 0]);
    assert_eq!(kept(&marks.repeat(2), &["--by", "clues"]), marks);
    assert_eq!(kept("", &[]), "");
}

#[test]
fn memory_does_not_grow_with_the_file() {
    let lines = if cfg!(debug_assertions) { 200_000 } else { 2_000_000 };
    let piece: String = puzzles(10_000);
    let little = (1 << 20).to_string();
    let args = ["dedupe", "-", "-o", NULL, "--by", "clues", "--classes", NULL];
    for times in [lines / 200_000, lines / 10_000] {
        let args = [&args[..], &["--fingerprint-memory", &little]].concat();
        let (run, memory) = run_measured_with(&args, piece.clone().into_bytes(), times);
        run.ends_with(0).says("10,000 kept");
        println!("{memory} kB for {} lines", 10_000 * times);
        assert!(memory < MEMORY, "{memory} kB for {} lines", 10_000 * times);
    }
}

#[test]
fn a_byte_order_mark_is_copied() {
    let text = format!("\u{feff}id,puzzle\n1,{PUZZLE}\n");
    run_with(&["dedupe"], text.as_bytes()).prints(&text);
    run_with(&["sample", "--count", "5", "--seed", "1"], text.as_bytes()).prints(&text);
    let bare = format!("\u{feff}{PUZZLE}\n");
    run_with(&["dedupe"], bare.as_bytes()).prints(&bare);
}
