//! Series of a contact with a circle: the normal turns with the point.
//!
//! In the frame of the normal and tangent at the start of the piece the position from the centre is `(p, q)`,
//! `r² = p² + q²`, the normal `(c, s) = side (p, q)/r` and the tangent `(-s, c)`. All follow order by order from the
//! velocities, one order ahead of them. Normal and tangential velocities and the forces along the axes of the frame
//! are Cauchy products with `c` and `s`.

use super::scheme::TERMS;

/// Series of one round contact, in the frame of its piece.
#[derive(Clone, Debug)]
pub(super) struct Turning {
    /// Position, distance from the centre, velocity, normal.
    place: [[f64; TERMS + 1]; 2],
    r: [f64; TERMS + 1],
    velocity: [[f64; TERMS]; 2],
    normal: [[f64; TERMS + 1]; 2],
}

impl Turning {
    /// Series of zeros.
    pub fn new() -> Turning {
        let long = [0.0; TERMS + 1];
        Turning { place: [long; 2], r: long, velocity: [[0.0; TERMS]; 2], normal: [long; 2] }
    }

    /// Takes up the position at the start of a piece.
    pub fn start(&mut self, side: f64, place: [f64; 2]) {
        self.place[0][0] = place[0];
        self.place[1][0] = place[1];
        self.r[0] = side * place[0];
        self.normal[0][0] = 1.0;
        self.normal[1][0] = 0.0;
    }

    /// Coefficient of order `k` of the distance from the centre, where the point touches (m).
    pub fn distance(&self, k: usize) -> f64 {
        self.r[k]
    }

    /// Coefficient of order `k` of its square, wherever the point is (m²).
    pub fn square_of_distance(&self, k: usize) -> f64 {
        square(&self.place[0], k) + square(&self.place[1], k)
    }

    /// Velocities of order `k`, and with them position and normal of order `k + 1`.
    pub fn advance(&mut self, side: f64, k: usize, velocity: [f64; 2], touches: bool) {
        let next = k + 1;
        for (axis, v) in velocity.into_iter().enumerate() {
            self.velocity[axis][k] = v;
            self.place[axis][next] = v / next as f64;
        }
        if !touches {
            return;
        }
        let mut sum = square(&self.place[0], next) + square(&self.place[1], next);
        for j in 1..next {
            sum -= self.r[j] * self.r[next - j];
        }
        self.r[next] = sum / (2.0 * self.r[0]);
        for axis in 0..2 {
            let mut sum = side * self.place[axis][next];
            for j in 1..=next {
                sum -= self.r[j] * self.normal[axis][next - j];
            }
            self.normal[axis][next] = sum / self.r[0];
        }
    }

    /// Velocity of order `k` along the normal and the tangent, from products whose first factor has order `first` or more.
    pub fn local(&self, k: usize, first: usize) -> [f64; 2] {
        let ([c, s], [p, q]) = (&self.normal, &self.velocity);
        let (mut normal, mut tangential) = (0.0, 0.0);
        for j in first..=k {
            normal += c[j] * p[k - j] + s[j] * q[k - j];
            tangential += c[j] * q[k - j] - s[j] * p[k - j];
        }
        [normal, tangential]
    }

    /// Part of the velocity of order `k + 1` along normal and tangent that the turn of the frame gives, times `k + 1`:
    /// what accelerations of order `k` have to make up for.
    pub fn bend(&self, k: usize) -> [f64; 2] {
        if k + 1 >= TERMS {
            return [0.0; 2];
        }
        // The velocity of order k + 1 is not known yet; its factors c0 = 1, s0 = 0 are left out.
        let ([c, s], [p, q]) = (&self.normal, &self.velocity);
        let (mut normal, mut tangential) = (0.0, 0.0);
        for j in 1..=k + 1 {
            normal += c[j] * p[k + 1 - j] + s[j] * q[k + 1 - j];
            tangential += c[j] * q[k + 1 - j] - s[j] * p[k + 1 - j];
        }
        [normal, tangential].map(|x| (k + 1) as f64 * x)
    }

    /// Force of order `k` along the axes of the frame, of a normal force and a friction force along the tangent.
    pub fn force(&self, k: usize, force: &[f64; TERMS], friction: &[f64; TERMS]) -> [f64; 2] {
        let [c, s] = &self.normal;
        let (mut first, mut second) = (0.0, 0.0);
        for j in 0..=k {
            first += force[j] * c[k - j] - friction[j] * s[k - j];
            second += force[j] * s[k - j] + friction[j] * c[k - j];
        }
        [first, second]
    }
}

/// Coefficient `k` of the square of a series.
fn square(x: &[f64], k: usize) -> f64 {
    (0..=k).map(|j| x[j] * x[k - j]).sum()
}
