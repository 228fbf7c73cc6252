//! One evaluation of all laws: stored forces, internal variables and element matrices at a tried motion.

use super::state::NonlinearState;
use super::system::NonlinearSystem;
use crate::elements::{Answered, Motion, Stored};
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
}

impl Evaluation {
    /// Room for the elements of `system`.
    pub fn new(system: &NonlinearSystem) -> Self {
        let [forces, memory, terms] = system.rooms();
        let drives = if system.supports.is_empty() { 0 } else { system.size };
        let driving = Driving { before: vec![0.0; drives], now: vec![0.0; drives], velocity: vec![0.0; drives] };
        let strains = vec![0.0; system.elements.len()];
        Evaluation {
            matrices: vec![0.0; terms],
            driving,
            strains: Strains { before: strains.clone(), now: strains },
            room: [vec![0.0; forces], vec![0.0; memory]],
        }
    }

    /// Asks all laws from the accepted state `before` for the motion of `now`, whose forces and variables are written.
    /// In [`Ask::Tangent`] only matrices are. Fails at the first element whose law fails.
    pub fn laws(
        &mut self,
        system: &NonlinearSystem,
        step: &Step,
        before: &NonlinearState,
        now: &mut NonlinearState,
    ) -> Result<(), ElementFault> {
        let Evaluation { matrices, driving, strains, room } = self;
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
        let (mut f, mut m, mut k) = (0, 0, 0);
        for (element, one) in system.elements.iter().enumerate() {
            let ends = [f + one.stored_forces(), m + one.stored_memory(), k + one.size() * one.size()];
            let stored = Stored { forces: &before.forces[f..ends[0]], memory: &before.memory[m..ends[1]] };
            let mut to = Answered {
                forces: &mut forces[f..ends[0]],
                memory: &mut memory[m..ends[1]],
                matrix: &mut matrices[k..ends[2]],
            };
            let thermal = match tangent {
                true => [strains.before[element]; 2],
                false => [strains.before[element], strains.now[element]],
            };
            let answer = one.respond(step, &motion, thermal, stored, &mut to);
            answer.map_err(|fault| ElementFault { element, fault })?;
            [f, m, k] = ends;
        }
        Ok(())
    }

    /// Writes the elastic matrices of all elements.
    pub fn elastic(&mut self, system: &NonlinearSystem) {
        let mut start = 0;
        for element in &system.elements {
            let end = start + element.size() * element.size();
            element.elastic(&mut self.matrices[start..end]);
            start = end;
        }
    }

    /// The step is accepted: its end is the start of the next one.
    pub fn accept(&mut self) {
        self.driving.before.copy_from_slice(&self.driving.now);
        self.strains.before.copy_from_slice(&self.strains.now);
    }
}
