//! The report of a data set: its profile and its findings as one self-contained HTML page.
//!
//! Start with `page.rs`. The page shows neither times nor threads, so the same data set gives the same page.

pub(crate) mod board;
mod heat_map;
mod page;
mod sections;

pub(crate) use page::page;
