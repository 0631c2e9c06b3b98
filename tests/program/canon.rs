//! `bulkdoku canon`: forms, maps and verdicts.

use std::collections::HashSet;
use std::fs;

use bulkdoku::symmetry::{Minlex, Transformation};

use crate::puzzle_sets;
use crate::run::{Folder, PUZZLE, SOLUTION, puzzles, run, run_with};

/// Returns the form of a puzzle whose blanks are dots, as the program writes it.
fn form_of(puzzle: &str) -> String {
    let form = Minlex::new().form_of_text(puzzle.as_bytes().try_into().expect("81 cells")).expect("a form");
    String::from_utf8(form.text.to_vec()).expect("digits").replace('0', ".")
}

/// Returns an equivalent of `puzzle`, whose blanks are dots.
fn equivalent(puzzle: &str, index: u64) -> String {
    let digits: Vec<u8> = puzzle.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
    let image =
        Transformation::nth(index).expect("a transformation").image(&digits.try_into().expect("81 cells"));
    image.iter().map(|&digit| if digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

fn forms(text: &str, args: &[&str]) -> String {
    run_with(&[&["canon", "--quiet"], args].concat(), text.as_bytes()).stdout
}

#[test]
fn the_first_puzzle_of_royles_list_has_its_known_form() {
    let puzzle = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...\n";
    let form = "000000001000000020000003000000040500006000300007810000010020004030000070950000000\n";
    let with_dots = form.replace('0', ".");
    run_with(&["canon"], puzzle.as_bytes()).ends_with(0).prints(&with_dots).says_only("all well-formed");
    let with_zeros = puzzle.replace('.', "0");
    run_with(&["canon"], with_zeros.as_bytes()).ends_with(0).prints(form);
}

#[test]
fn blanks_are_written_as_in_the_first_puzzle() {
    let (zeros, grid) = (PUZZLE.replace('.', "0"), SOLUTION);
    let written = forms(&format!("{grid}\n{zeros}\n{PUZZLE}\n"), &[]);
    let form = form_of(PUZZLE).replace('.', "0");
    assert_eq!(written, format!("{}\n{form}\n{form}\n", form_of(SOLUTION)));
}

#[test]
fn text_after_a_puzzle_stays_as_a_column() {
    let list = format!("{PUZZLE} # find 1, \"by\" me\n{SOLUTION}\n12\n");
    let expected = format!(
        "line,puzzle,text,form,verdict\n1,{PUZZLE},\"# find 1, \"\"by\"\" me\",{},well-formed\n\
         2,{SOLUTION},,{},well-formed\n3,,,,malformed\n",
        form_of(PUZZLE),
        form_of(SOLUTION)
    );
    assert_eq!(forms(&list, &[]), expected);
    assert_eq!(forms(&list, &["-j", "8", "--chunk-size", "1"]), expected);
    let objects = forms(&list, &["--format", "jsonl"]);
    assert!(
        objects.starts_with(&format!(
            "{{\"line\":1,\"puzzle\":\"{PUZZLE}\",\"text\":\"# find 1, \\\"by\\\" me\""
        )),
        "{objects}"
    );
    assert!(forms(&list, &["--format", "line"]).starts_with(&(form_of(PUZZLE) + "\n")));
    let rated = run_with(&["rate", "-q", "--only", "level"], list.as_bytes()).ends_with(1).stdout;
    assert!(rated.starts_with("line,puzzle,text,verdict,level\n"), "{rated}");
}

#[test]
fn equivalents_share_a_form_and_other_puzzles_do_not() {
    for form in ["minlex", "solution"] {
        let others = puzzles(300);
        let planted: String = others
            .lines()
            .enumerate()
            .map(|(line, puzzle)| format!("{}\n", equivalent(puzzle, 4_000_000_007 * line as u64)))
            .collect();
        let (of_others, of_planted) = (forms(&others, &["--form", form]), forms(&planted, &["--form", form]));
        assert!(of_others == of_planted, "{form}: an equivalent has a different form");
        assert_eq!(of_others.lines().collect::<HashSet<_>>().len(), 300);
    }
}

#[test]
fn a_record_without_a_form_gets_its_verdict_in_its_place() {
    let (conflict, blank) = (PUZZLE.replacen("53", "55", 1), ".".repeat(81));
    let text = format!("{PUZZLE}\n12\n{conflict}\n{blank}\n");
    let malformed = "malformed: 2 characters where 81 were expected (column 3)";
    let minlex = format!("{}\n{malformed}\nconflict r1c1 r1c2\n{}\n", form_of(PUZZLE), ".".repeat(81));
    let run = run_with(&["canon"], text.as_bytes()).ends_with(1).prints(&minlex);
    run.says("<stdin>:2:3: 2 characters where 81 were expected")
        .says("<stdin>:3:2: equal clues in r1c1 and r1c2 share a row, column or box")
        .says("2 well-formed · 1 conflict · 1 malformed");
    let solution = run_with(&["canon", "--form", "solution"], text.as_bytes()).ends_with(1).stdout;
    let lines: Vec<&str> = solution.lines().collect();
    assert_eq!(lines[1..], [malformed, "conflict r1c1 r1c2", "multiple"]);
    assert_eq!(lines[0].len(), 81);
}

#[test]
fn the_printed_transformation_makes_the_printed_form() {
    let text = format!("# puzzles\n{}{SOLUTION}\n", puzzles(50));
    for form in ["minlex", "solution"] {
        let table = forms(&text, &["--form", form, "--format", "csv", "--transformation"]);
        let mut rows = table.lines();
        assert_eq!(rows.next(), Some("line,puzzle,form,verdict,automorphisms,transformation"));
        for (row, puzzle) in rows.zip(text.lines().skip(1)) {
            let fields: Vec<&str> = row.split(',').collect();
            assert_eq!((fields[1], fields[4]), (puzzle, "1"));
            let map: Transformation = fields[5].parse().expect("a transformation");
            let digits: Vec<u8> = puzzle.bytes().map(|byte| byte.saturating_sub(b'0')).collect();
            let image = map
                .image(&digits.try_into().expect("81 cells"))
                .map(|digit| if digit == 0 { b'.' } else { b'0' + digit });
            assert_eq!(fields[2].as_bytes(), image);
        }
        assert_eq!(table.lines().count(), 52);
    }
}

#[test]
fn a_row_of_json_has_the_columns_of_the_table() {
    let text = format!("\n{PUZZLE}\n12\n");
    let rows = forms(&text, &["--format", "jsonl"]);
    let expected = format!(
        "{{\"line\":2,\"puzzle\":\"{PUZZLE}\",\"form\":\"{}\",\"verdict\":\"well-formed\"}}\n\
         {{\"line\":3,\"puzzle\":\"\",\"form\":null,\"verdict\":\"malformed\"}}\n",
        form_of(PUZZLE)
    );
    assert_eq!(rows, expected);
    let mapped = forms(&text, &["--format", "jsonl", "--transformation"]);
    let bad = "\"form\":null,\"verdict\":\"malformed\",\"automorphisms\":null,\"transformation\":null}\n";
    assert!(mapped.ends_with(bad), "{mapped}");
}

#[test]
fn whole_grids_and_puzzles_keep_their_order() {
    let text = format!("{SOLUTION}\n{PUZZLE}\n{SOLUTION}\n");
    let expected = format!("{}\n{}\n{0}\n", form_of(SOLUTION), form_of(PUZZLE));
    assert_eq!(forms(&text, &[]), expected.replacen("{0}", &form_of(SOLUTION), 1));
}

#[test]
fn every_input_has_the_same_forms() {
    let folder = Folder::new();
    let text = puzzles(20);
    let expected = forms(&text, &[]);
    let table: String =
        text.lines().enumerate().map(|(line, puzzle)| format!("{line},{puzzle},\"a, b\"\n")).collect();
    let grids: String = text.lines().map(|puzzle| rows_of(puzzle) + "\n").collect();
    for (name, content) in [("a.csv", format!("id,puzzle,note\n{table}")), ("a.txt", grids)] {
        let file = folder.file(name, content);
        run(&["canon", "--quiet", "--format", "line", &file]).ends_with(0).prints(&expected);
        let packed = folder.path("packed.gz");
        run(&["canon", "--quiet", "--format", "line", &file, "-o", &packed]).ends_with(0);
        assert!(fs::read(&packed).expect("a file").starts_with(&[0x1f, 0x8b]));
        // Forms are puzzles, and each is its own form.
        run(&["canon", "--quiet", &packed]).ends_with(0).prints(&expected);
    }
}

#[test]
fn the_summary_counts_the_verdicts() {
    let folder = Folder::new();
    let summary = folder.path("summary.json");
    run_with(&["canon", "--summary", &summary], format!("{PUZZLE}\n12\n").as_bytes()).ends_with(1);
    let summary: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(summary).expect("a summary")).expect("JSON");
    assert_eq!(summary["verdicts"]["well-formed"], 1);
    assert_eq!(summary["verdicts"]["malformed"], 1);
    assert_eq!(summary["records"], 2);
}

/// The numbers of classes were found by independent programs.
#[test]
fn public_sets_have_their_known_numbers_of_forms() {
    for (set, minlex, solution) in [
        (puzzle_sets::TOP_1465, 1464, None),
        (puzzle_sets::MULTI_SOLUTION, 9979, None),
        (puzzle_sets::CLUES_17, 49_151, Some(49_151)),
    ] {
        let Some(path) = set.path() else { continue };
        let path = path.to_str().expect("a path in UTF-8");
        let count = |form| {
            let run = run(&["canon", "--quiet", "--form", form, path]).ends_with(0);
            run.stdout.lines().collect::<HashSet<_>>().len()
        };
        assert_eq!(count("minlex"), minlex, "{path}");
        if let Some(solution) = solution {
            assert_eq!(count("solution"), solution, "{path}");
        }
    }
}

/// Returns a puzzle as nine rows.
fn rows_of(puzzle: &str) -> String {
    (0..9).map(|row| format!("{}\n", &puzzle[9 * row..9 * row + 9])).collect()
}

#[test]
fn the_columns_of_a_table_are_kept_beside_the_form() {
    let transposed: String =
        (0..81).map(|cell| char::from(PUZZLE.as_bytes()[cell % 9 * 9 + cell / 9])).collect();
    let table = format!("id;puzzle;form\r\n7;{PUZZLE};\"a; b\"\r\n8;12;c\r\n9;{transposed};\r\n");
    let form = forms(&format!("{PUZZLE}\n"), &[]);
    let form = form.trim_end();
    let expected = format!(
        "id;puzzle;form;canon_form;verdict\n7;{PUZZLE};\"a; b\";{form};well-formed\n8;12;c;;malformed\n\
         9;{transposed};;{form};well-formed\n"
    );
    for further in [&["-j", "1"][..], &["-j", "8", "--chunk-size", "1"]] {
        assert_eq!(forms(&table, &[&["--format", "csv"], further].concat()), expected);
    }
    let mapped = forms(&table, &["--format", "csv", "--transformation", "--form", "solution"]);
    assert!(
        mapped.starts_with("id;puzzle;form;canon_form;verdict;automorphisms;transformation\n"),
        "{mapped}"
    );
    assert!(mapped.contains("\n8;12;c;;malformed;;\n"), "{mapped}");
    let folder = Folder::new();
    let file = folder.file("set.csv", &table);
    let parts: String = ["1/3", "2/3", "3/3"]
        .map(|shard| run(&["canon", "-q", "--format", "csv", "--shard", shard, &file]).stdout)
        .concat();
    assert_eq!(parts, expected, "the parts add up to the whole");
    assert_eq!(forms(&table, &["--format", "jsonl"]).lines().count(), 3);
}
