//! Normal motion of the slab by characteristics: unilateral contact at its base.
//!
//! `p = u_t + c_p u_x` arrives at the contact. Contact (gap `u = 0` and `p <= 0`): `u_t = 0`, pressure `-Z_p p`. Free: `u_t = p`,
//! no pressure. `2 u_t - p` leaves, and comes back after the echo time `2 H/c_p`, reversed, with `-2 D'` of the top added.
//! Impact is a root of a parabola, release that of a straight line.

use std::collections::VecDeque;

use super::course::Course;
use super::fault::SlabFault;
use super::line::{Line, Piece};
use super::record::Nature;
use super::waves::{Breaks, Waves, reflected, snapped, tolerance};

/// Motion of the contact between two instants.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: f64,
    end: f64,
    /// Pressure at both ends (Pa).
    pressure: (f64, f64),
    gap: f64,
    /// Velocity at both ends (m/s).
    rate: (f64, f64),
    /// The tangential motion must not step over its start.
    breaks: bool,
}

/// The normal motion of a slab: waves between its top and a unilateral contact at its base.
#[derive(Debug)]
pub struct Normal {
    pub line: Line,
    /// Length of a cell (s).
    pub dt: f64,
    cell: u64,
    pub place: f64,
    /// Displacement of the top, positive when it presses.
    top: Course,
    /// Time from the top to the base (s).
    pub half: f64,
    pub impedance: f64,
    pub gap: f64,
    contact: bool,
    spans: VecDeque<Span>,
    pub events: VecDeque<(f64, Nature)>,
    pub work_top: f64,
    /// Bends of a flight are breaks too, so that states can be kept there.
    pub bends: bool,
}

impl Normal {
    /// `line` holds what left the contact during the echo time before the start; `gap` is the displacement of the base then.
    pub fn new(line: Line, half: f64, impedance: f64, top: Course, gap: f64) -> Normal {
        let dt = 2.0 * half / line.cells as f64;
        let contact = gap <= 0.0;
        let (spans, events) = (VecDeque::new(), VecDeque::new());
        Normal {
            line,
            dt,
            cell: 0,
            place: 0.0,
            top,
            half,
            impedance,
            gap: gap.max(0.0),
            contact,
            spans,
            events,
            work_top: 0.0,
            bends: false,
        }
    }

    fn time(&self, place: f64) -> f64 {
        (self.cell as f64 + place) * self.dt
    }

    /// Goes on until the present is `time`, or beyond when no break forbids it. Fails where the motion of the top has
    /// no value.
    pub fn advance_to(&mut self, time: f64, breaks: &mut Breaks) -> Result<(), SlabFault> {
        loop {
            let now = self.time(self.place);
            let tolerance = tolerance(self.dt, now);
            if now >= time - tolerance {
                return Ok(());
            }
            let mut next = breaks.after(now + tolerance);
            if now + tolerance < self.half {
                next = next.min(self.half);
            }
            next = next.min(self.top.knot_after(now + tolerance - self.half) + self.half);
            let place = next / self.dt - self.cell as f64;
            let oldest = self.line.oldest_end();
            let end = if place < oldest - 1e-9 { place } else { oldest };
            self.piece(end)?;
            self.place = end;
            if end >= 1.0 {
                (self.cell, self.place) = (self.cell + 1, 0.0);
            }
        }
    }

