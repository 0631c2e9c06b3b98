//! The classes of some entries of a table, in memory.
//!
//! ```text
//! slots ─▶ classes   fingerprint, representative, number of members
//!          others    further remembered members, each with its class
//! ```
//!
//! The representative of a class is the member that the others repeat: a member of another data set if there is one, otherwise
//! the first member or the one with the least rank.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::LazyLock;

use super::line_set::LineSet;
use super::position::PackedPosition;

/// Which members of a class are remembered.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemberRule {
    /// The count of numbers in an entry: 3 for its fingerprint and position, 4 with its map or rank.
    pub(super) width: usize,
    /// Whether the representative is the member with the least fourth number instead of the first one.
    pub(super) is_ranked: bool,
    /// The number of remembered members besides the representative.
    pub(super) beside: usize,
}

/// Classes with their remembered members.
///
/// A class remembers at most one member in another data set, as its representative. Members in other data sets are not counted.
pub(super) struct ClassSet {
    rule: MemberRule,
    /// The number of members that fit.
    room: usize,
    classes: Vec<Class>,
    others: Vec<(u32, Member)>,
    /// A hash table with linear probing of class indices, or [`NONE`].
    slots: Vec<u32>,
    multiplier: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    fingerprint: [u64; 2],
    /// The representative.
    pub(super) first: Member,
    /// The number of members in this data set.
    pub(super) count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) position: PackedPosition,
    /// The map or the rank; 0 if the entry has neither.
    pub(super) fourth: u64,
}

const NONE: u32 = u32::MAX;

/// An odd random number. Each run assigns fingerprints to different slots, so no file can be built to make many collide.
static MULTIPLIER: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0) | 1);

impl ClassSet {
    /// Creates an empty set with room for this many members.
    pub(super) fn new(rule: MemberRule, room: usize) -> Self {
        let room = room.clamp(1, NONE as usize - 1);
        let slots = vec![NONE; (2 * room).next_power_of_two()];
        let classes = Vec::with_capacity(room);
        Self { rule, room, classes, others: Vec::new(), slots, multiplier: *MULTIPLIER }
    }

    /// Adds entries, in record order within each class. Adds the lines of members that are not representatives to `left_out`.
    /// Returns false if there is not enough room.
    pub(super) fn add_all(&mut self, entries: &[u64], left_out: Option<&LineSet>) -> bool {
        // The width is a constant in each arm.
        match self.rule.width {
            3 => entries.as_chunks::<3>().0.iter().all(|entry| self.add(entry, left_out)),
            _ => entries.as_chunks::<4>().0.iter().all(|entry| self.add(entry, left_out)),
        }
    }

    #[inline]
    fn add<const WIDTH: usize>(&mut self, entry: &[u64; WIDTH], left_out: Option<&LineSet>) -> bool {
        let (fingerprint, position) = ([entry[0], entry[1]], PackedPosition(entry[2]));
        let member = Member { position, fourth: if WIDTH > 3 { entry[3] } else { 0 } };
        let slot = self.slot(fingerprint);
        let class = self.slots[slot];
        if class != NONE {
            return self.add_member(class, member, left_out);
        }
        if !self.has_room() {
            return false;
        }
        self.slots[slot] = self.classes.len() as u32;
        self.classes.push(Class { fingerprint, first: member, count: u64::from(!position.is_elsewhere()) });
        true
    }

    /// Adds a member of an existing class.
    fn add_member(&mut self, class: u32, member: Member, left_out: Option<&LineSet>) -> bool {
        let Class { first, count, .. } = &mut self.classes[class as usize];
        if let Some(more) = member.position.count() {
            *count += more;
            return true;
        }
        *count += u64::from(!member.position.is_elsewhere());
        let order =
            |it: &Member| (!it.position.is_elsewhere(), if self.rule.is_ranked { it.fourth } else { 0 });
        let mut other = member;
        if order(&member) < order(first) {
            other = std::mem::replace(first, member);
        }
        if let Some(more) = other.position.count() {
            *count += more - 1; // already counted once, as the representative in an earlier block
            return true;
        }
        if other.position.is_elsewhere() {
            return true;
        }
        if let Some(lines) = left_out {
            lines.insert(other.position.line());
        }
        let beside = *count - u64::from(!first.position.is_elsewhere());
        if beside > self.rule.beside as u64 {
            return true;
        }
        if !self.has_room() {
            return false;
        }
        self.others.push((class, other));
        true
    }

