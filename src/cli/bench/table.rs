//! The rows as a table, for people.

use bulkdoku::bench::external::Verified;

use super::row::{Row, Scope};
use crate::cli::numbers::grouped;

/// Words and figures in columns, and what must be said below them.
#[derive(Clone, Debug, Default)]
pub struct TextTable {
    /// Above each column.
    pub headings: Vec<String>,
    /// A cell for each heading.
    pub lines: Vec<Vec<String>>,
    /// Sentences.
    pub notes: Vec<String>,
}

/// The table of all rows.
pub fn of(rows: &[Row]) -> TextTable {
    let headings = [
        "set",
        "clock",
        "engine",
        "isa",
        "mode",
        "threads",
        "puzzles/s (min-max)",
        "ns a puzzle",
        "guesses",
        "no guess",
        "puzzles",
    ];
    TextTable::new(&headings, rows.iter().map(cells).collect(), notes(rows))
}

impl TextTable {
    /// A table of this.
    pub fn new(headings: &[&str], lines: Vec<Vec<String>>, notes: Vec<String>) -> Self {
        Self { headings: headings.iter().map(|heading| heading.to_string()).collect(), lines, notes }
    }

    /// The text, in the form that Markdown knows too: columns as wide as they must be.
    pub fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.lines.iter().map(|line| line[column].chars().count());
            cells.chain([self.headings[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.headings.len()).map(width).collect();
        let line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            format!("| {} |\n", padded.collect::<Vec<_>>().join(" | "))
        };
        let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
        let table: String =
            [&self.headings, &rule].into_iter().chain(&self.lines).map(|cells| line(cells)).collect();
        self.notes.iter().fold(table, |text, note| text + note + "\n")
    }
}

/// A rate with three digits.
pub fn short(rate: f64) -> String {
    let (number, unit) = match rate {
        1e6.. => (rate / 1e6, " M"),
        1e3.. => (rate / 1e3, " k"),
        _ => (rate, ""),
    };
    let digits = if number >= 100.0 {
        0
    } else if number >= 10.0 {
        1
    } else {
        2
    };
    format!("{number:.digits$}{unit}")
}

fn cells(row: &Row) -> Vec<String> {
    let rate = format!("{} ({}-{})", short(row.rate.median), short(row.rate.least), short(row.rate.most));
    let guesses = row.guesses_a_puzzle().map_or("-".to_owned(), |guesses| format!("{guesses:.2}"));
    let mark = if row.answers.given_up > 0 { "!" } else { "" };
    let share = row.without_guess().map_or("-".to_owned(), |share| format!("{:.0} %", 100.0 * share));
    let nanoseconds = grouped((1e9 / row.rate.median.max(1e-9)).round() as u64);
    let measured = grouped(row.answers.puzzles as u64);
    let puzzles = match row.answers.puzzles < row.of {
        true => format!("{measured} of {}", grouped(row.of as u64)),
        false => measured,
    };
    let mut cells = row.key().to_vec();
    cells.extend([rate, nanoseconds, guesses + mark, share, puzzles]);
    cells
}

fn notes(rows: &[Row]) -> Vec<String> {
    let mut notes = Vec::new();
    if rows.iter().any(|row| row.answers.given_up > 0) {
        notes.push(
            "! some puzzles spent the budget of guesses and were given up: the true rate is lower".to_owned(),
        );
    }
    notes.extend(rows.iter().filter_map(|row| beside_copy(row, rows)));
    // Of our own pipeline nothing need be said but what it gave up.
    let told = rows.iter().filter_map(|row| Some((row, row.verified.as_ref()?)));
    let told = told.filter(|(row, verified)| row.scope == Scope::External || verified.open > 0);
    notes.extend(told.map(|(row, verified)| verdict_on(row, verified)));
    notes
}

/// How many times as long as `cp` a run from file to file took.
fn beside_copy(row: &Row, rows: &[Row]) -> Option<String> {
    let copy = rows.iter().find(|copy| copy.scope == Scope::Copy && copy.set == row.set);
    let copy = copy.filter(|_| row.scope == Scope::Files)?;
    let times = copy.rate.median / row.rate.median.max(1e-9);
    let (who, mode, set) = (row.who(), &row.mode, &row.set);
    let threads = row.threads.map_or("-".to_owned(), |threads| threads.to_string());
    let records = grouped(row.answers.puzzles as u64);
    Some(format!("files / cp: {times:.2} ({who}, {mode}, threads: {threads}, {records} records of {set})"))
}

/// What the answers in a file were worth.
fn verdict_on(row: &Row, verified: &Verified) -> String {
    let Verified { solutions, refused, open } = verified;
    let number = |number: usize| grouped(number as u64);
    let mut text = format!("{} on {}: of {} answers ", row.who(), row.set, number(verified.all()));
    text += &format!("{} are solutions by the rules", number(*solutions));
    if *refused > 0 {
        text += &format!(", {} rightly say that there is none or not only one", number(*refused));
    }
    if *open > 0 {
        text += &format!(", {} could not be judged", number(*open));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_three_digits() {
        assert_eq!([27_123_456.0, 229_000.0, 1850.0, 12.0].map(short), ["27.1 M", "229 k", "1.85 k", "12.0"]);
    }

    #[test]
    fn columns_are_aligned() {
        let lines = vec![vec!["bcd".to_owned(), "e".to_owned()]];
        let table = TextTable::new(&["a", "long"], lines, vec!["so".to_owned()]);
        assert_eq!(table.text(), "| a   | long |\n| --- | ---- |\n| bcd | e    |\nso\n");
    }
}
