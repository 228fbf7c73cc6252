//! Steps a second of the time loop, on one core.
//!
//! The model: a chain of `n` masses of 1 kg in a row along X, `n + 1` springs of 1e5 N/m, both ends fixed. Base:
//! all `n` modes, `phi_j(i) = sin(pi i j/(n+1))`, generalised masses `(n+1)/2`, reduced damping 1 %. `p` masses,
//! evenly spread, face a stop (PLAN_Y, local y along X): gap 1e-4 m, normal stiffness 1e6 N/m, no damping,
//! no friction. The pushed mass (the middle one) has a constant force of 100 N, so that contacts open and close
//! all along. Scheme DIFF_CENTRE, step 1e-5 s (3e-6 s for 200 modes), nothing kept but the first and last states.
//!
//! The baseline is a loop written by hand for this one case, with the same arithmetic and no generality;
//! ratios are steps per second of the program's loop to those of the baseline in the same process.
//!
//! Run with `cargo bench --bench transient`.
#![allow(clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;

use std::hint::black_box;

use common::rate;
use stickslip::kernel::interaction::{Attachment, ContactSpec, Friction, InteractionSet, ObstacleShape, Placement};
use stickslip::kernel::signal::Signal;
use stickslip::kernel::transient::{
    Coefficients, Damping, Direction, Dynamics, Excitation, ModalProblem, ModalScheme, Schedule, Start, System, Term,
    run,
};

const STIFFNESS: f64 = 1e5;
const STOP: f64 = 1e6;
const GAP: f64 = 1e-4;
const PUSH: f64 = 100.0;
const DAMPING: f64 = 0.01;

/// The chain in modal coordinates: masses, pulsations, shape rows of the masses with a stop, of the pushed one.
struct Chain {
    mass: Vec<f64>,
    stiffness: Vec<f64>,
    stops: Vec<Vec<f64>>,
    push: Vec<f64>,
}

impl Chain {
    fn new(modes: usize, contacts: usize) -> Chain {
        let n = modes as f64 + 1.0;
        let shape = |node: usize, j: usize| libm::sin(std::f64::consts::PI * node as f64 * (j + 1) as f64 / n);
        let pulsation =
            |j: usize| 2.0 * STIFFNESS.sqrt() * libm::sin(std::f64::consts::PI * (j + 1) as f64 / (2.0 * n));
        let node = |c: usize| 1 + (c * modes + modes / 2) / contacts.max(1);
        Chain {
            mass: vec![n / 2.0; modes],
            stiffness: (0..modes).map(|j| n / 2.0 * pulsation(j) * pulsation(j)).collect(),
            stops: (0..contacts).map(|c| (0..modes).map(|j| shape(node(c).min(modes), j)).collect()).collect(),
            push: (0..modes).map(|j| PUSH * shape(modes.div_ceil(2), j)).collect(),
        }
    }

    fn problem(&self, step: f64, steps: u64, period: Option<u64>) -> ModalProblem {
        let size = self.mass.len();
        let diagonal = |x: &[f64]| Coefficients::Diagonal(x.to_vec());
        let damping = Damping::Reduced(vec![DAMPING; size]);
        let system = System::new(diagonal(&self.mass), diagonal(&self.stiffness), damping, None).unwrap();
        let mut interactions = InteractionSet::new(size, Vec::new());
        for row in &self.stops {
            let shapes = row.iter().map(|x| [*x, 0.0, 0.0]).collect();
            let spec = ContactSpec {
                placement: Placement {
                    obstacle: ObstacleShape::named("PLAN_Y", Vec::new()).unwrap(),
                    node_1: Attachment { position: [0.0; 3], shapes, supports: Vec::new() },
                    node_2: None,
                    // Local y is along -X.
                    normal: [0.0, 1.0, 0.0],
                    twist: None,
                    origin: Some([0.0; 3]),
                    gap: GAP,
                    sizes: [0.0; 2],
                },
                normal_stiffness: STOP,
                normal_damping: 0.0,
                restitution: None,
                entrainment: [0.0; 3],
                friction: Friction {
                    mu_static: 0.0,
                    mu_dynamic: 0.0,
                    stiffness: 0.0,
                    damping: 0.0,
                    one_direction: false,
                },
            };
            interactions.add(spec).unwrap();
        }
        let term = Term::Scaled { signal: Signal::Constant(1.0), direction: Direction::Vector(self.push.clone()) };
        ModalProblem {
            dynamics: Dynamics::new(system, Excitation::new(size, vec![term]), interactions),
            start: Start::Fresh { q: vec![0.0; size], v: vec![0.0; size] },
            schedule: Schedule::new(0.0, steps as f64 * step, step, period, &[]).unwrap(),
            scheme: ModalScheme::SymplecticEuler,
            first_order: 0,
            keep_start: true,
            implicit: false,
        }
    }

