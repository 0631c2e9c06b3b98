//! Arrays made element by element.

/// Makes an array from the value for each index, as `std::array::from_fn` does, in code that runs for every record.
///
/// Without optimisation across codegen units, `from_fn` and the `map` of arrays were often not inlined, and every element cost
/// a call. Whether that is still so with it has not been measured.
#[inline(always)]
pub(crate) fn array_of<T: Copy + Default, const N: usize>(mut element: impl FnMut(usize) -> T) -> [T; N] {
    let mut array = [T::default(); N];
    for index in 0..N {
        array[index] = element(index);
    }
    array
}
