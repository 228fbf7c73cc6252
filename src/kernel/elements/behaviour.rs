//! Internal forces and tangent of an element from its law: the unknowns of its nodes are brought into local axes, the law
//! is asked, and forces and matrix come back in global axes. Nothing allocates.
//!
//! Stored forces `S` are those of SIEF_ELGA: one value per component and point of a discrete element, the normal force of
//! a bar. Beams, which are linear, store their nodal forces in local axes instead.

use std::sync::Arc;

use super::{Frame, WarpingPoints};
use crate::laws::{
    Ask, BarLaw, Behaviour, Element, LawFault, Layout, LocalControl, Response, Step, Strain, linear_forces,
    nodal_forces,
};

/// Largest number of unknowns of an element.
pub const ROOM: usize = 14;

/// The mechanics of an element.
#[derive(Clone, Debug)]
pub enum Mechanics {
    /// A discrete element; `rest` is the place of node 2 minus that of node 1 in local axes (m).
    Discrete { behaviour: Behaviour, layout: Layout, rest: [f64; 3] },
    /// A bar of `length` (m), `area` (m²) and Young's modulus `young` (Pa).
    Bar { law: Arc<dyn BarLaw>, length: f64, area: f64, young: f64, control: LocalControl },
    /// A beam: forces by increments of its stiffness. `length` (m) times a thermal strain is its free extension. `warping`: of a beam that
    /// warps, what its efforts at points of integration are.
    Beam { length: f64, warping: Option<Arc<WarpingPoints>> },
}

/// An element of a nonlinear analysis.
#[derive(Clone, Debug)]
pub struct BehavingElement {
    pub cell: usize,
    /// RELATION, for reports.
    pub law: &'static str,
    /// Ranks of its unknowns among those of the structure, node after node.
    pub ranks: Vec<usize>,
    pub frame: Frame,
    /// Numbers of unknowns that turn together, node after node.
    pub blocks: Vec<usize>,
    /// Elastic stiffness in local axes, row by row.
    pub stiffness: Vec<f64>,
    pub mechanics: Mechanics,
}

/// Motion of the structure at an evaluation, unknown by unknown. Slices of dynamics and of moving supports may be empty.
#[derive(Clone, Copy, Debug)]
pub struct Motion<'a> {
    pub before: &'a [f64],
    pub now: &'a [f64],
    pub velocity: &'a [f64],
    pub driving_before: &'a [f64],
    pub driving: &'a [f64],
    pub driving_velocity: &'a [f64],
}

/// Forces and memory that an element stores.
#[derive(Clone, Copy, Debug)]
pub struct Stored<'a> {
    pub forces: &'a [f64],
    pub memory: &'a [f64],
}

/// Room that an answer is written into.
#[derive(Debug)]
pub struct Answered<'a> {
    pub forces: &'a mut [f64],
    pub memory: &'a mut [f64],
    /// Tangent in global axes, row by row; not written when only forces are asked for.
    pub matrix: &'a mut [f64],
}

impl BehavingElement {
    /// Number of unknowns.
    pub fn size(&self) -> usize {
        self.ranks.len()
    }

    /// Number of stored forces.
    pub fn stored_forces(&self) -> usize {
        match &self.mechanics {
            Mechanics::Bar { .. } => 1,
            _ => self.size(),
        }
    }

    /// Number of internal variables.
    pub fn stored_memory(&self) -> usize {
        match &self.mechanics {
            Mechanics::Discrete { behaviour, .. } => behaviour.law.variables().len(),
            Mechanics::Bar { law, .. } => law.variables().len(),
            Mechanics::Beam { .. } => 1,
        }
    }

    /// True where the matrix is the same at all times: that of the assigned stiffness.
    pub fn is_linear(&self) -> bool {
        match &self.mechanics {
            Mechanics::Discrete { behaviour, .. } => behaviour.is_linear(),
            Mechanics::Bar { .. } => false,
            Mechanics::Beam { .. } => true,
        }
    }

