//! Results beside the columns of the input table.

use serde_json::{Map, Value, json};

use crate::run::{PUZZLE, SOLUTION, run_with};

const KEEP: [&str; 4] = ["solve", "--format", "csv", "--keep-columns"];

#[test]
fn the_columns_are_copied_unchanged() {
    let text = format!("id,Puzzle,level\r\n7,{PUZZLE},\"easy, \"\"so\"\" to say\"\r\n 8 ,\"{PUZZLE}\",\n");
    let expected = format!(
        "id,Puzzle,level,solution,verdict,solutions,guesses\n\
         7,{PUZZLE},\"easy, \"\"so\"\" to say\",{SOLUTION},solved,1,0\n\
         8 ,\"{PUZZLE}\",,{SOLUTION},solved,1,0\n"
    );
    let expected = expected.replacen("8 ,", " 8 ,", 1);
    for size in ["1", "100", "100000"] {
        let args = [&KEEP[..], &["--chunk-size", size]].concat();
        run_with(&args, text.as_bytes()).ends_with(0).prints(&expected);
    }
}

#[test]
fn an_existing_column_name_is_not_used_again() {
    let text = format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n");
    run_with(&KEEP, text.as_bytes()).ends_with(0).prints(&format!(
        "puzzle,solution,solve_solution,verdict,solutions,guesses\n{PUZZLE},{SOLUTION},{SOLUTION},solved,1,0\n"
    ));
}

#[test]
fn malformed_records_keep_their_columns_and_every_column_keeps_its_position() {
    let quoted = "\"x\ny\",\"12\",\"z\"";
    let text = format!(
        "id\tpuzzle\tname\n1\t12\tx\n2\n\n# c\n3\t{PUZZLE}\tx\ty\tz\n{}\n",
        quoted.replace(',', "\t")
    );
    let expected = format!(
        "id\tpuzzle\tname\tsolution\tverdict\tsolutions\tguesses\n1\t12\tx\t\tmalformed\t0\t0\n\
         2\t\t\t\tmalformed\t0\t0\n3\t{PUZZLE}\tx\t{SOLUTION}\tsolved\t1\t0\ty\tz\n\
         {}\t\tmalformed\t0\t0\n",
        quoted.replace(',', "\t")
    );
    for size in ["1", "100", "100000"] {
        let args = [&KEEP[..], &["--chunk-size", size]].concat();
        run_with(&args, text.as_bytes()).ends_with(1).prints(&expected);
    }
    let plain = format!("puzzle,x\n{PUZZLE},1\n12,2\n");
    let expected = format!(
        "puzzle,x,solution,verdict,solutions,guesses\n{PUZZLE},1,{SOLUTION},solved,1,0\n12,2,,malformed,0,0\n"
    );
    run_with(&KEEP, plain.as_bytes()).ends_with(1).prints(&expected);
}

#[test]
fn a_table_without_a_header_gets_none() {
    let text = format!("# c\n1;{PUZZLE}\n2;{PUZZLE}\n");
    run_with(&KEEP, text.as_bytes())
        .ends_with(0)
        .prints(&format!("1;{PUZZLE};{SOLUTION};solved;1;0\n2;{PUZZLE};{SOLUTION};solved;1;0\n"));
}

#[test]
fn an_unclosed_quote_and_an_endless_record_spoil_only_themselves() {
    let open = format!("id,puzzle\n1,\"{PUZZLE}\n2,{PUZZLE}\n3,\"{PUZZLE}");
    run_with(&KEEP, open.as_bytes()).ends_with(1).prints(&format!(
        "id,puzzle,solution,verdict,solutions,guesses\n1,\"{PUZZLE}\",,malformed,0,0\n\
         2,{PUZZLE},{SOLUTION},solved,1,0\n3,\"{PUZZLE}\",,malformed,0,0\n"
    ));
    let endless = format!("id,puzzle\n1,{}\n2,{PUZZLE}\n", "x".repeat(3 << 20));
    run_with(&KEEP, endless.as_bytes()).ends_with(1).prints(&format!(
        "id,puzzle,solution,verdict,solutions,guesses\n,,,malformed,0,0\n2,{PUZZLE},{SOLUTION},solved,1,0\n"
    ));
}

