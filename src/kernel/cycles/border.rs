//! Borders of a branch: where the order of its events changes, and what there is on the other side.

use super::continuation::{BranchOptions, Ending, Follower, Nature, Row, same_letters};
use super::newton::{Cycle, Letter, NewtonFault, NewtonOptions};
use super::return_map::{Start, Until};
use super::witness::Nobody;
use crate::transient::exact::{EventKind, FrictionEvent};

/// Ways along the arc over a border.
const OVER: [f64; 3] = [1e-7, 1e-8, 1e-6];
/// Events in a cycle up to which two orders are compared one by one.
const MOST_COMPARED: usize = 60;

impl Follower<'_> {
    /// Takes the branch to where its order of events ends, and over it where a cycle of another order begins there: that cycle, its tangent
    /// and a step for it.
    pub(super) fn cross_border(
        &mut self,
        here: &Row,
        tangent: &[f64],
        other: Result<Cycle, NewtonFault>,
        options: &BranchOptions,
        observer: &mut dyn FnMut(&Row) -> bool,
    ) -> Result<(Row, Vec<f64>, f64), Ending> {
        let n = self.map.size();
        let range = options.maximum - options.minimum;
        let tools = (range, options.newton);
        let (mut last, mut along) = (here.cycle.clone(), tangent.to_vec());
        let mut left = 16.0 * options.least;
        let mut beyond = None;
        // Halves of the way left, each from the last cycle of the same order.
        for _ in 0..100 {
            left *= 0.5;
            match self.step(&last, (&along, left), tools) {
                Ok(next) if same_letters(&next.letters, &last.letters) => {
                    along = self.tangent(&next, range, &along);
                    last = next;
                    if left < 1e-3 * options.least {
                        left *= 1.2;
                    }
                }
                Ok(next) => beyond = Some(next),
                Err(_) => {}
            }
            if left < 1e-15 {
                break;
            }
        }
        // Right at the border rounding decides on the order; a little further several events may have changed at once.
        for away in OVER {
            if let Ok(next) = self.step(&last, (&along, away), tools)
                && !same_letters(&next.letters, &last.letters)
            {
                beyond = Some(next);
                break;
            }
        }
        let border = self.row(last.clone(), Nature::End);
        if self.map.is_stopped() {
            return Err(Ending::Stopped);
        }
        let near = border.measures.nearest();
        let specials = match options.detect {
            true => self.special_points((here, tangent), (&border, &along), tools),
            false => Vec::new(),
        };
        if !specials.iter().all(&mut *observer) {
            return Err(Ending::Stopped);
        }
        if let Some(contact) = self.event_at_phase_0(&last) {
            return Err(if observer(&border) { Ending::AtPhase0 { contact } } else { Ending::Stopped });
        }
        if let Some((next, along, step)) = self.begin_impacts(&last, options) {
            let row = self.row(next, Nature::Regular);
            let known = observer(&Row { nature: Nature::Grazing, ..border }) && observer(&row);
            return if known { Ok((row, along, step)) } else { Err(Ending::Stopped) };
        }
        let amplitude = border.measures.amplitude();
        let side = if along[2 * n] < 0.0 { -1.0 } else { 1.0 };
        let found = self.other_side(&border, beyond.or(other.ok()), (side, amplitude), options);
        if self.map.is_stopped() {
            return Err(Ending::Stopped);
        }
        match found {
            Some(next) => {
                let nature = self.change(&last, &next);
                let border = match nature {
                    Nature::Grazing => self.free_side_border(&next, &last, tools).unwrap_or(border),
                    _ => border,
                };
                if !observer(&Row { nature, ..border }) {
                    return Err(Ending::Stopped);
                }
                let row = self.row(next, Nature::Regular);
                let along = self.tangent(&row.cycle, range, &self.secant(&last, &row.cycle, range));
                if !observer(&row) {
                    return Err(Ending::Stopped);
                }
                Ok((row, along, options.step.min(0.25 * options.most)))
            }
            None => {
                if !observer(&border) {
                    return Err(Ending::Stopped);
                }
                Err(Ending::Border { border: near, beyond: self.transient_beyond(&last, side * 1e-3 * range) })
            }
        }
    }

    /// The way from one cycle to another, in scaled unknowns and parameter.
    fn secant(&self, from: &Cycle, to: &Cycle, range: f64) -> Vec<f64> {
        self.place(to, range).iter().zip(self.place(from, range)).map(|(b, a)| b - a).collect()
    }

    /// Contact of an event at the instant at which a forced cycle begins and ends, where the map has a jump.
    fn event_at_phase_0(&mut self, last: &Cycle) -> Option<usize> {
        if self.section.is_some() || self.map.go(&last.start, None, false).is_err() {
            return None;
        }
        let (span, near) = (self.map.span(), 1e-5 * self.map.span());
        let at = |time: f64| time < near || span - time < near;
        self.map.events().iter().find(|event| at(event.time)).map(|event| event.contact)
    }

    /// The cycle of another order of events next to a border: the one that was met, one from the state at the border, one that a
    /// transient tends to.
    fn other_side(
        &mut self,
        border: &Row,
        met: Option<Cycle>,
        (side, amplitude): (f64, f64),
        options: &BranchOptions,
    ) -> Option<Cycle> {
        let range = options.maximum - options.minimum;
        let letters = border.cycle.letters.clone();
        let near = |follower: &mut Self, cycle: &Cycle| {
            let other = follower.row(cycle.clone(), Nature::Regular).measures.amplitude();
            !same_letters(&cycle.letters, &letters) && (other - amplitude).abs() <= 0.05 * amplitude
        };
        if let Some(met) = met.filter(|met| (met.value - border.cycle.value).abs() <= 0.05 * range)
            && near(self, &met)
        {
            return Some(met);
        }
        for direction in [side, -side] {
            for (away, returns) in [(1e-6, 0), (1e-4, 0), (1e-3, 20)] {
                let value = border.cycle.value + direction * away * range;
                if !(value >= options.minimum && value <= options.maximum) {
                    continue;
                }
                self.map.set(value);
                let mut start = border.cycle.start.clone();
                for _ in 0..returns {
                    if self.map.go(&start, self.section.as_ref(), false).is_err() {
                        break;
                    }
                    start = Start { x: self.map.landing.x.clone(), modes: self.map.landing.modes.clone() };
                }
                let tools = (self.scales, options.newton);
                let plain = if returns > 0 { 3 } else { 0 };
                if let Ok(cycle) = self.map.solve(&start, value, (self.section.as_ref(), None), tools, plain)
                    && near(self, &cycle)
                {
                    return Some(cycle);
                }
            }
        }
        None
    }

    /// A border where impacts end, located from the side without them: near the border an impact at speed 0 makes the map steep, and
    /// the motion that only touches is smooth.
    fn free_side_border(&mut self, free: &Cycle, last: &Cycle, tools: (f64, NewtonOptions)) -> Option<Row> {
        if free.letters.len() >= last.letters.len() {
            return None;
        }
        let n = self.map.size();
        let mut towards = vec![0.0; 2 * n + 1];
        towards[2 * n] = (last.value - free.value).signum();
        let mut here = free.clone();
        let mut away = 2.0 * (last.value - free.value) + 1e-6 * towards[2 * n] * tools.0;
        for _ in 0..60 {
            let tangent = self.tangent(&here, tools.0, &towards);
            match self.at(&here, &tangent, here.value + away, tools) {
                Ok(next) if same_letters(&next.letters, &free.letters) => here = next,
                _ => away *= 0.5,
            }
            if away.abs() <= 1e-14 * tools.0 {
                break;
            }
        }
        Some(self.row(here, Nature::Grazing))
    }

    /// Events of a transient of some periods beyond a border; `None` where none comes.
    fn transient_beyond(&mut self, from: &Cycle, away: f64) -> Option<Vec<Letter>> {
        self.map.set(from.value + away);
        let span = 20.0 * from.duration;
        self.map.travel(&from.start, 0.0, Until::Time(span), false, &mut Nobody).ok()?;
        let start = Start { x: self.map.landing.x.clone(), modes: self.map.landing.modes.clone() };
        self.map.travel(&start, 0.0, Until::Time(2.0 * from.duration), false, &mut Nobody).ok()?;
        let letters = self.map.letters();
        (!letters.is_empty()).then_some(letters)
    }
    /// Nature of a border between two orders of events.
    fn change(&mut self, before: &Cycle, after: &Cycle) -> Nature {
        let count = |cycle: &Cycle, kind: EventKind| cycle.letters.iter().filter(|(_, k)| *k == kind).count();
        let differs = |kind| count(before, kind) != count(after, kind);
        if differs(EventKind::Impact) {
            return Nature::Grazing;
        }
        let (few, many) = if before.letters.len() < after.letters.len() { (before, after) } else { (after, before) };
        let (few, many, span) = (self.events_of(few), self.events_of(many), many.duration);
        match new_phase(&few, &many, span) {
            Some(nature) => nature,
            None if differs(EventKind::Stick) => Nature::Stick,
            None if differs(EventKind::Slip) => Nature::Slip,
            None => Nature::Order,
        }
    }

    /// Events of a cycle; none where it is not followed.
    fn events_of(&mut self, cycle: &Cycle) -> Vec<FrictionEvent> {
        self.map.set(cycle.value);
        match self.map.go(&cycle.start, self.section.as_ref(), false) {
            Ok(()) => self.map.events().to_vec(),
            Err(_) => Vec::new(),
        }
    }
}

