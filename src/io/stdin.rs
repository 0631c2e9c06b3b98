//! Opens standard input.

use std::fs::File;
use std::io;

use super::open::ExactLength;
use crate::error::{Error, Result};
use crate::io::input::Input;

impl Input {
    /// Opens standard input.
    ///
    /// A regular file is read up to its current end: a run never reads results that it appends to its input.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read.
    pub(crate) fn stdin() -> Result<Self> {
        let name = "<stdin>".to_owned();
        match stdin_file() {
            Ok(Some((file, left))) => Self::stream(name, Box::new(ExactLength { file, left }), Some(left)),
            Ok(None) => Self::stream(name, Box::new(io::stdin()), None),
            Err(source) => Err(Error::reading(&name, source)),
        }
    }
}

/// Returns standard input as a regular file, if it is one, and the number of bytes from its current position to its end.
#[cfg(any(unix, windows))]
fn stdin_file() -> io::Result<Option<(File, u64)>> {
    use std::io::Seek;
    #[cfg(unix)]
    use std::os::fd::AsFd;
    #[cfg(windows)]
    use std::os::windows::io::AsHandle;
    #[cfg(unix)]
    let standard = io::stdin().as_fd().try_clone_to_owned();
    #[cfg(windows)]
    let standard = io::stdin().as_handle().try_clone_to_owned();
    let Ok(mut file) = standard.map(File::from) else { return Ok(None) };
    let Ok(metadata) = file.metadata() else { return Ok(None) }; // a pipe or a Windows console
    if !metadata.is_file() || metadata.len() == 0 {
        return Ok(None); // files without a length, as in /proc, are read to their end
    }
    let position = file.stream_position()?;
    Ok(Some((file, metadata.len().saturating_sub(position))))
}

#[cfg(not(any(unix, windows)))]
fn stdin_file() -> io::Result<Option<(File, u64)>> {
    Ok(None)
}
