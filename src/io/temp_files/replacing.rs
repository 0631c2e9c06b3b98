//! Replaces files, and finds out in advance which ones the system protects.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::TempPath;

#[cfg(unix)]
use super::folder_of;

/// Replaces `target` with a temporary file.
#[cfg(not(windows))]
pub(super) fn rename(name: TempPath, target: &Path) -> io::Result<()> {
    name.persist(target).map_err(|refused| refused.error)
}

/// Replaces `target` with a temporary file, even while another program reads it: unlike tempfile, the standard library replaces
/// an open file as POSIX does, if the file system can.
#[cfg(windows)]
pub(super) fn rename(name: TempPath, target: &Path) -> io::Result<()> {
    let name = name.keep()?; // no longer marked as temporary
    fs::rename(&name, target).inspect_err(|_| drop(fs::remove_file(&name)))
}

/// Checks before the run that `target` can be replaced after it; `file` is a new file in the same folder.
#[cfg(unix)]
pub(super) fn check_replaceable(target: &Path, file: &File) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let Ok(old) = fs::symlink_metadata(target) else { return Ok(()) };
    let (folder, user) = (fs::metadata(folder_of(target))?, file.metadata()?.uid());
    if is_protected(folder.mode(), &[folder.uid(), old.uid()], user) {
        let reason = "it belongs to another user, and the folder is sticky, so it cannot be replaced";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
    }
    check_attributes(target)
}

/// Checks the same on Windows, which replaces neither a read-only file nor one that another program has open without sharing it
/// for deletion.
#[cfg(windows)]
pub(super) fn check_replaceable(target: &Path, _: &File) -> io::Result<()> {
    use std::os::windows::fs::OpenOptionsExt;
    const DELETE: u32 = 0x0001_0000; // the access right needed to replace it
    const SHARING_VIOLATION: Option<i32> = Some(32);
    let refused = |reason| Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
    let Ok(old) = fs::metadata(target) else { return Ok(()) };
    if old.permissions().readonly() {
        return refused("it is read-only, so it cannot be replaced");
    }
    match File::options().access_mode(DELETE).open(target) {
        Err(reason) if reason.raw_os_error() == SHARING_VIOLATION => {
            refused("another program has it open, so it cannot be replaced")
        }
        opened => opened.map(drop),
    }
}

#[cfg(not(any(unix, windows)))]
pub(super) fn check_replaceable(_: &Path, _: &File) -> io::Result<()> {
    Ok(())
}

/// Returns whether the sticky bit prevents `user` from replacing a file with these owners of folder and file.
#[cfg(unix)]
fn is_protected(folder_mode: u32, owners: &[u32], user: u32) -> bool {
    const STICKY: u32 = 0o1000;
    const ROOT: u32 = 0;
    folder_mode & STICKY != 0 && user != ROOT && !owners.contains(&user)
}

/// Refuses immutable files and mount points.
#[cfg(target_os = "linux")]
fn check_attributes(target: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, statx};
    let Ok(found) = statx(CWD, target, AtFlags::SYMLINK_NOFOLLOW, StatxFlags::BASIC_STATS) else {
        return Ok(()); // an old kernel
    };
    let has = |attribute| found.stx_attributes.contains(attribute);
    let (kind, reason) = if has(StatxAttributes::MOUNT_ROOT) {
        (io::ErrorKind::ResourceBusy, "it is a mount point, so it cannot be replaced")
    } else if has(StatxAttributes::IMMUTABLE) || has(StatxAttributes::APPEND) {
        (io::ErrorKind::PermissionDenied, "it is immutable or append-only, so it cannot be replaced")
    } else {
        return Ok(());
    };
    Err(io::Error::new(kind, reason))
}

#[cfg(all(unix, not(target_os = "linux")))]
fn check_attributes(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::is_protected;

    #[test]
    fn the_sticky_bit_protects_the_files_of_others_from_all_but_root_and_the_owner_of_the_folder() {
        assert!(is_protected(0o41777, &[0, 1000], 1001));
        assert!(!is_protected(0o41777, &[0, 1000], 1000));
        assert!(!is_protected(0o41777, &[1001, 1000], 1001));
        assert!(!is_protected(0o41777, &[0, 1000], 0));
        assert!(!is_protected(0o40777, &[0, 1000], 1001));
    }
}
