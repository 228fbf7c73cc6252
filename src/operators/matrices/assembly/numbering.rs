//! Numbering of the unknowns of a model and the constraints of its loads.

use std::sync::Arc;

use crate::concepts::{Load, Model, NumberingValue};
use crate::kernel::assembly::{Component, Constraint, Numbering};

/// All unknowns of the model; one constraint for each row of each load, in order. The imposed value of a row
/// is 0 here when it depends on time: vectors evaluate it.
pub fn number(model: &Arc<Model>, loads: &[Arc<Load>]) -> NumberingValue {
    let mut numbering = Numbering::new(model.dofs(), model.mesh.mesh.nodes.len());
    numbering.constraints = constraints(&numbering, loads, 0);
    NumberingValue { numbering: Arc::new(numbering), model: Some(model.clone()), loads: loads.to_vec() }
}

/// A numbering with the rows of more loads (kinematic ones, given when a matrix is assembled).
pub fn constrained_by(value: &Arc<NumberingValue>, more: &[Arc<Load>]) -> Arc<NumberingValue> {
    let new: Vec<Arc<Load>> =
        more.iter().filter(|l| !value.loads.iter().any(|known| Arc::ptr_eq(known, l))).cloned().collect();
    if new.is_empty() {
        return value.clone();
    }
    let mut numbering = Numbering::clone(&value.numbering);
    let rows = constraints(&numbering, &new, value.loads.len());
    numbering.constraints.extend(rows);
    let loads = value.loads.iter().cloned().chain(new).collect();
    Arc::new(NumberingValue { numbering: Arc::new(numbering), model: value.model.clone(), loads })
}

fn constraints(numbering: &Numbering, loads: &[Arc<Load>], first: usize) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    for (i, load) in loads.iter().enumerate() {
        for (terms, value) in &load.constraints {
            let terms = ranks(numbering, terms);
            if !terms.is_empty() {
                let value = value.constant().unwrap_or(0.0);
                constraints.push(Constraint { terms, value, load: first + i });
            }
        }
    }
    constraints
}

/// Terms of a row by rank, one for each unknown, those the numbering lacks left out.
pub fn ranks(numbering: &Numbering, terms: &[(usize, Component, f64)]) -> Vec<(usize, f64)> {
    let mut ranked: Vec<(usize, f64)> = Vec::with_capacity(terms.len());
    for (node, component, coefficient) in terms {
        let Some(rank) = numbering.rank(*node, *component) else { continue };
        match ranked.iter_mut().find(|(r, _)| *r == rank) {
            Some((_, sum)) => *sum += coefficient,
            None => ranked.push((rank, *coefficient)),
        }
    }
    ranked.retain(|(_, coefficient)| *coefficient != 0.0);
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concepts::{LoadValue, MeshValue, Modelisation};
    use crate::io::mail;

    fn model() -> Arc<Model> {
        let text = "COOR_3D A 0 0 0 B 1 0 0 FINSF POI1 P B FINSF FIN";
        let mesh = MeshValue { identity: 1, mesh: Arc::new(mail::read("m", text.as_bytes()).unwrap()) };
        Arc::new(Model { mesh, modelisations: vec![Some(Modelisation::PlaneDisT)] })
    }

    #[test]
    fn rows_gather_repeated_unknowns_and_leave_out_absent_ones() {
        let terms = vec![(1, Component::Dx, 1.0), (1, Component::Dz, 4.0), (1, Component::Dx, 2.0)];
        let load = Load { constraints: vec![(terms, LoadValue::Number(3.0))], ..Load::default() };
        let value = number(&model(), &[Arc::new(load)]);
        assert_eq!(value.numbering.len(), 2);
        assert_eq!(value.numbering.constraints, [Constraint { terms: vec![(0, 3.0)], value: 3.0, load: 0 }]);
    }

    #[test]
    fn kinematic_loads_add_rows_once() {
        let row = (vec![(1, Component::Dy, 1.0)], LoadValue::Number(0.0));
        let load = Arc::new(Load { constraints: vec![row], kinematic: true, ..Load::default() });
        let value = Arc::new(number(&model(), &[]));
        let constrained = constrained_by(&value, std::slice::from_ref(&load));
        assert_eq!(constrained.numbering.constraints.len(), 1);
        assert!(Arc::ptr_eq(&constrained, &constrained_by(&constrained, &[load])));
    }
}
