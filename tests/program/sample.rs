//! `bulkdoku sample`: some records of a file, each as likely as any other.

use std::collections::{BTreeMap, HashSet};
use std::fs;

use serde_json::Value;

use crate::run::{Folder, PUZZLE, puzzles, run, run_with};

/// Runs `sample` over a text on stdin and returns the sample. The exit code must say whether a record is malformed.
fn sampled(text: &str, args: &[&str]) -> String {
    let has_malformed = text.contains("no puzzle") && !args.contains(&"--drop-bad");
    let run = run_with(&[&["sample", "--quiet"], args].concat(), text.as_bytes());
    run.ends_with(i32::from(has_malformed)).stdout
}

/// Returns a table of distinguishable rows with notes between them.
fn table(rows: usize) -> String {
    let mut text = "id,puzzle,note\n".to_owned();
    for (id, puzzle) in puzzles(rows).lines().enumerate() {
        text += &if id % 10 == 3 { format!("# note {id}\n") } else { String::new() };
        text += &format!("{id},{puzzle},\"a, {id}\"\r\n");
    }
    text
}

#[test]
fn a_sample_has_whole_records_in_their_order() {
    let text = table(2000);
    let sample = sampled(&text, &["--count", "300"]);
    assert!(sample.starts_with("id,puzzle,note\n"));
    let ids = |text: &str| -> Vec<usize> {
        let rows = text.lines().skip(1).filter(|line| !line.starts_with('#'));
        rows.map(|row| row.split(',').next().unwrap().parse().unwrap()).collect()
    };
    let taken = ids(&sample);
    assert_eq!(taken.len(), 300);
    assert!(taken.is_sorted_by(|one, next| one < next));
    let lines: HashSet<&str> = text.split_inclusive('\n').collect();
    assert!(sample.split_inclusive('\n').all(|line| lines.contains(line)));
    for id in taken.iter().filter(|&id| id % 10 == 3) {
        assert!(sample.contains(&format!("# note {id}\n{id},")), "a note goes with its record");
    }
    assert_ne!(ids(&sampled(&text, &["--count", "300", "--seed", "2"])), taken);
}

#[test]
fn weights_draw_records_and_leave_out_those_without() {
    let rows = |weight: fn(usize) -> String| -> String {
        let lines = puzzles(2000);
        let rows = lines.lines().enumerate().map(|(id, puzzle)| format!("{id},{puzzle},{}\n", weight(id)));
        std::iter::once("id,puzzle,weight\n".to_owned()).chain(rows).collect()
    };
    let text = rows(|id| {
        if id < 1000 {
            "1".to_owned()
        } else if id < 1900 {
            " 3.0e0 ".to_owned()
        } else {
            "0".to_owned()
        }
    });
    let ids = |text: &str| -> Vec<usize> {
        text.lines().skip(1).map(|row| row.split(',').next().unwrap().parse().unwrap()).collect()
    };
    let mut heavy = 0;
    for seed in 1..=20 {
        let sample = sampled(&text, &["--count", "50", "--weight", "weight", "--seed", &seed.to_string()]);
        assert!(ids(&sample).len() == 50 && ids(&sample).iter().all(|&id| id < 1900));
        heavy += ids(&sample).iter().filter(|&&id| id >= 1000).count();
    }
    assert!((670..790).contains(&heavy), "{heavy} of 1,000, where 730 are expected"); // four deviations
    let args = ["--count", "50", "--weight", "3", "-j"];
    assert_eq!(
        sampled(&text, &[&args[..], &["1", "--chunk-size", "1"]].concat()),
        sampled(&text, &[&args[..], &["3", "--chunk-size", "5000"]].concat())
    );
    assert_eq!(ids(&sampled(&text, &["--count", "5000", "--weight", "weight"])).len(), 1900);
    for wrong in ["-1", "x", "", "inf", "NaN"] {
        let text = format!("puzzle,weight\n{PUZZLE},1\n{PUZZLE},{wrong}\n");
        run_with(&["sample", "--count", "1", "--weight", "weight"], text.as_bytes())
            .ends_with(2)
            .prints("")
            .says_only(&format!("<stdin>:3: '{wrong}' is not a weight (a number of at least 0)"));
    }
    for (column, text) in [("puzzle", text.as_str()), ("w", PUZZLE)] {
        run_with(&["sample", "--count", "1", "--weight", column], text.as_bytes())
            .ends_with(2)
            .says_only(&format!("<stdin>: the column '{column}' is not a column of numbers"));
    }
    run_with(&["sample", "--count", "1", "--weight", "w"], text.as_bytes())
        .ends_with(2)
        .says_only("there is no column 'w'");
}

