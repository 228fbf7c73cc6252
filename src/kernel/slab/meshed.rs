//! The slab on finite elements, with a mass at the contact that makes the slip speed unique.
//!
//! Straight elements, lumped or consistent mass, central differences: displacements at the steps, velocities half-way. At the
//! contact the friction law is implicit: `m (s' - s)/dt + v' + r = G w_x` with `r` in `P mu(|s'|) Sgn(s')`, which has one solution
//! when `m/dt` exceeds `P max(-mu')`. The normal contact is a projection (impacts without restitution), or, with a massless node
//! there, the stiffness of the first cell.

use super::bar::Bar;
use super::course::Course;
use super::fault::Fault;
use super::law::{Law, Slip};
use super::matrix::Mass;
use super::problem::{Observer, Pressure, Problem};
use super::record::{Event, Field, Nature, Run, State};

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
    pub fn stable_step(&self, problem: &Problem) -> f64 {
        let speed = match problem.pressure {
            Pressure::Imposed(_) => problem.shear_speed,
            Pressure::Motion { .. } => problem.normal_speed.max(problem.shear_speed),
        };
        let step = problem.height / self.cells as f64 / speed;
        if self.consistent { step / libm::sqrt(3.0) } else { step }
    }
}

/// Computes the motion with steps of `step`; a fault is in the result, with what was computed before.
pub fn run(problem: &Problem, mesh: &Mesh, step: f64, observer: Observer<'_>) -> Run {
    let mut time_loop = match TimeLoop::new(problem, mesh, step) {
        Ok(time_loop) => time_loop,
        Err(fault) => return Run { fault: Some(fault), ..Run::default() },
    };
    let outcome = time_loop.go(problem, observer);
    time_loop.run.fault = outcome.err();
    time_loop.run
}

enum Source {
    Imposed(Course),
    Motion { bar: Bar, top: Course },
}

struct TimeLoop {
    law: Law,
    bar: Bar,
    source: Source,
    top: Course,
    base: Course,
    step: f64,
    slip: f64,
    /// Slip speed one step before.
    older: f64,
    run: Run,
}

