//! Solutions for eight right-hand sides at a time: the factor, far larger than the processor's memory, is read once for
//! all of them.
//!
//! Pieces of the elimination tree are passed over by several threads; what they give to the rows above them is added up
//! piece by piece, the same bits with any number of threads.
//!
//! A second way for speed: `benches/README.md` has what it gives.

use std::ops::Range;

use rayon::prelude::*;

use super::analysis::{Analysis, Supernode};
use super::factor::SymmetricFactor;
use super::pieces::{Piece, Pieces};
use crate::lanes::{Block, LaneWork, Lanes, run};
use crate::linalg::bundles::{Bundle, SIDES, bundle, vectors};
use crate::linalg::compensated::residuals;
use crate::linalg::threads::has_threads;

/// Columns passed over together.
const GROUP: usize = 4;
/// Half of the digits of a number: 2⁻²⁷.
const HALF_DIGITS: f64 = 1.0 / 134_217_728.0;

impl SymmetricFactor<f64> {
    /// `A⁻¹ B` for eight vectors.
    pub fn solve_bundle(&self, right: &[Block]) -> Bundle {
        let analysis = self.analysis();
        let mut y: Bundle = analysis.order.iter().map(|&unknown| right[unknown]).collect();
        let Pieces { pieces, top } = Pieces::new(analysis);
        let outer = |piece: &Piece| analysis.supernodes[piece.nodes.end - 1].rows.as_slice();
        let zeros = pieces.iter().map(|piece| vec![Block::default(); outer(piece).len()]).collect();
        let given = for_each_piece(analysis, &pieces, zeros, &mut y, |nodes, rows| {
            run(Forward { factor: self, nodes, rows });
        });
        for (piece, sums) in pieces.iter().zip(given) {
            for (&row, sum) in outer(piece).iter().zip(sums) {
                y[row].0.iter_mut().zip(sum.0).for_each(|(y, s)| *y += s);
            }
        }
        run(Forward { factor: self, nodes: top.iter().copied(), rows: Rows::all(&mut y) });
        for (block, d) in y.iter_mut().zip(self.pivots()) {
            block.0.iter_mut().for_each(|value| *value /= d);
        }
        run(Backward { factor: self, nodes: top.iter().copied(), rows: Rows::all(&mut y) });
        let known = pieces.iter().map(|piece| outer(piece).iter().map(|&row| y[row]).collect()).collect();
        for_each_piece(analysis, &pieces, known, &mut y, |nodes, rows| {
            run(Backward { factor: self, nodes, rows });
        });
        let mut x = vec![Block::default(); y.len()];
        analysis.order.iter().zip(&y).for_each(|(&unknown, block)| x[unknown] = *block);
        x
    }

    /// `A⁻¹ B` for eight vectors refined with residuals in twice the precision: right to rounding however badly
    /// conditioned `A` is, short of singular.
    pub fn solve_bundle_accurately(&self, right: &[Block]) -> Bundle {
        let mut x = self.solve_bundle(right);
        self.refine(&mut x, right, 2);
        x
    }

    /// Refines solutions of `A X = B`, or vectors near to them, at most so many times. The error left by a correction is the share that a
    /// solution misses of it, and `X` missed that share of the solution before: where the correction is below 2⁻²⁷, what is left is below
    /// the square of that, which is rounding.
    pub fn refine(&self, x: &mut [Block], right: &[Block], most: usize) {
        for _ in 0..most {
            let correction = self.solve_bundle(&residuals(self.matrix(), x, right));
            let (mut largest, mut changed) = ([0.0_f64; SIDES], [0.0_f64; SIDES]);
            for (x, correction) in x.iter_mut().zip(&correction) {
                for (k, (x, c)) in x.0.iter_mut().zip(&correction.0).enumerate() {
                    *x += c;
                    (largest[k], changed[k]) = (largest[k].max(x.abs()), changed[k].max(c.abs()));
                }
            }
            if largest.iter().zip(&changed).all(|(largest, changed)| *changed <= HALF_DIGITS * largest) {
                return;
            }
        }
    }

