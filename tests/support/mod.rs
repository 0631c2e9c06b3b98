//! Helpers for the tests of the library: the engines under test, and the puzzle sets.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod effort;
pub mod puzzle_sets;
pub mod rules;

use bulkdoku::Solver;
use bulkdoku::generate::{Generator, PuzzleLine, Recipe};
use bulkdoku::solver::{AnswerLine, Answers, Engine, Isa, Notation, Outcome, Puzzles, Task};
use rules::CELLS;

/// The outcome of a puzzle and its answer.
pub type Answered = (Outcome, AnswerLine);

/// An engine under test.
pub struct Subject {
    pub name: String,
    pub solver: Solver,
    pub reads_pencilmarks: bool,
}

impl Subject {
    fn of_engine(engine: Engine) -> Self {
        let reads_pencilmarks = engine.reads(Notation::Pencilmarks);
        Self { name: engine.to_string(), solver: Solver::with_engine(engine, Isa::best()), reads_pencilmarks }
    }

    fn on(engine: Engine, isa: Isa) -> Self {
        let solver = Solver::with_engine(engine, isa);
        Self { name: format!("{engine} on {isa}"), solver, reads_pencilmarks: true }
    }

    /// Solves the puzzles of `text`, which have `gap` bytes between them.
    pub fn solve_text(&mut self, task: Task, text: &[u8], gap: usize, notation: Notation) -> Vec<Answered> {
        let starts: Vec<u32> =
            (0..text.len()).step_by(notation.width() + gap).map(|start| start as u32).collect();
        let mut answers = vec![[0; CELLS + 1]; starts.len()];
        let mut outcomes = vec![Outcome::default(); starts.len()];
        let puzzles = Puzzles::new(text, &starts, notation);
        self.solver.run_rows(task, puzzles, Answers::Lines(&mut answers), &mut outcomes);
        outcomes.into_iter().zip(answers).collect()
    }

    pub fn solve(&mut self, task: Task, puzzles: &[[u8; CELLS]]) -> Vec<Answered> {
        self.solve_text(task, puzzles.as_flattened(), 0, Notation::Clues)
    }

    /// Solves the puzzles with the answers as digits.
    pub fn solve_to_digits(
        &mut self,
        task: Task,
        puzzles: &[[u8; CELLS]],
    ) -> Vec<(Outcome, Option<[u8; CELLS]>)> {
        let (text, starts): (_, Vec<u32>) =
            (puzzles.as_flattened(), (0..puzzles.len()).map(|index| (CELLS * index) as u32).collect());
        let mut answers = vec![[0; CELLS]; puzzles.len()];
        let mut outcomes = vec![Outcome::default(); puzzles.len()];
        let puzzles = Puzzles::new(text, &starts, Notation::Clues).followed_by(text);
        self.solver.run_rows(task, puzzles, Answers::Digits(&mut answers), &mut outcomes);
        let found = |(outcome, answer): (Outcome, _)| (outcome, (outcome.solutions > 0).then_some(answer));
        outcomes.into_iter().zip(answers).map(found).collect()
    }

    pub fn solve_one(&mut self, task: Task, puzzle: &[u8; CELLS]) -> Answered {
        self.solve(task, &[*puzzle])[0]
    }
}

/// The fast engines.
const FAST: [Engine; 2] = [Engine::Lanes, Engine::Single];

/// Returns every engine, the fast ones on every available instruction set.
pub fn every_subject() -> Vec<Subject> {
    let baselines = Engine::ALL.into_iter().filter(|engine| !FAST.contains(engine));
    quick_subjects().into_iter().chain(baselines.map(Subject::of_engine)).collect()
}

/// Returns the fast engines, which solve real puzzles without a budget, on every available instruction set.
pub fn quick_subjects() -> Vec<Subject> {
    let isas = available().collect::<Vec<_>>();
    FAST.iter().flat_map(|&engine| isas.iter().map(move |&isa| Subject::on(engine, isa))).collect()
}

/// The plain engine that the others are compared with. It reads clues only.
pub fn oracle() -> Subject {
    Subject::of_engine(Engine::MinCandidates)
}

/// Returns the instruction sets of this processor. Prints those that it does not have.
fn available() -> impl Iterator<Item = Isa> {
    let is_available = |isa: &Isa| {
        let is_available = isa.is_available();
        if !is_available {
            println!("skipped: this processor does not support {isa}");
        }
        is_available
    };
    Isa::ALL.iter().copied().filter(is_available)
}

/// Returns the first `count` puzzles of a recipe.
pub fn generated(recipe: Recipe, count: usize) -> Vec<[u8; CELLS]> {
    let mut lines: Vec<PuzzleLine> = vec![[0; CELLS + 1]; count];
    let mut generator = Generator::new(recipe).expect("a feasible recipe");
    generator.write(0, &mut lines).expect("puzzles");
    lines.iter().map(|line| *line.first_chunk().expect("81 cells")).collect()
}
