//! Input and output files.

use std::fs;
#[cfg(unix)]
use std::{io::Write, process::Stdio};

use crate::puzzle_sets;
use crate::run::{Folder, PUZZLE, SOLUTION, no_such_file, run, run_with};

#[test]
fn an_existing_output_is_replaced() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{PUZZLE}\n"));
    let answers = folder.file("answers", "old ".repeat(1000));
    run(&["solve", &file, "-o", &answers]).ends_with(0).prints("");
    assert_eq!(fs::read_to_string(answers).unwrap(), format!("{SOLUTION}\n"));
    assert_eq!(folder.names(), ["answers", "puzzles"]);
}

#[test]
fn the_output_may_be_the_input() {
    let folder = Folder::new();
    let text = fs::read_to_string(puzzle_sets::own("mixed.txt")).unwrap();
    let puzzles: String = text.lines().take(500).flat_map(|line| [line, "\n"]).collect();
    let other = folder.path("other");
    let commands: [&[&str]; 9] = [
        &["solve"],
        &["count", "--limit", "3"],
        &["canon"],
        &["rate"],
        &["augment", "--equivalents", "2"],
        &["minimize"],
        &["dedupe"],
        &["sample", "--count", "7"],
        &["shuffle"],
    ];
    for command in commands {
        for access in [&[][..], &["--no-mmap"]] {
            let file = folder.file("both", &puzzles);
            let arguments = [command, access].concat();
            run(&[&arguments[..], &[&file, "-o", &other]].concat()).ends_with(0);
            run(&[&arguments[..], &[&file, "-o", &file]].concat()).ends_with(0);
            assert!(fs::read(file).unwrap() == fs::read(&other).unwrap(), "{arguments:?}");
        }
    }
}

#[test]
fn no_file_of_a_run_overwrites_another() {
    let folder = Folder::new();
    let puzzles = folder.file("puzzles", format!("{PUZZLE}\n"));
    let (new, again) = (folder.path("new"), folder.path("./new"));
    let other = folder.file("other", format!("{PUZZLE}\n"));
    let refusals: [&[&str]; 11] = [
        &["solve", "--summary", &puzzles],
        &["solve", "-o", &new, "--summary", &again],
        &["check", "--summary", &puzzles],
        &["check", "-o", &puzzles],
        &["count", "--all", &puzzles],
        &["count", "-o", &new, "--all", &again],
        &["count", "--all", &new, "--summary", &again],
        &["check", "--against", &other, "--summary", &other],
        &["check", "--answers", &other, "-o", &other],
        &["dedupe", "--against", &other, "-o", &other],
        &["dedupe", "-o", &new, "--classes", &again],
    ];
    for flags in refusals {
        let twice = flags[flags.len() - 1];
        run(&[flags, &[&puzzles]].concat()).ends_with(2).says_only("name another one").says(twice);
    }
    // A run that fails before it opens a file that it would read does not replace it by a summary.
    run(&["check", &new, "--against", &other, "--summary", &other]).ends_with(2).says_only("cannot read");
    for file in [puzzles, other] {
        assert_eq!(fs::read_to_string(file).unwrap(), format!("{PUZZLE}\n"));
    }
    assert_eq!(folder.names(), ["other", "puzzles"]);
}

#[cfg(unix)]
#[test]
fn a_name_of_standard_output_means_the_stream_and_not_its_file() {
    for name in ["/dev/stdout", "/dev/fd/1"] {
        let folder = Folder::new();
        let (log, answers) = (folder.file("log", "old\n"), folder.path("answers"));
        let start = |args: &[&str]| {
            let stdout = fs::File::options().append(true).open(&log).unwrap();
            let mut child = crate::run::bulkdoku(args).stdin(Stdio::piped()).stdout(stdout).spawn().unwrap();
            // A run that is refused ends without reading.
            let _ = child.stdin.take().unwrap().write_all(PUZZLE.as_bytes());
            child.wait().unwrap().code()
        };
        assert_eq!(start(&["solve", "-q", "-o", name]), Some(0));
        assert_eq!(fs::read_to_string(&log).unwrap(), format!("old\n{SOLUTION}\n"));
        assert_eq!(start(&["solve", "-q", "-o", &answers, "--summary", name]), Some(0));
        assert!(fs::read_to_string(&log).unwrap().starts_with(&format!("old\n{SOLUTION}\n{{")));
        assert_eq!(start(&["solve", "-q", "--summary", name]), Some(2), "both to standard output");
    }
}

#[test]
fn an_output_in_a_missing_folder_is_refused_in_one_line() {
    let folder = Folder::new();
    let file = folder.file("puzzles", PUZZLE);
    let answers = folder.path("missing/answers");
    run(&["solve", &file, "-o", &answers]).ends_with(2).says_only(&format!("cannot write {answers}: "));
}

#[test]
fn an_input_that_cannot_be_read_is_refused_in_one_line() {
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    let missing = folder.path("missing");
    run(&["solve", &missing, "-o", &answers])
        .ends_with(2)
        .says_only(&format!("cannot read {missing}: {}", no_such_file()));
    let itself = folder.path(".");
    run(&["solve", &itself, "-o", &answers]).ends_with(2).says_only("is a directory");
    assert_eq!(fs::read_to_string(answers).unwrap(), "old");
    assert_eq!(folder.names(), ["answers"]);
}

#[test]
fn an_output_that_is_a_folder_is_refused() {
    let folder = Folder::new();
    let file = folder.file("puzzles", PUZZLE);
    run(&["solve", &file, "-o", &folder.path(".")]).ends_with(2).says_only("is a directory");
}

#[cfg(unix)]
#[test]
fn an_input_without_permission_is_refused_in_one_line() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let file = folder.file("secret", PUZZLE);
    fs::set_permissions(&file, PermissionsExt::from_mode(0o000)).unwrap();
    if fs::read(&file).is_ok() {
        println!("skipped: this user may read everything");
        return;
    }
    run(&["solve", &file]).ends_with(2).says_only("Permission denied");
}

#[cfg(unix)]
#[test]
fn a_link_to_the_output_stays_a_link() {
    let folder = Folder::new();
    let (target, link) = (folder.file("target", "old"), folder.path("link"));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    run_with(&["solve", "-o", &link], PUZZLE.as_bytes()).ends_with(0);
    assert_eq!(fs::read_to_string(target).unwrap(), format!("{SOLUTION}\n"));
    assert!(fs::symlink_metadata(link).unwrap().is_symlink());
}

#[test]
fn dashes_are_the_standard_streams() {
    run_with(&["solve", "-", "-o", "-"], PUZZLE.as_bytes()).ends_with(0).prints(&format!("{SOLUTION}\n"));
}
