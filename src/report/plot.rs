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

/// Draws a plot of this width and height, and returns its `svg` element. `alt` describes the plot in words.
pub fn svg((width, height): (u32, u32), alt: &str, draw: impl FnOnce(&mut Area)) -> String {
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
            let half = width_of(&label) / 2;
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

/// Returns the width of a label.
fn width_of(label: &str) -> i32 {
    (LETTER * label.chars().count() as f64) as i32
}

/// A linear scale from 0 to a round number.
pub struct Scale {
    to: f64,
    coordinates: Range<i32>,
}

impl Scale {
    /// Returns a scale on these coordinates to a round number that is at least `max`.
    pub fn new(max: f64, coordinates: Range<i32>) -> Self {
        let step = step(max);
        Self { to: (max / step).ceil().max(1.0) * step, coordinates }
    }

    /// Returns the coordinate of a value.
    pub fn place(&self, value: f64) -> i32 {
        let Range { start, end } = self.coordinates;
        start + ((value / self.to).clamp(0.0, 1.0) * f64::from(end - start)).round() as i32
    }

    /// Returns the values of the grid lines.
    pub fn ticks(&self) -> impl Iterator<Item = f64> {
        let step = step(self.to);
        (0..=(self.to / step).round() as i32).map(move |tick| f64::from(tick) * step)
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
    fn a_scale_ends_at_a_round_number() {
        let scale = Scale::new(36.2, 0..100);
        assert_eq!((scale.place(0.0), scale.place(40.0), scale.place(20.0)), (0, 100, 50));
        assert_eq!(scale.ticks().count(), 5);
        assert_eq!(Scale::new(0.0, 0..10).place(0.0), 0);
    }

    #[test]
    fn a_plot_refers_to_no_other_file() {
        let plot =
            svg((WIDTH, 100), "a < b", |area| area.label("<clues>", (10, 10), Align::Right, Ink::Series));
        assert!(
            plot.starts_with("<svg viewBox=\"0 0 720 100\" role=\"img\" aria-label=\"a &lt; b\">"),
            "{plot}"
        );
        assert!(plot.contains("class=\"series\"") && plot.contains("&lt;clues&gt;"), "{plot}");
        assert!(!plot.contains("http"), "{plot}");
    }
}
