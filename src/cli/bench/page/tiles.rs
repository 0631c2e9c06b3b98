//! The figures to see first: for each set, how many puzzles a second, and how many times that of others.

use super::figures::{chosen_mode, fastest, sets, threads_in_words};
use super::html::escaped;
use crate::cli::bench::row::{Row, Scope};
use crate::cli::bench::table::short;

/// A tile for each set that was solved in memory.
pub fn of(rows: &[Row]) -> String {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.scope == Scope::Memory).collect();
    let (Some(engine), Some(mode)) = (fastest(&rows), chosen_mode(&rows)) else { return String::new() };
    let rows: Vec<&Row> = rows.into_iter().filter(|row| row.mode == mode).collect();
    let tiles: String = sets(&rows).iter().filter_map(|set| tile(&rows, set, &engine)).collect();
    format!("<ul class=\"tiles\">\n{tiles}</ul>\n")
}

fn tile(rows: &[&Row], set: &str, engine: &str) -> Option<String> {
    let of_set: Vec<&Row> = rows.iter().copied().filter(|row| row.set == set).collect();
    let of_engine = of_set.iter().filter(|row| row.engine == engine);
    let best = of_engine.clone().max_by(|one, other| one.rate.median.total_cmp(&other.rate.median))?;
    let few = of_engine.min_by_key(|row| row.threads)?;
    let who = format!("{} · {} · {}", best.who(), best.mode, threads_in_words(&[best.threads.unwrap_or(1)]));
    Some(format!(
        "<li><b>{}</b><strong>{}<small> puzzles/s</small></strong><span>{}</span><span>{}</span></li>\n",
        escaped(set),
        short(best.rate.median),
        escaped(&who),
        escaped(&times(&of_set, few))
    ))
}

/// How many times as fast as the next engine and as the slowest one, on as many threads.
fn times(rows: &[&Row], few: &Row) -> String {
    let others: Vec<&&Row> =
        rows.iter().filter(|row| row.engine != few.engine && row.threads == few.threads).collect();
    let slowest = others.iter().min_by(|one, other| one.rate.median.total_cmp(&other.rate.median));
    let scalar = others.iter().find(|row| row.engine == "scalar");
    let mut names: Vec<&&&Row> = scalar.into_iter().chain(slowest).collect();
    names.dedup_by_key(|row| &row.engine);
    let ratio = |row: &&&&Row| format!("{} × {}", whole(few.rate.median / row.rate.median), row.engine);
    let ratios: Vec<String> = names.iter().map(ratio).collect();
    match ratios.is_empty() {
        true => String::new(),
        false => format!("on {}: {}", threads_in_words(&[few.threads.unwrap_or(1)]), ratios.join(", ")),
    }
}

/// A ratio with no more digits than it is worth.
fn whole(ratio: f64) -> String {
    let unit = 10f64.powf(ratio.max(1.0).log10().floor() - 1.0).max(0.1);
    let rounded = (ratio / unit).round() * unit;
    if rounded < 10.0 { format!("{rounded:.1}") } else { crate::cli::numbers::grouped(rounded as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_two_digits() {
        assert_eq!([1.04, 36.31, 364.0, 21_870.0].map(whole), ["1.0", "36", "360", "22,000"]);
    }
}
