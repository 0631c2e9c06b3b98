//! What pages, tables and messages are made of: numbers as people read them, bins of guesses, HTML, plots and colours.
//!
//! A page is one file without scripts that fetches nothing. It suits light and dark colour schemes, and wide and narrow
//! screens. This folder imports `macros` alone. Read `numbers.rs` first, and `html.rs` for pages.

pub mod guess_bins;
#[cfg(feature = "records")]
pub mod histogram;
#[cfg(feature = "records")]
pub mod html;
#[cfg(feature = "records")]
pub mod ink;
pub mod numbers;
#[cfg(feature = "records")]
pub mod plot;
#[cfg(feature = "records")]
pub mod text_table;
