//! Benchmarks the parts that a change can slow down, and the fast engines, canonical forms and ratings on the built-in
//! sets. Every benchmark also checks its results, outside the measured time.
//!
//! ```text
//! cargo bench -p bulkdoku-speed                all benchmarks, compared with the previous run
//! cargo bench -p bulkdoku-speed -- sweep       benchmarks with 'sweep' in their name
//! cargo bench -p bulkdoku-speed -- --test      only the checks, each once
//! ```

mod forms;
mod kernel;
mod ratings;
mod records;
mod sets;
mod single;
mod steps;
mod writer;

use criterion::{criterion_group, criterion_main};

criterion_group!(parts, kernel::benches, records::benches, writer::benches);
criterion_group!(whole, sets::benches, single::benches, forms::benches, ratings::benches);

criterion_main!(parts, whole);
