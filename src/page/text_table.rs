//! Text tables, and the numbers in them.

/// A table with notes below it.
#[derive(Clone, Debug, Default)]
pub struct TextTable {
    /// The headings of the columns.
    pub headings: Vec<String>,
    /// The lines, each with one cell per heading.
    pub lines: Vec<Vec<String>>,
    /// The notes, one per line.
    pub notes: Vec<String>,
}

impl TextTable {
    /// A table with these headings, lines and notes.
    pub fn new(headings: &[&str], lines: Vec<Vec<String>>, notes: Vec<String>) -> Self {
        Self { headings: headings.iter().map(|heading| heading.to_string()).collect(), lines, notes }
    }

    /// The table as aligned text, which is also a Markdown table.
    pub fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.lines.iter().map(|line| line[column].chars().count());
            cells.chain([self.headings[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.headings.len()).map(width).collect();
        let line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            format!("| {} |\n", padded.collect::<Vec<_>>().join(" | "))
        };
        let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
        let table: String =
            [&self.headings, &rule].into_iter().chain(&self.lines).map(|cells| line(cells)).collect();
        self.notes.iter().fold(table, |text, note| text + note + "\n")
    }
}

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
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Formats a rate with three digits.
pub fn short(rate: f64) -> String {
    let (number, unit) = match rate {
        1e6.. => (rate / 1e6, " M"),
        1e3.. => (rate / 1e3, " k"),
        _ => (rate, ""),
    };
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
    fn columns_are_aligned() {
        let lines = vec![vec!["bcd".to_owned(), "e".to_owned()]];
        let table = TextTable::new(&["a", "long"], lines, vec!["so".to_owned()]);
        assert_eq!(table.text(), "| a   | long |\n| --- | ---- |\n| bcd | e    |\nso\n");
    }

    #[test]
    fn thousands_are_separated_by_commas() {
        assert_eq!(
            [0, 999, 1000, 49_151, 1_000_000].map(grouped),
            ["0", "999", "1,000", "49,151", "1,000,000"]
        );
    }

    #[test]
    fn rates_have_three_digits() {
        assert_eq!([27_123_456.0, 229_000.0, 1850.0, 12.0].map(short), ["27.1 M", "229 k", "1.85 k", "12.0"]);
    }
}
