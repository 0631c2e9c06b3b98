//! `bulkdoku check --clean` and `--rejects`: the records without findings, and the others; and `-o`, which gets all findings.

use serde_json::{Value, json};

use crate::planted::planted;
use crate::run::{Folder, PUZZLE, SOLUTION, puzzles, run, run_with};

const OTHER: &str = "......586.25..4.9...198....3....1.6..67.38...15........48...62.2.....9.5.1...9.43";

/// Returns the text of a file.
fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the clean copy and the rejects of a file with this text.
fn cleaned(name: &str, text: &str, flags: &[&str]) -> (String, String) {
    let folder = Folder::new();
    let file = folder.file(name, text);
    let [clean, rejects] = ["clean", "rejects"].map(|name| folder.path(name));
    run(&[&["check", "-q", &file, "--clean", &clean, "--rejects", &rejects], flags].concat()).ends_with(1);
    (read(&clean), read(&rejects))
}

#[test]
fn a_table_is_cleaned_with_its_columns_header_and_comments() {
    let wrong = SOLUTION.replacen('5', "6", 1);
    let table = format!(
        "# a set\nid,puzzle,solution\n1,{PUZZLE},{wrong}\n# the second\n2,{PUZZLE},{SOLUTION}\n\
         3,{PUZZLE},{SOLUTION}\n4,12 \"x\",\n5,{OTHER},\n6,{},{SOLUTION}\n",
        ".".repeat(81)
    );
    let (clean, rejects) = cleaned("set.csv", &table, &[]);
    assert_eq!(clean, format!("# a set\nid,puzzle,solution\n# the second\n2,{PUZZLE},{SOLUTION}\n"));
    let expected = [
        "id,puzzle,solution,findings".to_owned(),
        format!("1,{PUZZLE},{wrong},\"changed-clue: r1c1 is 5 in the puzzle and 6 in the answer\""),
        format!("3,{PUZZLE},{SOLUTION},\"duplicate: the same puzzle as in line 3\""),
        "4,12 \"x\",,\"malformed: 6 characters where 81 were expected\"".to_owned(),
        format!("5,{OTHER},,\"no-answer: the record has no answer\""),
        format!("6,{},{SOLUTION},\"multiple: there is more than one solution\"", ".".repeat(81)),
    ];
    assert_eq!(rejects, expected.map(|line| line + "\n").concat());
}

