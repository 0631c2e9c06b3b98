//! What the fuzz targets share: texts that are made of pieces, what must hold for every reader, and a plain solver.

pub mod bytes;
pub mod oracle;
pub mod parts;
pub mod readers;
pub mod records;
pub mod text;
