//! Forces at the points of integration of a beam that warps, from the nodal forces of its stiffness, and back.
//!
//! Both are linear in the eight strains of the element: the motion `u` with the first node held, save its warping, has them all. With `B` the
//! strains at a point, `D` their rigidities and `w` the weights, the forces there are `D B u`, with the shear rigidities of
//! [`Beam::warping_efforts`]; `u` is `K⁻¹ r` for nodal forces `r`, and minimises `∑ w (B u - e) D (B u - e)` for strains `e` of given forces.

use nalgebra::{DMatrix, DVector};

use super::thin_walled::{POINTS, SIZE};
use crate::elements::{Beam, SquareMatrix};

/// Efforts per point, and of the three points.
const WIDTH: usize = 7;
const ALL: usize = 3 * WIDTH;
/// Unknowns that are held.
const HELD: usize = 6;

/// Matrices that lead from nodal forces (14, local axes) to the efforts at the three points (21: N VY VZ MT MFY MFZ BX, point after point), and back.
#[derive(Clone, Debug, PartialEq)]
pub struct WarpingPoints {
    to_points: DMatrix<f64>,
    to_nodes: DMatrix<f64>,
}

impl WarpingPoints {
    /// The two matrices of a beam; `None` where it has no torsional stiffness.
    pub fn of(beam: &Beam) -> Option<WarpingPoints> {
        let stiffness = wide(&beam.warping_stiffness());
        let [strains, forces, rigidities] = beam.warping_rows();
        let weights = DVector::from_fn(ALL, |i, _| 0.5 * beam.length * POINTS[i / WIDTH].1 * rigidities[(i, 0)]);
        let free = |matrix: &DMatrix<f64>| matrix.columns(HELD, SIZE - HELD).into_owned();
        let (strains, forces) = (free(&strains), free(&forces));
        let motion = inverse(stiffness.view((HELD, HELD), (SIZE - HELD, SIZE - HELD)).into_owned())?;
        let mut to_points = DMatrix::zeros(ALL, SIZE);
        to_points.columns_mut(HELD, SIZE - HELD).copy_from(&(forces * motion));
        // Strains of forces where the rigidity is not zero.
        let of_force = DMatrix::from_fn(ALL, ALL, |i, j| {
            if i == j && rigidities[(i, 1)] != 0.0 { 1.0 / rigidities[(i, 1)] } else { 0.0 }
        });
        let weighted = strains.transpose() * DMatrix::from_diagonal(&weights);
        let fitted = inverse(&weighted * &strains)? * weighted * of_force;
        Some(WarpingPoints { to_points, to_nodes: free(&stiffness) * fitted })
    }

    /// Effort `row` (of 21) as factors of the nodal forces.
    pub fn row(&self, row: usize) -> impl Iterator<Item = f64> {
        self.to_points.row(row).iter().copied().collect::<Vec<_>>().into_iter()
    }

    /// Efforts at the points (21) of nodal forces (14).
    pub fn efforts(&self, nodal: &[f64]) -> Vec<f64> {
        (&self.to_points * DVector::from_column_slice(nodal)).as_slice().to_vec()
    }

    /// Nodal forces (14) of efforts at the points (21).
    pub fn nodal_forces(&self, efforts: &[f64]) -> Vec<f64> {
        (&self.to_nodes * DVector::from_column_slice(efforts)).as_slice().to_vec()
    }
}

fn wide(matrix: &SquareMatrix) -> DMatrix<f64> {
    DMatrix::from_row_slice(matrix.size(), matrix.size(), matrix.rows())
}

/// The inverse of a positive matrix whose unknowns have different units.
fn inverse(matrix: DMatrix<f64>) -> Option<DMatrix<f64>> {
    let scale = DMatrix::from_diagonal(&matrix.diagonal().map(|x| 1.0 / x.sqrt()));
    let inverse = (&scale * matrix * &scale).cholesky()?.inverse();
    Some(&scale * inverse * &scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::{Elasticity, Section, SectionLaw};

    /// In metres and newtons, then in millimetres and newtons, with and without offset, shear and warping stiffness.
    #[test]
    fn efforts_and_nodal_forces_lead_to_each_other() {
        for (ay, jg, ey) in [(1.0, 1.5e-8, 0.0), (1.7, 1.5e-8, 0.013), (0.0, 0.0, 0.0), (2.2, 0.0, -0.02)] {
            for unit in [1.0_f64, 1000.0] {
                let section = Section {
                    area: 3e-3 * unit.powi(2),
                    iy: 2e-5 * unit.powi(4),
                    iz: 2e-6 * unit.powi(4),
                    jx: 8e-8 * unit.powi(4),
                    ay,
                    az: 1.3 * ay,
                    ey: ey * unit,
                    ez: -0.7 * ey * unit,
                    jg: jg * unit.powi(6),
                    ..Section::default()
                };
                let material = Elasticity { young: 2.1e11 / unit.powi(2), poisson: 0.3, density: 7800.0 };
                let beam = Beam { length: 0.7 * unit, section: SectionLaw::constant(section), material, warps: true };
                let points = WarpingPoints::of(&beam).unwrap();
                let of_unit = |i: usize, x: f64| match i % 7 {
                    0..3 => 1e-4 * x * unit,
                    6 => 2e-3 * x / unit,
                    _ => 3e-4 * x,
                };
                let u: Vec<f64> = (0..SIZE).map(|i| of_unit(i, libm::sin(1.7 * i as f64 + 0.3))).collect();
                let r = beam.warping_stiffness().multiply(&u);
                let expected: Vec<f64> = beam.warping_efforts(&u).concat();
                let found = points.efforts(&r);
                let back = points.nodal_forces(&expected);
                // Forces, moments, bimoments.
                let power = |i: usize| [0, 0, 0, 1, 1, 1, 2][i % 7];
                let size = |list: &[f64], i: usize| {
                    let alike = list.iter().enumerate().filter(|(j, _)| power(*j) == power(i));
                    alike.fold(0.0, |top: f64, (_, x)| top.max(x.abs()))
                };
                for (i, (a, b)) in expected.iter().zip(&found).enumerate() {
                    assert!((a - b).abs() <= 1e-10 * size(&expected, i), "{ay} {unit} effort {i}: {a} {b}");
                }
                for (i, (a, b)) in r.iter().zip(&back).enumerate() {
                    assert!((a - b).abs() <= 1e-10 * size(&r, i), "{ay} {unit} force {i}: {a} {b}");
                }
            }
        }
    }
}
