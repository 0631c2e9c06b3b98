//! Who solves: each engine, the lanes on each instruction set, in each mode, on each number of threads.

use bulkdoku::bench::Subject;
use bulkdoku::solver::batch::{Goal, Task};
use bulkdoku::solver::{Engine, isa::Isa};

use crate::cli::args::{BenchArgs, Mode};

/// Everyone who is asked for.
pub fn of(args: &BenchArgs) -> Vec<Subject> {
    let isas: Vec<Option<Isa>> = args.isa.iter().copied().map(Some).collect();
    let mut subjects = Vec::new();
    for engine in engines(args) {
        for &isa in if engine == Engine::Lanes { &isas[..] } else { &[None] } {
            for mode in &args.mode {
                let goal = if *mode == Mode::First { Goal::First } else { Goal::Unique };
                let task = Task { goal, budget: args.budget };
                let threads = args.threads().take(most_threads(args, engine));
                subjects.extend(threads.map(|threads| Subject { engine, isa, task, threads }));
            }
        }
    }
    subjects
}

/// Those that are named; else the two that matter; for a page all, so that its scale has a bottom.
fn engines(args: &BenchArgs) -> Vec<Engine> {
    match (args.engine.is_empty(), &args.html) {
        (false, _) => args.engine.clone(),
        (true, Some(_)) => Engine::ALL.to_vec(),
        (true, None) => vec![Engine::Lanes, Engine::Scalar],
    }
}

/// Baselines that nobody named are measured on one number of threads: they are slow, and scale like any other.
fn most_threads(args: &BenchArgs, engine: Engine) -> usize {
    let is_asked_for = !args.engine.is_empty() || matches!(engine, Engine::Lanes | Engine::Scalar);
    if is_asked_for { usize::MAX } else { 1 }
}
