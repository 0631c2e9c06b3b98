//! The slow and obvious implementations with which the fast ones are compared.

use crate::rng::Rng;

use crate::rating::rules::{Board, Rule, Step};

/// Returns a number below `bound`.
pub fn below(random: &mut impl Rng, bound: usize) -> usize {
    (random.next_u64() % bound as u64) as usize
}

/// Shuffles `items`.
pub fn shuffle<T>(items: &mut [T], random: &mut impl Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(random, last + 1));
    }
}

/// Applies the rules of `level` in a random order until none applies, or the board is dead.
///
/// Each round draws one rule, and applies a random number of the steps that it can make in a random order.
pub fn close(board: &mut Board, level: u8, random: &mut impl Rng) {
    while !board.is_dead() {
        let mut rules: Vec<Rule> = Rule::ALL.into_iter().filter(|rule| rule.level() <= level).collect();
        shuffle(&mut rules, random);
        let Some(mut steps) =
            rules.iter().map(|rule| rule.steps(board).collect::<Vec<Step>>()).find(|steps| !steps.is_empty())
        else {
            return;
        };
        shuffle(&mut steps, random);
        let count = 1 + below(random, steps.len());
        steps[..count].iter().for_each(|step| step.apply(board));
    }
}