/// The phase that is new where a contact has one slip and one stick more in a cycle of length `span` (s): that between the two events
/// without which the others come next to those of before.
fn new_phase(few: &[FrictionEvent], many: &[FrictionEvent], span: f64) -> Option<Nature> {
    if few.len() + 2 != many.len() || many.len() > MOST_COMPARED {
        return None;
    }
    let mut best: Option<(f64, Nature)> = None;
    for j in 1..many.len() {
        for i in 0..j {
            let pair = [many[i], many[j]];
            let [Some(slip), Some(stick)] =
                [EventKind::Slip, EventKind::Stick].map(|kind| pair.iter().find(|event| event.kind == kind))
            else {
                continue;
            };
            let rest = many.iter().enumerate().filter(|(k, _)| *k != i && *k != j).map(|(_, event)| event);
            let same = |(a, b): (&FrictionEvent, &FrictionEvent)| a.contact == b.contact && a.kind == b.kind;
            if slip.contact != stick.contact || !rest.clone().zip(few).all(same) {
                continue;
            }
            let apart: f64 = rest.zip(few).map(|(a, b)| (a.time - b.time).abs()).sum();
            // The new phase is the shorter of slip, which the stick ends, and stick.
            let slides = (stick.time - slip.time).rem_euclid(span) < 0.5 * span;
            if best.is_none_or(|(least, _)| apart < least) {
                best = Some((apart, if slides { Nature::Slip } else { Nature::Stick }));
            }
        }
    }
    best.map(|(_, nature)| nature)
}
