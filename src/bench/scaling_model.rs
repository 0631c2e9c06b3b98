//! A model of the throughput on machines with more cores, from rates and bandwidths measured here.
//!
//! ```text
//! solving   rate of one thread × (1 + additional cores × efficiency of an additional core) ─┐
//! memory    memory bandwidth ÷ bytes that a puzzle moves                                   ─┼─▶ the minimum
//! writing   write bandwidth of one thread ÷ bytes of an answer                             ─┘
//! ```
//!
//! The limit for writing applies from file to file only: the system lets one thread at a time write to a file.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use super::threads::run_together;
use crate::error::{Error, Result};
use crate::io::aligned_file::AlignedFile;
use crate::io::compression::FinishWrite;
use crate::solver::batch::AnswerLine;

/// How often the bytes of an answer move between processor and memory when they are written to a buffer: twice, since
/// a cache line is read before it is written.
pub const MOVES_TO_BUFFER: f64 = 2.0;

/// How often they move when the system copies the buffer, which is still in the cache, to the pages of the file.
pub const MOVES_TO_FILE: f64 = 2.0;

/// Bytes per write when the write bandwidth is measured: the answers to one chunk.
const ANSWERS: usize = 3196 * size_of::<AnswerLine>();

/// The parameters of a machine: of this one, or of a hypothetical one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MachineSpec {
    /// The number of cores, each with one thread.
    pub cores: usize,
    /// Memory bandwidth for all cores together, in bytes per second.
    pub bandwidth: f64,
}

/// The cost of a puzzle set for an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Puzzles per second on one thread.
    pub one_thread: f64,
    /// The contribution of each additional core, from 0 to 1: 1 if two threads are twice as fast as one.
    pub efficiency: f64,
    /// Bytes of a puzzle, including its line end.
    pub input: f64,
    /// Mean bytes of an answer, including its line end.
    pub answer: f64,
}

/// The predicted limits on a machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Puzzles per second that the cores can solve.
    pub solving: f64,
    /// Puzzles per second that the memory bandwidth permits.
    pub memory: f64,
    /// Puzzles per second whose answers one thread can write, if they go to a file.
    pub writing: Option<f64>,
}

impl Cost {
    /// The contribution of an additional core, from the rates on one thread and on several.
    pub fn efficiency(one: f64, several: f64, threads: usize) -> f64 {
        let additional = threads.saturating_sub(1).max(1) as f64;
        ((several / one.max(1e-9) - 1.0) / additional).clamp(0.0, 1.0)
    }

    /// Bytes that one puzzle moves from memory to memory.
    pub fn bytes_in_memory(&self) -> f64 {
        self.input + MOVES_TO_BUFFER * self.answer
    }

    /// Bytes that one puzzle moves from file to file.
    pub fn bytes_of_files(&self) -> f64 {
        self.bytes_in_memory() + MOVES_TO_FILE * self.answer
    }

    /// The prediction for `machine`, from memory to memory.
    pub fn in_memory(&self, machine: MachineSpec) -> Forecast {
        let solving = self.one_thread * (1.0 + (machine.cores as f64 - 1.0) * self.efficiency);
        Forecast { solving, memory: machine.bandwidth / self.bytes_in_memory(), writing: None }
    }

    /// The prediction for `machine`, from file to file, if one thread writes `writing` bytes per second.
    pub fn of_files(&self, machine: MachineSpec, writing: f64) -> Forecast {
        let memory = machine.bandwidth / self.bytes_of_files();
        Forecast { memory, writing: Some(writing / self.answer), ..self.in_memory(machine) }
    }
}

impl Forecast {
    /// The predicted rate in puzzles per second: the lowest limit.
    pub fn rate(&self) -> f64 {
        self.solving.min(self.memory).min(self.writing.unwrap_or(f64::INFINITY))
    }

    /// The name of the lowest limit.
    pub fn limit(&self) -> &'static str {
        match self.rate() {
            rate if rate == self.solving => "solving",
            rate if rate == self.memory => "memory",
            _ => "writing",
        }
    }
}

/// Measures the memory bandwidth of a number of threads, in bytes per second, reads and writes counted: the best of
/// five copies between buffers that exceed the caches. Allocates 128 MiB per thread, and 2 GiB at most.
///
/// # Errors
/// Returns an error if a thread cannot be started.
pub fn bandwidth(threads: usize) -> Result<f64> {
    let threads = threads.max(1);
    let size = (64 << 20).min((1 << 30) / threads);
    let mut buffers: Vec<_> = (0..threads).map(|_| (vec![1u8; size], vec![2u8; size])).collect();
    let mut best = 0.0_f64;
    for _ in 0..5 {
        let copy = |(from, to): &mut (Vec<u8>, Vec<u8>)| black_box(to).copy_from_slice(black_box(from));
        let time = run_together(buffers.iter_mut().map(|buffers| move || copy(buffers)))?;
        best = best.max((2 * size * threads) as f64 / time.as_secs_f64().max(1e-9));
    }
    Ok(best)
}

/// Measures how many bytes per second one thread writes to a new file in `folder`, in the way that answers are written
/// and as far as the page cache: the best of three files of 67 MB.
///
/// # Errors
/// Returns an error if the files cannot be written.
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
    fn the_rate_is_the_lowest_limit() {
        let few = COST.of_files(machine(2), 1e6);
        assert_eq!((few.rate(), few.limit()), (19.0, "solving"));
        let many = COST.of_files(machine(64), 1e6);
        assert_eq!((many.rate(), many.limit()), (100.0, "memory"));
        let slow = COST.of_files(machine(64), 820.0);
        assert_eq!((slow.rate(), slow.limit()), (10.0, "writing"));
    }

    #[test]
    fn files_move_more_bytes_than_buffers() {
        assert_eq!((COST.bytes_in_memory(), COST.bytes_of_files()), (246.0, 410.0));
        assert_eq!(COST.in_memory(machine(64)).writing, None);
    }

    #[test]
    fn the_efficiency_follows_from_two_rates() {
        assert_eq!(Cost::efficiency(10.0, 15.0, 2), 0.5);
        assert_eq!(Cost::efficiency(10.0, 40.0, 4), 1.0);
        assert_eq!(Cost::efficiency(10.0, 9.0, 2), 0.0);
    }

    #[test]
    fn bandwidths_are_measured() {
        let folder = tempfile::tempdir().unwrap();
        assert!(bandwidth(2).unwrap() > 0.0);
        assert!(writing(folder.path()).unwrap() > 0.0);
        assert!(writing(&folder.path().join("none")).is_err());
    }
}
