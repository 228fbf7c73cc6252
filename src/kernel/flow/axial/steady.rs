//! The steady flow along the tubes: speed, pressure, friction, and what grids take.

use std::f64::consts::PI;

use super::super::line::Line;
use super::potential::{Bundle, Enclosure};

/// A grid that holds the tubes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Its place along the tubes.
    pub place: f64,
    pub length: f64,
    pub width: f64,
    pub thickness: f64,
    pub roughness: f64,
    /// Coefficients of drag and of lift.
    pub drag: f64,
    pub lift: f64,
}

/// The flow at one speed.
#[derive(Clone, Debug)]
pub struct Steady {
    /// At the points: speed, friction coefficient, pressure and its slope.
    pub speed: Vec<f64>,
    pub friction: Vec<f64>,
    pub pressure: Vec<f64>,
    pub slope: Vec<f64>,
    /// Coefficient of the lift of a tube at an incidence.
    pub lift: f64,
    /// Section of each grid.
    pub sections: Vec<f64>,
    /// Density and speed at each grid, and the interval of points that the grid counts in last.
    pub at_grids: Vec<(f64, f64, usize)>,
}

/// Section of the fluid, and perimeter of walls and tubes.
fn section(bundle: &Bundle) -> (f64, f64) {
    let radii = bundle.tubes.iter().map(|tube| tube.radius);
    let (area, rim) = radii.fold((0.0, 0.0), |(a, p), r| (a + PI * r * r, p + 2.0 * PI * r));
    match bundle.enclosure {
        Enclosure::Circle { radius, .. } => (PI * radius * radius - area, 2.0 * PI * radius + rim),
        Enclosure::Rectangle { sides, .. } => (sides[0] * sides[1] - area, 2.0 * (sides[0] + sides[1]) + rim),
    }
}

/// Friction coefficient of a duct of hydraulic diameter `d` with walls of some roughness.
fn friction(re: f64, d: f64, roughness: f64) -> f64 {
    let smooth = |x: f64| libm::log10(x);
    if re < 2000.0 {
        16.0 * PI / re
    } else if re < 4000.0 {
        1.2e-4 * PI * libm::pow(re, 0.55)
    } else if roughness <= 0.0 || re < 23.0 * d / roughness {
        let base = 1.8 * smooth(re) - 1.64;
        0.25 * PI / (base * base)
    } else if re < 560.0 * d / roughness {
        0.025 * PI * libm::pow(1.46 * roughness / d + 100.0 / re, 0.25)
    } else {
        let base = 2.0 * smooth(3.7 * d / roughness);
        0.25 * PI / (base * base)
    }
}

/// Derivative of nodal values: one-sided at the ends, weighted inside.
pub(super) fn derivative(z: &[f64], f: &[f64]) -> Vec<f64> {
    let n = z.len();
    let slope = |k: usize| (f[k + 1] - f[k]) / (z[k + 1] - z[k]);
    (0..n)
        .map(|k| match k {
            0 => slope(0),
            k if k == n - 1 => slope(n - 2),
            k => {
                let (h, before) = (z[k + 1] - z[k], z[k] - z[k - 1]);
                ((f[k + 1] - f[k]) * h + (f[k] - f[k - 1]) * before) / (h * h + before * before)
            }
        })
        .collect()
}

/// The flow at a speed: `density` and `viscosity` at the points, gravity along z.
pub fn steady(
    bundle: &Bundle,
    grids: &[Grid],
    points: &Line,
    fluid: (&[f64], &[f64]),
    roughness: f64,
    gravity: f64,
    speed: f64,
) -> Steady {
    let (density, viscosity) = fluid;
    let z = &points.abscissae;
    let n = z.len();
    let (area, perimeter) = section(bundle);
    let hydraulic = 4.0 * area / perimeter;
    let v: Vec<f64> = density.iter().map(|rho| density[0] * speed / rho).collect();
    let reynolds = |v: f64, nu: f64, d: f64| d * v.abs() / nu;
    let cf: Vec<f64> = (0..n)
        .map(|k| match speed == 0.0 {
            true => 0.0,
            false => friction(reynolds(v[k], viscosity[k], hydraulic), hydraulic, roughness),
        })
        .collect();
    let dv = derivative(z, &v);
    let slope: Vec<f64> = (0..n)
        .map(|k| {
            let rubbed = 2.0 * density[k] * cf[k] * v[k].abs() * v[k] / (PI * hydraulic);
            density[k] * gravity - density[k] * v[k] * dv[k] - rubbed
        })
        .collect();
    let mut pressure = vec![0.0; n];
    for k in 1..n {
        pressure[k] = pressure[k - 1] + 0.5 * (z[k] - z[k - 1]) * (slope[k] + slope[k - 1]);
    }
    let tubes = bundle.tubes.len() as f64;
    let bars = (2.0 * (tubes.sqrt() + 1.0)).floor();
    let (mut sections, mut at_grids) = (Vec::new(), Vec::new());
    for grid in grids {
        let bar = bars * grid.thickness;
        let blocked = bar * grid.width - 0.25 * bar * bar;
        let wetted = 4.0 * grid.width + 4.0 * tubes.sqrt() * (grid.width - 0.5 * bar);
        let mut counted = (density[0], 0.0, 0);
        for k in 1..n {
            if !(z[k - 1] <= grid.place && grid.place <= z[k]) {
                continue;
            }
            let share = (grid.place - z[k - 1]) / (z[k] - z[k - 1]);
            let at = |values: &[f64]| values[k - 1] + share * (values[k] - values[k - 1]);
            let (rho, nu) = (at(density), at(viscosity));
            let open = 1.0 - blocked / area;
            let vg = density[0] * speed / (rho * open);
            let narrow = 4.0 * (area - blocked) / (perimeter + wetted);
            let cg = if speed == 0.0 { 0.0 } else { friction(reynolds(vg, nu, narrow), narrow, grid.roughness) };
            let taken = (blocked * grid.drag + wetted * grid.length * cg) / area
                + (1.0 - open * open) * perimeter * grid.length * at(&cf) / area;
            let drop = 0.5 * rho * vg.abs() * vg * taken;
            // A grid on a point lies in two intervals and counts twice, as in the reference.
            pressure[k..].iter_mut().for_each(|p| *p -= drop);
            counted = (rho, vg, k);
        }
        sections.push(blocked);
        at_grids.push(counted);
    }
    let lift = if speed == 0.0 { 0.0 } else { 0.08 };
    Steady { speed: v, friction: cf, pressure, slope, lift, sections, at_grids }
}
