//! Tests of the ratings against their definitions, and of equal ratings for equivalent puzzles.

use super::oracle::{Board, close};
use super::{equivalent, oracle_explainer, oracle_ratings, puzzles, rate};
use crate::board::grid::CELLS;
use crate::effort::effort;
use crate::rating::matching::Matching;
use crate::rating::rules::{self, RULES, Rule};
use crate::rating::{Capped, ExplainerRating, Rating, RatingKind, RatingSettings};
use crate::rng::stream;
use crate::solver::batch::Notation;
use crate::solver::{Engine, Isa, Solver, SolverSettings, Verdict};

fn only(kinds: &[RatingKind]) -> RatingSettings {
    RatingSettings { only: kinds.to_vec(), ..RatingSettings::default() }
}

fn at(number: Option<u8>, limit: u8) -> Option<Capped> {
    Some(number.map_or(Capped::Over(limit), Capped::Exactly))
}

#[test]
fn levels_equal_those_of_the_rules_in_random_order() {
    let puzzles = puzzles(effort(12, 40));
    let ratings = rate(&puzzles, only(&[RatingKind::Level]));
    for (index, (puzzle, rating)) in puzzles.iter().zip(&ratings).enumerate() {
        let mut random = stream(2, *b"levels\0\0", index as u64);
        let level = oracle_ratings::level(puzzle, &mut random);
        assert_eq!(rating.level, at(level, 7), "{}", str::from_utf8(puzzle).unwrap());
    }
}

#[test]
fn the_closures_above_level_four_equal_those_of_the_rules_in_random_order() {
    let puzzles = puzzles(effort(21, 60));
    let mut solver = Solver::new();
    for (index, puzzle) in puzzles.iter().enumerate() {
        let mut random = stream(3, *b"closures", index as u64);
        let level = 5 + (index % 3) as u8;
        let mut expected = Board::new(puzzle);
        close(&mut expected, 4, &mut random);
        let solution = solver.solve(&(*puzzle).try_into().unwrap()).expect("a solution");
        let mut matching = Matching::new(rules::Board::closed(&expected.masks), solution.as_bytes());
        matching.close(level);
        close(&mut expected, level, &mut random);
        let text = str::from_utf8(puzzle).unwrap();
        assert_eq!(matching.board().masks(), expected.masks, "{text} at level {level}");
        assert_eq!(matching.is_solved(), expected.is_solved(), "{text} at level {level}");
    }
}

/// Applies the rules of the table in turn until none of the level applies.
fn close_by_table(puzzle: &[u8; CELLS], level: u8) -> rules::Board {
    let mut board = rules::Board::new(puzzle, Notation::Clues);
    let of_level = || RULES.iter().filter(|entry| entry.rule.is_some_and(|rule| rule.level() <= level));
    while of_level().any(|entry| board.apply_everywhere(entry.find)) {}
    board
}

#[test]
fn the_rules_of_the_table_close_as_the_obvious_ones_in_random_order() {
    let puzzles = puzzles(effort(8, 60));
    for (index, puzzle) in puzzles.iter().enumerate() {
        let mut random = stream(7, *b"closures", index as u64);
        for level in 1..=7 {
            let mut expected = Board::new(puzzle);
            close(&mut expected, level, &mut random);
            let found = close_by_table(puzzle, level);
            let text = str::from_utf8(puzzle).unwrap();
            assert_eq!(found.masks(), expected.masks, "{text} at level {level}");
            assert_eq!(
                (found.left(), found.candidates().is_solved()),
                (expected.left(), expected.is_solved()),
                "{text}"
            );
        }
    }
}

#[test]
fn the_table_has_every_rule_once() {
    let in_table = |rule: Rule| RULES.iter().filter(|entry| entry.rule == Some(rule)).count();
    assert!(Rule::ALL.into_iter().all(|rule| in_table(rule) == 1));
    assert!(RULES.is_sorted_by_key(|entry| entry.tenths));
}

fn assert_depth_and_backdoor(puzzles: &[[u8; CELLS]]) -> Vec<[Option<u8>; 2]> {
    let ratings = rate(puzzles, only(&[RatingKind::Depth, RatingKind::Backdoor]));
    let mut solver = Solver::new();
    let compare = |(index, (puzzle, rating)): (usize, (&[u8; CELLS], &Rating))| {
        let mut random = stream(4, *b"depth\0\0\0", index as u64);
        let text = str::from_utf8(puzzle).unwrap();
        let depth = oracle_ratings::depth(puzzle, 2, &mut random);
        assert_eq!(rating.depth, at(depth, 2), "{text}");
        let solution = solver.solve(&(*puzzle).try_into().unwrap()).expect("a solution");
        let backdoor = oracle_ratings::backdoor(puzzle, solution.as_bytes(), 2);
        assert_eq!(rating.backdoor, at(backdoor, 2), "{text}");
        [depth, backdoor]
    };
    puzzles.iter().zip(&ratings).enumerate().map(compare).collect()
}

#[test]
fn depth_and_backdoor_are_those_of_the_definition() {
    assert_depth_and_backdoor(&puzzles(40));
}