    /// The same steps by hand; returns the displacement of the first coordinate.
    fn by_hand(&self, h: f64, steps: u64) -> f64 {
        let n = self.mass.len();
        let rate: Vec<f64> = self.stiffness.iter().zip(&self.mass).map(|(k, m)| k / m).collect();
        let damping: Vec<f64> = rate.iter().map(|r| 2.0 * DAMPING * r.sqrt()).collect();
        let (mut q, mut v) = (vec![0.0; n], vec![0.0; n]);
        let mut a: Vec<f64> = self.push.iter().zip(&self.mass).map(|(f, m)| f / m).collect();
        let mut f = vec![0.0; n];
        for _ in 0..steps {
            for i in 0..n {
                v[i] += h * a[i];
                q[i] += h * v[i];
            }
            f.copy_from_slice(&self.push);
            for row in &self.stops {
                let mut sums = [0.0; 8];
                let (blocks, rest) = row.as_chunks::<8>();
                let (q_blocks, q_rest) = q.as_chunks::<8>();
                for (x, y) in blocks.iter().zip(q_blocks) {
                    for k in 0..8 {
                        sums[k] += x[k] * y[k];
                    }
                }
                let mut u = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
                for (x, y) in rest.iter().zip(q_rest) {
                    u += x * y;
                }
                let gap = GAP - u.abs();
                if gap <= 0.0 {
                    let force = if u < 0.0 { -STOP * gap } else { STOP * gap };
                    for (f, x) in f.iter_mut().zip(row) {
                        *f += force * x;
                    }
                }
            }
            for i in 0..n {
                a[i] = f[i] / self.mass[i] - rate[i] * q[i] - damping[i] * v[i];
            }
        }
        q[0]
    }
}

const SAMPLES: usize = 9;

fn main() {
    // A number on the command line: that many modes only.
    let only: Option<usize> = std::env::args().skip(1).find_map(|a| a.parse().ok());
    println!(
        "{:>6} {:>9} {:>14} {:>14} {:>6} {:>14}",
        "modes", "contacts", "steps/s", "by hand", "ratio", "keeping all"
    );
    for (modes, contacts, step, steps) in
        [(1, 1, 1e-5, 5_000_000), (50, 10, 1e-5, 1_000_000), (50, 12, 1e-5, 1_000_000), (200, 100, 3e-6, 50_000)]
    {
        if only.is_some_and(|n| n != modes) {
            continue;
        }
        let chain = Chain::new(modes, contacts);
        let by_hand = rate(SAMPLES, steps, || {
            black_box(chain.by_hand(step, black_box(steps)));
        });
        let go = |steps: u64, period| {
            let run = run(chain.problem(step, steps, period), &mut |_| true);
            assert!(run.fault.is_none());
            black_box(run.archive.displacement.last().copied());
        };
        let program = rate(SAMPLES, steps, || go(steps, None));
        let kept_steps = steps / 10;
        let keeping = rate(SAMPLES, kept_steps, || go(kept_steps, Some(1)));
        println!("{modes:>6} {contacts:>9} {program:>14.0} {by_hand:>14.0} {:>6.2} {keeping:>14.0}", program / by_hand);
    }
}
