//! Long outputs, and the peak memory of a run.

use std::fs;

use crate::run::{Folder, PUZZLE, SOLUTION, run};

/// Returns records with answers of all lengths: puzzles with and without a solution, with a conflict, too short and too long.
fn mixed(count: usize) -> String {
    let clash = PUZZLE.replacen("53", "55", 1);
    let none = PUZZLE.replacen("53..", "531.", 1);
    let record = |index: usize| match index * index % 97 {
        0..=60 => PUZZLE.to_owned(),
        61..=70 => clash.clone(),
        71..=80 => none.clone(),
        length => "1".repeat(length + index % 7),
    };
    (0..count).map(|index| record(index) + "\n").collect()
}

#[test]
fn a_file_and_a_pipe_get_the_same_answers_on_any_number_of_threads() {
    let folder = Folder::new();
    let (file, answers) = (folder.file("puzzles", mixed(60_000)), folder.path("answers"));
    for format in ["line", "csv", "jsonl", "grid", "rows"] {
        let solve = ["solve", "-q", &file, "--format", format, "--threads"];
        let piped = run(&[&solve[..], &["1"]].concat()).ends_with(1).stdout;
        for threads in ["1", "2", "8"] {
            run(&[&solve[..], &[threads, "-o", &answers]].concat()).ends_with(1).prints("");
            assert!(fs::read_to_string(&answers).unwrap() == piped, "{format} on {threads} threads");
        }
    }
    assert_eq!(folder.names(), ["answers", "puzzles"]);
}

#[test]
fn long_files_are_answered_completely() {
    let folder = Folder::new();
    let answers = folder.path("answers");
    for count in [799, 800, 12_800, 60_001] {
        let file = folder.file("puzzles", format!("{PUZZLE}\n").repeat(count));
        run(&["solve", "-q", &file, "-o", &answers]).ends_with(0);
        assert!(fs::read_to_string(&answers).unwrap() == format!("{SOLUTION}\n").repeat(count), "{count}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn peak_memory_is_bounded_however_long_the_input_is() {
    // Answers that wait for a slow chunk (48 MiB), the chunks of the workers, and the program, for 164 MB of input.
    let peak = peak(2_000_000);
    assert!(peak < 128 << 10, "{peak} KiB");
}

/// Returns the peak memory in KiB after the program has answered `records` records from a pipe.
#[cfg(target_os = "linux")]
fn peak(records: usize) -> u64 {
    use std::io::Write;
    use std::process::Stdio;

    let folder = Folder::new();
    let mut command = crate::run::bulkdoku(&["solve", "-q", "--threads", "2", "-o", &folder.path("answers")]);
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("stdin is a pipe");
    let thousand = format!("{PUZZLE}\n").repeat(1000);
    for _ in 0..records / 1000 {
        pipe.write_all(thousand.as_bytes()).expect("the program reads");
    }
    // The program waits for more input, so its status can still be read.
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a status");
    drop(pipe);
    assert!(child.wait().expect("the program ends").success());
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}
