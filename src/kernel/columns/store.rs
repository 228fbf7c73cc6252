//! The rows of a run: those that wait, and the columns that they are sorted into.

use std::ops::Range;

use super::column::Column;
use super::kept::{Batch, Kept, LANES};
use crate::pooled::{Numbers, SHORT};
use crate::simd::wide;

/// Numbers of the rows that wait, about; fewest and most rows that wait.
const WAITING: usize = 2048;
const BATCH: (usize, usize) = (64, 128);

/// Rows of `width` numbers, in the order in which they came. Reading starts after [`Columns::settle`].
#[derive(Clone, Debug, Default)]
pub struct Columns {
    width: usize,
    /// Rows expected.
    room: usize,
    /// Rows in the columns.
    len: usize,
    /// Numbers in the columns.
    kept: usize,
    columns: Vec<Kept>,
    /// Rows that wait, one after another, each filled up to whole lanes, and how many they are.
    waiting: Vec<[f64; LANES]>,
    filled: usize,
}

impl Columns {
    /// Columns without any row yet, `width` of them; `room` rows are expected. Short columns have their room at once, so that a run
    /// allocates the same whatever changes in it; long ones take it, once, when they first change.
    pub fn new(width: usize, room: usize) -> Self {
        let at_once = if room < SHORT { room } else { 0 };
        let columns = (0..width).map(|_| Kept { values: Numbers::with_room(at_once), ..Kept::default() }).collect();
        let batch = (WAITING / width.max(1)).clamp(BATCH.0, BATCH.1);
        Columns { width, room, columns, waiting: vec![[0.0; LANES]; batch * lanes(width)], ..Columns::default() }
    }

    /// Columns of the rows of `width` numbers that follow each other in `numbers`.
    pub fn from_rows(width: usize, numbers: &[f64]) -> Self {
        let mut columns = Columns::new(width, numbers.len() / width.max(1));
        numbers.chunks_exact(width.max(1)).for_each(|row| columns.push(row));
        columns.settle();
        columns
    }

    /// Numbers per row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.len + self.filled
    }

    /// Tells whether no row came yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Numbers kept.
    pub fn kept(&self) -> usize {
        self.filled * self.width + self.width + self.kept
    }

    /// Appends a row of [`Columns::width`] numbers.
    pub fn push(&mut self, row: &[f64]) {
        self.push_with(|own| own.copy_from_slice(row));
    }

    /// Appends a row, which `write` writes whole.
    #[inline(always)]
    pub fn push_with(&mut self, write: impl FnOnce(&mut [f64])) {
        let lanes = lanes(self.width);
        let mut start = self.filled * lanes;
        if start >= self.waiting.len() {
            self.settle();
            start = 0;
        }
        if let Some(row) = self.waiting.get_mut(start..start + lanes) {
            write(&mut row.as_flattened_mut()[..self.width]);
            self.filled += 1;
        }
    }

    /// Sorts the rows that wait into the columns.
    #[inline(never)]
    pub fn settle(&mut self) {
        wide(
            #[inline(always)]
            || self.sort(),
        );
    }

    #[inline(always)]
    fn sort(&mut self) {
        let Columns { width, room, len, columns, waiting, filled, .. } = self;
        let lanes = lanes(*width);
        let batch = Batch { rows: &waiting[..*filled * lanes], lanes, before: *len, room: (*room).max(*len + *filled) };
        if *filled == 0 {
            return;
        }
        for group in 0..lanes {
            let start = group * LANES;
            let end = (start + LANES).min(*width);
            let mut first = batch.rows[group];
            for (column, first) in columns[start..end].iter_mut().zip(&mut first) {
                if *len == 0 {
                    column.first = *first;
                }
                *first = column.first;
            }
            let changes = batch.changes(group, first);
            for (i, change) in (start..end).zip(changes) {
                let (others, rest) = columns.split_at_mut(i);
                if let Some(column) = rest.first_mut() {
                    column.add(i, change != 0, &batch, others);
                }
            }
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

    /// Each column by itself.
    pub fn apart(mut self) -> Vec<Columns> {
        self.settle();
        let alone = |i: usize| {
            let Kept { first, values, constant, .. } = self.stored(i).clone();
            (first, values, constant)
        };
        let copies: Vec<_> = self.columns.iter().enumerate().map(|(i, c)| c.same_as.map(|_| alone(i))).collect();
        let own = self.columns.into_iter().zip(copies).map(|(column, copy)| match copy {
            Some((first, values, constant)) => Kept { first, values, constant, same_as: None },
            None => column,
        });
        let single = |column: Kept| {
            let kept = column.values.len();
            Columns { len: self.len, kept, columns: vec![column], ..Columns::new(1, 0) }
        };
        own.map(single).collect()
    }

    /// All numbers of the first column.
    pub fn into_numbers(self) -> Numbers {
        let Some(mut column) = self.columns.into_iter().next() else { return Numbers::default() };
        if column.values.is_empty() {
            column.values = Numbers::with_room(self.len);
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
        let column = self.stored(i);
        if column.values.is_empty() { column.first } else { column.values[k] }
    }

    /// The column that has the numbers of column `i`.
    #[inline]
    fn stored(&self, i: usize) -> &Kept {
        let column = &self.columns[i];
        column.same_as.map_or(column, |j| &self.columns[j])
    }

    /// Some rows of column `i`.
    pub fn column(&self, i: usize, rows: Range<usize>) -> Column<'_> {
        let column = self.stored(i);
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
        for column in &mut head.columns {
            column.values.truncate(head.len);
            // A change after the last row kept is none any more.
            column.constant = if column.constant < head.len { column.constant } else { usize::MAX };
        }
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

/// Lanes that a row takes.
fn lanes(width: usize) -> usize {
    width.div_ceil(LANES)
}
