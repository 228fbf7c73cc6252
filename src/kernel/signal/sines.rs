//! Sines and cosines of eight numbers at a time, with the bits of `libm`.
//!
//! The steps are those of `libm` (fdlibm's: reduction by multiples of `π/2` split in two, polynomials on `|y| <= π/4`), written
//! without branches so that the eight go through registers together. Where `libm` takes another way (very small or large
//! numbers, second round of the reduction, quadrants that rounding may decide) it is called itself.

use crate::lanes::{LaneWork, Lanes, run};

/// Numbers at a time.
pub(in crate::signal) const COUNT: usize = 8;

/// `2/π`; what added and taken off rounds to an integer; `π/2` as its first 33 bits and the rest.
const INV_PIO2: f64 = std::f64::consts::FRAC_2_PI;
const TO_INT: f64 = 1.5 / f64::EPSILON;
const PIO2_1: f64 = 1.57079632673412561417e+00;
const PIO2_1T: f64 = 6.07710050650619224932e-11;
const S: [f64; 6] = [
    -1.66666666666666324348e-01,
    8.33333333332248946124e-03,
    -1.98412698298579493134e-04,
    2.75573137070700676789e-06,
    -2.50507602534068634195e-08,
    1.58969099521155010221e-10,
];
const C: [f64; 6] = [
    4.16666666666666019037e-02,
    -1.38888888888741095749e-03,
    2.48015872894767294178e-05,
    -2.75573143513906633035e-07,
    2.08757232129817482790e-09,
    -1.13596475577881948265e-11,
];
/// Moduli of what is done here.
const LEAST: f64 = 1.5e-8;
const MOST: f64 = 1e5;
/// The nearest multiple of `π/2` is beyond doubt up to this distance from it (of half a multiple), and one round of the
/// reduction is enough down to this part of the number (`libm`: `2^-16` of its power of two).
const SURE: f64 = 0.4999;
const ENOUGH: f64 = 1.0 / 16384.0;

pub(in crate::signal) fn sines(x: &[f64; COUNT]) -> [f64; COUNT] {
    all(x, 0, libm::sin)
}

pub(in crate::signal) fn cosines(x: &[f64; COUNT]) -> [f64; COUNT] {
    all(x, 1, libm::cos)
}

fn all(x: &[f64; COUNT], quadrants: u64, one: fn(f64) -> f64) -> [f64; COUNT] {
    let (mut y, usual) = run(Turned { x, quadrants });
    for k in 0..COUNT {
        if usual[k] == 0.0 {
            y[k] = one(x[k]);
        }
    }
    y
}

/// [`turned`] for all of them.
struct Turned<'a> {
    x: &'a [f64; COUNT],
    quadrants: u64,
}

impl LaneWork for Turned<'_> {
    type Output = ([f64; COUNT], [f64; COUNT]);

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Self::Output {
        let (mut y, mut usual) = ([0.0; COUNT], [0.0; COUNT]);
        for k in 0..COUNT {
            (y[k], usual[k]) = turned(self.x[k], self.quadrants);
        }
        (y, usual)
    }
}

/// Sine of `x` plus so many quarters of a turn, and 1 where it is that of `libm`.
#[inline(always)]
fn turned(x: f64, quadrants: u64) -> (f64, f64) {
    let scaled = x * INV_PIO2;
    let shifted = scaled + TO_INT;
    let multiple = shifted - TO_INT;
    let r = x - multiple * PIO2_1;
    let w = multiple * PIO2_1T;
    let y = r - w;
    let rest = (r - y) - w;
    let within = (x.abs() >= LEAST) & (x.abs() <= MOST);
    let sure = ((scaled - multiple).abs() <= SURE) & (y.abs() >= ENOUGH * x.abs());
    let usual = if within & sure { 1.0 } else { 0.0 };
    let quadrant = shifted.to_bits().wrapping_add(quadrants);
    let z = y * y;
    let zz = z * z;
    // Sine on |y| <= π/4; without reduction `libm` rounds otherwise.
    let p = S[1] + z * (S[2] + z * S[3]) + z * zz * (S[4] + z * S[5]);
    let v = z * y;
    let reduced = y - ((z * (0.5 * rest - v * p) - rest) - v * S[0]);
    let sine = if multiple == 0.0 { y + v * (S[0] + z * p) } else { reduced };
    // Cosine.
    let p = z * (C[0] + z * (C[1] + z * C[2])) + zz * zz * (C[3] + z * (C[4] + z * C[5]));
    let half = 0.5 * z;
    let w = 1.0 - half;
    let cosine = w + (((1.0 - w) - half) + (z * p - y * rest));
    let value = if quadrant & 1 == 0 { sine } else { cosine };
    (f64::from_bits(value.to_bits() ^ ((quadrant & 2) << 62)), usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_have_the_bits_of_libm() {
        let same = |x: [f64; COUNT]| {
            let bits = |y: [f64; COUNT]| y.map(f64::to_bits);
            assert_eq!(bits(sines(&x)), x.map(|x| libm::sin(x).to_bits()), "{x:?}");
            assert_eq!(bits(cosines(&x)), x.map(|x| libm::cos(x).to_bits()), "{x:?}");
        };
        same([0.0, -0.0, 1e-300, -1e-9, 1e-7, f64::MAX, f64::MIN_POSITIVE, 1e22]);
        // Multiples of π/4 and their neighbours, then numbers of all sizes.
        for k in -40_i32..40 {
            let x = f64::from(k) * std::f64::consts::FRAC_PI_4;
            same([x, x.next_up(), x.next_down(), x + 1e-9, x - 1e-9, x + 1e-5, x - 1e-5, x + 0.1]);
        }
        let mut state = 1_u64;
        for _ in 0..20_000 {
            same(std::array::from_fn(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let size = libm::exp2(f64::from((state >> 58) as u32) / 2.0 - 20.0);
                ((state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0) * size
            }));
        }
    }
}
