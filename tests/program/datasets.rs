//! `scripts/datasets.sh` on a mirror in the formats of the publishers. Good files are accepted. Bad ones are rejected with a
//! message that says what to do, and leave nothing behind.

use std::fs;
use std::process::{Command, Output};

use crate::compressed::gzip;
use crate::puzzle_sets::root;
use crate::run::{Folder, program, puzzles, run};

/// A mirror with files as Royle, Kaggle and the puzzle bank publish them, and a table of sets.
struct Mirror {
    folder: Folder,
    puzzles: String,
}

impl Mirror {
    fn new() -> Self {
        let (folder, puzzles) = (Folder::new(), puzzles(20));
        let solutions = run(&["solve", "-q", &folder.file("puzzles", &puzzles)]).ends_with(0).stdout;
        fs::create_dir(folder.path("mirror")).expect("a folder");
        let zeros = puzzles.replace('.', "0");
        let rows =
            zeros.lines().zip(solutions.lines()).map(|(puzzle, solution)| format!("{puzzle},{solution}\n"));
        let table = format!("quizzes,solutions\n{}", rows.collect::<String>());
        let bank = zeros.lines().enumerate().map(|(number, puzzle)| format!("{number:012x} {puzzle}  1.2\n"));
        let packed = gzip(table.as_bytes());
        folder.file("mirror/royle", &zeros);
        folder.file("mirror/kaggle.csv.gz", &packed);
        folder.file("mirror/bank.txt", bank.collect::<String>());
        folder.file("mirror/short.csv.gz", &packed[..200]);
        folder.file("mirror/spoilt", format!("{puzzles}123\n"));
        let rows = [
            "royle royle - 1640 - 20 http://localhost/royle",
            "kaggle kaggle.csv - - - 20 hand http://localhost/kaggle",
            "bank bank.txt - 100* - 10+ http://localhost/bank.txt",
            "absent absent - - - 20 http://localhost/absent",
            "by_hand absent - - - 20 hand http://localhost/absent",
            "unreachable unreachable - - - 20 http://127.0.0.1:9/unreachable",
            "size royle - 1641 - 20 http://localhost/royle",
            "sum royle - - 0123 20 http://localhost/royle",
            "other_blob royle - - git:0123 20 http://localhost/royle",
            "count royle - - - 21 http://localhost/royle",
            "few royle - - - 21+ http://localhost/royle",
            "spoilt spoilt - - - 21 http://localhost/spoilt",
            "short_gz short.csv - - - 20 http://localhost/short.csv",
        ];
        let blob = Command::new("git").args(["hash-object", &folder.path("mirror/royle")]).output();
        let blob =
            blob.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
        let blob = format!("blob royle - - git:{blob} 20 http://localhost/royle\n");
        folder.file("table", rows.join("\n") + "\n" + &blob);
        Self { folder, puzzles }
    }

    /// Runs the script on the mirror or over the network.
    fn fetch(&self, is_mirrored: bool, names: &[&str]) -> Output {
        let mut command = Command::new(root().join("scripts/datasets.sh"));
        command.env("BULKDOKU", program());
        command.args(["--to", &self.folder.path("sets"), "--table", &self.folder.path("table")]);
        if is_mirrored {
            command.args(["--from", &self.folder.path("mirror")]);
        }
        command.args(names).output().expect("a Unix shell")
    }

    /// Asserts that a set cannot be fetched, for this reason, and leaves nothing behind.
    fn rejects(&self, is_mirrored: bool, name: &str, reason: &str) {
        let output = self.fetch(is_mirrored, &[name]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {said}");
        assert!(said.contains(reason), "{name} should say '{reason}': {said}");
        let left: Vec<_> = fs::read_dir(self.folder.path("sets")).expect("a folder").flatten().collect();
        let is_left = |entry: &&fs::DirEntry| {
            let file = entry.file_name().to_string_lossy().into_owned();
            file == format!("{name}.txt") || file.starts_with(".datasets.")
        };
        assert!(!left.iter().any(|entry| is_left(&entry)), "{name} left something");
        assert!(!self.manifest().lines().any(|line| line.starts_with(&format!("{name}\t"))), "{name}");
    }

    fn set(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path(&format!("sets/{name}.txt"))).unwrap_or_default()
    }

