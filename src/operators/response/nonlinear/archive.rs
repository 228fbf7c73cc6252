//! ARCHIVAGE: the states that a result keeps, taken as the analysis goes.

use std::sync::Arc;

use super::follow::Followed;
use super::loosest::Loosest;
use super::observation;
use super::open_contacts::OpenContacts;
use super::structure::Structure;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::diag::Diagnostic;
use crate::kernel::elements::BehavingElement;
use crate::kernel::structural::Energies;
use crate::kernel::structural::newton::{AcceptedStep, Convergence, CutStep, NonlinearState, Observer};
use crate::operators::call::access::Closeness;
use crate::operators::call::context::Watch;
use crate::operators::counted;
use crate::operators::response::structural::{MovingSupport, Observations, missed_instants};
use crate::verdict::significant;

/// When states are kept.
pub(super) struct Selection {
    period: Option<u64>,
    instants: Vec<f64>,
    closeness: Closeness,
    numbers: Vec<i64>,
    pub excluded: Vec<Arc<str>>,
    /// True where velocities and accelerations are part of a state.
    pub dynamic: bool,
}

/// One kept state and what it took.
pub(super) struct Snapshot {
    pub state: NonlinearState,
    /// Instant before (s).
    pub previous: f64,
    pub convergence: Convergence,
}

impl Selection {
    pub fn read(call: &Call, dynamic: bool) -> Result<Selection, CallError> {
        let Some(keywords) = call.one("ARCHIVAGE") else {
            return Err(call.error("ARCHIVAGE", "R307", "ARCHIVAGE is missing"));
        };
        let instants = match keywords.concept("LIST_INST") {
            Some(Concept::RealList(list)) => list.to_vec(),
            _ => keywords.reals("INST"),
        };
        let numbers = match keywords.concept("LIST_ARCH") {
            Some(Concept::IntegerList(steps)) => steps.to_vec(),
            _ => Vec::new(),
        };
        let period = keywords.integer_if_given("PAS_ARCH").filter(|_| numbers.is_empty());
        if period.is_some_and(|p| p < 1) {
            return Err(keywords.error("PAS_ARCH", "R307", "PAS_ARCH keeps nothing: PAS_ARCH=1 keeps every step"));
        }
        Ok(Selection {
            period: period.map(|p| p as u64),
            instants,
            closeness: Closeness::read(keywords),
            numbers,
            excluded: keywords.texts("CHAM_EXCLU"),
            dynamic,
        })
    }

    /// The warning on names of CHAM_EXCLU that leave nothing out.
    pub fn warning(&self, call: &Call) -> Option<Diagnostic> {
        const LEFT_OUT: [&str; 7] =
            ["DEPL_ABSOLU", "VITE", "VITE_ABSOLU", "ACCE", "ACCE_ABSOLU", "SIEF_ELGA", "VARI_ELGA"];
        // Fields of the language that no result here has.
        const NOT_MADE: [&str; 2] = ["RESI_NOEU", "RESI_RELA_NOEU"];
        let known = |name: &&str| LEFT_OUT.contains(name) || NOT_MADE.contains(name);
        let others: Vec<&str> = self.excluded.iter().map(|name| name.trim()).filter(|name| !known(name)).collect();
        if others.is_empty() {
            return None;
        }
        let message =
            format!("CHAM_EXCLU leaves nothing out by {}: DEPL is kept always, others are not made", others.join(", "));
        let place = call.one("ARCHIVAGE").and_then(|archive| archive.span_of("CHAM_EXCLU"));
        let help = format!("CHAM_EXCLU leaves out {}", LEFT_OUT.join(", "));
        Some(Diagnostic::warning("R307", message).at_if_absent(place).help(help))
    }

