//! Temporary files without a name, for data that does not fit in memory.

#[cfg(feature = "files")]
pub(crate) use std::fs::File;
use std::io;

use crate::error::{Error, Result};

/// Memory in place of a temporary file.
#[cfg(not(feature = "files"))]
pub(crate) type File = io::Cursor<Vec<u8>>;

/// Creates a temporary file without a name, which the system removes when it is closed.
///
/// # Errors
/// When it cannot be created in the folder of temporary files.
pub(crate) fn temporary_file() -> Result<File> {
    #[cfg(feature = "files")]
    return tempfile::tempfile().map_err(refused);
    #[cfg(not(feature = "files"))]
    Ok(File::default())
}

/// Returns the error of a temporary file.
pub(crate) fn refused(reason: io::Error) -> Error {
    let folder = std::env::temp_dir();
    let variable = if cfg!(windows) { "TMP" } else { "TMPDIR" };
    let name = format!("a temporary file in {} ({variable} names another folder)", folder.display());
    Error::writing(&name, reason)
}
