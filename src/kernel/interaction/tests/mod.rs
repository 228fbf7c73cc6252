//! Each law against closed forms, or against a plain transcription that computes everything at every evaluation.

mod both_adapters;
mod buckling;
mod contact;
mod cracked_rotor;
mod elastic_shock;
mod force_relation;
mod plastic_link;
mod seismic_device;
mod together;
mod transcript;
mod zener;

use super::laws::*;
use super::*;
use crate::laws::{
    BucklingLaw, CurveFault, ElasticShockLaw, Hardening, HardeningCurve, LocalControl, PlasticLaw, SeismicDeviceLaw,
    ZenerLaw,
};

fn shape(name: &str) -> ObstacleShape {
    ObstacleShape::named(name, Vec::new()).unwrap()
}

/// One node with its three translations as coordinates.
fn free_node(position: [f64; 3], first: usize, size: usize) -> Attachment {
    let shape = |j: usize| std::array::from_fn(|k| if j == first + k { 1.0 } else { 0.0 });
    Attachment { position, shapes: (0..size).map(shape).collect(), supports: Vec::new() }
}

fn placement(obstacle: ObstacleShape, node_1: Attachment, node_2: Option<Attachment>, normal: [f64; 3]) -> Placement {
    Placement { obstacle, node_1, node_2, normal, twist: None, origin: Some([0.0; 3]), gap: 0.1, sizes: [0.05, 0.06] }
}

const NO_FRICTION: Friction =
    Friction { mu_static: 0.0, mu_dynamic: 0.0, stiffness: 0.0, damping: 0.0, one_direction: false };

fn contact(placement: Placement, stiffness: f64, damping: f64, friction: Friction) -> ContactSpec {
    ContactSpec {
        placement,
        normal_stiffness: stiffness,
        normal_damping: damping,
        restitution: None,
        friction,
        entrainment: [0.0; 3],
    }
}

/// Semi-implicit Euler for unit masses; `load` gives the other forces.
fn time_loop(
    set: &mut InteractionSet,
    state: (&mut [f64], &mut [f64]),
    (h, steps): (f64, usize),
    load: impl Fn(f64, &[f64]) -> f64,
    mut each: impl FnMut(f64, &[f64], &[f64]),
) {
    let (q, v) = state;
    let mut force = vec![0.0; q.len()];
    let mut evaluate = |t: f64, q: &[f64], v: &[f64]| {
        force.fill(0.0);
        set.evaluate(t, h, q, v, &mut force).unwrap();
        force[0] += load(t, q);
        force.clone()
    };
    let mut a = evaluate(0.0, q, v);
    for i in 0..steps {
        for j in 0..q.len() {
            v[j] += h * a[j];
            q[j] += h * v[j];
        }
        let t = (i + 1) as f64 * h;
        a = evaluate(t, q, v);
        each(t, q, v);
    }
}
