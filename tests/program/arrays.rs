//! NumPy arrays, in and out.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::run::{Folder, PUZZLE, SOLUTION, puzzles, run, run_with};

/// Returns the lines as an array of uint8 values, as `numpy.save` writes it: each digit or 0, plus `more`.
fn array(lines: &str, shape: &str, more: u8) -> Vec<u8> {
    let text = format!(
        "{{'descr': '|u1', 'fortran_order': False, 'shape': ({}, {shape}), }}",
        lines.lines().count()
    );
    let number = |byte: u8| more + if byte.is_ascii_digit() { byte - b'0' } else { 0 };
    let values = lines.lines().flat_map(|line| line.bytes().map(number)).collect();
    [b"\x93NUMPY\x01\0v\0".to_vec(), format!("{text:117}\n").into_bytes(), values].concat()
}

#[test]
fn every_command_reads_an_array_as_the_lines_of_its_puzzles() {
    let folder = Folder::new();
    let text = puzzles(300).replace('.', "0");
    let lines = folder.file("lines", &text);
    let files = [
        folder.file("flat", array(&text, "81", 0)),
        folder.file("squares", array(&text, "9, 9", 0)),
        folder.file("tokens", array(&text, "81", 1)),
    ];
    let commands: [&[&str]; 9] = [
        &["solve", "--format", "csv"],
        &["solve", "--format", "csv", "-j", "2", "--chunk-size", "500", "--no-mmap"],
        &["count"],
        &["canon"],
        &["augment", "--equivalents", "2"],
        &["dedupe"],
        &["sample", "--count", "9"],
        &["rate", "--only", "level"],
        &["check", "--against", &lines],
    ];
    for command in commands {
        let expected = run(&[command, &["-q", &lines]].concat());
        for file in &files {
            let tokens: &[&str] = if file.ends_with("tokens") { &["--from", "tokens"] } else { &[] };
            let found = run(&[command, &["-q", file], tokens].concat());
            assert_eq!(
                (found.code, found.stdout.replace(file, &lines)),
                (expected.code, expected.stdout.clone()),
                "{command:?}"
            );
        }
    }
}

#[test]
fn an_array_is_read_from_a_pipe_and_decompressed() {
    let whole = array(&format!("{PUZZLE}\n"), "81", 0);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&whole).expect("memory");
    let gzip = encoder.finish().expect("memory");
    for bytes in [whole.clone(), gzip, zstd::encode_all(whole.as_slice(), 1).expect("memory")] {
        run_with(&["solve", "-q"], &bytes).ends_with(0).prints(&format!("{SOLUTION}\n"));
    }
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    let cut = zstd::encode_all(&whole[..whole.len() - 1], 1).expect("memory");
    run_with(&["solve", "-o", &answers], &cut)
        .ends_with(2)
        .says_only("this array is cut short after 0 of 1 puzzles: save or fetch it again");
    assert_eq!(fs::read_to_string(&answers).expect("the old answers"), "old");
}

#[test]
fn a_value_that_is_not_a_cell_is_reported_with_its_puzzle_and_cell() {
    let folder = Folder::new();
    for bad in [0, 2000] {
        let mut whole = array(&format!("{PUZZLE}\n").repeat(3000), "81", 1);
        whole[128 + 81 * bad + 4] = 12;
        let file = folder.file("array", whole);
        let solved = run(&["solve", "--from", "tokens", &file]);
        assert_eq!(solved.stdout.lines().filter(|line| *line == SOLUTION).count(), 2999);
        assert_eq!(
            solved.stdout.lines().nth(bad),
            Some("malformed: '12' in r1c5 is neither a clue nor a blank (column 9)")
        );
        let place = format!("{file}:{}:9", bad + 1);
        solved.ends_with(1).says(&format!("{place}: '12' in r1c5 is neither a clue nor a blank"));
        let copied = run(&["dedupe", "-q", "--from", "tokens", "--by", "text", &file]).stdout;
        assert!(copied.lines().any(|line| line.contains(" 12 ")), "{copied}");
    }
}

#[test]
fn every_record_of_an_array_may_be_malformed() {
    let folder = Folder::new();
    let digits = folder.file("array", array(&format!("{PUZZLE}\n").repeat(2), "81", 0));
    let said = "malformed: '-1' in r1c3 is neither a clue nor a blank (column 5)\n".repeat(2);
    run(&["solve", "--from", "tokens", &digits]).ends_with(1).prints(&said);
    let mut negative = array(&format!("{PUZZLE}\n").repeat(2), "81", 0);
    let kind = negative.iter().position(|&byte| byte == b'u').expect("the type of the values");
    negative[kind] = b'i';
    negative[128..128 + 81].fill(255);
    run_with(&["solve"], &negative)
        .ends_with(1)
        .prints(&format!("malformed: '-1' in r1c1 is neither a clue nor a blank (column 1)\n{SOLUTION}\n"));
}

