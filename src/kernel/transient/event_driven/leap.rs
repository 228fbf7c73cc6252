//! Pieces longer than the fastest modes would let them be.
//!
//! The motion between two events is `y(t) = Y(t) + sum_j Re(r_j a_j exp(l_j t))`, with the fast modes `l_j`, `r_j` of
//! [`Separation`]: `Y` holds what is left of the motion and the part of the fast modes that follows the forces, both of which
//! change slowly. The latter is a polynomial where the forces are one,
//!
//! ```text
//! (k + 1) z_(k+1) = l z_k + g_k,    so    z_k = ((k + 1) z_(k+1) - g_k)/l
//! ```
//!
//! downwards from the last order; each order of `Y` is corrected to it, which takes out the rounding that the recurrence
//! multiplies by `l t/k`. What is left of the amplitude at the start, `a`, swings by itself and is known for all times. It moves a
//! quantity that is looked at by no more than the sum of its moduli: no event is before that quantity, without it, comes as near to
//! zero. There the piece ends, and those of the usual length locate what happens. So the swing is left out of nothing: it counts in
//! states, forces, impulses and the wear integral, and only a bound of it below the rounding of a quantity (2e-16 of the sum of its
//! terms) is none. The number of pieces follows the motion that passes zero and not the frequencies of the basis.
//!
//! Where a round contact or slip in two directions makes the motion non-linear, and in a rotor whose speed changes, pieces are not
//! longer. The flow whose derivative is followed keeps short pieces too.

use num_complex::Complex64;

use super::scheme::TERMS;
use super::series::LONGEST_TURN;
use super::swings::{Separation, Swings, exponential};
use super::variation::Variation;
use super::workspace::{EventStepper, Tangential, Track};
use crate::transient::dynamics::Dynamics;
use crate::transient::exact::contacts::Point;

/// Least turn (rad) of the slowest fast mode in a long piece, where the recurrence downwards holds to rounding.
const LEAST_TURN: f64 = 20.0 * LONGEST_TURN;
/// Separations that are kept.
const MOST_KNOWN: usize = 64;
/// Most short pieces before a long one is tried again.
const LONGEST_WAIT: u32 = 64;

impl EventStepper {
    /// Lets pieces be longer than the fastest modes would let them be, where the motion is linear between events and a step PAS has many
    /// of their periods.
    pub(crate) fn separate(&mut self, dynamics: &Dynamics) {
        let (n, width) = (self.contacts.size, 3 * self.contacts.points.len() + 1);
        let points = || self.contacts.points.iter().enumerate();
        let stops =
            |f: fn(&Point) -> f64| points().map(|(i, point)| f(point) * self.contacts.delassus[3 * i * width]).sum();
        let (stiffness, damping): (f64, f64) = (stops(|point| point.stiffness), stops(|point| point.damping));
        let fastest = (self.fastest * self.fastest + stiffness.abs()).sqrt().max(damping.abs());
        let linear = points().all(|(_, point)| point.round.is_none()) && !dynamics.system.varies();
        if !linear || !(fastest * self.nominal >= LEAST_TURN) {
            return;
        }
        self.swings = Some(Box::new(Swings::new(n, fastest)));
    }

    /// Computes a long piece where there is one; its coefficients are then those without the swing.
    pub(super) fn leap(&mut self, dynamics: &mut Dynamics, until: f64) -> bool {
        let Some(mut swings) = self.swings.take() else { return false };
        swings.long = swings.try_leap(self, dynamics, until);
        let long = swings.long;
        self.swings = Some(swings);
        long
    }

    /// Adds the swing at `x` (s) from the start of the piece to displacements, velocities and accelerations.
    pub(super) fn swing(&self, x: f64, q: &mut [f64], v: &mut [f64], a: &mut [f64]) {
        let Some((swings, separation)) =
            self.swings.as_deref().filter(|s| s.long).and_then(|s| Some((s, s.separation()?)))
        else {
            return;
        };
        for (mode, amplitude) in separation.modes.iter().zip(&swings.amplitudes) {
            let now = amplitude * exponential(mode.rate * x);
            let (own, speeds) = mode.right.split_at(q.len());
            for (q, r) in q.iter_mut().zip(own) {
                *q += (now * r).re;
            }
            for ((v, a), r) in v.iter_mut().zip(a.iter_mut()).zip(speeds) {
                let v_now = now * r;
                (*v, *a) = (*v + v_now.re, *a + (v_now * mode.rate).re);
            }
        }
    }
}

