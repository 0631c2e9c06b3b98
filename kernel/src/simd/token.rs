//! Defines tokens, each with the only list of its features.

/// Defines the token of an instruction set, and the function in which its kernels run.
macro_rules! token {
    (
        { $($feature:tt)+ }
        $(#[$of_type:meta])*
        $token:ident by $is_detected:ident, $enter:ident
    ) => {
        $(#[$of_type])*
        #[derive(Clone, Copy, Debug)]
        pub struct $token(());

        impl $token {
            /// Returns the token if the processor and the operating system support the features.
            pub fn detect() -> Option<Self> {
                let has = cfg!(target_endian = "little") $(&& std::arch::$is_detected!($feature))+;
                has.then_some(Self(()))
            }
        }

        #[target_feature($(enable = $feature),+)]
        fn $enter<K: $crate::simd::Kernel>(kernel: K) -> K::Output {
            kernel.run()
        }
    };
}
pub(super) use token;

/// Gives the features of AVX-512 to a macro.
#[cfg(target_arch = "x86_64")]
macro_rules! avx512_features {
    ([$($macro:tt)+] $($input:tt)*) => {
        $($macro)+! {
            {
                "avx512f" "avx512bw" "avx512vl" "avx512vbmi" "avx512vbmi2" "avx512vnni" "avx512vpopcntdq" "avx512bitalg"
                "gfni" "bmi1" "bmi2" "popcnt"
            }
            $($input)*
        }
    };
}

/// Defines functions that are compiled for AVX-512. Only functions that are compiled for it can call them safely.
#[cfg(all(target_arch = "x86_64", feature = "symmetry"))]
macro_rules! for_avx512 {
    ({ $($feature:tt)+ } $($functions:tt)*) => {
        $crate::simd::for_avx512! { @with ($(enable = $feature),+) $($functions)* }
    };
    (@with $features:tt $($(#[$meta:meta])* $visibility:vis fn $name:ident ($($arguments:tt)*) $(-> $result:ty)? $body:block)+) => {
        $($(#[$meta])*
        #[inline]
        #[target_feature $features]
        $visibility fn $name ($($arguments)*) $(-> $result)? $body)+
    };
    ($($functions:tt)+) => {
        $crate::simd::avx512_features! { [$crate::simd::for_avx512] $($functions)+ }
    };
}
#[cfg(target_arch = "x86_64")]
pub(crate) use avx512_features;
#[cfg(all(target_arch = "x86_64", feature = "symmetry"))]
pub(crate) use for_avx512;
