//! Steps a second with rubbing contacts, on one core.
//!
//! The model: `n/2` masses of 1 kg in a row, each free along X and across (Z), springs of 1e6 N/m along X and 1e4 N/m
//! across, both ends fixed, damping 10 1/s of the mass; all `n` modes, in the order of their frequencies, of unit generalised mass.
//! `p` masses, evenly spread, lie on a floor: no gap, 1e6 N/m, 200 N s/m, Coulomb 0.2 with a tangential stiffness of 1e6 N/m.
//! Mass `i` has the forces `8 sin(2 pi 5 t + 0.3 i)` N along X, and `-10 + 12 sin(2 pi 7 t + 0.5 i)` N across where
//! there is a floor. About half of the contacts are closed. Scheme DIFF_CENTRE, step 1e-5 s, nothing kept but the first and last
//! states, or every state.
//!
//! The baseline is a loop written by hand for this one case: all products of a contact in one pass over its two rows, a
//! bristle as friction, named registers of this processor (four or eight numbers), each sum in eight parts (the program, which has
//! contacts side by side, takes two). Ratios are steps per second of the program's loop to those of the baseline in the same process.
//!
//! `bound` is what the machine allows: the products of a step (three per row of a contact, two more where it is closed) at the
//! rate of products and sums that are not fused, or the reading of all rows once at the rate of the memory they fit in, whichever
//! is slower. Sines, laws and the step itself come on top.
//!
//! `keeping all` keeps every state in memory that runs before it have used, `cost` is the rate of the bare loop over it. `new` is the
//! same in a process of its own, where the memory of each state is new (`B/state` bytes of it), and `pages` is what a state then
//! takes longer than a step of the bare loop, over the time in which the machine writes as many bytes of new memory (at
//! `GB/s`, measured there too).
//!
//! Run with `cargo bench --bench rubbing`; a number: that many modes only.
#![allow(clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;

use std::f64::consts::PI;
use std::hint::black_box;
use std::process::Command;

use common::{new_memory_rate, rate};
use stickslip::kernel::interaction::{Attachment, ContactSpec, Friction, InteractionSet, ObstacleShape, Placement};
use stickslip::kernel::lanes::{Block, LaneWork, Lanes, run as run_lanes};
use stickslip::kernel::signal::Signal;
use stickslip::kernel::signal::program::{Binary, Builder, Scalar, Unary};
use stickslip::kernel::transient::{
    Archive, Coefficients, Damping, Direction, Dynamics, Excitation, ModalProblem, ModalScheme, Schedule, Start,
    System, Term, run,
};

const FLOOR: f64 = 1e6;
const FLOOR_DAMPING: f64 = 200.0;
const TANGENTIAL: f64 = 1e6;
const FRICTION: f64 = 0.2;
const DAMPING: f64 = 10.0;
const STEP: f64 = 1e-5;
const PULSATIONS: [f64; 2] = [10.0 * PI, 14.0 * PI];

/// In modal coordinates: squares of pulsations; rows of the masses on the floor, across and along; constant force,
/// and factors of sine and cosine of each pulsation.
struct Chain {
    stiffness: Vec<f64>,
    normal: Vec<Vec<f64>>,
    tangent: Vec<Vec<f64>>,
    constant: Vec<f64>,
    sine: [Vec<f64>; 2],
    cosine: [Vec<f64>; 2],
}

