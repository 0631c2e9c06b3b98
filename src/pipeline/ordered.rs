//! Parallel work on a sequence of items, with the results in the order of the items.
//!
//! Every command that reads or makes a large file runs on this core, such as solving, auditing and generating. A new command
//! implements three traits and calls [`run_ordered`]:
//!
//! ```text
//!               worker 0:  Stage::run ──┐
//!  Source ────▶ worker 1:  Stage::run ──┼────▶ ReorderBuffer ────▶ Sink
//!  next()       worker 2:  Stage::run ──┘      at most `window`    accept(), in the order of the items
//!  one lock     each has its own stage         bytes
//! ```
//!
//! - [`Source`] returns the items one after another, under a lock. It should do little per item: cut a file into chunks, or a
//!   range of numbers into parts.
//! - [`Stage`] turns an item into an output. Each worker has its own stage, with its own memory.
//! - [`Sink`] accepts the outputs in the order of the items. It does not need its own thread: the worker that completes the next
//!   output calls it for that output and for any complete ones after it. The run returns the sink.
//! - [`Reuse`] makes outputs reusable. After the first few items a run allocates nothing.
//!
//! Locks are taken a few times per item, so an item should be at least about 100 µs of work.
//!
//! # Guarantees
//! - The order of the outputs, and so the result, does not depend on the number of threads.
//! - Memory is bounded: a worker that is far ahead of the slowest one waits when the outputs exceed the window.
//! - A run cannot deadlock: a worker waits for room only between items, so the worker of the next item never waits for others.
//! - The source, the stages and their items are dropped before the sink is returned, so that its file can replace the input:
//!   Windows cannot always replace an open file.
//! - The first error ends the run. [`run_ordered`] then drops the sink and returns without waiting for a stage that is in the
//!   middle of an item.
//! - A panic in a stage, source or sink ends the run with [`Error::Panicked`].
//!
//! The first test of this module is a complete example.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::pipeline::reorder_buffer::ReorderBuffer;
pub(crate) use crate::pipeline::stages::{Flush, Reuse, Sink, Source, Stage};
use crate::pipeline::threads::WorkerPool;

/// The number of bytes of outputs that may wait for earlier ones, including empty outputs kept for reuse.
///
/// Each worker may have two more outputs: one that it fills, and one that exceeded the bound when it was submitted.
pub(crate) const WINDOW: usize = 48 << 20;

/// Passes every item of `source` through a stage and the outputs to `sink`, in order, and returns the sink; `window`, usually
/// [`WINDOW`], bounds the bytes of waiting outputs.
///
/// # Errors
/// The first error of the source, a stage or the sink. The run does not wait for a stage in the middle of an item: its thread
/// ends after that item.
pub(crate) fn run_ordered<So, St, Si>(
    pool: &WorkerPool,
    source: So,
    make_stage: impl Fn() -> Result<St> + Send + Sync + 'static,
    sink: Si,
    window: usize,
) -> Result<Si>
where
    So: Source,
    St: Stage<So::Item>,
    Si: Sink<St::Out>,
{
    let items = Mutex::new(NumberedItems { source, next: 0, has_ended: false });
    let buffer = Arc::new(ReorderBuffer::new(sink, window));
    let shared = Arc::clone(&buffer);
    let running = pool.start_on_all(Box::new(move || {
        let worked = catch_unwind(AssertUnwindSafe(|| work(&items, &make_stage, &shared)));
        if let Err(error) = worked.unwrap_or(Err(Error::Panicked)) {
            shared.fail(error);
        }
    }));
    let sink = buffer.wait()?;
    running.wait();
    Ok(sink)
}

/// Runs the loop of one worker.
fn work<So, St, Si>(
    items: &Mutex<NumberedItems<So>>,
    make_stage: &impl Fn() -> Result<St>,
    buffer: &ReorderBuffer<St::Out, Si>,
) -> Result<()>
where
    So: Source,
    St: Stage<So::Item>,
    Si: Sink<St::Out>,
{
    let (mut stage, mut used) = (None, None);
    while let Some(mut output) = buffer.begin() {
        let Some((number, mut item)) = lock(items).next(used.take(), buffer)? else { return Ok(()) };
        let stage = match &mut stage {
            Some(stage) => stage,
            none => none.insert(make_stage()?),
        };
        stage.run(&mut item, &mut output, &|part| buffer.flush(number, part))?;
        buffer.submit(number, output);
        used = Some(item);
    }
    Ok(())
}

/// A source that counts its items.
struct NumberedItems<So> {
    source: So,
    /// The number of the next item, from 0.
    next: u64,
    /// Whether the source has no more items or has failed.
    has_ended: bool,
}

impl<So: Source> NumberedItems<So> {
    /// Returns the next item and its number. At the end, tells `buffer` the number of items.
    fn next<Out: Reuse, Si: Sink<Out>>(
        &mut self,
        used: Option<So::Item>,
        buffer: &ReorderBuffer<Out, Si>,
    ) -> Result<Option<(u64, So::Item)>> {
        if self.has_ended {
            return Ok(None);
        }
        // The source is not called again after an error or a panic: if it then reported the end of the items, the run would
        // end as complete before the error is known.
        self.has_ended = true;
        let Some(item) = self.source.next(used)? else {
            buffer.end_after(self.next);
            return Ok(None);
        };
        self.has_ended = false;
        self.next += 1;
        Ok(Some((self.next - 1, item)))
    }
}

/// Locks what workers share, even if one of them panicked: the panic ends the run.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
