//! How boards are written: `--format` and `--blank` mean the same in every command, and columns get their names in one way.

use crate::run::{Folder, PUZZLE, SOLUTION, run, run_with};

/// The commands that write the boards of the input, or boards made from them.
const MAKERS: [&[&str]; 4] =
    [&["canon"], &["minimize"], &["augment", "--equivalents", "1"], &["rate", "--only", "level"]];

/// Returns a line as nine lines and a blank one.
fn grid_of(line: &str) -> String {
    let rows = line.as_bytes().chunks(9).map(|row| format!("{}\n", row.escape_ascii()));
    rows.chain(["\n".to_owned()]).collect()
}

#[test]
fn a_grid_has_the_characters_of_the_line_in_every_command() {
    let text = format!("{PUZZLE}\n");
    for command in MAKERS {
        let written = |format| {
            let args = [command, &["-q", "--format", format, "--blank", "0"]].concat();
            run_with(&args, text.as_bytes()).ends_with(0).stdout
        };
        let line = written("line");
        assert!(line.contains('0') && !line.contains('.'), "{command:?} {line}");
        assert_eq!(written("grid"), grid_of(line.trim_end()), "{command:?}");
    }
    let generate =
        |args: &[&str]| run(&[&["generate", "-q", "--count", "3"], args].concat()).ends_with(0).stdout;
    let lines = generate(&[]);
    let grids: String = lines.lines().map(|line| grid_of(&line.replace('.', "*"))).collect();
    assert_eq!(generate(&["--format", "grid", "--blank", "*"]), grids);
    assert_eq!(generate(&["--blank", "x"]), lines.replace('.', "x"));
    let grids: String = generate(&["--grids"]).lines().map(grid_of).collect();
    assert_eq!(generate(&["--grids", "--format", "grid"]), grids);
    run_with(&["solve", "-q", "--format", "grid"], text.as_bytes()).ends_with(0).prints(&grid_of(SOLUTION));
}

#[test]
fn solve_writes_the_blanks_of_its_puzzles_as_requested() {
    let text = format!("{PUZZLE}\n12\n");
    let zeros = PUZZLE.replace('.', "0");
    let csv = run_with(&["solve", "-q", "--format", "csv", "--blank", "0"], text.as_bytes());
    csv.ends_with(1).prints(&format!(
        "line,puzzle,solution,verdict,solutions,guesses\n1,{zeros},{SOLUTION},solved,1,0\n2,,,malformed,0,0\n"
    ));
    run_with(&["solve", "--blank", "0"], b"").ends_with(2).says_only("--blank has no effect on this output");
    run_with(&["canon", "--blank", "o"], b"").ends_with(2).says("a blank is one of . 0 _ * - ? x X");
}

#[test]
fn generated_tables_have_solutions_clues_and_levels() {
    let generate = |format: &str| {
        run(&["generate", "-q", "--count", "40", "--seed", "3", "--minimal", "--format", format])
            .ends_with(0)
            .stdout
    };
    let lines = generate("line");
    let solutions = run_with(&["solve", "-q", "--unique"], lines.as_bytes()).ends_with(0).stdout;
    let rated = run_with(&["rate", "-q", "--only", "level"], lines.as_bytes()).ends_with(0).stdout;
    let levels = rated.lines().skip(1).map(|row| row.rsplit(',').next().unwrap());
    let mut csv = "puzzle,solution,clues,level\n".to_owned();
    let mut jsonl = String::new();
    for ((puzzle, solution), level) in lines.lines().zip(solutions.lines()).zip(levels) {
        let clues = puzzle.bytes().filter(u8::is_ascii_digit).count();
        csv += &format!("{puzzle},{solution},{clues},{level}\n");
        let quoted = if level == "none" { "\"none\"" } else { level };
        jsonl += &format!(
            "{{\"puzzle\":\"{puzzle}\",\"solution\":\"{solution}\",\"clues\":{clues},\"level\":{quoted}}}\n"
        );
    }
    assert_eq!(generate("csv"), csv);
    assert_eq!(generate("jsonl"), jsonl);
}

