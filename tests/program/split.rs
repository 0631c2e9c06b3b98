//! `bulkdoku split`: parts without a class in common.

use std::collections::{HashMap, HashSet};
use std::fs;

use bulkdoku::datasets::SameBy;
use serde_json::{Value, json};

use crate::planted::{Planted, firsts, planted};
use crate::run::{Folder, NULL, PUZZLE, SOLUTION, puzzles, run, run_with};

/// Returns the records as numbered rows.
fn table(records: &[Planted]) -> String {
    let row = |(index, record): (usize, &Planted)| format!("{index},{},\"x, {index}\"\n", record.puzzle);
    "id,puzzle,note\n".to_owned() + &records.iter().enumerate().map(row).collect::<String>()
}

/// Returns the numbers of the rows of a table, and the header.
fn rows(table: &str) -> (String, Vec<usize>) {
    let (header, rows) = table.split_once('\n').expect("a header");
    let number = |row: &str| row.split(',').next().and_then(|id| id.parse().ok()).expect("a number");
    (header.to_owned(), rows.lines().map(number).collect())
}

fn read(path: &str) -> String {
    fs::read_to_string(path).expect("a part")
}

#[test]
fn no_class_is_in_two_parts_and_no_record_is_changed() {
    let folder = Folder::new();
    let records = planted();
    let text = table(&records);
    let input = folder.file("set.csv", &text);
    let paths = ["train", "valid", "test"].map(|name| folder.path(name));
    let parts = [format!("{}=rest", paths[0]), format!("{}=10%", paths[1]), format!("{}=20%", paths[2])];
    for key in SameBy::ALL {
        let split = |flags: &[&str]| -> Vec<String> {
            let args = [
                "split",
                &input,
                "--by",
                key.name(),
                "--part",
                &parts[0],
                "--part",
                &parts[1],
                "--part",
                &parts[2],
            ];
            run(&[&args, flags].concat()).ends_with(0).says(" left out");
            paths.iter().map(|path| read(path)).collect()
        };
        let tables = split(&["-j", "1"]);
        for flags in [&["-j", "2", "--chunk-size", "999"][..], &["-j", "8", "--chunk-size", "20000"]] {
            assert!(split(flags) == tables, "{key} {flags:?}");
        }
        let (mut of_class, mut all) = (HashMap::new(), Vec::new());
        for (number, part) in tables.iter().enumerate() {
            let (header, rows) = rows(part);
            assert_eq!(header, "id,puzzle,note");
            assert!(rows.is_sorted(), "{key}: a part is not in the order of the input");
            for &row in &rows {
                let class = records[row].class(key);
                assert_eq!(
                    *of_class.entry(class).or_insert(number),
                    number,
                    "a class by {key} is in two parts"
                );
            }
            let lines: HashSet<&str> = text.lines().collect();
            assert!(part.lines().all(|line| lines.contains(line)), "{key}: a record was changed");
            all.extend(rows);
        }
        all.sort_unstable();
        assert!(all.into_iter().eq(0..records.len()), "{key}: not every record is in one part");
        let shares: Vec<f64> = (0..3)
            .map(|part| of_class.values().filter(|&&of| of == part).count() as f64 / of_class.len() as f64)
            .collect();
        for (share, expected) in shares.into_iter().zip([0.7, 0.1, 0.2]) {
            assert!((share - expected).abs() < 0.15, "{key}: {share} of the classes instead of {expected}");
        }
    }
}

#[test]
fn a_larger_file_keeps_the_split_and_another_seed_changes_it() {
    let folder = Folder::new();
    let records = planted();
    let few = folder.file("few.csv", table(&records[..records.len() / 2]));
    let many = folder.file("many.csv", table(&records));
    let (train, test) = (folder.path("train.csv"), folder.path("test.csv"));
    let split = |input: &str, share: &str, seed: &str| -> HashSet<usize> {
        let parts = [format!("{test}={share}"), format!("{train}=rest")];
        run(&["split", input, "--part", &parts[0], "--part", &parts[1], "--seed", seed]).ends_with(0);
        rows(&read(&test)).1.into_iter().collect()
    };
    let small = split(&few, "20%", "7");
    let large = split(&many, "20%", "7");
    assert!(!small.is_empty() && small.len() < large.len());
    assert!(small.iter().copied().eq(small.iter().copied().filter(|row| large.contains(row))));
    assert!(large.iter().all(|row| *row >= records.len() / 2 || small.contains(row)));
    assert!(split(&many, "30%", "7").is_superset(&large), "a larger first share keeps what it had");
    assert_ne!(split(&many, "20%", "8"), large);
}

