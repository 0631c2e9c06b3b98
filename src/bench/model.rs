//! What more cores would give: a guess from what was measured here, with its reasons.
//!
//! ```text
//! solving   one thread's rate × cores × (what the last thread added here) ─┐
//!                                                                          ├─▶ the lower one
//! memory    bytes that a second can move ÷ bytes that a puzzle moves     ──┘
//! ```
//!
//! From file to file a puzzle is read once, its answer is written to a buffer, and the system copies that to its page
//! cache: about 82 bytes read and 4 × 82 moved for the answer, a write to memory being a read of the line first.

use std::hint::black_box;
use std::time::Instant;

/// Bytes that a puzzle moves between processor and memory, from file to file.
pub const BYTES_A_PUZZLE: f64 = 5.0 * 82.0;

/// What a machine can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    /// Puzzles a second on one thread.
    pub one_thread: f64,
    /// Of each further core, how much comes through: 1 when two threads are twice as fast as one.
    pub efficiency: f64,
    /// Bytes a second that one core moves.
    pub bandwidth: f64,
}

/// What so many cores would give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Puzzles a second that the cores could solve.
    pub solving: f64,
    /// Puzzles a second that the memory could carry.
    pub memory: f64,
}

impl Machine {
    /// What `cores` would give with memory that is `channels` times as fast as one core can use here.
    pub fn forecast(&self, cores: usize, channels: f64) -> Forecast {
        let solving = self.one_thread * (1.0 + (cores as f64 - 1.0) * self.efficiency);
        Forecast { solving, memory: channels * self.bandwidth / BYTES_A_PUZZLE }
    }
}

impl Forecast {
    /// The lower of the two.
    pub fn rate(&self) -> f64 {
        self.solving.min(self.memory)
    }

    /// What sets the limit.
    pub fn limit(&self) -> &'static str {
        if self.solving <= self.memory { "solving" } else { "memory" }
    }
}

/// Bytes a second that one core moves: the best of some copies of memory that no cache holds, read and written counted.
pub fn bandwidth() -> f64 {
    const SIZE: usize = 64 << 20;
    let (from, mut to) = (vec![1u8; SIZE], vec![2u8; SIZE]);
    let copy = |_| {
        let started = Instant::now();
        black_box(&mut to).copy_from_slice(black_box(&from));
        2.0 * SIZE as f64 / started.elapsed().as_secs_f64().max(1e-9)
    };
    (0..5).map(copy).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_limit_counts() {
        let machine = Machine { one_thread: 10.0, efficiency: 0.9, bandwidth: 41_000.0 };
        let few = machine.forecast(2, 1.0);
        assert_eq!((few.rate(), few.limit()), (19.0, "solving"));
        let many = machine.forecast(64, 1.0);
        assert_eq!((many.rate(), many.limit()), (100.0, "memory"));
    }
}