    /// Parts of a state that a result has; reactions are the affair of the run.
    pub fn of_result(&self, state: &NonlinearState) -> NonlinearState {
        let of_motion = |x: &Vec<f64>| if self.dynamic { x.clone() } else { Vec::new() };
        NonlinearState {
            time: state.time,
            u: state.u.clone(),
            v: of_motion(&state.v),
            a: of_motion(&state.a),
            reaction: Vec::new(),
            forces: state.forces.clone(),
            memory: state.memory.clone(),
        }
    }

    /// Number of states that a run of `steps` steps keeps, the first and the last included.
    fn planned(&self, steps: u64) -> u64 {
        let listed = (self.instants.len() + self.numbers.len()) as u64;
        self.period.map_or(0, |p| steps / p).saturating_add(listed).min(steps) + 2
    }

    /// Room in memory for the states of a run of `steps` steps, before it starts.
    pub fn check_room(&self, call: &Call, structure: &Structure, steps: u64) -> Result<(), CallError> {
        let system = &structure.system;
        let motions = if self.dynamic { 3 } else { 1 };
        let sums = |of: fn(&BehavingElement) -> usize| system.elements.iter().map(of).sum::<usize>();
        let (forces, memory) = (sums(BehavingElement::stored_forces), sums(BehavingElement::stored_memory));
        // The motions of a state, its forces and variables, and per cell the fields of these at its points.
        let widest = system.elements.iter().map(BehavingElement::stored_memory).max().unwrap_or(0);
        let points = 2 * system.elements.len();
        let numbers = motions * system.size + forces + memory + points * (6 + widest);
        let bytes = 8 * numbers as u64 + 48 * structure.mesh.cells.len() as u64;
        let states = self.planned(steps);
        let Err(shortage) = crate::source::memory::ask(bytes.saturating_mul(states)) else { return Ok(()) };
        let message = format!("{} would be kept: {shortage}", counted(states, "state"));
        let place = call.one("INCREMENT").map_or(call as &Keywords, |increment| increment);
        let error = place.error("LIST_INST", "N315", message);
        Err(Box::new(error.help(
            "keep one state in n with ARCHIVAGE=_F(PAS_ARCH=n), or some instants with INST; or take fewer steps",
        )))
    }

    fn keeps(&self, step: &AcceptedStep<'_>) -> bool {
        self.period.is_some_and(|p| step.number.is_multiple_of(p))
            || self.numbers.contains(&(step.number as i64))
            || self.instants.iter().any(|wanted| self.closeness.holds(step.state.time, *wanted))
    }
}

/// Observer of a run: keeps states, reports progress.
pub(super) struct Archive<'a> {
    selection: &'a Selection,
    watch: Watch<'a>,
    range: [f64; 2],
    pub kept: Vec<Snapshot>,
    /// The last state seen, where it is not kept.
    pending: Option<Snapshot>,
    pub cuts: Vec<CutStep>,
    /// Ends of steps that were kept without convergence.
    pub forced: Vec<f64>,
    evaluations: u64,
    /// Ends of the steps.
    pub instants: Vec<f64>,
    /// One row per step, where energies are asked for.
    pub energies: Vec<(f64, Energies)>,
    pub observations: Observations,
    pub followed: Followed,
    supports: &'a [MovingSupport],
    absolute: [Vec<f64>; 3],
    structure: &'a Structure,
    pub contacts: OpenContacts,
    pub loosest: Loosest,
    /// Displacements of the supports; empty without them.
    driving: Vec<f64>,
}

impl<'a> Archive<'a> {
    pub fn new(
        selection: &'a Selection,
        watch: Watch<'a>,
        range: [f64; 2],
        (observations, followed): (Observations, Followed),
        supports: &'a [MovingSupport],
        structure: &'a Structure,
        state: &NonlinearState,
    ) -> Self {
        let (kept, pending, cuts, forced) = (Vec::new(), None, Vec::new(), Vec::new());
        let absolute = [const { Vec::new() }; 3];
        Archive {
            selection,
            watch,
            range,
            kept,
            pending,
            cuts,
            forced,
            evaluations: 0,
            instants: Vec::new(),
            energies: Vec::new(),
            observations,
            followed,
            supports,
            absolute,
            structure,
            contacts: OpenContacts::new(structure, state, &[]),
            loosest: Loosest::default(),
            driving: if supports.is_empty() { Vec::new() } else { vec![0.0; structure.system.size] },
        }
    }

