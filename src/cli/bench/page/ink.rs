//! The colours of the plots, by what they stand for.
//!
//! The plots are drawn in keys, colours that nobody is meant to see; the page's style sheet says what each of them
//! looks like by day and by night. So the same drawing does for both, without a script.

use plotters::style::{RGBAColor, RGBColor};

/// What a colour stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Words and figures.
    Text,
    /// Words that matter less: those of the axes.
    Muted,
    /// Lines that guide the eye.
    Grid,
    /// The engine `lanes`.
    Lanes,
    /// The engine `scalar`.
    Scalar,
    /// The baselines.
    Baseline,
    /// What is not ours.
    Other,
    /// The page behind all.
    Paper,
}

impl Ink {
    /// Every ink.
    pub const ALL: [Ink; 8] = [
        Self::Text,
        Self::Muted,
        Self::Grid,
        Self::Lanes,
        Self::Scalar,
        Self::Baseline,
        Self::Other,
        Self::Paper,
    ];

    /// The ink of an engine, by its name.
    pub fn of_engine(name: &str) -> Self {
        match name {
            "lanes" => Self::Lanes,
            "scalar" => Self::Scalar,
            "min-candidates" | "row-col-box" | "blank-scan" | "blank-stack" => Self::Baseline,
            _ => Self::Other,
        }
    }

    /// The name of the style sheet's variable.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Muted => "muted",
            Self::Grid => "grid",
            Self::Lanes => "lanes",
            Self::Scalar => "scalar",
            Self::Baseline => "baseline",
            Self::Other => "other",
            Self::Paper => "paper",
        }
    }

    /// The colour to draw with.
    pub const fn key(self) -> RGBColor {
        RGBColor(self as u8 + 1, 0, 0)
    }

    /// The same, as strong as that of 1.
    pub fn faded(self, strength: f64) -> RGBAColor {
        let RGBColor(red, green, blue) = self.key();
        RGBAColor(red, green, blue, strength)
    }
}

/// The part of the style sheet that turns keys into colours.
pub fn style() -> String {
    let rule = |ink: Ink| {
        let (RGBColor(red, ..), name) = (ink.key(), ink.name());
        let key = format!("#{red:02X}0000");
        format!(
            "svg [fill=\"{key}\"]{{fill:var(--{name})}}\nsvg [stroke=\"{key}\"]{{stroke:var(--{name})}}\n"
        )
    };
    Ink::ALL.into_iter().map(rule).collect()
}
