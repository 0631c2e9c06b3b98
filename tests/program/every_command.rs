//! One matrix for all commands over records: each command × threads, chunks, memory, access, pipe and instruction set; requests that
//! are refused; and interruption. What a command writes is tested elsewhere, with other forms of the same records in `views`.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::interruption::{interrupt, send, unfinished_files, wait_for};
use crate::run::{Folder, PUZZLE, bulkdoku, interruptible, puzzles, run_command, run_with};

/// A command over records, and the options that name its outputs, each with what follows the path.
struct Command {
    args: &'static [&'static str],
    outputs: &'static [(&'static str, &'static str)],
}

const fn command(args: &'static [&'static str]) -> Command {
    Command { args, outputs: &[("-o", "")] }
}

const COMMANDS: [Command; 19] = [
    command(&["solve"]),
    command(&["solve", "--format", "csv"]),
    command(&["solve", "--format", "jsonl"]),
    command(&["solve", "--steps"]),
    Command { args: &["count", "--limit", "50"], outputs: &[("-o", ""), ("--all", "")] },
    command(&["canon"]),
    command(&["canon", "--form", "solution", "--transformation"]),
    command(&["augment", "--equivalents", "3", "--seed", "9", "--transformation"]),
    command(&["minimize", "--seed", "3"]),
    command(&["rate"]),
    Command {
        args: &["check", "--by", "text,clues,puzzle,solution"],
        outputs: &[("-o", ""), ("--html", ""), ("--clean", ""), ("--rejects", "")],
    },
    command(&["check", "--findings", "20"]),
    Command { args: &["dedupe"], outputs: &[("-o", ""), ("--classes", "")] },
    Command {
        args: &["dedupe", "--by", "solution", "--keep", "fewest"],
        outputs: &[("-o", ""), ("--classes", "")],
    },
    command(&["sample", "--count", "77", "--stratify", "clues"]),
    command(&["sample", "--count", "77", "--weight", "weight"]),
    command(&["shuffle", "--seed", "1"]),
    Command { args: &["split", "--seed", "1"], outputs: &[("--part", "=60%"), ("--part", "=rest")] },
    Command {
        args: &["split", "--by", "clues", "--stratify", "clues"],
        outputs: &[("--part", "=60%"), ("--part", "=rest")],
    },
];

/// Ways to run a command that do not change what it writes.
const WAYS: [&[&str]; 8] = [
    &["-j", "1"],
    &["-j", "2", "--chunk-size", "1000"],
    &["-j", "8", "--chunk-size", "83"],
    &["--chunk-size", "1"],
    &["--chunk-size", "5000000"],
    &["--no-mmap"],
    &["a pipe"],
    &["the portable instruction set"],
];

impl Command {
    /// Returns the options that name outputs in a folder.
    fn outputs_in(&self, folder: &Folder) -> Vec<String> {
        let options = self.outputs.iter().enumerate();
        options
            .flat_map(|(number, (option, after))| {
                [(*option).to_owned(), format!("{}{after}", folder.path(&format!("out{number}")))]
            })
            .collect()
    }

    /// Runs the command over `file` and returns its exit code and outputs, with `X` for the name of the input.
    fn result(&self, file: &str, way: &[&str]) -> (Option<i32>, Vec<String>) {
        let folder = Folder::new();
        let mut command = bulkdoku(self.args);
        command.arg("-q").args(self.outputs_in(&folder));
        let done = match way {
            ["a pipe"] => run_command(command, &fs::read(file).expect("the input")),
            ["the portable instruction set"] => {
                command.arg(file).env("BULKDOKU_ISA", "portable");
                run_command(command, b"")
            }
            _ => {
                command.arg(file).args(way);
                run_command(command, b"")
            }
        };
        assert!(matches!(done.code, Some(0 | 1)), "{done}");
        let names = (0..self.outputs.len()).map(|number| folder.path(&format!("out{number}")));
        let read = |name: String| {
            let text = fs::read_to_string(name).unwrap_or_else(|_| panic!("no output: {done}"));
            text.replace(file, "X")
                .replace("view.csv", "X")
                .replace("&lt;stdin&gt;", "X")
                .replace("<stdin>", "X")
        };
        (done.code, names.map(read).collect())
    }
}

/// Returns a table of puzzles, some of them malformed, repeated, without a solution or with several.
fn table() -> String {
    let mut rows: Vec<String> = puzzles(150).lines().map(str::to_owned).collect();
    rows[7] = "53..7".to_owned();
    rows[19] = rows[19].replacen('.', "z", 1);
    rows[23] = format!("55{}", &PUZZLE[2..]);
    rows[31] = rows[30].clone();
    rows[32] = rows[30].chars().rev().collect();
    rows[40] = ".".repeat(81);
    rows[50] = format!("531{}", &PUZZLE[3..]);
    rows.extend_from_within(90..110);
    let row = |(index, puzzle): (usize, &String)| {
        let answer = if index % 3 == 0 { crate::run::SOLUTION } else { "" };
        format!("{index},{puzzle},{answer},{}\n", index % 4)
    };
    let rows: String = rows.iter().enumerate().map(row).collect();
    format!("id,puzzle,solution,weight\n{rows}")
}

#[test]
fn threads_chunks_memory_access_and_instruction_sets_do_not_change_what_a_command_writes() {
    let folder = Folder::new();
    let file = folder.file("view.csv", table());
    for command in &COMMANDS {
        let usual = command.result(&file, &[]);
        let has_memory = matches!(command.args[0], "check" | "dedupe");
        let little: &[&[&str]] = if has_memory { &[&["--fingerprint-memory", "1"]] } else { &[] };
        for way in WAYS.iter().chain(little) {
            let has_many_chunks = *way == ["--chunk-size", "1"];
            if has_many_chunks && matches!(command.args[0], "rate" | "minimize") {
                continue; // as many engines as records
            }
            assert!(command.result(&file, way) == usual, "{:?} by {way:?}", command.args);
        }
    }
}

