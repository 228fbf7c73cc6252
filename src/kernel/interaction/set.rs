//! All interactions of a problem, evaluated in the order of definition.

mod contacts;
mod mode_order;
mod planes;
mod stored;

use super::blocks::Coordinates;
use super::bundle::Bundle;
use super::eight_contacts::EightContacts;
use super::fault::{InteractionFault, SpecFault};
use super::laws::{Law, LawSpec, OneCoordinate, Stop};
use super::linearised::LinearisedContacts;
use super::motion::{Moment, State, SupportMotion, Supports};
use super::shapes::Shapes;
use crate::lanes::{LaneWork, Lanes, run};

/// All interactions of a problem, ready to be evaluated many times without allocating.
#[derive(Clone, Debug, Default)]
pub struct InteractionSet {
    laws: Vec<Law>,
    /// Contacts that matrices may take over.
    linearised: Option<Box<LinearisedContacts>>,
    shapes: Shapes,
    /// Planes that are evaluated eight at a time.
    eights: Vec<EightContacts>,
    /// Ranks of the contacts that are not, and rows of the planes among them: their gaps are looked at in every evaluation.
    singles: Vec<usize>,
    planes: Bundle,
    /// Contacts are in `eights` and `singles` as they should be.
    arranged: bool,
    /// Products of `planes` and `eights` are those of the last evaluation.
    held: bool,
    /// For each law its rank among the `eights` and in them.
    seats: Vec<Option<[usize; 2]>>,
    /// Rows of the other positions that contacts store, in the order of [`stored`].
    positions: Bundle,
    supports: Supports,
    /// Coordinates of the evaluation under way.
    now: Coordinates,
    /// Their rates, for planes evaluated one by one.
    rates: Coordinates,
    /// Coordinates of the last evaluation, where states are stored.
    numbers: Vec<f64>,
    last: Past,
    saved: Past,
    /// Internal variables taken up by [`InteractionSet::load`], until the next evaluation.
    loaded: Vec<f64>,
    stiffnesses: Vec<ModalStiffness>,
    keeps_velocity: bool,
    /// Nothing but planes, and no support moves.
    plain: bool,
}

/// The last evaluation, as far as laws or archives look back at it.
#[derive(Clone, Debug, Default)]
struct Past {
    time: f64,
    step: f64,
    q: Coordinates,
    v: Vec<f64>,
    support_displacement: Vec<f64>,
    support_velocity: Vec<f64>,
    /// The memory still is what was loaded: nothing was evaluated since.
    is_loaded: bool,
}

impl Past {
    fn moment(&self) -> Moment<'_> {
        Moment {
            q: &self.q,
            v: &self.v,
            support_displacement: &self.support_displacement,
            support_velocity: &self.support_velocity,
        }
    }

    fn copy(&mut self, other: &Past) {
        self.time = other.time;
        self.step = other.step;
        self.q.copy(&other.q);
        self.v.copy_from_slice(&other.v);
        self.support_displacement.copy_from_slice(&other.support_displacement);
        self.support_velocity.copy_from_slice(&other.support_velocity);
        self.is_loaded = other.is_loaded;
    }
}

/// One term of the stability estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModalStiffness {
    pub interaction: usize,
    pub mode: usize,
    /// `k phi_j,c(N)²`
    pub stiffness: f64,
}

impl InteractionSet {
    /// An empty set for a problem of `size` generalised coordinates.
    pub fn new(size: usize, supports: Vec<SupportMotion>) -> InteractionSet {
        let supports = Supports::new(supports);
        let past = || Past {
            q: Coordinates::zero(size),
            v: vec![0.0; size],
            support_displacement: vec![0.0; supports.len()],
            support_velocity: vec![0.0; supports.len()],
            ..Past::default()
        };
        InteractionSet {
            shapes: Shapes::new(size),
            planes: Bundle::new(size),
            plain: supports.len() == 0,
            now: Coordinates::zero(size),
            rates: Coordinates::zero(size),
            numbers: vec![0.0; size],
            last: past(),
            saved: past(),
            supports,
            ..InteractionSet::default()
        }
    }

    /// True without any interaction.
    pub fn is_empty(&self) -> bool {
        self.laws.is_empty()
    }

    /// Number of interactions.
    pub fn len(&self) -> usize {
        self.laws.len()
    }

    /// Number of internal variables stored for one state, all interactions together.
    pub fn variable_count(&self) -> usize {
        self.laws.iter().map(Law::width).sum()
    }

    /// Adds the interaction that `spec` defines; returns the number of its internal variables. Fails, and adds nothing, where
    /// the numbers of `spec` make no law.
    pub fn add(&mut self, spec: impl Into<LawSpec>) -> Result<usize, SpecFault> {
        let spec = spec.into();
        let law = spec.build(&mut self.shapes)?;
        self.arranged = false;
        match (&spec, &law) {
            (LawSpec::Contact(spec), Law::Stop(stop)) => self.join(stop, spec.stiffness_bounds()),
            _ => self.plain = false,
        }
        let width = law.width();
        self.laws.push(law);
        Ok(width)
    }

    /// Takes a contact, the next interaction, into account in what is computed for all of them; `stiffnesses`: `k phi²` (N/m) of
    /// each mode.
    fn join(&mut self, stop: &Stop, stiffnesses: Vec<f64>) {
        let interaction = self.laws.len();
        self.keeps_velocity |= stop.looks_back_at_velocity();
        self.plain &= stop.is_plane();
        let modal = stiffnesses.into_iter().enumerate().filter(|(_, k)| *k > 0.0);
        self.stiffnesses.extend(modal.map(|(mode, stiffness)| ModalStiffness { interaction, mode, stiffness }));
    }

