//! What is different on Windows: devices, open files, paths, consoles.

use std::fs::{self, File};
use std::io::Read;
use std::os::windows::fs::OpenOptionsExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use windows_sys::Win32::System::Console::{
    AttachConsole, CTRL_C_EVENT, FreeConsole, GenerateConsoleCtrlEvent, SetConsoleCtrlHandler,
};

use crate::run::{Folder, PUZZLE, SOLUTION, bulkdoku, run, run_with};

/// Starts a process with a console that has no window (Microsoft Learn, "Process Creation Flags").
pub const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// The variable that names the process to send Ctrl-C to.
const RECEIVER: &str = "BULKDOKU_CTRL_C";

/// Sends Ctrl-C to a run that has a separate console. A process has at most one console, and attaching to another one replaces
/// its standard streams, so the test program starts itself again to send it.
pub fn send(child: &Child, signal: &str) {
    assert_eq!(signal, "INT", "Windows has no other that a test can send");
    let mut sender = Command::new(std::env::current_exe().expect("this program"));
    sender.args(["--ignored", "--exact", "windows::ctrl_c_is_sent"]).env(RECEIVER, child.id().to_string());
    let sent = sender.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(sent.expect("it starts").success(), "Ctrl-C was not sent");
}

#[test]
#[ignore = "the other tests start it"]
#[allow(unsafe_code)]
fn ctrl_c_is_sent() {
    let receiver = std::env::var(RECEIVER).expect("a process").parse().expect("a number");
    // SAFETY: the functions take no pointers, and change only which console this process has and that it ignores Ctrl-C.
    let is_sent = unsafe {
        FreeConsole();
        let is_attached = AttachConsole(receiver) != 0;
        SetConsoleCtrlHandler(None, 1);
        is_attached && GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0) != 0
    };
    thread::sleep(Duration::from_millis(200)); // the console also sends it to this process
    std::process::exit(i32::from(!is_sent)); // the standard streams are those of the console
}

#[test]
fn nul_takes_every_output_and_is_an_empty_input() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{PUZZLE}\n"));
    for nul in ["NUL", "nul", r"\\.\NUL"] {
        run(&["solve", &file, "-o", nul]).ends_with(0).prints("");
        run(&["count", &file, "-o", nul, "--all", nul]).ends_with(0).prints("");
        run_with(&["solve", nul], b"").prints("");
    }
    assert_eq!(folder.names(), ["puzzles"]);
}

#[test]
fn lines_end_in_line_feeds_alone_even_if_those_of_the_input_do_not() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{PUZZLE}\r\n{PUZZLE}\r\n"));
    let answers = folder.path("answers");
    let expected = format!("{SOLUTION}\n{SOLUTION}\n");
    run(&["solve", &file]).ends_with(0).prints(&expected);
    run(&["solve", &file, "-o", &answers]).ends_with(0);
    assert_eq!(fs::read_to_string(answers).expect("the answers"), expected);
}

#[test]
fn paths_may_have_spaces_and_any_characters_and_both_kinds_of_slashes() {
    let folder = Folder::new();
    fs::create_dir(folder.path("Zahlen rätsel")).expect("a folder");
    for name in [r"Zahlen rätsel\数独 🧩.txt", "Zahlen rätsel/a b.txt", r".\Zahlen rätsel\..\c & d (1).txt"]
    {
        let file = folder.file(name, PUZZLE);
        let answers = folder.path(&format!("{name}.answers"));
        run(&["solve", &file, "-o", &answers]).ends_with(0);
        assert_eq!(fs::read_to_string(&answers).expect("the answers"), format!("{SOLUTION}\n"), "{name}");
        run(&["solve", &file, "--summary", &file]).ends_with(2).says(name);
    }
}

#[test]
fn an_output_that_another_program_does_not_share_is_kept_beside_it() {
    const SHARE_READ: u32 = 1;
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    let other = File::options().read(true).share_mode(SHARE_READ).open(&answers).expect("a file");
    run_with(&["solve", "-o", &answers], PUZZLE.as_bytes()).ends_with(2).says_only("the complete file is");
    drop(other);
    run_with(&["solve", "-o", &answers], PUZZLE.as_bytes()).ends_with(0);
    assert_eq!(
        fs::read_to_string(folder.path("answers.finished")).expect("the answers"),
        format!("{SOLUTION}\n")
    );
    assert_eq!(folder.names(), ["answers", "answers.finished"]);
}

#[test]
fn an_output_that_another_program_reads_and_shares_is_replaced() {
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    let mut other = File::open(&answers).expect("a file");
    let new = folder.file("new", "old");
    if fs::rename(&new, &answers).is_err() {
        println!("skipped: this system cannot replace an open file, like wine and Windows before version 10");
        return;
    }
    let _also = File::open(&answers).expect("a file");
    run_with(&["solve", "-o", &answers], PUZZLE.as_bytes()).ends_with(0);
    let mut read = String::new();
    other.read_to_string(&mut read).expect("the old output");
    assert_eq!(read, "old");
    assert_eq!(fs::read_to_string(&answers).expect("the answers"), format!("{SOLUTION}\n"));
    assert_eq!(folder.names(), ["answers"]);
}

#[test]
fn a_read_only_output_is_not_replaced_and_the_new_one_is_kept_beside_it() {
    let folder = Folder::new();
    let answers = folder.file("answers", "old");
    let set = |is_read_only: bool| {
        let mut permissions = fs::metadata(&answers).expect("a file").permissions();
        permissions.set_readonly(is_read_only);
        fs::set_permissions(&answers, permissions).expect("permissions");
    };
    set(true);
    run_with(&["solve", "-o", &answers], PUZZLE.as_bytes()).ends_with(2).says_only("the complete file is");
    assert_eq!(fs::read_to_string(&answers).expect("the old output"), "old");
    assert_eq!(folder.names(), ["answers", "answers.finished"]);
    set(false);
}

#[test]
fn an_input_that_is_open_elsewhere_is_read() {
    let folder = Folder::new();
    let file = folder.file("puzzles", PUZZLE);
    let _other = File::options().read(true).write(true).open(&file).expect("a file");
    run(&["solve", &file]).ends_with(0).prints(&format!("{SOLUTION}\n"));
}

#[test]
fn the_system_lets_no_program_shorten_a_mapped_input() {
    let folder = Folder::new();
    let file = folder.file("puzzles", format!("{PUZZLE}\n").repeat(50_000));
    let mut command = bulkdoku(&["solve", "-q", &file]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut answers = child.stdout.take().expect("a pipe");
    answers.read_exact(&mut [0; 82]).expect("the first answer"); // the pipe is full, and the run waits
    let shortened = File::options().write(true).open(&file).and_then(|file| file.set_len(0));
    assert!(shortened.is_err());
    let mut rest = Vec::new();
    answers.read_to_end(&mut rest).expect("the other answers");
    assert_eq!(rest.len(), 82 * 49_999);
    assert!(child.wait().expect("it ends").success());
}
