//! What a parallel run over a sequence is made of: a source, stages, a sink, and outputs that are used again.
//!
//! [`ordered`](crate::pipeline::ordered) says how they work together.

use crate::error::Result;

/// A sequence of items. The workers call it under a lock.
pub(crate) trait Source: Send + 'static {
    /// What a worker works on at a time.
    type Item;

    /// Returns the next item, or `None` after the last one. It is not called again after `None`.
    ///
    /// `used` is the item that the calling worker has finished, if any, so that its memory can be reused.
    ///
    /// # Errors
    /// When the items cannot be read. The error ends the run.
    fn next(&mut self, used: Option<Self::Item>) -> Result<Option<Self::Item>>;
}

/// The work on one item. Each worker makes a stage when it gets its first item.
pub(crate) trait Stage {
    /// What the source gives.
    type Item;
    /// What the sink accepts.
    type Out: Reuse;

    /// Works on `item` and fills `output`, which is new or has been cleared.
    ///
    /// A stage whose output grows without bound passes parts of it to the sink early, through `order`.
    ///
    /// # Errors
    /// When the work cannot be done. The error ends the run.
    fn run(
        &mut self,
        item: &Self::Item,
        output: &mut Self::Out,
        order: &InOrder<'_, Self::Out>,
    ) -> Result<()>;
}

/// The end of the sequence: accepts the outputs in the order of the items.
pub(crate) trait Sink<Out>: Send + 'static {
    /// Accepts the output for the next item, or a part of it that the stage has flushed early.
    ///
    /// # Errors
    /// When the output cannot be written. The error ends the run, and the sink is dropped.
    fn accept(&mut self, output: &Out) -> Result<()>;
}

/// An output whose memory is used for one item after another.
pub(crate) trait Reuse: Default + Send + 'static {
    /// Prepares the output for another item and keeps its memory.
    fn clear(&mut self);

    /// The bytes of memory that the output holds, used or not.
    fn held_bytes(&self) -> usize;
}

/// The place of an item in the order of the output: lets a stage write a part of its output before the item is finished.
pub(crate) struct InOrder<'a, Out>(pub(super) &'a dyn Fn(&mut Out) -> bool);

impl<Out> InOrder<'_, Out> {
    /// Waits until the sink has accepted the outputs for all earlier items, passes `output` to it as a part of the
    /// output for this item, and clears `output`.
    ///
    /// Returns `false` when the run has ended early. The stage should then return.
    pub(crate) fn flush(&self, output: &mut Out) -> bool {
        (self.0)(output)
    }
}
