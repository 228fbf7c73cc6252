//! What one asks of a cycle: extremes, shares, works, and how far it is from another order of events.

use super::witness::Witness;
use crate::transient::Dynamics;
use crate::transient::event_driven::{EventStepper, Happening, Normal, ORDER, TERMS, Tangential, slope_at, value};
use crate::transient::exact::EventKind;

/// Parts of a piece on which extremes are looked for.
const PARTS: usize = 16;

/// Reasons why the order of events may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BorderKind {
    /// An impact at speed 0, or a gap that touches 0.
    Grazing,
    /// A slip that ends with acceleration 0: it no longer ends beyond.
    SlipEnd,
    /// A slip that nearly stops between two events.
    NearStop,
    /// Friction at its bound where a point has just come to rest, or turned.
    Turning,
    /// Friction that comes near its bound in stick.
    NearSlip,
    /// A phase that becomes short.
    Short,
}

/// Distance of a cycle from such a change: a part of the scale of what vanishes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    pub contact: usize,
    pub kind: BorderKind,
    pub distance: f64,
}

/// Measures of one cycle, contact by contact where there is a list.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// Rows of the observations, one number per coordinate.
    pub rows: Vec<Vec<f64>>,
    pub least: Vec<f64>,
    pub largest: Vec<f64>,
    /// Largest Euclidean norm of the displacements, seen at ends and middles of pieces.
    pub norm: f64,
    /// Fastest impact (m/s).
    pub impact: f64,
    /// Time in which a point sticks (s), way slid (m), integral of `N |v|` (J).
    pub stick: f64,
    pub way: f64,
    pub wear: Vec<f64>,
    pub borders: Vec<Border>,
    fastest: f64,
    stopped: Vec<usize>,
    /// Displacements, velocities and accelerations at one instant.
    seen: [Vec<f64>; 3],
}

impl Measures {
    /// For these observations and so many contacts; `fastest` is the scale of velocities.
    pub fn new(rows: Vec<Vec<f64>>, contacts: usize, fastest: f64) -> Measures {
        let count = rows.len();
        Measures {
            rows,
            least: vec![f64::INFINITY; count],
            largest: vec![f64::NEG_INFINITY; count],
            wear: vec![0.0; contacts],
            fastest,
            ..Measures::default()
        }
    }

