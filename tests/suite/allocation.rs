//! The time step allocates nothing: the number of allocations of a transient must not depend on its number of steps. Calls of studies
//! are in `allocation/transients.rs`; here are the motions of the kernel that are no such call.
#![allow(unsafe_code)] // a global allocator is an unsafe trait; it only counts and forwards

mod transients;

use std::sync::Arc;

use std::alloc::{self, GlobalAlloc, Layout};
use std::cell::Cell;

use stickslip::kernel::cycles::{Equations, ForceTerm, Forcing, ReturnMap};
use stickslip::kernel::interaction::{Attachment, ContactSpec, Friction, InteractionSet, ObstacleShape, Placement};
use stickslip::kernel::rough;
use stickslip::kernel::transient::{Coefficients, Damping, System};

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

/// Allocations made by this thread so far.
fn count() -> usize {
    COUNT.with(Cell::get)
}

/// Allocations made by this thread while `work` runs.
pub fn allocations(work: impl FnOnce()) -> usize {
    let before = count();
    work();
    count() - before
}

#[test]
fn the_counter_counts() {
    assert!(allocations(|| drop(std::hint::black_box(vec![1.0_f64; 8]))) >= 1);
    assert_eq!(allocations(|| assert!(std::hint::black_box(1.0_f64) > 0.0)), 0);
}

/// A stop with friction for two coordinates, with a dashpot (N s/m).
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
