//! One cycle through both adapters of a law: rows of modes, and the local axes of an element.

use std::sync::Arc;

use super::*;
use crate::laws::{Ask, Behaviour, Element, Law, Layout, Response, Step};

const CONTROL: LocalControl = LocalControl { max_attempts: 20, tolerance: 1e-8 };

/// Axial forces of an element of two nodes along a path of (speed, step) pairs, node 2 moving along `axis`.
fn by_element(law: Arc<dyn Law>, axis: usize, path: &[(f64, f64)]) -> Vec<f64> {
    let layout = Layout { two_nodes: true, rotations: false, plane: false };
    let behaviour = Behaviour { control: CONTROL, parallel: [0.0; 3], law };
    let (mut memory, mut forces) = (vec![0.0; behaviour.law.variables().len()], [0.0; 6]);
    let (mut time, mut u, mut found) = (0.0, [0.0; 6], Vec::new());
    for (speed, h) in path {
        let mut increment = [0.0; 6];
        increment[3 + axis] = speed * h;
        let element = Element {
            layout,
            before: &u,
            increment: &increment,
            velocity: &[],
            driving_before: &[],
            driving: &[],
            driving_velocity: &[],
            stored: &forces.clone(),
            stiffness: &[0.0; 36],
            rest: [1.0, 0.0, 0.0],
            frame: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            temperature: None,
            irradiation: None,
        };
        let step = Step { ask: Ask::Forces, counter: 2, dynamic: false, times: [time, time + h] };
        let from = memory.clone();
        let mut response = Response { forces: &mut forces, memory: &mut memory, matrix: &mut [] };
        behaviour.respond(&step, &element, &from, &mut response).unwrap();
        u[3 + axis] += increment[3 + axis];
        time += h;
        found.push(forces[3 + axis]);
    }
    found
}

/// Axial forces of one mode that moves node 2, with the sign of the element (minus the force on the mode).
fn by_modes(spec: impl Into<LawSpec>, path: &[(f64, f64)]) -> Vec<f64> {
    let mut set = InteractionSet::new(1, Vec::new());
    set.add(spec).unwrap();
    let (mut time, mut u, mut found) = (0.0, 0.0, Vec::new());
    for (speed, h) in path {
        u += speed * h;
        time += h;
        let mut force = [0.0];
        set.evaluate(time, *h, &[u], &[*speed], &mut force).unwrap();
        found.push(-force[0]);
    }
    found
}

fn node(x: f64, phi: [f64; 3]) -> Attachment {
    Attachment { position: [x, 0.0, 0.0], shapes: vec![phi], ..Attachment::default() }
}

fn assert_same(by_element: &[f64], by_modes: &[f64], scale: f64) {
    for (a, b) in by_element.iter().zip(by_modes) {
        assert!((a - b).abs() <= 1e-12 * scale, "{by_element:?} {by_modes:?}");
    }
}

const PATH: [(f64, f64); 6] = [(0.7, 0.03), (1.3, 0.02), (-0.9, 0.07), (0.0, 0.01), (0.4, 0.05), (-1.1, 0.02)];

#[test]
fn a_zener_element_answers_alike() {
    let law = ZenerLaw { s1: 1.0 / 53.0, k2: 19.0, s3: 1.0 / 310.0, c: 3.1, alpha: 0.7 };
    let spec = ZenerSpec { node_1: node(0.0, [0.0; 3]), node_2: node(1.0, [1.0, 0.0, 0.0]), law, control: CONTROL };
    // The step length is reached within 1e-8 of a time, which is not the same in both.
    assert_same(&by_element(Arc::new(law), 0, &PATH), &by_modes(spec, &PATH), 10.0);
}

#[test]
fn a_plastic_link_answers_alike() {
    let curve = HardeningCurve::new(vec![(0.0, 0.0), (0.01, 7.0), (0.3, 20.0)], true).unwrap();
    for (axis, tangential) in [(0, false), (1, true)] {
        let law = PlasticLaw { curve: curve.clone(), hardening: Hardening::Kinematic, tangential };
        let mut phi = [0.0; 3];
        phi[axis] = 1.0;
        let spec =
            PlasticLinkSpec { node_1: node(0.0, [0.0; 3]), node_2: node(1.0, phi), law: law.clone(), control: CONTROL };
        assert_same(&by_element(Arc::new(law), axis, &PATH), &by_modes(spec, &PATH), 20.0);
    }
}
