//! Finds the records of a data set with nothing wrong.
//!
//! ```text
//! notes ─▶ records with findings ─────────────────────┐
//!          others ─▶ classes ─▶ all but the first one ─┴▶ left out
//! ```
//!
//! The kept record of a class is chosen among good records only, so a bad record never displaces a good one.

use super::note::ChunkNotes;
use crate::datasets::class::{Class, Order, row};
use crate::datasets::fates::Fates;
use crate::datasets::fingerprint::Fingerprint;
use crate::datasets::position::PackedPosition;
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
    /// Starts with the records of another data set, whose classes are in `others`, one collection for each key. Keeps about `held`
    /// bytes of each in memory.
    pub(super) fn new(others: &[Rows<4>], held: usize) -> Result<Self> {
        let of_others = |others: &Rows<4>| {
            let mut classes = Rows::new(held);
            others.for_each(|&[one, two, position, _]| {
                classes.push(row(Fingerprint([one, two]), Order::elsewhere(PackedPosition(position))))
            })?;
            Ok(classes)
        };
        Ok(Self { classes: others.iter().map(of_others).collect::<Result<_>>()?, fates: Fates::new() })
    }

    /// Adds the records of the next chunk.
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
        for rows in &classes {
            rows.groups(pool, |group| {
                Class::of(group)?.for_each_repeated(|member| {
                    fates.leave_out(member.order.line());
                    Ok(())
                })
            })?;
        }
        Ok(fates)
    }
}
