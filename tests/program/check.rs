//! `bulkdoku check`: the findings in a data set.

use std::io::Write;
use std::process::Stdio;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use crate::puzzle_sets::shared;
use crate::run::{Folder, PUZZLE, SOLUTION, TEMP, bulkdoku, puzzles, run, run_command, run_with};

/// Returns the puzzle with the beginning of its first row replaced.
fn puzzle(row: &str) -> String {
    PUZZLE.replacen(&PUZZLE[..row.len()], row, 1)
}

/// Returns the solution with the beginning of its first row replaced.
fn answer(row: &str) -> String {
    SOLUTION.replacen(&SOLUTION[..row.len()], row, 1)
}

/// Returns `count` puzzles and their answers.
fn set(count: usize) -> (String, String) {
    let text = puzzles(count);
    let answers = run_with(&["solve"], text.as_bytes()).ends_with(0).stdout;
    (text, answers)
}

/// Returns puzzles and answers as a table.
fn table(puzzles: &str, answers: &str) -> String {
    let rows = puzzles.lines().zip(answers.lines()).map(|(puzzle, answer)| format!("{puzzle},{answer}\n"));
    "puzzle,solution\n".to_owned() + &rows.collect::<String>()
}

#[test]
fn a_clean_set_has_no_findings_and_ends_with_0() {
    let (text, answers) = set(300);
    let run = run_with(&["check"], table(&text, &answers).as_bytes()).ends_with(0).prints("");
    run.says("300 records")
        .says("all unique\nanswers in column 2: 300 right\ncompared by clues within the file\nno findings\n");
    run_with(&["check", "-q"], text.as_bytes()).ends_with(0).prints("").says("");
}

#[test]
fn every_kind_of_finding_has_its_line() {
    let folder = Folder::new();
    let blank = ".".repeat(81);
    let rows = [
        format!("{PUZZLE},{SOLUTION}"),
        format!("12,{SOLUTION}"),
        format!("{},{SOLUTION}", puzzle("5.z")),
        format!("{},{SOLUTION}", puzzle("5..5")),
        format!("{},{SOLUTION}", puzzle("531")),
        format!("{blank},{SOLUTION}"),
        format!("{},{}", puzzle("53.6"), answer("535")),
        format!("{},{}", puzzle("534"), answer("535")),
        format!("{},{PUZZLE}", puzzle("5346")),
        format!("{},12", puzzle("5346789")),
        puzzle("534678"),
        format!("{},{SOLUTION}", PUZZLE.replace('.', "0")),
    ];
    let file = folder.file("set.csv", format!("quizzes,solutions\n{}\n", rows.join("\n")));
    let found = [
        "3:3: malformed: 2 characters where 81 were expected",
        "4:3: malformed: 'z' is neither a clue nor a blank",
        "5:4: conflict: equal clues in r1c1 and r1c4 share a row, column or box",
        "6:1: none: there is no solution",
        "7:1: multiple: there is more than one solution",
        "8:85: wrong-answer: 5 is in r1c1 and r1c3, which share a row, column or box",
        "9:85: changed-clue: r1c3 is 4 in the puzzle and 5 in the answer",
        "10:85: wrong-answer: r1c3 is left blank",
        "11:85: wrong-answer: 2 characters where 81 were expected",
        "12:82: no-answer: the record has no answer",
        "13:1: duplicate: the same puzzle as in line 2",
    ];
    let expected: String = found.iter().map(|line| format!("{file}:{line}\n")).collect();
    let run = run(&["check", &file]).ends_with(1).prints(&expected);
    run.says("answers in column 2: 3 right").says("11 findings: ");
}

#[test]
fn puzzles_without_answers_are_audited() {
    let text = format!("{PUZZLE}\n{}\n{PUZZLE} 2.5\n", puzzle("5..5"));
    let expected = "<stdin>:2:4: conflict: equal clues in r1c1 and r1c4 share a row, column or box\n\
                    <stdin>:3:1: duplicate: the same puzzle as in line 1\n";
    let run = run_with(&["check"], text.as_bytes()).ends_with(1).prints(expected);
    run.says("no answers found").says("2 findings: 1 conflict · 1 duplicate\n");
}

#[test]
fn any_solution_answers_a_puzzle_with_several() {
    let blank = ".".repeat(81);
    let text = format!("{blank} {SOLUTION}\n{blank} {}\n", answer("535"));
    let expected = "<stdin>:1:1: multiple: there is more than one solution\n\
                    <stdin>:2:1: multiple: there is more than one solution\n\
                    <stdin>:2:85: wrong-answer: 5 is in r1c1 and r1c3, which share a row, column or box\n\
                    <stdin>:2:1: duplicate: the same puzzle as in line 1\n";
    run_with(&["check"], text.as_bytes()).ends_with(1).prints(expected).says("1 right");
}

