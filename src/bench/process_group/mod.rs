//! A program and all processes that it starts, which end together.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::{ProcessGroup, begin, wait};
#[cfg(windows)]
pub(super) use windows::{ProcessGroup, begin, wait};
