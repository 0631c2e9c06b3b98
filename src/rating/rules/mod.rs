//! The rules of the levels, one file per family, as a person applies them.
//!
//! A rule examines a [`Board`] and finds [`Step`]s: what it places or clears, and why. This is the specification of the
//! levels: the fast closures are tested against it, and explanations are made of its steps. It is written to be read, not to
//! be fast, but its steps do not allocate. Start with `rule.rs`, which lists the rules, then read a family, such as `fish.rs`.
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
//! its digit. The fast closures use these definitions.

pub(crate) mod board;
pub(crate) mod few;
mod fish;
mod locked;
mod rule;
mod search;
mod sentence;
mod singles;
mod step;
mod subsets;
mod wings;

pub(crate) use board::Board;
pub use board::{House, HouseKind};
pub use rule::{Rule, TOP_LEVEL};
pub use step::Step;
