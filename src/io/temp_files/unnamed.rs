//! Files without a name, which vanish with their process. Only Linux has them: see `O_TMPFILE` in open(2), which also explains
//! how such a file gets a name. macOS has no such flag, and Windows would have to delete the file when it is closed.

use std::fs::File;
use std::io;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::path::PathBuf;

use tempfile::TempPath;

#[cfg(target_os = "linux")]
use super::{builder, folder_of, named, prefix};

/// Creates a file without a name in `folder`, if the system and the file system support it.
#[cfg(target_os = "linux")]
pub(super) fn unnamed(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = File::from(open(folder, flags, Mode::from(0o666)).ok()?); // minus the umask
    let _ = file.lock(); // between its link and its rename, other runs can see it
    // Without /proc the file could not be linked at the end.
    proc_path(&file).exists().then_some(file)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn unnamed(_: &Path) -> Option<File> {
    None
}

/// Returns a path that leads to an open file.
#[cfg(target_os = "linux")]
fn proc_path(file: &File) -> PathBuf {
    use std::os::fd::AsRawFd;
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// Gives a file without a name a temporary name beside `target`, or copies it if links are not permitted.
#[cfg(target_os = "linux")]
pub(super) fn give_name(mut file: &File, target: &Path) -> io::Result<TempPath> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::io::Seek;
    let source = proc_path(file);
    let link = |name: &Path| Ok(linkat(CWD, &source, CWD, name, AtFlags::SYMLINK_FOLLOW)?);
    if let Ok(linked) = builder(&prefix(target)).make_in(folder_of(target), link) {
        return Ok(linked.into_temp_path());
    }
    let (mut copy, name) = named(target)?;
    copy.set_permissions(file.metadata()?.permissions())?;
    file.rewind()?;
    io::copy(&mut file, &mut copy)?;
    Ok(name)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn give_name(_: &File, _: &Path) -> io::Result<TempPath> {
    Err(io::ErrorKind::Unsupported.into()) // every temporary file has a name
}
