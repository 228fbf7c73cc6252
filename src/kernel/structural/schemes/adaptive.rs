//! Central differences whose step follows an apparent frequency of the motion.
//!
//! A trial step of length `h` gives `d'`, `a'`; the apparent frequency is
//! `f = (1/2π) sqrt( max_i |a'_i - a_i| / max(V_i h, |d'_i - d_i|) )`, with `V_i` a velocity below which the
//! motion of unknown `i` does not count, and the error `e = N f h` compares the step with the `N`-th part of
//! the apparent period. Above 1 the step is cut and tried again; below 0.75 five times running, it grows, and
//! never beyond the first one.

use super::central::Explicit;
use super::step::{Made, Step};
use crate::schemes::Advance;
use crate::structural::loading::Loads;
use crate::structural::system::{NodalState, StructuralFault, StructuralSystem};

/// Options of the step control.
#[derive(Clone, Debug, PartialEq)]
pub struct AdaptiveOptions {
    /// Growth of a step that is too short, and cut of one too long.
    pub growth: f64,
    pub cut: f64,
    pub points_per_period: f64,
    pub attempts: u32,
    /// No step is shorter, none longer (s); nor longer than the first.
    pub minimum: f64,
    pub maximum: f64,
    /// `V_i` is the largest velocity that unknown `i` has had, else that of its neighbours.
    pub largest_velocity: bool,
}

pub(super) struct Adaptive {
    options: AdaptiveOptions,
    explicit: Explicit,
    first: f64,
    /// Length of the next step, of the last one, and number of small errors running.
    h: f64,
    previous: f64,
    calm: u32,
    w: Vec<f64>,
    reference: Vec<f64>,
    trial_w: Vec<f64>,
    trial_d: Vec<f64>,
    trial_a: Vec<f64>,
    /// Nearest unknowns of the same component, of lower and of higher rank.
    neighbours: Vec<[Option<usize>; 2]>,
}

impl Adaptive {
    /// A scheme at the start `state`, with the first step `first` (s). Fails where relations tie unknowns.
    pub fn new(
        system: &StructuralSystem,
        options: AdaptiveOptions,
        first: f64,
        state: &NodalState,
    ) -> Result<Self, StructuralFault> {
        let zero = vec![0.0; system.size()];
        let first = first.min(options.maximum);
        Ok(Adaptive {
            explicit: Explicit::new(system)?,
            first,
            h: first,
            previous: 0.0,
            calm: 0,
            w: state.v.iter().zip(&state.a).map(|(v, a)| v - 0.5 * first * a).collect(),
            reference: vec![1e-15; system.size()],
            trial_w: zero.clone(),
            trial_d: zero.clone(),
            trial_a: zero,
            neighbours: neighbours(&system.components),
            options,
        })
    }

    /// A trial of length `h`; its error.
    fn attempt(
        &mut self,
        system: &StructuralSystem,
        loads: &mut Loads<'_>,
        state: &NodalState,
    ) -> Result<f64, StructuralFault> {
        let h = self.h;
        let lag = 0.5 * (self.previous + h);
        for i in 0..state.d.len() {
            self.trial_w[i] = self.w[i] + lag * state.a[i];
            self.trial_d[i] = state.d[i] + h * self.trial_w[i];
        }
        loads.evaluate(state.time + h)?;
        system.subtract_modal_damping(state.time, &state.v, &mut loads.force)?;
        self.explicit.acceleration(system, &self.trial_d, &self.trial_w, &mut loads.force, &mut self.trial_a);
        self.update_references();
        let mut largest = 2.2e-16;
        for i in 0..state.d.len() {
            let moved = (self.reference[i] * h).max((self.trial_d[i] - state.d[i]).abs());
            let moved = if moved == 0.0 { 2.2e-16 } else { moved };
            let ratio = (self.trial_a[i] - state.a[i]).abs() / moved;
            if ratio > largest {
                largest = ratio;
            }
        }
        let frequency = largest.sqrt() / (2.0 * std::f64::consts::PI);
        Ok(self.options.points_per_period * frequency * h)
    }

    fn update_references(&mut self) {
        let (w, trial) = (&self.w, &self.trial_w);
        for (i, reference) in self.reference.iter_mut().enumerate() {
            if self.options.largest_velocity {
                *reference = reference.max(0.01 * w[i].abs());
            } else if self.explicit.inverse_mass[i] == 0.0 {
                *reference = 1e-15;
            } else {
                let of = |rank: Option<usize>| rank.map_or(0.0, |r| 0.01 * trial[r]);
                let [before, after] = self.neighbours[i];
                *reference = of(before).max(of(after)).max(1e-15);
            }
        }
    }
}

impl Step for Adaptive {
    fn step(&mut self, system: &StructuralSystem, loads: &mut Loads<'_>, state: &mut NodalState, end: f64) -> Made {
        if state.time + self.h > end {
            self.h = end - state.time;
        }
        let (mut error, mut rejected) = (0.0, 0);
        for attempt in 1..=self.options.attempts {
            error = self.attempt(system, loads, state)?;
            if error <= 1.0 || attempt == self.options.attempts {
                break;
            }
            self.h /= self.options.cut;
            rejected = attempt;
            if self.h <= self.options.minimum {
                return Err(StructuralFault::StepTooShort { time: state.time, step: self.h });
            }
        }
        let h = self.h;
        state.time += h;
        self.previous = h;
        if error < 0.75 {
            if self.calm == 5 {
                self.h = (self.options.growth * h).min(self.first);
                self.calm = 4;
            }
            self.calm += 1;
        } else {
            self.calm = 0;
        }
        std::mem::swap(&mut self.w, &mut self.trial_w);
        std::mem::swap(&mut state.d, &mut self.trial_d);
        std::mem::swap(&mut state.a, &mut self.trial_a);
        for ((v, w), a) in state.v.iter_mut().zip(&self.w).zip(&state.a) {
            *v = w + 0.5 * h * a;
        }
        Ok(Advance { length: h, next: self.h, rejected, forced: error > 1.0 })
    }
}

fn neighbours(components: &[u8]) -> Vec<[Option<usize>; 2]> {
    let mut found = vec![[None; 2]; components.len()];
    let mut last: [Option<usize>; 256] = [None; 256];
    for (i, &component) in components.iter().enumerate() {
        let place = usize::from(component);
        found[i][0] = last[place];
        if let Some(before) = last[place] {
            found[before][1] = Some(i);
        }
        last[place] = Some(i);
    }
    found
}
