//! The results of a set as a Markdown table.

use crate::race::{Defect, Racer, Track};

/// The table of a set in one mode, with one column of ratios for each instruction set of bulkdoku.
pub fn of(track: &Track, mode: &str, racers: &[Racer]) -> String {
    let ours: Vec<&Racer> = racers.iter().filter(|racer| racer.contestant.isa.is_some()).collect();
    let fixed = ["solver", "puzzles", "best/s", "median/s", "ns", "sweeps", "guesses"];
    let mut headings: Vec<String> = fixed.map(str::to_owned).to_vec();
    headings.extend(ours.iter().map(|racer| format!("{} is", racer.contestant.name)));
    let lines: Vec<Vec<String>> = racers.iter().map(|racer| line(racer, &ours)).collect();
    let defects: String = racers.iter().filter_map(defect).collect();
    let puzzles = grouped(track.set.lines.len());
    let (set, clock) = (&track.set.name, track.clock.name());
    format!(
        "{set}, {mode}, {puzzles} puzzles, 1 thread, {clock} clock\n\n{}{defects}",
        aligned(&headings, &lines)
    )
}

fn line(racer: &Racer, ours: &[&Racer]) -> Vec<String> {
    let number = |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.2}"));
    let rate = |rate: Option<f64>| rate.map_or("-".to_owned(), short);
    let best = racer.rate().map(|rate| rate.max);
    let median = racer.rate().map(|rate| rate.median);
    let mut cells = vec![
        racer.contestant.name.clone(),
        grouped(racer.puzzles),
        rate(best),
        rate(median),
        best.map_or("-".to_owned(), |best| grouped((1e9 / best).round() as usize)),
        number(racer.sweeps),
        number(racer.guesses),
    ];
    cells.extend(ours.iter().map(|our| ratio(our, racer)));
    cells
}

/// The ratio of bulkdoku to a solver, of the best runs and, in brackets, of the medians.
fn ratio(our: &Racer, their: &Racer) -> String {
    match (our.rate(), their.rate()) {
        (Some(our), Some(their)) => {
            format!("{} x ({})", times(our.max / their.max), times(our.median / their.median))
        }
        _ => "-".to_owned(),
    }
}

/// Formats a ratio with about three digits.
fn times(ratio: f64) -> String {
    match ratio {
        ..10.0 => format!("{ratio:.2}"),
        ..100.0 => format!("{ratio:.1}"),
        _ => grouped(ratio.round() as usize),
    }
}

fn defect(racer: &Racer) -> Option<String> {
    let name = &racer.contestant.name;
    match racer.defect.as_ref()? {
        Defect::Panic => Some(format!("{name} panicked: no rate is reported\n")),
        Defect::WrongAnswers { count, puzzle } => {
            let of = grouped(racer.puzzles);
            Some(format!(
                "{name} answered {count} of {of} wrongly: no rate is reported. The first one:\n{puzzle}\n"
            ))
        }
    }
}

/// Formats a rate with about three digits.
fn short(rate: f64) -> String {
    let (unit, name) = match rate {
        1e6.. => (1e6, " M"),
        1e3.. => (1e3, " k"),
        _ => (1.0, ""),
    };
    let digits = 2usize.saturating_sub((rate / unit).log10().max(0.0) as usize);
    format!("{:.digits$}{name}", rate / unit)
}

/// Formats a number with commas between groups of three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn aligned(headings: &[String], lines: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.chain([headings[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let row = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        format!("| {} |\n", padded.collect::<Vec<_>>().join(" | "))
    };
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    [headings, &rule].into_iter().chain(lines.iter().map(Vec::as_slice)).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [1_234_567.0, 12_345_678.0, 229_123.0, 86.4].map(short),
            ["1.23 M", "12.3 M", "229 k", "86.4"]
        );
        assert_eq!([0.885, 22.04, 3_725.5].map(times), ["0.89", "22.0", "3,726"]);
        assert_eq!([7, 1_000, 1_234_567].map(grouped), ["7", "1,000", "1,234,567"]);
    }
}
