//! Finds the records of a data set with nothing wrong.
//!
//! ```text
//! notes ─▶ records with findings ──────────────────────────────┐
//!          others ─▶ classes ─▶ all but the first of a class ───┴▶ set of the lines to leave out
//! ```
//!
//! The kept record of a class is chosen among good records only, so a bad record never displaces a good one.

use super::note::ChunkNotes;
use super::settings::AuditSettings;
use crate::datasets::class_table::ClassTable;
use crate::datasets::line_set::LineSet;
use crate::datasets::position::PackedPosition;
use crate::error::Result;
use crate::pipeline::threads::WorkerPool;

/// Finds the records to leave out of a clean copy.
pub(super) struct Cleaning {
    /// The classes of the records without findings, by each key.
    tables: Vec<ClassTable>,
    left_out: LineSet,
}

impl Cleaning {
    /// Starts with the records of another data set, whose classes are in `tables`, one for each key.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be used.
    pub(super) fn new(settings: &AuditSettings, tables: &[ClassTable]) -> Result<Self> {
        let mut cleaning = Self { tables: settings.tables_of_kept(), left_out: LineSet::default() };
        let tables = cleaning.tables.iter_mut().zip(tables);
        tables.into_iter().try_for_each(|(own, others)| own.add_elsewhere(others))?;
        Ok(cleaning)
    }

    /// Adds the records of the next chunk.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be written.
    pub(super) fn add(&mut self, chunk: &ChunkNotes) -> Result<()> {
        let Some(last) = chunk.notes.last() else { return Ok(()) };
        self.left_out.grow(last.number);
        let bad = chunk.notes.iter().filter(|note| note.findings > 0);
        bad.for_each(|note| self.left_out.insert(note.number));
        for (table, members) in self.tables.iter_mut().zip(&chunk.members) {
            let noted = chunk.notes.iter().filter(|note| note.has_cells).zip(members);
            for (note, member) in noted.filter(|(note, _)| note.findings == 0) {
                if let Some(member) = *member {
                    table.push(member, PackedPosition::new(note.number, 1), Some(&self.left_out))?;
                }
            }
        }
        Ok(())
    }

    /// Returns the lines of the records to leave out.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be read.
    pub(super) fn conclude(self, pool: &WorkerPool) -> Result<LineSet> {
        self.tables.iter().try_for_each(|table| table.find_repeated(pool, &self.left_out))?;
        Ok(self.left_out)
    }
}
