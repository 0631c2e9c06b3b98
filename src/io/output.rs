//! The destination of the answers: a file, a pipe or a device.
//!
//! Writes a regular file to a temporary file in the same directory and renames it on success. Readers of the path see
//! either the old file or the complete new one. The data is not synchronized to the disk: a run can be repeated, and
//! waiting for the disk would take longer than solving.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, TempPath};

use crate::error::{Error, Result};
use crate::io::aligned_file::AlignedFile;
use crate::io::compression::{Codec, FinishWrite, Uncompressed};

/// An open output.
pub struct Output {
    name: String,
    writer: Box<dyn FinishWrite>,
    target: Option<Target>,
}

/// The file that an output replaces.
struct Target {
    /// The path of the file.
    path: PathBuf,
    /// The path of the temporary file.
    temporary: PathBuf,
    /// The owner of the temporary file until it is renamed.
    temp_files: TempFiles,
}

/// The temporary files of a run, which are removed when the run is interrupted.
#[derive(Clone, Default)]
pub struct TempFiles(Arc<Mutex<Vec<TempPath>>>);

impl TempFiles {
    /// Removes the existing temporary files. No temporary file is created or renamed while the returned guard lives, so
    /// a process that is about to end holds it until the end.
    pub fn abandon(&self) -> impl Sized + use<'_> {
        let mut files = self.lock();
        files.clear();
        files
    }

    /// Hands over the temporary file at `path`, if it still exists.
    fn take(&self, path: &Path) -> Option<TempPath> {
        let mut files = self.lock();
        let index = files.iter().position(|file| file.as_ref() as &Path == path)?;
        Some(files.swap_remove(index))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<TempPath>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Output {
    /// The standard output.
    pub fn stdout() -> Self {
        Self::writer("<stdout>", io::stdout())
    }

    /// Any writer; `name` is its name in messages.
    pub fn writer(name: &str, writer: impl Write + Send + 'static) -> Self {
        Self { name: name.to_owned(), writer: Box::new(Uncompressed(writer)), target: None }
    }

    /// The file at `path`, which is replaced by [`Output::finish`]. A device or a pipe is written directly. The data is
    /// compressed if the extension is `.gz` or `.zst`. The temporary file is added to `temp_files`.
    ///
    /// # Errors
    /// [`Error::Io`] when the directory does not exist or cannot be written to, or `path` is a directory.
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

    /// Writes buffered bytes and renames the temporary file.
    ///
    /// # Errors
    /// [`Error::Io`], or [`Error::ClosedPipe`]; the old file is then unchanged.
    pub fn finish(mut self) -> Result<()> {
        let finished = self.writer.finish().and_then(|()| match &self.target {
            Some(target) => target.replace(),
            None => Ok(()),
        });
        finished.map_err(|source| Error::writing(&self.name, source))
    }
}

impl Target {
    fn replace(&self) -> io::Result<()> {
        match self.temp_files.take(&self.temporary) {
            Some(temporary) => temporary.persist(&self.path).map_err(|refused| refused.error),
            None => Err(io::ErrorKind::Interrupted.into()),
        }
    }
}

/// Removes the temporary file of an output that was not finished.
impl Drop for Output {
    fn drop(&mut self) {
        if let Some(target) = &self.target {
            drop(target.temp_files.take(&target.temporary));
        }
    }
}

fn create(path: &Path, temp_files: &TempFiles, name: &str) -> io::Result<Output> {
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
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut files = temp_files.lock();
    let (file, temporary) = temporary(folder, old.map(|old| old.permissions()))?;
    let target = Target { temporary: temporary.to_path_buf(), temp_files: temp_files.clone(), path };
    files.push(temporary);
    drop(files);
    let writer = match codec {
        Some(codec) => codec.encode(file)?,
        None => Box::new(AlignedFile::new(file)),
    };
    Ok(Output { name: name.to_owned(), writer, target: Some(target) })
}

/// Creates a temporary file in `folder` with these permissions, or those of any new file.
fn temporary(folder: &Path, permissions: Option<Permissions>) -> io::Result<(File, TempPath)> {
    let mut builder = Builder::new();
    builder.prefix(".bulkdoku-").suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask
    let (file, path) = builder.tempfile_in(folder).map_err(without_path)?.into_parts();
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    Ok((file, path))
}

/// Removes the path of the temporary file, which says nothing to a user, from the text of an error of tempfile. The
/// original error of the system is not accessible.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((reason, _)) => io::Error::new(error.kind(), reason),
        None => error,
    }
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

    #[test]
    fn an_output_that_is_dropped_or_abandoned_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answers");
        drop(Output::create(&path, &TempFiles::default()).unwrap());
        assert!(names(folder.path()).is_empty());
        let temp_files = TempFiles::default();
        let output = Output::create(&path, &temp_files).unwrap();
        assert_eq!(names(folder.path()).len(), 1);
        drop(temp_files.abandon());
        assert!(names(folder.path()).is_empty());
        drop(output);
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
        fs::set_permissions(&plain, Permissions::from_mode(0o640)).unwrap();
        Output::create(&plain, &TempFiles::default()).unwrap().finish().unwrap();
        assert_eq!(mode(&plain), 0o640);
    }
}
