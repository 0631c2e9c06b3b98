//! A part of a text whose format is known.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::format::detect::Detected;
use crate::io::Input;
use crate::io::bytes::SharedBytes;

/// What is known about the whole text.
pub(super) struct Whole {
    pub(super) name: String,
    pub(super) format: Detected,
    /// The first bytes of the records.
    pub(super) head: Vec<u8>,
    pub(super) header_length: usize,
}

/// A part of a text.
pub(super) struct Part {
    pub(super) whole: Arc<Whole>,
    pub(super) bytes: SharedBytes,
    /// The number of lines before the part, unless it is the first one.
    pub(super) lines: Option<u64>,
}

impl Part {
    /// Opens the part, after the header of the text.
    pub(super) fn open(&self) -> Result<Input> {
        let Self { whole, bytes, lines } = self;
        match lines {
            None => Input::first_part(&whole.name, bytes.clone(), whole.header_length).ok_or_else(|| {
                Error::refused(format!("the first part of {} ends before its records", whole.name))
            }),
            Some(lines) => Ok(Input::part(&whole.name, bytes.clone(), &whole.head, *lines)),
        }
    }
}
