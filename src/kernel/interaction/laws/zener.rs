//! Visco-elastic link (DIS_VISC): a generalised Zener element.
//!
//! Three springs (compliance `s1`, stiffness `k2`, compliance `s3`) and a power-law dashpot `C |ev'|^alpha`.
//! Unknowns: force `sg`, viscous strain `ev`, elongation `e`, dissipation `w`:
//!
//! ```text
//! e'  = (v2 - v1).x            X  = (sg (1 + k2 s1) - k2 e) / C
//! ev' = sign(X) |X|^(1/alpha)  w' = C |X ev'|
//! sg' = (e' (1 + k2 s3) - ev') / (s1 + s3 + k2 s1 s3)
//! ```
//!
//! integrated over the sub-step with the velocity held constant, by `laws::cash_karp`.

use super::link::Link;
use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::law::{LocalLaw, saves_its_state};
use crate::interaction::motion::{Attachment, State};
use crate::interaction::shapes::Shapes;
use crate::laws::cash_karp::{LocalControl, Rates, integrate};

/// A visco-elastic link of two nodes.
#[derive(Clone, Debug)]
pub struct ZenerSpec {
    pub node_1: Attachment,
    pub node_2: Attachment,
    /// `1/K1`, `K2`, `1/K3`
    pub compliance_1: f64,
    pub stiffness_2: f64,
    pub compliance_3: f64,
    /// `C` and `alpha`
    pub viscosity: f64,
    pub power: f64,
    pub control: LocalControl,
}

/// A visco-elastic link with its memory.
#[derive(Clone, Debug)]
pub struct Zener {
    pub link: Link,
    spec: Parameters,
    pub state: ZenerState,
    pub saved: ZenerState,
}

#[derive(Clone, Copy, Debug)]
struct Parameters {
    s1: f64,
    k2: f64,
    s3: f64,
    c: f64,
    alpha: f64,
    control: LocalControl,
}

/// A visco-elastic link with its memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZenerState {
    /// `sg`, `ev`, `e`, `w`
    y: [f64; 4],
    /// `(v1 - v2).x`
    velocity: f64,
}

impl LocalLaw for Zener {
    type Spec = ZenerSpec;

    const VARIABLES: &'static [&'static str] = &[
        "position_1_x",
        "position_1_y",
        "position_1_z",
        "position_2_x",
        "position_2_y",
        "position_2_z",
        "closing_velocity",
        "force",
        "viscous_strain",
        "elongation",
        "dissipation",
    ];

    fn build(spec: &ZenerSpec, shapes: &mut Shapes) -> Result<Zener, SpecFault> {
        let link = Link::new(&spec.node_1, &spec.node_2, shapes)?;
        let (s1, k2, s3) = (spec.compliance_1, spec.stiffness_2, spec.compliance_3);
        let spec = Parameters { s1, k2, s3, c: spec.viscosity, alpha: spec.power, control: spec.control };
        let (state, saved) = (ZenerState::default(), ZenerState::default());
        Ok(Zener { link, spec, state, saved })
    }

    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let counts = at.step.abs() > f64::EPSILON;
        self.link.note(counts, at);
        if counts {
            let rate = self.link.relative.velocity(0, at.shapes, &at.now);
            if !rate.is_finite() {
                return Err(LawFault::NotFinite("the relative velocity"));
            }
            let spec = self.spec;
            let norms = |y: &[f64; 4]| y.map(|x| if x.abs() <= 1e-8 { 1.0 } else { x });
            integrate(&mut self.state.y, at.step, spec.control, norms, |y| Ok(spec.rates(y, rate)))?;
            self.state.velocity = -rate;
        }
        // Tension pulls node 1 along x and node 2 back.
        self.link.relative.push(0, -self.state.y[0], at.shapes, force);
        Ok(())
    }

    saves_its_state!(link);

    fn store(&self, at: &State<'_>, out: &mut [f64]) {
        out[..6].copy_from_slice(&self.link.stored_positions(at));
        out[6] = self.state.velocity;
        out[7..11].copy_from_slice(&self.state.y);
    }

    fn load(&mut self, stored: &[f64]) {
        self.link.load(&stored[..6]);
        self.state = ZenerState { y: [stored[7], stored[8], stored[9], stored[10]], velocity: stored[6] };
    }
}

impl Parameters {
    fn rates(&self, y: &[f64; 4], rate: f64) -> Rates<4> {
        let [sg, _, e, _] = *y;
        let x = (sg * (1.0 + self.k2 * self.s1) - self.k2 * e) / self.c;
        if x.abs() > 1e10 && libm::log10(x.abs()) > 200.0 * self.alpha {
            return Rates::Shorter;
        }
        let ev = libm::copysign(libm::pow(x.abs(), 1.0 / self.alpha), x);
        let w = self.c * (x * ev).abs();
        let sg = (rate * (1.0 + self.k2 * self.s3) - ev) / (self.s1 + self.s3 + self.k2 * self.s1 * self.s3);
        Rates::Are([sg, ev, rate, w])
    }
}
