//! Tangential motion of the slab by characteristics: dry friction at its base.
//!
//! `p = w_t + c w_x` arrives at the contact, `b = p - v` decides the slip speed `s` (see [`super::law`]), `2 w_t - p` leaves and
//! comes back after the echo time `2 H/c`. On a piece where `p`, the speed of the foundation and the pressure are straight, the
//! solution keeps its branch until the branch ends; the instant is a root.

use super::course::Course;
use super::fault::Fault;
use super::law::{Law, Slip};
use super::line::{Line, Piece};
use super::record::{Event, Nature, Run};
use super::waves::{reflected, snapped};

/// Data of the contact on one piece, at both ends.
#[derive(Clone, Copy, Debug)]
pub struct Piecewise {
    pub p: (f64, f64),
    pub base: (f64, f64),
    /// Pressure over impedance (m/s).
    pub k: (f64, f64),
}

/// The tangential motion of a slab: shear waves over a contact with friction.
#[derive(Debug)]
pub struct Tangential {
    pub law: Law,
    pub line: Line,
    pub dt: f64,
    pub cell: u64,
    pub place: f64,
    pub half: f64,
    pub impedance: f64,
    pub top: Course,
    pub base: Course,
    pub slip: Slip,
    /// `b` and `k` at the end of the last piece.
    pub last: (f64, f64),
    pub base_speed: f64,
    pub displacement: f64,
    pub distance: f64,
    pub friction: f64,
    pub work_base: f64,
    pub work_top: f64,
    pub stuck: f64,
    pub started: bool,
    /// Room for what leaves whole cells.
    pub swept: Vec<Piece>,
}

fn between(ends: (f64, f64), x: f64) -> f64 {
    ends.0 + (ends.1 - ends.0) * x
}

/// Integral over [0, 1] of the product of two straight lines.
#[inline]
fn product(a: (f64, f64), b: (f64, f64)) -> f64 {
    (2.0 * a.0 * b.0 + a.0 * b.1 + a.1 * b.0 + 2.0 * a.1 * b.1) / 6.0
}

impl Tangential {
    /// Instant (s) of a place of the present cell, from 0 to 1.
    #[inline]
    pub fn time(&self, place: f64) -> f64 {
        (self.cell as f64 + place) * self.dt
    }

    /// Data of the piece up to `end` of the cell; takes it from the line.
    #[inline]
    pub fn next(&mut self, end: f64, k: (f64, f64)) -> Result<Piecewise, Fault> {
        let (from, to) = (self.time(self.place), self.time(end));
        let base = self.base.on(from, to).map_err(Fault::data("VITE_BASE", from))?;
        let top =
            reflected(&mut self.top, self.half, from, to, false).map_err(Fault::data("VITE_HAUT", from - self.half))?;
        let q = self.line.take(end);
        let mut p = (-q.0, -q.1);
        if top != (0.0, 0.0) {
            p = (2.0 * top.0 - q.0, 2.0 * top.1 - q.1);
            self.work_top += self.impedance * (to - from) * product((top.0 - q.0, top.1 - q.1), top);
        }
        Ok(Piecewise { p, base, k })
    }

    /// Takes the state to the start of the piece: what changes at once there is an event, except at the very start.
    #[inline]
    pub fn enter(&mut self, piece: &Piecewise, run: &mut Run) -> Result<(), Fault> {
        let (b, k) = (piece.p.0 - piece.base.0, piece.k.0);
        if (b, k) != self.last || !self.started {
            let after = self.law.settle(self.slip, k, b);
            if !after.speed.is_finite() {
                return Err(Fault::NoCoefficient { time: self.time(self.place), speed: b.abs() });
            }
            if self.started {
                self.note(self.time(self.place), after, k, run);
            } else {
                run.starts_stuck = after.stick;
            }
            self.slip = after;
            self.started = true;
        }
        self.base_speed = piece.base.0;
        self.last = (b, k);
        Ok(())
    }

    /// Keeps the event that leads to `after`, if it is one, and makes it the state.
    fn note(&mut self, time: f64, after: Slip, k: f64, run: &mut Run) {
        let before = self.slip;
        let nature = if self.law.changes_branch(k, before.speed, after.speed) {
            Nature::Jump
        } else if before.stick && !after.stick {
            Nature::Slip
        } else if after.stick && !before.stick {
            Nature::Stick
        } else {
            return;
        };
        run.note(Event {
            time,
            nature,
            before: before.speed,
            after: after.speed,
            sticks: after.stick,
            distance: self.distance,
            work: self.friction,
        });
    }

    /// Goes through the piece up to `end` of the cell.
    pub fn cross(&mut self, piece: &Piecewise, end: f64, run: &mut Run) -> Result<(), Fault> {
        let start = self.place;
        let length = (end - start) * self.dt;
        let b = (piece.p.0 - piece.base.0, piece.p.1 - piece.base.1);
        let mut x = 0.0;
        let mut turns = 0;
        while x < 1.0 {
            let (slip, until, next) = self.follow(b, piece.k, x);
            if !(slip.speed.is_finite() && until >= x) || next.is_some_and(|n| !n.speed.is_finite()) {
                let time = self.time(start) + length * x;
                let speed = between(b, 1.0).abs();
                return Err(if speed.is_finite() {
                    Fault::NoCoefficient { time, speed }
                } else {
                    Fault::NotFinite { time }
                });
            }
            turns += 1;
            // Each turn ends a branch: a piece has few. Rounding must not go on for ever.
            let until = if turns > 1000 { 1.0 } else { snapped(until, x) };
            if until > x {
                self.emit(
                    piece,
                    b,
                    (x, until),
                    slip,
                    if until >= 1.0 { end } else { start + (end - start) * until },
                    length,
                );
            }
            self.slip = slip;
            if let Some(after) = next {
                self.note(self.time(start) + length * until, after, between(piece.k, until), run);
                self.slip = after;
            }
            x = until;
        }
        self.last = (b.1, piece.k.1);
        self.base_speed = piece.base.1;
        Ok(())
    }

