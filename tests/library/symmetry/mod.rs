//! Canonical forms compared with searches that are obviously right, and with known figures.

mod boards;
mod brute_force;
mod known;
mod orbits;
mod whole_grids;

use crate::support::{effort::effort, rules::CELLS};
use boards::{Boards, Kind};
use brute_force::{Least, Parts, brute_force, brute_force_by_rows, unpruned};
use bulkdoku::{
    solver::Isa,
    symmetry::{CanonicalForm, Minlex, NotItsSolution, Transformation},
};

/// Boards for brute force, and for the faster searches, which take a few seconds.
const BOARDS: [usize; 2] = if cfg!(debug_assertions) { [2, 16] } else { [20, 80] };

/// Boards for the searches under test alone.
const MANY: usize = if cfg!(debug_assertions) { 400 } else { 8_000 };

/// Returns a number of boards, or two hundred times as many for a long run.
fn times(boards: usize) -> usize {
    effort(boards, 200 * boards)
}

fn text(board: &[u8; CELLS]) -> [u8; CELLS] {
    board.map(|digit| b'0' + digit)
}

fn form(minlex: &mut Minlex, board: &[u8; CELLS]) -> CanonicalForm {
    minlex.form_of_text(&text(board)).expect("the board has no conflict")
}

/// Returns a search on each instruction set of this processor.
fn every_isa() -> Vec<Minlex> {
    Isa::available().map(Minlex::with_isa).collect()
}

/// Boards of all kinds in turn.
fn drawn(seed: u64, boards: usize) -> impl Iterator<Item = [u8; CELLS]> {
    let mut source = Boards::new(seed);
    Kind::ALL.into_iter().cycle().take(boards).map(move |kind| source.draw(kind))
}

fn parts(map: &Transformation) -> Parts {
    (map.transposed(), *map.rows(), *map.columns())
}

fn agrees_with(search: fn(&[u8; CELLS]) -> Least, boards: usize) {
    let mut every_isa = every_isa();
    for board in drawn(1, times(boards)) {
        let (wanted, name) = (search(&board), text(&board).escape_ascii().to_string());
        for minlex in &mut every_isa {
            let found = form(minlex, &board);
            minlex.forms_of_texts(&[text(&board); 2], |other| assert_eq!(other, Ok(found), "{name}"));
            assert_eq!(
                found.text.escape_ascii().to_string(),
                text(&wanted.form).escape_ascii().to_string(),
                "{name}"
            );
            assert_eq!(found.automorphisms, wanted.automorphisms, "{name}");
            assert_eq!(parts(&found.transformation), wanted.first, "{name}");
            assert_eq!(text(&found.transformation.image(&board)), found.text, "{name}");
        }
    }
}

#[test]
fn brute_force_over_all_maps_finds_the_same_forms() {
    agrees_with(brute_force, BOARDS[0]);
}

#[test]
fn brute_force_row_by_row_finds_the_same_forms() {
    agrees_with(brute_force_by_rows, BOARDS[1]);
}

#[test]
fn the_unpruned_search_finds_the_same_forms() {
    agrees_with(unpruned, BOARDS[1]);
}

#[test]
fn every_instruction_set_finds_the_same_forms() {
    let mut every_isa = every_isa();
    for board in drawn(3, times(MANY)) {
        let found: Vec<_> = every_isa.iter_mut().map(|minlex| form(minlex, &board)).collect();
        for other in &found {
            assert_eq!(other, &found[0], "{}", text(&board).escape_ascii());
            assert_eq!(text(&other.transformation.image(&board)), other.text);
        }
    }
}

/// Many maps give the form of these boards: few clues, which leave most lines blank, and whole grids with symmetries, also with
/// some cells blanked.
#[test]
fn every_instruction_set_finds_the_same_map_of_many() {
    let (mut every_isa, mut source) = (every_isa(), Boards::new(10));
    for number in 0..times(MANY) {
        let board = match number % 4 {
            0 => source.draw(Kind::NearlyFull),
            1 => source.symmetrical_grid(),
            _ => source.few_clues(number / 4 % 13),
        };
        let image = Transformation::random(&mut source.0).image(&board);
        let found: Vec<_> = every_isa.iter_mut().map(|minlex| form(minlex, &image)).collect();
        found.iter().for_each(|other| assert_eq!(other, &found[0], "{}", text(&image).escape_ascii()));
    }
}

