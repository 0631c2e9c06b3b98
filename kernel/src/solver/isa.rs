//! The instruction sets of the engines, by name.

use std::str::FromStr;

use super::batch::Solve;
use super::lanes::LaneEngine;
#[cfg(target_arch = "aarch64")]
use super::lanes::simd::neon::Neon;
use super::lanes::simd::portable::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::lanes::simd::simd128::Simd128;
#[cfg(target_arch = "x86_64")]
use super::lanes::simd::{avx2::Avx2, avx512::Avx512};
use super::lanes::transpose::Transpose;
use super::single::board::BoardOps;
use super::single::{Single, SingleEngine};
use crate::board::parse_error::ParseError;
named! {
    /// An instruction set that the engines are compiled for, listed fastest first.
    ///
    /// ```
    /// use bulkdoku::solver::Isa;
    ///
    /// let fastest = Isa::ALL.into_iter().find(|isa| isa.is_available()).expect("every processor has the portable one");
    /// assert_eq!(Isa::best(), fastest);
    /// assert_eq!("auto".parse(), Ok(fastest));
    /// let names: Vec<&str> = Isa::available().map(Isa::name).collect();
    /// assert!(names.ends_with(&["portable"]));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Isa {
        /// Sixteen lanes. Needs the AVX-512 of Ice Lake or Zen 4.
        Avx512 = "avx512",
        /// Eight lanes. Nearly all x86-64 processors have it.
        Avx2 = "avx2",
        /// Four lanes. Every 64-bit Arm processor has it.
        Neon = "neon",
        /// Four lanes. WebAssembly built with `-C target-feature=+simd128` has it.
        Simd128 = "simd128",
        /// Four lanes in plain arrays. Every processor has it.
        Portable = "portable",
    }
}

impl Isa {
    /// Returns the instruction sets that this processor has, fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|isa| isa.is_available())
    }

    /// Returns the fastest instruction set that this processor has.
    pub fn best() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// Returns whether this processor has the instruction set.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Avx512::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => Neon::detect().is_some(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => Simd128::detect().is_some(),
            Self::Portable => cfg!(not(all(target_arch = "wasm32", target_feature = "simd128"))),
            _ => false,
        }
    }

    /// Builds the lane engine on this instruction set, or on the portable one if the processor does not have it.
    ///
    /// Allocates all the memory that the engine will use.
    #[doc(hidden)] // for the packages above
    pub fn build_lanes(self) -> Box<dyn Solve> {
        struct Build;
        impl OnIsa for Build {
            type Output = Box<dyn Solve>;
            fn run<S: Transpose + BoardOps>(self, simd: S) -> Box<dyn Solve> {
                Box::new(LaneEngine::new(simd))
            }
        }
        self.dispatch(Build)
    }

    /// Builds the engine for one puzzle at a time on this instruction set, or on the portable one if the processor does not
    /// have it.
    ///
    /// Allocates all the memory that the engine will use.
    #[doc(hidden)] // for the packages above
    pub fn build_single(self) -> Box<dyn Single> {
        struct Build;
        impl OnIsa for Build {
            type Output = Box<dyn Single>;
            fn run<S: Transpose + BoardOps>(self, simd: S) -> Box<dyn Single> {
                Box::new(SingleEngine::new(simd))
            }
        }
        self.dispatch(Build)
    }

    /// Does the work with the token of this instruction set, or of the portable one if the processor does not have it.
    #[doc(hidden)] // for the packages above
    pub fn dispatch<W: OnIsa>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        match (self, Avx512::detect(), Avx2::detect()) {
            (Self::Avx512, Some(simd), _) => return work.run(simd),
            (Self::Avx2, _, Some(simd)) => return work.run(simd),
            _ => {}
        }
        #[cfg(target_arch = "aarch64")]
        if let (Self::Neon, Some(simd)) = (self, Neon::detect()) {
            return work.run(simd);
        }
        // A WebAssembly module with vectors cannot run without them, so other code would only make the download larger.
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if let Some(simd) = Simd128::detect() {
            return work.run(simd);
        }
        work.run(Portable)
    }
}

/// Work that is compiled for every instruction set.
pub trait OnIsa {
    /// The result of the work.
    type Output;

    /// Does the work on one instruction set.
    fn run<S: Transpose + BoardOps>(self, simd: S) -> Self::Output;
}

impl FromStr for Isa {
    type Err = ParseError;

    /// Returns the instruction set with this name, if the processor has it. The name `auto` means [`Isa::best`].
    fn from_str(name: &str) -> Result<Self, ParseError> {
        if name == "auto" {
            return Ok(Self::best());
        }
        match Self::named(name) {
            Some(isa) if isa.is_available() => Ok(isa),
            Some(isa) => Err(ParseError::new(format!("this processor does not support {isa}: choose auto"))),
            None => {
                let names = Self::ALL.map(Self::name).join(", ");
                let message = format!("there is no instruction set '{name}': choose auto or one of {names}");
                Err(ParseError::new(message))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auto_is_an_available_instruction_set() {
        assert!("auto".parse::<Isa>().unwrap().is_available());
        assert_eq!("portable".parse(), Ok(Isa::Portable));
    }

    #[test]
    fn an_unknown_name_is_rejected_with_the_known_names() {
        assert!(
            "sse9".parse::<Isa>().unwrap_err().to_string().contains("avx512, avx2, neon, simd128, portable")
        );
    }
}
