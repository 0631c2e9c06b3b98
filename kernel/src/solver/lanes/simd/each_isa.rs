//! Runs tests on every instruction set.

/// Runs a block with the token and the name of each instruction set that the processor has, and prints the names of
/// the others.
macro_rules! for_each_isa {
    (|$simd:ident, $name:ident| $body:block) => {{
        #[cfg(target_arch = "x86_64")]
        {
            use crate::solver::lanes::simd::{avx2::Avx2, avx512::Avx512};
            crate::solver::lanes::simd::if_available!(Avx512, |$simd, $name| $body);
            crate::solver::lanes::simd::if_available!(Avx2, |$simd, $name| $body);
        }
        #[cfg(target_arch = "aarch64")]
        {
            use crate::solver::lanes::simd::neon::Neon;
            crate::solver::lanes::simd::if_available!(Neon, |$simd, $name| $body);
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        {
            use crate::solver::lanes::simd::simd128::Simd128;
            crate::solver::lanes::simd::if_available!(Simd128, |$simd, $name| $body);
        }
        let ($simd, $name) = (crate::solver::lanes::simd::portable::Portable, "portable");
        $body
    }};
}

macro_rules! if_available {
    ($token:ident, |$simd:ident, $name:ident| $body:block) => {
        match $token::detect() {
            Some($simd) => {
                let $name = <$token as crate::solver::lanes::simd::Simd>::NAME;
                $body
            }
            None => println!("skipped: no {}", stringify!($token)),
        }
    };
}

pub(crate) use {for_each_isa, if_available};
