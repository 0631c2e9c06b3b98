use super::*;

/// Returns what is known about the only class of these records: the kept one, its numbers of records and of repeated ones, and the
/// repeated ones in order.
fn class_of(records: &[Order], held: usize) -> (Member, u64, Repeated, Vec<Order>) {
    let mut rows = Rows::new(held);
    records.iter().for_each(|&order| rows.push(row(Fingerprint([7, 8]), order)).unwrap());
    let found = Mutex::new(None);
    Rows::groups(&Arc::new(rows), &WorkerPool::start(1).unwrap(), 1, |group| {
        let (class, mut repeated) = (Class::of(group)?, Vec::new());
        class.for_each_repeated(|member| {
            repeated.push(member.order);
            Ok(())
        })?;
        repeated.sort_unstable();
        let found = found.lock().unwrap().replace((class.kept, class.own, class.repeated(), repeated));
        assert!(found.is_none(), "a class is visited once");
        Ok(())
    })
    .unwrap();
    found.into_inner().unwrap().unwrap()
}

fn own(line: u64) -> Order {
    Order::own(PackedPosition::new(line, 1))
}

fn elsewhere(line: u64) -> Order {
    Order::elsewhere(PackedPosition::new(line, 1))
}

#[test]
fn the_first_record_of_a_class_is_kept_in_any_memory() {
    let records: Vec<Order> = (0..5000).map(|number| own(number * 7919 % 5000 + 1)).collect();
    for held in [0, usize::MAX] {
        let (kept, number, repeated, others) = class_of(&records, held);
        assert_eq!((kept.order, number), (own(1), 5000));
        assert_eq!(repeated, Repeated { duplicates: 4999, leaks: 0 });
        assert!(others.into_iter().eq((2..=5000).map(own)));
    }
}

#[test]
fn a_record_of_another_data_set_represents_its_class_and_the_first_of_them() {
    for held in [0, usize::MAX] {
        let records = [own(1), elsewhere(9), own(2), elsewhere(4)];
        let (kept, number, repeated, others) = class_of(&records, held);
        assert_eq!((kept.order, number, repeated), (elsewhere(4), 2, Repeated { duplicates: 0, leaks: 2 }));
        assert_eq!(others, [own(1), own(2)]);
    }
}

#[test]
fn the_record_with_the_least_rank_is_kept_and_the_first_of_several() {
    let records = [Order::ranked(30, 1), Order::ranked(24, 7), Order::ranked(24, 3), Order::ranked(25, 2)];
    let (kept, _, _, others) = class_of(&records, usize::MAX);
    assert_eq!((kept.order.line(), others.len()), (3, 3));
    assert!(!kept.order.is_elsewhere());
}

#[test]
fn the_first_own_record_is_known_beside_one_of_another_data_set() {
    let mut rows = Rows::new(usize::MAX);
    let map = |line| PackedMap::from_number(line);
    for (order, line) in [(own(5), 5), (elsewhere(9), 9), (own(2), 2)] {
        let member = ClassMember { fingerprint: Fingerprint([1, 2]), map: map(line) };
        rows.push(row_with_map(member, order)).unwrap();
    }
    Rows::groups(&Arc::new(rows), &WorkerPool::start(1).unwrap(), 1, |group| {
        let class = Class::of(group)?;
        assert_eq!(class.kept, Member { order: elsewhere(9), map: Some(map(9)) });
        assert_eq!(class.own_first, Some(Member { order: own(2), map: Some(map(2)) }));
        assert_eq!(class.own_repeated(), Repeated { duplicates: 1, leaks: 2 });
        assert_eq!(class.kept.order.position(), PackedPosition::new(9, 1));
        Ok(())
    })
    .unwrap();
}
