//! The puzzles to measure.

use std::path::Path;
use std::sync::Arc;

use super::measurement::SEED;
use crate::bench::{Set, sets::BuiltIn};
use crate::cli::args::BenchArgs;
use crate::cli::context::Context;
use crate::cli::files::open_input;
use crate::cli::numbers::counted;
use crate::cli::progress::StepProgress;
use crate::cli::say;
use crate::cli::streams::is_dash;
use crate::error::{Error, Result};
use crate::io::Access;
use crate::io::run_files::Role;

/// The number of puzzles in a built-in set.
const SET_SIZE: usize = 2000;

/// Returns the requested puzzle sets, and the number of skipped records of files.
pub(super) fn make_sets(
    args: &BenchArgs,
    progress: &StepProgress,
    context: &Context,
) -> Result<(Vec<Arc<Set>>, u64)> {
    let (mut sets, mut all_skipped) = (Vec::new(), 0);
    for path in &args.files {
        let (set, skipped) = read_set(path, args, context)?;
        sets.push(Arc::new(set.spread(SEED)));
        all_skipped += skipped;
    }
    let is_requested = |set: &BuiltIn| match args.set.is_empty() {
        true => args.files.is_empty(),
        false => args.set.contains(set),
    };
    for built_in in BuiltIn::ALL.into_iter().filter(is_requested) {
        progress.set_message(&format!("generating the set {}", built_in.name()));
        sets.push(Arc::new(built_in.make(SET_SIZE).spread(SEED)));
    }
    Ok((sets, all_skipped))
}

/// Reads a file of puzzles. Prints and returns the number of skipped records.
fn read_set(path: &Path, args: &BenchArgs, context: &Context) -> Result<(Set, u64)> {
    let input = open_input(path, Access::Map, Role::Input, context)?;
    let name = input.name().to_owned();
    let short = path.file_name().filter(|_| !is_dash(path)).map(|name| name.to_string_lossy().into_owned());
    let (set, skipped) = Set::read(&short.unwrap_or_else(|| name.clone()), input)?;
    if set.lines.is_empty() {
        return Err(Error::refused(format!("{name} contains no puzzles that can be measured")));
    }
    if skipped > 0 && !args.view.quiet {
        let records = counted(skipped as u64, "record");
        say(format_args!("{name}: {records} skipped, malformed or with pencilmarks"));
    }
    Ok((set, skipped as u64))
}