#[test]
fn a_sheet_has_the_heading_that_is_given() {
    let folder = Folder::new();
    let file = folder.path("sheet.html");
    run(&["generate", "--count", "1", "--format", "html", "--title", "Week 7", "-o", &file]).ends_with(0);
    assert!(std::fs::read_to_string(&file).unwrap().contains("<h1>Week 7</h1>"));
    let args = ["solve", "--format", "html", "--title", "A & B", "-o", &file];
    run_with(&args, PUZZLE.as_bytes()).ends_with(0);
    assert!(std::fs::read_to_string(&file).unwrap().contains("<h1>A &amp; B</h1>"));
    run(&["solve", "--title", "a"]).ends_with(2).says_only("--title needs --format html");
}

#[test]
fn a_verdict_that_was_proved_is_written_once_and_other_names_get_that_of_the_command() {
    let text = format!("id,puzzle\n1,{PUZZLE}\n2,{}\n3,12\n", ".".repeat(81));
    let header = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    let canon = run_with(&["canon", "-q"], text.as_bytes()).stdout;
    let rated = run_with(&["rate", "-q", "--only", "level"], canon.as_bytes()).stdout;
    assert_eq!(header(&rated), "id,puzzle,form,verdict,rate_verdict,level");
    let minimized = run_with(&["minimize", "-q"], rated.as_bytes()).stdout;
    assert_eq!(header(&minimized), "id,puzzle,form,verdict,rate_verdict,level,minimal");
    let again = run_with(&["rate", "-q", "--only", "level"], minimized.as_bytes()).stdout;
    assert_eq!(header(&again), "id,puzzle,form,verdict,rate_verdict,level,minimal,rate_level");
    for text in [&rated, &minimized, &again] {
        let verdicts: Vec<&str> = text.lines().skip(1).map(|row| row.split(',').nth(4).unwrap()).collect();
        assert_eq!(verdicts, ["unique", "multiple", "malformed"], "{text}");
    }

    let stale = again.replace("unique", "multiple");
    let renewed = run_with(&["minimize", "-q"], stale.as_bytes()).stdout;
    assert_eq!(renewed.lines().nth(1).and_then(|row| row.split(',').nth(4)), Some("unique"), "{renewed}");
}

#[test]
fn the_verdict_of_objects_is_written_in_its_place() {
    let text = format!("{{\"puzzle\":\"{PUZZLE}\",\"n\":1}}\n");
    let rated = run_with(&["rate", "-q", "--only", "level"], text.as_bytes()).ends_with(0).stdout;
    let again = run_with(&["rate", "-q", "--only", "redundant"], rated.as_bytes()).ends_with(0).stdout;
    let object: serde_json::Value = serde_json::from_str(&again).unwrap();
    let keys: Vec<&String> = object.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 5, "{again}");
    assert_eq!((&object["verdict"], &object["level"]), (&"unique".into(), &1.into()));
    let minimized = run_with(&["minimize", "-q"], text.as_bytes()).ends_with(0).stdout;
    let object: serde_json::Value = serde_json::from_str(&minimized).unwrap();
    let minimal = format!("{}\n", object["minimal"].as_str().unwrap());
    let args = ["rate", "-q", "--only", "redundant", "--where", "redundant=0"];
    assert_eq!(run_with(&args, minimal.as_bytes()).ends_with(0).stdout.lines().count(), 2);
    assert_eq!(run_with(&args, PUZZLE.as_bytes()).ends_with(0).stdout.lines().count(), 1);
}

