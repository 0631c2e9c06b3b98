//! The work of the lanes for a puzzle set, in counts that do not depend on the clock or on other processes.

use crate::solver::batch::Counters;

/// The costs of a puzzle set on the engine `lanes`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneCosts {
    /// Puzzles that one thread works on at once.
    pub lanes: usize,
    /// The share of the lanes that had a puzzle during a sweep, from 0 to 1.
    pub in_use: f64,
    /// Sweeps of a lane per puzzle.
    pub sweeps: f64,
    /// Rounds of the search block per puzzle; one round is for all lanes. A puzzle that is solved before it enters the search
    /// block needs none.
    pub rounds: f64,
    /// The largest number of boards that one puzzle had on the guess stack.
    pub deepest_stack: usize,
}

impl LaneCosts {
    /// Returns the mean costs of `puzzles` puzzles, which several engines have solved since they were built, or `None` if there
    /// are no puzzles or the engines do not count.
    pub fn of(counters: impl IntoIterator<Item = Option<Counters>>, puzzles: u64) -> Option<Self> {
        let mut sum = Counters::default();
        for counters in counters {
            let engine = counters?;
            sum.lanes = engine.lanes;
            sum.sweeps += engine.sweeps;
            sum.lane_sweeps += engine.lane_sweeps;
            sum.rounds += engine.rounds;
            sum.deepest_stack = sum.deepest_stack.max(engine.deepest_stack);
        }
        if puzzles == 0 || sum.sweeps == 0 {
            return None;
        }
        let per = |count: u64, of: u64| count as f64 / of as f64;
        Some(Self {
            lanes: sum.lanes,
            in_use: per(sum.lane_sweeps, sum.sweeps * sum.lanes as u64),
            sweeps: per(sum.lane_sweeps, puzzles),
            rounds: per(sum.rounds, puzzles),
            deepest_stack: sum.deepest_stack,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters(sweeps: u64, lane_sweeps: u64) -> Option<Counters> {
        Some(Counters { lanes: 16, sweeps, lane_sweeps, rounds: 10, deepest_stack: 3 })
    }

    #[test]
    fn costs_are_means_over_puzzles_and_sweeps() {
        let costs = LaneCosts::of([counters(100, 1000), counters(300, 5000)], 400).unwrap();
        let expected =
            LaneCosts { lanes: 16, in_use: 6000.0 / 6400.0, sweeps: 15.0, rounds: 0.05, deepest_stack: 3 };
        assert_eq!(costs, expected);
    }

    #[test]
    fn engines_that_do_not_count_have_no_costs() {
        assert_eq!(LaneCosts::of([counters(100, 1000), None], 10), None);
        assert_eq!(LaneCosts::of([counters(100, 1000)], 0), None);
        assert_eq!(LaneCosts::of([], 10), None);
    }
}
