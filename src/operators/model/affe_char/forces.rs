//! Forces: VECT_ASSE, FORCE_POUTRE, FORCE_ELEC, PESANTEUR, ROTATION; initial strains: PRE_EPSI.

use super::electric;
use super::nodal;
use super::place::LoadPlace;
use super::values::value;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{BodyForce, Concept, InitialStrain, LineForce, Load, LoadValue};
use crate::diag::Faults;
use crate::kernel::mesh::vector::unit;
use crate::operators::Context;
use crate::operators::call::entities;
use crate::operators::model::affe_char::components::FORCES;

pub fn read(call: &Call, place: &LoadPlace<'_>, load: &mut Load, context: &mut Context<'_>) -> Result<(), CallError> {
    let mut faults = Faults::default();
    faults.keep(nodal::read(call, place, load, context));
    if let Some(concept) = call.concept("VECT_ASSE") {
        let Concept::NodalField(field) = concept else {
            return Err(entities::missing(call, "VECT_ASSE", "a vector"));
        };
        let forces = field.numbering.dofs().iter().zip(&field.values).filter(|(_, v)| **v != 0.0);
        load.nodal_forces.extend(forces.map(|(dof, v)| (dof.node, dof.component, LoadValue::Number(*v))));
    }
    for keywords in call.factor("FORCE_POUTRE") {
        faults.keep(line(keywords, place, load));
    }
    for keywords in call.factor("PRE_EPSI") {
        faults.keep(strain(keywords, place, load));
    }
    for keywords in call.factor("FORCE_ELEC") {
        faults.keep(electric::read(keywords, place, load));
    }
    for keywords in call.factor("PESANTEUR") {
        faults.keep(gravity(keywords, place, load));
    }
    for keywords in call.factor("ROTATION") {
        faults.keep(rotation(keywords, place, load));
    }
    faults.end()
}

/// Line loads on beams and bars; a later occurrence takes over the cells it shares with an earlier one.
fn line(keywords: &Keywords, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let local = ["N", "VY", "VZ", "MT", "MFY", "MFZ"];
    let is_local = local.iter().any(|name| keywords.get(name).is_some());
    let names = if is_local { local } else { FORCES.map(|(name, _)| name) };
    let couples = names[3..].iter().any(|name| keywords.get(name).is_some());
    let mut values = [const { LoadValue::Number(0.0) }; 6];
    for (slot, name) in values.iter_mut().zip(names) {
        if let Some(given) = value(keywords, name)? {
            *slot = given;
        }
    }
    let carries =
        |c: &usize| place.model.modelisations[*c].is_some_and(|m| m.is_beam() || (m.is_bar() && !is_local && !couples));
    let cells: Vec<usize> = entities::selected_cells(keywords, place.mesh)?.into_iter().filter(carries).collect();
    if cells.is_empty() {
        return Err(keywords.error("GROUP_MA", "R124", "none of the cells carries a beam"));
    }
    let own = entities::marked(&cells, place.mesh.cells.len());
    load.line_forces.retain(|f| !own[f.cell]);
    let force = |cell| LineForce { cell, values: values.clone(), local: is_local };
    load.line_forces.extend(cells.into_iter().map(force));
    Ok(())
}

/// Initial strains: EPX, KY, KZ of beams, EPXX or EPX of bars; a later occurrence takes over the cells it shares with an earlier one.
fn strain(keywords: &Keywords, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let zero = || LoadValue::Number(0.0);
    let given = [value(keywords, "EPX")?, value(keywords, "KY")?, value(keywords, "KZ")?];
    let of_bars = value(keywords, "EPXX")?;
    let of_beams = given.iter().any(Option::is_some).then(|| given.map(|value| value.unwrap_or_else(zero)));
    let of_bars = of_bars.map(|strain| [strain, zero(), zero()]).or_else(|| of_beams.clone());
    let of_cell = |cell: usize| {
        let modelisation = place.model.modelisations[cell]?;
        let values = if modelisation.is_bar() { of_bars.as_ref() } else { of_beams.as_ref() };
        let values = values.filter(|_| modelisation.is_bar() || modelisation.is_beam())?;
        Some(InitialStrain { cell, values: values.clone() })
    };
    let cells = entities::selected_cells(keywords, place.mesh)?;
    let strains: Vec<InitialStrain> = cells.into_iter().filter_map(of_cell).collect();
    if strains.is_empty() {
        let what = if of_beams.is_some() { "a beam or a bar" } else { "a bar, whose strain EPXX is" };
        let error = keywords.error("GROUP_MA", "R124", format!("none of the cells carries {what}"));
        return Err(Box::new(error.help("the strains of beams are EPX, KY and KZ")));
    }
    let own: Vec<usize> = strains.iter().map(|own| own.cell).collect();
    let own = entities::marked(&own, place.mesh.cells.len());
    load.strains.retain(|s| !own[s.cell]);
    load.strains.extend(strains);
    Ok(())
}

fn gravity(keywords: &Keywords, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let direction = keywords.reals("DIRECTION");
    let direction: [f64; 3] = std::array::from_fn(|i| direction.get(i).copied().unwrap_or(0.0));
    let length = direction.iter().map(|d| d * d).sum::<f64>().sqrt();
    if length == 0.0 {
        return Err(keywords.error("DIRECTION", "R106", "DIRECTION has no length"));
    }
    let size = keywords.real("GRAVITE")? / length;
    let cells = match keywords.get("GROUP_MA").is_some() || keywords.get("MAILLE").is_some() {
        true => Some(entities::selected_cells(keywords, place.mesh)?),
        false => None,
    };
    load.body_forces.push((BodyForce::Gravity(direction.map(|d| d * size)), cells));
    Ok(())
}

/// Centrifugal forces of a steady rotation about an axis.
fn rotation(keywords: &Keywords, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let vector = |name: &str| -> [f64; 3] {
        let values = keywords.reals(name);
        std::array::from_fn(|i| values.get(i).copied().unwrap_or(0.0))
    };
    let axis = unit(vector("AXE")).ok_or_else(|| keywords.error("AXE", "R106", "AXE has no length"))?;
    let speed = keywords.real("VITESSE")?;
    let mut cells = entities::selected_cells(keywords, place.mesh)?;
    let mut without = entities::cell_groups(keywords, "SANS_GROUP_MA", place.mesh)?;
    without.extend(entities::named_cells(keywords, "SANS_MAILLE", place.mesh)?);
    let without = entities::marked(&without, place.mesh.cells.len());
    cells.retain(|c| !without[*c]);
    let force = BodyForce::Rotation { speed: axis.map(|a| a * speed), centre: vector("CENTRE") };
    load.body_forces.push((force, Some(cells)));
    Ok(())
}