impl Chain {
    fn new(modes: usize, contacts: usize) -> Chain {
        let masses = modes / 2;
        let n = masses as f64 + 1.0;
        let bend = |j: usize| 4.0 * libm::sin((j + 1) as f64 * PI / (2.0 * n)).powi(2);
        // (square of pulsation, across, rank in its direction)
        let mut all: Vec<(f64, bool, usize)> = (0..masses).map(|j| (1e6 * bend(j), false, j)).collect();
        all.extend((0..masses).map(|j| (1e4 * bend(j), true, j)));
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let shape = |i: usize, j: usize| (2.0 / n).sqrt() * libm::sin((i + 1) as f64 * (j + 1) as f64 * PI / n);
        let row = |i: usize, wanted: bool| -> Vec<f64> {
            all.iter().map(|(_, across, j)| if *across == wanted { shape(i, *j) } else { 0.0 }).collect()
        };
        let place = |c: usize| if contacts > 1 { (c * (masses - 1) + (contacts - 1) / 2) / (contacts - 1) } else { 0 };
        let places: Vec<usize> = (0..contacts).map(place).collect();
        let load = |wanted: bool, force: &dyn Fn(usize) -> f64| -> Vec<f64> {
            let mut sum = vec![0.0; modes];
            for i in 0..masses {
                let force = force(i);
                sum.iter_mut().zip(row(i, wanted)).for_each(|(sum, x)| *sum += force * x);
            }
            sum
        };
        let floor = |i: usize, force: f64| if places.contains(&i) { force } else { 0.0 };
        let phase = |i: usize, rate: f64| rate * i as f64;
        Chain {
            stiffness: all.iter().map(|(w2, ..)| *w2).collect(),
            normal: places.iter().map(|&i| row(i, true)).collect(),
            tangent: places.iter().map(|&i| row(i, false)).collect(),
            constant: load(true, &|i| floor(i, -10.0)),
            sine: [
                load(false, &|i| 8.0 * libm::cos(phase(i, 0.3))),
                load(true, &|i| floor(i, 12.0 * libm::cos(phase(i, 0.5)))),
            ],
            cosine: [
                load(false, &|i| 8.0 * libm::sin(phase(i, 0.3))),
                load(true, &|i| floor(i, 12.0 * libm::sin(phase(i, 0.5)))),
            ],
        }
    }

    fn problem(&self, steps: u64, period: Option<u64>) -> ModalProblem {
        let size = self.stiffness.len();
        let diagonal = |x: Vec<f64>| Coefficients::Diagonal(x);
        let damping = Damping::Matrix(diagonal(vec![DAMPING; size]));
        let system = System::new(diagonal(vec![1.0; size]), diagonal(self.stiffness.clone()), damping, None).unwrap();
        let mut interactions = InteractionSet::new(size, Vec::new());
        for (normal, tangent) in self.normal.iter().zip(&self.tangent) {
            let shapes = normal.iter().zip(tangent).map(|(z, x)| [*x, 0.0, *z]).collect();
            let spec = ContactSpec {
                placement: Placement {
                    obstacle: ObstacleShape::named("PLAN_Z", Vec::new()).unwrap(),
                    node_1: Attachment { position: [0.0; 3], shapes, supports: Vec::new() },
                    node_2: None,
                    normal: [0.0, 1.0, 0.0],
                    twist: None,
                    origin: Some([0.0, 0.0, 1.0]),
                    gap: 1.0,
                    sizes: [0.0; 2],
                },
                normal_stiffness: FLOOR,
                normal_damping: FLOOR_DAMPING,
                restitution: None,
                entrainment: [0.0; 3],
                friction: Friction {
                    mu_static: FRICTION,
                    mu_dynamic: FRICTION,
                    stiffness: TANGENTIAL,
                    damping: 1e-3,
                    one_direction: false,
                },
            };
            interactions.add(spec).unwrap();
        }
        let mut terms = vec![(Signal::Constant(1.0), &self.constant)];
        for (k, rate) in PULSATIONS.into_iter().enumerate() {
            terms.push((harmonic(Unary::Sin, rate), &self.sine[k]));
            terms.push((harmonic(Unary::Cos, rate), &self.cosine[k]));
        }
        let term =
            |(signal, force): (Signal, &Vec<f64>)| Term::Scaled { signal, direction: Direction::Vector(force.clone()) };
        ModalProblem {
            dynamics: Dynamics::new(system, Excitation::new(size, terms.into_iter().map(term).collect()), interactions),
            start: Start::Fresh { q: vec![0.0; size], v: vec![0.0; size] },
            schedule: Schedule::new(0.0, steps as f64 * STEP, STEP, period, &[]).unwrap(),
            scheme: ModalScheme::SymplecticEuler,
            first_order: 0,
            keep_start: true,
            implicit: false,
        }
    }

    /// The same steps by hand; returns the mean of friction power and the share of closed contacts.
    fn by_hand(&self, steps: u64) -> [f64; 2] {
        run_lanes(ByHand { chain: self, steps })
    }
}

fn blocks(x: &[f64]) -> Vec<Block> {
    let filled = |part: &[f64]| Block(std::array::from_fn(|k| part.get(k).copied().unwrap_or(0.0)));
    x.chunks(8).map(filled).collect()
}

struct ByHand<'a> {
    chain: &'a Chain,
    steps: u64,
}

