//! The data set that the records are compared with: its classes, found before the audit.

use crate::datasets::RecordSource;
use crate::datasets::class_stage::{ClassSettings, find_classes};
use crate::datasets::class_table::ClassTable;
use crate::datasets::classes::Classes;
use crate::error::Result;
use crate::pipeline::RunSettings;
use crate::pipeline::threads::WorkerPool;

/// The classes of the records of another data set.
pub(super) struct TrainClasses {
    /// The name of the data set.
    name: String,
    /// A table for each key.
    tables: Vec<ClassTable>,
}

impl TrainClasses {
    /// Finds the classes of the records of `source`. `held` bytes of fingerprints are held in memory.
    ///
    /// # Errors
    /// When it cannot be read, or its records have no class by one of the keys.
    pub(super) fn find(
        source: &RecordSource,
        how: ClassSettings,
        run: &RunSettings,
        held: usize,
        pool: &WorkerPool,
    ) -> Result<Self> {
        let records = source.open()?;
        let notation = records.detected.reader.notation();
        how.keys.iter().try_for_each(|key| key.check(notation, source.name()))?;
        let classes = Classes::new(&how.keys, held, true);
        let classes = find_classes(pool, records.run(run), how, classes)?;
        Ok(Self { name: source.name().to_owned(), tables: classes.tables })
    }

    /// The name of the data set, and a table for each key.
    pub(super) fn tables(&self) -> impl Iterator<Item = (&str, &ClassTable)> {
        self.tables.iter().map(|table| (self.name.as_str(), table))
    }
}
