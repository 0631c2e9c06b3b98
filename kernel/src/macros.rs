//! Macros: loops in constants and enums with names, here and in the packages above.

/// Runs a block for every number of a range, in constants and `const fn`s, which cannot use `for`. The block must not `continue`.
#[doc(hidden)] // for the packages above
#[macro_export]
macro_rules! const_for {
    ($number:ident in $start:literal..$end:expr => $block:block) => {{
        let mut $number = $start;
        while $number < $end {
            $block
            $number += 1;
        }
    }};
}

/// Defines an enum from its values and their names, with a list of the values in order, and `Display`.
///
/// With `by name of "…"`, the documentation lists the names, and `FromStr` parses them. A value behind `#[cfg(…)]` is in the
/// list only if the condition is met.
#[doc(hidden)] // for the packages above
#[macro_export]
macro_rules! named {
    (
        $(#[$of_type:meta])*
        $visibility:vis enum $type:ident by name of $what:literal {
            $($(#[doc = $doc:literal])* $(#[cfg($($when:tt)*)])? $value:ident = $name:literal,)*
        }
    ) => {
        $crate::named! {
            $(#[$of_type])*
            ///
            /// The names:
            $(#[cfg_attr(all($($($when)*)?), doc = concat!("- `", $name, "`:", $($doc,)*))])*
            $visibility enum $type {
                $($(#[doc = $doc])* $(#[cfg($($when)*)])? $value = $name,)*
            }
        }

        /// Parses the name.
        impl std::str::FromStr for $type {
            type Err = $crate::board::parse_error::ParseError;

            fn from_str(name: &str) -> std::result::Result<Self, Self::Err> {
                Self::named(name).ok_or_else(|| {
                    let names = Self::ALL.map(Self::name).join(", ");
                    Self::Err::new(format!("there is no {} '{name}': choose from {names}", $what))
                })
            }
        }
    };
    (
        $(#[$of_type:meta])*
        $visibility:vis enum $type:ident {
            $(
                $(#[doc = $doc:expr])* $(#[cfg($($when:tt)*)])?
                $value:ident = $name:expr,
            )*
        }
    ) => {
        $(#[$of_type])*
        $visibility enum $type {
            $($(#[doc = $doc])* $(#[cfg($($when)*)])? $value,)*
        }

        impl $type {
            /// Every value, in the order of the definition.
            pub const ALL: [Self; [$($(#[cfg($($when)*)])? $name),*].len()] =
                [$($(#[cfg($($when)*)])? Self::$value),*];

            /// Returns the name as users read and write it.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[cfg($($when)*)])? Self::$value => $name,)*
                }
            }

            /// Returns the value with this name.
            #[allow(dead_code)] // not every enum is parsed
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.name() == name)
            }
        }

        /// Writes the name.
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
