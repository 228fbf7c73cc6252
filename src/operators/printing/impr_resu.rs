//! IMPR_RESU: results, fields and meshes as a listing.
//!
//! ```text
//! IMPR_RESU(FORMAT="RESULTAT", RESU=_F(RESULTAT=MODES, TOUT_PARA="OUI", NOM_CHAM="DEPL", GROUP_NO="TIP"))
//! ```
//!
//! FORMAT='RESULTAT' lists parameters (TOUT_PARA, NOM_PARA) and fields as aligned columns, FORMAT='ASTER' writes meshes
//! that LIRE_MAILLAGE reads. FORMAT='IDEAS' writes fields on nodes that LIRE_RESU reads (`universal`), FORMAT='MED' meshes and all fields
//! (`med`). FORMAT='VTK' and 'GMSH' write fields for ParaView and gmsh (`viewers`), 'SVG' and 'PNG' draw them (`drawings`). A result that has nothing of what is asked stops no study.

use super::{med, universal, viewers};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, Field, States, Table};
use crate::diag::Diagnostic;
use crate::io::columns::{Layout, write_table};
use crate::operators::call::entities;
use crate::operators::call::variables::legend;
use crate::operators::printing::asked::{
    field_names, left_out, not_written, on_elements_alone, unknown_names, unknown_parameters,
};
use crate::operators::tables::{StoredField, listing, not_stored, stored_fields};
use crate::operators::{Check, Context, Operator, Outcome};

pub(in crate::operators) const IMPR_RESU: Operator =
    Operator { name: "IMPR_RESU", run: results, check: Check::Rehearsed };

fn results(call: &Call, context: &mut Context<'_>) -> Outcome {
    let written = |name: &str| call.get(name).is_some_and(|given| given.span.is_some());
    // Before MED was the default, RESULTAT was: what only a listing has says which is meant.
    let listing_meant = !written("FORMAT") && call.factor("RESU").iter().any(of_a_listing);
    let (format, unit) = if listing_meant {
        ("RESULTAT".into(), call.integer_if_given("UNITE").filter(|_| written("UNITE")).unwrap_or(8))
    } else {
        (call.text("FORMAT")?, call.integer("UNITE")?)
    };
    match &*super::format::format_of_result(&format, context.units.output_file(unit).as_deref()) {
        "RESULTAT" => list(call, unit, context),
        "ASTER" => meshes(call, unit, context),
        "IDEAS" => universal::write(call, unit, context),
        "MED" => med::write(call, unit, context),
        kind => viewers::write(call, kind, unit, context),
    }
}

/// FORMAT='ASTER': the meshes.
fn meshes(call: &Call, unit: i64, context: &mut Context<'_>) -> Outcome {
    let mut left_out = false;
    for keywords in call.factor("RESU") {
        match keywords.concept("MAILLAGE") {
            Some(Concept::Mesh(value)) => context.print(call, "UNITE", unit, &crate::io::mail::write(&value.mesh))?,
            _ => left_out = true,
        }
    }
    if left_out {
        context.warn(not_written(call, "only meshes are written in FORMAT='ASTER', the rest is left out"));
    }
    Ok(())
}

/// FORMAT='RESULTAT': parameters and fields as columns.
fn list(call: &Call, unit: i64, context: &mut Context<'_>) -> Outcome {
    for keywords in call.factor("RESU") {
        let mut tables: Vec<(Table, Vec<String>)> = Vec::new();
        unknown_names(call, keywords, context).0.into_iter().for_each(|warning| context.warn(warning));
        if let Some(Concept::Mesh(value)) = keywords.concept("MAILLAGE") {
            let mesh = &value.mesh;
            let text = format!("mesh: {} nodes, {} cells", mesh.nodes.len(), mesh.cells.len());
            context.print(call, "UNITE", unit, &(text + "\n"))?;
        }
        if let Some(note) = whole(keywords) {
            context.warn(note);
        }
        let names = field_names(keywords);
        if keywords.is("TOUT_PARA", "OUI") || keywords.has("NOM_PARA") || names.is_empty() {
            let (table, unknown) = parameters(keywords);
            tables.extend(table.map(|table| (table, Vec::new())));
            unknown.into_iter().for_each(|fault| context.warn(left_out(call, *fault)));
        }
        for name in &names {
            match stored_fields(keywords, name) {
                Err(fault) => context.warn(left_out(call, *fault)),
                Ok(states) if states.is_empty() => {
                    context.warn(left_out(call, *not_stored(keywords, name)));
                }
                Ok(states) if let Some(why) = on_elements_alone(keywords, name, &states[0].field, true) => {
                    context.warn(left_out(call, *why));
                }
                Ok(states) => {
                    let names = legend_of(call, keywords, &states[0], context);
                    tables.extend(listing(call, keywords, name, context).map(|table| (table, names)));
                }
            }
        }
        for (table, names) in tables {
            let mut layout = layout(&table, &super::format::layout(keywords).unwrap_or_default());
            layout.titles.extend(names);
            context.print_with(call, "UNITE", unit, &|out| write_table(&table, &layout, out))?;
        }
    }
    Ok(())
}

