//! The machine and the build that the results were measured with.

use std::fmt;
use std::fs;
use std::process::Command;
use std::time::SystemTime;

/// The machine, and the build of the program.
#[derive(Clone, Debug)]
pub struct Host {
    /// The name of the processor, as the system reports it.
    pub processor: String,
    /// The number of cores that the program may use.
    pub cores: usize,
    /// Bytes of memory, if the system reports them.
    pub memory: Option<u64>,
    /// The operating system and the processor architecture.
    pub system: String,
    /// The time of the measurement, in UTC.
    pub date: String,
    /// The commit that the program was built from, followed by `+` if files differed from it.
    pub commit: &'static str,
    /// The compiler and its version.
    pub compiler: &'static str,
    /// Compiler flags in addition to those of the package.
    pub flags: &'static str,
    /// The Cargo profile.
    pub profile: &'static str,
    /// The target triple.
    pub target: &'static str,
}

impl Host {
    /// This machine and this program.
    pub fn here() -> Self {
        Self {
            processor: processor().unwrap_or_else(|| "unknown processor".to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory: memory(),
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            commit: env!("BULKDOKU_BUILD_COMMIT"),
            compiler: env!("BULKDOKU_BUILD_COMPILER"),
            flags: env!("BULKDOKU_BUILD_FLAGS"),
            profile: env!("BULKDOKU_BUILD_PROFILE"),
            target: env!("BULKDOKU_BUILD_TARGET"),
        }
    }
}

impl Host {
    /// The memory in GiB, if the system reports it.
    pub fn gibibytes(&self) -> Option<String> {
        self.memory.map(|bytes| format!("{:.0} GiB", bytes as f64 / (1u64 << 30) as f64))
    }

    /// The commit, or `unknown`.
    pub fn commit(&self) -> &'static str {
        if self.commit.is_empty() { "unknown" } else { self.commit }
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { processor, cores, system, compiler, profile, .. } = self;
        let (version, commit) = (env!("CARGO_PKG_VERSION"), self.commit());
        let memory = self.gibibytes().map_or(String::new(), |memory| format!(" · {memory} of memory"));
        writeln!(f, "{processor} · {cores} cores{memory} · {system}")?;
        write!(f, "bulkdoku {version} · commit {commit} · {compiler} · {profile}")
    }
}

/// The name of the processor. Windows has it in the registry (`NAME    REG_SZ    VALUE`).
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

/// The text after the colon of the first line that begins with `name`.
fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn sysctl(name: &str) -> Option<String> {
    printed(Command::new("sysctl").args(["-n", name]))
}

/// What a command prints, if it succeeds and prints anything.
fn printed(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
