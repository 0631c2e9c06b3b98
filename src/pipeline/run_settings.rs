//! The settings of a run: threads, progress and stopping.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use crate::macros::setters::setters;
use crate::pipeline::report::{OnChunk, Progress, Tally};

/// The settings of a run over records. Results do not depend on them.
#[derive(Clone)]
#[non_exhaustive]
pub struct RunSettings {
    /// The number of worker threads. 0, the default, means one per core, or the value of `RAYON_NUM_THREADS`.
    pub(crate) threads: usize,
    /// The number of bytes of a chunk. `None`, the default, means a size that suits the input.
    #[doc(hidden)] // for the tests
    pub chunk_size: Option<usize>,
    /// The function that workers call with the counters of each chunk.
    pub(crate) on_chunk: OnChunk,
    /// The flag that ends the run with an error before the next chunk when it becomes true.
    pub(crate) is_stopped: Option<Arc<AtomicBool>>,
    pub(crate) report: Option<OnProgress>,
    /// The function that workers call with what they are waiting for, if a run can take long without a result.
    pub(crate) on_wait: Option<OnWait>,
}

/// A function for the reason why there is no progress.
pub(crate) type OnWait = Arc<dyn Fn(&str) + Send + Sync>;

/// Flags that end a run as soon as one of them becomes true.
pub(crate) type StopFlags = Vec<Arc<AtomicBool>>;

/// Called after every chunk. It can stop the run.
pub(crate) type OnProgress = Arc<dyn Fn(&Progress) -> ControlFlow<()> + Send + Sync>;

impl Default for RunSettings {
    fn default() -> Self {
        let on_chunk: OnChunk = Arc::new(|_| ());
        Self { threads: 0, chunk_size: None, on_chunk, is_stopped: None, report: None, on_wait: None }
    }
}

impl RunSettings {
    setters! {
        /// Sets the number of worker threads. 0, the default, means one per core, or the value of `RAYON_NUM_THREADS`.
        threads: usize,
    }

    /// Calls `report` whenever a chunk of the input is done, on a worker's thread, one call at a time. When it returns
    /// [`ControlFlow::Break`], the run ends with [`Error::Stopped`](crate::Error::Stopped) before its next chunk. A job that
    /// reads its input twice starts over at the second pass.
    pub fn on_progress(
        mut self,
        report: impl Fn(&Progress) -> ControlFlow<()> + Send + Sync + 'static,
    ) -> Self {
        self.report = Some(Arc::new(report));
        self
    }

    /// Returns the function that workers call with each finished chunk of an input of `total` bytes, and the flags that stop the
    /// run: that of the caller, and one for the callback.
    pub(crate) fn watch(&self, total: Option<u64>) -> (OnChunk, StopFlags) {
        let mut flags = self.stop_flags();
        let Some(report) = self.report.clone() else {
            return (Arc::clone(&self.on_chunk), flags);
        };
        let (stop, on_chunk) = (Arc::new(AtomicBool::default()), Arc::clone(&self.on_chunk));
        flags.push(Arc::clone(&stop));
        let so_far = Mutex::new(Progress { total, ..Progress::default() });
        let watched = move |chunk: &Tally| {
            on_chunk(chunk);
            let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
            so_far.tally += chunk;
            so_far.bytes = so_far.tally.bytes;
            if report(&so_far).is_break() {
                stop.store(true, Relaxed);
            }
        };
        (Arc::new(watched), flags)
    }

    /// Returns the flag of the caller, if there is one.
    pub(crate) fn stop_flags(&self) -> StopFlags {
        self.is_stopped.iter().cloned().collect()
    }

    /// Ends the run with [`Error::Stopped`](crate::Error::Stopped) before its next chunk when `is_stopped` becomes true.
    pub fn stopping_when(mut self, is_stopped: Arc<AtomicBool>) -> Self {
        self.is_stopped = Some(is_stopped);
        self
    }
}
