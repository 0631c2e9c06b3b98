//! Ctrl-C and its like: the temporary file goes, the old output stays.

use std::io::{self, IsTerminal};

use bulkdoku::io::output::TempFiles;

/// From now on an interruption removes the temporary file of `temp_files` and ends the program,
/// in the middle of whatever the workers do.
#[cfg(unix)]
pub fn watch(temp_files: &TempFiles) {
    use super::{Exit, say};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    // nohup asks that a lost terminal be no interruption.
    let signals = if is_ignored(SIGHUP) { vec![SIGINT, SIGTERM] } else { vec![SIGINT, SIGTERM, SIGHUP] };
    // Without the handler an interruption still ends the program: it only leaves the file.
    let Ok(mut signals) = signal_hook::iterator::Signals::new(signals) else { return };
    let temp_files = temp_files.clone();
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            // Held to the end, so that no half result is renamed meanwhile.
            let _held = temp_files.abandon();
            let over_the_bar = if io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
            say(format_args!("{over_the_bar}bulkdoku: interrupted; an output file is as it was before"));
            std::process::exit(Exit::Interrupted as i32);
        }
    });
}

/// Elsewhere an interruption ends the program and leaves the temporary file.
#[cfg(not(unix))]
pub fn watch(_: &TempFiles) {}

/// Was the program started with this signal ignored? Where the system does not tell, it was not.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask & (1 << (signal - 1)) != 0
}
