//! Arrays made element by element.

/// Makes an array from the value for each index, as `std::array::from_fn` does, in code that runs for every record.
///
/// The release build has several codegen units and does not optimise across them. `from_fn` and the `map` of arrays are
/// often compiled in another unit than their caller; then they are not inlined, and every element costs a call.
#[inline(always)]
pub(crate) fn array_of<T: Copy + Default, const N: usize>(mut element: impl FnMut(usize) -> T) -> [T; N] {
    let mut array = [T::default(); N];
    for index in 0..N {
        array[index] = element(index);
    }
    array
}
