//! The options of the subcommands for those who build data sets.

use std::path::PathBuf;

use bulkdoku::datasets::ClassKey;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::{BudgetArgs, InputArgs, OutputArgs, SolverArgs, ViewArgs};

#[derive(Debug, clap::Args)]
pub struct DedupeArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// What makes two records the same: their text, their clues, the puzzle up to rearrangement and relabelling, or
    /// likewise its solution grid
    #[arg(long, value_name = "KEY", default_value = "puzzle", value_parser = class_key())]
    pub by: ClassKey,
    /// Write line, first line and number of records for every record of a class of two or more to this file
    #[arg(long, value_name = "FILE")]
    pub classes: Option<PathBuf>,
    /// Also leave out records that are malformed or have two equal clues in a house
    #[arg(long)]
    pub drop_bad: bool,
    #[command(flatten)]
    pub solver: SolverArgs,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub view: ViewArgs,
    /// Write the summary as JSON to this file
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
    /// Bytes of fingerprints to hold in memory
    #[arg(long, value_name = "BYTES", hide = true, default_value_t = bulkdoku::datasets::FINGERPRINT_MEMORY)]
    pub fingerprint_memory: usize,
}

/// The name of a key.
pub fn class_key() -> impl TypedValueParser<Value = ClassKey> {
    PossibleValuesParser::new(ClassKey::ALL.map(ClassKey::name)).try_map(|name| {
        ClassKey::ALL.into_iter().find(|key| key.name() == name).ok_or("there is no such key")
    })
}
