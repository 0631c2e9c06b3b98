//! Human-readable numbers.

use super::noun::Noun;

/// Formats `49151` as `49,151`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number of things as `1 puzzle` or `1,234 puzzles`.
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {}", grouped(number), Noun(number, noun))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated_by_commas() {
        assert_eq!(
            [0, 999, 1000, 49_151, 1_000_000].map(grouped),
            ["0", "999", "1,000", "49,151", "1,000,000"]
        );
    }

    #[test]
    fn a_noun_is_plural_except_after_one() {
        assert_eq!([0, 1, 1234].map(|number| counted(number, "cell")), ["0 cells", "1 cell", "1,234 cells"]);
        assert_eq!([1, 2].map(|number| counted(number, "guess")), ["1 guess", "2 guesses"]);
    }
}