#[test]
fn a_sample_of_everything_is_the_file() {
    let text = table(500) + "# the end\n";
    for size in ["700", "100000"] {
        assert!(sampled(&text, &["--count", "500", "--chunk-size", size]) == text);
        assert!(sampled(&text, &["--count", "100000", "--chunk-size", size]) == text);
        assert!(sampled(&text, &["--count", "9223372036854775808", "--chunk-size", size]) == text);
    }
    assert_eq!(sampled(&text, &["--count", "0"]), "id,puzzle,note\n");
}

#[test]
fn every_record_is_as_likely_as_any_other() {
    let text: String = puzzles(200).lines().map(|puzzle| format!("{puzzle}\n")).collect();
    let mut times: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..100 {
        for line in sampled(&text, &["--count", "50", "--seed", &seed.to_string(), "-j", "1"]).lines() {
            *times.entry(line.to_owned()).or_default() += 1;
        }
    }
    // 200 counts with mean 25 and variance 25 · 3/4, whose sum is fixed. Chi-squared with 199 degrees of freedom has a
    // standard deviation of 20.
    let chi_squared: f64 = times.values().map(|&count| (f64::from(count) - 25.0).powi(2) / 18.75).sum();
    let chi_squared = chi_squared + (200 - times.len()) as f64 * 625.0 / 18.75;
    assert!((110.0..300.0).contains(&chi_squared), "{chi_squared}");
}

#[test]
fn a_sample_has_the_requested_number_of_each_stratum() {
    let (folder, text) = (Folder::new(), puzzles(2000));
    let (file, summary) = (folder.file("set.txt", &text), folder.path("summary.json"));
    for property in ["clues", "level", "guesses"] {
        let args = ["sample", &file, "--each", "5", "--stratify", property, "--summary", &summary];
        let output = run(&args).ends_with(0).says(&format!("{property} "));
        let value: Value = serde_json::from_slice(&fs::read(&summary).expect("a summary")).expect("JSON");
        let strata = value["strata"].as_object().expect("strata");
        assert!(strata.len() > 1);
        let mut all = 0;
        for stratum in strata.values() {
            let (records, taken) =
                (stratum["records"].as_u64().unwrap(), stratum["sampled"].as_u64().unwrap());
            assert_eq!(taken, records.min(5));
            all += taken;
        }
        assert_eq!(output.stdout.lines().count() as u64, all);
        assert_eq!(value["sampled"], all);
    }
}

#[test]
fn a_sample_by_level_has_the_levels_that_rate_finds() {
    let text = puzzles(1000);
    let sample = sampled(&text, &["--each", "3", "--stratify", "level"]);
    let ratings = run_with(&["rate", "--quiet", "--only", "level"], sample.as_bytes()).ends_with(0).stdout;
    let mut levels: BTreeMap<&str, usize> = BTreeMap::new();
    for row in ratings.lines().skip(1) {
        *levels.entry(row.rsplit(',').next().unwrap()).or_default() += 1;
    }
    assert!(levels.len() > 2 && levels.values().all(|&count| count <= 3), "{levels:?}");
    assert_eq!(levels.get("1"), Some(&3));
}

