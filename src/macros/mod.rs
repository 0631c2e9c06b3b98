//! Macros: loops in constants, enums with names, methods of builders. They import nothing, except that the enums of `named` use
//! the parse error of `board`.

#[macro_use]
mod const_for;
pub(crate) mod named;
#[cfg(feature = "records")]
pub(crate) mod setters;
