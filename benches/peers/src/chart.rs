//! The chart in the project's README, drawn from a recorded run, and the sentences below it.
//!
//! A recorded run is the saved output of the program: `scripts/record-bench.sh --peers` runs it and saves it. `--draw FILE`
//! writes the chart for light and dark pages, and the README's text between the comments `peers: begin` and `peers: end`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::args::Calls;

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// The rows of bulkdoku that the chart shows: for many puzzles per call, and for one.
const OURS: [&str; 2] = ["bulkdoku avx512", "bulkdoku Solver"];
/// The row of bulkdoku for most other processors, many puzzles per call.
const WITH_AVX2: &str = "bulkdoku avx2";
/// The sets that the chart shows, as a part of their name and the heading of their half.
const SHOWN: [(&str, &str); 2] =
    [("kaggle", "Easy puzzles (Kaggle)"), ("11plus", "Hardest puzzles (forum, 11+)")];

/// The colours of text, of quiet text, of bulkdoku's bars and of the other bars.
struct Theme {
    name: &'static str,
    text: &'static str,
    quiet: &'static str,
    ours: &'static str,
    theirs: &'static str,
}

const THEMES: [Theme; 2] = [
    Theme { name: "light", text: "#1f2328", quiet: "#59636e", ours: "#0969da", theirs: "#8c959f" },
    Theme { name: "dark", text: "#f0f6fc", quiet: "#9198a1", ours: "#4493f8", theirs: "#6e7681" },
];

/// A table of a recorded run in mode `unique`.
struct Table<'a> {
    set: &'a str,
    calls: &'a str,
    rounds: &'a str,
    /// Solvers and the rates of their best runs, as in "tdoku" and "823 k". A busy machine can only slow runs down.
    rates: Vec<(&'a str, &'a str)>,
}

impl<'a> Table<'a> {
    /// Reads every table of a run that proves uniqueness, skipping solvers without a rate.
    fn all(run: &'a str) -> Vec<Self> {
        let mut tables: Vec<Self> = Vec::new();
        for line in run.lines() {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            match cells[..] {
                [heading] if heading.contains(", unique, ") => {
                    let [set, _, calls, .., rounds] = heading.split(", ").collect::<Vec<_>>()[..] else {
                        continue;
                    };
                    tables.push(Self { set, calls, rounds, rates: Vec::new() });
                }
                ["", solver, _, best, _, ..] if rate(best).is_some() => {
                    tables.last_mut().expect("a heading").rates.push((solver, best));
                }
                _ => {}
            }
        }
        tables
    }

    /// Returns the rate of bulkdoku that the chart shows, as text and as a number.
    fn ours(&self) -> Result<(&'a str, f64), String> {
        self.rate_of(OURS[usize::from(self.calls == Calls::One.name())])
    }

    /// Returns the rate of a solver, as text and as a number.
    fn rate_of(&self, name: &str) -> Result<(&'a str, f64), String> {
        let found = self.rates.iter().find(|(solver, _)| *solver == name);
        let (_, shown) = found.ok_or_else(|| format!("{}, {}: no rate for {name}", self.set, self.calls))?;
        Ok((shown, rate(shown).unwrap_or_default()))
    }

    /// Returns the rates of the other solvers.
    fn theirs(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.rates.iter().copied().filter(|(solver, _)| !solver.starts_with("bulkdoku"))
    }

    /// Returns how many times as fast as the fastest other solver this row of bulkdoku is.
    fn lead(&self, ours: &str) -> Result<f64, String> {
        let fastest = self.theirs().filter_map(|(_, shown)| rate(shown)).fold(0.0, f64::max);
        Ok(self.rate_of(ours)?.1 / fastest)
    }
}

/// Reads a rate: a number, optionally followed by k, M or G.
fn rate(shown: &str) -> Option<f64> {
    let (number, unit) = shown.split_once(' ').unwrap_or((shown, ""));
    let factor = ["", "k", "M", "G"].iter().position(|letter| *letter == unit)?;
    Some(number.replace(',', "").parse::<f64>().ok()? * 1000f64.powi(factor as i32))
}