impl LaneWork for ByHand<'_> {
    type Output = [f64; 2];

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> [f64; 2] {
        let ByHand { chain, steps } = self;
        let (stiffness, constant) = (blocks(&chain.stiffness), blocks(&chain.constant));
        let [sine_x, sine_z] = [0, 1].map(|k| blocks(&chain.sine[k]));
        let [cosine_x, cosine_z] = [0, 1].map(|k| blocks(&chain.cosine[k]));
        let pairs: Vec<[Vec<Block>; 2]> =
            chain.normal.iter().zip(&chain.tangent).map(|(n, t)| [blocks(n), blocks(t)]).collect();
        let count = stiffness.len();
        let (mut q, mut v, mut r) =
            (vec![Block::default(); count], vec![Block::default(); count], vec![Block::default(); count]);
        let mut bristle = vec![0.0; pairs.len()];
        let (mut power, mut closed) = (0.0, 0.0);
        for step in 0..steps {
            let t = step as f64 * STEP;
            let [sx, sz] = PULSATIONS.map(|w| libm::sin(w * t));
            let [cx, cz] = PULSATIONS.map(|w| libm::cos(w * t));
            for j in 0..count {
                let mut sum = lanes.load(&constant[j].0);
                lanes.add_scaled(&mut sum, sx, &sine_x[j].0);
                lanes.add_scaled(&mut sum, cx, &cosine_x[j].0);
                lanes.add_scaled(&mut sum, sz, &sine_z[j].0);
                lanes.add_scaled(&mut sum, cz, &cosine_z[j].0);
                lanes.store(sum, &mut r[j].0);
            }
            for ([normal, tangent], z) in pairs.iter().zip(&mut bristle) {
                let (normal, tangent) = (&normal[..count], &tangent[..count]);
                let (mut g, mut vn, mut vt) = (lanes.zero(), lanes.zero(), lanes.zero());
                for j in 0..count {
                    lanes.accumulate(&mut g, &normal[j].0, &q[j].0);
                    lanes.accumulate(&mut vn, &normal[j].0, &v[j].0);
                    lanes.accumulate(&mut vt, &tangent[j].0, &v[j].0);
                }
                let (g, vn, vt) = (lanes.total(g), lanes.total(vn), lanes.total(vt));
                let force = -FLOOR * g - FLOOR_DAMPING * vn;
                if g >= 0.0 || force <= 0.0 {
                    *z = 0.0;
                    continue;
                }
                closed += 1.0;
                let bound = FRICTION * force / TANGENTIAL;
                let slides = (*z + STEP * vt).abs() > bound;
                *z = (*z + STEP * vt).clamp(-bound, bound);
                if slides {
                    power += FRICTION * force * vt.abs();
                }
                let rub = -TANGENTIAL * *z;
                for j in 0..count {
                    let mut sum = lanes.load(&r[j].0);
                    lanes.add_scaled(&mut sum, force, &normal[j].0);
                    lanes.add_scaled(&mut sum, rub, &tangent[j].0);
                    lanes.store(sum, &mut r[j].0);
                }
            }
            for j in 0..count {
                for k in 0..8 {
                    let (x, w) = (q[j].0[k], v[j].0[k]);
                    v[j].0[k] = w + STEP * (r[j].0[k] - stiffness[j].0[k] * x - DAMPING * w);
                    q[j].0[k] = x + STEP * v[j].0[k];
                }
            }
        }
        [power / steps as f64, closed / (steps as f64 * pairs.len() as f64)]
    }
}

/// Products with rows that take so many blocks, `passes` times over: the rate of the machine for rows of this size.
struct Rate {
    blocks: usize,
    passes: usize,
}

impl LaneWork for Rate {
    type Output = f64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> f64 {
        let (rows, x) = (vec![Block([1e-3; 8]); self.blocks], Block([0.7; 8]));
        let mut sums = [lanes.zero(); 8];
        for _ in 0..self.passes {
            for eight in black_box(&rows).as_chunks::<8>().0 {
                for k in 0..8 {
                    lanes.accumulate(&mut sums[k], &eight[k].0, &x.0);
                }
            }
        }
        sums.map(|sum| lanes.total(sum)).iter().sum()
    }
}

/// Products and sums per second with `blocks` blocks of numbers, each read once per pass.
fn products_per_second(blocks: usize) -> f64 {
    let (blocks, products) = (blocks.next_multiple_of(8), 1_000_000_000);
    let passes = products / (8 * blocks) + 1;
    rate(SAMPLES, (passes * blocks * 8) as u64, || {
        black_box(run_lanes(Rate { blocks, passes }));
    })
}