    /// Adds to `force` (generalised, one value per coordinate) the forces at time `t` (s) in state
    /// (`q`, `v`), and advances the memory. `step` is the length (s) passed to rate-type laws. Fails with the rank of
    /// the interaction whose law does, or of the support whose motion has no value.
    pub fn evaluate(
        &mut self,
        t: f64,
        step: f64,
        q: &[f64],
        v: &[f64],
        force: &mut [f64],
    ) -> Result<(), InteractionFault> {
        run(Evaluation { set: self, t, step, q, v, force })
    }

    /// Evaluates with the registers of a caller that multiplies too. Fails as [`InteractionSet::evaluate`] does.
    #[inline(always)]
    pub fn evaluate_with<L: Lanes>(
        &mut self,
        lanes: L,
        (t, step): (f64, f64),
        q: &[f64],
        v: &[f64],
        force: &mut [f64],
    ) -> Result<(), InteractionFault> {
        if self.laws.is_empty() {
            return Ok(());
        }
        if self.supports.len() > 0 {
            self.supports.evaluate(t)?;
        }
        if !self.arranged {
            self.arrange();
        }
        self.held = false;
        let in_blocks = !self.plain || !self.singles.is_empty();
        if in_blocks {
            self.now.take(q);
            self.planes.multiply(lanes, &self.now);
        }
        if self.plain { self.evaluate_planes(lanes, t, (q, v), force) } else { self.evaluate_all(t, step, v, force) }?;
        self.remember(t, step, v);
        if in_blocks {
            std::mem::swap(&mut self.last.q, &mut self.now);
        } else {
            self.last.q.take(q);
        }
        self.held = true;
        Ok(())
    }

    /// Nothing but planes, no support moving, and one coordinate: [`InteractionSet::evaluate_one`] may be used.
    #[inline]
    pub fn is_plain_of_one(&self) -> bool {
        self.plain && self.shapes.size == 1
    }

    /// [`InteractionSet::evaluate`] for one coordinate; gives the force with those of the planes. Fails as it does.
    #[inline]
    pub fn evaluate_one(&mut self, t: f64, step: f64, q: f64, v: f64, force: f64) -> Result<f64, InteractionFault> {
        let mut at = OneCoordinate { q, before: self.last.q.first(), v, force };
        for (rank, law) in self.laws.iter_mut().enumerate() {
            if let Law::Stop(stop) = law
                && let Err(fault) = stop.evaluate_plane(t, &mut at)
            {
                return Err(fault.at(rank, t));
            }
        }
        self.remember(t, step, &[v]);
        self.last.q.set_first(q);
        Ok(at.force)
    }

    #[inline(never)]
    fn evaluate_all(&mut self, t: f64, step: f64, v: &[f64], force: &mut [f64]) -> Result<(), InteractionFault> {
        let state = State {
            time: t,
            step,
            shapes: &self.shapes,
            products: self.planes.products(),
            now: Moment {
                q: &self.now,
                v,
                support_displacement: &self.supports.displacement,
                support_velocity: &self.supports.velocity,
            },
            before: self.last.moment(),
        };
        for (rank, law) in self.laws.iter_mut().enumerate() {
            if let Err(fault) = law.evaluate(&state, force) {
                return Err(fault.at(rank, t));
            }
        }
        if let Some(contacts) = &self.linearised {
            contacts.evaluate(&state, force);
        }
        Ok(())
    }

    #[inline]
    fn remember(&mut self, t: f64, step: f64, v: &[f64]) {
        self.last.time = t;
        self.last.step = step;
        self.last.is_loaded = false;
        if self.keeps_velocity {
            self.last.v.copy_from_slice(v);
        }
        if self.supports.len() > 0 {
            self.last.support_displacement.copy_from_slice(&self.supports.displacement);
            self.last.support_velocity.copy_from_slice(&self.supports.velocity);
        }
    }

    /// Remembers the memory; [`InteractionSet::restore`] brings it back (a rejected attempt of a step).
    pub fn save(&mut self) {
        self.saved.copy(&self.last);
        for law in &mut self.laws {
            law.save();
        }
    }

    /// Brings the saved memory back.
    pub fn restore(&mut self) {
        self.last.copy(&self.saved);
        self.held = false;
        for law in &mut self.laws {
            law.restore();
        }
        self.eights.iter_mut().for_each(EightContacts::look_again);
    }

    /// Takes up stored internal variables (restart).
    pub fn load(&mut self, variables: &[f64]) {
        self.loaded = variables.to_vec();
        self.last.is_loaded = true;
        let mut rest = variables;
        for law in &mut self.laws {
            let (own, others) = rest.split_at(law.width());
            law.load(own);
            rest = others;
        }
        self.eights.iter_mut().for_each(EightContacts::look_again);
    }

    /// Local stiffnesses that bound an explicit step, as (mode, `k phi²` in N/m of that mode): the
    /// largest of each contact and mode over nodes, stiffnesses and directions.
    pub fn modal_stiffnesses(&self) -> Vec<ModalStiffness> {
        self.stiffnesses.clone()
    }

    pub(super) fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    pub(super) fn supports(&self) -> &Supports {
        &self.supports
    }

    pub(super) fn laws(&self) -> &[Law] {
        &self.laws
    }
}

/// The evaluation of [`InteractionSet::evaluate`] where coordinates are multiplied.
struct Evaluation<'a> {
    set: &'a mut InteractionSet,
    t: f64,
    step: f64,
    q: &'a [f64],
    v: &'a [f64],
    force: &'a mut [f64],
}

impl LaneWork for Evaluation<'_> {
    type Output = Result<(), InteractionFault>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let Evaluation { set, t, step, q, v, force } = self;
        set.evaluate_with(lanes, (t, step), q, v, force)
    }
}
