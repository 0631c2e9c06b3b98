//! The places of a row whose text is written later.

/// A column whose text a row replaces with another one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gap {
    pub(crate) column: usize,
    /// The number of bytes of the new text.
    pub(crate) length: usize,
    /// The offset of these bytes in the written row, or `None` if it does not have the column.
    pub(crate) at: Option<usize>,
}

impl Gap {
    /// Appends placeholder bytes for the new text.
    pub(super) fn open(&mut self, out: &mut Vec<u8>) {
        self.at = Some(out.len());
        out.resize(out.len() + self.length, b' ');
    }

    /// Appends placeholder bytes in quotes, or `null` if the new text is empty.
    pub(super) fn open_value(&mut self, out: &mut Vec<u8>) {
        if self.length == 0 {
            self.at = Some(out.len());
            return out.extend_from_slice(b"null");
        }
        out.push(b'"');
        self.open(out);
        out.push(b'"');
    }

    /// Copies `text`, which is as long as the gap, into the row.
    #[inline]
    pub(crate) fn fill(&self, row: &mut [u8], text: &[u8]) {
        if let Some(at) = self.at {
            row[at..at + text.len()].copy_from_slice(text);
        }
    }
}
