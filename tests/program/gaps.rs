//! Long text between records, and lines that are too long to be records: one rule for all commands.

use std::fs;

use crate::effort::effort;
use crate::run::{Folder, PUZZLE, SOLUTION, run, run_with};

const MEBIBYTE: usize = 1 << 20;

/// The commands that copy all records into one output, or into two parts.
const COPIES: [&[&str]; 4] =
    [&["dedupe", "--by", "text"], &["sample", "--count", "9"], &["shuffle", "--seed", "2"], &["split"]];

/// Options that must not change the bytes: threads, chunks, and how the file is read.
const WAYS: [&[&str]; 5] =
    [&["-j", "1"], &["-j", "16"], &["--chunk-size", "5000"], &["--chunk-size", "9000000"], &["--no-mmap"]];

/// Runs a copying command on `text`. Returns its output, or the parts one after another.
fn copied(command: &[&str], text: &str, flags: &[&str]) -> String {
    let folder = Folder::new();
    let piped = flags.is_empty();
    let file = if piped { "-".to_owned() } else { folder.file("in.txt", text) };
    let parts = [folder.path("one"), folder.path("two")];
    let outputs = match command {
        ["split", ..] => {
            parts.iter().zip(["50%", "rest"]).map(|(part, share)| format!("{part}={share}")).collect()
        }
        _ => vec![parts[0].clone()],
    };
    let option = if command == ["split"] { "--part" } else { "-o" };
    let outputs = outputs.iter().flat_map(|output| [option, output]).collect::<Vec<_>>();
    let args = [command, &["-q", &file], &outputs, flags].concat();
    let stdin = if piped { text.as_bytes() } else { b"" };
    run_with(&args, stdin).ends_with(0);
    parts.iter().map(|part| fs::read_to_string(part).unwrap_or_default()).collect()
}

#[test]
fn text_between_records_is_copied_with_the_record_below_however_long_it_is() {
    let longest = 4 * MEBIBYTE;
    let gaps = [
        "# a comment between two puzzles\n".repeat(1_200_000 / 32),
        "\n".repeat(1_200_000),
        format!("# {}\n", "x".repeat(longest / 8 - 3)).repeat(8),
    ];
    // Each gap in one of the five ways, at night in two.
    for (first_way, gap) in gaps.into_iter().enumerate() {
        let (upper, lower) = (format!("{gap}{PUZZLE}\n"), format!("{gap}{SOLUTION}\n{gap}"));
        let text = format!("{}{lower}", &upper[gap.len()..]);
        for command in COPIES {
            let first = copied(command, &text, &[]);
            let is_shuffled = command[0] == "shuffle" && !first.starts_with(PUZZLE);
            // A blank line separates the record that was first from the one that is now above it.
            let apart = if is_shuffled && gap.starts_with('\n') { "\n" } else { "" };
            let shuffled = format!("{lower}{apart}{}", &upper[gap.len()..]);
            let parts_are_reversed = command == ["split"] && first.starts_with(&gap[..2]);
            assert!(
                first == if is_shuffled || parts_are_reversed { shuffled } else { text.clone() },
                "{command:?}"
            );
            for flags in WAYS.into_iter().cycle().skip(2 * first_way).take(effort(1, 2)) {
                let copied = copied(command, &text, flags);
                assert!(copied == first, "{command:?} {flags:?} writes {} bytes", copied.len());
            }
        }
    }
}

#[test]
fn more_than_four_mebibytes_between_records_are_refused_by_the_line_where_they_begin() {
    let folder = Folder::new();
    let output = folder.path("out");
    let gap = "\n".repeat(4 * MEBIBYTE + 1);
    for text in [format!("{PUZZLE}\n{gap}{SOLUTION}\n"), format!("{PUZZLE}\n{gap}")] {
        let file = folder.file("in.txt", text);
        for (command, flags) in COPIES[..3].iter().cycle().zip(WAYS) {
            let args = [*command, &[&file, "-o", &output], flags].concat();
            run(&args).ends_with(2).says_only("in.txt:2:1: more than 4 MiB of comments or blank lines");
        }
        let part = format!("{output}=rest");
        run(&["split", &file, "--part", &part]).ends_with(2).says_only("in.txt:2:1: more than 4 MiB");
    }
    assert_eq!(folder.names(), ["in.txt"]);
}

