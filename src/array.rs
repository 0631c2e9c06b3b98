//! Arrays that are built from their indices.

/// Returns the array of these values, as [`std::array::from_fn`] does. That one calls a function for each value, because the
/// library is built in several units and nothing is inlined across them. Does not allocate.
#[inline(always)]
pub(crate) fn array_of<T: Copy + Default, const N: usize>(mut value: impl FnMut(usize) -> T) -> [T; N] {
    let mut array = [T::default(); N];
    for (index, place) in array.iter_mut().enumerate() {
        *place = value(index);
    }
    array
}
