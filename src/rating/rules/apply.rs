//! Applies rules to a board.

use std::ops::ControlFlow;

use super::board::Board;
use super::{Effect, Entry, Find, RULES, Step, TOP_LEVEL};

impl Board {
    /// Applies the easiest of some rules again and again, until the puzzle is solved or none applies. Returns Sudoku Explainer's
    /// rating of the hardest rule applied, or 0.
    pub(crate) fn close(&mut self, rules: &[Entry]) -> u8 {
        let mut hardest = 0;
        while self.open != 0 {
            // A rule that found something may have made an easier one possible.
            let Some(entry) = rules.iter().find(|entry| self.apply_everywhere(entry.find)) else { break };
            hardest = hardest.max(entry.tenths);
        }
        hardest
    }

    /// Applies all patterns that a rule finds on the board. Returns whether they change anything.
    pub(crate) fn apply_everywhere(&mut self, find: Find) -> bool {
        let before = *self;
        let _ = find(&before, &mut |pattern| {
            self.apply(pattern.effect);
            ControlFlow::Continue(())
        });
        *self != before
    }

    /// Takes the next step of an explanation, the first one of the easiest rule that changes the board.
    pub(crate) fn take_step(&mut self) -> Option<Step> {
        if self.open == 0 {
            return None;
        }
        let of_level = |level| RULES.iter().find_map(|entry| self.first_step(entry, level));
        let (step, effect) = (1..=TOP_LEVEL).find_map(of_level)?;
        self.apply(effect);
        Some(step)
    }

    /// Returns the first step of a rule that changes the board, with its effect, if the level has the rule.
    fn first_step(&self, entry: &Entry, level: u8) -> Option<(Step, Effect)> {
        let rule = entry.rule.filter(|rule| rule.level() == level)?;
        let mut found = None;
        let _ = (entry.find)(self, &mut |pattern| {
            if !self.is_changed_by(pattern.effect) {
                return ControlFlow::Continue(());
            }
            found = Some((Step::new(rule, pattern, self), pattern.effect));
            ControlFlow::Break(())
        });
        found
    }

    /// Applies what a pattern leads to.
    fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::Place { cell, digit } => self.place(cell, digit),
            Effect::Clear { digits, cells } => self.clear(digits, cells),
        }
    }

    /// Returns whether the effect would change the board.
    fn is_changed_by(&self, effect: Effect) -> bool {
        match effect {
            Effect::Place { cell, .. } => self.open >> cell & 1 == 1,
            Effect::Clear { digits, cells } => self.union_of(cells & self.open, digits) != 0,
        }
    }
}