#[test]
fn inputs_without_columns_are_refused() {
    let table = format!("id,puzzle\n1,{PUZZLE}\n");
    run_with(&["solve", "--keep-columns"], table.as_bytes())
        .ends_with(2)
        .says_only("needs --format csv or jsonl");
    for text in [format!("{PUZZLE}\n"), format!("ab12 {PUZZLE} 2.5\n")] {
        run_with(&KEEP, text.as_bytes())
            .ends_with(2)
            .prints("")
            .says_only("cannot keep the columns of <stdin>, which was read as line");
    }
    run_with(&KEEP, format!("{{\"puzzle\":\"{PUZZLE}\"}}\n").as_bytes())
        .ends_with(2)
        .says_only("bars or colons between the columns; --format jsonl keeps the keys of objects");
}

#[test]
fn a_header_longer_than_the_head_of_a_file_and_empty_last_names_are_kept() {
    let names: Vec<String> = (0..15_000).map(|index| format!("column{index}")).collect();
    let values = "1,".repeat(15_000);
    let text = format!("{},puzzle\n{values}{PUZZLE}\n{values}{PUZZLE}\n", names.join(","));
    let run = run_with(&["solve", "--format", "csv", "--keep-columns"], text.as_bytes()).ends_with(0);
    assert_eq!(run.stdout.lines().count(), 3);
    assert!(
        run.stdout.starts_with("column0,")
            && run.stdout.lines().all(|line| line.split(',').count() == 15_005)
    );
    let text = format!("puzzle\tnote\t\t\n{PUZZLE}\ta\tb\tc\n");
    let run = run_with(&["solve", "--format", "csv", "--keep-columns"], text.as_bytes()).ends_with(0);
    assert!(run.stdout.starts_with("puzzle\tnote\t\t\tsolution\t"), "{run}");
    assert!(run.stdout.lines().all(|line| line.split('\t').count() == 8), "{run}");
}

/// Commands that write a result for every record.
const COMMANDS: [&[&str]; 5] = [
    &["solve", "--keep-columns"],
    &["canon", "--transformation"],
    &["canon", "--form", "solution"],
    &["minimize"],
    &["rate", "--only", "level,se"],
];