    /// Asks the law. `strains` are the thermal strains at both instants. Fails as the law does.
    pub fn respond(
        &self,
        step: &Step,
        motion: &Motion<'_>,
        strains: [f64; 2],
        from: Stored<'_>,
        to: &mut Answered<'_>,
    ) -> Result<(), LawFault> {
        let n = self.size();
        let before = self.local(motion.before);
        let now = self.local(motion.now);
        let mut increment = [0.0; ROOM];
        for (d, (x, y)) in increment[..n].iter_mut().zip(now.iter().zip(&before)) {
            *d = x - y;
        }
        match &self.mechanics {
            Mechanics::Discrete { behaviour, layout, .. } if behaviour.is_linear() => {
                to.memory.copy_from_slice(from.memory);
                linear_forces(*layout, &self.stiffness, &increment[..n], from.forces, to.forces);
                if step.ask != Ask::Forces {
                    to.matrix.copy_from_slice(&self.stiffness);
                }
            }
            Mechanics::Discrete { behaviour, layout, rest } => {
                // Set where they are read only.
                let (v, d0, d1, w);
                let element = Element {
                    layout: *layout,
                    before: &before[..n],
                    increment: &increment[..n],
                    velocity: if motion.velocity.is_empty() {
                        &[]
                    } else {
                        v = self.local(motion.velocity);
                        &v[..n]
                    },
                    driving_before: if motion.driving_before.is_empty() {
                        &[]
                    } else {
                        d0 = self.local(motion.driving_before);
                        &d0[..n]
                    },
                    driving: if motion.driving.is_empty() {
                        &[]
                    } else {
                        d1 = self.local(motion.driving);
                        &d1[..n]
                    },
                    driving_velocity: if motion.driving_velocity.is_empty() {
                        &[]
                    } else {
                        w = self.local(motion.driving_velocity);
                        &w[..n]
                    },
                    stored: from.forces,
                    stiffness: &self.stiffness,
                    rest: *rest,
                    frame: self.frame.axes,
                    temperature: None,
                    irradiation: None,
                };
                let matrix = &mut to.matrix[..];
                let mut response = Response { forces: to.forces, memory: to.memory, matrix };
                behaviour.respond(step, &element, from.memory, &mut response)?;
            }
            Mechanics::Bar { law, length, area, young, control } => {
                let half = n / 2;
                let extension = increment[half] - increment[0];
                let strain = Strain {
                    ask: step.ask,
                    increment: Strain::mechanical(extension, *length, strains),
                    stress: from.forces[0] / area,
                    modulus: [*young; 2],
                    times: step.times,
                    temperature: None,
                    control: *control,
                };
                to.memory.copy_from_slice(from.memory);
                let answer = law.respond(&strain, from.memory, to.memory)?;
                to.forces[0] = answer.stress * area;
                if step.ask != Ask::Forces {
                    to.matrix.fill(0.0);
                    let k = answer.tangent * area / length;
                    for (i, j, sign) in [(0, 0, 1.0), (half, half, 1.0), (0, half, -1.0), (half, 0, -1.0)] {
                        to.matrix[i * n + j] = sign * k;
                    }
                }
            }
            Mechanics::Beam { length, .. } => {
                let mut strained = increment;
                if strains[0] != strains[1] {
                    strained[n / 2] -= (strains[1] - strains[0]) * length;
                }
                to.memory.copy_from_slice(from.memory);
                for (i, row) in self.stiffness.chunks(n).enumerate() {
                    let elastic: f64 = row.iter().zip(&strained).map(|(k, d)| k * d).sum();
                    to.forces[i] = from.forces[i] + elastic;
                }
                if step.ask != Ask::Forces {
                    to.matrix.copy_from_slice(&self.stiffness);
                }
            }
        }
        if step.ask != Ask::Forces {
            self.turn_matrix(to.matrix);
        }
        Ok(())
    }

    /// Writes the elastic matrix in global axes.
    pub fn elastic(&self, matrix: &mut [f64]) {
        matrix.copy_from_slice(&self.stiffness);
        self.turn_matrix(matrix);
    }

    /// Adds the dashpots of a contact law, by the state of the last `tangent` (global axes), to `damping` (global axes).
    pub fn add_dashpots(&self, tangent: &[f64], damping: &mut [f64]) {
        let Mechanics::Discrete { behaviour, layout, .. } = &self.mechanics else { return };
        if behaviour.law.dashpot().is_none() {
            return;
        }
        let n = self.size();
        let mut local = [0.0; ROOM * ROOM];
        local[..n * n].copy_from_slice(tangent);
        self.turn_back(&mut local[..n * n]);
        let mut own = [0.0; ROOM * ROOM];
        behaviour.add_dashpots(*layout, &local[..n * n], &mut own[..n * n]);
        self.turn_matrix(&mut own[..n * n]);
        damping.iter_mut().zip(&own).for_each(|(c, own)| *c += own);
    }

