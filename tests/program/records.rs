//! What counts as a record, and how a malformed one is reported.

use proptest::prelude::*;

use crate::run::{Folder, PUZZLE, SOLUTION, run, run_with};

#[test]
fn line_ends_and_text_after_a_puzzle_are_ignored() {
    let answers = format!("{SOLUTION}\n{SOLUTION}\n");
    for end in ["\n", "\r\n", " 2.5\n", "\tname\r\n", ",answer\n", "   # why\n"] {
        let text = format!("{PUZZLE}{end}{PUZZLE}{end}");
        run_with(&["solve"], text.as_bytes()).ends_with(0).prints(&answers);
        run_with(&["solve"], text.trim_end().as_bytes()).ends_with(0).prints(&answers);
    }
}

#[test]
fn every_blank_character_is_read() {
    for blank in ".0_*-?xX".chars() {
        let text = PUZZLE.replace('.', &blank.to_string());
        run_with(&["solve"], text.as_bytes()).ends_with(0).prints(&format!("{SOLUTION}\n"));
    }
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let folder = Folder::new();
    let file = folder.file("bom", format!("\u{feff}{PUZZLE}\n"));
    for flags in [&["solve", &file][..], &["solve", &file, "--no-mmap"]] {
        run(flags).ends_with(0).prints(&format!("{SOLUTION}\n"));
    }
}

#[test]
fn blank_lines_and_comments_have_no_answer() {
    let text = format!("\n# c\n{PUZZLE}\n   \n// c\n\r\n{PUZZLE}\n\n");
    run_with(&["solve"], text.as_bytes()).ends_with(0).prints(&format!("{SOLUTION}\n{SOLUTION}\n"));
}

#[test]
fn an_empty_file_has_no_answers() {
    let folder = Folder::new();
    for (content, code) in [("", 0), ("\n", 0), ("\u{feff}", 0), ("# nothing\n", 1)] {
        let file = folder.file("empty", content);
        for flags in [&["solve", &file][..], &["solve", &file, "--no-mmap"]] {
            run(flags).ends_with(code).prints("").says_only(&format!("no puzzles in {file}"));
        }
    }
}

#[test]
fn a_malformed_line_is_reported_and_shifts_no_answer() {
    let folder = Folder::new();
    let letter = PUZZLE.replacen('.', "a", 1);
    let text = format!("{PUZZLE}\n{}\n{PUZZLE}\n\n{PUZZLE}4\n{letter}\n{PUZZLE}\n", &PUZZLE[..80]);
    let file = folder.file("bad", text);
    let verdicts = [
        SOLUTION,
        "malformed: 80 characters where 81 were expected (column 81)",
        SOLUTION,
        "malformed: 82 characters where 81 were expected (column 83)",
        "malformed: 'a' is neither a clue nor a blank (column 3)",
        SOLUTION,
    ];
    for size in ["1", "100", "100000"] {
        run(&["solve", &file, "--chunk-size", size])
            .ends_with(1)
            .prints(&(verdicts.join("\n") + "\n"))
            .says(&format!("{file}:2:81: 80 characters where 81 were expected\n"))
            .says(&format!("{file}:5:83: 82 characters where 81 were expected\n"))
            .says(&format!("{file}:6:3: 'a' is neither a clue nor a blank\n"))
            .says("3 solved · 3 malformed");
    }
}

#[test]
fn lines_that_are_together_as_long_as_puzzles_are_read_one_by_one() {
    let comment = format!("# {}", "-".repeat(79));
    let short_ones = format!("{}\n{}", &PUZZLE[..40], &PUZZLE[..40]);
    let letter = PUZZLE.replacen('.', "a", 1);
    let text = [PUZZLE, &comment, &short_ones, PUZZLE, &letter, ""].join("\n");
    assert_eq!(text.len() % (PUZZLE.len() + 1), 0, "the lines look alike");
    for (command, found) in [
        (&["solve", "-j", "1"][..], "2 solved · 3 malformed"),
        (&["solve", "-j", "8", "--unique"], "2 unique · 3 malformed"),
        (&["count", "--limit", "1000"], "2 unique · 3 malformed"),
        (&["rate"], "2 unique · 3 malformed"),
    ] {
        run_with(command, text.as_bytes())
            .ends_with(1)
            .says("<stdin>:3:41: 40 characters where 81 were expected\n")
            .says("<stdin>:4:41: 40 characters where 81 were expected\n")
            .says("<stdin>:6:3: 'a' is neither a clue nor a blank\n")
            .says(found);
    }
}

