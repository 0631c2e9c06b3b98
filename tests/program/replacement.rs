//! Outputs that cannot be replaced are refused before the run, and killed runs leave nothing behind.

use std::fs;
#[cfg(unix)]
use std::process::Command;

use crate::interruption::{has_temporary_file, start_endless_run, wait_for};
#[cfg(unix)]
use crate::run::run_command;
use crate::run::{Folder, PUZZLE, SOLUTION, run_with};

#[test]
fn a_killed_run_leaves_nothing_after_the_next_run_to_the_same_output() {
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    for _ in 0..2 {
        let mut child = start_endless_run(&answers);
        wait_for(|| has_temporary_file(&child, &folder), "the temporary file");
        child.kill().expect("a child");
        child.wait().expect("it has ended");
        assert_eq!(fs::read_to_string(&answers).expect("the old output"), "old");
    }
    run_with(&["solve", "-o", &answers], PUZZLE.as_bytes()).ends_with(0);
    assert_eq!(folder.names(), ["answers"]);
    assert_eq!(fs::read_to_string(&answers).expect("the answers"), format!("{SOLUTION}\n"));
}

#[test]
fn two_runs_to_the_same_output_at_the_same_time_both_end_well() {
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    let mut first = start_endless_run(&answers);
    wait_for(|| has_temporary_file(&first, &folder), "the temporary file");
    run_with(&["solve", "-o", &answers], PUZZLE.as_bytes()).ends_with(0);
    drop(first.stdin.take());
    assert_eq!(first.wait().expect("it ends").code(), Some(0));
    assert_eq!(fs::read_to_string(&answers).expect("the answers"), format!("{SOLUTION}\n").repeat(10_000));
    assert_eq!(folder.names(), ["answers"]);
}

#[test]
fn a_run_whose_output_cannot_be_replaced_at_its_end_has_no_summary() {
    let folder = Folder::new();
    let answers = folder.path("answers");
    let mut child = start_endless_run(&answers);
    wait_for(|| has_temporary_file(&child, &folder) || !folder.names().is_empty(), "the temporary file");
    fs::create_dir(&answers).expect("a folder, which no file replaces");
    drop(child.stdin.take());
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.lines().count() == 2 && said.contains(&format!("\nbulkdoku: cannot write {answers}: ")),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn the_file_of_another_user_in_a_sticky_folder_is_refused_before_the_run() {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    fs::set_permissions(folder.path(""), Permissions::from_mode(0o1777)).expect("a folder");
    fs::set_permissions(&answers, Permissions::from_mode(0o666)).expect("a file");
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "true"]);
    if !command.status().is_ok_and(|status| status.success()) {
        println!("skipped: this user cannot become another one");
        return;
    }
    fs::copy(env!("CARGO_BIN_EXE_bulkdoku"), folder.path("program")).expect("a program");
    fs::set_permissions(folder.path("program"), Permissions::from_mode(0o755)).expect("a program");
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups", &folder.path("program")]);
    command.args(["solve", "-o", &answers]);
    run_command(command, PUZZLE.as_bytes())
        .ends_with(2)
        .says_only("it belongs to another user, and the folder is sticky");
    assert_eq!(fs::read_to_string(&answers).expect("the old output"), "old");
    assert_eq!(folder.names(), ["answers", "program"]);
}

#[cfg(unix)]
#[test]
fn an_immutable_file_is_refused_before_the_run() {
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    let set = |flag: &str| Command::new("chattr").arg(flag).arg(&answers).output();
    if !set("+i").is_ok_and(|output| output.status.success()) {
        println!("skipped: this user or file system cannot make a file immutable");
        return;
    }
    let run = run_with(&["solve", "-o", &answers], PUZZLE.as_bytes());
    set("-i").expect("chattr runs");
    run.ends_with(2).says_only("it is immutable or append-only, so it cannot be replaced");
}
