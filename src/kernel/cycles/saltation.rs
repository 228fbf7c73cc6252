//! The derivative at an event: what vanishes there, how its instant moves, and how that moves the state.
//!
//! At an event `h(x, t) = 0` is crossed with the rate `h'`. A change `dx` moves the instant by `dt = -dh/h'`; with `f-` and `f+` the
//! right-hand sides before and after, and `J` the derivative of the jump, the state after is moved by
//!
//! ```text
//! J (dx + f- dt) - f+ dt = [J + (f+ - J f-) (grad h)^T / h'] dx
//! ```

use super::parameter::{ContactRate, Rates};
use crate::transient::Dynamics;
use crate::transient::event_driven::{
    EventStepper, Happening, Normal, ORDER, TERMS, Tangential, Variation, slope_at, value,
};

/// Impacts slower than this part of the largest velocity graze.
const GRAZING: f64 = 1e-7;
/// Part of the changes of two instants that counts as none between them.
const TOGETHER: f64 = 1e-8;

/// The event at the end of a piece.
#[derive(Clone, Debug, Default)]
pub struct Crossing {
    /// Change of what vanishes, for each column.
    changes: Vec<f64>,
    rate: f64,
    /// Velocities and accelerations before the event.
    before: Vec<f64>,
    spare: Vec<f64>,
    /// The part that the parameter itself has in the normal force of each contact.
    own: Vec<[f64; TERMS]>,
    impact: bool,
    /// At the instant of the event before.
    follows: bool,
    /// Time (s) and pieces over which columns of the state are still to be moved; `None` where contacts have just changed.
    waiting: Option<(f64, u32)>,
    /// Of the columns of displacements, velocities and the parameter: the largest change of the instant, and how far events that meet
    /// there part.
    instants: [[f64; 2]; 3],
}

impl Crossing {
    /// Room for `n` coordinates and `count` contacts.
    pub fn new(n: usize, count: usize) -> Crossing {
        Crossing {
            changes: vec![0.0; 2 * n + 1],
            before: vec![0.0; 2 * n],
            spare: vec![0.0; n],
            own: vec![[0.0; TERMS]; count],
            ..Crossing::default()
        }
    }

    /// Takes up the events `x` (s) after the start of the present piece.
    pub fn meet(&mut self, flow: &EventStepper, happenings: &[(usize, Happening)], x: f64) {
        let n = self.spare.len();
        let Some(&(contact, what)) = happenings.first() else { return };
        let (speed, acceleration) = self.before.split_at_mut(n);
        flow.state_at(x, &mut self.spare, speed, acceleration);
        self.rate = rate(flow, contact, what, x);
        self.impact = matches!(what, Happening::Closing(_));
        self.follows = x == 0.0;
        self.instants = [[0.0; 2]; 3];
    }

    /// True where the derivative is one-sided: the event is only touched; `fastest` is the largest velocity of the motion.
    pub fn is_doubtful(&self, fastest: f64) -> bool {
        self.rate == 0.0 || (self.impact && self.rate.abs() < GRAZING * fastest)
    }

    /// True where other contacts have events at the same instant, from which a disturbance parts this one. Events that stay together
    /// whatever changes are one.
    pub fn parts(&self) -> bool {
        self.follows || self.instants.iter().any(|[size, apart]| !(*apart <= TOGETHER * size))
    }

    /// Begins a return.
    pub fn begin(&mut self) {
        self.waiting = None;
    }

