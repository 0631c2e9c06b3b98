//! Creates the files of outputs.
//!
//! A regular file is written to a temporary file in the same folder, which replaces the old file on success. Readers of the path
//! see either the old file or the complete new one. A single file is not synchronized to the disk: a run can be repeated, and
//! waiting for the disk would take longer than solving. Several files that belong together are synchronized, so that a full or
//! failing disk is noticed before the first one is replaced.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use crate::error::{Error, Result};
use crate::io::aligned_file::AlignedFile;
use crate::io::compression::Codec;
use crate::io::device::is_device;
use crate::io::output::Output;
use crate::io::run_files::{descriptor, place_of_new};
use crate::io::temp_files::{Replacement, TempFiles};

impl Output {
    /// Opens the file at `path`, which a job replaces when the output is complete. A device, a pipe or an open file such as
    /// `/dev/stdout` is written directly. The data is compressed if the extension is `.gz` or `.zst`. The temporary file is one of
    /// `temp_files`, whose owner can end the run.
    ///
    /// # Errors
    /// [`Error::Io`] when the folder does not exist or cannot be written to, or `path` is a folder or cannot be replaced.
    pub fn create(path: &Path, temp_files: &TempFiles) -> Result<Self> {
        let name = path.display().to_string();
        create(path, temp_files, &name).map_err(|source| Error::writing(&name, source))
    }

    /// Opens the file at `path`, which a job replaces when the output is complete. A device, a pipe or an open file such as
    /// `/dev/stdout` is written directly. The data is compressed if the extension is `.gz` or `.zst`.
    ///
    /// # Errors
    /// [`Error::Io`] when the folder does not exist or cannot be written to, or `path` is a folder or cannot be replaced.
    ///
    /// ```
    /// use bulkdoku::generate::{GenerateJob, Recipe};
    /// use bulkdoku::io::Output;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("puzzles.txt");
    /// let output = Output::file(&path)?;
    /// assert!(!path.exists()); // it appears when it is complete
    /// GenerateJob::new(Recipe::default(), 0..10, output).run()?;
    /// assert_eq!(std::fs::read_to_string(&path)?.lines().count(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn file(path: impl AsRef<Path>) -> Result<Self> {
        Self::create(path.as_ref(), &TempFiles::default())
    }

    /// Returns a handle for reading the file once the output is complete, or `None` for a pipe or a device.
    pub(crate) fn handle(&self) -> Option<io::Result<File>> {
        self.replacement.as_ref().map(Replacement::file)
    }
}

fn create(path: &Path, temp_files: &TempFiles, name: &str) -> io::Result<Output> {
    let opened = |options: &mut OpenOptions| Ok(Output::writer(name, options.open(path)?));
    // An open file is written at its current position: a name such as /dev/stdout does not replace the file that it leads to.
    match descriptor(path) {
        Some(1) => return Ok(Output::writer(name, io::stdout())),
        Some(2) => return Ok(Output::writer(name, io::stderr())),
        Some(_) => return opened(OpenOptions::new().append(true)),
        None => {}
    }
    if is_device(path) {
        return opened(OpenOptions::new().write(true));
    }
    let old = match fs::metadata(path) {
        Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(old) if !old.is_file() => return opened(OpenOptions::new().write(true)),
        Ok(old) => Some(old),
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => None,
        Err(impossible) => return Err(impossible), // the name is too long, or has a file where a folder should be
    };
    if old.is_none() && !names_file(path) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let codec = Codec::named(path);
    // A symbolic link stays, and the file that it points to is replaced or created.
    let path = match old {
        Some(_) => fs::canonicalize(path)?,
        None if path.is_symlink() => place_of_new(path).ok_or(io::ErrorKind::NotFound)?,
        None => path.to_owned(),
    };
    let (file, replacement) = temp_files.create(path, old.map(|old| old.permissions()))?;
    let writer = match codec {
        Some(codec) => codec.encode(file)?,
        None => Box::new(AlignedFile::new(file)),
    };
    Ok(Output::new(name, writer, Some(replacement)))
}

/// Returns whether this can name a file. A path that ends in a separator, `.` or `..` names a folder.
fn names_file(path: &Path) -> bool {
    let name = path.file_name().map(OsStr::as_encoded_bytes);
    name.is_some_and(|name| path.as_os_str().as_encoded_bytes().ends_with(name))
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
    fn a_name_that_no_file_can_have_is_refused_before_anything_is_written() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("old"), "old").unwrap();
        for name in ["", "new/", "new/.", "new/..", "old/", "old/new", &"n".repeat(300)] {
            let path = if name.is_empty() { name.into() } else { folder.path().join(name) };
            let refused = Output::create(&path, &TempFiles::default()).err();
            assert!(refused.is_some(), "'{name}' is accepted");
        }
        assert_eq!(names(folder.path()), ["old"]);
    }

    #[cfg(unix)]
    #[test]
    fn the_file_that_a_symbolic_link_misses_is_made_and_the_link_stays() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let [first, second, file] = ["first", "second", "file"].map(|name| folder.path().join(name));
        symlink("second", &first).unwrap();
        symlink(&file, &second).unwrap();
        let mut output = Output::create(&first, &TempFiles::default()).unwrap();
        output.write(b"new").unwrap();
        output.finish().unwrap();
        assert!(first.is_symlink() && second.is_symlink() && !file.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        symlink("circle", folder.path().join("circle")).unwrap();
        assert!(Output::create(&folder.path().join("circle"), &TempFiles::default()).is_err());
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
