//! The shared parts of the fuzz targets: texts made of pieces, the invariants of every reader, and a plain solver.

pub mod bytes;
pub mod oracle;
pub mod parts;
pub mod readers;
pub mod records;
pub mod text;
