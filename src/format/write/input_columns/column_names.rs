//! Unique column names.
//!
//! ```text
//! columns of the input   level, rate_level
//! added by rate          level          ─▶ level, rate_level, rate_level_2
//!                                                             ▲ the first that is free
//! ```

use std::collections::{HashMap, HashSet};
use std::iter;

/// The columns that a command adds.
#[derive(Clone, Copy)]
pub(crate) struct Added<'a> {
    /// The name of the command.
    pub(crate) command: &'static str,
    /// The names of the columns.
    pub(crate) names: &'a [&'static str],
}

impl Added<'_> {
    /// Returns the names for an input with the `given` names. A name that a column already has begins with that of the command, and
    /// ends with a number if that is not enough. Comparisons ignore case.
    pub(super) fn beside<'g>(self, given: impl Iterator<Item = &'g [u8]>) -> Vec<String> {
        let taken: HashSet<Vec<u8>> = given.map(<[u8]>::to_ascii_lowercase).collect();
        let name = |name: &&'static str| {
            let long = format!("{}_{name}", self.command);
            let numbered = (2_u64..).map(|number| format!("{long}_{number}"));
            let mut candidates =
                iter::once((*name).to_owned()).chain(iter::once(long.clone())).chain(numbered);
            candidates
                .find(|other| !taken.contains(other.to_ascii_lowercase().as_bytes()))
                .unwrap_or(long.clone())
        };
        self.names.iter().map(name).collect()
    }
}

/// Makes column names unique, in the order of `given`: the second of several equal names gets a number after it.
pub(super) fn unique(given: Vec<String>) -> Vec<String> {
    let mut taken: HashSet<String> = given.iter().cloned().collect();
    // The next number to try for each name. Taken numbers are not tried again.
    let mut numbers: HashMap<String, u64> = HashMap::new();
    let name = |name: String| {
        let Some(number) = numbers.get_mut(&name) else {
            numbers.insert(name.clone(), 2);
            return name;
        };
        loop {
            let numbered = format!("{name}_{number}");
            *number += 1;
            if taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    };
    given.into_iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_added_name_is_the_first_that_no_column_has() {
        for (given, expected) in [
            (&[][..], "level"),
            (&["Level", "rate_level_2"], "rate_level"),
            (&["rate_level", "level"], "rate_level_2"),
            (&["level", "Rate_Level", "rate_level_3"], "rate_level_2"),
            (&["level", "rate_level", "rate_level_3", "rate_level_2"], "rate_level_4"),
            (&["level", "rate_level", "rate_level_02", "rate_level_1"], "rate_level_2"),
            (&["rate_level"], "level"),
        ] {
            let added = Added { command: "rate", names: &["level"] };
            assert_eq!(added.beside(given.iter().map(|name| name.as_bytes())), [expected], "{given:?}");
        }
    }

    /// Does the same as `unique` in the obvious way, which takes cubic time.
    fn unique_slowly(given: &[String]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in given {
            let mut numbered = (2..).map(|number| format!("{name}_{number}"));
            let is_free = |other: &String| !given.contains(other) && !names.contains(other);
            let name = if names.contains(name) { numbered.find(is_free) } else { Some(name.clone()) };
            names.extend(name);
        }
        names
    }

    #[test]
    fn unique_names_match_the_obvious_way() {
        for seed in 1..200_u64 {
            let name = |index: u64| {
                let number = index.wrapping_mul(seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60;
                match number {
                    0..4 => "a".to_owned(),
                    4..6 => "a_2".to_owned(),
                    6..8 => "a_2_2".to_owned(),
                    _ => format!("a_{}", number - 6),
                }
            };
            let given: Vec<String> = (0..12).map(name).collect();
            assert_eq!(unique(given.clone()), unique_slowly(&given), "{given:?}");
        }
    }

    #[test]
    fn many_equal_names_and_many_different_ones_take_little_time() {
        let equal = unique(vec!["x".to_owned(); 200_000]);
        assert_eq!((equal[0].as_str(), equal[199_999].as_str()), ("x", "x_200000"));
        let different: Vec<String> = (0..200_000).map(|number| format!("rate_level_{number}")).collect();
        let names = different.iter().map(String::as_bytes).chain([&b"level"[..], b"rate_level"]);
        let added = Added { command: "rate", names: &["level"] };
        assert_eq!(added.beside(names), ["rate_level_200000"]);
        assert_eq!(unique(different.clone()), different);
    }
}