    fn manifest(&self) -> String {
        fs::read_to_string(self.folder.path("sets/MANIFEST")).unwrap_or_default()
    }
}

#[test]
fn published_files_become_lines_of_puzzles() {
    let mirror = Mirror::new();
    let names = ["royle", "kaggle", "bank", "blob"];
    let output = mirror.fetch(true, &names);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for name in names {
        assert_eq!(mirror.set(name), mirror.puzzles, "{name}");
        let manifest = mirror.manifest();
        let row = manifest.lines().find(|line| line.starts_with(&format!("{name}\t20\t"))).expect("a row");
        assert!(row.contains("\t20") && row.contains("localhost"), "{row}");
    }
    let again = mirror.fetch(true, &["royle"]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("royle: already there"), "it was fetched again");
    mirror.folder.file("sets/royle.txt", "changed");
    assert!(mirror.fetch(true, &["royle"]).status.success());
    assert_eq!(mirror.set("royle"), mirror.puzzles, "a changed set is made again");
}

#[test]
fn bad_files_are_rejected_with_what_to_do() {
    let mirror = Mirror::new();
    for (name, reason) in [
        ("absent", "put it there, from http://localhost/absent"),
        ("by_hand", "put it there, from http://localhost/absent"),
        ("size", "has 1640 bytes instead of 1641: fetch or copy"),
        ("sum", "another checksum"),
        ("other_blob", "another checksum"),
        ("count", "20 puzzles instead of 21"),
        ("few", "20 puzzles instead of 21+"),
        ("spoilt", "record 21 of spoilt is not a puzzle"),
        ("short_gz", "short.csv.gz is damaged"),
    ] {
        mirror.rejects(true, name, reason);
    }
    mirror.rejects(false, "by_hand", "log in at http://localhost/absent");
    mirror.rejects(false, "unreachable", "could not be downloaded from http://127.0.0.1:9/unreachable: run");
    assert_eq!(mirror.fetch(true, &["absent", "royle"]).status.code(), Some(1));
    assert_eq!(mirror.set("royle"), mirror.puzzles, "a failed set does not prevent the others");
}

#[test]
fn archives_are_unpacked_where_zip_is_there() {
    let mirror = Mirror::new();
    if [("zip", "-v"), ("unzip", "-v")]
        .iter()
        .any(|(tool, flag)| Command::new(tool).arg(flag).output().is_err())
    {
        println!("skipped: zip or unzip is not installed");
        return;
    }
    let archive = mirror.folder.path("mirror/archive.zip");
    mirror.folder.file("puzzles", format!("# a comment\n{}", mirror.puzzles));
    let zipped = Command::new("zip").args(["-q", "-j", &archive, &mirror.folder.path("puzzles")]).status();
    assert!(zipped.expect("zip").success());
    let bytes = fs::read(&archive).expect("an archive");
    mirror.folder.file("mirror/short.zip", &bytes[..300]);
    let rows = [
        "zipped archive.zip puzzles - - 20 http://localhost/archive.zip",
        "short_zip short.zip puzzles - - 20 http://localhost/short.zip",
        "no_member archive.zip data/other - - 20 http://localhost/archive.zip",
    ];
    mirror.folder.file("table", rows.join("\n") + "\n");
    assert!(mirror.fetch(true, &["zipped"]).status.success());
    assert_eq!(mirror.set("zipped"), mirror.puzzles);
    mirror.rejects(true, "short_zip", "short.zip is damaged");
    mirror.rejects(true, "no_member", "has no data/other");
}
