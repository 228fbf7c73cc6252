//! Single runs of the acceptance: damping, shocks, peaks of the spectrum, durations and steps.

use rayon::prelude::*;

use stickslip::kernel::rough::{Correlation, Observation, RESONATOR, Shocks, SlidingProblem, welch};

use super::setup::{GRAVITY, SURFACES, Surfaces, done, level, problem, strip, surfaces, with_step};
use super::sheet::Sheet;

/// Surfaces of a draw, as in the campaign.
fn drawn(draw: usize, surface: usize) -> Surfaces {
    surfaces(Correlation::Exponential, 5e-6, SURFACES[surface], 100 * draw as i64 + 2 * surface as i64)
}

/// Level against damping at Ra 9.54 um, 0.1 m/s.
pub fn damping(sheet: &mut Sheet, count: usize) {
    println!("3. damping 0.002, 0.02, 0.2 at Ra 9.54 um, 0.1 m/s: levels (dB)");
    let rows: Vec<Vec<f64>> = (1..=count)
        .into_par_iter()
        .map(|draw| {
            let heights = drawn(draw, 3);
            let of = |zeta: f64| {
                let mut problem = problem(&heights, 0.1, 1.0);
                problem.beams[0] = strip(zeta);
                level(&done(&problem))
            };
            [0.002, 0.02, 0.2].into_par_iter().map(of).collect()
        })
        .collect();
    for (d, row) in rows.iter().enumerate() {
        println!("   draw {}: {:.2} {:.2} {:.2}", d + 1, row[0], row[1], row[2]);
        sheet.within(&format!("draw {}: 0.02 to 0.2", d + 1), row[2] - row[1], -11.0, -6.5);
        sheet.within(&format!("draw {}: 0.002 to 0.02", d + 1), row[1] - row[0], f64::NEG_INFINITY, 0.0);
    }
}

/// Durations, forces and energies of the shocks of the strip at Ra 4.86 um, 0.7 m/s, 0.3 s.
pub fn shocks(sheet: &mut Sheet, count: usize) {
    println!(
        "5. shocks at Ra 4.86 um, 0.7 m/s, 0.3 s (slave nodes of the strip; then all its nodes, reactions included)"
    );
    let weight = 39.0 * 0.02 * GRAVITY;
    for draw in 1..=count {
        let heights = drawn(draw, 1);
        for kept in [Shocks::Slaves, Shocks::Nodes] {
            let problem = SlidingProblem { shocks: kept, ..problem(&heights, 0.7, 0.3) };
            let run = done(&problem);
            let found: Vec<_> = run.shocks.iter().filter(|s| s.body == RESONATOR).collect();
            let share = |test: &dyn Fn(f64, f64) -> bool| {
                let force = |peak: f64| peak * problem.spacing;
                let kept = found.iter().filter(|s| test(s.steps as f64 * problem.step, force(s.peak))).count();
                kept as f64 / found.len() as f64
            };
            let (short, weak, strong) =
                (share(&|t, _| t < 1e-4), share(&|_, f| f < weight), share(&|_, f| f < 10.0 * weight));
            let energy: f64 = found.iter().map(|s| s.energy).sum();
            let losing = found.iter().filter(|s| s.energy < 0.0).count() as f64 / found.len() as f64;
            println!(
                "   draw {draw}, {}: {} shocks; below 1e-4 s {short:.3}, below the weight {weak:.3} (a tenth of it {:.3}), ten times {strong:.3}; energy {energy:.3e} J/m, {losing:.3} of them take energy",
                if kept == Shocks::Slaves { "slaves" } else { "all nodes" },
                found.len(),
                share(&|_, f| f < 0.1 * weight)
            );
            if kept == Shocks::Slaves {
                sheet.within(&format!("draw {draw}: shorter than 1e-4 s"), short, 0.90, 1.0);
                sheet.within(&format!("draw {draw}: weaker than the weight"), weak, 0.40, 0.70);
                sheet.within(&format!("draw {draw}: weaker than ten times the weight"), strong, 0.99, 1.0);
            } else {
                sheet.within(&format!("draw {draw}: share that takes energy"), losing, 0.01, 0.99);
                sheet.within(&format!("draw {draw}: energy given to the strip (J/m)"), energy, 1e-9, f64::INFINITY);
            }
        }
    }
}

/// Peaks of the velocity at 165 mm against natural frequencies. A second has eleven windows, whose mean scatters by a third: only the
/// modes that move much at 165 mm stand out. Four seconds have fifty. The motion is chaotic: the same surfaces from starts 1e-12 m
/// apart have peaks that scatter by several per cent, as wide as the peaks themselves (a damping of 2 % halves the density 2 %
/// beside the frequency). The mean of the spectra of eight starts has its peaks at the frequencies.
pub fn peaks(sheet: &mut Sheet, count: usize) {
    println!(
        "5. peaks of the velocity at 165 mm, Ra 4.86 um, 0.1 m/s: distance from natural frequencies, modes 5 to 20"
    );
    for (duration, share) in [(1.0, 0.6), (4.0, 0.4)] {
        for draw in 1..=count {
            let runs: Vec<Spectrum> =
                (0..STARTS).into_par_iter().with_max_len(1).map(|start| spectrum(draw, duration, start)).collect();
            let mean: Spectrum = (0..runs[0].len())
                .map(|i| (runs[0][i].0, runs.iter().map(|run| run[i].1).sum::<f64>() / STARTS as f64))
                .collect();
            let each: Vec<(f64, usize)> = runs.iter().map(|run| farthest(run, share)).collect();
            let list: Vec<String> = each.iter().map(|(away, mode)| format!("{:+.1} ({mode})", 100.0 * away)).collect();
            println!("   draw {draw}, {duration} s, eight starts, % (mode): {}", list.join(" "));
            let name = |(_, mode): (f64, usize)| {
                format!("draw {draw}, {duration} s, shapes above {share} of their greatest: mode {mode} (%)")
            };
            sheet.within(&name(each[0]), 100.0 * each[0].0.abs(), 0.0, 2.0);
            let all = farthest(&mean, share);
            sheet.within(&format!("mean of the starts, {}", name(all)), 100.0 * all.0.abs(), 0.0, 2.0);
        }
    }
}

