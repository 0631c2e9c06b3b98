//! The instruction sets by name, and the table that gives each its token.

use std::str::FromStr;

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

/// The table of instruction sets: the value of an expression with the token of `$isa`, or `None` if the processor does not have
/// it. The expression is compiled for each instruction set.
macro_rules! on_isa {
    ($isa:expr, |$simd:ident| $value:expr) => {
        match $isa {
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            $crate::simd::Isa::Simd128 => $crate::simd::simd128::Simd128::detect().map(|$simd| $value),
            // A WebAssembly module with vectors cannot run without them, so other code would only make the download larger.
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            $crate::simd::Isa::Portable => Some($crate::simd::portable::Portable).map(|$simd| $value),
            isa => $crate::simd::on_processor!(isa, |$simd| $value),
        }
    };
}

/// The part of the table that only some processors have.
macro_rules! on_processor {
    ($isa:expr, |$simd:ident| $value:expr) => {
        match $isa {
            #[cfg(target_arch = "x86_64")]
            $crate::simd::Isa::Avx512 => $crate::simd::avx512::Avx512::detect().map(|$simd| $value),
            #[cfg(target_arch = "x86_64")]
            $crate::simd::Isa::Avx2 => $crate::simd::avx2::Avx2::detect().map(|$simd| $value),
            #[cfg(target_arch = "aarch64")]
            $crate::simd::Isa::Neon => $crate::simd::neon::Neon::detect().map(|$simd| $value),
            _ => None,
        }
    };
}

pub(crate) use {on_isa, on_processor};

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
        on_isa!(self, |_simd| ()).is_some()
    }

    /// Returns this instruction set or, if the processor does not have it, the one that every processor has.
    pub(crate) fn or_portable(self) -> Self {
        if self.is_available() { self } else { Self::available().last().unwrap_or(Self::Portable) }
    }
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

/// Runs a block with the token and the name of each instruction set that the processor has, and prints the names of
/// the others.
#[cfg(test)]
macro_rules! for_each_isa {
    (|$simd:ident, $name:ident| $body:block) => {
        for isa in $crate::simd::Isa::ALL {
            #[allow(unused_variables)]
            let $name = isa.name();
            if $crate::simd::on_isa!(isa, |$simd| $body).is_none() {
                println!("skipped: no {isa}");
            }
        }
    };
}
#[cfg(test)]
pub(crate) use for_each_isa;

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