    /// [`SymmetricFactor::solve_bundle_accurately`] for one right-hand side.
    pub fn solve_accurately(&self, b: &[f64]) -> Vec<f64> {
        let right = bundle(std::slice::from_ref(&b.to_vec()), b.len());
        vectors(&self.solve_bundle_accurately(&right), 1).next().unwrap_or_default()
    }
}

/// Does work for each piece with its components of `y` and a bundle of its own; returns these, in order.
fn for_each_piece(
    analysis: &Analysis,
    pieces: &[Piece],
    bundles: Vec<Bundle>,
    y: &mut [Block],
    work: impl Fn(Range<usize>, Rows<'_>) + Sync + Send,
) -> Vec<Bundle> {
    let (mut parts, mut rest, mut at) = (Vec::with_capacity(pieces.len()), y, 0);
    for (piece, bundle) in pieces.iter().zip(bundles) {
        let (part, after) = rest[piece.positions.start - at..].split_at_mut(piece.positions.len());
        parts.push((piece, bundle, part));
        (rest, at) = (after, piece.positions.end);
    }
    let done = |(piece, mut bundle, inside): (&Piece, Bundle, &mut [Block])| {
        let outer = &analysis.supernodes[piece.nodes.end - 1].rows;
        work(piece.nodes.clone(), Rows { first: piece.positions.start, inside, outer, beyond: &mut bundle });
        bundle
    };
    match has_threads() && pieces.len() > 1 {
        true => parts.into_par_iter().map(done).collect(),
        false => parts.into_iter().map(done).collect(),
    }
}

/// Components of a bundle in the order of elimination: those of a piece, and those of the rows beyond it that it sees.
struct Rows<'a> {
    first: usize,
    inside: &'a mut [Block],
    outer: &'a [usize],
    beyond: &'a mut [Block],
}

impl<'a> Rows<'a> {
    /// All rows.
    fn all(inside: &'a mut [Block]) -> Self {
        Rows { first: 0, inside, outer: &[], beyond: &mut [] }
    }

    /// Components of the columns of a supernode.
    #[inline(always)]
    fn own(&mut self, node: &Supernode) -> &mut [Block] {
        &mut self.inside[node.first - self.first..][..node.width]
    }

    #[inline(always)]
    fn at(&mut self, row: usize) -> Option<&mut Block> {
        match row - self.first < self.inside.len() {
            true => self.inside.get_mut(row - self.first),
            false => self.beyond.get_mut(self.outer.binary_search(&row).ok()?),
        }
    }
}

/// `Y := L⁻¹ Y` for some supernodes.
struct Forward<'a, N> {
    factor: &'a SymmetricFactor<f64>,
    nodes: N,
    rows: Rows<'a>,
}

impl<N: Iterator<Item = usize>> LaneWork for Forward<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Forward { factor, nodes, mut rows } = self;
        let mut gathered = Vec::new();
        for s in nodes {
            let (node, columns) = factor.supernode(s);
            gathered.clear();
            gathered.resize(node.rows.len(), Block::default());
            forward(lanes, node, columns, &mut rows, &mut gathered);
        }
    }
}

/// `Y := L⁻ᵀ Y` for some supernodes.
struct Backward<'a, N> {
    factor: &'a SymmetricFactor<f64>,
    nodes: N,
    rows: Rows<'a>,
}

impl<N: DoubleEndedIterator<Item = usize>> LaneWork for Backward<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Backward { factor, nodes, mut rows } = self;
        let mut gathered = Vec::new();
        for s in nodes.rev() {
            let (node, columns) = factor.supernode(s);
            gathered.clear();
            gathered.extend(node.rows.iter().map(|&row| rows.at(row).map_or(Block::default(), |block| *block)));
            backward(lanes, node, columns, rows.own(node), &gathered);
        }
    }
}

