//! The whole run by characteristics: both delay lines, events, archived states, fields, energy balance.

use super::course::Course;
use super::fault::SlabFault;
use super::law::Slip;
use super::normal::Normal;
use super::problem::{Direction, KEYWORDS, Observer, Pressure, SlabProblem};
use super::record::{Event, Field, SlabRun};
use super::sweep::Quiet;
use super::tangential::{Tangential, Way};
use super::vector::{size, unit};
use super::waves::{Breaks, Waves, line_at_start, tolerance};

/// Steps between two looks at the observer.
const LOOK: u64 = 4096;

/// Source of the pressure.
enum Source {
    Imposed(Course),
    Motion(Box<Normal>),
}

struct TimeLoop<const D: usize> {
    tangential: Tangential<D>,
    source: Source,
    breaks: Breaks,
    run: SlabRun,
}

/// Computes the motion with `cells` steps in one echo time of tangential waves. A fault is in the result, with what was
/// computed before.
pub fn run(problem: &SlabProblem, cells: usize, observer: Observer<'_>) -> SlabRun {
    match &problem.second {
        None => in_directions(problem, [&problem.first], cells, observer),
        Some(second) => in_directions(problem, [&problem.first, second], cells, observer),
    }
}

fn in_directions<const D: usize>(
    problem: &SlabProblem,
    directions: [&Direction; D],
    cells: usize,
    observer: Observer<'_>,
) -> SlabRun {
    match TimeLoop::new(problem, directions, cells) {
        Ok(mut time_loop) => {
            let outcome = time_loop.go(problem, observer);
            let closed = time_loop.close(problem);
            time_loop.run.fault = outcome.and(closed).err();
            time_loop.run
        }
        Err(fault) => SlabRun { fault: Some(fault), ..SlabRun::default() },
    }
}

/// A direction at the start, and the velocity of the base there (m/s).
fn way(problem: &SlabProblem, direction: &Direction, rank: usize, cells: usize) -> Result<(Way, f64), SlabFault> {
    let (height, c) = (problem.height, problem.shear_speed);
    let in_time = |signal: &crate::signal::Signal| Course::new(signal.clone(), (0.0, problem.end), problem.echo());
    let in_height = |signal: &crate::signal::Signal| Course::new(signal.clone(), (0.0, height), height);
    let [_, base_name, displacement_name, velocity_name] = KEYWORDS[rank];
    let (mut w, mut v) = (in_height(&direction.displacement), in_height(&direction.velocity));
    let line = line_at_start(cells, height, c, (&mut w, displacement_name), (&mut v, velocity_name))?;
    let displacement = w.value(0.0).map_err(SlabFault::data(displacement_name, 0.0))?;
    let start = v.value(0.0).map_err(SlabFault::data(velocity_name, 0.0))?;
    let mut base = in_time(&direction.base);
    let base_speed = base.value(0.0).map_err(SlabFault::data(base_name, 0.0))?;
    Ok((Way { line, top: in_time(&direction.top), base, base_speed, displacement }, start))
}

