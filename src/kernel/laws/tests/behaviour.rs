//! What an element makes of an answer: base matrix, points, parallel spring.

use super::*;
use crate::laws::{Answer, Elastic, Local, Others, StepDashpot, Variable, X, nodal_forces};

/// A law that names the axial component only.
#[derive(Debug)]
struct Axial;

impl Law for Axial {
    fn variables(&self) -> &'static [Variable] {
        &[]
    }

    fn respond(&self, local: &Local, _: &[f64], _: &mut [f64]) -> Result<Answer, LawFault> {
        Ok(Answer::ELASTIC.with(X, 11.0 * local.displacement(X), 11.0))
    }
}

#[test]
fn elastic_forces_are_incremental_and_of_opposite_sense_at_the_nodes() {
    let mut bench = Bench::new(Elastic { expansion: 0.0 }, LINK, &[0.7, 1.3, 2.1], [1.1, 0.0, 0.0]);
    bench.forces = vec![0.4, 0.0, -0.2, 0.4, 0.0, -0.2];
    bench.advance(&[0.3, -0.2, 0.1], 0.5).unwrap();
    let expected = [0.4 + 0.7 * 0.3, -0.2 * 1.3, -0.2 + 0.1 * 2.1];
    for (i, expected) in expected.into_iter().enumerate() {
        assert_close(bench.forces[i], expected, 1e-15);
        assert_close(bench.forces[3 + i], expected, 1e-15);
    }
    let mut nodal = vec![0.0; 6];
    nodal_forces(LINK, &bench.forces, &mut nodal);
    assert_close(nodal[0], -expected[0], 1e-15);
    assert_close(nodal[3], expected[0], 1e-15);
    assert_eq!(bench.matrix, bench.stiffness);
}

#[test]
fn named_components_replace_the_diagonal_and_others_stay_elastic() {
    let mut bench = Bench::new(Axial, LINK, &[0.7, 1.3, 2.1], [1.1, 0.0, 0.0]);
    bench.behaviour.parallel = [5.0, 0.6, 0.0];
    // A coupling between x and y of the same node stays.
    bench.stiffness[1] = 0.25;
    for step in 1..=2 {
        bench.advance(&[0.3 * f64::from(step), -0.2 * f64::from(step), 0.0], 0.5).unwrap();
    }
    assert_close(bench.forces[3], (11.0 + 5.0) * 0.6, 1e-14);
    // The parallel spring is not taken for a stored elastic force at the second step.
    assert_close(bench.forces[4], -(1.3 + 0.6) * 0.4, 1e-14);
    let row = |r: usize| &bench.matrix[6 * r..6 * r + 6];
    assert_eq!(row(0), [16.0, 0.25, 0.0, -16.0, 0.0, 0.0]);
    assert_eq!(row(3), [-16.0, 0.0, 0.0, 16.0, 0.0, 0.0]);
    assert_eq!(row(1)[1], 1.3 + 0.6);
}

#[test]
fn a_step_dashpot_forgets_its_stored_force() {
    let mut bench = Bench::new(StepDashpot, LINK, &[0.7, 1.3, 2.1], [1.1, 0.0, 0.0]);
    for to in [0.3, 0.5, 0.4] {
        bench.advance(&[to, 0.0, 0.0], 0.5).unwrap();
    }
    assert_close(bench.forces[3], -0.1 * 0.7, 1e-15);
}

#[test]
fn a_block_takes_the_place_of_the_translations_only() {
    #[derive(Debug)]
    struct Block;
    impl Law for Block {
        fn variables(&self) -> &'static [Variable] {
            &[]
        }
        fn respond(&self, _: &Local, _: &[f64], _: &mut [f64]) -> Result<Answer, LawFault> {
            let block = Some([[1.0, 0.0, 0.0], [2.0, 3.0, 4.0], [5.0, 6.0, 7.0]]);
            Ok(Answer { block, ..Answer::ELASTIC.others(Others::Nothing) })
        }
    }
    let plane = Layout { two_nodes: true, rotations: false, plane: true };
    let mut bench = Bench::new(Block, plane, &[0.7, 1.3], [1.1, 0.0, 0.0]);
    bench.advance(&[0.3, 0.1], 0.5).unwrap();
    assert_eq!(bench.matrix[4..8], [2.0, 3.0, -2.0, -3.0]);
}

#[test]
fn an_element_that_expands_freely_carries_no_force() {
    let bench = Bench::new(Elastic { expansion: 1.3e-5 }, LINK, &[0.7e9, 1.3, 2.1], [1.1, 0.0, 0.0]);
    let extension = 1.3e-5 * 37.0 * 1.1;
    let element = Element {
        layout: LINK,
        before: &[0.0; 6],
        increment: &[0.0, 0.0, 0.0, extension, 0.0, 0.0],
        velocity: &[],
        driving_before: &[],
        driving: &[],
        driving_velocity: &[],
        stored: &[0.0; 6],
        stiffness: &bench.stiffness,
        rest: [1.1, 0.0, 0.0],
        frame: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        temperature: Some([20.0, 57.0]),
        irradiation: None,
    };
    let step = Step { ask: Ask::Forces, counter: 1, dynamic: false, times: [0.0, 0.1] };
    let (mut forces, mut memory) = ([1.0; 6], [0.0; 1]);
    let mut response = Response { forces: &mut forces, memory: &mut memory, matrix: &mut [] };
    bench.behaviour.respond(&step, &element, &[0.0], &mut response).unwrap();
    assert!(forces.iter().all(|f| f.abs() < 1e-7), "{forces:?}");
}
