//! Rows whose products with the coordinates are wanted at every evaluation: two at a time, so that coordinates are
//! loaded once for both, and four sums of four numbers go on at once.

use super::blocks::{Block, Coordinates};
use super::shapes::{Row, Shapes};

#[derive(Clone, Debug, Default)]
pub(super) struct Bundle {
    size: usize,
    /// Whole rows, zeros too: a range for each pair costs more than it saves.
    blocks: Vec<Block>,
    /// The eight parts of each product, before they are added: stored side by side, hence computed side by side.
    parts: Vec<Block>,
    products: Vec<f64>,
}

impl Bundle {
    pub fn new(size: usize) -> Self {
        Bundle { size, ..Bundle::default() }
    }

    /// Adds a row (`None`: zeros) and returns its rank among the products.
    pub fn add(&mut self, shapes: &Shapes, row: Option<Row>) -> usize {
        let start = self.blocks.len();
        self.blocks.resize(start + self.size.div_ceil(8), Block::default());
        if let Some(row) = row {
            self.blocks[start..].copy_from_slice(shapes.row(row));
        }
        self.parts.push(Block::default());
        self.products.push(0.0);
        self.products.len() - 1
    }

    /// All products with `q`.
    #[inline(always)]
    pub fn multiply(&mut self, q: &Coordinates) {
        let width = self.size.div_ceil(8);
        let (parts, odd_part) = self.parts.as_chunks_mut::<2>();
        let mut rows = self.blocks.as_slice();
        for parts in parts {
            let Some((pair, rest)) = rows.split_at_checked(2 * width) else { return };
            let (a, b) = pair.split_at(width);
            *parts = two(a, b, q.all());
            rows = rest;
        }
        if let [part] = odd_part {
            *part = Block::default();
            for (a, q) in rows.iter().zip(q.all()) {
                part.accumulate(a, &q.0);
            }
        }
        for (product, part) in self.products.iter_mut().zip(&self.parts) {
            *product = part.total();
        }
    }

    #[inline(always)]
    pub fn products(&self) -> &[f64] {
        &self.products
    }
}

/// Products of two rows, in eight parts.
#[inline(always)]
fn two(a: &[Block], b: &[Block], q: &[Block]) -> [Block; 2] {
    let (mut a_parts, mut b_parts) = (Block::default(), Block::default());
    for ((a, b), q) in a.iter().zip(b).zip(q) {
        a_parts.accumulate(a, &q.0);
        b_parts.accumulate(b, &q.0);
    }
    [a_parts, b_parts]
}