impl<const D: usize> TimeLoop<D> {
    fn new(problem: &SlabProblem, directions: [&Direction; D], cells: usize) -> Result<TimeLoop<D>, SlabFault> {
        let height = problem.height;
        let in_time = |signal: &crate::signal::Signal| Course::new(signal.clone(), (0.0, problem.end), problem.echo());
        let in_height = |signal: &crate::signal::Signal| Course::new(signal.clone(), (0.0, height), height);
        let dt = problem.echo() / cells as f64;
        let (mut ways, mut slip) = (Vec::with_capacity(D), [0.0; D]);
        for (rank, direction) in directions.iter().enumerate() {
            let (way, start) = way(problem, direction, rank, cells)?;
            slip[rank] = start - way.base_speed;
            ways.push(way);
        }
        let mut unit_of_first = [0.0; D];
        unit_of_first[0] = 1.0;
        let source = match &problem.pressure {
            Pressure::Imposed(signal) => Source::Imposed(in_time(signal)),
            Pressure::Motion { top, displacement, velocity } => {
                let (mut u, mut v) = (in_height(displacement), in_height(velocity));
                let echo = 2.0 * height / problem.normal_speed;
                let cells = (echo / dt).round().max(4.0) as usize;
                let names = (("DEPL_INIT_NORM"), ("VITE_INIT_NORM"));
                let line = line_at_start(cells, height, problem.normal_speed, (&mut u, names.0), (&mut v, names.1))?;
                let gap = u.value(0.0).map_err(SlabFault::data(names.0, 0.0))?;
                let mut normal = Normal::new(line, 0.5 * echo, problem.normal_impedance(), in_time(top), gap);
                normal.bends = problem.at_events;
                Source::Motion(Box::new(normal))
            }
        };
        let tangential = Tangential {
            law: problem.law.clone(),
            ways,
            dt,
            cell: 0,
            place: 0.0,
            half: 0.5 * problem.echo(),
            impedance: problem.impedance(),
            slip: Slip { speed: size(slip), stick: size(slip) == 0.0 },
            toward: unit(slip, unit_of_first),
            last: ([0.0; D], 0.0),
            distance: 0.0,
            friction: 0.0,
            work_base: 0.0,
            work_top: 0.0,
            stuck: 0.0,
            started: false,
            at_events: problem.at_events,
            swept: Vec::new(),
        };
        let mut breaks: Vec<f64> = problem.fields.iter().copied().filter(|t| *t < problem.end).collect();
        breaks.push(problem.end);
        let run = SlabRun { step: dt, archive: problem.archive, ..SlabRun::default() };
        let mut time_loop = TimeLoop { tangential, source, breaks: Breaks(breaks), run };
        time_loop.run.balance.initial = time_loop.energy(problem)?.0;
        Ok(time_loop)
    }

    fn go(&mut self, problem: &SlabProblem, observer: Observer<'_>) -> Result<(), SlabFault> {
        let mut field = 0;
        let dt = self.tangential.dt;
        loop {
            let t = &mut self.tangential;
            let now = t.time(t.place);
            let tolerance = tolerance(dt, now);
            while problem.fields.get(field).is_some_and(|f| *f <= now + tolerance) {
                let kept = self.field(problem, problem.fields[field])?;
                self.run.fields.push(kept);
                field += 1;
            }
            if now >= problem.end - tolerance {
                self.run.end = problem.end;
                break;
            }
            if let Some(quiet) = self.quiet(now)
                && self.tangential.sweep(&quiet, problem.archive, &mut self.run) > 0
            {
                if self.stops(observer) {
                    break;
                }
                self.close_states(problem, quiet.pressure, 0.0);
                continue;
            }
            let t = &mut self.tangential;
            let oldest = t.oldest_end();
            let mut next = self.breaks.after(now + tolerance);
            if now + tolerance < t.half {
                next = next.min(t.half);
            }
            for way in &mut t.ways {
                next = next.min(way.top.knot_after(now + tolerance - t.half) + t.half);
                next = next.min(way.base.knot_after(now + tolerance));
            }
            let candidate = |next: f64| {
                let place = next / dt - t.cell as f64;
                if place < oldest - 1e-9 { place } else { oldest }
            };
            let (end, k, gap) = match &mut self.source {
                Source::Imposed(course) => {
                    next = next.min(course.knot_after(now + tolerance));
                    let end = candidate(next);
                    let pressure = course.on(now, t.time(end)).map_err(SlabFault::data("PRESSION", now))?;
                    (end, pressure, (0.0, 0.0))
                }
                Source::Motion(normal) => {
                    let mut end = candidate(next);
                    normal.advance_to(t.time(end), &mut self.breaks)?;
                    if let Some(cut) = normal.break_between(now, t.time(end), tolerance) {
                        end = cut / dt - t.cell as f64;
                    }
                    let (pressure, gap, last) = normal.on(now, t.time(end), tolerance);
                    (end, pressure, (gap, last))
                }
            };
            if !(k.0 >= 0.0 && k.1 >= 0.0) {
                let pressure = if k.0 >= 0.0 { k.1 } else { k.0 };
                return Err(SlabFault::NegativePressure { time: now, pressure });
            }
            let z = t.impedance;
            let piece = t.next(end, (k.0 / z, k.1 / z))?;
            let before = t.slip.speed;
            let state = (t.at_events && t.started).then(|| t.state(now, t.last.1 * z, gap.0));
            let first = self.run.events.len();
            t.enter(&piece, &mut self.run)?;
            self.contact_events(now, before, first);
            let t = &mut self.tangential;
            let event = self.run.events.len() > first;
            if let Some(state) = state.filter(|_| event) {
                self.run.keep(state);
                self.run.keep(t.state(now, k.0, gap.0));
            } else if (t.place == 0.0 && t.cell.is_multiple_of(problem.archive) || t.bends(gap.0))
                && !self.has_state(now)
            {
                self.run.keep(self.tangential.state(now, k.0, gap.0));
            }
            let t = &mut self.tangential;
            t.cross(&piece, end, &mut self.run)?;
            t.place = end;
            if end >= 1.0 {
                (t.cell, t.place) = (t.cell + 1, 0.0);
                if self.stops(observer) {
                    break;
                }
            }
            self.close_states(problem, k.1, gap.1);
        }
        Ok(())
    }

