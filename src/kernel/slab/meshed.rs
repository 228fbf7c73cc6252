//! The slab on finite elements, with a mass at the contact that makes the slip speed unique.
//!
//! Straight elements, lumped or consistent mass, central differences: displacements at the steps, velocities half-way. At the
//! contact the friction law is implicit: `m (s' - s)/dt + v' + r = G w_x` with `r` in `P mu(|s'|) Sgn(s')`, which has one solution
//! when `m/dt` exceeds `P max(-mu')`. The normal contact is a projection (impacts without restitution), or, with a massless node
//! there, the stiffness of the first cell. In two tangential directions each has its bar, and friction opposes the slip speed.

use super::bar::Bar;
use super::course::Course;
use super::fault::SlabFault;
use super::law::{Law, Slip};
use super::matrix::Mass;
use super::mesh_field::{blend, energy, field};
use super::problem::{Direction, KEYWORDS, Observer, Pressure, SlabProblem};
use super::record::{Across, Event, Field, Nature, SlabRun, SlabState};
use super::vector::{size, unit};

/// Parameters of the mesh of a slab over its height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mesh {
    pub cells: usize,
    /// Mass added at the contact, for the tangential motion (kg/m2).
    pub mass: f64,
    pub consistent: bool,
    /// Normal contact by the stiffness of the first cell.
    pub massless: bool,
}

impl Mesh {
    /// Longest step that central differences admit (s).
    pub fn stable_step(&self, problem: &SlabProblem) -> f64 {
        let speed = match problem.pressure {
            Pressure::Imposed(_) => problem.shear_speed,
            Pressure::Motion { .. } => problem.normal_speed.max(problem.shear_speed),
        };
        let step = problem.height / self.cells as f64 / speed;
        if self.consistent { step / libm::sqrt(3.0) } else { step }
    }
}

/// Computes the motion with steps of `step`; a fault is in the result, with what was computed before.
pub fn run(problem: &SlabProblem, mesh: &Mesh, step: f64, observer: Observer<'_>) -> SlabRun {
    match &problem.second {
        None => in_directions(problem, [&problem.first], mesh, step, observer),
        Some(second) => in_directions(problem, [&problem.first, second], mesh, step, observer),
    }
}

fn in_directions<const D: usize>(
    problem: &SlabProblem,
    directions: [&Direction; D],
    mesh: &Mesh,
    step: f64,
    observer: Observer<'_>,
) -> SlabRun {
    let mut time_loop = match TimeLoop::new(problem, directions, mesh, step) {
        Ok(time_loop) => time_loop,
        Err(fault) => return SlabRun { fault: Some(fault), ..SlabRun::default() },
    };
    let outcome = time_loop.go(problem, observer);
    time_loop.run.fault = outcome.err();
    if problem.at_events {
        time_loop.run.sort();
    }
    time_loop.run
}

enum Source {
    Imposed(Course),
    Motion { bar: Bar, top: Course },
}

/// One tangential direction: its bar and what moves its ends.
struct Way {
    bar: Bar,
    top: Course,
    base: Course,
}

struct TimeLoop<const D: usize> {
    law: Law,
    /// One for each direction.
    ways: Vec<Way>,
    source: Source,
    step: f64,
    slip: [f64; D],
    /// Size of the slip speed one step before.
    older: f64,
    at_events: bool,
    impedance: f64,
    run: SlabRun,
}

