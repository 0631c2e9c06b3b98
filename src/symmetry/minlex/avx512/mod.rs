//! The search on vectors: four rows at a time.
//!
//! Several boards are searched together, four maps in a vector ([`batch`]). One board, and one that has too many maps for
//! that, is searched alone: up to four of its rows under one map at a time ([`slot`]). Both do the same to a row.
//!
//! The same search as [`super::search`], with one difference: columns that get new digits in the same row are told
//! apart at once, so that a map has no open labels and a row needs nothing but two byte shuffles (columns, labels)
//! and a sort of the joined columns. A board with too many orders of this kind, or with too many maps, is handed back.
//! It is for the search that leaves such columns joined.
//!
//! ```text
//! rows of a band   [ row 0 | row 1 | row 2 | – ]          four times 16 bytes; byte c holds the digit of column c
//!   shuffled by      [ columns | columns | columns | – ]    → digits in the order of the image
//!   looked up in     [ labels  | labels  | labels  | – ]    → label << 4, the next label for a digit without one
//!   with columns     label << 4 | column                    so that a sort moves the columns along
//!   sorted           joined columns: three exchanges of neighbouring bytes; joined stacks: three of words
//!   dot product      100 a + 10 b + c for each stack        → three values, packed to one key of 48 bits
//! ```

mod batch;
mod board;
mod map;
mod rest;
mod rows;
mod slot;
mod tables;

use std::arch::x86_64::*;

use self::{
    batch::{Answer, Batch},
    board::Board,
    map::Map,
    slot::{Scratch, Slot},
    tables::Tables,
};
use super::{
    CanonicalForm,
    partial::PartialMap,
    search::Effort,
    ties::{Ends, Ties},
};
use crate::grid::CELLS;

/// Proof that the processor has every feature that this module uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    /// The token, where the processor and the system allow it.
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

/// What the vector search says of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The form is written.
    Form,
    /// Equal clues share a house.
    Conflict,
    /// Too many orders or maps for this search.
    HandedBack,
}

/// The most boards that are searched together.
pub(super) const MOST_BOARDS: usize = 32;

/// The search with its memory. Only a token makes one, so that one is the proof of the processor's features.
#[derive(Debug)]
pub(super) struct VectorSearch {
    batch: Batch,
    alone: Alone,
    effort: Effort,
}

/// The search of one board alone.
#[derive(Debug)]
struct Alone {
    tables: &'static Tables,
    slot: Slot,
    scratch: Scratch,
    ties: Ties<Map>,
}

impl VectorSearch {
    pub(super) fn new(_: Avx512) -> Self {
        let alone =
            Alone { tables: Tables::get(), slot: Slot::new(), scratch: Scratch::new(), ties: Ties::new() };
        Self { batch: Batch::new(), alone, effort: Effort::default() }
    }

    pub(super) fn effort(&self) -> Effort {
        self.effort
    }

    /// Do equal clues share a house? Every byte but `1` to `9` is a blank.
    pub(super) fn has_conflict(&self, puzzle: &[u8; CELLS]) -> bool {
        // SAFETY: `self` proves each feature that the function enables.
        unsafe { board::has_conflict(puzzle) }
    }

    /// Searches for the forms of up to [`MOST_BOARDS`] puzzles, where every byte but `1` to `9` is a blank.
    pub(super) fn run(&mut self, puzzles: &[[u8; CELLS]]) {
        // SAFETY: `self` proves each feature that the function enables.
        unsafe { self.batch.search(puzzles, &mut self.alone, &mut self.effort) }
    }

    /// What the last run says of the puzzle with this number.
    pub(super) fn found(&self, number: usize) -> Found {
        self.batch.answer(number).found
    }

    /// The form of the puzzle with this number in the last run, where one is found.
    pub(super) fn form(&self, number: usize) -> CanonicalForm {
        self.batch.answer(number).form
    }

    /// Goes on with a search whose maps settle `depth` rows and have no open label. Maps that give the form, and
    /// the number of geometric maps that do; `None` when it is too much here. Leaves the last run as it is.
    pub(super) fn resume(
        &mut self,
        puzzle: &[u8; CELLS],
        depth: usize,
        maps: &[PartialMap],
    ) -> Option<(Ends, u64)> {
        // SAFETY: `self` proves each feature that the function enables.
        unsafe { self.alone.resume(puzzle, depth, maps, &mut self.effort) }
        let slot = &self.alone.slot;
        (slot.found == Found::Form).then(|| slot.ends())
    }
}

impl Alone {
    /// Searches for the form of a puzzle.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn search(&mut self, puzzle: &[u8; CELLS], effort: &mut Effort) -> Answer {
        self.slot.start(puzzle, self.tables, effort);
        self.finish(effort)
    }

    /// Searches on with maps that settle `depth` rows.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn search_on(
        &mut self,
        board: Board,
        depth: usize,
        maps: impl Iterator<Item = Map>,
        effort: &mut Effort,
    ) -> Answer {
        self.slot.take(board, depth, maps);
        self.finish(effort)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn finish(&mut self, effort: &mut Effort) -> Answer {
        self.slot.finish(self.tables, &mut self.scratch, &mut self.ties, effort);
        let found = self.slot.found;
        let form = if found == Found::Form { self.slot.form() } else { CanonicalForm::default() };
        Answer { found, form }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn resume(&mut self, puzzle: &[u8; CELLS], depth: usize, maps: &[PartialMap], effort: &mut Effort) {
        self.slot.start_at(puzzle, depth, maps);
        self.slot.follow_groups(self.tables, &mut self.scratch, &mut self.ties, effort);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn load(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the array is 16 bytes that may be read.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn store(bytes: &mut [u8; 16], vector: __m128i) {
    // SAFETY: the array is 16 bytes that may be written.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), vector) }
}