#[test]
fn the_summary_has_counts_and_checksums_that_a_repeated_split_reproduces() {
    let folder = Folder::new();
    let input = folder.file("set.txt", format!("{PUZZLE}\n12\n{PUZZLE}\n"));
    let (all, none, summary) = (folder.path("all.txt"), folder.path("none.txt"), folder.path("split.json"));
    let parts = [format!("{all}=100%"), format!("{none}=0%")];
    let args =
        ["split", &input, "--part", &parts[0], "--part", &parts[1], "--summary", &summary, "--drop-invalid"];
    run(&args).ends_with(0).says("3 records in").says("1 left out");
    assert_eq!((read(&all), read(&none)), (format!("{PUZZLE}\n{PUZZLE}\n"), String::new()));
    let told: Value = serde_json::from_str(&read(&summary)).expect("JSON");
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!((&told["records"], &told["left_out"], &told["seed"]), (&json!(3), &json!(1), &json!(1)));
    assert_eq!(told["invalid_dropped"], json!(true));
    assert_eq!((&told["parts"][0]["records"], &told["parts"][0]["bytes"]), (&json!(2), &json!(164)));
    assert_eq!(told["parts"][0]["puzzles_by_clues"], json!({ "30": 2 }));
    assert_eq!((&told["parts"][1]["sha256"], &told["parts"][1]["share"]), (&json!(empty), &json!(0.0)));
    run(&args).ends_with(0);
    let mut again: Value = serde_json::from_str(&read(&summary)).expect("JSON");
    for time in ["date", "seconds", "puzzles_per_second"] {
        again[time] = told[time].clone();
    }
    assert_eq!(again, told);
}

#[test]
fn records_without_a_solution_class_stay_with_their_equivalents() {
    let folder = Folder::new();
    let blank = ".".repeat(81);
    let multiple = |first: char, second: char| format!("{first}{second}{}", &blank[2..]);
    let text = format!("{}\n{}\n12\n 12\n{blank}\n", multiple('1', '2'), multiple('7', '3'));
    let (one, two) = (folder.path("one"), folder.path("two"));
    let parts = [format!("{one}=50%"), format!("{two}=50%")];
    for seed in 0..20 {
        let args = ["split", "--by", "solution", "--part", &parts[0], "--part", &parts[1], "--seed"];
        run_with(&[&args[..], &[&seed.to_string()]].concat(), text.as_bytes()).ends_with(1);
        let first = read(&one);
        let has = |line: &str| first.lines().any(|found| found == line);
        assert_eq!(has(&multiple('1', '2')), has(&multiple('7', '3')), "seed {seed}");
        assert_eq!(has("12"), has(" 12"), "seed {seed}");
    }
}

#[test]
fn parts_that_do_not_form_a_split_are_refused_and_leave_no_file() {
    let folder = Folder::new();
    let path = |name: &str, share: &str| format!("{}={share}", folder.path(name));
    let split = |parts: &[String]| {
        let flags = parts.iter().flat_map(|part| ["--part", part]);
        let args: Vec<&str> = ["split"].into_iter().chain(flags).collect();
        run_with(&args, format!("{PUZZLE}\n{SOLUTION}\n").as_bytes()).ends_with(2)
    };
    split(&[]).says("--part");
    split(&[path("a", "90%")]).says_only("10% of the records are in no part");
    split(&[path("a", "0.9")]).says_only("10% of the records are in no part");
    split(&[path("a", "90%"), path("b", "20%")]).says_only("add up to more than 100%");
    split(&[path("a", "0.9"), path("b", "0.100001")]).says_only("add up to more than 100%");
    split(&[path("a", "90")]).says("percentage such as 12.5%, or a number from 0 to 1 such as 0.125");
    split(&[path("a", "rest"), path("b", "rest")]).says_only("only one part can be the rest");
    split(&[path("a", "rest"), path("a", "20%")]).says_only("name another one");
    split(&[path("a", "ten")]).says("a share is a percentage");
    split(&[path("missing/a", "100%")]).says_only("create the folder first");
    split(&[path("a", "50%"), path("missing/b", "50%")]).says_only("create the folder first");
    assert_eq!(folder.names(), [""; 0]);
}

