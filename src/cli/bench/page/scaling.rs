//! A plot of how rates grow with the threads: times the rate on the fewest, beside what would be ideal.

use bulkdoku::bench::Statistics;
use plotters::prelude::Circle;
use plotters::style::ShapeStyle;
use plotters::style::text_anchor::HPos;

use super::ink::Ink;
use super::plot::{self, Area, Drawn, Scale, WIDTH};

/// A line of the plot.
#[derive(Clone, Debug)]
pub struct Series {
    /// Who.
    pub label: String,
    /// Its colour.
    pub ink: Ink,
    /// Threads, and the rates as multiples of the first one's median.
    pub points: Vec<(usize, Statistics)>,
}

const HEIGHT: u32 = 420;

/// Height of a label's line.
const PITCH: i32 = 30;

/// Draws the series, which all begin with the same number of threads.
pub fn svg(title: &str, series: &[Series]) -> String {
    let last = |series: &Series| {
        series
            .points
            .last()
            .map(|(threads, rate)| format!("{} {:.2} on {threads} threads", series.label, rate.median))
    };
    let told: Vec<String> = series.iter().filter_map(last).collect();
    let alt = format!("{title}, times the rate on the fewest threads: {}", told.join("; "));
    plot::svg(HEIGHT, &alt, |area| draw(area, series))
}

fn draw(area: &Area, series: &[Series]) -> Drawn {
    let threads: Vec<usize> = threads(series);
    let (least, most) = (threads.first().copied().unwrap_or(1), threads.last().copied().unwrap_or(1));
    let ideal = most as f64 / least as f64;
    let labels: Vec<String> = series.iter().map(label).collect();
    let right = WIDTH as i32 - 30 - plot::width_of(labels.iter().map(String::as_str));
    let top =
        series.iter().flat_map(|series| &series.points).fold(ideal, |top, (_, rate)| top.max(rate.most));
    let (x, y) = (Scale::linear(most as f64).at(50..right), Scale::linear(top).at(HEIGHT as i32 - 60..20));
    axes(area, &x, &y, &threads)?;
    let ends = [(x.place(least as f64), y.place(1.0)), (x.place(most as f64), y.place(ideal))];
    plot::line(area, ends.to_vec(), Ink::Muted, 2)?;
    for series in series {
        draw_series(area, series, &x, &y)?;
    }
    draw_labels(area, series, &labels, x.place(most as f64) + 22, &y)
}

fn axes(area: &Area, x: &Scale, y: &Scale, threads: &[usize]) -> Drawn {
    let (left, right) = (x.place(0.0), threads.last().map_or(0, |&most| x.place(most as f64)));
    for (figure, _) in y.ticks() {
        plot::line(area, vec![(left, y.place(figure)), (right, y.place(figure))], Ink::Grid, 2)?;
        plot::note(area, &format!("{figure}"), (left - 12, y.place(figure)), HPos::Right)?;
    }
    let mut free = 0;
    for &threads in threads {
        let (at, name) = (x.place(threads as f64), threads.to_string());
        if at >= free {
            plot::note(area, &name, (at, y.place(0.0) + 26), HPos::Center)?;
            free = at + plot::width_of([name.as_str()]) + 14;
        }
    }
    Ok(())
}

fn draw_series(area: &Area, series: &Series, x: &Scale, y: &Scale) -> Drawn {
    let place = |(threads, rate): &(usize, Statistics)| (x.place(*threads as f64), y.place(rate.median));
    plot::line(area, series.points.iter().map(place).collect(), series.ink, 4)?;
    for point in &series.points {
        let (at, (least, most)) = (place(point), (y.place(point.1.least), y.place(point.1.most)));
        plot::line(area, vec![(at.0, least), (at.0, most)], Ink::Text, 2)?;
        for end in [least, most] {
            plot::line(area, vec![(at.0 - 6, end), (at.0 + 6, end)], Ink::Text, 2)?;
        }
        area.draw(&Circle::new(at, 7, ShapeStyle::from(series.ink.key()).filled()))?;
    }
    Ok(())
}

/// The names at the ends of the lines, pushed apart where they would touch.
fn draw_labels(area: &Area, series: &[Series], labels: &[String], x: i32, y: &Scale) -> Drawn {
    let end = |series: &Series| series.points.last().map_or(0, |(_, rate)| y.place(rate.median));
    let mut order: Vec<usize> = (0..series.len()).collect();
    order.sort_by_key(|&index| end(&series[index]));
    let ends: Vec<i32> = order.iter().map(|&index| end(&series[index])).collect();
    for (index, at) in order.into_iter().zip(apart(ends)) {
        plot::word(area, &labels[index], (x, at), HPos::Left, series[index].ink)?;
    }
    Ok(())
}

/// The same places from top to bottom, no two nearer than a line, and the last one still inside the plot.
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

fn label(series: &Series) -> String {
    let last = series.points.last().map_or(1.0, |(_, rate)| rate.median);
    format!("{} ×{last:.2}", series.label)
}

fn threads(series: &[Series]) -> Vec<usize> {
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
    fn names_do_not_touch() {
        assert_eq!(apart(vec![100, 101, 300]), [100, 130, 300]);
        assert_eq!(apart(vec![400, 400, 410]), [345, 375, 405]);
    }

    #[test]
    fn every_line_is_named_with_what_it_gains() {
        let rate = |median| Statistics { median, least: 0.9 * median, most: 1.1 * median };
        let points = vec![(1, rate(1.0)), (2, rate(1.97)), (16, rate(12.0))];
        let series =
            |label: &str| Series { label: label.to_owned(), ink: Ink::Lanes, points: points.clone() };
        let plot = svg("easy", &[series("lanes"), series("scalar")]);
        assert!(plot.contains("lanes ×12.00") && plot.contains("scalar ×12.00"), "{plot}");
        assert!(plot.contains("lanes 12.00 on 16 threads"), "{plot}");
    }
}
