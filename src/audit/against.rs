//! The data set that the records are compared with: its classes, found before the audit.

use crate::datasets::class_stage::{ClassSettings, find_classes};
use crate::datasets::class_table::ClassTable;
use crate::datasets::classes::Classes;
use crate::datasets::{ClassKey, RecordSource};
use crate::error::Result;
use crate::pipeline::RunSettings;
use crate::pipeline::threads::WorkerPool;
use crate::solver::SolverSettings;

/// The classes of the records of another data set.
pub(super) struct TrainClasses {
    /// The name of the data set.
    name: String,
    /// A table for each key.
    tables: Vec<ClassTable>,
}

/// How the records of both data sets are read, solved and compared.
pub(super) struct Comparison<'a> {
    pub(super) keys: &'a [ClassKey],
    pub(super) solver: SolverSettings,
    pub(super) run: &'a RunSettings,
    /// The bytes of fingerprints that are held in memory.
    pub(super) held: usize,
}

impl TrainClasses {
    /// Finds the classes of the records of `source`.
    ///
    /// # Errors
    /// When it cannot be read, or its records have no class by one of the keys.
    pub(super) fn find(source: &RecordSource, how: Comparison<'_>, pool: &WorkerPool) -> Result<Self> {
        let records = source.open()?;
        let Comparison { keys, solver, run, held } = how;
        let notation = records.detected.reader.notation();
        keys.iter().try_for_each(|key| key.check(notation, source.name()))?;
        let how = ClassSettings { keys: keys.to_vec(), solver, ..ClassSettings::default() };
        let classes = find_classes(pool, records.run(run), how, Classes::new(keys, held, true))?;
        Ok(Self { name: source.name().to_owned(), tables: classes.tables })
    }

    /// The name of the data set, and a table for each key.
    pub(super) fn tables(&self) -> impl Iterator<Item = (&str, &ClassTable)> {
        self.tables.iter().map(|table| (self.name.as_str(), table))
    }
}
