//! Tests of explanations.

use super::generated;
use crate::io::OutputBuffer;
use crate::pipeline::RecordSource;
use crate::rating::ExplainJob;

/// Returns the FNV-1a hash of a text.
fn hash(text: &[u8]) -> u64 {
    text.iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn explanations_have_the_same_steps_in_the_same_order_as_ever() {
    let puzzles = generated(300).iter().flat_map(|puzzle| [&puzzle[..], b"\n"].concat()).collect();
    let (source, steps) = (RecordSource::bytes("memory", puzzles), OutputBuffer::default());
    ExplainJob::new(source, steps.output("steps")).json_lines().run().unwrap();
    let objects = steps.take();
    let count = |text: &str| String::from_utf8_lossy(&objects).matches(text).count();
    let counts = ["\"rule\"", "pair\"", "triple\"", "quad\"", "wing\"", "fish\""].map(count);
    assert_eq!((counts, hash(&objects)), ([13_999, 141, 11, 0, 124, 5], 0xbafd_f822_7231_5362));
}
