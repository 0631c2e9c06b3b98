//! The random numbers of a line, which are the same on every machine and in every version.
//!
//! Every line draws from its own ChaCha8 stream: the recipe's seed is the key, and the line's number selects the stream.
//! So the draws of a line do not depend on other lines. ChaCha is a published cipher, and its output does not depend on
//! the version of the crate that computes it. Everything derived from it (a number below a bound, a shuffle, a full grid)
//! is implemented here for the same reason: if a library changed its shuffle, every generated file would change.

mod line;
mod mix;

use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

pub use line::LineRng;
pub use mix::{GOLDEN, mix};
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
