//! Solves one puzzle per request, as a web server would: a solver for each thread, and a budget against hostile puzzles.
//!
//! ```text
//! cargo run --release --example per_request --no-default-features
//! ```

use std::cell::RefCell;
use std::thread;

use bulkdoku::solver::{Goal, Task, Verdict};
use bulkdoku::{Puzzle, Solver};

thread_local! {
    /// A solver is small and allocates nothing per puzzle, so each thread of the server keeps one.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

/// Returns the status and the body of the response to a request with this body.
fn respond(body: &str) -> (u16, String) {
    let puzzle: Puzzle = match body.parse() {
        Ok(puzzle) => puzzle,
        Err(error) => return (400, error.to_string()),
    };
    let task = Task::new(Goal::Unique).with_budget(10_000);
    let (outcome, solution) = SOLVER.with_borrow_mut(|solver| solver.run(&puzzle, task));
    match (outcome.verdict, solution) {
        (Verdict::Unique, Some(solution)) => (200, solution.to_string()),
        (Verdict::BudgetExhausted, _) => (503, "this puzzle takes too long".to_owned()),
        (verdict, _) => (422, verdict.to_string()),
    }
}

fn main() {
    let requests = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ".................................................................................",
        "53..7",
    ];
    let responses: Vec<(u16, String)> = thread::scope(|scope| {
        let threads = requests.map(|request| scope.spawn(move || respond(request)));
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    for (status, body) in &responses {
        println!("{status} {body}");
    }
    let statuses: Vec<u16> = responses.iter().map(|(status, _)| *status).collect();
    assert_eq!(statuses, [200, 422, 422, 400]);
}
