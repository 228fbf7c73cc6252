//! Forces, accelerations and single terms of an equation of motion.

use super::System;
use crate::transient::fault::TransientFault;
use crate::transient::matrix::Square;

impl System {
    /// Brings damping and stiffness to time `t` (s), for a rotor whose speed varies. Fails where the speed has no value.
    #[inline]
    pub fn refresh(&mut self, t: f64) -> Result<(), TransientFault> {
        let (Some(rotation), Some(damping), Some(stiffness)) =
            (&mut self.rotation, &mut self.full_damping, &mut self.full_stiffness)
        else {
            return Ok(());
        };
        self.version += 1;
        rotation.apply(t, damping, stiffness).map_err(|source| TransientFault::Rotation { time: t, source })
    }

    /// Acceleration in state (`q`, `v`) under the force `f`.
    #[inline(always)]
    pub fn acceleration(&mut self, q: &[f64], v: &[f64], f: &[f64], a: &mut [f64]) {
        if let ([q], [v], [f], [a], Some([m, r, c])) = (q, v, f, &mut *a, self.one) {
            *a = f * m - r * q - c * v;
        } else if self.diagonal {
            let n = a.len();
            let (q, v, f) = (&q[..n], &v[..n], &f[..n]);
            let (m, r, c) = (&self.inverse_mass[..n], &self.ratio[..n], &self.damping[..n]);
            for i in 0..n {
                a[i] = f[i] * m[i] - r[i] * q[i] - c[i] * v[i];
            }
        } else {
            self.coupled_acceleration(q, v, f, a);
        }
    }

    #[inline(never)]
    fn coupled_acceleration(&mut self, q: &[f64], v: &[f64], f: &[f64], a: &mut [f64]) {
        self.elastic_force(q, a);
        let mut damping = std::mem::take(&mut self.product);
        self.damping_force(v, &mut damping);
        for ((a, f), damping) in a.iter_mut().zip(f).zip(&damping) {
            *a = f - *a - damping;
        }
        self.product = damping;
        self.solve_mass(a);
    }

    /// `g = M^-1 (f - K q)`: the acceleration without its damping part.
    #[inline]
    pub fn undamped_acceleration(&mut self, q: &[f64], f: &[f64], g: &mut [f64]) {
        if self.full_mass.is_none() && self.full_stiffness.is_none() {
            let n = g.len();
            let (q, f, m, r) = (&q[..n], &f[..n], &self.inverse_mass[..n], &self.ratio[..n]);
            for i in 0..n {
                g[i] = f[i] * m[i] - r[i] * q[i];
            }
        } else {
            self.elastic_force(q, g);
            for (g, f) in g.iter_mut().zip(f) {
                *g = f - *g;
            }
            self.solve_mass(g);
        }
    }

    /// `K q`
    pub fn elastic_force(&self, q: &[f64], out: &mut [f64]) {
        match &self.full_stiffness {
            Some(k) => k.multiply(q, out),
            None => {
                for ((out, k), q) in out.iter_mut().zip(&self.stiffness).zip(q) {
                    *out = k * q;
                }
            }
        }
    }

    /// `C v`
    pub fn damping_force(&self, v: &[f64], out: &mut [f64]) {
        match (&self.full_damping, &self.full_mass) {
            (Some(c), _) => c.multiply(v, out),
            (None, Some((m, _))) => {
                m.multiply(v, out);
                for (out, c) in out.iter_mut().zip(&self.damping) {
                    *out *= c;
                }
            }
            (None, None) => {
                for (((out, m), c), v) in out.iter_mut().zip(&self.mass).zip(&self.damping).zip(v) {
                    *out = m * c * v;
                }
            }
        }
    }

    /// `M a`
    pub fn inertia(&self, a: &[f64], out: &mut [f64]) {
        match &self.full_mass {
            Some((m, _)) => m.multiply(a, out),
            None => {
                for ((out, m), a) in out.iter_mut().zip(&self.mass).zip(a) {
                    *out = m * a;
                }
            }
        }
    }

    /// `x := M^-1 x`
    pub fn solve_mass(&mut self, x: &mut [f64]) {
        match &mut self.full_mass {
            Some((_, factors)) => factors.solve(x),
            None => {
                for (x, m) in x.iter_mut().zip(&self.mass) {
                    *x /= m;
                }
            }
        }
    }

    /// Term (i, j) of the mass.
    pub fn mass_term(&self, i: usize, j: usize) -> f64 {
        term(self.full_mass.as_ref().map(|(m, _)| m), i, j, self.mass[i])
    }

    /// Term (i, j) of the stiffness.
    pub fn stiffness_term(&self, i: usize, j: usize) -> f64 {
        term(self.full_stiffness.as_ref(), i, j, self.stiffness[i])
    }

    /// True where the damping is given per unit mass, and some damped coordinate has a generalised mass other than 1.
    pub fn has_scaled_damping(&self) -> bool {
        let unit = |i: usize| (self.mass[i] - 1.0).abs() <= 1e-12;
        self.full_damping.is_none() && (0..self.size()).any(|i| self.damping[i] != 0.0 && !unit(i))
    }

    /// Term of the matrix whose product is [`System::damping_force`].
    pub fn damping_term(&self, i: usize, j: usize) -> f64 {
        match (&self.full_damping, &self.full_mass) {
            (None, Some((m, _))) => self.damping[i] * m.at(i, j),
            (full, _) => term(full.as_ref(), i, j, self.mass[i] * self.damping[i]),
        }
    }
}

fn term(full: Option<&Square>, i: usize, j: usize, diagonal: f64) -> f64 {
    match full {
        Some(matrix) => matrix.at(i, j),
        None if i == j => diagonal,
        None => 0.0,
    }
}
