//! Step counters of kept states: nearly always at equal distances, and kept as such.

use std::ops::Deref;
use std::sync::OnceLock;

/// Integers in the order in which they came; read as a slice, which is made when first asked for.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    runs: Vec<ModalRun>,
    len: usize,
    all: OnceLock<Vec<i64>>,
}

/// Integers at equal distances.
#[derive(Clone, Copy, Debug)]
struct ModalRun {
    first: i64,
    distance: i64,
    count: i64,
}

impl Orders {
    /// Number of step numbers.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True without any.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a step number.
    #[inline]
    pub fn push(&mut self, order: i64) {
        self.all.take();
        self.len += 1;
        match self.runs.last_mut() {
            Some(run) if order == run.first + run.count * run.distance => run.count += 1,
            Some(run) if run.count == 1 => (run.distance, run.count) = (order - run.first, 2),
            _ => self.runs.push(ModalRun { first: order, distance: 1, count: 1 }),
        }
    }
}

impl Deref for Orders {
    type Target = [i64];

    fn deref(&self) -> &[i64] {
        let numbers = |run: &ModalRun| {
            let ModalRun { first, distance, count } = *run;
            (0..count).map(move |k| first + k * distance)
        };
        self.all.get_or_init(|| self.runs.iter().flat_map(numbers).collect())
    }
}

impl FromIterator<i64> for Orders {
    fn from_iter<I: IntoIterator<Item = i64>>(numbers: I) -> Self {
        let mut orders = Orders::default();
        numbers.into_iter().for_each(|order| orders.push(order));
        orders
    }
}

impl PartialEq for Orders {
    fn eq(&self, other: &Orders) -> bool {
        **self == **other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn they_come_back(distances in proptest::collection::vec(1i64..4, 0..40), first in -3i64..3) {
            let mut last = first;
            let numbers: Vec<i64> = distances.iter().map(|d| { last += d; last }).collect();
            let orders: Orders = numbers.iter().copied().collect();
            prop_assert_eq!(orders.len(), numbers.len());
            prop_assert_eq!(&*orders, numbers.as_slice());
            let mut more = orders.clone();
            more.push(last + 1);
            prop_assert_eq!(more.last(), Some(&(last + 1)));
            prop_assert_eq!(more.iter().count(), numbers.len() + 1);
        }
    }

    #[test]
    fn equal_distances_are_one_run() {
        let orders: Orders = (0..1000).map(|k| 7 + 5 * k).collect();
        assert_eq!((orders.runs.len(), orders.len(), orders[999]), (1, 1000, 7 + 5 * 999));
    }
}