    /// Tells whether the state after an event at `now` is kept already.
    fn has_state(&self, now: f64) -> bool {
        let same = |time: f64| (time - now).abs() <= tolerance(self.tangential.dt, now);
        self.tangential.at_events && self.run.states.last().is_some_and(|state| same(state.time))
    }

    /// Keeps the last state once the end is reached.
    fn close_states(&mut self, problem: &SlabProblem, pressure: f64, gap: f64) {
        let t = &self.tangential;
        if t.time(t.place) >= problem.end - tolerance(t.dt, problem.end) && !self.has_state(problem.end) {
            self.run.keep(t.state(problem.end, pressure, gap));
        }
    }

    /// Counts the steps and, now and then, asks the observer whether to stop.
    fn stops(&mut self, observer: Observer<'_>) -> bool {
        let t = &self.tangential;
        self.run.steps = t.cell;
        if !t.cell.is_multiple_of(LOOK) || observer(t.time(0.0), t.cell) {
            return false;
        }
        self.run.interrupted = true;
        self.run.end = t.time(0.0);
        true
    }

    /// Action on the contact, where it stays the same over whole cells from now on.
    fn quiet(&mut self, now: f64) -> Option<Quiet> {
        let Source::Imposed(pressure) = &mut self.source else { return None };
        let t = &mut self.tangential;
        if D > 1 || t.place != 0.0 || !t.started {
            return None;
        }
        let (half, way) = (t.half, &mut t.ways[0]);
        let from = now + tolerance(t.dt, now);
        let (pressure, first) = pressure.level(from).filter(|level| level.0 >= 0.0)?;
        let (base, second) = way.base.level(from)?;
        let (top, third) = if from < half { (0.0, 0.0) } else { way.top.level(from - half)? };
        let until = self.breaks.after(from).min(first).min(second).min(third + t.half);
        let whole = ((until - now) / t.dt + 1e-9).floor().min((LOOK - t.cell % LOOK) as f64);
        Some(Quiet { pressure, base, top, cells: whole as usize })
    }

    /// Impacts and releases up to now, before the friction events that start at `first`.
    fn contact_events(&mut self, now: f64, before: f64, first: usize) {
        let Source::Motion(normal) = &mut self.source else { return };
        let t = &self.tangential;
        let mut at = first;
        while normal.events.front().is_some_and(|(time, _)| *time <= now + tolerance(t.dt, now)) {
            let Some((time, nature)) = normal.events.pop_front() else { break };
            if now == 0.0 {
                continue;
            }
            let after = t.slip.speed;
            let (distance, work) = (t.distance, t.friction);
            let event = Event { time, nature, before, after, sticks: t.slip.stick, distance, work };
            if self.run.events.len() < super::record::MOST_EVENTS {
                self.run.events.insert(at, event);
                at += 1;
            } else {
                self.run.lost_events += 1;
            }
        }
    }

