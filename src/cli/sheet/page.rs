//! The page: one self-contained HTML file without scripts.

use crate::audit::report::board;
use crate::board::grid::CELLS;
use crate::error::Result;
use crate::rating::Difficulty;
use crate::report::html::escaped;

/// A sheet to make.
pub struct Sheet {
    pub title: String,
    /// The number of puzzles on a page: 1, 2, 4 or 6.
    pub per_page: usize,
}

/// A puzzle of a sheet.
pub struct Printed {
    /// The number of the record.
    pub number: usize,
    /// The clues, with 0 for a blank.
    pub clues: [u8; CELLS],
    pub solution: [u8; CELLS],
    pub difficulty: Option<Difficulty>,
}

/// Passes the page to `write` in parts: the puzzles, page by page, and then the solutions.
///
/// # Errors
/// Returns the first error of `write`.
pub fn write(sheet: &Sheet, puzzles: &[Printed], mut write: impl FnMut(&str) -> Result<()>) -> Result<()> {
    let (title, style, plots) =
        (escaped(&sheet.title), include_str!("sheet.css"), include_str!("../../report/plot.css"));
    write(&format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{style}{plots}</style>\n</head>\n<body>\n<main>\n"
    ))?;
    for (index, page) in puzzles.chunks(sheet.per_page).enumerate() {
        let heading = if index == 0 { format!("<h1>{title}</h1>\n") } else { String::new() };
        let per_page = sheet.per_page;
        write(&format!("<section class=\"page\">\n{heading}<div class=\"puzzles per-{per_page}\">\n"))?;
        for puzzle in page {
            let word = puzzle.difficulty.map_or_else(String::new, |word| format!("<span>{word}</span>"));
            write(&figure(puzzle.number, &word, &puzzle.clues))?;
        }
        write("</div>\n</section>\n")?;
    }
    match puzzles {
        [] => write(&format!("<h1>{title}</h1>\n<p>No record has exactly one solution.</p>\n"))?,
        _ => {
            write("<section class=\"solutions\">\n<h2>Solutions</h2>\n")?;
            puzzles.iter().try_for_each(|puzzle| write(&figure(puzzle.number, "", &puzzle.solution)))?;
            write("</section>\n")?;
        }
    }
    write("</main>\n</body>\n</html>\n")
}

fn figure(number: usize, word: &str, digits: &[u8; CELLS]) -> String {
    let board = board::svg(digits);
    format!("<figure><figcaption><b>{number}</b>{word}</figcaption>\n{board}</figure>\n")
}
