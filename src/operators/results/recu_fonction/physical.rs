//! From physical results: nodal fields and fields on elements by instant, frequency or mode.

use std::sync::Arc;

use num_complex::Complex64;

use super::curve::{Curve, Ordinates};
use super::generalized::unknown as unknown_dof;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, ElementField, Field, Function, MeshValue, NodalField, States};
use crate::kernel::mesh::Mesh;
use crate::kernel::signal::Signal;
use crate::operators::call::access::Sample;
use crate::operators::call::entities::{cell_groups, named_cells, one_node};
use crate::operators::call::states::{chosen_among, no_field};
use crate::operators::call::variables::{column, laws_of, naming, unknown};
use crate::operators::{Context, counted};

/// From the states of a result, against the parameter that tells them apart.
pub(super) fn of_states(call: &Call, states: States<'_>, context: &Context<'_>) -> Result<Curve, CallError> {
    let all = || 0..states.orders().len();
    if let Some(name) = call.text_if_given("NOM_PARA_RESU") {
        if !states.parameter_names().contains(&*name) {
            return Err(no_parameter(call, &name, states));
        }
        let values = states.parameters(&name);
        let samples = selected(call, states, &all().collect::<Vec<_>>())?;
        let ordinates = Ordinates::Real(samples.iter().map(|s| s.mix(values[s.left], values[s.right])).collect());
        let abscissae = samples.iter().map(|s| s.at).collect();
        return Ok(Curve { parameter: states.access().into(), result: name.to_string(), abscissae, ordinates });
    }
    if let (Some(number), States::Modes(modes)) = (call.integer_if_given("NUME_CMP_GENE"), states) {
        let row = usize::try_from(number - 1).unwrap_or(usize::MAX);
        let value = |rank| modes.coordinate(rank, row);
        let values: Vec<Option<Complex64>> = all().map(value).collect();
        if values.iter().any(Option::is_none) {
            let message = format!("NUME_CMP_GENE={number} is not a coordinate of these modes");
            return Err(call.error("NUME_CMP_GENE", "R436", message));
        }
        return curve(call, states, &values);
    }
    let name = call.text_if_given("NOM_CHAM").unwrap_or_default();
    let mut place = None;
    let mut values = Vec::with_capacity(states.orders().len());
    for rank in all() {
        values.push(match states.field(&name, rank) {
            None => None,
            Some(Field::Nodal(field)) => Some(nodal_value(call, &field, context)?),
            Some(Field::Element(field, mesh)) => {
                if place.is_none() {
                    place = Some(ElementPlace::read(call, &mesh, context, field.at_nodes)?);
                }
                place.as_ref().map(|place: &ElementPlace| place.value(call, &field)).transpose()?
            }
        });
    }
    if values.iter().all(Option::is_none) {
        return Err(no_field(call, states, &name, None));
    }
    curve(call, states, &values)
}

/// From one field: the value of a component, whatever the abscissa.
pub(super) fn of_field(call: &Call, context: &Context<'_>) -> Result<Concept, CallError> {
    let value = match call.concept("CHAM_GD") {
        Some(Concept::NodalField(field)) => nodal_value(call, field, context)?,
        Some(Concept::CellField(field)) => {
            let place = ElementPlace::read(call, &field.mesh, context, field.values.at_nodes)?;
            place.value(call, &field.values)?
        }
        _ => return Err(call.error("CHAM_GD", "R443", "CHAM_GD is not a field")),
    };
    let result = call.text_if_given("NOM_CMP").map_or_else(String::new, |t| t.to_string());
    let name = |keyword: &str, own: String| call.text_if_given(keyword).map_or(own, |t| t.to_string());
    let (parameter, result) = (name("NOM_PARA", "TOUTPARA".into()), name("NOM_RESU", result));
    Ok(Concept::Function(Arc::new(Function { parameter, result, signal: Signal::Constant(value.re) })))
}

