//! All interactions of a problem, evaluated in the order of definition.

use super::buckling::{self, Buckling};
use super::cracked_rotor::{self, CrackedRotor};
use super::elastic_shock::{self, ElasticShock};
use super::fault::{InteractionFault, LawFault};
use super::force_relation::{self, ForceRelation};
use super::motion::{Moment, Shapes, State, SupportMotion, SupportState, Supports};
use super::plastic_link::{self, PlasticLink};
use super::seismic_device::{self, SeismicDevice};
use super::stop::{self, Stop, StopState};
use super::zener::{self, Zener};

/// All interactions of a problem, ready to be evaluated many times without allocating.
#[derive(Clone, Debug, Default)]
pub struct InteractionSet {
    laws: Vec<Law>,
    shapes: Shapes,
    gap_products: Vec<f64>,
    supports: Supports,
    last: Past,
    saved: Past,
    saved_stops: Vec<StopState>,
    /// Internal variables taken up by [`InteractionSet::load`], until the next evaluation.
    loaded: Vec<f64>,
    stiffnesses: Vec<ModalStiffness>,
    keeps_velocity: bool,
}

/// The last evaluation, as far as laws or archives look back at it.
#[derive(Clone, Debug, Default)]
struct Past {
    q: Vec<f64>,
    v: Vec<f64>,
    supports: SupportState,
    /// The memory still is what was loaded: nothing was evaluated since.
    is_loaded: bool,
}

