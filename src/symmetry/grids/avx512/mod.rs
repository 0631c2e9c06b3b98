//! The minlex form of a grid with AVX-512: byte permutes over all six bands at once.
//!
//! ```text
//!             6 first rows ─▶ column of each digit ─┐
//! 81 bytes ─▶ 6 second rows ────────────────────────┴▶ keys ──▶ 6 normalizations ─┐
//!             6 third rows ─────────────────────────┴▶ orders ────────────────────┴▶ 6 entries ─▶ least bands
//!
//! each map of a least band ─▶ columns ─▶ first row ─▶ labels ─▶ 6 other rows, labelled ─▶ sorted ─▶ compared
//! ```
//! The method is that of the scalar path, see [`candidates`](super::candidates). What differs:
//!
//! 1. A permutation is inverted as an 8 × 8 matrix of bits, which is transposed in one instruction of GFNI.
//! 2. Columns are their [`COLUMN_BITS`](super::second_row::COLUMN_BITS) from the start, so that a set is an OR and an
//!    order needs comparisons only.
//! 3. Two lookups of six doublewords each are gathers; what lies between them is two byte permutes.
//! 4. The other six rows are 54 bytes of one vector, so a candidate has no loop, and rows are sorted by a table.

#![allow(unsafe_code)] // loads, stores and gathers, each with its proof, and the entry

mod image;
mod layout;
mod lookup;
mod vectors;

use std::arch::x86_64::*;
use std::cmp::Ordering;

use super::CanonicalForm;
use super::bands::BandEntry;
use super::tables::Tables;
use crate::grid::CELLS;
use crate::symmetry::Transformation;
use crate::symmetry::board512::{Board, for_avx512, vector};
use crate::symmetry::vectors::Avx512;
use image::{Band, Image, SIX_ROWS, compare, image};
use layout::{COLUMN_OF_CELL, ROW_NUMBERS, ROW_OF_CELL, ROW_ORDERS, ROWS_OF_MAP};
use lookup::{SixBands, six_bands};
use vectors::{bytes, load_short, load16, load32};

/// Makes the forms of as many grids as there are forms, or returns `false` if it is checked and equal digits share a house of
/// one of them.
pub(super) fn forms(_: Avx512, is_checked: bool, grids: &[[u8; CELLS]], forms: &mut [CanonicalForm]) -> bool {
    // SAFETY: the token proves each feature that the functions enable.
    unsafe {
        if is_checked && find_conflict(grids) {
            return false;
        }
        write_forms(Tables::get(), grids, forms);
    }
    true
}

/// The image of a puzzle under a map, as text. Every byte of the puzzle but `1` to `9` is a blank.
#[inline]
pub(super) fn image_of(_: Avx512, puzzle: &[u8; CELLS], map: &Transformation) -> [u8; CELLS] {
    // SAFETY: the token proves each feature that the function enables.
    unsafe { image_of_puzzle(puzzle, map) }
}

for_avx512! {
    fn find_conflict(grids: &[[u8; CELLS]]) -> bool {
        grids.iter().fold(false, |found, grid| found | Board::read_clues(grid).has_conflict())
    }
}

/// The grids whose bands are looked up together.
const BLOCK: usize = 16;

