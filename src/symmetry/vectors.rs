//! The instruction sets that canonical forms are made on.

use crate::solver::isa::Isa;
#[cfg(target_arch = "aarch64")]
pub(super) use crate::solver::lanes::simd::neon::Neon;
#[cfg(target_arch = "x86_64")]
pub(super) use crate::solver::lanes::simd::{avx2::Avx2, avx512::Avx512};

/// An instruction set, with the proof that the processor has it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Vectors {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
}

impl Vectors {
    /// The vectors of an instruction set, where there are some and the processor has them.
    pub(super) fn detect(isa: Isa) -> Option<Self> {
        match isa {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => Avx512::detect().map(Self::Avx512),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => Avx2::detect().map(Self::Avx2),
            #[cfg(target_arch = "aarch64")]
            Isa::Neon => Neon::detect().map(Self::Neon),
            _ => None,
        }
    }
}
