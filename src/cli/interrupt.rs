//! Ctrl-C, SIGTERM and SIGHUP: remove the temporary files, keep the old output, and end the program.

use bulkdoku::io::output::TempFiles;

/// From now on, an interruption removes `temp_files` and ends the program, whatever the workers are doing.
#[cfg(unix)]
pub fn watch(temp_files: &TempFiles) {
    use super::{Exit, progress, say};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    // nohup starts a program with SIGHUP ignored: it then survives the end of its terminal.
    let signals = if is_ignored(SIGHUP) { vec![SIGINT, SIGTERM] } else { vec![SIGINT, SIGTERM, SIGHUP] };
    // Without the handler, an interruption still ends the program, but leaves the temporary files.
    let Ok(mut signals) = signal_hook::iterator::Signals::new(signals) else { return };
    let temp_files = temp_files.clone();
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            // The guard lives until the process ends, so that no unfinished output is renamed meanwhile.
            let _guard = temp_files.abandon();
            progress::silence();
            say("bulkdoku: interrupted; an output file is as it was before");
            std::process::exit(Exit::Interrupted as i32);
        }
    });
}

/// On other systems, an interruption ends the program and leaves the temporary files.
#[cfg(not(unix))]
pub fn watch(_: &TempFiles) {}

/// Whether the program was started with this signal ignored. Assumes that it was not if the system does not say.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask & (1 << (signal - 1)) != 0
}
