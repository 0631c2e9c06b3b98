//! The output formats by name.

use std::path::Path;
use std::sync::Arc;

use super::answer_rows::AnswerRows;
use super::array::ArrayRows;
use super::headed_rows::HeadedRows;
use super::rows::RowFormat;
use crate::format::WriteAnswers;

/// An output format of results.
///
/// ```
/// use bulkdoku::SolveJob;
/// use bulkdoku::format::OutputFormat;
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::RecordSource;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let (source, grids) = (RecordSource::bytes("memory", puzzle.into()), OutputBuffer::default());
/// let job = SolveJob::new(source, grids.output("memory"));
/// job.output_format(OutputFormat::Grid).run()?;
/// assert!(grids.take().starts_with(b"534678912\n672195348\n"));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OutputFormat {
    /// The 81 digits, or the verdict: one line per record.
    #[default]
    Line,
    /// A table with the columns line, puzzle, solution, verdict, solutions and guesses.
    Csv,
    /// One JSON object per line, with the columns of the table as keys.
    Jsonl,
    /// Nine lines of nine digits, and a blank line.
    Grid,
    /// A heading, and nine lines of nine digits.
    Rows,
    /// A NumPy array of shape (N, 81) and type uint8 in an uncompressed file. The row of a record without a solution is all
    /// zeros.
    Npy,
}

impl OutputFormat {
    /// Returns the format that the name of a file ends with: `.csv`, `.jsonl` or `.npy`, also before `.gz` or `.zst`. Other names
    /// mean lines.
    ///
    /// ```
    /// use bulkdoku::format::OutputFormat;
    ///
    /// assert_eq!(OutputFormat::of_name("answers.csv.gz"), OutputFormat::Csv);
    /// assert_eq!(OutputFormat::of_name("answers.txt"), OutputFormat::Line);
    /// ```
    pub fn of_name(path: impl AsRef<Path>) -> Self {
        match ending(path.as_ref()).as_deref() {
            Some("csv") => Self::Csv,
            Some("jsonl") => Self::Jsonl,
            Some("npy") => Self::Npy,
            _ => Self::Line,
        }
    }

    /// Returns the writer of this format.
    #[doc(hidden)] // for the tests and benches
    pub fn writer(self) -> Arc<dyn WriteAnswers> {
        match self {
            Self::Line => Arc::new(AnswerRows::new(RowFormat::Line)),
            Self::Csv => Arc::new(AnswerRows::new(RowFormat::Csv)),
            Self::Jsonl => Arc::new(AnswerRows::new(RowFormat::Jsonl)),
            Self::Grid => Arc::new(AnswerRows::new(RowFormat::Grid)),
            Self::Rows => Arc::new(HeadedRows),
            Self::Npy => Arc::new(ArrayRows),
        }
    }
}

/// Returns the ending of a name in lowercase, before that of a compression: `csv` for `a.csv.gz`.
pub(crate) fn ending(path: &Path) -> Option<String> {
    let name = path.to_string_lossy().to_ascii_lowercase();
    let plain = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    plain.rsplit_once('.').map(|(_, ending)| ending.to_owned())
}
