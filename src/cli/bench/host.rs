//! The machine that the results were measured on.

use std::fmt;
use std::fs;
use std::process::Command;

use crate::cli::numbers::counted;

/// The machine.
pub struct Host {
    /// The name of the processor, as the system reports it.
    pub processor: String,
    /// The number of cores that the program may use.
    pub cores: usize,
    /// The bytes of memory, if the system reports them.
    pub memory: Option<u64>,
    /// The operating system and the processor architecture.
    pub system: String,
}

impl Host {
    /// Returns the facts about this machine.
    pub fn here() -> Self {
        Self {
            processor: processor().unwrap_or_else(|| "unknown processor".to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory: memory(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}

/// Writes the program with its version, and the machine.
impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { processor, cores, memory, system } = self;
        let cores = counted(*cores as u64, "core");
        write!(f, "bulkdoku {} · {processor} · {cores}", env!("CARGO_PKG_VERSION"))?;
        if let Some(bytes) = memory {
            write!(f, " · {:.0} GiB of memory", *bytes as f64 / (1u64 << 30) as f64)?;
        }
        write!(f, " · {system}")
    }
}

/// Returns the name of the processor. On Windows, it is in the registry (`NAME    REG_SZ    VALUE`).
fn processor() -> Option<String> {
    if cfg!(windows) {
        let key = r"HKLM\HARDWARE\DESCRIPTION\System\CentralProcessor\0";
        let found = printed(Command::new("reg").args(["query", key, "/v", "ProcessorNameString"]))?;
        return Some(found.split_once("REG_SZ")?.1.trim().to_owned());
    }
    let named = || field("/proc/cpuinfo", "model name");
    named().or_else(|| sysctl("machdep.cpu.brand_string"))
}

fn memory() -> Option<u64> {
    let kibibytes = || field("/proc/meminfo", "MemTotal")?.strip_suffix("kB")?.trim().parse().ok();
    kibibytes().map(|kibibytes: u64| kibibytes << 10).or_else(|| sysctl("hw.memsize")?.parse().ok())
}

/// Returns the text after the colon of the first line that begins with `name`.
fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn sysctl(name: &str) -> Option<String> {
    printed(Command::new("sysctl").args(["-n", name]))
}

/// Returns the output of a command, if it succeeds and prints anything.
fn printed(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
