//! The fuzz targets and what they share: texts made of pieces, the invariants of every reader, and a plain solver.

pub mod targets;

mod bytes;
mod oracle;
mod parts;
mod readers;
mod records;
mod text;
