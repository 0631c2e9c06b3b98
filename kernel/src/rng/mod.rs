//! The random numbers of a line, which are the same on every machine and in every version.
//!
//! Every line draws from its own ChaCha8 stream: the recipe's seed is the key, and the line's number selects the stream.
//! So the draws of a line do not depend on other lines. ChaCha is a published cipher, and its output does not depend on
//! the version of the crate that computes it. Everything derived from it (a number below a bound, a shuffle, a full grid)
//! is implemented here for the same reason: if a library changed its shuffle, every generated file would change.

mod line;

use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

pub use line::LineRng;
pub use rand_core::Rng;

/// Returns the random stream of line `line` under `seed`. Each use of random numbers has its own `purpose`, which makes uses with
/// the same seed independent.
pub fn stream(seed: u64, purpose: [u8; 8], line: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&purpose);
    let mut stream = ChaCha8Rng::from_seed(key);
    stream.set_stream(line);
    stream
}

/// The difference between states of SplitMix64 (by Guy Steele, Doug Lea and Christine Flood): the golden ratio.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Applies the finalizer of SplitMix64, after a step of its state: a permutation of the 64-bit numbers.
pub fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(GOLDEN);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}
