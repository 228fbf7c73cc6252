//! Tangential motion of the slab by characteristics: dry friction at its base.
//!
//! `p = w_t + c w_x` arrives at the contact, `b = p - v` decides the slip speed `s` (see [`super::law`]), `2 w_t - p` leaves and
//! comes back after the echo time `2 H/c`. On a piece where `p`, the speed of the foundation and the pressure are straight, the
//! solution keeps its branch until the branch ends; the instant is a root ([`super::branch`]). In two directions each has its delay
//! line, and the contact joins them ([`super::vector`]); between the ends of a piece the slip speed is taken as straight.

use super::branch::{Relation, between};
use super::course::Course;
use super::fault::SlabFault;
use super::law::{Law, Slip};
use super::line::{Line, Piece};
use super::problem::KEYWORDS;
use super::record::{Across, Event, Nature, SlabRun, SlabState};
use super::vector::{opposite, settle, size, unit};
use super::waves::{reflected, snapped};

/// Data of the contact on one piece, at both ends.
#[derive(Clone, Copy, Debug)]
pub struct Piecewise<const D: usize> {
    pub p: [(f64, f64); D],
    pub base: [(f64, f64); D],
    /// Pressure over impedance (m/s).
    pub k: (f64, f64),
}

/// One tangential direction: its delay line, what moves its ends, the displacement of the base (m).
#[derive(Debug)]
pub struct Way {
    pub line: Line,
    pub top: Course,
    pub base: Course,
    pub base_speed: f64,
    pub displacement: f64,
}

/// The tangential motion of a slab: shear waves over a contact with friction.
#[derive(Debug)]
pub struct Tangential<const D: usize> {
    pub law: Law,
    /// One for each direction.
    pub ways: Vec<Way>,
    pub dt: f64,
    pub cell: u64,
    pub place: f64,
    pub half: f64,
    pub impedance: f64,
    /// Slip along `toward`: with its sign where there is one direction, its size where there are two.
    pub slip: Slip,
    pub toward: [f64; D],
    /// `b` and `k` at the end of the last piece.
    pub last: ([f64; D], f64),
    pub distance: f64,
    pub friction: f64,
    pub work_base: f64,
    pub work_top: f64,
    pub stuck: f64,
    pub started: bool,
    /// States are kept at events.
    pub at_events: bool,
    /// Room for what leaves whole cells.
    pub swept: Vec<Piece>,
}

/// Integral over [0, 1] of the product of two straight lines.
#[inline]
fn product(a: (f64, f64), b: (f64, f64)) -> f64 {
    (2.0 * a.0 * b.0 + a.0 * b.1 + a.1 * b.0 + 2.0 * a.1 * b.1) / 6.0
}

impl<const D: usize> Tangential<D> {
    /// Instant (s) of a place of the present cell, from 0 to 1.
    #[inline]
    pub fn time(&self, place: f64) -> f64 {
        (self.cell as f64 + place) * self.dt
    }

    /// End of the oldest piece of any direction in its cell.
    #[inline]
    pub fn oldest_end(&self) -> f64 {
        self.ways.iter().fold(1.0, |end, way| way.line.oldest_end().min(end))
    }

    /// Data of the piece up to `end` of the cell; takes it from the lines.
    #[inline]
    pub fn next(&mut self, end: f64, k: (f64, f64)) -> Result<Piecewise<D>, SlabFault> {
        let (from, to) = (self.time(self.place), self.time(end));
        let mut piece = Piecewise { p: [(0.0, 0.0); D], base: [(0.0, 0.0); D], k };
        for (i, way) in self.ways.iter_mut().enumerate() {
            let [top_name, base_name, ..] = KEYWORDS[i];
            piece.base[i] = way.base.on(from, to).map_err(SlabFault::data(base_name, from))?;
            let top = reflected(&mut way.top, self.half, from, to, false)
                .map_err(SlabFault::data(top_name, from - self.half))?;
            let q = way.line.take(end);
            piece.p[i] = (-q.0, -q.1);
            if top != (0.0, 0.0) {
                piece.p[i] = (2.0 * top.0 - q.0, 2.0 * top.1 - q.1);
                self.work_top += self.impedance * (to - from) * product((top.0 - q.0, top.1 - q.1), top);
            }
        }
        Ok(piece)
    }

    /// Tells whether a state is kept inside a cell: a flight bends there.
    #[inline]
    pub fn bends(&self, gap: f64) -> bool {
        self.at_events && gap > 0.0 && self.place > 0.0
    }

    /// Takes the state to the start of the piece: what changes at once there is an event, except at the very start.
    #[inline]
    pub fn enter(&mut self, piece: &Piecewise<D>, run: &mut SlabRun) -> Result<(), SlabFault> {
        let (b, k) = (std::array::from_fn(|i| piece.p[i].0 - piece.base[i].0), piece.k.0);
        if (b, k) != self.last || !self.started {
            let (after, toward) = settle(&self.law, self.slip, self.toward, k, b);
            if !after.speed.is_finite() {
                return Err(SlabFault::NoCoefficient { time: self.time(self.place), speed: size(b).abs() });
            }
            if self.started {
                self.note(self.time(self.place), (after, toward), k, run);
            } else {
                run.starts_stuck = after.stick;
            }
            (self.slip, self.toward) = (after, toward);
            self.started = true;
        }
        for (way, base) in self.ways.iter_mut().zip(&piece.base) {
            way.base_speed = base.0;
        }
        self.last = (b, k);
        Ok(())
    }

