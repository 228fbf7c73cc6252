//! OPERATION='ASSE' (fields put side by side), 'COMB' (sums), 'R2C' and 'C2R' (real and complex).

use std::collections::BTreeMap;
use std::sync::Arc;

use num_complex::Complex64;

use super::nodal::{field, from_values, support};
use super::on_nodes::{has_components, one_at_nodes};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::NodalField;
use crate::kernel::assembly::{Component, Dof};
use crate::operators::Context;
use crate::operators::call::entities;

/// Parts of fields, taken over or added (CUMUL) in order.
pub fn assemble(call: &Call, context: &Context<'_>) -> Result<NodalField, CallError> {
    let mesh = support(call, context)?;
    let complex = call.is("TYPE_CHAM", "NOEU_DEPL_C");
    let mut values: BTreeMap<Dof, Complex64> = BTreeMap::new();
    for keywords in call.factor("ASSE") {
        let source = one_at_nodes(keywords, "CHAM_GD")?;
        let coefficient = match keywords.complex_if_given("COEF_C") {
            Some(z) => z,
            None => Complex64::new(keywords.real("COEF_R")?, 0.0),
        };
        let add = keywords.is("CUMUL", "OUI");
        let renamed = renamed(keywords)?;
        let names: Vec<String> = renamed.iter().map(|(from, _)| from.to_string()).collect();
        has_components(keywords, &source, &names)?;
        for node in entities::selected_nodes(keywords, &mesh.mesh)? {
            for (from, to) in &renamed {
                let Some((value, _)) = source.at_node(node, from) else { continue };
                let slot = values.entry(Dof { node, component: *to }).or_default();
                *slot = coefficient * value + if add { *slot } else { Complex64::default() };
            }
        }
    }
    let values = values.into_iter().map(|(dof, z)| (dof, z.re, z.im)).collect();
    Ok(from_values(mesh, values, complex))
}

/// Components read, and the ones they become (NOM_CMP and NOM_CMP_RESU; all of them by default).
fn renamed(keywords: &Keywords) -> Result<Vec<(Arc<str>, Component)>, CallError> {
    let from = keywords.texts("NOM_CMP");
    if from.is_empty() {
        return Ok(Component::ALL.into_iter().map(|c| (c.name().into(), c)).collect());
    }
    let (name, to) = match keywords.texts("NOM_CMP_RESU") {
        none if none.is_empty() => ("NOM_CMP", from.clone()),
        given => ("NOM_CMP_RESU", given),
    };
    if to.len() != from.len() {
        let message = format!("{} components become {}", from.len(), to.len());
        return Err(keywords.error("NOM_CMP_RESU", "R151", message));
    }
    let component = |text: Arc<str>| {
        let unknown = || keywords.error(name, "R110", format!("{text} is no component of a displacement"));
        Component::from_name(&text).ok_or_else(unknown)
    };
    from.into_iter().zip(to).map(|(from, to)| Ok((from, component(to)?))).collect()
}

/// `Σ COEF_R field`, on the unknowns of the first.
pub fn linear(call: &Call) -> Result<NodalField, CallError> {
    let mut sum: Option<NodalField> = None;
    for keywords in call.factor("COMB") {
        let source = field(keywords, "CHAM_GD")?;
        let coefficient = keywords.real("COEF_R")?;
        let sum = sum.get_or_insert_with(|| NodalField {
            values: vec![0.0; source.values.len()],
            imaginary: vec![0.0; source.imaginary.len()],
            imposed: Vec::new(),
            imposed_imaginary: Vec::new(),
            ..NodalField::clone(source)
        });
        if source.numbering.dofs() != sum.numbering.dofs() || source.imaginary.len() != sum.imaginary.len() {
            return Err(keywords.error("CHAM_GD", "R152", "the fields do not have the same unknowns"));
        }
        sum.values.iter_mut().zip(&source.values).for_each(|(s, v)| *s += coefficient * v);
        sum.imaginary.iter_mut().zip(&source.imaginary).for_each(|(s, v)| *s += coefficient * v);
    }
    sum.ok_or_else(|| entities::missing(call, "COMB", "a list of fields"))
}

pub fn to_complex(call: &Call) -> Result<NodalField, CallError> {
    let source = field(call, "CHAM_GD")?;
    Ok(NodalField { imaginary: vec![0.0; source.values.len()], ..NodalField::clone(source) })
}

/// Real part, imaginary part, modulus or phase (degrees) of a complex field.
pub fn part(call: &Call) -> Result<NodalField, CallError> {
    let source = field(call, "CHAM_GD")?;
    let part = call.text("PARTIE")?;
    let take = |rank: usize| {
        let z = source.complex(rank);
        match &*part {
            "IMAG" => z.im,
            "MODULE" => libm::hypot(z.re, z.im),
            "PHASE" => libm::atan2(z.im, z.re).to_degrees(),
            _ => z.re,
        }
    };
    let values = (0..source.values.len()).map(take).collect();
    Ok(NodalField {
        values,
        imaginary: Vec::new(),
        imposed: Vec::new(),
        imposed_imaginary: Vec::new(),
        ..NodalField::clone(source)
    })
}