/// Frequencies (Hz) and densities of the velocity.
type Spectrum = Vec<(f64, f64)>;

/// Starts of each draw, 1e-12 m apart.
const STARTS: usize = 8;

fn spectrum(draw: usize, duration: f64, start: usize) -> Spectrum {
    let mut problem = problem(&drawn(draw, 1), 0.1, duration);
    problem.observations = vec![Observation { body: RESONATOR, x: 0.165, every: 100 }];
    problem.clearance += 1e-12 * start as f64;
    welch(&done(&problem).points[0].velocity, 100.0 * problem.step, 16_384)
}

/// Greatest relative distance of a peak from its natural frequency, and the mode: the greatest density between the midpoints of
/// neighbours, each density being the mean of those within 1 %.
fn farthest(density: &Spectrum, share: f64) -> (f64, usize) {
    let smooth = |f: f64| {
        let near = density.iter().filter(|(g, _)| (g - f).abs() <= 0.01 * f).map(|(_, s)| *s);
        near.clone().sum::<f64>() / near.count().max(1) as f64
    };
    let strip = strip(0.02);
    let mut worst = (0.0_f64, 0);
    for k in 4..20 {
        // A mode whose node is near says little there.
        if strip.shapes.value(k, 0.165).abs() < share * strip.shapes.bound(k, 0) {
            continue;
        }
        let own = strip.frequency(k);
        let (low, high) = (0.5 * (strip.frequency(k - 1) + own), 0.5 * (own + strip.frequency(k + 1)));
        let inside = density.iter().map(|(f, _)| *f).filter(|f| *f > low && *f < high);
        let peak = inside.max_by(|a, b| smooth(*a).total_cmp(&smooth(*b))).unwrap_or(low);
        let away = peak / own - 1.0;
        if away.abs() > worst.0.abs() {
            worst = (away, k + 1);
        }
    }
    worst
}

/// One, two and four seconds; ten times the step.
pub fn durations_and_steps(sheet: &mut Sheet) {
    println!("4.3 a second, two, four at Ra 9.54 um, 0.1 m/s (prototype 135.73, 135.66, 135.63 dB)");
    let heights = drawn(1, 3);
    let levels: Vec<f64> =
        [1.0, 2.0, 4.0].into_par_iter().map(|duration| level(&done(&problem(&heights, 0.1, duration)))).collect();
    println!("   {:.2} {:.2} {:.2} dB", levels[0], levels[1], levels[2]);
    let spread = levels.iter().fold(0.0, |s: f64, a| levels.iter().fold(s, |s, b| s.max(a - b)));
    sheet.within("greatest difference (dB)", spread, 0.0, 0.5);
    println!(
        "4.3 a step of 1e-6 s against 1e-7 s: difference of the mean levels of 16 runs (dB), starts 1e-12 m apart"
    );
    let smooth = |ra: f64| surfaces(Correlation::Gaussian, 0.0, (ra, 450.0), 12);
    for (name, heights, speed, bound) in [
        ("permanent contact, Gaussian, Ra 5 um, 0.02 m/s", smooth(5.0), 0.02, 0.1),
        ("exponential, Ra 9.54 um, 0.7 m/s", drawn(1, 3), 0.7, 1.0),
        ("exponential, Ra 30.91 um, 0.7 m/s", drawn(1, 5), 0.7, 1.0),
    ] {
        // The motion is chaotic where the block hops: one run says nothing of the step.
        let members: Vec<(f64, usize)> = [1e-7, 1e-6].iter().flat_map(|tau| (0..16).map(|i| (*tau, i))).collect();
        let runs = members.par_iter().with_max_len(1).map(|(tau, i)| {
            let mut problem = with_step(problem(&heights, speed, 1.0), *tau);
            problem.clearance += 1e-12 * *i as f64;
            let run = done(&problem);
            (level(&run), run.contact_steps as f64 / run.steps as f64)
        });
        let runs: Vec<(f64, f64)> = runs.collect();
        let (fine, coarse) = runs.split_at(16);
        let mean = |runs: &[(f64, f64)]| runs.iter().map(|r| r.0).sum::<f64>() / 16.0;
        let deviation = |runs: &[(f64, f64)]| {
            libm::sqrt(runs.iter().map(|r| (r.0 - mean(runs)) * (r.0 - mean(runs))).sum::<f64>() / 15.0)
        };
        println!(
            "   {name}: contact in {:.1} % of the steps; deviation from run to run {:.2} dB and {:.2} dB",
            100.0 * fine[0].1,
            deviation(fine),
            deviation(coarse)
        );
        sheet.within(name, mean(coarse) - mean(fine), -bound, bound);
    }
}
