//! `--shard K/N`: the concatenated parts equal the output of a whole run, and a lost part is named and can be run again.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::compressed::{gzip, zstd};
use crate::options::{LISTED, commands_with, needed};
use crate::part_summaries::summary;
use crate::puzzle_sets::root;
use crate::run::{Folder, NULL, PUZZLE, bulkdoku, program, puzzles, run};

/// Returns puzzles with what real files have between them: comments, blank lines, malformed records and conflicts.
pub fn lines(count: usize) -> String {
    (0..count)
        .map(|number| match number % 17 {
            3 => "# a comment\n".to_owned(),
            5 => "\n".to_owned(),
            7 => format!("{}\n", "1".repeat(number % 90)),
            9 => format!("11{}\n", ".".repeat(79)),
            11 => format!("{PUZZLE} with a remark\r\n"),
            _ => format!("{}{}\n", &PUZZLE[..number % 30], ".".repeat(81 - number % 30)),
        })
        .collect()
}

/// Returns a table with a header and quoted fields, some of them with line ends.
pub fn table(count: usize) -> String {
    let row = |number: usize| match number % 5 {
        2 => format!("{number},{PUZZLE},\"two\nlines, {number}\"\n"),
        3 => format!("{number},1{PUZZLE},malformed\n"),
        _ => format!("{number},{PUZZLE},plain\n"),
    };
    "id,puzzle,note\n".to_owned() + &(0..count).map(row).collect::<String>()
}

fn grids(count: usize) -> String {
    let grid: String = PUZZLE.as_bytes().chunks(9).map(|row| format!("{}\n", row.escape_ascii())).collect();
    (0..count).map(|number| format!("# {number}\n{grid}\n")).collect()
}

/// Runs `command` on the whole input and on `of` parts, and asserts that the parts add up to the whole.
#[track_caller]
fn parts_add_up(folder: &Folder, command: &[&str], of: usize) {
    let (whole, merged) = (folder.path("whole"), folder.path("merged"));
    let whole_run = run(&[command, &["-q", "-o", &whole]].concat());
    let mut text = Vec::new();
    for number in 1..=of {
        let (output, shard) = (folder.path("part"), format!("{number}/{of}"));
        let part = run(&[command, &["-q", "-o", &output, "--shard", &shard]].concat());
        assert!(part.code <= whole_run.code, "{part}");
        text.extend(fs::read(&output).unwrap());
    }
    fs::write(&merged, &text).unwrap();
    assert!(text == fs::read(&whole).unwrap(), "{command:?} in {of} parts: compare {merged} with {whole}");
}

#[test]
fn every_format_is_cut_between_records_and_numbered_as_a_whole() {
    let folder = Folder::new();
    let inputs = [
        folder.file("lines.txt", lines(1000).as_bytes()),
        folder.file("table.csv", table(600).as_bytes()),
        folder.file("grids.txt", grids(200).as_bytes()),
        folder.file("unended.txt", lines(100).trim_end().as_bytes()),
    ];
    for input in &inputs {
        for format in ["line", "jsonl", "grid"] {
            parts_add_up(&folder, &["solve", "--unique", input, "--format", format], 3);
        }
    }
}

#[test]
fn every_command_and_every_number_of_parts_adds_up() {
    let folder = Folder::new();
    let lines_file = folder.file("lines.txt", lines(1000));
    let table_file = folder.file("table.csv", table(600));
    let short_file = folder.file("short.txt", lines(20));
    parts_add_up(&folder, &["solve", &table_file, "--format", "csv", "--keep-columns"], 5);
    parts_add_up(&folder, &["solve", &lines_file, "--format", "csv"], 7);
    parts_add_up(&folder, &["solve", &short_file, "--format", "grid"], 40); // most parts are empty
    parts_add_up(&folder, &["count", "--limit", "5", &lines_file], 4);
    parts_add_up(&folder, &["generate", "--count", "1000", "--seed", "4"], 6);
}

/// Returns the flags for the formats of a command, or an empty one if it has only one format.
fn formats(command: &str) -> Vec<Vec<String>> {
    let mut options = LISTED.iter().filter(|option| option.command == command);
    let Some(option) = options.find(|option| option.name == "--format") else { return vec![Vec::new()] };
    let in_parts = option.values.iter().filter(|name| *name != "html");
    let mut formats: Vec<Vec<String>> =
        in_parts.map(|name| vec!["--format".to_owned(), name.clone()]).collect();
    if command == "solve" {
        formats.push(["--format", "csv", "--keep-columns"].map(str::to_owned).to_vec());
    }
    formats
}