    /// The nearest of the borders.
    pub fn nearest(&self) -> Option<Border> {
        self.borders.iter().copied().min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    /// Half the range of the first observation, or the largest norm.
    pub fn amplitude(&self) -> f64 {
        match (self.largest.first(), self.least.first()) {
            (Some(largest), Some(least)) => 0.5 * (largest - least),
            _ => self.norm,
        }
    }

    fn add_border(&mut self, contact: usize, kind: BorderKind, distance: f64) {
        self.borders.push(Border { contact, kind, distance: distance.abs() });
    }

    fn extremes(&mut self, flow: &EventStepper, x: f64) {
        let n = flow.contacts.size;
        let mut series = [0.0; TERMS];
        for (i, row) in self.rows.iter().enumerate() {
            for (k, term) in series.iter_mut().enumerate() {
                *term = row.iter().zip(&flow.q[k * n..(k + 1) * n]).map(|(a, b)| a * b).sum();
            }
            let mut see = |t: f64| {
                let seen = value(&series, t);
                self.least[i] = self.least[i].min(seen);
                self.largest[i] = self.largest[i].max(seen);
            };
            see(0.0);
            see(x);
            turning_points(&series, x, see);
        }
        for t in [0.0, 0.5 * x, x] {
            let [q, v, a] = &mut self.seen;
            [&mut *q, &mut *v, &mut *a].into_iter().for_each(|x| x.resize(n, 0.0));
            flow.state_at(t, q, v, a);
            self.norm = self.norm.max(q.iter().map(|q| q * q).sum::<f64>().sqrt());
        }
    }
}

/// Interior points where the slope of a series changes its sign.
pub(super) fn turning_points(series: &[f64; TERMS], x: f64, mut see: impl FnMut(f64)) {
    let mut before = slope_at(series, 0.0);
    for part in 1..=PARTS {
        let (mut a, mut b) = (x * (part - 1) as f64 / PARTS as f64, x * part as f64 / PARTS as f64);
        let after = slope_at(series, b);
        if before * after < 0.0 {
            let mut low = before;
            for _ in 0..60 {
                let middle = 0.5 * (a + b);
                let slope = slope_at(series, middle);
                if low * slope <= 0.0 {
                    b = middle;
                } else {
                    (a, low) = (middle, slope);
                }
            }
            see(0.5 * (a + b));
        }
        before = after;
    }
}

impl Witness for Measures {
    fn piece(&mut self, flow: &mut EventStepper, _: &mut Dynamics, x: f64, _: bool) {
        self.extremes(flow, x);
        if flow.tracks.iter().any(|track| track.tangential == Tangential::Stick) {
            self.stick += x;
        }
        for (i, track) in flow.tracks.iter().enumerate() {
            let point = &flow.contacts.points[i];
            let along = usize::from(!point.along[0]);
            let mut totals = [0.0; 5];
            flow.totals_at(i, x, &mut totals);
            self.wear[i] = totals[3];
            match track.tangential {
                Tangential::Slip(sign) => {
                    let slip = &track.slip[along];
                    self.way +=
                        slip.iter().enumerate().rev().fold(0.0, |s, (k, c)| s * x + c / (k + 1) as f64) * x * sign;
                    let mut near = f64::INFINITY;
                    turning_points(slip, x, |t| near = near.min(sign * value(slip, t)));
                    if near.is_finite() {
                        self.add_border(i, BorderKind::NearStop, near / self.fastest);
                    }
                }
                Tangential::Stick => {
                    let mut near = f64::INFINITY;
                    for sign in [1.0, -1.0] {
                        let mut reserve = [0.0; TERMS];
                        for k in 0..ORDER {
                            reserve[k] = point.mu_static * track.force[k] - sign * track.friction[along][k];
                        }
                        turning_points(&reserve, x, |t| near = near.min(value(&reserve, t)));
                    }
                    let bound = point.mu_static * track.force[0];
                    if near.is_finite() && bound > 0.0 {
                        self.add_border(i, BorderKind::NearSlip, near / bound);
                    }
                }
                _ => {}
            }
            if track.normal == Normal::Open && point.moves {
                let mut near = f64::INFINITY;
                turning_points(&track.u, x, |t| near = near.min(point.gap(value(&track.u, t)).0));
                if near.is_finite() {
                    let size = point.half_gap.unwrap_or(point.offset).abs().min(self.norm.max(f64::MIN_POSITIVE));
                    self.add_border(i, BorderKind::Grazing, near / size);
                }
            }
        }
    }

    fn events(&mut self, flow: &EventStepper, x: f64, happenings: &[(usize, Happening)]) {
        self.stopped.clear();
        for &(i, what) in happenings {
            let rate = super::saltation::rate(flow, i, what, x);
            match what {
                Happening::Closing(_) => {
                    self.impact = self.impact.max(rate.abs());
                    self.add_border(i, BorderKind::Grazing, rate / self.fastest);
                }
                Happening::SlipEnds => {
                    let point = &flow.contacts.points[i];
                    let row = 3 * i + 1 + usize::from(!point.along[0]);
                    let mobility = flow.contacts.delassus[row * (3 * flow.tracks.len() + 1)];
                    let scale = point.mu_static * value(&flow.tracks[i].force, x) * mobility;
                    self.add_border(i, BorderKind::SlipEnd, rate / scale.max(f64::MIN_POSITIVE));
                    self.stopped.push(i);
                }
                _ => {}
            }
        }
    }

    fn after(&mut self, flow: &EventStepper) {
        let n = flow.contacts.size;
        let stopped = std::mem::take(&mut self.stopped);
        for &i in &stopped {
            let (point, track) = (&flow.contacts.points[i], &flow.tracks[i]);
            let along = usize::from(!point.along[0]);
            let bound = point.mu_static * track.force[0];
            let distance = match track.tangential {
                Tangential::Stick => 1.0 - track.friction[along][0].abs() / bound,
                _ => {
                    let row = 3 * i + 1 + along;
                    let mobility = flow.contacts.delassus[row * (3 * flow.tracks.len() + 1)];
                    let pull: f64 = flow.contacts.row(row).iter().zip(&flow.v[n..2 * n]).map(|(a, b)| a * b).sum();
                    pull / (bound * mobility)
                }
            };
            self.add_border(i, BorderKind::Turning, distance);
        }
        self.stopped = stopped;
    }
}

/// Letter of a kind of event.
pub fn letter(kind: EventKind) -> char {
    match kind {
        EventKind::Slip => 'G',
        EventKind::Stick => 'A',
        EventKind::Reversal => 'I',
        EventKind::Impact => 'C',
        EventKind::Separation => 'D',
    }
}
