//! Coulomb friction with a tangential spring and dashpot, as an update law without iteration.
//!
//! The tangential force `r` opposes the tangential velocity `vt` while the point slips, `r = -mu_d N
//! vt/|vt|`. A point sticks when its velocity reverses or falls below 1e-6 (absolute); then
//! `r = f0 - k_t dx - c_t vt`, where `dx` is the displacement since the anchor, the last point where it
//! slipped, and `f0` the force there. It slips again when `|r| > mu_s N`. Transitions are seen only at
//! the instants of evaluation.

/// Coefficients of the law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// Coulomb coefficients at rest and in slip.
    pub mu_static: f64,
    pub mu_dynamic: f64,
    /// `k_t` (N/m) and `c_t` (N s/m).
    pub stiffness: f64,
    pub damping: f64,
    /// Only along the first tangent, in the plane of the obstacle.
    pub one_direction: bool,
}

impl Friction {
    /// True where one of the coefficients is not zero.
    pub fn acts(&self) -> bool {
        self.mu_static.abs() > f64::EPSILON || self.mu_dynamic.abs() > f64::EPSILON
    }
}

/// Memory of one contact point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memory {
    pub sticks: bool,
    /// `f0`, force at the anchor (N).
    pub anchor_force: [f64; 2],
    /// `vt` at the evaluation before, 0 out of contact (m/s).
    pub velocity: [f64; 2],
}

/// Slip speed under which a point tries to stick (m/s).
const REST: f64 = 1e-6;

impl Friction {
    /// Tangential force. `moved` gives `dx`, from the anchor to the present place; it is asked for only
    /// when the point tries to stick. The anchor follows the point unless `memory.sticks` on return.
    #[inline(always)]
    pub fn force(
        &self,
        memory: &mut Memory,
        normal_force: f64,
        vt: [f64; 2],
        mut moved: impl FnMut() -> [f64; 2],
    ) -> [f64; 2] {
        let speed = norm(if self.one_direction { [vt[0], 0.0] } else { vt });
        let last = memory.velocity;
        memory.velocity = vt;
        let goes_on = vt[0] * last[0] + vt[1] * last[1] >= 0.0;
        if goes_on && !memory.sticks && speed > REST {
            return self.slip(memory, normal_force, vt, speed);
        }
        let dx = moved();
        let f0 = memory.anchor_force;
        let trial = |k: usize| f0[k] - self.stiffness * dx[k] - self.damping * vt[k];
        let r = [trial(0), if self.one_direction { 0.0 } else { trial(1) }];
        if norm(r) > self.mu_static * normal_force {
            return self.slip(memory, normal_force, vt, speed);
        }
        memory.sticks = true;
        r
    }

    #[inline(always)]
    fn slip(&self, memory: &mut Memory, normal_force: f64, vt: [f64; 2], speed: f64) -> [f64; 2] {
        let r = if speed <= f64::EPSILON {
            [0.0, 0.0]
        } else {
            // A zero needs no division, and has no sign.
            let along = |k: usize| if vt[k] == 0.0 { 0.0 } else { -self.mu_dynamic * normal_force * vt[k] / speed };
            [along(0), if self.one_direction { 0.0 } else { along(1) }]
        };
        memory.sticks = false;
        memory.anchor_force = r;
        r
    }
}

/// Euclidean norm. Along one axis it is the size of the component, to the last bit: the square root of a rounded square.
#[inline(always)]
fn norm(x: [f64; 2]) -> f64 {
    match x {
        [a, 0.0] => a.abs(),
        [0.0, b] => b.abs(),
        [a, b] => (a * a + b * b).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAW: Friction =
        Friction { mu_static: 0.5, mu_dynamic: 0.25, stiffness: 100.0, damping: 2.0, one_direction: false };

    #[test]
    fn slip_goes_on_while_the_velocity_keeps_its_side() {
        let mut memory = Memory::default();
        let r = LAW.force(&mut memory, 8.0, [3.0, -4.0], || unreachable!());
        assert_eq!(r, [-1.2, 1.6]);
        assert_eq!(memory, Memory { sticks: false, anchor_force: r, velocity: [3.0, -4.0] });
        assert_eq!(LAW.force(&mut memory, 4.0, [0.0, -2.0], || unreachable!()), [0.0, 1.0]);
    }

    #[test]
    fn a_reversal_sticks_and_starts_from_the_last_slip_force() {
        let mut memory = Memory { sticks: false, anchor_force: [-1.0, 0.0], velocity: [1.0, 0.0] };
        let r = LAW.force(&mut memory, 8.0, [-0.5, 0.0], || [0.01, 0.02]);
        assert_eq!(r, [-1.0 - 1.0 + 1.0, -2.0]);
        assert!(memory.sticks);
        assert_eq!((memory.anchor_force, memory.velocity), ([-1.0, 0.0], [-0.5, 0.0]));
        // Sticking goes on whatever the velocity, until the bound.
        let r = LAW.force(&mut memory, 8.0, [-1.0, 0.0], || [-0.02, 0.0]);
        assert_eq!((r, memory.sticks), ([3.0, 0.0], true));
        let r = LAW.force(&mut memory, 8.0, [-1.0, 0.0], || [-0.04, 0.0]);
        assert_eq!((r, memory.sticks, memory.anchor_force), ([2.0, -0.0], false, [2.0, -0.0]));
    }

    #[test]
    fn at_rest_beyond_the_bound_there_is_no_force() {
        let mut memory = Memory::default();
        let r = LAW.force(&mut memory, 1.0, [0.0, 0.0], || [1.0, 0.0]);
        assert_eq!((r, memory.sticks, memory.anchor_force), ([0.0, 0.0], false, [0.0, 0.0]));
    }

    #[test]
    fn one_direction_ignores_the_other_but_for_the_reversal_test() {
        let law = Friction { one_direction: true, ..LAW };
        let mut memory = Memory::default();
        assert_eq!(law.force(&mut memory, 8.0, [3.0, 40.0], || unreachable!()), [-2.0, 0.0]);
        // Reversal of the second component alone: vt.v0 < 0, a stick attempt.
        let r = law.force(&mut memory, 8.0, [3.0, -40.0], || [-0.05, 7.0]);
        assert_eq!((r, memory.sticks), ([-2.0 + 5.0 - 6.0, 0.0], true));
    }
}
