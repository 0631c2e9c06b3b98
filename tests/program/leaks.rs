//! `bulkdoku check --by` and `--against`: duplicates by every key, and records that are also in another file.
//! `bulkdoku dedupe --against`, which removes such records.

use bulkdoku::datasets::SameBy;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::Write;

use crate::memory::{MEMORY, run_measured_with};
use crate::planted::{EACH, Planted, common, firsts, planted};
use crate::run::{Folder, PUZZLE, SOLUTION, puzzles, run, run_with};

/// Returns the line and the other line of every finding of this kind: `12:1: … 7, …` gives (12, 7).
fn found(stdout: &str, kind: &str) -> Vec<(usize, usize)> {
    let of_kind = stdout.lines().filter(|line| line.contains(&format!(": {kind}: ")));
    let numbers = of_kind.map(|line| {
        let (place, what) = line.split_once(&format!(": {kind}: ")).expect("a kind");
        let line = place.rsplit(':').nth(1).and_then(|line| line.parse().ok());
        let what = what.split(", ").next().expect("a text");
        let other = what.rsplit([':', ' ']).next().and_then(|line| line.parse().ok());
        (line.expect("a line"), other.expect("another line"))
    });
    numbers.collect()
}

fn lines(records: &[Planted]) -> String {
    records.iter().map(|record| format!("{}\n", record.puzzle)).collect()
}

fn table(records: &[Planted]) -> String {
    let row = |record: &Planted| format!("{},{}\n", record.puzzle, record.solution);
    "puzzle,solution\n".to_owned() + &records.iter().map(row).collect::<String>()
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).expect("to memory");
    encoder.finish().expect("to memory")
}

/// Returns the planted duplicates: the line of each, and the line of the first record of its class.
fn duplicates(records: &[Planted], key: SameBy, skipped: usize) -> Vec<(usize, usize)> {
    let first = firsts(records, key);
    let repeats = common(records, records, key).into_iter().filter(|(index, _)| !first.contains(index));
    repeats.map(|(index, first)| (index + 1 + skipped, first + 1 + skipped)).collect()
}

#[test]
fn planted_duplicates_are_found_by_every_key() {
    let folder = Folder::new();
    let records = planted();
    let files = [
        (folder.file("set.txt", lines(&records)), 0),
        (folder.file("set.csv", table(&records)), 1),
        (folder.file("set.csv.gz", gzip(&table(&records))), 1),
    ];
    for (key, kinds) in SameBy::ALL.into_iter().zip(1..) {
        for (file, skipped) in &files {
            let expected = duplicates(&records, key, *skipped);
            assert_eq!(expected.len(), kinds * EACH);
            for threads in ["1", "2", "8"] {
                let args = ["check", file, "-q", "--findings", "99999", "--by", key.name(), "-j", threads];
                let stdout = run(&args).ends_with(1).stdout;
                assert!(found(&stdout, "duplicate") == expected, "{args:?} differs from what was planted");
                assert_eq!(stdout.lines().count(), expected.len(), "{args:?}");
            }
        }
    }
}

#[test]
fn planted_leaks_are_found_by_every_key() {
    let folder = Folder::new();
    let records = planted();
    let (test, train) = records.split_at(EACH);
    let tests = folder.file("test.csv", table(test));
    let trains =
        [(folder.file("train.txt", lines(train)), 0), (folder.file("train.csv.gz", gzip(&table(train))), 1)];
    for key in SameBy::ALL {
        for (file, skipped) in &trains {
            let leaks = common(test, train, key).into_iter();
            let expected: Vec<_> = leaks.map(|(index, first)| (index + 2, first + 1 + skipped)).collect();
            assert!(expected.len() > EACH / 4, "{key}");
            for threads in ["1", "2", "8"] {
                let by = ["--by", key.name(), "--against", file, "-j", threads];
                let args = [&["check", &tests, "-q", "--findings", "99999"], &by[..]].concat();
                let stdout = run(&args).ends_with(1).stdout;
                assert!(found(&stdout, "leak") == expected, "{args:?} differs from what was planted");
            }
        }
    }
}

