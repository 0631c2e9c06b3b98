//! Files as other programs, systems and editors write them: no record is lost.

use std::fs::{self, File};

use crate::run::{Folder, PUZZLE, Run, SOLUTION, bulkdoku, puzzles, run, run_with};

/// Chunk sizes that must all give the same answers.
const SIZES: [&str; 4] = ["1", "200", "5000", "20000000"];

#[test]
fn a_quote_that_stays_open_costs_its_own_row_however_long_the_file_is() {
    let mut rows: Vec<String> =
        puzzles(12_000).lines().enumerate().map(|(id, puzzle)| format!("{id},ok,{puzzle}\n")).collect();
    rows[100] = rows[100].replace("ok", "\"12 inch");
    let text = format!("id,note,puzzle\n{}", rows.concat());
    let mut answers: Vec<String> = Vec::new();
    for size in ["5000", "262144", "20000000"] {
        let run = run_with(&["solve", "--chunk-size", size], text.as_bytes()).ends_with(1);
        assert_eq!(run.stdout.lines().filter(|line| line.starts_with("malformed")).count(), 1, "{size}");
        assert_eq!(run.stdout.lines().count(), rows.len(), "{size}");
        answers.push(run.stdout);
    }
    assert!(answers.iter().all(|other| *other == answers[0]));
    let kept = run_with(&["solve", "--format", "csv", "--keep-columns"], text.as_bytes()).ends_with(1);
    assert_eq!(kept.stdout.lines().count(), rows.len() + 1);
}

#[test]
fn a_puzzle_that_continues_after_its_closing_quote_is_read_and_may_be_malformed() {
    for (begin, length, is_puzzle) in
        [("\"\"a", 1, false), ("\"\"5", 1, true), ("\"5\"a", 2, false), ("\"5\"", 1, true)]
    {
        let text = format!("puzzle,id\n{begin}{},1\n{PUZZLE},2\n", &PUZZLE[length..]);
        for command in ["solve", "count", "canon"] {
            run_with(&[command], text.as_bytes()).ends_with(i32::from(!is_puzzle));
        }
        let run = run_with(&["solve"], text.as_bytes());
        let quote = "malformed: a quote opens here but does not close at the end of its field (column 1)";
        let expected = [if is_puzzle { SOLUTION } else { quote }, SOLUTION];
        assert_eq!(run.stdout.lines().collect::<Vec<_>>(), expected, "{run}");
        run_with(&["check"], text.as_bytes()).ends_with(1);
    }
}

#[test]
fn a_row_about_as_long_as_the_longest_is_one_record_wherever_the_input_is_cut() {
    const LONGEST: usize = 1 << 20;
    for begin in ["1,\"b", "# c", " ", "1,b\r", "1,b", "1,\"b\",\"c"] {
        for length in [LONGEST - 2, LONGEST - 1, LONGEST, LONGEST + 1] {
            let filler = if begin == " " { " " } else { "b" }.repeat(length - begin.len());
            let row = format!("2,{PUZZLE}\n");
            for last in [format!("3,{PUZZLE}\n\"4\",{PUZZLE}\n"), String::new()] {
                let text = format!("id,puzzle\n{row}{begin}{filler}\n{last}");
                let answers = ["100", "64000", "1048576", "3000000"].map(|size| {
                    run_with(&["solve", "--from", "csv", "--chunk-size", size], text.as_bytes()).stdout
                });
                let name = format!("{begin:?}, {length} bytes, {} rows after it", last.lines().count());
                assert!(answers.iter().all(|answer| *answer == answers[0]), "{name}: {answers:?}");
                let is_row = length >= LONGEST || !matches!(begin, "# c" | " ");
                let rows = 1 + usize::from(is_row) + last.lines().count();
                assert_eq!(answers[0].lines().count(), rows, "{name}");
            }
        }
    }
}

#[test]
fn a_carriage_return_in_a_line_loses_no_record_silently() {
    let p = PUZZLE;
    for (text, line, column) in [
        (format!("{p}\n{p}\r{p}\n{p}\n"), 2, 82),
        (format!("{p}\n{p} 2.5\r{p}\n{p}\n"), 2, 86),
        (format!("{p}\n# c\r{p}\n{p}\n"), 2, 4),
        (format!("id,puzzle\n1,{p}\n2,{p}\r3,{p}\n4,{p}\n"), 3, 84),
        (format!("id,puzzle\n\"1\",{p}\n\"2\",{p}\r3,{p}\n4,{p}\n"), 3, 86),
        (format!("id,puzzle\n1,{p}\n2,{p},\r3,{p}\n4,{p}\n"), 3, 85),
    ] {
        for size in SIZES {
            let run = run_with(&["solve", "--chunk-size", size], text.as_bytes()).ends_with(1);
            let malformed =
                format!("malformed: a carriage return (CR) in the middle of a line (column {column})");
            let answers: Vec<&str> = run.stdout.lines().collect();
            assert_eq!(answers, [SOLUTION, &malformed, SOLUTION], "{run}");
            run.says(&format!("<stdin>:{line}:{column}: "));
        }
    }
    let quoted = format!("note,puzzle\n\"a\r\nb\r\",{p}\r\n\"c\",{p}\r\n");
    run_with(&["solve"], quoted.as_bytes()).ends_with(0).says("2 records");
}

