//! DIS_VISC, DIS_ECRO_TRAC, CHOC_ELAS_TRAC, DIS_ECRO_CINE, DIS_BILI_ELAS, ARME, DIS_GOUJ2E, DIS_GRICRA under prescribed
//! motion.

use std::sync::Arc;

use super::*;
use crate::laws::{
    Arm, Bilinear, ElasticShockLaw, GridToRod, Hardening, HardeningCurve, KinematicHardening, Parameters, PlasticLaw,
    SpecFault, Stud, ZenerLaw,
};
use crate::signal::{Extension, Signal, Table};

fn numbers(values: &[(&str, f64)]) -> Parameters {
    Parameters { numbers: values.iter().map(|(name, v)| (name.to_string(), *v)).collect(), ..Default::default() }
}

fn curve(points: &[(f64, f64)]) -> Table {
    Table::linear(points.iter().map(|p| p.0).collect(), points.iter().map(|p| p.1).collect())
}

/// With `k2 = 0` and a linear dashpot: a Maxwell element, `F' = (V - F/C)/(s1 + s3)`.
#[test]
fn a_zener_element_relaxes_as_the_closed_form() {
    for scale in [1.0, 1e4] {
        let law = ZenerLaw { s1: 0.4 / scale, k2: 0.0, s3: 0.3 / scale, c: 1.7 * scale, alpha: 1.0 };
        let mut bench = Bench::new(law, LINK, &[0.0; 3], [1.1, 0.0, 0.0]);
        let tau = 1.7 * 0.7;
        let (mut u, mut expected) = (0.0, 0.0);
        for (speed, dt) in [(0.3, 0.5), (0.0, 0.7), (-0.6, 0.25), (0.1, 1.1)] {
            u += speed * dt;
            bench.advance(&[u, 0.0, 0.0], dt).unwrap();
            let end = 1.7 * scale * speed;
            expected = end + (expected - end) * libm::exp(-dt / tau);
            assert_close(bench.forces[3] / scale, expected / scale, 2e-6);
        }
        let start = bench.evaluate(Ask::Tangent, 1, &[0.0; 6], 0.1).unwrap();
        assert_eq!(start.matrix[0], bench.memory[3]);
    }
}

/// Ramp of a bilinear link: closed form of isotropic hardening in one dimension.
#[test]
fn an_axial_plastic_link_hardens_as_its_curve() {
    for (f, d) in [(1.0, 1.0), (1e4, 1e-3)] {
        let (k, h) = (700.0 * f / d, 130.0 * f / d);
        let points = vec![(0.0, 0.0), (0.01 * d, 7.0 * f), (0.11 * d, 20.0 * f)];
        let curve = HardeningCurve::new(points, false).unwrap();
        let law = PlasticLaw { curve, hardening: Hardening::Isotropic, tangential: false };
        let mut bench = Bench::new(law, LINK, &[0.0; 3], [1.1, 0.0, 0.0]);
        bench.behaviour.control.tolerance = 1e-9;
        // Loading, unloading, reversal into plasticity, with unequal steps.
        let first = 7.0 * f + h * (0.03 - 0.01) * d;
        let unloaded = first - k * 0.02 * d;
        let back = {
            // Elastic down to -first, then along the slope h.
            let elastic = (unloaded + first) / k;
            -first - h * (0.015 * d - elastic)
        };
        for (u, dt, expected) in [(0.03, 0.4, first), (0.01, 0.9, unloaded), (-0.005, 0.2, back)] {
            bench.advance(&[u * d, 0.0, 0.0], dt).unwrap();
            assert_close(bench.forces[3] / f, expected / f, 1e-6);
        }
        assert_close(bench.matrix[0] / k, h / k, 1e-6);
        let beyond = bench.advance(&[-0.4 * d, 0.0, 0.0], 0.3);
        assert!(matches!(beyond, Err(LawFault::EndOfCurve { .. })), "{beyond:?}");
    }
}

#[test]
fn a_tangential_link_turns_with_its_path() {
    let curve = HardeningCurve::new(vec![(0.0, 0.0), (0.01, 7.0), (0.11, 20.0)], true).unwrap();
    let law = PlasticLaw { curve, hardening: Hardening::Kinematic, tangential: true };
    let mut bench = Bench::new(law, LINK, &[0.7, 0.0, 0.0], [1.1, 0.0, 0.0]);
    // Straight at 37 degrees: bilinear along the path, and x stays elastic.
    let (c, s) = (libm::cos(0.6457718232379019), libm::sin(0.6457718232379019));
    bench.advance(&[0.2, 0.04 * c, 0.04 * s], 0.6).unwrap();
    let expected = 7.0 + 130.0 * 0.03;
    assert_close(bench.forces[4], expected * c, 1e-5);
    assert_close(bench.forces[5], expected * s, 1e-5);
    assert_close(bench.forces[3], 0.14, 1e-15);
    // Kinematic: the elastic range is 14 wide.
    bench.advance(&[0.2, 0.01 * c, 0.01 * s], 0.6).unwrap();
    let reversed = expected - 14.0 - 130.0 * (0.03 - 0.02);
    assert_close(bench.forces[4], reversed * c, 2e-5);
}

