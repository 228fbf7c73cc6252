//! Dense fronts: elimination of the first columns, Schur complement of the rest.
//!
//! A front with `w` columns to eliminate and `r` rows below is kept in two pieces: its columns (`(w + r) × w`, column by
//! column, lower part used) and the square `r × r` that goes to the parent (lower part used). Columns are eliminated in
//! blocks of [`BLOCK`]; all else is `C -= L D Lᵀ`, tile by tile.

use std::cell::Cell;
use std::thread::LocalKey;

use rayon::prelude::*;

use super::entry::{COLUMNS, Entry};
use super::threads::has_threads;
use crate::simd::{Work, wide_work};

/// Columns eliminated one by one before the rest is updated.
const BLOCK: usize = 64;
/// Columns of products summed at a time.
const DEPTH: usize = 256;
/// Columns of the target per task, and multiplications above which tasks pay.
const TASK: usize = 64;
const WORTH: f64 = 4e6;
/// Rows and columns of a source whose products are summed without packing: the same sums in the same order.
const FEW: usize = 32;
/// Numbers of a room that a thread keeps.
const KEPT: usize = 1 << 17;
/// Pivots below this fraction of their diagonal term are rounding.
const NEGLIGIBLE: f64 = 1e-13;

thread_local! {
    /// Room for packed rows, and for the factors of a group of columns.
    static ROWS: Cell<Vec<f64>> = const { Cell::new(Vec::new()) };
    static FACTORS: Cell<Vec<f64>> = const { Cell::new(Vec::new()) };
}

/// Lends `count` zeros of a room of this thread, so that one factorization after another allocates nothing.
fn with_room<R>(room: &'static LocalKey<Cell<Vec<f64>>>, count: usize, work: impl FnOnce(&mut [f64]) -> R) -> R {
    let mut numbers = room.take();
    numbers.clear();
    numbers.resize(count, 0.0);
    let result = work(&mut numbers);
    if count <= KEPT {
        room.set(numbers);
    }
    result
}

/// Eliminates the `width` columns of a front of `height` rows; `square` is updated when it is not empty. On return the
/// columns hold `L` below the diagonal, `pivots` holds `D`. `given` are the diagonal terms of the matrix. The fault is
/// the column whose pivot vanishes.
pub fn eliminate<T: Entry>(
    height: usize,
    columns: &mut [T],
    square: &mut [T],
    given: &[T],
    pivots: &mut [T],
) -> Result<(), usize> {
    let width = pivots.len();
    let mut from = 0;
    while from < width {
        let to = (from + BLOCK).min(width);
        wide_work(Block { height, columns, range: from..to, given, pivots })?;
        let (done, rest) = columns.split_at_mut(to * height);
        let source = Source { columns: &done[from * height..], height, from: to, pivots: &pivots[from..to] };
        source.subtract(rest, height, 0);
        from = to;
    }
    let below = height - width;
    if below > 0 {
        let source = Source { columns, height, from: width, pivots };
        source.subtract(square, below, width);
    }
    Ok(())
}

/// Elimination of a few columns, one by one; the rest of the front is not touched.
struct Block<'a, T> {
    height: usize,
    columns: &'a mut [T],
    range: std::ops::Range<usize>,
    given: &'a [T],
    pivots: &'a mut [T],
}

impl<T: Entry> Work for Block<'_, T> {
    type Output = Result<(), usize>;

    #[inline(always)]
    fn call(self) -> Result<(), usize> {
        let Block { height, columns, range, given, pivots } = self;
        for j in range.clone() {
            let (done, rest) = columns.split_at_mut(j * height);
            let column = &mut rest[j..height];
            for k in range.start..j {
                let earlier = &done[k * height + j..(k + 1) * height];
                let factor = pivots[k] * earlier[0];
                column.iter_mut().zip(earlier).for_each(|(c, l)| *c -= *l * factor);
            }
            let pivot = column[0];
            if !(pivot.size() > NEGLIGIBLE * given[j].size() && pivot.size().is_finite()) {
                return Err(j);
            }
            pivots[j] = pivot;
            column[1..].iter_mut().for_each(|c| *c = *c / pivot);
        }
        Ok(())
    }
}

/// Columns of `L` with their pivots: what is taken off the rows from `from` on.
struct Source<'a, T> {
    columns: &'a [T],
    height: usize,
    from: usize,
    pivots: &'a [T],
}

