//! Slip in two tangential directions: the friction stress opposes the slip speed, a vector.
//!
//! With `r = k mu(|s|) s/|s|` the relation `b = s + r` of one direction holds for the sizes, `|b| = |s| + k mu(|s|)`, and `s` has the
//! direction of `b`. While `b` turns without a jump, the size of `s` follows its branch as in one direction. Where `b` jumps to another
//! direction and the sizes have several solutions, the one that follows is the limit of a contact with a small mass:
//! `s' = b - s - k mu(|s|) s/|s|`. In polar coordinates around `b`, with the size `rho` and the angle `theta`,
//!
//! ```text
//! tan(theta/2) = tan(theta_0/2) exp(-tau),    d ln(rho)/dtau = cos(theta) - Phi(rho)/|b|,    dtau = |b|/rho dt
//! ```
//!
//! which is integrated until the branch is certain. Slip of one direction is the case of one component, with its sign.

use super::law::{Law, Slip};

/// Longest step in `tau`, and greatest change of `ln(rho)` in a step.
const STEP: f64 = 1.0 / 64.0;
/// Beyond, the angle is rounding: `exp(-60)`.
const LONGEST: f64 = 60.0;

/// Size of a vector; its value, with sign, in one direction.
#[inline]
pub fn size<const D: usize>(v: [f64; D]) -> f64 {
    if D == 1 { v[0] } else { libm::sqrt(v.iter().map(|x| x * x).sum()) }
}

/// Unit vector of `v`; `before` where `v` is 0, and the positive direction where there is only one.
#[inline]
pub fn unit<const D: usize>(v: [f64; D], before: [f64; D]) -> [f64; D] {
    if D == 1 {
        return [1.0; D];
    }
    let length = size(v);
    if length > 0.0 { v.map(|x| x / length) } else { before }
}

/// Cosine of the angle between two unit vectors, exact for equal and opposite ones.
#[inline]
fn cosine<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    let dot: f64 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
    // Rounding in the components is of first order, in the angle of second.
    if (1.0 - dot.abs()) < 1e-14 { dot.signum() } else { dot }
}

/// Tells whether two unit vectors point to opposite sides.
pub fn opposite<const D: usize>(a: [f64; D], b: [f64; D]) -> bool {
    D > 1 && cosine(a, b) < 0.0
}

/// The slip that follows from `from`, which has the direction `toward`, when the relation is that of `k` and `b`. Its speed is along
/// the second value.
pub fn settle<const D: usize>(law: &Law, from: Slip, toward: [f64; D], k: f64, b: [f64; D]) -> (Slip, [f64; D]) {
    let next = unit(b, toward);
    let y = size(b);
    if D == 1 {
        return (law.settle(from, k, y), next);
    }
    let cos = cosine(toward, next);
    if from.speed == 0.0 || cos == 1.0 || y == 0.0 {
        return (law.settle(from, k, y), next);
    }
    if cos == -1.0 {
        return (law.settle(Slip { speed: -from.speed, ..from }, k, y), next);
    }
    (turned(law, from.speed, cos, k, y), next)
}

/// The size of the slip after `b` has jumped by an angle.
fn turned(law: &Law, from: f64, cos: f64, k: f64, y: f64) -> Slip {
    let mut tangent = libm::sqrt((1.0 - cos) / (1.0 + cos));
    let along = |tangent: f64| (1.0 - tangent * tangent) / (1.0 + tangent * tangent);
    let stick = k * law.mu(0.0);
    let mut rho = from;
    let mut tau = 0.0;
    while tau < LONGEST {
        // Inside the turns of `Phi = y cos(theta)`, which only widen: the size rises to the next solution.
        if law.phi(k, rho) <= y * along(tangent) {
            break;
        }
        // No solution down to 0.
        if y <= stick && law.fall(k, rho, y).is_none_or(|speed| speed == 0.0) {
            return Slip::STICK;
        }
        let rate = |ahead: f64, log: f64| along(tangent * libm::exp(-ahead)) - law.phi(k, rho * libm::exp(log)) / y;
        let first = rate(0.0, 0.0);
        let h = if first.abs() > 1.0 { STEP / first.abs() } else { STEP };
        let second = rate(0.5 * h, 0.5 * h * first);
        let third = rate(0.5 * h, 0.5 * h * second);
        let fourth = rate(h, h * third);
        rho *= libm::exp(h * (first + 2.0 * (second + third) + fourth) / 6.0);
        tangent *= libm::exp(-h);
        tau += h;
    }
    if !rho.is_finite() {
        return Slip::at(f64::NAN);
    }
    law.settle(Slip::at(rho), k, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contact with a small mass, by small steps.
    fn by_steps(law: &Law, from: [f64; 2], k: f64, b: [f64; 2]) -> [f64; 2] {
        let (mut s, h) = (from, 2e-4);
        for _ in 0..400_000 {
            let speed = size(s);
            let push = [b[0] - s[0], b[1] - s[1]];
            let free = [s[0] + h * push[0], s[1] + h * push[1]];
            // Friction at the end of the step.
            let hold = h * k * law.mu(speed);
            let length = size(free);
            s = if length <= hold { [0.0; 2] } else { free.map(|x| x * (1.0 - hold / length)) };
            if speed == 0.0 && size(s) == 0.0 {
                break;
            }
        }
        s
    }

    #[test]
    fn a_jump_of_direction_ends_where_a_small_mass_does() {
        // Hysteresis in two scales: stick and slip are both solutions for |b| from 0.75 to 1.
        for scale in [1.0, 3.7e-3] {
            let law = Law::linear(1.0, 0.5, 2.0 / scale);
            let k = scale;
            let (mut stuck, mut slipping) = (0, 0);
            for (from, y, degrees) in [
                (0.7, 0.9, 37.0),
                (0.7, 0.9, 61.0),
                (1.3, 0.9, 61.0),
                (1.3, 0.83, 83.0),
                (0.7, 0.97, 97.0),
                (2.9, 0.97, 97.0),
                (2.9, 0.8, 141.0),
                (2.9, 1.3, 167.0),
                (0.3, 1.3, 123.0),
                (0.7, 0.6, 20.0),
            ] {
                let angle = f64::to_radians(degrees);
                let b = [scale * y * libm::cos(angle), scale * y * libm::sin(angle)];
                let from = scale * from;
                let (slip, toward) = settle(&law, Slip::at(from), [1.0, 0.0], k, b);
                let limit = by_steps(&law, [from, 0.0], k, b);
                let found = toward.map(|x| x * slip.speed);
                let gap = size([found[0] - limit[0], found[1] - limit[1]]);
                assert!(gap < 1e-6 * scale, "{from} {y} {degrees}: {found:?} and {limit:?}");
                if slip.stick { stuck += 1 } else { slipping += 1 }
            }
            assert!(stuck >= 2 && slipping >= 5, "{stuck} {slipping}");
        }
    }
}
