//! Closed forms: integrals of profiles, correlated lengths, coefficients read back, roots that satisfy their equation.

use super::*;

fn line(count: usize, length: f64) -> Line {
    Line { abscissae: (0..=count).map(|k| length * k as f64 / count as f64).collect() }
}

#[test]
fn a_zone_is_where_the_profile_moves() {
    let line = line(4, 2.0);
    let zone = line.zone(vec![0.0, 1.0, 3.0, 0.0, 0.0]).unwrap();
    assert_eq!((zone.first, zone.last, zone.mean), (1, 2, 2.0));
    assert_eq!(line.zone(vec![0.0; 5]), Err(ZoneFault::NoSpeed));
    assert_eq!(line.zone(vec![0.0, 0.0, 1.0, 0.0, 0.0]), Err(ZoneFault::OneNode));
    let next = line.zone(vec![0.0, 0.0, 0.0, 2.0, 2.0]).unwrap();
    assert!(!zone.overlaps(&next) && zone.overlaps(&zone));
    assert_eq!(line.mean_speed(&[zone, next]), 2.0);
    let square = line.exact(0, 4, |at| at(&line.abscissae) * at(&line.abscissae));
    assert!((square - 8.0 / 3.0).abs() < 1e-14);
}

#[test]
fn lengths_of_uniform_flow_are_those_of_the_exponential() {
    // phi = 1, v = 1: 2 l (L - l (1 - exp(-L/l))).
    let uniform = vec![1.0; 9];
    let line = line(8, 1.6);
    let zone = line.zone(uniform.clone()).unwrap();
    for length in [0.01, 0.2, 3.0] {
        let exact = 2.0 * length * (1.6 - length * (1.0 - (-1.6_f64 / length).exp()));
        let found = projected_lengths(&line, &zone, &uniform, std::slice::from_ref(&uniform), length);
        assert!((found[0] / exact - 1.0).abs() < 1e-13, "{length}");
    }
    // phi_1 = 1, phi_2 = s over [0, 1] in one cell, l = 1: the cross term is L/2 times that of phi = 1, by symmetry.
    let short = Line { abscissae: vec![0.0, 1.0] };
    let zone = short.zone(vec![1.0, 1.0]).unwrap();
    let found = projected_lengths(&short, &zone, &[1.0, 1.0], &[vec![1.0, 1.0], vec![0.0, 1.0]], 1.0);
    assert!((found[1] - 0.5 * found[0]).abs() < 1e-15 && (found[1] - found[2]).abs() < 1e-15);
}

const FILE: &str = "2\n1 12\n2\n0.5 2.0 0.1 10.0\n0 0 0 0 0 0 0 0.4 -0.1 0 0\n0 0 0 0 0 0 3.D-1 -0.05 0.02 0 0\n---\n\
                    2 1003\n4\n1. 2. 3. 4. 0. 9.\n1 1 1 1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1 1 1 1\n\
                    1 1 1 1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1 1 1 1\n";

#[test]
fn coefficients_are_powers_of_the_reduced_speed() {
    let read = blocks(FILE).unwrap();
    let law = Coefficients::find(&read, Pitch::Square, 12, "Cd").unwrap();
    assert_eq!(law.value(0.4), 0.0);
    assert!((law.value(1.0) - 0.3).abs() < 1e-15 && (law.value(-1.0) - 0.3).abs() < 1e-15);
    assert!((law.value(4.0) - (0.3 / 4.0 - 0.05 + 0.08)).abs() < 1e-15);
    assert!(law.is_outside(0.05) && law.is_outside(11.0) && !law.is_outside(2.0));
    assert_eq!(Coefficients::find(&read, Pitch::Triangular, 12, "Cd"), None);
    // Columns that count: 8-9, 8-11, 7-8, then c8 and a power of its own; of the other law, four more pieces.
    let cd = Coefficients::find(&read, Pitch::Triangular, 1003, "Cd").unwrap();
    let x = 1.5_f64;
    assert!((cd.value(x) - (1.0 + x)).abs() < 1e-15);
    assert!((cd.value(2.5) - (1.0 + 2.5 + 2.5_f64.powi(2) + 2.5_f64.powi(3))).abs() < 1e-12);
    assert!((cd.value(5.0) - (1.0 + 0.0214 * 5.0_f64.powf(1.1146))).abs() < 1e-14);
    assert!(!Coefficients::is_known(Pitch::Square, 1006) && Coefficients::is_known(Pitch::Square, 1206));
}

#[test]
fn faults_of_files_have_their_line() {
    let fault = |text: &str| blocks(text).unwrap_err().to_string();
    assert_eq!(
        fault(&FILE.replace("0.4", "four")),
        "line 5: 'four' is not a number; a coefficient of block 1 is expected here"
    );
    assert!(fault(&FILE[..60]).contains("the file ends where a coefficient of block 1 is expected"));
    assert!(fault(&FILE.replace("1 12", "3 12")).starts_with("line 2: the pitch of block 1 is 3"));
    assert!(fault(&FILE.replace("0.5 2.0 0.1", "2.5 2.0 0.1")).contains("do not increase"));
    assert!(fault(&FILE.replace("-0.1 0 0", "-0.1 0 0 7")).contains("stands after the 11 coefficients of a piece"));
}

