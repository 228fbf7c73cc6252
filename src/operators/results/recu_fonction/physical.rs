//! From physical results: nodal fields and fields on elements by instant, frequency or mode.

use std::sync::Arc;

use num_complex::Complex64;

use super::curve::{Curve, Ordinates};
use super::generalized::unknown as unknown_dof;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, ElementField, FieldSeries, Function, MeshValue, ModeSet, NodalField};
use crate::kernel::mesh::Mesh;
use crate::kernel::signal::Signal;
use crate::operators::Context;
use crate::operators::call::access::{self, Sample};
use crate::operators::call::entities::{cell_groups, named_cells, one_node};
use crate::operators::call::variables::{column, laws_of, naming, unknown};

/// From a series of fields by order number.
pub(super) fn of_series(call: &Call, series: &FieldSeries, context: &Context<'_>) -> Result<Curve, CallError> {
    let access = if series.access.is_empty() { "INST" } else { series.access.as_str() };
    let stored = access_values(series, access);
    if let Some(name) = call.text_if_given("NOM_PARA_RESU") {
        let Some(values) = series.parameters.get(&*name) else {
            return Err(no_parameter(call, &name, series.parameters.keys().map(String::as_str)));
        };
        return parameter_curve(call, access, &stored, &series.orders, &name, values);
    }
    let field = call.text_if_given("NOM_CHAM").unwrap_or_default();
    let mesh = series.nodal.values().flatten().flatten().map(|f| &f.mesh).next();
    let mesh = mesh.or(series.model.as_ref().map(|m| &m.mesh));
    let values: Vec<Option<Complex64>> = if let Some(fields) = series.nodal.get(&*field) {
        let value = |f: &Option<Arc<NodalField>>| f.as_ref().map(|f| nodal_value(call, f, context)).transpose();
        fields.iter().map(value).collect::<Result<_, _>>()?
    } else if let Some(fields) = series.element.get(&*field) {
        let at_nodes = fields.iter().flatten().any(|f| f.at_nodes);
        let place = ElementPlace::read(call, mesh, context, at_nodes)?;
        let value = |f: &Option<Arc<ElementField>>| f.as_ref().map(|f| place.value(call, f)).transpose();
        fields.iter().map(value).collect::<Result<_, _>>()?
    } else {
        let known = series.nodal.keys().chain(series.element.keys()).map(String::as_str);
        return Err(no_field(call, &field, known));
    };
    curve(call, access, &stored, &series.orders, &values)
}

/// From modes: the abscissa is their frequency.
pub(super) fn of_modes(call: &Call, modes: &ModeSet, context: &Context<'_>) -> Result<Curve, CallError> {
    let parameter =
        |name: &str| -> Vec<f64> { modes.modes.iter().map(|m| m.parameter(name).unwrap_or(f64::NAN)).collect() };
    let stored = parameter("FREQ");
    if let Some(name) = call.text_if_given("NOM_PARA_RESU") {
        let values = parameter(&name);
        if values.iter().all(|x| x.is_nan()) {
            let known = modes.modes.iter().flat_map(|m| m.parameters.keys()).map(String::as_str);
            return Err(no_parameter(call, &name, known));
        }
        return parameter_curve(call, "FREQ", &stored, &modes.orders, &name, &values);
    }
    if let Some(rank) = call.integer_if_given("NUME_CMP_GENE") {
        let value = |m: &crate::concepts::Mode| {
            let row = usize::try_from(rank - 1).ok()?;
            Some(Complex64::new(*m.values.get(row)?, m.imaginary.get(row).copied().unwrap_or(0.0)))
        };
        let values: Vec<_> = modes.modes.iter().map(value).collect();
        if values.iter().any(Option::is_none) {
            return Err(call.error(
                "NUME_CMP_GENE",
                "R436",
                format!("NUME_CMP_GENE={rank} is not a coordinate of these modes"),
            ));
        }
        return curve(call, "FREQ", &stored, &modes.orders, &values);
    }
    let field = call.text_if_given("NOM_CHAM").unwrap_or_default();
    let values: Vec<Option<Complex64>> = if &*field == "DEPL" {
        let (Some(numbering), Some(mesh)) = (modes.numbering(), &modes.mesh) else {
            return Err(call.error("NOM_CHAM", "R405", "these modes have no components at nodes"));
        };
        let rank = unknown_dof(call, context.latest_mesh(call, mesh), |node, c| numbering.rank(node, c))?;
        let value =
            |m: &crate::concepts::Mode| Complex64::new(m.values[rank], m.imaginary.get(rank).copied().unwrap_or(0.0));
        modes.modes.iter().map(|m| Some(value(m))).collect()
    } else {
        let at_nodes = modes.modes.iter().filter_map(|m| m.fields.get(&*field)).any(|f| f.at_nodes);
        let place = ElementPlace::read(call, modes.mesh.as_ref(), context, at_nodes)?;
        let value = |m: &crate::concepts::Mode| m.fields.get(&*field).map(|f| place.value(call, f)).transpose();
        modes.modes.iter().map(value).collect::<Result<_, _>>()?
    };
    if values.iter().all(Option::is_none) {
        let known = modes.modes.iter().flat_map(|m| m.fields.keys()).map(String::as_str).chain(["DEPL"]);
        return Err(no_field(call, &field, known));
    }
    curve(call, "FREQ", &stored, &modes.orders, &values)
}

