//! Values of fields at chosen places: `EXTR_COMP`, `getValuesWithDescription`.

use std::sync::Arc;

use crate::concepts::{CellField, Concept, NodalField};
use crate::kernel::assembly::Component;
use crate::python::core::display;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::methods::Call;
use crate::python::core::value::{Array, Module, Scope, Value, read};

/// `EXTR_COMP(comp, groups, topo)`: an object with the values, and where they are if that is asked for.
pub fn extract(concept: &Concept, call: Call) -> Result<Value> {
    match concept {
        Concept::NodalField(field) => nodal_components(field, &Choice::of(call.arguments)?),
        Concept::CellField(field) => cell_components(field, &Choice::of(call.arguments)?),
        _ => Ok(Value::Unknown),
    }
}

/// `getValuesWithDescription(components, groups)`: the values, and their places as two lists (nodes, components).
pub fn described(concept: &Concept, call: Call) -> Result<Value> {
    let Concept::NodalField(field) = concept else { return Ok(Value::Unknown) };
    let Value::Module(module) = nodal_components(field, &Choice::described(call.arguments)?)? else {
        return Ok(Value::Unknown);
    };
    let own = |name: &str| module.scope.own(name).unwrap_or(Value::Unknown);
    let values = match own("valeurs") {
        Value::Array(array) => read(&array).to_list(),
        other => other,
    };
    let nodes = match own("noeud") {
        Value::List(list) => {
            // Ranks from 0, as getNodes gives them.
            let rank = |v: &Value| v.as_index().map_or(Value::Unknown, |i| Value::Integer(i - 1));
            Value::list(read(&list).iter().map(rank).collect())
        }
        other => other,
    };
    Ok(Value::tuple(vec![values, Value::tuple(vec![nodes, own("comp")])]))
}

fn integers(items: Vec<i64>) -> Value {
    Value::list(items.into_iter().map(Value::Integer).collect())
}

/// Arguments of EXTR_COMP: a component (blank: all), groups (none: all), whether places are wanted.
struct Choice {
    component: Option<String>,
    groups: Vec<String>,
    places: bool,
}

impl Choice {
    fn of(mut arguments: Arguments) -> Result<Choice> {
        for named in &mut arguments.named {
            if matches!(&*named.name, "lgno" | "lgma") {
                named.name = "groups".into();
            }
        }
        let [component, groups, topology] = arguments.take("EXTR_COMP", ["comp", "groups", "topo"], 0)?;
        let component = match component {
            Some(Value::Text(name)) if !name.trim().is_empty() => Some(name.trim().to_string()),
            _ => None,
        };
        let groups = match groups {
            Some(Value::Text(name)) => vec![name.to_string()],
            Some(list) => {
                let list = list.as_sequence().unwrap_or_default();
                list.iter().map(display::display).collect()
            }
            None => Vec::new(),
        };
        let places = topology.and_then(|v| v.as_index()).is_some_and(|i| i != 0);
        Ok(Choice { component, groups, places })
    }

    /// Arguments of getValuesWithDescription: components (none: all), groups; places are wanted.
    fn described(mut arguments: Arguments) -> Result<Choice> {
        let first = arguments.positional.first_mut().or(arguments.named.first_mut().map(|n| &mut n.value));
        if let Some(value) = first
            && let Some([one]) = value.as_sequence().as_deref()
        {
            *value = one.clone();
        }
        for named in arguments.named.iter_mut().filter(|n| &*n.name == "components") {
            named.name = "comp".into();
        }
        Ok(Choice { places: true, ..Choice::of(arguments)? })
    }

    /// Ranks of the members of the groups; `None` for all.
    fn members(&self, known: &indexmap::IndexMap<String, Vec<usize>>) -> Result<Option<Vec<usize>>> {
        if self.groups.is_empty() {
            return Ok(None);
        }
        let mut out = Vec::new();
        for name in &self.groups {
            let members =
                known.get(name).ok_or_else(|| Fault::value_error(format!("the mesh has no group '{name}'")))?;
            out.extend(members);
        }
        out.sort_unstable();
        out.dedup();
        Ok(Some(out))
    }

    fn unknown(&self) -> Fault {
        let name = self.component.as_deref().unwrap_or("");
        Fault::value_error(format!("the field has no component '{name}' there"))
    }
}

/// Values, and by name what else is known of each.
fn extracted(values: Vec<Value>, others: Vec<(&str, Value)>) -> Value {
    let scope = Scope::module();
    let count = values.len();
    scope.set("valeurs", Array::of(values, vec![count]).value());
    for (name, value) in others {
        scope.set(name, value);
    }
    Value::Module(Arc::new(Module { name: "EXTR_COMP".into(), scope }))
}

fn nodal_components(field: &NodalField, choice: &Choice) -> Result<Value> {
    let nodes = choice.members(&field.mesh.mesh.node_groups)?;
    let component = match &choice.component {
        Some(name) => Some(Component::from_name(name).ok_or_else(|| choice.unknown())?),
        None => None,
    };
    let (mut values, mut places, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for (rank, dof) in field.numbering.dofs().iter().enumerate() {
        let wanted = component.is_none_or(|c| c == dof.component)
            && nodes.as_ref().is_none_or(|nodes| nodes.binary_search(&dof.node).is_ok())
            && field.has(rank);
        if !wanted {
            continue;
        }
        values.push(match field.imaginary.is_empty() {
            true => Value::Real(field.values[rank]),
            false => Value::Complex(field.complex(rank)),
        });
        places.push(dof.node as i64 + 1);
        names.push(Value::text(dof.component.name()));
    }
    if values.is_empty() {
        return Err(choice.unknown());
    }
    let others =
        if choice.places { vec![("noeud", integers(places)), ("comp", Value::list(names))] } else { Vec::new() };
    Ok(extracted(values, others))
}

fn cell_components(field: &CellField, choice: &Choice) -> Result<Value> {
    let content = &field.values;
    let cells = choice.members(&field.mesh.mesh.cell_groups)?;
    // An internal variable goes by its name too; each law has its own.
    let components = |cell: usize| match &choice.component {
        Some(name) => content.column(cell, name).map_or(0..0, |column| column..column + 1),
        None => 0..content.components.len(),
    };
    let (mut values, mut places, mut points) = (Vec::new(), Vec::new(), Vec::new());
    for cell in 0..content.cells.len() {
        if cells.as_ref().is_some_and(|cells| cells.binary_search(&cell).is_err()) {
            continue;
        }
        for point in 0..content.points(cell) {
            for component in components(cell) {
                let Some(value) = content.value(cell, point, component) else { continue };
                values.push(if value.im == 0.0 { Value::Real(value.re) } else { Value::Complex(value) });
                places.push(cell as i64 + 1);
                points.push(point as i64 + 1);
            }
        }
    }
    if values.is_empty() {
        return Err(choice.unknown());
    }
    let others =
        if choice.places { vec![("maille", integers(places)), ("point", integers(points))] } else { Vec::new() };
    Ok(extracted(values, others))
}
