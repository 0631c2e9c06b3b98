//! The rows as a table for people, in the form that Markdown knows too.

use bulkdoku::bench::model::{self, Machine};

use super::row::{Row, Scope};
use crate::cli::numbers::grouped;

const HEADINGS: [&str; 10] = [
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
];

/// The table of all rows.
pub fn of(rows: &[Row]) -> String {
    let cells = rows.iter().map(|row| {
        let [set, scope, engine, isa, mode, threads] = row.key();
        let rate = format!("{} ({}-{})", short(row.rate.median), short(row.rate.least), short(row.rate.most));
        let guesses = row.guesses_a_puzzle().map_or("-".to_owned(), |guesses| format!("{guesses:.2}"));
        let mark = if row.answers.given_up > 0 { "!" } else { "" };
        let share = row.without_guess().map_or("-".to_owned(), |share| format!("{:.0} %", 100.0 * share));
        let nanoseconds = grouped((1e9 / row.rate.median.max(1e-9)).round() as u64);
        vec![set, scope, engine, isa, mode, threads, rate, nanoseconds, guesses + mark, share]
    });
    let mut text = aligned(&HEADINGS, cells.collect());
    let given_up: usize = rows.iter().map(|row| row.answers.given_up).sum();
    if given_up > 0 {
        text += "! some puzzles spent the budget of guesses and were given up: the true rate is lower\n";
    }
    text
}

/// What more cores would give, for each set that the lanes solved on one thread.
pub fn forecast(rows: &[Row]) -> String {
    let lanes = |row: &&Row| row.scope == Scope::Memory && row.engine == "lanes";
    let mut cells = Vec::new();
    let bandwidth = model::bandwidth();
    for one in rows.iter().filter(lanes).filter(|row| row.threads == Some(1)) {
        let more =
            rows.iter().filter(lanes).find(|row| row.threads > Some(1) && row.key()[..5] == one.key()[..5]);
        let efficiency = more.map_or(1.0, |more| efficiency(one, more));
        let machine = Machine { one_thread: one.rate.median, efficiency, bandwidth };
        let mut line = vec![one.set.clone(), one.isa.clone(), one.mode.clone(), format!("{efficiency:.2}")];
        for (cores, channels) in [(16, 4.0), (64, 12.0)] {
            let forecast = machine.forecast(cores, channels);
            line.push(format!("{} ({})", short(forecast.rate()), forecast.limit()));
        }
        cells.push(line);
    }
    if cells.is_empty() {
        return String::new();
    }
    let headings = ["set", "isa", "mode", "each core adds", "16 cores", "64 cores"];
    format!(
        "\nWhat more cores would give from file to file, and what would limit them: a puzzle moves {} bytes, one core\n\
         moves {:.1} GB/s here, 16 cores are taken to have memory for 4 such cores, 64 for 12.\n\n{}",
        model::BYTES_A_PUZZLE,
        bandwidth / 1e9,
        aligned(&headings, cells)
    )
}

/// What each core after the first adds, as a share of the first.
fn efficiency(one: &Row, more: &Row) -> f64 {
    let further = more.threads.map_or(1, |threads| threads - 1) as f64;
    ((more.rate.median / one.rate.median - 1.0) / further).clamp(0.0, 1.0)
}

/// A table whose columns are as wide as they must be; the first five to the left, the others to the right.
pub fn aligned(headings: &[&str], lines: Vec<Vec<String>>) -> String {
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.chain([headings[column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        format!("| {} |\n", padded.collect::<Vec<_>>().join(" | "))
    };
    let headings: Vec<String> = headings.iter().map(|heading| heading.to_string()).collect();
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    [headings, rule].iter().chain(&lines).map(|cells| line(cells)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_three_digits() {
        assert_eq!([27_123_456.0, 229_000.0, 1850.0, 12.0].map(short), ["27.1 M", "229 k", "1.85 k", "12.0"]);
    }

    #[test]
    fn columns_are_aligned() {
        let table = aligned(&["a", "long"], vec![vec!["bcd".to_owned(), "e".to_owned()]]);
        assert_eq!(table, "| a   | long |\n| --- | ---- |\n| bcd | e    |\n");
    }
}
