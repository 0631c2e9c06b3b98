use std::collections::BTreeSet;

use super::*;

/// Bytes of entries to keep in memory: for one entry per bucket, for a hundred, and for all.
const HELD: [usize; 3] = [0, BUCKETS * 24 * 100, usize::MAX];

/// The classes of records by their numbers from 0 on.
type Mixture = (&'static str, fn(u64) -> u64);

const RECORDS: u64 = 4_000;

const MIXTURES: [Mixture; 6] = [
    ("one class", |_| 0),
    ("two classes", |number| number % 2),
    ("all distinct", |number| number),
    ("two of each, far apart", |number| number % 2_000),
    ("four of each, side by side", |number| number / 4),
    ("a large class among small ones", |number| if number % 3 == 0 { 1 << 30 } else { number / 2 }),
];

/// The spread of fingerprints: over all buckets, in one, and in one where the first parts have equal bytes.
const SPREADS: [fn(u64) -> [u64; 2]; 3] = [
    |class| Fingerprint::of_text(&class.to_le_bytes()).0,
    |class| [Fingerprint::of_text(&class.to_le_bytes()).0[0] >> 8, class],
    |class| [1, class << 20],
];

fn position(line: u64) -> PackedPosition {
    PackedPosition::new(line, 1)
}

fn member(fingerprint: [u64; 2], line: u64) -> ClassMember {
    ClassMember { fingerprint: Fingerprint(fingerprint), map: PackedMap::from_number(line) }
}

/// Returns a table of the records of a mixture, on the lines from 1 on.
fn table(mut table: ClassTable, class: fn(u64) -> u64, spread: fn(u64) -> [u64; 2]) -> ClassTable {
    for number in 0..RECORDS {
        table.push(member(spread(class(number)), number + 1), position(number + 1), None).unwrap();
    }
    table
}

/// Returns what `search` must find, computed naively.
fn expected(class: fn(u64) -> u64, most: usize) -> (Vec<(u64, u64)>, u64, BTreeMap<u64, u64>) {
    let (mut firsts, mut counts) = (BTreeMap::new(), BTreeMap::new());
    let mut repeated = Vec::new();
    for number in 0..RECORDS {
        let first = *firsts.entry(class(number)).or_insert(number + 1);
        *counts.entry(class(number)).or_insert(0) += 1;
        if first != number + 1 {
            repeated.push((number + 1, first));
        }
    }
    let mut sizes = BTreeMap::new();
    counts.values().for_each(|&count| *sizes.entry(count).or_insert(0) += 1);
    let count = repeated.len() as u64;
    repeated.truncate(most);
    (repeated, count, sizes)
}

fn lines(found: &Repetitions) -> Vec<(u64, u64)> {
    found.first.iter().map(|it| (it.position.line(), it.first.line())).collect()
}

#[test]
fn duplicates_of_every_mixture_are_counted_and_the_first_are_listed_in_any_memory() {
    let pool = WorkerPool::start(2).unwrap();
    for (name, class) in MIXTURES {
        for (spread, most) in
            SPREADS.into_iter().flat_map(|spread| [(spread, 0), (spread, 50), (spread, 1500)])
        {
            let (first, count, sizes) = expected(class, most);
            for held in HELD {
                let table = table(ClassTable::new(Members::Listed(most), Extra::Map, held), class, spread);
                let found = table.search(&pool, most, true).unwrap();
                assert_eq!(
                    found.duplicates.count,
                    count,
                    "{name}, {held} bytes held, {most} listed, {:?}",
                    spread(1)
                );
                assert_eq!(lines(&found.duplicates), first, "{name}, {held} bytes held");
                assert_eq!(found.sizes, sizes, "{name}, {held} bytes held");
                let maps = |it: &Repetition| it.maps == Some([it.position, it.first].map(map_of));
                assert!(found.duplicates.first.iter().all(maps), "{name}, {held} bytes held");
                assert_eq!((found.leaks.count, found.leaks.first.len()), (0, 0));
            }
        }
    }
}

/// Returns the map that [`table`] gives the record at this position.
fn map_of(position: PackedPosition) -> PackedMap {
    PackedMap::from_number(position.line())
}

#[test]
fn repeated_classes_take_little_of_the_file() {
    for (class, most) in [(MIXTURES[0].1, 1 << 10), (MIXTURES[1].1, 1 << 10), (MIXTURES[4].1, RECORDS * 14)] {
        let held = BUCKETS * 24 * 100;
        let table = table(ClassTable::new(Members::Kept, Extra::Nothing, held), class, SPREADS[1]);
        assert!(table.spilled() <= most, "{} bytes", table.spilled());
    }
}

#[test]
fn kept_records_and_all_records_agree() {
    let pool = WorkerPool::start(3).unwrap();
    for ((name, class), spread) in
        MIXTURES.into_iter().flat_map(|mixture| SPREADS.map(|spread| (mixture, spread)))
    {
        let (repeated, count, _) = expected(class, usize::MAX);
        for held in HELD {
            let mut left_out = LineSet::default();
            left_out.grow(RECORDS);
            let mut kept = ClassTable::new(Members::Kept, Extra::Nothing, held);
            for number in 0..RECORDS {
                let member = member(spread(class(number)), 1);
                kept.push(member, position(number + 1), Some(&left_out)).unwrap();
            }
            let counted = std::sync::atomic::AtomicU64::new(0);
            kept.for_each_set(&pool, Some(&left_out), |classes| {
                let repeated: u64 = classes.classes().iter().map(|class| class.count - 1).sum();
                counted.fetch_add(repeated, std::sync::atomic::Ordering::Relaxed);
                Ok(())
            })
            .unwrap();
            assert_eq!(counted.into_inner(), count, "{name}, {held} bytes held");
            let found: Vec<u64> = (1..=RECORDS).filter(|&line| left_out.contains(line)).collect();
            let expected: Vec<u64> = repeated.iter().map(|&(line, _)| line).collect();
            assert!(found == expected, "{name}, {held} bytes held");
            let all = table(ClassTable::new(Members::All, Extra::Nothing, held), class, spread);
            let members = Mutex::new(BTreeSet::new());
            all.for_each_member(&pool, |some| {
                let pairs = some.iter().map(|it| (it.position.line(), it.kept.line()));
                members.lock().unwrap().extend(pairs);
                Ok(())
            })
            .unwrap();
            let members = members.into_inner().unwrap();
            assert_eq!(members.len() as u64, RECORDS);
            let apart: Vec<_> = members.into_iter().filter(|(line, kept)| line != kept).collect();
            assert!(apart == repeated, "{name}, {held} bytes held");
        }
    }
}

#[test]
fn leaks_refer_to_the_first_record_of_the_other_data_set_which_is_remembered_once() {
    let pool = WorkerPool::start(2).unwrap();
    for held in HELD {
        let mut table = ClassTable::new(Members::Listed(4), Extra::Map, held);
        for line in 1..=30_000 {
            let class = if line % 3 == 0 { line - 2 } else { line % 1000 };
            table.push(member(SPREADS[0](class), line), position(line).elsewhere(), None).unwrap();
        }
        for line in 1..=10 {
            let class = if line % 3 == 0 { line - 2 } else { line };
            table.push(member(SPREADS[0](class), line), position(line), None).unwrap();
        }
        let found = table.search(&pool, 4, true).unwrap();
        let told = |line, first| Repetition {
            position: position(line),
            first: position(first).elsewhere(),
            maps: Some([line, first].map(PackedMap::from_number)),
        };
        assert_eq!(found.leaks.first, [told(1, 1), told(2, 2), told(3, 1), told(4, 4)]);
        assert_eq!(found.leaks.count, 10);
        assert_eq!(lines(&found.duplicates), [(3, 1), (6, 4), (9, 7)]);
        assert_eq!(found.sizes, BTreeMap::from([(1, 4), (2, 3)]), "records elsewhere are not counted");
    }
}

#[test]
fn records_of_one_class_elsewhere_stay_in_memory() {
    for members in [Members::Listed(10), Members::Kept, Members::All] {
        let mut table = ClassTable::new(members, Extra::Nothing, BUCKETS * 24 * 100);
        for line in 1..=100_000 {
            table.push(member([1, 2], line), position(line).elsewhere(), None).unwrap();
        }
        assert_eq!(table.spilled(), 0, "{members:?}");
    }
}
