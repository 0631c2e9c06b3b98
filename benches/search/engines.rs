//! Compares random boards on every engine and instruction set.

use std::{thread, time::Instant};

use bulkdoku::Solver;
use bulkdoku::solver::{AnswerLine, Answers, Engine, Goal, Isa, Notation, Outcome, Puzzles, Task, Verdict};

use super::boards::{Board, Boards, CELLS};
use super::sample::{BOARDS, Sample};

/// The number of boards of one range. Each range has its own seed, and is reported when it is done.
const RANGE: u64 = 100_000_000;

/// The goals, which the samples take in turn.
const GOALS: [Goal; 3] = [Goal::Unique, Goal::First, Goal::Count { limit: 5 }];

/// The number of boards with each verdict, in the order of [`Verdict::ALL`].
type Tally = [u64; Verdict::ALL.len()];

/// An engine with its name and its results for the last sample.
struct Contestant {
    name: String,
    /// Its kind. An engine takes the same steps on every instruction set, so it finds the same solution of several.
    kind: Engine,
    solver: Solver,
    /// The engine solves one sample in this many.
    turn: u64,
    answers: Vec<AnswerLine>,
    outcomes: Vec<Outcome>,
}

impl Contestant {
    fn new(kind: Engine, isa: Isa, turn: u64) -> Self {
        let (answers, outcomes) = (vec![[0; CELLS + 1]; BOARDS], vec![Outcome::default(); BOARDS]);
        let (name, solver) = (format!("{kind} on {isa}"), Solver::with_engine(kind, isa));
        Self { name, kind, solver, turn, answers, outcomes }
    }

    /// Returns both fast engines on each instruction set of this processor, fastest first. The slow ones solve few samples.
    fn all() -> Vec<Self> {
        let turn = |isa| if isa == Isa::Portable { 12 } else { 1 };
        let of = |kind| Isa::available().map(move |isa| Self::new(kind, isa, turn(isa)));
        of(Engine::Lanes).chain(of(Engine::Single)).collect()
    }

    fn solve(&mut self, sample: &Sample, starts: &[u32], goal: Goal) {
        let puzzles = Puzzles::new(sample.boards.as_flattened(), starts, Notation::Clues);
        self.solver.run_rows(Task::new(goal), puzzles, Answers::Lines(&mut self.answers), &mut self.outcomes);
    }
}

/// Solves `boards` boards with both fast engines on the instruction sets, in ranges with the seeds from `seed` on. For each
/// range, prints the number of boards with each verdict, or the first board of each thread on which two engines differ.
/// Returns whether all engines agree.
pub fn compare(boards: u64, seed: u64, threads: u64) -> bool {
    (0..boards.div_ceil(RANGE)).all(|range| {
        let share = RANGE.min(boards - range * RANGE).div_ceil(threads);
        compare_range(share, seed + range, threads)
    })
}

fn compare_range(share: u64, seed: u64, threads: u64) -> bool {
    let started = Instant::now();
    let results: Vec<Result<Tally, String>> = thread::scope(|scope| {
        let run = |thread| scope.spawn(move || compare_share(share, seed.wrapping_mul(1000) + thread));
        let runs: Vec<_> = (0..threads).map(run).collect();
        runs.into_iter().map(|run| run.join().expect("a thread that ends")).collect()
    });
    let differences: Vec<&String> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    differences.iter().for_each(|difference| println!("{difference}"));
    let total: Tally = std::array::from_fn(|at| results.iter().flatten().map(|tally| tally[at]).sum());
    let verdicts = Verdict::ALL.iter().zip(total).filter(|&(_, count)| count > 0);
    let parts: Vec<String> = verdicts.map(|(verdict, count)| format!("{count} {}", verdict.name())).collect();
    println!(
        "seed {seed}, {threads} threads: {} boards, the same on every engine: {}; {:.0} s",
        total.iter().sum::<u64>(),
        parts.join(", "),
        started.elapsed().as_secs_f64()
    );
    differences.is_empty()
}

