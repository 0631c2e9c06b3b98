//! The files of `tests/corpus/`: small ones in every style that people use. `table.txt` lists the expected records of each, and
//! how the program says it reads them.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::puzzle_sets::root;
use crate::run::{Folder, Run, run, run_with};

/// A file of the corpus, and the expected result.
struct Entry {
    name: String,
    options: Vec<String>,
    /// The description of the format, or the error.
    said: String,
    /// Its records: `P@1` for the puzzle P on line 1, `!2:81` for a malformed one, `?` for texts that were not read.
    records: String,
}

/// The corpus.
struct Corpus {
    /// The names of the puzzles.
    puzzles: HashMap<String, String>,
    entries: Vec<Entry>,
}

impl Corpus {
    fn read() -> Self {
        let text = fs::read_to_string(folder().join("table.txt")).expect("the table of the corpus");
        let (mut puzzles, mut entries) = (HashMap::new(), Vec::new());
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some((name, puzzle)) = line.split_once(" = ") {
                puzzles.insert(puzzle.to_owned(), name.to_owned());
                continue;
            }
            let [name, options, said, records] = line.split('|').map(str::trim).collect::<Vec<_>>()[..]
            else {
                panic!("not a line of the table: {line}")
            };
            entries.push(Entry {
                name: name.to_owned(),
                options: options.split_whitespace().map(str::to_owned).collect(),
                said: said.to_owned(),
                records: records.to_owned(),
            });
        }
        Self { puzzles, entries }
    }

    /// Returns the records of a table of results in the notation of `table.txt`.
    fn records(&self, run: &Run) -> String {
        let mut records = Vec::new();
        let mut malformed = run.stderr.lines().filter_map(|line| {
            let mut parts = line.splitn(4, ':').map(|part| part.parse().ok());
            let (_, line, column): (_, Option<u64>, Option<u64>) =
                (parts.next(), parts.next()?, parts.next()?);
            Some(format!("!{}:{}", line?, column?))
        });
        for row in run.stdout.lines().filter(|row| !row.starts_with("line,puzzle")) {
            let fields: Vec<&str> = row.split(',').collect();
            let [line, puzzle, _, verdict, ..] = fields[..] else { panic!("not a row: {row}\n{run}") };
            let blanks = ['0', '_', '*', '-', '?', 'x', 'X'];
            let name = self.puzzles.get(&puzzle.replace(blanks, "."));
            records.push(match name {
                _ if verdict == "malformed" => {
                    malformed.next().unwrap_or_else(|| panic!("no position\n{run}"))
                }
                Some(name) => format!("{name}@{line}"),
                None => format!("{puzzle}@{line}"),
            });
        }
        if records.is_empty() { "-".to_owned() } else { records.join(" ") }
    }

    #[track_caller]
    fn check(&self, entry: &Entry, run: &Run, name: &str) {
        if let Some(error) = entry.said.strip_prefix("error ") {
            assert!(
                run.stderr.starts_with(&format!("bulkdoku: {name}:{error}")),
                "{}: {error}\n{run}",
                entry.name
            );
            assert_eq!(run.code, Some(2), "{run}");
            return;
        }
        assert_eq!(run.read_as, [format!("read as {}", entry.said)], "{}\n{run}", entry.name);
        let (records, is_unread) = match entry.records.strip_suffix(" ?") {
            Some(records) => (records, true),
            None => (&*entry.records, false),
        };
        assert_eq!(self.records(run), records, "{}\n{run}", entry.name);
        assert_eq!(run.stderr.contains("not read: "), is_unread, "{}\n{run}", entry.name);
        let is_empty = records == "-" && entry.name != "empty.txt";
        assert_eq!(run.code, Some(i32::from(records.contains('!') || is_unread || is_empty)), "{run}");
    }
}

fn folder() -> PathBuf {
    root().join("tests/corpus")
}

/// Returns the arguments that write the results of a file as a table.
fn arguments<'a>(entry: &'a Entry, file: &'a str, further: &[&'a str]) -> Vec<&'a str> {
    let options = entry.options.iter().map(String::as_str);
    ["solve", "--format", "csv", file].into_iter().chain(options).chain(further.iter().copied()).collect()
}

/// Whether the lines of a file may also end in CR and LF without changing the records.
fn is_text(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok_and(|text| !text.contains(['\0', '\r', '\u{1A}']))
}

#[test]
fn every_file_has_the_expected_records_however_it_is_given() {
    let (corpus, folder) = (Corpus::read(), Folder::new());
    for entry in &corpus.entries {
        let path = self::folder().join(&entry.name);
        let (name, bytes) = (path.display().to_string(), fs::read(&path).expect("a file of the corpus"));
        let check = |file: &str, further: &[&str]| {
            corpus.check(entry, &run(&arguments(entry, file, further)), file);
        };
        check(&name, &[]);
        check(&name, &["--no-mmap", "--chunk-size", "1"]);
        corpus.check(entry, &run_with(&arguments(entry, "-", &[]), &bytes), "<stdin>");
        let lines = if is_text(&bytes) {
            String::from_utf8(bytes).expect("text").replace('\n', "\r\n").into_bytes()
        } else {
            bytes
        };
        check(&gzipped(&folder, &entry.name, &lines), &[]);
    }
}

fn gzipped(folder: &Folder, name: &str, bytes: &[u8]) -> String {
    let path = folder.path(&format!("{}.gz", name.replace('/', "_")));
    let mut encoder = GzEncoder::new(fs::File::create(&path).expect("a file"), Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish().map(drop)).expect("a compressed file");
    path
}

#[test]
fn two_shards_of_every_file_give_what_the_whole_gives() {
    let corpus = Corpus::read();
    let is_mapped = |entry: &&Entry| !entry.said.starts_with("error") && !entry.said.contains(" from ");
    for entry in corpus.entries.iter().filter(is_mapped) {
        let name = folder().join(&entry.name).display().to_string();
        let shard = |shard| run(&arguments(entry, &name, &["--shard", shard]));
        let (first, second) = (shard("1/2"), shard("2/2"));
        assert_eq!(first.read_as, second.read_as, "{}", entry.name);
        let whole = run(&arguments(entry, &name, &[]));
        assert_eq!(first.stdout.clone() + &second.stdout, whole.stdout, "{}\n{first}\n{second}", entry.name);
    }
}

#[test]
fn the_corpus_has_every_file_once_and_no_other() {
    let corpus = Corpus::read();
    let mut listed: Vec<String> = corpus.entries.into_iter().map(|entry| entry.name).collect();
    listed.sort();
    let files_in = |name: &str| {
        let files = fs::read_dir(folder().join(name)).expect("the corpus");
        let files = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
        files.collect::<Vec<_>>()
    };
    let mut there = files_in("");
    there.retain(|name| name != "table.txt" && name != "programs");
    there.extend(files_in("programs").into_iter().map(|name| format!("programs/{name}")));
    there.sort();
    assert_eq!(there, listed);
    assert!(there.len() >= 80, "the corpus has {} files", there.len());
}