    fn piece(&mut self, end: f64) -> Result<(), SlabFault> {
        let (start, from, to) = (self.place, self.time(self.place), self.time(end));
        let rate =
            reflected(&mut self.top, self.half, from, to, true).map_err(SlabFault::data("DEPL_HAUT_NORM", from))?;
        let q = self.line.take(end);
        let top = (-rate.0, -rate.1);
        let p = (2.0 * top.0 - q.0, 2.0 * top.1 - q.1);
        let work = |w: f64, q: f64| self.impedance * (w - q) * w;
        let middle = work(0.5 * (top.0 + top.1), 0.5 * (q.0 + q.1));
        self.work_top += (to - from) * (work(top.0, q.0) + 4.0 * middle + work(top.1, q.1)) / 6.0;
        let length = to - from;
        let (mut x, mut fresh) = (0.0, false);
        while x < 1.0 {
            let now = p.0 + (p.1 - p.0) * x;
            if !fresh && self.contact && now > 0.0 {
                self.change(false, from + length * x);
            } else if !fresh && !self.contact && self.gap <= 0.0 && (now < 0.0 || (now == 0.0 && p.1 <= 0.0)) {
                self.change(true, from + length * x);
            }
            // Rounding must not undo the change of state of a moment ago.
            let now = match (fresh, self.contact) {
                (true, true) => now.min(0.0),
                (true, false) => now.max(0.0),
                _ => now,
            };
            let until = match self.contact {
                true if p.1 > 0.0 => (-p.0 / (p.1 - p.0)).clamp(x, 1.0),
                true => 1.0,
                false => self.landing(now, p.1 - p.0, length, x),
            };
            // Events at an end of the piece, but for rounding, lie there.
            let event = until < 1.0;
            let until = snapped(until, x);
            let then = p.0 + (p.1 - p.0) * until;
            let span = (until - x) * length;
            if span > 0.0 {
                let z = self.impedance;
                let (rate, pressure) = match self.contact {
                    true => ((0.0, 0.0), ((-z * now).max(0.0), (-z * then).max(0.0))),
                    false => ((now, then), (0.0, 0.0)),
                };
                let (begin, last) = (from + length * x, self.spans.back());
                let differ = |a: f64, b: f64| (a - b).abs() > 1e-12 * (a.abs() + b.abs());
                let jumps = last.is_some_and(|l| {
                    differ(l.pressure.1, pressure.0) || self.bends && !self.contact && differ(l.rate.1, rate.0)
                });
                let span =
                    Span { start: begin, end: begin + span, pressure, gap: self.gap, rate, breaks: fresh || jumps };
                self.spans.push_back(span);
                let end = if until >= 1.0 { end } else { start + (end - start) * until };
                self.line.push(Piece { end, first: 2.0 * rate.0 - now, last: 2.0 * rate.1 - then });
                if !self.contact {
                    self.gap += (until - x) * length * 0.5 * (now + then);
                }
            }
            fresh = event;
            if fresh {
                self.gap = 0.0;
                self.change(!self.contact, from + length * until);
            }
            x = until;
        }
        if !self.gap.is_finite() || !p.1.is_finite() {
            return Err(SlabFault::NotFinite { time: to });
        }
        Ok(())
    }

    fn change(&mut self, contact: bool, time: f64) {
        if self.contact != contact {
            self.contact = contact;
            self.events.push_back((time, if contact { Nature::Impact } else { Nature::Release }));
        }
    }

    /// Share of the piece at which the gap closes, from a share `x` where it is `self.gap`; 1 when it does not.
    fn landing(&self, rate: f64, change: f64, length: f64, x: f64) -> f64 {
        let rest = 1.0 - x;
        // gap + length (rate r + change r^2 / 2) for r = share - x.
        let (a, b, c) = (0.5 * change * length, rate * length, self.gap);
        let end = c + rest * (b + a * rest);
        let valley = if a > 0.0 { -b / (2.0 * a) } else { -1.0 };
        let dips = valley > 0.0 && valley < rest && c + valley * (b + a * valley) < 0.0;
        if end >= 0.0 && !dips {
            return 1.0;
        }
        let root = libm::sqrt((b * b - 4.0 * a * c).max(0.0));
        // The smallest positive root, without cancellation.
        let r = if b < 0.0 { 2.0 * c / (-b + root) } else { (-b - root) / (2.0 * a) };
        (x + r.clamp(0.0, rest)).min(1.0)
    }

    /// Waves at the present instant, and the work of the top on its way to the base, divided by the impedance. Fails
    /// where the motion of the top has no value.
    pub fn waves(&mut self, height: f64) -> Result<(Waves, f64), SlabFault> {
        let now = self.time(self.place);
        let of = Waves::of(&self.line, self.place, now, self.dt, height, &mut self.top, self.half, true);
        of.map_err(SlabFault::data("DEPL_HAUT_NORM", now))
    }

    /// First break of the pressure in `(a, b)`, if any. The motion must have reached `b`.
    pub fn break_between(&self, a: f64, b: f64, tolerance: f64) -> Option<f64> {
        let inside = |s: &&Span| s.breaks && s.start > a + tolerance && s.start < b - tolerance;
        self.spans.iter().find(inside).map(|s| s.start)
    }

    /// Pressure at both ends of an interval (inside limits), and the gap at its start. Forgets what lies before.
    pub fn on(&mut self, a: f64, b: f64, tolerance: f64) -> ((f64, f64), f64, f64) {
        while self.spans.len() > 1 && self.spans[0].end <= a + tolerance {
            self.spans.pop_front();
        }
        let share = |s: &Span, t: f64| ((t - s.start) / (s.end - s.start)).clamp(0.0, 1.0);
        let pressure = |s: &Span, t: f64| s.pressure.0 + (s.pressure.1 - s.pressure.0) * share(s, t);
        let Some(first) = self.spans.front() else { return ((0.0, 0.0), self.gap, self.gap) };
        let last = self.spans.iter().find(|s| s.end >= b - tolerance).unwrap_or(first);
        let gap = |s: &Span, t: f64| {
            let x = share(s, t);
            let rate = s.rate.0 + 0.5 * (s.rate.1 - s.rate.0) * x;
            (s.gap + rate * x * (s.end - s.start)).max(0.0)
        };
        ((pressure(first, a), pressure(last, b)), gap(first, a), gap(last, b))
    }
}