/// From one field: the value of a component, whatever the abscissa.
pub(super) fn of_field(call: &Call, context: &Context<'_>) -> Result<Concept, CallError> {
    let value = match call.concept("CHAM_GD") {
        Some(Concept::NodalField(field)) => nodal_value(call, field, context)?,
        Some(Concept::CellField(field)) => {
            let place = ElementPlace::read(call, Some(&field.mesh), context, field.values.at_nodes)?;
            place.value(call, &field.values)?
        }
        _ => return Err(call.error("CHAM_GD", "R443", "CHAM_GD is not a field")),
    };
    let result = call.text_if_given("NOM_CMP").map_or_else(String::new, |t| t.to_string());
    let name = |keyword: &str, own: String| call.text_if_given(keyword).map_or(own, |t| t.to_string());
    let (parameter, result) = (name("NOM_PARA", "TOUTPARA".into()), name("NOM_RESU", result));
    Ok(Concept::Function(Arc::new(Function { parameter, result, signal: Signal::Constant(value.re) })))
}

fn access_values(series: &FieldSeries, access: &str) -> Vec<f64> {
    match series.parameters.get(access) {
        Some(values) => values.clone(),
        // Load cases have names: their order numbers serve.
        None => series.orders.iter().map(|o| *o as f64).collect(),
    }
}

/// Values against the access variable, at the states asked for; states without the field are skipped.
fn curve(
    call: &Call,
    access: &str,
    stored: &[f64],
    orders: &[i64],
    values: &[Option<Complex64>],
) -> Result<Curve, CallError> {
    let present: Vec<usize> = (0..stored.len().min(values.len())).filter(|k| values[*k].is_some()).collect();
    let at: Vec<f64> = present.iter().map(|k| stored[*k]).collect();
    let order: Vec<i64> = present.iter().filter_map(|k| orders.get(*k).copied()).collect();
    let samples = selected(call, access, &at, &order)?;
    let value = |i: usize| values[present[i]].unwrap_or_default();
    let mix = |s: &Sample| {
        let (a, b) = (value(s.left), value(s.right));
        Complex64::new(s.mix(a.re, b.re), s.mix(a.im, b.im))
    };
    let own = call.text_if_given("NOM_CMP").or(call.text_if_given("NOM_VARI"));
    let own = own.or_else(|| call.text_if_given("NOM_CHAM").filter(|_| call.has("NUME_CMP_GENE")));
    let result = own.map_or_else(String::new, |t| t.to_string());
    Ok(Curve {
        parameter: access.into(),
        result,
        abscissae: samples.iter().map(|s| s.at).collect(),
        ordinates: ordinates(call, samples.iter().map(mix).collect()),
    })
}

fn parameter_curve(
    call: &Call,
    access: &str,
    stored: &[f64],
    orders: &[i64],
    name: &str,
    values: &[f64],
) -> Result<Curve, CallError> {
    let samples = selected(call, access, stored, orders)?;
    let ordinates = Ordinates::Real(samples.iter().map(|s| s.mix(values[s.left], values[s.right])).collect());
    let abscissae = samples.iter().map(|s| s.at).collect();
    Ok(Curve { parameter: access.into(), result: name.into(), abscissae, ordinates })
}

fn selected(call: &Call, access: &str, stored: &[f64], orders: &[i64]) -> Result<Vec<Sample>, CallError> {
    let interpolate = call.is("INTERP_NUME", "LIN");
    let parameter = if access == "FREQ" { "FREQ" } else { "INST" };
    if call.has("NUME_MODE") {
        let find = |mode: i64| match orders.iter().position(|o| *o == mode) {
            Some(rank) => Ok(Sample::stored(stored, rank)),
            None => Err(call.error("NUME_MODE", "R430", format!("NUME_MODE: mode {mode} is not stored"))),
        };
        return call.integers("NUME_MODE").into_iter().map(find).collect();
    }
    let samples = access::select(call, parameter, stored, orders, interpolate)?;
    Ok(samples.unwrap_or_else(|| (0..stored.len()).map(|k| Sample::stored(stored, k)).collect()))
}

