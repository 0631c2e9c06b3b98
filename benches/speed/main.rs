//! Benchmarks the parts that a change can slow down, and the fast engines, canonical forms and ratings on the built-in
//! sets. Every benchmark also checks its results, outside the measured time.
//!
//! ```text
//! cd benches/speed                its configuration compiles the internals of the library, which the first half needs
//! cargo bench                     all benchmarks, compared with the previous run
//! cargo bench -- sweep            benchmarks with 'sweep' in their name
//! cargo bench -- --test           only the checks, each once
//! ```

mod forms;
#[cfg(bulkdoku_internals)]
mod kernel;
mod ratings;
#[cfg(bulkdoku_internals)]
mod records;
mod sets;
mod single;
#[cfg(bulkdoku_internals)]
mod steps;
#[cfg(bulkdoku_internals)]
mod writer;

use criterion::{criterion_group, criterion_main};

#[cfg(bulkdoku_internals)]
criterion_group!(parts, kernel::benches, records::benches, writer::benches);
criterion_group!(whole, sets::benches, single::benches, forms::benches, ratings::benches);

#[cfg(bulkdoku_internals)]
criterion_main!(parts, whole);
#[cfg(not(bulkdoku_internals))]
criterion_main!(whole);
