//! The folders of each package import only in the direction that CONTRIBUTING.md shows, and the files of a folder in no circle.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

/// The sources of each package, from top to bottom. A folder or file imports only from later ones.
const PACKAGES: [(&str, &[&str]); 2] = [
    (
        "src",
        &[
            "internals",
            "cli",
            "bench",
            "audit",
            "datasets",
            "generate",
            "rating",
            "pipeline",
            "format",
            "io",
            "error",
            "report",
            "array",
            "macros",
            "lib",
            "main",
        ],
    ),
    ("kernel/src", &["rating", "symmetry", "solver", "simd", "rng", "board", "macros", "lib"]),
];

/// The exceptions: error messages name formats, an input knows the longest line, and a macro uses the error of a name.
const UPWARD: [(&str, &str); 4] =
    [("error.rs", "format"), ("io/input.rs", "format"), ("io/npy", "format"), ("macros.rs", "board")];

/// What a module imports and what it re-exports, as paths from the top of the library.
#[derive(Default)]
struct Module {
    /// The folder of its file.
    folder: String,
    /// The paths of imports, and those in the code.
    imports: Vec<Vec<String>>,
    /// The paths of re-exported items, by their names.
    exports: HashMap<String, Vec<String>>,
}

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

#[test]
fn folders_import_only_from_those_below() {
    let upward: Vec<String> = PACKAGES.iter().flat_map(|(folder, layers)| upward(folder, layers)).collect();
    assert!(upward.is_empty(), "{upward:#?}");
}

/// Returns the imports of a package that lead to a higher layer.
fn upward(folder: &str, layers: &[&str]) -> Vec<String> {
    let layer = |name: &str| layers.iter().position(|layer| *layer == name);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
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
    upward
}

/// Returns all modules of a package by their paths, such as `format::read::line`.
fn modules(folder: &str) -> HashMap<String, Module> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let prefix = format!("{}/", root.display());
    let files: HashMap<String, String> = sources(&root)
        .into_iter()
        .map(|path| {
            let file = path.strip_prefix(&prefix).expect("a file of src").replace('\\', "/");
            let module = file.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
            (module, path)
        })
        .collect();
    let read = |(module, path): (&String, &String)| {
        let folder = path.strip_prefix(&prefix).expect("a file of src").replace('\\', "/");
        let folder = folder.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let (code, exists) = (code(path), |module: &str| files.contains_key(module));
        let imports = paths(&code).into_iter().filter_map(|path| absolute(module, path, exists)).collect();
        let mut found = Module { folder, imports, ..Module::default() };
        for (is_public, path) in uses(&code) {
            let (path, name) =
                path.split_once(" as ").unwrap_or((&path, path.rsplit("::").next().expect("a name")));
            let Some(path) = absolute(module, path, exists) else { continue };
            if is_public {
                found.exports.insert(name.to_owned(), path);
            } else {
                found.imports.push(path);
            }
        }
        (module.clone(), found)
    };
    files.iter().map(read).collect()
}

/// Returns true if a `use` statement begins on this line.
fn is_use(line: &str) -> bool {
    let visible =
        line.strip_prefix("pub").map_or(line, |rest| rest.rsplit_once(") ").map_or(rest, |of| of.1));
    let path = visible.trim_start().strip_prefix("use ");
    path.is_some_and(|path| path.split(' ').next().is_some_and(|first| first.contains("::"))) // not a text
}

/// Returns the paths of all `use` statements, one for each item of a group, and whether they are re-exports.
fn uses(code: &str) -> Vec<(bool, String)> {
    let statements = code.split(';').filter_map(|statement| {
        let lines: Vec<&str> = statement.lines().map(str::trim).collect();
        let first = lines.iter().position(|line| is_use(line))?;
        Some((lines[first].starts_with("pub"), lines[first..].concat()))
    });
    let paths = statements.map(|(is_public, text)| {
        let tree = text.split_once("use ").expect("a path").1.to_owned();
        expand(&tree).into_iter().map(move |path| (is_public, path))
    });
    paths.flatten().collect()
}

