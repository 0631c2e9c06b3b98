//! What more cores would give: a guess from what was measured here, with its reasons.
//!
//! ```text
//! solving   one thread's rate × (1 + further cores × what a further one added here) ─┐
//! memory    bytes a second that the memory moves ÷ bytes that a puzzle moves        ─┼─▶ the lowest
//! writing   bytes a second that one thread writes ÷ bytes of an answer              ─┘
//! ```
//!
//! The last one stands from file to file alone: the system lets one thread at a time write to a file.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::sync::Barrier;
use std::thread;
use std::time::Instant;

use crate::error::{Error, Result};
use crate::io::aligned_file::AlignedFile;
use crate::io::compression::FinishWrite;
use crate::solver::batch::AnswerLine;

/// Times that the bytes of an answer move between processor and memory when it is put into a buffer: a line of the
/// cache is read before it is written.
pub const MOVES_TO_BUFFER: f64 = 2.0;

/// The same when the system copies the buffer, still in the cache, to its pages of the file.
pub const MOVES_TO_FILE: f64 = 2.0;

/// Bytes written at a time to measure how fast that is: the answers to a chunk.
const ANSWERS: usize = 3196 * size_of::<AnswerLine>();

/// A machine: the one that measures, or one that is thought of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MachineSpec {
    /// Cores, each with a thread.
    pub cores: usize,
    /// Bytes a second that its memory moves for all of them.
    pub bandwidth: f64,
}

/// What a set costs an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Puzzles a second on one thread.
    pub one_thread: f64,
    /// Of each further core, how much comes through: 1 when two threads are twice as fast as one.
    pub efficiency: f64,
    /// Bytes of a puzzle and its line end.
    pub input: f64,
    /// Bytes of an answer and its line end, on average.
    pub answer: f64,
}

/// What a machine would give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Puzzles a second that the cores could solve.
    pub solving: f64,
    /// Puzzles a second that the memory could carry.
    pub memory: f64,
    /// Puzzles a second whose answers one thread could write, if they go to a file.
    pub writing: Option<f64>,
}

impl Cost {
    /// What a further core adds, from the rates on one thread and on several.
    pub fn efficiency(one: f64, several: f64, threads: usize) -> f64 {
        let further = threads.saturating_sub(1).max(1) as f64;
        ((several / one.max(1e-9) - 1.0) / further).clamp(0.0, 1.0)
    }

    /// Bytes that a puzzle moves from memory to memory.
    pub fn bytes_in_memory(&self) -> f64 {
        self.input + MOVES_TO_BUFFER * self.answer
    }

    /// Bytes that a puzzle moves from file to file.
    pub fn bytes_of_files(&self) -> f64 {
        self.bytes_in_memory() + MOVES_TO_FILE * self.answer
    }

    /// What `machine` would give from memory to memory.
    pub fn in_memory(&self, machine: MachineSpec) -> Forecast {
        let solving = self.one_thread * (1.0 + (machine.cores as f64 - 1.0) * self.efficiency);
        Forecast { solving, memory: machine.bandwidth / self.bytes_in_memory(), writing: None }
    }

    /// What it would give from file to file, when one thread writes `writing` bytes a second.
    pub fn of_files(&self, machine: MachineSpec, writing: f64) -> Forecast {
        let memory = machine.bandwidth / self.bytes_of_files();
        Forecast { memory, writing: Some(writing / self.answer), ..self.in_memory(machine) }
    }
}

impl Forecast {
    /// The lowest of the limits.
    pub fn rate(&self) -> f64 {
        self.solving.min(self.memory).min(self.writing.unwrap_or(f64::INFINITY))
    }

    /// What sets the limit.
    pub fn limit(&self) -> &'static str {
        match self.rate() {
            rate if rate == self.solving => "solving",
            rate if rate == self.memory => "memory",
            _ => "writing",
        }
    }
}

/// Bytes a second that so many threads move together: the best of some copies of memory that no cache holds, read
/// and written counted. Takes 128 MiB a thread, less on very many.
pub fn bandwidth(threads: usize) -> f64 {
    let threads = threads.max(1);
    let size = (64 << 20).min((1 << 30) / threads);
    let memory = || (vec![1u8; size], vec![2u8; size]);
    let mut memories: Vec<_> = (0..threads).map(|_| memory()).collect();
    let mut copy_all = || {
        let ready = Barrier::new(threads + 1);
        thread::scope(|scope| {
            for (from, to) in &mut memories {
                scope.spawn(|| {
                    ready.wait();
                    black_box(to).copy_from_slice(black_box(from));
                    ready.wait();
                });
            }
            ready.wait();
            let started = Instant::now();
            ready.wait();
            (2 * size * threads) as f64 / started.elapsed().as_secs_f64().max(1e-9)
        })
    };
    (0..5).map(|_| copy_all()).fold(0.0, f64::max)
}

/// Bytes a second that one thread writes to a new file in `folder`, as answers are written and as far as the system's
/// page cache: the best of three files of 67 MB.
///
/// # Errors
/// When there is no place for them.
pub fn writing(folder: &Path) -> Result<f64> {
    let path = folder.join("written");
    let failed = |reason| Error::writing(&path.display().to_string(), reason);
    let answers = vec![b'1'; ANSWERS];
    let mut best = 0.0_f64;
    for _ in 0..3 {
        let mut file = AlignedFile::new(File::create(&path).map_err(failed)?);
        let started = Instant::now();
        for _ in 0..256 {
            file.write_all(&answers).map_err(failed)?;
        }
        file.finish().map_err(failed)?;
        best = best.max((256 * ANSWERS) as f64 / started.elapsed().as_secs_f64().max(1e-9));
        fs::remove_file(&path).map_err(failed)?;
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COST: Cost = Cost { one_thread: 10.0, efficiency: 0.9, input: 82.0, answer: 82.0 };

    fn machine(cores: usize) -> MachineSpec {
        MachineSpec { cores, bandwidth: 41_000.0 }
    }

    #[test]
    fn the_lowest_limit_counts() {
        let few = COST.of_files(machine(2), 1e6);
        assert_eq!((few.rate(), few.limit()), (19.0, "solving"));
        let many = COST.of_files(machine(64), 1e6);
        assert_eq!((many.rate(), many.limit()), (100.0, "memory"));
        let slow = COST.of_files(machine(64), 820.0);
        assert_eq!((slow.rate(), slow.limit()), (10.0, "writing"));
    }

    #[test]
    fn a_file_moves_more_than_memory() {
        assert_eq!((COST.bytes_in_memory(), COST.bytes_of_files()), (246.0, 410.0));
        assert_eq!(COST.in_memory(machine(64)).writing, None);
    }

    #[test]
    fn a_further_core_adds_what_it_added() {
        assert_eq!(Cost::efficiency(10.0, 15.0, 2), 0.5);
        assert_eq!(Cost::efficiency(10.0, 40.0, 4), 1.0);
        assert_eq!(Cost::efficiency(10.0, 9.0, 2), 0.0);
    }

    #[test]
    fn memory_and_files_have_a_speed() {
        let folder = tempfile::tempdir().unwrap();
        assert!(bandwidth(2) > 0.0);
        assert!(writing(folder.path()).unwrap() > 0.0);
        assert!(writing(&folder.path().join("none")).is_err());
    }
}
