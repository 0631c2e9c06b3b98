//! Human-readable numbers.

use crate::board::noun::Noun;

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

/// Formats a part of a whole as `12.3 %`. Only the whole is 100.0 %, and only nothing is 0.0 %.
pub fn percent(part: u64, whole: u64) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    match (part, share) {
        (0, _) => "0 %".to_owned(),
        _ if part == whole => "100 %".to_owned(),
        (_, ..0.05) => "<0.1 %".to_owned(),
        (_, 99.95..) => ">99.9 %".to_owned(),
        _ => format!("{share:.1} %"),
    }
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

    #[test]
    fn only_all_is_a_hundred_percent_and_only_nothing_is_zero() {
        assert_eq!(percent(0, 0), "0 %");
        assert_eq!(
            [0, 1, 499, 500, 999_000, 999_499, 999_501, 999_999, 1_000_000]
                .map(|part| percent(part, 1_000_000)),
            ["0 %", "<0.1 %", "<0.1 %", "0.1 %", "99.9 %", "99.9 %", ">99.9 %", ">99.9 %", "100 %"]
        );
        assert_eq!(percent(1, 3), "33.3 %");
    }
}