#[test]
fn the_parts_of_every_command_that_has_shards_are_the_whole() {
    let folder = Folder::new();
    let puzzles = puzzles(9);
    let line = |number: usize| puzzles.lines().nth(number).unwrap();
    let rows = |width: &dyn Fn(usize) -> &'static str, delimiter: &str, end: &str| -> String {
        (0..9).map(|number| format!("{number}{delimiter}{}{}{end}", line(number), width(number))).collect()
    };
    let marked = format!("\u{feff}# of lines\r\n{}12\r\n\r\n# the end", puzzles.replace('\n', "\r\n"));
    let inputs = [
        ("table", format!("\u{feff}# of a table\nid;puzzle;note\n{}", rows(&|_| ";x", ";", "\n"))),
        ("unnamed", rows(&|number| if number == 0 { ",a,b,c" } else { "" }, ",", "\r\n")),
        ("lines", marked),
        ("header", "\u{feff}id,puzzle\n".to_owned()),
        ("comments", "# none\n\n# here\n".to_owned()),
        ("empty", String::new()),
    ]
    .map(|(name, text)| (name, folder.file(name, text)));
    let commands = commands_with(&["--shard"]);
    assert!(
        ["augment", "canon", "generate", "minimize", "rate"]
            .iter()
            .all(|name| commands.iter().any(|it| it == name))
    );
    for command in &commands {
        let mut needed = needed(command, &folder);
        needed.extend((command == "rate").then(|| "--only=level".to_owned()));
        for (name, input) in &inputs {
            let is_table = ["table", "unnamed"].contains(name);
            for format in formats(command).iter().filter(|format| is_table || format.len() < 3) {
                let mut words: Vec<&str> = vec![command, "-q"];
                words.extend(needed.iter().chain(format).map(String::as_str));
                words.extend((command != "generate").then_some(input.as_str()));
                let whole = run(&words);
                let parts =
                    ["1/3", "2/3", "3/3"].map(|shard| run(&[&words[..], &["--shard", shard]].concat()));
                let codes = parts.each_ref().map(|part| part.code);
                assert_eq!(
                    codes.iter().max(),
                    Some(&whole.code),
                    "{whole}{}{}{}",
                    parts[0],
                    parts[1],
                    parts[2]
                );
                assert_eq!(parts.map(|part| part.stdout).concat(), whole.stdout, "{words:?}");
                if !is_table {
                    break; // one format is enough to test what comes before the records
                }
            }
        }
    }
}

#[test]
fn a_part_is_compared_with_its_answers() {
    let folder = Folder::new();
    let input = folder.file("input", puzzles(50));
    let solutions = run(&["solve", "-q", &input]).ends_with(0).stdout;
    let wrong = |number: usize| solutions.lines().nth(number).unwrap().replace('1', "2");
    let lines: Vec<String> = solutions.lines().map(|line| format!("{line}\n")).collect();
    for (name, answers, findings) in [
        ("right", lines.concat(), 0),
        ("wrong", format!("solution\n{}{}\n{}", lines[..30].concat(), wrong(30), lines[31..].concat()), 1),
        ("few", lines[..20].concat(), 1),
        ("many", lines.concat() + &lines[0], 1),
    ] {
        let answers = folder.file(name, answers);
        let check = ["check", "-q", &input, "--answers", &answers];
        let whole = run(&check).ends_with(i32::from(findings > 0)).stdout;
        assert_eq!(whole.lines().count(), findings, "{whole}");
        for of in ["2", "7"] {
            let part =
                |number: usize| run(&[&check[..], &["--shard", &format!("{number}/{of}")]].concat()).stdout;
            let parts: String = (1..=of.parse().unwrap()).map(part).collect();
            assert_eq!(parts, whole, "{name} in {of} parts");
        }
    }
}

#[test]
fn records_that_are_longer_than_the_head_have_the_same_columns_in_every_part() {
    let folder = Folder::new();
    let puzzles = puzzles(4);
    let solutions = run(&["solve", "-q", &folder.file("puzzles", &puzzles)]).ends_with(0).stdout;
    let blob = "x".repeat(100_000);
    let records = || puzzles.lines().zip(solutions.lines());
    let object = |(puzzle, solution): (&str, &str)| {
        let wrong = solution.replace('1', "0").replace('2', "1").replace('0', "2");
        format!("{{\"puzzle\":\"{puzzle}\",\"blob\":\"{blob}\",\"solution\":\"{wrong}\"}}\n")
    };
    let objects = folder.file("objects", records().map(object).collect::<String>());
    let row = |(puzzle, solution): (&str, &str)| format!("{blob},{puzzle},{solution}\n");
    let rows = folder.file("rows", records().map(row).collect::<String>());
    for (input, format) in [(&objects, "jsonl"), (&rows, "csv")] {
        parts_add_up(&folder, &["solve", input, "--keep-columns", "--format", format], 2);
        parts_add_up(&folder, &["augment", input, "--equivalents", "1", "--format", "csv"], 2);
    }
    parts_add_up(&folder, &["check", &objects], 2);
    run(&["check", "-q", &objects, "--shard", "2/2"]).ends_with(1);
}

