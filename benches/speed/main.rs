//! What a change can slow down, each part by itself, and the whole on each built-in set. Every bench checks what it
//! measured, outside the clock.
//!
//! ```text
//! cargo bench -p bulkdoku-speed              all, compared with the run before
//! cargo bench -p bulkdoku-speed -- sweep     those with 'sweep' in their name
//! cargo bench -p bulkdoku-speed -- --test    each once: only the checks
//! ```

mod kernel;
mod records;
mod sets;
mod writer;

use criterion::{criterion_group, criterion_main};

criterion_group!(speed, kernel::benches, records::benches, writer::benches, sets::benches);
criterion_main!(speed);