#[test]
fn an_elastic_shock_is_its_curve_with_chord_and_slope() {
    for scale in [1.0, 1e4] {
        let table = curve(&[(0.0, 0.0), (0.01, 2.0 * scale), (0.03, 9.0 * scale)]);
        let force = Signal::Table(Arc::new(Table { right: Extension::Linear, ..table }));
        let law = ElasticShockLaw { force, size_1: 0.2, size_2: 0.3 };
        let mut bench = Bench::new(law, LINK, &[0.0; 3], [0.51, 0.0, 0.0]);
        bench.advance(&[-0.005, 0.0, 0.0], 0.1).unwrap();
        assert_eq!((bench.forces[3], bench.memory[0], bench.matrix[0]), (0.0, 0.0, 0.0));
        bench.advance(&[-0.025, 0.0, 0.0], 0.1).unwrap();
        let force = -(2.0 + 350.0 * 0.005) * scale;
        assert_close(bench.forces[3] / scale, force / scale, 1e-12);
        assert_close(bench.matrix[0] / scale, -force / 0.02 / scale, 1e-9);
        // Prediction: between the middles 0.005 (200) and 0.02 (350) at 0.015.
        let tangent = bench.evaluate(Ask::Tangent, 1, &[0.0; 6], 0.1).unwrap();
        assert_close(tangent.matrix[0] / scale, 300.0, 1e-9);
        bench.advance(&[-0.05, 0.0, 0.0], 0.1).unwrap();
        assert_close(bench.forces[3] / scale, -9.0 - 350.0 * 0.01, 1e-11);
    }
}

/// Closed form of linear kinematic hardening: beyond the yield point the force grows with slope `Kr`.
#[test]
fn kinematic_hardening_has_a_range_of_twice_the_yield_force() {
    for scale in [1.0, 1e4] {
        let law = KinematicHardening::new(&numbers(&[("LIMY_DX", 7.0 * scale), ("KCIN_DX", 130.0 * scale)])).unwrap();
        let mut bench = Bench::new(law, LINK, &[700.0 * scale, 30.0 * scale, 0.0], [1.1, 0.0, 0.0]);
        let loaded = 7.0 + 130.0 * 0.02;
        let reversed = loaded - 14.0 - 130.0 * (0.05 - 0.02);
        for (u, force) in [(0.005, 3.5), (0.03, loaded), (0.02, loaded - 7.0), (-0.02, reversed)] {
            bench.advance(&[u, 0.1, 0.0], 0.3).unwrap();
            assert_close(bench.forces[3] / scale, force, 1e-11);
            assert_close(bench.forces[4] / scale, 3.0, 1e-12);
        }
        // Plastic displacement: u - F/ke.
        assert_close(bench.memory[0], -0.02 - reversed / 700.0, 1e-14);
    }
}

#[test]
fn bounded_hardening_tends_to_its_limit() {
    let parameters = numbers(&[("LIMY_DX", 7.0), ("KCIN_DX", 1300.0), ("LIMU_DX", 5.0), ("PUIS_DX", 1.7)]);
    let law = KinematicHardening::new(&parameters).unwrap();
    let mut bench = Bench::new(law, LINK, &[7e5, 0.0, 0.0], [1.1, 0.0, 0.0]);
    bench.advance(&[0.003, 0.0, 0.0], 0.3).unwrap();
    // X = Kr a (1 + (Kr a/Xu)^n)^(-1/n), a = du - Y/ke.
    let x: f64 = 1300.0 * (0.003 - 7.0 / 7e5);
    let expected = 7.0 + x * libm::pow(1.0 + libm::pow(x / 5.0, 1.7), -1.0 / 1.7);
    assert_close(bench.forces[3], expected, 1e-9);
    assert!(matches!(
        KinematicHardening::new(&numbers(&[("LIMY_DX", 7.0), ("KCIN_DX", 1.0), ("PUIS_DX", 1.7)])),
        Err(SpecFault::Without { keyword: "PUIS_DX", other: "LIMU_DX" })
    ));
}