fn compare_share(boards: u64, seed: u64) -> Result<Tally, String> {
    let mut draw = Boards::new(seed);
    let mut sample = Sample::new();
    let mut contestants = Contestant::all();
    let starts: Vec<u32> = (0..BOARDS).map(|index| (index * CELLS) as u32).collect();
    let mut tally = Tally::default();
    for number in 0..boards.div_ceil(BOARDS as u64) {
        sample.redraw(&mut draw);
        let goal = GOALS[number as usize % GOALS.len()];
        let (first, others) = contestants.split_first_mut().expect("every processor has an instruction set");
        first.solve(&sample, &starts, goal);
        check_solutions(&sample, goal, first)?;
        let mut last = &*first;
        for other in others.iter_mut().filter(|other| number % other.turn == 0) {
            other.solve(&sample, &starts, goal);
            agree(&sample, goal, last, other)?;
            last = other;
        }
        for outcome in &first.outcomes {
            tally[outcome.verdict as usize] += 1;
        }
        if let Some(at) = first.outcomes.iter().position(|outcome| outcome.solutions > 1) {
            draw.take_grid(first.answers[at].first_chunk().expect("81 digits"));
        }
    }
    Ok(tally)
}

/// Checks an engine's results for a sample without another engine: every solution solves its board, and a board that was
/// drawn from a grid has that grid as a solution.
fn check_solutions(sample: &Sample, goal: Goal, engine: &Contestant) -> Result<(), String> {
    for (index, board) in sample.boards.iter().enumerate() {
        let (outcome, answer) = (engine.outcomes[index], &engine.answers[index][..CELLS]);
        let is_known = sample.known_solution(index).map(|known| answer == known);
        let right = match is_known {
            Some(true) => outcome.solutions > 0,
            Some(false) => {
                outcome.solutions > 0 && outcome.verdict != Verdict::Unique && solves(board, answer)
            }
            None => outcome.solutions == 0 || solves(board, answer),
        };
        if !right {
            return Err(format!("{}, {goal:?}: wrong on {}: {outcome:?}", text(board), engine.name));
        }
    }
    Ok(())
}

/// Compares the results of two contestants for a sample. Two of one kind must agree in everything, others in the verdict, the
/// number of solutions and the only solution. If there are several solutions, each must solve its board.
fn agree(sample: &Sample, goal: Goal, one: &Contestant, other: &Contestant) -> Result<(), String> {
    for (index, board) in sample.boards.iter().enumerate() {
        let (ours, theirs) = (one.outcomes[index], other.outcomes[index]);
        let same_outcome = match other.kind == one.kind {
            true => ours == theirs,
            false => (ours.verdict, ours.solutions) == (theirs.verdict, theirs.solutions),
        };
        let may_differ = other.kind != one.kind && ours.verdict != Verdict::Unique;
        let same_answer = ours.solutions == 0
            || one.answers[index] == other.answers[index]
            || may_differ && solves(board, &other.answers[index][..CELLS]);
        if !(same_outcome && same_answer) {
            let board = text(board);
            return Err(format!("{board}, {goal:?}: {} {ours:?}, {} {theirs:?}", one.name, other.name));
        }
    }
    Ok(())
}

/// Returns whether a line is a solved grid with the board's clues.
fn solves(board: &Board, answer: &[u8]) -> bool {
    let (mut rows, mut columns, mut boxes) = ([0_u32; 9], [0_u32; 9], [0_u32; 9]);
    let mut clues = true;
    for row in 0..9 {
        for column in 0..9 {
            let (clue, digit) = (board[9 * row + column], answer[9 * row + column]);
            clues &= clue == b'.' || clue == digit;
            let bit = 1_u32.checked_shl(u32::from(digit.wrapping_sub(b'1'))).unwrap_or(0);
            rows[row] |= bit;
            columns[column] |= bit;
            boxes[row / 3 * 3 + column / 3] |= bit;
        }
    }
    clues && [rows, columns, boxes].as_flattened().iter().all(|&digits| digits == 0x1FF)
}

fn text(board: &Board) -> String {
    String::from_utf8_lossy(board).into_owned()
}
