//! Seismic devices: forces at small and large elongations.

use super::*;

#[test]
fn stiff_at_first_then_soft_and_viscous() {
    let node =
        |y: f64, phi: f64| Attachment { position: [0.0, y, 0.0], shapes: vec![[0.0, phi, 0.0]], supports: vec![] };
    let spec = SeismicDeviceSpec {
        node_1: node(0.5, -0.5),
        node_2: node(2.5, 0.5),
        law: SeismicDeviceLaw {
            stiffness_1: 1e4,
            stiffness_2: 100.0,
            threshold: 3.0,
            damping: 7.0,
            power: 0.5,
            stroke: 0.25,
        },
    };
    let mut set = InteractionSet::new(1, Vec::new());
    set.add(spec).unwrap();
    let mut at = |g: f64, vn: f64| {
        let mut force = [0.0];
        set.evaluate(0.0, 0.1, &[g], &[vn], &mut force).unwrap();
        let mut stored = [0.0; 8];
        set.store(&mut stored);
        assert_eq!(stored[0], force[0]);
        assert!((stored[2] + 1.0 + g / 2.0).abs() < 1e-15 && (stored[5] - 1.0 - g / 2.0).abs() < 1e-15);
        -force[0]
    };
    // Small: K1 g. K1 g/Fs = 4/3: 1 + 16/9 = (5/3)². Large: K2 g + (K1 - K2) Fs/K1.
    assert!((at(1e-9, 0.0) - 1e-5).abs() < 1e-12);
    assert!((at(4e-4, 0.0) - (0.04 + 9900.0 * 4e-4 * 0.6)).abs() < 1e-12);
    assert!((at(-4e-4, 0.0) + (0.04 + 9900.0 * 4e-4 * 0.6)).abs() < 1e-12);
    let elastic = at(0.25, 0.0);
    assert!((elastic - (25.0 + 2.97)).abs() < 1e-5, "{elastic}");
    assert!((at(0.25, 4.0) - elastic - 14.0).abs() < 1e-12);
    assert!((at(0.25, -4.0) - elastic + 14.0).abs() < 1e-12);
}
