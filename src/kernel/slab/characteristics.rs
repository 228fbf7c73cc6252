//! The whole run by characteristics: both delay lines, events, archived states, fields, energy balance.

use super::course::Course;
use super::fault::Fault;
use super::law::Slip;
use super::normal::Normal;
use super::problem::{Observer, Pressure, Problem};
use super::record::{Event, Field, Run, State};
use super::sweep::Quiet;
use super::tangential::Tangential;
use super::waves::{Breaks, Waves, line_at_start};

/// Steps between two looks at the observer.
const LOOK: u64 = 4096;

/// Source of the pressure.
enum Source {
    Imposed(Course),
    Motion(Box<Normal>),
}

struct TimeLoop {
    tangential: Tangential,
    source: Source,
    breaks: Breaks,
    tolerance: f64,
    run: Run,
}

/// Computes the motion with `cells` steps in one echo time of tangential waves. A fault is in the result, with what was
/// computed before.
pub fn run(problem: &Problem, cells: usize, observer: Observer<'_>) -> Run {
    match TimeLoop::new(problem, cells) {
        Ok(mut time_loop) => {
            let outcome = time_loop.go(problem, observer);
            let closed = time_loop.close(problem);
            time_loop.run.fault = outcome.and(closed).err();
            time_loop.run
        }
        Err(fault) => Run { fault: Some(fault), ..Run::default() },
    }
}

impl TimeLoop {
    fn new(problem: &Problem, cells: usize) -> Result<TimeLoop, Fault> {
        let (height, c) = (problem.height, problem.shear_speed);
        let in_time = |signal: &crate::signal::Signal| Course::new(signal.clone(), (0.0, problem.end), problem.echo());
        let in_height = |signal: &crate::signal::Signal| Course::new(signal.clone(), (0.0, height), height);
        let dt = problem.echo() / cells as f64;
        let (mut w, mut v) = (in_height(&problem.displacement), in_height(&problem.velocity));
        let line = line_at_start(cells, height, c, (&mut w, "DEPL_INIT"), (&mut v, "VITE_INIT"))?;
        let displacement = w.value(0.0).map_err(Fault::data("DEPL_INIT", 0.0))?;
        let start = v.value(0.0).map_err(Fault::data("VITE_INIT", 0.0))?;
        let mut base = in_time(&problem.base);
        let speed = base.value(0.0).map_err(Fault::data("VITE_BASE", 0.0))?;
        let source = match &problem.pressure {
            Pressure::Imposed(signal) => Source::Imposed(in_time(signal)),
            Pressure::Motion { top, displacement, velocity } => {
                let (mut u, mut v) = (in_height(displacement), in_height(velocity));
                let echo = 2.0 * height / problem.normal_speed;
                let cells = (echo / dt).round().max(4.0) as usize;
                let names = (("DEPL_INIT_NORM"), ("VITE_INIT_NORM"));
                let line = line_at_start(cells, height, problem.normal_speed, (&mut u, names.0), (&mut v, names.1))?;
                let gap = u.value(0.0).map_err(Fault::data(names.0, 0.0))?;
                Source::Motion(Box::new(Normal::new(line, 0.5 * echo, problem.normal_impedance(), in_time(top), gap)))
            }
        };
        let tangential = Tangential {
            law: problem.law.clone(),
            line,
            dt,
            cell: 0,
            place: 0.0,
            half: 0.5 * problem.echo(),
            impedance: problem.impedance(),
            top: in_time(&problem.top),
            base,
            slip: Slip { speed: start - speed, stick: start == speed },
            last: (0.0, 0.0),
            base_speed: speed,
            displacement,
            distance: 0.0,
            friction: 0.0,
            work_base: 0.0,
            work_top: 0.0,
            stuck: 0.0,
            started: false,
            swept: Vec::new(),
        };
        let mut breaks: Vec<f64> = problem.fields.iter().copied().filter(|t| *t < problem.end).collect();
        breaks.push(problem.end);
        let run = Run { step: dt, archive: problem.archive, ..Run::default() };
        let mut time_loop = TimeLoop { tangential, source, breaks: Breaks(breaks), tolerance: 1e-9 * dt, run };
        time_loop.run.balance.initial = time_loop.energy(problem)?.0;
        Ok(time_loop)
    }