/// Values against the access variable, at the states asked for; states without the field are skipped.
fn curve(call: &Call, states: States<'_>, values: &[Option<Complex64>]) -> Result<Curve, CallError> {
    let present: Vec<usize> = (0..values.len()).filter(|rank| values[*rank].is_some()).collect();
    let samples = selected(call, states, &present)?;
    let value = |rank: usize| values[rank].unwrap_or_default();
    let mix = |s: &Sample| {
        let (a, b) = (value(s.left), value(s.right));
        Complex64::new(s.mix(a.re, b.re), s.mix(a.im, b.im))
    };
    let own = call.text_if_given("NOM_CMP").or(call.text_if_given("NOM_VARI"));
    let own = own.or_else(|| call.text_if_given("NOM_CHAM").filter(|_| call.has("NUME_CMP_GENE")));
    let result = own.map_or_else(String::new, |t| t.to_string());
    Ok(Curve {
        parameter: states.access().into(),
        result,
        abscissae: samples.iter().map(|s| s.at).collect(),
        ordinates: ordinates(call, samples.iter().map(mix).collect()),
    })
}

/// The states chosen among some, with their abscissa: that of the access variable, or their order number where it has no
/// value (load cases have names).
fn selected(call: &Call, states: States<'_>, among: &[usize]) -> Result<Vec<Sample>, CallError> {
    let known = states.parameter_names().contains(states.access());
    let at = |rank: usize| match known {
        true => states.parameter(states.access(), rank).unwrap_or(f64::NAN),
        false => states.orders()[rank] as f64,
    };
    let all = || among.iter().map(|&rank| Sample { at: at(rank), left: rank, right: rank, weight: 0.0 }).collect();
    let samples = chosen_among(call, states, among, call.is("INTERP_NUME", "LIN"))?;
    let mut samples: Vec<Sample> = samples.unwrap_or_else(all);
    samples.iter_mut().filter(|sample| sample.at.is_nan()).for_each(|sample| sample.at = at(sample.left));
    Ok(samples)
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
    let of = |node, c| field.numbering.rank(node, c).filter(|r| field.has(*r));
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
    fn read(call: &Call, mesh: &MeshValue, context: &Context<'_>, at_nodes: bool) -> Result<ElementPlace, CallError> {
        let mesh = context.latest_mesh(call, mesh);
        let keyword = naming(call);
        let component = call.text_if_given(keyword).unwrap_or_default().to_string();
        let mut cells = cell_groups(call, "GROUP_MA", mesh)?;
        cells.extend(named_cells(call, "MAILLE", mesh)?);
        if at_nodes {
            let entry = node(call, mesh)?;
            if !cells.is_empty() && !mesh.nodes_of_cells(&cells).contains(&entry) {
                return Err(outside(call, mesh, entry, "these cells"));
            }
            return Ok(ElementPlace { entry, point: 0, keyword, component });
        }
        let [cell] = cells.as_slice() else {
            let message = format!("a field on elements is taken at one cell, and {} are given", cells.len());
            return Err(Box::new(
                call.error("GROUP_MA", "R444", message).help("give GROUP_MA with a group of one cell"),
            ));
        };
        let point = match (call.integer_if_given("POINT"), one_node(call, "GROUP_NO", "NOEUD", mesh)?) {
            (Some(point), _) => (point - 1).max(0) as usize,
            (None, Some(node)) => mesh.cells[*cell]
                .nodes
                .iter()
                .position(|n| *n == node)
                .ok_or_else(|| outside(call, mesh, node, "this cell"))?,
            (None, None) => {
                let error = call.error("GROUP_MA", "R444", "a point of the cell is needed");
                return Err(Box::new(error.help("give POINT (its number), or GROUP_NO (one of its nodes)")));
            }
        };
        if call.integer_if_given("SOUS_POINT").is_some_and(|s| s != 1) {
            let error = call.error("SOUS_POINT", "R444", "this field has no sub-points");
            return Err(Box::new(error.help("leave SOUS_POINT out, or give 1")));
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
        field.value(self.entry, self.point, k).ok_or_else(|| {
            let count = field.points(self.entry);
            let help = format!("it has {} there: give POINT from 1 to {count}", counted(count as u64, "point"));
            Box::new(call.error("GROUP_MA", "R444", message).help(help))
        })
    }
}

fn outside(call: &Call, mesh: &Mesh, node: usize, cells: &str) -> CallError {
    let label = mesh.nodes.get(node).map_or("", |node| node.label.as_str());
    let keyword = if call.has("NOEUD") { "NOEUD" } else { "GROUP_NO" };
    let error = call.error(keyword, "R444", format!("node N{} ({label}) is not a node of {cells}", node + 1));
    Box::new(error.help("give one of its nodes, or POINT, the number of a point"))
}

fn no_parameter(call: &Call, name: &str, states: States<'_>) -> CallError {
    absent_name(call, "NOM_PARA_RESU", "parameter", name, states.parameter_names().into_iter())
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
