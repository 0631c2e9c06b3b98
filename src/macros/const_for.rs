//! Loops in constants.

/// Runs a block for every number of a range. Constants and `const fn`s have no `for`. The block must not `continue`.
macro_rules! const_for {
    ($number:ident in $start:literal..$end:expr => $block:block) => {{
        let mut $number = $start;
        while $number < $end {
            $block
            $number += 1;
        }
    }};
}
