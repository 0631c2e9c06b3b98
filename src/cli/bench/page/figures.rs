//! Which rows make which figure.

use bulkdoku::bench::Statistics;
use bulkdoku::solver::Engine;

use super::histogram;
use super::html::without_folders;
use super::ink::Ink;
use super::plot::Scale;
use super::rows::{self, Group, Mark, Shape};
use super::scaling;
use crate::cli::bench::row::{Row, Scope};

/// Plots that belong together.
pub struct Figure {
    /// Its heading.
    pub heading: &'static str,
    /// What is shown, of whom, on how many threads, by which clock.
    pub caption: String,
    /// Colours and what they stand for.
    pub legend: Vec<(Ink, String)>,
    /// A heading and a plot for each.
    pub panels: Vec<(String, String)>,
}

/// All figures that the rows have something for.
pub fn of(rows: &[Row]) -> Vec<Figure> {
    let memory: Vec<&Row> = rows.iter().filter(|row| row.scope == Scope::Memory).collect();
    let files: Vec<&Row> = rows.iter().filter(|row| row.scope != Scope::Memory).collect();
    let figures =
        [by_set(&memory), by_engine(&memory), by_threads(&memory), by_guesses(&memory), by_file(&files)];
    figures.into_iter().flatten().filter(|figure| !figure.panels.is_empty()).collect()
}

/// The fastest engine on every set, from zero, so that whiskers can be seen.
fn by_set(rows: &[&Row]) -> Option<Figure> {
    let engine = fastest(rows)?;
    let rows: Vec<&Row> = rows.iter().copied().filter(|row| row.engine == engine).collect();
    let scale = Scale::linear(rows.iter().fold(0.0, |most, row| row.rate.most.max(most)));
    let threads = unique(rows.iter().filter_map(|row| row.threads));
    let strength = |row: &Row| {
        let place = threads.iter().position(|&threads| Some(threads) == row.threads).unwrap_or(0);
        0.35 + 0.65 * (place + 1) as f64 / threads.len() as f64
    };
    let mark = |row: &Row| {
        let what = format!("on {} threads", row.threads.unwrap_or(1));
        mark(row, Shape::Bar(strength(row)), what)
    };
    let names = unique_in_order(rows.iter().map(|row| (row.who(), row.mode.clone())));
    let panels = names.into_iter().map(|(who, mode)| {
        let those: Vec<&Row> =
            rows.iter().copied().filter(|row| row.who() == who && row.mode == mode).collect();
        let title = format!("{who} · {mode}");
        let groups = groups(&those, |row| row.set.clone(), mark);
        (title.clone(), rows::svg(&title, &groups, &scale))
    });
    Some(Figure {
        heading: "The fast engine, set by set",
        caption: format!(
            "Puzzles a second of {engine}; mode above each plot; from pale to full: {}; clock memory. A bar is the \
             median of the runs, its whisker goes from the least to the most.",
            threads_in_words(&threads)
        ),
        legend: vec![(Ink::of_engine(&engine), engine.clone())],
        panels: panels.collect(),
    })
}

/// All engines on the fewest threads, by powers of ten.
fn by_engine(rows: &[&Row]) -> Option<Figure> {
    let threads = rows.iter().filter_map(|row| row.threads).min()?;
    let rows: Vec<&Row> = rows.iter().copied().filter(|row| row.threads == Some(threads)).collect();
    let scale = Scale::log(rows.iter().flat_map(|row| [row.rate.least, row.rate.most]));
    let shape = |row: &Row| if row.mode == "first" { Shape::Ring } else { Shape::Point };
    let panel = |set: &String| {
        let mut those: Vec<&Row> = rows.iter().copied().filter(|row| row.set == *set).collect();
        those.sort_by_key(|row| place_of(&row.engine));
        let groups = groups(&those, Row::who, |row| mark(row, shape(row), row.mode.clone()));
        (set.clone(), rows::svg(set, &groups, &scale))
    };
    Some(Figure {
        heading: "Every engine, on one scale",
        caption: format!(
            "Puzzles a second on {}, by powers of ten; instruction set beside the engine; clock memory. ○ first: \
             stops at the first solution; ● unique: proves that it is the only one. Whiskers go from the least run \
             to the most; where none is seen it is narrower than its mark. A slow engine solves a sample of the set: \
             the table tells how many puzzles; ! marks rates that are lower still, as some were given up.",
            threads_in_words(&[threads])
        ),
        legend: vec![
            (Ink::Lanes, "lanes".to_owned()),
            (Ink::Scalar, "scalar".to_owned()),
            (Ink::Baseline, "baselines: what people write first".to_owned()),
        ],
        panels: sets(&rows).iter().map(panel).collect(),
    })
}

