//! The rules of the levels and of Sudoku Explainer, one file per family, as a person applies them.
//!
//! A rule searches a [`Board`] for [`Pattern`]s: what they consist of, and what they place or clear. Each rule is written once.
//! [`RULES`] lists them all. Explanations are made of the first pattern of the easiest rule that changes the board, and
//! closures of all patterns. Nothing here allocates. Start with the table, then read a family, such as `fish.rs`.
//!
//! # Rules can be applied in any order
//! Order boards by their candidates and placed cells: A is *below* B if it has a subset of the candidates of B, and all
//! cells that B places are placed. All dead boards count as one board below every other. Every rule is monotone up to the
//! rules of its level. Suppose that it clears or places something on B, and that A is a board below B to which no rule of the
//! level applies any more. Then the same is cleared or placed on A. If the pattern has lost a candidate on A, it has become a
//! pattern of fewer cells or digits, which a rule of the same or a lower level has used. Patterns therefore count "at most
//! k". So all orders of application reach the same board, the *closure*.
//!
//! Levels 5 and 6 also have a definition without patterns. After level 5, every candidate of a house is part of some
//! assignment of its digits to its cells. After level 6, it is also part of some assignment of the rows to the columns for
//! its digit. [`matching`](super::matching) uses these definitions.

mod apply;
mod board;
pub(crate) mod few;
mod fish;
mod house;
mod house_bits;
mod locked;
mod pattern;
mod rule;
mod sentence;
mod sets;
mod singles;
mod step;
mod wings;

pub(crate) use board::Board;
pub use house::{House, HouseKind};
pub(crate) use house_bits::{NINE, cells_in, places_in};
pub(crate) use pattern::{Effect, Find};
pub use rule::{Rule, TOP_LEVEL};
pub use step::Step;

/// An entry of [`RULES`].
pub(crate) struct Entry {
    /// Sudoku Explainer's rating of a step by the rule, in tenths. Explainer does not have W-wings.
    pub(crate) tenths: u8,
    /// The rule, if a level has it. The other ones find in one step what two rules of the levels find.
    pub(crate) rule: Option<Rule>,
    /// What finds its patterns.
    pub(crate) find: Find,
}

/// A rating above all that Sudoku Explainer gives.
const NOT_OF_EXPLAINER: u8 = u8::MAX;

/// Sudoku Explainer's rating of the hardest rule whose order does not matter.
pub(crate) const LAST_IN_ANY_ORDER: u8 = 44;

/// All rules, the easiest first by Sudoku Explainer's ratings. The rules of a level are in this order, too.
pub(crate) static RULES: [Entry; 22] = [
    entry(10, None, singles::last_cells),
    entry(12, Some(Rule::HiddenSingleInBox), |board, visit| singles::hidden(board, 0..9, visit)),
    entry(15, Some(Rule::HiddenSingleInLine), |board, visit| singles::hidden(board, 9..27, visit)),
    entry(17, None, |board, visit| locked::leaving_one_place(board, locked::pointing, visit)),
    entry(19, None, |board, visit| locked::leaving_one_place(board, locked::claiming, visit)),
    entry(20, None, |board, visit| sets::leaving_one_place(board, 2, visit)),
    entry(23, Some(Rule::NakedSingle), singles::naked),
    entry(25, None, |board, visit| sets::leaving_one_place(board, 3, visit)),
    entry(26, Some(Rule::Pointing), locked::pointing),
    entry(28, Some(Rule::Claiming), locked::claiming),
    entry(30, Some(Rule::NakedPair), |board, visit| sets::naked(board, 2, visit)),
    entry(32, Some(Rule::XWing), |board, visit| fish::find(board, 2, visit)),
    entry(34, Some(Rule::HiddenPair), |board, visit| sets::hidden(board, 2, visit)),
    entry(36, Some(Rule::NakedTriple), |board, visit| sets::naked(board, 3, visit)),
    entry(38, Some(Rule::Swordfish), |board, visit| fish::find(board, 3, visit)),
    entry(40, Some(Rule::HiddenTriple), |board, visit| sets::hidden(board, 3, visit)),
    entry(42, Some(Rule::XyWing), wings::xy),
    entry(44, Some(Rule::XyzWing), wings::xyz),
    entry(50, Some(Rule::NakedQuad), |board, visit| sets::naked(board, 4, visit)),
    entry(52, Some(Rule::Jellyfish), |board, visit| fish::find(board, 4, visit)),
    entry(54, Some(Rule::HiddenQuad), |board, visit| sets::hidden(board, 4, visit)),
    entry(NOT_OF_EXPLAINER, Some(Rule::WWing), wings::w),
];

const fn entry(tenths: u8, rule: Option<Rule>, find: Find) -> Entry {
    Entry { tenths, rule, find }
}

/// Returns the rules that Sudoku Explainer rates up to `tenths`.
pub(crate) fn rated_up_to(tenths: u8) -> &'static [Entry] {
    &RULES[..RULES.partition_point(|entry| entry.tenths <= tenths)]
}
