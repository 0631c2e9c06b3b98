//! The figures of the page.

use std::collections::BTreeSet;

use super::rows::{self, MarkShape, RateGroup, RateMark};
use crate::cli::bench::measurement::{Clock, Measurement};
use crate::report::guess_bins::GuessBin;
use crate::report::histogram;
use crate::report::html::{self, escaped, without_folders};
use crate::report::ink::Ink;
use crate::report::plot::Scale;
use crate::solver::Engine;

/// Returns all figures that have rows.
pub fn of(rows: &[Measurement]) -> String {
    let memory: Vec<&Measurement> = rows.iter().filter(|row| row.clock == Clock::Memory).collect();
    let processes: Vec<&Measurement> =
        rows.iter().filter(|row| row.clock == Clock::External && row.has_rate()).collect();
    let figures = [by_set(&memory), by_engine(&memory), by_guesses(&memory), by_process(&processes)];
    figures.into_iter().flatten().collect()
}

/// Returns a section with a caption, a legend and plots, or `None` without plots.
fn section(
    heading: &str,
    caption: &str,
    legend: impl IntoIterator<Item = (Ink, String)>,
    plots: &[String],
) -> Option<String> {
    let ink = |(ink, name): (Ink, String)| {
        format!("<span><i style=\"background:var(--{})\"></i>{}</span>\n", ink.name(), escaped(&name))
    };
    let legend: String = legend.into_iter().map(ink).collect();
    let content = format!("<p class=\"legend\">{legend}</p>\n{}", html::panels(plots));
    (!plots.is_empty()).then(|| html::section(heading, caption, &content))
}

/// Draws the rates of the fastest engine on every set, on a linear scale from zero, which keeps whiskers visible.
fn by_set(rows: &[&Measurement]) -> Option<String> {
    let engine = fastest(rows)?;
    let rows: Vec<&Measurement> = rows.iter().copied().filter(|row| row.engine == engine).collect();
    let scale = Scale::linear(rows.iter().fold(0.0, |max, row| row.rate.max.max(max)));
    let threads: BTreeSet<usize> = rows.iter().filter_map(|row| row.threads).collect();
    let threads = Vec::from_iter(threads);
    let strength = |row: &Measurement| {
        let position = threads.iter().position(|&threads| Some(threads) == row.threads).unwrap_or(0);
        0.35 + 0.65 * (position + 1) as f64 / threads.len() as f64
    };
    let mark = |row: &Measurement| {
        let description = threads_in_words(&[row.threads.unwrap_or(1)]);
        mark(row, MarkShape::Bar(strength(row)), description)
    };
    let title = |row: &Measurement| format!("{} · {}", row.solver(), row.mode);
    let plots = plots(&rows, title, |row| row.set.clone(), mark, &scale);
    let caption = format!(
        "Puzzles per second of the engine {engine}, with a plot for each mode. Bars are for {}, from pale to full color; \
         clock memory. A bar shows the median of the runs, its whisker the minimum and the maximum.",
        threads_in_words(&threads)
    );
    section("The fastest engine on each set", &caption, [(ink_of(&engine), engine)], &plots)
}

/// Draws the rates of all engines on the smallest number of threads, on a logarithmic scale.
fn by_engine(rows: &[&Measurement]) -> Option<String> {
    let threads = rows.iter().filter_map(|row| row.threads).min()?;
    let mut rows: Vec<&Measurement> =
        rows.iter().copied().filter(|row| row.threads == Some(threads)).collect();
    rows.sort_by_key(|row| rank_of(&row.engine));
    let scale = Scale::log(rows.iter().flat_map(|row| [row.rate.min, row.rate.max]));
    let shape = |row: &Measurement| if row.mode == "first" { MarkShape::Ring } else { MarkShape::Point };
    let mark = |row: &Measurement| mark(row, shape(row), row.mode.clone());
    let plots = plots(&rows, |row| row.set.clone(), Measurement::solver, mark, &scale);
    let caption = format!(
        "Puzzles per second on {}, logarithmic scale; instruction set beside the engine; clock memory. ○ first: \
         stops at the first solution; ● unique: proves that it is the only one. Whiskers show the minimum and the \
         maximum of the runs; an invisible whisker is narrower than its mark. A slow engine solves a sample of the \
         set: the table gives the number of puzzles; ! marks rates that are too high, since some puzzles exhausted \
         their budget.",
        threads_in_words(&[threads])
    );
    let baselines = "baselines: simple backtrackers";
    let legend = [(Ink::Lanes, "lanes"), (Ink::Single, "single"), (Ink::Baseline, baselines)];
    section("All engines", &caption, legend.map(|(ink, name)| (ink, name.to_owned())), &plots)
}

/// Draws the guesses per puzzle of the two fastest engines.
fn by_guesses(rows: &[&Measurement]) -> Option<String> {
    let mode = chosen_mode(rows)?;
    let mut rows: Vec<&Measurement> =
        rows.iter().copied().filter(|row| row.mode == mode && !row.guesses.is_empty()).collect();
    rows.sort_by_key(|row| (rank_of(&row.engine), row.threads));
    let mut engines = grouped_by(&rows, |row| row.engine.clone());
    engines.truncate(2);
    let names: Vec<String> = engines.iter().map(|(_, rows)| rows[0].solver()).collect();
    let panel = |set: &String| {
        let of_set = engines.iter().filter_map(|(_, rows)| rows.iter().find(|row| row.set == *set));
        let rows: Vec<&Measurement> = of_set.copied().collect();
        let counted = rows.iter().map(|row| (ink_of(&row.engine), binned(&row.guesses)));
        let (labels, series) = histogram::guesses(&counted.collect::<Vec<_>>());
        let alt: Vec<String> = rows.iter().map(|row| guesses_in_words(row)).collect();
        let alt = format!("{set}, guesses per puzzle: {}", alt.join("; "));
        html::figure(set, &histogram::svg(&alt, &labels, &series), "")
    };
    let caption = format!(
        "Percentage of puzzles by the number of guesses, for {}; mode {mode}. A bar counts the guesses from its \
         number up to the number of the next bar. Guesses do not depend on threads or clock.",
        names.join(" and ")
    );
    let legend = engines.iter().map(|(engine, _)| ink_of(engine)).zip(names);
    section("Guesses per puzzle", &caption, legend, &sets(&rows).iter().map(panel).collect::<Vec<_>>())
}

