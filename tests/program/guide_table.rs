//! The table of formats in the guide, compared with the corpus.

use crate::puzzle_sets::root;
use std::fs;

/// A row of the table.
struct Row {
    read_as: String,
    /// Consecutive lines, each up to `…` if it is cut off there.
    example: Vec<String>,
}

fn text(path: &str) -> String {
    let bytes = fs::read(root().join(path)).expect("a file of the repository");
    String::from_utf8_lossy(&bytes).into_owned()
}

fn rows() -> Vec<Row> {
    let guide = text("src/guide/formats.md");
    let table = guide.lines().skip_while(|line| !line.starts_with("| read as |")).skip(2);
    let row = |line: &str| {
        let fields: Vec<String> =
            line.replace("\\|", "\0").split('|').map(|field| field.trim().replace('\0', "|")).collect();
        let example = fields[3].trim_matches('`').split("` `").map(|line| line.replace('→', "\t"));
        Row { read_as: fields[1].clone(), example: example.collect() }
    };
    table.take_while(|line| line.starts_with('|')).map(row).collect()
}

/// Returns the files of the corpus that are read, each with the description of its format.
fn corpus() -> Vec<(String, String)> {
    let table = text("tests/corpus/table.txt");
    let entry = |line: &str| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, _, said, _] = fields[..] else { return None };
        let format = said.split([':', ',']).next()?.split(" from ").next()?;
        (!line.starts_with('#') && !said.starts_with("error")).then(|| (name.to_owned(), format.to_owned()))
    };
    table.lines().filter_map(entry).collect()
}

#[test]
fn every_example_of_the_table_is_in_a_file_that_is_read_as_the_table_says() {
    let corpus = corpus();
    for Row { read_as, example } in rows() {
        let has_example = |(name, format): &(String, String)| {
            let text = text(&format!("tests/corpus/{name}"));
            let lines: Vec<&str> = text.lines().collect();
            let matches = |lines: &[&str]| {
                lines.iter().zip(&example).all(|(line, shown)| match shown.strip_suffix('…') {
                    Some(start) => line.starts_with(start),
                    None => line == shown,
                })
            };
            *format == read_as && lines.windows(example.len()).any(matches)
        };
        assert!(
            corpus.iter().any(has_example),
            "no file that is read as {read_as} has the lines {example:?}"
        );
    }
}

#[test]
fn every_format_of_the_corpus_is_in_the_table() {
    let rows = rows();
    for (name, format) in corpus() {
        assert!(
            rows.iter().any(|row| row.read_as == format),
            "{name}: {format} is not in the table of the guide"
        );
    }
}
