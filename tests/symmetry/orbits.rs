//! Counts boards by their classes: as Burnside counts, but the other way round.
//!
//! A class holds as many boards, up to their labels, as there are geometric maps for each automorphism. So over all
//! classes of boards of one kind, these numbers add up to the number of boards, which is known without any form. That
//! fails when two classes have one form, when one class has two, and when a number of automorphisms is wrong.

use std::collections::HashMap;

use bulkdoku::{
    internals::grid::{self, CELLS},
    symmetry::{Minlex, Transformation},
};

/// Boards with their labels in the order in which they appear, and what their classes say of their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orbits {
    /// The boards counted one by one.
    pub boards: u64,
    /// The number of their classes.
    pub classes: u64,
    /// The sum, over the classes, of the geometric maps for each automorphism.
    pub images: u64,
}

/// Collects the classes of boards.
#[derive(Default)]
pub struct Collected {
    minlex: Minlex,
    waiting: Vec<[u8; CELLS]>,
    boards: u64,
    classes: HashMap<[u8; CELLS], u64>,
}

impl Collected {
    /// Adds a board.
    pub fn add(&mut self, board: [u8; CELLS]) {
        self.boards += 1;
        self.waiting.push(board);
        if self.waiting.len() == 256 {
            self.make_forms();
        }
    }

    fn make_forms(&mut self) {
        let classes = &mut self.classes;
        self.minlex.forms_of_texts(&self.waiting, |form| {
            let form = form.expect("no conflict");
            assert_eq!(*classes.entry(form.text).or_insert(form.automorphisms), form.automorphisms);
        });
        self.waiting.clear();
    }

    /// What the classes of all boards say.
    pub fn orbits(mut self) -> Orbits {
        self.make_forms();
        let images = self.classes.values().map(|automorphisms| Transformation::GEOMETRIES / automorphisms);
        Orbits { boards: self.boards, classes: self.classes.len() as u64, images: images.sum() }
    }
}

/// All boards with this number of clues.
pub fn boards_with_clues(clues: usize) -> Orbits {
    let mut collected = Collected::default();
    let mut begun = vec![([b'0'; CELLS], 0, 0, b'1')];
    while let Some((board, first, placed, next)) = begun.pop() {
        if placed == clues {
            collected.add(board);
            continue;
        }
        for cell in first..CELLS {
            for digit in b'1'..=next.min(b'9') {
                let mut board = board;
                board[cell] = digit;
                if grid::conflict(&board).is_none() {
                    begun.push((board, cell + 1, placed + 1, next.max(digit + 1)));
                }
            }
        }
    }
    collected.orbits()
}
