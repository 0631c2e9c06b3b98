//! A reorder buffer: outputs are submitted in any order and passed to the sink in the order of their numbers.
//!
//! ```text
//!            next = 4                        parked, at most `window` bytes together with the free outputs
//!  sink ◀─── output 4 ◀─── submit() ────── [ 4 ][ - ][ 6 ][ 7 ][ - ][ 9 ]
//!            the worker that submits the     │
//!            next output also passes on      └─▶ after the sink has accepted it, an output is cleared and
//!            those after it that are there       given to the next worker that begins an item
//! ```
//!
//! There are two locks. A worker has the lock of the state for a few instructions at a time. It has the lock of the sink while
//! the sink accepts an output, so the other workers can submit theirs meanwhile.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::error::{Error, Result};
use crate::pipeline::stages::{Reuse, Sink};

/// The outputs that wait for earlier ones, and the sink.
pub(crate) struct ReorderBuffer<Out, Si> {
    state: Mutex<ReorderState<Out>>,
    /// `None` after a failure or at the end.
    sink: Mutex<Option<Si>>,
    /// Notified when there is room again, when the next item changes, and when the run ends early.
    changed: Condvar,
    /// Notified when all outputs are accepted, and when the run ends early.
    end: Condvar,
    /// The bound on the bytes of waiting outputs.
    window: usize,
}

#[derive(Default)]
struct ReorderState<Out> {
    /// The number of the next output for the sink.
    next: u64,
    /// `parked[i]` is output `next + i`, after it is submitted.
    parked: VecDeque<Option<Out>>,
    free: Vec<Out>,
    /// The bytes of `parked`, `free` and the output that the sink is accepting.
    held: usize,
    /// The bytes of `free`.
    spare: usize,
    /// Whether a worker is passing outputs to the sink.
    is_passing_on: bool,
    /// The number of workers that wait for `changed`. If it is 0, notifying them is skipped: that saves a system call.
    waiting: usize,
    /// The number of outputs, when it is known.
    count: Option<u64>,
    /// Whether the run ended early.
    has_failed: bool,
    /// The error that ended it, until the run returns it.
    failure: Option<Error>,
}

impl<Out: Reuse, Si: Sink<Out>> ReorderBuffer<Out, Si> {
    /// Creates an empty buffer in front of `sink`; `window` bounds the bytes of waiting outputs.
    pub(crate) fn new(sink: Si, window: usize) -> Self {
        Self {
            state: Mutex::default(),
            sink: Mutex::new(Some(sink)),
            changed: Condvar::new(),
            end: Condvar::new(),
            window,
        }
    }

    /// Waits for room and returns an empty output for the next item, or `None` when the run has ended early.
    pub(crate) fn begin(&self) -> Option<Out> {
        let mut state = self.lock();
        while state.held - state.spare > self.window && !state.has_failed {
            state = self.wait_for_change(state);
        }
        (!state.has_failed).then(|| state.take_free())
    }

    /// Accepts the output for item `number`, and passes the next outputs to the sink if they are complete.
    pub(crate) fn submit(&self, number: u64, output: Out) {
        let mut state = self.lock();
        state.park(number, output);
        if state.is_passing_on {
            return; // the worker that passes outputs on also passes this one on
        }
        state.is_passing_on = true;
        while !state.has_failed
            && let Some(output) = state.take_next()
        {
            drop(state);
            if !self.accept(&output) {
                return;
            }
            state = self.lock();
            state.recycle(output, self.window);
            self.notify_waiting(&state);
        }
        state.is_passing_on = false;
        if state.is_done() {
            self.end.notify_all();
        } else {
            self.notify_waiting(&state);
        }
    }

    /// Waits until the sink has accepted the outputs before item `number`, then passes it a part of the output for that item.
    /// Clears the part. Returns false when the run has ended early.
    pub(super) fn flush(&self, number: u64, output: &mut Out) -> bool {
        let mut state = self.lock();
        while !state.has_failed && (state.next != number || state.is_passing_on) {
            state = self.wait_for_change(state);
        }
        if state.has_failed {
            return false;
        }
        state.is_passing_on = true;
        drop(state); // outputs that other workers submit meanwhile come after this item
        let is_accepted = self.accept(output);
        output.clear();
        self.lock().is_passing_on = false;
        is_accepted
    }

