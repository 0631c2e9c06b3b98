//! The puzzle sets of the tests: those in `data/`, and public sets if they have been fetched.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};

/// The environment variable that names a folder of public sets.
const VARIABLE: &str = "BULKDOKU_SETS";

/// Public sets, as (name in the folder that `BULKDOKU_SETS` names, name in `datasets/`). `scripts/datasets.sh` makes the latter.
pub const CLUES_17: PublicSet = PublicSet("17_clue_49151.txt", "royle_17_clue.txt");
pub const HARDEST: PublicSet = PublicSet("hardest_1905_11plus_48766.txt", "hardest_1905_11plus.txt");
pub const TOP_1465: PublicSet = PublicSet("magictour_top1465.txt", "magictour_top1465.txt");
pub const KAGGLE_EASY: PublicSet = PublicSet("kaggle_easy_21000.txt", "tdoku_kaggle.txt");
pub const MULTI_SOLUTION: PublicSet = PublicSet("multi_solution_serg_10000.txt", "multi_solution_serg.txt");

/// A public puzzle set, which the repository does not contain.
#[derive(Clone, Copy, Debug)]
pub struct PublicSet(&'static str, &'static str);

impl PublicSet {
    /// Returns the file of one-line puzzles. Prints a message and returns `None` if it is missing.
    pub fn path(self) -> Option<PathBuf> {
        let fetched = root().join("datasets").join(self.1);
        let shared = sets_folder().map(|folder| folder.join(self.0));
        let path = [Some(fetched), shared].into_iter().flatten().find(|path| path.is_file());
        if path.is_none() {
            println!("skipped: {} is neither in datasets/ nor {} in {VARIABLE}", self.1, self.0);
        }
        path
    }

    /// Returns the first puzzles of the set, at most `limit`.
    pub fn puzzles(self, limit: usize) -> Option<Vec<[u8; 81]>> {
        let text = fs::read(self.path()?).expect("a readable set");
        Some(puzzles_of(&text).take(limit).collect())
    }
}

/// Returns a file in the folder that `BULKDOKU_SETS` names. Prints a message and returns `None` if it is missing.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = sets_folder().map(|folder| folder.join(name)).filter(|path| path.exists());
    if path.is_none() {
        println!("skipped: there is no {name} in a folder that {VARIABLE} names");
    }
    path
}

/// Returns the puzzles of a file in that folder, at most `limit`.
pub fn shared_puzzles(name: &str, limit: usize) -> Option<Vec<[u8; 81]>> {
    let text = fs::read(shared(name)?).expect("a readable file");
    Some(puzzles_of(&text).take(limit).collect())
}

/// Returns the numbers in a file of that folder.
pub fn shared_numbers(name: &str) -> Option<Vec<u64>> {
    let text = fs::read_to_string(shared(name)?).expect("a readable file");
    Some(text.split_whitespace().map(|number| number.parse().expect("a number")).collect())
}

/// Returns the folder of the repository, also for tests that are a package of their own.
pub fn root() -> &'static Path {
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    folders.into_iter().find(|folder| folder.join("Cargo.lock").exists()).expect("a folder with Cargo.lock")
}

/// Returns a file of `data/`.
pub fn own(name: &str) -> PathBuf {
    root().join("data").join(name)
}

/// Returns the records of a table of `data/` with the columns `puzzle,count`.
pub fn known_counts(name: &str) -> Vec<(String, u64)> {
    let text = fs::read_to_string(own(name)).expect("a readable file");
    let record = |line: &str| {
        let (puzzle, count) = line.split_once(',').expect("two columns");
        (puzzle.to_owned(), count.parse().expect("a count"))
    };
    text.lines().skip(1).map(record).collect()
}

fn puzzles_of(text: &[u8]) -> impl Iterator<Item = [u8; 81]> {
    text.split(|&byte| byte == b'\n').filter_map(|line| line.first_chunk().copied())
}

fn sets_folder() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).map(PathBuf::from)
}
