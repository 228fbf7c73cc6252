//! Forces at nodes: FORC_NODA, what the elements pull with, and REAC_NODA, what the supports give.
//!
//! `FORC_NODA = Σ K u`; `REAC_NODA = Σ (K u + M a) - f`, with `f` the loads. Damping is left out, as it is in
//! Code_Aster: with it the reaction of a damped support lacks its viscous part. Complex modes have no inertia either. Reactions of a
//! nonlinear dynamic analysis have `C v` too.

use num_complex::Complex64;

use super::efforts::stored_forces;
use super::elements::Element;
use super::states::State;
use crate::concepts::ElementField;
use crate::kernel::assembly::{Dof, ElementTerm, Numbering};
use crate::kernel::elements::SquareMatrix;

/// Values on the unknowns of a numbering, and which of them some element contributes to.
pub struct NodalForces {
    pub real: Vec<f64>,
    pub imaginary: Vec<f64>,
    pub touched: Vec<bool>,
}

impl NodalForces {
    /// `stored` holds SIEF_ELGA where the result has it: what the elements pull with then comes from it.
    pub fn of_elements(
        elements: &[Element],
        state: &State,
        numbering: &Numbering,
        inertia: bool,
        stored: Option<&ElementField>,
    ) -> Self {
        let n = numbering.len();
        let complex = state.displacement.is_complex();
        let mut forces = NodalForces {
            real: vec![0.0; n],
            imaginary: if complex { vec![0.0; n] } else { Vec::new() },
            touched: vec![false; n],
        };
        for element in elements {
            let ranks = ranks(numbering, &element.dofs);
            ranks.iter().flatten().for_each(|r| forces.touched[*r] = true);
            for imaginary in [false, true] {
                if imaginary && !complex {
                    continue;
                }
                let times = |matrix: &SquareMatrix, vector| matrix.multiply(&element.local(vector, imaginary));
                let internal = element.internal.as_ref().or(element.stiffness.as_ref());
                let elastic = || internal.map(|k| times(k, &state.displacement));
                let pull = stored.and_then(|field| stored_forces(element, field, imaginary)).or_else(elastic);
                let mass = element.mass.as_ref().filter(|_| inertia);
                let inertia = mass.zip(state.acceleration.as_ref()).map(|(m, a)| times(m, a));
                for local in [pull, inertia].into_iter().flatten() {
                    forces.add(&ranks, &element.to_global(&local), imaginary);
                }
            }
        }
        forces
    }

    /// Takes a unit force on one unknown away.
    pub fn subtract_one(&mut self, numbering: &Numbering, dof: Dof) {
        self.add(&ranks(numbering, &[dof]), &[-1.0], false);
    }

    /// Takes loads away.
    pub fn subtract(&mut self, numbering: &Numbering, factor: Complex64, terms: &[ElementTerm]) {
        if factor.im != 0.0 && self.imaginary.is_empty() {
            self.imaginary = vec![0.0; self.real.len()];
        }
        for term in terms {
            let ranks = ranks(numbering, &term.dofs);
            let scaled = |x: f64| term.values.iter().map(|v| -x * v).collect::<Vec<f64>>();
            self.add(&ranks, &scaled(factor.re), false);
            if !self.imaginary.is_empty() {
                self.add(&ranks, &scaled(factor.im), true);
            }
        }
    }

    fn add(&mut self, ranks: &[Option<usize>], values: &[f64], imaginary: bool) {
        let target = if imaginary { &mut self.imaginary } else { &mut self.real };
        for (rank, value) in ranks.iter().zip(values) {
            if let Some(rank) = rank {
                target[*rank] += value;
            }
        }
    }
}

fn ranks(numbering: &Numbering, dofs: &[Dof]) -> Vec<Option<usize>> {
    dofs.iter().map(|dof| numbering.rank(dof.node, dof.component)).collect()
}
