//! Runs the program, and reports the whole run if an expectation fails.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::time::Duration;
use std::{env, fs, thread};

use bulkdoku::generate::{Generator, PuzzleLine, Recipe};
use tempfile::TempDir;

/// A puzzle and its only solution.
pub const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The null device.
pub const NULL: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };

/// The variable that names the folder for temporary files.
pub const TEMP: &str = if cfg!(windows) { "TMP" } else { "TMPDIR" };

/// The system's message for a file that does not exist.
pub fn no_such_file() -> String {
    fs::metadata(Folder::new().path("missing")).expect_err("there is none").to_string()
}

/// Returns the program that was built with these tests.
///
/// # Panics
/// Panics if its sources have changed since: `cargo test` builds it again, `cargo test --test program` only the tests.
pub fn program() -> &'static Path {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
        let tests = env::current_exe().expect("the path of the tests");
        let built = tests.ancestors().nth(2).expect("the folder of the build");
        let program = built.join(format!("bulkdoku{}", env::consts::EXE_SUFFIX));
        let changed = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
        let rule = fs::read_to_string(built.join("bulkdoku.d")).unwrap_or_default();
        let mut sources = rule.split_whitespace().skip(1).map(Path::new);
        let is_new = changed(&program).is_some() && !sources.any(|path| changed(path) > changed(&program));
        assert!(is_new, "{} is missing or older than its sources: build it first", program.display());
        program
    });
    &PROGRAM
}

/// Returns a command for the program with these arguments.
pub fn bulkdoku(args: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(args);
    command
}

/// Returns a command for the program that has a separate console on Windows, through which a test can send it Ctrl-C.
pub fn interruptible(args: &[&str]) -> Command {
    #[allow(unused_mut, reason = "changed on Windows")]
    let mut command = bulkdoku(args);
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, crate::windows::CREATE_NO_WINDOW);
    command
}

/// A finished run.
#[derive(Debug)]
pub struct Run {
    pub command: String,
    pub code: Option<i32>,
    pub stdout: String,
    /// All lines except those of `read_as`.
    pub stderr: String,
    /// The lines that say how inputs are read.
    pub read_as: Vec<String>,
}

/// Runs the program with these arguments and an empty stdin.
pub fn run(args: &[&str]) -> Run {
    run_with(args, b"")
}

/// Runs the program with these arguments and bytes on stdin.
pub fn run_with(args: &[&str], stdin: &[u8]) -> Run {
    run_command(bulkdoku(args), stdin)
}

/// Runs the program on this instruction set, with these arguments and bytes on stdin.
pub fn run_on(isa: &str, args: &[&str], stdin: &[u8]) -> Run {
    let mut command = bulkdoku(args);
    command.env("BULKDOKU_ISA", isa);
    run_command(command, stdin)
}

/// Runs a prepared command with bytes on stdin.
pub fn run_command(mut command: Command, stdin: &[u8]) -> Run {
    let shown = format!("{command:?}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("stdin is a pipe");
    let stdin = stdin.to_vec();
    // In a thread, since the program writes before it has read everything. It may also end before that.
    let feeder = thread::spawn(move || drop(pipe.write_all(&stdin)));
    let output = child.wait_with_output().expect("the program ends");
    feeder.join().expect("the feeder ends");
    Run::new(shown, output)
}

/// Runs a prepared command with `piece` repeated on stdin, and calls `watch` every two milliseconds. The output must
/// fit in a pipe.
pub fn run_fed(mut command: Command, piece: Vec<u8>, times: usize, mut watch: impl FnMut(&Child)) -> Run {
    let shown = format!("{command:?}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("stdin is a pipe");
    let feeder = thread::spawn(move || (0..times).any(|_| pipe.write_all(&piece).is_err()));
    while child.try_wait().expect("a child").is_none() {
        watch(&child);
        thread::sleep(Duration::from_millis(2));
    }
    feeder.join().expect("the feeder ends");
    Run::new(shown, child.wait_with_output().expect("the program ended"))
}

impl Run {
    fn new(command: String, output: Output) -> Self {
        let stderr = String::from_utf8_lossy(&output.stderr);
        let says_how = |line: &&str| line.starts_with("read as ") || line.split(' ').nth(1) == Some("read");
        let (read_as, others): (Vec<_>, Vec<_>) = stderr.split_inclusive('\n').partition(says_how);
        Self {
            command,
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: others.concat(),
            read_as: read_as.iter().map(|line| line.trim_end().to_owned()).collect(),
        }
    }

    /// Asserts the exit code.
    #[track_caller]
    pub fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self}");
        self
    }

    /// Asserts stdout.
    #[track_caller]
    pub fn prints(self, stdout: &str) -> Self {
        assert_eq!(self.stdout, stdout, "{self}");
        self
    }

    /// Asserts that stderr contains a text.
    #[track_caller]
    pub fn says(self, part: &str) -> Self {
        assert!(self.stderr.contains(part), "'{part}' is missing on stderr\n{self}");
        self
    }

    /// Asserts that stderr is one line that contains a text.
    #[track_caller]
    pub fn says_only(self, part: &str) -> Self {
        assert_eq!(self.stderr.lines().count(), 1, "{self}");
        self.says(part)
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shorten = |text: &str| text.chars().take(2000).collect::<String>();
        writeln!(f, "{}\nended with {:?}", self.command, self.code)?;
        write!(f, "--- stdout\n{}\n--- stderr\n{}", shorten(&self.stdout), shorten(&self.stderr))
    }
}

/// A temporary folder.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// Returns the path of a file in the folder.
    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a path in UTF-8").to_owned()
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).expect("a file");
        path
    }

    /// Returns the names of the files in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }
}

/// Returns `count` different lines, each with a puzzle that has one solution.
pub fn puzzles(count: usize) -> String {
    let recipe = Recipe::default().seed(7).clues(26..=40);
    let mut lines: Vec<PuzzleLine> = vec![[0; 82]; count];
    let mut generator = Generator::new(recipe).expect("a feasible recipe");
    generator.write(1, &mut lines).expect("puzzles");
    String::from_utf8(lines.concat()).expect("puzzles are text")
}
