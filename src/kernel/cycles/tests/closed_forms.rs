//! Periods, amplitudes and multipliers of motions of one degree of freedom against their closed forms.

use super::*;

/// Period of a mass on a belt: slip `(2/w0)(pi - atan(D w0/V))`, stick `2 D/V`, `D = (mu_s - mu_d) N/k`.
#[test]
fn a_mass_on_a_belt() {
    for scale in [1.0, 1e3, 1e-3] {
        let equations =
            single([1.0, 0.0, 100.0], vec![rubbing(&[1.0], 10.0 * scale, [0.4, 0.25], 0.05 * scale)], [0.0; 2]);
        let (map, cycle, section) = autonomous(equations, 10.0);
        assert_eq!(section.count, 1);
        close(cycle.duration, 0.978509376238308, 1e-12, "period");
        let found = multipliers(&map, &cycle, true);
        assert!(found[0] == (1.0, 0.0) && found[1].0.abs() < 1e-15, "{found:?}");
    }
    let equations = single([1.0, 0.8, 100.0], vec![rubbing(&[1.0], 10.0, [0.4, 0.25], 0.12)], [0.0; 2]);
    let (_, cycle, _) = autonomous(equations, 10.0);
    close(cycle.duration, 0.675369587046194, 1e-12, "period with damping");
}

/// Den Hartog's motion without stops: `-exp(A pi/w) diag(1, a+/a-)` squared.
#[test]
fn dry_friction_without_stops() {
    for symmetric in [false, true] {
        let contact = rubbing(&[1.0], 10.0, [0.4, 0.4], 0.0);
        let mut equations = single([1.7, 1.1, 90.0], vec![contact], [15.0, 6.1]);
        equations.symmetric = symmetric;
        let (map, cycle) = forced(equations, 40, 0.0, 0.0);
        let found = multipliers(&map, &cycle, false);
        close(found[0].0, 0.216141698180091, 1e-11, "real");
        close(found[0].1, 0.503148058015059, 1e-11, "imaginary");
        let first = map.events()[0].time;
        close(first, 0.088735230471355, 1e-11, "inversion");
    }
}

#[test]
fn dry_friction_with_two_stops() {
    let contact = rubbing(&[1.0], 10.0, [0.3, 0.3], 0.0);
    let (map, cycle) = forced(single([1.0, 0.0, 100.0], vec![contact], [6.0, 3.0]), 40, 0.0, 0.0);
    let found = multipliers(&map, &cycle, false);
    close(found[0].0, 0.204873981542309, 1e-10, "multiplier");
    assert!(found[1].0.abs() < 1e-12);
}

#[test]
fn one_impact_a_period() {
    let (map, cycle) =
        forced(single([1.0, 0.1, 1.0], vec![stop(&[1.0], 0.0, Some(0.8), 0.0)], [1.0, 2.5]), 200, -0.5, 0.0);
    close(map.events()[0].time, 1.15797333688001, 1e-11, "instant");
    close(cycle.slowest, 0.636358195999468, 1e-11, "speed");
    let found = multipliers(&map, &cycle, false);
    close(found[0].0, -0.145434649827632, 1e-10, "real");
    close(found[0].1, 0.690376764744773, 1e-10, "imaginary");
}
