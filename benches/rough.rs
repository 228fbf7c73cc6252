//! Sliding rough surfaces: `cargo bench --bench rough [-- single|exponential|Gaussian]`.
//!
//! Steps per second of CPU time, every node at every step and by bounds: permanent contact (Gaussian surfaces, Ra 5 um, 0.02 m/s),
//! then surfaces of Ra 8 um with a cut-off of 5 um at 0.02, 0.1 and 0.7 m/s. Then the campaign of six surfaces and seven speeds, a
//! second each: wall time, CPU time, levels, greatest memory. Times of a process are those of Linux.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;

use stickslip::kernel::rough::{
    Beam, Correlation, Law, Method, Problem, RandomProfile, ResonatorWeight, Scheme, Sliding, Support, run,
};

const SURFACES: [(f64, f64); 6] =
    [(2.89, 400.0), (4.86, 450.0), (7.72, 450.0), (9.54, 500.0), (20.39, 500.0), (30.91, 500.0)];
const SPEEDS: [f64; 7] = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7];
const SPACING: f64 = 5e-6;

fn main() {
    let wanted = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    if wanted.is_empty() || wanted == "single" {
        single();
    }
    for (name, correlation, cutoff) in
        [("exponential, cut-off 5 um", Correlation::Exponential, 5e-6), ("Gaussian", Correlation::Gaussian, 0.0)]
    {
        if wanted.is_empty() || name.starts_with(&wanted) {
            campaign(name, correlation, cutoff);
        }
    }
    println!("greatest memory {}", status("VmHWM:"));
}

/// One run by both methods.
fn single() {
    println!("{:44} {:>10} {:>10} {:>7}", "steps per second of CPU time", "direct", "fast", "ratio");
    for (name, correlation, cutoff, ra, speed) in [
        ("Gaussian, Ra 5, 0.02 m/s", Correlation::Gaussian, 0.0, 5.0, 0.02),
        ("exponential, cut-off 5 um, Ra 8, 0.02 m/s", Correlation::Exponential, 5e-6, 8.0, 0.02),
        ("idem, 0.1 m/s", Correlation::Exponential, 5e-6, 8.0, 0.1),
        ("idem, 0.7 m/s", Correlation::Exponential, 5e-6, 8.0, 0.7),
    ] {
        let heights = surfaces(correlation, cutoff, ra, 450.0, 12);
        let rate = |method: Method, duration: f64| {
            let problem = Problem { method, ..problem(&heights, speed, duration) };
            let start = processor();
            let (result, fault) = run(&problem, &mut |_| true);
            assert_eq!(fault, None);
            result.steps as f64 / (processor() - start)
        };
        // The direct method over the start, where contacts are.
        let (direct, fast) = (rate(Method::Direct, 1.5e-3), rate(Method::Fast, if speed > 0.5 { 0.6 } else { 1.0 }));
        println!("{name:44} {direct:10.3e} {fast:10.3e} {:7.0}", fast / direct);
    }
}

/// Six surfaces, seven speeds, on all threads; profiles included.
fn campaign(name: &str, correlation: Correlation, cutoff: f64) {
    let (start, cpu) = (Instant::now(), processor());
    let surfaces: Vec<[Arc<Vec<f64>>; 2]> = SURFACES
        .par_iter()
        .enumerate()
        .map(|(rank, (ra, lc))| surfaces(correlation, cutoff, *ra, *lc, 200 + 2 * rank as i64))
        .collect();
    let profiles = processor() - cpu;
    let members: Vec<(usize, f64)> =
        (0..SURFACES.len()).flat_map(|surface| SPEEDS.map(|speed| (surface, speed))).collect();
    let runs: Vec<(Sliding, f64)> = members
        .par_iter()
        .with_max_len(1)
        .map(|(surface, speed)| {
            let begin = Instant::now();
            let (result, fault) = run(&problem(&surfaces[*surface], *speed, 1.0), &mut |_| true);
            assert_eq!(fault, None);
            (result, begin.elapsed().as_secs_f64())
        })
        .collect();
    let steps: u64 = runs.iter().map(|(run, _)| run.steps).sum();
    let threads = rayon::current_num_threads();
    println!(
        "campaign, {name}: {:.1} s on {threads} threads, {:.1} s of CPU (profiles {profiles:.1}), {:.3e} steps",
        start.elapsed().as_secs_f64(),
        processor() - cpu,
        steps as f64
    );
    for (row, (ra, _)) in runs.chunks(SPEEDS.len()).zip(SURFACES) {
        let level = |run: &Sliding| 10.0 * libm::log10(run.mean_square[0] * 1e18);
        let cells: Vec<String> = row.iter().map(|(run, time)| format!("{:6.1} ({time:4.2} s)", level(run))).collect();
        println!("  Ra {ra:5.2} um, dB: {}", cells.join(" "));
    }
}

fn surfaces(correlation: Correlation, cutoff: f64, ra: f64, lc: f64, seed: i64) -> [Arc<Vec<f64>>; 2] {
    [(90_001, seed), (4_001, seed + 1)].map(|(count, seed)| {
        let profile = RandomProfile { roughness: ra * 1e-6, correlation, correlation_length: lc * 1e-6, cutoff, seed };
        Arc::new(profile.heights(count, SPACING))
    })
}

/// A steel block on a steel strip.
fn problem(heights: &[Arc<Vec<f64>>; 2], speed: f64, duration: f64) -> Problem {
    let step = 1e-7;
    let mut problem = Problem {
        beams: [
            Beam::new(Support::Pinned, 0.45, 15.6, 140.0, 40, 0.02),
            Beam::new(Support::Free, 0.02, 39.0, 2187.5, 2, 0.0),
        ],
        heights: heights.clone(),
        spacing: SPACING,
        speed,
        clearance: 0.0,
        step,
        steps: libm::floor(duration.min(0.43 / speed) / step) as u64,
        scheme: Scheme::CentralDifference,
        law: Law::Penalty { stiffness: 2.1e12 },
        method: Method::Fast,
        gravity: 9.81,
        weight: ResonatorWeight::Absent,
        shocks: false,
        observations: Vec::new(),
        archive_every: 5000,
    };
    problem.clearance = problem.touching_clearance() + 1e-7;
    problem
}

/// CPU time of the process (s).
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = text.rsplit(')').next().unwrap_or_default();
    // Ticks of user and of system, a hundredth of a second each.
    after.split_whitespace().skip(11).take(2).filter_map(|t| t.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn status(name: &str) -> String {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    text.lines().find_map(|line| line.strip_prefix(name)).map_or("?".into(), |rest| rest.trim().to_string())
}
