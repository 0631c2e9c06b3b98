//! The parts of a parallel run over a sequence: a source, stages, a sink and reusable outputs.
//!
//! [`ordered`](crate::pipeline::ordered) explains how they work together.

use crate::error::Result;

/// A sequence of items. The workers call it under a lock.
pub(crate) trait Source: Send + 'static {
    /// The unit of work.
    type Item;

    /// Returns the next item, or `None` after the last one. It is not called again after `None`.
    ///
    /// `used` is the item that the calling worker has finished, if any. Its memory can be reused.
    ///
    /// # Errors
    /// When the items cannot be read. The error ends the run.
    fn next(&mut self, used: Option<Self::Item>) -> Result<Option<Self::Item>>;
}

/// The work on one item. Each worker creates a stage when it gets its first item.
pub(crate) trait Stage<Item> {
    /// The output for the sink.
    type Out: Reuse;

    /// Works on `item` and fills `output`, which is new or cleared.
    ///
    /// A stage whose output grows without bound passes parts of it to the sink early, with `flush`.
    ///
    /// # Errors
    /// When the work cannot be done. The error ends the run.
    fn run(&mut self, item: &mut Item, output: &mut Self::Out, flush: Flush<'_, Self::Out>) -> Result<()>;
}

/// The end of the sequence: accepts the outputs in the order of the items.
pub(crate) trait Sink<Out>: Send + 'static {
    /// Accepts the output for the next item, or a part of it that the stage has flushed early.
    ///
    /// # Errors
    /// When the output cannot be written. The error ends the run, and the sink is dropped.
    fn accept(&mut self, output: &Out) -> Result<()>;
}

/// An output whose memory is reused for one item after another.
pub(crate) trait Reuse: Default + Send + 'static {
    /// Prepares the output for another item and keeps its memory.
    fn clear(&mut self);

    /// Returns the number of bytes of memory of the output, used or not.
    fn held_bytes(&self) -> usize;
}

/// Passes a part of the output for an item to the sink before the item is finished: waits until the sink has accepted the outputs
/// for all earlier items, passes `output` to it, and clears `output`.
///
/// Returns false when the run has ended early. The stage should then return.
pub(crate) type Flush<'a, Out> = &'a dyn Fn(&mut Out) -> bool;
