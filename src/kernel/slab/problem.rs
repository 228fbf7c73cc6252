//! The slab and what acts on it.
//!
//! Height `H`, density, wave speeds `c_p` and `c`; the base lies on a foundation that moves at `v`, with unilateral contact and a
//! friction coefficient that depends on the slip speed; the top is driven. Everything is per unit of area. The slip has one
//! tangential direction, or two: then it is a vector, and friction opposes it.

use super::law::Law;
use crate::signal::Signal;

/// Pressure at the contact.
#[derive(Clone, Debug)]
pub enum Pressure {
    /// Given in time (Pa).
    Imposed(Signal),
    /// From the normal motion: displacement of the top in time (m, positive when it presses), initial displacement and velocity
    /// over the height (m, m/s).
    Motion { top: Signal, displacement: Signal, velocity: Signal },
}

/// Motion of the ends of the slab and its state at the start, in one tangential direction.
#[derive(Clone, Debug)]
pub struct Direction {
    /// Velocity of the top, speed of the foundation, in time (m/s).
    pub top: Signal,
    pub base: Signal,
    /// Initial displacement and velocity over the height (m, m/s).
    pub displacement: Signal,
    pub velocity: Signal,
}

/// Keywords of a tangential direction, as faults name them: velocity of the top, speed of the foundation, initial
/// displacement and velocity.
pub(super) const KEYWORDS: [[&str; 4]; 2] = [
    ["VITE_HAUT", "VITE_BASE", "DEPL_INIT", "VITE_INIT"],
    ["VITE_HAUT_2", "VITE_BASE_2", "DEPL_INIT_2", "VITE_INIT_2"],
];

/// An elastic slab that slides on a foundation: data in SI units.
#[derive(Clone, Debug)]
pub struct SlabProblem {
    /// (m)
    pub height: f64,
    /// (kg/m3)
    pub density: f64,
    /// Speeds of normal and tangential waves (m/s). The first serves only when the normal motion is computed.
    pub normal_speed: f64,
    pub shear_speed: f64,
    pub law: Law,
    pub pressure: Pressure,
    /// The first tangential direction, and the second where the slip is a vector.
    pub first: Direction,
    pub second: Option<Direction>,
    /// (s)
    pub end: f64,
    /// Steps between archived states.
    pub archive: u64,
    /// Two states are kept at each event, before and after it.
    pub at_events: bool,
    /// Instants of the fields kept (s), in order, and the number of points of each over the height.
    pub fields: Vec<f64>,
    pub points: usize,
}

/// Called now and then with the time reached (s) and the number of steps; `false` stops the run.
pub type Observer<'a> = &'a mut dyn FnMut(f64, u64) -> bool;

impl SlabProblem {
    /// Time of an echo of tangential waves (s).
    pub fn echo(&self) -> f64 {
        2.0 * self.height / self.shear_speed
    }

    /// Impedance of tangential waves (Pa s/m).
    pub fn impedance(&self) -> f64 {
        self.density * self.shear_speed
    }

    /// Pressure per normal velocity of a wave (Pa s/m).
    pub fn normal_impedance(&self) -> f64 {
        self.density * self.normal_speed
    }

    /// The tangential directions, up to two.
    pub fn directions(&self) -> impl Iterator<Item = &Direction> {
        std::iter::once(&self.first).chain(&self.second)
    }

    /// Heights of the points of a field (m).
    pub fn heights(&self) -> Vec<f64> {
        let n = self.points.max(2);
        (0..n).map(|i| self.height * i as f64 / (n - 1) as f64).collect()
    }
}
