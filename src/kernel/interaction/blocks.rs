//! Numbers in aligned blocks of eight, filled up with zeros: a processor then loads and multiplies several in one go.
//!
//! Sums are made in eight parts that are added in a fixed order, so that the result is the same on all processors, and
//! the same for a row alone as for one among several.

pub use crate::lanes::Block;

/// Copies numbers into blocks; what is beyond them stays as it is.
#[inline(always)]
pub fn fill(blocks: &mut [Block], x: &[f64]) {
    let (chunks, rest) = x.as_chunks::<8>();
    for (block, chunk) in blocks.iter_mut().zip(chunks) {
        block.0 = *chunk;
    }
    if let Some(last) = blocks.get_mut(chunks.len()) {
        match rest {
            // Without the call that copying costs.
            [a, b] => (last.0[0], last.0[1]) = (*a, *b),
            _ => last.0[..rest.len()].copy_from_slice(rest),
        }
    }
}

/// Generalised coordinates at one evaluation.
#[derive(Clone, Debug, Default)]
pub struct Coordinates {
    blocks: Vec<Block>,
}

impl Coordinates {
    /// `size` zeros.
    pub fn zero(size: usize) -> Self {
        Coordinates { blocks: vec![Block::default(); size.div_ceil(8)] }
    }

    /// Takes up `x`, of the size this was made for.
    #[inline(always)]
    pub fn take(&mut self, x: &[f64]) {
        fill(&mut self.blocks, x);
    }

    /// Writes the numbers, as many as `x` holds.
    #[inline(always)]
    pub fn give(&self, x: &mut [f64]) {
        let (chunks, rest) = x.as_chunks_mut::<8>();
        for (block, chunk) in self.blocks.iter().zip(&mut *chunks) {
            *chunk = block.0;
        }
        if let Some(last) = self.blocks.get(chunks.len()) {
            rest.copy_from_slice(&last.0[..rest.len()]);
        }
    }

    /// `count` blocks from block `first` on; none where there are not so many.
    #[inline(always)]
    pub fn part(&self, first: usize, count: usize) -> &[Block] {
        self.blocks.get(first..first + count).unwrap_or_default()
    }

    /// One of the numbers.
    #[inline(always)]
    pub fn at(&self, rank: usize) -> f64 {
        self.blocks[rank / 8].0[rank % 8]
    }

    /// All blocks.
    #[inline(always)]
    pub fn all(&self) -> &[Block] {
        &self.blocks
    }

    /// The first of them.
    #[inline]
    pub fn first(&self) -> f64 {
        self.blocks.first().map_or(0.0, |block| block.0[0])
    }

    /// Writes the first number.
    #[inline]
    pub fn set_first(&mut self, x: f64) {
        if let Some(block) = self.blocks.first_mut() {
            block.0[0] = x;
        }
    }

    /// Takes up the numbers of another of the same size.
    pub fn copy(&mut self, other: &Coordinates) {
        self.blocks.copy_from_slice(&other.blocks);
    }
}
