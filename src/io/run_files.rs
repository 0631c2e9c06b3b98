//! All files of a run and their uses: whether two paths lead to the same file, and whether data is lost if they do.
//!
//! | | input | reference | results | report |
//! |---|---|---|---|---|
//! | input, reference | fine, except for a stream | fine, except for a stream | | |
//! | results | fine: they replace the input when they are complete; refused if they go to a stream | refused | refused | |
//! | report | refused | refused | refused | refused |
//!
//! Two paths lead to the same file if they have the same device and inode. A symbolic link has those of its target, and
//! `/dev/stdout`, `/dev/fd/N` and `/proc/self/fd/N` have those of the open stream. A file that does not exist yet is identified
//! by its folder and name. Devices such as `/dev/null` may be used several times.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::io::device::is_device;
use crate::io::temp_files::folder_of;

/// The largest number of symbolic links to follow, as in Linux.
const MOST_LINKS: usize = 40;

/// The use of a file by a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The run reads its records.
    Input,
    /// The run reads it along with the input.
    Reference,
    /// The run writes the results to it. They may replace the input.
    Results,
    /// The run writes something else to it.
    Report,
}

/// A file of a run.
#[derive(Clone, Debug)]
pub struct RunFile {
    /// The option that names it, or its name in messages.
    pub option: String,
    /// Its path; `None` for the standard input or the standard output.
    pub path: Option<PathBuf>,
    /// Its use.
    pub role: Role,
}

/// Checks that no data is lost because two of these files are the same. Opens and creates nothing.
///
/// # Errors
/// When two files are the same, with the first such pair.
pub fn check(files: &[RunFile]) -> Result<()> {
    let places: Vec<Place> = files.iter().map(Place::of).collect();
    // Only places with a common name can be the same. Of several with the same use, only the first one is compared.
    let mut named: HashMap<Name<'_>, Vec<usize>> = HashMap::new();
    for (second, place) in places.iter().enumerate() {
        let same = place.names().filter_map(|name| named.get(&name)).flatten().copied();
        if let Some(first) = same.filter(|&first| places[first].loses(place)).min() {
            let mut both = [&files[first], &files[second]];
            both.sort_by_key(|file| file.role);
            return Err(Error::refused(what_is_lost(both)));
        }
        for name in place.names() {
            let others = named.entry(name).or_default();
            if !others.iter().any(|&other| places[other] == *place) {
                others.push(second);
            }
        }
    }
    Ok(())
}

/// Returns the number of the open file that a path leads to: 1 for `/dev/stdout` and for a link to it.
#[cfg(unix)]
pub(crate) fn descriptor(path: &Path) -> Option<u32> {
    let (open_files, process) = (fs::canonicalize("/dev/fd").ok()?, fs::canonicalize("/proc/self").ok());
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let folder = fs::canonicalize(folder_of(&path)).ok()?;
        let of_process =
            process.as_ref().is_some_and(|own| folder.starts_with(own) && folder.ends_with("fd"));
        if folder == open_files || of_process {
            return path.file_name()?.to_str()?.parse().ok();
        }
        path = folder.join(fs::read_link(&path).ok()?);
    }
    None
}

#[cfg(not(unix))]
pub(crate) fn descriptor(_: &Path) -> Option<u32> {
    None
}

/// The location and use of a file.
#[derive(PartialEq, Eq)]
struct Place {
    role: Role,
    /// The number of the open file that the path leads to.
    descriptor: Option<u32>,
    is_dash: bool,
    kind: Kind,
    /// `None` if the file cannot be created or examined, which is reported later.
    identity: Option<Identity>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    #[cfg(unix)]
    Pipe,
    Device,
}

/// What two places of the same file have in common.
#[derive(PartialEq, Eq, Hash)]
enum Name<'a> {
    Descriptor(u32),
    Identity(&'a Identity),
}

#[derive(PartialEq, Eq, Hash)]
enum Identity {
    #[cfg(unix)]
    Node { device: u64, inode: u64 },
    #[cfg(not(unix))]
    Canonical(PathBuf),
    /// The canonical path that a new file will have.
    New(PathBuf),
}

