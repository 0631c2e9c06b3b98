//! `bulkdoku dedupe --keep`: which record of each class stays.

use std::collections::HashMap;

use bulkdoku::Puzzle;
use bulkdoku::datasets::SameBy;
use bulkdoku::symmetry::Minlex;

use crate::planted::{Planted, planted};
use crate::run::{Folder, PUZZLE, SOLUTION, run, run_with};

/// What the column of numbers has, from the least to the greatest, and then what ranks last.
const NUMBERS: [&str; 7] = ["-3", "0", "2", "2.5", "1e9", "none", ""];

/// Planted duplicates, some of which are the canonical form of their class, by the puzzle or by the solution.
fn records() -> Vec<Planted> {
    let mut minlex = Minlex::new();
    let mut records = planted();
    for (index, record) in records.iter_mut().enumerate().filter(|(index, _)| index % 4 == 1) {
        let text = if index % 8 == 1 { &record.puzzle } else { &record.solution };
        let map = minlex.form(text.as_bytes().try_into().expect("81 cells")).expect("a form").map;
        let image = |text: &str| {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            Puzzle::from_digits(&map.apply(&puzzle.digits())).expect("a puzzle").to_string()
        };
        (record.puzzle, record.solution) = (image(&record.puzzle), image(&record.solution));
    }
    records
}

/// The rank of every record by the definition of `--keep`.
fn ranks(records: &[Planted], numbers: &[usize], key: SameBy, keep: &str) -> Vec<usize> {
    let mut minlex = Minlex::new();
    let mut is_form = |text: &str| {
        let text = text.replace('.', "0");
        let form = minlex.form(text.as_bytes().try_into().expect("81 cells")).expect("a form");
        form.text.as_slice() == text.as_bytes()
    };
    let last = NUMBERS.len() - 1;
    let rank = |(record, &number): (&Planted, &usize)| match (keep, key) {
        ("fewest", _) => record.puzzle.bytes().filter(|byte| (b'1'..=b'9').contains(byte)).count(),
        ("canonical", SameBy::Solution) => usize::from(!is_form(&record.solution)),
        ("canonical", _) => usize::from(!is_form(&record.puzzle)),
        ("least:number", _) => number,
        ("most:2", _) if number < last => last - 1 - number,
        ("most:2", _) => number,
        _ => 0,
    };
    records.iter().zip(numbers).map(rank).collect()
}

#[test]
fn the_record_that_stays_is_the_first_with_the_least_rank() {
    let folder = Folder::new();
    let records = records();
    let numbers: Vec<usize> = (0..records.len()).map(|index| index * index % 11 % NUMBERS.len()).collect();
    let row = |index: usize| format!("{index},{},{}\n", NUMBERS[numbers[index]], records[index].puzzle);
    let header = "id,number,puzzle\n";
    let table: String = (0..records.len()).map(row).collect();
    let table = folder.file("set.csv", format!("{header}{table}"));
    let reference = folder.file("reference.txt", format!("{}\n", records[0].puzzle));
    for key in SameBy::ALL {
        for keep in ["first", "fewest", "canonical", "least:number", "most:2"] {
            let has_forms = matches!(key, SameBy::Puzzle | SameBy::Solution);
            if keep == "canonical" && !has_forms || keep == "fewest" && key != SameBy::Solution {
                continue;
            }
            let ranks = ranks(&records, &numbers, key, keep);
            let mut kept: HashMap<String, usize> = HashMap::new();
            for (index, record) in records.iter().enumerate() {
                let best = kept.entry(record.class(key)).or_insert(index);
                if ranks[index] < ranks[*best] {
                    *best = index;
                }
            }
            let is_kept = |index: &usize| kept[&records[*index].class(key)] == *index;
            let of = |is_kept: &dyn Fn(&usize) -> bool| -> String {
                let rows: String = (0..records.len()).filter(is_kept).map(row).collect();
                format!("{header}{rows}")
            };
            for flags in
                [&["-j", "1"][..], &["-j", "3", "--chunk-size", "5000"], &["--fingerprint-memory", "1"]]
            {
                let args = [&["dedupe", &table, "--by", key.name(), "--keep", keep], flags].concat();
                let run_of = |more: &[&str]| run(&[&args[..], more].concat()).ends_with(0).stdout;
                assert!(run_of(&[]) == of(&is_kept), "{args:?}");
                let leaks = |index: &usize| records[*index].class(key) == records[0].class(key);
                let expected = of(&|index| is_kept(index) && !leaks(index));
                assert!(run_of(&["--against", &reference]) == expected, "{args:?}");
            }
        }
    }
}

