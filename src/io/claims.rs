//! The claims of a run on files, so that it loses none because two paths lead to the same one.
//!
//! | | input | reference | results | report |
//! |---|---|---|---|---|
//! | input, reference | fine, except for standard input | fine, except for standard input | | |
//! | results | fine: they replace the input when they are complete; refused if they are appended to it | refused | refused | |
//! | report | refused | refused | refused | refused |
//!
//! Two paths lead to the same file if they have the same device and inode. A file that does not exist yet is known by its folder
//! and name. Pipes, and devices such as `/dev/null`, may be used several times.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Refusal, Result};
use crate::io::unfinished::folder_of;

/// The largest number of symbolic links to follow, as in Linux.
const MOST_LINKS: usize = 40;

/// The names of the standard streams in messages.
pub(super) const STANDARD_INPUT: &str = "standard input";
pub(super) const STANDARD_OUTPUT: &str = "standard output";

/// The use of a file by a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// The run reads its records.
    Input,
    /// The run reads it along with the input.
    Reference,
    /// The run writes the results to it. They may replace the input.
    Results,
    /// The run writes something else to it.
    Report,
}

/// The location of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    StandardInput,
    StandardOutput,
    #[cfg(unix)]
    Node {
        device: u64,
        inode: u64,
    },
    /// The path of a file that does not exist yet, or whose system has no numbers for files.
    Path(PathBuf),
}

/// The files that a run uses, with their names.
#[derive(Debug, Default)]
pub(super) struct Claims(Vec<(Place, Role, String)>);

impl Role {
    fn is_read(self) -> bool {
        self <= Self::Reference
    }

    /// Returns whether data is lost if a run uses one file in both ways.
    fn loses(self, other: Self) -> bool {
        let both_read = self.is_read() && other.is_read();
        !both_read && !matches!([self.min(other), self.max(other)], [Self::Input, Self::Results])
    }
}

impl Place {
    /// Returns the place of the file at `target`, a path without links, with this metadata if it exists.
    pub(super) fn of(target: &Path, metadata: Option<&Metadata>) -> Self {
        #[cfg(unix)]
        if let Some(metadata) = metadata {
            use std::os::unix::fs::MetadataExt;
            return Self::Node { device: metadata.dev(), inode: metadata.ino() };
        }
        let _ = metadata;
        Self::Path(target.to_owned())
    }
}

impl Claims {
    /// Claims the file called `name`.
    ///
    /// # Errors
    /// [`Refusal::SameFile`] when it is claimed for a use that excludes this one.
    pub(super) fn add(&mut self, place: Place, role: Role, name: &str) -> Result<()> {
        let is_stream = matches!(place, Place::StandardInput | Place::StandardOutput);
        let Some((_, first, other)) = self.0.iter_mut().find(|claim| claim.0 == place) else {
            self.0.push((place, role, name.to_owned()));
            return Ok(());
        };
        if is_stream {
            return Err(same_stream(role, name).into());
        }
        if first.loses(role) || is_appended(other, name) {
            return Err(same_file((*first, other), name).into());
        }
        if *first < role {
            (*first, *other) = (role, name.to_owned()); // the use that excludes more
        }
        Ok(())
    }

    /// Claims the file that a standard stream is redirected to. Only Unix tells which one that is.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub(super) fn add_open(&mut self, file: Option<File>, role: Role, name: &str) -> Result<()> {
        match file.and_then(|file| file.metadata().ok()).filter(Metadata::is_file) {
            Some(metadata) if cfg!(unix) => self.add(Place::of(Path::new(""), Some(&metadata)), role, name),
            _ => Ok(()),
        }
    }
}

/// Returns whether a run appends results to an input that it reads by name. Standard input is read up to its length at the start.
fn is_appended(one: &str, other: &str) -> bool {
    let names = [one, other];
    names.contains(&STANDARD_OUTPUT) && !names.contains(&STANDARD_INPUT)
}

/// Explains why a standard stream cannot be used twice.
fn same_stream(role: Role, name: &str) -> Refusal {
    let both = if role.is_read() { "two inputs both read" } else { "two outputs both write to" };
    Refusal::SameFile(format!("{both} {name}: name a file for one"))
}

