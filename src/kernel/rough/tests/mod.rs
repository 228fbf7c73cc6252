//! The whole program against closed forms and an independent one.

use std::collections::BTreeMap;
use std::sync::Arc;

mod lagrange;
mod random;
mod steel;

use super::modes::{Modes, advance};
use super::*;
use crate::lanes::Plain;

/// Bumps h0 cos^2(pi (x - x0)/w), h0 = 1e-6 m, w = 0.8 mm, on 126 nodes 8e-5 m apart.
fn bumps(centres: &[f64]) -> Arc<Vec<f64>> {
    let height = |x: f64| -> f64 {
        let near = centres.iter().filter(|c| (x - **c).abs() < 0.4e-3);
        near.map(|c| 1e-6 * libm::cos(std::f64::consts::PI * (x - c) / 0.8e-3).powi(2)).sum()
    };
    Arc::new((0..126).map(|i| height(f64::from(i) * 8e-5)).collect())
}

/// One asperity against six.
fn asperities(modes: usize, stiffness: f64, steps: u64) -> SlidingProblem {
    let beam = Beam::new(Support::Pinned, 0.01, 1.0, 5e10 * 5e-4f64.powi(3) / 12.0, modes, 0.0);
    SlidingProblem {
        beams: [beam.clone(), beam],
        heights: [bumps(&[2.6e-3, 3.6e-3, 4.6e-3, 5.6e-3, 6.6e-3, 7.6e-3]), bumps(&[4.1e-3])],
        spacing: 8e-5,
        speed: 1.0,
        clearance: 1.45e-6,
        step: 1e-8,
        steps,
        scheme: SlidingScheme::CentralDifference,
        law: Law::Penalty { stiffness },
        method: Method::Direct,
        gravity: 0.0,
        weight: ResonatorWeight::Absent,
        shocks: Shocks::None,
        shock_every: 1,
        observations: vec![Observation { body: SLIDER, x: 51.0 * 8e-5, every: 100 }],
        archive_every: 100,
    }
}

#[test]
fn one_asperity_against_six_is_that_of_an_independent_program() {
    let problem = asperities(1, 5e11, 42_000);
    let (run, fault) = run(&problem, &mut |_| true);
    assert_eq!((fault, run.first_contact), (None, Some(21_851)));
    assert!((run.peak_force / 6.988329330 - 1.0).abs() < 1e-9, "{}", run.peak_force);
    assert!((run.impulse / 6.515459831e-4 - 1.0).abs() < 1e-9, "{}", run.impulse);
    let beam = Beam::new(Support::Pinned, 0.01, 1.0, 5e10 * 5e-4f64.powi(3) / 12.0, 15, 0.0);
    assert!((beam.frequency(0) / 11_336.246 - 1.0).abs() < 1e-7);
    assert!((beam.frequency(14) / 2.550655e6 - 1.0).abs() < 2e-7);
}

#[test]
fn a_moving_force_bends_the_beam_as_olsson_says() {
    let (length, rigidity, mass) = (11.6, 4420.0, 15.5);
    let load = 0.36 * 9.81;
    let still = load * length * length * length / (48.0 * rigidity);
    // Quarter points of the passage, and the highest deflection with its instant (the series itself: 0.02909627 at 0.57 m/s,
    // where the published table has 0.02909632).
    let expected = [
        (0.57, [0.01809040, 0.02627079, 0.01797455, -0.00023177], (0.0290962670, 9.0662)),
        (1.15, [0.01896224, 0.02795538, 0.01871967, 0.00048529], (0.03280647, 4.0753)),
        (2.3, [0.00680017, 0.03435474, 0.04116748, 0.00061175], (0.04434873, 3.3756)),
        (4.6, [0.00172440, 0.01320423, 0.02996553, 0.04012056], (0.04012056, 2.5217)),
    ];
    for (speed, values, (highest, when)) in expected {
        let beam = Beam::new(Support::Pinned, length, mass, rigidity, 20, 0.0);
        // A whole number of steps per quarter of the passage.
        let quarter = libm::ceil(0.25 * length / speed / 2e-5);
        let tau = 0.25 * length / speed / quarter;
        let problem = SlidingProblem { beams: [beam.clone(), beam.clone()], step: tau, ..asperities(1, 0.0, 1) };
        let modes = Modes::new(&problem);
        let mut state = modes.start(&problem);
        let at = |x: f64| -> Vec<f64> { (0..20).map(|k| beam.shapes.value(k, x)).collect() };
        let centre = at(0.5 * length);
        let (mut n, mut largest) = (1.0, (0.0, 0.0));
        for (count, value) in [1.0, 2.0, 3.0, 4.0].into_iter().zip(values) {
            while n < count * quarter {
                state.force[..20].iter_mut().zip(at(speed * tau * n)).for_each(|(f, psi)| *f = load * psi);
                advance(Plain, &modes, &mut state);
                n += 1.0;
                // The reference looks at the first 10 s.
                let middle: f64 = (0..20).map(|k| state.u[k] * centre[k]).sum();
                if middle > largest.0 && n * tau <= 10.0 {
                    largest = (middle, n * tau);
                }
            }
            let middle: f64 = (0..20).map(|k| state.u[k] * centre[k]).sum();
            assert!((middle - value).abs() < 1e-6 * still, "V = {speed}: {middle} and {value}");
        }
        let (middle, time) = largest;
        assert!((middle - highest).abs() < 1e-6 * still, "V = {speed}: {middle} and {highest}");
        assert!((time - when).abs() < 1e-4, "V = {speed}: at {time} and {when}");
    }
}