#[test]
fn no_array_is_mistaken_for_tokens_and_a_value_above_9_says_how_to_read_them() {
    let folder = Folder::new();
    let mut whole = array(&format!("{SOLUTION}\n").repeat(3000), "81", 0);
    let digits = folder.file("digits.npy", &whole);
    run(&["solve", "-q", &digits]).ends_with(0).prints(&format!("{SOLUTION}\n").repeat(3000));
    for (record, bytes) in [(0, "gzip"), (2500, "plain")] {
        whole[128 + 81 * record + 7] = 10;
        let file = folder.file(&format!("{bytes}.npy"), &whole);
        let said = format!("{file}:{}:1: this puzzle of the array has the value 10", record + 1);
        for options in [&["-j", "1"][..], &["-j", "2", "--chunk-size", "1"], &["--no-mmap"]] {
            run(&[&["solve", "-q", &file], options].concat())
                .ends_with(2)
                .says(&said)
                .says("use --from tokens");
        }
        whole[128 + 81 * record + 7] = SOLUTION.as_bytes()[7] - b'0';
    }
    let lines = format!("{SOLUTION}\n");
    run_with(&["solve", "-q", "--from", "tokens"], PUZZLE.as_bytes()).ends_with(0).prints(&lines);
}

#[test]
fn errors_in_an_array_are_reported_before_anything_is_written() {
    let folder = Folder::new();
    let whole = array(&format!("{PUZZLE}\n"), "81", 0);
    let cut = folder.file("cut", &whole[..200]);
    let said = format!("{cut}:1:1: this array is cut short after 0 of 1 puzzles: save or fetch it again");
    run(&["solve", &cut]).ends_with(2).prints("").says_only(&said);
    let narrow = folder.file("narrow", array(&format!("{PUZZLE}\n"), "27, 3", 0));
    run(&["check", &narrow]).ends_with(2).says_only("the shape (1, 27, 3), not (N, 81)");
    let file = folder.file("whole", whole);
    run(&["solve", "--shard", "1/2", &file])
        .ends_with(2)
        .says_only("is read from a NumPy array, which cannot be split into shards: write its puzzles to a text file first");
    run(&["solve", "--keep-columns", "--format", "csv", &file])
        .ends_with(2)
        .says("cannot keep the columns of ");
}

#[test]
fn solutions_are_written_as_an_array() {
    let folder = Folder::new();
    let text = format!("{PUZZLE}\n12\n{}\n{PUZZLE}\n", PUZZLE.replacen("53", "55", 1));
    let (input, output) = (folder.file("input", &text), folder.path("array.npy"));
    let zeros = "0".repeat(81);
    let expected = array(&format!("{SOLUTION}\n{zeros}\n{zeros}\n{SOLUTION}\n"), "81", 0);
    for threads in [&["-j", "1"][..], &["-j", "2", "--chunk-size", "1"]] {
        run(&[&["solve", "--format", "npy", "-o", &output, &input], threads].concat()).ends_with(1);
        assert!(fs::read(&output).expect("an array") == expected, "{threads:?}");
    }
}

#[test]
fn an_array_is_read_again_and_compared_with_its_puzzles() {
    let folder = Folder::new();
    let text = puzzles(500);
    let (input, labels) = (folder.file("puzzles", &text), folder.path("labels.npy"));
    let inputs = folder.file("inputs.npy", array(&text, "81", 1));
    let tokens = ["--from", "tokens"];
    run(&[&["solve", "-q", "--format", "npy", "-o", &labels, &inputs][..], &tokens].concat()).ends_with(0);
    run(&["check", "--answers", &labels, &input]).ends_with(0).says("500 records");
    let solutions = run(&["solve", "-q", &input]).stdout;
    run(&["solve", "-q", &labels]).ends_with(0).prints(&solutions);
    let empty = folder.path("empty.npy");
    run_with(&["solve", "-q", "--format", "npy", "-o", &empty], b"").ends_with(0);
    assert!(fs::read(&empty).expect("an array") == array("", "81", 0));
    run(&["solve", &empty]).ends_with(0).prints("").says_only("no puzzles");
}

#[test]
fn an_array_that_cannot_be_written_is_refused_and_leaves_the_old_file() {
    let folder = Folder::new();
    let input = folder.file("input", format!("{PUZZLE}\n").repeat(9));
    let needed = "the header of an array is written last, which needs an uncompressed file: ";
    run(&["solve", "--format", "npy", &input])
        .ends_with(2)
        .prints("")
        .says_only(&format!("{needed}<stdout> is not one"));
    let gz = folder.file("a.npy.gz", "old");
    run(&["solve", "--format", "npy", "-o", &gz, &input])
        .ends_with(2)
        .says_only(&format!("{needed}{gz} is not one"));
    for part in ["1/2", "2/2"] {
        run(&["solve", "--format", "npy", "-o", &gz, "--shard", part, &input])
            .ends_with(2)
            .says_only("arrays of parts");
    }
    run(&["solve", "--format", "npy", "--steps", "-o", &gz, &input])
        .ends_with(2)
        .says_only("--steps needs --format line or jsonl");
    assert_eq!(fs::read_to_string(&gz).expect("the old file"), "old");
}

#[test]
fn text_is_not_written_to_a_file_that_is_named_like_an_array() {
    let folder = Folder::new();
    let input = folder.file("input.npy", array(&puzzles(3), "81", 0));
    let output = folder.file("out.NPY.gz", "old");
    let solve = ["solve", "--format", "line"];
    for command in [&solve[..], &["canon"], &["dedupe"], &["shuffle"]] {
        run(&[command, &["-o", &output, &input]].concat()).ends_with(2).prints("").says_only(&format!(
            "{output}: only solve --format npy writes an array; give the file another name"
        ));
    }
    run(&["split", "--part", &format!("{output}=rest"), &input]).ends_with(2).says("only solve --format npy");
    assert_eq!(fs::read_to_string(&output).expect("the old file"), "old");
}
