//! IMPR_RESU, FORMAT='IDEAS': fields on nodes as data sets 55 of a universal file, one for each state and field.
//!
//! Nodes have the number of their label (`N7`), or else their rank. There are six values for each node: DX to DRZ, or the first
//! components of another field; those that a node lacks are 0. Figures have six digits.

use super::asked::{field_names, left_out, not_written};
use crate::catalogue::{Call, Keywords};
use crate::concepts::{Field, States};
use crate::io::ideas::{DataAtNodes, write_data};
use crate::kernel::assembly::Component;
use crate::kernel::mesh::Mesh;
use crate::operators::tables::{StoredField, stored_fields};
use crate::operators::{Context, Outcome};

/// Values of a node.
const WIDTH: usize = 6;

pub(super) fn write(call: &Call, unit: i64, context: &mut Context<'_>) -> Outcome {
    let mut text = String::new();
    for keywords in call.factor("RESU") {
        if keywords.has("MAILLAGE") {
            context.warn(not_written(call, "meshes are not written in FORMAT='IDEAS', fields on nodes are"));
        }
        let chosen: Vec<&str> =
            ["GROUP_NO", "NOEUD", "GROUP_MA", "MAILLE", "NOM_CMP"].into_iter().filter(|k| keywords.has(k)).collect();
        if !chosen.is_empty() {
            let what = format!("{} choose nothing in FORMAT='IDEAS': all nodes are written", chosen.join(", "));
            context.warn(not_written(call, &what));
        }
        for name in field_names(keywords) {
            match stored_fields(keywords, &name) {
                Err(fault) => context.warn(left_out(call, *fault)),
                Ok(states) => {
                    if states.iter().any(|state| !state.field.is_at_nodes()) {
                        let what = format!("{name} is a field on elements: FORMAT='IDEAS' has fields on nodes only");
                        context.warn(not_written(call, &what));
                    }
                    for state in &states {
                        let mesh = context.latest_mesh(call, state.field.mesh()).clone();
                        text.extend(data(keywords, &name, state, &mesh).map(|set| write_data(&set)));
                    }
                }
            }
        }
    }
    context.print(call, "UNITE", unit, &text)
}

/// The data set of one field; `None` for a field on elements.
fn data(keywords: &Keywords, name: &str, state: &StoredField, mesh: &Mesh) -> Option<DataAtNodes> {
    if !state.field.is_at_nodes() {
        return None;
    }
    let (kind, components) = match &state.field {
        Field::Nodal(_) => (kind_of(name), Component::ALL[..WIDTH].iter().map(|c| c.name().to_string()).collect()),
        Field::Element(..) => (kind_of(name), state.field.components()),
    };
    let complex = state.field.is_complex();
    let (analysis, seven, eight) = match keywords.concept("RESULTAT").and_then(States::of) {
        Some(states) => records(states, state.rank),
        None => (1, vec![2.0, 1.0, 1.0, 1.0], vec![0.0]),
    };
    let mut set =
        DataAtNodes { title: if name.is_empty() { "CHAM_GD".into() } else { name.into() }, ..Default::default() };
    let data_kind = if complex { 5.0 } else { 2.0 };
    set.records[6] = vec![1.0, f64::from(analysis), 3.0, f64::from(kind), data_kind, WIDTH as f64];
    set.records[7] = seven;
    set.records[8] = eight;
    set.complex = complex;
    for (rank, node) in mesh.nodes.iter().enumerate() {
        let found: Vec<_> =
            components.iter().take(WIDTH).map(|name: &String| state.field.at_node(rank, name)).collect();
        if found.iter().all(Option::is_none) {
            continue;
        }
        let mut values = Vec::with_capacity(2 * WIDTH);
        for place in 0..WIDTH {
            let z = found.get(place).copied().flatten().map_or_else(Default::default, |(z, _)| z);
            values.push(z.re);
            if complex {
                values.push(z.im);
            }
        }
        let number = node.label.as_str().strip_prefix('N').and_then(|digits| digits.parse().ok());
        set.nodes.push((number.unwrap_or(rank as i64 + 1), values));
    }
    Some(set)
}

fn kind_of(name: &str) -> i32 {
    match name {
        "DEPL" => 8,
        "VITE" => 11,
        "ACCE" => 12,
        "TEMP" => 5,
        _ => 0,
    }
}

/// Analysis, record 7 and record 8: order and number, frequency, generalised mass and damping ratio of a mode; order, instant or
/// frequency of another state.
fn records(states: States<'_>, rank: usize) -> (i32, Vec<f64>, Vec<f64>) {
    let value = |name: &str| states.parameter(name, rank).filter(|x| x.is_finite()).unwrap_or(0.0);
    let order = states.orders()[rank] as f64;
    if let States::Modes(_) = states {
        let eight = vec![value("FREQ"), value("MASS_GENE"), value("AMOR_REDUIT"), 0.0];
        return (2, vec![2.0, 4.0, order, states.number(rank) as f64], eight);
    }
    let names = states.field_names();
    let analysis = match states.access() {
        "FREQ" => 5,
        "INST" if names.contains("VITE") || names.contains("ACCE") => 4,
        _ => 1,
    };
    (analysis, vec![2.0, 1.0, 1.0, order], vec![value(states.access())])
}