/// Returns the classes in each part by stratum. The stratum of a class is that of its first record.
fn strata_of_parts(
    records: &[Planted],
    key: SameBy,
    parts: &[Vec<usize>],
    stratum: impl Fn(&Planted) -> usize,
) -> HashMap<usize, Vec<usize>> {
    let mut counts: HashMap<usize, Vec<usize>> = HashMap::new();
    for first in firsts(records, key) {
        let part = parts.iter().position(|part| part.contains(&first)).expect("every record is in a part");
        let of_stratum = counts.entry(stratum(&records[first])).or_insert_with(|| vec![0; parts.len()]);
        of_stratum[part] += 1;
    }
    counts
}

fn clues(record: &Planted) -> usize {
    record.puzzle.bytes().filter(|byte| (b'1'..=b'9').contains(byte)).count()
}

/// Returns the level of each puzzle: 0 without a level, and 8 above all levels.
fn levels(input: &str, records: &[Planted]) -> HashMap<String, usize> {
    let rated = run(&["rate", "-q", input, "--only", "level"]).stdout;
    let levels = rated.lines().skip(1).map(|row| row.rsplit(',').next().expect("a level").to_owned());
    let of_text = |level: String| if level.is_empty() { 0 } else { level.parse().unwrap_or(8) };
    records.iter().map(|record| record.puzzle.clone()).zip(levels.map(of_text)).collect()
}

#[test]
fn every_part_has_its_share_of_each_stratum() {
    let folder = Folder::new();
    let records = planted();
    let text = table(&records);
    let input = folder.file("set.csv", &text);
    let paths = ["test", "valid", "train"].map(|name| folder.path(name));
    let parts = [format!("{}=10%", paths[0]), format!("{}=25%", paths[1]), format!("{}=rest", paths[2])];
    let levels = levels(&input, &records);
    for (key, by) in [
        (SameBy::Puzzle, "clues"),
        (SameBy::Solution, "clues"),
        (SameBy::Clues, "guesses"),
        (SameBy::Clues, "level"),
        (SameBy::Puzzle, "level"),
    ] {
        let split = |flags: &[&str]| -> Vec<String> {
            let args = ["split", &input, "--by", key.name(), "--stratify", by, "--seed", "5"];
            let parts = parts.iter().flat_map(|part| ["--part", part]);
            let args: Vec<&str> = args.into_iter().chain(parts).chain(flags.iter().copied()).collect();
            run(&args).ends_with(0);
            paths.iter().map(|path| read(path)).collect()
        };
        let tables = split(&["-j", "1"]);
        for flags in [&["-j", "2", "--chunk-size", "999"][..], &["-j", "8"]] {
            assert!(split(flags) == tables, "{key} {by} {flags:?}");
        }
        let rows: Vec<Vec<usize>> = tables.iter().map(|table| rows(table).1).collect();
        let mut all = rows.concat();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..records.len()), "{key}: not every record is in one part");
        let part_of = |row: usize| rows.iter().position(|part| part.contains(&row));
        let mut of_class = HashMap::new();
        for (row, record) in records.iter().enumerate() {
            let part = part_of(row);
            assert_eq!(
                *of_class.entry(record.class(key)).or_insert(part),
                part,
                "a class by {key} is in two parts"
            );
        }
        let stratum: &dyn Fn(&Planted) -> usize = match by {
            "clues" => &clues,
            "level" => &|record| levels[&record.puzzle],
            _ => continue,
        };
        for (stratum, counts) in strata_of_parts(&records, key, &rows, stratum) {
            let classes: usize = counts.iter().sum();
            for (count, percent) in counts.iter().zip([10, 25, 65]) {
                let off = (100 * count).abs_diff(percent * classes);
                assert!(off <= 300, "{key}: {counts:?} of {classes} classes with {by} {stratum}");
            }
        }
    }
}

