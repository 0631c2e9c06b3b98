//! The classes of some entries of a table, in memory.
//!
//! ```text
//! slots ─▶ classes   fingerprint, representative, number of members
//!          others    further members, each with its class, if they are remembered
//! ```
//!
//! The representative of a class is the member that the others repeat: one of another data set if there is one, else the first
//! one, or the one of the least rank.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::LazyLock;

use super::line_set::LineSet;
use super::position::PackedPosition;

/// What is remembered of the members of a class.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemberRule {
    /// The count of numbers of an entry: its fingerprint, its position and, with 4, its map or its rank.
    pub(super) width: usize,
    /// Whether the representative is the member with the least fourth number instead of the first one.
    pub(super) is_ranked: bool,
    /// The number of members that are remembered besides the representative.
    pub(super) beside: usize,
}

/// Classes with what is remembered of their members.
///
/// Of the members in other data sets, only one is remembered, as the representative, and none is counted.
pub(super) struct ClassSet {
    rule: MemberRule,
    /// The number of members that it has room for.
    room: usize,
    classes: Vec<Class>,
    others: Vec<(u32, Member)>,
    /// A hash table with linear probing: the number of a class, or [`NONE`].
    slots: Vec<u32>,
    multiplier: u64,
}

/// A class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    fingerprint: [u64; 2],
    /// The representative.
    pub(super) first: Member,
    /// The number of members in this data set.
    pub(super) count: u64,
}

/// A member of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) position: PackedPosition,
    /// The map or the rank; 0 in entries without.
    pub(super) fourth: u64,
}

const NONE: u32 = u32::MAX;

/// An odd random number: which fingerprints share a slot is different in every run, so that no file can be made to have many.
static MULTIPLIER: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0) | 1);

impl ClassSet {
    /// No classes yet, with room for this number of members.
    pub(super) fn new(rule: MemberRule, room: usize) -> Self {
        let room = room.clamp(1, NONE as usize - 1);
        let slots = vec![NONE; (2 * room).next_power_of_two()];
        let classes = Vec::with_capacity(room);
        Self { rule, room, classes, others: Vec::new(), slots, multiplier: *MULTIPLIER }
    }

    /// Adds entries. Those of a class come in the order of their records. The lines of members that are not representatives go to
    /// `left_out`. Returns false if there is no room for them all.
    pub(super) fn add_all(&mut self, entries: &[u64], left_out: Option<&LineSet>) -> bool {
        // Each entry has a constant width here.
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

    /// Adds a member of a class that is there.
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
            *count += more - 1; // it was counted once, as the representative of a class of an earlier block
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

    /// The classes, by their numbers.
    pub(super) fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The members that are remembered besides the representatives, each with the number of its class, in the order of the records
    /// of each class.
    pub(super) fn others(&self) -> &[(u32, Member)] {
        &self.others
    }

    /// The class of an entry, with its number.
    pub(super) fn find(&self, entry: &[u64]) -> Option<(u32, &Class)> {
        let number = self.slots[self.slot([entry[0], entry[1]])];
        let class = self.classes.get(number as usize)?; // there are fewer than `NONE`
        Some((number, class))
    }

    /// Replaces `entries` by fewer ones that say the same. What the set had before is lost. It must have room for all entries.
    fn collapse(&mut self, entries: &mut Vec<u64>, left_out: Option<&LineSet>) {
        self.classes.clear();
        self.others.clear();
        self.slots.fill(NONE);
        let all_are_added = self.add_all(entries, left_out);
        debug_assert!(all_are_added, "there is room");
        entries.clear();
        self.write(entries);
    }

    /// Appends an entry for each representative, for each other member that is remembered, and for the number of the rest of a class.
    /// They are at most as many as were added.
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
        // What is left of each count is not remembered.
        for class in self.classes.iter().filter(|class| class.count > 0) {
            let ([one, two], position) = (class.fingerprint, PackedPosition::of_count(class.count));
            // Of the last rank, so that every member comes before it.
            entries.extend_from_slice(&[one, two, position.0, u64::MAX][..width]);
        }
    }

    /// The slot with this fingerprint, or the free one where it belongs. At least half of the slots are free.
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

/// Collapses blocks of entries, one after another. Those of a table without repetitions are collapsed rarely.
#[derive(Default)]
pub(super) struct Collapser {
    scratch: Option<ClassSet>,
    /// The number of blocks that are left as they are after one that did not get shorter.
    pause: u32,
    /// How many of these are still to come.
    idle: u32,
}

/// The most blocks that are left as they are.
const LONGEST_PAUSE: u32 = 15;

impl Collapser {
    /// Replaces `entries` by fewer ones that say the same. They are never more than those of the first call.
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

    /// Entries of these classes, on the lines from 1 on.
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
    fn one_member_of_each_class_is_remembered_and_all_are_counted() {
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
    fn a_member_of_another_data_set_represents_its_class_whenever_it_comes() {
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
    fn a_set_without_room_says_so() {
        let rule = MemberRule { width: 3, is_ranked: false, beside: 0 };
        let mut set = ClassSet::new(rule, 2);
        let block = entries(&[1, 2, 1, 3], 3);
        let added: Vec<bool> = block.chunks(3).map(|entry| set.add_all(entry, None)).collect();
        assert_eq!(added, [true, true, true, false]);
    }
}