/// A rough slider on a rough strip, small enough for every node at every step.
pub(super) fn strip(seed: i64, steps: u64) -> SlidingProblem {
    let heights = |count: usize, seed: i64| {
        let profile = RandomProfile {
            roughness: 2e-6,
            correlation: Correlation::Exponential,
            correlation_length: 4e-4,
            cutoff: 2e-5,
            seed,
        };
        Arc::new(profile.heights(count, 2e-5))
    };
    let strip = Beam::new(Support::Pinned, 0.04, 15.6, 140.0, 6, 0.02);
    let block = Beam::new(Support::Free, 0.004, 39.0, 2187.5, 2, 0.0);
    let mut problem = SlidingProblem {
        beams: [strip, block],
        heights: [heights(2001, 2 * seed), heights(201, 2 * seed + 1)],
        spacing: 2e-5,
        speed: 0.2,
        step: 1e-7,
        gravity: 9.81,
        observations: Vec::new(),
        ..asperities(1, 2.1e12, steps)
    };
    problem.clearance = problem.touching_clearance() + 1e-7;
    problem
}

#[test]
fn energy_and_momentum_are_balanced_exactly() {
    let penalty = strip(5, 1).law;
    let multipliers = Law::Lagrange { residual: 1e-12, sweeps: 200 };
    for (scheme, weight, support, law) in [
        (SlidingScheme::CentralDifference, ResonatorWeight::Absent, Support::Free, penalty),
        (SlidingScheme::Exact, ResonatorWeight::Sudden, Support::Free, penalty),
        (SlidingScheme::CentralDifference, ResonatorWeight::Equilibrium, Support::Pinned, penalty),
        (SlidingScheme::CentralDifference, ResonatorWeight::Absent, Support::Free, multipliers),
        (SlidingScheme::Exact, ResonatorWeight::Equilibrium, Support::Pinned, multipliers),
    ] {
        let mut problem =
            SlidingProblem { scheme, weight, law, archive_every: 1, shocks: Shocks::Nodes, ..strip(5, 20_000) };
        let modes = if support == Support::Free { 2 } else { 5 };
        problem.beams[1] = Beam::new(support, 0.004, 39.0, 2187.5, modes, 0.01);
        problem.scheme = if support == Support::Pinned { SlidingScheme::Exact } else { scheme };
        problem.clearance -= 2e-7;
        let (run, fault) = run(&problem, &mut |_| true);
        assert_eq!(fault, None);
        assert!(run.contact_steps > 100, "{scheme:?} {law:?} {}", run.contact_steps);
        assert!(run.residual < 1e-10 * run.exchanged, "{scheme:?} {} of {}", run.residual, run.exchanged);
        for body in 0..2 {
            let energy: f64 = run.shocks.iter().filter(|s| s.body == body).map(|s| s.energy).sum();
            assert!((energy - run.given[body]).abs() < 1e-9 * run.exchanged, "{energy} {}", run.given[body]);
        }
        if support == Support::Free {
            // Leap-frog momentum between the steps 1/2 and N + 1/2.
            let last = &run.archive.velocities[run.archive.velocities.len() - 8..];
            let (fall, force) = (39.0 * libm::sqrt(0.004) * last[6], run.archive.force.last().unwrap());
            let weight = 39.0 * 0.004 * 9.81 * 20_000.0 * 1e-7;
            let expected = weight - fall + 0.5e-7 * force;
            assert!((run.impulse - expected).abs() < 1e-9 * run.impulse.max(weight), "{} {expected}", run.impulse);
        }
    }
}

#[test]
fn shocks_of_slaves_last_for_every_contact_and_bear_its_penetration_alone() {
    let problem = SlidingProblem { shocks: Shocks::Slaves, ..strip(5, 20_000) };
    let Law::Penalty { stiffness } = problem.law else { panic!("a penalty") };
    let (slaves, fault) = run(&problem, &mut |_| true);
    assert_eq!(fault, None);
    assert!(slaves.contact_nodes > 100);
    assert_eq!(slaves.shocks.iter().map(|shock| shock.steps).sum::<u64>(), slaves.contact_nodes);
    let (nodes, _) = run(&SlidingProblem { shocks: Shocks::Nodes, ..problem.clone() }, &mut |_| true);
    assert_eq!((nodes.digest, nodes.impulse), (slaves.digest, slaves.impulse));
    // Reactions reach four masters: more nodes, for longer.
    assert!(nodes.shocks.len() > slaves.shocks.len());
    let deepest = slaves.shocks.iter().map(|shock| shock.peak / stiffness).fold(0.0, f64::max);
    assert!(deepest > 0.0 && deepest * stiffness * problem.spacing <= slaves.peak_force * (1.0 + 1e-12), "{deepest}");
}

