//! `bulkdoku bench`: puzzles a second, on built-in sets when no file is named.

mod compare;
mod json;
mod machine;
mod plan;
mod row;
mod table;

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use bulkdoku::bench::{Set, Shuffler, Spread, sets::BuiltIn};
use bulkdoku::error::{Error, Result};

use super::Exit;
use super::args::BenchArgs;
use super::progress::Steps;
use machine::Machine;
use plan::Plan;
use row::Row;

/// Runs the subcommand.
pub fn run(args: BenchArgs) -> Result<Exit> {
    let old = args.compare.as_deref().map(compare::read).transpose()?;
    let steps = Steps::new(&args.view);
    let folder = tempfile::tempdir().map_err(|reason| Error::writing("a temporary folder", reason))?;
    let mut plan = Plan::new(&args, sets(&args, &steps)?, folder.path(), &steps)?;
    let rows = measure(&mut plan, &args, &steps)?;
    steps.clear();
    let machine = Machine::here();
    let mut text = format!("{machine}\n\n{}", table::of(&rows));
    if let Some(old) = &old {
        text += &format!("\n{}", compare::table(&rows, old));
    }
    if !args.no_model {
        text += &table::forecast(&rows);
    }
    io::stdout().write_all(text.as_bytes()).map_err(|reason| Error::writing("<stdout>", reason))?;
    if let Some(path) = &args.json {
        json::write(path, &machine, &args, &rows)?;
    }
    Ok(Exit::Done)
}

/// The sets that are asked for.
fn sets(args: &BenchArgs, steps: &Steps) -> Result<Vec<Arc<Set>>> {
    let mut sets = Vec::new();
    for path in &args.files {
        let name = path.display().to_string();
        let text = std::fs::read(path).map_err(|reason| Error::reading(&name, reason))?;
        let short = path.file_name().map_or(name.clone(), |name| name.to_string_lossy().into_owned());
        let set = Set::of_file(&short, &text, args.seed);
        if set.lines.is_empty() {
            let reason = io::Error::other("there is no line that begins with a puzzle of 81 characters");
            return Err(Error::reading(&name, reason));
        }
        sets.push(Arc::new(set));
    }
    let wanted = |set: &BuiltIn| match args.set.is_empty() {
        true => args.files.is_empty(),
        false => args.set.contains(set),
    };
    for built_in in BuiltIn::ALL.into_iter().filter(wanted) {
        steps.say(&format!("making the set {}", built_in.name()));
        sets.push(Arc::new(built_in.make(args.puzzles)));
    }
    Ok(sets)
}

/// All rounds, every measurement once in each, in an order drawn anew.
fn measure(plan: &mut Plan, args: &BenchArgs, steps: &Steps) -> Result<Vec<Row>> {
    let mut figures = vec![Vec::new(); plan.len()];
    let mut order: Vec<usize> = (0..plan.len()).collect();
    let mut shuffler = Shuffler::new(args.seed);
    steps.begin(plan.len() * args.runs);
    for round in 1..=args.runs {
        steps.say(&format!("round {round} of {}", args.runs));
        shuffler.shuffle(&mut order);
        for &index in &order {
            figures[index].push(plan.run(index)?);
            steps.step();
        }
    }
    let rows = plan.rows().into_iter().zip(figures);
    Ok(rows.filter_map(|(row, figures)| Some(Row { rate: Spread::of(figures)?, ..row })).collect())
}

/// A measurement's time as the options say.
fn time(args: &BenchArgs) -> Duration {
    Duration::from_millis(args.time)
}
