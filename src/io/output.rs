//! Where the answers go: a file that is nobody's before it is whole, a pipe, a device.
//!
//! A regular file is written beside its place under a temporary name, flushed and then renamed:
//! whoever reads the name sees the old file or all of the new one. It is not forced to the
//! disk: a run can be repeated, and waiting for the disk would cost more than the solving.

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
    place: Option<Place>,
}

/// The place of an output that is a file.
struct Place {
    /// What the file is to be called.
    path: PathBuf,
    /// What it is called meanwhile,
    temporary: PathBuf,
    /// and who removes it in the end, if it is not renamed.
    temp_files: TempFiles,
}

/// The temporary files of outputs, to be removed when the run is interrupted.
#[derive(Clone, Default)]
pub struct TempFiles(Arc<Mutex<Vec<TempPath>>>);

impl TempFiles {
    /// Removes the temporary files that there are now, and keeps any from being made or
    /// renamed as long as the guard lives: for a process that is about to end.
    pub fn abandon(&self) -> impl Sized + use<'_> {
        let mut files = self.lock();
        files.clear();
        files
    }

    /// The temporary file at `path`, if it is still there; nobody else removes it from now on.
    fn take(&self, path: &Path) -> Option<TempPath> {
        let mut files = self.lock();
        let at = files.iter().position(|file| file.as_ref() as &Path == path)?;
        Some(files.swap_remove(at))
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

    /// Any writer, named `name` in messages.
    pub fn writer(name: &str, writer: impl Write + Send + 'static) -> Self {
        Self { name: name.to_owned(), writer: Box::new(Uncompressed(writer)), place: None }
    }

    /// The file at `path`. What is there now stays until [`Output::finish`]; a device or a pipe
    /// is written directly. A file whose name ends in `.gz` or `.zst` is compressed. `temp_files` then knows the temporary file.
    ///
    /// # Errors
    /// When the folder is missing or may not be written to, or `path` is a folder.
    pub fn create(path: &Path, temp_files: &TempFiles) -> Result<Self> {
        let name = path.display().to_string();
        create(path, temp_files, &name).map_err(|reason| Error::writing(&name, reason))
    }

    /// The name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes all of `bytes`: to a pipe or a device at once, to a new file also with the next bytes, or at the end.
    ///
    /// # Errors
    /// With the system's reason, or as a closed pipe.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.writer.write_all(bytes).map_err(|reason| Error::writing(&self.name, reason))
    }

    /// Flushes, and puts the file in its place.
    ///
    /// # Errors
    /// With the system's reason; what was at the place is then still there.
    pub fn finish(mut self) -> Result<()> {
        let finished = self.writer.finish().and_then(|()| match &self.place {
            Some(place) => place.rename(),
            None => Ok(()),
        });
        finished.map_err(|reason| Error::writing(&self.name, reason))
    }
}

impl Place {
    fn rename(&self) -> io::Result<()> {
        match self.temp_files.take(&self.temporary) {
            Some(temporary) => temporary.persist(&self.path).map_err(|refused| refused.error),
            None => Err(io::ErrorKind::Interrupted.into()),
        }
    }
}

/// An output that is dropped before it is finished leaves nothing behind.
impl Drop for Output {
    fn drop(&mut self) {
        if let Some(place) = &self.place {
            drop(place.temp_files.take(&place.temporary));
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
    // Through a link to the file itself, so that the link stays one.
    let path = if old.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut files = temp_files.lock();
    let (file, temporary) = temporary(folder, old.map(|old| old.permissions()))?;
    let place = Place { temporary: temporary.to_path_buf(), temp_files: temp_files.clone(), path };
    files.push(temporary);
    drop(files);
    let writer = match codec {
        Some(codec) => codec.encode(file)?,
        None => Box::new(AlignedFile::new(file)),
    };
    Ok(Output { name: name.to_owned(), writer, place: Some(place) })
}

/// A temporary file in `folder` with the old file's permissions, or those of any new file.
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

/// The system's reason alone: tempfile adds the temporary name, which says nothing to a user,
/// and gives no way to the reason but its text.
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
    fn the_old_file_stays_until_the_new_one_is_whole() {
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
