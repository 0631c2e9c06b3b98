//! Predicted rates on larger machines, for each set that the engine lanes solved on one thread.

use std::path::Path;

use super::measurement::{Clock, Measurement};
use super::table::short;
use crate::bench::scaling_model::{self, Cost, Forecast, MachineSpec};
use crate::cli::args::BenchArgs;
use crate::cli::text_table::TextTable;
use crate::error::Result;
use crate::generate::PuzzleLine;

/// The measured and assumed parameters of the model, and the sets to predict.
#[derive(Clone, Debug)]
pub struct ScalingTable {
    /// Memory bandwidth of one thread, in bytes per second.
    pub one_core: f64,
    /// This machine, with the memory bandwidth measured on all its cores.
    pub here: MachineSpec,
    /// Hypothetical machines, with assumed bandwidths.
    pub larger: Vec<MachineSpec>,
    /// Write bandwidth of one thread, in bytes per second.
    pub writing: f64,
    /// One line for each set and mode.
    pub lines: Vec<ScalingLine>,
}

/// A puzzle set in one mode.
#[derive(Clone, Debug)]
pub struct ScalingLine {
    /// The name of the set.
    pub set: String,
    /// The instruction set.
    pub isa: String,
    /// The mode.
    pub mode: String,
    /// The measured cost.
    pub cost: Cost,
    /// Whether the set was measured on several threads. If not, the efficiency of additional cores is assumed.
    pub is_scaled: bool,
    /// Puzzles per second from file to file on all cores of this machine, if that was measured.
    pub measured: Option<f64>,
}

