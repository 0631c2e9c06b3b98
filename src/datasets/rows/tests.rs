use std::collections::BTreeMap;
use std::sync::Mutex;

use super::*;
use crate::datasets::fingerprint::Fingerprint;

/// Bytes of rows to keep in memory: for almost none, for a hundred per bucket, and for all.
const HELD: [usize; 3] = [0, BUCKETS * 24 * 100, usize::MAX];

/// The classes of records by their numbers from 0 on.
type Mixture = (&'static str, fn(u64) -> u64);

const RECORDS: u64 = 2_000;

const MIXTURES: [Mixture; 6] = [
    ("one class", |_| 0),
    ("two classes", |number| number % 2),
    ("all distinct", |number| number),
    ("two of each, far apart", |number| number % 1_000),
    ("four of each, side by side", |number| number / 4),
    ("a large class among small ones", |number| if number % 3 == 0 { 1 << 30 } else { number / 2 }),
];

/// The spread of the first two numbers: over all buckets, in one, in one where the first ones are equal, and as lines.
const SPREADS: [fn(u64) -> [u64; 2]; 4] = [
    |class| Fingerprint::of_text(&class.to_le_bytes()).0,
    |class| [Fingerprint::of_text(&class.to_le_bytes()).0[0] >> 8, class],
    |class| [1, class << 20],
    |class| [class << 28, 0],
];

/// Returns the rows of a mixture, in a scrambled order.
fn rows(class: fn(u64) -> u64, spread: fn(u64) -> [u64; 2]) -> impl Iterator<Item = [u64; 3]> {
    (0..RECORDS).map(move |number| {
        let number = number * 7919 % RECORDS;
        let [one, two] = spread(class(number));
        [one, two, number]
    })
}

fn collected(rows: impl Iterator<Item = [u64; 3]>, held: usize) -> Rows<3> {
    let mut all = Rows::new(held);
    rows.for_each(|row| all.push(row).unwrap());
    all
}

#[test]
fn rows_of_every_mixture_come_out_in_order_in_any_memory() {
    for ((name, class), spread) in
        MIXTURES.into_iter().flat_map(|mixture| SPREADS.map(|spread| (mixture, spread)))
    {
        let mut expected: Vec<[u64; 3]> = rows(class, spread).collect();
        expected.sort_unstable();
        for held in HELD {
            let all = Arc::new(collected(rows(class, spread), held));
            assert!(all.spilled() > 0 || held > 0, "{name}, {held} bytes held");
            for _ in 0..2 {
                let (mut found, mut in_order) = (Vec::new(), Rows::in_order(&all));
                while let Some(rows) = in_order.next().unwrap() {
                    found.extend_from_slice(rows);
                }
                assert!(found == expected, "{name}, {:?}, {held} bytes held", spread(1));
            }
        }
    }
}

#[test]
fn groups_of_every_mixture_are_complete_in_any_memory() {
    let pool = WorkerPool::start(3).unwrap();
    for ((name, class), spread) in
        MIXTURES.into_iter().flat_map(|mixture| SPREADS.map(|spread| (mixture, spread)))
    {
        let mut expected: BTreeMap<[u64; 2], Vec<u64>> = BTreeMap::new();
        rows(class, spread)
            .for_each(|[one, two, number]| expected.entry([one, two]).or_default().push(number));
        expected.values_mut().for_each(|numbers| numbers.sort_unstable());
        for held in HELD {
            let all = Arc::new(collected(rows(class, spread), held));
            let found = Mutex::new(BTreeMap::new());
            let visit = |group: &Group<'_, 3>| {
                let (mut key, mut numbers) = ([0; 2], Vec::new());
                for _ in 0..2 {
                    numbers.clear();
                    group.for_each_block(|rows| {
                        key = [rows[0][0], rows[0][1]];
                        numbers.extend(rows.iter().map(|row| row[2]));
                        Ok(())
                    })?;
                }
                numbers.sort_unstable();
                assert!(found.lock().unwrap().insert(key, numbers).is_none(), "a group is visited once");
                Ok(())
            };
            Rows::groups(&all, &pool, 1, visit).unwrap();
            assert!(found.into_inner().unwrap() == expected, "{name}, {:?}, {held} bytes held", spread(1));
        }
    }
}

#[test]
fn equal_rows_that_do_not_fit_in_memory_all_come_out() {
    let all = Arc::new(collected(std::iter::repeat_n([1, 2, 3], 20_000), 0));
    let (mut count, mut in_order) = (0, Rows::in_order(&all));
    while let Some(rows) = in_order.next().unwrap() {
        assert!(rows.iter().all(|row| *row == [1, 2, 3]));
        count += rows.len();
    }
    assert_eq!(count, 20_000);
}

#[test]
fn memory_stays_within_the_bound_whatever_the_first_bytes() {
    let held = BUCKETS * 24 * 100;
    for shift in [0, 28, 56] {
        let mut all = Rows::<3>::new(held);
        for number in 0..100_000_u64 {
            all.push([number << shift, number, 1]).unwrap();
            let capacities: usize = all.buckets.iter().map(Vec::capacity).sum();
            assert!(capacities == all.room && 24 * capacities <= held, "{capacities}");
        }
        let mut count = 0;
        all.for_each(|_| {
            count += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(count, 100_000);
    }
}