#[test]
fn the_column_of_the_answers_can_be_named() {
    let text = format!("puzzle,first,second\n{PUZZLE},{},{SOLUTION}\n", answer("354"));
    let named = |column| run_with(&["check", "--answer-column", column], text.as_bytes());
    named("second").ends_with(0).says("answers in column 3: 1 right");
    named("3").ends_with(0);
    let changed = "<stdin>:2:83: changed-clue: r1c1 is 5 in the puzzle and 3 in the answer\n";
    named("first").ends_with(1).prints(changed);
    named("third").ends_with(2).says("there is no column 'third': the columns are puzzle, first, second");
    named("puzzle").ends_with(2).says("the column of the puzzles");
    let lines = format!("{PUZZLE} {SOLUTION}\n");
    run_with(&["check", "--answer-column", "2"], lines.as_bytes()).ends_with(0).says("1 right");
    run_with(&["check", "--answer-column", "x"], lines.as_bytes()).ends_with(2).says("--answers");
}

#[test]
fn answers_can_be_in_a_separate_file() {
    let folder = Folder::new();
    let text = format!("# c\n{PUZZLE}\n12\n{}\n{}\n", puzzle("531"), puzzle("534"));
    let answers = folder.file("answers.txt", format!("solution\n{SOLUTION}\nx\nnone\n{}\n", answer("535")));
    let expected = format!(
        "<stdin>:3:3: malformed: 2 characters where 81 were expected\n\
         <stdin>:4:1: none: there is no solution\n\
         {answers}:5:3: changed-clue: r1c3 is 4 in the puzzle and 5 in the answer (the puzzle of line 5)\n"
    );
    let run = run_with(&["check", "--answers", &answers], text.as_bytes()).ends_with(1).prints(&expected);
    run.says(&format!("answers in {answers}: 1 right"));
}

#[test]
fn answers_are_read_from_standard_input_unless_the_puzzles_are() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{PUZZLE}\n"));
    let answers = format!("{SOLUTION}\n");
    let run = run_with(&["check", &file, "--answers", "-"], answers.as_bytes()).ends_with(0);
    run.says("answers in <stdin>: 1 right");
    let both: &[&[&str]] = if cfg!(unix) {
        &[&["--answers", "-"], &["-", "--answers", "/dev/stdin"], &["/dev/stdin", "--answers", "-"]]
    } else {
        &[&["--answers", "-"]]
    };
    for args in both {
        let run = run_with(&[&["check"], *args].concat(), answers.as_bytes()).ends_with(2).prints("");
        run.says_only("both read standard input");
    }
}

#[test]
fn grids_and_pencilmarks_are_compared_with_a_file_of_answers() {
    let folder = Folder::new();
    let answers = folder.file("answers.txt", format!("{SOLUTION}\n"));
    let grid: String = (0..9).map(|row| format!("{}\n", &PUZZLE[9 * row..][..9])).collect();
    let mark = |byte: u8| if byte == b'.' { "123456789".to_owned() } else { mark_of(byte) };
    let marks: String = PUZZLE.bytes().map(mark).collect();
    for text in [&grid, &marks] {
        run_with(&["check", "--answers", &answers], text.as_bytes()).ends_with(0).says("1 right");
    }
    let wrong = folder.file("wrong.txt", answer("354"));
    let run = run_with(&["check", "--answers", &wrong], marks.as_bytes()).ends_with(1);
    run.prints(&format!("{wrong}:1:1: changed-clue: r1c1 may not be 3 (the puzzle of line 1)\n"));
    let refused = run_with(&["check", "--answer-column", "2"], grid.as_bytes()).ends_with(2);
    refused.says("records in the format grid do not have columns");
}

/// Returns the nine characters of a cell with only this candidate.
fn mark_of(digit: u8) -> String {
    (b'1'..=b'9').map(|mark| if mark == digit { mark as char } else { '.' }).collect()
}

#[test]
fn too_few_and_too_many_answers_are_reported_once() {
    let folder = Folder::new();
    let (text, answers) = set(10);
    let few = folder.file("few.txt", answers.lines().take(7).collect::<Vec<_>>().join("\n"));
    let many = folder.file("many.txt", answers.clone() + &answers[..3 * 82]);
    let run = |answers: &str| run_with(&["check", "--answers", answers], text.as_bytes()).ends_with(1);
    run(&few).prints(&format!(
        "<stdin>:8:1: answer-count: {few} has 7 answers: none for this record or any after it\n"
    ));
    run(&many).prints(&format!(
        "{many}:11:1: answer-count: {many} has 13 answers for 10 records: no record for this answer or any after it\n"
    ));
}