#[test]
fn the_first_good_record_of_a_class_stays_although_a_bad_one_comes_first() {
    let wrong = SOLUTION.replacen('5', "6", 1);
    let text = format!("puzzle,solution\n{PUZZLE},{wrong}\n{PUZZLE},{SOLUTION}\n{PUZZLE},{SOLUTION}\n");
    for by in ["text", "clues", "puzzle", "solution", "clues,solution"] {
        let (clean, rejects) = cleaned("set.csv", &text, &["--by", by]);
        assert_eq!(clean, format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n"), "{by}");
        assert_eq!(rejects.lines().count(), 3, "{by}");
    }
}

#[test]
fn a_clean_copy_keeps_the_format_of_the_input() {
    let grid = |puzzle: &str| {
        let rows: Vec<&str> = (0..9).map(|row| &puzzle[9 * row..][..9]).collect();
        rows.join("\n") + "\n\n"
    };
    let object = |puzzle: &str| format!("{{\"puzzle\":\"{puzzle}\",\"n\":[1]}}\n");
    let twice = "duplicate: the same puzzle as in line";
    let (clean, rejects) =
        cleaned("set.txt", &format!("{PUZZLE} # one\nh\u{e9}llo, \"you\"\n{PUZZLE} # two\n{OTHER}\n"), &[]);
    assert_eq!(clean, format!("{PUZZLE} # one\n{OTHER}\n"));
    let malformed = "2,\"h\u{e9}llo, \"\"you\"\"\",,\"malformed: 5 characters where 81 were expected\"\n";
    assert_eq!(rejects, format!("line,puzzle,text,findings\n{malformed}3,{PUZZLE},# two,\"{twice} 1\"\n"));
    let (clean, rejects) = cleaned("set.sdm", &(grid(PUZZLE).repeat(2) + &grid(OTHER)), &[]);
    assert_eq!(clean, grid(PUZZLE) + &grid(OTHER));
    assert_eq!(rejects, format!("line,puzzle,findings\n11,{PUZZLE},\"{twice} 1\"\n"));
    let (clean, rejects) = cleaned("set.jsonl", &(object(PUZZLE).repeat(2) + &object(OTHER)), &[]);
    assert_eq!(clean, object(PUZZLE) + &object(OTHER));
    assert_eq!(rejects, format!("{{\"puzzle\":\"{PUZZLE}\",\"n\":[1],\"findings\":\"{twice} 1\"}}\n"));
}

#[test]
fn a_training_set_loses_its_leaks_duplicates_and_bad_records_in_one_command() {
    let folder = Folder::new();
    let records = planted();
    let (test, train) = records.split_at(records.len() / 3);
    let row = |(number, puzzle): (usize, &str)| match number % 7 {
        0 => format!("{number},{}z\n", &puzzle[..80]),
        _ => format!("{number},{puzzle}\n"),
    };
    let table: String = train.iter().map(|record| record.puzzle.as_str()).enumerate().map(row).collect();
    let tests: String = test.iter().map(|record| format!("{}\n", record.puzzle)).collect();
    let (train, test) =
        (folder.file("train.csv", format!("id,puzzle\n{table}")), folder.file("test.txt", tests));
    let [clean, rejects, summary] =
        ["clean.csv", "rejects.csv", "summary.json"].map(|name| folder.path(name));
    let mut usual = None;
    for further in [&["-j", "1"][..], &["-j", "8", "--chunk-size", "999", "--fingerprint-memory", "1"]] {
        let files = ["--clean", &clean, "--rejects", &rejects, "--summary", &summary];
        let args = [&["check", &train, "--against", &test, "-o", "-"], &files[..], further].concat();
        run(&args).ends_with(1).says("compared by puzzle within the file and against");
        let found = (read(&clean), read(&rejects));
        assert!(usual.get_or_insert_with(|| found.clone()) == &found, "{args:?}");
        run(&["check", "-q", &clean, "--against", &test, "--by", "puzzle"]).ends_with(0).prints("");
        let told: Value = serde_json::from_str(&read(&summary)).expect("JSON");
        let count = |text: &str| text.lines().count() - 1;
        assert_eq!(told["clean"], json!({ "file": clean, "records": count(&found.0) }));
        assert_eq!(told["rejects"], json!({ "file": rejects, "records": count(&found.1) }));
        assert_eq!(count(&found.0) + count(&found.1), told["records"].as_u64().expect("a number") as usize);
        assert!(found.1.lines().skip(1).all(|line| line.ends_with('"') && !line.ends_with(",\"\"")));
    }
    // The plain algorithm: one record of each class, without bad records and without those in the other file.
    let dedupe = ["dedupe", "-q", &train, "--drop-invalid", "--against", &test];
    run(&dedupe).ends_with(0).prints(&read(&clean));
}

#[test]
fn a_file_gets_all_findings_and_the_terminal_the_first_thousand() {
    let folder = Folder::new();
    let file = folder.file("set.txt", puzzles(700).repeat(2) + &"12\n".repeat(700));
    let all = folder.path("findings.txt");
    for memory in ["1", "1000000"] {
        let further = ["--by", "text,clues", "--fingerprint-memory", memory];
        let args = [&["check", &file, "-o", &all], &further[..]].concat();
        run(&args).ends_with(1).prints("").says("2,100 findings in 1,400 records: ");
        let args = [&["check", &file], &further[..]].concat();
        let printed =
            run(&args).ends_with(1).says("and 1,100 more findings; -o FILE writes them all to a file").stdout;
        let all = read(&all);
        assert_eq!((all.lines().count(), printed.lines().count()), (2100, 1000));
        assert!(all.starts_with(&printed));
        let few = folder.path("few.txt");
        let args = [&["check", &file, "--findings", "3", "-o", &few], &further[..]].concat();
        run(&args).ends_with(1).says("and 2,097 more findings");
        assert!(printed.starts_with(&read(&few)) && read(&few).lines().count() == 3);
    }
}

#[test]
fn what_cannot_be_cleaned_is_refused_and_nothing_is_written() {
    let folder = Folder::new();
    let file = folder.file("set.txt", puzzles(3));
    let clean = folder.path("clean.txt");
    let refused = |further: &[&str], reason: &str| {
        run(&[&["check", &file, "--clean", &clean], further].concat()).ends_with(2).says_only(reason);
        assert!(!std::path::Path::new(&clean).exists());
    };
    refused(
        &["--answers", &folder.file("answers.txt", SOLUTION)],
        "--clean cannot copy answers from another file: join them first, as in paste -d , puzzles.txt answers.txt",
    );
    refused(&["--shard", "1/2"], "--clean needs the whole file");
    refused(&["--rejects", &clean], "name another one");
    run(&["check", &file, "--clean", &file]).ends_with(2).says_only("name another one");
    assert_eq!(read(&file), puzzles(3));
}

#[test]
fn standard_input_is_cleaned_to_standard_output() {
    let folder = Folder::new();
    let findings = folder.path("findings.txt");
    let text = format!("{PUZZLE}\n{PUZZLE}\n{OTHER}\n");
    let clean = ["check", "-q", "--clean", "-", "-o", &findings];
    run_with(&clean, text.as_bytes()).ends_with(1).prints(&format!("{PUZZLE}\n{OTHER}\n"));
    assert_eq!(read(&findings), "<stdin>:2:1: duplicate: the same puzzle as in line 1\n");
}