/// Returns rows of the puzzle as a grid.
fn rows() -> Vec<String> {
    (0..9).map(|row| format!("{}\n", &PUZZLE[9 * row..][..9])).collect()
}

#[test]
fn grids_between_lines_of_dashes_and_with_blank_lines_between_their_bands_are_read() {
    let plain = rows().concat();
    let banded = rows().chunks(3).map(<[String]>::concat).collect::<Vec<_>>().join("\n");
    for text in [
        format!("{plain}-\n").repeat(3),
        format!("---------\n{plain}").repeat(3),
        format!("{banded}\n").repeat(3),
        format!("{banded}\n\n").repeat(3),
        format!("Grid\n{banded}").repeat(3),
        format!("{plain}\n{banded}\n{plain}"),
    ] {
        for size in SIZES {
            let run = run_with(&["solve", "--chunk-size", size], text.as_bytes());
            run.ends_with(0).prints(&format!("{SOLUTION}\n").repeat(3));
        }
    }
    let short = rows()[1..].concat();
    for size in SIZES {
        let text = format!("{plain}-\n{short}-\n{plain}-\n");
        let run = run_with(&["solve", "--chunk-size", size], text.as_bytes()).ends_with(1);
        assert_eq!(run.stdout.lines().filter(|&line| line == SOLUTION).count(), 2, "{run}");
    }
}

#[test]
fn records_are_the_same_wherever_the_input_is_cut() {
    let (p, three) = (PUZZLE, rows()[..3].concat());
    for text in [
        format!("id,puzzle\n1,{p}\n# 2,{p}\n//,{p}\n\"3\",{p}\n #,{p}\n4,{p}\n"),
        format!("puzzle,id\n{p},\"a\"\n\u{feff}{p},b\n{p},c\n"),
        format!("id,puzzle\r\n1,{p}\r\n2,\r\n\"3\",\r\n4,{p}\r\n"),
        format!("{three}\n{three}Grid 02\n{}", rows().concat()),
    ] {
        let whole = run_with(&["solve", "--format", "csv"], text.as_bytes());
        for size in ["1", "62", "90", "200"] {
            let run = run_with(&["solve", "--format", "csv", "--chunk-size", size], text.as_bytes());
            let bad_records =
                |run: &Run| run.stderr.lines().filter(|line| line.contains("malformed")).count();
            assert_eq!((&run.stdout, bad_records(&run)), (&whole.stdout, bad_records(&whole)), "{run}");
        }
    }
}

#[test]
fn colons_bars_and_semicolons_separate_fields() {
    for text in [
        format!("{PUZZLE}:1:{SOLUTION}\n"),
        format!("{PUZZLE}:1:{SOLUTION}:easy\n{PUZZLE}:1:{SOLUTION}:\n"),
        format!("puzzle:count:solution\n{PUZZLE}:1:{SOLUTION}\n"),
        format!("{PUZZLE}:1\n{PUZZLE}:0 # why\n"),
        format!("{PUZZLE};easy\n"),
        format!("id|puzzle|solution\n1|{PUZZLE}|{SOLUTION}\n"),
        format!("sep=;\nid;puzzle\n1;{PUZZLE}\n"),
        format!("\u{feff}\"sep=|\"\r\nid|puzzle\r\n1|{PUZZLE}\r\n"),
        format!("sep=:\nid:puzzle\n1:{PUZZLE}\n"),
    ] {
        run_with(&["solve"], text.as_bytes()).ends_with(0).says("record");
    }
    let comment = format!("{PUZZLE} # see https://example.org|\n");
    run_with(&["solve", "--from", "csv"], comment.as_bytes()).ends_with(0).says("1 record");
    let text = format!("{PUZZLE}:1:{SOLUTION}\n{PUZZLE}:1:{}\n", SOLUTION.replacen('5', "6", 1));
    run_with(&["check"], text.as_bytes()).ends_with(1).says("answers in column 3");
}

