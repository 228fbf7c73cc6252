//! Zener links against their complex stiffness.

use super::*;

fn link(spec: ZenerSpec) -> InteractionSet {
    let mut set = InteractionSet::new(1, Vec::new());
    set.add(spec).unwrap();
    set
}

fn spec(power: f64) -> ZenerSpec {
    let node =
        |x: f64, phi: f64| Attachment { position: [x, 0.0, 0.0], shapes: vec![[phi, 0.0, 0.0]], supports: vec![] };
    ZenerSpec {
        node_1: node(0.0, 0.0),
        node_2: node(1.0, 1.0),
        law: ZenerLaw { s1: 1.0 / 50.0, k2: 20.0, s3: 0.0, c: 3.0, alpha: power },
        control: LocalControl { max_attempts: 20, tolerance: 1e-9 },
    }
}

#[test]
fn a_linear_element_under_harmonic_motion_has_its_complex_stiffness() {
    // s3 = 0, alpha = 1: sg = 1/s1 (e - ev), C ev' = sg (1 + k2 s1) - k2 e, so that with e = exp(i w t)
    // ev = (1/s1) / (i w C + 1/s1 + k2), sg = (1 - ev)/s1.
    let mut set = link(spec(1.0));
    let (w, h) = (10.0, 1e-4);
    let mut force = [0.0];
    let mut stored = [0.0; 11];
    let (k, k2, c) = (50.0, 20.0, 3.0);
    let s = num_complex::Complex64::new(k + k2, w * c);
    let sg = k * (1.0 - k / s);
    for n in 1..=20_000 {
        let t = n as f64 * h;
        // The law holds the velocity over the step: give its mean.
        let v = (libm::sin(w * t) - libm::sin(w * (t - h))) / h;
        force[0] = 0.0;
        set.evaluate(t, h, &[libm::sin(w * t)], &[v], &mut force).unwrap();
        if n > 10_000 && n % 500 == 0 {
            let exact = sg.re * libm::sin(w * t) + sg.im * libm::cos(w * t);
            assert!((force[0] + exact).abs() < 1e-4, "{n}: {} {exact}", -force[0]);
        }
    }
    set.store(&mut stored);
    assert!((stored[9] - libm::sin(20.0)).abs() < 1e-12, "elongation");
    assert_eq!(stored[7], -force[0]);
}

#[test]
fn a_sub_step_of_zero_changes_nothing_but_gives_the_force() {
    let mut set = link(spec(0.5));
    let (mut first, mut again) = ([0.0], [0.0]);
    let (mut a, mut b) = ([0.0; 11], [0.0; 11]);
    set.evaluate(0.0, 0.1, &[0.2], &[2.0], &mut first).unwrap();
    set.store(&mut a);
    set.evaluate(0.0, 0.0, &[0.9], &[7.0], &mut again).unwrap();
    set.store(&mut b);
    assert_eq!((first, a), (again, b));
    assert_eq!(a[3], 0.2 - 0.5);
}
