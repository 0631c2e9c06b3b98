//! The tables of all paths: 220 KB, made on first use.
//!
//! Making them takes three milliseconds, because the classes are walked member by member and nothing is searched for:
//! 19,440 images of second rows and 5,204 of bands. That is little enough to do at run time. A build script would
//! compile this code twice, and a program that never needs a form would still carry the tables.

use std::{array, sync::LazyLock};

use super::bands::{Band, Bands};
use super::second_row::{KEYS, MovedOrders, Normalization, SecondRows, moved_orders};

/// What a grid's bands are looked up in.
pub(super) struct Tables {
    /// For the key of a second row, what normalizes the band.
    pub(super) normalizations: Box<[Normalization; KEYS]>,
    /// What a normalization does to the orders of the third row.
    pub(super) moved_orders: Box<MovedOrders>,
    /// The normalized bands, and the maps to their minlex forms.
    pub(super) bands: Bands,
    /// The first 27 characters of each form of a band, with room for a vector.
    pub(super) first_rows: Vec<[u8; 32]>,
}

impl Tables {
    /// The tables, which the first call makes.
    pub(super) fn get() -> &'static Self {
        static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);
        &TABLES
    }

    fn new() -> Self {
        let second_rows = SecondRows::new();
        let bands = Bands::new(&second_rows);
        let text = |band: &Band| array::from_fn(|i| b'0' + band.as_flattened().get(i).unwrap_or(&0));
        let first_rows = bands.forms.iter().map(text).collect();
        Self { normalizations: second_rows.normalizations, moved_orders: moved_orders(), bands, first_rows }
    }
}
