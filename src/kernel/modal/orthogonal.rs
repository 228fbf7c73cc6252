//! Gram-Schmidt orthonormalisation of shapes for the scalar product of a matrix.

use crate::assembly::SparseMatrix;
use crate::linalg::{axpy, bilinear, dot};

/// A second pass is made when the norm drops below this fraction.
const REORTHOGONALISE: f64 = 0.717;
/// A shape of which less remains, or whose remainder is less orthogonal than this, depends on the others.
const DEPENDENT: f64 = 1e-8;

/// Outcome for one shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Orthogonalised {
    /// Of unit energy, orthogonal to all the independent ones before it.
    Independent(Vec<f64>),
    /// A combination of the ones before it.
    Dependent,
    /// Its energy is not positive.
    WithoutEnergy(f64),
}

/// Orthonormalises `shapes` in their order: `φᵢᵀ A φⱼ = δᵢⱼ`. The first keeps its direction and sign.
pub fn orthonormalise(shapes: &[&[f64]], matrix: &SparseMatrix<f64>) -> Vec<Orthogonalised> {
    let mut kept: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    let mut results = Vec::with_capacity(shapes.len());
    for shape in shapes {
        let mut vector = shape.to_vec();
        let given = bilinear(matrix, &vector, &vector);
        if given <= 0.0 {
            results.push(Orthogonalised::WithoutEnergy(given));
            continue;
        }
        let mut before = given.sqrt();
        for _ in 0..3 {
            remove(&mut vector, &kept);
            let after = bilinear(matrix, &vector, &vector).max(0.0).sqrt();
            let enough = after >= REORTHOGONALISE * before;
            before = after;
            if enough {
                break;
            }
        }
        if before <= DEPENDENT * given.sqrt() {
            results.push(Orthogonalised::Dependent);
            continue;
        }
        vector.iter_mut().for_each(|x| *x /= before);
        if kept.iter().any(|(_, image)| dot(&vector, image).abs() > DEPENDENT) {
            results.push(Orthogonalised::Dependent);
            continue;
        }
        let mut image = vec![0.0; vector.len()];
        matrix.multiply(&vector, &mut image);
        kept.push((vector.clone(), image));
        results.push(Orthogonalised::Independent(vector));
    }
    results
}

fn remove(vector: &mut [f64], kept: &[(Vec<f64>, Vec<f64>)]) {
    for (earlier, image) in kept {
        let component = dot(vector, image);
        axpy(-component, earlier, vector);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependent_shapes_are_found_and_the_rest_is_orthonormal() {
        let a = SparseMatrix::from_triplets(3, &[(0, 0, 4.0), (0, 1, 1.0), (1, 0, 1.0), (1, 1, 3.0), (2, 2, 0.5)]);
        let shapes: [&[f64]; 4] = [&[1.0, 0.0, 0.0], &[1.0, 1.0, 0.0], &[3.0, -2.0, 0.0], &[1.0, 1.0, 1e-3]];
        let results = orthonormalise(&shapes, &a);
        assert_eq!(results[0], Orthogonalised::Independent(vec![0.5, 0.0, 0.0]));
        assert_eq!(results[2], Orthogonalised::Dependent);
        let vectors: Vec<&Vec<f64>> = results
            .iter()
            .filter_map(|r| match r {
                Orthogonalised::Independent(v) => Some(v),
                _ => None,
            })
            .collect();
        assert_eq!(vectors.len(), 3);
        for (i, x) in vectors.iter().enumerate() {
            for (j, y) in vectors.iter().enumerate() {
                let expected = if i == j { 1.0 } else { 0.0 };
                assert!((bilinear(&a, x, y) - expected).abs() < 1e-14);
            }
        }
        let flat: [&[f64]; 1] = [&[0.0, 0.0, 0.0]];
        assert_eq!(orthonormalise(&flat, &a), [Orthogonalised::WithoutEnergy(0.0)]);
    }
}
