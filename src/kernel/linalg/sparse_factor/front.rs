//! Dense fronts: elimination of the first columns, Schur complement of the rest.
//!
//! A front with `w` columns to eliminate and `r` rows below is kept in two pieces: its columns (`(w + r) × w`, column by
//! column, lower part used) and the square `r × r` that goes to the parent (lower part used). Columns are eliminated half by
//! half, down to blocks of [`BLOCK`] (S. Toledo, SIAM J. Matrix Anal. Appl. 18 (1997) 1065); all else is `C -= L D Lᵀ`, tile
//! by tile.

use std::cell::Cell;
use std::ops::Range;
use std::thread::LocalKey;

use rayon::prelude::*;

use super::entry::{COLUMNS, Entry, ROWS};
use crate::lanes::{LaneWork, Lanes, run};
use crate::linalg::threads::has_threads;
use crate::simd::{Work, wide_work};

/// Columns eliminated one by one before the rest is updated.
const BLOCK: usize = 16;
/// Earlier columns taken off together within a block.
const GROUP: usize = 4;
/// Strips of packed rows that are gone through together.
const PANEL: usize = 32;
/// Columns of products summed at a time.
const DEPTH: usize = 256;
/// Columns of the target per task, and multiplications above which tasks pay.
const TASK: usize = 64;
const WORTH: f64 = 4e6;
/// Rows and columns of a source whose products are summed without packing.
const FEW: usize = 32;
/// Numbers of a room that a thread keeps.
const KEPT: usize = 1 << 17;
/// Pivots below this fraction of their diagonal term are rounding.
const NEGLIGIBLE: f64 = 1e-13;

thread_local! {
    /// Room for packed rows, and for the factors of a group of columns.
    static PACKED: Cell<Vec<f64>> = const { Cell::new(Vec::new()) };
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
    eliminate_range(height, columns, 0..width, given, pivots)?;
    let below = height - width;
    if below > 0 {
        let source = Source { columns, height, from: width, pivots };
        source.subtract(square, below, width);
    }
    Ok(())
}

/// Eliminates a range of columns, whose updates by those before it are done.
fn eliminate_range<T: Entry>(
    height: usize,
    columns: &mut [T],
    range: Range<usize>,
    given: &[T],
    pivots: &mut [T],
) -> Result<(), usize> {
    if range.len() <= BLOCK {
        return wide_work(Block { height, columns, range, given, pivots });
    }
    let middle = range.start + (range.len() / 2).next_multiple_of(BLOCK);
    eliminate_range(height, columns, range.start..middle, given, pivots)?;
    let (done, rest) = columns.split_at_mut(middle * height);
    let pivots_done = &pivots[range.start..middle];
    let source = Source { columns: &done[range.start * height..], height, from: middle, pivots: pivots_done };
    source.subtract(&mut rest[..(range.end - middle) * height], height, 0);
    eliminate_range(height, columns, middle..range.end, given, pivots)
}

/// Elimination of a few columns, one by one; the rest of the front is not touched.
struct Block<'a, T> {
    height: usize,
    columns: &'a mut [T],
    range: Range<usize>,
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
            let earlier = |k: usize| &done[k * height + j..(k + 1) * height];
            let grouped = range.start + (j - range.start) / GROUP * GROUP;
            for k in (range.start..grouped).step_by(GROUP) {
                let group: [&[T]; GROUP] = std::array::from_fn(|g| earlier(k + g));
                subtract_group(column, group, &pivots[k..k + GROUP]);
            }
            for k in grouped..j {
                subtract_group(column, [earlier(k)], &pivots[k..=k]);
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

/// `c -= Σ_k l_k (d_k l_k0)`, column after column.
#[inline(always)]
fn subtract_group<T: Entry, const N: usize>(column: &mut [T], earlier: [&[T]; N], pivots: &[T]) {
    let count = column.len();
    let earlier = earlier.map(|l| &l[..count]);
    let factors: [T; N] = std::array::from_fn(|k| pivots[k] * earlier[k][0]);
    for (i, c) in column.iter_mut().enumerate() {
        for k in 0..N {
            *c -= earlier[k][i] * factors[k];
        }
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
            return wide_work(FewUpdates { source: self, target, stride, top });
        }
        for start in (0..self.pivots.len()).step_by(DEPTH) {
            let range = start..(start + DEPTH).min(self.pivots.len());
            let worth = range.len() as f64 * rows as f64 * wanted as f64 > WORTH && has_threads();
            let numbers = rows.div_ceil(ROWS) * range.len() * ROWS * T::PARTS;
            with_room(&PACKED, numbers, |packed| {
                self.pack(range.clone(), rows, packed);
                let packed = &*packed;
                let work = |(task, target): (usize, &mut [T])| {
                    let (first, range) = (task * TASK, range.clone());
                    with_room(
                        &FACTORS,
                        range.len() * TASK.min(wanted.next_multiple_of(COLUMNS)) * T::PARTS,
                        |factors| {
                            run(Update { source: self, target, stride, top, first, packed, factors, range });
                        },
                    );
                };
                match worth {
                    true => target.par_chunks_mut(TASK * stride).enumerate().for_each(work),
                    false => target.chunks_mut(TASK * stride).enumerate().for_each(work),
                }
            });
        }
    }

    /// Writes all rows from `from` on into zeros, in strips of `ROWS`.
    fn pack(&self, range: Range<usize>, rows: usize, packed: &mut [f64]) {
        let length = range.len() * ROWS * T::PARTS;
        for (strip, chunk) in packed.chunks_exact_mut(length).enumerate() {
            let first = strip * ROWS;
            let count = ROWS.min(rows - first);
            for (k, place) in range.clone().zip(chunk.chunks_exact_mut(ROWS * T::PARTS)) {
                let source = &self.columns[k * self.height + self.from + first..][..count];
                for part in 0..T::PARTS {
                    let target = &mut place[part * ROWS..];
                    source.iter().zip(target).for_each(|(s, t)| *t = s.part(part));
                }
            }
        }
    }
}

