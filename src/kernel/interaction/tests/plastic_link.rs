//! Plastic links along paths whose forces are known, and the check of their curves.

use super::*;

const CONTROL: LocalControl = LocalControl { max_attempts: 20, tolerance: 1e-8 };

/// Force and state after moving node 2 through the displacements of `path`, axis `axis`.
fn follow(hardening: Hardening, points: &[(f64, f64)], axis: usize, path: &[f64]) -> Vec<(f64, [f64; 20])> {
    let mut phi = [0.0; 3];
    phi[axis] = 1.0;
    let node = |x: f64, phi| Attachment { position: [x, 0.0, 0.0], shapes: vec![phi], ..Attachment::default() };
    let mut set = InteractionSet::new(1, Vec::new());
    let spec = PlasticLinkSpec {
        node_1: node(0.0, [0.0; 3]),
        node_2: node(1.0, phi),
        law: PlasticLaw {
            curve: HardeningCurve::new(points.to_vec(), hardening == Hardening::Kinematic).unwrap(),
            hardening,
            tangential: axis > 0,
        },
        control: CONTROL,
    };
    set.add(spec).unwrap();
    let (mut q, mut stored, mut force) = (0.0, [0.0; 20], [0.0]);
    let mut found = Vec::new();
    for &target in path {
        let v = (target - q) / 100.0;
        for _ in 0..100 {
            q += v;
            force[0] = 0.0;
            set.evaluate(0.0, 1.0, &[q], &[v], &mut force).unwrap();
        }
        set.store(&mut stored);
        found.push((-force[0], stored));
    }
    found
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-5 * (1.0 + b.abs())
}

#[test]
fn isotropic_hardening_follows_the_curve_and_widens_the_elastic_range() {
    // k = 100 up to 1 at 0.01, then slope 20 up to 2 at 0.06.
    let points = [(0.0, 0.0), (0.01, 1.0), (0.06, 2.0), (1.06, 3.0)];
    let found = follow(Hardening::Isotropic, &points, 0, &[0.005, 0.035, 0.025, 0.0]);
    let forces: Vec<f64> = found.iter().map(|f| f.0).collect();
    // Plastic up to 1.5, elastic back 1.0 lower, reversed yield at -1.5 reached 0.03 below the top (at 0.005):
    // then slope 20 downwards.
    let expected = [0.5, 1.5, 0.5, -1.6];
    for (i, (a, b)) in forces.iter().zip(expected).enumerate() {
        assert!(near(*a, b), "{i}: {forces:?}");
    }
    // P = (0.035 - 0.015) after the first load.
    assert!(near(found[1].1[13], 0.02), "{:?}", found[1].1);
}

#[test]
fn kinematic_hardening_keeps_the_elastic_range() {
    let points = [(0.0, 0.0), (0.01, 1.0), (0.06, 2.0)];
    let found = follow(Hardening::Kinematic, &points, 2, &[0.035, 0.0]);
    assert!(near(found[0].0, 1.5), "{}", found[0].0);
    // Elastic range 2: yields downwards at -0.5, reached at 0.015, then slope 20.
    assert!(near(found[1].0, -0.5 - 0.015 * 20.0), "{}", found[1].0);
}

#[test]
fn curves_are_checked() {
    let fault = |points: &[(f64, f64)]| HardeningCurve::new(points.to_vec(), false).unwrap_err();
    assert_eq!(fault(&[(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)]), CurveFault::Start(0.0, 1.0));
    assert_eq!(fault(&[(0.0, 0.0), (1.0, 2.0)]), CurveFault::TooShort(2));
    assert_eq!(fault(&[(0.0, 0.0), (1.0, 2.0), (2.0, 1.0)]), CurveFault::Decreasing(3));
    assert_eq!(fault(&[(0.0, 0.0), (1.0, 2.0), (2.0, 5.0)]), CurveFault::Stiffening(3));
    let four = vec![(0.0, 0.0), (1.0, 2.0), (2.0, 3.0), (3.0, 3.5)];
    assert_eq!(HardeningCurve::new(four, true).unwrap_err(), CurveFault::NotBilinear(4));
}
