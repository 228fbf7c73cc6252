//! Vectors orthonormal for the scalar product of a matrix, eight at a time.
//!
//! A bundle `W` is orthogonalised against all the others, then `WᵀMW = RᵀR` makes `W R⁻¹` orthonormal (A. Stathopoulos and
//! K. Wu, SIAM J. Sci. Comput. 23 (2002) 2165). Both steps are repeated until `R` is the identity. A vector that depends on
//! those before it becomes zero and takes no part from then on.

use crate::assembly::SparseMatrix;
use crate::lanes::Block;
use crate::linalg::{Bundle, Products, SIDES, add_combinations, multiply_bundle, multiply_bundle_into, products, turn};

/// A new direction shorter than this fraction of its vector is rounding.
const NEGLIGIBLE: f64 = 1e-10;
/// A vector shorter than this fraction of itself once those before it in the bundle are taken off is known too badly:
/// its length is left to the next pass.
const SHORT: f64 = 1e-6;
/// A vector shorter than this fraction of what it was before has more rounding along the older bundles than these among
/// themselves: it is taken off, too (J. Daniel et al., Math. Comp. 30 (1976) 772).
const SHORTENED: f64 = 0.7;
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
        // Squares of the lengths that were given.
        let mut given = None;
        // Squares of what the last pass took off along the older bundles; none once that leaves no rounding.
        let mut shed = Some([0.0; SIDES]);
        for _ in 0..PASSES {
            if shed.is_some() {
                let taken = products(&self.bundles, &image);
                add_combinations(&self.bundles, &taken.iter().map(opposite).collect::<Vec<_>>(), &mut w);
                for (components, taken) in components.iter_mut().zip(&taken) {
                    add(components, &product(taken, &own));
                }
                shed = Some(std::array::from_fn(|k| taken.iter().map(|taken| square(taken, k)).sum()));
            }
            multiply_bundle_into(self.mass, &w, &mut image);
            let gram = products(std::slice::from_ref(&w), &image)[0];
            let before: [f64; SIDES] = std::array::from_fn(|k| shed.map_or(0.0, |shed| shed[k]) + gram[k].0[k]);
            let given = given.get_or_insert(before);
            let least = std::array::from_fn(|k| NEGLIGIBLE * given[k].sqrt() * reciprocal(own[k].0[k]));
            let r = triangle(&gram, &least);
            let inverse = inverse(&r);
            turn(&mut w, &inverse);
            turn(&mut image, &inverse);
            own = product(&r, &own);
            if departure(&r) <= ORTHOGONAL {
                break;
            }
            shed = shed.filter(|_| (0..SIDES).any(|k| r[k].0[k] < SHORTENED * before[k].sqrt()));
        }
        self.bundles.push(w);
        components.push(own);
        (components, image)
    }
}

/// Square of the length of a column.
fn square(m: &Products, k: usize) -> f64 {
    m.iter().map(|row| row.0[k] * row.0[k]).sum()
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

/// Upper triangle `R` with `RᵀR = G` for a matrix of scalar products. The length of a vector that is short beside itself
/// before the others were taken off is a fraction of that; a vector that is no longer than `least` has none.
fn triangle(gram: &Products, least: &[f64; SIDES]) -> Products {
    let mut r = [Block::default(); SIDES];
    for j in 0..SIDES {
        for i in 0..j {
            let sum: f64 = (0..i).map(|k| r[k].0[i] * r[k].0[j]).sum();
            r[i].0[j] = (gram[i].0[j] - sum) * reciprocal(r[i].0[i]);
        }
        let given = gram[j].0[j];
        let sum: f64 = (0..j).map(|k| r[k].0[j] * r[k].0[j]).sum();
        let length = (given - sum).max(SHORT * SHORT * given).max(0.0).sqrt();
        r[j].0[j] = if length > least[j] { length } else { 0.0 };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::bundle;

    /// A chain of unequal masses whose last three unknowns have none.
    fn mass(n: usize, scale: f64) -> SparseMatrix<f64> {
        let pairs = (0..n - 4).flat_map(|i| {
            let m = scale * (0.7 + 0.1 * (i % 5) as f64);
            [(i, i, m), (i + 1, i + 1, m), (i, i + 1, 0.3 * m), (i + 1, i, 0.3 * m)]
        });
        SparseMatrix::from_triplets(n, &pairs.collect::<Vec<_>>())
    }

    #[test]
    fn given_vectors_are_combinations_of_an_orthonormal_basis() {
        let n = 61;
        for scale in [1.3, 1.3e-4] {
            let mass = mass(n, scale);
            let mut basis = Basis::new(&mass);
            for round in 0..2 {
                let mut given: Vec<Vec<f64>> = (0..SIDES)
                    .map(|k| (0..n).map(|i| libm::cos(0.3 * ((i + 1) * (k + 3 + 9 * round)) as f64)).collect())
                    .collect();
                // One hardly differs from another one, one is a combination, one moves nothing that has mass, one is 0.
                given[3] =
                    given[1].iter().enumerate().map(|(i, x)| x + 1e-8 * libm::sin((i * (1 + round)) as f64)).collect();
                given[4] = given[0].iter().zip(&given[2]).map(|(x, y)| 0.7 * x - 1.3 * y).collect();
                given[5] = (0..n).map(|i| if i + 3 >= n { 0.9 } else { 0.0 }).collect();
                given[6] = vec![0.0; n];
                given[7] = (0..n).map(|i| libm::sin(0.7 * ((i + round) * i) as f64)).collect();
                let w = bundle(&given, n);
                let (components, image) = basis.append(w.clone());
                assert_eq!(components.len(), round + 1);
                for (i, block) in multiply_bundle(&mass, &basis.bundles()[round]).iter().enumerate() {
                    for k in 0..SIDES {
                        assert!((block.0[k] - image[i].0[k]).abs() < 1e-12 * scale.sqrt());
                    }
                }
                // What the components leave of the given vectors has no mass.
                let mut rest = w;
                add_combinations(basis.bundles(), &components.iter().map(opposite).collect::<Vec<_>>(), &mut rest);
                let left = products(std::slice::from_ref(&rest), &multiply_bundle(&mass, &rest))[0];
                assert!((0..SIDES).all(|k| left[k].0[k].abs() < 1e-20 * scale * n as f64), "{left:?}");
            }
            for (b, image) in basis.bundles().iter().map(|v| multiply_bundle(&mass, v)).enumerate() {
                for (a, products) in products(basis.bundles(), &image).iter().enumerate() {
                    for (i, row) in products.iter().enumerate() {
                        for (j, product) in row.0.iter().enumerate() {
                            let alive = ![4, 5, 6].contains(&i);
                            let expected = if a == b && i == j && alive { 1.0 } else { 0.0 };
                            assert!((product - expected).abs() < 1e-13, "{a} {i}, {b} {j}: {product:e}");
                        }
                    }
                }
            }
        }
    }
}
