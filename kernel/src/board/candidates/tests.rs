//! Tests of candidates.

use super::*;
use crate::board::grid::share_a_house;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn clues_leave_the_digits_that_no_peer_has() {
    let puzzle: Puzzle = PUZZLE.parse().unwrap();
    let candidates = Candidates::of(&puzzle);
    for cell in Cell::all() {
        let seen: Vec<u8> = Cell::all()
            .filter(|&peer| peer != cell && share_a_house(peer, cell))
            .filter_map(|peer| puzzle.clue(peer))
            .collect();
        let own = |digit: &u8| puzzle.clue(cell).is_none_or(|clue| clue == *digit);
        let expected = (1..=9).filter(|digit| own(digit) && !seen.contains(digit));
        assert!(candidates.digits(cell).eq(expected), "{cell}");
    }
}

#[test]
fn equal_clues_in_a_house_leave_no_candidates() {
    let candidates = Candidates::of(&PUZZLE.replacen("53", "55", 1).parse().unwrap());
    let empty: Vec<Cell> = Cell::all().filter(|&cell| candidates.get(cell) == 0).collect();
    assert_eq!(empty, [0, 1].map(Cell::numbered));
    assert!(!candidates.is_solved());
}

#[test]
fn every_digit_can_be_placed_and_cleared_in_every_cell() {
    for cell in Cell::all() {
        for digit in 1..=9 {
            let mut placed = Candidates::of(&Puzzle::EMPTY);
            assert!(placed.place(cell, digit) && placed.digits(cell).eq([digit]));
            let mut cleared = Candidates::of(&Puzzle::EMPTY);
            for other in Cell::all().filter(|&other| share_a_house(cell, other) && other != cell) {
                assert!(cleared.clear(other, digit));
            }
            for other in (1..=9).filter(|&other| other != digit) {
                assert!(cleared.clear(cell, other) && !cleared.clear(cell, other));
            }
            assert_eq!(placed, cleared, "{cell} {digit}");
            assert!(!placed.place(cell, digit % 9 + 1) && placed.get(cell) == 0);
        }
    }
}

#[test]
#[should_panic(expected = "a digit is 1 to 9, not 0")]
fn a_digit_of_zero_is_refused() {
    Candidates::of(&Puzzle::EMPTY).clear(Cell::FIRST, 0);
}

#[test]
fn the_text_is_read_as_the_candidates_that_wrote_it() {
    let mut candidates = Candidates::of(&PUZZLE.parse().unwrap());
    candidates.clear(Cell::numbered(2), 1);
    let text = candidates.to_string();
    assert_eq!((text.len(), &text[18..27]), (729, ".2.4....."));
    for blank in ["0", "_", "*", "-", "?", "x", "X"] {
        assert_eq!(format!(" {}\r\n", text.replace('.', blank)).parse(), Ok(candidates));
    }
    assert_eq!(format!("{candidates:?}"), format!("Candidates({text})"));
}

#[test]
fn the_error_names_the_length_or_the_candidate_and_the_byte() {
    let error = |text: &str| text.parse::<Candidates>().unwrap_err().to_string();
    let full = "123456789".repeat(CELLS);
    assert_eq!(error(PUZZLE), "81 characters where 729 were expected");
    assert_eq!(error(&full.replacen("91", "92", 1)), "'2' in r1c2 is neither 1 nor a blank");
    assert_eq!(error(&full.replacen('4', "é", 1)), "'\\xc3' in r1c1 is neither 4 nor a blank");
    assert_eq!(error(&format!("{full}1")), "730 characters where 729 were expected");
}

#[test]
fn the_alternate_form_is_nine_rows_with_aligned_cells() {
    let mut candidates = Candidates::of(&PUZZLE.parse().unwrap());
    for digit in [1, 2, 4] {
        candidates.clear(Cell::numbered(2), digit);
    }
    let rows = format!("{candidates:#}");
    assert_eq!(rows.lines().next(), Some("5      3      !      26     7      2468   1489   1249   248"));
    assert_eq!(rows.lines().count(), 9);
}

#[test]
fn a_solution_follows_the_rules() {
    let text = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let solution: Solution = text.parse().unwrap();
    assert_eq!(Candidates::of(&solution.into()).solution(), Some(solution));
    let mut equal = [1 << 4; CELLS];
    assert_eq!(Candidates(equal).solution(), None);
    equal[80] = 0;
    assert!(!Candidates(equal).is_solved());
}
