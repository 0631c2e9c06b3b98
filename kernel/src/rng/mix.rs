//! A hash of numbers.

/// The difference between states of SplitMix64 (by Guy Steele, Doug Lea and Christine Flood): the golden ratio.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Applies the finalizer of SplitMix64, after a step of its state: a permutation of the 64-bit numbers.
pub fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(GOLDEN);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}