    /// Moves the columns to the end of the piece, and finds how what vanishes there changes with each. Those of the state stay where they
    /// are until there are events, or the return `ends`.
    pub fn carry(
        &mut self,
        flow: &EventStepper,
        (variation, dynamics, rates): (&mut Variation, &mut Dynamics, &mut Rates),
        (x, ends): (f64, bool),
        columns: &mut [f64],
        happenings: &[(usize, Happening)],
    ) {
        let n = self.spare.len();
        let (states, own) = columns.split_at_mut(4 * n * n);
        let (mut time, mut pieces) = self.waiting.unwrap_or_default();
        if self.waiting.is_none() {
            variation.take_up(flow, dynamics);
        }
        (time, pieces) = (time + x, pieces + 1);
        let met = !happenings.is_empty();
        if met || ends {
            let near = if met { variation.near(x) } else { 0.0 };
            variation.source();
            variation.carry_far(dynamics, (time - near, pieces), states);
            if met {
                for (rank, column) in states.chunks_exact_mut(2 * n).enumerate() {
                    variation.carry(dynamics, near, column);
                    self.note_changes(flow, variation, (rank, near), x, happenings, rates);
                }
            }
        }
        self.waiting = (!met).then_some((time, pieces));
        if !rates.contacts.is_empty() && (met || x > 0.0) {
            self.write_source(flow, variation.source(), rates);
            variation.carry(dynamics, x, own);
            self.note_changes(flow, variation, (2 * n, x), x, happenings, rates);
        }
    }

    /// Takes over how what vanishes at each event changes with the column whose series begin `near` (s) before them.
    fn note_changes(
        &mut self,
        flow: &EventStepper,
        variation: &Variation,
        (rank, near): (usize, f64),
        x: f64,
        happenings: &[(usize, Happening)],
        rates: &Rates,
    ) {
        let (n, none) = (self.spare.len(), ContactRate::default());
        for (event, &(contact, what)) in happenings.iter().enumerate() {
            let (own_rate, own) = match rank == 2 * n {
                true => (&rates.contacts[contact], Some(&self.own[contact])),
                false => (&none, None),
            };
            let changed = change((flow, x), (&variation.stepper, near), contact, what, own_rate, own);
            let [size, apart] = &mut self.instants[rank / n];
            if event == 0 {
                self.changes[rank] = changed;
                *size = size.max((changed / self.rate).abs());
            } else {
                let instant = changed / rate(flow, contact, what, x);
                *apart = apart.max((instant - self.changes[rank] / self.rate).abs());
            }
        }
    }

    /// Source of the column of the parameter: its own part in prescribed forces, damping, stops and friction.
    fn write_source(&mut self, flow: &EventStepper, source: &mut [f64], rates: &mut Rates) {
        let n = self.spare.len();
        if let Some((excitation, expanders)) = &mut rates.force {
            let mut series = [0.0; TERMS];
            // The same terms as those of the flow, which have values here.
            let _ = excitation.expand(flow.start, flow.nominal, 1e-13, expanders, &mut series, source);
        }
        if let Some(unit) = &rates.damping {
            for k in 0..ORDER {
                unit.damping_force(&flow.v[k * n..(k + 1) * n], &mut self.spare);
                source[k * n..(k + 1) * n].iter_mut().zip(&self.spare).for_each(|(f, d)| *f -= d);
            }
        }
        for (i, (track, rate)) in flow.tracks.iter().zip(&rates.contacts).enumerate() {
            let (own, point) = (&mut self.own[i], &flow.contacts.points[i]);
            own.fill(0.0);
            if track.normal == Normal::Pressing {
                let at_rest = point.half_gap.unwrap_or(point.offset) + track.sign * point.rest[0];
                for k in 0..TERMS {
                    own[k] = -rate.stiffness * track.sign * track.u[k];
                }
                own[0] -= rate.stiffness * at_rest + point.stiffness * rate.gap;
            }
            for k in 0..ORDER {
                let f = &mut source[k * n..(k + 1) * n];
                if own[k] != 0.0 {
                    add(f, track.sign * own[k], flow.contacts.row(3 * i));
                }
                if let (Tangential::Slip(sign), true) = (track.tangential, track.touches()) {
                    let friction = -sign * (rate.mu_dynamic * track.force[k] + point.mu_dynamic * own[k]);
                    add(f, friction, flow.contacts.row(3 * i + 1 + usize::from(!point.along[0])));
                }
            }
        }
    }

    /// Moves the columns to the instant at which each meets the event.
    pub fn shift(&self, columns: &mut [f64]) {
        self.add_times(columns, &self.before, -1.0 / self.rate);
    }

