//! The folders of `src/` import only in the direction that CONTRIBUTING.md shows.

use std::fs;
use std::path::Path;

/// The folders and files of `src/`, from top to bottom. Each imports only from later ones.
const LAYERS: [&str; 20] = [
    "python",
    "internals",
    "cli",
    "bench",
    "audit",
    "generate",
    "rating",
    "datasets",
    "pipeline",
    "format",
    "io",
    "error",
    "symmetry",
    "solver",
    "rng",
    "board",
    "report",
    "macros",
    "lib",
    "main",
];

/// The exceptions: error messages name formats, an input knows the longest line, and a macro uses the error of a name.
const UPWARD: [(&str, &str); 4] =
    [("error.rs", "format"), ("io/input.rs", "format"), ("io/npy", "format"), ("macros/named.rs", "board")];

/// Returns the paths of all source files below a folder.
fn sources(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let paths = entries.flat_map(|path| {
        if path.is_dir() { sources(&path) } else { vec![path.to_str().expect("UTF-8").to_owned()] }
    });
    paths.filter(|path| path.ends_with(".rs")).collect()
}

/// Returns the code of a file without its comments and its unit tests.
fn code(path: &str) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let code = text.split("#[cfg(test)]\nmod tests {").next().expect("the text");
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Returns the folders that a file names, as in `crate::board::grid`, and in `crate::{board, io}`.
fn imports(code: &str) -> Vec<&str> {
    let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let mut found = Vec::new();
    for after in code.split("crate::").skip(1) {
        let Some(group) = after.strip_prefix('{') else {
            found.push(after.split(|letter| !is_name(letter)).next().expect("a name"));
            continue;
        };
        let group = group.split("};").next().expect("a group");
        let mut depth = 0;
        for part in group.split(',') {
            if depth == 0 && !part.trim().is_empty() {
                found.push(part.trim().split(|letter| !is_name(letter)).next().expect("a name"));
            }
            depth += part.matches('{').count() as i32 - part.matches('}').count() as i32;
        }
    }
    found
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| *layer == name)
}

#[test]
fn folders_import_only_from_those_below() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let prefix = format!("{}/", root.display());
    let mut upward = Vec::new();
    for path in sources(&root).iter().filter(|path| !path.contains("/tests")) {
        let file = path.strip_prefix(&prefix).expect("a file of src").replace('\\', "/");
        let own = file.split(['/', '.']).next().expect("a folder").to_owned();
        if matches!(&*own, "lib" | "main" | "guide") {
            continue;
        }
        let from = layer(&own).unwrap_or_else(|| panic!("{own} has no layer"));
        for name in imports(&code(path)) {
            let is_known = UPWARD.iter().any(|(start, to)| file.starts_with(start) && *to == name);
            if layer(name).is_some_and(|to| to < from) && !is_known {
                upward.push(format!("{file} imports {name}"));
            }
        }
    }
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn the_folders_are_few() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let count = fs::read_dir(root).expect("a folder").count();
    assert!(count <= 21, "{count} entries in src");
}

#[test]
fn imports_are_found_alone_and_in_groups() {
    let code = "use crate::board::grid;\nuse crate::{\n    io::{Input, Output},\n    solver,\n};\nlet x = crate::rng::Rng;";
    assert_eq!(imports(code), ["board", "io", "solver", "rng"]);
}
