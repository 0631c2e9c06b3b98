//! What several test files need: the engines to test, one call to ask them, and the shared puzzle sets.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::{fs, path::Path};

use bulkdoku::generate::{Generator, PuzzleLine, Recipe};
use bulkdoku::grid::CELLS;
use bulkdoku::solver::batch::{AnswerLine, Form, Puzzles, Solve, Task};
use bulkdoku::solver::{Engine, Outcome, isa::Isa};

/// What an engine says of a puzzle.
pub type Detected = (Outcome, AnswerLine);

/// An engine under test.
pub struct Subject {
    pub name: String,
    pub solver: Box<dyn Solve>,
    pub reads_pencilmarks: bool,
}

impl Subject {
    fn of_engine(engine: Engine) -> Self {
        let reads_pencilmarks = engine.reads(Form::Pencilmarks);
        Self { name: engine.name().to_owned(), solver: engine.build(), reads_pencilmarks }
    }

    fn of_isa(isa: Isa) -> Self {
        Self { name: format!("lanes on {isa}"), solver: isa.build_lanes(), reads_pencilmarks: true }
    }

    /// Solves puzzles that stand one after another in `text`, with any `gap` between them.
    pub fn solve_text(&mut self, task: Task, text: &[u8], gap: usize, form: Form) -> Vec<Detected> {
        let starts: Vec<u32> =
            (0..text.len()).step_by(form.width() + gap).map(|start| start as u32).collect();
        let mut answers = vec![[0; CELLS + 1]; starts.len()];
        let mut outcomes = vec![Outcome::default(); starts.len()];
        self.solver.solve(task, Puzzles::new(text, &starts, form), &mut answers, &mut outcomes);
        outcomes.into_iter().zip(answers).collect()
    }

    pub fn solve(&mut self, task: Task, puzzles: &[[u8; CELLS]]) -> Vec<Detected> {
        self.solve_text(task, puzzles.as_flattened(), 0, Form::Clues)
    }

    pub fn solve_one(&mut self, task: Task, puzzle: &[u8; CELLS]) -> Detected {
        self.solve(task, &[*puzzle])[0]
    }
}

/// Every engine, and the lanes on every instruction set that is here.
pub fn every_subject() -> Vec<Subject> {
    let others = Engine::ALL.into_iter().filter(|&engine| engine != Engine::Lanes);
    lanes().chain(others.map(Subject::of_engine)).collect()
}

/// The engines that real puzzles can be given to without a budget.
pub fn quick_subjects() -> Vec<Subject> {
    lanes().chain([oracle()]).collect()
}

/// The engine that others are compared with.
pub fn oracle() -> Subject {
    Subject::of_engine(Engine::Scalar)
}

/// The lanes on each instruction set by name. One that this processor lacks is left out, and said.
fn lanes() -> impl Iterator<Item = Subject> {
    let here = |isa: &Isa| {
        let here = isa.is_available();
        if !here {
            println!("skipped: this processor has no {isa}");
        }
        here
    };
    Isa::ALL.into_iter().filter(here).map(Subject::of_isa)
}

/// The first puzzles of a seed.
pub fn generated(recipe: Recipe, count: usize) -> Vec<[u8; CELLS]> {
    let mut lines: Vec<PuzzleLine> = vec![[0; CELLS + 1]; count];
    let mut generator = Generator::new(recipe, Engine::Lanes.build()).expect("a recipe in reach");
    generator.write(0, &mut lines).expect("no line is given up");
    lines.iter().map(|line| *line.first_chunk().expect("81 cells")).collect()
}

/// One of the shared puzzle sets, or `None`, said on the test's output, where they are not at hand.
pub fn shared(name: &str) -> Option<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name);
    let bytes = fs::read(&path);
    if let Err(error) = &bytes {
        println!("skipped: {}: {error}", path.display());
    }
    bytes.ok()
}

/// The puzzles of a shared set, `most` of them.
pub fn shared_puzzles(name: &str, most: usize) -> Option<Vec<[u8; CELLS]>> {
    let text = shared(name)?;
    let puzzle = |line: &[u8]| line.first_chunk().copied();
    Some(text.split(|&byte| byte == b'\n').filter_map(puzzle).take(most).collect())
}

/// The numbers of a shared list.
pub fn shared_numbers(name: &str) -> Option<Vec<u64>> {
    let text = String::from_utf8(shared(name)?).expect("a list of numbers");
    Some(text.split_whitespace().map(|number| number.parse().expect("a number")).collect())
}
