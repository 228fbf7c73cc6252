//! Where a rigid stop is reached at speed 0: the branch of cycles with impacts that begins there.
//!
//! With `D P` the derivative of the map without these impacts, slow ones at speeds `v_j` move its end by `v_j b_j`, to first order: `b_j`
//! is what an impact at a unit of speed does to the velocities, carried to the end. Without the stop the motion would pass it by
//! `v_j^2 / (2 a_j)`, which to first order is 0. So the branch leaves the motion that only touches in the direction
//!
//! ```text
//! [ dP/dx - 1   dP/dp   b ] (dx, dp, v) = 0
//! [ dg/dx       dg/dp   0 ]
//! ```
//!
//! with `g` the least gaps (A. Nordmark, Journal of Sound and Vibration 145, 1991). Newton's method needs more: a gap that is the right one to second
//! order, since speeds are its root. The point on the tangent is moved to where the gaps passed are those of its speeds.

use super::continuation::{BranchOptions, Follower, same_letters};
use super::linear::Singular;
use super::measures::turning_points;
use super::newton::{Cycle, Plane, scaled_columns};
use super::return_map::{Start, Until};
use super::witness::Witness;
use crate::transient::Dynamics;
use crate::transient::event_driven::{EventStepper, Happening, Normal, TERMS, slope_at, value};

/// Least gap that counts as none, over the scale of displacements.
const TOUCHES: f64 = 1e-9;
/// Speeds of the first cycle with impacts, over the scale of speeds.
const SPEEDS: [f64; 3] = [1e-4, 1e-3, 1e-5];
/// Part of a gap to which it is made that of its speed.
const NEAR: f64 = 0.01;
/// Part of the cycle in which one and the same touch is looked for.
const TIME: f64 = 0.02;

/// A least gap.
#[derive(Clone, Copy, Debug)]
struct Touch {
    contact: usize,
    sign: f64,
    /// Since the start (s).
    time: f64,
    /// Below 0: by how much the motion would pass the stop.
    gap: f64,
    /// Acceleration away from it.
    bend: f64,
    met: bool,
}

#[derive(Clone, Debug, Default)]
struct Touches {
    list: Vec<Touch>,
}

/// Series of a gap in the present piece.
fn gap(flow: &EventStepper, contact: usize, sign: f64) -> [f64; TERMS] {
    let (point, track) = (&flow.contacts.points[contact], &flow.tracks[contact]);
    let mut gap = track.u.map(|u| sign * u);
    gap[0] += point.half_gap.unwrap_or(point.offset) + sign * point.rest[0];
    gap
}

fn bend(series: &[f64; TERMS], x: f64) -> f64 {
    let slopes: [f64; TERMS] =
        std::array::from_fn(|k| if k + 1 < TERMS { (k + 1) as f64 * series[k + 1] } else { 0.0 });
    slope_at(&slopes, x)
}

impl Witness for Touches {
    fn piece(&mut self, flow: &mut EventStepper, _: &mut Dynamics, x: f64, _: bool) {
        for (i, (track, point)) in flow.tracks.iter().zip(&flow.contacts.points).enumerate() {
            if track.normal != Normal::Open || !point.moves || point.restitution.is_none() {
                continue;
            }
            let sides: &[f64] = if point.half_gap.is_some() { &[1.0, -1.0] } else { &[point.sign] };
            for &sign in sides {
                let series = gap(flow, i, sign);
                turning_points(&series, x, |t| {
                    let bend = bend(&series, t);
                    let (time, gap) = (flow.start + t, value(&series, t));
                    if bend > 0.0 {
                        self.list.push(Touch { contact: i, sign, time, gap, bend, met: false });
                    }
                });
            }
        }
    }

    fn events(&mut self, flow: &EventStepper, x: f64, happenings: &[(usize, Happening)]) {
        for &(contact, what) in happenings {
            let Happening::Closing(sign) = what else { continue };
            let series = gap(flow, contact, sign);
            let (speed, bend) = (slope_at(&series, x), bend(&series, x));
            let gap = -0.5 * speed * speed / bend;
            self.list.push(Touch { contact, sign, time: flow.start + x, gap, bend, met: true });
        }
    }

    fn after(&mut self, _: &EventStepper) {}
}

/// Direction of the branch with impacts: of scaled unknowns and parameter, and the speed of each impact along it.
struct Leaving {
    touches: Vec<Touch>,
    /// Rates of the gaps with scaled unknowns and parameter.
    rates: Vec<Vec<f64>>,
    tangent: Vec<f64>,
    speeds: Vec<f64>,
}

