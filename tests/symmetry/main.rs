//! Canonical forms against searches that are right at a glance.

mod boards;
mod brute_force;

use boards::{Boards, Kind};
use brute_force::{Least, brute_force, unpruned};
use bulkdoku::{
    grid::CELLS,
    symmetry::{CanonicalForm, Minlex},
};

/// Boards that go through brute force, and through the unpruned search: what takes some seconds.
const BOARDS: [usize; 2] = if cfg!(debug_assertions) { [2, 16] } else { [200, 800] };

fn text(board: &[u8; CELLS]) -> [u8; CELLS] {
    board.map(|digit| b'0' + digit)
}

fn form(minlex: &mut Minlex, board: &[u8; CELLS]) -> CanonicalForm {
    minlex.form(&text(board)).expect("the board has no conflict")
}

fn compare(boards: usize, search: fn(&[u8; CELLS]) -> Least) {
    let (mut source, mut minlex) = (Boards::new(1), Minlex::new());
    for kind in Kind::ALL.into_iter().cycle().take(boards) {
        let board = source.draw(kind);
        let (found, wanted) = (form(&mut minlex, &board), search(&board));
        let name = text(&board).escape_ascii().to_string();
        assert_eq!(
            found.text.escape_ascii().to_string(),
            text(&wanted.form).escape_ascii().to_string(),
            "{name}"
        );
        assert_eq!(found.automorphisms, wanted.automorphisms, "{name}");
        assert_eq!(text(&found.map.apply(&board)), found.text, "{name}");
    }
}

#[test]
fn brute_force_over_all_maps_finds_the_same_forms() {
    compare(BOARDS[0], brute_force);
}

#[test]
fn the_unpruned_search_finds_the_same_forms() {
    compare(BOARDS[1], unpruned);
}
