//! The files of a run: what it reads and writes, and its unfinished outputs.

use std::fs::{File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::{Error, Result};
use crate::io::claims::{Claims, Place, STANDARD_INPUT, STANDARD_OUTPUT, resolve};
pub(crate) use crate::io::claims::{Role, descriptor};
use crate::io::standard;
use crate::io::unfinished::Unfinished;

/// The files of one run. It refuses an output that is also another file of the run. An interruption removes unfinished outputs.
///
/// ```
/// use bulkdoku::generate::{GenerateJob, Recipe};
/// use bulkdoku::io::{Output, RunFiles};
///
/// let folder = tempfile::tempdir()?;
/// let (path, files) = (folder.path().join("puzzles.txt"), RunFiles::default());
/// let job = GenerateJob::new(Recipe::default(), 0..10, Output::create(&path, &files)?);
/// assert!(Output::create(&path, &files).is_err());
/// files.give_up(); // usually on another thread, while the job runs
/// assert!(job.run().is_err());
/// assert_eq!(folder.path().read_dir()?.count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct RunFiles(Arc<Mutex<Registry>>);

#[derive(Default)]
struct Registry {
    claims: Claims,
    /// The number of outputs of the run.
    outputs: usize,
    /// The unfinished files. Those that are complete or given up are `None`.
    unfinished: Vec<Option<Unfinished>>,
    /// Whether the run was interrupted.
    is_abandoned: bool,
    /// Whether any file has replaced its target.
    has_replaced: bool,
}

/// An output of a run. Dropping it removes its unfinished file.
pub(super) struct RunOutput {
    files: RunFiles,
    /// The index of the unfinished file; `None` for a pipe or a device.
    unfinished: Option<usize>,
}

/// A guard for the end of an interrupted run: no unfinished file is created or put in place while it lives.
pub(crate) struct Abandoned<'a>(MutexGuard<'a, Registry>);

impl Abandoned<'_> {
    /// Returns whether files replaced their targets before the interruption.
    pub(crate) fn has_replaced(&self) -> bool {
        self.0.has_replaced
    }
}

impl RunFiles {
    /// Removes the unfinished files of a run that the caller does not want to wait for. A file that is complete at this moment
    /// still replaces its target; the run cannot finish another output afterwards.
    pub fn give_up(&self) {
        self.lock().abandon();
    }

    /// Removes the unfinished files. A process that is about to exit keeps the returned value until then.
    pub(crate) fn abandon(&self) -> Abandoned<'_> {
        let mut registry = self.lock();
        registry.abandon();
        Abandoned(registry)
    }

    /// Claims a file that the run reads. Call this before opening it.
    ///
    /// # Errors
    /// [`Refusal::SameFile`](crate::error::Refusal::SameFile) when the run also writes it. A file that does not exist is no error.
    pub(crate) fn claim(&self, path: &Path, role: Role) -> Result<()> {
        if descriptor(path) == Some(0) {
            return self.claim_stdin();
        }
        match resolve(path) {
            Ok((target, Some(metadata))) if metadata.is_file() => {
                let name = path.display().to_string();
                self.lock().claims.add(Place::of(&target, Some(&metadata)), role, &name)
            }
            _ => Ok(()),
        }
    }

    /// Claims standard input.
    ///
    /// # Errors
    /// [`Refusal::SameFile`](crate::error::Refusal::SameFile) when the run already reads it.
    pub(crate) fn claim_stdin(&self) -> Result<()> {
        let mut registry = self.lock();
        registry.claims.add(Place::StandardInput, Role::Input, STANDARD_INPUT)?;
        registry.claims.add_open(standard::stdin(), Role::Input, STANDARD_INPUT)
    }

    /// Claims standard output.
    ///
    /// # Errors
    /// [`Refusal::SameFile`](crate::error::Refusal::SameFile) when the run already writes to it, or reads the file that it goes to.
    pub(super) fn claim_stdout(&self) -> Result<()> {
        let mut registry = self.lock();
        registry.claims.add(Place::StandardOutput, Role::Results, STANDARD_OUTPUT)?;
        registry.claims.add_open(standard::stdout(), Role::Results, STANDARD_OUTPUT)
    }

    /// Adds an output to the run.
    pub(super) fn output(&self, unfinished: Option<usize>) -> RunOutput {
        self.lock().outputs += 1;
        RunOutput { files: self.clone(), unfinished }
    }

    /// Claims the file at `target`, a path without links, and creates an empty file that can replace it, with the permissions of
    /// the old one or the default ones. `name` is its name in messages.
    ///
    /// # Errors
    /// When the file is also another one of the run, or its folder cannot be written to.
    pub(super) fn create(
        &self,
        target: PathBuf,
        old: Option<&std::fs::Metadata>,
        role: Role,
        name: &str,
    ) -> Result<(File, RunOutput)> {
        let failed = |source| Error::writing(name, source);
        let mut registry = self.lock();
        registry.claims.add(Place::of(&target, old), role, name)?;
        if registry.is_abandoned {
            return Err(failed(io::ErrorKind::Interrupted.into()));
        }
        let permissions: Option<Permissions> = old.map(std::fs::Metadata::permissions);
        let (file, unfinished) = Unfinished::create(target, permissions).map_err(failed)?;
        let index = registry.unfinished.len();
        registry.unfinished.push(Some(unfinished));
        drop(registry);
        Ok((file, self.output(Some(index))))
    }

    fn lock(&self) -> MutexGuard<'_, Registry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Registry {
    fn abandon(&mut self) {
        self.unfinished.fill_with(|| None);
        self.is_abandoned = true;
    }
}

