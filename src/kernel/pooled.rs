//! Long arrays of numbers whose memory is used again.
//!
//! A study that makes twenty transients one after another would ask the system for fresh pages for each of
//! them, and fresh pages are what a kept state costs most. The memory of an array that is dropped waits here
//! for the next one; at most [`MOST_WAITING`] bytes wait.
//!
//! A second way for speed: `benches/README.md` has what it gives.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

/// Shorter arrays (numbers) are left to the allocator.
pub const SHORT: usize = 512;
/// Bytes of touched memory that may wait (256 MiB).
const MOST_WAITING: usize = 1 << 28;

/// Arrays that wait, by the room they have, and how many of their numbers were in use.
struct Waiting {
    arrays: BTreeMap<usize, Vec<(Vec<f64>, usize)>>,
    touched: usize,
}

static WAITING: Mutex<Waiting> = Mutex::new(Waiting { arrays: BTreeMap::new(), touched: 0 });

impl Waiting {
    /// The smallest array with room for `room` numbers.
    fn take(&mut self, room: usize) -> Option<(Vec<f64>, usize)> {
        let (&room, arrays) = self.arrays.range_mut(room..).next()?;
        let taken = arrays.pop();
        if arrays.is_empty() {
            self.arrays.remove(&room);
        }
        let (numbers, touched) = taken?;
        self.touched -= touched;
        Some((numbers, touched))
    }

    fn put(&mut self, mut numbers: Vec<f64>, touched: usize) {
        if self.touched + touched <= MOST_WAITING {
            numbers.clear();
            self.touched += touched;
            self.arrays.entry(numbers.capacity()).or_default().push((numbers, touched));
        }
    }
}

/// A vector of numbers; its memory is kept for others when it is dropped.
#[derive(Debug, Default)]
pub struct Numbers {
    numbers: Vec<f64>,
    /// Bytes that were in use before.
    touched: usize,
}

impl Numbers {
    /// An empty array with room for `room` numbers. Room that is never filled costs nothing.
    pub fn with_room(room: usize) -> Self {
        if room < SHORT {
            return Numbers::from(Vec::with_capacity(room));
        }
        let waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner).take(room);
        let (numbers, touched) = waiting.unwrap_or_else(|| (Vec::with_capacity(room), 0));
        Numbers { numbers, touched }
    }
}

impl Clone for Numbers {
    fn clone(&self) -> Self {
        Numbers::from(self.numbers.clone())
    }
}

impl PartialEq for Numbers {
    fn eq(&self, other: &Self) -> bool {
        self.numbers == other.numbers
    }
}

impl Drop for Numbers {
    fn drop(&mut self) {
        if self.numbers.capacity() < SHORT {
            return;
        }
        let touched = self.touched.max(8 * self.numbers.len());
        WAITING.lock().unwrap_or_else(PoisonError::into_inner).put(std::mem::take(&mut self.numbers), touched);
    }
}

impl Deref for Numbers {
    type Target = Vec<f64>;

    fn deref(&self) -> &Vec<f64> {
        &self.numbers
    }
}

impl DerefMut for Numbers {
    fn deref_mut(&mut self) -> &mut Vec<f64> {
        &mut self.numbers
    }
}

impl<'a> IntoIterator for &'a Numbers {
    type Item = &'a f64;
    type IntoIter = std::slice::Iter<'a, f64>;

    fn into_iter(self) -> Self::IntoIter {
        self.numbers.iter()
    }
}

impl From<Vec<f64>> for Numbers {
    fn from(numbers: Vec<f64>) -> Self {
        Numbers { numbers, touched: 0 }
    }
}

impl FromIterator<f64> for Numbers {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Self {
        Numbers::from(numbers.into_iter().collect::<Vec<f64>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other tests use the same memory at the same time: only what holds whatever they do is looked at.
    #[test]
    fn an_array_has_the_room_asked_for_and_is_empty() {
        for room in [0, 10, 5000, 70_000] {
            let mut first = Numbers::with_room(room);
            assert!(first.is_empty() && first.capacity() >= room);
            first.resize(room, 3.0);
            drop(first);
            let second = Numbers::with_room(room);
            assert!(second.is_empty() && second.capacity() >= room);
        }
    }
}