/// Complex where the catalogue says the result is a complex function, real parts elsewhere.
fn ordinates(call: &Call, values: Vec<Complex64>) -> Ordinates {
    if call.result.as_ref().is_some_and(|r| &*r.kind == "fonction_c") {
        Ordinates::Complex(values)
    } else {
        Ordinates::Real(values.iter().map(|z| z.re).collect())
    }
}

fn node(call: &Call, mesh: &Mesh) -> Result<usize, CallError> {
    let found = one_node(call, "GROUP_NO", "NOEUD", mesh)?;
    found.ok_or_else(|| call.error("NOM_CHAM", "R437", "a node is needed: GROUP_NO with a group of one node"))
}

fn nodal_value(call: &Call, field: &NodalField, context: &Context<'_>) -> Result<Complex64, CallError> {
    let present = |rank: usize| field.present.as_ref().is_none_or(|p| p.get(rank).copied().unwrap_or(false));
    let of = |node, c| field.numbering.rank(node, c).filter(|r| present(*r));
    let rank = unknown_dof(call, context.latest_mesh(call, &field.mesh), of)?;
    Ok(field.complex(rank))
}

/// A point of an element field: a cell, and one of its points by number or by node; or a node.
struct ElementPlace {
    entry: usize,
    point: usize,
    keyword: &'static str,
    component: String,
}

impl ElementPlace {
    fn read(
        call: &Call,
        mesh: Option<&MeshValue>,
        context: &Context<'_>,
        at_nodes: bool,
    ) -> Result<ElementPlace, CallError> {
        let Some(mesh) = mesh else { return Err(call.error("NOM_CHAM", "R405", "this result has no mesh")) };
        let mesh = context.latest_mesh(call, mesh);
        let keyword = naming(call);
        let component = call.text_if_given(keyword).unwrap_or_default().to_string();
        if at_nodes {
            return Ok(ElementPlace { entry: node(call, mesh)?, point: 0, keyword, component });
        }
        let mut cells = cell_groups(call, "GROUP_MA", mesh)?;
        cells.extend(named_cells(call, "MAILLE", mesh)?);
        let [cell] = cells.as_slice() else {
            let message = format!("a field on elements is taken at one cell, and {} are given", cells.len());
            return Err(Box::new(
                call.error("GROUP_MA", "R444", message).help("give GROUP_MA with a group of one cell"),
            ));
        };
        let point = match (call.integer_if_given("POINT"), one_node(call, "GROUP_NO", "NOEUD", mesh)?) {
            (Some(point), _) => (point - 1).max(0) as usize,
            (None, Some(node)) => mesh.cells[*cell].nodes.iter().position(|n| *n == node).ok_or_else(|| {
                call.error("GROUP_NO", "R444", format!("node {} is not a node of this cell", node + 1))
            })?,
            (None, None) => {
                let error = call.error("GROUP_MA", "R444", "a point of the cell is needed");
                return Err(Box::new(error.help("give POINT (its number), or GROUP_NO (one of its nodes)")));
            }
        };
        if call.integer_if_given("SOUS_POINT").is_some_and(|s| s != 1) {
            return Err(call.error("SOUS_POINT", "R444", "this field has no sub-points"));
        }
        Ok(ElementPlace { entry: *cell, point, keyword, component })
    }

    fn value(&self, call: &Call, field: &ElementField) -> Result<Complex64, CallError> {
        let Some(k) = column(self.keyword, field, self.entry, &self.component) else {
            if self.keyword == "NOM_VARI" {
                return Err(unknown(call, "R445", &laws_of(field, [self.entry]), &self.component));
            }
            let known = field.components.iter().map(String::as_str);
            return Err(absent_name(call, "NOM_CMP", "component", &self.component, known));
        };
        let message = "the field has no value at this point of this cell";
        field.value(self.entry, self.point, k).ok_or_else(|| call.error("GROUP_MA", "R444", message))
    }
}

fn no_field<'n>(call: &Call, name: &str, known: impl Iterator<Item = &'n str>) -> CallError {
    absent_name(call, "NOM_CHAM", "field", name, known)
}

fn no_parameter<'n>(call: &Call, name: &str, known: impl Iterator<Item = &'n str>) -> CallError {
    absent_name(call, "NOM_PARA_RESU", "parameter", name, known)
}

fn absent_name<'n>(
    call: &Call,
    keyword: &str,
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'n str>,
) -> CallError {
    let mut known: Vec<_> = known.collect();
    known.sort_unstable();
    known.dedup();
    let message = format!("{keyword}: the result has no {what} '{name}'");
    let help = if known.is_empty() { format!("it has no {what}") } else { format!("it has {}", known.join(", ")) };
    Box::new(call.error(keyword, "R445", message).help(help))
}
