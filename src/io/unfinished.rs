//! A file that is written beside its target, and replaces it when it is complete.
//!
//! ```text
//! during the run       .answers.txt.x3Zq9a.bulkdoku    locked by the run
//! complete             answers.txt                     renamed
//! if that fails        answers.txt.finished            renamed
//! if that fails, too   .answers.txt.x3Zq9a.bulkdoku    left as it is, but read-only
//! without the folder   answers.txt.finished-x3Zq9a     copied to the folder of temporary files
//! ```
//!
//! A run that is killed leaves its file. The next run to the same target removes it, because no process locks it; a read-only one
//! is complete and stays.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Permissions};
use std::io::{self, Seek};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use crate::error::KeptFile;

/// The end of the name of an unfinished file.
const SUFFIX: &str = ".bulkdoku";

/// The length of the random part of the name.
const RANDOM: usize = 6;

/// The number of characters of the target's name that the name begins with, so that it is not too long.
const NAME: usize = 50;

/// The largest number of finished files of the same name.
const MOST_FINISHED: u32 = 1000;

/// A file that is to replace its target. It is removed on drop.
pub(super) struct Unfinished {
    /// A duplicate of the handle for writing. It keeps the lock.
    file: File,
    path: TempPath,
    target: PathBuf,
}

impl Unfinished {
    /// Creates an empty file that can replace `target`, an absolute path, with these permissions or the default ones. Removes what
    /// killed runs left.
    ///
    /// # Errors
    /// When the folder of `target` cannot be written to.
    pub(super) fn create(target: PathBuf, permissions: Option<Permissions>) -> io::Result<(File, Self)> {
        remove_abandoned(&target);
        let (file, path) = create(&target)?;
        let unfinished = Self { file: file.try_clone()?, path, target };
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        Ok((file, unfinished))
    }

    /// Returns another handle to the file.
    ///
    /// # Errors
    /// When the system refuses.
    pub(super) fn handle(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Replaces the target with the complete file, if it was `synchronized`, and returns the target.
    ///
    /// # Errors
    /// When that fails. The file is then kept under another name.
    pub(super) fn put_in_place(self, synchronized: io::Result<()>) -> Result<PathBuf, KeptFile> {
        let Self { file, mut path, target } = self;
        // Unlike tempfile, the standard library replaces an open file on Windows as POSIX does, if the file system can.
        match synchronized.and_then(|()| fs::rename(&path, &target)) {
            Ok(()) => {
                path.disable_cleanup(true);
                Ok(without_prefix(target))
            }
            Err(reason) => {
                let kept = keep(&file, path, &target).map(without_prefix);
                Err(KeptFile { target: without_prefix(target), kept, reason })
            }
        }
    }
}

/// Keeps a complete file under another name, and returns its path.
fn keep(file: &File, mut path: TempPath, target: &Path) -> io::Result<PathBuf> {
    let numbers = (2..=MOST_FINISHED).map(|number| format!(".finished-{number}"));
    for suffix in std::iter::once(".finished".to_owned()).chain(numbers) {
        let finished = with_suffix(target, &suffix);
        match path.persist_noclobber(&finished) {
            Ok(()) => return Ok(finished),
            Err(refused) => path = refused.path,
        }
        if !finished.exists() {
            break; // another name would not help
        }
    }
    if !path.exists() {
        return copy(file, target);
    }
    path.disable_cleanup(true);
    let mut permissions = file.metadata()?.permissions();
    permissions.set_readonly(true);
    // Without modes in the file system, the next run to the same target removes the file.
    let _ = file.set_permissions(permissions);
    Ok(path.to_path_buf())
}

/// Copies a complete file whose name is gone to the folder of temporary files.
fn copy(mut file: &File, target: &Path) -> io::Result<PathBuf> {
    let mut prefix = target.file_name().unwrap_or_default().to_owned();
    prefix.push(".finished-");
    let mut copy = Builder::new().prefix(&prefix).tempfile()?;
    file.rewind()?;
    io::copy(&mut file, &mut copy)?;
    copy.as_file().set_permissions(file.metadata()?.permissions())?;
    Ok(copy.keep().map_err(|refused| refused.error)?.1)
}

/// Creates a file beside `target`, and locks it.
fn create(target: &Path) -> io::Result<(File, TempPath)> {
    let prefix = prefix(target);
    let mut builder = Builder::new();
    builder.prefix(&prefix).rand_bytes(RANDOM).suffix(SUFFIX);
    let create = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
    loop {
        let (file, path) = builder.make_in(folder_of(target), create)?.into_parts();
        // Without locks in the file system, later runs cannot remove the file, and nothing else changes.
        let is_locked = file.lock().is_ok();
        // Another run may have removed the file before it was locked.
        if !is_locked || path.exists() {
            return Ok((file, path));
        }
    }
}

/// Returns the beginning of the names of the unfinished files for `target`.
fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    format!(".{}.", name.chars().take(NAME).collect::<String>())
}