impl Swings {
    fn try_leap(&mut self, stepper: &mut EventStepper, dynamics: &mut Dynamics, until: f64) -> bool {
        self.recognise(stepper, dynamics, until);
        let Some(fast) = self.separation().map(|separation| separation.fast) else { return false };
        let least = LEAST_TURN / fast;
        if !(until >= least) {
            return false;
        }
        if self.wait > 0 {
            self.wait -= 1;
            follow(dynamics, fast);
            return false;
        }
        self.calm(stepper, dynamics, until);
        stepper.search(Some(self));
        if stepper.length >= least {
            self.next_wait = 1;
            return true;
        }
        let n = stepper.contacts.size;
        stepper.q[..n].copy_from_slice(&self.kept[0]);
        stepper.v[..n].copy_from_slice(&self.kept[1]);
        (self.wait, self.next_wait) = (self.next_wait, LONGEST_WAIT.min(2 * self.next_wait));
        follow(dynamics, fast);
        false
    }

    /// Finds the fast modes of the contacts as they are, once short pieces have cost as much.
    fn recognise(&mut self, stepper: &EventStepper, dynamics: &mut Dynamics, until: f64) {
        let state = |track: &Track| (track.normal, track.tangential, track.sign);
        if !stepper.tracks.iter().map(state).eq(self.states.iter().copied()) {
            self.states.clear();
            self.states.extend(stepper.tracks.iter().map(state));
            (self.pieces, self.wait, self.next_wait) = (0, 0, 1);
            self.rank = self.known.iter().position(|(states, _)| *states == self.states);
        }
        let linear = self.states.iter().all(|state| state.1 != Tangential::Slide);
        if self.rank.is_some() || !linear || self.known.len() == MOST_KNOWN || !(until * self.fastest > LEAST_TURN) {
            return;
        }
        self.pieces += 1;
        if self.pieces > self.patience {
            let mut variation = Variation::new(stepper);
            variation.take_up(stepper, dynamics);
            let separation = Separation::new(&mut variation, dynamics, 1.0 / stepper.nominal);
            self.rank = Some(self.known.len());
            self.known.push((self.states.clone(), separation));
        }
    }

    /// Takes the swing out of the state at the start of the piece and computes the series of the rest.
    fn calm(&mut self, stepper: &mut EventStepper, dynamics: &mut Dynamics, until: f64) {
        let Some((_, Some(separation))) = self.rank.and_then(|rank| self.known.get(rank)) else { return };
        let (n, modes) = (stepper.contacts.size, &separation.modes);
        let amplitude = |left: &[Complex64], q: &[f64], v: &[f64]| -> Complex64 {
            left.iter().zip(q.iter().chain(v)).map(|(left, y)| left * y).sum()
        };
        self.kept[0].copy_from_slice(&stepper.q[..n]);
        self.kept[1].copy_from_slice(&stepper.v[..n]);
        // The forces on the fast modes: accelerations without any motion.
        self.following.clear();
        self.following.resize(modes.len() * TERMS, Complex64::default());
        let following = &mut self.following;
        stepper.q[..n].fill(0.0);
        stepper.v[..n].fill(0.0);
        stepper.expand_with(dynamics, |k, q, v| {
            q.fill(0.0);
            for (mode, following) in modes.iter().zip(following.chunks_exact_mut(TERMS)) {
                following[k - 1] = amplitude(&mode.left, q, v) * k as f64;
            }
            v.fill(0.0);
        });
        for (mode, following) in modes.iter().zip(following.chunks_exact_mut(TERMS)) {
            let mut above = Complex64::default();
            for (k, z) in following.iter_mut().enumerate().rev() {
                *z = (above * (k + 1) as f64 - *z) / mode.rate;
                above = *z;
            }
        }
        // Amplitudes of all modes first: those of a pair have parts in each other's real parts.
        let following = &self.following;
        let correct = |k: usize, q: &mut [f64], v: &mut [f64], amplitudes: &mut [Complex64]| {
            for ((mode, out), following) in modes.iter().zip(&mut *amplitudes).zip(following.chunks_exact(TERMS)) {
                *out = amplitude(&mode.left, q, v) - following[k];
            }
            for (mode, swing) in modes.iter().zip(amplitudes) {
                for (y, right) in q.iter_mut().chain(v.iter_mut()).zip(&mode.right) {
                    *y -= (*swing * right).re;
                }
            }
        };
        stepper.q[..n].copy_from_slice(&self.kept[0]);
        stepper.v[..n].copy_from_slice(&self.kept[1]);
        self.amplitudes.resize(modes.len(), Complex64::default());
        self.rounding.resize(modes.len(), Complex64::default());
        correct(0, &mut stepper.q[..n], &mut stepper.v[..n], &mut self.amplitudes);
        let rounding = &mut self.rounding;
        let length = stepper.expand_motion_with(dynamics, separation.slow, |k, q, v| correct(k, q, v, rounding));
        stepper.length = length.min(until);
    }
}

/// Counts a piece that is short for modes from the rate `fast` (rad/s) on.
fn follow(dynamics: &mut Dynamics, fast: f64) {
    let statistics = &mut dynamics.exchange.statistics;
    (statistics.followed, statistics.fast) = (statistics.followed + 1, fast / std::f64::consts::TAU);
}
