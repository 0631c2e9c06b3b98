//! Drawn boards on every engine and instruction set.

use std::thread;

use bulkdoku::grid::CELLS;
use bulkdoku::solver::batch::{AnswerLine, Form, Goal, Puzzles, Solve, Task};
use bulkdoku::solver::{Engine, Isa, Outcome, Verdict};

use super::boards::{Board, Boards};

/// The boards of one call.
const BATCH: usize = 4096;

/// The scalar engine, which is slow, solves one batch in so many.
const SCALAR_TURN: u64 = 32;

/// The goals, which the batches have in turn.
const GOALS: [Goal; 3] = [Goal::Unique, Goal::First, Goal::Count { limit: 5 }];

/// An engine under its name, and what it made of the last batch.
struct Contestant {
    name: String,
    engine: Box<dyn Solve>,
    answers: Vec<AnswerLine>,
    outcomes: Vec<Outcome>,
}

impl Contestant {
    fn new(name: impl Into<String>, engine: Box<dyn Solve>) -> Self {
        let (answers, outcomes) = (vec![[0; CELLS + 1]; BATCH], vec![Outcome::default(); BATCH]);
        Self { name: name.into(), engine, answers, outcomes }
    }
}

/// Solves `boards` boards on every instruction set, and some of them on the scalar engine, on all processors. Prints how many there were of each verdict, and the first
/// board of each processor on which two engines differ. Returns whether there is none.
pub fn compare(boards: u64, seed: u64) -> bool {
    let workers = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let share = boards.div_ceil(workers);
    let tallies: Vec<Result<[u64; 8], String>> = thread::scope(|scope| {
        let run = |worker| scope.spawn(move || compare_some(share, seed.wrapping_mul(1000) + worker));
        let runs: Vec<_> = (0..workers).map(run).collect();
        runs.into_iter().map(|run| run.join().expect("a worker")).collect()
    });
    let mut total = [0; 8];
    let mut agree = true;
    for tally in tallies {
        match tally {
            Ok(tally) => (0..8).for_each(|at| total[at] += tally[at]),
            Err(difference) => {
                println!("{difference}");
                agree = false;
            }
        }
    }
    let verdicts = Verdict::ALL.iter().zip(total).filter(|&(_, count)| count > 0);
    let parts: Vec<String> = verdicts.map(|(verdict, count)| format!("{count} {}", verdict.name())).collect();
    println!("{} boards, the same on every engine: {}", total.iter().sum::<u64>(), parts.join(", "));
    agree
}

fn compare_some(boards: u64, seed: u64) -> Result<[u64; 8], String> {
    let mut draw = Boards::new(seed);
    let mut contestants: Vec<Contestant> = Isa::ALL
        .into_iter()
        .filter(|isa| isa.is_available())
        .map(|isa| Contestant::new(isa.name(), Engine::Lanes.build_on(isa)))
        .collect();
    contestants.push(Contestant::new("scalar", Engine::Scalar.build()));
    let starts: Vec<u32> = (0..BATCH).map(|index| (index * CELLS) as u32).collect();
    let mut tally = [0; 8];
    for batch in 0..boards.div_ceil(BATCH as u64) {
        let text: Vec<Board> = (0..BATCH).map(|_| draw.draw()).collect();
        let goal = GOALS[batch as usize % GOALS.len()];
        let all = if batch % SCALAR_TURN == 0 { contestants.len() } else { contestants.len() - 1 };
        for Contestant { engine, answers, outcomes, .. } in &mut contestants[..all] {
            let puzzles = Puzzles::new(text.as_flattened(), &starts, Form::Clues);
            engine.solve(Task::new(goal), puzzles, answers, outcomes);
        }
        agree(&text, goal, &contestants[..all])?;
        let lanes = &contestants[0];
        for outcome in &lanes.outcomes {
            tally[Verdict::ALL
                .iter()
                .position(|&verdict| verdict == outcome.verdict)
                .expect("it is listed")] += 1;
        }
        if let Some(at) = lanes.outcomes.iter().position(|outcome| outcome.solutions > 0) {
            draw.take_grid(lanes.answers[at].first_chunk().expect("81 digits"));
        }
    }
    Ok(tally)
}

/// Compares what the engines made of a batch. The instruction sets must agree in everything, the scalar engine in the
/// verdict, the number of solutions and the only solution. Every first solution must solve its board.
fn agree(text: &[Board], goal: Goal, contestants: &[Contestant]) -> Result<(), String> {
    let lanes = &contestants[0];
    for (index, board) in text.iter().enumerate() {
        let (outcome, answer) = (lanes.outcomes[index], &lanes.answers[index]);
        for other in &contestants[1..] {
            let theirs = other.outcomes[index];
            let is_lanes = other.name != "scalar";
            let same_result = (theirs.verdict, theirs.solutions) == (outcome.verdict, outcome.solutions);
            let same_cost = !is_lanes || theirs.guesses == outcome.guesses;
            let one_answer = is_lanes || outcome.verdict == Verdict::Unique;
            let same_answer = outcome.solutions == 0 || !one_answer || other.answers[index] == *answer;
            let solves = theirs.solutions == 0 || is_solution(board, &other.answers[index]);
            if !(same_result && same_cost && same_answer && solves) {
                let board = String::from_utf8_lossy(board);
                return Err(format!(
                    "{board}, {goal:?}: {} {outcome:?}, {} {theirs:?}",
                    lanes.name, other.name
                ));
            }
        }
    }
    Ok(())
}

/// Returns whether a line is a solved grid with the board's clues.
fn is_solution(board: &Board, line: &AnswerLine) -> bool {
    let digit = |cell: usize| line[cell].wrapping_sub(b'1');
    let clues = (0..CELLS).all(|cell| digit(cell) < 9 && (board[cell] == b'.' || board[cell] == line[cell]));
    let whole = |cells: [usize; 9]| cells.iter().fold(0, |seen, &cell| seen | 1 << digit(cell)) == 0x1FF;
    clues
        && (0..9).all(|house| {
            whole(std::array::from_fn(|i| 9 * house + i))
                && whole(std::array::from_fn(|i| 9 * i + house))
                && whole(std::array::from_fn(|i| 27 * (house / 3) + 3 * (house % 3) + 9 * (i / 3) + i % 3))
        })
}
