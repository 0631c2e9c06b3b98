//! Windows paths that name a device instead of a file: `NUL`, `CON`, `\\.\pipe\name`.
//!
//! `fs::metadata` fails for them, and a file cannot replace them. Reserved names differ between versions of Windows, so this
//! module asks the system: the full path of a device has the prefix `\\.\` (Microsoft Learn, "Naming Files, Paths, and
//! Namespaces").

use std::path::Path;

/// Returns whether the path names a Windows device. Unix devices are files that are not regular.
#[cfg(windows)]
pub(crate) fn is_device(path: &Path) -> bool {
    let full = std::path::absolute(path);
    full.is_ok_and(|full| full.as_os_str().as_encoded_bytes().starts_with(br"\\.\"))
}

#[cfg(not(windows))]
pub(crate) fn is_device(_: &Path) -> bool {
    false
}

#[cfg(all(test, windows))]
mod tests {
    use super::*;

    #[test]
    fn reserved_names_are_devices_and_other_names_are_files() {
        for device in ["NUL", "nul", "CON", r"\\.\pipe\answers", r"\\.\NUL"] {
            assert!(is_device(Path::new(device)), "{device}");
        }
        for file in ["null", "console.txt", r"C:\answers", r"a\b", r"\\?\C:\NUL.d\x"] {
            assert!(!is_device(Path::new(file)), "{file}");
        }
    }
}
