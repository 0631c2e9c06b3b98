//! Phrases that readers stumbled over do not come back, in texts, comments and names.

use std::fs;
use std::path::{Path, PathBuf};

/// Phrases, each with its replacement.
const PHRASES: &[(&str, &str)] = &[
    ("so many", "N, or exactly this many"),
    ("has not", "does not have"),
    ("have not", "do not have"),
    ("is none of", "is not one of"),
    ("nobody", "no user, no other thread"),
    ("stands", "is"),
    ("mend", "fix"),
    ("mended", "fixed"),
    ("twin", "equivalent"),
    ("twins", "equivalents"),
    ("isomorph", "equivalent"),
    ("isomorphs", "equivalents"),
    ("isomorphism", "transformation"),
    ("is looked", "is searched, is read"),
    ("are looked", "are searched, are read"),
    ("looked at", "read, examined"),
    ("looks at", "reads, examines"),
    ("look at", "read, examine, compare"),
    ("by its look", "from its content"),
    ("by their look", "from their content"),
    ("a drawing", "a pattern, an equivalent"),
    ("drawings of", "equivalents of"),
    ("behind which", "after which"),
    ("behind it", "after it"),
    ("just when", "exactly when"),
    (", too.", "also, before the verb"),
    (", too,", "also, before the verb"),
    (", too;", "also, before the verb"),
    (", too:", "also, before the verb"),
];

const FOLDERS: &[&str] =
    &["src", "kernel", "tests", "examples", "scripts", "benches", "fuzz", "web", "data", ".ci", ".github"];

/// Folders and files to skip: builds, libraries, recorded figures, and this list.
const SKIPPED: &[&str] = &["target", "node_modules", "corpus", "artifacts", "results", "english.rs"];

const ENDINGS: &[&str] = &["rs", "md", "py", "pyi", "sh", "js", "mjs", "ts", "html", "css", "toml", "yml"];

#[test]
fn no_phrase_of_the_list_is_in_a_text_or_comment() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = FOLDERS.iter().flat_map(|folder| files_below(&root.join(folder))).collect();
    files.extend(entries(root).into_iter().filter(|path| is_text(path)));
    assert!(files.len() > 300, "{} files", files.len());
    let mut found = String::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("text in UTF-8").to_lowercase();
        for (number, line) in (1..).zip(text.lines()) {
            for (phrase, instead) in PHRASES.iter().filter(|(phrase, _)| has_phrase(line, phrase)) {
                let name = path.strip_prefix(root).expect("a file of the project").display();
                found += &format!("{name}:{number}: '{phrase}': write {instead}\n");
            }
        }
    }
    assert!(found.is_empty(), "\n{found}");
}

/// Whether a line in lower case contains a phrase that no letter, digit or `_` precedes or follows.
fn has_phrase(line: &str, phrase: &str) -> bool {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    line.match_indices(phrase).any(|(at, _)| {
        let (before, after) = (&line.as_bytes()[..at], &line.as_bytes()[at + phrase.len()..]);
        let begins = !phrase.starts_with(char::is_alphabetic) || !is_word(before.last());
        begins && (!phrase.ends_with(char::is_alphabetic) || !is_word(after.first()))
    })
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (folders, files): (Vec<_>, Vec<_>) = entries(folder).into_iter().partition(|path| path.is_dir());
    let below = folders.iter().flat_map(|folder| files_below(folder));
    files.into_iter().filter(|path| is_text(path)).chain(below).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() }; // a package does not have all of them
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_skipped =
        |path: &Path| path.file_name().is_some_and(|name| SKIPPED.iter().any(|skipped| name == *skipped));
    paths.filter(|path| !is_skipped(path)).collect()
}

fn is_text(path: &Path) -> bool {
    path.is_file() && path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
}

#[test]
fn phrases_are_found_as_whole_words() {
    assert!(has_phrase("which nobody reads", "nobody") && has_phrase("a twin.", "twin"));
    assert!(!has_phrase("recommend, between", "mend") && !has_phrase("stand_still", "stands"));
    assert!(has_phrase("it is fast, too.", ", too.") && !has_phrase("is_looked", "looked"));
}
