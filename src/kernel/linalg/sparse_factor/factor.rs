//! The factorized matrix: numeric factorization over the supernodes, and solutions.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::analysis::{Analysis, Supernode};
use super::entry::Entry;
use super::front::eliminate;
use crate::assembly::SparseMatrix;
use crate::linalg::threads::has_threads;
use crate::simd::{Work, wide_work};

/// Subtrees with less multiplications are factorized by one thread.
const WORTH: f64 = 2e7;

/// The unknown whose pivot vanishes.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the matrix is singular at unknown {unknown}")]
pub struct SingularFault {
    pub unknown: usize,
}

/// A factorized symmetric matrix.
#[derive(Clone, Debug)]
pub struct SymmetricFactor<T> {
    matrix: SparseMatrix<T>,
    analysis: Arc<Analysis>,
    /// Columns of each supernode: `height × width`, unit lower triangle and the rows below.
    columns: Vec<Vec<T>>,
    pivots: Vec<T>,
}

impl<T: Entry> SymmetricFactor<T> {
    /// Factor of a symmetric matrix that stores both triangles. Fails where a pivot vanishes.
    pub fn new(matrix: &SparseMatrix<T>) -> Result<Self, SingularFault> {
        Self::with_analysis(matrix, &Arc::new(Analysis::new(matrix)))
    }

    /// Factor with the analysis of a matrix that has the same pattern; another one is made when it has not. Fails
    /// where a pivot vanishes.
    pub fn with_analysis(matrix: &SparseMatrix<T>, analysis: &Arc<Analysis>) -> Result<Self, SingularFault> {
        let (analysis, columns, pivots) = factorized(matrix, analysis, true)?;
        Ok(SymmetricFactor { matrix: matrix.clone(), analysis, columns, pivots })
    }

    /// Room for the factor of a matrix, with no factor in it yet.
    pub(super) fn empty(matrix: &SparseMatrix<T>, analysis: Arc<Analysis>) -> Self {
        let columns = analysis.supernodes.iter().map(|node| vec![T::default(); node.height() * node.width]).collect();
        SymmetricFactor { matrix: matrix.clone(), analysis, columns, pivots: vec![T::default(); matrix.size()] }
    }

    /// Analysis, columns and pivots, to be written.
    pub(super) fn parts(&mut self) -> (&Analysis, &mut [Vec<T>], &mut [T]) {
        (&self.analysis, &mut self.columns, &mut self.pivots)
    }

    /// Tells whether the matrix is real and positive definite: all pivots are positive.
    pub fn is_definite(&self) -> bool {
        T::PARTS == 1 && self.pivots.iter().all(|pivot| pivot.part(0) > 0.0)
    }

    /// The matrix that was factorized.
    pub(super) fn matrix(&self) -> &SparseMatrix<T> {
        &self.matrix
    }

    /// Symbolic part of the factorization.
    pub fn analysis(&self) -> &Arc<Analysis> {
        &self.analysis
    }

    /// Number of unknowns.
    pub fn size(&self) -> usize {
        self.pivots.len()
    }

    /// Supernodes and their columns, in the order of elimination.
    pub(super) fn supernodes(&self) -> impl DoubleEndedIterator<Item = (&Supernode, &Vec<T>)> {
        self.analysis.supernodes.iter().zip(&self.columns)
    }

    /// One supernode and its columns.
    pub(super) fn supernode(&self, s: usize) -> (&Supernode, &Vec<T>) {
        (&self.analysis.supernodes[s], &self.columns[s])
    }

    /// `D`, in the order of elimination.
    pub(super) fn pivots(&self) -> &[T] {
        &self.pivots
    }

    /// `A⁻¹ b`.
    pub fn solve(&self, b: &[T]) -> Vec<T> {
        let (mut scratch, mut x) = (vec![T::default(); 2 * b.len()], vec![T::default(); b.len()]);
        self.solve_into(b, &mut scratch, &mut x);
        x
    }

    /// `x = A⁻¹ b`; `scratch` has twice the size of `b`.
    pub fn solve_into(&self, b: &[T], scratch: &mut [T], x: &mut [T]) {
        let (y, gathered) = scratch.split_at_mut(b.len());
        y.iter_mut().zip(&self.analysis.order).for_each(|(y, &u)| *y = b[u]);
        wide_work(Substitution { factor: self, y, gathered });
        self.analysis.order.iter().zip(y).for_each(|(&u, v)| x[u] = *v);
    }
}

