//! The parts of pages, tables and messages: human-readable numbers, bins of guesses, HTML, plots and colours.
//!
//! A page is one file that has no scripts and fetches nothing. It suits light and dark colour schemes, and wide and narrow
//! screens. This module imports only `macros`. Read `numbers.rs` first, and `html.rs` for pages.

#[cfg(feature = "records")]
pub mod guess_bins;
#[cfg(feature = "records")]
pub mod histogram;
#[cfg(feature = "records")]
pub mod html;
#[cfg(feature = "records")]
pub mod ink;
pub mod noun;
#[cfg(feature = "records")]
pub mod numbers;
#[cfg(feature = "records")]
pub mod plot;
#[cfg(feature = "records")]
pub mod text_table;
