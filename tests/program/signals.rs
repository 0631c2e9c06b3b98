//! Signals at random moments of every command: no partial output, no leftover file or process, no hang.
#![cfg(unix)]

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::effort::effort;
use crate::run::{Folder, bulkdoku, puzzles, run};

/// Trials that run at once. Most of their time is sleep.
const AT_ONCE: usize = 6;

/// The signals by name, with their numbers.
const KINDS: [(&str, i32); 3] = [("HUP", 1), ("INT", 2), ("TERM", 15)];

/// A command that writes a file, and the text of the file when the command is not interrupted.
struct Case {
    args: Vec<String>,
    /// The option that names the file.
    option: &'static str,
    /// The text after the name of the file.
    suffix: &'static str,
    /// The complete output, or `None` if it is JSON that differs from run to run.
    output: Option<String>,
}

impl Case {
    fn new(args: &[&str]) -> Self {
        let done = run(args);
        assert!([Some(0), Some(1)].contains(&done.code), "{done}");
        Self { args: owned(args), option: "-o", suffix: "", output: Some(done.stdout) }
    }

    /// Returns a command that writes its file with an option other than `-o`.
    fn with_option(args: &[&str], option: &'static str, suffix: &'static str) -> Self {
        let folder = Folder::new();
        let path = folder.path("output");
        run(&[args, &[option, &format!("{path}{suffix}")]].concat()).ends_with(0);
        let output = fs::read_to_string(path).expect("the output");
        Self { args: owned(args), option, suffix, output: Some(output) }
    }

    fn bench(more: &[&str]) -> Self {
        let args = [&["bench", "--engine", "lanes", "--time", "5ms", "--runs", "20"], more].concat();
        Self { args: owned(&args), option: "--summary", suffix: "", output: None }
    }

    /// Starts the command with its output to `path`.
    fn start(&self, path: &str, temp: &str) -> Child {
        let mut command = bulkdoku(&[]);
        command.args(&self.args).args([self.option, &format!("{path}{}", self.suffix)]).env("TMPDIR", temp);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().expect("it starts")
    }

    fn is_complete(&self, text: &str) -> bool {
        match &self.output {
            Some(output) => text == output,
            None => serde_json::from_str::<serde_json::Value>(text).is_ok(),
        }
    }
}

fn owned(args: &[&str]) -> Vec<String> {
    args.iter().map(|&arg| arg.to_owned()).collect()
}

#[test]
fn signals_at_random_moments_leave_the_old_output_or_the_complete_new_one() {
    let folder = Folder::new();
    let file = folder.file("puzzles", puzzles(3000));
    let few = folder.file("few", puzzles(200));
    let cases = [
        Case::new(&["solve", "-q", &file]),
        Case::new(&["count", "-q", &file]),
        Case::new(&["check", "-q", &file]),
        Case::new(&["generate", "-q", "--count", "2000"]),
        Case::new(&["canon", "-q", &file]),
        Case::new(&["augment", "-q", "--equivalents", "3", "--seed", "1", &file]),
        Case::new(&["dedupe", "-q", "--by", "puzzle", &file]),
        Case::with_option(&["dedupe", "-q", "--by", "solution", "-o", "/dev/null", &file], "--classes", ""),
        Case::with_option(&["check", "-q", &few], "--html", ""),
        // A split with one part, which has all records.
        Case::with_option(&["split", "-q", &file], "--part", "=rest"),
        Case::with_option(&["split", "-q", "--stratify", "guesses", &file], "--part", "=rest"),
        Case::new(&["shuffle", "-q", "--seed", "1", &file]),
        Case::new(&["sample", "-q", "--count", "500", "--seed", "1", &file]),
        Case::new(&["sample", "-q", "--count", "500", "--seed", "1", "--stratify", "clues", &file]),
        Case::new(&["minimize", "-q", "--seed", "1", &few]),
        Case::new(&["generate", "-q", "--grids", "--count", "2000", "--seed", "1"]),
        Case::new(&["generate", "-q", "--unbiased", "--count", "3", "--seed", "1"]),
        Case::new(&["rate", "-q", &few]),
        Case::new(&["solve", "-q", "--steps", &few]),
        Case::bench(&[&few]),
    ];
    let mut state = 1_u64;
    let mut draw = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let trials: Vec<_> = (0..effort(80, 1000))
        .map(|number| {
            let (case, signal) = (&cases[number % cases.len()], KINDS[draw(3) as usize]);
            let longest = [20, 300, 1000][draw(3) as usize];
            (case, signal, Duration::from_millis(draw(longest)))
        })
        .collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(&(case, signal, time)) = trials.get(next.fetch_add(1, Ordering::Relaxed)) {
                    interrupt_after(case, signal, time);
                }
            });
        }
    });
}

fn interrupt_after(case: &Case, (name, number): (&str, i32), time: Duration) {
    let (folder, temp) = (Folder::new(), Folder::new());
    let path = folder.file("output", "old");
    let mut child = case.start(&path, &temp.path("."));
    thread::sleep(time);
    let id = child.id().to_string();
    let _ = Command::new("kill").args(["-s", name, &id]).stderr(Stdio::null()).status(); // it may have ended
    let status = end_of(&mut child);
    let shown = format!("{:?}, SIG{name} after {time:?}: {status}", case.args);
    // Before its handler is installed, a signal has its default effect.
    let is_expected =
        [Some(0), Some(128 + number)].contains(&status.code()) || status.signal() == Some(number);
    assert!(is_expected, "{shown}");
    let text = fs::read_to_string(&path).expect("the output");
    assert!(text == "old" || case.is_complete(&text), "{shown}: a partial output");
    assert_eq!(folder.names(), ["output"], "{shown}");
    assert!(temp.names().is_empty(), "{shown}: {:?}", temp.names());
}

fn end_of(child: &mut Child) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "it hangs");
        thread::sleep(Duration::from_millis(5));
    }
}