#[test]
fn empty_lines_among_too_few_answers_are_pointed_out() {
    let folder = Folder::new();
    let (text, answers) = set(10);
    let mut lines: Vec<&str> = answers.lines().collect();
    (lines[8], lines[9]) = ("", "");
    let at_the_end = folder.file("end.txt", lines.join("\n") + "\n");
    lines.swap(7, 9);
    let among = folder.file("among.txt", lines.join("\n") + "\n");
    let run = |answers: &str| run_with(&["check", "--answers", answers], text.as_bytes()).ends_with(1);
    let stdout = |answers: &str| run(answers).stdout;
    assert!(stdout(&at_the_end).ends_with("none for this record or any after it\n"));
    assert!(stdout(&among).contains(
        "(2 empty lines between answers were skipped: write \"none\" where a record has no answer)\n"
    ));
}

#[test]
fn findings_are_reported_up_to_the_limit_and_all_are_counted() {
    let text = format!("{PUZZLE}\n12\n").repeat(50);
    let reported = |limit: &str| run_with(&["check", "--findings", limit], text.as_bytes()).ends_with(1);
    let three = "<stdin>:2:3: malformed: 2 characters where 81 were expected\n\
                 <stdin>:3:1: duplicate: the same puzzle as in line 1\n\
                 <stdin>:4:3: malformed: 2 characters where 81 were expected\n";
    reported("3")
        .prints(three)
        .says("and 96 more findings")
        .says("99 findings: 50 malformed · 49 duplicate\n");
    reported("0").prints("").says("and 99 more findings");
    assert_eq!(reported("1000").stdout.lines().count(), 99);
}

#[test]
fn compressed_sets_are_read_from_files_and_from_stdin() {
    let folder = Folder::new();
    let (text, answers) = set(100);
    let gzip = |text: &str| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text.as_bytes()).expect("to memory");
        encoder.finish().expect("to memory")
    };
    let file = folder.file("set.csv.gz", gzip(&table(&text, &answers)));
    run(&["check", &file]).ends_with(0).says("100 right");
    let answers = folder.file("answers.gz", gzip(&answers));
    run_with(&["check", "--answers", &answers, "-"], &gzip(&text)).ends_with(0).says("100 right");
}

#[test]
fn the_json_summary_has_all_results() {
    let folder = Folder::new();
    let summary = folder.path("summary.json");
    let text = format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n{PUZZLE},{}\n12,\n", answer("535"));
    run_with(&["check", "--summary", &summary], text.as_bytes()).ends_with(1);
    let text = std::fs::read_to_string(&summary).expect("a summary");
    let told: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&told["schema"], &told["records"]), (&json!(1), &json!(3)));
    assert_eq!(told["answers"], json!({ "file": null, "column": 2, "right": 1 }));
    assert_eq!((&told["findings"], &told["findings_listed"]), (&json!(3), &json!(3)));
    assert_eq!(
        told["findings_by_kind"],
        json!({
            "malformed": 1, "conflict": 0, "none": 0, "multiple": 0, "budget": 0, "wrong-answer": 1,
            "changed-clue": 0, "no-answer": 0, "answer-count": 0, "duplicate": 1,
        })
    );
    assert_eq!(
        told["first_findings"][1],
        json!({
            "file": "<stdin>", "line": 3, "column": 1, "kind": "duplicate",
            "what": "the same puzzle as in line 2",
        })
    );
    assert_eq!((&told["puzzles_by_clues"], &told["bytes_spilled"]), (&json!({ "30": 2 }), &json!(0)));
}

#[test]
fn the_findings_can_go_to_a_file() {
    let folder = Folder::new();
    let findings = folder.path("findings.txt");
    run_with(&["check", "-o", &findings], b"hello\n").ends_with(2);
    assert_eq!(folder.names(), [""; 0], "a file that cannot be read leaves no findings");
    let text = format!("{PUZZLE}\n{PUZZLE}\n");
    run_with(&["check", "-o", &findings], text.as_bytes()).ends_with(1).prints("");
    let told = std::fs::read_to_string(&findings).expect("findings");
    assert_eq!(told, "<stdin>:2:1: duplicate: the same puzzle as in line 1\n");
}

