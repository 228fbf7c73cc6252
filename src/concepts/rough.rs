//! Sliding rough bodies: profiles, bodies, runs.

use std::sync::Arc;

use crate::kernel::rough::{Beam, Observation, Sliding};

/// Heights of evenly spaced nodes (m), the distance of the nodes (m).
#[derive(Clone, Debug, PartialEq)]
pub struct RoughProfile {
    pub spacing: f64,
    pub heights: Arc<Vec<f64>>,
}

impl RoughProfile {
    /// Length of the profile (m).
    pub fn length(&self) -> f64 {
        (self.heights.len() - 1) as f64 * self.spacing
    }
}

/// A beam with its profile.
#[derive(Clone, Debug, PartialEq)]
pub struct RoughBody {
    pub beam: Beam,
    pub profile: Arc<RoughProfile>,
}

/// A run of DYNA_GLISSEMENT: resonator, slider, what it left.
#[derive(Clone, Debug)]
pub struct SlidingRun {
    pub bodies: [Arc<RoughBody>; 2],
    /// Time step (s), speed (m/s), distance of the frames (m).
    pub step: f64,
    pub speed: f64,
    pub clearance: f64,
    pub observations: Vec<Observation>,
    pub shocks_kept: bool,
    pub result: Sliding,
}
