//! Series of a contact with a circle: the normal turns with the point.
//!
//! In the frame of the normal and tangent at the start of the piece the position from the centre is `(p, q)`,
//! `r² = p² + q²`, the normal `(c, s) = side (p, q)/r` and the tangent `(-s, c)`. All follow order by order from the
//! velocities, one order ahead of them. Normal and tangential velocities and the forces along the axes of the frame
//! are Cauchy products with `c` and `s`.

use super::scheme::TERMS;
use super::workspace::{EventStepper, Normal, Tangential};
use crate::kernel::transient::exact::round::Round;

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
    fn start(&mut self, side: f64, place: [f64; 2]) {
        self.place[0][0] = place[0];
        self.place[1][0] = place[1];
        self.r[0] = side * place[0];
        self.normal[0][0] = 1.0;
        self.normal[1][0] = 0.0;
    }

    /// Velocities of order `k`, and with them position and normal of order `k + 1`.
    fn advance(&mut self, side: f64, k: usize, velocity: [f64; 2], touches: bool) {
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
    fn local(&self, k: usize, first: usize) -> [f64; 2] {
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
    fn force(&self, k: usize, force: &[f64; TERMS], friction: &[f64; TERMS]) -> [f64; 2] {
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

impl EventStepper {
    /// Turns the rows of the round contacts that touch, or are about to.
    pub(super) fn turn(&mut self, all: bool) {
        let (n, supports) = (self.contacts.size, self.contacts.supports);
        for i in 0..self.tracks.len() {
            let about = |happenings: &[(usize, super::workspace::Happening)]| happenings.iter().any(|&(j, _)| j == i);
            if self.contacts.points[i].round.is_some()
                && (all || self.tracks[i].normal != Normal::Open || about(&self.happenings))
            {
                self.contacts.turn(i, &self.q[..n], &self.support_depl[..supports]);
            }
        }
    }

    /// Order `k` of the motion of a round contact: gap, slip velocities.
    pub(super) fn turning_motion(&mut self, i: usize, round: Round, k: usize) {
        let (n, m) = (self.contacts.size, self.contacts.supports);
        let contacts = &self.contacts;
        let (point, track) = (&contacts.points[i], &mut self.tracks[i]);
        let (v, held) = (&self.v[k * n..(k + 1) * n], &self.support_velo[k * m..(k + 1) * m]);
        let Some(turning) = track.turning.as_deref_mut() else { return };
        let touches = track.normal != Normal::Open;
        if k == 0 {
            let (q, held) = (&self.q[..n], &self.support_depl[..m]);
            let place = [0, 1].map(|row| point.rest[row] + contacts.along(3 * i + row, q, held));
            turning.start(round.side, if touches { [place[0], 0.0] } else { place });
        }
        turning.advance(round.side, k, [0, 1].map(|row| contacts.along(3 * i + row, v, held)), touches);
        // The gap is u plus what a plane through the start has.
        let away = if touches {
            round.side * turning.r[k]
        } else {
            let square = square(&turning.place[0], k) + square(&turning.place[1], k);
            let level = if k == 0 { round.side * 0.5 * round.radius } else { 0.0 };
            round.side * square / (2.0 * round.radius) + level
        };
        track.u[k] = if k == 0 { away - point.rest[0] } else { away };
        let slides = track.tangential == Tangential::Slide;
        if slides || matches!(track.tangential, Tangential::Slip(_)) {
            if slides || point.along[0] {
                track.slip[0][k] = turning.local(k, 0)[1];
            }
            if point.along[1] {
                track.slip[1][k] = contacts.along(3 * i + 2, v, held);
            }
        }
        if slides {
            super::heading::follow_heading(track, k);
        }
    }

    /// Order `k` of the forces of a round contact, but for unknown reactions of that order.
    pub(super) fn push_turning(&mut self, i: usize, k: usize) {
        let (point, track) = (&self.contacts.points[i], &mut self.tracks[i]);
        let Some(turning) = track.turning.as_deref() else { return };
        match track.normal {
            Normal::Open | Normal::Adrift => return,
            Normal::Pressing => {
                let at_rest = if k == 0 { point.rest[0] + point.offset } else { 0.0 };
                track.force[k] = -point.stiffness * (at_rest + track.u[k]);
                if point.damping != 0.0 {
                    track.force[k] -= point.damping * turning.local(k, 0)[0];
                }
            }
            Normal::Closed => track.force[k] = 0.0,
        }
        match track.tangential {
            Tangential::Free | Tangential::Stick => {
                track.friction[0][k] = 0.0;
                track.friction[1][k] = 0.0;
            }
            Tangential::Slip(sign) => {
                let along = usize::from(!point.along[0]);
                track.friction[along][k] = -sign * point.mu_dynamic * track.force[k];
                track.friction[1 - along][k] = 0.0;
            }
            Tangential::Slide => {
                for along in 0..2 {
                    let sum: f64 = (0..=k).map(|j| track.force[j] * track.heading[along][k - j]).sum();
                    track.friction[along][k] = -point.mu_dynamic * sum;
                }
            }
        }
        let force = turning.force(k, &track.force, &track.friction[0]);
        let along_axis = track.friction[1][k];
        for (row, f) in [(0, force[0]), (1, force[1]), (2, along_axis)] {
            super::series::push(&mut self.b, self.contacts.row(3 * i + row), f);
        }
    }
}