/// The analysis used, the columns of all supernodes (empty ones when they are not kept) and the pivots.
fn factorized<T: Entry>(
    matrix: &SparseMatrix<T>,
    analysis: &Arc<Analysis>,
    keeps: bool,
) -> Result<(Arc<Analysis>, Vec<Vec<T>>, Vec<T>), SingularFault> {
    let analysis = match analysis.fits(matrix) {
        true => analysis.clone(),
        false => Arc::new(Analysis::new(matrix)),
    };
    ask(analysis.room(keeps) * size_of::<T>() as f64);
    let cells = (0..analysis.supernodes.len()).map(|_| OnceLock::new()).collect();
    let run = Run { matrix, analysis: &analysis, keeps, done: cells };
    let trees: Vec<Result<Vec<T>, usize>> = match has_threads() && analysis.roots.len() > 1 {
        true => analysis.roots.par_iter().map(|&root| run.subtree(root)).collect(),
        false => analysis.roots.iter().map(|&root| run.subtree(root)).collect(),
    };
    let failed = trees.iter().filter_map(|tree| tree.as_ref().err()).min();
    if let Some(&position) = failed {
        return Err(SingularFault { unknown: analysis.order[position] });
    }
    let (mut columns, mut pivots) = (Vec::with_capacity(run.done.len()), Vec::with_capacity(matrix.size()));
    for cell in run.done {
        let (block, diagonal) = cell.into_inner().unwrap_or_default();
        columns.push(block);
        pivots.extend(diagonal);
    }
    Ok((analysis, columns, pivots))
}

/// Asks for the memory of a whole factorization at once and gives it back untouched: where it is not there, the
/// allocator says so now and not after minutes of work.
fn ask(bytes: f64) {
    let mut room = Vec::<u8>::new();
    let _ = room.try_reserve_exact(bytes as usize);
    std::hint::black_box(room);
}

impl SymmetricFactor<f64> {
    /// Number of negative eigenvalues.
    pub fn negative_pivots(&self) -> usize {
        negative(&self.pivots)
    }

    /// Number of negative eigenvalues of a matrix, whose factor is not kept. Fails where a pivot vanishes.
    pub fn count_negative(matrix: &SparseMatrix<f64>, analysis: &Arc<Analysis>) -> Result<usize, SingularFault> {
        Ok(negative(&factorized(matrix, analysis, false)?.2))
    }
}

fn negative(pivots: &[f64]) -> usize {
    pivots.iter().filter(|d| **d < 0.0).count()
}

/// One numeric factorization under way.
struct Run<'a, T> {
    matrix: &'a SparseMatrix<T>,
    analysis: &'a Analysis,
    /// True where columns are wanted; pivots always are.
    keeps: bool,
    /// Columns and pivots of the supernodes that are done.
    done: Vec<OnceLock<(Vec<T>, Vec<T>)>>,
}

impl<T: Entry> Run<'_, T> {
    /// Factorizes a subtree and returns the square that its root leaves for the parent. The fault is a position.
    fn subtree(&self, root: usize) -> Result<Vec<T>, usize> {
        let node = &self.analysis.supernodes[root];
        if node.work > WORTH && has_threads() {
            let squares: Vec<Result<Vec<T>, usize>> = node.children.par_iter().map(|&c| self.subtree(c)).collect();
            let squares = squares.into_iter().collect::<Result<Vec<_>, _>>()?;
            return self.front(root, squares);
        }
        let mut stack: Vec<Vec<T>> = Vec::new();
        for s in node.subtree..=root {
            let kept = stack.len() - self.analysis.supernodes[s].children.len();
            let squares = stack.split_off(kept);
            stack.push(self.front(s, squares)?);
        }
        Ok(stack.pop().unwrap_or_default())
    }

    /// Assembles and eliminates one front; `squares` are those of its children, in order.
    fn front(&self, s: usize, squares: Vec<Vec<T>>) -> Result<Vec<T>, usize> {
        let node = &self.analysis.supernodes[s];
        let (height, width, below) = (node.height(), node.width, node.rows.len());
        let (mut columns, mut square) = (vec![T::default(); height * width], vec![T::default(); below * below]);
        let (mut given, mut pivots) = (vec![T::default(); width], vec![T::default(); width]);
        let children = squares.iter().map(Vec::as_slice);
        assemble(self.analysis, s, self.matrix.values(), children, &mut columns, &mut given, &mut square);
        drop(squares);
        eliminate(height, &mut columns, &mut square, &given, &mut pivots).map_err(|column| node.first + column)?;
        if !self.keeps {
            columns = Vec::new();
        }
        // Each supernode is done once.
        let _ = self.done[s].set((columns, pivots));
        Ok(square)
    }
}

