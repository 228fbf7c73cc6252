//! Works and energies of a transient, summed over its computed steps.
//!
//! With `Δd = d1 - d0`, `x̄` the mean of both ends, `F` the applied forces and `R = M a + C v + K d + F_m - F` the
//! reactions of the constraints,
//!
//! * strain energy `+= Δdᵀ K d̄`, kinetic energy `+= v̄ᵀ M Δv`;
//! * work of the forces `+= Δdᵀ F̄`, and of imposed motions `+= (Gᵀ R̄)·Δg` over the constraints of one unknown;
//! * work of dampers `+= Δdᵀ (C v̄ + F̄_m)`, with `F_m` the force of modal damping;
//! * work of linear relations `-= (Gᵀ R̄)·Δg` over the constraints that join several unknowns.
//!
//! `G` carries imposed values `g` to unknowns ([`Elimination`](crate::linalg::Elimination)). What is left,
//! external work less the four others, is what the scheme dissipates: zero to rounding for Newmark's scheme with
//! `β = 1/4`, `γ = 1/2` from a state in balance.

use super::loading::Loads;
use super::system::{NodalState, StructuralFault, StructuralSystem};
use crate::linalg::dot;

/// Sums from the start of the run to the end of a step, in units of energy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energies {
    pub external: f64,
    pub kinetic: f64,
    pub strain: f64,
    pub damping: f64,
    pub relations: f64,
}

impl Energies {
    /// Dissipated by the scheme.
    pub fn scheme(&self) -> f64 {
        self.external - self.kinetic - self.strain - self.damping - self.relations
    }
}

/// One end of a step: state, applied and damping forces, values of constraints, their reactions.
#[derive(Clone, Debug)]
struct End {
    state: NodalState,
    force: Vec<f64>,
    modal: Vec<f64>,
    imposed: Vec<f64>,
    reactions: Vec<f64>,
}

/// Sums the energies of a run; allocates nothing after its creation.
#[derive(Clone, Debug)]
pub(super) struct EnergyMeter {
    pub sums: Energies,
    before: End,
    after: End,
    mean: Vec<f64>,
    product: Vec<f64>,
    rest: Vec<f64>,
    /// Some motion is imposed: reactions work.
    imposes: bool,
}

impl EnergyMeter {
    /// A meter at the start `state`, its sums at zero. Fails where the loading is interrupted.
    pub fn new(
        system: &StructuralSystem,
        loads: &mut Loads<'_>,
        state: &NodalState,
        imposes: bool,
    ) -> Result<Self, StructuralFault> {
        let (unknowns, constraints) = (vec![0.0; system.size()], vec![0.0; system.relations.len()]);
        let end = End {
            state: state.clone(),
            force: unknowns.clone(),
            modal: unknowns.clone(),
            imposed: constraints.clone(),
            reactions: constraints,
        };
        let mut meter = EnergyMeter {
            sums: Energies::default(),
            before: end.clone(),
            after: end,
            mean: unknowns.clone(),
            product: unknowns.clone(),
            rest: unknowns,
            imposes,
        };
        meter.arrive(system, loads, state)?;
        std::mem::swap(&mut meter.before, &mut meter.after);
        Ok(meter)
    }

    /// Adds the step that ends in `state`. Fails where the loading stops the run.
    pub fn step(
        &mut self,
        system: &StructuralSystem,
        loads: &mut Loads<'_>,
        state: &NodalState,
    ) -> Result<(), StructuralFault> {
        self.arrive(system, loads, state)?;
        let EnergyMeter { sums, before, after, mean, product, rest, .. } = self;
        let means = |mean: &mut [f64], a: &[f64], b: &[f64]| {
            mean.iter_mut().zip(a.iter().zip(b)).for_each(|(m, (a, b))| *m = 0.5 * (a + b));
        };
        let moved = rest;
        let (first, last) = (&before.state, &after.state);
        moved.iter_mut().zip(first.d.iter().zip(&last.d)).for_each(|(m, (a, b))| *m = b - a);
        means(mean, &first.d, &last.d);
        system.stiffness.multiply(mean, product);
        sums.strain += dot(moved, product);
        means(mean, &before.force, &after.force);
        sums.external += dot(moved, mean);
        means(mean, &before.modal, &after.modal);
        sums.damping += dot(moved, mean);
        means(mean, &first.v, &last.v);
        if let Some(damping) = &system.damping {
            damping.multiply(mean, product);
            sums.damping += dot(moved, product);
        }
        moved.iter_mut().zip(first.v.iter().zip(&last.v)).for_each(|(m, (a, b))| *m = b - a);
        system.mass.multiply(moved, product);
        sums.kinetic += dot(mean, product);
        for (row, relation) in system.relations.iter().enumerate() {
            let reaction = 0.5 * (before.reactions[row] + after.reactions[row]);
            let work = reaction * (after.imposed[row] - before.imposed[row]);
            match relation {
                true => sums.relations -= work,
                false => sums.external += work,
            }
        }
        std::mem::swap(before, after);
        Ok(())
    }

    /// Takes state, forces and reactions of an end into `after`.
    fn arrive(
        &mut self,
        system: &StructuralSystem,
        loads: &mut Loads<'_>,
        state: &NodalState,
    ) -> Result<(), StructuralFault> {
        let EnergyMeter { after, product, rest, imposes, .. } = self;
        let time = state.time;
        after.state.time = time;
        after.state.d.copy_from_slice(&state.d);
        after.state.v.copy_from_slice(&state.v);
        loads.evaluate(time)?;
        after.force.copy_from_slice(&loads.force);
        after.imposed.copy_from_slice(&loads.imposed);
        rest.fill(0.0);
        system.subtract_modal_damping(time, &state.v, rest)?;
        after.modal.iter_mut().zip(rest.iter()).for_each(|(m, r)| *m = -r);
        if *imposes {
            rest.iter_mut().zip(&after.force).for_each(|(r, f)| *r += f);
            StructuralSystem::subtract(&system.mass, &state.a, product, rest);
            StructuralSystem::subtract(&system.stiffness, &state.d, product, rest);
            if let Some(damping) = &system.damping {
                StructuralSystem::subtract(damping, &state.v, product, rest);
            }
            rest.iter_mut().for_each(|r| *r = -*r);
            system.elimination.reduce_offsets_into(rest, &mut after.reactions);
        }
        Ok(())
    }
}
