//! The parts of pages, tables and messages: human-readable numbers, bins of guesses, HTML, plots and colours.
//!
//! A page is one file that has no scripts and fetches nothing. It suits light and dark colour schemes, and wide and narrow
//! screens. This module imports only `macros`. Read `numbers.rs` first, and `html.rs` for pages.

pub mod guess_bins;
pub mod histogram;
pub mod html;
pub mod ink;
pub mod numbers;
pub mod plot;
pub mod text_table;