#[test]
fn shocks_seen_every_few_steps_are_the_runs_of_looks_with_a_force() {
    let problem = SlidingProblem { shocks: Shocks::Nodes, method: Method::Fast, ..strip(5, 20_000) };
    let (whole, _) = run(&problem, &mut |_| true);
    for every in [3, 7, 40] {
        let (seen, _) = run(&SlidingProblem { shock_every: every, ..problem.clone() }, &mut |_| true);
        assert_eq!((seen.digest, seen.impulse, seen.mean_square), (whole.digest, whole.impulse, whole.mean_square));
        // Looks at which each node carries a force, from the shocks of all steps.
        let mut looks: BTreeMap<(usize, usize), Vec<u64>> = BTreeMap::new();
        for shock in &whole.shocks {
            let steps = shock.first..shock.first + shock.steps;
            let at = steps.filter(|n| n.is_multiple_of(every)).map(|n| n / every);
            looks.entry((shock.body, shock.node)).or_default().extend(at);
        }
        let mut expected = Vec::new();
        for ((body, node), mut looks) in looks {
            looks.sort();
            for run in looks.chunk_by(|a, b| a + 1 == *b) {
                expected.push((run[0] * every, body, node, run.len() as u64 * every));
            }
        }
        expected.sort();
        let found: Vec<_> = seen.shocks.iter().map(|s| (s.first, s.body, s.node, s.steps)).collect();
        assert!(found.len() > 20, "{}", found.len());
        assert_eq!(found, expected);
        // The sum over the looks stands for the sum over all steps.
        let energy = |run: &Sliding| run.shocks.iter().map(|s| s.energy).sum::<f64>();
        assert!(every > 3 || (energy(&seen) - energy(&whole)).abs() < 0.5 * whole.exchanged);
    }
}

#[test]
fn forces_of_nodes_add_up_to_the_total_and_are_the_same_by_both_methods() {
    let mut problem = strip(5, 6_000);
    problem.archive_every = 1;
    let nodes = problem.heights[SLIDER].len();
    let at = |body: usize, node: usize| Observation { body, x: node as f64 * problem.spacing, every: 1 };
    problem.observations = (0..nodes).map(|node| at(SLIDER, node)).collect();
    problem.observations.push(at(RESONATOR, 40));
    problem.observations.push(Observation { body: SLIDER, x: 3.3 * problem.spacing, every: 1 });
    let runs = [Method::Direct, Method::Fast]
        .map(|method| run(&SlidingProblem { method, ..problem.clone() }, &mut |_| true).0);
    assert!(runs[0].contact_steps > 50 && runs[0].points[nodes + 1].force.is_empty());
    for run in &runs {
        for (k, total) in run.archive.force.iter().enumerate() {
            let sum: f64 = run.points[..nodes].iter().map(|point| point.force[k]).sum();
            assert!((sum - total).abs() <= 1e-9 * run.peak_force, "{k}: {sum} {total}");
        }
    }
    for (direct, fast) in runs[0].points.iter().zip(&runs[1].points) {
        for (a, b) in direct.force.iter().zip(&fast.force) {
            assert!((a - b).abs() <= 1e-6 * runs[0].peak_force, "{a} {b}");
        }
    }
}

/// Runs both methods; gives both results after checking that every contact is the same.
fn both(problem: &SlidingProblem) -> [Sliding; 2] {
    let [direct, fast] = [Method::Direct, Method::Fast].map(|method| {
        let (result, fault) = run(&SlidingProblem { method, ..problem.clone() }, &mut |_| true);
        assert_eq!(fault, None);
        result
    });
    assert_eq!((direct.contact_nodes, direct.digest), (fast.contact_nodes, fast.digest));
    let greatest = direct.archive.amplitudes.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    for (a, b) in direct.archive.amplitudes.iter().zip(&fast.archive.amplitudes) {
        assert!((a - b).abs() <= 1e-9 * greatest, "{a} {b} of {greatest}");
    }
    let squares = direct.mean_square[0] - fast.mean_square[0];
    assert!(squares.abs() <= 1e-9 * direct.mean_square[0]);
    assert!(fast.residual <= 1e-10 * fast.exchanged);
    [direct, fast]
}

#[test]
fn the_fast_method_finds_every_contact_of_the_direct_one() {
    let mut rough = strip(3, 30_000);
    for (speed, archive) in [(0.02, 1000), (0.2, 700), (1.5, 333)] {
        rough.speed = speed;
        rough.archive_every = archive;
        let [direct, _] = both(&rough);
        assert!(direct.contact_steps > 100);
    }
    both(&asperities(4, 5e11, 30_000));
}
