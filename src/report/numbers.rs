//! Human-readable numbers.

use std::fmt;

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

/// A noun after this number: singular after 1, plural otherwise. Formatting it does not allocate.
#[derive(Clone, Copy, Debug)]
pub struct Noun<'a>(pub u64, pub &'a str);

impl fmt::Display for Noun<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, noun) = self;
        let ending = match number {
            1 => "",
            _ if noun.ends_with('s') => "es",
            _ => "s",
        };
        write!(f, "{noun}{ending}")
    }
}

/// Scales a number to thousands, millions or billions. Returns the scaled number and the unit.
pub fn scaled(number: f64) -> (f64, &'static str) {
    match number {
        1e9.. => (number / 1e9, " G"),
        1e6.. => (number / 1e6, " M"),
        1e3.. => (number / 1e3, " k"),
        _ => (number, ""),
    }
}

/// Formats a rate with three digits.
pub fn short(rate: f64) -> String {
    let (number, unit) = scaled(rate);
    let digits = if number >= 100.0 {
        0
    } else if number >= 10.0 {
        1
    } else {
        2
    };
    format!("{number:.digits$}{unit}")
}

/// Formats a part of a whole as `12.3 %`. Only the whole is 100.0 %, and only nothing is 0.0 %.
#[cfg(feature = "records")]
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
    fn rates_have_three_digits() {
        assert_eq!([27_123_456.0, 229_000.0, 1850.0, 12.0].map(short), ["27.1 M", "229 k", "1.85 k", "12.0"]);
    }

    #[test]
    #[cfg(feature = "records")]
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