impl RunOutput {
    /// Returns whether the run has other outputs.
    pub(super) fn has_others(&self) -> bool {
        self.files.lock().outputs > 1
    }

    /// Returns another handle to the unfinished file, or `None` for a pipe or a device.
    pub(super) fn handle(&self) -> Option<io::Result<File>> {
        let registry = self.files.lock();
        let file = registry.unfinished[self.unfinished?].as_ref();
        Some(file.ok_or(io::ErrorKind::Interrupted.into()).and_then(Unfinished::handle))
    }

    /// Replaces the targets of complete files, in this order. A file that cannot replace its target is kept under another name,
    /// and the others replace theirs.
    ///
    /// Several files are first synchronized to the disk, so that a failing disk is noticed while the old files still exist.
    ///
    /// # Errors
    /// [`Error::NotInPlace`], or [`Error::Io`] when the run was interrupted; all targets are then unchanged.
    pub(super) fn put_in_place(outputs: Vec<Self>) -> Result<()> {
        let outputs: Vec<Self> = outputs.into_iter().filter(|output| output.unfinished.is_some()).collect();
        let Some(Self { files, .. }) = outputs.first() else { return Ok(()) };
        let is_synchronized = |output: &Self| if outputs.len() > 1 { output.synchronize() } else { Ok(()) };
        let synchronized: Vec<io::Result<()>> = outputs.iter().map(is_synchronized).collect();
        let mut registry = files.lock(); // while files are renamed, an interruption waits
        let complete: Option<Vec<Unfinished>> =
            outputs.iter().map(|output| output.take(files, &mut registry)).collect();
        let Some(complete) = complete else {
            return Err(Error::writing("the output", io::ErrorKind::Interrupted.into()));
        };
        let (mut placed, mut kept) = (Vec::new(), Vec::new());
        for (file, synchronized) in complete.into_iter().zip(synchronized) {
            match file.put_in_place(synchronized) {
                Ok(target) => placed.push(target),
                Err(file) => kept.push(file),
            }
        }
        registry.has_replaced |= !placed.is_empty();
        if kept.is_empty() { Ok(()) } else { Err(Error::NotInPlace { kept, placed }) }
    }
}

impl RunOutput {
    /// Writes the file to the disk.
    fn synchronize(&self) -> io::Result<()> {
        // On macOS the standard library uses F_FULLFSYNC, because fsync(2) leaves data in the cache of the drive.
        self.handle().map_or(Ok(()), |file| file?.sync_data())
    }

    /// Takes the unfinished file from the locked `registry` of `files`, or from that of another run.
    fn take(&self, files: &RunFiles, registry: &mut Registry) -> Option<Unfinished> {
        let index = self.unfinished?;
        match Arc::ptr_eq(&self.files.0, &files.0) {
            true => registry.unfinished[index].take(),
            false => self.files.lock().unfinished[index].take(),
        }
    }
}

impl Drop for RunOutput {
    fn drop(&mut self) {
        if let Some(index) = self.unfinished {
            drop(self.files.lock().unfinished[index].take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::output::Output;
    use std::fs;
    use std::path::Path;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn output(path: &Path, files: &RunFiles, text: &[u8]) -> Output {
        let mut output = Output::create(path, files).unwrap();
        output.write(text).unwrap();
        output
    }

    #[test]
    fn an_abandoned_run_leaves_nothing_and_replaces_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["answers", "other"].map(|name| folder.path().join(name));
        let files = RunFiles::default();
        let late = output(&path, &files, b"new");
        drop(files.abandon());
        let refused = late.finish().unwrap_err();
        assert_eq!(refused.to_string(), "cannot write the output: operation interrupted");
        assert!(Output::create(&other, &files).is_err());
        assert!(names(folder.path()).is_empty());
        output(&path, &RunFiles::default(), b"new").finish().unwrap();
        assert_eq!(names(folder.path()), ["answers"], "the next run is not affected");
    }

    #[test]
    fn files_that_belong_together_are_replaced_after_all_are_complete() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["one", "two"].map(|name| folder.path().join(name));
        let files = RunFiles::default();
        let outputs: Vec<Output> = paths.iter().map(|path| output(path, &files, b"new")).collect();
        assert!(paths.iter().all(|path| !path.exists()));
        Output::finish_all(outputs).unwrap();
        assert!(paths.iter().all(|path| fs::read(path).unwrap() == b"new"));
        assert!(files.abandon().has_replaced());
    }

    #[test]
    fn one_bad_target_does_not_discard_the_other_files_and_each_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let paths = ["one", "two", "three"].map(|name| folder.join(name));
        let outputs = paths.iter().map(|path| output(path, &RunFiles::default(), b"new")).collect();
        fs::create_dir(&paths[1]).unwrap(); // which no file can replace
        let error = Output::finish_all(outputs).unwrap_err();
        let text = error.to_string();
        let Error::NotInPlace { kept, placed } = error else { panic!("{text}") };
        let kept = kept.into_iter().next().unwrap().kept.unwrap();
        assert_eq!((fs::read(&kept).unwrap(), placed.len()), (b"new".to_vec(), 2));
        assert!(
            [&kept, &paths[0], &paths[1], &paths[2]].iter().all(|path| text.contains(path.to_str().unwrap()))
        );
        assert_eq!(names(&folder), ["one", "three", "two", "two.finished"]);
    }
}
