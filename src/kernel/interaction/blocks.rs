//! Numbers in aligned blocks of eight, filled up with zeros: a processor then loads and multiplies several in one go.
//!
//! Sums are made in eight parts that are added in a fixed order, so that the result is the same on all processors, and
//! the same for a row alone as for one among several.

/// Eight numbers, aligned as processors like it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(64))]
pub(super) struct Block(pub [f64; 8]);

impl Block {
    pub fn is_zero(&self) -> bool {
        self.0 == [0.0; 8]
    }

    /// Adds the products with eight numbers, each to its part.
    #[inline(always)]
    pub fn accumulate(&mut self, a: &Block, b: &[f64; 8]) {
        for k in 0..8 {
            self.0[k] += a.0[k] * b[k];
        }
    }

    /// The eight parts of a sum added up.
    #[inline(always)]
    pub fn total(&self) -> f64 {
        let s = &self.0;
        ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
    }
}

/// Copies numbers into blocks; what is beyond them stays as it is.
#[inline(always)]
pub(super) fn fill(blocks: &mut [Block], x: &[f64]) {
    let (chunks, rest) = x.as_chunks::<8>();
    for (block, chunk) in blocks.iter_mut().zip(chunks) {
        block.0 = *chunk;
    }
    if let Some(last) = blocks.get_mut(chunks.len()) {
        last.0[..rest.len()].copy_from_slice(rest);
    }
}

/// Generalised coordinates at one evaluation.
#[derive(Clone, Debug, Default)]
pub(super) struct Coordinates {
    blocks: Vec<Block>,
}

impl Coordinates {
    pub fn zero(size: usize) -> Self {
        Coordinates { blocks: vec![Block::default(); size.div_ceil(8)] }
    }

    /// Takes up `x`, of the size this was made for.
    #[inline(always)]
    pub fn take(&mut self, x: &[f64]) {
        fill(&mut self.blocks, x);
    }

    /// `count` blocks from block `first` on; none where there are not so many.
    #[inline(always)]
    pub fn part(&self, first: usize, count: usize) -> &[Block] {
        self.blocks.get(first..first + count).unwrap_or_default()
    }

    #[inline(always)]
    pub fn all(&self) -> &[Block] {
        &self.blocks
    }

    /// The first of them.
    #[inline]
    pub fn first(&self) -> f64 {
        self.blocks.first().map_or(0.0, |block| block.0[0])
    }

    #[inline]
    pub fn set_first(&mut self, x: f64) {
        if let Some(block) = self.blocks.first_mut() {
            block.0[0] = x;
        }
    }

    pub fn copy(&mut self, other: &Coordinates) {
        self.blocks.copy_from_slice(&other.blocks);
    }
}
