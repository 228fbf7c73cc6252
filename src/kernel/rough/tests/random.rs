//! The fast method against the direct one on set-ups drawn at random.

use std::sync::Arc;

use rayon::prelude::*;

use super::super::modes::{Modes, advance};
use super::super::nodes::{NodeContact, NodeRange};
use super::super::philox::normal_pair;
use super::super::*;
use super::{asperities, strip};
use crate::lanes::Plain;

/// Numbers of one set-up.
struct Draw {
    seed: i64,
    rank: u64,
}

impl Draw {
    fn normal(&mut self) -> f64 {
        self.rank += 1;
        normal_pair(self.seed, self.rank).0
    }

    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        0.5 * libm::erfc(-self.normal() / std::f64::consts::SQRT_2)
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[((self.share() * values.len() as f64) as usize).min(values.len() - 1)]
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low * libm::pow(high / low, self.share())
    }
}

/// A problem drawn at random: correlations, cut-offs, spikes, tilted ends, supports, modes, speeds from none to several nodes per
/// step, weights, schemes.
fn drawn(seed: i64) -> SlidingProblem {
    let mut draw = Draw { seed: 1_000_000 + seed, rank: 0 };
    let spacing = draw.one_of(&[5e-6, 2e-5, 8e-5]);
    let bottom = draw.one_of(&[90, 160, 400]);
    let top = draw.one_of(&[5, 12, 30, 80]);
    let roughness = draw.between(2e-7, 1e-5);
    let mut heights = [bottom, top].map(|count| {
        let profile = RandomProfile {
            roughness,
            correlation: draw.one_of(&[
                Correlation::Exponential,
                Correlation::Gaussian,
                Correlation::FilteredExponential,
            ]),
            correlation_length: spacing * draw.between(2.0, 60.0),
            cutoff: spacing * draw.one_of(&[0.0, 1.0, 4.0]),
            seed: 7 * seed + count as i64,
        };
        profile.heights(count, spacing)
    });
    for heights in &mut heights {
        for _ in 0..draw.one_of(&[0, 1, 3]) {
            let place = (draw.share() * heights.len() as f64) as usize;
            let last = heights.len() - 1;
            heights[place.min(last)] += roughness * draw.between(1.0, 6.0);
        }
        // Ends that touch first.
        let tilt = draw.one_of(&[0.0, 0.0, 3.0, -3.0]) * roughness / heights.len() as f64;
        heights.iter_mut().enumerate().for_each(|(i, h)| *h += tilt * i as f64);
    }
    let length = |count: usize| (count - 1) as f64 * spacing;
    let (mass, zeta) = (draw.between(2.0, 20.0), draw.one_of(&[0.0, 0.02, 0.2]));
    let scheme =
        draw.one_of(&[SlidingScheme::CentralDifference, SlidingScheme::CentralDifference, SlidingScheme::Exact]);
    let step = draw.one_of(&[1e-8, 1e-7]);
    // Stiff enough to vibrate within the run, soft enough for the step.
    let mut body = |count: usize, support: Support, modes: usize| {
        let mut beam = Beam::new(support, length(count), mass, 1.0, modes, zeta);
        let highest = beam.shapes.wave_numbers.last().copied().unwrap_or(0.0).max(3.0 / length(count));
        let theta = draw.between(0.02, 1.5);
        beam.rigidity = mass * libm::pow(theta / step, 2.0) / libm::pow(highest, 4.0);
        beam
    };
    let few = |draw: f64| 1 + (draw * 9.0) as usize;
    let flexible = seed % 3;
    let slider = match flexible {
        0 => body(top, Support::Free, 2),
        1 => body(top, Support::Free, (2 + few(0.37 * (seed % 5) as f64 / 2.0)).min(top - 2)),
        _ => body(top, Support::Pinned, few(0.2 * (seed % 4) as f64).min(top - 2)),
    };
    let strip = body(bottom, Support::Pinned, few(0.1 * (seed % 9) as f64));
    // Nodes per step: none, slow, half a node, several.
    let nodes = draw.one_of(&[0.0, 1e-4, 1e-3, 0.014, 0.1, 0.5, 1.3, 3.0]);
    let steps = draw.one_of(&[600_u64, 1200]);
    let steps = if nodes > 0.0 { steps.min(((bottom - top) as f64 / nodes) as u64).max(20) } else { steps };
    let mut problem = SlidingProblem {
        beams: [strip, slider],
        heights: heights.map(Arc::new),
        spacing,
        speed: nodes * spacing / step,
        step,
        scheme,
        gravity: roughness / libm::pow(step * draw.between(50.0, 400.0), 2.0),
        weight: draw.one_of(&[ResonatorWeight::Absent, ResonatorWeight::Equilibrium, ResonatorWeight::Sudden]),
        observations: Vec::new(),
        archive_every: draw.one_of(&[1, 37, 500]),
        shocks: match seed % 7 {
            3 => Shocks::Nodes,
            5 => Shocks::Slaves,
            _ => Shocks::None,
        },
        ..asperities(1, 0.0, steps)
    };
    problem.law = Law::Penalty { stiffness: draw.between(1e-3, 0.3) / problem.penalty_number(1.0) };
    problem.clearance = problem.touching_clearance() + roughness * draw.one_of(&[0.01, 0.3, -0.05]);
    problem
}

