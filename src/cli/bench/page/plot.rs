//! The plots, drawn with the crate `plotters`: small ones, as wide as a telephone, so that a page can set as many side
//! by side as it has room for and none has to shrink.
//!
//! Lengths are in halves of a pixel, which is as fine as a line can be set here.

use std::ops::Range;

use bulkdoku::bench::Statistics;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::ink::Ink;

/// Width of every plot.
pub const WIDTH: u32 = 720;

/// Sizes of letters; plotters takes a size 1.24 times that of a style sheet.
const LARGE: f64 = 25.0 * 1.24;
const SMALL: f64 = 22.0 * 1.24;

/// Width of a letter, about, in the widest of the usual fonts: none is asked.
const LETTER: f64 = 15.0;

/// Where a plot is drawn.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// What drawing gives: nothing can fail that only writes to memory, but plotters does not know that.
pub type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Draws a plot of so much height; `alt` says in words what it shows. Gives the element for the page.
pub fn svg(height: u32, alt: &str, draw: impl FnOnce(&Area) -> Drawn) -> String {
    let mut text = String::new();
    let drawn = draw(&SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area());
    if drawn.is_err() {
        return format!("<p>{}</p>", super::html::escaped(alt));
    }
    // Its own opening tag: a page needs no name space, and the width is the page's to say.
    let content = text.find('>').map_or("", |end| &text[end + 1..]);
    let alt = super::html::escaped(alt);
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{alt}\">{content}")
}

/// A word, set to the left or right of a point or on its middle.
pub fn word(area: &Area, text: &str, at: (i32, i32), align: HPos, ink: Ink) -> Drawn {
    sized(area, text, at, align, ink, LARGE)
}

/// The same, smaller: for axes.
pub fn note(area: &Area, text: &str, at: (i32, i32), align: HPos) -> Drawn {
    sized(area, text, at, align, Ink::Muted, SMALL)
}

fn sized(area: &Area, text: &str, at: (i32, i32), align: HPos, ink: Ink, size: f64) -> Drawn {
    let key = ink.key();
    let style = TextStyle::from(("sans-serif", size).into_font()).color(&key);
    Ok(area.draw(&Text::new(text.to_owned(), at, style.pos(Pos::new(align, VPos::Center))))?)
}

/// A line from point to point.
pub fn line(area: &Area, points: Vec<(i32, i32)>, ink: Ink, width: u32) -> Drawn {
    Ok(area.draw(&PathElement::new(points, ink.key().stroke_width(width)))?)
}

/// Width of the longest of some words.
pub fn width_of<'a>(words: impl IntoIterator<Item = &'a str>) -> i32 {
    let letters = words.into_iter().map(|word| word.chars().count()).max().unwrap_or(0);
    (LETTER * letters as f64) as i32
}

/// A scale from figures to places.
#[derive(Clone, Debug)]
pub struct Scale {
    from: f64,
    to: f64,
    is_log: bool,
    places: Range<i32>,
}

impl Scale {
    /// From 0 to at least `most`, or what is round above it.
    pub fn linear(most: f64) -> Self {
        let step = step(most);
        let to = (most / step).ceil().max(1.0) * step;
        Self { from: 0.0, to, is_log: false, places: 0..1 }
    }

    /// By powers of ten, around all figures.
    pub fn log(figures: impl IntoIterator<Item = f64>) -> Self {
        let places = figures.into_iter().map(|figure| figure.max(1e-3).log10());
        let (from, to) = places.fold((f64::MAX, f64::MIN), |(least, most), place| {
            (least.min(place.floor()), most.max(place.ceil()))
        });
        let (from, to) = if from > to { (0.0, 1.0) } else { (from, to.max(from + 1.0)) };
        Self { from, to, is_log: true, places: 0..1 }
    }

    /// The same figures at these places.
    pub fn at(&self, places: Range<i32>) -> Self {
        Self { places, ..self.clone() }
    }

    /// The place of a figure.
    pub fn place(&self, figure: f64) -> i32 {
        let figure = if self.is_log { figure.max(1e-3).log10() } else { figure };
        let share = ((figure - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        self.places.start + (share * f64::from(self.places.end - self.places.start)).round() as i32
    }

    /// The figures to set lines at, and whether to name them.
    pub fn ticks(&self) -> Vec<(f64, bool)> {
        if self.is_log {
            let powers = self.from as i32..=self.to as i32;
            return powers.map(|power| (10f64.powi(power), power.rem_euclid(2) == 0)).collect();
        }
        let step = step(self.to);
        (0..=(self.to / step).round() as i32).map(|tick| (f64::from(tick) * step, true)).collect()
    }
}

/// A round step of which two to five lead to `most`.
fn step(most: f64) -> f64 {
    let most = most.max(1e-9);
    let power = 10f64.powf(most.log10().floor());
    let steps = [0.2, 0.5, 1.0, 2.0].map(|step| step * power);
    steps.into_iter().find(|step| most / step <= 5.0).unwrap_or(power)
}

/// A median with its whisker from the least to the most, along a row.
pub fn whisker(area: &Area, scale: &Scale, rate: &Statistics, y: i32) -> Drawn {
    let (from, to) = (scale.place(rate.least), scale.place(rate.most));
    line(area, vec![(from, y), (to, y)], Ink::Text, 2)?;
    for end in [from, to] {
        line(area, vec![(end, y - 5), (end, y + 5)], Ink::Text, 2)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_scale_ends_at_a_round_figure() {
        let scale = Scale::linear(36.2).at(0..100);
        assert_eq!((scale.place(0.0), scale.place(40.0), scale.place(20.0)), (0, 100, 50));
        assert_eq!(scale.ticks().len(), 5);
        assert_eq!(Scale::linear(0.0).at(0..10).place(0.0), 0);
    }

    #[test]
    fn a_log_scale_holds_its_figures() {
        let scale = Scale::log([48.0, 17_800_000.0]).at(0..700);
        assert_eq!((scale.place(10.0), scale.place(1e8), scale.place(1e3)), (0, 700, 200));
        assert_eq!(scale.ticks().iter().filter(|(_, named)| *named).count(), 4);
        assert_eq!(Scale::log([]).at(0..10).place(10.0), 10);
    }

    #[test]
    fn a_plot_needs_nothing_from_elsewhere() {
        let plot = svg(100, "a < b", |area| word(area, "<lanes>", (10, 10), HPos::Left, Ink::Lanes));
        assert!(
            plot.starts_with("<svg viewBox=\"0 0 720 100\" role=\"img\" aria-label=\"a &lt; b\">"),
            "{plot}"
        );
        assert!(plot.contains("fill=\"#040000\"") && plot.contains("&lt;lanes&gt;"), "{plot}");
        assert!(!plot.contains("http"), "{plot}");
    }
}