impl Past {
    fn moment(&self) -> Moment<'_> {
        Moment { q: &self.q, v: &self.v, supports: &self.supports }
    }

    fn copy(&mut self, other: &Past) {
        self.q.copy_from_slice(&other.q);
        self.v.copy_from_slice(&other.v);
        self.supports.copy(&other.supports);
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

/// Stops are kept side by side: runs may have hundreds. The others are rarer and larger.
#[derive(Clone, Debug)]
pub(super) enum Law {
    Stop(Stop),
    Buckling(Box<Buckling>),
    ForceRelation(Box<ForceRelation>),
    ElasticShock(Box<ElasticShock>),
    Zener(Box<Zener>),
    PlasticLink(Box<PlasticLink>),
    SeismicDevice(Box<SeismicDevice>),
    CrackedRotor(Box<CrackedRotor>),
}

impl InteractionSet {
    /// An empty set for a problem of `size` generalised coordinates.
    pub fn new(size: usize, supports: Vec<SupportMotion>) -> InteractionSet {
        let (supports, shapes) = (Supports::new(supports), Shapes::new(size));
        let past = || Past {
            q: vec![0.0; size],
            v: vec![0.0; size],
            supports: SupportState::new(supports.len()),
            is_loaded: false,
        };
        let (last, saved) = (past(), past());
        InteractionSet { shapes, supports, last, saved, ..InteractionSet::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.laws.is_empty()
    }

    pub fn len(&self) -> usize {
        self.laws.len()
    }

    /// Number of internal variables stored for one state, all interactions together.
    pub fn variable_count(&self) -> usize {
        self.laws.iter().map(Law::width).sum()
    }

    /// Adds to `force` (generalised, one value a coordinate) the forces at time `t` (s) in state
    /// (`q`, `v`), and advances the memory. `step` is the length (s) passed to rate-type laws.
    pub fn evaluate(
        &mut self,
        t: f64,
        step: f64,
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
        self.shapes.gap_products(q, &mut self.gap_products);
        let state = State {
            time: t,
            step,
            shapes: &self.shapes,
            gap_products: &self.gap_products,
            now: Moment { q, v, supports: &self.supports.state },
            before: self.last.moment(),
        };
        for (rank, law) in self.laws.iter_mut().enumerate() {
            if let Err(fault) = law.evaluate(&state, force) {
                return Err(fault.at(rank, t));
            }
        }
        copy(q, &mut self.last.q);
        self.last.is_loaded = false;
        if self.keeps_velocity {
            copy(v, &mut self.last.v);
        }
        if self.supports.len() > 0 {
            self.last.supports.copy(&self.supports.state);
        }
        Ok(())
    }

    /// Remembers the memory; [`InteractionSet::restore`] brings it back (a rejected attempt of a step).
    pub fn save(&mut self) {
        self.saved.copy(&self.last);
        let mut stops = self.saved_stops.iter_mut();
        for law in &mut self.laws {
            match law {
                Law::Stop(law) => stops.next().into_iter().for_each(|saved| *saved = law.state),
                other => other.save(),
            }
        }
    }

    pub fn restore(&mut self) {
        self.last.copy(&self.saved);
        let mut stops = self.saved_stops.iter();
        for law in &mut self.laws {
            match law {
                Law::Stop(law) => stops.next().into_iter().for_each(|saved| law.state = *saved),
                other => other.restore(),
            }
        }
    }

    /// Writes the internal variables as they are after the last evaluation.
    pub fn store(&self, variables: &mut [f64]) {
        if self.last.is_loaded {
            variables.copy_from_slice(&self.loaded);
            return;
        }
        let moment = self.last.moment();
        // Positions do not depend on time: supports are part of the moment.
        let (shapes, gap_products) = (&self.shapes, self.gap_products.as_slice());
        let state = State { time: 0.0, step: 0.0, shapes, gap_products, now: moment, before: moment };
        let mut rest = variables;
        for law in &self.laws {
            let (own, others) = rest.split_at_mut(law.width());
            law.store(&state, own);
            rest = others;
        }
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
    }

    /// Local stiffnesses that bound an explicit step, as (mode, `k phi²` in N/m of that mode): the
    /// largest of each contact and mode over nodes, stiffnesses and directions.
    pub fn modal_stiffnesses(&self) -> Vec<ModalStiffness> {
        self.stiffnesses.clone()
    }

    /// Contacts between pairs of planes whose nodes have passed through each other, with the time
    /// when that was first seen.
    pub fn crossings(&self) -> Vec<(usize, f64)> {
        let crossed = |(rank, law): (usize, &Law)| Some((rank, law.crossed_at()?));
        self.laws.iter().enumerate().filter_map(crossed).collect()
    }

    /// The rows under construction.
    pub(super) fn shapes_mut(&mut self) -> &mut Shapes {
        &mut self.shapes
    }

    pub(super) fn push(&mut self, law: Law) {
        self.laws.push(law);
    }

    pub(super) fn push_stop(&mut self, stop: Stop, stiffnesses: impl Iterator<Item = f64>) {
        let interaction = self.laws.len();
        self.keeps_velocity |= stop.looks_back_at_velocity();
        let modal = stiffnesses.enumerate().filter(|(_, k)| *k > 0.0);
        self.stiffnesses.extend(modal.map(|(mode, stiffness)| ModalStiffness { interaction, mode, stiffness }));
        self.gap_products.resize(self.shapes.block_row_count(), 0.0);
        self.saved_stops.push(stop.state);
        self.laws.push(Law::Stop(stop));
    }
}

/// Copies a state. A single number is not worth a call, and a run of one mode makes tens of millions.
#[inline]
fn copy(from: &[f64], to: &mut [f64]) {
    match (from, to) {
        ([x], [y]) => *y = *x,
        (from, to) => to.copy_from_slice(from),
    }
}

impl Law {
    fn width(&self) -> usize {
        match self {
            Law::Stop(_) => stop::WIDTH,
            Law::Buckling(_) => buckling::WIDTH,
            Law::ForceRelation(_) => force_relation::WIDTH,
            Law::ElasticShock(_) => elastic_shock::WIDTH,
            Law::Zener(_) => zener::WIDTH,
            Law::PlasticLink(_) => plastic_link::WIDTH,
            Law::SeismicDevice(_) => seismic_device::WIDTH,
            Law::CrackedRotor(_) => cracked_rotor::WIDTH,
        }
    }

    #[inline]
    fn evaluate(&mut self, state: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        match self {
            Law::Stop(law) => law.evaluate(state, force),
            Law::Buckling(law) => law.evaluate(state, force),
            Law::ForceRelation(law) => law.evaluate(state, force),
            Law::ElasticShock(law) => law.evaluate(state, force),
            Law::Zener(law) => law.evaluate(state, force),
            Law::PlasticLink(law) => law.evaluate(state, force),
            Law::SeismicDevice(law) => law.evaluate(state, force),
            Law::CrackedRotor(law) => law.evaluate(state, force),
        }
    }

    fn save(&mut self) {
        match self {
            Law::Buckling(law) => law.saved = law.state,
            Law::ElasticShock(law) => law.saved = law.stored,
            Law::Zener(law) => {
                law.saved = law.state;
                law.link.saved_kept = law.link.kept;
            }
            Law::PlasticLink(law) => {
                law.saved = law.state;
                law.link.saved_kept = law.link.kept;
            }
            // Stops are saved side by side; the others have no memory.
            Law::Stop(_) | Law::ForceRelation(_) | Law::SeismicDevice(_) | Law::CrackedRotor(_) => {}
        }
    }

    fn restore(&mut self) {
        match self {
            Law::Buckling(law) => law.state = law.saved,
            Law::ElasticShock(law) => law.stored = law.saved,
            Law::Zener(law) => {
                law.state = law.saved;
                law.link.kept = law.link.saved_kept;
            }
            Law::PlasticLink(law) => {
                law.state = law.saved;
                law.link.kept = law.link.saved_kept;
            }
            // Stops are saved side by side; the others have no memory.
            Law::Stop(_) | Law::ForceRelation(_) | Law::SeismicDevice(_) | Law::CrackedRotor(_) => {}
        }
    }

    fn store(&self, state: &State<'_>, out: &mut [f64]) {
        match self {
            Law::Stop(law) => law.store(state, out),
            Law::Buckling(law) => law.store(state, out),
            Law::ForceRelation(law) => law.store(out),
            Law::ElasticShock(law) => out.copy_from_slice(&law.stored),
            Law::Zener(law) => law.store(state, out),
            Law::PlasticLink(law) => law.store(state, out),
            Law::SeismicDevice(law) => law.store(state, out),
            Law::CrackedRotor(law) => law.store(out),
        }
    }

    fn load(&mut self, stored: &[f64]) {
        match self {
            Law::Stop(law) => law.load(stored),
            Law::Buckling(law) => law.load(stored),
            Law::ForceRelation(law) => law.load(stored),
            Law::ElasticShock(law) => law.stored = [stored[0], stored[1]],
            Law::Zener(law) => law.load(stored),
            Law::PlasticLink(law) => law.load(stored),
            Law::SeismicDevice(law) => law.load(stored),
            Law::CrackedRotor(law) => law.load(stored),
        }
    }

    fn crossed_at(&self) -> Option<f64> {
        match self {
            Law::Stop(law) => law.crossed_at(),
            _ => None,
        }
    }
}