    /// Keeps the event that leads to `after`, if it is one.
    fn note(&mut self, time: f64, (after, toward): (Slip, [f64; D]), k: f64, run: &mut SlabRun) {
        let before = self.slip;
        let from = if opposite(self.toward, toward) { -before.speed } else { before.speed };
        let nature = if self.law.changes_branch(k, from, after.speed) {
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
    pub fn cross(&mut self, piece: &Piecewise<D>, end: f64, run: &mut SlabRun) -> Result<(), SlabFault> {
        let start = self.place;
        let length = (end - start) * self.dt;
        let ends = |at: fn((f64, f64)) -> f64| std::array::from_fn(|i| at(piece.p[i]) - at(piece.base[i]));
        let relation = Relation { b: (ends(|p| p.0), ends(|p| p.1)), k: piece.k };
        let mut x = 0.0;
        let mut turns = 0;
        while x < 1.0 {
            let (slip, until, next) = relation.follow(&self.law, self.slip, x);
            if !(slip.speed.is_finite() && until >= x) || next.is_some_and(|n| !n.speed.is_finite()) {
                let time = self.time(start) + length * x;
                let speed = size(relation.b.1).abs();
                return Err(if speed.is_finite() {
                    SlabFault::NoCoefficient { time, speed }
                } else {
                    SlabFault::NotFinite { time }
                });
            }
            turns += 1;
            // Each turn ends a branch: a piece has few. Rounding must not go on for ever.
            let until = if turns > 1000 { 1.0 } else { snapped(until, x) };
            let toward = if D == 1 { self.toward } else { unit(relation.at(until), self.toward) };
            if until > x {
                let place = if until >= 1.0 { end } else { start + (end - start) * until };
                self.emit(piece, &relation, (x, until), (slip, toward), place, length);
            }
            (self.slip, self.toward) = (slip, toward);
            if let Some(after) = next {
                let (time, k) = (self.time(start) + length * until, between(piece.k, until));
                let first = run.events.len();
                self.note(time, (after, toward), k, run);
                let kept = self.at_events && run.events.len() > first;
                for (way, base) in self.ways.iter_mut().zip(&piece.base) {
                    way.base_speed = between(*base, until);
                }
                self.last = (relation.at(until), k);
                if kept {
                    run.keep(self.state(time, k * self.impedance, 0.0));
                }
                self.slip = after;
                if kept {
                    run.keep(self.state(time, k * self.impedance, 0.0));
                }
            }
            x = until;
        }
        self.last = (relation.b.1, piece.k.1);
        for (way, base) in self.ways.iter_mut().zip(&piece.base) {
            way.base_speed = base.1;
        }
        Ok(())
    }

    #[inline]
    fn emit(
        &mut self,
        piece: &Piecewise<D>,
        relation: &Relation<D>,
        (x, until): (f64, f64),
        (slip, toward): (Slip, [f64; D]),
        end: f64,
        length: f64,
    ) {
        let span = (until - x) * length;
        let whole = x == 0.0 && until >= 1.0;
        let part = |ends: (f64, f64)| if whole { ends } else { (between(ends, x), between(ends, until)) };
        if self.slip.stick {
            self.stuck += span;
        } else {
            self.distance += span * 0.5 * (self.slip.speed.abs() + slip.speed.abs());
        }
        for (i, way) in self.ways.iter_mut().enumerate() {
            let (p, base) = (part(piece.p[i]), part(piece.base[i]));
            let b = part((relation.b.0[i], relation.b.1[i]));
            let s = (self.slip.speed * self.toward[i], slip.speed * toward[i]);
            let r = (self.impedance * (b.0 - s.0), self.impedance * (b.1 - s.1));
            let velocity = (s.0 + base.0, s.1 + base.1);
            if !self.slip.stick {
                self.friction += span * product(r, s);
            }
            self.work_base -= span * product(r, base);
            way.displacement += span * 0.5 * (velocity.0 + velocity.1);
            way.line.push(Piece { end, first: 2.0 * velocity.0 - p.0, last: 2.0 * velocity.1 - p.1 });
        }
    }

    /// The state of the contact, with its second direction.
    pub fn state(&self, time: f64, pressure: f64, gap: f64) -> (SlabState, Option<Across>) {
        let (b, k) = self.last;
        let of = |i: usize| {
            // No negative zero.
            let slip = self.slip.speed * self.toward[i] + 0.0;
            let way = &self.ways[i];
            Across {
                slip,
                displacement: way.displacement,
                velocity: slip + way.base_speed,
                shear: self.impedance * (b[i] - slip),
            }
        };
        let state = SlabState {
            time,
            pressure,
            gap,
            solutions: self.law.solutions(k, size(b)) as u32,
            distance: self.distance,
            work: self.friction,
            ..of(0).into()
        };
        (state, (D > 1).then(|| of(D - 1)))
    }
}
