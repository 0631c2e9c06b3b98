//! The colours of the plots, named by their meaning.
//!
//! The elements of plots have the names as classes. The style sheet gives each class the colour of the light or dark colour scheme,
//! so one plot serves both schemes, without a script.

use kernel::named;

named! {
    /// The meaning of a colour. Its name is the class in the style sheet, and the variable of the colour.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Ink {
        /// Text and numbers.
        Text = "text",
        /// Less important text, such as the labels of axes.
        Muted = "muted",
        /// Grid lines.
        Grid = "grid",
        /// The bars and cells of a plot.
        Series = "series",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ink_has_a_light_and_a_dark_colour() {
        let (page, plots) = (include_str!("page.css"), include_str!("plot.css"));
        for ink in Ink::ALL {
            let name = ink.name();
            assert_eq!(page.matches(&format!("  --{name}: #")).count(), 2, "{name}");
            assert!(plots.contains(&format!("svg .{name} {{ --ink: var(--{name}); }}\n")), "{name}");
        }
    }
}