/// How rates grow with the threads.
fn by_threads(rows: &[&Row]) -> Option<Figure> {
    let mode = chosen_mode(rows)?;
    let fewest = rows.iter().filter_map(|row| row.threads).min()?;
    let rows: Vec<&Row> = rows.iter().copied().filter(|row| row.mode == mode).collect();
    let panel = |set: &String| {
        let those: Vec<&Row> = rows.iter().copied().filter(|row| row.set == *set).collect();
        let names = unique(those.iter().map(|row| (place_of(&row.engine), row.who())));
        let series: Vec<_> = names.iter().filter_map(|(_, who)| series(&those, who, fewest)).collect();
        (!series.is_empty()).then(|| (set.clone(), scaling::svg(set, &series)))
    };
    Some(Figure {
        heading: "Scaling with threads",
        caption: format!(
            "Times the median rate on {}; mode {mode}; clock memory. The thin line is what would be ideal; whiskers go \
             from the least run to the most.",
            threads_in_words(&[fewest])
        ),
        legend: Vec::new(),
        panels: sets(&rows).iter().filter_map(panel).collect(),
    })
}

/// How many guesses puzzles cost the two best engines.
fn by_guesses(rows: &[&Row]) -> Option<Figure> {
    let mode = chosen_mode(rows)?;
    let mut rows: Vec<&Row> =
        rows.iter().copied().filter(|row| row.mode == mode && !row.guesses.is_empty()).collect();
    rows.sort_by_key(|row| (place_of(&row.engine), row.threads));
    let engines: Vec<String> =
        unique_in_order(rows.iter().map(|row| row.engine.clone())).into_iter().take(2).collect();
    let names: Vec<String> = engines
        .iter()
        .filter_map(|engine| Some(rows.iter().find(|row| row.engine == *engine)?.who()))
        .collect();
    let panel = |set: &String| {
        let first = |engine: &String| rows.iter().find(|row| row.engine == *engine && row.set == *set);
        let series = engines.iter().filter_map(first).map(|row| histogram::Series {
            label: row.who(),
            ink: Ink::of_engine(&row.engine),
            guesses: &row.guesses,
        });
        (set.clone(), histogram::svg(set, &series.collect::<Vec<_>>()))
    };
    Some(Figure {
        heading: "Guesses a puzzle",
        caption: format!(
            "Percent of the puzzles that cost so many guesses, of {}; mode {mode}. A bar stands for its number and \
             those up to the next bar's; they do not depend on threads or clock.",
            names.join(" and ")
        ),
        legend: engines.iter().map(|engine| Ink::of_engine(engine)).zip(names).collect(),
        panels: sets(&rows).iter().map(panel).collect(),
    })
}

