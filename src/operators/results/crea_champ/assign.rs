//! OPERATION='AFFE': values given on nodes.

use std::collections::BTreeMap;

use num_complex::Complex64;

use super::counts::check_count;
use super::nodal::{from_values, support};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::NodalField;
use crate::kernel::assembly::{Component, Dof};
use crate::operators::Context;
use crate::operators::call::entities;

/// A later occurrence takes over the unknowns it shares with an earlier one.
pub fn assign(call: &Call, context: &Context<'_>) -> Result<NodalField, CallError> {
    let mesh = support(call, context)?;
    let complex = call.is("TYPE_CHAM", "NOEU_DEPL_C");
    let mut values: BTreeMap<Dof, Complex64> = BTreeMap::new();
    for keywords in call.factor("AFFE") {
        let given = given(keywords, complex)?;
        for node in entities::selected_nodes(keywords, &mesh.mesh)? {
            for (component, value) in &given {
                values.insert(Dof { node, component: *component }, *value);
            }
        }
    }
    let values = values.into_iter().map(|(dof, z)| (dof, z.re, z.im)).collect();
    Ok(from_values(mesh, values, complex))
}

/// Components of one occurrence and their values.
fn given(keywords: &Keywords, complex: bool) -> Result<Vec<(Component, Complex64)>, CallError> {
    let expected = if complex { "VALE_C" } else { "VALE" };
    let values = match ["VALE", "VALE_I", "VALE_C", "VALE_F"].into_iter().find(|k| keywords.get(k).is_some()) {
        Some(name) if name == expected => keywords.complexes(name),
        found => {
            let message = format!("the values of this field are given by {expected}");
            return Err(keywords.error(found.unwrap_or("NOM_CMP"), "R151", message));
        }
    };
    if let Some(value) = values.iter().find(|z| !z.is_finite()) {
        let message = format!("the values of a field must be finite; found {value}");
        return Err(keywords.error(expected, "R151", message));
    }
    let names = keywords.texts("NOM_CMP");
    check_count(keywords, expected, values.len(), names.len())?;
    let component = |name: &str| {
        Component::from_name(name).ok_or_else(|| {
            let mut error = keywords.error("NOM_CMP", "R110", format!("{name} is no component of a displacement"));
            error.help = Some("components are DX, DY, DZ, DRX, DRY, DRZ.".into());
            error
        })
    };
    names.iter().zip(values).map(|(name, value)| Ok((component(name)?, value))).collect()
}
