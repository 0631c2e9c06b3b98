//! The tiles at the top of the page: for each set the highest rate, and its ratio to the rates of other engines.

use super::figures::{chosen_mode, fastest, sets, threads_in_words};
use crate::cli::bench::measurement::{Clock, Measurement};
use crate::numbers::short;
use crate::page::html::escaped;

/// One tile for each set that was measured in memory.
pub fn of(rows: &[Measurement]) -> String {
    let rows: Vec<&Measurement> = rows.iter().filter(|row| row.clock == Clock::Memory).collect();
    let (Some(engine), Some(mode)) = (fastest(&rows), chosen_mode(&rows)) else { return String::new() };
    let rows: Vec<&Measurement> = rows.into_iter().filter(|row| row.mode == mode).collect();
    let tiles: String = sets(&rows).iter().filter_map(|set| tile(&rows, set, &engine)).collect();
    format!("<ul class=\"tiles\">\n{tiles}</ul>\n")
}

fn tile(rows: &[&Measurement], set: &str, engine: &str) -> Option<String> {
    let of_set: Vec<&Measurement> = rows.iter().copied().filter(|row| row.set == set).collect();
    let of_engine = of_set.iter().filter(|row| row.engine == engine);
    let best = of_engine.clone().max_by(|one, other| one.rate.median.total_cmp(&other.rate.median))?;
    let fewest = of_engine.min_by_key(|row| row.threads)?;
    let solver =
        format!("{} · {} · {}", best.solver(), best.mode, threads_in_words(&[best.threads.unwrap_or(1)]));
    Some(format!(
        "<li><b>{}</b><strong>{}<small> puzzles/s</small></strong><span>{}</span><span>{}</span></li>\n",
        escaped(set),
        short(best.rate.median),
        escaped(&solver),
        escaped(&ratios(&of_set, fewest))
    ))
}

/// The ratios to the engine scalar and to the slowest engine, on the same number of threads.
fn ratios(rows: &[&Measurement], fewest: &Measurement) -> String {
    let others: Vec<&&Measurement> =
        rows.iter().filter(|row| row.engine != fewest.engine && row.threads == fewest.threads).collect();
    let slowest = others.iter().min_by(|one, other| one.rate.median.total_cmp(&other.rate.median));
    let scalar = others.iter().find(|row| row.engine == "scalar");
    let mut names: Vec<&&&Measurement> = scalar.into_iter().chain(slowest).collect();
    names.dedup_by_key(|row| &row.engine);
    let ratio = |row: &&&&Measurement| {
        format!("{} × {}", two_digits(fewest.rate.median / row.rate.median), row.engine)
    };
    let ratios: Vec<String> = names.iter().map(ratio).collect();
    match ratios.is_empty() {
        true => String::new(),
        false => format!("on {}: {}", threads_in_words(&[fewest.threads.unwrap_or(1)]), ratios.join(", ")),
    }
}

/// Formats a ratio with two significant digits.
fn two_digits(ratio: f64) -> String {
    let unit = 10f64.powf(ratio.max(1.0).log10().floor() - 1.0).max(0.1);
    let rounded = (ratio / unit).round() * unit;
    if rounded < 10.0 { format!("{rounded:.1}") } else { crate::cli::numbers::grouped(rounded as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_two_digits() {
        assert_eq!([1.04, 36.31, 364.0, 21_870.0].map(two_digits), ["1.0", "36", "360", "22,000"]);
    }
}