#[test]
fn the_class_list_names_the_record_that_stays() {
    let folder = Folder::new();
    let classes = folder.path("classes.csv");
    let text = format!("puzzle,n\n{PUZZLE},3\n{SOLUTION},2\n12,x\n{PUZZLE},\n{PUZZLE},>2\n");
    let args = ["dedupe", "--by", "solution", "--classes", &classes, "--keep"];
    let list = |keep: &str, kept: &str| {
        let run = run_with(&[&args[..], &[keep]].concat(), text.as_bytes());
        run.ends_with(1).prints(&format!("puzzle,n\n{kept}"));
        std::fs::read_to_string(&classes).expect("a list")
    };
    let header = "line,kept_line,records\n";
    let rows = |first: u64| [2, 3, 5, 6].map(|line| format!("{line},{first},4\n")).concat();
    assert_eq!(list("least:n", &format!("{SOLUTION},2\n12,x\n")), format!("{header}{}", rows(3)));
    assert_eq!(list("most:n", &format!("12,x\n{PUZZLE},>2\n")), format!("{header}{}", rows(6)));
    assert_eq!(list("fewest", &format!("{PUZZLE},3\n12,x\n")), format!("{header}{}", rows(2)));
}

#[test]
fn numbers_are_read_from_columns_of_any_format() {
    let objects =
        format!("{{\"puzzle\":\"{PUZZLE}\",\"level\":7}}\n{{\"level\":1.5,\"puzzle\":\"{PUZZLE}\"}}\n");
    let lines = format!("{PUZZLE} 7\n{PUZZLE} 1.5\n");
    for (text, column) in [(objects, "level"), (lines, "2")] {
        for (keep, line) in [("most", 0), ("least", 1)] {
            let kept = format!("{}\n", text.lines().nth(line).expect("two lines"));
            run_with(&["dedupe", "--keep", &format!("{keep}:{column}")], text.as_bytes()).prints(&kept);
        }
    }
}

#[test]
fn what_is_no_column_of_numbers_is_refused() {
    let text = format!("id,puzzle\n7,{PUZZLE}\n,{SOLUTION}\nx,{PUZZLE}\n");
    for (keep, why) in [
        ("least:id", "<stdin>:4: 'x' is not a number"),
        ("most:puzzle", "<stdin>: the column 'puzzle' is not one of numbers beside the puzzles"),
        ("most:level", "there is no column 'level'"),
        ("most:9", "there is no column 9"),
    ] {
        run_with(&["dedupe", "--keep", keep], text.as_bytes()).ends_with(2).prints("").says_only(why);
    }
    for value in ["true", "NaN", "Infinity", "[1]", "{\"a\":1}"] {
        let object = format!("{{\"puzzle\":\"{PUZZLE}\",\"level\": {value} }}\n");
        let why = format!("<stdin>:1: '{value}' is not a number");
        run_with(&["dedupe", "--keep", "least:level"], object.as_bytes()).ends_with(2).says_only(&why);
        let null = object.replace(value, "null");
        run_with(&["dedupe", "--keep", "least:level"], null.as_bytes()).ends_with(0).prints(&null);
    }
    let bare = format!("{PUZZLE}\n");
    let run = run_with(&["dedupe", "--keep", "least:level"], bare.as_bytes()).ends_with(2);
    run.says_only("<stdin>: the column 'level' is not one of numbers beside the puzzles");
    for keep in ["hardest", "least", "least:", "most:0"] {
        run_with(&["dedupe", "--keep", keep], b"").ends_with(2).says("least:COLUMN");
    }
}