#[test]
fn ten_malformed_records_are_reported_and_the_others_counted() {
    let text = format!("{PUZZLE}\n{}", "12\n".repeat(5000));
    let run = run_with(&["solve", "--chunk-size", "1000"], text.as_bytes()).ends_with(1);
    assert_eq!(run.stderr.lines().filter(|line| line.starts_with("<stdin>:")).count(), 10, "{run}");
    run.says("<stdin>:11:3: 2 characters").says("and 4,990 more bad records\n");
}

#[test]
fn a_conflict_in_a_grid_has_the_position_in_the_grid() {
    let text = "5 . . 5 . . . . .\n".to_owned() + &". . . . . . . . .\n".repeat(8);
    let run = run_with(&["solve"], text.as_bytes()).ends_with(1);
    run.prints("conflict r1c1 r1c4\n")
        .says("<stdin>:1:7: equal clues in r1c1 and r1c4 share a row, column or box");
}

#[test]
fn an_unknown_format_is_refused_with_the_remedy() {
    for junk in [&b"hello\nworld\n"[..], b"\0\x01\x02", b"1\n2\n"] {
        run_with(&["solve"], junk).ends_with(2).prints("").says_only("name the format with --from");
    }
    run_with(&["solve"], b"\xff\xfe1\x002\x00").ends_with(2).says_only("'12' is not a puzzle");
    run_with(&["solve", "--from", "line"], b"hello\n").ends_with(1).says("<stdin>:1:6: 5 characters");
}

#[test]
fn an_endless_line_is_one_malformed_record() {
    let folder = Folder::new();
    let text = format!("{PUZZLE}\n{}\n{PUZZLE}\n", "1".repeat(5 << 20));
    let file = folder.file("endless", &text);
    let malformed = "malformed: a line of 1048576 characters or more (column 1048576)";
    let expected = format!("{SOLUTION}\n{malformed}\n{SOLUTION}\n");
    for flags in [&["--no-mmap"][..], &["--chunk-size", "100"], &["--chunk-size", "20000000"]] {
        run(&[&["solve", &file], flags].concat()).ends_with(1).prints(&expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_never_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..2000),
        size in 1..300u32,
    ) {
        // Such bytes are refused as damaged compressed data or another kind of file.
        let refused = [&[0x1F, 0x8B][..], &[0x28, 0xB5, 0x2F, 0xFD], &[0x80], b"BM", b"PK"];
        let is_refused = refused.iter().any(|magic| bytes.starts_with(magic));
        for from in ["line", "grid"] {
            let run = run_with(&["solve", "--from", from, "--chunk-size", &size.to_string()], &bytes);
            let codes = if is_refused { 0..=2 } else { 0..=1 };
            prop_assert!(run.code.is_some_and(|code| codes.contains(&code)), "{}", run);
            prop_assert!(!run.stderr.contains("panicked"), "{}", run);
        }
    }

    #[test]
    fn a_changed_byte_spoils_at_most_one_record(at in 0..246usize, byte in any::<u8>()) {
        prop_assume!(byte != b'\n' && at % 82 != 81);
        let mut text = format!("{PUZZLE}\n{PUZZLE}\n{PUZZLE}\n").into_bytes();
        text[at] = byte;
        let run = run_with(&["solve", "--from", "line"], &text);
        let is_comment = at % 82 == 0 && byte == b'#';
        prop_assert_eq!(run.stdout.lines().count(), if is_comment { 2 } else { 3 }, "{}", run);
        let answered = run.stdout.lines().filter(|&line| line == SOLUTION).count();
        prop_assert!(answered >= 2, "{}", run);
    }
}

#[test]
fn most_records_being_malformed_is_noted_together_with_the_puzzles_that_a_scan_finds() {
    let source =
        format!("a = 1, 2\nputs(3, 4)\npuzzle, b\nfoo(\"{PUZZLE}\", 1)\nfoo(\"{PUZZLE}\", 2)\nx, y\n");
    let read_as = |text: &str| run_with(&["solve"], text.as_bytes()).ends_with(1).read_as.concat();
    let noted = read_as(&source);
    let note = "5 of the first 5 records are malformed, but the format scan finds 2 puzzles";
    assert!(noted.ends_with(note), "{noted}");
    run_with(&["solve", "-q", "--from", "scan"], source.as_bytes())
        .ends_with(0)
        .prints(&format!("{SOLUTION}\n").repeat(2));

    let right = format!("id,puzzle\n{}5,12\n", format!("1,{PUZZLE}\n").repeat(2));
    let answers = format!("id,puzzle,solution\n{}", format!("1,{},{SOLUTION}\n", &PUZZLE[1..]).repeat(2));
    for other in [right, answers] {
        assert!(!read_as(&other).contains("scan"), "{other}");
    }
}
