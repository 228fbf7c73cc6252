//! CONTACT: unilateral conditions on unknowns (LIAISON_UNIL), evaluated at an instant.

use super::structure::Structure;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, UnilateralCondition};
use crate::kernel::structural::newton::UnilateralConditions;
use crate::operators::counted;
use crate::source::memory;

/// Conditions of a call, with the unknowns of each.
pub(super) struct Conditions<'c> {
    call: &'c Call,
    rows: Vec<Row>,
}

/// A condition, its unknowns, the place of its node, and both in words.
struct Row {
    condition: UnilateralCondition,
    ranks: Vec<usize>,
    place: [f64; 3],
    name: String,
}

impl<'c> Conditions<'c> {
    /// Reads CONTACT; fails in motions, and where a node lacks a component.
    pub fn read(call: &'c Call, structure: &Structure, dynamic: bool) -> Result<Conditions<'c>, CallError> {
        let Some(Concept::Load(load)) = call.concept("CONTACT") else {
            return Ok(Conditions { call, rows: Vec::new() });
        };
        if dynamic {
            let error = call.error("CONTACT", "R360", "unilateral conditions on unknowns act in statics alone");
            return Err(Box::new(error.help(
                "in a motion give stops as elements: RELATION='DIS_CONTACT' or 'DIS_CHOC' on discrete elements of one node",
            )));
        }
        let (count, size) = (load.unilateral.len(), structure.system.size);
        if let Err(shortage) = memory::ask(UnilateralConditions::bytes(count, size)) {
            let message = format!("there are {} on {size} unknowns: {shortage}", counted(count as u64, "bound"));
            let error = call.error("CONTACT", "R360", message);
            return Err(Box::new(error.help("bound fewer nodes in ZONE of DEFI_CONTACT: those that may touch")));
        }
        let row = |condition: &UnilateralCondition| {
            let of = |component| {
                structure.numbering().rank(condition.node, component).ok_or_else(|| {
                    let label = structure.mesh.nodes.get(condition.node).map_or("", |n| n.label.as_str());
                    let message =
                        format!("node N{} ({label}) has no component {}", condition.node + 1, component.name());
                    let error = call.error("CONTACT", "R110", message);
                    Box::new(error.help("leave the node or the component out of ZONE in DEFI_CONTACT"))
                })
            };
            let ranks =
                condition.terms.iter().map(|(component, _)| of(*component)).collect::<Result<_, CallError>>()?;
            let (label, place) = match structure.mesh.nodes.get(condition.node) {
                Some(node) => (node.label.as_str(), node.position),
                None => ("", [0.0; 3]),
            };
            let names: Vec<&str> = condition.terms.iter().map(|(component, _)| component.name()).collect();
            let name = format!("{} of node N{} ({label})", names.join(", "), condition.node + 1);
            Ok(Row { condition: condition.clone(), ranks, place, name })
        };
        let rows = load.unilateral.iter().map(row).collect::<Result<_, CallError>>()?;
        Ok(Conditions { call, rows })
    }

    /// Writes factors and bounds at a time (s).
    pub fn write(&self, time: f64, found: &mut UnilateralConditions) -> Result<(), CallError> {
        found.terms.resize(self.rows.len(), Vec::new());
        found.bounds.clear();
        for (Row { condition, ranks, place, name }, terms) in self.rows.iter().zip(&mut found.terms) {
            let value = |value: &crate::concepts::LoadValue| {
                value.at(time, *place).map_err(|fault| {
                    let message = format!("the bound on {name} has no value at {time} s: {fault}");
                    let error = self.call.error("CONTACT", "R142", message);
                    Box::new(error.help("give COEF_IMPO and COEF_MULT for all instants (PROL_GAUCHE, PROL_DROITE)"))
                })
            };
            terms.clear();
            for (rank, (_, factor)) in ranks.iter().zip(&condition.terms) {
                terms.push((*rank, value(factor)?));
            }
            found.bounds.push(value(&condition.bound)?);
        }
        Ok(())
    }
}
