//! The instruction sets of the lane engine, by name.

use std::{fmt, str::FromStr};

use super::batch::Solve;
use super::lanes::LaneEngine;
use super::lanes::simd::portable::Portable;
#[cfg(target_arch = "x86_64")]
use super::lanes::simd::{avx2::Avx2, avx512::Avx512};

/// An instruction set that the lane engine is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Isa {
    /// Sixteen lanes. Needs the AVX-512 of Ice Lake or Zen 4.
    Avx512,
    /// Eight lanes. Nearly every x86-64 processor has it.
    Avx2,
    /// Four lanes in plain arrays. Every processor has it.
    Portable,
}

impl Isa {
    /// Every instruction set, the fastest first.
    pub const ALL: [Isa; 3] = [Isa::Avx512, Isa::Avx2, Isa::Portable];

    /// Returns the fastest instruction set that this processor has.
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|isa| isa.is_available()).unwrap_or(Self::Portable)
    }

    /// Returns whether this processor has the instruction set.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Avx512::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx512 | Self::Avx2 => false,
            Self::Portable => true,
        }
    }

    /// Returns the name of the instruction set, as [`FromStr`] parses it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        }
    }

    /// Builds the lane engine on this instruction set, or on the portable one if the processor does not have it.
    ///
    /// Allocates all the memory that the engine will use.
    pub fn build_lanes(self) -> Box<dyn Solve> {
        #[cfg(target_arch = "x86_64")]
        match (self, Avx512::detect(), Avx2::detect()) {
            (Self::Avx512, Some(simd), _) => return Box::new(LaneEngine::new(simd)),
            (Self::Avx2, _, Some(simd)) => return Box::new(LaneEngine::new(simd)),
            _ => {}
        }
        Box::new(LaneEngine::new(Portable))
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Isa {
    type Err = ParseIsaError;

    /// Returns the instruction set of that name, if the processor has it. The name `auto` stands for [`Isa::best`].
    fn from_str(name: &str) -> Result<Self, ParseIsaError> {
        if name == "auto" {
            return Ok(Self::best());
        }
        match Self::ALL.into_iter().find(|isa| isa.name() == name) {
            Some(isa) if isa.is_available() => Ok(isa),
            Some(isa) => Err(ParseIsaError::Unavailable(isa)),
            None => Err(ParseIsaError::Unknown(name.to_owned())),
        }
    }
}

/// The error for a name that is not that of an available instruction set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseIsaError {
    /// No instruction set has this name.
    Unknown(String),
    /// This processor does not have the instruction set.
    Unavailable(Isa),
}

impl fmt::Display for ParseIsaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let names = Isa::ALL.map(Isa::name).join(", ");
                write!(f, "there is no instruction set '{name}': choose auto or one of {names}")
            }
            Self::Unavailable(isa) => write!(f, "this processor has no {isa}: choose auto"),
        }
    }
}

impl std::error::Error for ParseIsaError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auto_is_one_that_is_there() {
        assert!("auto".parse::<Isa>().unwrap().is_available());
        assert_eq!("portable".parse(), Ok(Isa::Portable));
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_names() {
        assert!("sse9".parse::<Isa>().unwrap_err().to_string().contains("avx512, avx2, portable"));
    }
}