#[test]
fn strata_share_the_number_of_records_as_equally_as_they_can() {
    let (folder, text) = (Folder::new(), puzzles(400));
    let summary = folder.path("summary.json");
    // Source a has 300 records, b has 90 and c has 10.
    let source = |row: usize| {
        if row % 40 == 39 {
            "c"
        } else if row % 4 == 3 {
            "b"
        } else {
            "a"
        }
    };
    let row = |(row, puzzle): (usize, &str)| format!("{},{puzzle}\n", source(row));
    let table = "source,puzzle\n".to_owned() + &text.lines().enumerate().map(row).collect::<String>();
    let args = ["--count", "101", "--stratify", "source", "--summary", &summary];
    let sample = sampled(&table, &[&args[..], &["-j", "1"]].concat());
    for (name, number) in [("a,", 46), ("b,", 45), ("c,", 10)] {
        assert_eq!(sample.lines().filter(|line| line.starts_with(name)).count(), number, "{name}");
    }
    let value: Value = serde_json::from_slice(&fs::read(&summary).expect("a summary")).expect("JSON");
    assert_eq!(value["strata"]["b"], serde_json::json!({ "records": 90, "sampled": 45 }));
    for further in [&["-j", "8", "--chunk-size", "500"][..], &["-j", "2", "--chunk-size", "3001"]] {
        assert!(sampled(&table, &[&args[..], further].concat()) == sample, "{further:?}");
    }
    let by_number = sampled(&table, &["--count", "101", "--stratify", "1"]);
    assert!(by_number == sample);
    assert_eq!(sampled(&text, &["--count", "30", "--stratify", "clues"]).lines().count(), 30);
    assert_eq!(sampled(&table, &["--each", "12", "--stratify", "source"]).lines().count(), 1 + 12 + 12 + 10);
}

#[test]
fn a_column_of_many_numbers_has_ten_strata() {
    let row = |(id, puzzle): (usize, &str)| format!("{},{puzzle}\n", id * 7919 % 500);
    let table = "id,puzzle\n".to_owned() + &puzzles(500).lines().enumerate().map(row).collect::<String>();
    let sample = sampled(&table, &["--each", "3", "--stratify", "id", "-j", "1"]);
    let mut tens: BTreeMap<usize, usize> = BTreeMap::new();
    for row in sample.lines().skip(1) {
        let id: usize = row.split(',').next().and_then(|id| id.parse().ok()).expect("a number");
        *tens.entry(id / 50).or_default() += 1;
    }
    assert!(tens.len() == 10 && tens.values().all(|&count| count == 3), "{tens:?}");
    assert!(
        sampled(&table, &["--each", "3", "--stratify", "id", "-j", "8", "--chunk-size", "999"]) == sample
    );
}

#[test]
fn invalid_strata_are_refused() {
    let table: String =
        puzzles(300).lines().enumerate().map(|(id, puzzle)| format!("r{id},{puzzle}\n")).collect();
    let refused = |args: &[&str], reason: &str| {
        let args = [&["sample"], args].concat();
        run_with(&args, format!("id,puzzle\n{table}").as_bytes()).ends_with(2).prints("").says(reason);
    };
    refused(
        &["--count", "9", "--stratify", "id"],
        "the column 'id' has more than 254 values, too many for strata: name a column of numbers, or with fewer values",
    );
    refused(&["--count", "9", "--stratify", "size"], "there is no column 'size'");
    refused(
        &["--count", "9", "--stratify", "puzzle"],
        "the column 'puzzle' does not exist or contains the puzzles",
    );
    refused(
        &["--count", "9", "--stratify", "1", "--weight", "1"],
        "--weight and --stratify cannot both read a column",
    );
    refused(&["--each", "9"], "--stratify");
    refused(&[], "--count");
}

#[test]
fn bad_records_are_sampled_unless_they_are_dropped() {
    let conflict = format!("55{}", &PUZZLE[2..]);
    let text = format!("{PUZZLE}\nno puzzle\n{conflict}\n");
    assert_eq!(sampled(&text, &["--count", "3"]), text);
    assert_eq!(sampled(&text, &["--count", "3", "--drop-bad"]), format!("{PUZZLE}\n"));
    assert_eq!(sampled(&text, &["--count", "3", "--stratify", "level"]), format!("{PUZZLE}\n"));
}