/// Greatest difference of the archived amplitudes over the greatest of them.
fn apart(a: &Sliding, b: &Sliding) -> f64 {
    let greatest = a.archive.amplitudes.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let pairs = a.archive.amplitudes.iter().zip(&b.archive.amplitudes);
    pairs.fold(0.0, |m: f64, (a, b)| m.max((a - b).abs())) / greatest.max(f64::MIN_POSITIVE)
}

/// What differs between both methods by more than the share `allowed`, if anything does.
fn difference(problem: &SlidingProblem, allowed: f64) -> Result<u64, String> {
    let [direct, fast] = [Method::Direct, Method::Fast].map(|method| {
        let (result, fault) = run(&SlidingProblem { method, ..problem.clone() }, &mut |_| true);
        (result, fault)
    });
    // Of multipliers the sums are unique, not their share among nodes that face each other, nor the residual of a step that stops.
    let unique = matches!(problem.law, Law::Penalty { .. });
    let same_end = if unique { direct.1 == fast.1 } else { direct.1.is_some() == fast.1.is_some() };
    if !same_end || direct.0.steps != fast.0.steps {
        return Err(format!("{:?} and {:?}", direct.1, fast.1));
    }
    let (direct, fast) = (direct.0, fast.0);
    if unique && (direct.contact_nodes, direct.digest) != (fast.contact_nodes, fast.digest) {
        return Err(format!("{} contacts and {}", direct.contact_nodes, fast.contact_nodes));
    }
    let worst = apart(&direct, &fast);
    if !(worst <= allowed) {
        return Err(format!("amplitudes differ by {worst:e}"));
    }
    if !((direct.impulse - fast.impulse).abs() <= allowed * direct.impulse) {
        return Err(format!("impulses {} and {}", direct.impulse, fast.impulse));
    }
    if unique && direct.shocks.len() != fast.shocks.len() {
        return Err(format!("{} shocks and {}", direct.shocks.len(), fast.shocks.len()));
    }
    Ok(direct.contact_nodes)
}

/// Classes of a set-up; contacts at ends and apart from one another are looked for along its run.
fn classes(problem: &SlidingProblem) -> Vec<&'static str> {
    let nodes = problem.advance();
    let flexible = |body: usize| problem.beams[body].shapes.wave_numbers.iter().any(|k| *k > 0.0);
    // A spike stands out of both its neighbours by more than the roughness of its body.
    let spiked = |body: usize| {
        let h = &problem.heights[body];
        let mean = h.iter().map(|x| x.abs()).sum::<f64>() / h.len() as f64;
        h.windows(3).any(|w| (w[1] - w[0]).min(w[1] - w[2]) > mean)
    };
    let (ends, patches) = touched(problem);
    let all = [
        ("random profiles", true),
        ("spikes", spiked(0) || spiked(1)),
        ("ends in contact", ends),
        ("one flexible body", flexible(0) != flexible(1)),
        ("two flexible bodies", flexible(0) && flexible(1)),
        ("V = 0", nodes == 0.0),
        ("half a node per step", (nodes - 0.5).abs() < 1e-12),
        ("several shifts per step", nodes > 1.0),
        ("several patches", patches),
    ];
    all.iter().filter(|class| class.1).map(|class| class.0).collect()
}

/// Whether an end node of a body touches at some step, whether contacts lie so far apart (10 nodes) that one patch does not bridge them.
fn touched(problem: &SlidingProblem) -> (bool, bool) {
    let Law::Penalty { stiffness } = problem.law else { return (false, false) };
    let modes = Modes::new(problem);
    let mut nodes = NodeContact::new(problem, &modes);
    let mut state = modes.start(problem);
    let (mut ends, mut patches) = (false, false);
    for n in 1..=problem.steps {
        let (range, shift) = (NodeRange::covered(problem, n), problem.shift(n));
        let mut places = Vec::new();
        nodes.gaps(problem, &modes, &state.u, shift, range, |pass, slave, _, gap| {
            if gap < 0.0 {
                ends |= slave == 0 || slave + 1 == problem.heights[pass].len();
                places.push(if pass == 0 { slave } else { slave + shift.whole });
            }
        });
        places.sort_unstable();
        patches |= places.windows(2).any(|pair| pair[1] - pair[0] > 9);
        nodes.penalty(problem, &modes, &mut state, n, &[range], stiffness);
        advance(Plain, &modes, &mut state);
        nodes.release(problem, &modes, (n, shift), &[range], None);
    }
    (ends, patches)
}

