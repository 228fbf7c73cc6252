//! The time step allocates nothing: the number of allocations of a transient must not depend on its
//! number of steps.
#![allow(unsafe_code)] // a global allocator is an unsafe trait; it only counts and forwards

use std::sync::Arc;

use std::alloc::{self, GlobalAlloc, Layout};
use std::cell::Cell;

use stickslip::kernel::assembly::{Constraint, SparseMatrix};
use stickslip::kernel::cycles::{Equations, ForceTerm, Forcing, ReturnMap};
use stickslip::kernel::interaction::{Attachment, ContactSpec, Friction, InteractionSet, ObstacleShape, Placement};
use stickslip::kernel::linalg::Elimination;
use stickslip::kernel::rough;
use stickslip::kernel::schemes::SCHEMES;
use stickslip::kernel::signal::{Signal, Table};
use stickslip::kernel::structural::{self, Interrupted, Loading, ModalDamping, StructuralSystem};
use stickslip::kernel::transient::adaptive::AdaptiveOptions;
use stickslip::kernel::transient::{
    Coefficients, Damping, Direction, Dynamics, Excitation, ModalProblem, ModalScheme, Schedule, Start, StepLimits,
    System, Term, run,
};

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is forwarded unchanged to the system allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = COUNT.try_with(|c| c.set(c.get() + 1));
        // SAFETY: same contract as ours.
        unsafe { alloc::System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: same contract as ours.
        unsafe { alloc::System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations made by this thread while `work` runs.
pub fn allocations(work: impl FnOnce()) -> usize {
    let before = COUNT.with(Cell::get);
    work();
    COUNT.with(Cell::get) - before
}

#[test]
fn the_counter_counts() {
    assert!(allocations(|| drop(std::hint::black_box(vec![1.0_f64; 8]))) >= 1);
    assert_eq!(allocations(|| assert!(std::hint::black_box(1.0_f64) > 0.0)), 0);
}

const STEP: f64 = 1.0e-4;

/// Two modes pushed by a tabulated force against a stop with friction; only the first and last states
/// are kept.
fn problem(scheme: ModalScheme, steps: u64) -> ModalProblem {
    let diagonal = |x: [f64; 2]| Coefficients::Diagonal(x.to_vec());
    let system =
        System::new(diagonal([2.0, 1.0]), diagonal([2.0e4, 9.0e4]), Damping::Reduced(vec![0.01; 2]), None).unwrap();
    let interactions = stop(1.0);
    let push = Signal::Table(Arc::new(Table::linear(vec![0.0, 0.5, 1.0e3], vec![0.0, 40.0, -40.0])));
    let term = Term::Scaled { signal: push, direction: Direction::Vector(vec![1.0, 1.0]) };
    ModalProblem {
        dynamics: Dynamics::new(system, Excitation::new(2, vec![term]), interactions),
        start: Start::Fresh { q: vec![0.0; 2], v: vec![0.0, 0.1] },
        schedule: Schedule::new(0.0, steps as f64 * STEP, STEP, Some(10 * steps), &[]).unwrap(),
        scheme,
        first_order: 0,
        keep_start: true,
        implicit: false,
    }
}

/// A stop with friction for two coordinates, with a dashpot (N s/m).
fn stop(normal_damping: f64) -> InteractionSet {
    stop_that_rubs(normal_damping, 0.2)
}

fn stop_that_rubs(normal_damping: f64, mu_static: f64) -> InteractionSet {
    let mut interactions = InteractionSet::new(2, Vec::new());
    let shapes = vec![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let spec = ContactSpec {
        placement: Placement {
            obstacle: ObstacleShape::named("PLAN_Y", Vec::new()).unwrap(),
            node_1: Attachment { position: [0.0; 3], shapes, supports: Vec::new() },
            node_2: None,
            normal: [0.0, 0.0, 1.0],
            twist: None,
            origin: Some([0.0; 3]),
            gap: 1.0e-5,
            sizes: [0.0; 2],
        },
        normal_stiffness: 1.0e5,
        normal_damping,
        restitution: None,
        entrainment: [0.0; 3],
        friction: Friction {
            mu_static,
            mu_dynamic: mu_static.min(0.1),
            stiffness: 1.0e4,
            damping: 1.0,
            one_direction: false,
        },
    };
    interactions.add(spec).unwrap();
    interactions
}

#[test]
fn a_time_step_allocates_nothing() {
    let penalised = SCHEMES.iter().filter(|info| info.modal.is_some() && !info.is_exact);
    let fixed = penalised.filter_map(|info| Some((info.name, ModalScheme::standard(info.name, STEP)?)));
    // Those that control their step, free to do so.
    let limits = StepLimits { minimum: None, maximum: Some(STEP) };
    let free = fixed.clone().filter_map(|(name, scheme)| match scheme {
        ModalScheme::Adaptive(options) => Some((name, ModalScheme::Adaptive(AdaptiveOptions { limits, ..options }))),
        _ => None,
    });
    for (name, scheme) in fixed.chain(free) {
        let count = |steps: u64| {
            let problem = problem(scheme, steps);
            let mut made = 0;
            let mut states = 0;
            let allocated = allocations(|| {
                let result = run(problem, &mut |_| true);
                made = result.statistics.steps;
                states = result.archive.instants.len();
            });
            assert!(made >= steps, "{name}: {made} steps");
            assert_eq!(states, 2, "{name}");
            allocated
        };
        assert_eq!(count(2_000), count(20_000), "{name}: the number of allocations depends on the number of steps");
    }
}

/// The return map of a cycle with its derivative, through impacts, stick and slip, whatever stops, friction and force are.
#[test]
fn a_return_allocates_nothing() {
    let diagonal = |x: [f64; 2]| Coefficients::Diagonal(x.to_vec());
    let mut events = 0;
    for damping in [0.0, 3.0, 30.0, 100.0] {
        for mu_static in [0.0, 0.1, 0.25] {
            for [coefficient, phase, frequency] in
                [[40.0, 1.1, 3.7], [40.0, 0.3, 3.7], [90.0, 0.3, 2.9], [65.0, 2.3, 5.3], [7.0, 0.0, 1.9]]
            {
                let system =
                    System::new(diagonal([2.0, 1.0]), diagonal([2.0e3, 9.0e3]), Damping::Reduced(vec![0.03; 2]), None)
                        .unwrap();
                let direction = vec![1.0, 1.0];
                let term = ForceTerm::Harmonic { direction, coefficient, harmonic: 1, phase, power: 0 };
                let mut map = ReturnMap::new(Equations {
                    system,
                    interactions: stop_that_rubs(damping, mu_static),
                    forcing: Forcing { terms: vec![term] },
                    frequency,
                    periods: 4,
                    symmetric: false,
                    parameter: None,
                })
                .unwrap();
                let name = format!("{damping} {mu_static} {coefficient} {phase} {frequency}");
                let start = map.take_up(&[0.0; 2], &[0.0, 0.1]).unwrap();
                let start = map.settle(start, 5).unwrap_or_else(|fault| panic!("{name}: {fault}"));
                map.go(&start, None, true).unwrap();
                events += map.events().len();
                assert_eq!(allocations(|| map.go(&start, None, true).unwrap()), 0, "{name}");
            }
        }
    }
    assert!(events > 1200, "{events}");
}

/// Twenty masses in a row, the last one pushed, the first one held.
fn chain() -> StructuralSystem {
    let n = 20;
    let spring = |i: usize, k: f64| [(i, i, k), (i + 1, i + 1, k), (i, i + 1, -k), (i + 1, i, -k)];
    let row = |k: f64| -> Vec<(usize, usize, f64)> { (0..n - 1).flat_map(|i| spring(i, k)).collect() };
    let held = [Constraint { terms: vec![(0, 1.0)], value: 0.0, load: 0 }];
    StructuralSystem {
        mass: SparseMatrix::from_triplets(n, &(0..n).map(|i| (i, i, 1.0)).collect::<Vec<_>>()),
        damping: Some(SparseMatrix::from_triplets(n, &row(0.5))),
        stiffness: SparseMatrix::from_triplets(n, &row(100.0)),
        elimination: Elimination::new(n, &held),
        relations: vec![false],
        fixed: (0..n).map(|i| i == 0).collect(),
        modal_damping: ModalDamping { modes: vec![(0.1, vec![1.0; n])], supports: Vec::new() },
        components: vec![0; n],
    }
}

struct Push(Signal);

impl Loading for Push {
    fn at(&mut self, time: f64, force: &mut [f64], _: &mut [f64]) -> Result<(), Interrupted> {
        force[19] = self.0.evaluate(time, &mut 0).map_err(|_| Interrupted)?;
        Ok(())
    }
}

#[test]
fn steps_on_physical_unknowns_do_not_allocate() {
    let system = chain();
    let adaptive = structural::AdaptiveOptions {
        growth: 1.1,
        cut: 1.33,
        points_per_period: 50.0,
        attempts: 16,
        minimum: 1e-9,
        maximum: 1.0,
        largest_velocity: false,
    };
    for scheme in [
        structural::StructuralScheme::Newmark { beta: 0.25, gamma: 0.5 },
        structural::StructuralScheme::Wilson { theta: 1.4 },
        structural::StructuralScheme::Central { checked: true, half_step_last: false },
        structural::StructuralScheme::Adaptive(adaptive),
    ] {
        let count = |steps: usize| {
            let end = steps as f64 * 0.005;
            let plan = structural::Plan {
                stretches: vec![match scheme {
                    structural::StructuralScheme::Adaptive(_) => {
                        structural::Stretch::Free { start: 0.0, first: 0.005, end }
                    }
                    _ => structural::Stretch::Equal(structural::Group { start: 0.0, step: 0.005, count: steps }),
                }],
                keeping: match scheme {
                    structural::StructuralScheme::Adaptive(_) => structural::Keeping::Nearest(Vec::new()),
                    _ => structural::Keeping::Steps(vec![false; steps]),
                },
                end,
                imposed: false,
                // How many rows the adaptive scheme makes is not known beforehand.
                energies: !matches!(scheme, structural::StructuralScheme::Adaptive(_)),
            };
            let zero = vec![0.0; 20];
            let mut state = structural::NodalState { time: 0.0, d: zero.clone(), v: zero.clone(), a: zero };
            let mut load = Push(Signal::Constant(3.0));
            allocations(|| {
                let mut kept = structural::KeptInstants::default();
                structural::run(&system, &scheme, &plan, &mut load, &mut state, &mut kept, &mut |_| true).unwrap();
            })
        };
        assert_eq!(count(50), count(500), "{scheme:?}");
    }
}

/// A rough block of 2 mm on a rough strip of 20 mm, in contact now and then, with hops between.
fn sliding(law: rough::Law, method: rough::Method, speed: f64, steps: u64) -> rough::SlidingProblem {
    let heights = [(1001, 6), (101, 7)].map(|(count, seed)| {
        let profile = rough::RandomProfile {
            roughness: 2e-6,
            correlation: rough::Correlation::Exponential,
            correlation_length: 4e-4,
            cutoff: 2e-5,
            seed,
        };
        Arc::new(profile.heights(count, 2e-5))
    });
    let mut problem = rough::SlidingProblem {
        beams: [
            rough::Beam::new(rough::Support::Pinned, 0.02, 15.6, 140.0, 6, 0.02),
            rough::Beam::new(rough::Support::Free, 0.002, 39.0, 2187.5, 2, 0.0),
        ],
        heights,
        spacing: 2e-5,
        speed,
        clearance: 0.0,
        step: 1e-7,
        steps,
        scheme: rough::SlidingScheme::CentralDifference,
        law,
        method,
        gravity: 500.0,
        weight: rough::ResonatorWeight::Absent,
        shocks: rough::Shocks::None,
        shock_every: 1,
        observations: Vec::new(),
        archive_every: 10 * steps,
    };
    problem.clearance = problem.touching_clearance() - 1e-8;
    problem
}

#[test]
fn rough_bodies_slide_without_allocations() {
    let penalty = rough::Law::Penalty { stiffness: 2.1e12 };
    let multipliers = rough::Law::Lagrange { residual: 1e-12, sweeps: 200 };
    for (law, method, speed) in [
        (penalty, rough::Method::Direct, 0.2),
        (penalty, rough::Method::Fast, 0.02),
        (penalty, rough::Method::Fast, 0.7),
        (multipliers, rough::Method::Direct, 0.2),
        (multipliers, rough::Method::Fast, 0.2),
    ] {
        let count = |steps: u64| {
            let problem = sliding(law, method, speed, steps);
            let mut contacts = 0;
            let allocated = allocations(|| {
                let (done, fault) = rough::run(&problem, &mut |_| true);
                assert_eq!(fault, None);
                contacts = done.contact_steps;
            });
            assert!(contacts > 0, "{law:?} {method:?}: no contact in {steps} steps");
            allocated
        };
        assert_eq!(count(4_000), count(24_000), "{law:?} {method:?}");
    }
}
