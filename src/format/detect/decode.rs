//! Step 1, decode: turns an input whose bytes are not one record after another as text into such text.
//!
//! Each encoding is recognized by the first bytes and decoded while it is read, as compressed files are by
//! [`Input`]. What is decoded is a text like any other: the later steps see nothing else.

use super::{FormatHint, RecordFormat};
use crate::error::Result;
use crate::io::Input;

/// Decodes `input` if need be.
///
/// # Errors
/// [`Error::Format`](crate::Error::Format) when the input is damaged or cannot be decoded, and [`Error::Io`](crate::Error::Io)
/// when it cannot be read.
pub(crate) fn decode(input: Input, hint: &FormatHint) -> Result<Input> {
    #[cfg(feature = "files")]
    if crate::io::npy::is_array(input.head()) {
        let values = match hint.format {
            Some(RecordFormat::Tokens) => crate::io::npy::Values::Tokens,
            _ => crate::io::npy::Values::Digits,
        };
        return input.decoded("a NumPy array", |array, name| crate::io::npy::decode(array, values, name));
    }
    Ok(input)
}
