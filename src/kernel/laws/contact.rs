//! DIS_CONTACT: contact with a dashpot and Coulomb friction, integrated over the step.
//!
//! Gap offset `g` (two nodes `L - DIST_1 - DIST_2`, one node `JEU - DIST_1`); contact where `u_x + g <= 0`; a
//! compression is negative. Rates, with `kn, kt, mu, cn, ct` and the assigned `ky, kz`:
//!
//! ```text
//! open                F_x' = 0                      F_t' = (ky u_y', kz u_z')
//! no friction         F_x' = kn u_x' + cn w_x' (if w_x' < 0, in statics u_x' < 0, or F_x < 0)
//! friction            s = |Q| - mu |F_x|, n = Q/|Q|, l = n.u_t' + kn d u_x'/kt   (d = -mu if F_x > 0, else mu)
//!   slip (s, l >= 0)  a' = l n,  Q' = kt (u_t' - a') + ct w_t'
//!   stick             a' = 0,    Q' = kt u_t'
//!                     F_x' = kn u_x' + cn w_x',  F_t' = (ky u_y', kz u_z') + Q'
//! ```
//!
//! Passages between the states are seen by the integrator only. `penalty_contact.rs` has the same physics by return
//! mapping (DIS_CHOC).

use super::cash_karp::{Rates, integrate};
use super::fault::{LawFault, SpecFault};
use super::law::{Answer, Ask, Law, Local, Others, Six, Variable, X, Y, Z};
use super::layout::Layout;
use super::parameters::Parameters;

/// Internal variables.
pub const VARIABLES: &[Variable] = &[
    Variable::new("friction_force_y", "N", "friction force along local y"),
    Variable::new("friction_force_z", "N", "friction force along local z"),
    Variable::new("slip_y", "m", "anelastic displacement along local y"),
    Variable::new("slip_z", "m", "anelastic displacement along local z"),
    Variable::new("velocity_x", "m/s", "relative velocity along local x"),
    Variable::new("velocity_y", "m/s", "relative velocity along local y"),
    Variable::new("velocity_z", "m/s", "relative velocity along local z"),
    Variable::new("gap_variable", "m", "length of the mesh, minus the distances applied by INST_COMP_INIT"),
    Variable::new("integrated", "-", "1 once integrated"),
];

/// Contact with friction, integrated.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// RIGI_NOR; the assigned K1 where none is given (N/m).
    pub normal: Option<f64>,
    /// RIGI_TAN (N/m) and COULOMB.
    pub tangential: f64,
    pub friction: f64,
    /// AMOR_NOR, AMOR_TAN (N s/m).
    pub normal_damping: f64,
    pub tangential_damping: f64,
    pub distances: Distances,
    /// INST_COMP_INIT: the distances of two nodes grow from 0 between these instants.
    pub applied_over: Option<[f64; 2]>,
}

/// Sizes of the nodes and gap (m).
#[derive(Clone, Copy, Debug, Default)]
pub struct Distances {
    pub distance_1: f64,
    pub distance_2: f64,
    pub gap: f64,
}

impl Distances {
    /// DIST_1, DIST_2, JEU.
    pub fn of(parameters: &Parameters) -> Result<Distances, SpecFault> {
        Ok(Distances {
            distance_1: parameters.not_negative("DIST_1")?,
            distance_2: parameters.not_negative("DIST_2")?,
            gap: parameters.number("JEU").unwrap_or(0.0),
        })
    }

    /// Gap between the nodes, or between the node and its obstacle, in the mesh.
    pub fn offset(&self, layout: Layout, rest: [f64; 3]) -> f64 {
        if layout.two_nodes { rest[X] - self.distance_1 - self.distance_2 } else { self.gap - self.distance_1 }
    }
}

/// State of the integration: `u` 0-2, `F` 3-5, `w` 6-8, slip 9-10, `Q` 11-12, gap variable 13.
type State = [f64; 14];

/// Constants of one evaluation.
struct Motion {
    kn: f64,
    kt: f64,
    mu: f64,
    damping: [f64; 2],
    k: [f64; 2],
    u_rate: [f64; 3],
    w_rate: [f64; 3],
    /// Negative where the contact closes: `w_x'` in dynamics, `u_x'` in statics, which have no velocity.
    approach: f64,
    gap: f64,
    /// Rate of the gap variable where it is the gap.
    progressive: Option<f64>,
}

