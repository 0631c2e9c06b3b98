//! Creates the files of outputs.
//!
//! A regular file is written beside its target, which it replaces on success. Readers of the path see either the old file or the
//! complete new one. A single file is not synchronized to the disk: a run can be repeated, and waiting for the disk would take
//! longer than solving. Several files that belong together are synchronized, so that a full or failing disk is noticed before the
//! first one is replaced.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use crate::error::{Error, Result};
use crate::io::aligned_file::AlignedFile;
use crate::io::claims::{Role, descriptor, resolve};
use crate::io::compression::Codec;
use crate::io::device::is_device;
use crate::io::output::Output;
use crate::io::run_files::{RunFiles, RunOutput};

impl Output {
    /// Opens the file at `path`, which a job replaces when the output is complete. A device, a pipe or an open file such as
    /// `/dev/stdout` is written directly. The data is compressed if the extension is `.gz` or `.zst`. The file is one of `files`,
    /// whose owner can end the run. A relative path means the place that it leads to now.
    ///
    /// # Errors
    /// [`Error::Io`] when the folder does not exist or cannot be written to, or `path` is a folder, and [`Error::Refused`] when the
    /// file is already one of `files`.
    pub fn create(path: &Path, files: &RunFiles) -> Result<Self> {
        Self::create_as(Role::Results, path, files)
    }

    /// Does the same as [`create`](Self::create) for this use of the file.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub(crate) fn create_as(role: Role, path: &Path, files: &RunFiles) -> Result<Self> {
        let name = path.display().to_string();
        let failed = |source| Error::writing(&name, source);
        if descriptor(path) == Some(1) {
            return files.stdout();
        }
        if let Some(stream) = open_stream(path, &name).map_err(failed)? {
            return Ok(stream.of_run(files.output(None)));
        }
        let (target, old) = resolve(path).map_err(failed)?;
        if !old.as_ref().map_or(names_file(path), |old| !old.is_dir()) {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        let (file, of_run) = files.create(target, old.as_ref(), role, &name)?;
        let writer = match Codec::named(path) {
            Some(codec) => codec.encode(file).map_err(failed)?,
            None => Box::new(AlignedFile::new(file)),
        };
        Ok(Self::new(&name, writer).of_run(of_run))
    }

    /// Opens the file at `path`, which a job replaces when the output is complete. A device, a pipe or an open file such as
    /// `/dev/stdout` is written directly. The data is compressed if the extension is `.gz` or `.zst`. A relative path means the
    /// place that it leads to now.
    ///
    /// # Errors
    /// [`Error::Io`] when the folder does not exist or cannot be written to, or `path` is a folder.
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
        Self::create(path.as_ref(), &RunFiles::default())
    }

    /// Returns a handle for reading the file once the output is complete, or `None` for a pipe or a device.
    pub(crate) fn handle(&self) -> Option<io::Result<File>> {
        self.of_run.as_ref().and_then(RunOutput::handle)
    }
}

impl RunFiles {
    /// Claims standard output, and returns it.
    ///
    /// # Errors
    /// [`Error::Refused`] when the run already writes to it, or reads the file that it goes to.
    pub(crate) fn stdout(&self) -> Result<Output> {
        self.claim_stdout()?;
        Ok(Output::stdout().of_run(self.output(None)))
    }
}

/// Opens a pipe, a device, or an open file, which is written at its current position: a name such as /dev/stderr does not replace
/// the file that it leads to. Returns `None` for the path of any other file.
fn open_stream(path: &Path, name: &str) -> io::Result<Option<Output>> {
    let opened = |options: &mut OpenOptions| Ok(Some(Output::writer(name, options.open(path)?)));
    let is_special = || path.metadata().is_ok_and(|about| !about.is_file() && !about.is_dir());
    match descriptor(path) {
        Some(2) => Ok(Some(Output::writer(name, io::stderr()))),
        Some(_) => opened(OpenOptions::new().append(true)),
        None if is_device(path) || is_special() => opened(OpenOptions::new().write(true)),
        None => Ok(None),
    }
}

/// Returns whether this can name a file. A path that ends in a separator, `.` or `..` names a folder.
fn names_file(path: &Path) -> bool {
    let name = path.file_name().map(OsStr::as_encoded_bytes);
    name.is_some_and(|name| path.as_os_str().as_encoded_bytes().ends_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answers");
        fs::write(&path, "old").unwrap();
        let mut output = Output::create(&path, &RunFiles::default()).unwrap();
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
            let refused = Output::create(&path, &RunFiles::default()).err();
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
        let mut output = Output::create(&first, &RunFiles::default()).unwrap();
        output.write(b"new").unwrap();
        output.finish().unwrap();
        assert!(first.is_symlink() && second.is_symlink() && !file.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (new, plain) = (folder.path().join("new"), folder.path().join("plain"));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        fs::write(&plain, "").unwrap();
        Output::create(&new, &RunFiles::default()).unwrap().finish().unwrap();
        assert_eq!(mode(&new), mode(&plain));
        fs::set_permissions(&plain, fs::Permissions::from_mode(0o640)).unwrap();
        Output::create(&plain, &RunFiles::default()).unwrap().finish().unwrap();
        assert_eq!(mode(&plain), 0o640);
    }
}
