//! What the figures were measured on, and what with.

use std::fmt;
use std::fs;
use std::process::Command;
use std::time::SystemTime;

/// The machine, and how the program was built.
#[derive(Clone, Debug)]
pub struct Host {
    /// The processor's name, as the system gives it.
    pub processor: String,
    /// Cores that the program may use.
    pub cores: usize,
    /// Bytes of memory, if the system tells.
    pub memory: Option<u64>,
    /// The system and the kind of processor.
    pub system: String,
    /// When it was measured, in UTC.
    pub date: String,
    /// The commit the program was built from, with `+` when files differed from it.
    pub commit: &'static str,
    /// The compiler.
    pub compiler: &'static str,
    /// Flags the compiler was given beside those of the package.
    pub flags: &'static str,
    /// The package's profile.
    pub profile: &'static str,
    /// What it was built for.
    pub target: &'static str,
}

impl Host {
    /// This machine, this program.
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
    /// The memory with its unit, if the system tells.
    pub fn gibibytes(&self) -> Option<String> {
        self.memory.map(|bytes| format!("{:.0} GiB", bytes as f64 / (1u64 << 30) as f64))
    }

    /// The commit, also when there was none to be found.
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

/// Where Linux tells it, or macOS.
fn processor() -> Option<String> {
    let named = || field("/proc/cpuinfo", "model name");
    named().or_else(|| sysctl("machdep.cpu.brand_string"))
}

fn memory() -> Option<u64> {
    let kibibytes = || field("/proc/meminfo", "MemTotal")?.strip_suffix("kB")?.trim().parse().ok();
    kibibytes().map(|kibibytes: u64| kibibytes << 10).or_else(|| sysctl("hw.memsize")?.parse().ok())
}

/// What stands after the colon of the first line with this name.
fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn sysctl(name: &str) -> Option<String> {
    let output = Command::new("sysctl").args(["-n", name]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