/// The names of the internal variables that a field has on the cells asked for, law by law.
fn legend_of(call: &Call, keywords: &Keywords, state: &StoredField, context: &Context<'_>) -> Vec<String> {
    let Field::Element(field, mesh) = &state.field else { return Vec::new() };
    let cells = entities::selected_cells(keywords, context.latest_mesh(call, mesh));
    legend(keywords, field, cells.unwrap_or_default())
}

/// What a listing here does not do: it has all values of a field, real and imaginary.
fn whole(keywords: &Keywords) -> Option<Diagnostic> {
    let bounds = ["BORNE_SUP", "BORNE_INF", "PARTIE"].into_iter().filter(|k| keywords.has(k));
    let asked = ["VALE_MAX", "VALE_MIN", "IMPR_COOR"].into_iter().filter(|k| keywords.is(k, "OUI"));
    let names: Vec<&str> = bounds.chain(asked).collect();
    let first = *names.first()?;
    let message = format!("{}: the listing has all values of the field, and these alone", names.join(", "));
    let note = Diagnostic::note("R716", message).at_if_absent(keywords.span_of(first));
    Some(note.help("POST_RELEVE_T, CREA_TABLE and CALC_TABLE choose, compare and add coordinates"))
}

fn of_a_listing(keywords: &Keywords) -> bool {
    ["TOUT_PARA", "FORM_TABL", "FORMAT_R", "VALE_MAX", "VALE_MIN", "IMPR_COOR", "SOUS_TITRE"]
        .iter()
        .any(|k| keywords.has(k))
}

/// The layout of a call (its real format), with the title of the table.
pub(super) fn layout(table: &Table, asked: &Layout) -> Layout {
    Layout { titles: vec![table.title.clone()], ..asked.clone() }
}

/// The parameters of the states, one row per state, and the error on those of NOM_PARA that they do not have.
fn parameters(keywords: &Keywords) -> (Option<Table>, Option<CallError>) {
    let Some(states) = keywords.concept("RESULTAT").and_then(States::of) else { return (None, None) };
    let real = |name: &str, rank: usize| states.parameter(name, rank).map_or(Cell::Empty, Cell::Real);
    let text = |name: &str, rank: usize| Cell::Text(states.label(name, rank).unwrap_or_default().trim_end().into());
    let number = |_: &str, rank: usize| Cell::Integer(states.number(rank));
    type Reader<'r> = &'r dyn Fn(&str, usize) -> Cell;
    let mut columns: Vec<(&str, ColumnType, Reader<'_>)> = Vec::new();
    let reals = states.parameter_names().into_iter().map(|name| (name, ColumnType::Real, &real as Reader<'_>));
    match states {
        States::Modes(_) => {
            columns.extend([("NUME_MODE", ColumnType::Integer, &number as Reader<'_>)].into_iter().chain(reals))
        }
        _ => {
            let texts = states.label_names().into_iter().map(|name| (name, ColumnType::Text(16), &text as Reader<'_>));
            columns.extend(reals.chain(texts));
        }
    }
    let asked = keywords.texts("NOM_PARA");
    let known: Vec<&str> = std::iter::once("NUME_ORDRE").chain(columns.iter().map(|(name, ..)| *name)).collect();
    let unknown = unknown_parameters(keywords, &known);
    columns.retain(|(name, ..)| asked.is_empty() || asked.iter().any(|a| a.trim() == *name));
    if columns.is_empty() && unknown.is_some() {
        return (None, unknown);
    }
    let names = columns.iter().map(|(name, kind, _)| (name.to_string(), *kind));
    let mut table = Table::with_columns(std::iter::once(("NUME_ORDRE".to_string(), ColumnType::Integer)).chain(names));
    table.title = "parameters".into();
    for (rank, order) in states.orders().iter().enumerate() {
        let cells = columns.iter().map(|(name, _, cell)| cell(name, rank));
        table.rows.push(std::iter::once(Cell::Integer(*order)).chain(cells));
    }
    (Some(table), unknown)
}