impl TimeLoop {
    fn new(problem: &Problem, mesh: &Mesh, step: f64) -> Result<TimeLoop, Fault> {
        let height = problem.height;
        let h = height / mesh.cells as f64;
        let in_time = |s: &crate::signal::Signal| Course::new(s.clone(), (0.0, problem.end), problem.echo());
        let nodes = |s: &crate::signal::Signal, keyword: &'static str| -> Result<Vec<f64>, Fault> {
            let mut course = Course::new(s.clone(), (0.0, height), height);
            let at = |i: usize| if i == mesh.cells { height } else { h * i as f64 };
            (0..=mesh.cells).map(|i| course.value(at(i)).map_err(Fault::data(keyword, at(i)))).collect()
        };
        let cell = problem.density * h;
        let build = |speed: f64, extra: f64, massless: bool, w: Vec<f64>, v: Vec<f64>| {
            let mass = Mass::new(mesh.cells, cell, extra, mesh.consistent, massless);
            Bar::new(mass, cell, problem.density * speed * speed / h, w, v, massless)
        };
        let (w, v) = (nodes(&problem.displacement, "DEPL_INIT")?, nodes(&problem.velocity, "VITE_INIT")?);
        let bar = build(problem.shear_speed, mesh.mass, false, w, v);
        let source = match &problem.pressure {
            Pressure::Imposed(signal) => Source::Imposed(in_time(signal)),
            Pressure::Motion { top, displacement, velocity } => {
                let (u, v) = (nodes(displacement, "DEPL_INIT_NORM")?, nodes(velocity, "VITE_INIT_NORM")?);
                Source::Motion { bar: build(problem.normal_speed, 0.0, mesh.massless, u, v), top: in_time(top) }
            }
        };
        let mut base = in_time(&problem.base);
        let start = base.value(0.0).map_err(Fault::data("VITE_BASE", 0.0))?;
        let slip = bar.velocity[0] - start;
        let mut run = Run { step, archive: problem.archive, starts_stuck: slip == 0.0, ..Run::default() };
        run.balance.initial = energy(&bar) + if let Source::Motion { bar, .. } = &source { energy(bar) } else { 0.0 };
        Ok(TimeLoop {
            law: problem.law.clone(),
            bar,
            source,
            top: in_time(&problem.top),
            base,
            step,
            slip,
            older: slip,
            run,
        })
    }

    fn go(&mut self, problem: &Problem, observer: Observer<'_>) -> Result<(), Fault> {
        let dt = self.step;
        let steps = (problem.end / dt + 1e-9).floor() as u64;
        let half = |n: u64| ((n as f64 + 0.5) * dt).min(problem.end);
        let mut field = 0;
        let mut before_field: Option<Field> = None;
        let mut base = self.base.value(0.0).map_err(Fault::data("VITE_BASE", 0.0))?;
        for n in 0..=steps {
            let (now, next) = (n as f64 * dt, half(n));
            // The first step of the velocities is half as long: they stand between the others.
            let length = if n == 0 { 0.5 * dt } else { dt };
            let old = (self.slip, base);
            base = self.base.value(next).map_err(Fault::data("VITE_BASE", next))?;
            let due = problem.fields.get(field).is_some_and(|f| *f <= now + dt * (1.0 + 1e-9));
            let kept = due.then(|| (self.bar.velocity.clone(), self.normal_velocity()));
            let (pressure, gap) = self.normal(now, next, length, dt)?;
            let top = self.top.value(next).map_err(Fault::data("VITE_HAUT", next))?;
            self.bar.free(length, top);
            let mass = self.bar.contact_mass();
            let slip = self.rub(now, base, pressure, length, mass)?;
            let shear = mass * (self.bar.velocity[0] - base - slip) / length;
            let change = slip + base - self.bar.velocity[0];
            self.bar.push(change);
            self.slip = slip;
            let mean = 0.5 * (old.0 + slip);
            let balance = &mut self.run.balance;
            balance.friction += length * shear * mean;
            balance.base -= length * shear * 0.5 * (old.1 + base);
            self.events(n, now, old.0, slip, pressure / problem.impedance(), dt);
            if n % problem.archive == 0 || n == steps {
                let (slip, velocity) = if n == 0 { (slip, slip + base) } else { (mean, mean + 0.5 * (old.1 + base)) };
                self.keep(problem, now, (slip, velocity), shear, pressure, gap);
            }
            if let Some(old) = kept {
                let this = self.field(problem, now, &old);
                while problem
                    .fields
                    .get(field)
                    .is_some_and(|f| *f <= now + 1e-9 * dt || before_field.is_some() && *f <= now)
                {
                    let wanted = problem.fields[field];
                    self.run.fields.push(blend(before_field.as_ref(), &this, wanted));
                    field += 1;
                }
                before_field = Some(this);
            }
            if n == steps {
                // What is asked for between the last step and the end is given at the last step.
                while let (Some(wanted), Some(last)) = (problem.fields.get(field), &before_field) {
                    self.run.fields.push(Field { time: *wanted, ..last.clone() });
                    field += 1;
                }
            }
            let elastic = self.bar.advance(dt, n == steps);
            let normal = match &mut self.source {
                Source::Motion { bar, .. } => bar.advance(dt, n == steps),
                Source::Imposed(_) => 0.0,
            };
            self.run.balance.elastic = elastic + normal;
            self.run.balance.distance += dt * slip.abs();
            self.run.stuck += if slip == 0.0 { dt } else { 0.0 };
            self.run.steps = n;
            self.run.end = now;
            if !(self.bar.displacement[0].is_finite() && gap.is_finite()) {
                return Err(Fault::NotFinite { time: now });
            }
            if n % 256 == 0 && !observer(now, n) {
                self.run.interrupted = true;
                break;
            }
        }
        let balance = &mut self.run.balance;
        balance.kinetic = self.bar.mass.kinetic(&self.bar.velocity, self.bar.cell);
        balance.top = self.bar.work_top;
        if let Source::Motion { bar, .. } = &self.source {
            balance.kinetic += bar.mass.kinetic(&bar.velocity, bar.cell);
            balance.top += bar.work_top;
        }
        self.run.stuck = self.run.stuck.min(self.run.end);
        Ok(())
    }

    fn normal_velocity(&self) -> Vec<f64> {
        if let Source::Motion { bar, .. } = &self.source { bar.velocity.clone() } else { Vec::new() }
    }

    /// Pressure at a step and gap there; velocities of the normal motion go on to `next`.
    fn normal(&mut self, now: f64, next: f64, length: f64, dt: f64) -> Result<(f64, f64), Fault> {
        let (bar, top) = match &mut self.source {
            Source::Imposed(course) => {
                let pressure = course.value(now).map_err(Fault::data("PRESSION", now))?;
                let valid = pressure >= 0.0;
                return if valid { Ok((pressure, 0.0)) } else { Err(Fault::NegativePressure { time: now, pressure }) };
            }
            Source::Motion { bar, top } => (bar, top),
        };
        let speed = -top.slope_on(next, next).map_err(Fault::data("DEPL_HAUT_NORM", next))?.0;
        let gap = bar.displacement[0];
        if bar.massless {
            let below = bar.displacement[1];
            bar.free(length, speed);
            let then = below + dt * bar.velocity[1];
            if (below < 0.0) != (then < 0.0) && then != below {
                let nature = if then < 0.0 { Nature::Impact } else { Nature::Release };
                let time = now + dt * below / (below - then);
                let event = self.event(time, nature, self.slip, self.slip);
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
                let event = self.event(time, Nature::Impact, self.slip, self.slip);
                self.run.note(event);
            }
        } else if gap == 0.0 && free > 0.0 && now > 0.0 {
            let event = self.event(now, Nature::Release, self.slip, self.slip);
            self.run.note(event);
        }
        Ok((pressure, gap))
    }

    fn stiffness_of_normal(&self) -> f64 {
        if let Source::Motion { bar, .. } = &self.source { bar.stiffness } else { 0.0 }
    }

    /// Slip speed after the step, from the velocities without friction.
    fn rub(&mut self, now: f64, base: f64, pressure: f64, length: f64, mass: f64) -> Result<f64, Fault> {
        let k = length * pressure / mass;
        let steepest = self.law.steepest();
        if !(self.step * pressure * steepest < mass) {
            let bound = mass / (pressure * steepest);
            return Err(Fault::Uniqueness { time: now, pressure, step: self.step, bound });
        }
        let from = Slip { speed: self.slip, stick: self.slip == 0.0 };
        let free = self.bar.velocity[0] - base;
        let slip = self.law.settle(from, k, free).speed;
        if slip.is_finite() { Ok(slip) } else { Err(Fault::NoCoefficient { time: now, speed: free.abs() }) }
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

    fn keep(
        &mut self,
        problem: &Problem,
        time: f64,
        (slip, velocity): (f64, f64),
        shear: f64,
        pressure: f64,
        gap: f64,
    ) {
        let z = problem.impedance();
        let solutions = self.law.solutions(pressure / z, slip + shear / z) as u32;
        let (distance, work) = (self.run.balance.distance, self.run.balance.friction);
        let displacement = self.bar.displacement[0];
        self.run.states.push(State {
            time,
            slip,
            displacement,
            velocity,
            shear,
            pressure,
            gap,
            solutions,
            distance,
            work,
        });
    }

    /// Fields at a step: displacements there, velocities as means of both sides.
    fn field(&self, problem: &Problem, time: f64, old: &(Vec<f64>, Vec<f64>)) -> Field {
        let heights = problem.heights();
        let cells = self.bar.displacement.len() - 1;
        let h = problem.height / cells as f64;
        let place = |x: f64| ((x / h).floor() as usize).min(cells - 1);
        let value = |y: &[f64], x: f64| {
            let i = place(x);
            y[i] + (y[i + 1] - y[i]) * (x / h - i as f64)
        };
        let slope = |y: &[f64], x: f64| y[place(x) + 1] - y[place(x)];
        let mut field = Field { time, ..Field::default() };
        for x in &heights {
            field.displacement.push(value(&self.bar.displacement, *x));
            field.velocity.push(0.5 * (value(&self.bar.velocity, *x) + value(&old.0, *x)));
            field.shear.push(self.bar.stiffness * slope(&self.bar.displacement, *x));
            match &self.source {
                Source::Motion { bar, .. } => {
                    field.normal_displacement.push(value(&bar.displacement, *x));
                    field.pressure.push(-bar.stiffness * slope(&bar.displacement, *x));
                }
                Source::Imposed(_) => {
                    field.normal_displacement.push(0.0);
                    field.pressure.push(self.run.states.last().map_or(0.0, |s| s.pressure));
                }
            }
        }
        field.heights = heights;
        field
    }
}

