//! What HTML pages are made of: elements, plots and colours.
//!
//! A page is one file without scripts that fetches nothing. It suits light and dark colour schemes, and wide and narrow
//! screens.

pub mod histogram;
pub mod html;
pub mod ink;
pub mod plot;
pub mod text_table;