impl Place {
    fn of(file: &RunFile) -> Self {
        let RunFile { path, role, .. } = file;
        let is_read = *role <= Role::Reference;
        let metadata = match path {
            Some(path) => fs::metadata(path),
            None => standard_stream(is_read),
        };
        let descriptor = match path {
            Some(path) => descriptor(path),
            None => Some(u32::from(!is_read)),
        };
        let kind = metadata.as_ref().map_or(Kind::File, kind);
        let identity = match (metadata, path) {
            (Ok(metadata), path) => identity(&metadata, path.as_deref()),
            (Err(_), Some(path)) => new_file(path),
            (Err(_), None) => None,
        };
        Self { role: *role, descriptor, is_dash: path.is_none(), kind, identity }
    }

    fn names(&self) -> impl Iterator<Item = Name<'_>> {
        let descriptor = self.descriptor.map(Name::Descriptor);
        descriptor.into_iter().chain(self.identity.as_ref().map(Name::Identity))
    }

    /// Returns whether data is lost when a run uses both.
    fn loses(&self, other: &Self) -> bool {
        let is_one = self.identity.is_some() && self.identity == other.identity;
        let is_one_stream = self.descriptor.is_some() && self.descriptor == other.descriptor;
        let mut roles = [self.role, other.role];
        roles.sort();
        match roles {
            [_, Role::Input | Role::Reference] => match self.kind {
                Kind::File => self.is_dash && other.is_dash, // opened by name, a file is read independently
                #[cfg(unix)]
                Kind::Pipe => is_one || is_one_stream,
                Kind::Device => is_one_stream,
            },
            [Role::Input, Role::Results] => {
                let (input, results) = if self.role == Role::Input { (self, other) } else { (other, self) };
                // A file on standard input is read up to its length at the start.
                is_one && self.kind == Kind::File && !input.is_dash && results.descriptor.is_some()
            }
            [Role::Input | Role::Reference, _] => is_one && self.kind == Kind::File,
            _ => is_one_stream || is_one && self.kind != Kind::Device,
        }
    }
}

fn new_file(path: &Path) -> Option<Identity> {
    if is_device(path) {
        return None;
    }
    place_of_new(path).map(Identity::New)
}

/// Returns the canonical path that a new file will have. For a symbolic link, this is the path of the missing file that it leads
/// to.
pub(crate) fn place_of_new(path: &Path) -> Option<PathBuf> {
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

#[cfg(unix)]
fn kind(metadata: &Metadata) -> Kind {
    use std::os::unix::fs::FileTypeExt;
    match metadata.file_type() {
        kind if kind.is_file() => Kind::File,
        kind if kind.is_fifo() || kind.is_socket() => Kind::Pipe,
        _ => Kind::Device,
    }
}

#[cfg(not(unix))]
fn kind(metadata: &Metadata) -> Kind {
    if metadata.is_file() { Kind::File } else { Kind::Device }
}

#[cfg(unix)]
fn identity(metadata: &Metadata, _: Option<&Path>) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some(Identity::Node { device: metadata.dev(), inode: metadata.ino() })
}

#[cfg(not(unix))]
fn identity(_: &Metadata, path: Option<&Path>) -> Option<Identity> {
    Some(Identity::Canonical(fs::canonicalize(path?).ok()?))
}

#[cfg(unix)]
fn standard_stream(is_read: bool) -> io::Result<Metadata> {
    use std::os::fd::AsFd;
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let stream = if is_read { stdin.as_fd() } else { stdout.as_fd() };
    fs::File::from(stream.try_clone_to_owned()?).metadata()
}

#[cfg(not(unix))]
fn standard_stream(_: bool) -> io::Result<Metadata> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Explains the conflict when two names are the same file. The first one is named first, or only read.
fn what_is_lost([first, second]: [&RunFile; 2]) -> String {
    let (one, RunFile { option: other, path, role }) = (&first.option, second);
    match path {
        path if *role >= Role::Results && first.role <= Role::Reference && is_stream(path) => {
            format!("{other} writes to the file of {one} while it is read: name another one")
        }
        _ if *role <= Role::Reference => format!("{one} and {other} both read {}", stream(path, "input")),
        Some(path) if descriptor(path).is_none() => {
            format!("{other} {} is also the file of {one}: name another one", path.display())
        }
        path => format!("{one} and {other} both write to {}", stream(path, "output")),
    }
}

