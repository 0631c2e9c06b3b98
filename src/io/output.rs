//! The destination of the answers: a file, a pipe or a device.
//!
//! Writes a regular file to a temporary file in the same folder and replaces the old file on success. Readers of the path
//! see either the old file or the complete new one. The data is not synchronized to the disk: a run can be repeated, and
//! waiting for the disk would take longer than solving.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::error::{Error, Result};
use crate::io::aligned_file::AlignedFile;
use crate::io::compression::{Codec, FinishWrite, Uncompressed};
use crate::io::device::is_device;
use crate::io::temp_files::Replacement;
pub use crate::io::temp_files::TempFiles;

/// An open output.
pub struct Output {
    name: String,
    writer: Box<dyn FinishWrite>,
    replacement: Option<Replacement>,
    /// Is everything written that belongs to the file?
    is_complete: bool,
}

impl Output {
    /// The standard output.
    pub fn stdout() -> Self {
        Self::writer("<stdout>", io::stdout())
    }

    /// Any writer; `name` is its name in messages.
    pub fn writer(name: &str, writer: impl Write + Send + 'static) -> Self {
        Self {
            name: name.to_owned(),
            writer: Box::new(Uncompressed(writer)),
            replacement: None,
            is_complete: false,
        }
    }

    /// The file at `path`, which is replaced by [`Output::finish`]. A device or a pipe is written directly. The data is
    /// compressed if the extension is `.gz` or `.zst`. The temporary file is added to `temp_files`.
    ///
    /// # Errors
    /// [`Error::Io`] when the folder does not exist or cannot be written to, or `path` is a folder or cannot be replaced.
    pub fn create(path: &Path, temp_files: &TempFiles) -> Result<Self> {
        let name = path.display().to_string();
        create(path, temp_files, &name).map_err(|source| Error::writing(&name, source))
    }

    /// The name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes all of `bytes`: to a pipe or a device immediately, to a file possibly together with later bytes.
    ///
    /// # Errors
    /// [`Error::Io`], or [`Error::ClosedPipe`].
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.writer.write_all(bytes).map_err(|source| Error::writing(&self.name, source))
    }

    /// Writes buffered bytes and what belongs at the end, so that [`finish`](Self::finish) has only the old file to
    /// replace. Nothing can be written after that.
    ///
    /// # Errors
    /// [`Error::Io`], or [`Error::ClosedPipe`]; the old file is then unchanged.
    pub fn complete(&mut self) -> Result<()> {
        if self.is_complete {
            return Ok(());
        }
        self.is_complete = true;
        self.writer.finish().map_err(|source| Error::writing(&self.name, source))
    }

    /// Writes buffered bytes and replaces the old file by the new one.
    ///
    /// # Errors
    /// [`Error::Io`], or [`Error::ClosedPipe`]; the old file is then unchanged.
    pub fn finish(mut self) -> Result<()> {
        self.complete()?;
        let replaced = self.replacement.as_ref().map_or(Ok(()), Replacement::replace);
        replaced.map_err(|source| Error::writing(&self.name, source))
    }
}

fn create(path: &Path, temp_files: &TempFiles, name: &str) -> io::Result<Output> {
    if is_device(path) {
        return Ok(Output::writer(name, OpenOptions::new().write(true).open(path)?));
    }
    let old = match fs::metadata(path) {
        Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(old) if !old.is_file() => {
            return Ok(Output::writer(name, OpenOptions::new().write(true).open(path)?));
        }
        old => old.ok(),
    };
    let codec = Codec::named(path);
    // A symbolic link is kept, and the file that it points to is replaced.
    let path = if old.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
    let (file, replacement) = temp_files.create(path, old.map(|old| old.permissions()))?;
    let writer = match codec {
        Some(codec) => codec.encode(file)?,
        None => Box::new(AlignedFile::new(file)),
    };
    Ok(Output { name: name.to_owned(), writer, replacement: Some(replacement), is_complete: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answers");
        fs::write(&path, "old").unwrap();
        let mut output = Output::create(&path, &TempFiles::default()).unwrap();
        output.write(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        output.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["answers"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (new, plain) = (folder.path().join("new"), folder.path().join("plain"));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        fs::write(&plain, "").unwrap();
        Output::create(&new, &TempFiles::default()).unwrap().finish().unwrap();
        assert_eq!(mode(&new), mode(&plain));
        fs::set_permissions(&plain, fs::Permissions::from_mode(0o640)).unwrap();
        Output::create(&plain, &TempFiles::default()).unwrap().finish().unwrap();
        assert_eq!(mode(&plain), 0o640);
    }
}