#[test]
fn records_added_at_the_end_keep_a_stratified_split() {
    let folder = Folder::new();
    let records = planted();
    let few = folder.file("few.csv", table(&records[..records.len() / 2]));
    let many = folder.file("many.csv", table(&records));
    let (train, test) = (folder.path("train.csv"), folder.path("test.csv"));
    let split = |input: &str| -> Vec<usize> {
        let parts = [format!("{test}=20%"), format!("{train}=rest")];
        let args = ["split", input, "--stratify", "clues", "--part", &parts[0], "--part", &parts[1]];
        run(&args).ends_with(0);
        rows(&read(&test)).1
    };
    let (small, mut large) = (split(&few), split(&many));
    large.retain(|row| *row < records.len() / 2);
    assert_eq!(small, large);
}

/// Returns a table of this many records: with a number of its own, a puzzle, one of three sources, and one of many ratings.
fn with_columns(count: usize) -> String {
    let puzzles = puzzles(count);
    let row = |(row, puzzle): (usize, &str)| {
        let (source, rating) = (["book", "web", "app"][row * row % 7 % 3], row * 7919 % 1000);
        format!("{row},{puzzle},{source},{rating}.5\n")
    };
    "id,puzzle,source,rating\n".to_owned() + &puzzles.lines().enumerate().map(row).collect::<String>()
}

#[test]
fn a_column_of_the_file_defines_strata_by_its_values_or_by_ten_ranges_of_its_numbers() {
    let (folder, table) = (Folder::new(), with_columns(600));
    let (train, test) = (folder.path("train.csv"), folder.path("test.csv"));
    let parts = [format!("{test}=20%"), format!("{train}=rest")];
    let input = folder.file("set.csv", &table);
    let split = |input: &str, column: &str, flags: &[&str]| -> Vec<usize> {
        let args = ["split", input, "--stratify", column, "--part", &parts[0], "--part", &parts[1]];
        run(&[&args, flags].concat()).ends_with(0);
        rows(&read(&test)).1
    };
    let mut ratings: Vec<usize> = (0..600).map(|row| row * 7919 % 1000).collect();
    ratings.sort_unstable();
    let range = |row: usize| ratings.partition_point(|&rating| rating < row * 7919 % 1000) / 60;
    let source = |row: usize| row * row % 7 % 3;
    for (column, stratum) in
        [("source", &source as &dyn Fn(usize) -> usize), ("rating", &range), ("4", &range)]
    {
        let chosen = split(&input, column, &["-j", "1"]);
        for number in 0..=(0..600).map(stratum).max().expect("rows") {
            let all = (0..600).filter(|&row| stratum(row) == number).count();
            let taken = chosen.iter().filter(|&&row| stratum(row) == number).count();
            assert!(
                (5 * taken).abs_diff(all) <= 15,
                "{column}: {taken} of {all} records of stratum {number}"
            );
        }
        assert_eq!(split(&input, column, &["-j", "8", "--chunk-size", "999"]), chosen, "{column}");
    }
    let half: String = table.split_inclusive('\n').take(301).collect();
    let few = split(&folder.file("half.csv", half), "source", &[]);
    let many = split(&input, "source", &[]);
    assert!(
        many.into_iter().filter(|&row| row < 300).eq(few),
        "records added at the end keep the others in their parts"
    );
    let args = ["split", &input, "--stratify", "size", "--part", &parts[0], "--part", &parts[1]];
    run(&args).ends_with(2).says("there is no column 'size'");
}

