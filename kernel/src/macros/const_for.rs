//! Loops in constants.

/// Runs a block for every number of a range, in constants and `const fn`s, which cannot use `for`. The block must not `continue`.
#[doc(hidden)] // for the packages above
#[macro_export]
macro_rules! const_for {
    ($number:ident in $start:literal..$end:expr => $block:block) => {{
        let mut $number = $start;
        while $number < $end {
            $block
            $number += 1;
        }
    }};
}