#[test]
fn two_slopes_follow_the_temperature() {
    let mut parameters = numbers(&[("KFIN_DX", 130.0), ("FPRE_DX", 7.0)]);
    let table = Table { right: Extension::Constant, ..curve(&[(0.0, 700.0), (50.0, 900.0)]) };
    parameters.functions.insert("KDEB_DX".to_string(), Signal::Table(Arc::new(table)));
    let law = Bilinear::new(&parameters).unwrap();
    let cold = Bench::new(law, LINK, &[1.0, 1.0, 1.0], [1.1, 0.0, 0.0]);
    let missing = cold.evaluate(Ask::Full, 2, &[0.0; 6], 0.1).unwrap_err();
    assert_eq!(missing, LawFault::Missing("temperature"));
    let mut bench = cold;
    bench.temperature = Some([25.0, 25.0]);
    for (u, force, branch) in [(0.005, 4.0, 1.0), (0.05, 7.0 + 130.0 * (0.05 - 7.0 / 800.0), 2.0), (-0.004, -3.2, 1.0)]
    {
        bench.advance(&[u, 0.0, 0.0], 0.2).unwrap();
        assert_close(bench.forces[3], force, 1e-12);
        assert_eq!(bench.memory[0], branch);
    }
}

#[test]
fn an_arm_yields_then_stiffens() {
    let space = Layout { two_nodes: true, rotations: true, plane: false };
    for scale in [1.0, 1e4] {
        let given = [("KYE", 700.0), ("DLE", 0.01), ("KYP", 130.0), ("DLP", 0.04), ("KYG", 2100.0)];
        let scaled = given.map(|(name, v)| (name, if name.starts_with('K') { v * scale } else { v }));
        let law = Arm::new(&numbers(&scaled)).unwrap();
        let mut bench = Bench::new(law, space, &[0.7; 6], [1.1, 0.0, 0.0]);
        let plastic = 7.0 + 130.0 * 0.02;
        let full = 7.0 + 130.0 * 0.03 + 2100.0 * 0.01;
        for (u, force) in [(0.005, 3.5), (0.03, plastic), (0.029, plastic - 0.7), (0.05, full)] {
            bench.advance(&[0.0, u, 0.0, 0.0, 0.0, 0.0], 0.3).unwrap();
            assert_close(bench.forces[7] / scale, force, 1e-11);
        }
        assert_close(bench.memory[0], 0.03, 1e-15);
        bench.advance(&[0.0, 0.045, 0.0, 0.0, 0.0, 0.0], 0.3).unwrap();
        assert_close(bench.forces[7] / scale, full - 2100.0 * 0.005, 1e-11);
    }
}

#[test]
fn a_stud_hardens_along_its_curve() {
    let plane = Layout { two_nodes: true, rotations: false, plane: true };
    let mut parameters = Parameters::default();
    let table = curve(&[(0.01, 7.0), (0.03, 9.0), (0.11, 13.0)]);
    parameters.functions.insert("SIGM".to_string(), Signal::Table(Arc::new(table)));
    let mut plastic = Bench::new(Stud::new(&parameters, true).unwrap(), plane, &[0.7, 0.0], [1.1, 0.0, 0.0]);
    let mut elastic = Bench::new(Stud::new(&parameters, false).unwrap(), plane, &[0.7, 0.0], [1.1, 0.0, 0.0]);
    for (u, force) in [(0.02, 8.0), (0.05, 10.0), (0.045, 6.5)] {
        plastic.advance(&[0.1, u], 0.3).unwrap();
        elastic.advance(&[0.1, u], 0.3).unwrap();
        assert_close(plastic.forces[3], force, 1e-12);
        assert_close(elastic.forces[3], 700.0 * u, 1e-12);
        assert_close(plastic.forces[2], 0.07, 1e-15);
    }
}

#[test]
fn a_grid_slips_along_the_rod() {
    let space = Layout { two_nodes: true, rotations: true, plane: false };
    let parameters = numbers(&[
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
    ]);
    let mut bench = Bench::new(GridToRod::new(&parameters).unwrap(), space, &[0.0; 6], [1.1, 0.0, 0.0]);
    bench.advance(&[0.002, 0.05, 0.3, 0.005, 0.1, 0.03], 0.3).unwrap();
    let forces = &bench.forces[6..];
    assert_close(forces[0], -7.0 + 1.4, 1e-13);
    // Beyond 2.1 N the slope is a tenth of 100 N/m.
    assert_close(forces[1], 2.1 + 10.0 * (0.05 - 0.021), 1e-12);
    assert_eq!(forces[2], 0.0);
    assert_close(forces[3], (20.0 + 10.0) * 0.005, 1e-13);
    assert_close(forces[4], 20.0 * 0.1, 1e-13);
    assert_close(forces[5], 15.0 * 0.02 + 5.0 * 0.01, 1e-13);
    // Tangents of the end of the step.
    let diagonal: Vec<f64> = (0..6).map(|i| bench.matrix[i * 12 + i]).collect();
    for (found, expected) in diagonal.into_iter().zip([700.0, 10.0, 0.0, 30.0, 20.0, 5.0]) {
        assert_close(found, expected, 1e-12);
    }
}
