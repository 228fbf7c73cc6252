//! Rows whose products with the coordinates are wanted at every evaluation: several at a time, so that coordinates are
//! loaded once for all of them, and several sums go on at once.

use std::ops::Range;

use super::blocks::{Block, Coordinates};
use super::shapes::{Row, Shapes};
use crate::lanes::Lanes;

/// Rows, and their products with the coordinates of the last multiplication.
#[derive(Clone, Debug, Default)]
pub struct Bundle {
    size: usize,
    /// Whole rows, zeros too.
    blocks: Vec<Block>,
    /// The blocks that are not zero in all rows: a range for each pair costs more than it saves.
    range: Range<usize>,
    /// The eight parts of each product, before they are added: stored side by side, hence computed side by side.
    parts: Vec<Block>,
    products: Vec<f64>,
}

impl Bundle {
    /// No row yet; rows of `size` numbers.
    pub fn new(size: usize) -> Self {
        Bundle { size, ..Bundle::default() }
    }

    /// Adds a row (`None`: zeros) and returns its rank among the products.
    pub fn add(&mut self, shapes: &Shapes, row: Option<Row>) -> usize {
        let start = self.blocks.len();
        self.blocks.resize(start + self.size.div_ceil(8), Block::default());
        if let Some(row) = row {
            self.blocks[start..].copy_from_slice(shapes.row(row));
            let own = row.range();
            let all = if self.range.is_empty() { own.clone() } else { self.range.clone() };
            self.range = all.start.min(own.start)..all.end.max(own.end);
        }
        self.parts.push(Block::default());
        self.products.push(0.0);
        self.products.len() - 1
    }

    /// All products with `q`.
    #[inline(always)]
    pub fn multiply<L: Lanes>(&mut self, lanes: L, q: &Coordinates) {
        if L::LONG { self.by_rows::<L, 4>(lanes, q) } else { self.by_rows::<L, 2>(lanes, q) }
    }

    #[inline(always)]
    fn by_rows<L: Lanes, const R: usize>(&mut self, lanes: L, q: &Coordinates) {
        let width = self.size.div_ceil(8);
        let (parts, odd_parts) = self.parts.as_chunks_mut::<R>();
        let (mut rows, range) = (self.blocks.as_slice(), self.range.clone());
        for parts in parts {
            let Some((several, rest)) = rows.split_at_checked(R * width) else { return };
            several_rows(lanes, several, range.clone(), q.all(), parts);
            rows = rest;
        }
        for part in odd_parts {
            let Some((row, rest)) = rows.split_at_checked(width) else { return };
            several_rows(lanes, row, range.clone(), q.all(), std::array::from_mut(part));
            rows = rest;
        }
        for (product, part) in self.products.iter_mut().zip(&self.parts) {
            *product = lanes.total(lanes.load(&part.0));
        }
    }

    /// One product per row, in the order in which rows were added.
    #[inline(always)]
    pub fn products(&self) -> &[f64] {
        &self.products
    }
}

/// Products of some rows, one after the other in `rows`, in eight parts; blocks outside `range` are zero.
#[inline(always)]
fn several_rows<L: Lanes, const R: usize>(
    lanes: L,
    rows: &[Block],
    range: Range<usize>,
    q: &[Block],
    parts: &mut [Block; R],
) {
    let width = rows.len() / R;
    let Some(q) = q.get(range.clone()) else { return };
    let mut blocks = [[].as_slice(); R];
    for (r, blocks) in blocks.iter_mut().enumerate() {
        *blocks = &rows[r * width..][range.clone()][..q.len()];
    }
    let mut sums = [lanes.zero(); R];
    for i in 0..q.len() {
        for r in 0..R {
            lanes.accumulate(&mut sums[r], &blocks[r][i].0, &q[i].0);
        }
    }
    for r in 0..R {
        lanes.store(sums[r], &mut parts[r].0);
    }
}
