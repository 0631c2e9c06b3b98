//! `bulkdoku solve --steps`: explanations, replayed step by step.

use serde_json::Value;

use crate::effort::effort;
use crate::rate::minimal;
use crate::run::{PUZZLE, SOLUTION, run_with};

/// A board as a reader of an explanation updates it: the candidates of each cell, digit d in bit d.
struct Replay {
    candidates: [u16; 81],
    placed: [bool; 81],
}

impl Replay {
    fn new(puzzle: &str) -> Self {
        let mut replay = Self { candidates: [0b11_1111_1110; 81], placed: [false; 81] };
        for (cell, clue) in puzzle.bytes().enumerate() {
            if clue.is_ascii_digit() && clue != b'0' {
                replay.place(cell, clue - b'0');
            }
        }
        replay
    }

    fn place(&mut self, cell: usize, digit: u8) {
        for other in 0..81 {
            let same_box = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            if cell / 9 == other / 9 || cell % 9 == other % 9 || same_box {
                self.candidates[other] &= !(1 << digit);
            }
        }
        self.candidates[cell] = 1 << digit;
        self.placed[cell] = true;
    }

    /// Applies a step after checking that it changes the board and that `solution` agrees with it.
    fn apply(&mut self, step: &Value, solution: &[u8]) {
        let clears = step["clears"].as_array().expect("a list");
        assert_eq!(step["places"].is_object(), clears.is_empty(), "a step places or clears: {step}");
        if step["places"].is_object() {
            let (cell, digit) = candidate(&step["places"]);
            assert!(!self.placed[cell] && self.candidates[cell] >> digit & 1 == 1, "{step}");
            assert_eq!(solution[cell], b'0' + digit, "{step}");
            self.place(cell, digit);
        }
        for clear in clears {
            let (cell, digit) = candidate(clear);
            assert!(self.candidates[cell] >> digit & 1 == 1, "{step}");
            assert_ne!(solution[cell], b'0' + digit, "{step}");
            self.candidates[cell] &= !(1 << digit);
        }
    }
}

/// Returns the cell and the digit of `{"cell":"r1c2","digit":3}`.
fn candidate(value: &Value) -> (usize, u8) {
    let name = value["cell"].as_str().expect("a cell").as_bytes();
    (usize::from(9 * (name[1] - b'1') + name[3] - b'1'), value["digit"].as_u64().expect("a digit") as u8)
}

/// Returns the number of puzzles to explain.
fn count() -> usize {
    effort(if cfg!(debug_assertions) { 40 } else { 400 }, 10_000)
}

#[test]
fn every_step_agrees_with_the_solution_and_the_last_board_is_the_solution_or_the_stated_closure() {
    let text = minimal(count());
    let steps = run_with(&["solve", "--steps", "--format", "jsonl"], text.as_bytes()).ends_with(0).stdout;
    let solutions = run_with(&["solve", "--unique"], text.as_bytes()).stdout;
    let levels = run_with(&["rate", "--only", "level", "--format", "jsonl"], text.as_bytes()).stdout;
    let mut seen = std::collections::BTreeMap::new();
    for ((puzzle, solution), (line, rating)) in
        text.lines().zip(solutions.lines()).zip(steps.lines().zip(levels.lines()))
    {
        let explained: Value = serde_json::from_str(line).expect("an object");
        let rating: Value = serde_json::from_str(rating).expect("an object");
        let mut replay = Replay::new(puzzle);
        let steps = explained["steps"].as_array().expect("steps");
        steps.iter().for_each(|step| replay.apply(step, solution.as_bytes()));
        assert_eq!(explained["level"], rating["level"], "{puzzle}");
        *seen.entry(rating["level"].to_string()).or_insert(0) += 1;
        assert_eq!(explained["solution"], *solution);
        if explained["cells_left"].is_null() {
            assert!(replay.placed.iter().all(|&placed| placed), "{puzzle}");
        } else {
            let left = explained["candidates"].as_array().expect("a list");
            for (mask, digits) in replay.candidates.iter().zip(left) {
                let stated = digits.as_array().expect("a list").iter().map(|d| d.as_u64().expect("a digit"));
                assert_eq!(stated.fold(0, |all, digit| all | 1 << digit), u64::from(*mask), "{puzzle}");
            }
            let open = replay.placed.iter().filter(|&&placed| !placed).count();
            assert_eq!(explained["cells_left"], open, "{puzzle}");
        }
    }
    println!("puzzles by level: {seen:?}");
}

#[test]
fn the_text_names_the_line_every_step_and_the_solution() {
    let text = format!("# a comment\n{PUZZLE}\n");
    let run = run_with(&["solve", "--steps"], text.as_bytes()).ends_with(0);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], format!("line 2: {PUZZLE}"));
    assert!(lines[1].starts_with("  1. r"), "{}", lines[1]);
    assert_eq!(lines[52], format!("solved at level 1: {SOLUTION}"));
    assert_eq!((lines[53], lines.len()), ("", 54));
}

#[test]
fn a_record_without_one_solution_has_its_verdict_instead_of_steps() {
    let text = format!("{}\n12\n", ".".repeat(81));
    let malformed = "malformed: 2 characters where 81 were expected (column 3)";
    run_with(&["solve", "--steps", "-q"], text.as_bytes())
        .ends_with(1)
        .prints(&format!("line 1: multiple\n\nline 2: {malformed}\n\n"));
    run_with(&["solve", "--steps", "-q", "--format", "jsonl"], text.as_bytes()).ends_with(1).prints(&format!(
        "{{\"line\":1,\"verdict\":\"multiple\",\"puzzle\":\"{}\"}}\n{{\"line\":2,\"verdict\":\"malformed\"}}\n",
        ".".repeat(81)
    ));
}

#[test]
fn steps_are_text_or_json() {
    run_with(&["solve", "--steps", "--format", "grid"], b"")
        .ends_with(2)
        .says_only("--steps needs --format line or jsonl");
    run_with(&["solve", "--steps", "--keep-columns"], b"").ends_with(2).says("cannot be used with");
}