#[test]
fn the_end_of_file_byte_of_dos_is_not_a_record() {
    for text in [
        format!("{PUZZLE}\r\n\x1A"),
        format!("{PUZZLE}\r\n\x1A\r\n"), // as `shuffle` ends the last line
        format!("{PUZZLE}\x1A"),
        format!("id,puzzle\r\n1,{PUZZLE}\r\n\x1A"),
    ] {
        run_with(&["solve"], text.as_bytes()).ends_with(0).prints(&format!("{SOLUTION}\n"));
    }
    let grid = format!("{}\x1A", rows().concat());
    run_with(&["solve"], grid.as_bytes()).ends_with(0).prints(&format!("{SOLUTION}\n"));
}

#[test]
fn a_header_may_begin_with_a_hash() {
    let text = format!("#,puzzle,solution\n1,{PUZZLE},{SOLUTION}\n");
    let run = run_with(&["solve", "--format", "csv", "--keep-columns"], text.as_bytes()).ends_with(0);
    assert!(run.stdout.starts_with("#,puzzle,solution,solve_solution,verdict,"), "{run}");
    assert_eq!(run.stdout.lines().count(), 2, "{run}");
    run_with(&["solve", "--column", "puzzle"], text.as_bytes()).ends_with(0).says("1 record");
    let text = format!("# made by hand, without care\nid,puzzle\n1,{PUZZLE}\n");
    let run = run_with(&["solve", "--format", "csv", "--keep-columns"], text.as_bytes()).ends_with(0);
    assert!(run.stdout.starts_with("id,puzzle,solution,"), "{run}");
}

#[test]
fn a_character_outside_ascii_is_named_with_its_column() {
    let letter = PUZZLE.replacen('.', "é", 1);
    let what = "3: 'é' is neither a clue nor a blank\n";
    run_with(&["solve", "--from", "line"], format!("{letter}\n").as_bytes()).ends_with(1).says(what);
    let what = "5: 'é' is neither a clue nor a blank\n";
    for id in ["1", "\"1\""] {
        let column = if id.len() == 1 { what } else { "7: 'é' is neither a clue nor a blank\n" };
        let text = format!("id,puzzle\n{id},{letter}\n");
        run_with(&["solve"], text.as_bytes()).ends_with(1).says(column);
    }
    run_with(&["solve", "--from", "line"], b"1\n")
        .ends_with(1)
        .says(":2: 1 character where 81 were expected");
}

#[test]
fn a_row_of_delimiters_alone_is_a_record_in_every_table() {
    for delimiter in [",", ";", "\t"] {
        let empty = delimiter.repeat(2);
        let text =
            [format!("id,puzzle,x\n1,{PUZZLE},y\n").replace(',', delimiter), format!("{empty}\n")].concat();
        for size in SIZES {
            let run = run_with(&["solve", "--chunk-size", size], text.as_bytes()).ends_with(1);
            assert_eq!(run.stdout.lines().count(), 2, "{delimiter:?}: {run}");
        }
    }
}

#[test]
fn answers_appended_to_the_file_on_stdin_are_not_read() {
    let folder = Folder::new();
    let file = folder.file("both", format!("{PUZZLE}\n").repeat(30_000));
    let output = fs::OpenOptions::new().append(true).open(&file).expect("a file");
    let mut command = bulkdoku(&["solve", "-q"]);
    command.stdin(File::open(&file).expect("a file")).stdout(output);
    assert!(command.status().expect("it ends").success());
    let lines = fs::read_to_string(&file).expect("text");
    assert_eq!(lines.lines().count(), 60_000);
    assert_eq!(lines.lines().filter(|&line| line == SOLUTION).count(), 30_000);
}

#[test]
fn a_file_on_stdin_is_read_from_its_position() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("skipped\n{PUZZLE}\n"));
    let mut input = File::open(&file).expect("a file");
    std::io::Seek::seek(&mut input, std::io::SeekFrom::Start(8)).expect("a position");
    let output = bulkdoku(&["solve", "-q"]).stdin(input).output().expect("it ends");
    assert_eq!(output.stdout, format!("{SOLUTION}\n").into_bytes());
}

#[test]
fn many_empty_lines_are_read_quickly_in_every_format() {
    let folder = Folder::new();
    let lines = 5_000_000;
    let file = folder.file("empty", "\n".repeat(lines) + &rows().concat());
    let started = std::time::Instant::now();
    let run = run(&["solve", "--from", "grid", "--summary", &folder.path("summary"), &file]).ends_with(0);
    run.prints(&format!("{SOLUTION}\n"));
    let summary = fs::read_to_string(folder.path("summary")).expect("a summary");
    assert!(summary.contains(&(lines + 9).to_string()), "{summary}");
    assert!(started.elapsed().as_secs() < 30, "it took {:?}", started.elapsed());
}
