//! Finds the files of a run: the values of all options and arguments that are paths.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command};

use super::args::facts::OptionFacts;
use super::args::{BoardFormat, MaskArg, PartArg};
use super::streams::is_dash;
use crate::error::{Error, Result};
use crate::io::run_files::{self, Role, RunFile};

/// Refuses a subcommand that would lose a file because two options name it, or would write text to a file with the name of an
/// array. Returns the number of outputs.
///
/// # Errors
/// Returns an error that names the options.
pub fn check(command: &Command, matches: &ArgMatches) -> Result<usize> {
    let files = command.get_arguments().flat_map(|argument| files(argument, matches));
    let files: Vec<RunFile> = files.collect();
    let outputs: Vec<&RunFile> = files.iter().filter(|file| file.role >= Role::Results).collect();
    let writes_array = matches.try_get_one("format").is_ok_and(|format| format == Some(&BoardFormat::Npy));
    let mut named = outputs.iter().filter_map(|file| Some((&file.option, file.path.as_deref()?)));
    if let Some((option, path)) = named.find(|(_, path)| !writes_array && is_array_name(path)) {
        return Err(Error::refused(format!(
            "{option} {}: only solve --format npy writes an array; give the file another name",
            path.display()
        )));
    }
    run_files::check(&files).map(|()| outputs.len())
}

/// Whether the file has the name of a NumPy array, compressed or not.
fn is_array_name(path: &Path) -> bool {
    let name = path.to_string_lossy().to_ascii_lowercase();
    [".npy", ".npy.gz", ".npy.zst"].iter().any(|end| name.ends_with(end))
}

/// Returns the files that an argument names.
fn files(argument: &Arg, matches: &ArgMatches) -> Vec<RunFile> {
    // Files of an unknown use count as written, so they must not be files of any other option.
    let (id, role) = (argument.get_id().as_str(), argument.role().unwrap_or(Role::Report));
    let name = argument.get_value_names().and_then(|names| names.first());
    let option = match (argument.get_short(), argument.get_long(), name) {
        (Some(short), ..) => format!("-{short}"),
        (None, Some(long), _) => format!("--{long}"),
        (None, None, name) => name.map(ToString::to_string).unwrap_or_default(),
    };
    let file = |path: &Path| RunFile {
        option: option.clone(),
        path: (!is_dash(path)).then(|| path.to_owned()),
        role,
    };
    // For an argument of another type, clap returns an error.
    let paths = matches.try_get_many::<PathBuf>(id).ok().flatten();
    let parts = matches.try_get_many::<PartArg>(id).ok().flatten();
    let parts = parts.into_iter().flatten().map(|part| &part.path);
    let masks = matches.try_get_many::<MaskArg>(id).ok().flatten();
    let masks = masks.into_iter().flatten().filter_map(|mask| mask.path.as_ref());
    paths.into_iter().flatten().chain(parts).chain(masks).map(|path| file(path)).collect()
}
