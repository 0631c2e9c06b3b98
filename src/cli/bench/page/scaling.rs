//! A plot of rates by number of threads, as multiples of the rate on the smallest number, with the line of ideal scaling.

use plotters::prelude::Circle;
use plotters::style::ShapeStyle;
use plotters::style::text_anchor::HPos;

use crate::bench::Statistics;
use crate::cli::page::ink::Ink;
use crate::cli::page::plot::{self, Area, Drawn, Scale, WIDTH};

/// One line of the plot.
#[derive(Clone, Debug)]
pub struct ThreadSeries {
    /// The engine.
    pub label: String,
    /// The colour.
    pub ink: Ink,
    /// Numbers of threads, and rates as multiples of the median of the first point.
    pub points: Vec<(usize, Statistics)>,
}

const HEIGHT: u32 = 420;

/// Vertical distance between two labels.
const PITCH: i32 = 30;

/// Draws the series, which must all begin with the same number of threads.
pub fn svg(title: &str, series: &[ThreadSeries]) -> String {
    let last = |series: &ThreadSeries| {
        series
            .points
            .last()
            .map(|(threads, rate)| format!("{} {:.2} on {threads} threads", series.label, rate.median))
    };
    let descriptions: Vec<String> = series.iter().filter_map(last).collect();
    let alt = format!(
        "{title}, multiples of the rate on the smallest number of threads: {}",
        descriptions.join("; ")
    );
    plot::svg(HEIGHT, &alt, |area| draw(area, series))
}

fn draw(area: &Area, series: &[ThreadSeries]) -> Drawn {
    let threads: Vec<usize> = threads(series);
    let (min, max) = (threads.first().copied().unwrap_or(1), threads.last().copied().unwrap_or(1));
    let ideal = max as f64 / min as f64;
    let labels: Vec<String> = series.iter().map(label).collect();
    let right = WIDTH as i32 - 30 - plot::width_of(labels.iter().map(String::as_str));
    let top = series.iter().flat_map(|series| &series.points).fold(ideal, |top, (_, rate)| top.max(rate.max));
    let (x, y) = (Scale::linear(max as f64).at(50..right), Scale::linear(top).at(HEIGHT as i32 - 60..20));
    axes(area, &x, &y, &threads)?;
    let ends = [(x.place(min as f64), y.place(1.0)), (x.place(max as f64), y.place(ideal))];
    plot::line(area, ends.to_vec(), Ink::Muted, 2)?;
    for series in series {
        draw_series(area, series, &x, &y)?;
    }
    draw_labels(area, series, &labels, x.place(max as f64) + 22, &y)
}

fn axes(area: &Area, x: &Scale, y: &Scale, threads: &[usize]) -> Drawn {
    let (left, right) = (x.place(0.0), threads.last().map_or(0, |&max| x.place(max as f64)));
    for (value, _) in y.ticks() {
        plot::line(area, vec![(left, y.place(value)), (right, y.place(value))], Ink::Grid, 2)?;
        plot::small_label(area, &format!("{value}"), (left - 12, y.place(value)), HPos::Right)?;
    }
    let mut free = 0;
    for &threads in threads {
        let (at, name) = (x.place(threads as f64), threads.to_string());
        if at >= free {
            plot::small_label(area, &name, (at, y.place(0.0) + 26), HPos::Center)?;
            free = at + plot::width_of([name.as_str()]) + 14;
        }
    }
    Ok(())
}

fn draw_series(area: &Area, series: &ThreadSeries, x: &Scale, y: &Scale) -> Drawn {
    let place = |(threads, rate): &(usize, Statistics)| (x.place(*threads as f64), y.place(rate.median));
    plot::line(area, series.points.iter().map(place).collect(), series.ink, 4)?;
    for point in &series.points {
        let (at, (min, max)) = (place(point), (y.place(point.1.min), y.place(point.1.max)));
        plot::line(area, vec![(at.0, min), (at.0, max)], Ink::Text, 2)?;
        for end in [min, max] {
            plot::line(area, vec![(at.0 - 6, end), (at.0 + 6, end)], Ink::Text, 2)?;
        }
        area.draw(&Circle::new(at, 7, ShapeStyle::from(series.ink.placeholder()).filled()))?;
    }
    Ok(())
}

/// Draws the labels at the ends of the lines, moved apart where they would overlap.
fn draw_labels(area: &Area, series: &[ThreadSeries], labels: &[String], x: i32, y: &Scale) -> Drawn {
    let end = |series: &ThreadSeries| series.points.last().map_or(0, |(_, rate)| y.place(rate.median));
    let mut order: Vec<usize> = (0..series.len()).collect();
    order.sort_by_key(|&index| end(&series[index]));
    let ends: Vec<i32> = order.iter().map(|&index| end(&series[index])).collect();
    for (index, at) in order.into_iter().zip(apart(ends)) {
        plot::label(area, &labels[index], (x, at), HPos::Left, series[index].ink)?;
    }
    Ok(())
}

/// Moves coordinates apart, from top to bottom, so that labels do not overlap and the last one is inside the plot.
fn apart(mut places: Vec<i32>) -> Vec<i32> {
    let mut free = PITCH / 2;
    for place in &mut places {
        *place = free.max(*place);
        free = *place + PITCH;
    }
    let mut free = HEIGHT as i32 - PITCH / 2;
    for place in places.iter_mut().rev() {
        *place = free.min(*place);
        free = *place - PITCH;
    }
    places
}

fn label(series: &ThreadSeries) -> String {
    let last = series.points.last().map_or(1.0, |(_, rate)| rate.median);
    format!("{} ×{last:.2}", series.label)
}

fn threads(series: &[ThreadSeries]) -> Vec<usize> {
    let mut threads: Vec<usize> =
        series.iter().flat_map(|series| &series.points).map(|&(threads, _)| threads).collect();
    threads.sort_unstable();
    threads.dedup();
    threads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_overlap() {
        assert_eq!(apart(vec![100, 101, 300]), [100, 130, 300]);
        assert_eq!(apart(vec![400, 400, 410]), [345, 375, 405]);
    }

    #[test]
    fn every_label_has_its_factor() {
        let rate = |median| Statistics { median, min: 0.9 * median, max: 1.1 * median };
        let points = vec![(1, rate(1.0)), (2, rate(1.97)), (16, rate(12.0))];
        let series =
            |label: &str| ThreadSeries { label: label.to_owned(), ink: Ink::Lanes, points: points.clone() };
        let plot = svg("easy", &[series("lanes"), series("scalar")]);
        assert!(plot.contains("lanes ×12.00") && plot.contains("scalar ×12.00"), "{plot}");
        assert!(plot.contains("lanes 12.00 on 16 threads"), "{plot}");
    }
}
