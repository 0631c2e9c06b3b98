use std::collections::HashSet;

use chacha20::ChaCha8Rng;
use proptest::prelude::*;
use rand_core::SeedableRng;

use super::*;
use crate::board::grid;

fn any_transformation() -> impl Strategy<Value = Transformation> {
    (0..Transformation::COUNT).prop_map(|index| Transformation::nth(index).unwrap())
}

fn any_board() -> impl Strategy<Value = [u8; CELLS]> {
    prop::array::uniform(0_u8..=9)
}

proptest! {
    #[test]
    fn then_applies_one_after_the_other(a in any_transformation(), b in any_transformation(), board in any_board()) {
        prop_assert_eq!(a.then(&b).image(&board), b.image(&a.image(&board)));
    }

    #[test]
    fn the_inverse_undoes_on_either_side(a in any_transformation(), board in any_board()) {
        prop_assert_eq!(a.inverse().image(&a.image(&board)), board);
        prop_assert_eq!(a.then(&a.inverse()), Transformation::IDENTITY);
        prop_assert_eq!(a.inverse().then(&a), Transformation::IDENTITY);
    }

    #[test]
    fn the_image_follows_the_parts(a in any_transformation(), board in any_board()) {
        let image = a.image(&board);
        for (row, column) in (0..9).flat_map(|row| (0..9).map(move |column| (row, column))) {
            let (from_row, from_column) = (usize::from(a.rows()[row]), usize::from(a.columns()[column]));
            let source = if a.transposed() { 9 * from_column + from_row } else { 9 * from_row + from_column };
            prop_assert_eq!(image[9 * row + column], a.digits()[usize::from(board[source])]);
        }
    }

    #[test]
    fn the_text_form_is_read_back(a in any_transformation()) {
        prop_assert_eq!(a.to_string().parse(), Ok(a));
    }

    #[test]
    fn parts_make_the_transformation_they_came_from(a in any_transformation()) {
        prop_assert_eq!(Transformation::new(a.transposed(), *a.rows(), *a.columns(), *a.digits()), Ok(a));
    }

    #[test]
    fn solutions_stay_solutions(a in any_transformation()) {
        let solution = std::array::from_fn(|i| 1 + ((i / 9 * 3 + i / 27 + i % 9) % 9) as u8);
        prop_assert!(grid::is_solved(&a.image(&solution).map(|digit| b'0' + digit)));
    }
}

#[test]
fn the_text_form_is_the_documented_one() {
    let (rows, digits) = ([1, 0, 2, 3, 4, 5, 6, 7, 8], [0, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    let map = Transformation::new(true, rows, Transformation::IDENTITY.columns, digits).unwrap();
    assert_eq!(map.to_string(), "t-r213456789-c123456789-d987654321");
    assert_eq!(Transformation::IDENTITY.to_string(), "r123456789-c123456789-d123456789");
}

#[test]
fn texts_of_another_form_are_rejected() {
    let wrong = [
        "",
        "t-",
        "r123456789-c123456789",
        "r123456789-c123456789-d12345678",
        "r123456789-c123456789-d123456780",
        "r123456789-c123456789-d123456789-",
        "c123456789-r123456789-d123456789",
        "r123456789-c123456789-d12345678é",
    ];
    for text in wrong {
        assert_eq!(text.parse::<Transformation>(), Err(InvalidTransformation(Fault::Form)), "{text}");
    }
}

#[test]
fn parts_that_split_a_band_are_rejected() {
    let refused = |text: &str| text.parse::<Transformation>().unwrap_err();
    let invalid = InvalidTransformation;
    assert_eq!(refused("r124356789-c123456789-d123456789"), invalid(Fault::Rows));
    assert_eq!(refused("r123456789-c111456789-d123456789"), invalid(Fault::Columns));
    assert_eq!(refused("r123456789-c123456789-d123456788"), invalid(Fault::Digits));
}

#[test]
fn a_blank_must_stay_blank() {
    let (rows, columns) = (Transformation::IDENTITY.rows, Transformation::IDENTITY.columns);
    let digits = [1, 0, 2, 3, 4, 5, 6, 7, 8, 9];
    assert_eq!(Transformation::new(false, rows, columns, digits), Err(InvalidTransformation(Fault::Digits)));
}

#[test]
fn different_numbers_give_different_transformations() {
    let geometries: HashSet<_> = (0..Transformation::GEOMETRIES)
        .step_by(7)
        .map(|i| Transformation::nth(i * RELABELLINGS).unwrap())
        .collect();
    assert_eq!(geometries.len() as u64, Transformation::GEOMETRIES.div_ceil(7));
    let relabellings: HashSet<_> = (0..RELABELLINGS).map(|i| Transformation::nth(i).unwrap()).collect();
    assert_eq!(relabellings.len() as u64, RELABELLINGS);
    assert_eq!(Transformation::nth(0), Some(Transformation::IDENTITY));
    assert_eq!(Transformation::nth(Transformation::COUNT), None);
}

#[test]
fn draws_are_pinned() {
    let mut rng = ChaCha8Rng::from_seed([0; 32]);
    let drawn: Vec<_> = (0..3).map(|_| Transformation::random(&mut rng).to_string()).collect();
    let pinned = [
        "r546231879-c132798654-d941763258",
        "r645132789-c123798645-d685432197",
        "r798645231-c546321978-d435871926",
    ];
    assert_eq!(drawn, pinned);
}

/// In 20,000 draws, each of the nine places is expected 2,222 times; 5 standard deviations are 222.
#[test]
fn draws_favour_no_row_column_or_digit() {
    let mut rng = ChaCha8Rng::from_seed([7; 32]);
    let draws: Vec<_> = (0..20_000).map(|_| Transformation::random(&mut rng)).collect();
    for place in 0..9 {
        let parts: [fn(&Transformation, usize) -> u8; 3] =
            [|a, i| a.rows[i], |a, i| a.columns[i], |a, i| a.digits[i + 1] - 1];
        for part in parts {
            let mut seen = [0; 9];
            draws.iter().for_each(|draw| seen[usize::from(part(draw, place))] += 1);
            assert!(seen.iter().all(|count| (2_000..2_445).contains(count)), "{place}: {seen:?}");
        }
    }
    let transposed = draws.iter().filter(|draw| draw.transposed()).count();
    assert!((9_650..10_350).contains(&transposed), "{transposed}");
}

#[test]
fn words_tell_what_a_transformation_does() {
    let words = |text: &str| text.parse::<Transformation>().unwrap().in_words().to_string();
    assert_eq!(words("r123456789-c123456789-d123456789"), "unchanged");
    assert_eq!(words("t-r123456789-c123456789-d123456789"), "transposed");
    assert_eq!(words("r213456789-c123456789-d213456789"), "rows rearranged and relabelled");
    assert_eq!(
        words("t-r213456789-c213456789-d213456789"),
        "transposed, rows and columns rearranged, and relabelled"
    );
}
