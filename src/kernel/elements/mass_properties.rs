//! Mass, centre of gravity and inertia of elements, and of sets of them.
//!
//! The inertia of an element is a tensor about its own centre. [`MassProperties::gather`] moves it to another
//! point: moments by `m d²` (Huygens) and products by adding `+ m dx dy` to the terms of the tensors. Code_Aster
//! adds both although a term off the diagonal of a tensor is minus a product: for oblique beams its products are
//! not those of mechanics, and ours are the same as its. Moments and straight structures are not concerned.

use nalgebra::{Matrix3, SymmetricEigen};

use super::{Bar, Frame, SquareMatrix};

/// Of one element (inertia about its centre) or of a set (about the point asked), in global axes.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct MassProperties {
    pub mass: f64,
    pub centre: [f64; 3],
    /// IXX, IYY, IZZ, IXY, IXZ, IYZ.
    pub inertia: [f64; 6],
}

impl MassProperties {
    /// A tensor diagonal in a frame, in global axes.
    pub fn rotated(frame: &Frame, moments: [f64; 3]) -> [f64; 6] {
        let term = |i: usize, j: usize| (0..3).map(|k| frame.axes[k][i] * moments[k] * frame.axes[k][j]).sum();
        [term(0, 0), term(1, 1), term(2, 2), term(0, 1), term(0, 2), term(1, 2)]
    }

    /// A bar: its mass at its middle, without inertia of its own, as Code_Aster has it.
    pub fn of_bar(bar: &Bar, first: [f64; 3], frame: &Frame) -> Self {
        MassProperties {
            mass: bar.material.density * bar.area * bar.length,
            centre: std::array::from_fn(|i| first[i] + 0.5 * bar.length * frame.axes[0][i]),
            inertia: [0.0; 6],
        }
    }

    /// A discrete element, as Code_Aster has it: `matrix` (global axes) acts on `components` of each node (axis 0 to 2 of
    /// translations, 3 to 5 of rotations). The mass is the sum of all terms on translations over the number of axes; it
    /// lies at the node, offsets or not, or at the middle of two. The inertia of one node is the block of its rotations.
    pub fn of_discrete(matrix: &SquareMatrix, components: &[usize], places: &[[f64; 3]]) -> Self {
        let width = components.len();
        let axes = components.iter().filter(|c| **c < 3).count();
        let is_translation = |rank: usize| components[rank % width.max(1)] < 3;
        let mut sum = 0.0;
        for i in (0..matrix.size()).filter(|i| is_translation(*i)) {
            for j in (0..matrix.size()).filter(|j| is_translation(*j)) {
                sum += matrix.get(i, j);
            }
        }
        let rank = |axis: usize| components.iter().position(|c| *c == 3 + axis);
        let block = |a: usize, b: usize| match (rank(a), rank(b), places) {
            (Some(i), Some(j), [_]) => matrix.get(i, j),
            _ => 0.0,
        };
        let count = places.len().max(1) as f64;
        MassProperties {
            mass: sum / axes.max(1) as f64,
            centre: std::array::from_fn(|i| places.iter().map(|p| p[i]).sum::<f64>() / count),
            inertia: [block(0, 0), block(1, 1), block(2, 2), block(0, 1), block(0, 2), block(1, 2)],
        }
    }

    /// Total mass, centre, and inertia about the centre.
    pub fn gather(parts: &[MassProperties]) -> Self {
        let mass: f64 = parts.iter().fold(0.0, |sum, p| sum + p.mass);
        let mut centre = [0.0; 3];
        for part in parts {
            (0..3).for_each(|i| centre[i] += part.mass * part.centre[i]);
        }
        if mass.abs() > 1e-6 {
            centre.iter_mut().for_each(|c| *c /= mass);
        }
        MassProperties { mass, centre, inertia: Self::inertia_about(parts, centre) }
    }