    fn has_room(&self) -> bool {
        self.classes.len() + self.others.len() < self.room
    }

    /// Returns the classes by index.
    pub(super) fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// Returns the remembered members besides the representatives, each with the index of its class, in record order within each
    /// class.
    pub(super) fn others(&self) -> &[(u32, Member)] {
        &self.others
    }

    /// Returns the class of an entry and its index.
    pub(super) fn find(&self, entry: &[u64]) -> Option<(u32, &Class)> {
        let number = self.slots[self.slot([entry[0], entry[1]])];
        let class = self.classes.get(number as usize)?; // `NONE` is past the end
        Some((number, class))
    }

    /// Replaces `entries` by fewer with the same content. Clears the set first, which must have room for all entries.
    fn collapse(&mut self, entries: &mut Vec<u64>, left_out: Option<&LineSet>) {
        self.classes.clear();
        self.others.clear();
        self.slots.fill(NONE);
        let all_are_added = self.add_all(entries, left_out);
        debug_assert!(all_are_added, "there is room");
        entries.clear();
        self.write(entries);
    }

    /// Appends an entry for each representative, for each other remembered member, and for the number of remaining members of
    /// each class. Never appends more entries than were added.
    fn write(&mut self, entries: &mut Vec<u64>) {
        let width = self.rule.width;
        let mut append = |class: &mut Class, Member { position, fourth }: Member| {
            let [one, two] = class.fingerprint;
            entries.extend_from_slice(&[one, two, position.0, fourth][..width]);
            class.count -= u64::from(!position.is_elsewhere());
        };
        for class in &mut self.classes {
            append(class, class.first);
        }
        self.others.iter().for_each(|&(class, other)| append(&mut self.classes[class as usize], other));
        // The members that are only counted.
        for class in self.classes.iter().filter(|class| class.count > 0) {
            let ([one, two], position) = (class.fingerprint, PackedPosition::of_count(class.count));
            // The greatest rank, so every member comes first.
            entries.extend_from_slice(&[one, two, position.0, u64::MAX][..width]);
        }
    }