#[test]
fn every_command_writes_the_same_after_the_columns_of_a_table_as_after_line_and_puzzle() {
    let conflict = PUZZLE.replacen("53", "55", 1);
    let puzzles = [PUZZLE, "12", SOLUTION, &conflict];
    // The id, the note as a field of a row, and the note as a JSON value.
    let columns = [
        ("7", "\"a; \"\"b\"\"\"", r#""a; \"b\"""#),
        ("8", "tab\there", r#""tab\u0009here""#),
        ("9", "é \\", r#""é \\""#),
        ("", "", r#""""#),
    ];
    let rows = puzzles.iter().zip(columns).map(|(puzzle, (id, note, _))| format!("{id};{puzzle};{note}\r\n"));
    let table = format!("id;Puzzle;note\r\n{}", rows.collect::<String>());
    let lines = format!("# the header\n{}\n", puzzles.join("\n"));
    for command in COMMANDS {
        let bare: Vec<&str> = command.iter().copied().filter(|word| *word != "--keep-columns").collect();
        let written = |command: &[&str], format: &str, text: &str| {
            let args = [command, &["-q", "--format", format, "-j", "2", "--chunk-size", "100"]].concat();
            run_with(&args, text.as_bytes()).ends_with(1).stdout
        };
        let usual = written(&bare, "csv", &lines);
        let names = usual.lines().next().and_then(|header| header.strip_prefix("line,puzzle,"));
        let added = |row: &str| row.splitn(3, ',').nth(2).expect("added columns").replace(',', ";");
        let expected: String = (usual.lines().skip(1).zip(puzzles).zip(columns))
            .map(|((row, puzzle), (id, note, _))| format!("{id};{puzzle};{note};{}\n", added(row)))
            .collect();
        let header = format!("id;Puzzle;note;{}\n", names.expect("line and puzzle").replace(',', ";"));
        assert_eq!(written(command, "csv", &table), header + &expected, "{command:?}");
        let usual = written(&bare, "jsonl", &lines);
        let expected: String = (usual.lines().zip(puzzles).zip(columns))
            .map(|((row, puzzle), (id, _, note))| {
                let added = row.splitn(3, ',').nth(2).expect("added columns");
                format!("{{\"id\":\"{id}\",\"Puzzle\":\"{puzzle}\",\"note\":{note},{added}\n")
            })
            .collect();
        assert_eq!(written(command, "jsonl", &table), expected, "{command:?}");
        let objects: String = (puzzles.iter().zip(columns))
            .map(|(puzzle, (id, _, note))| {
                format!("{{\"id\":\"{id}\",\"Puzzle\":\"{puzzle}\",\"note\":{note}}}\r\n")
            })
            .collect();
        let objects = format!("# the header\n{objects}");
        assert_eq!(written(command, "jsonl", &objects), expected, "{command:?} of objects");
        let unnamed = table.lines().skip(1).map(|row| format!("{row}\n")).collect::<String>();
        if command[0] != "solve" {
            let numbered = written(&bare, "jsonl", lines.split_once('\n').expect("a comment").1);
            assert_eq!(written(command, "jsonl", &unnamed), numbered, "{command:?} without names");
        }
    }
}

#[test]
fn existing_and_repeated_names_are_distinguished_in_objects() {
    let text = format!("#id,puzzle\n7,{PUZZLE}\n");
    let object =
        run_with(&["rate", "--only", "level", "--format", "jsonl"], text.as_bytes()).ends_with(0).stdout;
    assert!(object.starts_with("{\"id\":\"7\","), "{object}");
    let text = format!("puzzle,form,note,note\n{PUZZLE},x,y,z\n{PUZZLE}\n");
    let objects = run_with(&["canon", "--format", "jsonl"], text.as_bytes()).ends_with(0).stdout;
    let mut rows = objects.lines();
    let kept = format!(
        "{{\"puzzle\":\"{PUZZLE}\",\"form\":\"x\",\"note\":\"y\",\"note_2\":\"z\",\"canon_form\":\"."
    );
    assert!(rows.next().expect("a row").starts_with(&kept), "{objects}");
    assert!(
        rows.next().expect("a row").starts_with(&format!("{{\"puzzle\":\"{PUZZLE}\",\"canon_form\":\"."))
    );
}

#[test]
fn no_object_gets_a_key_that_it_already_has_however_late_it_appears() {
    let usual = format!("{{\"puzzle\":\"{PUZZLE}\"}}\n").repeat(1000); // more than the first records
    let own = ["solution", "verdict", "level", "form", "minimal", "transformation"];
    let own = own.map(|key| format!("\"{key}\":\"mine\"")).join(",");
    let text = format!("{usual}{{\"puzzle\":\"{PUZZLE}\",{own}}}\n{usual}");
    let augment: &[&str] = &["augment", "--equivalents", "1", "--transformation"];
    for command in COMMANDS.into_iter().chain([augment]) {
        let args = [command, &["-q", "--format", "jsonl"]].concat();
        let written = run_with(&args, text.as_bytes()).ends_with(0).stdout;
        let keys = |line: &str| {
            let object: Map<String, Value> = serde_json::from_str(line).expect("an object");
            assert_eq!(object.len(), line.matches("\":").count(), "a key twice: {line}");
            object.into_iter().filter(|(_, value)| value != "mine").map(|(key, _)| key).collect::<Vec<_>>()
        };
        let (first, late) = (written.lines().next().map(keys), written.lines().nth(1000).map(keys));
        let named = |key: &String| {
            if own.contains(&format!("\"{key}\"")) { format!("{}_{key}", command[0]) } else { key.clone() }
        };
        let mut expected: Vec<String> = first.expect("a line").iter().map(named).collect();
        expected.sort();
        assert_eq!(late, Some(expected), "{command:?}");
    }
}

/// Returns a JSON value of the kind that `number` selects.
fn value(number: usize) -> Value {
    match number % 9 {
        0 => Value::Null,
        1 => json!(-1.5e300),
        2 => json!("a \"b\" \\ {[,:]}\n é \u{1}"),
        3 => json!(""),
        4 => json!(number),
        5 => json!([[], number, {"puzzle": "]}"}]),
        6 => json!({"puzzle": PUZZLE, "": null}),
        7 => json!(SOLUTION),
        _ => json!(number.is_multiple_of(2)),
    }
}

#[test]
fn objects_keep_all_values_wherever_the_puzzle_is() {
    const KEYS: [&str; 7] = ["id", "solution", "level", "a \"b\" \\", "", "é", "verdict"];
    let objects: Vec<Map<String, Value>> = (0..500)
        .map(|number: usize| {
            let keys = KEYS.iter().enumerate().filter(|(key, _)| number >> key & 1 == 1);
            let others = keys.map(|(key, name)| ((*name).to_owned(), value(number / 7 + 5 * key)));
            let puzzle = if number % 50 == 49 { value(number / 50) } else { json!(PUZZLE) };
            others.chain([("puzzle".to_owned(), puzzle)]).collect()
        })
        .collect();
    let pretty = |object: &Map<String, Value>| {
        let spaced = serde_json::to_string_pretty(object).expect("an object").replace("\n", " ");
        format!(" {spaced} \r\n")
    };
    let compact = |object: &Map<String, Value>| format!("{}\n", json!(object));
    let lines = |write: &dyn Fn(&Map<String, Value>) -> String| objects.iter().map(write).collect::<String>();
    for text in [lines(&compact), lines(&pretty)] {
        for command in COMMANDS {
            let args = [command, &["-q", "--format", "jsonl", "--chunk-size", "3000"]].concat();
            let written = run_with(&args, text.as_bytes()).ends_with(1).stdout;
            assert_eq!(written.lines().count(), objects.len(), "{command:?}");
            for (object, line) in objects.iter().zip(written.lines()) {
                let found: Map<String, Value> = serde_json::from_str(line).expect("an object");
                assert!(found.len() > object.len(), "{line}");
                assert!(object.iter().all(|(key, value)| found.get(key) == Some(value)), "{line}");
            }
        }
    }
}

#[test]
fn a_table_with_many_equal_and_many_different_names_takes_little_time() {
    let count = 30_000;
    let equal = "x,".repeat(count);
    let different: String = (0..count).map(|number| format!("solve_solution_{number},")).collect();
    for (names, last) in [(equal, format!("x_{count}")), (different, format!("solve_solution_{}", count - 1))]
    {
        let text = format!("{names}puzzle\n{}{PUZZLE}\n", ",".repeat(count));
        for format in ["jsonl", "csv"] {
            let args = ["solve", "--format", format, "--keep-columns", "--from", "csv", "--column", "puzzle"];
            let output = run_with(&args, text.as_bytes()).ends_with(0).stdout;
            let first = output.lines().next().expect("a line");
            match format {
                "csv" => assert!(first.ends_with("puzzle,solution,verdict,solutions,guesses")),
                _ => {
                    assert!(first.contains(&format!("\"{last}\":\"\",\"puzzle\":\"{PUZZLE}\",\"solution\"")))
                }
            }
        }
    }
}
