//! The guide's page about trust names tests that exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("../../src/guide/how_it_works.md");

#[test]
fn every_test_that_the_guide_names_exists() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests: BTreeSet<String> =
        ["src", "tests"].iter().flat_map(|folder| names_of_tests(&package.join(folder))).collect();
    let list = PAGE.lines().filter(|line| line.starts_with("- `"));
    let named: Vec<&str> = list.flat_map(|line| line.split('`').skip(1).step_by(2)).collect();
    assert!(named.len() > 30, "{named:?}");
    for name in named {
        assert!(tests.contains(name), "there is no test {name}");
    }
}

/// The names of the functions below `#[test]` in the files of a folder and its subfolders.
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
