//! `bulkdoku rate`: columns, filters, histograms.

use std::collections::BTreeMap;
use std::fs;

use bulkdoku::symmetry::Transformation;
use serde_json::Value;

use crate::run::{Folder, PUZZLE, run, run_with};

/// Minimal puzzles, which have all levels.
pub fn minimal(count: usize) -> String {
    run(&["generate", "--minimal", "--quiet", "--seed", "7", "--count", &count.to_string()]).stdout
}

/// A puzzle of level 5.
const LEVEL_5: &str = "....5...36..9.........31....2.......1...4.32.5.8.7...13..8..4....2..983..1....9.5";

fn rows(args: &[&str], text: &str) -> Vec<String> {
    let run = run_with(&[&["rate", "--quiet"], args].concat(), text.as_bytes());
    run.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn ratings_follow_the_line_number_and_the_puzzle() {
    let text = format!("{PUZZLE}\n{LEVEL_5}\n");
    let header = "line,puzzle,verdict,level,cells_left_3,candidates_left_3,cells_left_4,candidates_left_4,\
                  depth,backdoor,guesses,guesses_deviation,se";
    let easy = format!("1,{PUZZLE},unique,1,0,0,0,0,0,0,0.00,0.00,1.2");
    let hard = format!("2,{LEVEL_5},unique,5,46,152,46,147,1,1,1.00,0.00,3.0");
    let expected = format!("{header}\n{easy}\n{hard}\n");
    run_with(&["rate"], text.as_bytes()).ends_with(0).prints(&expected).says("all unique");
}

#[test]
fn a_table_keeps_its_columns_and_quotes() {
    let text = format!("id;puzzle;\"a;note\"\n1;{PUZZLE};\"x;\"\"y\"\"\"\n2;{PUZZLE}\n");
    let expected = format!(
        "id;puzzle;\"a;note\";verdict;level\n1;{PUZZLE};\"x;\"\"y\"\"\";unique;1\n2;{PUZZLE};;unique;1\n"
    );
    run_with(&["rate", "--only", "level"], text.as_bytes()).ends_with(0).prints(&expected);
    let rows = rows(&["--only", "level", "--format", "jsonl"], &text);
    let row: Value = serde_json::from_str(&rows[0]).expect("an object");
    assert_eq!((&row["id"], &row["a;note"], &row["level"]), (&"1".into(), &"x;\"y\"".into(), &1.into()));
}

/// A puzzle that needs chains: its rating by Sudoku Explainer is at least 6.2.
const HARDEST: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn a_condition_keeps_a_record_only_if_its_rating_is_certain_to_satisfy_it() {
    let text = format!("{PUZZLE}\n{HARDEST}\n");
    let rate = |condition| {
        run_with(&["rate", "--only", "se", "--where", condition, "--format", "csv"], text.as_bytes())
    };
    let lines = |condition| {
        rate(condition).ends_with(0).stdout.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let hardest = format!("2,{HARDEST},unique,>=6.2");
    assert_eq!(lines("se>=6.2"), [hardest.as_str()]);
    for condition in ["se>=7", "se=6.2", "se<=6.2"] {
        let is_easy = condition == "se<=6.2";
        assert_eq!(lines(condition).len(), usize::from(is_easy), "{condition}");
        rate(condition)
            .says("(0.00 %) · 1 undecided".replace("0.00", if is_easy { "50.00" } else { "0.00" }).as_str());
    }
    assert!(!rate("se<6.2").ends_with(0).stderr.contains("undecided"));
    let folder = Folder::new();
    let summary = folder.path("summary.json");
    run_with(&["rate", "--where", "se>=7", "--summary", &summary], text.as_bytes()).ends_with(0);
    let summary: Value = serde_json::from_slice(&fs::read(summary).expect("a file")).expect("an object");
    assert_eq!((&summary["records_kept"], &summary["records_undecided"]), (&0.into(), &1.into()));
}

#[test]
fn a_column_that_already_exists_gets_a_prefix() {
    let text = format!("puzzle,level\n{PUZZLE},x\n");
    let csv = rows(&["--only", "level"], &text);
    assert_eq!(csv, ["puzzle,level,verdict,rate_level", &format!("{PUZZLE},x,unique,1")]);
    let json = rows(&["--only", "level", "--format", "jsonl"], &text);
    assert_eq!(
        json,
        [format!("{{\"puzzle\":\"{PUZZLE}\",\"level\":\"x\",\"verdict\":\"unique\",\"rate_level\":1}}")]
    );
}

#[test]
fn a_record_without_one_solution_has_a_verdict_and_no_rating() {
    let conflict = PUZZLE.replacen("53", "55", 1);
    let text = format!("{}\n12\n{conflict}\n", ".".repeat(81));
    let expected = format!(
        "line,puzzle,verdict,level,depth\n1,{},multiple,,\n2,,malformed,,\n3,{conflict},conflict,,\n",
        ".".repeat(81)
    );
    run_with(&["rate", "--only", "depth,level"], text.as_bytes())
        .ends_with(1)
        .prints(&expected)
        .says("<stdin>:2:3: 2 characters where 81 were expected")
        .says("<stdin>:3:2: equal clues in r1c1 and r1c2 share a row, column or box");
    let json = rows(&["--only", "level", "--format", "jsonl"], "12\n\n");
    assert!(json.is_empty() || json[0].ends_with("\"verdict\":\"malformed\",\"level\":null}"), "{json:?}");
}

#[test]
fn conditions_keep_the_records_that_satisfy_all_of_them() {
    let text = minimal(300);
    let all = rows(&["--only", "level,depth"], &text);
    let kept = rows(&["--only", "level,depth", "--where", "level>=3", "--where", "depth=0"], &text);
    let wanted: Vec<&String> = all.iter().skip(1).filter(|row| row.ends_with(",3,0")).collect();
    assert_eq!(kept.iter().skip(1).collect::<Vec<_>>(), wanted);
    assert!(!wanted.is_empty());
    let by_another = rows(&["--only", "level", "--where", "depth=0"], &text);
    assert!(by_another.len() > wanted.len(), "a condition may be on a rating that is not written");
}

#[test]
fn equivalent_puzzles_have_the_same_ratings() {
    let text = minimal(60);
    let equivalent = |(number, puzzle): (usize, &str)| {
        let digits: Vec<u8> = puzzle.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
        let map = Transformation::nth(7_000_000_011 * number as u64).expect("a transformation");
        let image = map.image(&digits.try_into().expect("81 cells"));
        image.iter().map(|&digit| char::from(b'0' + digit)).chain(['\n']).collect::<String>()
    };
    let equivalents: String = text.lines().enumerate().map(equivalent).collect();
    let ratings = |text: &str| -> Vec<String> {
        rows(&[], text).iter().map(|row| row.splitn(3, ',').nth(2).unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(ratings(&text), ratings(&equivalents));
}

#[test]
fn pencilmarks_and_grids_are_rated_like_lines() {
    let marks: String = PUZZLE
        .chars()
        .flat_map(|clue| ('1'..='9').map(move |d| if clue == '.' || clue == d { d } else { '.' }))
        .collect();
    let grid: String =
        PUZZLE.as_bytes().chunks(9).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect();
    for text in [format!("{marks}\n"), grid] {
        let rows = rows(&["--only", "level,left,depth,backdoor,se"], &text);
        assert!(rows[1].ends_with(",unique,1,0,0,0,0,0,0,1.2"), "{rows:?}");
    }
    let run = run_with(&["rate", "--only", "guesses"], format!("{marks}\n").as_bytes());
    run.ends_with(2).says_only("pencilmarks have no rating guesses");
    let all = rows(&[], &format!("{marks}\n"));
    assert!(all[0].ends_with("depth,backdoor,se"), "{all:?}");
}

#[test]
fn the_structure_of_a_puzzle_is_rated_on_request() {
    // A grid with 648 automorphisms, without its 9s: a puzzle of nine hidden singles.
    let grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let text = format!("{LEVEL_5}\n{}\n{}\n", grid.replace('9', "."), ".".repeat(81));
    let args = ["--only", "automorphisms,bands"];
    let expected = [
        "line,puzzle,verdict,band_1,band_2,band_3,band_4,band_5,band_6,automorphisms,solution_automorphisms",
        &format!("1,{LEVEL_5},unique,31,46,107,193,200,330,1,1"),
        &format!("2,{},unique,1,1,1,1,1,1,72,648", grid.replace('9', ".")),
        &format!("3,{},multiple,,,,,,,,", ".".repeat(81)),
    ];
    assert_eq!(rows(&args, &text), expected);
    let kept = rows(&[&args[..], &["--where", "band_1<31", "--where", "automorphisms=72"]].concat(), &text);
    assert_eq!((kept.len(), &kept[1][..2]), (2, "2,"));
    let json = rows(&["--only", "bands", "--format", "jsonl"], &text);
    assert!(json[0].contains("\"verdict\":\"unique\",\"band_1\":31,"), "{json:?}");
    assert!(json[2].contains("\"verdict\":\"multiple\",\"band_1\":null,"), "{json:?}");
    let run = run_with(&["rate", "--only", "automorphisms"], text.as_bytes());
    run.ends_with(1).says("automorphisms\n         1            1 ").says("\n        72            1 ");
}

#[test]
fn the_summary_counts_the_puzzles_with_each_rating() {
    let folder = Folder::new();
    let (input, output) = (folder.path("in.txt.gz"), folder.path("out.csv"));
    run(&["generate", "--minimal", "--count", "50", "-o", &input]).ends_with(0);
    let summary = folder.path("summary.json");
    run(&["rate", &input, "-o", &output, "--summary", &summary, "--where", "level<=2"])
        .ends_with(0)
        .says("level")
        .says("\nkept ")
        .says(" of 50 records (");
    let summary: Value = serde_json::from_slice(&fs::read(summary).expect("a file")).expect("an object");
    for rating in ["level", "left", "depth", "backdoor", "guesses", "se"] {
        let counts = summary["histograms"][rating].as_object().expect("counts");
        assert_eq!(
            counts.values().map(|count| count.as_u64().expect("a count")).sum::<u64>(),
            50,
            "{rating}"
        );
    }
    let kept = fs::read_to_string(output).expect("a file").lines().count() as u64 - 1;
    let levels = &summary["histograms"]["level"];
    let easy = ["1", "2"].iter().filter_map(|level| levels[level].as_u64()).sum::<u64>();
    assert_eq!((summary["records_kept"].as_u64(), kept), (Some(easy), easy));
}

#[test]
fn a_wrong_condition_is_refused_with_the_choices() {
    let refused = |args: &[&str], text: &str| {
        run_with(&[&["rate"], args].concat(), b"").ends_with(2).says(text);
    };
    refused(&["--where", "lvl=4"], "there is no column 'lvl' of ratings: choose from level, cells_left_3,");
    refused(&["--where", "level"], "a condition is a column, a comparison and a number, as in level<=4");
    refused(&["--only", "lvl"], "possible values: level, left, depth, backdoor, guesses, se");
}

#[test]
fn a_difficulty_is_the_level_in_one_word() {
    let text = minimal(100);
    let levels = rows(&["--only", "level,difficulty"], &text);
    assert_eq!(levels[0], "line,puzzle,verdict,level,difficulty");
    let mut by_word: BTreeMap<String, usize> = BTreeMap::new();
    for row in &levels[1..] {
        let fields: Vec<&str> = row.split(',').collect();
        let word = match fields[3] {
            "1" | "2" => "easy",
            "3" | "4" => "medium",
            "5" | "6" | "7" => "hard",
            "none" => "expert",
            other => panic!("there is no level {other}"),
        };
        assert_eq!(fields[4], word, "{row}");
        *by_word.entry(word.to_owned()).or_default() += 1;
    }
    assert!(by_word.len() == 4, "{by_word:?}");
    for (word, &count) in &by_word {
        let kept = rows(&["--only", "difficulty", "--where", &format!("difficulty={word}")], &text);
        assert_eq!(kept[0], "line,puzzle,verdict,difficulty");
        assert_eq!(kept.len() - 1, count, "{word}");
        assert!(kept[1..].iter().all(|row| row.ends_with(&format!(",unique,{word}"))), "{kept:?}");
    }
    let json = rows(&["--only", "difficulty", "--format", "jsonl"], PUZZLE);
    assert!(json[0].ends_with(r#""verdict":"unique","difficulty":"easy"}"#), "{json:?}");
    assert!(!rows(&[], PUZZLE)[0].contains("difficulty"));
}

#[test]
fn difficulties_are_counted_in_the_summary() {
    let folder = Folder::new();
    let (input, summary) = (folder.file("in.txt", format!("{PUZZLE}\n")), folder.path("summary.json"));
    run(&["rate", &input, "--only", "difficulty", "--summary", &summary])
        .ends_with(0)
        .says("difficulty\n      easy            1 ");
    let summary: Value = serde_json::from_slice(&fs::read(summary).expect("a file")).expect("an object");
    assert_eq!(summary["histograms"], serde_json::json!({ "difficulty": { "easy": 1 } }));
    run(&["rate", "--where", "difficulty=evil", &input])
        .ends_with(2)
        .says("there is no difficulty 'evil': choose from easy, medium, hard, expert");
}

#[test]
fn every_key_of_an_object_occurs_once() {
    let text = format!("a,puzzle,a,a_2,verdict\n1,{PUZZLE},2,3,4\n");
    let run = run_with(&["rate", "--format", "jsonl"], text.as_bytes());
    for key in ["a", "a_2", "a_3", "verdict", "rate_verdict"] {
        assert_eq!(run.stdout.matches(&format!("\"{key}\":")).count(), 1, "{key}: {run}");
    }
}
