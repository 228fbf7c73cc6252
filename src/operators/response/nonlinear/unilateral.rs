//! CONTACT: unilateral conditions on unknowns (LIAISON_UNIL), evaluated at an instant.

use super::structure::Structure;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, Load, UnilateralCondition};
use crate::kernel::structural::newton::UnilateralConditions;

/// Conditions of a call, with the unknowns of each.
pub(super) struct Conditions<'c> {
    call: &'c Call,
    rows: Vec<(UnilateralCondition, Vec<usize>, [f64; 3])>,
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
            let place = structure.mesh.nodes.get(condition.node).map_or([0.0; 3], |n| n.position);
            Ok((condition.clone(), ranks, place))
        };
        let rows = Load::clone(load).unilateral.iter().map(row).collect::<Result<_, CallError>>()?;
        Ok(Conditions { call, rows })
    }

    /// Writes factors and bounds at a time (s).
    pub fn write(&self, time: f64, found: &mut UnilateralConditions) -> Result<(), CallError> {
        found.terms.resize(self.rows.len(), Vec::new());
        found.bounds.clear();
        for ((condition, ranks, place), terms) in self.rows.iter().zip(&mut found.terms) {
            let value = |value: &crate::concepts::LoadValue| {
                value.at(time, *place).map_err(|fault| {
                    self.call.error(
                        "CONTACT",
                        "R142",
                        format!("a unilateral condition has no value at {time} s: {fault}"),
                    )
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
