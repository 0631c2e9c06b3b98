//! The bands of whole grids: their 416 classes, and the maps that make a band least.
//!
//! A band is three rows, or three columns as rows of the transposed grid. The first row labels the digits, so a band
//! has 6 · 1,296 images: its rows in some order and its columns in some order.
//!
//! A *normalized* band has the first row 1 to 9, and its second row represents one of the 15 classes of
//! [`second_row`]. There are 15 · 216 of them, numbered by class and third row, which is their lexicographic order.
//! The column order of its second row normalizes a band. The least image of a band is a normalized band: its second row
//! is the smallest of all images, and therefore the smallest of its own class. For each normalized band, the table gives
//! the number of its least image among the 416, again in lexicographic order, and every map that takes it there.
//!
//! Start with `table.rs`. `make` makes the table, and `second_row` normalizes second rows.
//!
//! Bertram Felgenhauer and Frazer Jarvis found the 416 classes of bands and counted the grids with them in 2005.

mod class;
mod make;
mod second_row;
mod table;

pub use class::band_class;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use second_row::{BoxColumns, Normalization};
pub(super) use table::{Band, Bands};