impl ScalingTable {
    /// Measures the bandwidths and takes the costs from the rows. Returns `None` if no row can be extrapolated, or the
    /// options ask for no predictions.
    ///
    /// # Errors
    /// Returns an error if the write bandwidth cannot be measured in `folder`.
    pub fn of(rows: &[Measurement], args: &BenchArgs, folder: &Path) -> Result<Option<Self>> {
        let lines: Vec<ScalingLine> =
            rows.iter().filter(|row| is_base(row)).map(|row| ScalingLine::of(row, rows)).collect();
        if args.no_model || lines.is_empty() {
            return Ok(None);
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let here = MachineSpec { cores, bandwidth: scaling_model::bandwidth(cores)? };
        let (one_core, writing) = (scaling_model::bandwidth(1)?, scaling_model::writing(folder)?);
        Ok(Some(Self { one_core, here, larger: args.model.clone(), writing, lines }))
    }

    /// The explanation and the table, as text.
    pub fn text(&self) -> String {
        let explained: String = self.explained().iter().map(|line| format!("{line}\n")).collect();
        format!(
            "\nPredicted rates with more cores, and what limits them.\n\n{explained}\n{}",
            self.table().text()
        )
    }

    /// The explanation of the model, one sentence per item: what was measured, computed and assumed.
    pub fn explained(&self) -> Vec<String> {
        let gigabytes = |bytes: f64| format!("{:.1} GB/s", bytes / 1e9);
        let (here, one_core, writing) =
            (gigabytes(self.here.bandwidth), gigabytes(self.one_core), gigabytes(self.writing));
        let assumed = self.larger.iter().map(|it| format!("{} cores {}", it.cores, gigabytes(it.bandwidth)));
        let max_cores = self.larger.iter().map(|it| it.cores).max().unwrap_or(0);
        let mut parts = vec![
            format!(
                "- measured here: memory bandwidth {one_core} for one core and {here} for all {}; one thread writes {writing} \
                 to a file",
                self.here.cores
            ),
            format!(
                "- bytes/puzzle: the puzzle once, its answer {:.0} times into a buffer (a cache line is read before it is \
                 written), and {:.0} times more into a file",
                scaling_model::MOVES_TO_BUFFER,
                scaling_model::MOVES_TO_FILE
            ),
            "- solving: rate of one thread x (1 + additional cores x efficiency); memory: bandwidth / (bytes/puzzle); \
             writing: write bandwidth of one thread / bytes of an answer, as the system lets one thread at a time write \
             to a file; the rate is the lowest of the three"
                .to_owned(),
            format!(
                "- assumed (--model sets other values): memory bandwidth for {}; each of up to {max_cores} cores adds what the \
                 last one added here",
                assumed.collect::<Vec<_>>().join(", for ")
            ),
        ];
        if self.was_busy() {
            parts.push(
                "- beware: an additional core added less than half of the rate of the first, so the machine was busy with \
                 other work, or two threads shared a core: the predictions for larger machines are too low"
                    .to_owned(),
            );
        }
        parts
    }

    /// Whether an additional core added so little that the solver cannot be the reason, as its threads share nothing.
    fn was_busy(&self) -> bool {
        self.lines.iter().any(|line| line.is_scaled && line.cost.efficiency < 0.5)
    }

    /// The predictions for each set, from memory to memory and from file to file.
    pub fn table(&self) -> TextTable {
        let lines = self.lines.iter().flat_map(|line| [self.cells(line, false), self.cells(line, true)]);
        let headings = ["set", "clock", "isa", "mode", "ns/puzzle", "efficiency", "bytes/puzzle"];
        let mut table = TextTable::new(&headings, lines.collect(), Vec::new());
        table.headings.push(format!("{} cores here", self.here.cores));
        if self.is_measured() {
            table.headings.push("measured".to_owned());
        }
        table.headings.extend(self.larger.iter().map(|machine| format!("{} cores", machine.cores)));
        table
    }

    /// The prediction for a set on a machine, from memory to memory or from file to file.
    pub fn forecast(&self, line: &ScalingLine, machine: MachineSpec, files: bool) -> Forecast {
        if files { line.cost.of_files(machine, self.writing) } else { line.cost.in_memory(machine) }
    }

    /// Whether a rate from file to file was measured, with which the prediction can be compared.
    fn is_measured(&self) -> bool {
        self.lines.iter().any(|line| line.measured.is_some())
    }

    fn cells(&self, line: &ScalingLine, files: bool) -> Vec<String> {
        let ScalingLine { cost, .. } = line;
        let shown = |machine: MachineSpec| {
            let forecast = self.forecast(line, machine, files);
            format!("{} ({})", short(forecast.rate()), forecast.limit())
        };
        let clock = if files { Clock::Files } else { Clock::Memory };
        let bytes = if files { cost.bytes_of_files() } else { cost.bytes_in_memory() };
        let mut cells = vec![line.set.clone(), clock.name().to_owned(), line.isa.clone(), line.mode.clone()];
        let assumed = if line.is_scaled { "" } else { " assumed" };
        cells.extend([format!("{:.0}", 1e9 / cost.one_thread), format!("{:.2}{assumed}", cost.efficiency)]);
        cells.extend([format!("{bytes:.0}"), shown(self.here)]);
        if self.is_measured() {
            cells.push(line.measured.filter(|_| files).map_or("-".to_owned(), short));
        }
        cells.extend(self.larger.iter().map(|&machine| shown(machine)));
        cells
    }
}

impl ScalingLine {
    fn of(one: &Measurement, rows: &[Measurement]) -> Self {
        let alike = |clock: Clock| {
            let same = move |row: &&Measurement| row.clock == clock && row.key()[2..5] == one.key()[2..5];
            rows.iter().filter(same).filter(|row| row.set == one.set).max_by_key(|row| row.threads)
        };
        let several = alike(Clock::Memory).and_then(|row| Some((row.rate.median, row.threads?)));
        let several = several.filter(|&(_, threads)| threads > 1);
        let one_thread = one.rate.median;
        let efficiency = several.map_or(1.0, |(rate, threads)| Cost::efficiency(one_thread, rate, threads));
        let input = size_of::<PuzzleLine>() as f64;
        let cost = Cost { one_thread, efficiency, input, answer: one.answer_bytes() };
        let measured = alike(Clock::Files).map(|row| row.rate.median);
        Self {
            set: one.set.clone(),
            isa: one.isa.clone(),
            mode: one.mode.clone(),
            cost,
            is_scaled: several.is_some(),
            measured,
        }
    }
}

fn is_base(row: &Measurement) -> bool {
    row.clock == Clock::Memory && row.engine == "lanes" && row.threads == Some(1)
}