/// [`Source::subtract`] for a small source.
struct FewUpdates<'a, T> {
    source: &'a Source<'a, T>,
    target: &'a mut [T],
    stride: usize,
    top: usize,
}

impl<T: Entry> Work for FewUpdates<'_, T> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let FewUpdates { source, target, stride, top } = self;
        let rows = source.height - source.from;
        for (j, column) in target.chunks_exact_mut(stride).enumerate() {
            let mut sums = [T::default(); FEW];
            let sums = &mut sums[j..rows];
            for (k, pivot) in source.pivots.iter().enumerate() {
                let below = &source.columns[k * source.height + source.from + j..(k + 1) * source.height];
                let factor = below[0] * *pivot;
                sums.iter_mut().zip(below).for_each(|(sum, l)| *sum += *l * factor);
            }
            column[source.from - top + j..].iter_mut().zip(sums).for_each(|(t, s)| *t -= *s);
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
    range: Range<usize>,
}

impl<T: Entry> LaneWork for Update<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Update { source, target, stride, top, first, packed, factors, range } = self;
        let rows = source.height - source.from;
        let depth = range.len();
        let (length, factor_length) = (depth * ROWS * T::PARTS, depth * COLUMNS * T::PARTS);
        factors.fill(0.0);
        let wanted = target.len() / stride;
        for (group, factors) in factors.chunks_exact_mut(factor_length).enumerate().take(wanted.div_ceil(COLUMNS)) {
            let j = first + group * COLUMNS;
            let count = COLUMNS.min(first + wanted - j);
            for (k, place) in range.clone().zip(factors.chunks_exact_mut(COLUMNS * T::PARTS)) {
                let row = &source.columns[k * source.height + source.from + j..][..count];
                for (c, &value) in row.iter().enumerate() {
                    let value = value * source.pivots[k];
                    for part in 0..T::PARTS {
                        place[part * COLUMNS + c] = value.part(part);
                    }
                }
            }
        }
        // A panel of packed rows stays near the processor for all groups of columns.
        let strips = rows.div_ceil(ROWS);
        for panel in (first / ROWS..strips).step_by(PANEL) {
            for (group, columns) in target.chunks_mut(COLUMNS * stride).enumerate() {
                let j = first + group * COLUMNS;
                let count = columns.len() / stride;
                let factors = &factors[group * factor_length..(group + 1) * factor_length];
                for strip in panel.max(j / ROWS)..(panel + PANEL).min(strips) {
                    let tile = T::tile(lanes, &packed[strip * length..(strip + 1) * length], factors);
                    let i = strip * ROWS;
                    let high = ROWS.min(rows - i);
                    for c in 0..count {
                        let skipped = (j + c).saturating_sub(i).min(high);
                        let start = c * stride + source.from - top + i;
                        let column = &mut columns[start + skipped..start + high];
                        let sums = &tile[c * ROWS + skipped..c * ROWS + high];
                        column.iter_mut().zip(sums).for_each(|(t, s)| *t -= *s);
                    }
                }
            }
        }
    }
}
