//! `bulkdoku check --html`: the report on a data set.

use crate::run::{Folder, PUZZLE, SOLUTION, puzzles, run, run_on, run_with};

/// Returns the page of a run over these records, and asserts the exit code.
fn page_of(records: &str, flags: &[&str], code: i32) -> String {
    page_on("auto", records, flags, code)
}

fn page_on(isa: &str, records: &str, flags: &[&str], code: i32) -> String {
    let folder = Folder::new();
    let (file, page) = (folder.file("set.csv", records), folder.path("page.html"));
    run_on(isa, &[&["check", "-q", &file, "--html", &page], flags].concat(), b"").ends_with(code);
    std::fs::read_to_string(page).expect("a page")
}

/// Returns the puzzle with its digits relabelled: 1 becomes 2, and so on.
fn relabelled() -> String {
    PUZZLE
        .chars()
        .map(|it| it.to_digit(10).map_or('.', |digit| char::from(b'1' + (digit % 9) as u8)))
        .collect()
}

/// Checks that every element is closed in the right order, and returns their names.
fn elements(page: &str) -> Vec<String> {
    let (mut open, mut seen) = (Vec::new(), Vec::new());
    let content = page.strip_prefix("<!DOCTYPE html>\n").expect("a document type");
    for part in content.split('<').skip(1) {
        let (tag, _) = part.split_once('>').unwrap_or_else(|| panic!("an element has no end: {part}"));
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap_or_default().to_owned();
        match tag {
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(name), "{tag}"),
            _ if tag.ends_with('/') || name == "meta" => seen.push(name),
            _ => {
                seen.push(name.clone());
                open.push(name);
            }
        }
    }
    assert_eq!(open, [""; 0], "elements that are not closed");
    seen
}

#[test]
fn the_page_is_well_formed_and_refers_to_nothing() {
    let page = page_of(&(puzzles(300) + "12\n"), &[], 1);
    let elements = elements(&page);
    let count = |name: &str| elements.iter().filter(|it| *it == name).count();
    assert_eq!((count("h1"), count("script"), count("link"), count("img")), (1, 0, 0, 0));
    assert_eq!(count("svg"), 3 + 3 + 20, "three histograms, three pictures of places, twenty puzzles");
    for reference in ["http", "url(", "@import", "src=", "href="] {
        assert!(!page.contains(reference), "{reference}");
    }
    assert!(page.contains("@media (prefers-color-scheme: dark)") && page.contains("name=\"viewport\""));
}

#[test]
fn the_counts_of_a_small_set_are_exact() {
    let blank = ".".repeat(81);
    let other = relabelled();
    let rows = [PUZZLE, PUZZLE, &blank, &other, "12", SOLUTION];
    let page = page_of(&(rows.join("\n") + "\n"), &["--by", "clues,puzzle"], 1);
    let contains = |part: &str| assert!(page.contains(part), "'{part}' is missing in\n{page}");
    contains("<b>unique</b><strong>4</strong><span>66.7 % · exactly one solution</span>");
    contains("<b>multiple</b><strong>1</strong>");
    contains("<b>malformed</b><strong>1</strong>");
    contains("aria-label=\"Clues, puzzles by class: 0: 1; 30: 3; 81: 1\"");
    contains("aria-label=\"Levels, puzzles by class: 1: 4\"");
    contains("aria-label=\"Guesses, puzzles by class: 0: 4\"");
    contains("share of the puzzles with a clue in each cell: between 20.0 % and 80.0 %");
    let digit = |puzzle: &str, digit: char| puzzle.matches(digit).count();
    let ones = 2 * digit(PUZZLE, '1') + digit(&other, '1') + 9;
    contains(&format!("digits, clues by class: 1: {ones};"));
    // The first two have the same clues. The relabelled one is also the same puzzle.
    contains(
        "<td>clues</td><td class=\"n\">1</td><td class=\"n\">3</td><td class=\"n\">3</td><td class=\"n\">0</td>",
    );
    contains(
        "<td>clues</td><td class=\"n\">2</td><td class=\"n\">1</td><td class=\"n\">2</td><td class=\"n\">1</td>",
    );
    contains(
        "<td>puzzle</td><td class=\"n\">3</td><td class=\"n\">1</td><td class=\"n\">3</td><td class=\"n\">2</td>",
    );
    contains(&format!("aria-label=\"{}\"", PUZZLE));
    contains("<figcaption>Line 1</figcaption>");
    assert!(!page.contains("<figcaption>Line 2</figcaption>"), "equal puzzles are drawn once");
    contains("<td class=\"n\">5:3</td><td>malformed</td><td>2 characters where 81 were expected</td>");
}

