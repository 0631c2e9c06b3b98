//! `bulkdoku augment`: equivalents of puzzles, and of their answers.

use std::collections::HashSet;
use std::fs;

use bulkdoku::symmetry::Transformation;

use crate::rules;
use crate::run::{Folder, PUZZLE, SOLUTION, puzzles, run, run_with};

fn augmented(text: &str, args: &[&str]) -> String {
    run_with(&[&["augment", "--quiet"], args].concat(), text.as_bytes()).ends_with(0).stdout
}

fn forms(text: &str) -> String {
    run_with(&["canon", "--quiet"], text.as_bytes()).ends_with(0).stdout
}

/// Returns the image of a grid of digits and dots.
fn image(map: &Transformation, text: &str) -> String {
    let digits: Vec<u8> = text.bytes().map(|byte| byte.saturating_sub(b'0')).collect();
    let image = map.image(&digits.try_into().expect("81 cells"));
    image.iter().map(|&digit| if digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

#[test]
fn a_second_member_with_the_key_of_the_puzzle_is_unchanged() {
    let text = format!("{{\"puzzle\":\"{PUZZLE}\",\"puzzle\":\"second\"}}\n");
    let json = augmented(&text, &["--equivalents", "1", "--format", "jsonl"]);
    assert!(json.ends_with("\",\"puzzle\":\"second\"}\n"), "{json}");
}

#[test]
fn equivalents_have_the_form_of_their_puzzle_and_are_different() {
    let text = puzzles(100);
    let equivalents = augmented(&text, &["--equivalents", "20"]);
    assert_eq!(equivalents.lines().collect::<HashSet<_>>().len(), 2000);
    let wanted = forms(&text);
    for (found, wanted) in forms(&equivalents).lines().collect::<Vec<_>>().chunks(20).zip(wanted.lines()) {
        assert!(found.iter().all(|form| *form == wanted));
    }
    let sources: HashSet<&str> = text.lines().collect();
    assert!(equivalents.lines().all(|equivalent| !sources.contains(equivalent)));
}

#[test]
fn every_kind_of_map_is_drawn() {
    let table =
        augmented(&format!("{PUZZLE}\n"), &["--equivalents", "2000", "--format", "csv", "--transformation"]);
    let maps: Vec<Transformation> =
        table.lines().skip(1).map(|row| row.rsplit(',').next().unwrap().parse().unwrap()).collect();
    let share = |is_so: &dyn Fn(&Transformation) -> bool| {
        maps.iter().filter(|map| is_so(map)).count() as f64 / maps.len() as f64
    };
    // Five standard deviations of 2,000 draws.
    let near =
        |share: f64, wanted: f64| (share - wanted).abs() < 5.0 * (wanted * (1.0 - wanted) / 2000.0).sqrt();
    assert!(near(share(&|map| map.transposed()), 0.5));
    for line in 0..9 {
        assert!(near(share(&|map| map.rows()[line] == 4), 1.0 / 9.0));
        assert!(near(share(&|map| map.columns()[line] == 4), 1.0 / 9.0));
        assert!(near(share(&|map| map.digits()[line + 1] == 4), 1.0 / 9.0));
    }
}

#[test]
fn equivalents_have_the_answer_and_the_line_of_their_puzzle() {
    let text = format!("\n{PUZZLE} {SOLUTION}\n{PUZZLE} 12\n");
    let table = augmented(
        &text,
        &["--equivalents", "3", "--format", "csv", "--transformation", "--include-original"],
    );
    let mut rows = table.lines();
    assert_eq!(rows.next(), Some("line,puzzle,solution,transformation"));
    let same = Transformation::IDENTITY;
    assert_eq!(rows.next(), Some(format!("2,{PUZZLE},{SOLUTION},{same}").as_str()));
    for row in rows.by_ref().take(3) {
        let fields: Vec<&str> = row.split(',').collect();
        let map: Transformation = fields[3].parse().expect("a transformation");
        assert_eq!((fields[0], fields[1]), ("2", image(&map, PUZZLE).as_str()));
        assert_eq!(fields[2], image(&map, SOLUTION));
        let [solution, puzzle] =
            [fields[2], fields[1]].map(|text| text.as_bytes().try_into().expect("81 cells"));
        assert!(rules::is_solution_of(solution, puzzle));
    }
    assert_eq!(rows.next(), Some(format!("3,{PUZZLE},,{same}").as_str()));

    let lines = augmented(&text, &["--equivalents", "3"]);
    let pairs: Vec<&str> = table.lines().filter(|row| !row.ends_with(&same.to_string())).skip(1).collect();
    assert!(lines.lines().zip(&pairs).all(|(line, row)| row.contains(line)), "{lines}");
    assert_eq!(lines.lines().count(), 6);
    let json = augmented(&text, &["--equivalents", "1", "--format", "jsonl"]);
    assert!(json.starts_with("{\"line\":2,\"puzzle\":\""), "{json}");
    assert!(json.ends_with("\"solution\":null}\n"), "{json}");
}

#[test]
fn blanks_keep_their_character() {
    let zeros = PUZZLE.replace('.', "0");
    let equivalents = augmented(&format!("{PUZZLE}\n{zeros}\n"), &["--equivalents", "1"]);
    let lines: Vec<&str> = equivalents.lines().collect();
    assert!(lines[0].contains('.') && !lines[0].contains('0'));
    assert!(lines[1].contains('0') && !lines[1].contains('.'));
}

#[test]
fn changes_can_be_limited_and_a_lack_of_equivalents_is_reported() {
    let maps = |change: &str| {
        let table = augmented(
            &puzzles(20),
            &["--equivalents", "30", "--change", change, "--format", "csv", "--transformation"],
        );
        let maps = table.lines().skip(1).map(|row| row.rsplit(',').next().unwrap().to_owned());
        maps.collect::<HashSet<_>>()
    };
    let lines = "r123456789-c123456789";
    let digits = "d123456789";
    assert!(maps("digits").iter().all(|map| map.starts_with(lines) && !map.ends_with(digits)));
    assert!(maps("lines").iter().all(|map| map.starts_with('r') && map.ends_with(digits)));
    assert_eq!(maps("transposition"), [format!("t-{lines}-{digits}")].into());
    let both = maps("digits,transposition");
    assert!(both.iter().all(|map| map.contains(lines)) && both.iter().any(|map| map.starts_with("t-")));
    run_with(
        &["augment", "--equivalents", "2", "--change", "transposition"],
        format!("{PUZZLE}\n").as_bytes(),
    )
    .ends_with(0)
    .says("1 puzzle has fewer than 2 equivalents");
    run(&["augment", "--equivalents", "2", "--change", "bands"])
        .ends_with(2)
        .says("digits, lines, transposition");
}

#[test]
fn columns_are_kept_with_the_equivalents_in_place_of_puzzles_and_answers() {
    let text = format!(
        "id;puzzle;\"a; b\";solution\nx;{PUZZLE};\"1;2\";{SOLUTION}\ny;12;;\nz;\"{PUZZLE}\";3;bad;more\nw;{PUZZLE}\n"
    );
    let args = [
        "augment",
        "-q",
        "--equivalents",
        "2",
        "--include-original",
        "--seed",
        "5",
        "--transformation",
        "--format",
    ];
    let lines = format!("# as many lines\n{PUZZLE} {SOLUTION}\n12\n{PUZZLE} bad\n{PUZZLE}\n");
    let usual = run_with(&[&args[..], &["csv"]].concat(), lines.as_bytes()).ends_with(1).stdout;
    let rows = |row: &dyn Fn(&[&str]) -> String| -> String {
        usual.lines().skip(1).map(|line| row(&line.split(',').collect::<Vec<_>>())).collect()
    };
    let expected = rows(&|fields| match fields[..] {
        ["2", puzzle, solution, map] => format!("x;{puzzle};\"1;2\";{solution};{map}\n"),
        ["4", puzzle, "", map] => format!("z;{puzzle};3;;{map};more\n"),
        ["5", puzzle, "", map] => format!("w;{puzzle};;;{map}\n"),
        _ => panic!("{fields:?}"),
    });
    let kept = format!("id;puzzle;\"a; b\";solution;transformation\n{expected}");
    let objects = rows(&|fields| match fields[..] {
        ["2", puzzle, solution, map] => format!(
            "{{\"id\":\"x\",\"puzzle\":\"{puzzle}\",\"a; b\":\"1;2\",\"solution\":\"{solution}\",\"transformation\":\"{map}\"}}\n"
        ),
        ["4", puzzle, _, map] => format!(
            "{{\"id\":\"z\",\"puzzle\":\"{puzzle}\",\"a; b\":\"3\",\"solution\":\"\",\"transformation\":\"{map}\"}}\n"
        ),
        [_, puzzle, _, map] => {
            format!("{{\"id\":\"w\",\"puzzle\":\"{puzzle}\",\"transformation\":\"{map}\"}}\n")
        }
        _ => panic!("{fields:?}"),
    });
    let source = format!(
        r#"# so that lines are the same
        {{"id":"x","puzzle":"{PUZZLE}","a; b":"1;2","solution":"{SOLUTION}"}}
        {{"id":"y","puzzle":"12"}}
        {{"id":"z","puzzle":"{PUZZLE}","a; b":"3","solution":"bad"}}
        {{"id":"w","puzzle":"{PUZZLE}"}}"#
    );
    let from_objects = objects.replace("\"solution\":\"\"", "\"solution\":null");
    for further in [&["-j", "1", "--chunk-size", "1"][..], &["-j", "2", "--chunk-size", "100"], &[]] {
        for (text, format, expected) in
            [(&text, "csv", &kept), (&text, "jsonl", &objects), (&source, "jsonl", &from_objects)]
        {
            let args = [&args[..], &[format], further].concat();
            run_with(&args, text.as_bytes()).ends_with(1).prints(expected);
        }
    }
}

/// The bytes of a seed, which no later version may change.
#[test]
fn equivalents_of_a_seed_are_pinned() {
    let table = augmented(
        &format!("{PUZZLE}\n"),
        &["--equivalents", "2", "--seed", "5", "--format", "csv", "--transformation"],
    );
    let maps: Vec<&str> = table.lines().skip(1).map(|row| row.rsplit(',').next().expect("a map")).collect();
    assert_eq!(maps, ["t-r321978654-c798564213-d395642178", "t-r231798546-c987546123-d749158632"]);
}

#[test]
fn tables_grids_and_compressed_files_are_read() {
    let folder = Folder::new();
    let (plain, packed) = (folder.path("a.csv"), folder.path("a.csv.gz"));
    let text = format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n");
    fs::write(&plain, &text).expect("a file");
    run(&["solve", "--quiet", &plain, "-o", &packed, "--format", "csv", "--keep-columns"]).ends_with(0);
    let expected = augmented(&text, &["--equivalents", "5", "--format", "line"]);
    run(&["augment", "--quiet", "--equivalents", "5", "--format", "line", &packed])
        .ends_with(0)
        .prints(&expected);
    let grid: String = (0..9).map(|row| format!("{}\n", &PUZZLE[9 * row..9 * row + 9])).collect();
    let of_grid = augmented(&format!("\n{grid}"), &["--equivalents", "5"]); // it also begins in line 2
    assert!(of_grid.lines().zip(expected.lines()).all(|(grid, pair)| pair.starts_with(grid)), "{of_grid}");
}

#[test]
fn columns_are_kept_unless_lines_are_requested() {
    let table = format!("id;puzzle;note\n7;{PUZZLE};\"a; b\"\n");
    let kept = augmented(&table, &["--equivalents", "2"]);
    assert!(kept.starts_with("id;puzzle;note\n7;") && kept.lines().count() == 3, "{kept}");
    assert!(kept.lines().skip(1).all(|row| row.ends_with(";\"a; b\"")), "{kept}");
    let bare: String = kept.lines().skip(1).map(|row| format!("{}\n", &row[2..83])).collect();
    assert_eq!(augmented(&table, &["--equivalents", "2", "--format", "line"]), bare);
    let object = format!("{{\"id\":7,\"puzzle\":\"{PUZZLE}\"}}\n");
    for command in
        [&["augment", "--equivalents", "1"][..], &["canon"], &["minimize"], &["rate", "--only", "level"]]
    {
        let written = run_with(&[command, &["-q"]].concat(), object.as_bytes()).ends_with(0).stdout;
        assert!(written.starts_with("{\"id\":7,\"puzzle\":\""), "{command:?}: {written}");
        let written = run_with(&[command, &["-q"]].concat(), table.as_bytes()).ends_with(0).stdout;
        assert!(written.starts_with("id;puzzle;note"), "{command:?}: {written}");
    }
}

#[test]
fn records_that_are_not_puzzles_are_left_out_and_reported() {
    let text = format!("\n{PUZZLE}\n{}\n12\n", PUZZLE.replacen("53", "55", 1));
    let run = run_with(&["augment", "--equivalents", "2", "--format", "csv"], text.as_bytes()).ends_with(1);
    assert!(run.stdout.lines().skip(1).all(|row| row.starts_with("2,")), "{run}");
    assert_eq!(run.stdout.lines().count(), 3);
    run.says("<stdin>:4:3: 2 characters where 81 were expected")
        .says("<stdin>:3:2: equal clues in r1c1 and r1c2 share a row, column or box")
        .says("2 puzzles from 3 in ")
        .says("1 well-formed · 1 conflict · 1 malformed");
}

#[test]
fn a_puzzle_with_few_equivalents_gets_all_of_them() {
    let folder = Folder::new();
    let summary = folder.path("summary.json");
    let one_clue = format!("5{}", ".".repeat(80));
    let text = format!("{PUZZLE}\n{}\n{one_clue}\n", ".".repeat(81));
    let run =
        run_with(&["augment", "--equivalents", "1000", "--summary", &summary], text.as_bytes()).ends_with(0);
    assert_eq!(run.stdout.lines().collect::<HashSet<_>>().len(), 1000 + 728);
    run.says("2 puzzles have fewer than 1,000 equivalents: all are written; the first is at <stdin>:2");
    let summary: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(summary).expect("a summary")).expect("JSON");
    assert_eq!(summary["puzzles_written"], 1728);
    assert_eq!(summary["puzzles_with_fewer_equivalents"], 2);
    assert_eq!((&summary["equivalents"], &summary["isa"]), (&1000.into(), &serde_json::Value::Null));
}