for_avx512! {
    /// Looks up the bands of [`BLOCK`] grids before the candidates of the first of them.
    ///
    /// The lookups of a grid are a long chain without a branch, the search among its candidates is a short one with
    /// branches that are often mispredicted. So the chains of several grids overlap, and no branch has to wait for one.
    fn write_forms(tables: &Tables, grids: &[[u8; CELLS]], forms: &mut [CanonicalForm]) {
        let mut bands = [SixBands::none(); BLOCK];
        for (grids, forms) in grids.chunks(BLOCK).zip(forms.chunks_mut(BLOCK)) {
            for (grid, bands) in grids.iter().zip(&mut bands) {
                *bands = six_bands(tables, Board::read(grid));
            }
            for ((grid, bands), form) in grids.iter().zip(&bands).zip(forms) {
                let (best, automorphisms) = search(tables, Board::read(grid), bands);
                let class = BandEntry::from_bits(bands.entries[best.band]).index();
                write_text(load32(&tables.first_rows[class]), best.rows, &mut form.text);
                form.map = transformation(tables, &best);
                form.automorphisms = automorphisms;
            }
        }
    }

    /// The search of the scalar path: the smallest image, and how many candidates attain it.
    fn search(tables: &Tables, board: Board, bands: &SixBands) -> (Image, u64) {
        let mut least = bands.least;
        let mut band = Band::new(board, bands, least.trailing_zeros() as usize);
        let mut maps = band.entry.maps();
        let mut best = image(tables, &band, maps.start);
        maps.start += 1;
        let (mut attaining_bands, mut maps_per_band, mut attaining_maps) = (1, 1, 1);
        loop {
            for map in maps {
                let image = image(tables, &band, map);
                match compare(image.rows, best.rows) {
                    Ordering::Greater => {}
                    Ordering::Less => (best, attaining_bands, attaining_maps) = (image, 1, 1),
                    Ordering::Equal if attaining_maps > 0 => attaining_maps += 1,
                    Ordering::Equal => {
                        attaining_bands += 1;
                        break;
                    }
                }
            }
            if attaining_maps > 0 {
                maps_per_band = attaining_maps;
            }
            least &= least - 1;
            if least == 0 {
                return (best, attaining_bands * maps_per_band);
            }
            band = Band::new(board, bands, least.trailing_zeros() as usize);
            (maps, attaining_maps) = (band.entry.maps(), 0);
        }
    }

    /// The image of a puzzle under a map: the place of each cell in the puzzle, by two byte permutes of rows and columns, and
    /// what the digit there becomes.
    fn image_of_puzzle(puzzle: &[u8; CELLS], map: &Transformation) -> [u8; CELLS] {
        let starts = |lines: __m512i| _mm512_add_epi8(lines, _mm512_slli_epi16::<3>(lines)); // 9 times as much
        let (rows, columns) = (load_short(map.rows()), load_short(map.columns()));
        let (rows, columns) = if map.transposed() { (rows, starts(columns)) } else { (starts(rows), columns) };
        let labels = _mm512_add_epi8(load_short(map.digits()), _mm512_set1_epi8(b'0' as i8));
        let board = Board::read_clues(puzzle);
        let image = |half: usize| {
            let row = _mm512_permutexvar_epi8(vector(&ROW_OF_CELL[half]), rows);
            let column = _mm512_permutexvar_epi8(vector(&COLUMN_OF_CELL[half]), columns);
            _mm512_permutexvar_epi8(board.at(_mm512_add_epi8(row, column)), labels)
        };
        let mut text = [0; CELLS];
        // SAFETY: the stores write bytes 0 to 63 and, masked, bytes 64 to 80 of the 81.
        unsafe {
            _mm512_storeu_si512(text.as_mut_ptr().cast(), image(0));
            _mm512_mask_storeu_epi8(text.as_mut_ptr().add(64).cast(), (1 << 17) - 1, image(1));
        }
        text
    }

    /// Puts the first three rows and the last six together.
    fn write_text(three_rows: __m256i, six_rows: __m512i, text: &mut [u8; CELLS]) {
        // SAFETY: the first store writes bytes 0 to 31 of the 81; the bytes of SIX_ROWS from byte 27 are the last 54.
        unsafe {
            _mm256_storeu_si256(text.as_mut_ptr().cast(), three_rows);
            _mm512_mask_storeu_epi8(text.as_mut_ptr().add(27).cast(), SIX_ROWS, six_rows);
        }
    }

    fn transformation(tables: &Tables, image: &Image) -> Transformation {
        // The first three rows come from the map, the others from the order by first labels.
        let own = _mm_shuffle_epi8(load16(&tables.bands.maps[image.map].0), load16(&ROWS_OF_MAP));
        let places = _mm_add_epi8(own, load16(&ROW_ORDERS[image.row_order]));
        let rows = bytes(_mm_shuffle_epi8(load16(&ROW_NUMBERS[image.band]), places));
        let columns = bytes(image.columns);
        let labels = bytes(_mm_and_si128(image.labels, _mm_set_epi64x(0x0F0F, 0x0F0F_0F0F_0F0F_0F00)));
        Transformation::from_parts(
            image.band >= 3,
            first_bytes(&rows),
            first_bytes(&columns),
            first_bytes(&labels),
        )
    }
}

fn first_bytes<const N: usize>(bytes: &[u8; 16]) -> [u8; N] {
    *bytes.first_chunk().expect("no more than sixteen bytes")
}