impl<T: Entry> Source<'_, T> {
    /// `C -= L D Lᵀ` on the lower part of `target`, whose column `j` is that of row `from + j`, is `stride` long and
    /// starts at row `top`.
    fn subtract(&self, target: &mut [T], stride: usize, top: usize) {
        let rows = self.height - self.from;
        let wanted = target.len() / stride.max(1);
        if wanted == 0 || rows == 0 {
            return;
        }
        if rows <= FEW && self.pivots.len() <= FEW {
            return self.subtract_few(target, stride, top);
        }
        for start in (0..self.pivots.len()).step_by(DEPTH) {
            let range = start..(start + DEPTH).min(self.pivots.len());
            let worth = range.len() as f64 * rows as f64 * wanted as f64 > WORTH && has_threads();
            let numbers = rows.div_ceil(T::ROWS) * range.len() * T::ROWS * T::PARTS;
            with_room(&ROWS, numbers, |packed| {
                self.pack(range.clone(), rows, packed);
                let packed = &*packed;
                let work = |(task, target): (usize, &mut [T])| {
                    let (first, range) = (task * TASK, range.clone());
                    with_room(&FACTORS, range.len() * COLUMNS * T::PARTS, |factors| {
                        wide_work(Update { source: self, target, stride, top, first, packed, factors, range });
                    });
                };
                match worth {
                    true => target.par_chunks_mut(TASK * stride).enumerate().for_each(work),
                    false => target.chunks_mut(TASK * stride).enumerate().for_each(work),
                }
            });
        }
    }

    /// [`Source::subtract`] for a small source.
    fn subtract_few(&self, target: &mut [T], stride: usize, top: usize) {
        let rows = self.height - self.from;
        for (j, column) in target.chunks_exact_mut(stride).enumerate() {
            let mut sums = [T::default(); FEW];
            let sums = &mut sums[j..rows];
            for (k, pivot) in self.pivots.iter().enumerate() {
                let below = &self.columns[k * self.height + self.from + j..(k + 1) * self.height];
                let factor = below[0] * *pivot;
                sums.iter_mut().zip(below).for_each(|(sum, l)| *sum += *l * factor);
            }
            column[self.from - top + j..].iter_mut().zip(sums).for_each(|(t, s)| *t -= *s);
        }
    }

    /// Writes all rows from `from` on into zeros, in strips of `T::ROWS`.
    fn pack(&self, range: std::ops::Range<usize>, rows: usize, packed: &mut [f64]) {
        let length = range.len() * T::ROWS * T::PARTS;
        for (strip, chunk) in packed.chunks_exact_mut(length).enumerate() {
            let first = strip * T::ROWS;
            let count = T::ROWS.min(rows - first);
            for (k, place) in range.clone().zip(chunk.chunks_exact_mut(T::ROWS * T::PARTS)) {
                let source = &self.columns[k * self.height + self.from + first..][..count];
                for part in 0..T::PARTS {
                    let target = &mut place[part * T::ROWS..];
                    source.iter().zip(target).for_each(|(s, t)| *t = s.part(part));
                }
            }
        }
    }
}

/// Some columns of a target, the first of which is column `first`.
struct Update<'a, T> {
    source: &'a Source<'a, T>,
    target: &'a mut [T],
    stride: usize,
    top: usize,
    first: usize,
    packed: &'a [f64],
    factors: &'a mut [f64],
    range: std::ops::Range<usize>,
}

impl<T: Entry> Work for Update<'_, T> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Update { source, target, stride, top, first, packed, factors, range } = self;
        let rows = source.height - source.from;
        let depth = range.len();
        let length = depth * T::ROWS * T::PARTS;
        for (group, columns) in target.chunks_mut(COLUMNS * stride).enumerate() {
            let j = first + group * COLUMNS;
            let count = columns.len() / stride;
            factors.fill(0.0);
            for (k, place) in range.clone().zip(factors.chunks_exact_mut(COLUMNS * T::PARTS)) {
                let row = &source.columns[k * source.height + source.from + j..][..count];
                for (c, &value) in row.iter().enumerate() {
                    let value = value * source.pivots[k];
                    for part in 0..T::PARTS {
                        place[part * COLUMNS + c] = value.part(part);
                    }
                }
            }
            for strip in j / T::ROWS..rows.div_ceil(T::ROWS) {
                let tile = T::tile(depth, &packed[strip * length..(strip + 1) * length], factors);
                let i = strip * T::ROWS;
                let high = T::ROWS.min(rows - i);
                for c in 0..count {
                    let skipped = (j + c).saturating_sub(i).min(high);
                    let start = c * stride + source.from - top + i;
                    let column = &mut columns[start + skipped..start + high];
                    let sums = &tile.as_ref()[c * T::ROWS + skipped..c * T::ROWS + high];
                    column.iter_mut().zip(sums).for_each(|(t, s)| *t -= *s);
                }
            }
        }
    }
}