    /// Energy of both motions: in all, kinetic; and the work of the top that has not reached the base yet.
    fn energy(&mut self, problem: &SlabProblem) -> Result<(f64, f64, f64), SlabFault> {
        let (mut kinetic, mut elastic, mut pending) = (0.0, 0.0, 0.0);
        for rank in 0..D {
            let (waves, work) = self.waves(problem, rank)?;
            let (k, e) = waves.energies();
            (kinetic, elastic, pending) = (kinetic + k, elastic + e, pending + work * self.tangential.impedance);
        }
        if let Source::Motion(normal) = &mut self.source {
            let (waves, work) = normal.waves(problem.height)?;
            let (k, e) = waves.energies();
            (kinetic, elastic) = (kinetic + k, elastic + e);
            pending += work * normal.impedance;
        }
        let (kinetic, elastic) = (kinetic * problem.density, elastic * problem.density);
        Ok((kinetic + elastic, kinetic, pending))
    }

    /// Waves of one tangential direction now, and the work of the top on its way, divided by the impedance.
    fn waves(&mut self, problem: &SlabProblem, rank: usize) -> Result<(Waves, f64), SlabFault> {
        let t = &mut self.tangential;
        let (now, way) = (t.time(t.place), &mut t.ways[rank]);
        let of = Waves::of(&way.line, t.place, now, t.dt, problem.height, &mut way.top, t.half, false);
        of.map_err(SlabFault::data(KEYWORDS[rank][0], now))
    }

    fn field(&mut self, problem: &SlabProblem, time: f64) -> Result<Field, SlabFault> {
        let heights = problem.heights();
        let mut field = Field { time, ..Field::default() };
        let now = self.tangential.time(self.tangential.place);
        let c = problem.shear_speed;
        for rank in 0..D {
            let waves = self.waves(problem, rank)?.0;
            let t = &self.tangential;
            let mut over: [Vec<f64>; 3] = Default::default();
            for x in &heights {
                let (down, up) = (waves.down.at(*x), waves.up.at(*x));
                over[0].push(t.ways[rank].displacement + (down.1 - up.1) / (2.0 * c));
                over[1].push(0.5 * (down.0 + up.0));
                over[2].push(0.5 * t.impedance * (down.0 - up.0));
            }
            if rank == 0 {
                [field.displacement, field.velocity, field.shear] = over;
            } else {
                field.across = over;
            }
        }
        match &mut self.source {
            Source::Imposed(course) => {
                let pressure = course.value(now).map_err(SlabFault::data("PRESSION", now))?;
                field.normal_displacement = vec![0.0; heights.len()];
                field.pressure = vec![pressure; heights.len()];
            }
            Source::Motion(normal) => {
                let waves = normal.waves(problem.height)?.0;
                for x in &heights {
                    let (down, up) = (waves.down.at(*x), waves.up.at(*x));
                    field.normal_displacement.push(normal.gap + (down.1 - up.1) / (2.0 * problem.normal_speed));
                    field.pressure.push(-0.5 * normal.impedance * (down.0 - up.0));
                }
            }
        }
        field.heights = heights;
        Ok(field)
    }

    /// Fills in what is known at the end, wherever the run stopped.
    fn close(&mut self, problem: &SlabProblem) -> Result<(), SlabFault> {
        let t = &self.tangential;
        self.run.end = t.time(t.place).min(problem.end);
        self.run.stuck = t.stuck;
        self.run.joined = t.ways.iter().map(|way| way.line.joined).sum();
        let balance = &mut self.run.balance;
        (balance.distance, balance.friction, balance.base) = (t.distance, t.friction, t.work_base);
        balance.top = t.work_top;
        let now = self.run.end;
        if let Source::Motion(normal) = &mut self.source {
            self.run.joined += normal.line.joined;
            self.run.balance.top += normal.work_top;
            // After an interruption the normal motion may be ahead of the tangential one by a part of a step.
            normal.advance_to(now, &mut self.breaks)?;
        }
        let (energy, kinetic, pending) = self.energy(problem)?;
        let balance = &mut self.run.balance;
        (balance.kinetic, balance.elastic) = (kinetic, energy - kinetic);
        balance.top += pending;
        Ok(())
    }
}