/// Returns a line of this many characters after one record of a format: spaces, a comment, or other text.
fn with_long_line(format: &str, first: &str, length: usize) -> (String, String) {
    let of = |puzzle: &str| match format {
        "jsonl" => format!("{{\"puzzle\":\"{puzzle}\"}}\n"),
        "csv" => format!("{puzzle},x\n"),
        "grid" => puzzle.as_bytes().chunks(9).map(|row| format!("{}\n", row.escape_ascii())).collect(),
        _ => format!("{puzzle}\n"),
    };
    let long = format!("{first}{}\n", " ".repeat(length - first.len()));
    (format!("{}{long}{}", of(PUZZLE), of(SOLUTION)), format!("{}{}", of(PUZZLE), of(SOLUTION)))
}

#[test]
fn a_line_of_a_mebibyte_is_refused_by_the_commands_that_copy_unless_it_is_left_out() {
    let folder = Folder::new();
    let ways = [&["-j", "3"][..], &["--no-mmap", "--chunk-size", "9000000"]];
    // Three kinds of line per format: each gets another command in the next format.
    let mut commands = [0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 1, 2].map(|number| COPIES[number]).into_iter();
    for (format, line) in [("line", 2), ("csv", 2), ("jsonl", 2), ("grid", 10)] {
        for (first, flags) in ["", "#", "x"].into_iter().zip(ways.into_iter().cycle()) {
            let (text, without) = with_long_line(format, first, MEBIBYTE);
            let file = folder.file("in.txt", &text);
            let command = commands.next().expect("a command for each line");
            let args = [command, &["-q", &file, "--from", format, "--column", "puzzle"], flags].concat();
            let args: Vec<&str> = match format {
                "jsonl" => args,
                "csv" => args.iter().map(|&arg| if arg == "puzzle" { "1" } else { arg }).collect(),
                _ => args.into_iter().filter(|arg| !["--column", "puzzle"].contains(arg)).collect(),
            };
            run(&args).ends_with(2).says_only(&format!(
                "in.txt:{line}:1: this line is too long to copy, with 1 MiB or more: remove it, or \
                 drop it with --drop-invalid"
            ));
            let kept = run(&[&args[..], &["--drop-invalid"]].concat()).ends_with(0).stdout;
            let mut expected: Vec<&str> = without.lines().collect();
            let mut lines: Vec<&str> = kept.lines().collect();
            [&mut expected, &mut lines].into_iter().for_each(|lines| lines.sort_unstable());
            assert_eq!(lines, expected, "{args:?}");
        }
    }
}

#[test]
fn a_line_of_a_mebibyte_is_one_malformed_record_in_every_format_and_a_shorter_one_is_read() {
    let mut sizes = ["1", "300000", "9000000", "70000"].into_iter().cycle(); // one more than there are lengths
    for (format, column) in [("line", ""), ("csv", "1"), ("jsonl", "puzzle"), ("grid", "")] {
        for first in ["", "#"] {
            for (length, lines) in [(MEBIBYTE, 3), (MEBIBYTE - 1, 2), (3 * MEBIBYTE, 3)] {
                let (text, _) = with_long_line(format, first, length);
                let size = sizes.next().expect("an endless cycle");
                let mut args = vec!["solve", "-q", "--from", format, "--chunk-size", size];
                if !column.is_empty() {
                    args.extend(["--column", column]);
                }
                let run = run_with(&args, text.as_bytes()).ends_with(lines - 2);
                let answers: Vec<&str> = run.stdout.lines().collect();
                assert_eq!(answers.len(), lines as usize, "{format}, {length} characters: {run}");
                assert!(answers[0] == SOLUTION && answers[answers.len() - 1] == SOLUTION, "{run}");
                if lines == 3 {
                    assert!(answers[1].starts_with("malformed: a line of 1048576 characters"), "{run}");
                }
            }
        }
    }
}
