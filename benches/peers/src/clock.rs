//! Elapsed time and processor time.

use std::time::{Duration, Instant};

use clap::ValueEnum;

/// The kind of time that is measured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Clock {
    /// Elapsed time.
    Wall,
    /// Processor time of the thread, for a machine that is busy with other work.
    #[cfg(unix)]
    Cpu,
}

impl Clock {
    /// Times `work`.
    pub fn time(self, work: impl FnOnce()) -> Duration {
        match self {
            Self::Wall => {
                let started = Instant::now();
                work();
                started.elapsed()
            }
            #[cfg(unix)]
            Self::Cpu => {
                let started = thread_time();
                work();
                thread_time().saturating_sub(started)
            }
        }
    }

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            #[cfg(unix)]
            Self::Cpu => "cpu",
        }
    }
}

#[cfg(unix)]
fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_takes_elapsed_time_only() {
        let sleep = || std::thread::sleep(Duration::from_millis(20));
        assert!(Clock::Wall.time(sleep) >= Duration::from_millis(20));
        #[cfg(unix)]
        assert!(Clock::Cpu.time(sleep) < Duration::from_millis(20));
    }
}
