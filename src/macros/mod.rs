//! Macros: loops in constants, enums with names, methods of builders. They import nothing, but the enums of `named` parse names
//! with an error of `board`.

#[macro_use]
mod const_for;
pub(crate) mod named;
#[cfg(feature = "records")]
pub(crate) mod setters;
