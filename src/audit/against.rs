//! The data set that the records are compared with: its classes, found before the audit.

use std::sync::Arc;

use crate::datasets::class_stage::{ClassSettings, find_classes};
use crate::datasets::class_table::ClassTable;
use crate::datasets::classes::Classes;
use crate::datasets::{ClassKey, RecordSource};
use crate::error::Result;
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{BuildEngine, OnChunk};
use crate::solver::Isa;

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
    pub(super) engine: Arc<BuildEngine>,
    pub(super) budget: u64,
    pub(super) isa: Isa,
    pub(super) chunk_size: Option<usize>,
    /// The bytes of fingerprints that are held in memory.
    pub(super) held: usize,
    /// Called with the counters of each chunk.
    pub(super) on_chunk: Arc<OnChunk>,
}

impl TrainClasses {
    /// Finds the classes of the records of `source`.
    ///
    /// # Errors
    /// When it cannot be read, or its records have no class by one of the keys.
    pub(super) fn find(source: &RecordSource, how: Comparison<'_>, pool: &WorkerPool) -> Result<Self> {
        let records = source.open()?;
        let reader = Arc::clone(&records.detected.reader);
        how.keys.iter().try_for_each(|key| key.check(reader.notation(), source.name()))?;
        let Comparison { keys, engine, budget, isa, chunk_size, held, on_chunk } = how;
        let settings = ClassSettings {
            reader,
            keys: keys.to_vec(),
            engine,
            budget,
            isa,
            counts_guesses: false,
            finds_contradictions: false,
            on_chunk,
        };
        let classes = find_classes(pool, records, chunk_size, settings, Classes::new(keys, held, true))?;
        Ok(Self { name: source.name().to_owned(), tables: classes.tables })
    }

    /// The name of the data set, and a table for each key.
    pub(super) fn tables(&self) -> impl Iterator<Item = (&str, &ClassTable)> {
        self.tables.iter().map(|table| (self.name.as_str(), table))
    }
}
