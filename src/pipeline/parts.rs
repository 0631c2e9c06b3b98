//! Texts that are processed in parts.

use std::sync::Arc;

use super::RecordSource;
use super::text_part::{Part, Whole};
use crate::board::notation::Notation;
use crate::error::{Error, Result};
use crate::format::detect::open_undecoded;
use crate::io::Input;
use crate::io::bytes::SharedBytes;

/// The format of a text that is processed in parts: one that arrives bit by bit, or is divided among the workers of a web page.
///
/// Every part is a [`RecordSource`], for any job. The outputs of the jobs, one after another, are the output for the whole text:
/// only the first one has a header, and lines are counted from the beginning of the text.
///
/// ```
/// use bulkdoku::SolveJob;
/// use bulkdoku::format::RowFormat;
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::TextParts;
///
/// let text = "id,given\n7,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n8,none\n";
/// let parts = TextParts::detect("upload", text.as_bytes())?.ok_or("must be read as a whole")?;
/// let header = parts.header_length();
/// let cut = header + parts.cut(text[header..].as_bytes()).ok_or("no whole record")?;
/// let lines = text[..cut].matches('\n').count() as u64;
///
/// let results = OutputBuffer::default();
/// for part in [parts.first(text[..cut].to_owned()), parts.later(text[cut..].to_owned(), lines)] {
///     SolveJob::new(part, results.output("results")).rows(RowFormat::Csv).run()?;
/// }
/// let results = String::from_utf8(results.take())?;
/// assert!(results.starts_with("id,given,solution,verdict,solutions,guesses\n7,53..7"));
/// assert!(results.ends_with("\n8,none,,malformed,0,0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct TextParts(Arc<Whole>);

impl TextParts {
    /// Detects the format of a text that begins with `start`; `name` is the name of the text in messages. `start` should be the
    /// whole text, or at least 64 KiB and two lines of it. Copies at most 2 MiB of it. Returns `None` if the text must be decoded as
    /// a whole, such as a JSON document: run a job over [all of it](RecordSource::bytes).
    ///
    /// # Errors
    /// [`Error::Format`] if no line matches a format; [`Error::Refused`] if the text is compressed.
    pub fn detect(name: &str, start: &[u8]) -> Result<Option<Self>> {
        let input = Input::bytes(name, start.to_vec())?;
        if input.length().is_none() {
            return Err(Error::refused(format!("{name} is compressed: decompress it before it is divided")));
        }
        let Some((input, format)) = open_undecoded(input)? else { return Ok(None) };
        let (head, header_length) = (input.head().to_vec(), input.preamble().len());
        Ok(Some(Self(Arc::new(Whole { name: name.to_owned(), format, head, header_length }))))
    }

    /// Describes the format in words.
    pub fn read_as(&self) -> String {
        self.0.format.to_string()
    }

    /// Returns how the puzzles are written.
    pub fn notation(&self) -> Notation {
        self.0.format.reader.notation()
    }

    /// Returns the number of bytes of the header, with which the first part begins.
    pub fn header_length(&self) -> usize {
        self.0.header_length
    }

    /// Returns the number of bytes of the whole records at the beginning of `text`, or `None` if not even the first one is known
    /// to be whole. `text` must begin with a record, so not with the header.
    pub fn cut(&self, text: &[u8]) -> Option<usize> {
        self.0.format.reader.cut(text)
    }

    /// Returns the source of the first part: the header and some records. It is read in place.
    pub fn first(&self, bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> RecordSource {
        self.part(SharedBytes::new(bytes), None)
    }

    /// Returns the source of a part that begins between two records, after `lines` lines of the text. It is read in place.
    pub fn later(&self, bytes: impl AsRef<[u8]> + Send + Sync + 'static, lines: u64) -> RecordSource {
        self.part(SharedBytes::new(bytes), Some(lines))
    }

    fn part(&self, bytes: SharedBytes, lines: Option<u64>) -> RecordSource {
        RecordSource::of_part(&self.0.name, Part { whole: Arc::clone(&self.0), bytes, lines })
    }
}
