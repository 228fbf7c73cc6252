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
//! slope are those of the first plastic segment. Integrated by [`super::cash_karp`].

use super::cash_karp::{LocalControl, Rates, integrate};
use super::fault::LawFault;
use super::law::Law;
use super::link::{Link, NoDirection};
use super::motion::{Attachment, State};
use super::set::InteractionSet;

/// A curve force-displacement: (0, 0), the elastic limit, then the plastic points.
#[derive(Clone, Debug, PartialEq)]
pub struct HardeningCurve {
    points: Vec<(f64, f64)>,
}

/// What is wrong with a curve.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hardening {
    Isotropic,
    Kinematic,
}

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

#[derive(Clone, Debug)]
pub(super) struct PlasticLink {
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

pub(super) const WIDTH: usize = 20;

impl InteractionSet {
    pub fn add_plastic_link(&mut self, spec: &PlasticLinkSpec) -> Result<(), NoDirection> {
        let link = Link::new(&spec.node_1, &spec.node_2, self.shapes_mut())?;
        let law = PlasticLaw { curve: spec.curve.clone(), hardening: spec.hardening };
        let (tangential, control) = (spec.tangential, spec.control);
        let (state, saved) = ([0.0; 14], [0.0; 14]);
        self.push(Law::PlasticLink(Box::new(PlasticLink { link, law, tangential, control, state, saved })));
        Ok(())
    }
}

impl PlasticLink {
    pub fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
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

    pub fn store(&self, at: &State<'_>, out: &mut [f64]) {
        out[..6].copy_from_slice(&self.link.stored_positions(at));
        out[6..20].copy_from_slice(&self.state);
    }

    pub fn load(&mut self, stored: &[f64]) {
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

    fn rates(&self, y: &[f64; 14], v: [f64; 3]) -> Result<Rates<14>, LawFault> {
        let k = self.curve.stiffness();
        let g = [y[0] - y[11], y[1] - y[12], y[2] - y[13]];
        let fe = (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]).sqrt();
        let p = if self.hardening == Hardening::Kinematic { 0.0 } else { y[7] };
        let Some((threshold, slope)) = self.curve.threshold(p) else {
            let message = format!("the plastic displacement {p} is beyond the last point of the hardening curve");
            return Err(LawFault::Law(message));
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

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: LocalControl = LocalControl { max_attempts: 20, tolerance: 1e-8 };

    /// Force and state after moving node 2 through the displacements of `path`, axis `axis`.
    fn follow(hardening: Hardening, points: &[(f64, f64)], axis: usize, path: &[f64]) -> Vec<(f64, [f64; 20])> {
        let mut phi = [0.0; 3];
        phi[axis] = 1.0;
        let node = |x: f64, phi| Attachment { position: [x, 0.0, 0.0], shapes: vec![phi], ..Attachment::default() };
        let mut set = InteractionSet::new(1, Vec::new());
        let spec = PlasticLinkSpec {
            node_1: node(0.0, [0.0; 3]),
            node_2: node(1.0, phi),
            curve: HardeningCurve::new(points.to_vec(), hardening == Hardening::Kinematic).unwrap(),
            hardening,
            tangential: axis > 0,
            control: CONTROL,
        };
        set.add_plastic_link(&spec).unwrap();
        let (mut q, mut stored, mut force) = (0.0, [0.0; 20], [0.0]);
        let mut found = Vec::new();
        for &target in path {
            let v = (target - q) / 100.0;
            for _ in 0..100 {
                q += v;
                force[0] = 0.0;
                set.evaluate(0.0, 1.0, &[q], &[v], &mut force).unwrap();
            }
            set.store(&mut stored);
            found.push((-force[0], stored));
        }
        found
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-5 * (1.0 + b.abs())
    }

    #[test]
    fn isotropic_hardening_follows_the_curve_and_widens_the_elastic_range() {
        // k = 100 up to 1 at 0.01, then slope 20 up to 2 at 0.06.
        let points = [(0.0, 0.0), (0.01, 1.0), (0.06, 2.0), (1.06, 3.0)];
        let found = follow(Hardening::Isotropic, &points, 0, &[0.005, 0.035, 0.025, 0.0]);
        let forces: Vec<f64> = found.iter().map(|f| f.0).collect();
        // Plastic up to 1.5, elastic back 1.0 lower, reversed yield at -1.5 reached 0.03 below the top (at 0.005):
        // then slope 20 downwards.
        let expected = [0.5, 1.5, 0.5, -1.6];
        for (i, (a, b)) in forces.iter().zip(expected).enumerate() {
            assert!(near(*a, b), "{i}: {forces:?}");
        }
        // P = (0.035 - 0.015) after the first load.
        assert!(near(found[1].1[13], 0.02), "{:?}", found[1].1);
    }

    #[test]
    fn kinematic_hardening_keeps_the_elastic_range() {
        let points = [(0.0, 0.0), (0.01, 1.0), (0.06, 2.0)];
        let found = follow(Hardening::Kinematic, &points, 2, &[0.035, 0.0]);
        assert!(near(found[0].0, 1.5), "{}", found[0].0);
        // Elastic range 2: yields downwards at -0.5, reached at 0.015, then slope 20.
        assert!(near(found[1].0, -0.5 - 0.015 * 20.0), "{}", found[1].0);
    }

    #[test]
    fn curves_are_checked() {
        let fault = |points: &[(f64, f64)]| HardeningCurve::new(points.to_vec(), false).unwrap_err();
        assert_eq!(fault(&[(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)]), CurveFault::Start(0.0, 1.0));
        assert_eq!(fault(&[(0.0, 0.0), (1.0, 2.0)]), CurveFault::TooShort(2));
        assert_eq!(fault(&[(0.0, 0.0), (1.0, 2.0), (2.0, 1.0)]), CurveFault::Decreasing(3));
        assert_eq!(fault(&[(0.0, 0.0), (1.0, 2.0), (2.0, 5.0)]), CurveFault::Stiffening(3));
        let four = vec![(0.0, 0.0), (1.0, 2.0), (2.0, 3.0), (3.0, 3.5)];
        assert_eq!(HardeningCurve::new(four, true).unwrap_err(), CurveFault::NotBilinear(4));
    }
}
