//! SVG plots. They are as wide as a phone's screen: a page shows as many side by side as fit, without shrinking any.
//!
//! Lengths are in half pixels, the precision of line positions.

use std::fmt::Write;
use std::ops::Range;

use super::html::escaped;
use super::ink::Ink;

/// The width of every plot.
pub const WIDTH: u32 = 720;

/// The font sizes.
const LARGE: u32 = 25;
const SMALL: u32 = 22;

/// The approximate width of a letter in the widest common font. No font is measured.
const LETTER: f64 = 15.0;

/// The area of a plot: the text of its elements.
pub struct Area(String);

/// The part of a label that is at its point.
#[derive(Clone, Copy, Debug)]
pub enum Align {
    /// Its middle.
    Center,
    /// Its right end.
    Right,
}

/// Draws a plot of the usual width and this height, and returns its `svg` element. `alt` describes the plot in words.
pub fn svg(height: u32, alt: &str, draw: impl FnOnce(&mut Area)) -> String {
    svg_of((WIDTH, height), alt, draw)
}

/// Draws a plot of this width and height.
pub fn svg_of((width, height): (u32, u32), alt: &str, draw: impl FnOnce(&mut Area)) -> String {
    let mut area = Area(String::new());
    draw(&mut area);
    let (alt, elements) = (escaped(alt), area.0);
    format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{alt}\">\n{elements}</svg>\n")
}

impl Area {
    /// Draws a filled rectangle from one corner to the opposite one. Draws nothing if the opacity is 0.
    pub fn rectangle(&mut self, [(left, top), (right, bottom)]: [(i32, i32); 2], ink: Ink, opacity: f64) {
        if opacity > 0.0 {
            let (width, height) = (right - left, bottom - top);
            self.element(format_args!(
                "<rect class=\"{ink}\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" opacity=\"{opacity}\"/>"
            ));
        }
    }

    /// Draws a filled circle.
    #[cfg(feature = "cli")]
    pub fn circle(&mut self, (x, y): (i32, i32), radius: u32, ink: Ink) {
        self.element(format_args!("<circle class=\"{ink}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    }

    /// Draws a line between two points.
    pub fn line(&mut self, [(x1, y1), (x2, y2)]: [(i32, i32); 2], ink: Ink, width: u32) {
        self.element(format_args!(
            "<polyline class=\"{ink}\" stroke-width=\"{width}\" points=\"{x1},{y1} {x2},{y2}\"/>"
        ));
    }

    /// Draws a label, aligned to a point.
    pub fn label(&mut self, text: &str, at: (i32, i32), align: Align, ink: Ink) {
        self.text(text, at, align, ink, LARGE);
    }

    /// Draws a smaller label, for axes.
    pub fn small_label(&mut self, text: &str, at: (i32, i32), align: Align) {
        self.text(text, at, align, Ink::Muted, SMALL);
    }

    /// Draws smaller labels centered at these positions of a line, from left to right, except those that do not fit.
    pub fn small_labels(&mut self, labels: impl IntoIterator<Item = (i32, String)>, y: i32) {
        let mut free = i32::MIN;
        for (x, label) in labels {
            let half = width_of([label.as_str()]) / 2;
            if x - half >= free && x + half <= WIDTH as i32 {
                self.small_label(&label, (x, y), Align::Center);
                free = x + half + 10;
            }
        }
    }

    fn text(&mut self, text: &str, (x, y): (i32, i32), align: Align, ink: Ink, size: u32) {
        let text = escaped(text);
        let anchor = match align {
            Align::Center => "middle",
            Align::Right => "end",
        };
        self.element(format_args!(
            "<text class=\"{ink}\" x=\"{x}\" y=\"{y}\" dy=\"0.5ex\" text-anchor=\"{anchor}\" font-size=\"{size}\">{text}</text>"
        ));
    }

    fn element(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.0, "{element}"); // writing to a string does not fail
    }
}

/// Returns the width of the longest label.
pub fn width_of<'a>(labels: impl IntoIterator<Item = &'a str>) -> i32 {
    let letters = labels.into_iter().map(|label| label.chars().count()).max().unwrap_or(0);
    (LETTER * letters as f64) as i32
}

/// A mapping of values to coordinates.
#[derive(Clone, Debug)]
pub struct Scale {
    from: f64,
    to: f64,
    is_log: bool,
    coordinates: Range<i32>,
}

impl Scale {
    /// Returns a linear scale from 0 to a round number that is at least `max`.
    pub fn linear(max: f64) -> Self {
        let step = step(max);
        let to = (max / step).ceil().max(1.0) * step;
        Self { from: 0.0, to, is_log: false, coordinates: 0..1 }
    }

