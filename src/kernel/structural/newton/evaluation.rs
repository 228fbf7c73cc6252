//! One evaluation of all laws: stored forces, internal variables and element matrices at a tried motion.

use super::state::NonlinearState;
use super::system::NonlinearSystem;
use crate::elements::{Answered, BehavingElement, Motion, Stored};
use crate::laws::{Ask, LawFault, Step};

/// A law that gives no answer, and the rank of its element.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementFault {
    pub element: usize,
    pub fault: LawFault,
}

/// Motion of supports at both ends of the step; empty without them.
#[derive(Clone, Debug, Default)]
pub struct Driving {
    pub before: Vec<f64>,
    pub now: Vec<f64>,
    pub velocity: Vec<f64>,
}

/// Thermal strains of the elements at both ends of the step.
#[derive(Clone, Debug, Default)]
pub struct Strains {
    pub before: Vec<f64>,
    pub now: Vec<f64>,
}

/// Element matrices, and motions and strains that an evaluation takes.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    /// Element matrices, one after the other, those of the last evaluation that made matrices.
    pub matrices: Vec<f64>,
    pub driving: Driving,
    pub strains: Strains,
    room: [Vec<f64>; 2],
    /// Starts of forces, internal variables and matrix of each element; one more than elements.
    starts: Vec<[usize; 3]>,
    /// Elements whose matrix does not change; ranks of the others; the matrices of the former are written.
    linear: Vec<bool>,
    varying: Vec<usize>,
    has_linear: bool,
}

impl Evaluation {
    /// Room for the elements of `system`.
    pub fn new(system: &NonlinearSystem) -> Self {
        let [forces, memory, terms] = system.rooms();
        let drives = if system.supports.is_empty() { 0 } else { system.size };
        let driving = Driving { before: vec![0.0; drives], now: vec![0.0; drives], velocity: vec![0.0; drives] };
        let strains = vec![0.0; system.elements.len()];
        let mut starts = vec![[0; 3]];
        let mut at = [0; 3];
        for one in &system.elements {
            let lengths = [one.stored_forces(), one.stored_memory(), one.size() * one.size()];
            at = std::array::from_fn(|i| at[i] + lengths[i]);
            starts.push(at);
        }
        let linear: Vec<bool> = system.elements.iter().map(BehavingElement::is_linear).collect();
        Evaluation {
            matrices: vec![0.0; terms],
            driving,
            strains: Strains { before: strains.clone(), now: strains },
            room: [vec![0.0; forces], vec![0.0; memory]],
            starts,
            varying: (0..linear.len()).filter(|k| !linear[*k]).collect(),
            linear,
            has_linear: false,
        }
    }

    /// Asks all laws from the accepted state `before` for the motion of `now`, whose forces and variables are written.
    /// In [`Ask::Tangent`] only matrices are; those of linear elements are written once. Fails at the first element whose law fails.
    pub fn laws(
        &mut self,
        system: &NonlinearSystem,
        step: &Step,
        before: &NonlinearState,
        now: &mut NonlinearState,
    ) -> Result<(), ElementFault> {
        let Evaluation { matrices, driving, strains, room, starts, linear, varying, has_linear } = self;
        let NonlinearState { u, v, forces, memory, .. } = now;
        let tangent = step.ask == Ask::Tangent;
        let motion = Motion {
            before: &before.u,
            now: if tangent { &before.u } else { u },
            velocity: if step.dynamic { v } else { &[] },
            driving_before: &driving.before,
            driving: &driving.now,
            driving_velocity: &driving.velocity,
        };
        let [spare_forces, spare_memory] = room;
        let (forces, memory) = if tangent { (spare_forces, spare_memory) } else { (forces, memory) };
        let forces_only = Step { ask: Ask::Forces, ..*step };
        // Linear elements that do not move keep their forces: the prediction of dynamics asks for such an evaluation.
        let still = !tangent && *u == before.u && strains.now == strains.before;
        if still {
            forces.copy_from_slice(&before.forces);
            memory.copy_from_slice(&before.memory);
        }
        let few = *has_linear && (tangent || still);
        let count = if few { varying.len() } else { linear.len() };
        for rank in 0..count {
            let element = if few { varying[rank] } else { rank };
            let one = &system.elements[element];
            let ([f, m, k], [f1, m1, k1]) = (starts[element], starts[element + 1]);
            let stored = Stored { forces: &before.forces[f..f1], memory: &before.memory[m..m1] };
            let mut to =
                Answered { forces: &mut forces[f..f1], memory: &mut memory[m..m1], matrix: &mut matrices[k..k1] };
            let step = if linear[element] && *has_linear { &forces_only } else { step };
            let thermal = match tangent {
                true => [strains.before[element]; 2],
                false => [strains.before[element], strains.now[element]],
            };
            let answer = one.respond(step, &motion, thermal, stored, &mut to);
            answer.map_err(|fault| ElementFault { element, fault })?;
        }
        *has_linear |= step.ask != Ask::Forces;
        Ok(())
    }

    /// Writes the elastic matrices of all elements.
    pub fn elastic(&mut self, system: &NonlinearSystem) {
        for (element, ends) in system.elements.iter().zip(self.starts.windows(2)) {
            element.elastic(&mut self.matrices[ends[0][2]..ends[1][2]]);
        }
        self.has_linear = true;
    }

    /// Makes the matrix of each element symmetric: `(K + Kᵀ)/2`.
    pub fn symmetrise(&mut self, system: &NonlinearSystem) {
        for (element, ends) in system.elements.iter().zip(self.starts.windows(2)) {
            let n = element.size();
            let matrix = &mut self.matrices[ends[0][2]..ends[1][2]];
            for i in 0..n {
                for j in 0..i {
                    let mean = 0.5 * (matrix[i * n + j] + matrix[j * n + i]);
                    (matrix[i * n + j], matrix[j * n + i]) = (mean, mean);
                }
            }
        }
    }

    /// Ranks of the elements whose matrix may change.
    pub fn varying(&self) -> &[usize] {
        &self.varying
    }

    /// The step is accepted: its end is the start of the next one.
    pub fn accept(&mut self) {
        self.driving.before.copy_from_slice(&self.driving.now);
        self.strains.before.copy_from_slice(&self.strains.now);
    }
}