#[test]
fn tiles_count_a_record_once_whatever_is_wrong_with_it() {
    let folder = Folder::new();
    let train = folder.file("train.txt", format!("{}\n", relabelled()));
    let wrong = SOLUTION.replacen('5', "3", 1);
    let set = format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n{PUZZLE},{wrong}\n{SOLUTION},{SOLUTION}\n");
    let page = page_of(&set, &["--against", &train, "--by", "puzzle,solution"], 1);
    let contains = |part: &str| assert!(page.contains(part), "'{part}' is missing in\n{page}");
    // Leaks: two by the puzzle and three by the solution. Duplicates: one by the puzzle and two by the solution.
    contains("9, in 3 records");
    contains("<b>leak</b><strong>3</strong><span>100 % · also in the other data set</span>");
    contains("<b>duplicate</b><strong>2</strong><span>66.7 % · same as an earlier record</span>");
    contains("<b>changed-clue</b><strong>1</strong><span>33.3 % · the answer changes a clue</span>");
}

#[test]
fn the_hardest_puzzles_are_those_of_the_highest_level() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let page = page_of(&(puzzles(50) + hard + "\n" + &puzzles(70)[82 * 50..]), &[], 0);
    let (_, hardest) = page.split_once("<h2>The hardest ten</h2>").expect("a section");
    let (_, first) = hardest.split_once("<figcaption>").expect("a puzzle");
    assert!(first.starts_with("Line 51</figcaption>"), "{}", &first[..100]);
    assert!(first.contains("above level 7 · "), "{first}");
}

#[test]
fn names_and_findings_are_escaped() {
    let folder = Folder::new();
    // Windows has no names with angle brackets.
    let (name, heading) =
        if cfg!(windows) { ("a&c.txt", "a&amp;c.txt") } else { ("a<b>&c.txt", "a&lt;b&gt;&amp;c.txt") };
    let file = folder.file(name, format!("{PUZZLE}\n{}\n", PUZZLE.replacen('.', "<", 1)));
    let page = folder.path("page.html");
    run(&["check", "-q", &file, "--html", &page]).ends_with(1);
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains(&format!("<h1>{heading}</h1>")), "{page}");
    assert!(page.contains("'&lt;' is neither a clue nor a blank"), "{page}");
    elements(&page);
}

#[test]
fn the_page_changes_nothing_else() {
    let folder = Folder::new();
    let file = folder.file("set.txt", puzzles(100) + "12\n" + PUZZLE + "\n" + PUZZLE + "\n");
    let plain = run(&["check", &file]).ends_with(1);
    let with_page =
        run(&["check", &file, "--html", &folder.path("page.html")]).ends_with(1).prints(&plain.stdout);
    plain.says("2 findings: 1 malformed · 1 duplicate\n");
    with_page.says("2 findings in 2 records: 1 malformed · 1 duplicate\n");
}

#[test]
fn a_set_without_puzzles_and_one_of_pencilmarks_have_a_page() {
    let page = page_of("12\nhello\n", &["--from", "line"], 1);
    assert!(
        page.contains("No puzzle has exactly one solution.") && page.contains("<b>malformed</b>"),
        "{page}"
    );
    elements(&page);
    let mark = |digit: char| match digit.to_digit(10) {
        Some(digit) => {
            (1..=9).map(|mark| if mark == digit { digit.to_string() } else { ".".to_owned() }).collect()
        }
        None => "123456789".to_owned(),
    };
    let marks: String = PUZZLE.chars().map(mark).collect();
    let page = page_of(&(marks + "\n"), &[], 0);
    assert!(
        page.contains("Clues, puzzles by class: 30: 1\"") && page.contains(&format!("\"{PUZZLE}\"")),
        "{page}"
    );
}

#[test]
fn the_page_goes_to_standard_output_if_the_findings_do_not() {
    let folder = Folder::new();
    let findings = folder.path("findings.txt");
    let run = run_with(&["check", "-q", "--html", "-", "-o", &findings], PUZZLE.as_bytes()).ends_with(0);
    elements(&run.stdout);
    let refused =
        |flags: &[&str]| run_with(&[&["check", "--html", "-"], flags].concat(), b"").ends_with(2).prints("");
    refused(&[]).says_only("both write to standard output");
    refused(&["-o", &findings, "--summary", "-"]).says_only("both write to standard output");
}

#[test]
fn the_page_overwrites_no_other_file() {
    let folder = Folder::new();
    let file = folder.file("set.txt", PUZZLE);
    let (out, new) = (folder.path("out"), folder.path("new"));
    for flags in [
        &["--html", &file][..],
        &["--html", &out, "-o", &out],
        &["--html", &out, "--answers", &out],
        &["--html", &out, "--against", &out],
        &["--html", &new, "--summary", &new],
    ] {
        std::fs::write(&out, "old").expect("a file");
        run(&[&["check", &file], flags].concat()).ends_with(2).prints("").says_only("name another one");
    }
    assert_eq!(folder.names(), ["out", "set.txt"]);
    assert_eq!(std::fs::read_to_string(&file).expect("the set"), PUZZLE);
    let missing = folder.path("none/page.html");
    run(&["check", &file, "--html", &missing]).ends_with(2).prints("").says_only("none/page.html");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    run_with(&["check", "-q", "--html", "/dev/full"], PUZZLE.as_bytes()).ends_with(2).says_only("/dev/full");
}
