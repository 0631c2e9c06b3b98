//! The text of the progress bar.

/// Widest bar, in columns.
const MAX_BAR: usize = 30;

/// Narrowest bar. Where fewer columns are left, only the texts are shown.
const MIN_BAR: usize = 5;

/// Shown in turn where the length of the input is not known, each for a tenth of a second.
const SPINNER: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/// The bar with as many of the texts as fit `width` columns, the most important first. Without a `fraction` of the work
/// that is done, what turns in place of the bar is shown as it is after `tenths` of a second.
pub fn line(fraction: Option<f64>, tenths: usize, texts: &[String], width: usize) -> String {
    let Some(fraction) = fraction else {
        return joined(SPINNER[tenths % SPINNER.len()], " ", texts, width);
    };
    let texts = joined(&format!("{:>3} %", percent(fraction)), " · ", texts, width);
    let left = width.saturating_sub(texts.chars().count() + 1);
    if left < MIN_BAR { texts } else { format!("{} {texts}", bar(fraction, left.min(MAX_BAR))) }
}

/// The whole percents of a fraction. Only all of it is 100 %.
pub fn percent(fraction: f64) -> u32 {
    (100.0 * fraction) as u32
}

/// `first` and as many of the texts as fit `width` columns.
pub fn joined(first: &str, separator: &str, texts: &[String], width: usize) -> String {
    let mut line = first.to_owned();
    let mut separator = separator;
    for text in texts.iter().filter(|text| !text.is_empty()) {
        if line.chars().count() + separator.chars().count() + text.chars().count() > width {
            break;
        }
        line += separator;
        line += text;
        separator = " · ";
    }
    line
}

fn bar(fraction: f64, width: usize) -> String {
    let full = (fraction * width as f64) as usize;
    "━".repeat(full.min(width)) + &"─".repeat(width.saturating_sub(full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_do_not_fit_are_left_out() {
        let texts = ["1,000 puzzles", "", "6.1 M puzzles/s", "2.0 s left"].map(str::to_owned);
        assert_eq!(joined("50 %", " · ", &texts, 80), "50 % · 1,000 puzzles · 6.1 M puzzles/s · 2.0 s left");
        assert_eq!(joined("50 %", " · ", &texts, 40), "50 % · 1,000 puzzles · 6.1 M puzzles/s");
        assert_eq!(joined("⠋", " ", &texts, 20), "⠋ 1,000 puzzles");
        assert_eq!(joined("50 %", " · ", &texts, 3), "50 %");
    }

    #[test]
    fn a_bar_is_filled_from_the_left() {
        assert_eq!([0.0, 0.5, 1.0, 1.5].map(|fraction| bar(fraction, 4)), ["────", "━━──", "━━━━", "━━━━"]);
    }
}
