//! The engines by name, how to build them, and the engine of a run that needs to know which puzzles have exactly one solution.

use super::baseline::{BlankScan, BlankStack, MinCandidates, RowColBox, build as baseline};
use super::batch::{Goal, Notation, Solve, Task};
use super::lanes::LaneEngine;
use super::single::{Single, SingleEngine};
use crate::simd::{Isa, on_isa};

named! {
    /// An algorithm that solves batches.
    ///
    /// The four plain backtrackers are for comparisons. They need the feature `files`.
    ///
    /// ```
    /// use bulkdoku::solver::{Engine, Isa};
    /// use bulkdoku::{Puzzle, Solver};
    ///
    /// let puzzles = ["8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse::<Puzzle>()?];
    /// let solutions = Engine::ALL.map(|engine| {
    ///     let start = std::time::Instant::now();
    ///     let solutions = Solver::with_engine(engine, Isa::best()).solve_all(&puzzles).collect::<Vec<_>>();
    ///     println!("{:14} {:?}", engine.name(), start.elapsed());
    ///     solutions
    /// });
    /// assert!(solutions.iter().all(|solution| *solution == solutions[0]));
    /// assert_eq!("lanes".parse(), Ok(Engine::default()));
    /// # Ok::<(), bulkdoku::ParseGridError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Engine by name of "engine" {
        /// One puzzle in each lane of a vector: the fast engine for many puzzles.
        Lanes = "lanes",
        /// One puzzle at a time, its boxes in the lanes of a vector: the fast engine for single puzzles.
        Single = "single",
        /// A backtracker that takes the cell with the fewest candidates first.
        MinCandidates = "min-candidates",
        /// A backtracker that takes the cells in order and stores the digits of each row, column and box.
        RowColBox = "row-col-box",
        /// A backtracker that lists the blank cells and scans the houses at each try.
        BlankScan = "blank-scan",
        /// A backtracker that lists the blank cells and scans the whole grid at each try.
        BlankStack = "blank-stack",
    }
}

impl Engine {
    /// Returns whether the engine can read puzzles in this notation. If not, its verdict on each of them is malformed.
    #[doc(hidden)] // for the tests and benches
    pub const fn reads(self, notation: Notation) -> bool {
        matches!(notation, Notation::Clues) || !self.is_baseline()
    }

    /// Returns whether the engine is one of the plain backtrackers, which do not use an instruction set.
    #[doc(hidden)] // for the packages above
    pub const fn is_baseline(self) -> bool {
        !matches!(self, Engine::Lanes | Engine::Single)
    }

    /// Builds the engine for the fastest instruction set of this processor.
    ///
    /// Allocates all the memory that the engine will use, so build one per worker, once.
    #[doc(hidden)] // for the tests and benches
    pub fn build(self) -> Box<dyn Solve> {
        self.build_on(Isa::best())
    }

    /// Builds the engine for `isa`. The baselines ignore the instruction set.
    ///
    /// Allocates all the memory that the engine will use, so build one per worker, once.
    #[doc(hidden)] // for the tests and benches
    pub fn build_on(self, isa: Isa) -> Box<dyn Solve> {
        match self {
            Engine::Lanes => isa.build_lanes(),
            Engine::Single => isa.build_single(),
            Engine::MinCandidates => baseline::<MinCandidates>(),
            Engine::RowColBox => baseline::<RowColBox>(),
            Engine::BlankScan => baseline::<BlankScan>(),
            Engine::BlankStack => baseline::<BlankStack>(),
        }
    }
}

/// The fast engine.
impl Default for Engine {
    fn default() -> Self {
        Self::Lanes
    }
}

/// How the puzzles of a data set are solved, and the instruction set for their canonical forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverSettings {
    /// The engine. Verdicts, solutions and forms do not depend on it.
    pub engine: Engine,
    /// The instruction set of the engine and of canonical forms. Forms do not depend on it, but the map may if several maps make
    /// the same form.
    pub isa: Isa,
    /// The most guesses that a puzzle may take.
    pub budget: u64,
}

impl SolverSettings {
    /// Builds the engine.
    pub fn build(self) -> Box<dyn Solve> {
        self.engine.build_on(self.isa)
    }

    /// Returns the task of finding out whether a puzzle has exactly one solution.
    pub fn task(self) -> Task {
        Task { goal: Goal::Unique, budget: self.budget }
    }
}

impl Default for SolverSettings {
    /// Returns the fastest engine on the fastest instruction set of this processor, without a limit on guesses.
    fn default() -> Self {
        Self { engine: Engine::default(), isa: Isa::best(), budget: u64::MAX }
    }
}

impl Isa {
    /// Builds the lane engine on this instruction set, or on the portable one if the processor does not have it.
    ///
    /// Allocates all the memory that the engine will use.
    #[doc(hidden)] // for the packages above
    pub fn build_lanes(self) -> Box<dyn Solve> {
        let engine = on_isa!(self.or_portable(), |simd| Box::new(LaneEngine::new(simd, simd.boxes()))
            as Box<dyn Solve>);
        engine.expect("an available instruction set")
    }

    /// Builds the engine for one puzzle at a time on this instruction set, or on the portable one if the processor does not
    /// have it.
    ///
    /// Allocates all the memory that the engine will use.
    #[doc(hidden)] // for the packages above
    pub fn build_single(self) -> Box<dyn Single> {
        let engine =
            on_isa!(self.or_portable(), |simd| Box::new(SingleEngine::new(simd.boxes())) as Box<dyn Single>);
        engine.expect("an available instruction set")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_is_found_by_its_name() {
        for engine in Engine::ALL {
            assert_eq!(engine.name().parse(), Ok(engine));
        }
    }

    #[test]
    fn an_unknown_name_is_rejected_with_the_known_names() {
        let error = "lane".parse::<Engine>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no engine 'lane': choose from \
             lanes, single, min-candidates, row-col-box, blank-scan, blank-stack"
        );
    }

    #[test]
    fn the_baselines_read_only_clues() {
        let readers = Engine::ALL.into_iter().filter(|engine| engine.reads(Notation::Pencilmarks));
        assert_eq!(readers.collect::<Vec<_>>(), [Engine::Lanes, Engine::Single]);
        assert!(Engine::ALL.into_iter().all(|engine| engine.reads(Notation::Clues)));
    }
}
