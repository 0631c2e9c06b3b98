//! The solver as a module of WebAssembly, with one instance for each worker of a page.
//!
//! The caller writes puzzles to the module's memory and reads the answers from it:
//!
//! ```text
//! reserve(n) ─▶ address of n puzzles, 82 bytes each: 81 cells and a line end
//! solve(isa) ─▶ guesses; the answers are then at answers(), 82 bytes each, the verdicts at verdicts(), one byte each
//! ```

use std::cell::RefCell;

use bulkdoku::solver::batch::{AnswerLine, Goal, Notation, Puzzles, Solve, Task};
use bulkdoku::solver::{Isa, Outcome, Verdict};

/// The puzzles that are solved at a time. Their texts fit the cache of a core.
const BATCH: usize = 3072;

/// The bytes of a line: 81 cells and a line end.
const LINE: usize = 82;

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// The puzzles, their results and the engine.
#[derive(Default)]
struct State {
    text: Vec<u8>,
    answers: Vec<AnswerLine>,
    verdicts: Vec<u8>,
    outcomes: Vec<Outcome>,
    starts: Vec<u32>,
    engine: Option<(Isa, Box<dyn Solve>)>,
}

/// Makes room for `puzzles` puzzles. Returns the address to write them to.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(puzzles: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.text.resize(LINE * puzzles, b'\n');
        state.answers.resize(puzzles, [0; LINE]);
        state.verdicts.resize(puzzles, 0);
        state.text.as_mut_ptr()
    })
}

/// Solves the puzzles and proves whether each solution is the only one, with plain code if `portable`. Returns the number of
/// guesses.
#[unsafe(no_mangle)]
pub extern "C" fn solve(portable: bool) -> u64 {
    let isa = if portable { Isa::Portable } else { Isa::best() };
    STATE.with_borrow_mut(|state| state.solve(isa))
}

/// Returns the address of the answers, in the order of the puzzles.
#[unsafe(no_mangle)]
pub extern "C" fn answers() -> *const u8 {
    STATE.with_borrow(|state| state.answers.as_flattened().as_ptr())
}

/// Returns the address of the verdicts: 1 for a puzzle with one solution, 2 for several, 0 for none or no puzzle.
#[unsafe(no_mangle)]
pub extern "C" fn verdicts() -> *const u8 {
    STATE.with_borrow(|state| state.verdicts.as_ptr())
}

impl State {
    fn solve(&mut self, isa: Isa) -> u64 {
        let (built, engine) = self.engine.get_or_insert_with(|| (isa, isa.build_lanes()));
        if *built != isa {
            (*built, *engine) = (isa, isa.build_lanes());
        }
        let mut guesses = 0;
        let batches = self.text.chunks(LINE * BATCH).zip(self.answers.chunks_mut(BATCH));
        for ((text, answers), verdicts) in batches.zip(self.verdicts.chunks_mut(BATCH)) {
            self.starts.clear();
            self.starts.extend((0..answers.len()).map(|index| (LINE * index) as u32));
            self.outcomes.resize(answers.len(), Outcome::default());
            let puzzles = Puzzles::new(text, &self.starts, Notation::Clues);
            engine.solve(Task::new(Goal::Unique), puzzles, answers, &mut self.outcomes);
            for (outcome, verdict) in self.outcomes.iter().zip(verdicts) {
                guesses += outcome.guesses;
                *verdict = match outcome.verdict {
                    Verdict::Unique => 1,
                    Verdict::Multiple => 2,
                    _ => 0,
                };
            }
        }
        guesses
    }
}
