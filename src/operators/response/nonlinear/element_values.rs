//! Stored forces and internal variables of elements as the fields SIEF_ELGA and VARI_ELGA, and back.

use std::sync::Arc;

use super::structure::Structure;
use crate::concepts::{CellLaws, ElementField};
use crate::kernel::elements::{BehavingElement, Mechanics};
use crate::kernel::laws::LawInfo;

/// Components of forces; the last is that of beams that warp.
const EFFORTS: [&str; 7] = ["N", "VY", "VZ", "MT", "MFY", "MFZ", "BX"];

/// Components of the forces of an element, in their order.
pub(super) fn force_names(element: &BehavingElement) -> Vec<&'static str> {
    match &element.mechanics {
        Mechanics::Bar { .. } => vec!["N"],
        Mechanics::Beam { .. } => EFFORTS[..element.size() / 2].to_vec(),
        Mechanics::Discrete { layout, .. } => layout.slots().iter().map(|slot| EFFORTS[*slot]).collect(),
    }
}

/// SIEF_ELGA of stored forces.
pub(super) fn force_field(structure: &Structure, stored: &[f64]) -> ElementField {
    let mut cells = vec![Vec::new(); structure.mesh.cells.len()];
    let elements = &structure.system.elements;
    let warps = elements.iter().any(|e| matches!(&e.mechanics, Mechanics::Beam { warping: Some(_), .. }));
    let components = &EFFORTS[..if warps { 7 } else { 6 }];
    let mut start = 0;
    for element in elements {
        let own = &stored[start..start + element.stored_forces()];
        start += own.len();
        let names = force_names(element);
        let padded = |point: &[f64], sign: f64| -> Vec<f64> {
            let of = |name: &&str| names.iter().position(|n| n == name).map_or(f64::NAN, |k| sign * point[k]);
            components.iter().map(of).collect()
        };
        cells[element.cell] = match &element.mechanics {
            Mechanics::Beam { warping: Some(points), .. } => points.efforts(own),
            Mechanics::Beam { .. } => {
                let half = own.len() / 2;
                let (first, last) = (padded(&own[..half], -1.0), padded(&own[half..], 1.0));
                let middle = first.iter().zip(&last).map(|(a, b)| 0.5 * (a + b)).collect();
                [first, middle, last].concat()
            }
            _ => own.chunks(names.len()).flat_map(|point| padded(point, 1.0)).collect(),
        };
    }
    ElementField {
        components: components.iter().map(|name| name.to_string()).collect(),
        cells,
        imaginary: Vec::new(),
        at_nodes: false,
        laws: None,
    }
}

/// Stored forces from a field SIEF_ELGA; elements that it leaves out keep theirs.
pub(super) fn forces_of(field: &ElementField, structure: &Structure, stored: &mut [f64]) {
    let mut start = 0;
    for element in &structure.system.elements {
        let end = start + element.stored_forces();
        let own = &mut stored[start..end];
        start = end;
        let names = force_names(element);
        let points = field.points(element.cell);
        let Some(last) = points.checked_sub(1) else { continue };
        let at = |point: usize, name: &str| {
            let column = field.components.iter().position(|c| c == name)?;
            field.value(element.cell, point, column).map(|z| z.re)
        };
        if let Mechanics::Beam { warping: Some(warping), .. } = &element.mechanics {
            let efforts: Vec<f64> = (0..3)
                .flat_map(|p| names.iter().map(move |n| (p, *n)))
                .map(|(p, n)| at(p.min(last), n).unwrap_or(0.0))
                .collect();
            own.copy_from_slice(&warping.nodal_forces(&efforts));
            continue;
        }
        let beam = matches!(element.mechanics, Mechanics::Beam { .. });
        for (rank, values) in own.chunks_mut(names.len()).enumerate() {
            let (point, sign) = match (beam, rank) {
                (true, 0) => (0, -1.0),
                (true, _) => (last, 1.0),
                (false, rank) => (rank.min(last), 1.0),
            };
            for (value, name) in values.iter_mut().zip(&names) {
                if let Some(force) = at(point, name) {
                    *value = sign * force;
                }
            }
        }
    }
}

/// Number of points of an element in VARI_ELGA.
pub(super) fn points(element: &BehavingElement, law: &LawInfo) -> usize {
    match &element.mechanics {
        Mechanics::Discrete { .. } if law.one_point => 1,
        Mechanics::Discrete { layout, .. } => layout.nodes(),
        Mechanics::Bar { .. } => 1,
        Mechanics::Beam { .. } => 3,
    }
}

/// The law of each cell.
pub(super) fn cell_laws(structure: &Structure) -> Arc<CellLaws> {
    let mut laws = vec![None; structure.mesh.cells.len()];
    structure.system.elements.iter().zip(&structure.laws).for_each(|(element, law)| laws[element.cell] = Some(*law));
    Arc::new(laws)
}

/// VARI_ELGA of stored internal variables, with the law of each cell.
pub(super) fn memory_field(structure: &Structure, stored: &[f64], laws: &Arc<CellLaws>) -> ElementField {
    let elements = &structure.system.elements;
    let width = elements.iter().map(BehavingElement::stored_memory).max().unwrap_or(0);
    let mut cells = vec![Vec::new(); structure.mesh.cells.len()];
    let mut start = 0;
    for (element, law) in elements.iter().zip(&structure.laws) {
        let own = &stored[start..start + element.stored_memory()];
        start += own.len();
        let mut point = vec![f64::NAN; width];
        point[..own.len()].copy_from_slice(own);
        cells[element.cell] = point.repeat(points(element, law));
    }
    let components = (1..=width).map(|k| format!("V{k}")).collect();
    ElementField { components, cells, laws: Some(laws.clone()), ..ElementField::default() }
}

/// Stored internal variables from a field VARI_ELGA: those of the first point.
pub(super) fn memory_of(field: &ElementField, structure: &Structure, stored: &mut [f64]) {
    let mut start = 0;
    for element in &structure.system.elements {
        let end = start + element.stored_memory();
        for (rank, value) in stored[start..end].iter_mut().enumerate() {
            let name = format!("V{}", rank + 1);
            let column = field.components.iter().position(|c| *c == name);
            if let Some(z) = column.and_then(|column| field.value(element.cell, 0, column)) {
                *value = z.re;
            }
        }
        start = end;
    }
}
