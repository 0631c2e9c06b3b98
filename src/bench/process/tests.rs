use super::*;
use std::path::Path;

fn limits(seconds: u64, folder: &Path, bytes: u64) -> Limits {
    Limits { time: Duration::from_secs(seconds), output: folder.join("output"), bytes }
}

fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]);
    shell
}

#[test]
fn a_program_that_hangs_is_killed_with_its_children() {
    let folder = tempfile::tempdir().unwrap();
    let late = folder.path().join("late");
    let command = shell(&format!("(sleep 3; touch {}) & sleep 60", late.display()));
    let limits = Limits { time: Duration::from_millis(100), ..limits(0, folder.path(), 1) };
    let error = ProcessRunner::default().run("sleeper", command, &limits).unwrap_err();
    assert_eq!(error.to_string(), "'sleeper' took longer than 0.1 s and was killed");
    thread::sleep(Duration::from_secs(4));
    assert!(!late.exists(), "its child is still running");
}

#[test]
fn a_program_that_writes_without_end_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let limits = limits(60, folder.path(), 1 << 20);
    let mut command = shell("exec cat /dev/zero");
    command.stdout(fs::File::create(&limits.output).unwrap());
    let error = ProcessRunner::default().run("writer", command, &limits).unwrap_err();
    assert!(error.to_string().contains("wrote more than 1048576 bytes"), "{error}");
}

#[test]
fn children_that_outlive_the_program_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let late = folder.path().join("late");
    let command = shell(&format!("(sleep 2; touch {}) & exit 1", late.display()));
    let (status, time) =
        ProcessRunner::default().run("parent", command, &limits(60, folder.path(), 1)).unwrap();
    assert_eq!(status.code(), Some(1));
    assert!(time < Duration::from_secs(2), "{time:?}");
    thread::sleep(Duration::from_secs(3));
    assert!(!late.exists(), "its child is still running");
}

#[test]
fn nothing_runs_after_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let runner = ProcessRunner::default();
    let other = runner.clone();
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        other.stop();
    });
    for command in ["sleep 60", "true"] {
        let error = runner.run("it", shell(command), &limits(60, folder.path(), 1)).unwrap_err();
        assert_eq!(error.to_string(), "the run was stopped", "{command}");
    }
    stopper.join().unwrap();
}
