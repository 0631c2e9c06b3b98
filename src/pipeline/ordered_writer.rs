//! ChunkOutput chunks back in input order: written by whichever worker completes the next one.
//!
//! ```text
//!            next = 4                        parked, at most WINDOW bytes with the free ones
//! output ◀── chunk 4 ◀── submit ───────── [ 4 ][ - ][ 6 ][ 7 ][ - ][ 9 ]
//!            the worker that holds the       │
//!            output goes on while the        └─ free ones go back to the workers
//!            next one is there
//! ```
//!
//! Nobody waits for a slow chunk before the window is full, and nobody who waits holds the chunk
//! that the others wait for: a worker waits only between two chunks. Any failure ends all
//! waiting.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::error::{Error, Result};
use crate::io::output::Output;
use crate::pipeline::report::{BadRecord, NAMED, Report, Tally};

/// Bytes of answers that may wait for their turn, with those kept to be filled again.
///
/// Each worker may hold two more buffers of the size of a chunk's answers, one that it fills and
/// one that took it past the bound.
pub(crate) const WINDOW: usize = 48 << 20;

/// The answers to a chunk.
#[derive(Debug, Default)]
pub(crate) struct ChunkOutput {
    /// The answers, ready to be written. A reused one still holds those of an earlier chunk.
    pub(crate) text: Vec<u8>,
    /// What goes to the listing beside them.
    pub(crate) listing: Vec<u8>,
    /// The counters.
    pub(crate) tally: Tally,
    /// The first bad records, their lines counted from the chunk's first as 1.
    pub(crate) bad: Vec<BadRecord>,
}

impl ChunkOutput {
    /// The memory that it takes.
    fn size(&self) -> usize {
        self.text.capacity()
            + self.listing.capacity()
            + self.bad.capacity() * size_of::<BadRecord>()
            + size_of::<Self>()
    }
}

/// Where finished chunks go.
pub(crate) struct Outputs {
    /// For the answers.
    pub(crate) answers: Output,
    /// For all solutions, if they are listed.
    pub(crate) listing: Option<Output>,
}

impl Outputs {
    /// Puts all files in their places, the answers last.
    pub(crate) fn finish(self) -> Result<()> {
        self.listing.map_or(Ok(()), Output::finish)?;
        self.answers.finish()
    }

    fn list(&mut self, listing: &[u8]) -> Result<()> {
        self.listing.as_mut().map_or(Ok(()), |output| output.write(listing))
    }
}

/// The place where finished chunks are handed in.
pub(crate) struct OrderedWriter {
    state: Mutex<State>,
    /// There is room again, or it is another chunk's turn, or the run is over.
    room: Condvar,
    /// Everything is written, or the run is over.
    end: Condvar,
    stopped: AtomicBool,
    window: usize,
    /// Left out before the first record of all.
    separator: &'static [u8],
}

struct State {
    /// The chunk to be written next; `parked[i]` is the chunk `i` after it.
    next: u64,
    parked: VecDeque<Option<ChunkOutput>>,
    free: Vec<ChunkOutput>,
    /// Memory of `parked` and `free`.
    held: usize,
    /// Memory of `free` alone.
    spare: usize,
    /// Workers that wait for room: to wake nobody is a call to the system too.
    waiting: usize,
    /// Taken out by the worker that writes.
    output: Option<Outputs>,
    report: Report,
    /// How many chunks there are, once that is known.
    chunks: Option<u64>,
    failure: Option<Error>,
}

impl OrderedWriter {
    /// Chunks that leave for `output`, their records set off by `separator`; `window` is the
    /// bound on waiting memory.
    pub(crate) fn new(output: Output, separator: &'static [u8], window: usize) -> Self {
        Self::after(0, Outputs { answers: output, listing: None }, separator, window)
    }

    /// The same after so many lines of input.
    pub(crate) fn after(lines: u64, output: Outputs, separator: &'static [u8], window: usize) -> Self {
        let mut report = Report::default();
        report.tally.lines = lines;
        let state = State {
            next: 0,
            parked: VecDeque::new(),
            free: Vec::new(),
            held: 0,
            spare: 0,
            waiting: 0,
            output: Some(output),
            report,
            chunks: None,
            failure: None,
        };
        Self {
            state: Mutex::new(state),
            room: Condvar::new(),
            end: Condvar::new(),
            stopped: AtomicBool::new(false),
            window,
            separator,
        }
    }