/// Sums the terms of supernode `s` (from `values`, those of the matrix) and the squares of its children, in order, into its
/// columns and its square, which are zero; `given` takes the diagonal terms of the matrix.
pub(super) fn assemble<'a, T: Entry + 'a>(
    analysis: &Analysis,
    s: usize,
    values: &[T],
    squares: impl Iterator<Item = &'a [T]>,
    columns: &mut [T],
    given: &mut [T],
    square: &mut [T],
) {
    let node = &analysis.supernodes[s];
    let (height, width, below) = (node.height(), node.width, node.rows.len());
    node.terms().iter().for_each(|&(k, place)| columns[place] += values[k]);
    given.iter_mut().enumerate().for_each(|(j, given)| *given = columns[j * height + j]);
    for (&child, contribution) in node.children.iter().zip(squares) {
        let places = &analysis.supernodes[child].places;
        for (j, column) in contribution.chunks_exact(places.len().max(1)).enumerate() {
            let target = places[j];
            if target < width {
                let column_of_front = &mut columns[target * height..(target + 1) * height];
                for (&i, &value) in places[j..].iter().zip(&column[j..]) {
                    column_of_front[i] += value;
                }
            } else {
                let column_of_square = &mut square[(target - width) * below..(target - width + 1) * below];
                for (&i, &value) in places[j..].iter().zip(&column[j..]) {
                    column_of_square[i - width] += value;
                }
            }
        }
    }
}

/// `y := L⁻ᵀ D⁻¹ L⁻¹ y`, in the order of elimination; `gathered` has the size of `y`.
struct Substitution<'a, T> {
    factor: &'a SymmetricFactor<T>,
    y: &'a mut [T],
    gathered: &'a mut [T],
}

impl<T: Entry> Work for Substitution<'_, T> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Substitution { factor, y, gathered } = self;
        for (node, columns) in factor.supernodes() {
            forward(node, columns, y, gathered);
        }
        y.iter_mut().zip(&factor.pivots).for_each(|(v, d)| *v = *v / *d);
        for (node, columns) in factor.supernodes().rev() {
            backward(node, columns, y, gathered);
        }
    }
}

/// `y := L⁻¹ y` for the columns of one supernode.
#[inline(always)]
fn forward<T: Entry>(node: &Supernode, columns: &[T], y: &mut [T], gathered: &mut [T]) {
    let (height, width) = (node.height(), node.width);
    let gathered = &mut gathered[..node.rows.len()];
    gathered.fill(T::default());
    let inside = &mut y[node.first..node.first + width];
    for (j, column) in columns.chunks_exact(height).enumerate() {
        let value = inside[j];
        inside[j + 1..].iter_mut().zip(&column[j + 1..width]).for_each(|(y, l)| *y -= *l * value);
        gathered.iter_mut().zip(&column[width..]).for_each(|(g, l)| *g += *l * value);
    }
    node.rows.iter().zip(gathered).for_each(|(&row, g)| y[row] -= *g);
}

/// `y := L⁻ᵀ y` for the columns of one supernode.
#[inline(always)]
fn backward<T: Entry>(node: &Supernode, columns: &[T], y: &mut [T], gathered: &mut [T]) {
    let (height, width) = (node.height(), node.width);
    let gathered = &mut gathered[..node.rows.len()];
    gathered.iter_mut().zip(&node.rows).for_each(|(g, &row)| *g = y[row]);
    let inside = &mut y[node.first..node.first + width];
    for (j, column) in columns.chunks_exact(height).enumerate().rev() {
        let sum = product(&column[j + 1..width], &inside[j + 1..]) + product(&column[width..], gathered);
        inside[j] -= sum;
    }
}

/// Scalar product in eight partial sums.
#[inline(always)]
fn product<T: Entry>(x: &[T], y: &[T]) -> T {
    let mut sums = [T::default(); 8];
    let (xs, ys) = (x.chunks_exact(8), y.chunks_exact(8));
    let mut rest = T::default();
    xs.remainder().iter().zip(ys.remainder()).for_each(|(a, b)| rest += *a * *b);
    for (a, b) in xs.zip(ys) {
        for k in 0..8 {
            sums[k] += a[k] * b[k];
        }
    }
    let (a, b) = ((sums[0] + sums[1]) + (sums[2] + sums[3]), (sums[4] + sums[5]) + (sums[6] + sums[7]));
    (a + b) + rest
}