impl Follower<'_> {
    /// The first cycle of the branch with impacts that begins at a motion which touches a rigid stop, its tangent and a step along it, in
    /// which speeds change by a part of themselves. `None` where nothing is touched, or no cycle is found.
    pub(super) fn begin_impacts(&mut self, border: &Cycle, options: &BranchOptions) -> Option<(Cycle, Vec<f64>, f64)> {
        let (n, range) = (self.map.size(), options.maximum - options.minimum);
        self.map.set(border.value);
        let touches = self.touches(&border.start)?;
        let touches: Vec<Touch> =
            touches.into_iter().filter(|t| !t.met && t.gap.abs() <= TOUCHES * self.scales.q).collect();
        if touches.is_empty() {
            return None;
        }
        let leaving = self.leaving(border, touches, range)?;
        let fastest = leaving.speeds.iter().fold(0.0_f64, |a, v| a.max(*v));
        for away in SPEEDS.map(|speed| speed / fastest) {
            let Some(point) = self.point_of_speeds(border, &leaving, away, range) else { continue };
            let x = (0..2 * n).map(|i| point[i] * self.scales.of(i, n)).collect();
            let start = Start { x, modes: border.start.modes.clone() };
            let value = point[2 * n] * range;
            let plane = Plane { tangent: leaving.tangent.clone(), point, range };
            let tools = (self.scales, options.newton);
            let found = self.map.solve(&start, value, (self.section.as_ref(), Some(&plane)), tools, 0);
            if let Ok(cycle) = found
                && cycle.letters.len() > border.letters.len()
                && !same_letters(&cycle.letters, &border.letters)
                && value >= options.minimum
                && value <= options.maximum
            {
                let along = self.tangent(&cycle, range, &leaving.tangent);
                return Some((cycle, along, 0.3 * away));
            }
        }
        None
    }

    /// Least gaps and impacts of one return.
    fn touches(&mut self, start: &Start) -> Option<Vec<Touch>> {
        let (mut seen, until) = (Touches::default(), self.map.until(self.section.as_ref()));
        self.map.travel(start, 0.0, until, false, &mut seen).ok()?;
        Some(seen.list)
    }

    fn leaving(&mut self, border: &Cycle, touches: Vec<Touch>, range: f64) -> Option<Leaving> {
        let n = self.map.size();
        let mut columns = scaled_columns(&border.derivative, &border.parameter, n, self.scales, Some(range));
        let mut rates: Vec<Vec<f64>> = Vec::new();
        for touch in &touches {
            let (rate, effect) = self.effect(border, touch, range)?;
            rates.push(rate);
            columns.push(effect);
        }
        let count = touches.len();
        for (j, column) in columns.iter_mut().enumerate() {
            column.extend(rates.iter().map(|rate| rate.get(j).map_or(0.0, |r| r / self.scales.q)));
        }
        let singular = Singular::of(columns);
        let kernel = singular.right.last()?;
        let length = kernel[..=2 * n].iter().map(|t| t * t).sum::<f64>().sqrt();
        // Speeds are positive.
        let side = kernel[2 * n + 1].signum() / length;
        let part = |range: std::ops::Range<usize>| kernel[range].iter().map(|t| side * t).collect::<Vec<f64>>();
        let (tangent, speeds) = (part(0..2 * n + 1), part(2 * n + 1..2 * n + 1 + count));
        let one_way = length > 0.0 && speeds.iter().all(|v| *v > 0.0 && v.is_finite());
        one_way.then_some(Leaving { touches, rates, tangent, speeds })
    }

    /// Rates of a least gap with scaled unknowns and parameter, and what an impact there at the scale of speeds moves the scaled end of
    /// the return by.
    fn effect(&mut self, border: &Cycle, touch: &Touch, range: f64) -> Option<(Vec<f64>, Vec<f64>)> {
        let n = self.map.size();
        let scales = self.scales;
        // To the touch.
        let symmetric = std::mem::take(&mut self.map.symmetric);
        let there = self.map.travel(&border.start, 0.0, Until::Time(touch.time), true, &mut super::Nobody);
        self.map.symmetric = symmetric;
        there.ok()?;
        let landing = &self.map.landing;
        let row = self.map.stepper.contacts.row(3 * touch.contact);
        let along = |column: &[f64]| touch.sign * row.iter().zip(column).map(|(a, b)| a * b).sum::<f64>();
        let mut rates: Vec<f64> =
            landing.derivative.chunks_exact(2 * n).enumerate().map(|(j, c)| along(c) * scales.of(j, n)).collect();
        let own = self.map.rates.contacts.get(touch.contact).map_or(0.0, |rate| rate.gap);
        rates.push((along(&landing.parameter) + own) * range);
        let mut start = Start { x: landing.x.clone(), modes: landing.modes.clone() };
        let mode = start.modes.get_mut(touch.contact)?;
        (mode.sign, mode.fresh[0]) = (touch.sign, true);
        let passed = match self.section {
            Some(s) => self.map.events().iter().filter(|e| e.contact == s.contact && e.kind == s.kind).count() as u32,
            None => 0,
        };
        let kick = self.kick(&start, touch)?;
        // From there to the end.
        let until = match self.map.until(self.section.as_ref()) {
            Until::Time(span) => Until::Time(span - touch.time),
            Until::Event { contact, kind, count, latest } => {
                Until::Event { contact, kind, count: count.checked_sub(passed).filter(|c| *c > 0)?, latest }
            }
        };
        self.map.travel(&start, touch.time, until, true, &mut super::Nobody).ok()?;
        let mut effect = vec![0.0; 2 * n];
        for (column, kick) in self.map.landing.derivative[2 * n * n..].chunks_exact(2 * n).zip(&kick) {
            effect.iter_mut().zip(column).for_each(|(e, c)| *e += c * kick * scales.v);
        }
        effect.iter_mut().enumerate().for_each(|(i, e)| *e /= scales.of(i, n));
        Some((rates, effect))
    }

    /// Change of the velocities by an impact at a unit of speed, in the state of a touch.
    fn kick(&mut self, start: &Start, touch: &Touch) -> Option<Vec<f64>> {
        let n = self.map.size();
        let map = &mut *self.map;
        let row = 3 * touch.contact;
        let along = |x: &[f64]| map.stepper.contacts.row(row).iter().zip(x).map(|(a, b)| a * b).sum::<f64>();
        let inverse = map.stepper.contacts.inverse(row);
        let (mobility, now) = (along(inverse), along(&start.x[n..]));
        // A small part of the speeds of the motion: what slips goes on in the same sense.
        let speed = 1e-3 * self.scales.v;
        let scale = (-touch.sign * speed - now) / mobility;
        let before: Vec<f64> = start.x[n..].iter().zip(inverse).map(|(v, m)| v + scale * m).collect();
        let mut modes = start.modes.clone();
        modes[touch.contact].fresh[0] = false;
        let state = (&start.x[..n], before.as_slice());
        map.stepper.resume(&mut map.dynamics, touch.time, state, &modes).ok()?;
        let closes = |&(i, what): &(usize, Happening)| i == touch.contact && what == Happening::Closing(touch.sign);
        if !map.stepper.happenings.iter().any(closes) {
            return None;
        }
        map.stepper.advance(&mut map.dynamics).ok()?;
        Some(map.stepper.v[..n].iter().zip(&before).map(|(after, before)| (after - before) / speed).collect())
    }

    /// The point at a distance along the tangent, moved so that gaps passed are those of its speeds, in scaled unknowns and parameter.
    fn point_of_speeds(&mut self, border: &Cycle, leaving: &Leaving, away: f64, range: f64) -> Option<Vec<f64>> {
        let n = self.map.size();
        let near = TIME * border.duration;
        let place = self.place(border, range);
        let mut point: Vec<f64> = place.iter().zip(&leaving.tangent).map(|(z, t)| z + away * t).collect();
        for _ in 0..20 {
            let x = (0..2 * n).map(|i| point[i] * self.scales.of(i, n)).collect();
            self.map.set(point[2 * n] * range);
            let seen = self.touches(&Start { x, modes: border.start.modes.clone() })?;
            let mut done = true;
            for ((touch, rate), speed) in leaving.touches.iter().zip(&leaving.rates).zip(&leaving.speeds) {
                let own = |t: &&Touch| {
                    t.contact == touch.contact && t.sign == touch.sign && (t.time - touch.time).abs() < near
                };
                let gap = seen.iter().filter(own).map(|t| t.gap).reduce(f64::min)?;
                let speed = away * speed * self.scales.v;
                let wanted = -0.5 * speed * speed / touch.bend;
                done &= (gap - wanted).abs() <= NEAR * wanted.abs();
                let length: f64 = rate.iter().map(|r| r * r).sum();
                point.iter_mut().zip(rate).for_each(|(z, r)| *z += (wanted - gap) / length * r);
            }
            if done {
                return Some(point);
            }
        }
        None
    }
}
