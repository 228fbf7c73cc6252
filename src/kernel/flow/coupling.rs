//! Frequency and damping of a mode in a cross flow: a root of
//!
//! ```text
//! m z² + (4 pi f xi m + c(|z|)) z + 4 pi² f² m + k(|z|) = 0
//! c = -(De V)/(2 v0) ∫ Cd(x) rho v phi² ds,  k = -V²/(2 v0²) ∫ Ck(x) rho v² phi² ds,  x = 2 pi V v/(|z| De v0)
//! ```
//!
//! The product of two conjugate roots is `|z|² = (4 pi² f² m + k(|z|))/m`: one equation for |z|, after which z is explicit.

use std::f64::consts::PI;

use super::coefficients::Coefficients;
use super::line::{Line, Zone};

/// A zone with its laws.
#[derive(Clone, Debug, PartialEq)]
pub struct TransverseForces {
    pub zone: Zone,
    pub damping: Coefficients,
    pub stiffness: Coefficients,
    /// The mean speed of the zone is that of the reduced speed.
    pub by_mean: bool,
}

/// A mode, and the flow that acts on it.
#[derive(Clone, Copy, Debug)]
pub struct CoupledMode<'a> {
    /// In vacuum (Hz).
    pub frequency: f64,
    pub damping: f64,
    /// Coupling mass.
    pub mass: f64,
    pub line: &'a Line,
    /// Shape at the nodes.
    pub shape: &'a [f64],
    /// Density of the fluid outside, at the nodes.
    pub density: &'a [f64],
    pub zones: &'a [TransverseForces],
    /// Outer diameter.
    pub diameter: f64,
    /// Mean of the profiles of speed.
    pub mean_speed: f64,
}

/// Reasons for which a mode has no root.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum CouplingFault {
    #[error("the fluid takes all stiffness: the mode does not oscillate")]
    NoStiffness,
    #[error("the damping is above the critical one: the mode does not oscillate")]
    Overdamped,
    #[error("no frequency satisfies the equation: a coefficient jumps there")]
    NoRoot {
        /// The last iterate: frequency (Hz) and damping.
        frequency: f64,
        damping: f64,
    },
}

impl CoupledMode<'_> {
    /// Reduced speed at a node of a zone.
    fn reduced(&self, forces: &TransverseForces, node: usize, speed: f64, pulsation: f64) -> f64 {
        let own = forces.zone.speeds[node];
        let local = if forces.by_mean && own != 0.0 { forces.zone.mean } else { own };
        speed * local * 2.0 * PI / (pulsation * self.diameter * self.mean_speed)
    }

    /// Damping and stiffness of the fluid at a pulsation.
    pub fn forces(&self, speed: f64, pulsation: f64) -> (f64, f64) {
        let nodes = self.shape.len();
        let (mut damping, mut stiffness) = (vec![0.0; nodes], vec![0.0; nodes]);
        for forces in self.zones {
            for node in forces.zone.first..=forces.zone.last {
                let v = forces.zone.speeds[node];
                // Where nothing flows, nothing acts, although a coefficient may be infinite there.
                if v == 0.0 || speed == 0.0 {
                    continue;
                }
                let x = self.reduced(forces, node, speed, pulsation);
                let moved = self.density[node] * self.shape[node] * self.shape[node];
                damping[node] += forces.damping.value(x) * moved * v;
                stiffness[node] += forces.stiffness.value(x) * moved * v * v;
            }
        }
        let ratio = speed / self.mean_speed;
        let c = -0.5 * self.diameter * ratio * self.line.whole(&damping);
        let k = -0.5 * ratio * ratio * self.line.whole(&stiffness);
        (c, k)
    }

    /// True where a reduced speed lies outside the measurements of its law.
    pub fn is_outside(&self, speed: f64, pulsation: f64) -> bool {
        let beyond = |forces: &TransverseForces| {
            (forces.zone.first..=forces.zone.last)
                .any(|node| forces.damping.is_outside(self.reduced(forces, node, speed, pulsation)))
        };
        self.zones.iter().any(beyond)
    }
}

/// Frequency (Hz) and damping of a mode at a speed; a negative damping is that of an unstable mode.
pub fn couple(mode: &CoupledMode<'_>, speed: f64) -> Result<(f64, f64), CouplingFault> {
    let natural = 2.0 * PI * mode.frequency;
    let stiffness = natural * natural * mode.mass;
    let next = |w: f64| {
        let square = (stiffness + mode.forces(speed, w).1) / mode.mass;
        if square > 0.0 { Ok(square.sqrt()) } else { Err(CouplingFault::NoStiffness) }
    };
    let at = |w: f64| {
        (w / (2.0 * PI), (2.0 * natural * mode.damping * mode.mass + mode.forces(speed, w).0) / (2.0 * mode.mass * w))
    };
    // The forces of the fluid are small beside those of the structure: w -> next(w) contracts, and the secant makes it fast.
    let (mut w, mut image) = (natural, next(natural)?);
    for _ in 0..200 {
        let change = image - w;
        if change.abs() <= 4.0 * f64::EPSILON * natural {
            let (frequency, damping) = at(image);
            return if damping.abs() < 1.0 { Ok((frequency, damping)) } else { Err(CouplingFault::Overdamped) };
        }
        let further = next(image)?;
        let bend = further - image - change;
        // Aitken's step, where the points are those of a smooth function.
        let guess = if bend.abs() > 1e-3 * change.abs() { image - (further - image) * change / bend } else { further };
        let close = (guess - image).abs() < 10.0 * change.abs() && guess > 0.0;
        w = if close { guess } else { further };
        image = next(w)?;
    }
    let (frequency, damping) = at(image);
    Err(CouplingFault::NoRoot { frequency, damping })
}
