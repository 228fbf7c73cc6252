//! A steel block on a steel strip, and what the operating system says of the process (Linux).

use std::sync::Arc;

use stickslip::kernel::rough::{
    Beam, Correlation, Law, Method, RandomProfile, ResonatorWeight, Shocks, Sliding, SlidingProblem, SlidingScheme,
    Support, run,
};

/// Arithmetic roughness and correlation length of the six surfaces (um).
pub const SURFACES: [(f64, f64); 6] =
    [(2.89, 400.0), (4.86, 450.0), (7.72, 450.0), (9.54, 500.0), (20.39, 500.0), (30.91, 500.0)];
/// Speeds (m/s).
pub const SPEEDS: [f64; 7] = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7];
/// Mass per length and width of the block (kg/m²), its length (m).
pub const BLOCK: (f64, f64) = (39.0, 0.02);
pub const GRAVITY: f64 = 9.81;
const SPACING: f64 = 5e-6;

pub type Surfaces = [Arc<Vec<f64>>; 2];

/// Heights of strip and block: roughness and correlation length in um, cut-off in m.
pub fn surfaces(correlation: Correlation, cutoff: f64, (ra, lc): (f64, f64), seed: i64) -> Surfaces {
    [(90_001, seed), (4_001, seed + 1)].map(|(count, seed)| {
        let profile = RandomProfile { roughness: ra * 1e-6, correlation, correlation_length: lc * 1e-6, cutoff, seed };
        Arc::new(profile.heights(count, SPACING))
    })
}

/// The strip, with the damping of each of its modes.
pub fn strip(zeta: f64) -> Beam {
    Beam::new(Support::Pinned, 0.45, 15.6, 140.0, 40, zeta)
}

/// The run of a speed (m/s) for a duration (s) at most: it ends where the block leaves the strip.
pub fn problem(heights: &Surfaces, speed: f64, duration: f64) -> SlidingProblem {
    let step = 1e-7;
    let mut problem = SlidingProblem {
        beams: [strip(0.02), Beam::new(Support::Free, BLOCK.1, BLOCK.0, 2187.5, 2, 0.0)],
        heights: heights.clone(),
        spacing: SPACING,
        speed,
        clearance: 0.0,
        step,
        steps: libm::floor(duration.min(0.43 / speed) / step) as u64,
        scheme: SlidingScheme::CentralDifference,
        law: Law::Penalty { stiffness: 2.1e12 },
        method: Method::Fast,
        gravity: GRAVITY,
        weight: ResonatorWeight::Absent,
        shocks: Shocks::None,
        shock_every: 1,
        observations: Vec::new(),
        archive_every: 5000,
    };
    problem.clearance = problem.touching_clearance() + 1e-7;
    problem
}

/// The same with another step (s).
pub fn with_step(mut problem: SlidingProblem, step: f64) -> SlidingProblem {
    problem.steps = libm::round(problem.steps as f64 * problem.step / step) as u64;
    problem.archive_every = libm::ceil(problem.archive_every as f64 * problem.step / step) as u64;
    problem.step = step;
    problem
}

/// A run that nothing stops.
pub fn done(problem: &SlidingProblem) -> Sliding {
    let (result, fault) = run(problem, &mut |_| true);
    assert_eq!(fault, None);
    result
}

/// Level of the velocity of the strip (dB re 1 nm/s).
pub fn level(run: &Sliding) -> f64 {
    10.0 * libm::log10(run.mean_square[0] * 1e18)
}

/// CPU time of the process (s).
pub fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = text.rsplit(')').next().unwrap_or_default();
    // Ticks of user and of system, a hundredth of a second each.
    after.split_whitespace().skip(11).take(2).filter_map(|t| t.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// A line of /proc/self/status.
pub fn status(name: &str) -> String {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    text.lines().find_map(|line| line.strip_prefix(name)).map_or("?".into(), |rest| rest.trim().to_string())
}
