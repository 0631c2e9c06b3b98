//! The JSON that `bench --compare` reads.
#![no_main]

use bulkdoku::{bench, internals::error}; // the modules of the library that the file below uses

#[allow(dead_code)] // the program also reads the file
#[path = "../../src/cli/bench/earlier.rs"]
mod earlier;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| match earlier::parse("file", data) {
    Ok(rows) => rows.iter().for_each(|row| assert!(row.key.len() == 6 && !row.rate.median.is_nan())),
    Err(error) => assert!(error.to_string().starts_with("file:1:1: "), "{error}"),
});