/// Returns the paths in the code outside of `use` statements, such as `super::grid::digit` in `super::grid::digit(byte)`.
fn paths(code: &str) -> Vec<&str> {
    let is_other = |letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '_' | ':');
    let mut is_in_use = false;
    let mut found = Vec::new();
    for line in code.lines() {
        is_in_use |= is_use(line.trim());
        if !is_in_use {
            let words = line.split(is_other).map(|word| word.trim_matches(':'));
            found.extend(words.filter(|word| word.contains("::")));
        }
        is_in_use &= !line.contains(';');
    }
    found
}

/// Returns the paths of a tree such as `a::{b, c::{d, e}}`.
fn expand(tree: &str) -> Vec<String> {
    let Some((prefix, group)) = tree.split_once('{') else { return vec![tree.trim().to_owned()] };
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for letter in group[..group.rfind('}').expect("the end of a group")].chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match letter {
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().expect("a part").push(letter),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expand(part)).map(|path| format!("{}{path}", prefix.trim())).collect()
}

/// Returns a path of a module from the top of the library, or `None` if it leads to another crate.
fn absolute(module: &str, path: &str, exists: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let mut from: Vec<&str> = module.split("::").collect();
    let mut names = path.split("::").filter(|name| !name.is_empty()).peekable();
    match *names.peek()? {
        "crate" => from.clear(),
        "self" | "super" => {}
        child if exists(&format!("{module}::{child}")) => {}
        _ => return None,
    }
    while let Some(name) = names.next_if(|name| matches!(*name, "crate" | "self" | "super")) {
        if name == "super" {
            from.pop();
        }
    }
    Some(from.into_iter().chain(names.filter(|name| *name != "self")).map(str::to_owned).collect())
}

/// Returns the module that defines the item at this path, through re-exports.
fn definer(modules: &HashMap<String, Module>, path: &[String]) -> Option<String> {
    let (count, module) = (1..=path.len())
        .rev()
        .find_map(|count| Some((count, modules.get_key_value(&path[..count].join("::"))?)))?;
    match path.get(count).and_then(|name| module.1.exports.get(name)) {
        Some(export) => definer(modules, export),
        None => Some(module.0.clone()),
    }
}

#[test]
fn the_files_of_a_folder_import_each_other_in_no_circle() {
    let circles: Vec<String> = PACKAGES.iter().flat_map(|(folder, _)| circles(folder)).collect();
    assert!(circles.is_empty(), "{circles:#?}");
}

/// Returns the modules of a package that import themselves through others of their folder.
fn circles(folder: &str) -> Vec<String> {
    let modules = modules(folder);
    let beside = |name: &str| -> HashSet<String> {
        let folder = &modules[name].folder;
        let imported = modules[name].imports.iter().filter_map(|path| definer(&modules, path));
        imported.filter(|other| modules[other].folder == *folder && other != name).collect()
    };
    let mut circles = Vec::new();
    for name in modules.keys() {
        let mut reached = HashSet::new();
        let mut waiting: Vec<String> = beside(name).into_iter().collect();
        while let Some(next) = waiting.pop() {
            if reached.insert(next.clone()) {
                waiting.extend(beside(&next));
            }
        }
        if reached.contains(name) {
            circles.push(name.clone());
        }
    }
    circles.sort();
    circles
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

#[test]
fn uses_are_found_in_groups_and_under_other_names() {
    let found = uses(
        "mod a;\n#[cfg(unix)]\nuse super::b;\npub(crate) use self::{a::{C as D, e},\n    f};\nfn g() {}",
    );
    let expected = [(false, "super::b"), (true, "self::a::C as D"), (true, "self::a::e"), (true, "self::f")];
    assert_eq!(found, expected.map(|(is_public, path)| (is_public, path.to_owned())));
}

#[test]
fn paths_are_found_in_code_but_not_in_uses() {
    let found = "mod a;\nuse super::b;\npub(crate) use a::c;\nfn d() -> super::E {\n    a::f(crate::g::H);\n    i()\n}";
    assert_eq!(paths(found), ["super::E", "a::f", "crate::g::H"]);
}
