//! DIS_CHOC: penalty contact with Coulomb friction by return mapping, and corner contact in the plane.
//!
//! Distance `d = X2 - X1 + u` in local axes, with `d_x` less the sizes of the nodes; contact where `d_x <= 0`.
//! Without friction `F_x = kn d_x` and the assigned stiffness in the plane; with friction and a stick anchor `p`
//!
//! ```text
//! T = kt (d_t - p);   |T| > mu |F_x|:   p += (1 - mu |F_x|/|T|) T/kt,   T = kt (d_t - p)
//! ```
//!
//! with the consistent, non-symmetric matrix. Dashpots (AMOR_NOR, AMOR_TAN) are in the damping matrix. `contact.rs`
//! has the same physics integrated over the step (DIS_CONTACT); `corner.rs` is CONTACT='COIN_2D'.

use super::contact::Distances;
use super::corner::Corner;
use super::fault::{LawFault, SpecFault};
use super::law::{Answer, Ask, Dashpot, Law, Local, Others, Six, Variable, X, Y, Z};
use super::layout::Layout;
use super::parameters::Parameters;

/// Internal variables.
pub const VARIABLES: &[Variable] = &[
    Variable::new("distance_x", "m", "distance along local x (the gap)"),
    Variable::new("distance_y", "m", "distance along local y"),
    Variable::new("distance_z", "m", "distance along local z"),
    Variable::new("state", "-", "0 stick, 1 slip, 2 open"),
    Variable::new("anchor_y", "m", "stick anchor along local y (corner contact: signed distance)"),
    Variable::new("anchor_z", "m", "stick anchor along local z (corner contact: signed distance)"),
    Variable::new("force_x", "N", "force along local x"),
    Variable::new("force_y", "N", "friction force along local y"),
    Variable::new("force_z", "N", "friction force along local z"),
    Variable::new("algorithm", "-", "1 without friction, 2 with friction"),
];

/// Penalty contact.
#[derive(Clone, Copy, Debug)]
pub struct PenaltyContact {
    /// RIGI_NOR and RIGI_TAN; the assigned K1 and K2 where none is given (N/m).
    pub normal: Option<f64>,
    pub tangential: Option<f64>,
    /// COULOMB.
    pub friction: f64,
    /// AMOR_NOR, AMOR_TAN (N s/m).
    pub dampings: [f64; 2],
    pub distances: Distances,
    pub corner: Option<Corner>,
}

impl PenaltyContact {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<PenaltyContact, SpecFault> {
        let corner = if parameters.is("CONTACT", "COIN_2D") { Some(Corner::new(parameters)?) } else { None };
        let normal = match parameters.number("RIGI_NOR") {
            Some(_) => Some(parameters.positive("RIGI_NOR")?),
            None => None,
        };
        Ok(PenaltyContact {
            normal,
            tangential: parameters.number("RIGI_TAN").map(f64::abs),
            friction: parameters.not_negative("COULOMB")?,
            dampings: [parameters.not_negative("AMOR_NOR")?, parameters.not_negative("AMOR_TAN")?],
            distances: Distances::of(parameters)?,
            corner,
        })
    }

    fn rubs(&self) -> bool {
        self.friction > f64::EPSILON && self.corner.is_none()
    }

    /// Distance of the nodes, or of the node from its obstacle.
    #[inline(always)]
    fn distance(&self, local: &Local, with_driving: bool) -> [f64; 3] {
        let mut d = [X, Y, Z].map(|i| {
            let driving = if i == X || with_driving { local.driving[i] } else { 0.0 };
            local.rest[i] + local.displacement(i) + driving
        });
        d[X] = if local.layout.two_nodes {
            d[X] - self.distances.distance_1 - self.distances.distance_2
        } else {
            d[X] + self.distances.gap - self.distances.distance_1
        };
        d
    }

    #[inline(always)]
    fn frictionless(&self, local: &Local, to: &mut [f64]) -> Answer {
        let mut d = self.distance(local, true);
        if local.layout.two_nodes {
            d[X] -= f64::EPSILON;
        }
        to[..3].copy_from_slice(&d);
        if d[X] > 0.0 {
            to[6] = 0.0;
            return zero(Answer::ELASTIC.others(Others::Nothing));
        }
        let kn = self.normal.unwrap_or(local.stiffness[X]);
        let force = f64::min(0.0, kn * d[X]);
        to[6] = force;
        let answer = Answer::ELASTIC
            .with(X, force, kn)
            .with(Y, local.stiffness[Y] * local.displacement(Y), local.stiffness[Y])
            .with(Z, local.stiffness[Z] * local.displacement(Z), local.stiffness[Z]);
        if force.abs() < f64::EPSILON { zero(answer.others(Others::Unloaded)) } else { answer }
    }