#[test]
fn five_hundred_random_set_ups_have_the_same_contacts_by_both_methods() {
    let found: Vec<(i64, Result<u64, String>, Vec<&str>)> = (0..500_i64)
        .into_par_iter()
        .map(|seed| {
            let problem = drawn(seed);
            (seed, difference(&problem, 1e-9), classes(&problem))
        })
        .collect();
    let wrong: Vec<_> = found.iter().filter(|(_, result, _)| result.is_err()).collect();
    assert!(wrong.is_empty(), "{} set-ups differ: {wrong:?}", wrong.len());
    // Those that touch are counted, class by class: the others say little.
    let touching = || found.iter().filter(|(_, result, _)| result.as_ref().is_ok_and(|n| *n > 0));
    for (class, least) in [
        ("random profiles", 350),
        ("spikes", 200),
        ("ends in contact", 100),
        ("one flexible body", 100),
        ("two flexible bodies", 200),
        ("V = 0", 40),
        ("half a node per step", 40),
        ("several shifts per step", 40),
        ("several patches", 50),
    ] {
        let count = touching().filter(|(_, _, classes)| classes.contains(&class)).count();
        println!("{class}: {count}");
        assert!(count >= least, "{class}: {count} set-ups, at least {least} are asked for");
    }
}

#[test]
fn multipliers_give_the_same_motion_and_impulse_by_both_methods() {
    let found: Vec<(i64, Result<u64, String>)> = (80..140_i64)
        .into_par_iter()
        .map(|seed| {
            let law = Law::Lagrange { residual: 1e-12, sweeps: 400 };
            let problem = SlidingProblem { law, method: Method::Direct, ..drawn(seed) };
            // Where impacts spread the last bit of the clearance, they spread the rounding of a flight as well.
            let near = SlidingProblem { clearance: problem.clearance * (1.0 + 4.5e-16), ..problem.clone() };
            let [a, b] = [&problem, &near].map(|problem| run(problem, &mut |_| true).0);
            (seed, difference(&problem, 1e-9 + 100.0 * apart(&a, &b).min(1e-4)))
        })
        .collect();
    let wrong: Vec<_> = found.iter().filter(|(_, result)| result.is_err()).collect();
    assert!(wrong.is_empty(), "{} set-ups differ: {wrong:?}", wrong.len());
    let touching = found.iter().filter(|(_, result)| result.as_ref().is_ok_and(|n| *n > 0)).count();
    assert!(touching > 30, "{touching}");
}

#[test]
fn every_197th_state_of_long_runs_has_the_contacts_of_all_nodes_inside_flights_as_well() {
    for (seed, speed) in [(3, 0.02), (4, 0.1), (8, 0.7)] {
        let problem = SlidingProblem { method: Method::Fast, speed, archive_every: 197, ..strip(seed, 100_000) };
        let Law::Penalty { stiffness } = problem.law else { panic!("a penalty") };
        let (found, fault) = run(&problem, &mut |_| true);
        assert_eq!(fault, None);
        let modes = Modes::new(&problem);
        let mut nodes = NodeContact::new(&problem, &modes);
        let mut state = modes.start(&problem);
        let count = modes.count[0] + modes.count[1];
        let archive = &found.archive;
        let (mut touching, mut open) = (0, 0);
        for (i, n) in archive.steps.iter().enumerate().skip(1) {
            let amplitudes = &archive.amplitudes[i * count..(i + 1) * count];
            for (k, amplitude) in amplitudes.iter().enumerate() {
                let place = if k < modes.count[0] { k } else { modes.first[1] + k - modes.count[0] };
                state.u[place] = amplitude - modes.rest[place];
            }
            let range = [NodeRange::covered(&problem, *n)];
            let all = nodes.penalty(&problem, &modes, &mut state, *n, &range, stiffness);
            nodes.release(&problem, &modes, (*n, problem.shift(*n)), &range, None);
            assert_eq!(all.nodes, archive.nodes[i], "seed {seed}, step {n}");
            // A node sunk in by 1e-15 m carries kappa chi 1e-15 N/m.
            let least = stiffness * problem.spacing * 1e-15 * (all.nodes as f64);
            assert!((all.force - archive.force[i]).abs() <= least, "seed {seed}, step {n}: {all:?}");
            touching += usize::from(all.nodes > 0);
            open += usize::from(all.nodes == 0);
        }
        assert!(touching > 3 && open > 3, "seed {seed}: {touching} and {open}");
    }
}
