//! The minlex form of whole grids.
//!
//! A solved grid has no blanks, so that its first row becomes `123456789` under every map once the digits are labelled
//! in order of first appearance. That makes it possible to find the smallest image by table, a band at a time, where
//! puzzles need a search. The method and its proof are in the module `candidates`, the tables in `second_row` and
//! `bands`. That all bands fall into 416 classes was found by Bertram Felgenhauer and Frazer Jarvis, who counted the
//! grids with them in 2005.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod bands;
mod candidates;
mod lookup;
mod scalar;
mod second_row;
mod tables;

#[cfg(test)]
mod tests;

use crate::grid::CELLS;
use crate::solver::isa::Isa;
use crate::symmetry::{CanonicalForm, Transformation, vectors::Vectors};

use lookup::Plain;
use tables::Tables;

#[allow(unused_imports, reason = "for those who test the fairness of random grids")]
pub(crate) use bands::BAND_CLASSES;

/// Makes the minlex forms of solved grids.
///
/// Grids are 81 digits as text. A board that is not a solved grid gets a form that means nothing, or a panic in a debug
/// build. No call allocates, but the first one in a process takes three milliseconds for the tables.
#[derive(Clone, Copy, Debug)]
pub struct GridMinlex(Option<Vectors>);

impl GridMinlex {
    /// A maker of forms that uses this instruction set, or a slower one where it does not pay or the processor lacks
    /// a part of it. All make the same forms.
    pub fn new(isa: Isa) -> Self {
        Self(Vectors::detect(isa))
    }

    /// The form of one grid.
    pub fn form(&self, grid: &[u8; CELLS]) -> CanonicalForm {
        let mut form = [CanonicalForm::default()];
        self.forms(&[*grid], &mut form);
        form[0]
    }

    /// The forms of many grids, faster than one at a time.
    ///
    /// # Panics
    /// When there are not as many forms as grids.
    pub fn forms(&self, grids: &[[u8; CELLS]], forms: &mut [CanonicalForm]) {
        self.make(false, grids, forms);
    }

    /// The forms of boards of 81 digits, or `false` and no forms if equal digits share a house of one of them.
    pub(super) fn forms_unless_conflict(&self, grids: &[[u8; CELLS]], forms: &mut [CanonicalForm]) -> bool {
        self.make(true, grids, forms)
    }

    fn make(&self, is_checked: bool, grids: &[[u8; CELLS]], forms: &mut [CanonicalForm]) -> bool {
        let is_made = self.make_with_any_map(is_checked, grids, forms);
        let tied = grids.iter().zip(forms).filter(|(_, form)| is_made && form.automorphisms > 1);
        for (grid, form) in tied {
            // Rare: then each instruction set may have found another map.
            let first = scalar::minimal_maps(grid).min_by_key(Transformation::place_in_order);
            form.map = first.unwrap_or(form.map);
        }
        is_made
    }

    fn make_with_any_map(
        &self,
        is_checked: bool,
        grids: &[[u8; CELLS]],
        forms: &mut [CanonicalForm],
    ) -> bool {
        assert_eq!(grids.len(), forms.len(), "one form for each grid");
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Some(Vectors::Avx2(avx2)) => lookup::avx2::forms(avx2, is_checked, grids, forms),
            #[cfg(target_arch = "x86_64")]
            Some(Vectors::Avx512(avx512)) => avx512::forms(avx512, is_checked, grids, forms),
            #[cfg(target_arch = "aarch64")]
            Some(Vectors::Neon(neon)) => scalar::forms(neon, is_checked, grids, forms),
            _ => scalar::forms(Plain, is_checked, grids, forms),
        }
    }

    /// The forms of puzzles by their solutions: of the images of a puzzle under all maps that make the form of its
    /// solution, the smallest as text with `0` for a blank. With it come such a map, and the number of geometric maps
    /// that make the image.
    ///
    /// Puzzles with one solution are the same puzzle exactly when these forms are equal. The forms are others than the
    /// minlex forms of the puzzles. In a puzzle every byte but `1` to `9` is a blank.
    ///
    /// # Panics
    /// When there are not as many solutions and as many forms as puzzles.
    pub fn solution_forms(
        &self,
        puzzles: &[[u8; CELLS]],
        solutions: &[[u8; CELLS]],
        forms: &mut [CanonicalForm],
    ) {
        assert_eq!(puzzles.len(), solutions.len(), "one solution for each puzzle");
        assert_eq!(puzzles.len(), forms.len(), "one form for each puzzle");
        self.make_with_any_map(false, solutions, forms);
        for ((puzzle, solution), form) in puzzles.iter().zip(solutions).zip(forms) {
            *form = match form.automorphisms {
                1 => self.image(puzzle, form.map),
                // Rare: then all minimal maps of the solution are compared.
                _ => scalar::smallest_image(puzzle, solution),
            };
        }
    }

    /// The image of a puzzle under a map.
    #[inline]
    fn image(&self, puzzle: &[u8; CELLS], map: Transformation) -> CanonicalForm {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Some(Vectors::Avx512(avx512)) => {
                CanonicalForm { text: avx512::image_of(avx512, puzzle, &map), map, automorphisms: 1 }
            }
            _ => CanonicalForm::of(puzzle, map, 1),
        }
    }
}

/// The class of a band under all orders of its rows and columns and all labels, below [`BAND_CLASSES`].
///
/// The classes are numbered by their smallest bands in lexicographic order. The digits are text or numbers from 1 to 9.
/// Three columns of a stack are a band of the transposed grid.
pub(crate) fn band_class(rows: [&[u8; 9]; 3]) -> usize {
    let row = |row: usize| second_row::nine(rows[row]).map(|digit| digit & 15);
    candidates::look_up(Plain, Tables::get(), [&row(0), &row(1), &row(2)]).1.index()
}
