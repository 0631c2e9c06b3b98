//! Closures in the lanes of vectors, for every instruction set.
//!
//! Start with `closure.rs`, which says what a closure shows, then read `levels.rs`. `lane_rater` runs `levels` and `trials` on one
//! instruction set, and `sweep` applies their rules.

mod closure;
mod lane_rater;
mod levels;
mod sweep;
mod trials;

pub use crate::solver::lanes::layout::BoardWords;
pub use closure::{Closure, ClosureRequest, Ending, LaneBoard, masks, place_of};
pub use lane_rater::{LaneRater, build};
pub use trials::{Candidate, TrialResult};
