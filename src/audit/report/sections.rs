//! The sections of the page.

use super::{board, heat_map};
use crate::audit::finding_rows::Naming;
use crate::audit::{
    AuditReport, ClassSizes, DataSetProfile, Finding, FindingKind, FindingSource, NotablePuzzle,
};
use crate::datasets::SameBy;
use crate::rating::Capped;
use crate::report::histogram::{self, Bars};
use crate::report::html::{self, figure, section, table};
use crate::report::numbers::{counted, grouped};

/// Returns the histograms of clues, levels and guesses.
pub fn distributions(audit: &AuditReport, profile: &DataSetProfile) -> String {
    let rated: u64 = profile.levels.iter().sum();
    let panels = [
        panel("Clues", clue_bars(&audit.clues), "All puzzles that are not malformed."),
        panel("Levels", level_bars(&profile.levels), LEVELS),
        panel("Guesses", histogram::of_guesses(&profile.guesses), GUESSES),
    ];
    let says = format!(
        "Percentage of puzzles by number of clues, by level and by guesses. Levels and guesses are those of the {} with \
         exactly one solution.",
        counted(rated, "puzzle")
    );
    section("Clues, levels, guesses", &says, &html::panels(&panels))
}

const LEVELS: &str = "The least set of rules that solves the puzzle: 1 hidden singles in boxes, 2 hidden singles, 3 naked \
    singles, 4 locked candidates, 5 subsets, 6 fish, 7 wings. Equivalent puzzles have the same level.";

const GUESSES: &str = "The guesses of the engine to find the solution and to prove that it is the only one, for the puzzle \
    as written. A bar counts the guesses from its number up to the number of the next bar.";

fn clue_bars(clues: &[u64]) -> Bars {
    let is_used = |&puzzles: &u64| puzzles > 0;
    let first = clues.iter().position(is_used).unwrap_or(0);
    let last = clues.iter().rposition(is_used).unwrap_or(0);
    ((first..=last).map(|count| count.to_string()).collect(), clues[first..=last].to_vec())
}

fn level_bars(levels: &[u64]) -> Bars {
    let name =
        |index: usize| if index + 1 < levels.len() { (index + 1).to_string() } else { "none".to_owned() };
    ((0..levels.len()).map(name).collect(), levels.to_vec())
}

/// Returns the heat maps and the share of each digit.
pub fn places(audit: &AuditReport, profile: &DataSetProfile) -> String {
    let puzzles = audit.clues.iter().sum();
    let clues = profile.digits.map(|[_, of_digits @ ..]| of_digits);
    let by_cell = clues.map(|digits| digits.iter().sum());
    let of_digit = |digit: usize| clues.iter().map(|cell| cell[digit]).sum();
    let digits: Vec<String> = (1..=9).map(|digit: u8| digit.to_string()).collect();
    let share = histogram::svg("digits", "clues", &(digits, (0..9).map(of_digit).collect()));
    let panels = [
        figure(
            "Clues by cell",
            &heat_map::clues(&by_cell, puzzles),
            "Percentage of puzzles with a clue in the cell.",
        ),
        figure(
            "Digits by cell",
            &heat_map::digits(&clues),
            "The stronger the color, the more often the digit is a clue of the cell.",
        ),
        figure("Share of each digit", &share, "Percentage of all clues; 11.1 % for each if all are equal."),
    ];
    let says = "The cells and the digits of the clues. In an unbiased set, all cells and all digits are about equally \
                frequent.";
    section("Positions of the clues", says, &html::panels(&panels))
}

/// Returns the classes of records that are the same.
pub fn classes(profile: &DataSetProfile) -> String {
    let lines: Vec<_> = profile.classes.iter().flat_map(class_lines).collect();
    let headings = ["key", "size", "classes", "records", "repeated"];
    let mut says = "Records of one class are the same by the key; the size of a class is the number of its records. All but \
                    the first record of a class are repeated, and are findings."
        .to_owned();
    if !profile.classes.iter().any(|classes| classes.key == SameBy::Puzzle) {
        says += " Equivalent puzzles, which are the same up to rearrangement and relabelling, were not searched for: \
                 use check --by clues,puzzle,solution.";
    }
    section("The same puzzle more than once", &says, &table(&headings, &lines, "classes by size"))
}

/// Returns the lines of one key: a line for each range of sizes.
fn class_lines(classes: &ClassSizes) -> Vec<Vec<String>> {
    let mut ranges: Vec<((u64, u64), (u64, u64))> = Vec::new(); // in ascending order, as the sizes
    for (&size, &count) in &classes.sizes {
        if ranges.last().is_none_or(|(range, _)| *range != range_of(size)) {
            ranges.push((range_of(size), (0, 0)));
        }
        let (_, (number, records)) = ranges.last_mut().expect("the range of this size");
        *number += count;
        *records += size * count;
    }
    let line = |&((from, to), (number, records)): &((u64, u64), (u64, u64))| {
        let size = if from == to { grouped(from) } else { format!("{} to {}", grouped(from), grouped(to)) };
        let numbers = [number, records, records - number].map(grouped);
        [vec![classes.key.name().to_owned(), size], numbers.to_vec()].concat()
    };
    ranges.iter().map(line).collect()
}

