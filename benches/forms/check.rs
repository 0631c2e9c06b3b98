//! Comparisons with searches that are right at a glance.

use std::collections::HashSet;

use bulkdoku::{
    grid::CELLS,
    solver::isa::Isa,
    symmetry::{CanonicalForm, Conflict, Minlex},
};

use crate::{
    boards::{Boards, Kind},
    brute_force::{Least, brute_force, brute_force_by_rows, unpruned},
    orbits::{Collected, Orbits, boards_with_clues},
};

/// Compares boards of every kind with [`brute_force_by_rows`], one in a hundred with [`brute_force`] as well, and prints
/// how many of each kind agree.
pub fn with_brute_force(boards: u64, seed: u64) -> bool {
    let (mut source, mut minlex) = (Boards::new(seed), Minlex::new());
    let each = boards.div_ceil(Kind::ALL.len() as u64);
    let mut right = true;
    for kind in Kind::ALL {
        let mut agree = 0;
        for number in 0..each {
            let board = source.draw(kind);
            let agrees_with = |search| agrees(&mut minlex, &board, search);
            let mut searches =
                [brute_force_by_rows, brute_force].into_iter().take(if number % 100 == 0 { 2 } else { 1 });
            agree += u64::from(searches.all(agrees_with));
        }
        println!(
            "{kind:?}: {agree} of {each} boards have the form and the automorphisms that brute force finds"
        );
        right &= agree == each;
    }
    right
}

/// Compares the puzzles of files with [`unpruned`].
pub fn with_unpruned(files: &[(String, Vec<[u8; CELLS]>)]) -> bool {
    let mut minlex = Minlex::new();
    let mut right = true;
    for (name, puzzles) in files {
        let boards = puzzles.iter().map(digits);
        let agree = boards.filter(|board| agrees(&mut minlex, board, unpruned)).count();
        println!("{name}: {agree} of {} puzzles have the form that the unpruned search finds", puzzles.len());
        right &= agree == puzzles.len();
    }
    right
}

/// Compares what the instruction sets make of the puzzles of files: texts, automorphisms, and maps as applied.
pub fn isas(files: &[(String, Vec<[u8; CELLS]>)]) -> bool {
    let (mut plain, mut fast) = (Minlex::with_isa(Isa::Portable), Minlex::new());
    let mut right = true;
    for (name, puzzles) in files {
        let agree = puzzles.iter().filter(|puzzle| makes_the_same(&mut plain, &mut fast, puzzle)).count();
        println!(
            "{name}: {agree} of {} puzzles have the same form on {} and in plain code",
            puzzles.len(),
            Isa::best().name()
        );
        right &= agree == puzzles.len();
    }
    right
}

fn makes_the_same(plain: &mut Minlex, fast: &mut Minlex, puzzle: &[u8; CELLS]) -> bool {
    let same = match (plain.form(puzzle), form_both_ways(fast, puzzle)) {
        (Ok(wanted), Some(Ok(found))) => {
            let image = text(&found.map.apply(&digits(puzzle)));
            (found.text, found.automorphisms) == (wanted.text, wanted.automorphisms) && image == found.text
        }
        (wanted, found) => found == Some(wanted),
    };
    if !same {
        println!("different: {}", puzzle.escape_ascii());
    }
    same
}

/// Adds up the orbits of all boards with few clues, and of all bands.
pub fn orbits(clues: u64) -> bool {
    let with_clues =
        (0..=clues).map(|clues| (format!("{clues} clues"), boards_with_clues(clues as usize), 1));
    let mut right = true;
    for (name, orbits, places) in with_clues.chain([("bands".to_owned(), bands(), 6)]) {
        let Orbits { boards, classes, images } = orbits;
        println!("{name}: {boards} boards up to labels, {classes} classes, whose orbits add up to {images}");
        right &= images == places * boards;
    }
    right
}

/// Counts the different forms of each file.
pub fn classes(files: &[(String, Vec<[u8; CELLS]>)]) -> bool {
    let mut minlex = Minlex::new();
    for (name, puzzles) in files {
        let forms: HashSet<_> =
            puzzles.iter().flat_map(|puzzle| minlex.form(puzzle)).map(|form| form.text).collect();
        println!("{name}: {} puzzles, {} forms", puzzles.len(), forms.len());
    }
    true
}

fn agrees(minlex: &mut Minlex, board: &[u8; CELLS], search: fn(&[u8; CELLS]) -> Least) -> bool {
    let (text, wanted) = (text(board), search(board));
    let agrees = form_both_ways(minlex, &text).is_some_and(|found| {
        let Ok(found) = found else { return false };
        found.text == self::text(&wanted.form)
            && found.automorphisms == wanted.automorphisms
            && self::text(&found.map.apply(board)) == found.text
    });
    if !agrees {
        println!("different: {}", text.escape_ascii());
    }
    agrees
}

/// The form of a puzzle alone and together with another one, which different code finds; `None` when they differ.
fn form_both_ways(minlex: &mut Minlex, puzzle: &[u8; CELLS]) -> Option<Result<CanonicalForm, Conflict>> {
    let alone = minlex.form(puzzle);
    let mut same = true;
    minlex.forms(&[*puzzle; 2], |found| same &= found == alone);
    same.then_some(alone)
}

fn text(board: &[u8; CELLS]) -> [u8; CELLS] {
    board.map(|digit| b'0' + digit)
}

fn digits(puzzle: &[u8; CELLS]) -> [u8; CELLS] {
    puzzle.map(|byte| bulkdoku::grid::digit(byte).unwrap_or(0))
}

/// All bands of three full rows: 56 · 6^6 in each of six places, of which this counts the uppermost, as 416 classes.
fn bands() -> Orbits {
    let mut collected = Collected::default();
    let mut first_row = [b'0'; CELLS];
    first_row[..9].copy_from_slice(b"123456789");
    let mut begun = vec![(first_row, 9)];
    while let Some((board, cell)) = begun.pop() {
        if cell == 27 {
            collected.add(board);
            continue;
        }
        for digit in b'1'..=b'9' {
            let in_row = board[cell / 9 * 9..cell].contains(&digit);
            let in_box = (0..cell / 9).any(|row| board[9 * row + cell % 9 / 3 * 3..][..3].contains(&digit));
            if !in_row && !in_box {
                let mut board = board;
                board[cell] = digit;
                begun.push((board, cell + 1));
            }
        }
    }
    collected.orbits()
}