/// Writes the chart and the README for a recorded run.
///
/// # Errors
/// Returns an error if the file is not a recorded run, or if a file cannot be read or written.
pub fn draw(recorded: &Path) -> Result<(), String> {
    for (path, text) in drawn(recorded)? {
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Returns the files that show a recorded run, with their contents.
fn drawn(recorded: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let (run, root) = (read(recorded)?, Path::new(ROOT));
    let tables = Table::all(&run);
    let readme = root.join("README.md");
    let shown = between(&read(&readme)?, &caption(&run, recorded)?)?;
    let charts = THEMES.iter().map(|theme| {
        Ok((root.join(format!("benches/results/peers-{}.svg", theme.name)), svg(&tables, theme)?))
    });
    charts.chain([Ok((readme, shown))]).collect()
}

/// Replaces the README's text between the two comments.
fn between(readme: &str, text: &str) -> Result<String, String> {
    let (begin, end) = ("<!-- peers: begin -->\n", "<!-- peers: end -->");
    let missing = || format!("README.md lacks {} or {end}", begin.trim_end());
    let (before, rest) = readme.split_once(begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once(end).ok_or_else(missing)?;
    Ok(format!("{before}{begin}\n{text}\n{end}{after}"))
}

/// The heading of a half of the chart, with the tables for many puzzles per call and for one.
type Panel<'a, 'b> = (&'static str, [&'b Table<'a>; 2]);

/// Returns the sets that the chart shows.
fn shown<'a, 'b>(tables: &'b [Table<'a>]) -> Result<Vec<Panel<'a, 'b>>, String> {
    let find = |set: &str, calls: Calls| {
        let found = tables.iter().find(|table| table.set.contains(set) && table.calls == calls.name());
        found.ok_or_else(|| format!("no table for the set {set} with {}", calls.name()))
    };
    SHOWN.iter().map(|(set, title)| Ok((*title, [find(set, Calls::Many)?, find(set, Calls::One)?]))).collect()
}

/// Draws the chart: the bars of each set side by side, on a linear scale from zero.
fn svg(tables: &[Table], theme: &Theme) -> Result<String, String> {
    let panels = shown(tables)?;
    let mut peers: Vec<_> = panels[0].1[0].theirs().collect();
    peers.sort_by(|(_, one), (_, other)| rate(other).partial_cmp(&rate(one)).expect("numbers"));
    let peers: Vec<&str> = peers.iter().map(|(solver, _)| *solver).collect();
    let names =
        ["bulkdoku", "bulkdoku, one per call"].into_iter().chain(peers.iter().copied().map(short_name));
    let labels: String = names.enumerate().map(|(row, name)| label(row, name)).collect();
    let bars: Result<String, String> = panels
        .iter()
        .enumerate()
        .map(|(index, panel)| bars(208 + 302 * index, panel, &peers, theme))
        .collect();
    let height = 66 + 24 * (peers.len() + 2);
    let (Theme { text, quiet, .. }, foot) = (theme, height - 8);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"{height}\" viewBox=\"0 0 800 {height}\" \
         font-family=\"-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif\" font-size=\"14\" fill=\"{text}\">\n\
         <title>Puzzles per second on one thread</title>\n\
         {labels}{}\
         <text x=\"208\" y=\"{foot}\" font-size=\"12\" fill=\"{quiet}\">\
         Puzzles per second on one thread, with AVX-512. Longer is faster; each half has its own scale.</text>\n</svg>\n",
        bars?
    ))
}

/// Returns the name of a solver without its version.
fn short_name(solver: &str) -> &str {
    solver.split(' ').next().unwrap_or(solver)
}

/// Draws the name of a solver. The first two are bulkdoku's.
fn label(row: usize, name: &str) -> String {
    let weight = if row < 2 { " font-weight=\"600\"" } else { "" };
    format!("<text x=\"196\" y=\"{}\" text-anchor=\"end\"{weight}>{name}</text>\n", 55 + 24 * row)
}

/// Draws the bars of a set, with the rates at their ends. The longest bar is 180 pixels long.
fn bars(left: usize, (title, [many, one]): &Panel, peers: &[&str], theme: &Theme) -> Result<String, String> {
    let (most, full) = many.ours()?;
    let mut rates = vec![most, one.ours()?.0];
    for peer in peers {
        let found = many.theirs().find(|(solver, _)| solver == peer);
        rates.push(found.ok_or_else(|| format!("{}: no rate for {peer}", many.set))?.1);
    }
    let bars = rates.iter().enumerate().map(|(row, shown)| {
        let length = (180.0 * rate(shown).unwrap_or_default() / full).max(1.0);
        let (top, end) = (40 + 24 * row, left as f64 + length + 6.0);
        let (base, colour) = (top + 15, if row < 2 { theme.ours } else { theme.theirs });
        format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{length:.1}\" height=\"20\" fill=\"{colour}\"/>\n\
             <text x=\"{end:.1}\" y=\"{base}\">{shown}</text>\n"
        )
    });
    let title = format!("<text x=\"{left}\" y=\"24\" font-weight=\"600\">{title}</text>\n");
    Ok(title + &bars.collect::<String>())
}