/// Explains why a file cannot be used in both ways.
fn same_file((first, other): (Role, &str), name: &str) -> Refusal {
    let use_ = if first.is_read() { "reads" } else { "writes" };
    let alias = if other == name { String::new() } else { format!(" as {other}") };
    Refusal::SameFile(format!("{name}: the run also {use_} this file{alias}: name another one"))
}

/// Returns the path without links that `path` leads to, and the metadata of the file if it exists.
///
/// # Errors
/// When there can be no such file: its folder does not exist, its name is too long, or it has a file where a folder should be.
pub(super) fn resolve(path: &Path) -> io::Result<(PathBuf, Option<Metadata>)> {
    match fs::metadata(path) {
        Ok(metadata) => Ok((fs::canonicalize(path)?, Some(metadata))),
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => {
            Ok((place_of_new(path).ok_or(missing)?, None))
        }
        Err(impossible) => Err(impossible),
    }
}

/// Returns the path that a new file will have. For a symbolic link, this is the path of the missing file that it leads to.
fn place_of_new(path: &Path) -> Option<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        path = fs::canonicalize(folder_of(&path)).ok()?.join(path.file_name()?);
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => return Some(path),
        }
    }
    None
}

/// Returns the number of the open file that a path names: 1 for `/dev/stdout`.
#[cfg(unix)]
pub(crate) fn descriptor(path: &Path) -> Option<u32> {
    match path.to_str()? {
        "/dev/stdin" => Some(0),
        "/dev/stdout" => Some(1),
        "/dev/stderr" => Some(2),
        text => {
            ["/dev/fd/", "/proc/self/fd/"].iter().find_map(|folder| text.strip_prefix(folder))?.parse().ok()
        }
    }
}

#[cfg(not(unix))]
pub(crate) fn descriptor(_: &Path) -> Option<u32> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(path: &Path) -> Place {
        let (target, metadata) = resolve(path).unwrap();
        Place::of(&target, metadata.as_ref())
    }

    #[test]
    fn only_results_may_replace_a_file_of_the_run_which_is_their_input() {
        use Role::{Input, Reference, Report, Results};
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        fs::write(&old, "").unwrap();
        let roles = [Input, Reference, Results, Report];
        for (path, one, other) in [&old, &new]
            .into_iter()
            .flat_map(|path| roles.into_iter().flat_map(move |one| roles.map(|other| (path, one, other))))
        {
            let both_read = one <= Reference && other <= Reference;
            let is_fine = both_read || [one, other] == [Input, Results] || [one, other] == [Results, Input];
            let again = folder.path().join(".").join(path.file_name().unwrap());
            let mut claims = Claims::default();
            claims.add(place(path), one, "one").unwrap();
            assert_eq!(claims.add(place(&again), other, "other").is_ok(), is_fine, "{one:?} {other:?}");
            claims.add(place(&folder.path().join("third")), other, "third").unwrap();
        }
    }

    #[test]
    fn a_file_that_is_used_twice_is_refused_by_both_names() {
        let mut claims = Claims::default();
        let mut add = |role, name: &str| {
            let added = claims.add(Place::Path("file".into()), role, name);
            added.map_err(|error| error.to_string())
        };
        add(Role::Input, "in").unwrap();
        assert_eq!(
            add(Role::Report, "log").unwrap_err(),
            "log: the run also reads this file as in: name another one"
        );
        add(Role::Results, "out").unwrap();
        let refused = "in2: the run also writes this file as out: name another one";
        assert_eq!(add(Role::Reference, "in2").unwrap_err(), refused);
        assert_eq!(
            add(Role::Results, "out").unwrap_err(),
            "out: the run also writes this file: name another one"
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_their_file() {
        let folder = tempfile::tempdir().unwrap();
        let [old, hard, soft] = ["old", "hard", "soft"].map(|name| folder.path().join(name));
        fs::write(&old, "").unwrap();
        fs::hard_link(&old, &hard).unwrap();
        std::os::unix::fs::symlink(&old, &soft).unwrap();
        assert!(place(&old) == place(&hard) && place(&old) == place(&soft));
        let [new, to_new] = ["new", "to-new"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("new", &to_new).unwrap();
        assert_eq!(place(&new), place(&to_new));
        assert!(
            resolve(Path::new("no-such-file")).unwrap().0.is_absolute(),
            "a later chdir does not change it"
        );
        std::os::unix::fs::symlink("circle", folder.path().join("circle")).unwrap();
        assert!(resolve(&folder.path().join("circle")).is_err());
    }
}
