//! Steps per second of CPU time, every node at every step and by bounds: permanent contact (Gaussian surfaces, Ra 5 um,
//! 0.02 m/s), then surfaces of Ra 8 um with a cut-off of 5 um at 0.02, 0.1 and 0.7 m/s. Then the campaign of six surfaces and
//! seven speeds, a second each: wall time, CPU time, levels, greatest memory.

use std::time::Instant;

use rayon::prelude::*;

use stickslip::kernel::rough::{Correlation, Method, Sliding, SlidingProblem};

use super::setup::{SPEEDS, SURFACES, Surfaces, done, level, problem, processor, status, surfaces};

/// One run by both methods.
pub fn single() {
    println!("{:44} {:>10} {:>10} {:>7}", "steps per second of CPU time", "direct", "fast", "ratio");
    for (name, correlation, cutoff, ra, speed) in [
        ("Gaussian, Ra 5, 0.02 m/s", Correlation::Gaussian, 0.0, 5.0, 0.02),
        ("exponential, cut-off 5 um, Ra 8, 0.02 m/s", Correlation::Exponential, 5e-6, 8.0, 0.02),
        ("idem, 0.1 m/s", Correlation::Exponential, 5e-6, 8.0, 0.1),
        ("idem, 0.7 m/s", Correlation::Exponential, 5e-6, 8.0, 0.7),
    ] {
        let heights = surfaces(correlation, cutoff, (ra, 450.0), 12);
        let rate = |method: Method, duration: f64| {
            let problem = SlidingProblem { method, ..problem(&heights, speed, duration) };
            let start = processor();
            done(&problem).steps as f64 / (processor() - start)
        };
        // The direct method over the start, where contacts are.
        let (direct, fast) = (rate(Method::Direct, 1.5e-3), rate(Method::Fast, if speed > 0.5 { 0.6 } else { 1.0 }));
        println!("{name:44} {direct:10.3e} {fast:10.3e} {:7.0}", fast / direct);
    }
}

/// Six surfaces, seven speeds, on all threads; profiles included.
pub fn campaign(name: &str, correlation: Correlation, cutoff: f64) {
    let (start, cpu) = (Instant::now(), processor());
    let surfaces: Vec<Surfaces> = SURFACES
        .par_iter()
        .enumerate()
        .map(|(rank, surface)| surfaces(correlation, cutoff, *surface, 200 + 2 * rank as i64))
        .collect();
    let profiles = processor() - cpu;
    let members: Vec<(usize, f64)> =
        (0..SURFACES.len()).flat_map(|surface| SPEEDS.map(|speed| (surface, speed))).collect();
    let runs: Vec<(Sliding, f64)> = members
        .par_iter()
        .with_max_len(1)
        .map(|(surface, speed)| {
            let begin = Instant::now();
            let result = done(&problem(&surfaces[*surface], *speed, 1.0));
            (result, begin.elapsed().as_secs_f64())
        })
        .collect();
    let steps: u64 = runs.iter().map(|(run, _)| run.steps).sum();
    let threads = rayon::current_num_threads();
    println!(
        "campaign, {name}: {:.1} s on {threads} threads, {:.1} s of CPU (profiles {profiles:.1}), {:.3e} steps, greatest memory {}",
        start.elapsed().as_secs_f64(),
        processor() - cpu,
        steps as f64,
        status("VmHWM:")
    );
    for (row, (ra, _)) in runs.chunks(SPEEDS.len()).zip(SURFACES) {
        let cells: Vec<String> = row.iter().map(|(run, time)| format!("{:6.1} ({time:4.2} s)", level(run))).collect();
        println!("  Ra {ra:5.2} um, dB: {}", cells.join(" "));
    }
}
