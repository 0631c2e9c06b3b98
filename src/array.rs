//! Arrays made element by element.

/// The array of these elements, as `std::array::from_fn` gives it, for code that runs for every record.
///
/// Neither `from_fn` nor `map` of arrays is inlined into a caller that is compiled in another unit, and then each element
/// costs a call. The build has several units and no optimisation across them, which would take a fifth of its time.
#[inline(always)]
pub(crate) fn array_of<T: Copy + Default, const N: usize>(mut element: impl FnMut(usize) -> T) -> [T; N] {
    let mut array = [T::default(); N];
    for index in 0..N {
        array[index] = element(index);
    }
    array
}
