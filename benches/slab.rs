//! Elastic slab: steps per second of the characteristics, node updates per second of the mesh, and their parts of a loop
//! written by hand for the one problem, timed in the same run.
//!
//! Run with `cargo bench --bench slab`.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::time::Instant;

use stickslip::kernel::signal::Signal;
use stickslip::kernel::slab::{Direction, Law, Mesh, Pressure, SlabProblem, characteristics, meshed};

/// A slab of unit height, density and speed on a foundation that moves at 0.2, under a unit pressure.
fn slab(law: Law, end: f64) -> SlabProblem {
    SlabProblem {
        height: 1.0,
        density: 1.0,
        normal_speed: 1.0,
        shear_speed: 1.0,
        law,
        pressure: Pressure::Imposed(Signal::Constant(1.0)),
        first: Direction {
            top: Signal::Constant(0.0),
            base: Signal::Constant(0.2),
            displacement: Signal::Constant(0.0),
            velocity: Signal::Constant(0.0),
        },
        second: None,
        end,
        archive: 1 << 40,
        at_events: false,
        fields: Vec::new(),
        points: 2,
    }
}

/// Shortest of some runs (s).
fn best(mut run: impl FnMut()) -> f64 {
    let mut shortest = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        run();
        shortest = shortest.min(start.elapsed().as_secs_f64());
    }
    shortest
}

/// Constant friction by hand: one value per cell, slip distance and friction work. Returns steps per second.
fn hand_echoes(cells: usize, steps: usize, mu: f64, base: f64) -> f64 {
    let time = best(|| {
        let mut line = vec![0.0; cells];
        let (mut distance, mut work) = (0.0, 0.0);
        for n in 0..steps {
            let slot = &mut line[n % cells];
            let p = -*slot;
            let b: f64 = p - base;
            let s = if b.abs() <= mu { 0.0 } else { b - mu * b.signum() };
            distance += s.abs();
            work += (b - s) * s;
            *slot = 2.0 * (s + base) - p;
        }
        black_box((line, distance, work));
    });
    steps as f64 / time
}

/// A bar of equal masses by hand, fixed at its top and free at its base. Returns node updates per second.
fn hand_bar(cells: usize, steps: usize) -> f64 {
    let time = best(|| {
        let mut w: Vec<f64> = (0..=cells).map(|i| 1e-3 * (cells - i) as f64).collect();
        let mut v = vec![0.0; cells + 1];
        for _ in 0..steps {
            v[0] += 2.0 * (w[1] - w[0]);
            for i in 1..cells {
                v[i] += w[i - 1] - 2.0 * w[i] + w[i + 1];
            }
            for (w, v) in w.iter_mut().zip(&v) {
                *w += v;
            }
        }
        black_box(w);
    });
    (cells * steps) as f64 / time
}

fn main() {
    println!("characteristics: millions of steps per second, and the part of a loop by hand");
    for cells in [20, 200, 2000] {
        let steps = 4_000_000;
        let hand = hand_echoes(cells, steps, 0.3, 0.2);
        let weakening = Law::linear(0.5, 0.3, 0.5);
        for (name, law, base) in [
            ("constant", Law::Coulomb { mu: 0.3 }, 0.2),
            ("linear, strengthening", Law::linear(0.3, 0.0, -0.1), 0.2),
            ("linear, on its floor", weakening.clone(), 2.0),
            // Irregular: each cell comes to have its own events.
            ("linear, stick and slip", weakening, 0.2),
            ("exponential", Law::Exponential { fixed: 0.5, dynamic: 0.3, speed: 0.4 }, 2.0),
        ] {
            let steps = if name.ends_with("slip") { steps / 40 } else { steps };
            let end = 2.0 * steps as f64 / cells as f64;
            let mut problem = slab(law, end);
            problem.first.base = Signal::Constant(base);
            let mut events = 0;
            let time = best(|| events = black_box(characteristics(&problem, cells, &mut |_, _| true)).events.len());
            let rate = steps as f64 / time;
            println!("{cells:>6} cells  {name:<22} {:>8.1} {:>6.2}  {events} events", 1e-6 * rate, rate / hand);
        }
    }
    println!("mesh: millions of node updates per second, and the part of a loop by hand");
    for cells in [50, 200, 1000, 5000] {
        let steps = 40_000_000 / cells;
        let hand = hand_bar(cells, steps);
        for (name, law, mass, consistent) in [
            ("constant", Law::Coulomb { mu: 0.3 }, 0.0, false),
            ("linear with floor", Law::linear(0.5, 0.3, 0.5), 0.1, false),
            ("consistent mass", Law::Coulomb { mu: 0.3 }, 0.0, true),
        ] {
            let mesh = Mesh { cells, mass, consistent, massless: false };
            let mut problem = slab(law, 0.0);
            let step = mesh.stable_step(&problem);
            problem.end = step * steps as f64;
            let time = best(|| {
                black_box(meshed(&problem, &mesh, step, &mut |_, _| true));
            });
            let rate = (cells * steps) as f64 / time;
            println!("{cells:>6} cells  {name:<22} {:>8.1} {:>6.2}", 1e-6 * rate, rate / hand);
        }
    }
}