    /// Memory for the answers to one more chunk, as soon as there is room; `None` when the run
    /// is over.
    pub(crate) fn begin(&self) -> Option<ChunkOutput> {
        let mut state = self.lock();
        while state.held - state.spare > self.window && !self.is_stopped() {
            state.waiting += 1;
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
        (!self.is_stopped()).then(|| state.take_free())
    }

    /// Is the run over before its end?
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Hands in the answers to chunk `number`, and writes what can be written now.
    pub(crate) fn submit(&self, number: u64, finished: ChunkOutput) {
        let mut state = self.lock();
        state.park(number, finished);
        let Some(mut output) = state.output.take() else {
            return; // someone is writing, and comes to this one too
        };
        while !self.is_stopped()
            && let Some(finished) = state.take_next()
        {
            let is_first = state.report.written == 0;
            drop(state);
            let written = self.write(&mut output, &finished, is_first);
            state = self.lock();
            match written {
                Ok(written) => state.settle(finished, written, self.window),
                Err(error) => {
                    drop(output); // with its temporary file, before anybody hears of the failure
                    return self.stop(state, error);
                }
            }
            if state.waiting > 0 {
                self.room.notify_all();
            }
        }
        let others_list = output.listing.is_some();
        state.output = Some(output);
        if state.is_done() {
            self.end.notify_all();
        } else if others_list {
            self.room.notify_all();
        }
    }

    /// Writes a part of the listing of chunk `number`, as soon as all before it is written, and
    /// empties `listing`; false when the run is over.
    ///
    /// The worker of the first unwritten chunk never waits here, so that one always goes on.
    pub(crate) fn write_listing(&self, number: u64, listing: &mut Vec<u8>) -> bool {
        let mut state = self.lock();
        while !self.is_stopped() && (state.next != number || state.output.is_none()) {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let Some(mut output) = state.output.take().filter(|_| !self.is_stopped()) else { return false };
        drop(state); // the others hand in meanwhile; none of theirs is next
        let written = output.list(listing);
        listing.clear();
        let mut state = self.lock();
        match written {
            Ok(()) => state.output = Some(output),
            Err(error) => {
                drop(output); // with its temporary file, before anybody hears of the failure
                self.stop(state, error);
            }
        }
        !self.is_stopped()
    }

    /// There are `chunks` chunks, and no more.
    pub(crate) fn no_more(&self, chunks: u64) {
        let mut state = self.lock();
        state.chunks = Some(chunks);
        if state.is_done() {
            self.end.notify_all();
        }
    }

    /// Ends the run; the first failure is the one that is told.
    pub(crate) fn fail(&self, error: Error) {
        self.stop(self.lock(), error);
    }

    /// Waits until all is written and gives back the output, or the failure at once.
    pub(crate) fn wait(&self) -> Result<(Outputs, Report)> {
        let mut state = self.lock();
        loop {
            if let Some(error) = state.failure.take() {
                drop(state.output.take());
                return Err(error);
            }
            if state.is_done()
                && let Some(output) = state.output.take()
            {
                return Ok((output, std::mem::take(&mut state.report)));
            }
            state = self.end.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Writes a chunk's answers, and tells how many bytes that were.
    fn write(&self, output: &mut Outputs, finished: &ChunkOutput, is_first: bool) -> Result<usize> {
        let text = match finished.text.strip_prefix(self.separator) {
            Some(text) if is_first => text,
            _ => &finished.text,
        };
        output.answers.write(text)?;
        output.list(&finished.listing).map(|()| text.len())
    }

    fn stop(&self, mut state: MutexGuard<'_, State>, error: Error) {
        self.stopped.store(true, Ordering::Relaxed);
        if state.failure.is_none() {
            state.failure = Some(error);
        }
        drop(state);
        self.room.notify_all();
        self.end.notify_all();
    }

    /// A panicking worker leaves the state whole: none panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn park(&mut self, number: u64, finished: ChunkOutput) {
        let ahead = (number - self.next) as usize;
        if self.parked.len() <= ahead {
            self.parked.resize_with(ahead + 1, || None);
        }
        self.held += finished.size();
        self.parked[ahead] = Some(finished);
    }

    /// The chunk whose turn it is, if it is there. From now on it is the next one's turn, also
    /// for those who hand in while this one is written.
    fn take_next(&mut self) -> Option<ChunkOutput> {
        let finished = self.parked.front_mut()?.take()?;
        self.parked.pop_front();
        self.next += 1;
        Some(finished)
    }

    /// Counts a chunk that was written, and keeps its memory if that fits.
    fn settle(&mut self, mut finished: ChunkOutput, written: usize, window: usize) {
        self.add_to_report(&finished, written);
        if self.held <= window {
            // The text keeps its length: a worker that overwrites all of it need not fill it first.
            finished.listing.clear();
            finished.bad.clear();
            finished.tally = Tally::default();
            self.spare += finished.size();
            self.free.push(finished);
        } else {
            self.held -= finished.size();
        }
    }

    fn take_free(&mut self) -> ChunkOutput {
        let Some(free) = self.free.pop() else {
            return ChunkOutput::default();
        };
        self.held -= free.size();
        self.spare -= free.size();
        free
    }

    fn add_to_report(&mut self, finished: &ChunkOutput, written: usize) {
        let report = &mut self.report;
        let lines_before = report.tally.lines;
        let room = NAMED - report.bad.len();
        let shifted = |bad: &BadRecord| BadRecord { line: bad.line + lines_before, ..*bad };
        report.bad.extend(finished.bad.iter().take(room).map(shifted));
        report.tally.add(&finished.tally);
        report.written += written as u64;
    }

    fn is_done(&self) -> bool {
        self.output.is_some() && self.chunks == Some(self.next)
    }
}

#[cfg(test)]
mod tests;
