//! Free flight: many steps at once, by powers of two of the matrix of one step.
//!
//! Step of a free mode: (U, D) -> ((1 - alpha) U + beta D, -alpha U + beta D). With each power go the three coefficients of the
//! sum of (D + D')^2 over its steps, a quadratic form of the start. Rigid modes under weight have closed forms.

use super::super::modes::{BeamState, Modes};

/// Powers of two that are kept: longer flights are made of several of the last.
const POWERS: usize = 14;

/// Coefficients of one power, by place.
#[derive(Clone, Debug, Default)]
struct Power {
    uu: Vec<f64>,
    ud: Vec<f64>,
    du: Vec<f64>,
    dd: Vec<f64>,
    /// Of U^2, U D, D^2 in the sum of squares.
    squares: [Vec<f64>; 3],
}

#[derive(Clone, Debug)]
pub(super) struct Flight {
    powers: Vec<Power>,
}

impl Flight {
    /// Room for the flights of a run with these modes.
    pub fn new(modes: &Modes) -> Flight {
        let n = modes.places();
        let mut powers = vec![
            Power {
                uu: vec![0.0; n],
                ud: vec![0.0; n],
                du: vec![0.0; n],
                dd: vec![0.0; n],
                squares: [vec![0.0; n], vec![0.0; n], vec![0.0; n]],
            };
            POWERS
        ];
        for k in 0..n {
            let (alpha, beta) = (modes.alpha[k], modes.beta[k]);
            let mut m = [1.0 - alpha, beta, -alpha, beta];
            let mut q = [alpha * alpha, -2.0 * alpha * (1.0 + beta), (1.0 + beta) * (1.0 + beta)];
            if modes.rigid.contains(&k) {
                q = [0.0; 3];
            }
            for power in &mut powers {
                (power.uu[k], power.ud[k], power.du[k], power.dd[k]) = (m[0], m[1], m[2], m[3]);
                (0..3).for_each(|i| power.squares[i][k] = q[i]);
                let [a, b, c, d] = m;
                // The form of the second half: Q(M x).
                q = [
                    q[0] + q[0] * a * a + q[1] * a * c + q[2] * c * c,
                    q[1] + 2.0 * q[0] * a * b + q[1] * (a * d + b * c) + 2.0 * q[2] * c * d,
                    q[2] + q[0] * b * b + q[1] * b * d + q[2] * d * d,
                ];
                m = [a * a + b * c, a * b + b * d, c * a + d * c, c * b + d * d];
            }
        }
        Flight { powers }
    }

    /// Advances by `steps` steps without contact.
    #[inline(always)]
    pub fn fly(&self, modes: &Modes, state: &mut BeamState, steps: u64) {
        let mut left = steps;
        while left > 0 {
            let rank = (left.ilog2() as usize).min(POWERS - 1);
            let power = &self.powers[rank];
            let taken = 1u64 << rank;
            leap(power, state);
            for place in &modes.rigid {
                // leap() has moved U by D; what weight adds, and the sum of squares, in closed form.
                let (n, g, k) = (taken as f64, modes.constant[*place], *place);
                let d = state.d[k];
                state.squares[k] += 4.0 * n * d * d + 4.0 * d * g * n * n + g * g * n * (4.0 * n * n - 1.0) / 3.0;
                state.u[k] += 0.5 * g * n * (n + 1.0);
                state.d[k] += n * g;
            }
            left -= taken;
        }
    }
}

#[inline(always)]
fn leap(power: &Power, state: &mut BeamState) {
    let n = state.u.len();
    let (u, d, squares) = (&mut state.u[..n], &mut state.d[..n], &mut state.squares[..n]);
    let (uu, ud, du, dd) = (&power.uu[..n], &power.ud[..n], &power.du[..n], &power.dd[..n]);
    let [a, b, c] = &power.squares;
    let (a, b, c) = (&a[..n], &b[..n], &c[..n]);
    for k in 0..n {
        let (x, y) = (u[k], d[k]);
        squares[k] += a[k] * x * x + b[k] * x * y + c[k] * y * y;
        u[k] = uu[k] * x + ud[k] * y;
        d[k] = du[k] * x + dd[k] * y;
    }
}