/// Writes the README's text: the picture, and the results in words.
fn caption(run: &str, recorded: &Path) -> Result<String, String> {
    let (tables, processor) = (&Table::all(run), run.split(" · ").next().unwrap_or_default());
    let recorded = format!("benches/results/{}", recorded.file_name().unwrap_or_default().display());
    let (many, sets) = leads(tables, Calls::Many, OURS[0])?;
    let ((with_avx2, _), (one, _)) =
        (leads(tables, Calls::Many, WITH_AVX2)?, leads(tables, Calls::One, OURS[1])?);
    let mut alt = String::from("Puzzles per second on one thread.");
    for (title, [table, _]) in shown(tables)? {
        let theirs = table.theirs().map(|(solver, shown)| format!(", {} {shown}", short_name(solver)));
        alt += &format!(" {title}: bulkdoku {}{}.", table.ours()?.0, theirs.collect::<String>());
    }
    let rounds = tables.first().map(|table| table.rounds.trim_end_matches(" rounds")).unwrap_or_default();
    Ok(format!(
        "<picture>\n  \
         <source media=\"(prefers-color-scheme: dark)\" srcset=\"benches/results/peers-dark.svg\">\n  \
         <img src=\"benches/results/peers-light.svg\" alt=\"{alt}\">\n\
         </picture>\n\n\
         Each bar is the fastest of {rounds} interleaved runs; every solution is proved unique and verified. On {sets} public sets,\n\
         bulkdoku is {many} times as fast as the next fastest solver with AVX-512 and {with_avx2} times with AVX2, both\n\
         on an {processor}; called through `Solver`, one puzzle at a time, it is still {one} times as fast.\n\
         See [all figures]({recorded}), [how they were measured](benches/peers/README.md)\n\
         and [multi-core results](benches/results/README.md).\n"
    ))
}

/// Returns the smallest and the largest lead of a row of bulkdoku over all sets, as in "5 to 39", and the number of sets.
fn leads(tables: &[Table], calls: Calls, ours: &str) -> Result<(String, usize), String> {
    let tables = tables.iter().filter(|table| table.calls == calls.name());
    let leads: Vec<f64> = tables.map(|table| table.lead(ours)).collect::<Result<_, _>>()?;
    let (least, most) =
        leads.iter().fold((f64::MAX, 0.0f64), |(least, most), &lead| (lead.min(least), lead.max(most)));
    Ok((format!("{least:.0} to {most:.0}"), leads.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: &str = "a, unique, many puzzles per call, 20 puzzles, 1 thread, cpu clock, 9 rounds

| solver          | puzzles | best/s | median/s | ns |
|-----------------|--------:|-------:|---------:|---:|
| bulkdoku avx512 | 20      | 36.0 M | 30.0 M   | 1  |
| tdoku           | 20      | 900 k  | 800 k    | 1  |
| sudoku 0.8.0    | 20      | 1.20 M | 1.00 M   | 1  |
| broken 1.0.0    | -       | -      | -        | -  |
a, first, many puzzles per call, 20 puzzles, 1 thread, cpu clock, 9 rounds
";

    #[test]
    fn the_readme_and_its_charts_show_the_recorded_run() {
        let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("the README");
        let (_, rest) = readme.split_once("[all figures](").expect("a link to the recorded run");
        let recorded = Path::new(ROOT).join(rest.split(')').next().expect("an address"));
        for (path, text) in drawn(&recorded).expect("a recorded run") {
            let there = fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(there, text, "{} is outdated: run --draw {}", path.display(), recorded.display());
        }
    }

    #[test]
    fn a_lead_is_over_the_fastest_solver_with_a_rate() {
        let tables = Table::all(RUN);
        assert_eq!((tables.len(), tables[0].set, tables[0].rates.len()), (1, "a", 3));
        assert_eq!(tables[0].lead(OURS[0]), Ok(30.0));
    }

    #[test]
    fn rates_are_read_as_they_are_written() {
        assert_eq!(
            ["823 k", "33.4 M", "418", "56.4", "-"].map(rate),
            [Some(823e3), Some(33.4e6), Some(418.0), Some(56.4), None]
        );
    }
}