fn self_pressure(below: f64, stiffness: f64) -> f64 {
    -stiffness * below.min(0.0)
}

/// Energy of a bar at rest or in motion at one instant.
fn energy(bar: &Bar) -> f64 {
    let w = &bar.displacement;
    let from = usize::from(bar.massless);
    let mut stretch: f64 = w[from..].windows(2).map(|w| (w[1] - w[0]) * (w[1] - w[0])).sum();
    if bar.massless {
        stretch += w[1].min(0.0) * w[1].min(0.0);
    }
    bar.mass.kinetic(&bar.velocity, bar.cell) + 0.5 * bar.stiffness * stretch
}

/// Field at an instant between two steps.
fn blend(before: Option<&Field>, after: &Field, time: f64) -> Field {
    let Some(before) = before.filter(|b| after.time > b.time) else { return Field { time, ..after.clone() } };
    let share = ((time - before.time) / (after.time - before.time)).clamp(0.0, 1.0);
    let mix = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a + (b - a) * share).collect();
    Field {
        time,
        heights: after.heights.clone(),
        displacement: mix(&before.displacement, &after.displacement),
        velocity: mix(&before.velocity, &after.velocity),
        shear: mix(&before.shear, &after.shear),
        normal_displacement: mix(&before.normal_displacement, &after.normal_displacement),
        pressure: mix(&before.pressure, &after.pressure),
    }
}