    #[inline]
    fn emit(&mut self, piece: &Piecewise, b: (f64, f64), (x, until): (f64, f64), slip: Slip, end: f64, length: f64) {
        let span = (until - x) * length;
        let whole = x == 0.0 && until >= 1.0;
        let part = |ends: (f64, f64)| if whole { ends } else { (between(ends, x), between(ends, until)) };
        let (p, base, b) = (part(piece.p), part(piece.base), part(b));
        let s = (self.slip.speed, slip.speed);
        let r = (self.impedance * (b.0 - s.0), self.impedance * (b.1 - s.1));
        let velocity = (s.0 + base.0, s.1 + base.1);
        if self.slip.stick {
            self.stuck += span;
        } else {
            self.distance += span * 0.5 * (s.0.abs() + s.1.abs());
            self.friction += span * product(r, s);
        }
        self.work_base -= span * product(r, base);
        self.displacement += span * 0.5 * (velocity.0 + velocity.1);
        self.line.push(Piece { end, first: 2.0 * velocity.0 - p.0, last: 2.0 * velocity.1 - p.1 });
    }

    /// State at the end of the branch (a share of the piece, 1 when it holds to its end), and the state after it.
    fn follow(&self, b: (f64, f64), k: (f64, f64), x: f64) -> (Slip, f64, Option<Slip>) {
        let stick = (k.0 * self.law.mu(0.0), k.1 * self.law.mu(0.0));
        if self.slip.stick {
            if b.1.abs() <= stick.1 {
                return (Slip::STICK, 1.0, None);
            }
            let side = if b.1 < 0.0 { -1.0 } else { 1.0 };
            let until = root(side * b.0 - stick.0, side * b.1 - stick.1).clamp(x, 1.0);
            return (Slip::STICK, until, Some(self.leave(between(k, until), side)));
        }
        let s = self.slip.speed;
        let sign = if s != 0.0 {
            s
        } else if between(b, x) != 0.0 {
            between(b, x)
        } else {
            b.1
        };
        let side = if sign < 0.0 { -1.0 } else { 1.0 };
        let (speed, y) = (side * s, (side * b.0, side * b.1));
        if k.0 == k.1 { self.follow_slip(k.0, speed, side, y, x) } else { self.search(b, k, x) }
    }

    /// Out of stick to the side of the force: along the branch when it goes on, else to the next.
    fn leave(&self, k: f64, side: f64) -> Slip {
        if self.law.edges(k, 0.0).1 > 0.0 {
            return Slip::at(side * 0.0);
        }
        Slip::at(side * self.law.rise(k, 0.0, k * self.law.mu(0.0) * (1.0 + 1e-14)))
    }

    /// Slip under a constant pressure.
    fn follow_slip(&self, k: f64, s: f64, side: f64, y: (f64, f64), x: f64) -> (Slip, f64, Option<Slip>) {
        let (low, high) = self.law.edges(k, s);
        let bottom = self.law.phi(k, low);
        if y.1 < bottom {
            let until = root(y.0 - bottom, y.1 - bottom).clamp(x, 1.0);
            let after = if low > 0.0 {
                match self.law.fall(k, low, bottom * (1.0 - 1e-14)) {
                    Some(speed) if speed > 0.0 => Slip::at(side * speed),
                    _ => Slip::STICK,
                }
            } else if bottom > 0.0 {
                Slip::STICK
            } else {
                Slip::at(-side * 0.0)
            };
            return (Slip::at(side * low), until, Some(after));
        }
        if high.is_finite() {
            let peak = self.law.phi(k, high);
            if y.1 > peak {
                let until = root(y.0 - peak, y.1 - peak).clamp(x, 1.0);
                let after = self.law.rise(k, high, peak * (1.0 + 1e-14));
                return (Slip::at(side * high), until, Some(Slip::at(side * after)));
            }
        }
        let speed =
            if y.1 >= self.law.phi(k, s) { self.law.rise(k, s, y.1) } else { self.law.fall(k, s, y.1).unwrap_or(low) };
        (Slip::at(side * speed), 1.0, None)
    }

    /// Slip while the pressure changes: the last share of the piece at which the branch still holds, by bisection.
    fn search(&self, b: (f64, f64), k: (f64, f64), x: f64) -> (Slip, f64, Option<Slip>) {
        let state = |at: f64| self.law.settle(self.slip, between(k, at), between(b, at));
        let s = self.slip.speed;
        let holds = |at: f64, after: Slip| {
            !after.stick && after.speed * s >= 0.0 && !self.law.changes_branch(between(k, at), s, after.speed)
        };
        let last = state(1.0);
        // Without friction the slip speed passes through 0 freely.
        if holds(1.0, last) || (k.1 == 0.0 && !last.stick && k.0 == 0.0) {
            return (last, 1.0, None);
        }
        let (mut low, mut high) = (x, 1.0);
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if !(middle > low && middle < high) {
                break;
            }
            if holds(middle, state(middle)) { low = middle } else { high = middle }
        }
        let (before, after) = (state(low), state(high));
        if !holds(low, before) {
            // The branch ends at once.
            return (self.slip, x, Some(after));
        }
        (before, high, Some(after))
    }
}

/// Share at which a straight line from `first` to `last` passes 0.
fn root(first: f64, last: f64) -> f64 {
    first / (first - last)
}
