//! Finds the records of a data set with nothing wrong.
//!
//! ```text
//! notes ─▶ records with findings ─────────────────────┐
//!          others ─▶ classes ─▶ all but the first one ─┴▶ left out
//! ```
//!
//! The kept record of a class is chosen among good records only, so a bad record never displaces a good one.

use std::sync::Arc;

use super::note::ChunkNotes;
use crate::datasets::class::{Order, leave_out_repeated, row};
use crate::datasets::fates::Fates;
use crate::datasets::fingerprint::Fingerprint;
use crate::datasets::rows::Rows;
use crate::error::Result;
use crate::pipeline::threads::WorkerPool;

/// Finds the records to leave out of a clean copy.
pub(super) struct Cleaning {
    /// The classes of the records without findings, by each key.
    classes: Vec<Rows<3>>,
    fates: Fates,
}

impl Cleaning {
    /// Creates a collection for each of the keys, which keeps about `held` bytes in memory.
    pub(super) fn new(keys: usize, held: usize) -> Self {
        Self { classes: (0..keys).map(|_| Rows::new(held)).collect(), fates: Fates::new() }
    }

    /// Adds a record of another data set with this class by the key with this number.
    pub(super) fn add_elsewhere(&mut self, key: usize, class: Fingerprint, order: Order) -> Result<()> {
        self.classes[key].push(row(class, order))
    }

    /// Adds the records of a chunk.
    pub(super) fn add(&mut self, chunk: &ChunkNotes) -> Result<()> {
        let Some(last) = chunk.notes.last() else { return Ok(()) };
        self.fates.grow(last.number);
        let good = chunk.notes.iter().filter(|note| note.findings == 0);
        good.for_each(|note| self.fates.send(note.number, 0));
        for (rows, members) in self.classes.iter_mut().zip(&chunk.members) {
            let noted = chunk.notes.iter().filter(|note| note.has_cells).zip(members);
            for (note, member) in noted.filter(|(note, _)| note.findings == 0) {
                if let Some(member) = *member {
                    rows.push(row(member.fingerprint, Order::ranked(0, note.number)))?;
                }
            }
        }
        Ok(())
    }

    /// Returns the fates of the records.
    pub(super) fn conclude(self, pool: &WorkerPool) -> Result<Fates> {
        let Self { classes, fates } = self;
        for rows in classes.into_iter().map(Arc::new) {
            leave_out_repeated(&rows, &fates, pool, |_| Ok(()))?;
        }
        Ok(fates)
    }
}
