//! What the figures were measured on, and what with.

use std::fmt;
use std::fs;

/// The machine, and how the program was built.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The processor's name, as the system gives it.
    pub processor: String,
    /// Cores that the program may use.
    pub cores: usize,
    /// The system and the kind of processor.
    pub system: String,
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

impl Machine {
    /// This machine, this program.
    pub fn here() -> Self {
        Self {
            processor: processor().unwrap_or_else(|| "unknown processor".to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            commit: env!("BULKDOKU_BUILD_COMMIT"),
            compiler: env!("BULKDOKU_BUILD_COMPILER"),
            flags: env!("BULKDOKU_BUILD_FLAGS"),
            profile: env!("BULKDOKU_BUILD_PROFILE"),
            target: env!("BULKDOKU_BUILD_TARGET"),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { processor, cores, system, commit, compiler, profile, .. } = self;
        let commit = if commit.is_empty() { "unknown" } else { commit };
        let version = env!("CARGO_PKG_VERSION");
        writeln!(f, "{processor} · {cores} cores · {system}")?;
        write!(f, "bulkdoku {version} · commit {commit} · {compiler} · {profile}")
    }
}

/// Where Linux tells it.
fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
