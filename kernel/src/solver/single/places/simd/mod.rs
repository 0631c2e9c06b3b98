//! The operations on vectors of nine boxes, for each instruction set.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod box_lanes;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

pub use box_lanes::BoxLanes;

#[cfg(test)]
mod tests;