    /// Inertia of a set about a point.
    pub fn inertia_about(parts: &[MassProperties], point: [f64; 3]) -> [f64; 6] {
        let mut total = [0.0; 6];
        for part in parts {
            let [x, y, z]: [f64; 3] = std::array::from_fn(|i| part.centre[i] - point[i]);
            let moved = [y * y + z * z, x * x + z * z, x * x + y * y, x * y, x * z, y * z];
            (0..6).for_each(|k| total[k] += part.inertia[k] + part.mass * moved[k]);
        }
        total
    }

    /// Principal moments in increasing order, and the nautical angles (rad) of their axes; zeros without inertia.
    pub fn principal(&self) -> ([f64; 3], [f64; 3]) {
        let [xx, yy, zz, xy, xz, yz] = self.inertia;
        if self.inertia.iter().all(|term| term.abs() < 1e-12) {
            return ([0.0; 3], [0.0; 3]);
        }
        let tensor = Matrix3::new(xx, -xy, -xz, -xy, yy, -yz, -xz, -yz, zz);
        if !tensor.iter().all(|v| v.is_finite()) {
            return ([f64::NAN; 3], [0.0; 3]);
        }
        let Some(eigen) = SymmetricEigen::try_new(tensor, f64::EPSILON, 1000) else { return ([f64::NAN; 3], [0.0; 3]) };
        let mut order = [0, 1, 2];
        order.sort_by(|a, b| eigen.eigenvalues[*a].total_cmp(&eigen.eigenvalues[*b]));
        let moments = order.map(|k| eigen.eigenvalues[k]);
        let x = eigen.eigenvectors.column(order[0]).into_owned();
        let y = eigen.eigenvectors.column(order[1]).into_owned();
        let z = x.cross(&y);
        let angles = [libm::atan2(x[1], x[0]), -libm::asin(x[2].clamp(-1.0, 1.0)), libm::atan2(y[2], z[2])];
        (moments, angles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::{DiscreteCode, Elasticity};

    #[test]
    fn an_offset_mass_stays_at_its_node_with_the_inertia_there() {
        let values = [38.0, 2.1, 3.4, 2.7, 0.2, -0.3, 0.25, 0.1, 0.04, -0.15];
        let matrix = DiscreteCode::from_name("M_TR_D_N").unwrap().matrix(false, true, &values).unwrap();
        let found = MassProperties::of_discrete(&matrix, &[0, 1, 2, 3, 4, 5], &[[1.0, 2.0, 3.0]]);
        let (m, x, y, z) = (38.0, 0.1, 0.04, -0.15);
        let moments = [2.1 + m * (y * y + z * z), 3.4 + m * (x * x + z * z), 2.7 + m * (x * x + y * y)];
        let products = [0.2 - m * x * y, 0.25 - m * x * z, -0.3 - m * y * z];
        assert!(
            found.inertia.iter().zip(moments.iter().chain(&products)).all(|(a, b)| (a - b).abs() < 1e-12),
            "{found:?}"
        );
        assert!((found.mass - 38.0).abs() < 1e-12 && found.centre == [1.0, 2.0, 3.0]);
    }

    #[test]
    fn two_bars_of_a_dumbbell() {
        let material = Elasticity { young: 1.0, poisson: 0.0, density: 2.0 };
        let bar = Bar { length: 3.0, area: 0.5, axes: 3, material };
        let frame = Frame::from_angles([0.0; 3]);
        let parts = [[0.0; 3], [3.0, 0.0, 0.0]].map(|first| MassProperties::of_bar(&bar, first, &frame));
        let whole = MassProperties::gather(&parts);
        assert_eq!((whole.mass, whole.centre[0]), (6.0, 3.0));
        // Two points of 3 kg at 1.5 m of the centre.
        assert!((whole.inertia[1] - 2.0 * 3.0 * 2.25).abs() < 1e-12);
        let (moments, _) = whole.principal();
        assert!(moments[0].abs() < 1e-12 && (moments[2] - 13.5).abs() < 1e-12);
    }
}
