//! Elasto-plastic link (DIS_ECRO_TRAC), along its axis or in the plane normal to it, with isotropic or
//! kinematic hardening.
//!
//! With `V` the relative velocity, `G = F - X`, `Fe = |G|`, elastic stiffness `k`:
//!
//! ```text
//! where Fe > threshold and G.V > 0:   P' = k (G.V) / (Fe (k + slope)),  Up' = P' G/Fe,  X' = slope Up' (kinematic)
//! F' = k (V - Up')                    W' = P' Fe                        U' = V
//! ```
//!
//! Isotropic: threshold `R(P)` and slope `R'(P)` from the curve force-displacement; kinematic: threshold and
//! slope are those of the first plastic segment. Integrated by `laws::cash_karp`.

use super::link::Link;
use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::law::{LocalLaw, saves_its_state};
use crate::interaction::motion::{Attachment, State};
use crate::interaction::shapes::Shapes;
use crate::laws::LawFault as Fault;
use crate::laws::cash_karp::{LocalControl, Rates, integrate};

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

    fn elastic_limit(&self) -> (f64, f64) {
        self.points[1]
    }

    fn stiffness(&self) -> f64 {
        let (u, f) = self.elastic_limit();
        f / u
    }

    /// `R(P)` and `R'(P)`; `None` beyond the last point.
    fn threshold(&self, p: f64) -> Option<(f64, f64)> {
        let k = self.stiffness();
        let plastic = |i: usize| self.points[i].0 - self.points[i].1 / k;
        let i = (2..self.points.len()).find(|i| p < plastic(*i))?;
        let (p_1, p_2) = (plastic(i - 1), plastic(i));
        let (r_1, r_2) = (self.points[i - 1].1, self.points[i].1);
        let slope = (r_2 - r_1) / (p_2 - p_1);
        Some((r_1 + (p - p_1) * slope, slope))
    }
}

/// Way in which the elastic range follows plastic motion: it grows, or it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hardening {
    Isotropic,
    Kinematic,
}

/// An elasto-plastic link of two nodes.
#[derive(Clone, Debug)]
pub struct PlasticLinkSpec {
    pub node_1: Attachment,
    pub node_2: Attachment,
    pub curve: HardeningCurve,
    pub hardening: Hardening,
    /// In the plane normal to the link, instead of along it.
    pub tangential: bool,
    pub control: LocalControl,
}

/// An elasto-plastic link with its memory.
#[derive(Clone, Debug)]
pub struct PlasticLink {
    pub link: Link,
    law: PlasticLaw,
    tangential: bool,
    control: LocalControl,
    /// Force (3), displacement (3), dissipation, `P`, plastic displacement (3), back-force (3).
    pub state: [f64; 14],
    pub saved: [f64; 14],
}

#[derive(Clone, Debug)]
struct PlasticLaw {
    curve: HardeningCurve,
    hardening: Hardening,
}

impl LocalLaw for PlasticLink {
    type Spec = PlasticLinkSpec;

    const VARIABLES: &'static [&'static str] = &[
        "position_1_x",
        "position_1_y",
        "position_1_z",
        "position_2_x",
        "position_2_y",
        "position_2_z",
        "force_x",
        "force_y",
        "force_z",
        "displacement_x",
        "displacement_y",
        "displacement_z",
        "dissipation",
        "cumulated_plastic_displacement",
        "plastic_displacement_x",
        "plastic_displacement_y",
        "plastic_displacement_z",
        "back_force_x",
        "back_force_y",
        "back_force_z",
    ];

    fn build(spec: &PlasticLinkSpec, shapes: &mut Shapes) -> Result<PlasticLink, SpecFault> {
        let link = Link::new(&spec.node_1, &spec.node_2, shapes)?;
        let law = PlasticLaw { curve: spec.curve.clone(), hardening: spec.hardening };
        let (tangential, control) = (spec.tangential, spec.control);
        let (state, saved) = ([0.0; 14], [0.0; 14]);
        Ok(PlasticLink { link, law, tangential, control, state, saved })
    }

    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let counts = at.step.abs() > f64::EPSILON;
        self.link.note(counts, at);
        let axes = if self.tangential { 1..3 } else { 0..1 };
        if counts {
            let mut v = [0.0; 3];
            for axis in axes.clone() {
                v[axis] = self.link.relative.velocity(axis, at.shapes, &at.now);
                if !v[axis].is_finite() {
                    return Err(LawFault::NotFinite("the relative velocity"));
                }
            }
            let scale = self.law.norms();
            integrate(&mut self.state, at.step, self.control, |_| scale, |y| self.law.rates(y, v))?;
        }
        for axis in axes {
            self.link.relative.push(axis, -self.state[axis], at.shapes, force);
        }
        Ok(())
    }

    saves_its_state!(link);

    fn store(&self, at: &State<'_>, out: &mut [f64]) {
        out[..6].copy_from_slice(&self.link.stored_positions(at));
        out[6..20].copy_from_slice(&self.state);
    }

    fn load(&mut self, stored: &[f64]) {
        self.link.load(&stored[..6]);
        self.state.copy_from_slice(&stored[6..20]);
    }
}

impl PlasticLaw {
    fn norms(&self) -> [f64; 14] {
        let (u, f) = self.curve.elastic_limit();
        let (f_10, u_10, fu, f_100) = (f / 10.0, u / 10.0, f * u / 100.0, f / 100.0);
        [f_10, f_10, f_10, u_10, u_10, u_10, fu, u_10, u_10, u_10, u_10, f_100, f_100, f_100]
    }

    fn rates(&self, y: &[f64; 14], v: [f64; 3]) -> Result<Rates<14>, Fault> {
        let k = self.curve.stiffness();
        let g = [y[0] - y[11], y[1] - y[12], y[2] - y[13]];
        let fe = (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]).sqrt();
        let p = if self.hardening == Hardening::Kinematic { 0.0 } else { y[7] };
        let Some((threshold, slope)) = self.curve.threshold(p) else {
            return Err(Fault::EndOfCurve { quantity: "plastic displacement", value: p, curve: "the hardening curve" });
        };
        let threshold = if self.hardening == Hardening::Kinematic { self.curve.elastic_limit().1 } else { threshold };
        let power = g[0] * v[0] + g[1] * v[1] + g[2] * v[2];
        let (mut p_rate, mut plastic) = (0.0, [0.0; 3]);
        if fe > threshold && power > 0.0 {
            p_rate = k * power / (fe * (k + slope));
            plastic = g.map(|g| p_rate * g / fe);
        }
        let back = if self.hardening == Hardening::Kinematic { slope } else { 0.0 };
        let mut rate = [0.0; 14];
        for i in 0..3 {
            rate[i] = k * (v[i] - plastic[i]);
            rate[3 + i] = v[i];
            rate[8 + i] = plastic[i];
            rate[11 + i] = back * plastic[i];
        }
        rate[6] = p_rate * fe;
        rate[7] = p_rate;
        Ok(Rates::Are(rate))
    }
}
