//! The summaries of parts, and `bulkdoku merge-summaries`, which adds them up.

use std::fs;

use serde_json::Value;

use crate::run::{Folder, NULL, puzzles, run};
use crate::shards::{lines, table};

#[test]
fn summaries_of_parts_of_different_runs_are_refused() {
    let folder = Folder::new();
    let input = folder.file("input", puzzles(50));
    let summary = |name: &str, command: &[&str], shard: &str| {
        let path = folder.path(name);
        let words = [command, &["-q", "-o", NULL, "--shard", shard, "--summary", &path]].concat();
        run(&words).ends_with(0);
        path
    };
    let one = summary("one", &["solve", &input], "1/2");
    let merge = |other: &str| run(&["merge-summaries", &one, other]);
    merge(&summary("same", &["solve", &input, "-j", "1", "--progress", "never"], "2/2")).ends_with(0);
    merge(&summary("count", &["count", &input], "2/2")).ends_with(2).says_only("differs in its command");
    for (name, options) in
        [("unique", &["--unique"][..]), ("budget", &["--budget", "9"]), ("format", &["--format", "csv"])]
    {
        let other = summary("other", &[&["solve", &input], options].concat(), "2/2");
        merge(&other).ends_with(2).says_only(&format!("differs in its options ({name})"));
    }
    let allowed = summary("allowed", &["solve", &input, "--max-bad", "1%"], "2/2");
    merge(&allowed).ends_with(0); // no result depends on it
    folder.file("input", puzzles(50).replacen('.', "0", 1)); // another file of the same name and length
    merge(&summary("edited", &["solve", &input], "2/2"))
        .ends_with(2)
        .says_only("differs in its input_checksum");
    folder.file("input", puzzles(5));
    merge(&summary("short", &["solve", &input], "2/2")).ends_with(2).says_only("differs in its input_bytes");
}

#[test]
fn summaries_of_parts_of_what_is_generated_add_up() {
    let folder = Folder::new();
    let make = |number: usize, seed: &str, more: &[&str]| {
        let (path, shard) = (folder.path(&format!("{number}.json")), format!("{number}/2"));
        let output = folder.path(&format!("part-{number}"));
        let words = ["generate", "--count", "20", "--seed", seed, "-q", "-o", &output];
        run(&[&words[..], more, &["--shard", &shard, "--summary", &path]].concat()).ends_with(0);
        path
    };
    let part = |number, seed| make(number, seed, &[]);
    let whole = folder.path("whole.json");
    run(&["merge-summaries", "-o", &whole, &part(1, "3"), &part(2, "3")]).ends_with(0);
    assert_eq!((&summary(&whole)["records"], &summary(&whole)["options"]["seed"]), (&20.into(), &3.into()));
    run(&["merge-summaries", &part(1, "3"), &part(2, "4")]).ends_with(2).says_only("differs in its options");
    let rated = |number| make(number, "3", &["--where", "level=1"]);
    run(&["merge-summaries", "-o", &whole, &rated(1), &rated(2)]).ends_with(0);
    assert!(summary(&whole)["puzzles_drawn"].as_u64() > Some(20));
    assert!(summary(&whole).get("acceptance").is_none(), "a part's acceptance is not the whole's");
}

/// Returns a summary without the fields that differ from run to run.
pub fn summary(path: &str) -> Value {
    let mut summary: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let fields = summary.as_object_mut().unwrap();
    fields.retain(|name, _| {
        let of_a_run = [
            "date",
            "command_line",
            "error",
            "shard",
            "parts",
            "missing_parts",
            "failed_parts",
            "threads",
            "isa",
        ];
        !of_a_run.contains(&name.as_str()) && !name.contains("second")
    });
    summary
}

