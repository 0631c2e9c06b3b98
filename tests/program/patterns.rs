//! `bulkdoku generate` for publishers: masks, symmetries, ratings, and several puzzles from a grid.

use std::fs;

use serde_json::Value;

use crate::effort::effort;
use crate::run::{Folder, NULL, run, run_with};

/// A heart of 27 cells.
const HEART: &str = ".xx...xx.x..x.x..xx...x...xx.x...x.x.x..x..x..x.....x...x...x.....x.x......xxx...";

fn generated(args: &[&str]) -> String {
    run(&[&["generate", "--quiet"], args].concat()).ends_with(0).stdout
}

fn is_clue(byte: u8) -> bool {
    byte.is_ascii_digit()
}

fn clues(puzzle: &str) -> usize {
    puzzle.bytes().filter(u8::is_ascii_digit).count()
}

/// Asserts with the plain search that every line has exactly one solution.
fn assert_unique(puzzles: &str) {
    let solved = run_with(&["solve", "--unique", "--engine", "single", "-o", NULL], puzzles.as_bytes());
    solved.ends_with(0).says_only("all unique");
}

/// Asserts that the same options give the same bytes with several threads and in parts.
fn assert_steady(args: &[&str], puzzles: &str) {
    for others in [["-j", "1"], ["-j", "8"]] {
        assert!(generated(&[args, &others].concat()) == puzzles, "{args:?} {others:?}");
    }
    let part = |shard| generated(&[args, &["--shard", shard]].concat());
    assert!(part("1/3") + &part("2/3") + &part("3/3") == puzzles, "{args:?} in parts");
}

#[test]
fn a_difficulty_is_a_range_of_levels() {
    for (word, levels) in [
        ("easy", &["1", "2"][..]),
        ("medium", &["3", "4"]),
        ("hard", &["5", "6", "7"]),
        ("expert", &["none"]),
    ] {
        let made = run(&["generate", "-q", "--count", "12", "--seed", "3", "--difficulty", word])
            .ends_with(0)
            .stdout;
        let rated = run_with(&["rate", "-q", "--only", "level"], made.as_bytes()).ends_with(0).stdout;
        let fits = |row: &str| levels.contains(&row.rsplit(',').next().unwrap_or_default());
        assert!(rated.lines().skip(1).all(fits) && rated.lines().count() == 13, "{word}: {rated}");
    }
    run(&["generate", "--count", "1", "--difficulty", "evil"])
        .ends_with(2)
        .says("easy, medium, hard, expert");
    run(&["generate", "--count", "1", "--grids", "--difficulty", "easy"])
        .ends_with(2)
        .says("cannot be used with");
}

#[test]
fn names_from_other_programs_get_a_suggestion_and_an_open_condition_an_explanation() {
    let symmetry = ["generate", "--count", "1", "--symmetry", "rotational"];
    run(&symmetry).ends_with(2).says("a similar value exists: 'half-turn'");
    run(&["rate", "--only", "ep"]).ends_with(2).says("a similar value exists: 'se'");
    run(&["rate", "--where", "level"]).ends_with(2).says("put it in quotes, because a shell treats < and >");
    run(&["rate", "--where", "level=8"]).ends_with(2).says("there is no level 8");
}

#[test]
fn every_cell_of_a_mask_has_a_clue() {
    let folder = Folder::new();
    let rows: Vec<_> = HEART.as_bytes().chunks(9).map(String::from_utf8_lossy).collect();
    let file = folder.file("heart.txt", rows.join("\n"));
    let args = ["--count", "20", "--mask", &file];
    let puzzles = generated(&args);
    assert_eq!(puzzles.lines().count(), 20);
    for puzzle in puzzles.lines() {
        assert!(puzzle.bytes().map(is_clue).eq(HEART.bytes().map(|byte| byte == b'x')), "{puzzle}");
    }
    assert_unique(&puzzles);
    assert_steady(&args, &puzzles);
    assert_eq!(generated(&["--count", "20", "--mask", HEART]), puzzles, "the text is also the mask");
    folder.file("heart.txt", format!("\u{feff}{}\r\n\u{1a}", rows.join("\r\n")));
    assert_eq!(generated(&args), puzzles, "as some editors save it");
    assert_eq!(generated(&["--count", "20", "--mask", puzzles.lines().next().unwrap()]), puzzles);
}