#[test]
fn a_root_satisfies_its_equation() {
    let line = line(20, 1.0);
    let shape: Vec<f64> = line.abscissae.iter().map(|s| (std::f64::consts::PI * s).sin()).collect();
    let speeds: Vec<f64> = line.abscissae.iter().map(|s| 1.0 + s).collect();
    let read = blocks(FILE).unwrap();
    let law = Coefficients::find(&read, Pitch::Square, 12, "Cd").unwrap();
    let zone = line.zone(speeds).unwrap();
    let zones = [TransverseForces { zone, damping: law.clone(), stiffness: law, by_mean: false }];
    let density = vec![900.0; 21];
    let mode = CoupledMode {
        frequency: 30.0,
        damping: 0.01,
        mass: 0.5,
        line: &line,
        shape: &shape,
        density: &density,
        zones: &zones,
        diameter: 0.02,
        mean_speed: 1.5,
    };
    for speed in [0.0, 0.4, 2.0, 5.0] {
        let (f, xi) = couple(&mode, speed).unwrap();
        let w = 2.0 * std::f64::consts::PI * f;
        let (c, k) = mode.forces(speed, w);
        let natural = 60.0 * std::f64::consts::PI;
        assert!((w * w * 0.5 / (natural * natural * 0.5 + k) - 1.0).abs() < 1e-13, "{speed}");
        assert!((2.0 * xi * w * 0.5 - (2.0 * natural * 0.01 * 0.5 + c)).abs() < 1e-12, "{speed}");
    }
    // To rounding: the root passes through its square.
    let (f, xi) = couple(&mode, 0.0).unwrap();
    assert!((f - 30.0).abs() < 1e-13 && (xi - 0.01).abs() < 1e-15);
}

#[test]
fn two_zones_share_their_energy_in_the_critical_speed() {
    // A rigid tube in uniform flow of density r: a mode of damping xi has a = f sqrt(m0 delta/r), and energies are as the lengths.
    let line = line(10, 2.0);
    let half = |from: usize, to: usize| (0..11).map(|k| if k >= from && k <= to { 3.0 } else { 0.0 }).collect();
    let zones = [line.zone(half(0, 3)).unwrap(), line.zone(half(4, 10)).unwrap()];
    let (inner, outer, one, zero) = (vec![700.0; 11], vec![150.0; 11], vec![1.0; 11], vec![0.0; 11]);
    let input = StabilityInput {
        line: &line,
        zones: &zones,
        inner: &inner,
        outer: &outer,
        outer_diameter: 0.02,
        inner_diameter: 0.016,
        added_mass: 2.0,
        density: 8000.0,
        constants: &[([2.0, 4.0], 2), ([3.0, 6.0], 3)],
    };
    let mode = StabilityMode { frequency: 40.0, damping: 0.01, mass: 1.0, shape: &one, shapes: [&zero, &one, &zero] };
    let found = stability(&input, &mode);
    let mass = 0.25 * std::f64::consts::PI * (8000.0 * (4e-4 - 2.56e-4) + 2.56e-4 * 700.0) + 4e-4 * 150.0;
    assert!((input.mean_mass() / mass - 1.0).abs() < 1e-14);
    let delta = 2.0 * std::f64::consts::PI * 0.01 / (1.0_f64 - 1e-4).sqrt();
    let a = 40.0 * (mass * delta / 150.0).sqrt();
    let expected = [[2.0, 3.0], [2.0, 4.5], [2.0, 6.0], [4.0, 3.0], [4.0, 4.5], [4.0, 6.0]];
    for (rank, constants) in expected.iter().enumerate() {
        let [k, l] = constants;
        let critical: f64 = a * (1.8_f64 / (0.6 / (k * k) + 1.2 / (l * l))).sqrt();
        assert_eq!(found.constants[rank], constants);
        assert!((found.critical[rank] / critical - 1.0).abs() < 1e-13, "{constants:?}");
        // The effective speed: the energy 9 r over 1.8 of 2 m, over the mass that moves.
        let ratio = (150.0 * 9.0 * 1.8 * mass / (150.0 * 2.0 * mass)).sqrt() / critical;
        assert!((found.ratio[rank] / ratio - 1.0).abs() < 1e-13);
    }
}

#[test]
fn densities_between_points_are_exact_for_polynomials() {
    // S(x, y) = (1 + x)(1 + y) along a slanted cell of length 5 from x = 0 to 3: rank one, of degree 2 with shapes that are linear.
    let points = points_of_cell([0, 1], [[0.0; 3], [3.0, 4.0, 0.0]]);
    assert!((points.iter().fold(0.0, |sum, p| sum + p.weight) - 5.0).abs() < 1e-14);
    assert!(points.windows(2).all(|pair| pair[0].share < pair[1].share));
    let (up, flat): (Vec<f64>, Vec<f64>) = points.iter().map(|p| (p.share, 1.0)).unzip();
    let shapes = [flat, up].concat();
    let term = PairShapes { first: shapes.clone(), second: shapes };
    let density = |_: usize, x: &[f64; 3], y: &[f64; 3], f: f64| {
        Ok::<_, ()>(num_complex::Complex64::new(f * (1.0 + x[0]) * (1.0 + y[0]), 0.0))
    };
    let found = projected_pairs(&points, &[term], 2, &[1.0, 2.0], density).unwrap();
    // The integrals of (1 + 3 t) and (1 + 3 t) t, times 5.
    let [a, b] = [12.5, 7.5];
    for (f, matrix) in [1.0, 2.0].iter().zip(&found) {
        for (value, exact) in matrix.iter().zip([a * a, a * b, a * b, b * b]) {
            assert!((value.re / (f * exact) - 1.0).abs() < 1e-14 && value.im == 0.0);
        }
    }
}