/// `Y := L⁻¹ Y` for the columns of one supernode.
#[inline(always)]
fn forward<L: Lanes>(lanes: L, node: &Supernode, columns: &[f64], rows: &mut Rows<'_>, gathered: &mut [Block]) {
    let (height, width) = (node.height(), node.width);
    let inside = rows.own(node);
    let mut from = 0;
    while from < width {
        let to = (from + GROUP).min(width);
        let group = &columns[from * height..to * height];
        let mut opposite = [Block::default(); GROUP];
        let (own, after) = inside.split_at_mut(to);
        for (j, column) in (from..to).zip(group.chunks_exact(height)) {
            let value = own[j];
            opposite[j - from] = Block(value.0.map(|x| -x));
            sweep(lanes, [&column[j + 1..to]], &[opposite[j - from]], &mut own[j + 1..]);
        }
        if let Some(group) = whole::<GROUP>(group, height) {
            let values = opposite.map(|block| Block(block.0.map(|x| -x)));
            sweep(lanes, group.map(|column| &column[to..width]), &opposite, after);
            sweep(lanes, group.map(|column| &column[width..]), &values, gathered);
        } else {
            for (column, opposite) in group.chunks_exact(height).zip(opposite) {
                sweep(lanes, [&column[to..width]], &[opposite], after);
                sweep(lanes, [&column[width..]], &[Block(opposite.0.map(|x| -x))], gathered);
            }
        }
        from = to;
    }
    for (&row, g) in node.rows.iter().zip(gathered) {
        if let Some(y) = rows.at(row) {
            y.0.iter_mut().zip(&g.0).for_each(|(y, g)| *y -= g);
        }
    }
}

/// The columns of a whole group.
#[inline(always)]
fn whole<const C: usize>(group: &[f64], height: usize) -> Option<[&[f64]; C]> {
    let mut columns = [[].as_slice(); C];
    if group.len() < C * height {
        return None;
    }
    for (place, column) in columns.iter_mut().zip(group.chunks_exact(height)) {
        *place = column;
    }
    Some(columns)
}

/// `target_i += Σ_c column_c,i value_c`, column after column.
#[inline(always)]
fn sweep<L: Lanes, const C: usize>(lanes: L, columns: [&[f64]; C], values: &[Block; C], target: &mut [Block]) {
    let mut heads = columns;
    for c in 0..C {
        heads[c] = &columns[c][..target.len().min(columns[c].len())];
    }
    let count = heads[0].len();
    for c in 0..C {
        heads[c] = &heads[c][..count];
    }
    let target = &mut target[..count];
    for i in 0..count {
        let mut sum = lanes.load(&target[i].0);
        for c in 0..C {
            lanes.add_scaled(&mut sum, heads[c][i], &values[c].0);
        }
        lanes.store(sum, &mut target[i].0);
    }
}

/// `Y := L⁻ᵀ Y` for the columns of one supernode.
#[inline(always)]
fn backward<L: Lanes>(lanes: L, node: &Supernode, columns: &[f64], inside: &mut [Block], gathered: &[Block]) {
    let (height, width) = (node.height(), node.width);
    for (j, column) in columns.chunks_exact(height).enumerate().rev() {
        let (own, below) =
            (product(lanes, &column[j + 1..width], &inside[j + 1..]), product(lanes, &column[width..], gathered));
        for (y, (a, b)) in inside[j].0.iter_mut().zip(own.0.iter().zip(&below.0)) {
            *y -= a + b;
        }
    }
}

/// `Σ_i x_i y_i` in the eight partial sums of the product for one right-hand side.
#[inline(always)]
fn product<L: Lanes>(lanes: L, x: &[f64], y: &[Block]) -> Block {
    let (xs, x_rest) = x.as_chunks::<8>();
    let (ys, y_rest) = y.as_chunks::<8>();
    let mut sums = [lanes.zero(); 8];
    for (x, y) in xs.iter().zip(ys) {
        for k in 0..8 {
            lanes.add_scaled(&mut sums[k], x[k], &y[k].0);
        }
    }
    let mut rest = lanes.zero();
    for (x, y) in x_rest.iter().zip(y_rest) {
        lanes.add_scaled(&mut rest, *x, &y.0);
    }
    let (mut parts, mut total) = ([Block::default(); 8], Block::default());
    for k in 0..8 {
        lanes.store(sums[k], &mut parts[k].0);
    }
    let mut last = Block::default();
    lanes.store(rest, &mut last.0);
    let [s0, s1, s2, s3, s4, s5, s6, s7] = parts.map(|part| part.0);
    for k in 0..8 {
        total.0[k] = (((s0[k] + s1[k]) + (s2[k] + s3[k])) + ((s4[k] + s5[k]) + (s6[k] + s7[k]))) + last.0[k];
    }
    total
}
