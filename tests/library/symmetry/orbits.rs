//! Counts boards by their classes: Burnside's lemma in reverse.
//!
//! The number of boards in a class, up to labels, is the number of geometric maps divided by the automorphisms. Over all
//! classes of boards of one kind, these numbers add up to the number of boards, which is known without any form. The sum
//! is wrong if two classes have one form, if one class has two, or if a number of automorphisms is wrong.

use std::collections::HashMap;

use bulkdoku::symmetry::{Minlex, Transformation};

use crate::support::rules::{self, CELLS};

/// The number of boards with labels in the order in which they appear, and the number according to their classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orbits {
    /// The boards counted one by one.
    pub boards: u64,
    /// The number of their classes.
    pub classes: u64,
    /// The sum over the classes of the geometric maps divided by the automorphisms.
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

    /// Returns the numbers of all boards.
    pub fn orbits(mut self) -> Orbits {
        self.make_forms();
        let images = self.classes.values().map(|automorphisms| Transformation::GEOMETRIES / automorphisms);
        Orbits { boards: self.boards, classes: self.classes.len() as u64, images: images.sum() }
    }
}

/// Returns all boards with this number of clues.
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
                if rules::conflict(&board).is_none() {
                    begun.push((board, cell + 1, placed + 1, next.max(digit + 1)));
                }
            }
        }
    }
    collected.orbits()
}
