//! Files that replace others when they are complete.
//!
//! ```text
//!                 during the run                             at the end
//! Linux           a file without a name (O_TMPFILE)          linked beside the target, then renamed
//! otherwise       .bulkdoku-<target>-<random>.part           renamed
//! ```
//!
//! Several files of a run replace their targets together, as nearly as a system can: all are complete, on the disk and named
//! before the first one is renamed, and an interruption waits while they are renamed.
//!
//! A file without a name vanishes with its process, even if the process is killed before the file is linked. All files are locked
//! as long as their process lives, so the next run to the same target recognizes and removes the files of a killed run.

mod replacing;
mod unnamed;

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, TempPath};

use crate::error::{Error, Result};
use replacing::{check_replaceable, rename};
use unnamed::{give_name, unnamed};

/// The temporary files of a run: unfinished outputs. An interruption removes them.
///
/// ```
/// use bulkdoku::generate::{GenerateJob, Recipe};
/// use bulkdoku::io::{Output, TempFiles};
///
/// let folder = tempfile::tempdir()?;
/// let (path, temp_files) = (folder.path().join("puzzles.txt"), TempFiles::default());
/// let job = GenerateJob::new(Recipe::default(), 0..10, Output::create(&path, &temp_files)?);
/// temp_files.give_up(); // usually on another thread, while the job runs
/// assert!(job.run().is_err());
/// assert_eq!(folder.path().read_dir()?.count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct TempFiles {
    registry: Arc<Mutex<Registry>>,
    /// Whether all files replace their targets together.
    is_together: bool,
}

#[derive(Default)]
struct Registry {
    /// The identifier of the next file.
    next: u64,
    /// The files that are being written, by their identifiers.
    files: BTreeMap<u64, TempFile>,
    /// The files that are complete and ready to replace their targets.
    complete: Vec<TempFile>,
    /// Whether the run was interrupted.
    is_abandoned: bool,
    /// Whether any file has replaced its target.
    has_replaced: bool,
}

/// A file that is to replace its target.
struct TempFile {
    /// A duplicate of the handle for writing. It keeps the lock.
    file: File,
    /// The name, which is removed on drop; `None` for a file without a name.
    name: Option<TempPath>,
    target: PathBuf,
}

/// The right to replace a file with a temporary one. Dropping it removes the temporary file.
pub(super) struct Replacement {
    id: u64,
    temp_files: TempFiles,
}

/// A guard for the end of an interrupted run: no temporary file is created or renamed while it lives.
#[cfg(any(test, feature = "cli"))]
pub(crate) struct Abandoned<'a>(MutexGuard<'a, Registry>);

#[cfg(any(test, feature = "cli"))]
impl Abandoned<'_> {
    /// Returns whether files replaced their targets before the interruption. All files that were finished together did so
    /// together.
    pub(crate) fn has_replaced(&self) -> bool {
        self.0.has_replaced
    }
}

impl TempFiles {
    /// Creates temporary files that replace their targets together: a finished output waits for [`replace_all`].
    ///
    /// ```
    /// use bulkdoku::generate::{GenerateJob, Recipe};
    /// use bulkdoku::io::{Output, TempFiles};
    ///
    /// let (folder, temp_files) = (tempfile::tempdir()?, TempFiles::together());
    /// for (name, lines) in [("train.txt", 0..90), ("test.txt", 90..100)] {
    ///     let output = Output::create(&folder.path().join(name), &temp_files)?;
    ///     GenerateJob::new(Recipe::default(), lines, output).run()?;
    /// }
    /// assert!(!folder.path().join("train.txt").exists());
    /// temp_files.replace_all()?;
    /// assert!(folder.path().join("train.txt").exists());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`replace_all`]: Self::replace_all
    pub fn together() -> Self {
        Self { is_together: true, ..Self::default() }
    }

    /// Removes the files of a run that the caller does not want to wait for. A file that is complete at this moment still replaces
    /// its target; the run cannot finish another output afterwards.
    pub fn give_up(&self) {
        self.lock().abandon();
    }

