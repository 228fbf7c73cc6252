//! DIS_ECRO_TRAC: an elasto-plastic link along its axis or in the plane normal to it, with isotropic or kinematic
//! hardening. Serves discrete elements and modal relations.
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
use super::fault::{LawFault, SpecFault};
use super::hardening_curve::{Hardening, HardeningCurve};
use super::law::{Answer, Ask, Law, Local, Variable, X, Y, Z};
use super::layout::Layout;
use super::parameters::Parameters;
use crate::signal::Signal;

/// Internal variables.
pub const VARIABLES: &[Variable] = &[
    Variable::new("force_x", "N", "force along local x"),
    Variable::new("force_y", "N", "force along local y"),
    Variable::new("force_z", "N", "force along local z"),
    Variable::new("displacement_x", "m", "relative displacement along local x"),
    Variable::new("displacement_y", "m", "relative displacement along local y"),
    Variable::new("displacement_z", "m", "relative displacement along local z"),
    Variable::new("dissipation", "J", "dissipated energy"),
    Variable::new("cumulated_plastic_displacement", "m", "cumulated plastic displacement"),
    Variable::new("plastic_displacement_x", "m", "plastic displacement along local x"),
    Variable::new("plastic_displacement_y", "m", "plastic displacement along local y"),
    Variable::new("plastic_displacement_z", "m", "plastic displacement along local z"),
    Variable::new("back_force_x", "N", "back-force along local x"),
    Variable::new("back_force_y", "N", "back-force along local y"),
    Variable::new("back_force_z", "N", "back-force along local z"),
    Variable::new("stiffness_x", "N/m", "tangent stiffness along local x"),
    Variable::new("stiffness_y", "N/m", "tangent stiffness along local y"),
    Variable::new("stiffness_z", "N/m", "tangent stiffness along local z"),
];

/// An elasto-plastic link.
#[derive(Clone, Debug)]
pub struct PlasticLaw {
    pub curve: HardeningCurve,
    pub hardening: Hardening,
    /// In the plane normal to the link, instead of along it.
    pub tangential: bool,
}

/// Force (3), displacement (3), dissipation, `P`, plastic displacement (3), back-force (3).
pub type PlasticState = [f64; 14];

impl PlasticLaw {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<PlasticLaw, SpecFault> {
        let tangential = parameters.functions.contains_key("FTAN");
        let keyword = if tangential { "FTAN" } else { "FX" };
        let Signal::Table(table) = parameters.function(keyword)? else {
            let reason = "it must be a tabulated function (DEFI_FONCTION)".to_string();
            return Err(SpecFault::Curve { keyword, reason });
        };
        let kinematic = tangential && parameters.is("ECROUISSAGE", "CINEMATIQUE");
        let hardening = if kinematic { Hardening::Kinematic } else { Hardening::Isotropic };
        let curve = HardeningCurve::of_table(&table, hardening)
            .map_err(|fault| SpecFault::Curve { keyword, reason: fault.to_string() })?;
        Ok(PlasticLaw { curve, hardening, tangential })
    }

    /// Local axes that the law acts on.
    pub fn axes(&self) -> &'static [usize] {
        if self.tangential { &[Y, Z] } else { &[X] }
    }

    fn norms(&self) -> PlasticState {
        let (u, f) = self.curve.elastic_limit();
        let (f_10, u_10, fu, f_100) = (f / 10.0, u / 10.0, f * u / 100.0, f / 100.0);
        [f_10, f_10, f_10, u_10, u_10, u_10, fu, u_10, u_10, u_10, u_10, f_100, f_100, f_100]
    }

    fn rates(&self, y: &PlasticState, v: [f64; 3]) -> Result<Rates<14>, LawFault> {
        let k = self.curve.stiffness();
        let g = [y[0] - y[11], y[1] - y[12], y[2] - y[13]];
        let fe = (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]).sqrt();
        let p = if self.hardening == Hardening::Kinematic { 0.0 } else { y[7] };
        let Some((threshold, slope)) = self.curve.threshold(p) else {
            let (quantity, curve) = ("plastic displacement", "the hardening curve");
            return Err(LawFault::end_of_curve(quantity, p, curve));
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

    /// Brings the state over `length` (s) at a constant relative velocity (m/s) along the axes of the law; returns its
    /// rates at the end. Fails where the local integration does, or beyond the last point of the curve.
    pub fn advance(
        &self,
        y: &mut PlasticState,
        v: [f64; 3],
        length: f64,
        control: LocalControl,
    ) -> Result<PlasticState, LawFault> {
        let scale = self.norms();
        integrate(y, length, control, |_| scale, |y| self.rates(y, v))
    }
}

impl Law for PlasticLaw {
    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn refuses(&self, layout: Layout) -> Option<&'static str> {
        layout.plane.then_some("it needs elements in space: DIS_T or DIS_TR")
    }

    fn respond(&self, local: &Local, from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault> {
        let k = self.curve.stiffness();
        let mut answer = Answer::ELASTIC;
        if local.ask == Ask::Tangent {
            let stored = if self.tangential { from[15] } else { from[14] };
            let k = if stored == 0.0 { k } else { stored };
            for axis in self.axes() {
                answer = answer.with(*axis, local.stored[0][*axis], k);
            }
            return Ok(answer);
        }
        let (mut y, mut v) = ([0.0; 14], [0.0; 3]);
        for axis in self.axes() {
            y[*axis] = local.stored[0][*axis];
            y[3 + axis] = local.before[*axis];
            v[*axis] = local.rate(local.increment[*axis]);
        }
        y[6..].copy_from_slice(&from[6..14]);
        let end = self.advance(&mut y, v, local.dt(), local.control)?;
        to[..14].copy_from_slice(&y);
        for axis in 0..3 {
            let tangent = if end[3 + axis].abs() > 1e-8 { end[axis] / end[3 + axis] } else { k };
            to[14 + axis] = tangent;
            if self.axes().contains(&axis) {
                answer = answer.with(axis, y[axis], tangent);
            }
        }
        Ok(answer)
    }
}