#[test]
fn a_random_image_has_the_same_form() {
    let (mut minlex, mut rng) = (Minlex::new(), boards::rng(4));
    for board in drawn(4, times(MANY)) {
        let image = Transformation::random(&mut rng).image(&board);
        let (one, other) = (form(&mut minlex, &board), form(&mut minlex, &image));
        assert_eq!((one.text, one.automorphisms), (other.text, other.automorphisms));
    }
}

/// With two clues, there are five kinds of pairs of cells for two different digits, and two kinds of pairs that share no house
/// for equal ones.
#[test]
fn the_orbits_of_boards_with_few_clues_add_up() {
    let few = if cfg!(debug_assertions) { 2 } else { 3 };
    for clues in 0..=few {
        let orbits = orbits::boards_with_clues(clues);
        assert_eq!(orbits.images, orbits.boards, "{clues} clues: {orbits:?}");
    }
    let two = orbits::Orbits { boards: 81 * 80 / 2 + 81 * 60 / 2, classes: 7, images: 5_670 };
    assert_eq!(orbits::boards_with_clues(2), two);
}

/// The known label of the second row comes before the new one: `001023…` is less than `002003…`.
#[test]
fn a_known_label_may_come_early() {
    let mut board = [0; CELLS];
    for (cell, digit) in [(8, 1), (15, 2), (17, 3), (23, 1)] {
        board[cell] = digit;
    }
    let found = form(&mut Minlex::new(), &board);
    assert_eq!(found.text, text(&unpruned(&board).form));
}

#[test]
fn one_by_one_and_together_are_the_same() {
    let boards: Vec<_> = drawn(5, 1_003).map(|board| text(&board)).collect();
    for mut minlex in every_isa() {
        let mut together = Vec::new();
        minlex.forms_of_texts(&boards, |found| together.push(found));
        let one_by_one: Vec<_> = boards.iter().map(|board| minlex.form_of_text(board)).collect();
        assert_eq!(together, one_by_one);
    }
}

/// All maps of the boards that are searched together must fit.
#[test]
fn one_board_many_times_has_the_same_form_each_time() {
    for mut minlex in every_isa() {
        for board in drawn(6, MANY / 10) {
            let alone = Ok(form(&mut minlex, &board));
            minlex.forms_of_texts(&[text(&board); 40], |found| {
                assert_eq!(found, alone, "{}", text(&board).escape_ascii())
            });
        }
    }
}

/// Boards of all kinds in one list, with whole grids, conflicts and other bytes for blanks among them.
#[test]
fn mixed_boards_together_have_the_forms_that_they_have_alone() {
    let (mut source, mut plain) = (Boards::new(8), Minlex::with_isa(Isa::Portable));
    let mut puzzles: Vec<[u8; CELLS]> = drawn(8, MANY).map(|board| text(&board)).collect();
    for number in 0..puzzles.len() {
        match source.below(8) {
            0 => puzzles[number] = text(&source.grid()),
            1 => puzzles[number][source.below(CELLS)] = b'1' + source.below(9) as u8,
            2 => puzzles[number].iter_mut().filter(|byte| **byte == b'0').for_each(|byte| *byte = b'.'),
            3 => puzzles[number] = puzzles[source.below(number + 1)],
            _ => {}
        }
    }
    for mut minlex in every_isa() {
        let mut together = Vec::new();
        minlex.forms_of_texts(&puzzles, |found| together.push(found));
        for (puzzle, found) in puzzles.iter().zip(together) {
            assert_eq!(found, minlex.form_of_text(puzzle), "{}", puzzle.escape_ascii());
            assert_eq!(found, plain.form_of_text(puzzle), "{}", puzzle.escape_ascii());
        }
    }
}

#[test]
fn the_empty_board_has_every_map_as_automorphism() {
    for mut minlex in every_isa() {
        let found = form(&mut minlex, &[0; CELLS]);
        assert_eq!((found.text, found.automorphisms), ([b'0'; CELLS], Transformation::GEOMETRIES));
    }
}

