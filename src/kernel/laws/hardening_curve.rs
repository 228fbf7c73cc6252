//! A curve force-displacement of an elasto-plastic link, as a threshold over the cumulated plastic displacement.

use crate::signal::Table;

/// A curve force-displacement: (0, 0), the elastic limit, then the plastic points.
#[derive(Clone, Debug, PartialEq)]
pub struct HardeningCurve {
    points: Vec<(f64, f64)>,
}

/// Faults of a curve.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum CurveFault {
    #[error("it must start at (0, 0), and starts at ({0}, {1})")]
    Start(f64, f64),
    #[error("it has {0} points and needs at least 3")]
    TooShort(usize),
    #[error("kinematic hardening takes exactly 3 points, and it has {0}")]
    NotBilinear(usize),
    #[error("the force decreases at point {0}")]
    Decreasing(usize),
    #[error("the slope before point {0} is larger than the first one")]
    Stiffening(usize),
}

/// Way in which the elastic range follows plastic motion: it grows, or it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hardening {
    Isotropic,
    Kinematic,
}

impl HardeningCurve {
    /// The curve through `points` (m, N). Fails where they make no curve of hardening.
    pub fn new(points: Vec<(f64, f64)>, kinematic: bool) -> Result<HardeningCurve, CurveFault> {
        let Some(&(x, y)) = points.first() else { return Err(CurveFault::TooShort(0)) };
        if x.abs() > 1e-12 || y.abs() > 1e-12 {
            return Err(CurveFault::Start(x, y));
        }
        if points.len() < 3 {
            return Err(CurveFault::TooShort(points.len()));
        }
        if kinematic && points.len() != 3 {
            return Err(CurveFault::NotBilinear(points.len()));
        }
        let slope = |i: usize| (points[i].1 - points[i - 1].1) / (points[i].0 - points[i - 1].0);
        for i in 1..points.len() {
            if points[i].1 < points[i - 1].1 || (i == 1 && points[1].1 <= 0.0) {
                return Err(CurveFault::Decreasing(i + 1));
            }
            if slope(i) > slope(1) * (1.0 + 1e-12) {
                return Err(CurveFault::Stiffening(i + 1));
            }
        }
        Ok(HardeningCurve { points })
    }

    /// The curve of a tabulated function. Fails as [`HardeningCurve::new`] does.
    pub fn of_table(table: &Table, hardening: Hardening) -> Result<HardeningCurve, CurveFault> {
        let points = table.abscissae.iter().copied().zip(table.ordinates.iter().copied()).collect();
        HardeningCurve::new(points, hardening == Hardening::Kinematic)
    }

    /// Displacement and force at the end of the first segment.
    pub fn elastic_limit(&self) -> (f64, f64) {
        self.points[1]
    }

    /// Slope of the first segment.
    pub fn stiffness(&self) -> f64 {
        let (u, f) = self.elastic_limit();
        f / u
    }

    /// `R(P)` and `R'(P)`; `None` beyond the last point.
    pub fn threshold(&self, p: f64) -> Option<(f64, f64)> {
        let k = self.stiffness();
        let plastic = |i: usize| self.points[i].0 - self.points[i].1 / k;
        let i = (2..self.points.len()).find(|i| p < plastic(*i))?;
        let (p_1, p_2) = (plastic(i - 1), plastic(i));
        let (r_1, r_2) = (self.points[i - 1].1, self.points[i].1);
        let slope = (r_2 - r_1) / (p_2 - p_1);
        Some((r_1 + (p - p_1) * slope, slope))
    }
}
