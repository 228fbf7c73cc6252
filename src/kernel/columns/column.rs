//! A part of one column, as it is read.

/// A part of one column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Column<'a> {
    /// One number in all rows.
    Constant(f64),
    Values(&'a [f64]),
}

impl Column<'_> {
    /// The number of row `k` of the part, counted from its first row.
    #[inline]
    pub fn at(&self, k: usize) -> f64 {
        match self {
            Column::Constant(x) => *x,
            Column::Values(values) => values[k],
        }
    }
}