impl Contact {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<Contact, SpecFault> {
        if let Some(text) = parameters.texts.get("CONTACT")
            && text != "1D"
        {
            return Err(SpecFault::Text { keyword: "CONTACT", found: text.clone(), allowed: "'1D'" });
        }
        let normal = parameters.number("RIGI_NOR").map(|_| parameters.positive("RIGI_NOR")).transpose()?;
        let applied_over = match parameters.lists.get("INST_COMP_INIT").map(Vec::as_slice) {
            Some([a, b]) if a < b => Some([*a, *b]),
            Some(list) => {
                let value = list.first().copied().unwrap_or(0.0);
                let reason = "two increasing instants are needed";
                return Err(SpecFault::Value { keyword: "INST_COMP_INIT", value, reason });
            }
            None => None,
        };
        Ok(Contact {
            normal,
            tangential: parameters.not_negative("RIGI_TAN")?,
            friction: parameters.not_negative("COULOMB")?,
            normal_damping: parameters.not_negative("AMOR_NOR")?,
            tangential_damping: parameters.not_negative("AMOR_TAN")?,
            distances: Distances::of(parameters)?,
            applied_over,
        })
    }

    /// Quantities that are constant over the step, and the gap variable at its start.
    fn motion(&self, local: &Local, from: &[f64]) -> (Motion, f64) {
        let start = if from[8] != 0.0 { from[7] } else { local.rest[X] };
        let progressive = self.applied_over.filter(|_| local.layout.two_nodes).map(|[t_0, t_1]| {
            let share = |t: f64| ((t - t_0) / (t_1 - t_0)).clamp(0.0, 1.0);
            let change = share(local.times[1]) - share(local.times[0]);
            -(self.distances.distance_1 + self.distances.distance_2) * local.rate(change)
        });
        let motion = Motion {
            kn: self.normal.unwrap_or(local.stiffness[X]),
            kt: self.tangential,
            mu: self.friction,
            damping: [self.normal_damping, self.tangential_damping],
            k: [local.stiffness[Y], local.stiffness[Z]],
            u_rate: [X, Y, Z].map(|i| local.rate(local.increment[i])),
            w_rate: [X, Y, Z].map(|i| local.rate(local.total_velocity(i) - from[4 + i])),
            approach: local.rate(match local.dynamic {
                true => local.total_velocity(X) - from[4 + X],
                false => local.increment[X],
            }),
            gap: self.distances.offset(local.layout, local.rest),
            progressive,
        };
        (motion, start)
    }
}

impl Motion {
    fn gap(&self, variable: f64) -> f64 {
        if self.progressive.is_some() { variable } else { self.gap }
    }

    fn rates(&self, y: &State) -> State {
        let (u, w) = (self.u_rate, self.w_rate);
        let elastic = [self.k[0] * u[Y], self.k[1] * u[Z]];
        let mut rate = [0.0; 14];
        rate[..3].copy_from_slice(&u);
        rate[4..6].copy_from_slice(&elastic);
        rate[6..9].copy_from_slice(&w);
        rate[13] = self.progressive.unwrap_or(0.0);
        if y[0] + self.gap(y[13]) > 0.0 {
            return rate;
        }
        if rate[13] != 0.0 {
            rate[3] = self.kn * (u[X] + rate[13]);
            rate[9] = u[Y];
            rate[10] = u[Z];
            return rate;
        }
        let force_x = y[3];
        if self.kt.abs() <= f64::EPSILON || self.mu.abs() <= f64::EPSILON {
            if self.approach < 0.0 || force_x < 0.0 {
                rate[3] = self.kn * u[X] + self.damping[0] * w[X];
            }
            return rate;
        }
        let q = (y[11] * y[11] + y[12] * y[12]).sqrt();
        let (mut slip, mut c) = ([0.0; 2], 0.0);
        if q - self.mu * force_x.abs() >= 0.0 {
            let n = if q <= f64::EPSILON { [0.0; 2] } else { [y[11] / q, y[12] / q] };
            let d = if force_x > 0.0 { -self.mu } else { self.mu };
            let l = n[0] * u[Y] + n[1] * u[Z] + self.kn * d * u[X] / self.kt;
            if l >= 0.0 {
                slip = [l * n[0], l * n[1]];
                c = self.damping[1];
            }
        }
        rate[3] = self.kn * u[X] + self.damping[0] * w[X];
        for i in 0..2 {
            rate[9 + i] = slip[i];
            rate[11 + i] = self.kt * (u[1 + i] - slip[i]) + c * w[1 + i];
            rate[4 + i] = elastic[i] + rate[11 + i];
        }
        rate
    }
}

