//! Campaigns over several draws of the six surfaces, and their laws.

use rayon::prelude::*;

use stickslip::kernel::rough::Correlation;

use super::setup::{BLOCK, GRAVITY, SPEEDS, SURFACES, done, level, problem, surfaces};

/// What is kept of a run.
#[derive(Clone, Copy)]
pub struct Member {
    pub level: f64,
    /// Duration (s), impulse of contact on the block (N s/m), its speed of fall at the end (m/s).
    pub duration: f64,
    pub impulse: f64,
    pub fall: f64,
    /// Error of the balance of momentum over the impulse of the weight.
    pub balance: f64,
}

/// Levels of one draw: by surface, by speed.
pub type Draw = Vec<Vec<Member>>;

/// The draws 1 to `count`: exponential surfaces with a cut-off of 5 um, a second each.
pub fn draws(count: usize) -> Vec<Draw> {
    let pairs: Vec<(usize, usize)> = (0..count).flat_map(|d| (0..SURFACES.len()).map(move |s| (d, s))).collect();
    let rows: Vec<Vec<Member>> = pairs
        .par_iter()
        .with_max_len(1)
        .map(|(draw, surface)| {
            let seed = 100 * (*draw as i64 + 1) + 2 * *surface as i64;
            let heights = surfaces(Correlation::Exponential, 5e-6, SURFACES[*surface], seed);
            let row = SPEEDS.par_iter().with_max_len(1).map(|speed| {
                let problem = problem(&heights, *speed, 1.0);
                let run = done(&problem);
                let duration = problem.steps as f64 * problem.step;
                let modes = problem.beams[0].modes() + problem.beams[1].modes();
                let last = &run.archive.velocities[run.archive.velocities.len() - modes..];
                // Rigid translation, of shape 1/sqrt(L).
                let fall = last[problem.beams[0].modes()] / libm::sqrt(BLOCK.1);
                let (mass, weight) = (BLOCK.0 * BLOCK.1, BLOCK.0 * BLOCK.1 * GRAVITY * duration);
                // Velocities are centred: half a step of the last force is still to come.
                let expected = weight - mass * fall + 0.5 * problem.step * run.archive.force.last().unwrap();
                let balance = ((run.impulse - expected) / weight).abs();
                Member { level: level(&run), duration, impulse: run.impulse, fall, balance }
            });
            row.collect()
        })
        .collect();
    rows.chunks(SURFACES.len()).map(<[_]>::to_vec).collect()
}

/// Pairs of neighbours in which the level falls: along the speed, along the roughness; the greatest fall (dB).
pub fn exceptions(draw: &Draw) -> (usize, usize, f64) {
    let (mut along_speed, mut along_roughness, mut worst) = (0, 0, 0.0_f64);
    for (s, row) in draw.iter().enumerate() {
        for (v, member) in row.iter().enumerate() {
            if let Some(next) = row.get(v + 1) {
                along_speed += usize::from(next.level <= member.level);
                worst = worst.max(member.level - next.level);
            }
            if let Some(next) = draw.get(s + 1) {
                along_roughness += usize::from(next[v].level <= member.level);
                worst = worst.max(member.level - next[v].level);
            }
        }
    }
    (along_speed, along_roughness, worst)
}

/// Slope over 20 and R² of the line of least squares of levels against the logarithm of a parameter.
pub fn law(parameter: &[f64], levels: &[f64]) -> (f64, f64) {
    let x: Vec<f64> = parameter.iter().map(|p| libm::log10(*p)).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mx, my) = (mean(&x), mean(levels));
    let sum = |f: &dyn Fn(f64, f64) -> f64| x.iter().zip(levels).map(|(x, y)| f(x - mx, y - my)).sum::<f64>();
    let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
    (xy / xx / 20.0, xy * xy / (xx * yy))
}

/// Laws of a draw: n and R² of each surface, m and R² of each speed.
pub fn laws(draw: &Draw) -> (Vec<(f64, f64)>, Vec<(f64, f64)>) {
    let of_row = |row: &Vec<Member>| law(&SPEEDS, &row.iter().map(|m| m.level).collect::<Vec<_>>());
    let roughness = SURFACES.map(|(ra, _)| ra);
    let of_speed = |v: usize| law(&roughness, &draw.iter().map(|row| row[v].level).collect::<Vec<_>>());
    (draw.iter().map(of_row).collect(), (0..SPEEDS.len()).map(of_speed).collect())
}
