//! What a run keeps: archived states, motion of observed points, sums and extremes.

use super::modes::{BeamState, Modes, advance};
use super::nodes::Contact;
use super::problem::SlidingProblem;
use super::shocks::Shock;
use crate::lanes::Plain;

/// States every so many steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive {
    pub steps: Vec<u64>,
    /// Modal amplitudes and centred velocities, resonator then slider, one row per state.
    pub amplitudes: Vec<f64>,
    pub velocities: Vec<f64>,
    /// Total force (N/m) and slave nodes in contact.
    pub force: Vec<f64>,
    pub nodes: Vec<u64>,
    /// Mean square velocity of each body times the steps done, up to and with the state's step (m²/s²).
    pub squares: Vec<[f64; 2]>,
}

/// Motion of one observed point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointMotion {
    pub steps: Vec<u64>,
    /// Displacement (m) and velocity (m/s).
    pub displacement: Vec<f64>,
    pub velocity: Vec<f64>,
    /// Contact force (N/m), positive when the bodies push each other; empty when the point is between nodes.
    pub force: Vec<f64>,
}

/// All that a run leaves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sliding {
    /// Steps done.
    pub steps: u64,
    pub archive: Archive,
    pub points: Vec<PointMotion>,
    pub shocks: Vec<Shock>,
    /// Steps with contact; slave nodes in contact, summed over the steps; first step with contact.
    pub contact_steps: u64,
    pub contact_nodes: u64,
    pub first_contact: Option<u64>,
    /// Greatest total force (N/m) and sum of force times step (N s/m).
    pub peak_force: f64,
    pub impulse: f64,
    /// Mean square velocity of each body (m²/s²).
    pub mean_square: [f64; 2],
    /// Energy that contact and weight exchanged with the modes, each counted positive, with what damping took (J/m).
    pub exchanged: f64,
    /// Defect of the balance of energy, summed over the modes in absolute value (J/m).
    pub residual: f64,
    /// Energy that contact gave to each body (J/m).
    pub given: [f64; 2],
    /// A number that depends on every contact (step, pass, slave).
    pub digest: u64,
}

impl Sliding {
    /// Sum over the steps up to the instant `n` (in steps) of the mean square velocity of a body (m²/s²), linear between
    /// archived steps.
    pub fn square_until(&self, body: usize, n: f64) -> f64 {
        let Archive { steps, squares, .. } = &self.archive;
        let right = steps.partition_point(|step| (*step as f64) < n).min(steps.len() - 1);
        let left = right.saturating_sub(1);
        let (a, b) = (steps[left] as f64, steps[right] as f64);
        let share = if b > a { ((n - a) / (b - a)).clamp(0.0, 1.0) } else { 0.0 };
        squares[left][body] + share * (squares[right][body] - squares[left][body])
    }
}

/// Keeps what is due at each step.
pub struct Recorder<'p> {
    problem: &'p SlidingProblem,
    pub result: Sliding,
    start: BeamState,
    /// psi of each observed point, padded as the state.
    rows: Vec<Vec<f64>>,
    amplitudes: Vec<f64>,
    increments: Vec<f64>,
}

