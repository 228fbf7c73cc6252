//! ENER_POT, ENER_CIN (and ENER_ELAS, ENER_ELTR, ENER_TOTALE, which are the potential energy of an elastic
//! structure, ENER_DISS, which is nothing there): energies of parts at each state, and their share of the whole.

use super::super::element_fields::{Element, Source, State, kinetic_energy, potential_energy};
use super::parts::{latest, parts};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Table};
use crate::kernel::elements::Member;
use crate::kernel::mesh::Mesh;
use crate::operators::Context;
use crate::operators::matrices::assembly::no_property;

#[derive(Clone, Copy, PartialEq)]
enum Energy {
    Potential,
    Kinetic,
    Dissipated,
}

const FORMS: [(&str, Energy); 6] = [
    ("ENER_POT", Energy::Potential),
    ("ENER_ELAS", Energy::Potential),
    ("ENER_ELTR", Energy::Potential),
    ("ENER_TOTALE", Energy::Potential),
    ("ENER_CIN", Energy::Kinetic),
    ("ENER_DISS", Energy::Dissipated),
];

pub(super) fn table(call: &Call, context: &mut Context<'_>) -> Result<Table, CallError> {
    let Some((form, energy)) = FORMS.into_iter().find(|(name, _)| call.has(name)) else {
        let error = call.error("MODELE", "R701", "this form of POST_ELEM is not implemented");
        return Err(Box::new(error.help("built: MASS_INER, ENER_POT, ENER_CIN, ENER_ELAS, ENER_TOTALE.")));
    };
    if call.has("CHAM_GD") {
        return Err(call.error(
            "CHAM_GD",
            "R701",
            format!("{form} of a field by itself is not implemented: give RESULTAT"),
        ));
    }
    let source = Source::read(call)?;
    let warm = energy == Energy::Potential && source.materials.as_ref().is_some_and(|m| !m.expansion.is_empty());
    if warm && form != "ENER_POT" {
        let error =
            call.error("CHAM_MATER", "R701", format!("{form} of elements that have a temperature is not computed"));
        return Err(Box::new(error.help("ENER_POT is")));
    }
    if energy != Energy::Kinetic {
        source.check_elastic(form, 0..source.mesh.mesh.cells.len(), call, (form, "R701"))?;
    }
    let mesh = latest(call, context, &source.mesh);
    let all: Vec<usize> = (0..mesh.cells.len()).collect();
    let ranks = source.ranks(call)?;
    let access = ranks.first().and_then(|r| source.access(*r)).map(|(name, _)| name.to_string());
    if warm && access.as_deref() != Some("INST") {
        let message = format!("{form} of elements that have a temperature needs the instant of each state");
        let error = call.error("RESULTAT", "R701", message);
        return Err(Box::new(error.help("give a static or a transient result, or materials without AFFE_VARC")));
    }
    let mut told = Told::default();
    let mut columns = vec![("NUME_ORDRE".to_string(), ColumnType::Integer)];
    columns.extend(access.iter().map(|name| (name.clone(), ColumnType::Real)));
    columns.extend([("LIEU".to_string(), ColumnType::Text(24)), ("ENTITE".to_string(), ColumnType::Text(8))]);
    columns.extend(["TOTALE", "POUR_CENT"].map(|name| (name.to_string(), ColumnType::Real)));
    let mut table = Table::with_columns(columns);
    for occurrence in call.factor(form) {
        let option = occurrence.text_if_given("OPTION").unwrap_or_else(|| "MASS_MECA".into());
        let varies = source.materials.as_ref().is_some_and(|m| m.varies());
        let shared = (!varies).then(|| Element::list(&source, &mesh, &all, &option, call)).transpose()?;
        let parts = parts(call, std::slice::from_ref(occurrence), &source.mesh, &mesh)?;
        for &rank in &ranks {
            let Some(state) = source.state(rank) else { continue };
            let mut of_cells = vec![0.0; mesh.cells.len()];
            let own =
                source.at(rank, call)?.map(|there| Element::list(&there, &mesh, &all, &option, call)).transpose()?;
            for element in own.iter().chain(&shared).flatten() {
                of_cells[element.cell] = match energy {
                    Energy::Potential => {
                        let cold = potential_energy(element, &state).map_or(0.0, |e| e.total);
                        cold + if warm { of_heat(call, &source, &mesh, (element, &state), &mut told)? } else { 0.0 }
                    }
                    Energy::Kinetic => match kinetic_energy(element, &state) {
                        Some(energy) => energy.total,
                        None if state.velocity.is_none() => return Err(no_velocity(call)),
                        None => 0.0,
                    },
                    Energy::Dissipated => 0.0,
                };
            }
            let whole: f64 = of_cells.iter().sum();
            for part in &parts {
                let own: f64 = part.cells.iter().map(|c| of_cells[*c]).sum();
                let share = if whole == 0.0 { 0.0 } else { 100.0 * own / whole };
                let mut row = vec![Cell::Integer(source.orders()[rank])];
                row.extend(source.access(rank).map(|(_, x)| Cell::Real(x)));
                row.extend(part.place().map(|(_, cell)| cell));
                row.extend([Cell::Real(own), Cell::Real(share)]);
                table.rows.push(row);
            }
        }
    }
    if told.beams {
        context.slip("warm-beam-energy", call.span_of(form));
    }
    if told.bars {
        context.say("ENER_POT of bars with a temperature is that of the force they carry, k (d - e L)²/2".to_string());
    }
    Ok(table)
}

/// Kinds of warm elements that were met.
#[derive(Default)]
struct Told {
    beams: bool,
    bars: bool,
}

/// Terms of the free expansion `e` of a beam or a bar, whose ends move apart by `d`: `-k e L d + k (e L)²`, the last one halved for bars.
fn of_heat(
    call: &Call,
    source: &Source<'_>,
    mesh: &Mesh,
    (element, state): (&Element, &State),
    told: &mut Told,
) -> Result<f64, CallError> {
    let expansion = source.materials.as_ref().and_then(|m| m.expansion.get(&element.cell));
    let (Some(expansion), Some(member), Some(stiffness)) = (expansion, &element.member, &element.stiffness) else {
        return Ok(0.0);
    };
    let strain = expansion
        .at(state.at, [0.0; 3])
        .map_err(|fault| no_property(call, "CHAM_MATER", mesh, element.cell, &fault))?;
    let (length, is_bar) = match member {
        Member::Bar(bar) => (bar.length, true),
        Member::Beam(beam) => (beam.length, false),
    };
    let u = element.local(&state.displacement, false);
    let (k, free) = (stiffness.get(0, 0), strain * length);
    told.beams |= !is_bar && free != 0.0;
    told.bars |= is_bar && free != 0.0;
    Ok(k * free * (if is_bar { 0.5 * free } else { free } - (u[u.len() / 2] - u[0])))
}

fn no_velocity(call: &Call) -> CallError {
    call.error("RESULTAT", "R702", "a kinetic energy needs velocities, and the result holds none")
}
