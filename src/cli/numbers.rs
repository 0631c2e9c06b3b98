//! Numbers, rates and times for people.

use std::fmt::Display;
use std::time::{Duration, SystemTime};

use crate::bench::scaled;
pub use crate::report::numbers::{counted, grouped};

/// The width of the longest bar of a histogram.
const MAX_BAR: u64 = 40;

/// Returns a line of a histogram: the label in `width` columns, the number, and a bar, which is longest for `most`.
pub fn histogram_line(label: impl Display, width: usize, number: u64, most: u64) -> String {
    let bar = "━".repeat((MAX_BAR * number).div_ceil(most.max(1)) as usize);
    format!("{label:>width$} {:>12} {bar}", grouped(number))
}

/// Formats a number per time as `6.1 M/s`.
pub fn rate(number: u64, time: Duration) -> String {
    let (rate, unit) = scaled(number as f64 / time.as_secs_f64().max(1e-9));
    format!("{}{unit}/s", rounded(rate))
}

/// Formats a time as `8.1 ms`, `12.3 s`, `2 min 05 s` or `1 h 02 min`.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match time.as_secs() {
        3600.. => format!("{} h {:02} min", time.as_secs() / 3600, time.as_secs() / 60 % 60),
        60.. => format!("{} min {:02} s", time.as_secs() / 60, time.as_secs() % 60),
        1.. => format!("{} s", rounded(seconds)),
        _ => format!("{} ms", rounded(seconds * 1e3)),
    }
}

/// Returns the current date and time in UTC, as `2026-11-26T13:29:25Z`.
pub fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// Formats a number with one decimal if it is below 100, otherwise without decimals.
fn rounded(number: f64) -> String {
    if number < 99.95 { format!("{number:.1}") } else { format!("{number:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_times_have_suitable_units() {
        assert_eq!(rate(49_151, Duration::from_micros(8100)), "6.1 M/s");
        assert_eq!(rate(0, Duration::ZERO), "0.0/s");
        assert_eq!(rate(250_000, Duration::from_secs(2)), "125 k/s");
        assert_eq!(time(Duration::from_micros(8100)), "8.1 ms");
        assert_eq!(time(Duration::from_secs(3725)), "1 h 02 min");
    }
}