/// `sin(w t)` or `cos(w t)`.
fn harmonic(function: Unary, rate: f64) -> Signal {
    let mut b = Builder::new("sin(w*INST)", vec!["INST".into()], false);
    b.constant(Scalar::Real(rate));
    b.argument(0);
    b.binary(Binary::Multiply);
    b.unary(function);
    Signal::Formula(b.finish())
}

const SAMPLES: usize = 5;
/// Times of the bare loop that a loop may take which keeps every state.
const KEEPING_COST: f64 = 1.5;
/// First word of the arguments of a process that measures [`fresh`].
const FRESH: &str = "fresh";

fn bytes(archive: &Archive) -> f64 {
    8.0 * (3 * archive.displacement.len() + archive.instants.len() + archive.variables.kept()) as f64
}

/// Keeps every state of some runs, all of which stay in memory, and prints states per second, bytes per state, and the rate of new
/// memory (bytes per second).
fn fresh(modes: usize, contacts: usize, steps: u64) {
    let chain = Chain::new(modes, contacts);
    let mut runs = Vec::new();
    let mut all = || runs.push(run(chain.problem(steps, Some(1)), &mut |_| true));
    let states = rate(SAMPLES, steps, &mut all);
    let per_state = runs.first().map_or(0.0, |run| bytes(&run.archive) / run.archive.len() as f64);
    println!("{states} {per_state} {}", new_memory_rate(SAMPLES));
}

/// The three numbers of [`fresh`] in a process of its own.
fn fresh_apart(modes: usize, contacts: usize, steps: u64) -> [f64; 3] {
    let words = [FRESH.to_owned(), modes.to_string(), contacts.to_string(), steps.to_string()];
    let output = Command::new(std::env::current_exe().unwrap()).args(words).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut numbers = text.split_whitespace().map(|word| word.parse().unwrap());
    std::array::from_fn(|_| numbers.next().unwrap())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<usize> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    if let ([first, ..], [modes, contacts, steps]) = (arguments.as_slice(), numbers.as_slice())
        && first == FRESH
    {
        return fresh(*modes, *contacts, *steps as u64);
    }
    let only = numbers.first().copied();
    println!(
        "{:>6} {:>9} {:>7} {:>12} {:>12} {:>6} {:>12} {:>12} {:>6} {:>6} {:>12} {:>8} {:>5} {:>6}",
        "modes",
        "contacts",
        "closed",
        "steps/s",
        "by hand",
        "ratio",
        "bound",
        "keeping all",
        "cost",
        "limit",
        "new",
        "B/state",
        "GB/s",
        "pages"
    );
    for (modes, contacts, steps) in [
        (2, 1, 500_000),
        (50, 10, 100_000),
        (200, 1, 100_000),
        (200, 10, 50_000),
        (200, 100, 20_000),
        (2000, 1000, 200),
    ] {
        if only.is_some_and(|n| n != modes) {
            continue;
        }
        let chain = Chain::new(modes, contacts);
        let mut closed = 0.0;
        let by_hand = rate(SAMPLES, steps, || {
            closed = black_box(chain.by_hand(black_box(steps)))[1];
        });
        let go = |steps: u64, period| {
            let run = run(chain.problem(steps, period), &mut |_| true);
            assert!(run.fault.is_none());
            black_box(run.archive.displacement.last().copied());
        };
        let program = rate(SAMPLES, steps, || go(steps, None));
        let kept_steps = (steps / 5).max(50);
        // The clock is coarse, and memory is limited: several runs, each in the memory of the one before.
        let keeping = rate(SAMPLES, 5 * kept_steps, || (0..5).for_each(|_| go(kept_steps, Some(1))));
        let [new, per_state, memory] = fresh_apart(modes, contacts, kept_steps);
        let pages = (1.0 / new - 1.0 / program) * memory / per_state;
        // The rows are read once, and each number read is used for more products than one.
        let row = modes.div_ceil(8);
        let products = (3.0 + 2.0 * closed) * (8 * row * contacts) as f64;
        let bound = (products_per_second(64) / products)
            .min(products_per_second(2 * contacts * row) / (16 * row * contacts) as f64);
        println!(
            "{modes:>6} {contacts:>9} {:>5.0} % {program:>12.0} {by_hand:>12.0} {:>6.2} {bound:>12.0} {keeping:>12.0} {:>6.2} {KEEPING_COST:>6.1} {new:>12.0} {per_state:>8.0} {:>5.1} {pages:>6.2}",
            100.0 * closed,
            program / by_hand,
            program / keeping,
            1e-9 * memory
        );
    }
}