impl<const D: usize> TimeLoop<D> {
    fn new(
        problem: &SlabProblem,
        directions: [&Direction; D],
        mesh: &Mesh,
        step: f64,
    ) -> Result<TimeLoop<D>, SlabFault> {
        let height = problem.height;
        let h = height / mesh.cells as f64;
        let in_time = |s: &crate::signal::Signal| Course::new(s.clone(), (0.0, problem.end), problem.echo());
        let nodes = |s: &crate::signal::Signal, keyword: &'static str| -> Result<Vec<f64>, SlabFault> {
            let mut course = Course::new(s.clone(), (0.0, height), height);
            let at = |i: usize| if i == mesh.cells { height } else { h * i as f64 };
            (0..=mesh.cells).map(|i| course.value(at(i)).map_err(SlabFault::data(keyword, at(i)))).collect()
        };
        let cell = problem.density * h;
        let build = |speed: f64, extra: f64, massless: bool, w: Vec<f64>, v: Vec<f64>| {
            let mass = Mass::new(mesh.cells, cell, extra, mesh.consistent, massless);
            Bar::new(mass, cell, problem.density * speed * speed / h, w, v, massless)
        };
        let (mut ways, mut slip) = (Vec::with_capacity(D), [0.0; D]);
        for (rank, direction) in directions.iter().enumerate() {
            let [_, base_name, displacement_name, velocity_name] = KEYWORDS[rank];
            let w = nodes(&direction.displacement, displacement_name)?;
            let v = nodes(&direction.velocity, velocity_name)?;
            let bar = build(problem.shear_speed, mesh.mass, false, w, v);
            let mut base = in_time(&direction.base);
            slip[rank] = bar.velocity[0] - base.value(0.0).map_err(SlabFault::data(base_name, 0.0))?;
            ways.push(Way { bar, top: in_time(&direction.top), base });
        }
        let source = match &problem.pressure {
            Pressure::Imposed(signal) => Source::Imposed(in_time(signal)),
            Pressure::Motion { top, displacement, velocity } => {
                let (u, v) = (nodes(displacement, "DEPL_INIT_NORM")?, nodes(velocity, "VITE_INIT_NORM")?);
                Source::Motion { bar: build(problem.normal_speed, 0.0, mesh.massless, u, v), top: in_time(top) }
            }
        };
        let mut run = SlabRun { step, archive: problem.archive, starts_stuck: size(slip) == 0.0, ..SlabRun::default() };
        run.balance.initial = ways.iter().map(|way| energy(&way.bar)).sum::<f64>()
            + if let Source::Motion { bar, .. } = &source { energy(bar) } else { 0.0 };
        Ok(TimeLoop {
            law: problem.law.clone(),
            ways,
            source,
            step,
            slip,
            older: size(slip),
            at_events: problem.at_events,
            impedance: problem.impedance(),
            run,
        })
    }

    fn go(&mut self, problem: &SlabProblem, observer: Observer<'_>) -> Result<(), SlabFault> {
        let dt = self.step;
        let steps = (problem.end / dt + 1e-9).floor() as u64;
        let half = |n: u64| ((n as f64 + 0.5) * dt).min(problem.end);
        let mut field_rank = 0;
        let mut before_field: Option<Field> = None;
        let mut base = self.base_speeds(0.0)?;
        for n in 0..=steps {
            let (now, next) = (n as f64 * dt, half(n));
            // The first step of the velocities is half as long: they stand between the others.
            let length = if n == 0 { 0.5 * dt } else { dt };
            let old = (self.slip, base);
            base = self.base_speeds(next)?;
            let due = problem.fields.get(field_rank).is_some_and(|f| *f <= now + dt * (1.0 + 1e-9));
            let kept = due.then(|| self.ways.iter().map(|way| way.bar.velocity.clone()).collect::<Vec<_>>());
            let (pressure, gap) = self.normal(now, next, length, dt)?;
            for (i, way) in self.ways.iter_mut().enumerate() {
                let top = way.top.value(next).map_err(SlabFault::data(KEYWORDS[i][0], next))?;
                way.bar.free(length, top);
            }
            let mass = self.ways[0].bar.contact_mass();
            let slip = self.rub(now, base, pressure, length, mass)?;
            let mut shear = [0.0; D];
            let mut mean = [0.0; D];
            for (i, way) in self.ways.iter_mut().enumerate() {
                shear[i] = mass * (way.bar.velocity[0] - base[i] - slip[i]) / length;
                let change = slip[i] + base[i] - way.bar.velocity[0];
                way.bar.push(change);
                mean[i] = 0.5 * (old.0[i] + slip[i]);
                let balance = &mut self.run.balance;
                balance.friction += length * shear[i] * mean[i];
                balance.base -= length * shear[i] * 0.5 * (old.1[i] + base[i]);
            }
            self.slip = slip;
            let first = self.run.events.len();
            self.events(n, now, size(old.0), size(slip), pressure / self.impedance, dt);
            for event in first..self.run.events.len() {
                // Rows before and after, with the slip speeds of the half steps around.
                let time = self.run.events[event].time;
                for slip in [old.0, slip] {
                    let velocity = std::array::from_fn(|i| slip[i] + 0.5 * (old.1[i] + base[i]));
                    if self.at_events {
                        self.keep((time, time - now), (slip, velocity), shear, pressure, gap);
                    }
                }
            }
            if n % problem.archive == 0 || n == steps {
                let velocity = |i: usize| {
                    if n == 0 { slip[i] + base[i] } else { mean[i] + 0.5 * (old.1[i] + base[i]) }
                };
                let kept = (if n == 0 { slip } else { mean }, std::array::from_fn(velocity));
                self.keep((now, 0.0), kept, shear, pressure, gap);
            }
            if let Some(old) = kept {
                let this = self.field(problem, now, &old);
                while problem
                    .fields
                    .get(field_rank)
                    .is_some_and(|f| *f <= now + 1e-9 * dt || before_field.is_some() && *f <= now)
                {
                    let wanted = problem.fields[field_rank];
                    self.run.fields.push(blend(before_field.as_ref(), &this, wanted));
                    field_rank += 1;
                }
                before_field = Some(this);
            }
            if n == steps {
                // What is asked for between the last step and the end is given at the last step.
                while let (Some(wanted), Some(last)) = (problem.fields.get(field_rank), &before_field) {
                    self.run.fields.push(Field { time: *wanted, ..last.clone() });
                    field_rank += 1;
                }
            }
            let elastic: f64 = self.ways.iter_mut().map(|way| way.bar.advance(dt, n == steps)).sum();
            let normal = match &mut self.source {
                Source::Motion { bar, .. } => bar.advance(dt, n == steps),
                Source::Imposed(_) => 0.0,
            };
            self.run.balance.elastic = elastic + normal;
            self.run.balance.distance += dt * size(slip).abs();
            self.run.stuck += if size(slip) == 0.0 { dt } else { 0.0 };
            self.run.steps = n;
            self.run.end = now;
            if !(self.ways.iter().all(|way| way.bar.displacement[0].is_finite()) && gap.is_finite()) {
                return Err(SlabFault::NotFinite { time: now });
            }
            if n % 256 == 0 && !observer(now, n) {
                self.run.interrupted = true;
                break;
            }
        }
        let balance = &mut self.run.balance;
        let normal = match &self.source {
            Source::Motion { bar, .. } => Some(bar),
            Source::Imposed(_) => None,
        };
        for bar in self.ways.iter().map(|way| &way.bar).chain(normal) {
            balance.kinetic += bar.mass.kinetic(&bar.velocity, bar.cell);
            balance.top += bar.work_top;
        }
        self.run.stuck = self.run.stuck.min(self.run.end);
        Ok(())
    }

    /// Speeds of the foundation at an instant.
    fn base_speeds(&mut self, time: f64) -> Result<[f64; D], SlabFault> {
        let mut speeds = [0.0; D];
        for (i, way) in self.ways.iter_mut().enumerate() {
            speeds[i] = way.base.value(time).map_err(SlabFault::data(KEYWORDS[i][1], time))?;
        }
        Ok(speeds)
    }

    fn field(&self, problem: &SlabProblem, time: f64, old: &[Vec<f64>]) -> Field {
        let bars: Vec<(&Bar, &[f64])> =
            self.ways.iter().map(|way| &way.bar).zip(old.iter().map(Vec::as_slice)).collect();
        let normal = match &self.source {
            Source::Motion { bar, .. } => Some(bar),
            Source::Imposed(_) => None,
        };
        let pressure = self.run.states.last().map_or(0.0, |s| s.pressure);
        field(problem, time, &bars, normal, pressure)
    }

    /// Pressure at a step and gap there; velocities of the normal motion go on to `next`.
    fn normal(&mut self, now: f64, next: f64, length: f64, dt: f64) -> Result<(f64, f64), SlabFault> {
        let (bar, top) = match &mut self.source {
            Source::Imposed(course) => {
                let pressure = course.value(now).map_err(SlabFault::data("PRESSION", now))?;
                let valid = pressure >= 0.0;
                return if valid {
                    Ok((pressure, 0.0))
                } else {
                    Err(SlabFault::NegativePressure { time: now, pressure })
                };
            }
            Source::Motion { bar, top } => (bar, top),
        };
        let speed = -top.slope_on(next, next).map_err(SlabFault::data("DEPL_HAUT_NORM", next))?.0;
        let gap = bar.displacement[0];
        if bar.massless {
            let below = bar.displacement[1];
            bar.free(length, speed);
            let then = below + dt * bar.velocity[1];
            if (below < 0.0) != (then < 0.0) && then != below {
                let nature = if then < 0.0 { Nature::Impact } else { Nature::Release };
                let time = now + dt * below / (below - then);
                let event = self.event(time, nature, size(self.slip), size(self.slip));
                self.run.note(event);
            }
            return Ok((self_pressure(below, self.stiffness_of_normal()), gap));
        }
        bar.free(length, speed);
        let free = bar.velocity[0];
        let lowest = -gap / dt;
        let mut pressure = 0.0;
        if free < lowest {
            pressure = (lowest - free) * bar.contact_mass() / length;
            bar.push(lowest - free);
            bar.lands = true;
            if gap > 0.0 {
                let time = now + dt * lowest / free;
                let event = self.event(time, Nature::Impact, size(self.slip), size(self.slip));
                self.run.note(event);
            }
        } else if gap == 0.0 && free > 0.0 && now > 0.0 {
            let event = self.event(now, Nature::Release, size(self.slip), size(self.slip));
            self.run.note(event);
        }
        Ok((pressure, gap))
    }

    fn stiffness_of_normal(&self) -> f64 {
        if let Source::Motion { bar, .. } = &self.source { bar.stiffness } else { 0.0 }
    }

    /// Slip speed after the step, from the velocities without friction: it has their direction.
    fn rub(&mut self, now: f64, base: [f64; D], pressure: f64, length: f64, mass: f64) -> Result<[f64; D], SlabFault> {
        let k = length * pressure / mass;
        let steepest = self.law.steepest();
        if !(self.step * pressure * steepest < mass) {
            let bound = mass / (pressure * steepest);
            return Err(SlabFault::Uniqueness { time: now, pressure, step: self.step, bound });
        }
        let free: [f64; D] = std::array::from_fn(|i| self.ways[i].bar.velocity[0] - base[i]);
        let from = Slip { speed: size(self.slip), stick: size(self.slip) == 0.0 };
        let slip = self.law.settle(from, k, size(free)).speed;
        if !slip.is_finite() {
            return Err(SlabFault::NoCoefficient { time: now, speed: size(free).abs() });
        }
        Ok(unit(free, [0.0; D]).map(|x| x * slip))
    }

    fn event(&self, time: f64, nature: Nature, before: f64, after: f64) -> Event {
        let (distance, work) = (self.run.balance.distance, self.run.balance.friction);
        Event { time, nature, before, after, sticks: after == 0.0, distance, work }
    }

    /// Slip speed that leaves or reaches 0, or passes a turn of the relation, between the half steps around step `n`.
    fn events(&mut self, n: u64, now: f64, old: f64, new: f64, k: f64, dt: f64) {
        if n == 0 {
            self.run.starts_stuck = new == 0.0;
            self.older = old;
            return;
        }
        if old == 0.0 && new != 0.0 {
            let event = self.event(now, Nature::Slip, old, new);
            self.run.note(event);
        }
        if let Some(turn) = self.law.turn_between(k, old.abs().min(new.abs()), old.abs().max(new.abs())) {
            let share = (turn - old.abs()) / (new.abs() - old.abs());
            let event = self.event(now + (share - 0.5) * dt, Nature::Jump, old, new);
            self.run.note(event);
        }
        if old != 0.0 && new == 0.0 {
            // The slip speed goes on falling as in the step before.
            let fall = (self.older - old) / old;
            let share = if fall > 1.0 { 1.0 / fall } else { 0.5 };
            let event = self.event(now + (share - 0.5) * dt, Nature::Stick, old, new);
            self.run.note(event);
        }
        self.older = old;
    }

    /// Keeps a state at an instant, a time (s) after the step.
    fn keep(
        &mut self,
        (time, after): (f64, f64),
        (slip, velocity): ([f64; D], [f64; D]),
        shear: [f64; D],
        pressure: f64,
        gap: f64,
    ) {
        let z = self.impedance;
        let of = |i: usize| Across {
            slip: slip[i],
            displacement: self.ways[i].bar.displacement[0] + after * velocity[i],
            velocity: velocity[i],
            shear: shear[i],
        };
        let b: [f64; D] = std::array::from_fn(|i| slip[i] + shear[i] / z);
        let solutions = self.law.solutions(pressure / z, size(b)) as u32;
        let (distance, work) = (self.run.balance.distance, self.run.balance.friction);
        let state = SlabState { time, pressure, gap, solutions, distance, work, ..of(0).into() };
        let across = (D > 1).then(|| of(D - 1));
        self.run.keep((state, across));
    }
}

fn self_pressure(below: f64, stiffness: f64) -> f64 {
    -stiffness * below.min(0.0)
}
