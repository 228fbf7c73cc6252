//! Numberings as the study's Python sees them: the unknowns of the nodes, then for each condition two multipliers, which the
//! program itself does without.
//!
//! ```python
//! num.getPhysicalDOFs(), num.getLagrangeDOFs()     # ranks from 0
//! num.getDictOfLagrangeDOFs()                      # {1: first multipliers, 2: second ones}
//! num.getNodeAndComponentFromDOF()                 # [(node from 0, component), ...]
//! num.getNodeFromDOF(3), num.getComponentFromDOF(3)
//! ```
//!
//! Multipliers stand node by node: the first ones of the conditions of a node, then their second ones. Kinematic conditions
//! (AFFE_CHAR_CINE) have none. A stiffness has the coefficients of a condition in the rows and columns of both multipliers.

use std::sync::{Arc, RwLock};

use super::items::item;
use super::ways::{Method, Way};
use crate::concepts::{Concept, NumberingValue};
use crate::python::core::fault::Result;
use crate::python::core::iteration;
use crate::python::core::methods::Call;
use crate::python::core::value::{Key, Value};

const NUMBERED: &[&str] = &["nume_ddl_sdaster", "matr_asse"];

/// Methods of numberings, and of the matrices that have one.
pub const METHODS: &[Method] = &[
    ("getComponentFromDOF", NUMBERED, Way::Call(|concept, call| place_of(concept, call, 1))),
    ("getDOFNumbering", &["matr_asse"], Way::Whole(|_, handle, _| Ok(Value::Concept(handle.clone())))),
    ("getDictOfLagrangeDOFs", NUMBERED, Way::Call(|concept, _| Ok(of(concept, multipliers_by_kind)))),
    ("getLagrangeDOFs", NUMBERED, Way::Call(|concept, _| Ok(of(concept, |n| ranks(multipliers(n).map(|m| m.rank)))))),
    ("getNodeAndComponentFromDOF", NUMBERED, Way::Call(places)),
    ("getNodeFromDOF", NUMBERED, Way::Call(|concept, call| place_of(concept, call, 0))),
    ("getPhysicalDOFs", NUMBERED, Way::Call(|concept, _| Ok(of(concept, |n| ranks(0..n.numbering.len()))))),
];

/// One multiplier.
pub struct Multiplier {
    /// Rank among all unknowns of the view.
    pub rank: usize,
    /// Rank of its condition in the numbering.
    pub condition: usize,
    /// The second multiplier of its condition.
    pub second: bool,
}

/// The multipliers of a numbering, in the order of their ranks, after the unknowns of the nodes.
pub fn multipliers(value: &NumberingValue) -> impl Iterator<Item = Multiplier> {
    let unknowns = &value.numbering;
    let mut conditions: Vec<(usize, usize)> = Vec::new();
    for (rank, condition) in unknowns.constraints.iter().enumerate() {
        let kinematic = value.loads.get(condition.load).is_some_and(|load| load.kinematic);
        if let (Some((dof, _)), false) = (condition.terms.first(), kinematic) {
            conditions.push((unknowns.dofs()[*dof].node, rank));
        }
    }
    conditions.sort_by_key(|(node, _)| *node);
    let mut all = Vec::with_capacity(2 * conditions.len());
    for of_node in conditions.chunk_by(|a, b| a.0 == b.0) {
        for second in [false, true] {
            all.extend(of_node.iter().map(|(_, condition)| (*condition, second)));
        }
    }
    let first = unknowns.len();
    all.into_iter().enumerate().map(move |(k, (condition, second))| Multiplier { rank: first + k, condition, second })
}

fn of(concept: &Concept, view: impl Fn(&NumberingValue) -> Value) -> Value {
    match concept {
        Concept::Numbering(value) => view(value),
        Concept::Matrix(matrix) => view(&matrix.numbering),
        _ => Value::Unknown,
    }
}

fn ranks(items: impl Iterator<Item = usize>) -> Value {
    Value::list(items.map(|rank| Value::Integer(rank as i64)).collect())
}

fn multipliers_by_kind(value: &NumberingValue) -> Value {
    let of_kind = |wanted: bool| ranks(multipliers(value).filter(move |m| m.second == wanted).map(|m| m.rank));
    let items = [(1, of_kind(false)), (2, of_kind(true))];
    let items = items.map(|(k, ranks)| (Key::Integer(k), (Value::Integer(k), ranks)));
    Value::Dictionary(Arc::new(RwLock::new(items.into_iter().collect())))
}

/// Node or component of the unknown of a rank; all of them without one.
fn place_of(concept: &Concept, call: Call, part: i64) -> Result<Value> {
    let all = call.arguments.positional.is_empty() && call.arguments.named.is_empty();
    let found = places(concept, call)?;
    match (all, iteration::collect(&found)?) {
        (true, Some(pairs)) => {
            let parts = pairs.iter().map(|pair| item(pair, &Value::Integer(part)));
            Ok(Value::list(parts.collect::<Result<_>>()?))
        }
        _ if found.is_unknown() => Ok(Value::Unknown),
        _ => item(&found, &Value::Integer(part)),
    }
}

/// All unknowns, or the one of a rank.
fn places(concept: &Concept, call: Call) -> Result<Value> {
    let [rank] = call.take(["dof"], 0)?;
    let all = of(concept, |value| {
        let unknowns = &value.numbering;
        let place = |dof: usize, of_multiplier: bool| {
            let dof = unknowns.dofs()[dof];
            let name =
                if of_multiplier { format!("LAGR:{}", dof.component.name()) } else { dof.component.name().into() };
            Value::tuple(vec![Value::Integer(dof.node as i64), Value::text(name)])
        };
        let physical = (0..unknowns.len()).map(|dof| place(dof, false));
        let more = multipliers(value)
            .filter_map(|m| Some(place(unknowns.constraints[m.condition].terms.first()?.0, true)))
            .collect::<Vec<_>>();
        Value::list(physical.chain(more).collect())
    });
    match rank {
        Some(rank) => item(&all, &rank),
        None => Ok(all),
    }
}
