//! Derivatives of the stages and the state of a stage.

use super::scheme::{RungeKuttaOptions, Tableau};

/// Stepper of both pairs.
#[derive(Clone, Debug)]
pub struct RungeKuttaStepper {
    pub(super) options: RungeKuttaOptions,
    pub(super) tableau: &'static Tableau,
    pub(super) minimum: f64,
    pub(super) maximum: f64,
    pub(super) active: bool,
    /// Velocities and accelerations, `size` numbers per node; the first are those of the start of the step.
    pub(super) velocities: Vec<f64>,
    pub(super) accelerations: Vec<f64>,
    /// Mode that contributed most to the last error.
    pub(super) worst: usize,
    /// Displacements of the stage.
    pub(super) q: Vec<f64>,
    /// Room for errors in other coordinates: of displacement and velocity, both before and after, and one more.
    pub(super) measured: [Vec<f64>; 6],
    pub(super) q_spare: Vec<f64>,
    /// Errors from which a step is multiplied by less than 5, by less than 1, by 0.2.
    pub(super) bounds: [f64; 3],
}

impl RungeKuttaStepper {
    /// Nominal step `step` (s), `size` coordinates.
    pub fn new(options: RungeKuttaOptions, step: f64, size: usize) -> Self {
        let (minimum, maximum) = options.limits.or(1e-10 * step, 1e10 * step);
        let tableau = options.pair.tableau();
        let stages = || vec![0.0; size * tableau.nodes.len()];
        RungeKuttaStepper {
            options,
            tableau,
            minimum,
            maximum,
            active: (maximum / minimum - 1.0).abs() >= 100.0 * f64::EPSILON,
            velocities: stages(),
            accelerations: stages(),
            worst: 0,
            q: vec![0.0; size],
            measured: std::array::from_fn(|_| vec![0.0; size]),
            q_spare: vec![0.0; size],
            bounds: [5.0, 1.0, 0.2].map(|ratio| libm::pow(0.9 / ratio, tableau.exponent)),
        }
    }
}