    fn with_friction(&self, local: &Local, from: &[f64], to: &mut [f64]) -> Answer {
        let d = self.distance(local, local.layout.two_nodes);
        let kn = self.normal.unwrap_or(local.stiffness[X]);
        let (kt, mu) = (self.tangential.unwrap_or(local.stiffness[Y]), self.friction);
        let b = [d[Y] - from[4], d[Z] - from[5]];
        let mut t = b.map(|b| kt * b);
        let trial = (t[0] * t[0] + t[1] * t[1]).sqrt();
        let normal = kn * d[X];
        to[..3].copy_from_slice(&d);
        let (state, force) = if d[X] > 0.0 {
            (to[4], to[5]) = (d[Y], d[Z]);
            (2.0, [0.0; 3])
        } else {
            let mut state = 0.0;
            if trial > mu * normal.abs() {
                let share = 1.0 - mu * normal.abs() / trial;
                for i in 0..2 {
                    to[4 + i] = from[4 + i] + share * t[i] / kt;
                    t[i] = kt * (d[1 + i] - to[4 + i]);
                }
                state = 1.0;
            }
            (state, [normal, t[0], t[1]])
        };
        to[3] = state;
        to[6..9].copy_from_slice(&force);
        let state = if local.ask == Ask::Tangent { from[3] } else { state };
        let block = Some(block(state, [kn, kt, mu], normal, b, trial));
        let answer = Answer { block, ..Answer::ELASTIC.others(Others::Nothing) };
        if force[X].abs() < f64::EPSILON {
            return zero(answer);
        }
        Answer { forces: [Some(force[0]), Some(force[1]), Some(force[2]), None, None, None], ..answer }
    }
}

/// No force along the translations.
#[inline(always)]
fn zero(mut answer: Answer) -> Answer {
    answer.forces[..3].fill(Some(0.0));
    answer
}

/// Consistent matrix on the relative displacement; `b` runs from the old anchor, `f` is the norm of the trial.
fn block(state: f64, [kn, kt, mu]: [f64; 3], normal: f64, b: [f64; 2], f: f64) -> [[f64; 3]; 3] {
    if state == 0.0 {
        return [[kn, 0.0, 0.0], [0.0, kt, 0.0], [0.0, 0.0, kt]];
    }
    if state == 2.0 {
        return [[0.0; 3]; 3];
    }
    let mut k = [[0.0; 3]; 3];
    k[0][0] = kn;
    if f > 0.0 {
        for i in 0..2 {
            k[1 + i][0] = -kn * kt * mu * b[i] / f;
            k[1 + i][1 + i] = -mu * normal * kt * (1.0 - kt * kt * b[i] * b[i] / (f * f)) / f;
        }
        k[1][2] = kt * kt * kt * mu * normal * b[0] * b[1] / (f * f * f);
        k[2][1] = k[1][2];
    }
    k
}

impl Law for PenaltyContact {
    fn gap(&self, layout: Layout, rest: [f64; 3], u: &Six, _memory: &[f64]) -> Option<f64> {
        self.corner.is_none().then(|| u[X] + self.distances.offset(layout, rest))
    }

    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn refuses(&self, layout: Layout) -> Option<&'static str> {
        if self.rubs() && layout.rotations {
            return Some("friction (COULOMB) needs elements of translations only: DIS_T or 2D_DIS_T");
        }
        (self.corner.is_some() && (!layout.two_nodes || layout.plane))
            .then_some("CONTACT='COIN_2D' needs elements of two nodes in space")
    }

    fn takes_axial_stiffness(&self) -> bool {
        self.normal.is_none()
    }

    fn dashpot(&self) -> Option<Dashpot> {
        let [normal, tangential] = self.dampings;
        let given = self.normal.filter(|_| normal != 0.0 || tangential != 0.0)?;
        Some(Dashpot { stiffness: given, normal, tangential })
    }

    fn respond(&self, local: &Local, from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault> {
        if self.rubs() {
            to[9] = 2.0;
            return Ok(self.with_friction(local, from, to));
        }
        to[7..10].copy_from_slice(&[0.0, 0.0, 1.0]);
        let mut answer = match &self.corner {
            None => self.frictionless(local, to),
            Some(corner) => {
                to[..3].copy_from_slice(&self.distance(local, true));
                corner.respond(local, self.normal.unwrap_or(local.stiffness[X]), to)?
            }
        };
        if local.dynamic && local.ask == Ask::Forces && local.counter == 1 && from[9] == 2.0 {
            for i in 0..3 {
                answer.forces[i] = Some(from[6 + i]);
            }
        }
        Ok(answer)
    }
}