#[test]
fn depth_and_backdoor_of_the_hardest_puzzles_are_those_of_the_definition() {
    // From the lists of hardest puzzles: Loki, of depth 3, Easter Monster, whose smallest backdoor has three cells, and A. Inkala's
    // of 2012.
    let puzzles = [
        *b"57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..",
        *b"1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        *b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ];
    let (two, count) = (Some(2), effort(1, 3));
    let expected = [[None, two], [two, None], [two, two]];
    assert_eq!(assert_depth_and_backdoor(&puzzles[..count]), expected[..count]);
}

#[test]
fn a_puzzle_of_level_four_has_the_same_ratings_with_and_without_others() {
    let puzzles = puzzles(300);
    let levels = rate(&puzzles, only(&[RatingKind::Level]));
    let all = rate(&puzzles, RatingSettings::default());
    let both = puzzles.iter().zip(levels.iter().zip(&all));
    let of_four = both.filter(|(_, (one, _))| one.level == Some(Capped::Exactly(4)));
    let of_four: Vec<[u8; CELLS]> = of_four.map(|(puzzle, _)| *puzzle).collect();
    assert!(of_four.len() > 20, "{} puzzles of level 4", of_four.len());
    let settings = only(&[RatingKind::Depth, RatingKind::Backdoor]).budget(0);
    for (puzzle, rating) in of_four.iter().zip(rate(&of_four, settings)) {
        // Level 4 solves it, so there is no search that could exceed its budget.
        let text = str::from_utf8(puzzle).unwrap();
        assert_eq!(rating.verdict, Verdict::Unique, "{text}");
        assert!(matches!(rating.depth, Some(Capped::Exactly(1))), "{text}: {rating:?}");
    }
}

#[test]
fn explainer_ratings_up_to_4_4_equal_those_of_the_rules_in_random_order() {
    let puzzles = puzzles(effort(4, 60));
    let ratings = rate(&puzzles, only(&[RatingKind::Se]));
    for (index, (puzzle, rating)) in puzzles.iter().zip(&ratings).enumerate() {
        let mut random = stream(5, *b"se\0\0\0\0\0\0", index as u64);
        let text = str::from_utf8(puzzle).unwrap();
        match (oracle_ratings::explainer(puzzle, &mut random), rating.se) {
            (Some(tenths), se) => assert_eq!(se, Some(ExplainerRating::Tenths(tenths)), "{text}"),
            (None, Some(ExplainerRating::Tenths(45..=61) | ExplainerRating::AtLeast(45..=62))) => {}
            (None, se) => panic!("{text} is rated {se:?}"),
        }
    }
}

#[test]
fn explainer_ratings_equal_those_of_the_easiest_steps_in_any_order() {
    let puzzles = puzzles(effort(12, 150));
    let ratings = rate(&puzzles, only(&[RatingKind::Se]));
    let mut exact_above_4_4 = 0;
    for (index, (puzzle, rating)) in puzzles.iter().zip(&ratings).enumerate() {
        let text = str::from_utf8(puzzle).unwrap();
        for way in 0..2 {
            let mut random = stream(6, *b"se ways\0", 2 * index as u64 + way);
            match (rating.se, oracle_explainer::solve(puzzle, &mut random)) {
                (Some(ExplainerRating::Tenths(tenths)), solved) => {
                    assert_eq!(solved, Some(tenths), "{text}");
                    exact_above_4_4 += u32::from(tenths > 44);
                }
                (Some(ExplainerRating::AtLeast(least)), Some(tenths)) => assert!(tenths >= least, "{text}"),
                (Some(ExplainerRating::AtLeast(_)), None) => {}
                (None, _) => panic!("{text} is not rated"),
            }
        }
    }
    assert!(exact_above_4_4 > 0, "a puzzle with a step above 4.4");
}

#[test]
fn equivalent_puzzles_are_rated_the_same() {
    let puzzles = puzzles(200);
    let equivalents: Vec<_> =
        puzzles.iter().zip(0..).map(|(puzzle, number)| equivalent(puzzle, number)).collect();
    let ratings = rate(&puzzles, RatingSettings::default());
    for ((puzzle, one), other) in
        puzzles.iter().zip(&ratings).zip(rate(&equivalents, RatingSettings::default()))
    {
        assert_eq!(*one, other, "{}", str::from_utf8(puzzle).unwrap());
        assert_eq!(one.verdict, Verdict::Unique);
    }
}

#[test]
fn ratings_are_the_same_for_every_engine_and_instruction_set() {
    let puzzles = puzzles(100);
    let expected = rate(&puzzles, RatingSettings::default());
    for isa in Isa::available() {
        for engine in [Engine::Lanes, Engine::Single] {
            let solver = SolverSettings { isa, engine, ..SolverSettings::default() };
            let settings = RatingSettings { solver, ..RatingSettings::default() };
            assert!(rate(&puzzles, settings) == expected, "{engine} on {isa}");
        }
    }
}

#[test]
fn a_puzzle_that_does_not_have_one_solution_has_only_a_verdict() {
    let mut conflict = [b'.'; CELLS];
    (conflict[0], conflict[1]) = (b'5', b'5');
    let mut unsolvable = [b'.'; CELLS];
    unsolvable[..8].copy_from_slice(b"12345678");
    unsolvable[17] = b'9';
    let verdicts = [Verdict::Multiple, Verdict::Conflict, Verdict::NoSolution];
    for (puzzle, verdict) in [[b'.'; CELLS], conflict, unsolvable].into_iter().zip(verdicts) {
        let rating = rate(&[puzzle], RatingSettings::default())[0];
        assert_eq!(rating, Rating { verdict, ..Rating::default() });
    }
}

#[test]
fn a_puzzle_that_needs_only_last_cells_is_rated_one() {
    let solution = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let mut puzzle = *solution;
    puzzle[40] = b'.';
    let settings = only(&[RatingKind::Se, RatingKind::Level]);
    assert_eq!(rate(&[puzzle], settings.clone())[0].se, Some(ExplainerRating::Tenths(10)));
    puzzle = *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    assert_eq!(rate(&[puzzle], settings)[0].se, Some(ExplainerRating::Tenths(12)));
}