/// Returns whether the path leads to an open file.
fn is_stream(path: &Option<PathBuf>) -> bool {
    path.as_ref().is_none_or(|path| descriptor(path).is_some())
}

/// Returns the name of a stream that two options share, and what to do instead.
fn stream(path: &Option<PathBuf>, standard: &str) -> String {
    let other = path.as_ref().filter(|path| descriptor(path).is_none_or(|number| number > 1));
    let name = other.map_or(format!("standard {standard}"), |path| path.display().to_string());
    name + ": name a file for one"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &Path, role: Role) -> RunFile {
        RunFile { option: format!("{role:?}"), path: Some(path.to_owned()), role }
    }

    #[test]
    fn only_results_may_overwrite_a_file_of_the_run_which_is_their_input() {
        use Role::{Input, Reference, Report, Results};
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        fs::write(&old, "").unwrap();
        let again = |path: &Path| folder.path().join(".").join(path.file_name().unwrap());
        let roles = [Input, Reference, Results, Report];
        for (path, one, other) in [&old, &new]
            .into_iter()
            .flat_map(|path| roles.into_iter().flat_map(move |one| roles.map(|other| (path, one, other))))
        {
            let both_read = one <= Reference && other <= Reference;
            let is_fine = both_read || [one, other] == [Input, Results] || [one, other] == [Results, Input];
            let checked = check(&[file(path, one), file(&again(path), other)]);
            assert_eq!(checked.is_ok(), is_fine, "{one:?} {other:?}");
            assert!(check(&[file(path, one), file(&folder.path().join("other"), other)]).is_ok());
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_their_file_and_devices_may_be_shared() {
        let folder = tempfile::tempdir().unwrap();
        let [old, hard, soft] = ["old", "hard", "soft"].map(|name| folder.path().join(name));
        fs::write(&old, "").unwrap();
        fs::hard_link(&old, &hard).unwrap();
        std::os::unix::fs::symlink(&old, &soft).unwrap();
        for link in [hard, soft] {
            assert!(check(&[file(&old, Role::Input), file(&link, Role::Report)]).is_err());
        }
        let [new, to_new] = ["new", "to-new"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("new", &to_new).unwrap();
        assert!(check(&[file(&new, Role::Results), file(&to_new, Role::Report)]).is_err());
        let null = Path::new("/dev/null");
        assert!(
            check(&[file(null, Role::Input), file(null, Role::Results), file(null, Role::Report)]).is_ok()
        );
    }

    #[test]
    fn results_do_not_go_to_a_stream_that_is_the_input() {
        let stdout = RunFile { option: "-o".to_owned(), path: None, role: Role::Results };
        let mut places =
            [Role::Input, Role::Results].map(|role| Place::of(&RunFile { role, ..stdout.clone() }));
        for place in &mut places {
            (place.kind, place.identity) = (Kind::File, Some(Identity::New("file".into())));
        }
        let [mut input, results] = places;
        (input.descriptor, input.is_dash) = (None, false);
        assert!(input.loses(&results) && results.loses(&input));
        let by_name = Place { descriptor: None, ..results };
        assert!(!input.loses(&by_name), "a file of this name is replaced when the results are complete");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn names_of_open_files_lead_to_the_streams_and_not_to_their_files() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/dev/stdout", &link).unwrap();
        let names =
            ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/../dev/./stdout", "/proc/thread-self/fd/1"];
        for name in names.map(Path::new).into_iter().chain([link.as_path()]) {
            assert_eq!(descriptor(name), Some(1), "{}", name.display());
            let stdout = RunFile { option: "-o".to_owned(), path: None, role: Role::Results };
            assert!(check(&[stdout, file(name, Role::Report)]).is_err(), "{}", name.display());
        }
        assert_eq!(descriptor(Path::new("/dev/null")), None);
        assert_eq!(descriptor(folder.path()), None);
    }
}