#[test]
fn a_mask_is_the_same_in_all_parts_wherever_it_is_written() {
    let folder = Folder::new();
    let masked = |number: usize, mask: &str| {
        let path = folder.path(&format!("{number}.json"));
        let shard = format!("{number}/2");
        let words = ["generate", "--count", "2", "-q", "-o", NULL, "--mask", mask, "--shard", &shard];
        run(&[&words[..], &["--summary", &path]].concat()).ends_with(0);
        path
    };
    let mask = format!("{}...", "x".repeat(78));
    let file = folder.file("mask", &mask);
    let (one, two) = (masked(1, &file), masked(2, &mask));
    run(&["merge-summaries", &one, &two]).ends_with(0);
    folder.file("mask", "x".repeat(81)); // another one under the same name
    run(&["merge-summaries", &one, &masked(2, &file)]).ends_with(2).says_only("differs in its options");
}

#[test]
fn findings_of_parts_name_the_lines_of_the_whole() {
    let folder = Folder::new();
    let text: String = (0..400).map(|number| format!("{}\n", &PUZZLE[..81 - number % 2])).collect();
    let input = folder.file("input", text.replace(&format!("{PUZZLE}\n"), "# none\n").as_bytes());
    parts_add_up(&folder, &["check", &input], 5); // only malformed records, which have no duplicates in other parts
}

#[test]
fn bad_records_and_the_list_of_solutions_have_the_lines_of_the_whole() {
    let folder = Folder::new();
    let input = folder.file(
        "input",
        format!("{}{}bad\n", "# none\n".repeat(99), format!("{PUZZLE}\n").repeat(100)).as_bytes(),
    );
    run(&["solve", &input, "-o", NULL, "--shard", "4/4"]).ends_with(1).says(":200:4: 3 characters");
    let list = folder.path("list");
    run(&["count", &input, "-q", "-o", NULL, "--all", &list, "--shard", "4/4"]).ends_with(1);
    let list = fs::read_to_string(list).unwrap();
    assert!(list.lines().last().unwrap().starts_with("199,534678912"), "{list}");
    assert!(!list.starts_with("line"), "only the first part has a header");
}

#[test]
fn duplicates_of_two_parts_are_missing_and_the_summaries_say_so() {
    let folder = Folder::new();
    let input = folder.file("input", puzzles(50).repeat(2));
    run(&["check", "-q", &input]).ends_with(1);
    let note = "only duplicates within part 1/2 are reported";
    run(&["check", &input, "--shard", "1/2", "--summary", &folder.path("1.json")]).ends_with(0).says(note);
    run(&["check", "-q", &input, "--shard", "2/2", "--summary", &folder.path("2.json")]).ends_with(0);
    let whole = folder.path("whole.json");
    let merged =
        run(&["merge-summaries", &folder.path("1.json"), &folder.path("2.json"), "-o", &whole]).ends_with(0);
    merged.says_only("duplicates across parts are not included: check the whole file");
    assert_eq!(summary(&whole)["duplicates_within"], "part");
    let help = run(&["check", "--help"]).ends_with(0).stdout;
    let words: Vec<&str> = help.split_whitespace().collect(); // however the lines are broken
    assert!(words.join(" ").contains("Only duplicates within the part are found"), "{help}");
}

#[test]
fn inputs_whose_parts_cannot_be_read_alone_are_refused_with_what_they_are_and_a_way_out() {
    let folder = Folder::new();
    let text = lines(100);
    let input = folder.file("input", &text);
    let refused = |args: &[&str], what: &str, way_out: &str| {
        let run = run(&[&["solve", "--shard", "1/2"], args].concat()).ends_with(2).prints("");
        run.says_only(&format!("is read from {what}, which cannot be split into shards: {way_out}"));
    };
    refused(&[], "a pipe or like one", "write it to a file first");
    refused(&[&input, "--no-mmap"], "a pipe or like one", "write it to a file first");
    let packed = [gzip(text.as_bytes()), zstd(text.as_bytes())].map(|bytes| folder.file("packed", bytes));
    packed.iter().for_each(|packed| refused(&[packed], "a compressed file", "unpack it first"));
    let objects: Vec<String> =
        puzzles(3).lines().map(|puzzle| format!("{{\"puzzle\": \"{puzzle}\"}}")).collect();
    let document = folder.file("set.json", format!("[{}]", objects.join(",\n")));
    refused(&[&document], "a JSON document", "write each object on a line first, as jq -c '.[]' does");
    let wide: Vec<u8> =
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let wide = folder.file("wide.txt", wide);
    refused(&[&wide], "UTF-16", "convert it first, as iconv -f UTF-16 -t UTF-8 does");
    run(&["solve", &input, "--shard", "3/2"]).ends_with(2).says("as in 3/16");
}

