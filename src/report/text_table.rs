//! Text tables.

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
    /// Creates a table with these headings, lines and notes.
    pub fn new(headings: &[&str], lines: Vec<Vec<String>>, notes: Vec<String>) -> Self {
        Self { headings: headings.iter().map(|heading| heading.to_string()).collect(), lines, notes }
    }

    /// Returns the table as aligned text, which is also a Markdown table: a bar in a cell is escaped.
    pub fn text(&self) -> String {
        let escaped = |cells: &Vec<String>| cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let mut lines: Vec<Vec<String>> =
            [&self.headings].into_iter().chain(&self.lines).map(escaped).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.headings.len()).map(width).collect();
        lines.insert(1, widths.iter().map(|&width| "-".repeat(width)).collect());
        let line = |cells: &Vec<String>| {
            let padded = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            format!("| {} |\n", padded.collect::<Vec<_>>().join(" | "))
        };
        let table: String = lines.iter().map(line).collect();
        self.notes.iter().fold(table, |text, note| text + note + "\n")
    }
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
    fn a_bar_in_a_cell_does_not_end_it() {
        let lines = vec![vec!["cat | solver".to_owned(), "1".to_owned()]];
        let table = TextTable::new(&["engine", "n"], lines, Vec::new());
        let text = "| engine        | n |\n| ------------- | - |\n| cat \\| solver | 1 |\n";
        assert_eq!(table.text(), text);
    }
}
