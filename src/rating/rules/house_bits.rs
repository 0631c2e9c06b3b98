//! The cells of a house, as nine bits.

use crate::board::grid::HOUSES;

/// Nine bits.
pub(crate) const NINE: u128 = 0x1FF;

/// Returns the places of a digit in a house, as nine bits.
pub(crate) fn places_in(places: u128, house: usize) -> u16 {
    let number = house % 9;
    match house / 9 {
        0 => {
            let rows = (places >> (27 * (number / 3) + 3 * (number % 3))) as u64;
            (rows & 7 | rows >> 6 & 0o70 | rows >> 12 & 0o700) as u16
        }
        1 => (places >> (9 * number) & NINE) as u16,
        _ => {
            // Moves bit 9r to bit 72 + r: the factor has bits 72 - 8r, and no two products meet.
            const GATHER: u128 = {
                let mut factor = 0;
                kernel::const_for!(row in 0..9 => {
                    factor |= 1 << (72 - 8 * row);
                });
                factor
            };
            ((places >> number & HOUSES[18]).wrapping_mul(GATHER) >> 72 & NINE) as u16
        }
    }
}

/// Returns the cells of a house at these positions.
pub(crate) fn cells_in(positions: u16, house: usize) -> u128 {
    let (number, bits) = (house % 9, u128::from(positions));
    match house / 9 {
        0 => (bits & 7 | (bits & 0o70) << 6 | (bits & 0o700) << 12) << (27 * (number / 3) + 3 * (number % 3)),
        1 => bits << (9 * number),
        _ => (0..9).fold(0, |all, row| all | (bits >> row & 1) << (9 * row)) << number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::bits;

    #[test]
    fn positions_in_a_house_are_its_cells_in_order() {
        for house in 0..27 {
            let order: Vec<usize> = bits(HOUSES[house]).collect();
            for (position, &cell) in order.iter().enumerate() {
                assert_eq!(places_in(1 << cell, house), 1 << position, "house {house}");
                assert_eq!(cells_in(1 << position, house), 1 << cell, "house {house}");
            }
            assert_eq!(places_in((1 << 81) - 1, house), 0x1FF);
            assert_eq!(cells_in(0x1FF, house), HOUSES[house]);
        }
    }
}
