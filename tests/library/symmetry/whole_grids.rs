//! Whole grids, whose first rows come from a table, and especially those with symmetries.

use bulkdoku::{solver::Isa, symmetry::Minlex};

use super::every_isa;
use crate::support::rules::{self, CELLS};

/// Numbers of automorphisms, each with a grid that has this many.
///
/// These are 28 of the grids that a random search for symmetrical grids found. In seven minutes, it finds every class with eight
/// or more automorphisms, and the numbers equal those of the census of all grids: 29 with 8, 42 with 9, 92
/// with 12, 85 with 18, 2 with 27, 15 with 36, 11 with 54, 2 with 72, 3 with 108, and one each with 162 and 648.
pub const SYMMETRICAL: [(u64, &[u8; CELLS]); 28] = [
    (2, b"154629378769843152382751964431562897875394621296187543943215786518476239627938415"),
    (2, b"478693512963125478512748963185937624629481735734256189891572346246319857357864291"),
    (3, b"698412357371685249542973168164537892857294631239861574483726915915348726726159483"),
    (3, b"239465718164987253857213694798321465321546879546798321973852146412639587685174932"),
    (4, b"168425973394716582527839416735641298286397154419582367852973641643158729971264835"),
    (4, b"946281573321657498875394621714936852683572914259148736568713249437829165192465387"),
    (6, b"986723451754981632213564978832147596679352184145896327591678243468239715327415869"),
    (6, b"465123798123798465798465123249871536871536249536249871384917652917652384652384917"),
    (8, b"135462987827359416946178325278641593461935872359827164782593641514786239693214758"),
    (8, b"892465317657213984134798652926187543713546298548932176371654829469821735285379461"),
    (9, b"375618942942375618618942375159483726483726159267591834834159267726834591591267483"),
    (9, b"456897312789312456312645897645978123897123645123564978564789231978231564231456789"),
    (12, b"654927183927183654183654927795462318462318795318795462246831579831579246579246831"),
    (12, b"423756198156498723798123456264537981531984267987261534345672819612849375879315642"),
    (18, b"658137429429586371713429865536294718187365294294871653942613587875942136361758942"),
    (18, b"741285639396417852528963174465798321987132465132654798654879213879321546213546987"),
    (27, b"642375918975618342318942675126453789459786123783129456267531894591864237834297561"),
    (27, b"417259683386147925529836714931462857642578139758391246174683592295714368863925471"),
    (36, b"456297831831456297297831456564189723723564189189723564978645312645312978312978645"),
    (36, b"528346917417859326639217854976134582382965471145728693764582139893471265251693748"),
    (54, b"231564789645897312897312645123456897564978231978231564456789123312645978789123456"),
    (54, b"897654312231987645564321978918765423342198756675432189786543291129876534453219867"),
    (72, b"456123978789456312123789645231564897564897231897231564978312456312645789645978123"),
    (72, b"321654987486729153759183426132465798594837261867291534213546879675918342948372615"),
    (108, b"873546219216879543549213876738465192162798435495132768387654921621987354954321687"),
    (108, b"781264359293857641456931278319782564642593817578416932164329785827645193935178426"),
    (162, b"789123456123456789456789123672915348915348672348672915861294537294537861537861294"),
    (648, b"321654987654987321987321654132465798465798132798132465546879213879213546213546879"),
];

fn symmetrical() -> impl Iterator<Item = (u64, [u8; CELLS])> {
    SYMMETRICAL.into_iter().map(|(automorphisms, grid)| (automorphisms, *grid))
}

#[test]
fn symmetrical_grids_have_as_many_automorphisms_as_the_search_that_found_them_says() {
    for mut minlex in every_isa() {
        for (automorphisms, grid) in symmetrical() {
            assert!(rules::is_solved(&grid));
            let found = minlex.form_of_text(&grid).expect("no conflict");
            assert_eq!(found.automorphisms, automorphisms, "{}", grid.escape_ascii());
            let form_again = minlex.form_of_text(&found.text).expect("no conflict");
            assert_eq!((form_again.text, form_again.automorphisms), (found.text, automorphisms));
        }
    }
}

#[test]
fn a_grid_has_the_same_form_as_a_puzzle_and_as_its_own_solution() {
    for mut minlex in every_isa() {
        for (_, grid) in symmetrical() {
            let form = minlex.form_of_text(&grid).expect("no conflict");
            let by_solution = minlex.solution_form_of_texts(&grid, &grid).expect("its own solution");
            assert_eq!((by_solution.text, by_solution.automorphisms), (form.text, form.automorphisms));
            assert_eq!(
                by_solution.transformation.image(&grid.map(|byte| byte - b'0')),
                form.text.map(|byte| byte - b'0')
            );
        }
    }
}

/// Every cell with every other digit, and every pair of cells with digits exchanged, among boards without a conflict.
#[test]
fn equal_digits_in_a_house_of_a_full_board_are_found() {
    let grids = symmetrical().map(|(_, grid)| grid).take(if cfg!(debug_assertions) { 1 } else { 3 });
    let mut boards = vec![[b'7'; CELLS]];
    for grid in grids {
        for (cell, digit) in (0..CELLS).flat_map(|cell| (b'1'..=b'9').map(move |digit| (cell, digit))) {
            let mut board = grid;
            board[cell] = digit;
            boards.push(board);
        }
        for (one, other) in (0..CELLS).flat_map(|one| (0..one).map(move |other| (one, other))) {
            let mut board = grid;
            board.swap(one, other);
            boards.push(board);
        }
    }
    for mut minlex in every_isa() {
        let mut left = boards.iter();
        minlex.forms_of_texts(&boards, |found| {
            let board = left.next().expect("a board for each form");
            let found =
                found.map(|form| form.automorphisms).map_err(|conflict| (conflict.first, conflict.second));
            assert_eq!(found.err(), rules::conflict(board), "{}", board.escape_ascii());
        });
    }
}

/// Such grids have more maps than a batch can follow.
#[test]
fn symmetrical_grids_among_others_have_the_forms_that_they_have_alone() {
    let other = b"154629378769843152382751964431562897875394621296187543943215786518476239627938415";
    for mut minlex in every_isa() {
        let wanted = minlex.form_of_text(other);
        for (_, grid) in symmetrical() {
            let (alone, mut number) = (minlex.form_of_text(&grid), 0);
            minlex.forms_of_texts(&[*other, grid, *other, grid, grid], |found| {
                assert_eq!(found, if [0, 2].contains(&number) { wanted } else { alone });
                number += 1;
            });
        }
    }
}

/// Maps are written to a list two at a time.
#[test]
fn a_grid_alone_whose_map_is_the_last_of_the_table_has_the_form_of_plain_code() {
    let grid = b"637598214245173896198624375852419637314786529976235148563942781729851463481367952";
    let wanted = Minlex::with_isa(Isa::Portable).form_of_text(grid);
    assert!(every_isa().iter_mut().all(|minlex| minlex.form_of_text(grid) == wanted));
}
