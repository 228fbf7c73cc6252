//! Rows of numbers kept by column; a column that never changes is kept as one number.
//!
//! The internal variables of a run are such rows, one a state: most of them are the same in all states
//! (components that no mode moves, forces of contacts that stay open). Rows wait until there are [`BATCH`] of
//! them, and are then added to the columns together.

use std::ops::Range;

use super::numbers::Numbers;

/// Rows that wait at most.
const BATCH: usize = 32;

/// Rows of `width` numbers, in the order in which they came. Reading starts after [`Columns::settle`].
#[derive(Clone, Debug, Default)]
pub struct Columns {
    width: usize,
    /// Rows in the columns.
    len: usize,
    /// Numbers in the columns.
    kept: usize,
    columns: Vec<Kept>,
    /// Rows that wait, column by column, and how many they are.
    waiting: Vec<[f64; BATCH]>,
    filled: usize,
}

/// The place of one row among those that wait.
pub struct Slot<'a> {
    columns: &'a mut [[f64; BATCH]],
    rank: usize,
}

impl Slot<'_> {
    /// Writes numbers from column `at` on.
    #[inline(always)]
    pub fn set<const N: usize>(&mut self, at: usize, numbers: [f64; N]) {
        // Always below: said so that no number needs a check.
        let rank = self.rank % BATCH;
        if let Some(columns) = self.columns.get_mut(at..).and_then(|c| c.first_chunk_mut::<N>()) {
            for i in 0..N {
                columns[i][rank] = numbers[i];
            }
        }
    }

    /// The same for any number of them.
    #[inline]
    pub fn copy(&mut self, at: usize, numbers: &[f64]) {
        let rank = self.rank % BATCH;
        for (column, x) in self.columns[at..].iter_mut().zip(numbers) {
            column[rank] = *x;
        }
    }
}

/// A column.
#[derive(Clone, Debug, Default)]
struct Kept {
    first: f64,
    /// Empty while all are the same as the first.
    values: Numbers,
}

/// A part of one column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Column<'a> {
    /// The same number in all rows.
    Constant(f64),
    Values(&'a [f64]),
}

impl Column<'_> {
    #[inline]
    pub fn at(&self, k: usize) -> f64 {
        match self {
            Column::Constant(x) => *x,
            Column::Values(values) => values[k],
        }
    }
}

impl Columns {
    /// No row yet; `room` rows are expected, and nothing is allocated until there are more.
    pub fn new(width: usize, room: usize) -> Self {
        let columns = (0..width).map(|_| Kept { first: 0.0, values: Numbers::with_room(room) }).collect();
        Columns { width, columns, waiting: vec![[0.0; BATCH]; width], ..Columns::default() }
    }

    /// Of rows that follow each other in `numbers`.
    pub fn from_rows(width: usize, numbers: &[f64]) -> Self {
        let mut columns = Columns::new(width, numbers.len() / width.max(1));
        numbers.chunks_exact(width.max(1)).for_each(|row| columns.push(row));
        columns.close();
        columns
    }

    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.len + self.filled
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Numbers kept.
    pub fn kept(&self) -> usize {
        self.filled * self.width + self.width + self.kept
    }

    /// Appends a row of [`Columns::width`] numbers.
    pub fn push(&mut self, row: &[f64]) {
        self.push_with(|slot| slot.copy(0, row));
    }

