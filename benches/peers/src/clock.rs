//! Elapsed time and CPU time.

use std::time::Duration;

use bulkdoku::bench::Trial;
use clap::ValueEnum;

/// The kind of time that is measured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Clock {
    /// Elapsed time.
    Wall,
    /// Processor time of the process, for a machine that is busy with other work.
    #[cfg(unix)]
    Cpu,
}

impl Clock {
    /// Runs the trial once. Returns puzzles per second of this kind of time.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub fn rate(self, trial: &mut Trial) -> bulkdoku::Result<f64> {
        match self {
            Self::Wall => trial.run(),
            #[cfg(unix)]
            Self::Cpu => {
                let started = processor_time();
                trial.run()?;
                let spent = processor_time().saturating_sub(started);
                Ok(trial.puzzles_per_run() as f64 / spent.as_secs_f64().max(1e-9))
            }
        }
    }

    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            #[cfg(unix)]
            Self::Cpu => "cpu",
        }
    }
}

/// Returns the CPU time of all threads of the process. One of them solves, and the others wait.
#[cfg(unix)]
fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ProcessCPUTime).try_into().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn both_clocks_count_all_puzzles_of_a_run() {
        use bulkdoku::bench::{Subject, sets::BuiltIn};
        use bulkdoku::solver::{Engine, Goal, Task};
        let subject = Subject { engine: Engine::Single, isa: None, task: Task::new(Goal::First), threads: 1 };
        let set = std::sync::Arc::new(BuiltIn::Easy.make(200));
        let mut trial = Trial::of_engine(&set, subject, Duration::from_millis(20)).expect("right answers");
        let [wall, cpu] = [Clock::Wall, Clock::Cpu].map(|clock| clock.rate(&mut trial).expect("a rate"));
        assert!(wall > 0.0 && cpu > 0.0, "{wall} {cpu}");
    }
}