/// Whole runs, from file to file, beside cp and other programs.
fn by_file(rows: &[&Row]) -> Option<Figure> {
    let most = rows.iter().map(|row| row.rate.most).max_by(f64::total_cmp)?;
    let scale = Scale::log(rows.iter().map(|row| row.rate.least).chain([most]));
    let label = |row: &Row| match (row.scope, row.threads) {
        (Scope::Files, Some(threads)) => format!("{} {} j{threads}", row.isa, row.mode),
        _ => shortened(&without_folders(&row.engine)),
    };
    let panel = |set: &String| {
        let those: Vec<&Row> = rows.iter().copied().filter(|row| row.set == *set).collect();
        let groups = groups(&those, label, |row| mark(row, Shape::Point, row.scope.name().to_owned()));
        (set.clone(), rows::svg(set, &groups, &scale))
    };
    Some(Figure {
        heading: "From file to file",
        caption: "Puzzles a second of whole runs, by powers of ten: the engine lanes through the pipeline with its \
                  instruction set, mode and j threads (clock files), cp of the same file (clock cp), other programs \
                  (clock process). Median with whiskers from the least run to the most."
            .to_owned(),
        legend: vec![(Ink::Lanes, "lanes".to_owned()), (Ink::Other, "other programs".to_owned())],
        panels: sets(rows).iter().map(panel).collect(),
    })
}

/// The mode that most is asked of, where there are several.
pub fn chosen_mode(rows: &[&Row]) -> Option<String> {
    rows.iter().map(|row| row.mode.clone()).max() // first, unique
}

/// The first engine of all that was measured.
pub fn fastest(rows: &[&Row]) -> Option<String> {
    rows.iter().map(|row| &row.engine).min_by_key(|engine| place_of(engine)).cloned()
}

/// The sets in their order.
pub fn sets(rows: &[&Row]) -> Vec<String> {
    unique_in_order(rows.iter().map(|row| row.set.clone()))
}

/// `1 thread`, `1, 2 and 4 threads`.
pub fn threads_in_words(threads: &[usize]) -> String {
    let numbers: Vec<String> = threads.iter().map(usize::to_string).collect();
    match &numbers[..] {
        [one] if one == "1" => "1 thread".to_owned(),
        [most @ .., last] if !most.is_empty() => format!("{} and {last} threads", most.join(", ")),
        _ => format!("{} threads", numbers.join(", ")),
    }
}

fn mark(row: &Row, shape: Shape, what: String) -> Mark {
    let mark = if row.answers.given_up > 0 { "!" } else { "" };
    Mark { rate: row.rate, ink: Ink::of_engine(&row.engine), shape, what, mark }
}

/// Rows under the labels they share, in the order of the rows.
fn groups(rows: &[&Row], label: impl Fn(&Row) -> String, mark: impl Fn(&Row) -> Mark) -> Vec<Group> {
    let labels = unique_in_order(rows.iter().map(|row| label(row)));
    let marks = |name: &String| rows.iter().filter(|row| label(row) == *name).map(|row| mark(row)).collect();
    labels.iter().map(|name| Group { label: name.clone(), marks: marks(name) }).collect()
}

/// A line of the plot of threads, where there is more than a point.
fn series(rows: &[&Row], who: &str, fewest: usize) -> Option<scaling::Series> {
    let mut rows: Vec<&&Row> = rows.iter().filter(|row| row.who() == who).collect();
    rows.sort_by_key(|row| row.threads);
    let first = rows.first().filter(|row| row.threads == Some(fewest) && rows.len() > 1)?;
    let one = first.rate.median.max(1e-9);
    let times = |rate: Statistics| Statistics {
        median: rate.median / one,
        least: rate.least / one,
        most: rate.most / one,
    };
    let points = rows.iter().filter_map(|row| Some((row.threads?, times(row.rate)))).collect();
    Some(scaling::Series { label: who.to_owned(), ink: Ink::of_engine(&first.engine), points })
}

/// The place of an engine among all, the fastest first.
fn place_of(engine: &str) -> usize {
    Engine::ALL.iter().position(|it| it.name() == engine).unwrap_or(Engine::ALL.len())
}

fn shortened(text: &str) -> String {
    const MOST: usize = 20;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST - 1).chain(['…']).collect()
}

fn unique<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}

fn unique_in_order<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.fold(Vec::new(), |mut seen, item| {
        if !seen.contains(&item) {
            seen.push(item);
        }
        seen
    })
}
