//! HTML elements, and the document around them.

/// The style sheet of all pages.
pub const STYLE: &str = concat!(include_str!("page.css"), include_str!("plot.css"));

/// Returns a document with this title and content, and the style sheet of all pages.
pub fn document(title: &str, content: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{content}</main>\n</body>\n</html>\n"
    )
}

/// Returns the header of a page: its title, what it shows, and facts about it.
pub fn header(title: &str, says: &str, facts: &[(&str, String)]) -> String {
    let (title, says, facts) = (escaped(title), escaped(says), definitions(facts));
    format!("<header>\n<h1>{title}</h1>\n<p>{says}</p>\n{facts}</header>\n")
}

/// Returns a section with a heading, an explanation if there is one, and its content.
pub fn section(heading: &str, says: &str, content: &str) -> String {
    let (heading, says) = (escaped(heading), paragraph("says", says));
    format!("<section>\n<h2>{heading}</h2>\n{says}{content}</section>\n")
}

/// Returns a plot with its title, and an explanation if there is one.
pub fn figure(title: &str, plot: &str, says: &str) -> String {
    let (title, says) = (escaped(title), paragraph("note", says));
    format!("<figure>\n<figcaption>{title}</figcaption>\n{plot}{says}</figure>\n")
}

/// Returns figures side by side.
pub fn panels(figures: &[String]) -> String {
    format!("<div class=\"panels\">\n{}</div>\n", figures.concat())
}

fn paragraph(class: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<p class=\"{class}\">{}</p>\n", escaped(text)) }
}

/// Escapes a text for HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The beginnings of paths. A single backslash is not one of them: it begins an escaped byte.
const STARTS: [&str; 7] = ["/", "~", "./", "../", "\\\\", ".\\", "..\\"];

/// Removes the folders from the paths in a text: a published page should not reveal them.
pub fn without_folders(text: &str) -> String {
    let is_separator = |letter: char| letter.is_whitespace() || "='\"();|&<>,:".contains(letter);
    let mut shown = String::new();
    let mut is_on_drive = false; // after the letter and colon of a Windows drive, which are left out
    let mut parts = text.split_inclusive(is_separator).peekable();
    while let Some(part) = parts.next() {
        let word = part.trim_end_matches(is_separator);
        let is_letter = word.len() == 1 && word.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if is_letter && part.ends_with(':') && parts.peek().is_some_and(|next| next.starts_with(['/', '\\']))
        {
            is_on_drive = true;
            continue;
        }
        let is_path = STARTS.iter().any(|start| word.starts_with(start)) || is_on_drive;
        let name = word.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or_default();
        shown.push_str(if is_path && !name.is_empty() { name } else { word });
        shown.push_str(&part[word.len()..]);
        is_on_drive = false;
    }
    shown
}

/// Returns a table that scrolls horizontally on narrow screens. Each line has one cell per heading.
pub fn table(headings: &[&str], lines: &[Vec<String>], label: &str) -> String {
    let class: Vec<&str> = (0..headings.len()).map(|column| class_of(lines, column)).collect();
    let head = |(heading, class): (&&str, &&str)| format!("<th scope=\"col\"{class}>{}</th>", shown(heading));
    let heads: String = headings.iter().zip(&class).map(head).collect();
    let cell = |(cell, class): (&String, &&str)| format!("<td{class}>{}</td>", shown(cell));
    let cells = |line: &Vec<String>| line.iter().zip(&class).map(cell).collect::<String>();
    let line = |line: &Vec<String>| format!("<tr>{}</tr>\n", cells(line));
    let body: String = lines.iter().map(line).collect();
    let label = escaped(label);
    format!(
        "<div class=\"scrolls\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\">\n<table>\n\
         <thead><tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n</div>\n"
    )
}

/// Returns a list of terms and descriptions.
pub fn definitions(pairs: &[(&str, String)]) -> String {
    let pair = |(term, description): &(&str, String)| {
        format!("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(term), shown(description))
    };
    format!("<dl>\n{}</dl>\n", pairs.iter().map(pair).collect::<String>())
}

/// Returns the attribute that aligns a column of numbers to the right, or nothing for another column.
fn class_of(lines: &[Vec<String>], column: usize) -> &'static str {
    let mut cells = lines.iter().map(|line| &line[column]).filter(|cell| *cell != "-").peekable();
    let are_numbers =
        cells.peek().is_some() && cells.all(|cell| cell.starts_with(|it: char| it.is_ascii_digit()));
    if are_numbers { " class=\"n\"" } else { "" }
}

fn shown(text: &str) -> String {
    escaped(&without_folders(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_are_removed() {
        assert_eq!(without_folders("/opt/a/solver --in=/home/x/y.txt -q"), "solver --in=y.txt -q");
        assert_eq!(without_folders("/opt/a/ / x"), "a / x");
        assert_eq!(without_folders(r"C:\My\solver.exe --in=D:/home\y.txt"), "solver.exe --in=y.txt");
        assert_eq!(without_folders(r"\\host\share\a.txt and ..\b.txt"), "a.txt and b.txt");
        assert_eq!(without_folders(r"'\xff' is no blank: '\\'"), r"'\xff' is no blank: '\\'");
        assert_eq!(without_folders("./solver | ~/bin/other"), "solver | other");
        assert_eq!(without_folders("puzzles/s (1-2), 0.5 GB/s / 82"), "puzzles/s (1-2), 0.5 GB/s / 82");
    }

    #[test]
    fn cells_of_a_table_are_escaped() {
        let lines = vec![vec!["<b>".to_owned(), "a & b".to_owned(), "1.2 M".to_owned()]];
        let text = table(&["x", "y", "1 < 2"], &lines, "all");
        assert!(text.contains("<td>&lt;b&gt;</td><td>a &amp; b</td><td class=\"n\">1.2 M</td>"), "{text}");
        assert!(text.contains("<th scope=\"col\">x</th>") && text.contains(">1 &lt; 2</th>"), "{text}");
    }
}
