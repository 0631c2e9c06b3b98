//! Builds progress bars.

use std::fmt::Write;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::terminal::{self, Screen};
use crate::cli::args::{ViewArgs, When};

/// The width of the widest bar, in columns.
const MAX_BAR: usize = 30;

/// The width of the narrowest bar. If fewer columns are left, only the texts are shown.
const MIN_BAR: usize = 5;

/// The most draws per second. Without a limit, the bar would be drawn after every chunk.
const REFRESH_RATE: u8 = 20;

/// The frames of the spinner, shown if the length of the input is unknown.
const SPINNER: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/// Builds a bar of `length` units, or returns `None` if the options or the terminal forbid one. `texts` returns the texts after
/// the bar, the most important one first. Texts that do not fit are omitted.
pub fn new(
    args: &ViewArgs,
    screen: &Screen,
    length: Option<u64>,
    texts: impl Fn(&ProgressState) -> Vec<String> + Clone + Send + Sync + 'static,
) -> Option<ProgressBar> {
    let is_wanted = match args.progress {
        _ if args.quiet => false,
        When::Always => true,
        When::Auto => terminal::is_capable(),
        When::Plain(_) | When::Never => false,
    };
    let line = move |state: &ProgressState, out: &mut dyn Write| {
        let _ = out.write_str(&line(state, &texts(state), usize::from(terminal::width())));
    };
    let style = ProgressStyle::with_template("{line}").ok()?.with_key("line", line);
    let target = ProgressDrawTarget::term_like_with_hz(Box::new(screen.clone()), REFRESH_RATE);
    is_wanted.then(|| ProgressBar::with_draw_target(length, target).with_style(style))
}

/// Returns the bar and its texts in at most `width` columns.
fn line(state: &ProgressState, texts: &[String], width: usize) -> String {
    if state.len().is_none() {
        let turn = (state.elapsed().as_millis() / 100) as usize % SPINNER.len();
        return joined(SPINNER[turn], " ", texts, width);
    }
    let fraction = f64::from(state.fraction());
    let percent = format!("{:>3} %", (100.0 * fraction) as u32);
    let texts = joined(&percent, " · ", texts, width);
    let left = width.saturating_sub(texts.chars().count() + 1);
    if left < MIN_BAR { texts } else { format!("{} {texts}", bar(fraction, left.min(MAX_BAR))) }
}

/// Returns `first` and as many of the texts as fit in `width` columns.
fn joined(first: &str, separator: &str, texts: &[String], width: usize) -> String {
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
    fn texts_that_do_not_fit_are_omitted() {
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
