//! Failures after the work is done: every command with outputs, every output, every reason why it cannot be put in place.
//!
//! Each run is stopped while its outputs are unfinished, something happens to their targets, and the run continues. What it has
//! made must then exist in a file that its message names, and the command in the message must put it in place.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::effort::effort;
use crate::interruption::send;
use crate::options::LISTED;
use crate::run::{Folder, bulkdoku, puzzles};

/// The options that name outputs.
const OUTPUTS: [&str; 8] =
    ["--output", "--all", "--classes", "--clean", "--rejects", "--html", "--part", "--summary"];

/// The number of puzzles of a run that is stopped in time. A run that ends before it is stopped is repeated with more.
const PUZZLES: usize = 1500;

/// A command with all its outputs, in the folder `out` beside its input.
struct Case {
    name: String,
    options: Vec<&'static str>,
    folder: Folder,
    puzzles: usize,
}

/// What happens to a target, or to the folder of all targets, while a run is stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    /// The target has become a folder.
    TargetIsFolder,
    /// The folder is gone.
    FolderIsGone,
    /// Nothing can be renamed in the folder.
    FolderIsProtected,
}

/// A finished run.
struct Ended {
    code: Option<i32>,
    stderr: String,
    /// The files in `out` and what they contain.
    files: BTreeMap<String, Vec<u8>>,
}

impl Case {
    fn new(command: &str, options: Vec<&'static str>, puzzles: usize) -> Self {
        let folder = Folder::new();
        fs::create_dir(folder.path("temp")).expect("a folder");
        Self { name: command.to_owned(), options, folder, puzzles }
    }

    fn out(&self) -> PathBuf {
        self.folder.path("out").into()
    }

    /// Returns the command, to be started in its folder. The names of the outputs are relative.
    fn command(&self) -> Command {
        let _ = fs::remove_dir_all(self.out());
        fs::create_dir(self.out()).expect("a folder");
        let count = self.puzzles.to_string();
        let words: &[&str] = match self.name.as_str() {
            "generate" => &["--count", &count],
            "bench" => &["--engine", "lanes", "--time", "1ms", "--runs", "1", "--set", "easy"],
            "augment" => &["in", "--equivalents", "2"],
            "sample" => &["in", "--count", "99", "--stratify", "guesses"],
            _ => &["in"],
        };
        self.folder.file("in", puzzles(if words[0] == "in" { self.puzzles } else { 0 }));
        let mut command = bulkdoku(&[&[self.name.as_str(), "-q", "-j", "2"], words].concat());
        for option in &self.options {
            let name = format!("out/{}", &option[2..]);
            command.args([*option, &if *option == "--part" { format!("{name}=rest") } else { name }]);
        }
        command.current_dir(self.folder.path(".")).env("TMPDIR", self.folder.path("temp"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    /// Runs the command undisturbed.
    fn whole(&self) -> Ended {
        let output = self.command().output().expect("it runs");
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        assert!([Some(0), Some(1)].contains(&output.status.code()), "{}: {stderr}", self.name);
        Ended { code: output.status.code(), stderr, files: files(&self.out()) }
    }

    /// Runs the command, and calls `event` while all outputs are unfinished. Returns `None` if it ended before that.
    fn run(&self, event: impl FnOnce()) -> Option<Ended> {
        let mut child = self.command().spawn().expect("it starts");
        while self.unfinished() < self.options.len() {
            if child.try_wait().expect("a child").is_some() {
                return None;
            }
            thread::sleep(Duration::from_micros(200));
        }
        thread::sleep(Duration::from_millis(2)); // the last output is open, too
        send(&child, "STOP");
        if self.unfinished() < self.options.len() {
            send(&child, "CONT");
            child.wait().expect("it ends");
            return None;
        }
        event();
        send(&child, "CONT");
        let output = child.wait_with_output().expect("it ends");
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        Some(Ended { code: output.status.code(), stderr, files: files(&self.out()) })
    }

    fn unfinished(&self) -> usize {
        files(&self.out()).keys().filter(|name| name.ends_with(".bulkdoku")).count()
    }
}

/// Returns the files in a folder, which may not exist.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        Some((name, fs::read(path).ok()?))
    };
    entries.filter_map(|entry| read(entry.path())).collect()
}

/// Returns the commands with outputs, and the options that name them.
fn commands() -> BTreeMap<String, Vec<&'static str>> {
    let mut commands: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
    for option in OUTPUTS {
        for listed in LISTED.iter().filter(|listed| listed.name == option) {
            commands.entry(listed.command.clone()).or_default().push(option);
        }
    }
    // It reads and writes in an instant: scripts/faults makes its calls fail.
    commands.remove("merge-summaries");
    assert!(commands.len() >= 13, "{:?}", commands.keys());
    commands
}

/// Returns the path of the kept file and the command that puts it in place, for each line that names one.
fn kept(stderr: &str) -> Vec<(PathBuf, String)> {
    let of_line = |line: &str| {
        let (_, rest) = line.split_once("; the complete file is ")?;
        let (path, command) = rest.split_once("; once it can be there, run: ")?;
        Some((PathBuf::from(path), command.to_owned()))
    };
    stderr.lines().filter_map(of_line).collect()
}

