//! CHAM_UTIL: a field `UTnn_ELNO` (or `_ELGA`, `_NOEU` ...) whose components X1, X2 ... are formulas of the
//! components of another field.

use std::sync::Arc;

use super::store::Store;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, ElementField, Formula};
use crate::kernel::mesh::Mesh;
use crate::operators::call::states::field;

pub fn compute(level: &Keywords, ranks: &[usize], mesh: &Mesh, result: &mut Store) -> Result<(), CallError> {
    let formulas: Vec<&Arc<Formula>> = level
        .concepts("FORMULE")
        .into_iter()
        .filter_map(|c| if let Concept::Formula(f) = c { Some(f) } else { None })
        .collect();
    if formulas.is_empty() {
        let keyword = if level.has("NORME") { "NORME" } else { "CRITERE" };
        return Err(level.error(keyword, "R704", "only FORMULE makes user fields: these need a tensor"));
    }
    let name = level.text("NOM_CHAM")?;
    let place = name.rsplit_once('_').map_or("NOEU", |(_, place)| place);
    let place = if ["ELNO", "ELGA", "ELEM", "NOEU"].contains(&place) { place } else { "NOEU" };
    let made = format!("UT{:02}_{place}", level.integer("NUME_CHAM_RESU")?);
    let all: Vec<usize> = (0..mesh.cells.len()).collect();
    for &rank in ranks {
        let source = match result.states().element(&name, rank) {
            Some(field) => field.clone(),
            None => field(level, result.states(), &name, rank)?.by_entries(),
        };
        let computed = of_formulas(level, &formulas, &source)?;
        result.put_element(rank, &made, computed, &all);
    }
    Ok(())
}

fn of_formulas(level: &Keywords, formulas: &[&Arc<Formula>], source: &ElementField) -> Result<ElementField, CallError> {
    let width = source.components.len().max(1);
    let mut cells = Vec::with_capacity(source.cells.len());
    for values in &source.cells {
        let mut own = Vec::new();
        for point in values.chunks(width) {
            let names = source.components.iter().map(String::as_str);
            let known: Vec<(&str, f64)> = names.zip(point.iter().copied()).filter(|(_, x)| !x.is_nan()).collect();
            for formula in formulas {
                let value = formula.value_by_name(&known).map_err(|fault| {
                    level.error("FORMULE", "R706", format!("a formula has no value from these components: {fault}"))
                })?;
                own.push(value.complex().re);
            }
        }
        cells.push(own);
    }
    let components = (1..=formulas.len()).map(|k| format!("X{k}")).collect();
    Ok(ElementField { components, cells, at_nodes: source.at_nodes, ..ElementField::default() })
}
