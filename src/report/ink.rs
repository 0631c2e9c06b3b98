//! The colours of the plots, named by their meaning.
//!
//! The plots have placeholder colours, which the style sheet of the page replaces with those of the light or dark colour scheme.
//! One plot serves both schemes, without a script.

use kernel::named;

named! {
    /// The meaning of a colour. Its name is the variable in the style sheet.
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

impl Ink {
    /// Returns the placeholder colour.
    pub fn placeholder(self) -> String {
        format!("#{:02X}0000", self as u8 + 1)
    }
}

/// Returns the rules of the style sheet that replace the placeholder colours.
pub fn style() -> String {
    let rule = |ink: Ink| {
        let (key, name) = (ink.placeholder(), ink.name());
        format!(
            "svg [fill=\"{key}\"]{{fill:var(--{name})}}\nsvg [stroke=\"{key}\"]{{stroke:var(--{name})}}\n"
        )
    };
    Ink::ALL.into_iter().map(rule).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ink_has_a_light_and_a_dark_colour() {
        let page = include_str!("page.css");
        for ink in Ink::ALL {
            assert_eq!(page.matches(&format!("  --{}: #", ink.name())).count(), 2, "{}", ink.name());
        }
    }
}