impl Event {
    /// Makes it happen. Returns false if this user or file system cannot.
    fn happen(self, out: &Path, target: &Path) -> bool {
        match self {
            Self::TargetIsFolder => fs::create_dir(target).is_ok(),
            Self::FolderIsGone => fs::remove_dir_all(out).is_ok(),
            Self::FolderIsProtected => {
                set_mode(out, 0o555);
                // Root may write everywhere, except where the file system knows a flag.
                fs::File::create(out.join("probe")).is_err() || {
                    let _ = fs::remove_file(out.join("probe"));
                    change_attributes("+i", out)
                }
            }
        }
    }

    /// Undoes it.
    fn end(self, out: &Path, target: &Path) {
        match self {
            Self::TargetIsFolder => fs::remove_dir(target).expect("an empty folder"),
            Self::FolderIsGone => fs::create_dir(out).expect("a folder"),
            Self::FolderIsProtected => {
                change_attributes("-i", out);
                set_mode(out, 0o755);
            }
        }
    }
}

fn set_mode(folder: &Path, mode: u32) {
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(mode)).expect("a folder");
}

fn change_attributes(flag: &str, path: &Path) -> bool {
    let change = Command::new("chattr").arg(flag).arg(path).stderr(Stdio::null()).status();
    change.is_ok_and(|status| status.success())
}

/// Asserts that every output of a run is at its target, or in a file that the message names.
fn assert_kept(case: &Case, event: Event, victim: &str, whole: &Ended, ended: &Ended) {
    let Ended { code, stderr, files } = ended;
    let shown = format!("{} {event:?} {victim}: {stderr}", case.name);
    assert_eq!(*code, Some(2), "{shown}");
    let kept = kept(stderr);
    assert!(!kept.is_empty(), "{shown}");
    for option in case.options.iter().map(|option| &option[2..]) {
        let mut texts =
            kept.iter().map(|(path, _)| fs::read(path).unwrap_or_else(|_| panic!("{path:?} {shown}")));
        let is_it = |text: &[u8]| match option {
            // It has times, and is that of a failed run if the results are not in place.
            "summary" => serde_json::from_slice::<serde_json::Value>(text).is_ok(),
            _ if case.name == "bench" => !text.is_empty(),
            _ => text == whole.files[option],
        };
        let is_in_place = files.get(option).is_some_and(|text| is_it(text));
        let is_lost = option == "summary" && event != Event::TargetIsFolder; // nothing could be written but a message
        assert!(is_in_place || is_lost || texts.any(|text| is_it(&text)), "{option} is lost: {shown}");
    }
    event.end(&case.out(), &case.out().join(victim));
    for (path, command) in kept {
        let text = fs::read(path).expect("the kept file");
        assert!(Command::new("sh").args(["-c", &command]).status().expect("sh runs").success(), "{command}");
        let target = command.rsplit(' ').next().expect("a target");
        assert_eq!(fs::read(target).expect("the target"), text, "{command}");
    }
}

#[test]
fn what_a_run_has_made_is_never_lost_when_it_cannot_be_put_in_place() {
    let mut skipped = 0;
    for (command, options) in commands() {
        let mut case = Case::new(&command, options.clone(), PUZZLES);
        let mut whole = case.whole();
        let mut each = options.iter().map(|option| (Event::TargetIsFolder, &option[2..]));
        let first =
            each.next().into_iter().chain([(Event::FolderIsGone, ""), (Event::FolderIsProtected, "")]);
        for (event, victim) in first.chain(each).take(effort(2, usize::MAX)) {
            let (ended, has_happened) = loop {
                let mut has_happened = false;
                let (out, target) = (case.out(), case.out().join(victim));
                if let Some(ended) = case.run(|| has_happened = event.happen(&out, &target)) {
                    break (ended, has_happened);
                }
                assert!(case.puzzles < 1_000_000, "{command} always ends before it can be stopped");
                case = Case::new(&command, options.clone(), 2 * case.puzzles);
                whole = case.whole();
            };
            match has_happened {
                true => assert_kept(&case, event, victim, &whole, &ended),
                false => event.end(&case.out(), &case.out().join(victim)),
            }
            skipped += usize::from(!has_happened);
        }
    }
    if skipped > 0 {
        println!("skipped: {skipped} runs, because this user may write everywhere");
    }
}

#[test]
fn a_summary_that_cannot_be_written_is_a_failure_of_the_summary_alone() {
    if !Path::new("/dev/full").exists() {
        println!("skipped: there is no /dev/full");
        return;
    }
    for (command, options) in commands().into_iter().filter(|(command, _)| command != "bench") {
        let others: Vec<&str> = options.into_iter().filter(|option| *option != "--summary").collect();
        let case = Case::new(&command, others.clone(), 30);
        let whole = case.whole();
        let mut program = case.command();
        let output = program.args(["--summary", "/dev/full"]).output().expect("it runs");
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{command}: {stderr}");
        assert!(stderr.starts_with("bulkdoku: cannot write /dev/full: No space left on device"), "{stderr}");
        assert_eq!(files(&case.out()), whole.files, "{command}");
    }
}
