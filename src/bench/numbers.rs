//! Rates for people.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_three_digits() {
        assert_eq!([27_123_456.0, 229_000.0, 1850.0, 12.0].map(short), ["27.1 M", "229 k", "1.85 k", "12.0"]);
    }
}
