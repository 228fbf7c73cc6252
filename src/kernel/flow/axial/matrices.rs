//! Mass, damping and stiffness of modes in a flow along the tubes.

use std::f64::consts::PI;

use nalgebra::DMatrix;

use super::super::line::Line;
use super::potential::{Bundle, Potential};
use super::steady::{Grid, Steady, derivative};

/// Modes without flow.
#[derive(Clone, Debug)]
pub struct Basis {
    /// Hz
    pub frequencies: Vec<f64>,
    pub dampings: Vec<f64>,
    pub masses: Vec<f64>,
    pub stiffnesses: Vec<f64>,
    /// `shapes[r][g][a]`: mode r of group g along a, at the points.
    pub shapes: Vec<Vec<[Vec<f64>; 2]>>,
}

/// A bundle in its flow.
#[derive(Clone, Debug)]
pub struct AxialInput {
    pub bundle: Bundle,
    pub grids: Vec<Grid>,
    /// Points along the tubes.
    pub points: Line,
    pub density: Vec<f64>,
    pub viscosity: Vec<f64>,
    pub roughness: f64,
    /// Acceleration of gravity along the tubes.
    pub gravity: f64,
}

/// The three matrices.
pub(super) struct Matrices {
    pub(super) mass: DMatrix<f64>,
    pub(super) damping: DMatrix<f64>,
    pub(super) stiffness: DMatrix<f64>,
}

/// Integral over the points of a product.
fn integral(points: &Line, product: impl Fn(usize) -> f64) -> f64 {
    let values: Vec<f64> = (0..points.abscissae.len()).map(product).collect();
    points.whole(&values)
}

/// Matrices of the modes in a steady flow; `damping` is that of each mode (kg/s).
pub(super) fn matrices(
    input: &AxialInput,
    basis: &Basis,
    potential: &Potential,
    flow: &Steady,
    speed: f64,
    damping: &[f64],
) -> Matrices {
    let n = basis.frequencies.len();
    let (points, z) = (&input.points, &input.points.abscissae);
    let rho0 = input.density[0];
    let tubes = input.bundle.tubes.len() as f64;
    let groups = potential.counts.len();
    let first: Vec<Vec<[Vec<f64>; 2]>> =
        basis.shapes.iter().map(|m| m.iter().map(|g| g.each_ref().map(|f| derivative(z, f))).collect()).collect();
    let second: Vec<Vec<[Vec<f64>; 2]>> =
        first.iter().map(|m| m.iter().map(|g| g.each_ref().map(|f| derivative(z, f))).collect()).collect();
    let mut found = Matrices {
        mass: DMatrix::from_diagonal(&basis.masses.clone().into()),
        damping: DMatrix::from_diagonal(&damping.to_vec().into()),
        stiffness: DMatrix::from_diagonal(&basis.stiffnesses.clone().into()),
    };
    for r in 0..n {
        for s in 0..n {
            let (mut m, mut c, mut k) = (0.0, 0.0, 0.0);
            for g in 0..groups {
                let radius = potential.radii[g];
                let area = PI * radius * radius;
                for h in 0..groups {
                    for a in 0..2 {
                        for b in 0..2 {
                            let (p, w) = (potential.p[g][h][a][b], potential.w[g][h][a][b]);
                            let t = if g == h && a == b { w - potential.counts[g] } else { w };
                            let (phi, other) = (&basis.shapes[r][g][a], &basis.shapes[s][h][b]);
                            let (d1, d2) = (&first[s][h][b], &second[s][h][b]);
                            m -= area * p * integral(points, |i| input.density[i] * phi[i] * other[i]);
                            c -= rho0
                                * speed.abs()
                                * radius
                                * t
                                * integral(points, |i| (flow.friction[i] + flow.lift) * phi[i] * other[i]);
                            c -= 2.0 * rho0 * speed * area * p * integral(points, |i| phi[i] * d1[i]);
                            k -= rho0
                                * speed.abs()
                                * radius
                                * w
                                * integral(points, |i| flow.speed[i] * flow.friction[i] * phi[i] * d1[i]);
                            k -= rho0
                                * speed.abs()
                                * radius
                                * t
                                * integral(points, |i| flow.speed[i] * flow.lift * phi[i] * d1[i]);
                            k -= rho0 * speed * area * p * integral(points, |i| flow.speed[i] * phi[i] * d2[i]);
                            for (grid, (blocked, (rho, vg, interval))) in
                                input.grids.iter().zip(flow.sections.iter().zip(&flow.at_grids))
                            {
                                let Some(before) = interval.checked_sub(1) else { continue };
                                let share = (grid.place - z[before]) / (z[*interval] - z[before]);
                                let at = |f: &[f64]| f[before] + share * (f[*interval] - f[before]);
                                let slope = (other[*interval] - other[before]) / (z[*interval] - z[before]);
                                let force = 0.5 * rho * vg.abs() * blocked / tubes;
                                c -= force * (grid.drag + grid.lift) * t * at(phi) * at(other);
                                k -= force * vg * (grid.drag * w + grid.lift * t) * at(phi) * slope;
                            }
                        }
                    }
                }
                for a in 0..2 {
                    let (phi, d1, d2) = (&basis.shapes[r][g][a], &first[s][g][a], &second[s][g][a]);
                    let pulled =
                        integral(points, |i| flow.pressure[i] * phi[i] * d2[i] + flow.slope[i] * phi[i] * d1[i]);
                    k -= area * potential.counts[g] * pulled;
                }
            }
            found.mass[(r, s)] += m;
            found.damping[(r, s)] += c;
            found.stiffness[(r, s)] += k;
        }
    }
    found
}

/// Damping of the viscosity at rest, of a mode at frequency `f`.
pub(super) fn viscous(input: &AxialInput, basis: &Basis, potential: &Potential, mode: usize, f: f64) -> f64 {
    let groups = potential.counts.len();
    let mut sum = 0.0;
    for g in 0..groups {
        for h in 0..groups {
            for a in 0..2 {
                for b in 0..2 {
                    let w = potential.w[g][h][a][b];
                    let t = if g == h && a == b { w - potential.counts[g] } else { w };
                    let (phi, other) = (&basis.shapes[mode][g][a], &basis.shapes[mode][h][b]);
                    let thick = |i: usize| input.density[i] * input.viscosity[i].sqrt() * phi[i] * other[i];
                    sum += potential.radii[g] * t * integral(&input.points, thick);
                }
            }
        }
    }
    -4.0 * PI * (PI * f).sqrt() * sum
}
