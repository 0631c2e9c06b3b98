//! How long something took.

use std::time::{Duration, Instant};

use clap::ValueEnum;

/// What time is measured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Clock {
    /// Time that passed.
    Wall,
    /// Time that the thread had of a processor: for a machine that has other work too.
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
                let started = of_this_thread();
                work();
                of_this_thread().saturating_sub(started)
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
fn of_this_thread() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nap_takes_time_that_passes() {
        let nap = || std::thread::sleep(Duration::from_millis(20));
        assert!(Clock::Wall.time(nap) >= Duration::from_millis(20));
        #[cfg(unix)]
        assert!(Clock::Cpu.time(nap) < Duration::from_millis(20));
    }
}
