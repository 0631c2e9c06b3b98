//! Tables for moving lanes to the first places of a vector and back, for each set of lanes.

/// For each set of lanes, the lane that [`compress`](super::Simd::compress) moves to each place, and the place that
/// [`expand`](super::Simd::expand) reads for each lane of the set.
pub const fn lane_orders<const LANES: usize, const SETS: usize>() -> [[[u8; LANES]; SETS]; 2] {
    let mut orders = [[[0; LANES]; SETS]; 2];
    const_for!(set in 0..SETS => {
        let mut place = 0;
        const_for!(lane in 0..LANES => {
            if set >> lane & 1 == 1 {
                orders[0][set][place] = lane as u8;
                orders[1][set][lane] = place as u8;
                place += 1;
            }
        });
    });
    orders
}

/// For each set of four lanes, the bytes of the lanes in `orders`. Lanes outside of the set get indices of no byte if
/// `only_set`.
#[cfg(not(target_arch = "x86_64"))]
pub const fn bytes_of(orders: [[u8; 4]; 16], only_set: bool) -> [[u8; 16]; 16] {
    let mut bytes = [[0xFF; 16]; 16];
    const_for!(set in 0..16 => {
        const_for!(byte in 0..16 => {
            if !only_set || set >> (byte / 4) & 1 == 1 {
                bytes[set][byte] = 4 * orders[set][byte / 4] + byte as u8 % 4;
            }
        });
    });
    bytes
}