#[test]
fn rate_writes_the_puzzles_it_keeps_in_every_format() {
    let many = ".".repeat(81);
    let text = format!("{PUZZLE}\n{many}\n");
    let rate =
        |args: &[&str]| run_with(&[&["rate", "-q", "--only", "level"], args].concat(), text.as_bytes());
    rate(&["--format", "line"]).ends_with(1).prints(&format!("{PUZZLE}\nmultiple\n"));
    let kept = ["--where", "level<=2", "--format", "grid", "--blank", "0"];
    rate(&kept).ends_with(1).prints(&grid_of(&PUZZLE.replace('.', "0")));
    rate(&["--blank", "0"]).ends_with(2).says_only("--blank has no effect on this output");
}

#[test]
fn columns_that_canon_and_minimize_made_are_not_other_puzzles() {
    let solved_twice = |text: &str| {
        let chain: [&[&str]; 4] = [&["canon"], &["minimize"], &["canon"], &["rate", "--only", "level"]];
        chain.iter().fold(text.to_owned(), |text, command| {
            let made = run_with(command, text.as_bytes()).ends_with(0);
            assert!(!made.stderr.contains("not read"), "{command:?}: {}", made.stderr);
            made.stdout
        })
    };
    let made = solved_twice(&format!("id,puzzle\n1,{PUZZLE}\n"));
    assert!(made.starts_with("id,puzzle,form,verdict,minimal,minimize_verdict,canon_form,"), "{made}");
    solved_twice(&format!("{{\"puzzle\":\"{PUZZLE}\",\"n\":1}}\n"));

    let (form, other) = (&made, made.replace("canon_form", "copy"));
    run_with(&["solve"], form.as_bytes()).ends_with(0);
    run_with(&["solve"], other.as_bytes()).ends_with(1).says("not read: 1 text that could hold a puzzle");
}

#[test]
fn the_name_of_the_output_chooses_the_format_unless_an_option_does() {
    let folder = Folder::new();
    let text = format!("{PUZZLE}\n");
    let written = |command: &[&str], name: &str| {
        let output = folder.path(name);
        run_with(&[command, &["-q", "-o", &output]].concat(), text.as_bytes()).ends_with(0);
        std::fs::read(&output).unwrap()
    };
    let solve = ["solve", "--unique"];
    for (name, format) in [("a.csv", "csv"), ("a.JSONL", "jsonl"), ("a.txt", "line"), ("a.npy", "npy")] {
        assert_eq!(written(&solve, name), written(&["solve", "--unique", "--format", format], "named"));
    }
    assert!(written(&solve, "a.html").starts_with(b"<!DOCTYPE html>"));
    assert!(written(&solve, "a.csv.gz").starts_with(&[0x1F, 0x8B]));
    assert_eq!(written(&["solve", "--format", "line"], "b.csv"), format!("{SOLUTION}\n").as_bytes());
    assert!(written(&["canon"], "c.jsonl").starts_with(b"{\"line\":1,"));
    assert!(written(&["generate", "--count", "1"], "d.csv").starts_with(b"puzzle,solution,clues,level\n"));
    assert!(written(&["generate", "--count", "1", "--unbiased"], "e.csv").starts_with(b"puzzle,weight\n"));
    assert!(written(&["dedupe"], "f.csv").starts_with(PUZZLE.as_bytes()), "records are copied as they are");
    let refused = |args: &[&str], why: &str| {
        run_with(&[args, &["-o", &folder.path("g.csv")]].concat(), text.as_bytes())
            .ends_with(2)
            .says_only(why);
    };
    refused(&["solve", "--steps"], "--steps needs --format line or jsonl");
    refused(&["generate", "--count", "1", "--grids"], "--format needs puzzles");
}

#[test]
fn an_option_of_other_commands_is_refused_with_their_names() {
    let refused = |args: &[&str], tip: &str| {
        let refused = run(args).ends_with(2).says(tip);
        assert_eq!(refused.stderr.matches("tip:").count(), 1, "{refused}");
    };
    refused(
        &["sample", "--count", "1", "--format", "grid"],
        "tip: --format is an option of solve, rate, generate, minimize, augment and canon",
    );
    refused(&["shuffle", "--title", "a"], "tip: --title is an option of solve and generate");
    refused(&["count", "--limits", "3"], "'--limit'");
}