#[test]
fn dedupe_removes_the_planted_leaks_and_duplicates_and_nothing_else() {
    let folder = Folder::new();
    let records = planted();
    let (test, train) = records.split_at(EACH);
    let (one, other) = train.split_at(train.len() / 2);
    let text = table(test);
    let [tests, kept, summary] = ["test.csv", "kept.csv", "summary.json"].map(|name| folder.path(name));
    std::fs::write(&tests, &text).expect("a file");
    let (one, other) = (folder.file("one.txt", lines(one)), folder.file("other.csv.gz", gzip(&table(other))));
    for key in SameBy::ALL {
        let leaks: Vec<usize> = common(test, train, key).into_iter().map(|(index, _)| index).collect();
        let firsts = firsts(test, key);
        let is_kept = |index: &usize| firsts.contains(index) && !leaks.contains(index);
        let header_and_rows: Vec<&str> = text.split_inclusive('\n').collect();
        let rows = (0..test.len()).filter(is_kept).map(|index| header_and_rows[index + 1]);
        let expected: String = std::iter::once(header_and_rows[0]).chain(rows).collect();
        for further in [&["-j", "1"][..], &["-j", "8", "--chunk-size", "999", "--fingerprint-memory", "1"]] {
            let against = ["--by", key.name(), "--against", &one, "--against", &other];
            let args =
                [&["dedupe", &tests, "-o", &kept, "--summary", &summary], &against[..], further].concat();
            run(&args).ends_with(0).says(" also in 2 other files");
            assert!(std::fs::read_to_string(&kept).expect("an output") == expected, "{args:?}");
            let told: Value =
                serde_json::from_str(&std::fs::read_to_string(&summary).expect("a summary")).expect("JSON");
            assert_eq!((&told["leaks"], &told["against"]), (&json!(leaks.len()), &json!([one, other])));
        }
        run(&["check", "-q", &kept, "--by", key.name(), "--against", &one]).ends_with(0).prints("");
        run(&["check", "-q", &kept, "--by", key.name(), "--against", &other]).ends_with(0).prints("");
    }
}

#[test]
fn dedupe_lists_what_another_file_has_without_a_kept_line() {
    let folder = Folder::new();
    let (classes, train) = (folder.path("classes.csv"), folder.file("train.txt", PUZZLE));
    let empty = folder.file("empty.txt", "");
    let other = &puzzles(1);
    let text = format!("{other}{PUZZLE}\n12\n{other}{}\n", PUZZLE.replace('.', "0"));
    let dedupe = |against: &str| {
        let args = ["dedupe", "--classes", &classes, "--against", against];
        let run = run_with(&args, text.as_bytes()).ends_with(1);
        (run.stdout, std::fs::read_to_string(&classes).expect("a list"))
    };
    let rows = |rows: &str| format!("line,kept_line,records\n{rows}");
    assert_eq!(dedupe(&train), (format!("{other}12\n"), rows("1,1,2\n2,0,2\n4,1,2\n5,0,2\n")));
    assert_eq!(dedupe(&empty), (format!("{other}{PUZZLE}\n12\n"), rows("1,1,2\n2,2,2\n4,1,2\n5,2,2\n")));
}

#[test]
fn the_other_file_may_come_from_standard_input_and_is_never_the_output() {
    let folder = Folder::new();
    let other = puzzles(3);
    let tests = folder.file("test.txt", format!("{PUZZLE}\n{other}"));
    run_with(&["dedupe", &tests, "--against", "-"], PUZZLE.as_bytes()).ends_with(0).prints(&other);
    let leak = format!("{tests}:1:1: leak: the same puzzle as <stdin>:1, unchanged\n");
    run_with(&["check", "-q", &tests, "--against", "-"], PUZZLE.as_bytes()).ends_with(1).prints(&leak);
    let both = "both read standard input: name a file for one";
    let twice = "both read standard input: name a file for one";
    for command in ["dedupe", "check"] {
        run(&[command, "-", "--against", "-"]).ends_with(2).says_only(both);
    }
    run(&["dedupe", &tests, "--against", "-", "--against", "-"]).ends_with(2).says_only(twice);
    for output in ["-o", "--classes", "--summary"] {
        run(&["dedupe", "--against", &tests, output, &tests]).ends_with(2).says_only("name another one");
    }
    assert_eq!(std::fs::read_to_string(&tests).expect("the file"), format!("{PUZZLE}\n{other}"));
}

#[test]
fn a_finding_names_both_places_and_the_map() {
    let folder = Folder::new();
    let transposed: String =
        (0..81).map(|cell| char::from(PUZZLE.as_bytes()[cell % 9 * 9 + cell / 9])).collect();
    let train = folder.file("train.csv", format!("id,puzzle\n1,{SOLUTION}\n2,{PUZZLE}\n"));
    let text = format!("{PUZZLE}\n{transposed}\n");
    let check =
        |by: &str| run_with(&["check", "-q", "--by", by, "--against", &train], text.as_bytes()).ends_with(1);
    check("clues").prints(&format!("<stdin>:1:1: leak: the same puzzle as {train}:3\n"));
    check("text").prints(&format!("<stdin>:1:1: leak: the same text as {train}:3\n"));
    check("puzzle").prints(&format!(
        "<stdin>:1:1: leak: the same puzzle as {train}:3, unchanged\n\
         <stdin>:2:1: duplicate: the same puzzle as in line 1, transposed\n\
         <stdin>:2:1: leak: the same puzzle as {train}:3, transposed\n"
    ));
    check("solution").prints(&format!(
        "<stdin>:1:1: leak: the same solution grid as {train}:2, unchanged\n\
         <stdin>:2:1: duplicate: the same solution grid as in line 1, transposed\n\
         <stdin>:2:1: leak: the same solution grid as {train}:2, transposed\n"
    ));
    check("clues,puzzle").says("").prints(&format!(
        "<stdin>:1:1: leak: the same puzzle as {train}:3\n\
         <stdin>:1:1: leak: the same puzzle as {train}:3, unchanged\n\
         <stdin>:2:1: duplicate: the same puzzle as in line 1, transposed\n\
         <stdin>:2:1: leak: the same puzzle as {train}:3, transposed\n"
    ));
}

