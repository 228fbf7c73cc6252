//! Matrices of the laws against differences of their forces, to 1e-6: derivatives, chords, or slopes along the path, as each law defines
//! its matrix. Those of DIS_CHOC are in `contacts.rs`, those of bars in `bars.rs`.

use std::sync::Arc;

use super::*;
use crate::laws::{Elastic, Maker, Parameters, discrete_law};
use crate::signal::{Signal, Table};

const SPACE: Layout = Layout { two_nodes: true, rotations: true, plane: false };

/// Points of a curve.
type Curve<'a> = (&'a str, &'a [(f64, f64)]);

/// An element of the law `name` with stiffness 700 along each component.
fn bench(name: &str, layout: Layout, numbers: &[(&str, f64)], functions: &[Curve<'_>]) -> Bench {
    let table = |points: &[(f64, f64)]| {
        let (x, y) = points.iter().copied().unzip();
        Signal::Table(Arc::new(Table::linear(x, y)))
    };
    let parameters = Parameters {
        numbers: numbers.iter().map(|(name, x)| (name.to_string(), *x)).collect(),
        functions: functions.iter().map(|(name, points)| (name.to_string(), table(points))).collect(),
        texts: [("CRIT_AMOR".to_string(), "EXCLUS".to_string())].into(),
        ..Default::default()
    };
    let Maker::Discrete(make) = discrete_law(name).unwrap().maker else { panic!("{name} is a law of bars") };
    let mut bench = Bench::new(Elastic { expansion: 0.0 }, layout, &[700.0; 6], [0.6, 0.0, 0.0]);
    bench.behaviour.law = make(&parameters).unwrap();
    bench.memory = vec![0.0; bench.behaviour.law.variables().len()];
    bench.behaviour.control.tolerance = 1e-10;
    bench.temperature = Some([0.3; 2]);
    bench
}

/// Motion of node 2 along one component.
fn along(layout: Layout, component: usize, u: f64) -> Vec<f64> {
    let mut increment = vec![0.0; layout.size()];
    increment[layout.per_node() + component] = u;
    increment
}

/// Force of a component at its end, after a further motion of it.
fn force(bench: &Bench, component: usize, u: f64, dt: f64) -> f64 {
    let increment = along(bench.layout, component, u);
    bench.evaluate(Ask::Forces, 2, &increment, dt).unwrap().forces[bench.layout.per_node() + component]
}

/// Matrix entry of a component of node 2, after the same motion.
fn stiffness(bench: &Bench, component: usize, u: f64, dt: f64) -> f64 {
    let (n, size) = (bench.layout.per_node(), bench.layout.size());
    bench.evaluate(Ask::Full, 2, &along(bench.layout, component, u), dt).unwrap().matrix[(n + component) * (size + 1)]
}

fn same(name: &str, found: f64, expected: f64, scale: f64) {
    assert!((found - expected).abs() < 1e-6 * scale, "{name}: {found} and {expected}");
}

#[test]
fn derivatives_are_derivatives() {
    let plane = Layout { two_nodes: true, rotations: false, plane: true };
    let grid: &[(&str, f64)] = &[
        ("KN_AX", 700.0),
        ("KT_AX", 400.0),
        ("COUL_AX", 0.3),
        ("F_SER", 28.0),
        ("ET_AX", 0.1),
        ("ET_ROT", 0.1),
        ("ANG1", 0.01),
        ("ANG2", 0.02),
        ("ANG3", 0.03),
        ("PEN1", 90.0),
        ("PEN2", 50.0),
        ("PEN3", 30.0),
        ("PEN4", 10.0),
    ];
    let stress: &[Curve<'_>] = &[("SIGM", &[(0.01, 7.0), (0.03, 9.0), (0.11, 13.0)])];
    for (name, layout, numbers, functions, component, motions) in [
        ("ELAS", LINK, &[][..], &[][..], 1, &[0.013, -0.7][..]),
        ("DASHPOT", LINK, &[], &[], 0, &[0.013, -0.7]),
        ("DIS_GOUJ2E_ELAS", plane, &[], stress, 1, &[0.004, -0.047]),
        ("DIS_GOUJ2E_PLAS", plane, &[], stress, 1, &[0.004, 0.017, -0.047]),
        ("DIS_GRICRA", SPACE, grid, &[], 0, &[0.013]),
        // Sticking and slipping; below and beyond the first angle.
        ("DIS_GRICRA", SPACE, grid, &[], 1, &[0.013, 0.04, -0.06]),
        ("DIS_GRICRA", SPACE, grid, &[], 5, &[0.013, -0.027]),
    ] {
        let bench = bench(name, layout, numbers, functions);
        for &u in motions {
            let h = 1e-7;
            let slope = (force(&bench, component, u + h, 0.3) - force(&bench, component, u - h, 0.3)) / (2.0 * h);
            same(name, stiffness(&bench, component, u, 0.3), slope, 700.0);
        }
    }
}

/// The matrix times the increment of the step is the increment of the force.
#[test]
fn chords_are_chords() {
    let constant = |value: f64| [(0.0, value), (1.0, value)];
    let (first, last) = (constant(700.0), constant(130.0));
    let bilinear: &[Curve<'_>] = &[("KDEB_DX", &first), ("KFIN_DX", &last)];
    let push: &[Curve<'_>] = &[("FX", &[(0.0, 0.0), (0.02, 14.0), (0.1, 22.0)])];
    let crush: &[Curve<'_>] = &[
        ("FX", &[(0.0, 7.0), (0.01, 7.0), (0.02, 7.0), (0.12, 3.0), (0.4, 3.0)]),
        ("RIGI_NOR", &[(0.0, 700.0), (0.01, 700.0), (0.02, 700.0), (0.12, 700.0), (0.4, 700.0)]),
        ("AMOR_NOR", &[(0.0, 0.0), (0.01, 0.0), (0.02, 0.0), (0.12, 0.0), (0.4, 0.0)]),
    ];
    let touching: &[(&str, f64)] = &[("RIGI_NOR", 1300.0), ("DIST_1", 0.5)];
    let arm: &[(&str, f64)] = &[("KYE", 700.0), ("DLE", 0.01), ("KYP", 130.0), ("DLP", 0.04), ("KYG", 2100.0)];
    for (name, layout, numbers, functions, component, path) in [
        ("DIS_ECRO_CINE", LINK, &[("LIMY_DX", 7.0), ("KCIN_DX", 130.0)][..], &[][..], 0, &[0.004, 0.027, -0.018][..]),
        ("DIS_BILI_ELAS", LINK, &[("FPRE_DX", 7.0)], bilinear, 0, &[0.004, 0.027, -0.018]),
        ("CHOC_ELAS_TRAC", LINK, &[("DIST_1", 0.5)], push, 0, &[-0.107, -0.141, -0.113]),
        ("CHOC_ENDO", LINK, &[("DIST_1", 0.5)], crush, 0, &[-0.104, -0.117, -0.113]),
        ("DIS_CONTACT", LINK, touching, &[], 0, &[-0.107, -0.141, -0.113]),
        // On one branch of the arm after the other.
        ("ARME", SPACE, arm, &[], 1, &[0.004, 0.02, 0.027, 0.024]),
    ] {
        let mut bench = bench(name, layout, numbers, functions);
        let n = layout.per_node();
        for (rank, &u) in path.iter().enumerate() {
            let before = bench.forces[n + component];
            let increment = u - bench.u[n + component];
            let (chord, after) =
                (stiffness(&bench, component, increment, 0.3), force(&bench, component, increment, 0.3));
            // The arm gives the stiffness of the branch on the step that reaches it.
            if name != "ARME" || rank != 1 {
                same(name, chord * increment.abs(), (after - before).abs(), 7.0);
            }
            let mut to = vec![0.0; n];
            to[component] = u;
            bench.advance(&to, 0.3).unwrap();
        }
    }
}

/// Laws that are integrated give the slope of the force along the path at its end.
#[test]
fn slopes_are_those_of_the_path() {
    let zener: &[(&str, f64)] =
        &[("UNSUR_K1", 4e-4), ("K2", 300.0), ("UNSUR_K3", 3e-4), ("C", 170.0), ("PUIS_ALPHA", 0.7)];
    let harden: &[Curve<'_>] = &[("FX", &[(0.0, 0.0), (0.01, 7.0), (0.11, 20.0), (2.0, 30.0)])];
    for (name, numbers, functions) in [("DIS_VISC", zener, &[][..]), ("DIS_ECRO_TRAC", &[], harden)] {
        let bench = bench(name, LINK, numbers, functions);
        for u in [0.004, 0.027, -0.018] {
            let (dt, share) = (0.3, 1e-4);
            let at = |share: f64| force(&bench, 0, u * (1.0 + share), dt * (1.0 + share));
            let slope = (at(share) - at(-share)) / (2.0 * share * u);
            same(name, stiffness(&bench, 0, u, dt), slope, 700.0);
        }
    }
}