    fn go(&mut self, problem: &Problem, observer: Observer<'_>) -> Result<(), Fault> {
        let mut field = 0;
        let dt = self.tangential.dt;
        loop {
            let t = &mut self.tangential;
            let now = t.time(t.place);
            let tolerance = self.tolerance;
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
            let oldest = t.line.oldest_end();
            let mut next = self.breaks.after(now + tolerance);
            if now + tolerance < t.half {
                next = next.min(t.half);
            }
            next = next.min(t.top.knot_after(now + tolerance - t.half) + t.half);
            next = next.min(t.base.knot_after(now + tolerance));
            let candidate = |next: f64| {
                let place = next / dt - t.cell as f64;
                if place < oldest - 1e-9 { place } else { oldest }
            };
            let (end, k, gap) = match &mut self.source {
                Source::Imposed(course) => {
                    next = next.min(course.knot_after(now + tolerance));
                    let end = candidate(next);
                    let pressure = course.on(now, t.time(end)).map_err(Fault::data("PRESSION", now))?;
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
                return Err(Fault::NegativePressure { time: now, pressure });
            }
            let z = t.impedance;
            let piece = t.next(end, (k.0 / z, k.1 / z))?;
            let before = t.slip.speed;
            let first = self.run.events.len();
            t.enter(&piece, &mut self.run)?;
            self.contact_events(now, before, first);
            let t = &mut self.tangential;
            if t.place == 0.0 && t.cell.is_multiple_of(problem.archive) {
                let state = state(t, now, k.0, gap.0);
                self.run.states.push(state);
            }
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

    /// Keeps the last state once the end is reached.
    fn close_states(&mut self, problem: &Problem, pressure: f64, gap: f64) {
        let t = &self.tangential;
        if t.time(t.place) >= problem.end - self.tolerance {
            let state = state(t, problem.end, pressure, gap);
            self.run.states.push(state);
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
        if t.place != 0.0 || !t.started {
            return None;
        }
        let from = now + self.tolerance;
        let (pressure, first) = pressure.level(from).filter(|level| level.0 >= 0.0)?;
        let (base, second) = t.base.level(from)?;
        let (top, third) = if from < t.half { (0.0, 0.0) } else { t.top.level(from - t.half)? };
        let until = self.breaks.after(from).min(first).min(second).min(third + t.half);
        let whole = ((until - now) / t.dt + 1e-9).floor().min((LOOK - t.cell % LOOK) as f64);
        Some(Quiet { pressure, base, top, cells: whole as usize })
    }

    /// Impacts and releases up to now, before the friction events that start at `first`.
    fn contact_events(&mut self, now: f64, before: f64, first: usize) {
        let Source::Motion(normal) = &mut self.source else { return };
        let t = &self.tangential;
        let mut at = first;
        while normal.events.front().is_some_and(|(time, _)| *time <= now + self.tolerance) {
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
    fn energy(&mut self, problem: &Problem) -> Result<(f64, f64, f64), Fault> {
        let t = &mut self.tangential;
        let now = t.time(t.place);
        let of = Waves::of(&t.line, t.place, now, t.dt, problem.height, &mut t.top, t.half, false);
        let (waves, work) = of.map_err(Fault::data("VITE_HAUT", now))?;
        let (mut kinetic, mut elastic) = waves.energies();
        let mut pending = work * t.impedance;
        if let Source::Motion(normal) = &mut self.source {
            let (waves, work) = normal.waves(problem.height)?;
            let (k, e) = waves.energies();
            (kinetic, elastic) = (kinetic + k, elastic + e);
            pending += work * normal.impedance;
        }
        let (kinetic, elastic) = (kinetic * problem.density, elastic * problem.density);
        Ok((kinetic + elastic, kinetic, pending))
    }

    fn field(&mut self, problem: &Problem, time: f64) -> Result<Field, Fault> {
        let heights = problem.heights();
        let mut field = Field { time, ..Field::default() };
        let t = &mut self.tangential;
        let now = t.time(t.place);
        let of = Waves::of(&t.line, t.place, now, t.dt, problem.height, &mut t.top, t.half, false);
        let waves = of.map_err(Fault::data("VITE_HAUT", now))?.0;
        let c = problem.shear_speed;
        for x in &heights {
            let (down, up) = (waves.down.at(*x), waves.up.at(*x));
            field.displacement.push(t.displacement + (down.1 - up.1) / (2.0 * c));
            field.velocity.push(0.5 * (down.0 + up.0));
            field.shear.push(0.5 * t.impedance * (down.0 - up.0));
        }
        match &mut self.source {
            Source::Imposed(course) => {
                let pressure = course.value(now).map_err(Fault::data("PRESSION", now))?;
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
    fn close(&mut self, problem: &Problem) -> Result<(), Fault> {
        let t = &self.tangential;
        self.run.end = t.time(t.place).min(problem.end);
        self.run.stuck = t.stuck;
        self.run.joined = t.line.joined;
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

fn state(t: &Tangential, time: f64, pressure: f64, gap: f64) -> State {
    let (b, k) = t.last;
    State {
        time,
        slip: t.slip.speed,
        displacement: t.displacement,
        velocity: t.slip.speed + t.base_speed,
        shear: t.impedance * (b - t.slip.speed),
        pressure,
        gap,
        solutions: t.law.solutions(k, b) as u32,
        distance: t.distance,
        work: t.friction,
    }
}