#[test]
fn the_summary_has_the_keys_and_the_leaks() {
    let folder = Folder::new();
    let (summary, train) = (folder.path("summary.json"), folder.file("train.txt", PUZZLE));
    let told = |args: &[&str], code| -> Value {
        let args = [&["check", "--summary", &summary], args].concat();
        run_with(&args, format!("{PUZZLE}\n").as_bytes()).ends_with(code);
        serde_json::from_str(&std::fs::read_to_string(&summary).expect("a summary")).expect("JSON")
    };
    let usual = told(&[], 0);
    assert_eq!((&usual["by"], &usual["against"]), (&json!(["clues"]), &Value::Null));
    assert_eq!(usual["findings_by_kind"]["leak"], Value::Null);
    let against = told(&["--against", &train], 1);
    assert_eq!((&against["by"], &against["findings"]), (&json!(["puzzle"]), &json!(1)));
    let leaks = told(&["--against", &train, "--by", "solution,puzzle"], 1);
    assert_eq!((&leaks["by"], &leaks["against"]), (&json!(["puzzle", "solution"]), &json!(train)));
    assert_eq!((&leaks["findings"], &leaks["findings_by_kind"]["leak"]), (&json!(2), &json!(2)));
}

#[test]
fn memory_chunks_and_malformed_records_do_not_change_which_classes_are_found() {
    let folder = Folder::new();
    let records = planted();
    let (test, train) = records.split_at(2 * EACH);
    let train = folder.file("train.txt", lines(train));
    let args =
        ["check", "-q", "--findings", "9999", "--by", "text,clues,puzzle,solution", "--against", &train];
    let little = [&args[..], &["--fingerprint-memory", "1", "--chunk-size", "999"]].concat();
    let findings = |text: &str| {
        let usual = run_with(&args, text.as_bytes()).ends_with(1).stdout;
        run_with(&little, text.as_bytes()).ends_with(1).prints(&usual);
        let [same, malformed] = [" the same ", " where 81 were expected"];
        [same, malformed, "'z' is neither"]
            .map(|part| usual.lines().filter(|line| line.contains(part)).count())
    };
    let text = lines(test);
    let [same, ..] = findings(&text);
    let few = |args: &[&str]| {
        let args = [&args[..2], &["--findings", "99"], &args[4..]].concat();
        run_with(&args, text.as_bytes()).ends_with(1).stdout
    };
    assert_eq!(few(&args).lines().count(), 99);
    assert_eq!(few(&little), few(&args));
    assert!(same > EACH, "{same}");
    let mixed: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(number, line)| match number % 5 {
            0 => format!("5\u{20ac}\n{line}\n"), // neither a number nor words, which a first line may have
            1 => format!("{line}\n{}z\n", &line[..80]),
            _ => format!("{line}\n"),
        })
        .collect();
    let of_each = 2 * EACH / 5;
    assert_eq!(findings(&mixed.concat()), [same, of_each, of_each]);
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = Folder::new();
    let marks = format!("{}\n", "1........".repeat(81));
    let file = folder.file("marks", &marks);
    let refused = "which do not have a canonical form";
    run_with(&["check", "--by", "puzzle"], marks.as_bytes()).ends_with(2).says_only(refused);
    let against = ["check", "--by", "puzzle", "--against", &file];
    run_with(&against, PUZZLE.as_bytes()).ends_with(2).says_only(refused);
    let against = ["dedupe", "--against", &file];
    run_with(&against, PUZZLE.as_bytes()).ends_with(2).says_only(refused).prints("");
    for command in ["check", "dedupe"] {
        let missing = [command, "--against", &folder.path("missing")];
        run_with(&missing, PUZZLE.as_bytes()).ends_with(2).says_only("missing").prints("");
    }
    run_with(&["check", "--by", "colour"], PUZZLE.as_bytes()).ends_with(2).says("possible values");
}

#[test]
fn memory_does_not_grow_with_the_other_file() {
    let folder = Folder::new();
    let times = if cfg!(debug_assertions) { 5 } else { 200 };
    let piece = puzzles(10_000);
    for times in [times / 5, times] {
        let train = folder.file("train.txt", piece.repeat(times));
        let args = [
            "check",
            "-q",
            "--findings",
            "0",
            "--by",
            "clues,text",
            "--against",
            &train,
            "--fingerprint-memory",
            "1000000",
        ];
        let (run, memory) = run_measured_with(&args, piece.clone().into_bytes(), 2);
        run.ends_with(1);
        println!("{memory} kB against {} lines", 10_000 * times);
        assert!(memory < MEMORY, "{memory} kB against {} lines", 10_000 * times);
        let args = ["dedupe", "-q", "--by", "clues", "--against", &train];
        let (run, memory) = run_measured_with(&args, piece.clone().into_bytes(), 2);
        run.ends_with(0).prints("");
        assert!(memory < MEMORY, "dedupe: {memory} kB against {} lines", 10_000 * times);
    }
}
