//! Orders of three things, and orders of nine lines that keep each band or stack together.

use std::array;

/// The six orders of three things, in lexicographic order: `ORDERS[n][i]` is the one at place `i`.
pub const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// An order of nine lines that keeps each band or stack together: for each place, the line that comes there.
pub type LineOrder = [u8; 9];

/// Returns the number in [`ORDERS`] of the order of three different values.
pub(super) const fn order_of([first, second, third]: [u8; 3]) -> u8 {
    2 * (first > second) as u8 + (second > third) as u8 + 2 * (first > third) as u8
}

/// Returns the order of nine lines, given the numbers of the order of the three groups and of the orders within each group.
pub fn order_of_nine([groups, inner @ ..]: [usize; 4]) -> LineOrder {
    array::from_fn(|i| 3 * ORDERS[groups][i / 3] + ORDERS[inner[i / 3]][i % 3])
}

/// Returns the numbers from which [`order_of_nine`] makes this order.
pub fn numbers_of(&[a, b, c, d, e, f, g, h, i]: &LineOrder) -> [u8; 4] {
    [order_of([a, d, g]), order_of([a, b, c]), order_of([d, e, f]), order_of([g, h, i])]
}

/// Returns the place of an order among [`orders_of_nine`].
pub(super) fn number_of(order: &LineOrder) -> u16 {
    numbers_of(order).iter().fold(0, |all, &number| 6 * all + u16::from(number))
}

/// Returns all 6⁴ = 1,296 orders of nine lines.
pub fn orders_of_nine() -> impl Iterator<Item = LineOrder> {
    (0..1296).map(|n| order_of_nine([n / 216, n / 36 % 6, n / 6 % 6, n % 6]))
}

/// Returns the orders of three things in which the first two, and the last two, may or may not be exchanged.
#[inline]
pub(super) fn orders_by_joins(first_two: bool, last_two: bool) -> &'static [[u8; 3]] {
    match (first_two, last_two) {
        (false, false) => &[[0, 1, 2]],
        (true, false) => &[[0, 1, 2], [1, 0, 2]],
        (false, true) => &[[0, 1, 2], [0, 2, 1]],
        (true, true) => &ORDERS,
    }
}

/// Returns the permutation that undoes `order`.
pub(super) fn inverse<const N: usize>(order: &[u8; N]) -> [u8; N] {
    let mut inverse = [0; N];
    for (place, &from) in order.iter().enumerate() {
        inverse[usize::from(from)] = place as u8;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_its_number_in_the_table_of_orders() {
        for (number, &order) in ORDERS.iter().enumerate() {
            assert_eq!(usize::from(order_of(order)), number);
        }
        assert_eq!(order_of([40, 7, 200]), order_of([1, 0, 2]));
    }

    #[test]
    fn the_orders_of_nine_are_all_different_and_keep_each_stack_together() {
        let mut orders: Vec<_> = orders_of_nine().collect();
        let together =
            |order: &LineOrder| order.as_chunks::<3>().0.iter().all(|s| s.iter().all(|c| c / 3 == s[0] / 3));
        assert!(orders.iter().all(together));
        orders.sort_unstable();
        orders.dedup();
        assert_eq!(orders.len(), 1296);
    }

    #[test]
    fn an_order_of_nine_has_the_number_of_its_place() {
        assert!(orders_of_nine().zip(0..).all(|(order, number)| number_of(&order) == number));
    }

    #[test]
    fn an_order_and_its_inverse_cancel_out() {
        for order in orders_of_nine() {
            let inverse = inverse(&order);
            assert!((0..9).all(|i| inverse[usize::from(order[i])] == i as u8));
        }
    }
}
