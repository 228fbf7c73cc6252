//! One column, and how it takes up a batch of rows.

use crate::pooled::Numbers;

/// Columns that are looked at together.
pub(super) const LANES: usize = 8;

/// A column.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    pub first: f64,
    /// Empty while all are the same as the first, and where another column has them.
    pub values: Numbers,
    /// Rows before the batch in which it first changed, where those that follow are still these.
    pub constant: usize,
    /// An earlier column that has been the same in all rows.
    pub same_as: Option<usize>,
}

impl Kept {
    /// Adds the numbers of column `i` in a batch; `others` are the columns before it, already with theirs.
    #[inline]
    pub fn add(&mut self, i: usize, changes: bool, batch: &Batch<'_>, others: &[Kept]) {
        match self.same_as {
            Some(j) if batch.same(i, j) => return,
            Some(j) => {
                self.same_as = None;
                self.take_room(batch);
                self.values.extend_from_slice(&others[j].values[..batch.before]);
            }
            None if self.values.is_empty() => {
                if !changes {
                    return;
                }
                // Two that begin to change together may be the same for good.
                self.constant = batch.before;
                let together = |other: &Kept| !other.values.is_empty() && other.constant == batch.before;
                let twin = |other: &Kept| together(other) && other.first.to_bits() == self.first.to_bits();
                self.same_as = others.iter().rposition(twin).filter(|j| batch.same(i, *j));
                if self.same_as.is_some() {
                    return;
                }
                self.take_room(batch);
                self.values.resize(batch.before, self.first);
            }
            None => {}
        }
        self.values.extend(batch.column(i));
    }

    fn take_room(&mut self, batch: &Batch<'_>) {
        if self.values.capacity() < batch.room {
            self.values = Numbers::with_room(batch.room);
        }
    }
}

/// The rows that wait, when they are sorted.
pub(super) struct Batch<'a> {
    pub rows: &'a [[f64; LANES]],
    pub lanes: usize,
    /// Rows in the columns already.
    pub before: usize,
    /// Rows that a column shall have room for.
    pub room: usize,
}

impl Batch<'_> {
    #[inline(always)]
    fn column(&self, i: usize) -> impl ExactSizeIterator<Item = f64> {
        self.rows.chunks_exact(self.lanes).map(move |row| row[i / LANES][i % LANES])
    }

    /// Tells whether two columns are the same to the last bit.
    fn same(&self, i: usize, j: usize) -> bool {
        self.column(i).zip(self.column(j)).all(|(a, b)| a.to_bits() == b.to_bits())
    }

    /// For the columns of a group, the bits in which any number differs from the one given.
    #[inline(always)]
    pub fn changes(&self, group: usize, first: [f64; LANES]) -> [u64; LANES] {
        let mut changes = [0; LANES];
        for row in self.rows.chunks_exact(self.lanes) {
            let row = &row[group];
            for i in 0..LANES {
                changes[i] |= row[i].to_bits() ^ first[i].to_bits();
            }
        }
        changes
    }
}
