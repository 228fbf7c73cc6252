//! The coordinates of all sub-structures with the multipliers of their links: unknowns of transients that control their step.
//!
//! Order: part by part, each after the first multipliers of the links of which it is the later part and before their second
//! ones. Results of such a run have these coordinates; their basis has a shape of one part for a coordinate of that part,
//! and nothing for a multiplier.

use std::sync::Arc;

use nalgebra::{DMatrix, DVector};

use super::numbering::basis;
use crate::concepts::{Coupling, GeneralizedMatrix, GeneralizedVector, ModeSet};
use crate::kernel::linalg::{product, transpose_product};
use crate::kernel::transient::{LinkedMatrices, LinkedUnknown};

/// The unknowns, and the way from and to the coordinates that elimination keeps.
#[derive(Clone, Debug)]
pub struct LinkedCoordinates {
    coupling: Arc<Coupling>,
    /// Independent rows of the links.
    rows: DMatrix<f64>,
    order: Vec<LinkedUnknown>,
    pub basis: Arc<ModeSet>,
}

impl LinkedCoordinates {
    /// `eliminated` is the basis of the coordinates kept.
    pub fn new(coupling: &Arc<Coupling>, eliminated: &ModeSet) -> Self {
        let kept = independent(&coupling.rows);
        let rows = coupling.rows.select_rows(&kept);
        let mut order = Vec::new();
        let mut first = 0;
        for (part, structure) in coupling.model.parts.iter().enumerate() {
            let later = |second| {
                let of_part = kept.iter().enumerate().filter(move |(_, own)| coupling.later_parts[**own] == part);
                of_part.map(move |(row, _)| LinkedUnknown::Multiplier { row, second })
            };
            let count = structure.element.basis.len();
            order.extend(later(false));
            order.extend((first..first + count).map(LinkedUnknown::Coordinate));
            order.extend(later(true));
            first += count;
        }
        let transformation =
            DMatrix::from_fn(
                first,
                order.len(),
                |i, j| {
                    if order[j] == LinkedUnknown::Coordinate(i) { 1.0 } else { 0.0 }
                },
            );
        let whole = Arc::new(Coupling { transformation, ..(**coupling).clone() });
        let identity = eliminated.mesh.as_ref().map_or(0, |mesh| mesh.identity);
        LinkedCoordinates { coupling: coupling.clone(), rows, order, basis: Arc::new(basis(&whole, identity)) }
    }

    pub fn size(&self) -> usize {
        self.order.len()
    }

    /// Completed matrices; `None` where one is not known before the links.
    pub fn matrices(
        &self,
        mass: &GeneralizedMatrix,
        damping: Option<&GeneralizedMatrix>,
        stiffness: &GeneralizedMatrix,
    ) -> Option<LinkedMatrices> {
        let damping = match damping {
            None => None,
            Some(matrix) => Some(matrix.unlinked.as_ref()?),
        };
        let (mass, stiffness) = (mass.unlinked.as_ref()?, stiffness.unlinked.as_ref()?);
        Some(LinkedMatrices::new(mass, damping, stiffness, &self.rows, &self.order))
    }

    /// A force: as assembled on the parts, or the shortest one that works alike on the coordinates kept.
    pub fn force(&self, vector: &GeneralizedVector) -> Vec<f64> {
        if let Some(own) = &vector.unlinked {
            return self.place(own.as_slice());
        }
        let gram = transpose_product(&self.coupling.transformation, &self.coupling.transformation);
        let shares = gram.cholesky().map(|factor| factor.solve(&vector.values));
        self.motion(shares.as_ref().unwrap_or(&vector.values).as_slice())
    }

    /// A motion of the coordinates kept.
    pub fn motion(&self, kept: &[f64]) -> Vec<f64> {
        let kept = DMatrix::from_column_slice(kept.len(), 1, kept);
        self.place(product(&self.coupling.transformation, &kept).as_slice())
    }

    /// The coordinates kept of a motion.
    pub fn kept(&self, motion: &[f64]) -> Vec<f64> {
        let t = &self.coupling.transformation;
        let rank = |column: usize| {
            let unit = |i: &usize| t.row(*i).iter().enumerate().all(|(j, x)| *x == f64::from(u8::from(j == column)));
            let coordinate = (0..t.nrows()).find(unit).unwrap_or(0);
            self.order.iter().position(|u| *u == LinkedUnknown::Coordinate(coordinate)).unwrap_or(0)
        };
        (0..t.ncols()).map(|column| motion[rank(column)]).collect()
    }

    /// Values of the coordinates at their places, zero for multipliers.
    fn place(&self, own: &[f64]) -> Vec<f64> {
        let value = |unknown: &LinkedUnknown| match unknown {
            LinkedUnknown::Coordinate(i) => own[*i],
            LinkedUnknown::Multiplier { .. } => 0.0,
        };
        self.order.iter().map(value).collect()
    }
}

/// Rows that those before do not imply.
fn independent(rows: &DMatrix<f64>) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    let mut axes: Vec<DVector<f64>> = Vec::new();
    for i in 0..rows.nrows() {
        let mut row = rows.row(i).transpose();
        let size = row.norm();
        for _ in 0..2 {
            axes.iter().for_each(|axis| row -= axis * axis.dot(&row));
        }
        if row.norm() > 1e-10 * size {
            axes.push(row.normalize());
            kept.push(i);
        }
    }
    kept
}