#[test]
fn the_terminal_and_the_summary_say_how_many_records_of_each_stratum_each_part_has() {
    let folder = Folder::new();
    let [train, test, summary] = ["train", "test", "split.json"].map(|name| folder.path(name));
    let parts = [format!("{train}=50%"), format!("{test}=rest")];
    let puzzles = puzzles(8);
    let from = ["web", "web", "book", "", "web", "web", "book", "book"];
    let rows = puzzles.lines().zip(from).map(|(puzzle, from)| format!("{puzzle},{from}\n"));
    let table = format!("puzzle,from\n{}12,web\n", rows.collect::<String>());
    let input = folder.file("set.csv", table);
    let args = ["split", &input, "--part", &parts[0], "--part", &parts[1], "--summary", &summary];
    let split = |flags: &[&str]| -> (String, [Value; 2]) {
        let told = run(&[&args, flags].concat()).ends_with(1).stderr;
        let summary: Value = serde_json::from_str(&read(&summary)).expect("JSON");
        (told, [0, 1].map(|part| summary["parts"][part]["strata"].clone()))
    };
    let (told, [first, second]) = split(&["--stratify", "from"]);
    for (value, records) in [("book", 3), ("web", 4), ("(empty)", 1)] {
        let [of_first, of_second] = [(&train, &first), (&test, &second)].map(|(path, strata)| {
            let rows = read(path)
                .lines()
                .filter(|row| row.len() > 81)
                .filter(|row| {
                    let of_row = row.split(',').nth(1).expect("a column");
                    of_row == value || of_row.is_empty() && value == "(empty)"
                })
                .count();
            assert_eq!(strata[value], json!(rows));
            rows
        });
        assert_eq!(of_first + of_second, records);
        assert!(told.contains(&format!("from {value}: {of_first} · {of_second}\n")), "{told}");
    }
    assert_eq!(split(&[]).1, [json!({}), json!({})]);
}

#[test]
fn a_part_that_is_a_device_is_refused() {
    let folder = Folder::new();
    let parts = [format!("{}=50%", folder.path("one")), format!("{NULL}=50%")];
    let args = ["split", "--part", &parts[0], "--part", &parts[1]];
    run_with(&args, PUZZLE.as_bytes()).ends_with(2).says_only(&format!("{NULL} is not a regular file"));
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn every_part_begins_with_the_byte_order_mark_of_the_input() {
    let folder = Folder::new();
    let puzzles = format!("{PUZZLE}\n{}{}\n", ".".repeat(80), 1);
    let table: String = puzzles.lines().map(|puzzle| format!("x,{puzzle}\n")).collect();
    for (header, records) in [("", puzzles), ("id,puzzle\n", table)] {
        let input = folder.file("marked", format!("\u{feff}{header}{records}"));
        let paths = ["one", "two"].map(|name| folder.path(name));
        let parts = [format!("{}=50%", paths[0]), format!("{}=rest", paths[1])];
        run(&["split", &input, "--part", &parts[0], "--part", &parts[1]]).ends_with(0);
        let marked = format!("\u{feff}{header}");
        let mut found: Vec<String> = paths
            .iter()
            .flat_map(|path| {
                read(path)
                    .strip_prefix(&marked)
                    .expect("a mark")
                    .lines()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            })
            .collect();
        let mut expected: Vec<&str> = records.lines().collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}

#[test]
fn folds_are_parts_with_equal_shares() {
    let folder = Folder::new();
    let input = folder.file("set.txt", puzzles(2000));
    let names = ["test", "fold1", "fold2", "fold3"];
    let shares = names.iter().zip(["10%", "30%", "30%", "rest"]);
    let named: Vec<String> = shares.map(|(name, share)| format!("{}={share}", folder.path(name))).collect();
    let parts: Vec<&str> = named.iter().flat_map(|part| ["--part", part]).collect();
    run(&[&["split", &input], &parts[..]].concat()).ends_with(0).says("fold3: ").says(" for 30%");
    let parts = names.map(|name| read(&folder.path(name)));
    assert_eq!(parts.iter().map(|part| part.lines().count()).sum::<usize>(), 2000);
    assert!(parts[1..].iter().all(|part| (500..700).contains(&part.lines().count())));
    let [half, again] = ["=50%", "=rest"].map(|share| folder.path("fold2") + share);
    run(&["split", &input, "--part", &half, "--part", &again])
        .ends_with(2)
        .says_only("fold2: the run also writes this file: name another one");
    run(&["split", &input, "--part", "a=rest", "--part", "b=rest"])
        .ends_with(2)
        .says_only("only one part can be the rest");
}
