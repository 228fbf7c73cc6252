//! What the scheme remembers between steps, and the arrays of an attempt.

use super::scheme::{AdaptiveOptions, AdaptiveOrder};
use crate::transient::dynamics::ModalState;

/// Stepper of both orders.
#[derive(Clone, Debug)]
pub struct AdaptiveStepper {
    pub(super) options: AdaptiveOptions,
    pub(super) minimum: f64,
    pub(super) maximum: f64,
    /// True where the step is controlled.
    pub(super) active: bool,
    /// Velocity carried between steps: at mid-step for order 2.
    pub(super) w: Vec<f64>,
    pub(super) w2: Vec<f64>,
    pub(super) q2: Vec<f64>,
    pub(super) v2: Vec<f64>,
    pub(super) a2: Vec<f64>,
    /// Reference velocities.
    pub(super) v_min: Vec<f64>,
    /// Room for differences in other coordinates.
    pub(super) measured: [Vec<f64>; 3],
    /// Grows by one an accepted attempt, until the step may grow.
    pub(super) since_growth: u32,
    pub(super) accepted: u64,
    /// `w`, `v_min` and the counters at the start of a step that may be made again.
    pub(super) kept: (Vec<f64>, Vec<f64>, u32, u64),
}

impl AdaptiveStepper {
    /// Nominal step `step` (s); the initial velocity is that of `state`.
    pub fn new(options: AdaptiveOptions, step: f64, state: &ModalState) -> Self {
        let (minimum, maximum) = options.limits.or(options.relative_minimum * step, 1e6 * step);
        let zero = || vec![0.0; state.q.len()];
        AdaptiveStepper {
            options,
            minimum,
            maximum,
            active: (maximum / minimum - 1.0).abs() >= 100.0 * f64::EPSILON,
            w: state.v.clone(),
            w2: zero(),
            q2: zero(),
            v2: zero(),
            a2: zero(),
            v_min: vec![1e-15; state.q.len()],
            measured: [zero(), zero(), zero()],
            since_growth: 1,
            accepted: 0,
            kept: (zero(), zero(), 1, 0),
        }
    }

    pub(super) fn is_second_order(&self) -> bool {
        self.options.order == AdaptiveOrder::Second
    }
}
