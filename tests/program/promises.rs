//! The list of promises names tests that exist, and has the promises of the guide.

use crate::puzzle_sets::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the tests of each promise.
const LIST: &str = include_str!("../PROMISES.md");
const PAGE: &str = include_str!("../../src/guide/how_it_works.md");

#[test]
fn the_list_has_the_promises_of_the_guide_with_tests() {
    let promised: Vec<&str> =
        PAGE.lines().filter_map(|line| line.strip_prefix("- **")?.split(".**").next()).collect();
    let mut tested = Vec::new();
    for section in LIST.split("\n## ").skip(1) {
        let (promise, tests) = section.split_once('\n').expect("a section with tests");
        if tests.lines().any(|line| line.starts_with("- `")) {
            tested.push(promise);
        }
    }
    assert_eq!(promised, tested);
    assert!(promised.len() > 5, "{promised:?}");
}

#[test]
fn every_test_that_the_list_names_exists() {
    let tests: BTreeSet<String> = ["src", "kernel/src", "tests"]
        .iter()
        .flat_map(|folder| names_of_tests(&root().join(folder)))
        .collect();
    let list = LIST.lines().filter(|line| line.starts_with("- `"));
    let named: Vec<&str> = list.flat_map(|line| line.split('`').skip(1).step_by(2)).collect();
    assert!(named.len() > 30, "{named:?}");
    for name in named {
        assert!(tests.contains(name), "there is no test {name}");
    }
}

/// Returns the names of the functions with `#[test]` in the files of a folder and its subfolders.
fn names_of_tests(folder: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in sources(folder) {
        let text = fs::read_to_string(&path).expect("a source file");
        for test in text.split("#[test]").skip(1) {
            let name = test.split("fn ").nth(1).and_then(|rest| rest.split('(').next());
            names.insert(name.expect("a function").to_owned());
        }
    }
    names
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the tests").map(|entry| entry.expect("an entry").path());
    let files = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}
