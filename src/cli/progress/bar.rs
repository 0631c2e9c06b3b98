//! The progress bar.

use std::env;
use std::io::{IsTerminal, stderr};
use std::time::Duration;

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::ticker::every;
use crate::cli::args::{ViewArgs, When};

/// The most draws per second. Without a limit, the bar would be drawn after every chunk.
const REFRESH_RATE: u8 = 20;

/// The time between two draws while no chunk finishes, to show that the program is alive while it solves a hard one.
const TICK: Duration = Duration::from_millis(200);

const WITH_LENGTH: &str = "{bar:20} {percent:>3} % · {eta} left · {wide_msg}";
const WITHOUT_LENGTH: &str = "{spinner} {elapsed} · {wide_msg}";

/// Shows `bar` with `length` units. Returns false if the options or the terminal forbid that.
pub fn show(bar: &ProgressBar, args: &ViewArgs, length: Option<u64>) -> bool {
    let is_wanted = match args.progress {
        _ if args.quiet => false,
        When::Always => true,
        When::Auto => stderr().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb"),
        When::Plain(_) | When::Never => false,
    };
    let template = if length.is_some() { WITH_LENGTH } else { WITHOUT_LENGTH };
    let Some(style) = ProgressStyle::with_template(template).ok().filter(|_| is_wanted) else { return false };
    bar.set_style(style.progress_chars("━━─"));
    match length {
        Some(length) => bar.set_length(length),
        None => bar.unset_length(),
    }
    bar.reset_elapsed();
    // As a stream that is treated as a terminal: `--progress always` also draws to files and pipes.
    bar.set_draw_target(ProgressDrawTarget::term_like_with_hz(Box::new(Term::stderr()), REFRESH_RATE));
    let bar = bar.downgrade();
    every(TICK, move || bar.upgrade().filter(|bar| !bar.is_finished()).map(|bar| bar.tick()).is_some());
    true
}