    /// Moves them back to the instant of the event, after it.
    pub fn shift_back(&self, flow: &EventStepper, columns: &mut [f64]) {
        let n = self.spare.len();
        let size = 2 * n;
        for (column, change) in columns.chunks_exact_mut(size).zip(&self.changes) {
            let time = change / self.rate;
            let (q, v) = column.split_at_mut(n);
            add(q, time, &flow.v[..n]);
            add(v, time, &flow.v[n..2 * n]);
        }
    }

    fn add_times(&self, columns: &mut [f64], speed: &[f64], scale: f64) {
        for (column, change) in columns.chunks_exact_mut(speed.len()).zip(&self.changes) {
            add(column, scale * change, speed);
        }
    }
}

#[inline]
fn add(to: &mut [f64], scale: f64, x: &[f64]) {
    to.iter_mut().zip(x).for_each(|(to, x)| *to += scale * x);
}

/// Rate at which what vanishes at an event does so, `x` (s) after the start of the piece.
pub fn rate(flow: &EventStepper, contact: usize, what: Happening, x: f64) -> f64 {
    let (track, point) = (&flow.tracks[contact], &flow.contacts.points[contact]);
    let along = usize::from(!point.along[0]);
    match what {
        Happening::Closing(sign) => sign * slope_at(&track.u, x),
        Happening::ForceEnds => slope_at(&track.force, x),
        Happening::ForceReturns => {
            let speed: [f64; TERMS] =
                std::array::from_fn(|k| if k < ORDER { (k + 1) as f64 * track.u[k + 1] } else { 0.0 });
            track.sign * (point.stiffness * slope_at(&track.u, x) + point.damping * slope_at(&speed, x))
        }
        Happening::Opening => -track.sign * slope_at(&track.u, x),
        Happening::SlipEnds => direction(track.tangential) * slope_at(&track.slip[along], x),
        Happening::StickEnds => {
            let sign = value(&track.friction[along], x).signum();
            point.mu_static * slope_at(&track.force, x) - sign * slope_at(&track.friction[along], x)
        }
    }
}

/// Change of what vanishes at an event, `x` (s) after the start of the piece, with a column whose series are those of `varied`, `y` (s)
/// after their start.
fn change(
    (flow, x): (&EventStepper, f64),
    (varied, y): (&EventStepper, f64),
    contact: usize,
    what: Happening,
    rate: &ContactRate,
    own: Option<&[f64; TERMS]>,
) -> f64 {
    let (track, point, change) = (&flow.tracks[contact], &flow.contacts.points[contact], &varied.tracks[contact]);
    let along = usize::from(!point.along[0]);
    let gap = |sign: f64| sign * value(&change.u, y) + rate.gap;
    let force = || value(&change.force, y) + own.map_or(0.0, |own| value(own, x));
    match what {
        Happening::Closing(sign) => gap(sign),
        Happening::ForceEnds => force(),
        Happening::ForceReturns => {
            let now = point.half_gap.unwrap_or(point.offset) + track.sign * (point.rest[0] + value(&track.u, x));
            let speed = point.damping * track.sign * slope_at(&change.u, y);
            point.stiffness * gap(track.sign) + speed + rate.stiffness * now
        }
        Happening::Opening => -gap(track.sign),
        Happening::SlipEnds => {
            direction(track.tangential) * (value(&change.slip[along], y) - surface(rate, point, along))
        }
        Happening::StickEnds => {
            let sign = value(&track.friction[along], x).signum();
            point.mu_static * force() - sign * value(&change.friction[along], y)
                + rate.mu_static * value(&track.force, x)
        }
    }
}

/// Rate of the velocity of the surface along the row of friction.
pub fn surface(rate: &ContactRate, point: &crate::transient::exact::contacts::Point, along: usize) -> f64 {
    match point.turned {
        Some([a, b]) => a * rate.surface[0] + b * rate.surface[1],
        None => rate.surface[along],
    }
}

fn direction(tangential: Tangential) -> f64 {
    if let Tangential::Slip(sign) = tangential { sign } else { 1.0 }
}
