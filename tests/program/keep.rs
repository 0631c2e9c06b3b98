//! `bulkdoku dedupe --keep`: which record of each class stays.

use std::collections::HashMap;

use bulkdoku::Puzzle;
use bulkdoku::datasets::SameBy;
use bulkdoku::symmetry::Minlex;

use crate::planted::{Planted, planted};
use crate::run::{Folder, PUZZLE, SOLUTION, run, run_with};

/// Returns planted duplicates. Some are the canonical form of their class by puzzle or by solution.
fn records() -> Vec<Planted> {
    let mut minlex = Minlex::new();
    let mut records = planted();
    for (index, record) in records.iter_mut().enumerate().filter(|(index, _)| index % 4 == 1) {
        let text = if index % 8 == 1 { &record.puzzle } else { &record.solution };
        let map = minlex
            .form_of_text(text.as_bytes().try_into().expect("81 cells"))
            .expect("a form")
            .transformation;
        let image = |text: &str| {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            Puzzle::from_digits(&map.image(&puzzle.digits())).expect("a puzzle").to_string()
        };
        (record.puzzle, record.solution) = (image(&record.puzzle), image(&record.solution));
    }
    records
}

/// Returns the rank of every record as `--keep` defines it.
fn ranks(records: &[Planted], key: SameBy, keep: &str) -> Vec<usize> {
    let mut minlex = Minlex::new();
    let mut is_form = |text: &str| {
        let text = text.replace('.', "0");
        let form = minlex.form_of_text(text.as_bytes().try_into().expect("81 cells")).expect("a form");
        form.text.as_slice() == text.as_bytes()
    };
    let rank = |record: &Planted| match (keep, key) {
        ("fewest", _) => record.puzzle.bytes().filter(|byte| (b'1'..=b'9').contains(byte)).count(),
        ("canonical", SameBy::Solution) => usize::from(!is_form(&record.solution)),
        ("canonical", _) => usize::from(!is_form(&record.puzzle)),
        _ => 0,
    };
    records.iter().map(rank).collect()
}

#[test]
fn the_record_that_stays_is_the_first_with_the_least_rank() {
    let folder = Folder::new();
    let records = records();
    let row = |index: usize| format!("{index},{}\n", records[index].puzzle);
    let header = "id,puzzle\n";
    let table: String = (0..records.len()).map(row).collect();
    let table = folder.file("set.csv", format!("{header}{table}"));
    let reference = folder.file("reference.txt", format!("{}\n", records[0].puzzle));
    for key in SameBy::ALL {
        for keep in ["first", "fewest", "canonical"] {
            let has_forms = matches!(key, SameBy::Puzzle | SameBy::Solution);
            if keep == "canonical" && !has_forms || keep == "fewest" && key != SameBy::Solution {
                continue;
            }
            let ranks = ranks(&records, key, keep);
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
    let text = format!("puzzle,n\n{SOLUTION},3\n{PUZZLE},2\n12,x\n{PUZZLE},\n{SOLUTION},4\n");
    let args = ["dedupe", "--by", "solution", "--classes", &classes, "--keep"];
    let list = |keep: &str, kept: &str| {
        let run = run_with(&[&args[..], &[keep]].concat(), text.as_bytes());
        run.ends_with(1).prints(&format!("puzzle,n\n{kept}"));
        std::fs::read_to_string(&classes).expect("a list")
    };
    let header = "line,kept_line,records\n";
    let rows = |first: u64| [2, 3, 5, 6].map(|line| format!("{line},{first},4\n")).concat();
    assert_eq!(list("first", &format!("{SOLUTION},3\n12,x\n")), format!("{header}{}", rows(2)));
    assert_eq!(list("fewest", &format!("{PUZZLE},2\n12,x\n")), format!("{header}{}", rows(3)));
    run_with(&["dedupe", "--keep", "least:n"], text.as_bytes()).ends_with(2).says("first, fewest, canonical");
}