    /// Removes the existing temporary files. A process that is about to exit keeps the returned value until then.
    #[cfg(any(test, feature = "cli"))]
    pub(crate) fn abandon(&self) -> Abandoned<'_> {
        let mut registry = self.lock();
        registry.abandon();
        Abandoned(registry)
    }

    /// Removes the existing temporary files after a failed run. Finishing an output afterwards is an error.
    #[cfg(any(test, feature = "cli"))]
    pub(crate) fn discard(&self) {
        self.lock().discard();
    }

    /// Returns whether any file has replaced its target, or `None` while files are created or renamed.
    #[cfg(feature = "cli")]
    pub(crate) fn has_replaced(&self) -> Option<bool> {
        self.registry.try_lock().ok().map(|registry| registry.has_replaced)
    }

    /// Replaces the targets of all complete files, in the order in which they were finished.
    ///
    /// The steps that can run out of space come first: several files are synchronized to the disk, and all get names in the
    /// folders of their targets. No system replaces several files at once, so a later step can still fail.
    ///
    /// # Errors
    /// [`Error::Io`], also when the run was interrupted; all targets are then unchanged. [`Error::PartlyReplaced`] lists the
    /// replaced targets.
    pub fn replace_all(&self) -> Result<()> {
        self.synchronize()?;
        self.lock().replace_complete() // under the lock, so that an interruption waits
    }

    /// Synchronizes the complete files to the disk, if there are several.
    fn synchronize(&self) -> Result<()> {
        let registry = self.lock();
        let files = registry.complete.iter().filter(|_| registry.complete.len() > 1);
        let files: Vec<_> = files.map(|file| (file.file.try_clone(), file.target.clone())).collect();
        drop(registry); // an interruption does not wait for the disk
        files.into_iter().try_for_each(|(file, target)| {
            // On macOS the standard library uses F_FULLFSYNC, because fsync(2) leaves data in the cache of the drive.
            file.and_then(|file| file.sync_data()).map_err(|source| failed(&target, source))
        })
    }

    /// Creates an empty file that can replace `target`, with these permissions or the default ones.
    ///
    /// # Errors
    /// When the folder of `target` cannot be written to, or `target` exists and cannot be replaced.
    pub(super) fn create(
        &self,
        target: PathBuf,
        permissions: Option<Permissions>,
    ) -> io::Result<(File, Replacement)> {
        let mut registry = self.lock();
        remove_abandoned(&target);
        let (file, name) = match unnamed(folder_of(&target)) {
            Some(file) => (file, None),
            None => named(&target).map(|(file, name)| (file, Some(name)))?,
        };
        check_replaceable(&target, &file)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        if registry.files.is_empty() && registry.complete.is_empty() {
            registry.has_replaced = false; // these are the first files of a run
        }
        let id = registry.next;
        registry.next += 1;
        registry.files.insert(id, TempFile { file: file.try_clone()?, name, target });
        drop(registry);
        Ok((file, Replacement { id, temp_files: self.clone() }))
    }

    fn lock(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Registry {
    /// Removes the existing temporary files and prevents new ones.
    fn abandon(&mut self) {
        self.discard();
        self.is_abandoned = true;
    }

    fn discard(&mut self) {
        self.files.clear();
        self.complete.clear();
    }

    fn replace_complete(&mut self) -> Result<()> {
        let mut complete = std::mem::take(&mut self.complete);
        if self.is_abandoned {
            return Err(Error::writing("the output", io::ErrorKind::Interrupted.into()));
        }
        for TempFile { file, name, target } in &mut complete {
            if name.is_none() {
                *name = Some(give_name(file, target).map_err(|source| failed(target, source))?);
            }
        }
        let mut new = Vec::new();
        for TempFile { name, target, .. } in complete {
            match name.map_or(Ok(()), |name| rename(name, &target)) {
                Ok(()) => new.push(target),
                Err(source) if new.is_empty() => return Err(failed(&target, source)),
                Err(source) => {
                    let failed = target.display().to_string();
                    return Err(Error::PartlyReplaced { new, failed, source });
                }
            }
            self.has_replaced = true;
        }
        Ok(())
    }
}

fn failed(target: &Path, source: io::Error) -> Error {
    Error::writing(&target.display().to_string(), source)
}

impl Replacement {
    /// Replaces the targets of several complete files together, in this order, or leaves them to [`TempFiles::replace_all`] if
    /// the first one was created that way.
    ///
    /// # Errors
    /// As [`TempFiles::replace_all`].
    pub(super) fn replace(replacements: &[Self]) -> Result<()> {
        let Some(Self { temp_files, .. }) = replacements.first() else { return Ok(()) };
        let complete: Result<Vec<TempFile>> = replacements.iter().map(Self::take).collect();
        temp_files.lock().complete.extend(complete?);
        if temp_files.is_together { Ok(()) } else { temp_files.replace_all() }
    }

    /// Removes the file from those being written.
    fn take(&self) -> Result<TempFile> {
        let file = self.temp_files.lock().files.remove(&self.id);
        file.ok_or_else(|| Error::writing("the output", io::ErrorKind::Interrupted.into()))
    }

    /// Returns another handle to the file.
    ///
    /// # Errors
    /// When the system refuses, and when the run was interrupted.
    pub(super) fn file(&self) -> io::Result<File> {
        let registry = self.temp_files.lock();
        registry.files.get(&self.id).ok_or(io::ErrorKind::Interrupted)?.file.try_clone()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        drop(self.temp_files.lock().files.remove(&self.id));
    }
}

/// Creates a named temporary file for `target`.
fn named(target: &Path) -> io::Result<(File, TempPath)> {
    let prefix = prefix(target);
    let builder = builder(&prefix);
    loop {
        let (file, name) = builder.tempfile_in(folder_of(target)).map_err(without_path)?.into_parts();
        // Without locks in the file system, later runs cannot remove the file, and nothing else changes.
        let is_locked = file.lock().is_ok();
        // Another run may have removed the file before it was locked.
        if !is_locked || name.exists() {
            return Ok((file, name));
        }
    }
}

fn builder(prefix: &str) -> Builder<'_, '_> {
    let mut builder = Builder::new();
    builder.prefix(prefix).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // minus the umask
    builder
}

/// The end of the name of a temporary file.
const SUFFIX: &str = ".part";

/// Returns the beginning of the names of the temporary files for `target`: `.bulkdoku-` and an FNV-1a hash of its name.
fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().as_encoded_bytes();
    let hash = name.iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    format!(".bulkdoku-{hash:016x}-")
}

/// Removes the temporary files for `target` that no process locks.
fn remove_abandoned(target: &Path) {
    let Ok(entries) = fs::read_dir(folder_of(target)) else { return };
    let prefix = prefix(target);
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(prefix.as_bytes()) && name.ends_with(SUFFIX.as_bytes()) {
            remove_if_abandoned(&entry.path());
        }
    }
}

fn remove_if_abandoned(path: &Path) {
    let Ok(file) = File::options().read(true).write(true).open(path) else { return };
    if file.try_lock().is_ok() {
        // A failure leaves the file to a later run.
        let _ = fs::remove_file(path);
    }
}

/// Returns the folder that a path is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes the path of the temporary file, which means nothing to a user, from the text of an error of tempfile. The original
/// error of the system is not accessible.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((reason, _)) => io::Error::new(error.kind(), reason),
        None => error,
    }
}

#[cfg(test)]
mod tests;