    /// Returns the slot with this fingerprint, or the free slot for it. At least half of the slots are free.
    #[inline]
    fn slot(&self, fingerprint: [u64; 2]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (fingerprint[1].wrapping_mul(self.multiplier) >> 32) as usize & mask;
        loop {
            let class = self.slots[slot];
            if class == NONE || self.classes[class as usize].fingerprint == fingerprint {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }
}

/// Collapses blocks of entries, but rarely if earlier blocks had no repetitions.
#[derive(Default)]
pub(super) struct Collapser {
    scratch: Option<ClassSet>,
    /// The number of blocks to skip after one that did not shrink.
    pause: u32,
    /// How many of them remain to be skipped.
    idle: u32,
}

/// The largest number of blocks to skip.
const LONGEST_PAUSE: u32 = 15;

impl Collapser {
    /// Replaces `entries` by fewer with the same content. No call may have more entries than the first one.
    pub(super) fn collapse(&mut self, rule: MemberRule, entries: &mut Vec<u64>, left_out: Option<&LineSet>) {
        if self.idle > 0 {
            self.idle -= 1;
            return;
        }
        let before = entries.len();
        let scratch = self.scratch.get_or_insert_with(|| ClassSet::new(rule, before / rule.width));
        scratch.collapse(entries, left_out);
        self.pause = if entries.len() > before / 8 * 7 { (2 * self.pause + 1).min(LONGEST_PAUSE) } else { 0 };
        self.idle = self.pause;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns entries of these classes, on the lines from 1 on.
    fn entries(classes: &[u64], width: usize) -> Vec<u64> {
        let entry = |(class, line): (&u64, u64)| [*class, 7, PackedPosition::new(line, 1).0, class * line];
        classes.iter().zip(1..).flat_map(|entry_of| entry(entry_of)[..width].to_vec()).collect()
    }

    fn lines(set: &ClassSet) -> Vec<(u64, u64)> {
        set.classes().iter().map(|class| (class.first.position.line(), class.count)).collect()
    }

    fn set_of(rule: MemberRule, entries: &[u64], left_out: Option<&LineSet>) -> ClassSet {
        let mut set = ClassSet::new(rule, entries.len());
        assert!(set.add_all(entries, left_out));
        set
    }

    #[test]
    fn a_class_remembers_one_member_and_counts_all() {
        let rule = MemberRule { width: 3, is_ranked: false, beside: 0 };
        let mut left_out = LineSet::default();
        left_out.grow(10);
        let mut block = entries(&[5, 6, 5, 5, 8, 6], 3);
        let mut set = ClassSet::new(rule, 6);
        set.collapse(&mut block, Some(&left_out));
        assert_eq!(block.len(), 5 * 3, "three members, and two numbers of others");
        assert_eq!((1..10).filter(|&line| left_out.contains(line)).collect::<Vec<_>>(), [3, 4, 6]);
        let again = entries(&[5, 9], 3);
        block.extend_from_slice(&again);
        assert_eq!(lines(&set_of(rule, &block, Some(&left_out))), [(1, 4), (2, 2), (5, 1), (2, 1)]);
    }

    #[test]
    fn collapsing_in_blocks_changes_nothing() {
        let classes: Vec<u64> = (0..5000).map(|number| number * number % 331).collect();
        for (width, is_ranked, beside) in [(3, false, 0), (3, false, 2), (4, true, 0), (4, false, 9)] {
            let rule = MemberRule { width, is_ranked, beside };
            let whole = entries(&classes, width);
            let expected = set_of(rule, &whole, None);
            let (mut scratch, mut block) = (ClassSet::new(rule, 900), Vec::new());
            let mut spilled = Vec::new();
            for entry in whole.chunks(width) {
                if block.len() == 900 * width {
                    scratch.collapse(&mut block, None);
                    if spilled.len() < 2000 * width {
                        spilled.append(&mut block);
                    }
                }
                block.extend_from_slice(entry);
            }
            spilled.append(&mut block);
            let found = set_of(rule, &spilled, None);
            assert_eq!(lines(&found), lines(&expected), "{rule:?}");
            let sorted = |set: &ClassSet| {
                let mut others: Vec<_> =
                    set.others().iter().map(|(class, it)| (*class, it.position)).collect();
                others.sort();
                others
            };
            assert_eq!(sorted(&found), sorted(&expected), "{rule:?}");
        }
    }

    #[test]
    fn a_member_of_another_data_set_represents_its_class_in_any_order() {
        let elsewhere = [5, 7, PackedPosition::new(3, 1).elsewhere().0];
        let own = entries(&[5, 5, 6], 3);
        for beside in [0, 1] {
            let rule = MemberRule { width: 3, is_ranked: false, beside };
            for entries in [[&own[..], &elsewhere, &elsewhere].concat(), [&elsewhere, &own[..]].concat()] {
                let set = set_of(rule, &entries, None);
                let (_, class) = set.find(&elsewhere).unwrap();
                assert_eq!((class.first.position, class.count), (PackedPosition(elsewhere[2]), 2));
                assert_eq!(set.classes().len(), 2);
            }
        }
    }

    #[test]
    fn a_full_set_reports_it() {
        let rule = MemberRule { width: 3, is_ranked: false, beside: 0 };
        let mut set = ClassSet::new(rule, 2);
        let block = entries(&[1, 2, 1, 3], 3);
        let added: Vec<bool> = block.chunks(3).map(|entry| set.add_all(entry, None)).collect();
        assert_eq!(added, [true, true, true, false]);
    }
}