impl<'p> Recorder<'p> {
    /// Room for the states that the problem keeps, the first one kept.
    pub fn new(problem: &'p SlidingProblem, modes: &Modes, start: &BeamState) -> Recorder<'p> {
        let row = |point: &super::problem::Observation| {
            let mut row = vec![0.0; modes.places()];
            for k in 0..modes.count[point.body] {
                row[modes.first[point.body] + k] = problem.beams[point.body].shapes.value(k, point.x);
            }
            row
        };
        let mut recorder = Recorder {
            problem,
            result: Sliding::default(),
            start: start.clone(),
            rows: problem.observations.iter().map(row).collect(),
            amplitudes: vec![0.0; modes.places()],
            increments: vec![0.0; modes.places()],
        };
        recorder.result.points = vec![PointMotion::default(); problem.observations.len()];
        // Step 0 is at rest: U_0 = U_1 - D_1.
        let before: Vec<f64> = start.u.iter().zip(&start.d).map(|(u, d)| u - d).collect();
        let still = vec![0.0; modes.places()];
        recorder.archive(modes, 0, (&before, &still), Contact::default(), &start.squares);
        recorder.observe(modes, 0, (&before, &still), &vec![0.0; problem.observations.len()]);
        recorder
    }

    /// The first step from `n` on at which something is kept.
    pub fn next_due(&self, n: u64) -> u64 {
        let due = |every: u64| n.div_ceil(every) * every;
        let first = due(self.problem.archive_every).min(self.problem.steps);
        self.problem.observations.iter().map(|o| due(o.every)).fold(first, u64::min)
    }

    /// Advances the state by a step at which something is kept, and keeps it; `forces` are those of the observed points.
    pub fn advance(&mut self, modes: &Modes, state: &mut BeamState, n: u64, contact: Contact, forces: &[f64]) {
        self.amplitudes.copy_from_slice(&state.u);
        self.increments.copy_from_slice(&state.d);
        advance(Plain, modes, state);
        let twice = 2.0 * self.problem.step;
        let amplitudes = std::mem::take(&mut self.amplitudes);
        let mut velocities = std::mem::take(&mut self.increments);
        velocities.iter_mut().zip(&state.d).for_each(|(d, next)| *d = (*d + next) / twice);
        if n.is_multiple_of(self.problem.archive_every) || n == self.problem.steps {
            self.archive(modes, n, (&amplitudes, &velocities), contact, &state.squares);
        }
        self.observe(modes, n, (&amplitudes, &velocities), forces);
        (self.amplitudes, self.increments) = (amplitudes, velocities);
    }

    fn archive(
        &mut self,
        modes: &Modes,
        n: u64,
        (amplitudes, velocities): (&[f64], &[f64]),
        contact: Contact,
        squares: &[f64],
    ) {
        let sums = [0, 1].map(|body: usize| self.mean_squares(modes, body, squares));
        let archive = &mut self.result.archive;
        archive.steps.push(n);
        archive.force.push(contact.force);
        archive.nodes.push(contact.nodes);
        archive.squares.push(sums);
        for body in 0..2 {
            let places = modes.first[body]..modes.first[body] + modes.count[body];
            archive.amplitudes.extend(places.clone().map(|p| amplitudes[p] + modes.rest[p]));
            archive.velocities.extend_from_slice(&velocities[places]);
        }
    }

    /// Mean square velocity of a body times the steps summed.
    fn mean_squares(&self, modes: &Modes, body: usize, squares: &[f64]) -> f64 {
        let sum = squares[modes.first[body]..][..modes.count[body]].iter().fold(0.0, |s, x| s + x);
        let step = self.problem.step;
        sum / (4.0 * step * step * self.problem.beams[body].shapes.length)
    }

    fn observe(&mut self, modes: &Modes, n: u64, (amplitudes, velocities): (&[f64], &[f64]), forces: &[f64]) {
        let points = self.problem.observations.iter().zip(&self.rows).zip(forces);
        for (((point, row), force), motion) in points.zip(&mut self.result.points) {
            if n.is_multiple_of(point.every) {
                let (mut u, mut v) = (0.0, 0.0);
                for (p, psi) in row.iter().enumerate() {
                    u += psi * (amplitudes[p] + modes.rest[p]);
                    v += psi * velocities[p];
                }
                motion.steps.push(n);
                motion.displacement.push(u);
                motion.velocity.push(v);
                if point.node(self.problem.spacing).is_some() {
                    motion.force.push(*force);
                }
            }
        }
    }

    /// Counts the contact of step `n`.
    #[inline(always)]
    pub fn count(&mut self, n: u64, contact: Contact) {
        if contact.nodes > 0 {
            let result = &mut self.result;
            result.contact_steps += 1;
            result.contact_nodes += contact.nodes;
            result.first_contact = result.first_contact.or(Some(n));
            result.peak_force = result.peak_force.max(contact.force);
            result.impulse += contact.force * self.problem.step;
        }
    }

    /// Accounts of the run, `state` being that after its last step.
    pub fn finish(mut self, modes: &Modes, state: &BeamState, steps: u64) -> Sliding {
        self.result.steps = steps;
        for body in 0..2 {
            let result = &mut self.result;
            for k in 0..modes.count[body] {
                let p = modes.first[body] + k;
                let c = &modes.coefficients[p];
                let given = 0.5 * state.work[p];
                let weight = modes.constant[p] / c.force;
                // The path of the midpoints telescopes.
                let middle = |s: &BeamState| s.u[p] - 0.5 * s.d[p];
                let fallen = weight * (middle(state) - middle(&self.start));
                let lost = 0.5 * c.inertia() * c.loss() * state.squares[p];
                let energy = |s: &BeamState| c.energy(s.u[p] - s.d[p], s.d[p]);
                let gained = energy(state) - energy(&self.start);
                result.exchanged += given.abs() + fallen.abs() + lost;
                result.residual += (gained + lost - given - fallen).abs();
                result.given[body] += given;
            }
            self.result.mean_square[body] = self.mean_squares(modes, body, &state.squares) / steps as f64;
        }
        self.result
    }
}