/// Returns the number of puzzles in each bin of guesses.
fn binned(guesses: &[u64]) -> [u64; GuessBin::COUNT] {
    let mut bins = [0; GuessBin::COUNT];
    guesses.iter().for_each(|&guesses| bins[GuessBin::of(guesses).number()] += 1);
    bins
}

fn guesses_in_words(row: &Measurement) -> String {
    let most = row.guesses.iter().max().copied().unwrap_or(0);
    let (none, all) = (row.warm_up.without_guess, row.guesses.len());
    format!("{}: {none} of {all} without a guess, {most} at most", row.solver())
}

/// Draws the rates of whole runs of programs.
fn by_process(rows: &[&Measurement]) -> Option<String> {
    let max = rows.iter().map(|row| row.rate.max).max_by(f64::total_cmp)?;
    let scale = Scale::log(rows.iter().map(|row| row.rate.min).chain([max]));
    let label = |row: &Measurement| shortened(&without_folders(&row.engine));
    let mark = |row: &Measurement| mark(row, MarkShape::Point, row.clock.name().to_owned());
    let plots = plots(rows, |row| row.set.clone(), label, mark, &scale);
    let caption = "Correct answers per second in whole runs, logarithmic scale; clock process. The mark is the median; whiskers show \
                   the minimum and the maximum of the runs.";
    section("Programs", caption, [(Ink::Other, "programs".to_owned())], &plots)
}

/// Returns the more demanding of the measured modes.
pub fn chosen_mode(rows: &[&Measurement]) -> Option<String> {
    rows.iter().map(|row| row.mode.clone()).max() // "first" < "unique"
}

/// Returns the fastest engine that was measured.
pub fn fastest(rows: &[&Measurement]) -> Option<String> {
    rows.iter().map(|row| &row.engine).min_by_key(|engine| rank_of(engine)).cloned()
}

/// Returns the sets in the order of the rows.
pub fn sets(rows: &[&Measurement]) -> Vec<String> {
    grouped_by(rows, |row| row.set.clone()).into_iter().map(|(set, _)| set).collect()
}

/// Formats numbers of threads as `1 thread` or `1, 2 and 4 threads`.
pub fn threads_in_words(threads: &[usize]) -> String {
    let numbers: Vec<String> = threads.iter().map(usize::to_string).collect();
    match &numbers[..] {
        [one] if one == "1" => "1 thread".to_owned(),
        [most @ .., last] if !most.is_empty() => format!("{} and {last} threads", most.join(", ")),
        _ => format!("{} threads", numbers.join(", ")),
    }
}

fn mark(row: &Measurement, shape: MarkShape, description: String) -> RateMark {
    let suffix = if row.warm_up.given_up > 0 { "!" } else { "" };
    RateMark { rate: row.rate, ink: ink_of(&row.engine), shape, description, suffix }
}

/// Returns a plot for each title, with the rows grouped by label.
fn plots(
    rows: &[&Measurement],
    title: impl Fn(&Measurement) -> String,
    label: impl Fn(&Measurement) -> String,
    mark: impl Fn(&Measurement) -> RateMark,
    scale: &Scale,
) -> Vec<String> {
    let group = |(label, rows): (String, Vec<&Measurement>)| RateGroup {
        label,
        marks: rows.into_iter().map(&mark).collect(),
    };
    let plot = |(title, rows): (String, Vec<&Measurement>)| {
        let groups: Vec<RateGroup> = grouped_by(&rows, &label).into_iter().map(group).collect();
        html::figure(&title, &rows::svg(&title, &groups, scale), "")
    };
    grouped_by(rows, title).into_iter().map(plot).collect()
}

/// Groups the rows by a key, in the order of the rows.
fn grouped_by<'a>(
    rows: &[&'a Measurement],
    key: impl Fn(&Measurement) -> String,
) -> Vec<(String, Vec<&'a Measurement>)> {
    let mut groups: Vec<(String, Vec<&Measurement>)> = Vec::new();
    for &row in rows {
        let key = key(row);
        match groups.iter_mut().find(|(of_group, _)| *of_group == key) {
            Some((_, group)) => group.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    groups
}

/// Returns the ink of the engine of this name.
fn ink_of(engine: &str) -> Ink {
    match engine {
        "lanes" => Ink::Lanes,
        "single" => Ink::Single,
        "min-candidates" | "row-col-box" | "blank-scan" | "blank-stack" => Ink::Baseline,
        _ => Ink::Other,
    }
}

/// Returns the rank of an engine, the fastest first.
fn rank_of(engine: &str) -> usize {
    Engine::ALL.iter().position(|it| it.name() == engine).unwrap_or(Engine::ALL.len())
}

fn shortened(text: &str) -> String {
    const MAX: usize = 20;
    if text.chars().count() <= MAX {
        return text.to_owned();
    }
    text.chars().take(MAX - 1).chain(['…']).collect()
}
