//! Runs the target that the environment variable `BULKDOKU_FUZZ` names. One program for all targets is linked once.
#![no_main]

use std::sync::LazyLock;

use bulkdoku_fuzz::targets::{Target, target};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("BULKDOKU_FUZZ").expect("BULKDOKU_FUZZ names a target");
    target(&name).unwrap_or_else(|| panic!("there is no target {name}"))
});

fuzz_target!(|data: &[u8]| TARGET(data));