impl Law for Contact {
    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn takes_axial_stiffness(&self) -> bool {
        self.normal.is_none()
    }

    fn gap(&self, layout: Layout, rest: [f64; 3], u: &Six, memory: &[f64]) -> Option<f64> {
        // Distances that grow in time stand in the gap variable.
        let progressive = layout.two_nodes && self.applied_over.is_some() && memory[8] != 0.0;
        Some(u[X] + if progressive { memory[7] } else { self.distances.offset(layout, rest) })
    }

    fn respond(&self, local: &Local, from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault> {
        let (motion, variable) = self.motion(local, from);
        let u: [f64; 3] = [X, Y, Z].map(|i| local.before[i] + local.driving[i]);
        let s = local.stored[0];
        let tangential =
            |answer: Answer, y: f64, z: f64| answer.with(Y, y, local.stiffness[Y]).with(Z, z, local.stiffness[Z]);
        if local.is_first_in_dynamics() && self.applied_over.is_none() {
            let r = u[X] + local.increment[X] + motion.gap;
            return Ok(match local.ask {
                _ if r > 0.0 => tangential(Answer::ELASTIC.with(X, 0.0, 0.0), 0.0, 0.0).others(Others::Unloaded),
                Ask::Forces => tangential(Answer::ELASTIC.with(X, motion.kn * r, motion.kn), s[Y], s[Z]),
                _ => tangential(Answer::ELASTIC.with(X, 0.0, motion.kn), 0.0, 0.0),
            });
        }
        if local.ask == Ask::Tangent {
            let gap = motion.gap(variable + motion.progressive.unwrap_or(0.0) * local.dt());
            let k = if u[X] + gap <= 0.0 { motion.kn } else { 0.0 };
            return Ok(tangential(Answer::ELASTIC.with(X, s[X], k), s[Y], s[Z]));
        }
        let mut force = [s[X], s[Y], s[Z]];
        let gap = motion.gap(variable);
        if from[8] == 0.0 && gap <= 0.0 {
            force[X] = if u[X] + gap <= 0.0 { motion.kn * gap } else { 0.0 };
        }
        let mut y = [0.0; 14];
        y[..3].copy_from_slice(&u);
        y[3..6].copy_from_slice(&force);
        y[6..9].copy_from_slice(&from[4..7]);
        y[9..11].copy_from_slice(&from[2..4]);
        y[11..13].copy_from_slice(&from[..2]);
        y[13] = variable;
        let norms = |y: &State| y.map(|x| if x.abs() <= 1e-8 { 1.0 } else { x });
        integrate(&mut y, local.dt(), local.control, norms, |y| Ok(Rates::Are(motion.rates(y))))?;
        to[..2].copy_from_slice(&y[11..13]);
        to[2..4].copy_from_slice(&y[9..11]);
        to[4..7].copy_from_slice(&y[6..9]);
        to[7] = y[13];
        to[8] = 1.0;
        if y[0] + motion.gap(y[13]) > 0.0 {
            return Ok(tangential(Answer::ELASTIC.with(X, 0.0, 0.0), y[4], y[5]));
        }
        let mut answer = tangential(Answer::ELASTIC.with(X, y[3], motion.kn), y[4], y[5]);
        if local.ask == Ask::Full {
            for i in [X, Y, Z].into_iter().filter(|i| local.increment[*i].abs() > f64::EPSILON) {
                answer.stiffnesses[i] = Some(((y[3 + i] - force[i]) / local.increment[i]).abs());
            }
        }
        Ok(answer)
    }
}
