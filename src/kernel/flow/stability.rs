//! Fluid-elastic stability after Connors: the critical speed of each mode, and the ratio of the effective speed to it.

use std::f64::consts::PI;

use super::line::{Line, Zone};

/// A tube in its flow.
#[derive(Clone, Copy, Debug)]
pub struct StabilityInput<'a> {
    pub line: &'a Line,
    pub zones: &'a [Zone],
    /// Densities of the fluids inside and outside, at the nodes.
    pub inner: &'a [f64],
    pub outer: &'a [f64],
    pub outer_diameter: f64,
    pub inner_diameter: f64,
    pub added_mass: f64,
    /// Density of the tube.
    pub density: f64,
    /// For each zone: lowest and highest constant of Connors, and how many between them.
    pub constants: &'a [([f64; 2], usize)],
}

/// A mode for this analysis.
#[derive(Clone, Copy, Debug)]
pub struct StabilityMode<'a> {
    /// Hz
    pub frequency: f64,
    pub damping: f64,
    pub mass: f64,
    /// Displacements at the nodes along the component that counts, and along all three.
    pub shape: &'a [f64],
    pub shapes: [&'a [f64]; 3],
}

/// Results of a mode, constant after constant (the last zone the fastest).
#[derive(Clone, Debug, PartialEq)]
pub struct Stability {
    /// Constants of the zones.
    pub constants: Vec<Vec<f64>>,
    pub critical: Vec<f64>,
    /// Effective speed over the critical one.
    pub ratio: Vec<f64>,
    /// Effective speed over the critical one, from all three components of the shape.
    pub whole_ratio: Vec<f64>,
}

impl StabilityInput<'_> {
    /// Mass per length of the tube with its fluids, by means along it.
    pub fn mean_mass(&self) -> f64 {
        let (de, di) = (self.outer_diameter * self.outer_diameter, self.inner_diameter * self.inner_diameter);
        let tube = (de - di) * self.density + di * self.line.mean(self.inner);
        0.25 * PI * (tube + 2.0 * self.added_mass / PI * de * self.line.mean(self.outer))
    }
}

/// Stability of one mode.
pub fn stability(input: &StabilityInput<'_>, mode: &StabilityMode<'_>) -> Stability {
    let (line, zones) = (input.line, input.zones);
    let (m0, r0) = (input.mean_mass(), line.mean(input.outer));
    let logarithmic = 2.0 * PI * mode.damping / (1.0 - mode.damping * mode.damping).sqrt();
    let a = mode.frequency * (m0 * logarithmic / r0).sqrt();
    let square = |x: f64| x * x;
    let energy = |zone: &Zone, shapes: &[&[f64]]| {
        line.exact(zone.first, zone.last, |at| {
            at(input.outer) * square(at(&zone.speeds)) * shapes.iter().fold(0.0, |s, shape| s + square(at(shape)))
        })
    };
    let energies: Vec<f64> = zones.iter().map(|zone| energy(zone, &[mode.shape])).collect();
    let whole: f64 = zones.iter().fold(0.0, |sum, zone| sum + energy(zone, &mode.shapes));
    let total: f64 = energies.iter().fold(0.0, |sum, e| sum + e);
    let (de, di) = (square(input.outer_diameter), square(input.inner_diameter));
    let moved = line.exact(0, line.abscissae.len() - 1, |at| {
        let mass = 0.25 * PI * (input.density * (de - di) + di * at(input.inner))
            + 0.5 * input.added_mass * de * at(input.outer);
        mass * square(at(mode.shape))
    });
    let effective = (total * m0 / (r0 * moved)).sqrt();
    let whole_effective = (whole * m0 / (r0 * mode.mass)).sqrt();
    let empty = total < 2.2e-16;
    let mut found =
        Stability { constants: Vec::new(), critical: Vec::new(), ratio: Vec::new(), whole_ratio: Vec::new() };
    for constants in combinations(input.constants) {
        let weakened =
            |of: &dyn Fn(usize) -> f64| constants.iter().enumerate().fold(0.0, |sum, (z, k)| sum + of(z) / (k * k));
        let critical = match empty {
            true => a * (zones.len() as f64 / weakened(&|_| 1.0)).sqrt(),
            false => a * (total / weakened(&|z| energies[z])).sqrt(),
        };
        found.critical.push(critical);
        found.ratio.push(if empty { 0.0 } else { effective / critical });
        found.whole_ratio.push(whole_effective / critical);
        found.constants.push(constants);
    }
    found
}

/// All combinations of the constants of the zones, the last one the fastest.
fn combinations(zones: &[([f64; 2], usize)]) -> Vec<Vec<f64>> {
    let mut all = vec![Vec::new()];
    for ([low, high], count) in zones {
        let constant = |k: usize| low + k as f64 * (high - low) / (count - 1) as f64;
        all = all
            .iter()
            .flat_map(|head: &Vec<f64>| (0..*count).map(move |k| [&head[..], &[constant(k)]].concat()))
            .collect();
    }
    all
}