    /// Sets the number of items.
    pub(crate) fn end_after(&self, count: u64) {
        let mut state = self.lock();
        state.count = Some(count);
        if state.is_done() {
            self.end.notify_all();
        }
    }

    /// Ends the run with `error`, unless it has already failed.
    pub(crate) fn fail(&self, error: Error) {
        let mut state = self.lock();
        state.has_failed = true;
        state.failure.get_or_insert(error);
        drop(state);
        self.changed.notify_all();
        self.end.notify_all();
    }

    /// Waits until the sink has accepted all outputs and returns it.
    ///
    /// # Errors
    /// The first failure, as soon as no worker is calling the sink. The sink is then dropped, so its temporary files are removed.
    pub(crate) fn wait(&self) -> Result<Si> {
        let mut state = self.lock();
        while state.failure.is_none() && !state.is_done() {
            state = self.end.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let failure = state.failure.take();
        drop(state);
        let sink = self.lock_sink().take();
        match failure {
            Some(error) => Err(error),
            None => sink.ok_or(Error::Panicked), // only this line and a failure take the sink
        }
    }

    /// Passes an output to the sink. Returns false when the run has ended.
    ///
    /// A sink that fails is dropped before the failure is reported.
    fn accept(&self, output: &Out) -> bool {
        let mut sink = self.lock_sink();
        let Some(open) = sink.as_mut() else { return false };
        let Err(error) = open.accept(output) else { return true };
        *sink = None;
        drop(sink);
        self.fail(error);
        false
    }

    fn notify_waiting(&self, state: &ReorderState<Out>) {
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }

    fn wait_for_change<'a>(
        &self,
        mut state: MutexGuard<'a, ReorderState<Out>>,
    ) -> MutexGuard<'a, ReorderState<Out>> {
        state.waiting += 1;
        let mut state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state
    }

    /// Locks the state. No worker panics while it has this lock, so a poisoned state is consistent.
    fn lock(&self) -> MutexGuard<'_, ReorderState<Out>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the sink. A sink that panicked is dropped and not used again: the panic ends the run.
    fn lock_sink(&self) -> MutexGuard<'_, Option<Si>> {
        self.sink.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<Out: Reuse> ReorderState<Out> {
    fn park(&mut self, number: u64, output: Out) {
        let ahead = (number - self.next) as usize;
        if self.parked.len() <= ahead {
            self.parked.resize_with(ahead + 1, || None);
        }
        self.held += bytes_of(&output);
        self.parked[ahead] = Some(output);
    }

    /// Takes the next output, if it was submitted. The output after it becomes the next one.
    fn take_next(&mut self) -> Option<Out> {
        let output = self.parked.front_mut()?.take()?;
        self.parked.pop_front();
        self.next += 1;
        Some(output)
    }

    /// Keeps the memory of an accepted output, if there is room for it.
    fn recycle(&mut self, mut output: Out, window: usize) {
        self.held -= bytes_of(&output);
        output.clear();
        let bytes = bytes_of(&output);
        if self.held + bytes <= window {
            self.held += bytes;
            self.spare += bytes;
            self.free.push(output);
        }
    }

    fn take_free(&mut self) -> Out {
        let Some(output) = self.free.pop() else { return Out::default() };
        self.held -= bytes_of(&output);
        self.spare -= bytes_of(&output);
        output
    }

    fn is_done(&self) -> bool {
        !self.is_passing_on && self.count == Some(self.next)
    }
}

/// Returns the number of bytes of an output, including the value itself: even empty outputs fill the window eventually.
fn bytes_of<Out: Reuse>(output: &Out) -> usize {
    output.held_bytes() + size_of::<Out>()
}

#[cfg(test)]
mod tests;
