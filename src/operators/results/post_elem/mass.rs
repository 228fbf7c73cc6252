//! MASS_INER: mass, centre of gravity, inertia about it (columns `_G`), principal moments and axes, and inertia
//! about a point (columns `_P`) when ORIG_INER gives one.

use super::super::element_fields::{Element, Source};
use super::parts::{Part, latest, parts};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Table};
use crate::kernel::elements::MassProperties;
use crate::kernel::mesh::without_repetition;
use crate::operators::Context;
use crate::operators::call::entities;

const PLACE: [(&str, ColumnType); 2] = [("LIEU", ColumnType::Text(24)), ("ENTITE", ColumnType::Text(8))];
const ABOUT_CENTRE: [&str; 16] = [
    "MASSE",
    "CDG_X",
    "CDG_Y",
    "CDG_Z",
    "IX_G",
    "IY_G",
    "IZ_G",
    "IXY_G",
    "IXZ_G",
    "IYZ_G",
    "IX_PRIN_G",
    "IY_PRIN_G",
    "IZ_PRIN_G",
    "ALPHA",
    "BETA",
    "GAMMA",
];
const ABOUT_POINT: [&str; 9] = ["X_P", "Y_P", "Z_P", "IX_P", "IY_P", "IZ_P", "IXY_P", "IXZ_P", "IYZ_P"];

pub(super) fn table(call: &Call, context: &mut Context<'_>) -> Result<Table, CallError> {
    if call.is("GEOMETRIE", "DEFORMEE") {
        return Err(call.error("GEOMETRIE", "R701", "inertia of the deformed structure is not computed"));
    }
    let occurrences = call.factor("MASS_INER");
    let source = match call.has("MODELE") {
        true => Source::of_model(call, entities::model(call, "MODELE")?),
        false => Source::read(call)?,
    };
    let mesh = latest(call, context, &source.mesh);
    let with_point = occurrences.iter().any(|o| o.has("ORIG_INER"));
    let columns = ABOUT_CENTRE.iter().chain(ABOUT_POINT.iter().filter(|_| with_point));
    let mut table = Table::with_columns(PLACE.into_iter().chain(columns.map(|name| (*name, ColumnType::Real))));
    for occurrence in occurrences {
        let point = occurrence.reals("ORIG_INER");
        let mut places = parts(call, std::slice::from_ref(occurrence), &source.mesh, &mesh)?;
        let groups: Vec<&Part> = places.iter().filter(|part| part.kind == "GROUP_MA").collect();
        if groups.len() > 1 {
            let cells = without_repetition(groups.iter().flat_map(|part| part.cells.iter().copied()).collect());
            places.push(Part { name: "UNION_GROUP_MA".into(), kind: "UNION_GROUP_MA", cells });
        }
        for part in places {
            let elements = Element::list(&source, &mesh, &part.cells, "MASS_MECA", call)?;
            let masses: Vec<MassProperties> = elements.iter().filter_map(|e| e.mass_properties(&mesh)).collect();
            let mut row: Vec<(&str, Cell)> = part.place().to_vec();
            let whole = MassProperties::gather(&masses);
            let (moments, angles) = whole.principal();
            let values = [whole.mass].into_iter().chain(whole.centre).chain(whole.inertia).chain(moments);
            let values = values.chain(angles.map(f64::to_degrees));
            row.extend(ABOUT_CENTRE.iter().zip(values).map(|(name, x)| (*name, Cell::Real(x))));
            if masses.iter().any(|part| part.inertia[3..].iter().any(|product| *product != 0.0)) {
                context.slip("products-of-inertia", occurrence.span);
            }
            if let [x, y, z] = point[..] {
                let about = MassProperties::inertia_about(&masses, [x, y, z]);
                let values = [x, y, z].into_iter().chain(about);
                row.extend(ABOUT_POINT.iter().zip(values).map(|(name, x)| (*name, Cell::Real(x))));
            }
            push(&mut table, row);
        }
    }
    Ok(table)
}

fn push(table: &mut Table, row: Vec<(&str, Cell)>) {
    let mut cells = vec![Cell::Empty; table.columns.len()];
    for (name, cell) in row {
        if let Some(rank) = table.column(name) {
            cells[rank] = cell;
        }
    }
    table.rows.push(cells);
}
