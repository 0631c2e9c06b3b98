//! `bulkdoku count`: a number for every record.

use crate::run::{PUZZLE, run_with};

#[test]
fn every_record_has_its_number_and_the_summary_tells_none_one_and_more() {
    let none = PUZZLE.replacen("53..", "531.", 1);
    let clash = PUZZLE.replacen("53..", "5..5", 1);
    let text = format!("{PUZZLE}\n{none}\n{clash}\n{}\n", ".".repeat(81));
    let run = run_with(&["count"], text.as_bytes()).ends_with(0);
    run.prints("1\n0\n0\n2\n").says("1 unique · 1 multiple · 1 none · 1 conflict");
    run_with(&["count", "--limit", "1000"], text.as_bytes()).ends_with(0).prints("1\n0\n0\n1000\n");
}

#[test]
fn what_is_no_puzzle_is_not_counted() {
    let text = format!("{PUZZLE}\n12\n");
    run_with(&["count"], text.as_bytes())
        .ends_with(1)
        .prints("1\nmalformed: 2 characters where 81 were expected (column 3)\n")
        .says("<stdin>:2:3:");
    run_with(&["count", "--limit", "0"], text.as_bytes()).ends_with(2).says("--limit");
}

#[test]
fn the_counts_of_the_public_sets_are_right() {
    let Some(data) = crate::run::shared_data() else { return };
    for (set, limit) in [("golden_counts_43", "100"), ("multi_solution_serg_10000", "2000")] {
        let text = std::fs::read(data.join(format!("{set}.txt"))).expect("a set");
        let counts = std::fs::read_to_string(data.join(format!("{set}.counts.txt"))).expect("counts");
        let most = limit.parse::<u64>().expect("a number");
        let capped = |line: &str| format!("{}\n", line.parse::<u64>().expect("a number").min(most));
        let expected: String = counts.lines().map(capped).collect();
        run_with(&["count", "--limit", limit], &text).ends_with(0).prints(&expected);
    }
}
