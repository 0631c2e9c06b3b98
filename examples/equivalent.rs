//! Finds equivalent puzzles, which differ only in the names of the digits, the order of rows and columns, or a transposition.
//! They have the same canonical form, which is a key for any map.
//!
//! ```text
//! cargo run --release --example equivalent --no-default-features
//! ```

use std::collections::HashMap;

use bulkdoku::Puzzle;
use bulkdoku::symmetry::{ConflictingClues, Minlex};

/// Groups the indices of puzzles by canonical form.
fn classes(puzzles: &[Puzzle]) -> Result<HashMap<Puzzle, Vec<usize>>, ConflictingClues> {
    let (mut minlex, mut classes) = (Minlex::new(), HashMap::<Puzzle, Vec<usize>>::new());
    for (number, puzzle) in puzzles.iter().enumerate() {
        classes.entry(minlex.form(puzzle)?.puzzle()).or_default().push(number);
    }
    Ok(classes)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let first: Puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    // The same puzzle with 3 and 5 exchanged.
    let second: Puzzle =
        "35..7....6..193....98....6.8...6...54..8.5..17...2...6.6....28....419..3....8..79".parse()?;
    let other: Puzzle =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;

    let classes = classes(&[first, second, other])?;
    for (form, numbers) in &classes {
        println!("{form} {numbers:?}");
    }
    assert_eq!(classes.len(), 2);

    // The transformations of both puzzles to their form give the one from the first puzzle to the second.
    let mut minlex = Minlex::new();
    let (of_first, of_second) = (minlex.form(&first)?.transformation, minlex.form(&second)?.transformation);
    let transformation = of_first.then(&of_second.inverse());
    println!("{transformation}");
    assert_eq!(transformation.apply(&first), second);
    Ok(())
}
