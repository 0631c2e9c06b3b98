//! What larger machines would give, for each set that the lanes solved on one thread.

use std::path::Path;

use bulkdoku::bench::scaling_model::{self, Cost, Forecast, MachineSpec};
use bulkdoku::error::Result;
use bulkdoku::generate::PuzzleLine;

use super::row::{Row, Scope};
use super::table::{TextTable, short};
use crate::cli::args::BenchArgs;

/// What the model knows: measured here, or assumed.
#[derive(Clone, Debug)]
pub struct Model {
    /// Bytes a second that one thread moves.
    pub one_core: f64,
    /// This machine, its memory measured on all its cores.
    pub here: MachineSpec,
    /// Machines that are thought of.
    pub larger: Vec<MachineSpec>,
    /// Bytes a second that one thread writes to a file.
    pub writing: f64,
    /// A line for each set and mode.
    pub lines: Vec<Line>,
}

/// A set in one mode.
#[derive(Clone, Debug)]
pub struct Line {
    /// The set's name.
    pub set: String,
    /// The instruction set.
    pub isa: String,
    /// The mode.
    pub mode: String,
    /// What was measured of it.
    pub cost: Cost,
    /// Was it measured on several threads, or is what a further core adds assumed?
    pub scaled: bool,
    /// Puzzles a second from file to file on all cores here, if that was measured.
    pub measured: Option<f64>,
}

impl Model {
    /// Measures memory and writing, and takes the rest from the rows; `None` when they tell nothing.
    pub fn of(rows: &[Row], args: &BenchArgs, folder: &Path) -> Result<Option<Self>> {
        let lines: Vec<Line> =
            rows.iter().filter(|row| is_base(row)).map(|row| Line::of(row, rows)).collect();
        if args.no_model || lines.is_empty() {
            return Ok(None);
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let here = MachineSpec { cores, bandwidth: scaling_model::bandwidth(cores) };
        let (one_core, writing) = (scaling_model::bandwidth(1), scaling_model::writing(folder)?);
        Ok(Some(Self { one_core, here, larger: args.model.clone(), writing, lines }))
    }

    /// The text for people.
    pub fn text(&self) -> String {
        let explained: String = self.explained().iter().map(|line| format!("{line}\n")).collect();
        format!(
            "\nWhat more cores would give, and what would limit them.\n\n{explained}\n{}",
            self.table().text()
        )
    }

    /// The parts of the formula, a sentence each: what was measured, what follows, what is assumed.
    pub fn explained(&self) -> Vec<String> {
        let giga = |bytes: f64| format!("{:.1} GB/s", bytes / 1e9);
        let (here, one_core, writing) = (giga(self.here.bandwidth), giga(self.one_core), giga(self.writing));
        let assumed = self.larger.iter().map(|it| format!("{} cores {}", it.cores, giga(it.bandwidth)));
        let further = self.larger.iter().map(|it| it.cores).max().unwrap_or(0);
        let mut parts = vec![
            format!(
                "- measured here: memory moves {one_core} for one core and {here} for all {}; one thread writes {writing} \
                 to a file",
                self.here.cores
            ),
            format!(
                "- bytes a puzzle: the puzzle once, its answer {:.0} times into a buffer (a line of the cache is read \
                 before it is written), and {:.0} times more into a file",
                scaling_model::MOVES_TO_BUFFER,
                scaling_model::MOVES_TO_FILE
            ),
            "- solving: the rate of one thread x (1 + further cores x what each adds); memory: GB/s / bytes a puzzle; \
             writing: GB/s of one thread / bytes of an answer, as a file takes one writer at a time; the lowest is the rate"
                .to_owned(),
            format!(
                "- assumed (--model says otherwise): memory moves for {}; each of {further} cores adds what the last one \
                 added here",
                assumed.collect::<Vec<_>>().join(", for ")
            ),
        ];
        if self.was_busy() {
            parts.push(
                "- beware: a further core added less than half of what the first one gives, so something else was at \
                 work on this machine, or two threads shared a core: what is told of larger machines is too low"
                    .to_owned(),
            );
        }
        parts
    }

    /// Did a further core add so little that the solver cannot be the reason? Its threads share nothing.
    fn was_busy(&self) -> bool {
        self.lines.iter().any(|line| line.scaled && line.cost.efficiency < 0.5)
    }

    /// Each set, from memory to memory and from file to file.
    pub fn table(&self) -> TextTable {
        let lines = self.lines.iter().flat_map(|line| [self.cells(line, false), self.cells(line, true)]);
        let headings = ["set", "clock", "isa", "mode", "ns solving", "each core adds", "bytes a puzzle"];
        let mut table = TextTable::new(&headings, lines.collect(), Vec::new());
        table.headings.push(format!("{} cores here", self.here.cores));
        if self.is_measured() {
            table.headings.push("measured".to_owned());
        }
        table.headings.extend(self.larger.iter().map(|machine| format!("{} cores", machine.cores)));
        table
    }

    /// What a line's set would give on a machine, in memory or from file to file.
    pub fn forecast(&self, line: &Line, machine: MachineSpec, files: bool) -> Forecast {
        if files { line.cost.of_files(machine, self.writing) } else { line.cost.in_memory(machine) }
    }

    /// Was anything measured from file to file, for the model to be held against?
    fn is_measured(&self) -> bool {
        self.lines.iter().any(|line| line.measured.is_some())
    }

    fn cells(&self, line: &Line, files: bool) -> Vec<String> {
        let Line { cost, .. } = line;
        let shown = |machine: MachineSpec| {
            let forecast = self.forecast(line, machine, files);
            format!("{} ({})", short(forecast.rate()), forecast.limit())
        };
        let scope = if files { Scope::Files } else { Scope::Memory };
        let bytes = if files { cost.bytes_of_files() } else { cost.bytes_in_memory() };
        let mut cells = vec![line.set.clone(), scope.name().to_owned(), line.isa.clone(), line.mode.clone()];
        let assumed = if line.scaled { "" } else { " assumed" };
        cells.extend([format!("{:.0}", 1e9 / cost.one_thread), format!("{:.2}{assumed}", cost.efficiency)]);
        cells.extend([format!("{bytes:.0}"), shown(self.here)]);
        if self.is_measured() {
            cells.push(line.measured.filter(|_| files).map_or("-".to_owned(), short));
        }
        cells.extend(self.larger.iter().map(|&machine| shown(machine)));
        cells
    }
}

impl Line {
    fn of(one: &Row, rows: &[Row]) -> Self {
        let alike = |scope: Scope| {
            let same = move |row: &&Row| row.scope == scope && row.key()[2..5] == one.key()[2..5];
            rows.iter().filter(same).filter(|row| row.set == one.set).max_by_key(|row| row.threads)
        };
        let several = alike(Scope::Memory).and_then(|row| Some((row.rate.median, row.threads?)));
        let several = several.filter(|&(_, threads)| threads > 1);
        let one_thread = one.rate.median;
        let efficiency = several.map_or(1.0, |(rate, threads)| Cost::efficiency(one_thread, rate, threads));
        let input = size_of::<PuzzleLine>() as f64;
        let cost = Cost { one_thread, efficiency, input, answer: one.answer_bytes() };
        let measured = alike(Scope::Files).map(|row| row.rate.median);
        Self {
            set: one.set.clone(),
            isa: one.isa.clone(),
            mode: one.mode.clone(),
            cost,
            scaled: several.is_some(),
            measured,
        }
    }
}

fn is_base(row: &Row) -> bool {
    row.scope == Scope::Memory && row.engine == "lanes" && row.threads == Some(1)
}
