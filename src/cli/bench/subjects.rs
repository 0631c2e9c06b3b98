//! The combinations of engine, instruction set, mode and threads to measure.

use crate::bench::Subject;
use crate::cli::args::BenchArgs;
use crate::solver::batch::Task;
use crate::solver::{Engine, isa::Isa};

/// The requested combinations.
pub fn of(args: &BenchArgs) -> Vec<Subject> {
    let isas: Vec<Option<Isa>> = args.isa.iter().copied().map(Some).collect();
    let mut subjects = Vec::new();
    for engine in engines(args) {
        for &isa in if engine == Engine::Lanes { &isas[..] } else { &[None] } {
            for &goal in &args.mode {
                let task = Task { goal, budget: args.budget };
                let threads = args.threads().take(thread_counts(args, engine));
                subjects.extend(threads.map(|threads| Subject { engine, isa, task, threads }));
            }
        }
    }
    subjects
}

/// The named engines, or by default the two fast ones. A page shows the baselines, too, for comparison.
fn engines(args: &BenchArgs) -> Vec<Engine> {
    match (args.engine.is_empty(), &args.html) {
        (false, _) => args.engine.clone(),
        (true, Some(_)) => Engine::ALL.to_vec(),
        (true, None) => vec![Engine::Lanes, Engine::Scalar],
    }
}

/// How many of the numbers of threads are measured. A baseline that is not named is measured on the smallest only, as
/// it is slow.
fn thread_counts(args: &BenchArgs, engine: Engine) -> usize {
    let is_requested = !args.engine.is_empty() || matches!(engine, Engine::Lanes | Engine::Scalar);
    if is_requested { usize::MAX } else { 1 }
}
