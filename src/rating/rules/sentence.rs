//! A step in words.

use std::fmt::{self, Display, Formatter};

use super::rule::Rule;
use super::step::Step;
use crate::board::grid::Cell;

/// Writes the step in words: `r1c3 = 4  naked single: 4 is the only candidate of r1c3`.
impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (name, reason) = (self.rule.name(), Reason(self));
        match self.placement {
            Some((cell, digit)) => write!(f, "{cell} = {digit}  {name}: {reason}"),
            None => write!(f, "{name}: {reason}, so {}", Cleared(&self.clears)),
        }
    }
}

/// The reason of a step.
struct Reason<'a>(&'a Step);

impl Display for Reason<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(step) = self;
        let (digits, cells, houses) = (List(&step.digits), List(&step.cells), &step.houses);
        let last = step.digits.last().copied().unwrap_or(0); // the digit that a wing clears
        match step.rule {
            Rule::HiddenSingleInBox | Rule::HiddenSingleInLine => {
                write!(f, "{digits} has no other place in {}", houses[0])
            }
            Rule::NakedSingle => write!(f, "{digits} is the only candidate of {cells}"),
            Rule::Pointing | Rule::Claiming => {
                write!(f, "the places of {digits} in {} are all in {}", houses[0], houses[1])
            }
            Rule::NakedPair | Rule::NakedTriple | Rule::NakedQuad => {
                write!(f, "{cells} in {} have only {digits}", houses[0])
            }
            Rule::HiddenPair | Rule::HiddenTriple | Rule::HiddenQuad => {
                write!(f, "{digits} in {} have only {cells}", houses[0])
            }
            Rule::XWing | Rule::Swordfish | Rule::Jellyfish => {
                let lines = List(houses);
                write!(f, "in {lines} the places of {digits} are in as many crossing lines: {cells}")
            }
            Rule::XyWing => {
                write!(f, "{} decides which of {} is {last}", step.cells[0], List(&step.cells[1..]))
            }
            Rule::XyzWing => write!(f, "one of {cells} is {last}"),
            Rule::WWing => {
                let [one, two, p, q] = [0, 1, 2, 3].map(|place| step.cells[place]);
                let (digit, house) = (step.digits[0], houses[0]);
                write!(f, "{digit} in {house} is {p} or {q}, so one of {one} and {two} is {last}")
            }
        }
    }
}

/// `r1c2 r1c5 are not 4; r1c5 is not 7`, one part per digit.
struct Cleared<'a>(&'a [(Cell, u8)]);

impl Display for Cleared<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for digit in 1..=9 {
            let cells = || self.0.iter().filter(|clear| clear.1 == digit);
            let verb = match cells().count() {
                0 => continue,
                1 => "is",
                _ => "are",
            };
            f.write_str(std::mem::replace(&mut separator, "; "))?;
            cells().try_for_each(|(cell, _)| write!(f, "{cell} "))?;
            write!(f, "{verb} not {digit}")?;
        }
        Ok(())
    }
}

/// Items with spaces between them.
struct List<'a, T>(&'a [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, item) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " " })?;
            item.fmt(f)?;
        }
        Ok(())
    }
}
