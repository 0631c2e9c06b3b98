//! Enums whose values have names.

/// Defines an enum from its values and their names, with the list of the values, in their order, and its text form.
///
/// With `by name of "…"`, the documents list the names, and values are read from them.
macro_rules! named {
    (
        $(#[$of_type:meta])*
        $visibility:vis enum $type:ident by name of $what:literal {
            $($(#[doc = $doc:literal])* $value:ident = $name:literal,)*
        }
    ) => {
        crate::macros::named::named! {
            $(#[$of_type])*
            ///
            /// The names:
            $(#[doc = concat!("- `", $name, "`:", $($doc,)*)])*
            $visibility enum $type {
                $($(#[doc = $doc])* $value = $name,)*
            }
        }

        /// Reads the name.
        impl std::str::FromStr for $type {
            type Err = crate::board::parse_error::ParseError;

            fn from_str(name: &str) -> std::result::Result<Self, Self::Err> {
                Self::named(name).ok_or_else(|| {
                    let names = Self::ALL.map(Self::name).join(", ");
                    Self::Err::new(format!("there is no {} '{name}': choose among {names}", $what))
                })
            }
        }
    };
    (
        $(#[$of_type:meta])*
        $visibility:vis enum $type:ident {
            $($(#[$of_value:meta])* $value:ident = $name:expr,)*
        }
    ) => {
        $(#[$of_type])*
        $visibility enum $type {
            $($(#[$of_value])* $value,)*
        }

        impl $type {
            /// Every value, in the order in which they are listed here.
            #[doc(hidden)]
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$value),*];

            /// The name, as users write and read it.
            #[doc(hidden)] // a user has `to_string`
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)*
                }
            }

            /// The value with this name.
            #[allow(dead_code)] // not every type is read
            pub(crate) fn named(name: &str) -> Option<Self> {
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

pub(crate) use named;
