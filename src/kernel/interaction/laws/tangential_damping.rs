//! Tangential damping of a contact whose command gives none: critical for the mode that the
//! tangential spring affects most, less what that mode has.
//!
//! ```text
//! c_t = max(0, 2 sqrt(m (k + k_t)) - 2 xi sqrt(k m)),   m, k = w² m, xi of mode J
//! ```
//!
//! J is the mode of largest `m_j T_j`, where `T_j` is the size of its motion in the tangential plane.
//! For circles only the motion along local x counts. Modes of (nearly) zero frequency are left out.

use crate::interaction::placement::Placement;

/// One value per mode.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModalData<'a> {
    pub masses: &'a [f64],
    /// `w_j` (rad/s)
    pub pulsations: &'a [f64],
    /// `xi_j`
    pub reduced_dampings: &'a [f64],
    /// The raw coefficients `c_j` (diagonal damping, `2 xi_j w_j`) or `C_jj`, for the rule of 2020.
    pub raw_dampings: Option<&'a [f64]>,
}

/// The tangential damping (N s/m) of a contact at `placement` with tangential stiffness `k_t` (N/m); 0 where that is 0.
pub fn automatic_damping(placement: &Placement, tangential_stiffness: f64, modes: &ModalData<'_>) -> f64 {
    if tangential_stiffness <= f64::EPSILON {
        return 0.0;
    }
    if let Some(raw) = modes.raw_dampings {
        return former(tangential_stiffness, modes, raw);
    }
    let frame = placement.frame();
    let value = |list: &[f64], j: usize| list.get(j).copied().unwrap_or(0.0);
    let (mut heaviest, mut mode) = (0.0, 0);
    for (j, phi) in placement.node_1.shapes.iter().enumerate() {
        let other = placement.node_2.as_ref().and_then(|n| n.shapes.get(j));
        let [x, y, z] = frame.to_local(match other {
            Some(o) => [o[0] - phi[0], o[1] - phi[1], o[2] - phi[2]],
            None => *phi,
        });
        let tangential = match placement.obstacle.kind.normal_axis {
            Some(1) => (x * x + z * z).sqrt(),
            Some(_) => (x * x + y * y).sqrt(),
            None => x.abs(),
        };
        let w = value(modes.pulsations, j);
        let weight = if w * w * w * w < 1e-10 { 0.0 } else { value(modes.masses, j) * tangential };
        if weight > heaviest {
            (heaviest, mode) = (weight, j);
        }
    }
    let (m, w, xi) = (value(modes.masses, mode), value(modes.pulsations, mode), value(modes.reduced_dampings, mode));
    let k = w * w * m;
    f64::max(0.0, 2.0 * (m * (k + tangential_stiffness)).sqrt() - 2.0 * xi * (k * m).sqrt())
}

/// The rule of 2020: J is the first mode of largest generalised mass, whatever its shape; the raw coefficient stands for
/// `xi`; the result may be negative.
fn former(tangential_stiffness: f64, modes: &ModalData<'_>, raw: &[f64]) -> f64 {
    let mut mode = 0;
    for (j, mass) in modes.masses.iter().enumerate() {
        if *mass > modes.masses[mode] {
            mode = j;
        }
    }
    let value = |list: &[f64]| list.get(mode).copied().unwrap_or(0.0);
    let (m, w, c) = (value(modes.masses), value(modes.pulsations), value(raw));
    let k = w * w * m;
    2.0 * (m * (k + tangential_stiffness)).sqrt() - 2.0 * c * (k * m).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interaction::{Attachment, ObstacleShape};

    fn placement(kind: &str, shapes: Vec<[f64; 3]>) -> Placement {
        let node_1 = Attachment { shapes, ..Attachment::default() };
        let normal = [1.0, 0.0, 0.0];
        let obstacle = ObstacleShape::named(kind, Vec::new()).unwrap();
        Placement { obstacle, node_1, node_2: None, normal, twist: None, origin: None, gap: 1.0, sizes: [0.0; 2] }
    }

    #[test]
    fn the_heaviest_tangential_mode_decides() {
        let shapes = vec![[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.5, 0.0, 0.0]];
        let modes = ModalData {
            masses: &[9.0, 2.0, 3.0],
            pulsations: &[1.0, 2.0, 3.0],
            reduced_dampings: &[0.0, 0.1, 0.0],
            raw_dampings: None,
        };
        // PLAN_Y: mode 1 is normal; mode 2 (weight 2) beats mode 3 (1.5). k = 8.
        let expected = 2.0 * (2.0f64 * (8.0 + 42.0)).sqrt() - 0.2 * 16f64.sqrt();
        assert_eq!(automatic_damping(&placement("PLAN_Y", shapes.clone()), 42.0, &modes), expected);
        // Circle: only x counts, mode 3. k = 27.
        let expected = 2.0 * (3.0f64 * (27.0 + 48.0)).sqrt();
        assert_eq!(automatic_damping(&placement("CERCLE", shapes), 48.0, &modes), expected);
    }

    #[test]
    fn rigid_body_modes_weigh_nothing() {
        let shapes = vec![[1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
        let modes = ModalData {
            masses: &[100.0, 1.0],
            pulsations: &[1e-3, 1.0],
            reduced_dampings: &[0.0, 0.0],
            raw_dampings: None,
        };
        assert_eq!(automatic_damping(&placement("PLAN_Y", shapes), 3.0, &modes), 4.0);
    }

    #[test]
    fn the_rule_of_2020_takes_the_largest_mass_and_the_raw_coefficient() {
        let modes = ModalData {
            masses: &[1.0, 4.0, 4.0],
            pulsations: &[1.0, 3.0, 5.0],
            reduced_dampings: &[0.0; 3],
            raw_dampings: Some(&[0.0, 2.0, 0.0]),
        };
        // Mode 2: m = 4, k = 36; 2 sqrt(4 (36 + 64)) - 2 * 2 * sqrt(36 * 4) = 40 - 48.
        assert_eq!(automatic_damping(&placement("CERCLE", vec![[0.0; 3]; 3]), 64.0, &modes), -8.0);
    }
}