/// Removes the unfinished files for `target` that no process locks.
fn remove_abandoned(target: &Path) {
    let Ok(entries) = fs::read_dir(folder_of(target)) else { return };
    let prefix = prefix(target);
    for entry in entries.flatten() {
        if random_part(&entry.file_name(), &prefix).is_some_and(|random| random.len() == RANDOM) {
            remove_if_abandoned(&entry.path());
        }
    }
}

/// Returns the random part of the name of an unfinished file.
fn random_part<'a>(name: &'a OsStr, prefix: &str) -> Option<&'a str> {
    name.to_str()?.strip_prefix(prefix)?.strip_suffix(SUFFIX)
}

fn remove_if_abandoned(path: &Path) {
    let Ok(file) = File::options().read(true).write(true).open(path) else { return };
    let is_complete = file.metadata().is_ok_and(|about| about.permissions().readonly());
    if !is_complete && file.try_lock().is_ok() {
        // A failure leaves the file to a later run.
        let _ = fs::remove_file(path);
    }
}

/// Returns the folder that a path is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Returns a path as users write it: on Windows, a canonical path has a prefix.
fn without_prefix(path: PathBuf) -> PathBuf {
    let plain =
        path.to_str().and_then(|text| text.strip_prefix(r"\\?\")).filter(|text| text.get(1..2) == Some(":"));
    plain.map(PathBuf::from).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn complete(target: &Path, text: &[u8]) -> Unfinished {
        let (mut file, unfinished) = Unfinished::create(target.to_owned(), None).unwrap();
        file.write_all(text).unwrap();
        unfinished
    }

    #[test]
    fn a_file_is_removed_by_the_next_run_only_if_its_process_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let [target, other] = ["answers", "answers.gz"].map(|name| folder.path().join(name));
        let (living, others) = (complete(&target, b""), complete(&other, b""));
        let mut killed = complete(&target, b"");
        assert_eq!(names(folder.path()).len(), 3);
        killed.path.disable_cleanup(true);
        drop(killed); // as if the process had been killed
        drop(complete(&target, b""));
        assert_eq!(names(folder.path()).len(), 2);
        assert!(living.path.exists() && others.path.exists());
    }

    #[test]
    fn a_complete_file_whose_target_is_a_folder_is_kept_beside_it_and_never_replaces_another_kept_one() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("answers");
        let [one, two] = ["one", "two"].map(|text| complete(&target, text.as_bytes()));
        fs::create_dir(&target).unwrap();
        for (file, name, text) in [(one, "answers.finished", "one"), (two, "answers.finished-2", "two")] {
            let KeptFile { kept, target: named, .. } = file.put_in_place(Ok(())).unwrap_err();
            assert_eq!((kept.unwrap(), named), (folder.path().join(name), target.clone()));
            assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["answers", "answers.finished", "answers.finished-2"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_complete_file_whose_folder_is_gone_is_copied_to_the_folder_of_temporary_files() {
        let folder = tempfile::tempdir().unwrap();
        let file = complete(&folder.path().join("answers"), b"text");
        folder.close().unwrap();
        let kept = file.put_in_place(Ok(())).unwrap_err().kept.unwrap();
        assert_eq!(fs::read(&kept).unwrap(), b"text");
        assert!(
            kept.starts_with(std::env::temp_dir()) && kept.to_string_lossy().contains("answers.finished-")
        );
        fs::remove_file(kept).unwrap();
    }

    #[test]
    fn a_complete_file_that_cannot_be_renamed_is_kept_from_the_next_run() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("n".repeat(250)); // with a suffix, the name is too long
        let file = complete(&target, b"text");
        fs::create_dir(&target).unwrap();
        let kept = file.put_in_place(Ok(())).unwrap_err().kept.unwrap();
        fs::remove_dir(&target).unwrap();
        drop(complete(&target, b""));
        assert_eq!(fs::read(&kept).unwrap(), b"text");
        assert_eq!(names(folder.path()).len(), 1);
        let mut permissions = fs::metadata(&kept).unwrap().permissions();
        #[allow(clippy::permissions_set_readonly_false, reason = "so that the folder can be removed")]
        permissions.set_readonly(false);
        fs::set_permissions(&kept, permissions).unwrap();
    }

    #[test]
    fn a_dropped_file_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        drop(complete(&folder.path().join("answers"), b"text"));
        assert!(names(folder.path()).is_empty());
    }
}