    /// Returns a logarithmic scale whose powers of ten enclose all values.
    #[cfg(feature = "cli")]
    pub fn log(values: impl IntoIterator<Item = f64>) -> Self {
        let powers = values.into_iter().map(|value| value.max(1e-3).log10());
        let (from, to) = powers
            .fold((f64::MAX, f64::MIN), |(min, max), power| (min.min(power.floor()), max.max(power.ceil())));
        let (from, to) = if from > to { (0.0, 1.0) } else { (from, to.max(from + 1.0)) };
        Self { from, to, is_log: true, coordinates: 0..1 }
    }

    /// Returns the same scale on another range of coordinates.
    pub fn at(&self, coordinates: Range<i32>) -> Self {
        Self { coordinates, ..self.clone() }
    }

    /// Returns the coordinate of a value.
    pub fn place(&self, value: f64) -> i32 {
        let value = if self.is_log { value.max(1e-3).log10() } else { value };
        let fraction = ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        self.coordinates.start
            + (fraction * f64::from(self.coordinates.end - self.coordinates.start)).round() as i32
    }

    /// Returns the values of the grid lines, and whether each has a label.
    pub fn ticks(&self) -> Vec<(f64, bool)> {
        if self.is_log {
            let powers = self.from as i32..=self.to as i32;
            return powers.map(|power| (10f64.powi(power), power.rem_euclid(2) == 0)).collect();
        }
        let step = step(self.to);
        (0..=(self.to / step).round() as i32).map(|tick| (f64::from(tick) * step, true)).collect()
    }
}

/// Returns a round step that fits into `max` two to five times.
fn step(max: f64) -> f64 {
    let max = max.max(1e-9);
    let power = 10f64.powi(max.log10().floor() as i32);
    let steps = [0.2, 0.5, 1.0, 2.0].map(|step| step * power);
    steps.into_iter().find(|step| max / step <= 5.0).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_scale_ends_at_a_round_number() {
        let scale = Scale::linear(36.2).at(0..100);
        assert_eq!((scale.place(0.0), scale.place(40.0), scale.place(20.0)), (0, 100, 50));
        assert_eq!(scale.ticks().len(), 5);
        assert_eq!(Scale::linear(0.0).at(0..10).place(0.0), 0);
    }

    #[cfg(feature = "cli")]
    #[test]
    fn a_logarithmic_scale_contains_its_values() {
        let scale = Scale::log([48.0, 17_800_000.0]).at(0..700);
        assert_eq!((scale.place(10.0), scale.place(1e8), scale.place(1e3)), (0, 700, 200));
        assert_eq!(scale.ticks().iter().filter(|(_, named)| *named).count(), 4);
        assert_eq!(Scale::log([]).at(0..10).place(10.0), 10);
    }

    #[test]
    fn a_plot_refers_to_no_other_file() {
        let plot = svg(100, "a < b", |area| area.label("<lanes>", (10, 10), Align::Right, Ink::Lanes));
        assert!(
            plot.starts_with("<svg viewBox=\"0 0 720 100\" role=\"img\" aria-label=\"a &lt; b\">"),
            "{plot}"
        );
        assert!(plot.contains("class=\"lanes\"") && plot.contains("&lt;lanes&gt;"), "{plot}");
        assert!(!plot.contains("http"), "{plot}");
    }
}
