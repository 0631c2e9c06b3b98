//! The classes of bands.

use super::table::{Bands, row_of};

/// The number of classes of bands.
#[cfg(test)]
pub(super) const BAND_CLASSES: usize = 416;

/// Returns the class of a band under all orders of its rows and columns and all relabellings, below 416.
///
/// The classes are numbered by their smallest bands in lexicographic order. The digits are text or numbers from 1 to 9.
/// Three columns of a stack are a band of the transposed grid.
pub fn band_class(rows: [&[u8; 9]; 3]) -> usize {
    let row = |row: usize| row_of(rows[row], 0);
    usize::from(Bands::get().find([&row(0), &row(1), &row(2)]).class)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::array;

    use crate::board::grid::CELLS;
    use crate::symmetry::{Minlex, Transformation};

    /// Returns the classes of the bands and stacks of a grid in text, in ascending order.
    fn classes(grid: &[u8; CELLS]) -> Vec<usize> {
        let transposed: [u8; CELLS] = array::from_fn(|cell| grid[cell % 9 * 9 + cell / 9]);
        let class = |band: &[u8]| {
            let (rows, _) = band.as_chunks::<9>();
            band_class([&rows[0], &rows[1], &rows[2]])
        };
        let mut classes: Vec<_> = grid.chunks(27).chain(transposed.chunks(27)).map(class).collect();
        classes.sort_unstable();
        classes
    }

    #[test]
    fn equivalent_grids_have_bands_of_the_same_classes_and_their_form_begins_with_the_least() {
        let grid = *b"154629378769843152382751964431562897875394621296187543943215786518476239627938415";
        let (known, form) = (classes(&grid), Minlex::new().form_of_text(&grid).unwrap().text);
        for number in 0..200 {
            let map = Transformation::nth(number * 6_000_000_007 % Transformation::COUNT).unwrap();
            assert_eq!(classes(&map.image(&grid.map(|byte| byte - b'0'))), known);
        }
        let (rows, _) = form.as_chunks::<9>();
        assert_eq!(band_class([&rows[0], &rows[1], &rows[2]]), known[0]);
        assert!(known.iter().all(|&class| class < BAND_CLASSES));
    }
}
