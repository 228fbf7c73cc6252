//! Rows of numbers kept by column; a column that never changes is kept as one number.
//!
//! The internal variables of a run are such rows, one a state: most of them are the same in all states
//! (components that no mode moves, forces of contacts that stay open).

use std::ops::Range;

use super::numbers::Numbers;

/// Rows of `width` numbers, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    len: usize,
    room: usize,
    /// The first row.
    first: Vec<f64>,
    /// Columns that are the same in all rows so far.
    constant: Vec<usize>,
    varying: Vec<(usize, Numbers)>,
    /// For each column, its rank among the varying ones.
    place: Vec<Option<usize>>,
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
    /// No row yet; `room` rows are expected.
    pub fn new(width: usize, room: usize) -> Self {
        Columns {
            room,
            first: vec![0.0; width],
            constant: (0..width).collect(),
            place: vec![None; width],
            ..Columns::default()
        }
    }

    /// Of rows that follow each other in `numbers`.
    pub fn from_rows(width: usize, numbers: &[f64]) -> Self {
        let mut columns = Columns::new(width, numbers.len() / width.max(1));
        numbers.chunks_exact(width.max(1)).for_each(|row| columns.push(row));
        columns
    }

    pub fn width(&self) -> usize {
        self.first.len()
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Numbers kept.
    pub fn kept(&self) -> usize {
        self.first.len() + self.varying.len() * self.len
    }

    /// Appends a row of [`Columns::width`] numbers.
    #[inline]
    pub fn push(&mut self, row: &[f64]) {
        if self.len == 0 {
            self.first.copy_from_slice(row);
        }
        let mut changed = 0;
        for &i in &self.constant {
            changed |= row[i].to_bits() ^ self.first[i].to_bits();
        }
        if changed != 0 {
            self.vary(row);
        }
        for (i, numbers) in &mut self.varying {
            numbers.push(row[*i]);
        }
        self.len += 1;
    }

    /// Gives columns that change with this row an array of their own.
    #[cold]
    fn vary(&mut self, row: &[f64]) {
        let Columns { len, room, first, constant, varying, place } = self;
        constant.retain(|&i| {
            if row[i].to_bits() == first[i].to_bits() {
                return true;
            }
            let mut numbers = Numbers::with_room((*room).max(*len + 1));
            numbers.resize(*len, first[i]);
            place[i] = Some(varying.len());
            varying.push((i, numbers));
            false
        });
    }

    /// Number `i` of row `k`.
    #[inline]
    pub fn at(&self, k: usize, i: usize) -> f64 {
        match self.place[i] {
            Some(rank) => self.varying[rank].1[k],
            None => self.first[i],
        }
    }

    /// Some rows of column `i`.
    pub fn column(&self, i: usize, rows: Range<usize>) -> Column<'_> {
        match self.place[i] {
            Some(rank) => Column::Values(&self.varying[rank].1[rows]),
            None => Column::Constant(self.first[i]),
        }
    }

    /// Row `k`.
    pub fn row(&self, k: usize) -> Vec<f64> {
        (0..self.width()).map(|i| self.at(k, i)).collect()
    }

    /// The first `count` rows.
    pub fn head(&self, count: usize) -> Columns {
        let mut head = self.clone();
        head.len = count.min(self.len);
        for (_, numbers) in &mut head.varying {
            numbers.truncate(head.len);
        }
        head
    }

    /// Appends all rows of another of the same width.
    pub fn append(&mut self, other: &Columns) {
        for k in 0..other.len {
            self.push(&other.row(k));
        }
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