/// Requests that are refused: the arguments, the records, and what is said.
const REFUSED: [(&[&str], &str, &str); 11] = [
    (&["augment", "--equivalents", "0"], "", "1..=100000"),
    (
        &["augment", "--equivalents", "2", "--transformation", "--format", "line"],
        "",
        "--transformation needs --format csv or jsonl",
    ),
    (&["augment", "--equivalents", "2"], MARKS, "<stdin> contains pencilmarks"),
    (
        &["augment", "--equivalents", "2", "--answer-column", "1"],
        "puzzle,x\n",
        "--answer-column names the column of the puzzles",
    ),
    (&["canon", "--transformation", "--format", "line"], "", "--transformation needs --format csv or jsonl"),
    (&["canon"], MARKS, "<stdin> contains pencilmarks"),
    (&["minimize"], MARKS, "<stdin> contains pencilmarks"),
    (&["dedupe"], MARKS, "<stdin> contains pencilmarks, which do not have a canonical form"),
    (&["dedupe", "--classes", "OUT"], PUZZLE, "name another one"),
    (&["check", "--by", "puzzle"], MARKS, "<stdin> contains pencilmarks, which do not have a canonical form"),
    (&["sample", "--count", "3", "--weight", "none"], "id,puzzle\n1,x\n", "none"),
];

/// Stands for 729 pencilmarks.
const MARKS: &str = "pencilmarks";

#[test]
fn refused_requests_leave_the_old_file_and_no_other() {
    for (args, records, reason) in REFUSED {
        let folder = Folder::new();
        let out = folder.file("out", "old");
        let args = args.iter().map(|&arg| if arg == "OUT" { out.as_str() } else { arg });
        let args: Vec<&str> = args.chain(["-o", &out]).collect();
        let records = if records == MARKS { "1........".repeat(81) } else { records.to_owned() };
        run_with(&args, records.as_bytes()).ends_with(2).says(reason);
        assert_eq!(fs::read_to_string(&out).expect("a file"), "old", "{args:?}");
        assert_eq!(folder.names(), ["out"], "{args:?}");
    }
}

#[test]
fn a_file_without_puzzles_leaves_the_old_outputs_of_every_command() {
    for command in &COMMANDS {
        let folder = Folder::new();
        let names: Vec<String> = (0..command.outputs.len()).map(|number| format!("out{number}")).collect();
        names.iter().for_each(|name| drop(folder.file(name, "old")));
        let mut started = bulkdoku(command.args);
        started.args(command.outputs_in(&folder));
        run_command(started, b"hello\n").ends_with(2).says("cannot tell the format");
        for name in &names {
            assert_eq!(fs::read_to_string(folder.path(name)).expect("a file"), "old", "{:?}", command.args);
        }
        assert_eq!(folder.names(), names, "{:?}", command.args);
    }
}

#[test]
fn an_interruption_leaves_the_old_output_of_every_command_that_reads_a_pipe() {
    for args in [
        &["solve"][..],
        &["count"],
        &["canon"],
        &["check"],
        &["rate"],
        &["minimize"],
        &["augment", "--equivalents", "100000"],
    ] {
        let folder = Folder::new();
        let old = folder.file("out", "old");
        let mut command = interruptible(&[args, &["-", "-o", &old]].concat());
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let pipe = child.stdin.as_mut().expect("a pipe");
        // More than the program reads to detect the format, and less than it reads plus the capacity of the pipe.
        pipe.write_all(format!("{PUZZLE}\n").repeat(1000).as_bytes()).expect("it reads");
        wait_for(|| unfinished_files(&folder) == 1, "the unfinished file");
        let (status, stderr) = interrupt(&mut child, "INT");
        assert_eq!(status.code(), Some(130), "{args:?}: {stderr}");
        assert_eq!(fs::read_to_string(&old).expect("the old output"), "old");
        assert_eq!(folder.names(), ["out"], "{args:?}");
    }
}

#[test]
fn an_interruption_leaves_the_old_files_of_every_command_that_reads_its_input_twice() {
    // Without a solution, which takes some hundred guesses to prove.
    const LONG: &str = ".......3......9...31.....6.......5...........2.963.....3.....2....9..........6.9.";
    let folder = Folder::new();
    let input = folder.file("set.txt", format!("{LONG}\n").repeat(200_000));
    let (output, other) = (folder.file("kept", "old"), folder.file("other", "old"));
    let (half, rest) = (format!("{output}=50%"), format!("{other}=rest"));
    for args in [
        &["dedupe", "--by", "solution", "-o", &output, "--classes", &other][..],
        &["split", "--by", "solution", "--part", &half, "--part", &rest],
        &["sample", "--stratify", "guesses", "--count", "9", "-o", &output, "--summary", &other],
    ] {
        let mut command = interruptible(&[args, &[&input, "-j", "2"]].concat());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        let is_sample = args[0] == "sample"; // its summary says that the run was interrupted
        wait_for(|| unfinished_files(&folder) == 2, "the unfinished files");
        send(&child, "INT");
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{args:?}");
        assert_eq!(folder.names(), ["kept", "other", "set.txt"]);
        for file in [&output, &other] {
            let text = fs::read_to_string(file).expect("a file");
            assert!(text == "old" || (is_sample && file == &other), "{args:?}: {text}");
        }
        folder.file("other", "old");
    }
}

#[test]
fn every_command_over_records_is_in_the_matrix() {
    for name in crate::views::commands() {
        assert!(COMMANDS.iter().any(|command| command.args[0] == name), "{name} is not in the matrix");
    }
}