    /// Appends a row, which `write` writes whole.
    #[inline(always)]
    pub fn push_with(&mut self, write: impl FnOnce(&mut Slot<'_>)) {
        write(&mut Slot { columns: &mut self.waiting, rank: self.filled });
        self.filled += 1;
        if self.filled == BATCH {
            self.settle();
        }
    }

    /// Sorts the rows that wait into the columns.
    #[inline(never)]
    pub fn settle(&mut self) {
        let Columns { len, columns, waiting, filled, .. } = self;
        for (column, waiting) in columns.iter_mut().zip(waiting) {
            let Some(waiting) = waiting.get(..*filled).filter(|w| !w.is_empty()) else { return };
            if column.values.is_empty() {
                if *len == 0 {
                    column.first = waiting[0];
                }
                let first = column.first.to_bits();
                if waiting.iter().fold(0, |change, x| change | (x.to_bits() ^ first)) == 0 {
                    continue;
                }
                column.values.resize(*len, column.first);
            }
            column.values.extend_from_slice(waiting);
        }
        *len += *filled;
        self.filled = 0;
        self.count();
    }

    /// Gives back the room of columns that never changed, when no row is to come.
    pub fn close(&mut self) {
        self.settle();
        self.columns.iter_mut().filter(|c| c.values.is_empty()).for_each(|c| c.values = Numbers::default());
    }

    /// Takes the columns from `at` on away.
    pub fn split_off(&mut self, at: usize) -> Columns {
        self.settle();
        let columns = self.columns.split_off(at.min(self.width));
        let mut taken = Columns { width: columns.len(), len: self.len, columns, ..Columns::default() };
        taken.waiting = self.waiting.split_off(self.width - taken.width);
        self.width -= taken.width;
        self.count();
        taken.count();
        taken
    }

    /// All numbers of column `i`, taken away.
    pub fn take(&mut self, i: usize) -> Numbers {
        let mut column = std::mem::take(&mut self.columns[i]);
        if column.values.is_empty() {
            column.values.resize(self.len, column.first);
        }
        column.values
    }

    fn count(&mut self) {
        self.kept = self.columns.iter().map(|c| c.values.len()).sum();
    }

    /// Number `i` of row `k`.
    #[inline]
    pub fn at(&self, k: usize, i: usize) -> f64 {
        let column = &self.columns[i];
        if column.values.is_empty() { column.first } else { column.values[k] }
    }

    /// Some rows of column `i`.
    pub fn column(&self, i: usize, rows: Range<usize>) -> Column<'_> {
        let column = &self.columns[i];
        if column.values.is_empty() { Column::Constant(column.first) } else { Column::Values(&column.values[rows]) }
    }

    /// Row `k`.
    pub fn row(&self, k: usize) -> Vec<f64> {
        (0..self.width).map(|i| self.at(k, i)).collect()
    }

    /// The first `count` rows.
    pub fn head(&self, count: usize) -> Columns {
        let mut head = self.clone();
        head.len = count.min(self.len);
        head.columns.iter_mut().for_each(|c| c.values.truncate(head.len));
        head.count();
        head
    }

    /// Appends all rows of another of the same width.
    pub fn append(&mut self, other: &Columns) {
        for k in 0..other.len {
            self.push(&other.row(k));
        }
        self.settle();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_come_back(rows in proptest::collection::vec([0u8..2, 0u8..3, 0u8..1], 0..40), cut in 0usize..40) {
            let rows: Vec<[f64; 3]> = rows.iter().map(|row| row.map(|x| f64::from(x) - 0.0)).collect();
            let columns = Columns::from_rows(3, rows.as_flattened());
            prop_assert_eq!(columns.len(), rows.len());
            let mut joined = columns.head(cut);
            prop_assert_eq!(joined.len(), cut.min(rows.len()));
            joined.append(&columns);
            let expected = rows.iter().take(cut).chain(&rows);
            for (k, row) in expected.enumerate() {
                prop_assert_eq!(joined.row(k), row.to_vec());
                for (i, x) in row.iter().enumerate() {
                    prop_assert_eq!(joined.column(i, 0..joined.len()).at(k), *x);
                }
            }
            prop_assert!(columns.kept() <= 3 + 2 * rows.len());
        }
    }

    #[test]
    fn the_sign_of_zero_is_kept() {
        let columns = Columns::from_rows(1, &[0.0, -0.0]);
        assert!(columns.at(0, 0).is_sign_positive() && columns.at(1, 0).is_sign_negative());
    }
}