#[test]
fn the_puzzles_do_not_replace_the_file_of_their_mask() {
    let folder = Folder::new();
    let file = folder.file("heart.txt", HEART);
    let run = run(&["generate", "--count", "2", "--mask", &file, "-o", &file]).ends_with(2);
    assert_eq!(run.stderr, format!("bulkdoku: {file}: the run also reads this file: name another one\n"));
    assert_eq!(fs::read_to_string(&file).unwrap(), HEART);
}

#[test]
fn fewer_clues_than_cells_stay_within_the_mask() {
    let within = |puzzle: &str| puzzle.bytes().zip(HEART.bytes()).all(|(a, b)| !is_clue(a) || b == b'x');
    let puzzles = generated(&["--count", "20", "--mask", HEART, "--clues", "24-26"]);
    assert!(puzzles.lines().all(|puzzle| within(puzzle) && (24..=26).contains(&clues(puzzle))));
    assert_unique(&puzzles);
    let minimal = generated(&["--count", "20", "--mask", HEART, "--minimal"]);
    assert!(minimal.lines().all(within));
    assert_minimal(&minimal);
}

/// Asserts that the puzzles are minimal: `minimize` does not change them.
fn assert_minimal(puzzles: &str) {
    let again = run_with(&["minimize", "--quiet"], puzzles.as_bytes()).ends_with(0).stdout;
    assert!(again == puzzles, "not minimal");
}

/// Returns where the transformations of a symmetry move the cell (row, column).
fn images(name: &str, (r, c): (usize, usize)) -> Vec<(usize, usize)> {
    match name {
        "half-turn" => vec![(8 - r, 8 - c)],
        "quarter-turn" => vec![(c, 8 - r), (8 - r, 8 - c), (8 - c, r)],
        "left-right" => vec![(r, 8 - c)],
        "top-bottom" => vec![(8 - r, c)],
        "orthogonal" => vec![(r, 8 - c), (8 - r, c), (8 - r, 8 - c)],
        "diagonal" => vec![(c, r)],
        "antidiagonal" => vec![(8 - c, 8 - r)],
        "bidiagonal" => vec![(c, r), (8 - c, 8 - r), (8 - r, 8 - c)],
        "full" => ["bidiagonal", "orthogonal", "quarter-turn"]
            .iter()
            .flat_map(|name| images(name, (r, c)))
            .collect(),
        _ => panic!("{name}"),
    }
}

fn has_symmetry(name: &str, puzzle: &str) -> bool {
    let bytes = puzzle.as_bytes();
    (0..81).all(|cell| {
        images(name, (cell / 9, cell % 9))
            .iter()
            .all(|(r, c)| is_clue(bytes[cell]) == is_clue(bytes[9 * r + c]))
    })
}

#[test]
fn clues_have_the_symmetry() {
    for name in [
        "half-turn",
        "quarter-turn",
        "left-right",
        "top-bottom",
        "orthogonal",
        "diagonal",
        "antidiagonal",
        "bidiagonal",
        "full",
    ] {
        let args = ["--count", "30", "--symmetry", name];
        let puzzles = generated(&args);
        for puzzle in puzzles.lines() {
            assert!(has_symmetry(name, puzzle), "{name}: {puzzle}");
            assert!((28..=34).contains(&clues(puzzle)), "{name}: {puzzle}");
        }
        assert_unique(&puzzles);
        assert_steady(&args, &puzzles);
    }
}

#[test]
fn minimal_puzzles_with_a_symmetry_are_minimal_clue_by_clue() {
    let args = ["--count", "10", "--symmetry", "diagonal", "--minimal"];
    let puzzles = generated(&args);
    assert!(puzzles.lines().all(|puzzle| has_symmetry("diagonal", puzzle)));
    assert_unique(&puzzles);
    assert_minimal(&puzzles);
    assert_steady(&args, &puzzles);
}

#[test]
fn ratings_are_in_the_range_and_the_summary_names_the_share() {
    let folder = Folder::new();
    let (file, summary) = (folder.path("puzzles"), folder.path("summary"));
    let conditions = ["--where", "level>=2", "--where", "level<=3"];
    let args = [&["--count", "300"][..], &conditions].concat();
    let said = run(&[&["generate", "-o", &file, "--summary", &summary], &args[..]].concat());
    said.ends_with(0).says_only(" · kept 300 of ");
    let puzzles = fs::read_to_string(&file).unwrap();
    let kept = run(&[&["rate", "--only", "level", &file, "-o", NULL], &conditions[..]].concat());
    kept.ends_with(0).says("kept 300 of 300 records (100.00 %)");
    assert_unique(&puzzles);
    assert_steady(&args, &puzzles);
    let summary: Value = serde_json::from_str(&fs::read_to_string(&summary).unwrap()).unwrap();
    let drawn = summary["puzzles_drawn"].as_u64().unwrap();
    assert!((400..1000).contains(&drawn), "{drawn}");
    assert_eq!(summary["acceptance"].as_f64(), Some(300.0 / drawn as f64));
}

