//! Unique column names, in time proportional to the number of names.
//!
//! ```text
//! columns of the input   level, rate_level
//! added by rate          level          ─▶ candidates: 0 level, 1 rate_level, 2 rate_level_2, …
//!                                          taken: 0..2        ─▶ rate_level_2
//! ```

use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Names to add to those of an input. A name that a column already has begins with that of the command, and ends with a number
/// if that is not enough. Comparisons ignore case.
pub(super) struct AddedNames(Vec<AddedName>);

/// The columns that a command adds.
#[derive(Clone, Copy)]
pub(crate) struct Added<'a> {
    /// The name of the command.
    pub(crate) command: &'static str,
    /// The names of the columns.
    pub(crate) names: &'a [&'a str],
}

struct AddedName {
    command: &'static str,
    name: String,
    /// The numbers of the candidates that the input already has, as ascending ranges that do not touch.
    taken: Vec<Range<u64>>,
}

impl AddedNames {
    /// Creates the `added` names for an input with the `given` names.
    pub(super) fn new<'a>(added: Added<'_>, given: impl Iterator<Item = &'a [u8]> + Clone) -> Self {
        let name = |name: &&str| {
            let name = (*name).to_owned();
            let mut taken: Vec<Range<u64>> = Vec::new();
            for number in numbers_of(added.command, &name, given.clone()) {
                match taken.last_mut() {
                    Some(last) if last.end == number => last.end += 1,
                    _ => taken.push(number..number + 1),
                }
            }
            AddedName { command: added.command, name, taken }
        };
        Self(added.names.iter().map(name).collect())
    }

    /// Returns the names.
    pub(super) fn get(&self) -> Vec<String> {
        self.beside(std::iter::empty())
    }

    /// Returns the added names for a record whose `own` names may include some that the first records do not have.
    pub(super) fn beside<'a>(&self, own: impl Iterator<Item = &'a [u8]> + Clone) -> Vec<String> {
        self.0.iter().map(|added| added.beside(own.clone())).collect()
    }
}

impl AddedName {
    fn beside<'a>(&self, own: impl Iterator<Item = &'a [u8]> + Clone) -> String {
        let own = numbers_of(self.command, &self.name, own);
        let ends = self.taken.iter().map(|range| range.end);
        let starts = self.taken.iter().map(|range| range.start).chain([u64::MAX]);
        // There is a free number between any two ranges, so the search passes at most one range per name of the record.
        let mut free = [0].into_iter().chain(ends).zip(starts).flat_map(|(from, to)| from..to);
        let mut own = own.into_iter().peekable();
        let is_free = |&number: &u64| {
            while own.next_if(|&taken| taken < number).is_some() {}
            own.peek() != Some(&number)
        };
        candidate(self.command, &self.name, free.find(is_free).unwrap_or(u64::MAX))
    }
}

/// Returns candidate `number`.
fn candidate(command: &str, name: &str, number: u64) -> String {
    match number {
        0 => name.to_owned(),
        1 => format!("{command}_{name}"),
        _ => format!("{command}_{name}_{number}"),
    }
}

/// Returns the numbers of the candidates among `names`, in ascending order.
fn numbers_of<'a>(command: &str, name: &str, names: impl Iterator<Item = &'a [u8]>) -> Vec<u64> {
    let mut numbers: Vec<u64> = names.filter_map(|other| number_of(command, name, other)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Returns the number of `other` as a candidate, if it is one.
fn number_of(command: &str, name: &str, other: &[u8]) -> Option<u64> {
    if other.eq_ignore_ascii_case(name.as_bytes()) {
        return Some(0);
    }
    let prefixed = command.len() + 1 + name.len();
    let (start, rest) = other.split_at_checked(prefixed)?;
    if !start.eq_ignore_ascii_case(candidate(command, name, 1).as_bytes()) {
        return None;
    }
    match rest {
        [] => Some(1),
        [b'_', b'1'..=b'9', ..] => {
            let number = str::from_utf8(&rest[1..]).ok()?.parse().ok()?;
            (2..u64::MAX).contains(&number).then_some(number)
        }
        _ => None,
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

    fn added(name: &str, given: &[&str], own: &[&str]) -> String {
        let names = AddedNames::new(
            Added { command: "rate", names: &[name] },
            given.iter().map(|name| name.as_bytes()),
        );
        names.beside(own.iter().map(|name| name.as_bytes())).remove(0)
    }

    #[test]
    fn an_added_name_is_the_first_that_no_column_has() {
        for (given, own, expected) in [
            (&[][..], &[][..], "level"),
            (&["Level", "rate_level_2"], &[], "rate_level"),
            (&["rate_level", "level"], &[], "rate_level_2"),
            (&["level"], &["RATE_level"], "rate_level_2"),
            (&["level", "Rate_Level", "rate_level_3"], &[], "rate_level_2"),
            (&["level", "rate_level", "rate_level_3"], &["rate_level_2"], "rate_level_4"),
            (&["level", "rate_level", "rate_level_02", "rate_level_1"], &[], "rate_level_2"),
            (&["rate_level"], &["level", "rate_level_99999999999999999999"], "rate_level_2"),
            (&[], &["rate_level"], "level"),
        ] {
            assert_eq!(added("level", given, own), expected, "{given:?} {own:?}");
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
        let names = different.iter().map(String::as_bytes);
        let added = AddedNames::new(
            Added { command: "rate", names: &["level"] },
            names.clone().chain([&b"level"[..], b"rate_level"]),
        );
        for _ in 0..1000 {
            assert_eq!(added.beside([&b"rate_level_200000"[..]].into_iter()), ["rate_level_200001"]);
        }
        assert_eq!(unique(different.clone()), different);
    }
}