    /// Adds the nodal forces of stored ones, in global axes, to a vector of the structure.
    pub fn add_nodal_forces(&self, stored: &[f64], vector: &mut [f64]) {
        let n = self.size();
        let mut local = [0.0; ROOM];
        match &self.mechanics {
            Mechanics::Discrete { layout, .. } => nodal_forces(*layout, stored, &mut local[..n]),
            Mechanics::Bar { .. } => (local[0], local[n / 2]) = (-stored[0], stored[0]),
            Mechanics::Beam { .. } => local[..n].copy_from_slice(stored),
        }
        let [x, y, z] = &self.frame.axes;
        let (mut ranks, mut rest) = (self.ranks.as_slice(), local.as_slice());
        for &block in &self.blocks {
            let (own, later) = ranks.split_at(block);
            match (own, rest) {
                ([a, b, c], [l, m, n, ..]) => {
                    for (j, rank) in [a, b, c].into_iter().enumerate() {
                        vector[*rank] += x[j] * l + y[j] * m + z[j] * n;
                    }
                }
                ([a, b], [l, m, ..]) => {
                    vector[*a] += x[0] * l + y[0] * m;
                    vector[*b] += x[1] * l + y[1] * m;
                }
                _ => own.iter().zip(rest).for_each(|(rank, force)| vector[*rank] += force),
            }
            (ranks, rest) = (later, &rest[block..]);
        }
    }

    /// Local components of a vector of the structure.
    #[inline(always)]
    pub fn local(&self, vector: &[f64]) -> [f64; ROOM] {
        let mut local = [0.0; ROOM];
        let axes = &self.frame.axes;
        let (mut ranks, mut start) = (self.ranks.as_slice(), 0);
        for &block in &self.blocks {
            let (own, later) = ranks.split_at(block);
            let places = &mut local[start..start + block];
            match own {
                [a, b, c] => {
                    let [a, b, c] = [vector[*a], vector[*b], vector[*c]];
                    places.iter_mut().zip(axes).for_each(|(l, x)| *l = x[0] * a + x[1] * b + x[2] * c);
                }
                [a, b] => {
                    let [a, b] = [vector[*a], vector[*b]];
                    places.iter_mut().zip(axes).for_each(|(l, x)| *l = x[0] * a + x[1] * b);
                }
                _ => places.iter_mut().zip(own).for_each(|(l, rank)| *l = vector[*rank]),
            }
            (ranks, start) = (later, start + block);
        }
        local
    }

    /// Gap (m) of a contact law at the displacements `u`, with those of moving supports (empty: none) and its `memory`; `None` for
    /// other laws.
    pub fn gap(&self, u: &[f64], driving: &[f64], memory: &[f64]) -> Option<f64> {
        let Mechanics::Discrete { behaviour, layout, rest } = &self.mechanics else { return None };
        let n = self.size();
        let (own, driven) = (self.local(u), self.local_if_given(driving));
        let sum: [f64; ROOM] = std::array::from_fn(|i| own[i] + driven[i]);
        behaviour.law.gap(*layout, *rest, &layout.relative(&sum[..n]), memory)
    }

    fn local_if_given(&self, vector: &[f64]) -> [f64; ROOM] {
        if vector.is_empty() { [0.0; ROOM] } else { self.local(vector) }
    }

    /// `Tᵀ X T` in place.
    fn turn_matrix(&self, matrix: &mut [f64]) {
        // An open contact.
        if matrix.iter().all(|x| *x == 0.0) {
            return;
        }
        self.congruent(matrix, |axes, i, j| axes[i][j]);
    }

    /// `T X Tᵀ` in place.
    fn turn_back(&self, matrix: &mut [f64]) {
        self.congruent(matrix, |axes, i, j| axes[j][i]);
    }

    /// `Aᵀ X A` in place, with `A` made of blocks whose entry is `entry(axes, i, j)`.
    fn congruent(&self, matrix: &mut [f64], entry: impl Fn(&[[f64; 3]; 3], usize, usize) -> f64) {
        let n = self.size();
        let axes = &self.frame.axes;
        let mut start = 0;
        for &block in self.blocks.iter().filter(|b| **b > 0) {
            if block > 1 {
                for row in 0..n {
                    let old: [f64; 3] =
                        std::array::from_fn(|k| if k < block { matrix[row * n + start + k] } else { 0.0 });
                    for j in 0..block {
                        matrix[row * n + start + j] = (0..block).map(|k| old[k] * entry(axes, k, j)).sum();
                    }
                }
                for column in 0..n {
                    let at = |k: usize| (start + k) * n + column;
                    let old: [f64; 3] = std::array::from_fn(|k| if k < block { matrix[at(k)] } else { 0.0 });
                    for i in 0..block {
                        matrix[at(i)] = (0..block).map(|k| entry(axes, k, i) * old[k]).sum();
                    }
                }
            }
            start += block;
        }
    }
}