#[test]
fn the_first_puzzle_with_the_rating_is_taken_for_each_line() {
    let plain = generated(&["--count", "100"]);
    let kept = generated(&["--count", "100", "--where", "level=1"]);
    let rated = run_with(&["rate", "--quiet", "--only", "level"], plain.as_bytes()).ends_with(0).stdout;
    let levels: Vec<_> = rated.lines().skip(1).map(|row| row.ends_with(",1")).collect();
    for ((plain, kept), is_one) in plain.lines().zip(kept.lines()).zip(levels) {
        assert_eq!(plain == kept, is_one, "{plain}");
    }
}

#[test]
fn conditions_that_no_puzzle_satisfies_are_refused_and_leave_no_file() {
    let folder = Folder::new();
    let file = folder.path("puzzles");
    let six_columns = "xxxxxx...".repeat(9);
    let sixteen = format!("{}{}", "x".repeat(16), ".".repeat(65));
    for (args, message) in [
        (&["--mask", &sixteen][..], "the mask has 16 cells: give it at least 21"),
        (&["--mask", &six_columns], "columns 7 and 8 have no clues and can be swapped"),
        (&["--mask", HEART, "--clues", "40"], "the mask has 27 cells: give it at least 40"),
        (
            &["--mask", HEART, "--minimal", "--symmetry", "half-turn"],
            "the mask does not have the symmetry half-turn: it contains r1c2, but not all mirror images of it",
        ),
        (&["--symmetry", "full", "--clues", "30-31"], "the symmetry allows no puzzle of 30 to 31 clues"),
        (
            &["--where", "level<=2", "--where", "level>=3"],
            "none of 10,240 puzzles has level<=2 and level>=3 together",
        ),
    ] {
        let args = [&["generate", "--count", "5", "-o", &file], args].concat();
        run(&args).ends_with(2).says_only(message);
    }
    for (args, message) in [
        (&["--mask", "x.x"][..], "a mask has 81 cells, not 3; reading it as a file failed: "),
        (&["--grids", "--symmetry", "full"], "cannot be used with"),
        (&["--unbiased", "--where", "level=1"], "cannot be used with"),
        (&["--where", "level~1"], "as in level<=4"),
    ] {
        run(&[&["generate", "--count", "5", "-o", &file], args].concat()).ends_with(2).says(message);
    }
    assert!(folder.names().is_empty());
}

#[test]
fn a_search_without_a_puzzle_ends_in_time_and_names_what_is_missing() {
    let run_for = |time, condition| {
        run(&["generate", "--count", "1", "--where", condition, "--patience", time]).ends_with(2)
    };
    run_for("1h", "level<1").says_only("none of 10,240 puzzles has level<1: the nearest has 1");
    let said = run_for("1s", "se=11.9").stderr;
    // A fast processor has tried enough puzzles before the time is over.
    assert!(said.starts_with("bulkdoku: none of ") || said.contains("gave up after 1 s: none of "), "{said}");
    assert!(said.contains(" puzzles has se=11.9: the nearest has >="), "{said}");
}

#[test]
fn progress_says_what_is_missing_while_no_puzzle_is_found() {
    let args =
        ["generate", "--count", "1", "--where", "se=11.9", "--patience", "4s", "--progress", "plain=100ms"];
    let said = run(&args).ends_with(2).stderr;
    let waits = said.lines().filter(|line| {
        line.contains(" 0 done · ") && line.contains(" puzzles has se=11.9: the nearest has ")
    });
    // A fast processor has tried enough puzzles before the first second is over.
    assert!(waits.count() > 0 || !said.contains("gave up after 4 s: "), "{said}");
}

#[test]
fn a_mask_without_puzzles_is_given_up_after_a_million_grids() {
    if !effort(false, true) {
        return eprintln!("skipped: takes half a minute, minutes without optimization");
    }
    let diagonal_boxes = ["xxx......", "...xxx...", "......xxx"].map(|row| row.repeat(3)).concat();
    let args = ["generate", "--count", "5", "--mask", &diagonal_boxes];
    run(&args).ends_with(2).says_only("found no puzzle on 1,024,000 grids: use more clues, a larger mask");
}
