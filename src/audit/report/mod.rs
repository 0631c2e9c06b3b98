//! The report of a data set: its profile and its findings, as the parts of an HTML page.
//!
//! Start with `html_report.rs`. The report shows neither times nor threads, so the same data set gives the same report.

pub(crate) mod board;
mod heat_map;
mod html_report;
mod sections;

pub use html_report::HtmlReport;
