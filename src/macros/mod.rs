//! Methods of builders. Loops in constants and enums with names are macros of the kernel.

pub(crate) mod setters;