    /// Observes a state; false where a formula or the motion of a support has no value.
    pub fn note(&mut self, state: &NonlinearState) -> bool {
        if self.observations.is_empty() && self.followed.values.is_empty() {
            return true;
        }
        if !self.supports.is_empty() {
            for (kind, relative) in [&state.u, &state.v, &state.a].into_iter().enumerate() {
                self.absolute[kind].clone_from(relative);
                for support in self.supports {
                    let Ok(x) = support.motion[kind].evaluate(state.time, &mut 0) else { return false };
                    self.absolute[kind].iter_mut().zip(&support.shape).for_each(|(value, psi)| *value += psi * x);
                }
            }
        }
        observation::note(&mut self.observations, state, &self.absolute)
            && observation::note(&mut self.followed.values, state, &self.absolute)
    }

    /// Warns of instants to keep where no step ended; where the run stopped early, those it reached.
    pub fn missed(&self, call: &Call, start: f64, ended: bool) -> Option<Diagnostic> {
        let last = self.instants.last().copied().unwrap_or(start);
        let reached = |wanted: f64| {
            let holds = |t: &f64| self.selection.closeness.holds(*t, wanted);
            holds(&start) || self.instants.iter().any(holds) || (!ended && wanted > last)
        };
        missed_instants(call.one("ARCHIVAGE")?, reached)
    }

    /// The last state is always kept.
    pub fn finish(&mut self, last: &NonlinearState) {
        if let Some(mut pending) = self.pending.take() {
            pending.state = self.selection.of_result(last);
            self.kept.push(pending);
        }
    }
}

impl Observer for Archive<'_> {
    fn accepted(&mut self, step: &AcceptedStep<'_>) -> bool {
        let snapshot = |state| Snapshot { state, previous: step.start, convergence: step.convergence };
        if self.selection.keeps(step) {
            self.kept.push(snapshot(self.selection.of_result(step.state)));
            self.pending = None;
        } else {
            // The state itself is taken at the end of the run.
            self.pending = Some(snapshot(NonlinearState::default()));
        }
        if !self.supports.is_empty() {
            // The loop has evaluated the same functions at the same instant.
            self.driving.fill(0.0);
            for support in self.supports {
                let x = support.motion[0].evaluate(step.state.time, &mut 0).unwrap_or(0.0);
                self.driving.iter_mut().zip(&support.shape).for_each(|(value, psi)| *value += psi * x);
            }
        }
        self.contacts.see(self.structure, step.state, &self.driving);
        self.instants.push(step.state.time);
        self.energies.extend(step.energies.map(|sums| (step.state.time, sums)));
        if step.convergence.forced {
            self.forced.push(step.state.time);
        } else {
            self.loosest.see(step.state.time, &step.convergence.residuals);
        }
        self.evaluations += u64::from(step.convergence.evaluations);
        self.followed.step(step.state.time, step.convergence);
        let ([start, end], time) = (self.range, step.state.time);
        let (evaluations, cuts) = (self.evaluations, self.cuts.len() as u64);
        self.note(step.state)
            && self.watch.observe((time - start) / (end - start), || {
                // What fits beside the bar in a narrow terminal.
                let cuts = if cuts > 0 { format!(", {}", counted(cuts, "cut")) } else { String::new() };
                format!("t = {} s{cuts}, {}", significant(time, 6), counted(evaluations, "iteration"))
            })
    }

    fn cut(&mut self, step: &CutStep) {
        self.cuts.push(step.clone());
    }
}
