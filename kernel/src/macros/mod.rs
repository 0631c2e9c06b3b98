//! Macros: loops in constants and enums with names, here and in the packages above.

#[macro_use]
mod const_for;
#[macro_use]
mod named;