#[test]
fn compressed_parts_unpack_to_the_whole_and_arrays_are_not_written_in_parts() {
    let folder = Folder::new();
    let input = folder.file("input", puzzles(100));
    for ending in ["gz", "zst"] {
        let part = |number: usize| {
            let path = folder.path(&format!("part-{number}.{ending}"));
            run(&["solve", "-q", &input, "--shard", &format!("{number}/3"), "-o", &path]).ends_with(0);
            fs::read(path).expect("a part")
        };
        let all = folder.file(&format!("all.{ending}"), (1..=3).flat_map(part).collect::<Vec<u8>>());
        let whole = run(&["solve", "-q", &input]).ends_with(0).stdout;
        run(&["sample", "-q", "--count", "100", &all]).ends_with(0).prints(&whole);
    }
    let array = folder.path("part.npy");
    run(&["solve", &input, "--format", "npy", "--shard", "1/2", "-o", &array])
        .ends_with(2)
        .says_only("the arrays of parts cannot be concatenated: write one array for the whole file");
}

#[test]
fn a_lost_part_can_be_run_again_to_complete_the_whole() {
    let folder = Folder::new();
    let hard = folder.file("hard", format!("{}\n", ".".repeat(81)).repeat(4000).as_bytes());
    let name = |number: usize| folder.path(&format!("part-{number}"));
    let start = |number: usize| {
        let shard = format!("{number}/4");
        let mut command = bulkdoku(&["count", &hard, "--limit", "500", "-q", "-j", "1", "--shard", &shard]);
        command.args(["-o", &name(number), "--summary", &format!("{}.json", name(number))]);
        command.stdin(Stdio::null()).spawn().unwrap()
    };
    let mut parts: Vec<_> = (1..=4).map(start).collect();
    thread::sleep(Duration::from_millis(30));
    parts[2].kill().unwrap();
    let codes: Vec<_> = parts.iter_mut().map(|part| part.wait().unwrap().code()).collect();
    let killed = if cfg!(windows) { Some(1) } else { None };
    assert_eq!(codes, [Some(0), Some(0), killed, Some(0)]);
    assert!(!fs::exists(name(3)).unwrap(), "a part appears when it is complete");
    let summaries: Vec<String> = [1, 2, 4].map(|number| format!("{}.json", name(number))).into();
    let merge = |summaries: &[String]| {
        let paths: Vec<&str> = summaries.iter().map(String::as_str).collect();
        run(&[&["merge-summaries", "-o", &folder.path("whole.json")], &paths[..]].concat())
    };
    merge(&summaries).ends_with(1).says_only("part 3/4 is missing: run it again with --shard");
    assert!(start(3).wait().unwrap().success());
    merge(&[&summaries[..], &[format!("{}.json", name(3))]].concat()).ends_with(0);
    let whole: String = (1..=4).map(|number| fs::read_to_string(name(number)).unwrap()).collect();
    assert!(whole == "500\n".repeat(4000));
}

#[test]
#[cfg(unix)] // a script of a Unix shell
fn the_example_for_slurm_makes_all_parts() {
    let script = root().join("scripts/examples/slurm-shards.sh");
    let folder = Folder::new();
    let (input, results) = (folder.file("in.txt", lines(300)), folder.path("results"));
    let path = format!("{}:{}", program().parent().unwrap().display(), std::env::var("PATH").unwrap());
    for task in ["1", "2", "3"] {
        let mut command = std::process::Command::new(&script);
        command.args([&input, &results]).env("PATH", &path);
        command.env("SLURM_ARRAY_TASK_ID", task).env("SLURM_ARRAY_TASK_COUNT", "3").stderr(Stdio::null());
        assert!(command.status().unwrap().success());
    }
    let part = |number: usize, kind: &str| format!("{results}/part-0000{number}.{kind}");
    let summaries: Vec<String> = (1..=3).map(|number| part(number, "json")).collect();
    let summaries: Vec<&str> = summaries.iter().map(String::as_str).collect();
    run(&[&["merge-summaries", "-o", NULL], &summaries[..]].concat()).ends_with(1);
    let whole: String = (1..=3).map(|number| fs::read_to_string(part(number, "txt")).unwrap()).collect();
    run(&["solve", "-q", &input]).ends_with(1).prints(&whole);
}
