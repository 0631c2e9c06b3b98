//! Temporary files without a name, for what does not fit in memory.

#[cfg(feature = "files")]
pub(crate) use std::fs::File;
use std::io;

use crate::error::{Error, Result};

/// Memory in the place of a temporary file.
#[cfg(not(feature = "files"))]
pub(crate) type File = io::Cursor<Vec<u8>>;

/// A temporary file without a name, which the system removes when it is closed.
///
/// # Errors
/// When the folder of temporary files does not take it.
pub(crate) fn temporary_file() -> Result<File> {
    #[cfg(feature = "files")]
    return tempfile::tempfile().map_err(refused);
    #[cfg(not(feature = "files"))]
    Ok(File::default())
}

/// The error of a temporary file.
pub(crate) fn refused(reason: io::Error) -> Error {
    let folder = std::env::temp_dir();
    let variable = if cfg!(windows) { "TMP" } else { "TMPDIR" };
    let name = format!("a temporary file in {} ({variable} names another folder)", folder.display());
    Error::writing(&name, reason)
}