#[test]
fn files_that_cannot_be_read_end_with_2() {
    let folder = Folder::new();
    let missing = folder.path("missing");
    run(&["check", &missing]).ends_with(2).prints("").says_only("missing");
    run_with(&["check", "--answers", &missing], PUZZLE.as_bytes()).ends_with(2).says_only("missing");
    let both = ["check", "--answers", &missing, "--answer-column", "2"];
    run_with(&both, PUZZLE.as_bytes()).ends_with(2).says("cannot be used with");
    let mut half = GzEncoder::new(Vec::new(), Compression::fast());
    half.write_all(SOLUTION.repeat(10).as_bytes()).expect("to memory");
    let mut half = half.finish().expect("to memory");
    half.truncate(half.len() - 9);
    let half = folder.file("half.gz", half);
    run_with(&["check", "--answers", &half], PUZZLE.as_bytes()).ends_with(2).says("half.gz");
}

#[test]
fn a_closed_pipe_does_not_change_the_exit_code() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{PUZZLE}\n").repeat(20_000));
    let mut command = bulkdoku(&["check", "-q", "--findings", "20000", &file]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(1), ""));
}

#[test]
fn a_missing_folder_for_temporary_files_is_reported() {
    let mut command = bulkdoku(&["check", "--fingerprint-memory", "1"]);
    command.env(TEMP, "/there/is/none");
    let run = run_command(command, puzzles(2000).as_bytes()).ends_with(2).prints("");
    // Windows adds a backslash to the folder.
    let told = if cfg!(windows) { r"none\" } else { "none" };
    run.says_only("cannot write a temporary file in ").says(&format!("{told} ({TEMP} names another folder)"));
}

#[test]
fn an_exhausted_budget_is_a_finding() {
    let blank = ".".repeat(81);
    let run = run_with(&["check", "--budget", "0"], format!("{PUZZLE}\n{blank}\n").as_bytes()).ends_with(1);
    run.prints("<stdin>:2:1: budget: the budget was spent before the solution was proved unique\n");
}

#[test]
fn the_public_sets_are_clean() {
    let Some(samples) = shared("formats") else { return };
    let data = samples.parent().expect("a folder");
    let path = |name: &str| data.join(name).to_str().expect("UTF-8").to_owned();
    for set in ["17_clue_49151", "kaggle_easy_21000", "magictour_top1465"] {
        let answers = path(&format!("{set}.solutions.txt"));
        run(&["check", &path(&format!("{set}.txt")), "--answers", &answers]).ends_with(0).prints("");
    }
    for name in ["kaggle_1m", "kaggle_3m_curated", "kaggle_9m", "sudoku_extreme_1row"] {
        run(&["check", &path(&format!("formats/{name}.csv"))]).ends_with(0).says("answers in column");
    }
}

#[test]
fn a_skipped_header_is_reported_and_a_broken_record_is_not_a_header() {
    let text = format!("oops broken record\n{PUZZLE}\n");
    let run = run_with(&["check"], text.as_bytes()).ends_with(0);
    run.says("line 1 is read as a header: 'oops broken record'");
    let text = format!("1,53..7....6..195,easy\n2,{PUZZLE},easy\n");
    let found = "<stdin>:1:18: malformed: 15 characters where 81 were expected\n";
    run_with(&["check"], text.as_bytes()).ends_with(1).prints(found);
    for header in ["id,puzzle,note", "number,board,0.1_0.2", "\"a\",\"b\",\"c\""] {
        let text = format!("{header}\n1,{PUZZLE},\n");
        run_with(&["check"], text.as_bytes()).ends_with(0).says("line 1 is read as a header");
    }
}

#[test]
fn a_quote_in_a_chunk_does_not_move_the_findings_of_other_rows() {
    let blank = ".".repeat(81);
    let text = format!("id,puzzle,note\n1,{blank},a\n22,{blank},\"b\"\n\"3\",\"{blank}\",c\n");
    for size in ["1", "100", "100000"] {
        let run = run_with(&["check", "--by", "clues", "--chunk-size", size], text.as_bytes()).ends_with(1);
        let columns: Vec<_> = run.stdout.lines().filter(|line| line.contains("multiple")).collect();
        let places = [(2, 3), (3, 4), (4, 6)].map(|(line, column)| format!("<stdin>:{line}:{column}: "));
        assert!(
            columns.len() == 3 && columns.iter().zip(&places).all(|(line, place)| line.starts_with(place)),
            "{run}"
        );
    }
}

#[test]
fn an_answer_after_pencilmarks_between_white_space_is_read_whole() {
    let marks: String = PUZZLE
        .bytes()
        .map(|byte| if byte == b'.' { "123456789".to_owned() } else { mark_of(byte) })
        .collect();
    let text = format!("00ab {marks} {SOLUTION}\n00ac {marks} {SOLUTION}\n");
    let run = run_with(&["check"], text.as_bytes()).ends_with(1);
    run.says("answers in column 3: 2 right");
}