#[test]
fn summaries_add_up_and_name_a_missing_part() {
    let folder = Folder::new();
    let input = folder.file("input", table(2000).as_bytes());
    let (whole, merged) = (folder.path("whole.json"), folder.path("merged.json"));
    for command in [&["solve"][..], &["count"], &["check", "--by", "text", "--findings", "3"]] {
        run(&[command, &[&input, "-q", "-o", &folder.path("out"), "--summary", &whole]].concat())
            .ends_with(1);
        let parts: Vec<String> = (1..=3)
            .map(|number| {
                let (path, shard) = (folder.path(&format!("{number}.json")), format!("{number}/3"));
                run(&[
                    command,
                    &[&input, "-q", "-o", &folder.path("out"), "--shard", &shard, "--summary", &path],
                ]
                .concat());
                path
            })
            .collect();
        let merge = |parts: &[&str]| run(&[&["merge-summaries", "-o", &merged], parts].concat());
        // In any order, and one of them twice. The parts have bad records, as the whole has.
        merge(&[&parts[2], &parts[0], &parts[1], &parts[1]]).ends_with(1).says("of 3 ended with exit code 1");
        if command[0] != "check" {
            assert_eq!(summary(&merged), summary(&whole), "{command:?}");
        }
        assert_eq!(summary(&merged)["records"], summary(&whole)["records"]);
        assert_eq!(summary(&merged)["header"], summary(&whole)["header"]);
        assert_eq!(summary(&merged)["verdicts"], summary(&whole)["verdicts"]);
        merge(&[&parts[0], &parts[2]]).ends_with(1).says("part 2/3 is missing");
    }
}

#[test]
fn the_bad_records_of_all_parts_are_added_up_and_max_bad_is_about_the_whole() {
    let folder = Folder::new();
    let input = folder.file("input", format!("{}12\n3\n", puzzles(8)));
    let parts: Vec<String> = (1..=2)
        .map(|number| {
            let (path, shard) = (folder.path(&format!("{number}.json")), format!("{number}/2"));
            run(&["solve", "-q", &input, "-o", NULL, "--shard", &shard, "--summary", &path]);
            path
        })
        .collect();
    let merge = |more: &[&str]| run(&[&["merge-summaries", &parts[0], &parts[1]], more].concat());
    let value = |text: &str| -> Value { serde_json::from_str(text).expect("JSON") };
    let whole = value(&merge(&[]).ends_with(1).says_only("1 part of 2 ended with exit code 1").stdout);
    assert_eq!(
        (&whole["bad"], &whole["bad_share"], &whole["exit_code"]),
        (&2.into(), &0.2.into(), &1.into())
    );
    for enough in ["2", "20%"] {
        let merged = merge(&["--max-bad", enough]).ends_with(0);
        assert_eq!((merged.stderr.as_str(), &value(&merged.stdout)["exit_code"]), ("", &0.into()));
    }
    merge(&["--max-bad", "1"])
        .ends_with(1)
        .says_only("2 of 10 records are bad, more than --max-bad 1 allows");
    run(&["merge-summaries", "--max-bad", "9", &parts[0]]).ends_with(1).says_only("part 2/2 is missing");
}

#[test]
fn summaries_that_do_not_belong_together_are_refused() {
    let folder = Folder::new();
    let input = folder.file("input", lines(100).as_bytes());
    let [one, two, whole] = ["1", "2", "3"].map(|name| folder.path(name));
    run(&["solve", &input, "-q", "-o", NULL, "--shard", "1/2", "--summary", &one]);
    run(&["solve", &input, "-q", "-o", NULL, "--shard", "2/3", "--summary", &two]);
    run(&["solve", &input, "-q", "-o", NULL, "--summary", &whole]);
    run(&["merge-summaries", &one, &two]).ends_with(2).says_only("a different number of parts");
    run(&["merge-summaries", &one, &whole]).ends_with(2).says_only("it was not written with --shard");
    run(&["merge-summaries", &one, &input]).ends_with(2).says_only("is not the summary of a part");
}

#[test]
fn summaries_of_parts_that_no_run_has_are_refused() {
    let folder = Folder::new();
    for (number, of) in [(1, u64::MAX), (0, 2), (3, 2), (u64::MAX, u64::MAX), (1_000_001, 1_000_001)] {
        let text = format!("{{\"shard\":{{\"number\":{number},\"of\":{of}}}}}");
        let summary = folder.file("summary", text);
        let refused = format!("there is no part {number}/{of}");
        run(&["merge-summaries", &summary]).ends_with(2).says_only(&refused);
    }
    let parts = [1, 2].map(|number| {
        let text = format!("{{\"shard\":{{\"number\":{number},\"of\":2}},\"records\":{}}}", u64::MAX);
        folder.file(&format!("part-{number}"), text)
    });
    let merged = run(&["merge-summaries", &parts[0], &parts[1]]).ends_with(0).stdout;
    assert!(merged.contains(&format!("\"records\": {}", u64::MAX)), "{merged}");
}
