//! The fuzz targets, one file each. A target panics if it finds a defect.

mod agreement;
mod answers;
mod arrays;
mod chunks;
mod compressed;
mod detection;
mod documents;
mod formats;
mod objects;
mod pipeline;
mod quotes;
mod scans;
mod tables;
mod values;

/// The targets with their names.
pub const TARGETS: [(&str, fn(&[u8])); 14] = [
    ("agreement", agreement::run),
    ("answers", answers::run),
    ("arrays", arrays::run),
    ("chunks", chunks::run),
    ("compressed", compressed::run),
    ("detection", detection::run),
    ("documents", documents::run),
    ("formats", formats::run),
    ("objects", objects::run),
    ("pipeline", pipeline::run),
    ("quotes", quotes::run),
    ("scans", scans::run),
    ("tables", tables::run),
    ("values", values::run),
];

/// Returns the target of this name.
pub fn target(name: &str) -> Option<fn(&[u8])> {
    TARGETS.iter().find(|(other, _)| *other == name).map(|(_, run)| *run)
}
