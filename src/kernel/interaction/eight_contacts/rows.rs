//! The rows of up to eight contacts along one local axis, side by side for each mode.

use crate::interaction::blocks::Block;
use crate::interaction::shapes::{Row, Shapes};
use crate::lanes::Lanes;

/// Contacts evaluated together.
pub const EIGHT: usize = 8;

/// Ranks of the bits that are set, from the lowest.
#[inline(always)]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (lowest < u32::BITS).then_some(lowest as usize)
    })
}

/// The rows of the contacts along one local axis.
#[derive(Clone, Debug, Default)]
pub(super) struct LaneRows {
    /// First mode that one of them sees.
    first: usize,
    /// The numbers of the contacts, for each mode from there to the last that one of them sees.
    pub lanes: Vec<Block>,
    /// Row of each contact, in the shapes that all share.
    rows: [Option<Row>; EIGHT],
}

impl LaneRows {
    /// Rows of up to eight contacts, each one of `shapes`.
    pub fn new(rows: impl Iterator<Item = Option<Row>>, shapes: &Shapes) -> LaneRows {
        let mut own = [None; EIGHT];
        for (own, row) in own.iter_mut().zip(rows) {
            *own = row;
        }
        let numbers = own.map(|row| row.map_or_else(|| vec![0.0; shapes.size], |row| shapes.numbers(row)));
        let sees = |mode: &usize| numbers.iter().any(|row| row[*mode] != 0.0);
        let first = (0..shapes.size).find(sees).unwrap_or(0);
        let end = (0..shapes.size).rfind(sees).map_or(first, |last| last + 1);
        let lanes = (first..end).map(|mode| Block(std::array::from_fn(|lane| numbers[lane][mode]))).collect();
        let blocks = first / 8..end.div_ceil(8);
        LaneRows { first, lanes, rows: own.map(|row| row.map(|row| row.over(blocks.clone()))) }
    }

    /// The products of each contact with some vectors.
    #[inline(always)]
    pub fn products<L: Lanes, const K: usize>(&self, lanes: L, x: [&[f64]; K]) -> [Block; K] {
        let (pairs, last) = self.lanes.as_chunks::<2>();
        let mut numbers = [[].as_slice(); K];
        let mut last_numbers = [0.0; K];
        for k in 0..K {
            let own = x[k].get(self.first..self.first + self.lanes.len()).unwrap_or_default();
            let (pairs_of_own, last_of_own) = own.as_chunks::<2>();
            numbers[k] = &pairs_of_own[..pairs.len()];
            last_numbers[k] = last_of_own.first().copied().unwrap_or_default();
        }
        let (mut even, mut odd) = ([lanes.zero(); K], [lanes.zero(); K]);
        for (i, [first, second]) in pairs.iter().enumerate() {
            for k in 0..K {
                lanes.add_scaled(&mut even[k], numbers[k][i][0], &first.0);
            }
            for k in 0..K {
                lanes.add_scaled(&mut odd[k], numbers[k][i][1], &second.0);
            }
        }
        let mut sums = [Block::default(); K];
        for k in 0..K {
            if let [last] = last {
                lanes.add_scaled(&mut even[k], last_numbers[k], &last.0);
            }
            lanes.store(lanes.add(even[k], odd[k]), &mut sums[k].0);
        }
        sums
    }

    /// The product of one contact, to the bit that of [`LaneRows::products`].
    #[inline(never)]
    pub fn product(&self, lane: usize, x: impl Fn(usize) -> f64) -> f64 {
        let mut parts = [0.0; 2];
        for (i, block) in self.lanes.iter().enumerate() {
            parts[i % 2] += x(self.first + i) * block.0[lane];
        }
        parts[0] + parts[1]
    }

    /// Adds the generalised forces of the contacts `pushing`, mode by mode; equals [`LaneRows::push`], faster for few contacts.
    #[inline(always)]
    pub fn push_few(&self, pushing: u32, Block(forces): &Block, sum: &mut [f64]) {
        for lane in bits(pushing).filter(|lane| forces[*lane] != 0.0) {
            for (sum, block) in sum[self.first..].iter_mut().zip(&self.lanes) {
                *sum += forces[lane] * block.0[lane];
            }
        }
    }

    /// Adds the generalised forces of the contacts `pushing` (bits) with these forces (N).
    #[inline(always)]
    pub fn push<L: Lanes>(&self, lanes: L, pushing: u32, Block(forces): &Block, shapes: &Shapes, force: &mut [f64]) {
        let mut rest = pushing;
        let mut next = || {
            while let Some(lane) = bits(rest).next() {
                rest &= rest.wrapping_sub(1);
                if let Some(row) = self.rows[lane]
                    && forces[lane] != 0.0
                {
                    return Some((row, forces[lane]));
                }
            }
            None
        };
        while let Some((a, f)) = next() {
            let Some((b, g)) = next() else { return shapes.push_rows(lanes, [a], [f], force) };
            let Some((c, h)) = next() else { return shapes.push_rows(lanes, [a, b], [f, g], force) };
            let Some((d, i)) = next() else { return shapes.push_rows(lanes, [a, b, c], [f, g, h], force) };
            shapes.push_rows(lanes, [a, b, c, d], [f, g, h, i], force);
        }
    }
}
