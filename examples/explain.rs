//! Shows how a person solves a puzzle, in an interface of your own: rules, cells and candidates are data.
//!
//! ```text
//! cargo run --release --example explain --no-default-features --features records
//! ```

use bulkdoku::rating::{Explanation, Rule, Step};
use bulkdoku::{Puzzle, Solver, Uniqueness};

/// Returns a hint for a step, for a player who wants to find the rest alone.
fn hint(step: &Step) -> String {
    let houses: Vec<String> = step.houses().iter().map(ToString::to_string).collect();
    match step.rule() {
        Rule::HiddenSingleInBox | Rule::HiddenSingleInLine => {
            format!("where can {} go in {}?", step.digits()[0], houses[0])
        }
        Rule::NakedSingle => format!("how many digits fit {}?", step.cells()[0]),
        rule => format!("is there a {rule}? It clears {} candidates", step.clears().len()),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle =
        ".9..7.85............1....39..7.86....8...42.72.....6.5....39..6.23.1.5.......5...".parse()?;
    let Uniqueness::Unique(solution) = Solver::new().uniqueness(&puzzle) else {
        return Err("the puzzle does not have exactly one solution".into());
    };
    let explanation = Explanation::of(&puzzle, &solution)?;
    for step in &explanation.steps {
        println!("{}\n    {step}", hint(step));
    }
    println!("level {}", explanation.level);

    assert_eq!(explanation.level, 6);
    assert_eq!(explanation.left().solution(), Some(solution));
    Ok(())
}
