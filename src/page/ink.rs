//! The colours of the plots, named by their meaning.
//!
//! The plots are drawn in placeholder colours, which the style sheet of the page replaces by those of the light or the
//! dark colour scheme. One drawing serves both schemes, without a script.

/// The meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Text and numbers.
    Text,
    /// Less important text, such as the labels of axes.
    Muted,
    /// Grid lines.
    Grid,
    /// The engine `lanes`.
    Lanes,
    /// The engine `scalar`.
    Scalar,
    /// The baselines.
    Baseline,
    /// Other programs.
    Other,
    /// The background of the page.
    Paper,
    /// The bars and cells of a plot with one series.
    Series,
}

impl Ink {
    /// Every ink.
    pub const ALL: [Ink; 9] = [
        Self::Text,
        Self::Muted,
        Self::Grid,
        Self::Lanes,
        Self::Scalar,
        Self::Baseline,
        Self::Other,
        Self::Paper,
        Self::Series,
    ];

    /// The ink of the engine of this name.
    pub fn of_engine(name: &str) -> Self {
        match name {
            "lanes" => Self::Lanes,
            "scalar" => Self::Scalar,
            "min-candidates" | "row-col-box" | "blank-scan" | "blank-stack" => Self::Baseline,
            _ => Self::Other,
        }
    }

    /// The name of the variable in the style sheet.
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
            Self::Series => "series",
        }
    }

    /// The placeholder colour.
    pub fn placeholder(self) -> String {
        format!("#{:02X}0000", self as u8 + 1)
    }
}

/// The rules of the style sheet that replace the placeholder colours.
pub fn style() -> String {
    let rule = |ink: Ink| {
        let (key, name) = (ink.placeholder(), ink.name());
        format!(
            "svg [fill=\"{key}\"]{{fill:var(--{name})}}\nsvg [stroke=\"{key}\"]{{stroke:var(--{name})}}\n"
        )
    };
    Ink::ALL.into_iter().map(rule).collect()
}
