//! Imposed unknowns: DDL_IMPO and MECA_IMPO.

use std::collections::BTreeMap;

use super::place::LoadPlace;
use super::values::value;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Load, LoadValue};
use crate::diag::each;
use crate::kernel::assembly::Component;
use crate::operators::call::entities;

/// One constraint for each unknown: the last value given to it in the command wins. A component that a node
/// does not carry is left out.
pub fn read(occurrences: &[Keywords], place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let mut order: Vec<(usize, Component)> = Vec::new();
    let mut values: BTreeMap<(usize, Component), LoadValue> = BTreeMap::new();
    each(occurrences, |keywords| {
        let nodes = entities::selected_nodes(keywords, place.mesh)?;
        for (component, imposed) in asked(keywords)? {
            let carried = |c: Component| (0..place.mesh.nodes.len()).any(|node| place.has(node, c));
            if component == Component::Grx && !carried(component) {
                let message = "GRX is imposed on a model without POU_D_TG: no node has the unknown of warping";
                return Err(Box::new(keywords.error("GRX", "R110", message).help("remove GRX")));
            }
            for &node in nodes.iter().filter(|n| place.has(**n, component)) {
                if values.insert((node, component), imposed.clone()).is_none() {
                    order.push((node, component));
                }
            }
        }
        Ok(())
    })?;
    for (node, component) in order {
        if let Some(imposed) = values.remove(&(node, component)) {
            load.constraints.push((vec![(node, component, 1.0)], imposed));
        }
    }
    Ok(())
}

/// Components of one occurrence and their values.
fn asked(keywords: &Keywords) -> Result<Vec<(Component, LoadValue)>, CallError> {
    let mut asked = Vec::new();
    let blocked = keywords.texts("BLOCAGE");
    let clamped = keywords.is("LIAISON", "ENCASTRE");
    for component in Component::ALL {
        let translations = component.is_translation() && blocked.iter().any(|b| &**b == "DEPLACEMENT");
        let rotations = component.is_rotation() && blocked.iter().any(|b| &**b == "ROTATION");
        if clamped && component != Component::Grx || translations || rotations {
            asked.push((component, LoadValue::Number(0.0)));
        }
    }
    for component in Component::ALL {
        if let Some(imposed) = value(keywords, component.name())? {
            asked.retain(|(c, _)| *c != component);
            asked.push((component, imposed));
        }
    }
    Ok(asked)
}