/// A diagonal of nine digits is unchanged, up to labels, when bands and stacks move together (6), when rows move with their
/// columns in a band (6 in each of three), and when it is transposed.
#[test]
fn boards_with_many_symmetries_have_them_all() {
    let diagonal: [u8; CELLS] =
        std::array::from_fn(|cell| if cell % 10 == 0 { 1 + (cell / 10) as u8 } else { 0 });
    let grid = b"123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let grid = grid.map(|byte| byte - b'0');
    let boxes: [u8; CELLS] =
        std::array::from_fn(|cell| if cell / 27 == cell % 9 / 3 { grid[cell] } else { 0 });
    let less_a_digit = grid.map(|digit| if digit == 9 { 0 } else { digit });
    let less_a_band = std::array::from_fn(|cell| if cell < 54 { grid[cell] } else { 0 });
    for mut minlex in every_isa() {
        for (board, automorphisms) in [
            (diagonal, 6 * 6 * 6 * 6 * 2),
            (boxes, unpruned(&boxes).automorphisms),
            (less_a_digit, 72),
            (less_a_band, unpruned(&less_a_band).automorphisms),
        ] {
            assert_eq!(form(&mut minlex, &board).automorphisms, automorphisms);
        }
    }
}

/// Two blank rows of a band are interchangeable, and so are two blank bands. Bands that begin with the same number of blank rows
/// differ only in their last rows.
#[test]
fn blank_rows_of_several_bands_have_the_forms_of_the_unpruned_search() {
    let mut source = Boards::new(9);
    for blank in [&[0, 1, 3, 4][..], &[3, 4, 6, 7], &[3, 4, 5, 6, 7], &[0, 3, 6], &[0, 1]] {
        let grid = source.grid();
        let board = std::array::from_fn(|cell| if blank.contains(&(cell / 9)) { 0 } else { grid[cell] });
        let wanted = unpruned(&board);
        for mut minlex in every_isa() {
            minlex.forms_of_texts(&[text(&board); 3], |found| {
                let found = found.expect("no conflict");
                assert_eq!((found.text, found.automorphisms), (text(&wanted.form), wanted.automorphisms));
            });
        }
    }
}

#[test]
fn equal_clues_in_a_house_are_refused_with_their_cells() {
    for (one, other) in [(0, 8), (4, 76), (30, 50)] {
        for mut minlex in every_isa() {
            let mut board = [b'.'; CELLS];
            board[one] = b'7';
            board[other] = b'7';
            let conflict = minlex.form_of_text(&board).unwrap_err();
            assert_eq!((conflict.first.index(), conflict.second.index()), (one, other));
        }
    }
}

#[test]
fn every_blank_is_a_blank() {
    let mut board = *b"12345678x........................................................................."
        .first_chunk()
        .unwrap();
    let wanted = Minlex::with_isa(Isa::Portable).form_of_text(&board);
    for blank in *b"._*-?xX0 " {
        board[8] = blank;
        for mut minlex in every_isa() {
            assert_eq!(minlex.form_of_text(&board).map(|form| form.text), wanted.map(|form| form.text));
        }
    }
}

#[test]
fn the_solution_form_is_that_of_every_image() {
    let (mut minlex, mut rng, mut source) = (Minlex::new(), boards::rng(6), Boards::new(6));
    for number in 0..MANY / 10 {
        let solution = if number % 2 == 0 { source.grid() } else { source.symmetrical_grid() };
        let puzzle = source.thinned(solution, 1 + number % 9);
        let image = Transformation::random(&mut rng);
        let mut form_of = |puzzle: &[u8; CELLS], solution: &[u8; CELLS]| {
            minlex.solution_form_of_texts(&text(puzzle), &text(solution)).expect("its solution")
        };
        let one = form_of(&puzzle, &solution);
        let other = form_of(&image.image(&puzzle), &image.image(&solution));
        assert_eq!((one.text, one.automorphisms), (other.text, other.automorphisms));
        assert_eq!(text(&one.transformation.image(&puzzle)), one.text);
        assert_eq!(text(&one.transformation.image(&solution)), form(&mut minlex, &solution).text);
    }
}

#[test]
fn a_grid_that_is_not_the_solution_is_refused() {
    let mut source = Boards::new(7);
    let solution = source.grid();
    let mut puzzle = [0; CELLS];
    puzzle[40] = solution[41];
    let refused = Minlex::new().solution_form_of_texts(&text(&puzzle), &text(&solution));
    assert_eq!(refused, Err(NotItsSolution));
}
