//! The plain solver and the oracle of the tests.
