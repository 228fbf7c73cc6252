//! Vectors orthonormal for the scalar product of a matrix, eight at a time.
//!
//! A bundle `W` is orthogonalised against all the others, then `WᵀMW = RᵀR` makes `W R⁻¹` orthonormal (A. Stathopoulos and
//! K. Wu, SIAM J. Sci. Comput. 23 (2002) 2165). Both steps are repeated until `R` is the identity. A vector that depends on
//! those before it becomes zero and takes no part from then on.

use crate::assembly::SparseMatrix;
use crate::lanes::Block;
use crate::linalg::{Bundle, Products, SIDES, add_combinations, multiply_bundle, products};

/// A new direction shorter than this fraction of its vector is rounding.
const NEGLIGIBLE: f64 = 1e-10;
/// A vector shorter than this fraction of itself once those before it in the bundle are taken off is known too badly:
/// its length is left to the next pass.
const SHORT: f64 = 1e-6;
/// Departure of `R` from the identity whose square is rounding.
const ORTHOGONAL: f64 = 1e-9;
/// Passes at most.
const PASSES: usize = 6;

/// Orthonormal bundles.
pub struct Basis<'a> {
    mass: &'a SparseMatrix<f64>,
    bundles: Vec<Bundle>,
}

impl<'a> Basis<'a> {
    /// No vectors yet, for the scalar product of a symmetric matrix that has no negative eigenvalue.
    pub fn new(mass: &'a SparseMatrix<f64>) -> Self {
        Basis { mass, bundles: Vec::new() }
    }

    /// The bundles, in the order they were appended.
    pub fn bundles(&self) -> &[Bundle] {
        &self.bundles
    }

    /// Matrix of the scalar product.
    pub fn mass(&self) -> &'a SparseMatrix<f64> {
        self.mass
    }

    /// Appends what is new in each vector of a bundle, in their order. Returns the components of the given vectors on all
    /// bundles, the new one included, and `M` times the new one.
    pub fn append(&mut self, mut w: Bundle) -> (Vec<Products>, Bundle) {
        let mut components = vec![[Block::default(); SIDES]; self.bundles.len()];
        let mut own = identity();
        let mut image = multiply_bundle(self.mass, &w);
        for _ in 0..PASSES {
            let taken = products(&self.bundles, &image);
            add_combinations(&self.bundles, &taken.iter().map(opposite).collect::<Vec<_>>(), &mut w);
            for (components, taken) in components.iter_mut().zip(&taken) {
                add(components, &product(taken, &own));
            }
            image = multiply_bundle(self.mass, &w);
            let r = triangle(&products(std::slice::from_ref(&w), &image)[0]);
            let inverse = inverse(&r);
            w = turned(w, &inverse);
            image = turned(image, &inverse);
            own = product(&r, &own);
            if departure(&r) <= ORTHOGONAL {
                break;
            }
        }
        drop_dependent(&components, &mut own, [&mut w, &mut image]);
        self.bundles.push(w);
        components.push(own);
        (components, image)
    }
}

/// Sets to zero the vectors that are rounding.
fn drop_dependent(components: &[Products], own: &mut Products, bundles: [&mut Bundle; 2]) {
    let square = |m: &Products, k: usize| m.iter().map(|row| row.0[k] * row.0[k]).sum::<f64>();
    let rounding: [bool; SIDES] = std::array::from_fn(|k| {
        let total = components.iter().map(|c| square(c, k)).sum::<f64>() + square(own, k);
        // Negated, so that what is not a number is dropped.
        !(own[k].0[k].abs() > NEGLIGIBLE * total.sqrt())
    });
    for k in (0..SIDES).filter(|&k| rounding[k]) {
        own[k] = Block::default();
    }
    if rounding.contains(&true) {
        for block in bundles.into_iter().flatten() {
            block.0.iter_mut().zip(rounding).filter(|(_, zero)| *zero).for_each(|(x, _)| *x = 0.0);
        }
    }
}

fn identity() -> Products {
    let mut result = [Block::default(); SIDES];
    (0..SIDES).for_each(|k| result[k].0[k] = 1.0);
    result
}

fn opposite(a: &Products) -> Products {
    a.map(|row| Block(row.0.map(|x| -x)))
}

fn add(a: &mut Products, b: &Products) {
    a.iter_mut().zip(b).for_each(|(a, b)| a.0.iter_mut().zip(&b.0).for_each(|(x, y)| *x += y));
}

/// `A B`.
fn product(a: &Products, b: &Products) -> Products {
    a.map(|row| {
        let mut result = Block::default();
        for (x, b) in row.0.iter().zip(b) {
            result.0.iter_mut().zip(&b.0).for_each(|(r, y)| *r += x * y);
        }
        result
    })
}

/// `W C`.
fn turned(w: Bundle, c: &Products) -> Bundle {
    let mut result = vec![Block::default(); w.len()];
    add_combinations(&[w], &[*c], &mut result);
    result
}

/// Upper triangle `R` with `RᵀR = G` for a matrix of scalar products. The length of a vector that is short beside itself
/// before the others were taken off is a fraction of that; a vector without length has none here either.
fn triangle(gram: &Products) -> Products {
    let mut r = [Block::default(); SIDES];
    for j in 0..SIDES {
        for i in 0..j {
            let sum: f64 = (0..i).map(|k| r[k].0[i] * r[k].0[j]).sum();
            r[i].0[j] = (gram[i].0[j] - sum) * reciprocal(r[i].0[i]);
        }
        let given = gram[j].0[j];
        let sum: f64 = (0..j).map(|k| r[k].0[j] * r[k].0[j]).sum();
        let square = (given - sum).max(SHORT * SHORT * given);
        r[j].0[j] = if square > 0.0 { square.sqrt() } else { 0.0 };
    }
    r
}

/// `1 / x`, or zero for zero.
fn reciprocal(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { 1.0 / x }
}

/// Inverse of an upper triangle; vectors without length become zero.
fn inverse(r: &Products) -> Products {
    let mut result = [Block::default(); SIDES];
    for j in 0..SIDES {
        result[j].0[j] = reciprocal(r[j].0[j]);
        for i in (0..j).rev() {
            let sum: f64 = (i + 1..=j).map(|k| r[i].0[k] * result[k].0[j]).sum();
            result[i].0[j] = -sum * reciprocal(r[i].0[i]);
        }
    }
    result
}

/// Largest departure from the identity, vectors without length left out.
fn departure(r: &Products) -> f64 {
    let entry = |i: usize, j: usize| match i == j {
        true if r[i].0[i] == 0.0 => 0.0,
        true => (r[i].0[i] - 1.0).abs(),
        false => r[i].0[j].abs(),
    };
    (0..SIDES).flat_map(|i| (0..SIDES).map(move |j| entry(i, j))).fold(0.0, f64::max)
}
