//! Mass, centre of gravity and inertia of elements, and of sets of them.
//!
//! The inertia of an element is a tensor about its own centre. [`MassProperties::gather`] moves it to another
//! point: moments by `m d²` (Huygens) and products by adding `+ m dx dy` to the terms of the tensors. Code_Aster
//! adds both although a term off the diagonal of a tensor is minus a product: for oblique beams its products are
//! not those of mechanics, and ours are the same as its. Moments and straight structures are not concerned.

use nalgebra::Matrix3;

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

    /// A bar, as a line with mass.
    pub fn of_bar(bar: &Bar, first: [f64; 3], frame: &Frame) -> Self {
        let mass = bar.material.density * bar.area * bar.length;
        let across = mass * bar.length * bar.length / 12.0;
        MassProperties {
            mass,
            centre: std::array::from_fn(|i| first[i] + 0.5 * bar.length * frame.axes[0][i]),
            inertia: Self::rotated(frame, [0.0, across, across]),
        }
    }

    /// A discrete element, by the kinetic energy of its rigid motions: `matrix` (global axes) acts on `width`
    /// unknowns of each node; `components` gives the axis of each (0 to 2 translations, 3 to 5 rotations).
    pub fn of_discrete(matrix: &SquareMatrix, components: &[usize], places: &[[f64; 3]]) -> Self {
        let base = places.first().copied().unwrap_or_default();
        // Rigid motions about the first node, column by column.
        let motions: Vec<Vec<f64>> = (0..6).map(|motion| rigid_motion(motion, components, places, base)).collect();
        let products: Vec<Vec<f64>> = motions.iter().map(|m| matrix.multiply(m)).collect();
        let term = |i: usize, j: usize| -> f64 { motions[i].iter().zip(&products[j]).map(|(a, b)| a * b).sum() };
        let axes: Vec<usize> = (0..3).filter(|a| components.contains(a)).collect();
        let mass = axes.iter().map(|&a| term(a, a)).sum::<f64>() / axes.len().max(1) as f64;
        if mass == 0.0 {
            let inertia = [term(3, 3), term(4, 4), term(5, 5), term(3, 4), term(3, 5), term(4, 5)];
            return MassProperties { mass, centre: base, inertia };
        }
        // The momentum of a rotation is m ω × d.
        let d = if axes.len() == 3 {
            [
                0.5 * (term(1, 5) - term(2, 4)) / mass,
                0.5 * (term(2, 3) - term(0, 5)) / mass,
                0.5 * (term(0, 4) - term(1, 3)) / mass,
            ]
        } else {
            [term(1, 5) / mass, -term(0, 5) / mass, 0.0]
        };
        let square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        let about_centre =
            |i: usize, j: usize| term(3 + i, 3 + j) - mass * (if i == j { square } else { 0.0 } - d[i] * d[j]);
        MassProperties {
            mass,
            centre: std::array::from_fn(|i| base[i] + d[i]),
            inertia: [
                about_centre(0, 0),
                about_centre(1, 1),
                about_centre(2, 2),
                about_centre(0, 1),
                about_centre(0, 2),
                about_centre(1, 2),
            ],
        }
    }

    /// Total mass, centre, and inertia about the centre.
    pub fn gather(parts: &[MassProperties]) -> Self {
        let mass: f64 = parts.iter().map(|p| p.mass).sum();
        let mut centre = [0.0; 3];
        for part in parts {
            (0..3).for_each(|i| centre[i] += part.mass * part.centre[i]);
        }
        if mass != 0.0 {
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

    /// Principal moments in increasing order, and the nautical angles (rad) of their axes.
    pub fn principal(&self) -> ([f64; 3], [f64; 3]) {
        let [xx, yy, zz, xy, xz, yz] = self.inertia;
        let tensor = Matrix3::new(xx, -xy, -xz, -xy, yy, -yz, -xz, -yz, zz);
        if !tensor.iter().all(|v| v.is_finite()) {
            return ([f64::NAN; 3], [0.0; 3]);
        }
        let eigen = tensor.symmetric_eigen();
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

/// Unknowns of all nodes under a unit translation (0 to 2) or rotation about `base` (3 to 5).
fn rigid_motion(motion: usize, components: &[usize], places: &[[f64; 3]], base: [f64; 3]) -> Vec<f64> {
    let mut values = Vec::with_capacity(components.len() * places.len());
    for place in places {
        let r: [f64; 3] = std::array::from_fn(|i| place[i] - base[i]);
        let mut at_node = [0.0; 6];
        if motion < 3 {
            at_node[motion] = 1.0;
        } else {
            let mut omega = [0.0; 3];
            omega[motion - 3] = 1.0;
            at_node[0] = omega[1] * r[2] - omega[2] * r[1];
            at_node[1] = omega[2] * r[0] - omega[0] * r[2];
            at_node[2] = omega[0] * r[1] - omega[1] * r[0];
            at_node[motion] = 1.0;
        }
        values.extend(components.iter().map(|&c| at_node[c]));
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::elements::{DiscreteCode, Elasticity};

    #[test]
    fn an_offset_mass_gives_back_its_data() {
        let values = [38.0, 2.1, 3.4, 2.7, 0.2, -0.3, 0.25, 0.1, 0.04, -0.15];
        let matrix = DiscreteCode::from_name("M_TR_D_N").unwrap().matrix(false, true, &values).unwrap();
        let found = MassProperties::of_discrete(&matrix, &[0, 1, 2, 3, 4, 5], &[[1.0, 2.0, 3.0]]);
        let expected = [1.1, 2.04, 2.85, 2.1, 3.4, 2.7, 0.2, 0.25, -0.3];
        let given = found.centre.iter().chain(&found.inertia);
        assert!(given.zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        assert!((found.mass - 38.0).abs() < 1e-12);
    }

    #[test]
    fn two_bars_of_a_dumbbell() {
        let material = Elasticity { young: 1.0, poisson: 0.0, density: 2.0 };
        let bar = Bar { length: 3.0, area: 0.5, axes: 3, material };
        let frame = Frame::from_angles([0.0; 3]);
        let parts = [[0.0; 3], [3.0, 0.0, 0.0]].map(|first| MassProperties::of_bar(&bar, first, &frame));
        let whole = MassProperties::gather(&parts);
        assert_eq!((whole.mass, whole.centre[0]), (6.0, 3.0));
        // m L² / 12 of the whole line.
        assert!((whole.inertia[1] - 6.0 * 36.0 / 12.0).abs() < 1e-12);
        let (moments, _) = whole.principal();
        assert!(moments[0].abs() < 1e-12 && (moments[2] - 18.0).abs() < 1e-12);
    }
}
