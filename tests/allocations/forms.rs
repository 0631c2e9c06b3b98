//! Canonical forms.

use bulkdoku::{solver::Isa, symmetry::Minlex};

use crate::OWN;

/// The boards with the most known maps: full grids, grids without a digit or a band, three boxes, and a diagonal.
const BOARDS: [&[u8; 81]; 7] = [
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    b"000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    b"123456789456789123789123456231564897564897231897231564312645978645978312978312645",
    b"123456089456089123089123456231564890564890231890231564312645908645908312908312645",
    b"123456789456789123789123456000000000000000000000000000312645978645978312978312645",
    b"000456000000789000000123000231000000564000000897000000000000978000000312000000645",
    b"100000000020000000003000000000400000000050000000006000000000700000000080000000009",
];

/// Makes the forms of the same boards again.
pub fn forms_allocate_nothing() {
    for isa in Isa::available() {
        let mut minlex = Minlex::with_isa(isa);
        // The first boards make the tables that all later ones use, and the lists grow to the size that these boards need.
        let mut make = || minlex.forms_of_texts(&BOARDS.map(|board| *board), |form| assert!(form.is_ok()));
        make();
        let before = OWN.get();
        (0..20).for_each(|_| make());
        assert_eq!(OWN.get() - before, 0, "{}", isa.name());
    }
}
