//! The fuzz targets, one file each.

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

/// A target, which panics if it finds a defect.
pub type Target = fn(&[u8]);

/// The targets with their names.
pub const TARGETS: [(&str, Target); 14] = [
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
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(other, _)| *other == name).map(|(_, run)| *run)
}