/// Returns the range of sizes on the same line: 1, 2, 3, 4, 5 to 8, 9 to 16, and so on.
fn range_of(size: u64) -> (u64, u64) {
    match size {
        ..=4 => (size, size),
        _ => (size.next_power_of_two() / 2 + 1, size.next_power_of_two()),
    }
}

/// Returns the hardest and the oddest puzzles.
pub fn puzzles(naming: Naming, profile: &DataSetProfile) -> String {
    let hard =
        |puzzle: &NotablePuzzle| format!("{} · {}", level(puzzle.level), counted(puzzle.guesses, "guess"));
    let odd = |puzzle: &NotablePuzzle| {
        format!("{} clues · unevenness {:.1}", clue_count(puzzle), puzzle.unevenness)
    };
    let hardest = "The puzzles with the highest level, ties broken by the most guesses and then by position. Only puzzles with \
                   exactly one solution, and only one of those with the same clues.";
    let oddest = "The puzzles with the most unevenly spread clues. Unevenness is the sum of four chi-squared statistics, for \
                  digits, rows, columns and boxes: 0 if each has as many clues as the others, about 20 to 25 for clues placed at \
                  random. Only puzzles with exactly one solution, and only one of those with the same clues.";
    section("The hardest ten", hardest, &grids(naming, &profile.hardest.puzzles(), hard))
        + &section("The oddest ten", oddest, &grids(naming, &profile.oddest.puzzles(), odd))
}

fn grids(naming: Naming, puzzles: &[NotablePuzzle], describe: impl Fn(&NotablePuzzle) -> String) -> String {
    if puzzles.is_empty() {
        return "<p>No puzzle has exactly one solution.</p>\n".to_owned();
    }
    let grid = |puzzle: &NotablePuzzle| {
        let noun = if naming == Naming::Row { "Row" } else { "Line" };
        let title = format!("{noun} {}", grouped(naming.number(puzzle.line)));
        figure(&title, &board::svg(&puzzle.clues), &describe(puzzle))
    };
    format!("<div class=\"panels boards\">\n{}</div>\n", puzzles.iter().map(grid).collect::<String>())
}

fn level(level: Capped) -> String {
    match level {
        Capped::Exactly(level) => format!("level {level}"),
        Capped::Over(level) => format!("above level {level}"),
    }
}

fn clue_count(puzzle: &NotablePuzzle) -> usize {
    puzzle.clues.iter().filter(|&&digit| digit > 0).count()
}

/// Returns the number of findings of each kind, and the first findings.
pub fn findings(audit: &AuditReport) -> String {
    let (all, listed) = (audit.total(), audit.findings.len() as u64);
    if all == 0 {
        return section("Findings", "No findings.", "");
    }
    let kinds = audit.kinds_in_words();
    let mut says = format!("{}: {}.", counted(all, "finding"), kinds.join(", "));
    if audit.records_with.as_ref().is_some_and(|with| with.any < all) {
        says += " A record can have several; the tiles at the top count it once for each kind.";
    }
    if listed < all {
        let all =
            if audit.words.naming == Naming::Row { "findings=None lists" } else { "check -o FILE writes" };
        says += &format!(" The first {} are listed; {all} them all.", grouped(listed));
    }
    let is_row = audit.words.naming == Naming::Row;
    let line = |finding: &Finding| {
        let Finding { source, line, column, kind, what, .. } = finding;
        let place = match source {
            FindingSource::Puzzles if is_row => audit.words.naming.number(*line).to_string(),
            FindingSource::Puzzles => format!("{line}:{column}"),
            _ => format!("{}:{line}:{column}", audit.file_of(finding)),
        };
        vec![place, kind.name().to_owned(), what.clone()]
    };
    let lines: Vec<_> = audit.findings.iter().map(line).collect();
    let place = if is_row { "row" } else { "line:column" };
    section("Findings", &says, &table(&[place, "finding", "what is wrong"], &lines, "findings"))
}

/// Returns how the page was made.
pub fn method(audit: &AuditReport) -> String {
    let budget = match audit.of(FindingKind::BudgetExhausted) {
        0 => "",
        _ => " Those whose search exceeded the budget of guesses have no level.",
    };
    let says = format!(
        "Every record was solved, and a second solution was searched for.{budget} The page shows no times: the same data set \
         and options give the same page on any number of threads."
    );
    section("How it was made", &says, "")
}

/// Returns a histogram with its title and an explanation.
fn panel(title: &str, bars: Bars, says: &str) -> String {
    figure(title, &histogram::svg(title, "puzzles", &bars), says)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_of_clues_begin_and_end_with_those_that_occur() {
        let mut clues = [0; 82];
        (clues[17], clues[19]) = (4, 1);
        let labels = ["17", "18", "19"].map(str::to_owned).to_vec();
        assert_eq!(clue_bars(&clues), (labels, vec![4, 0, 1]));
    }

    #[test]
    fn every_size_of_a_class_is_in_one_range() {
        assert_eq!([1, 4, 5, 8, 9, 16].map(range_of), [(1, 1), (4, 4), (5, 8), (5, 8), (9, 16), (9, 16)]);
        for size in 1..1000 {
            let (from, to) = range_of(size);
            assert!(from <= size && size <= to && range_of(from) == range_of(to), "{size}");
        }
    }
}
