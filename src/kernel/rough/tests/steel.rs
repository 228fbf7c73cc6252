//! The realistic problem, whole: a steel block of 4001 nodes on a steel strip of 90,001 nodes and 40 modes.

use std::sync::Arc;

use super::super::*;
use super::{asperities, both};

const SPACING: f64 = 5e-6;

/// Arithmetic roughness 8 um, correlation length 450 um; `cutoff` in m.
fn block_on_strip(correlation: Correlation, cutoff: f64, speed: f64, steps: u64) -> SlidingProblem {
    let heights = |count: usize, seed: i64| {
        let profile = RandomProfile { roughness: 8e-6, correlation, correlation_length: 4.5e-4, cutoff, seed };
        Arc::new(profile.heights(count, SPACING))
    };
    let mut problem = SlidingProblem {
        beams: [
            Beam::new(Support::Pinned, 0.45, 15.6, 140.0, 40, 0.02),
            Beam::new(Support::Free, 0.02, 39.0, 2187.5, 2, 0.0),
        ],
        heights: [heights(90_001, 12), heights(4_001, 13)],
        spacing: SPACING,
        speed,
        step: 1e-7,
        gravity: 9.81,
        observations: Vec::new(),
        archive_every: 500,
        ..asperities(1, 2.1e12, steps)
    };
    problem.clearance = problem.touching_clearance() + ABOVE;
    problem
}

/// Optimised, 4 ms from 0.1 micrometre above the first touch on. Otherwise every node at every step takes too long: 0.06 ms of a block
/// that touches from the first step on.
const STEPS: u64 = if cfg!(debug_assertions) { 600 } else { 40_000 };
const ABOVE: f64 = if cfg!(debug_assertions) { -2e-8 } else { 1e-7 };

#[test]
fn the_block_on_the_strip_has_the_same_contacts_by_both_methods() {
    let surfaces = [(Correlation::Exponential, 5e-6), (Correlation::Gaussian, 0.0)];
    for (correlation, cutoff) in surfaces.into_iter().take(if cfg!(debug_assertions) { 1 } else { 2 }) {
        for speed in [0.02, 0.1, 0.7] {
            let [direct, fast] = both(&block_on_strip(correlation, cutoff, speed, STEPS));
            assert!(direct.contact_steps > 50, "{} m/s: {}", speed, direct.contact_steps);
            let greatest = direct.archive.amplitudes.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let pairs = direct.archive.amplitudes.iter().zip(&fast.archive.amplitudes);
            let apart = pairs.fold(0.0, |m: f64, (a, b)| m.max((a - b).abs())) / greatest;
            println!(
                "{correlation:?}, {speed} m/s, {} steps: {} with contact, {} contacts, digest {:016x}; amplitudes within {apart:.1e}",
                direct.steps, direct.contact_steps, direct.contact_nodes, direct.digest
            );
        }
    }
}
