//! OBSERVATION: values taken along the run, kept in a table of the result (RECU_TABLE, NOM_TABLE='OBSERVATION').
//!
//! One row per value: which observation, when, which component or FORMULE of components, at which node or, for
//! an extremum or a mean over the nodes, at none.

use std::sync::Arc;

use super::result::RUN;
use super::structure::Structure;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, Formula, Table};
use crate::diag::each;
use crate::kernel::assembly::Component;
use crate::kernel::structural::State;
use crate::operators::Context;
use crate::operators::call::access::Closeness;
use crate::operators::call::entities::selected_nodes;

/// All observations of a call, and their rows so far.
pub(super) struct Observations {
    list: Vec<Observation>,
    pub table: Table,
    /// Number of the state seen last; 0 is the start.
    step: usize,
    /// Why an observation failed.
    failure: Option<CallError>,
}

struct Observation {
    title: String,
    number: i64,
    field: String,
    over_nodes: String,
    quantities: Vec<Quantity>,
    nodes: Vec<usize>,
    start_too: bool,
    period: Option<i64>,
    instants: Vec<f64>,
    closeness: Closeness,
    /// For messages.
    error: Box<dyn Fn(String) -> CallError>,
}

/// Values at nodes: (node, ranks of its unknowns), one rank per component needed.
struct Quantity {
    name: String,
    formula: Option<Arc<Formula>>,
    places: Vec<(usize, Vec<usize>)>,
}

impl Observations {
    pub fn read(call: &Call, context: &Context<'_>, structure: &Structure) -> Result<Observations, CallError> {
        let mesh = context.latest_mesh(call, &structure.model.mesh);
        let mut list = Vec::new();
        each(call.factor("OBSERVATION").iter().enumerate(), |(rank, keywords)| {
            let all = !["GROUP_NO", "NOEUD", "GROUP_MA", "MAILLE"].iter().any(|k| keywords.has(k));
            let nodes = if all { (0..mesh.nodes.len()).collect() } else { selected_nodes(keywords, mesh)? };
            list.push(observation(keywords, rank as i64 + 1, nodes, structure)?);
            Ok(())
        })?;
        let table = Table::with_columns([
            ("NOM_OBSERVATION", ColumnType::Text(16)),
            (RUN, ColumnType::Integer),
            ("NUME_OBSE", ColumnType::Integer),
            ("INST", ColumnType::Real),
            ("NOM_CHAM", ColumnType::Text(16)),
            ("EVAL_CHAM", ColumnType::Text(8)),
            ("NOM_CMP", ColumnType::Text(8)),
            ("EVAL_CMP", ColumnType::Text(8)),
            ("NOEUD", ColumnType::Text(8)),
            ("VALE", ColumnType::Real),
        ]);
        Ok(Observations { list, table, step: 0, failure: None })
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The rows noted.
    pub fn take(&mut self) -> Table {
        std::mem::take(&mut self.table)
    }

    /// Notes what is asked for of a state; false when a formula has no value. The first call is the start.
    pub fn note(&mut self, state: &State) -> bool {
        let step = self.step;
        self.step += 1;
        for observation in self.list.iter().filter(|o| o.is_due(step, state.time)) {
            if let Err(message) = observation.rows(state, &mut self.table) {
                self.failure = Some((observation.error)(message));
                return false;
            }
        }
        true
    }

    pub fn failure(&mut self) -> Option<CallError> {
        self.failure.take()
    }
}

fn observation(
    keywords: &Keywords,
    number: i64,
    nodes: Vec<usize>,
    structure: &Structure,
) -> Result<Observation, CallError> {
    let text = |name: &str, default: &str| keywords.text_if_given(name).map_or(default.to_string(), |t| t.to_string());
    let components: Vec<String> = keywords.texts("NOM_CMP").iter().map(|t| t.to_string()).collect();
    let rank = |node: usize, name: &str| {
        Component::from_name(name).and_then(|component| structure.numbering().rank(node, component))
    };
    let quantity = |name: String, formula: Option<Arc<Formula>>, needed: &[String]| {
        let place = |&node: &usize| {
            let ranks: Option<Vec<usize>> = needed.iter().map(|c| rank(node, c)).collect();
            ranks.map(|ranks| (node, ranks))
        };
        Quantity { name, formula, places: nodes.iter().filter_map(place).collect() }
    };
    let quantities: Vec<Quantity> = match keywords.concept("FORMULE") {
        Some(Concept::Formula(formula)) => {
            vec![quantity(components.join(" "), Some(formula.clone()), &formula.parameters)]
        }
        _ => components.iter().map(|c| quantity(c.clone(), None, std::slice::from_ref(c))).collect(),
    };
    if let Some(empty) = quantities.iter().find(|q| q.places.is_empty()) {
        let message = format!("none of these nodes has {}", empty.name);
        let help = "NOM_CMP names components of the nodes; a FORMULE has them as parameters";
        return Err(Box::new(keywords.error("NOM_CMP", "R337", message).help(help)));
    }
    let instants = match keywords.concept("LIST_INST") {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => keywords.reals("INST"),
    };
    let at = keywords.error("FORMULE", "R337", "");
    let error = move |message: String| {
        let mut error = at.clone();
        error.message = message;
        error
    };
    Ok(Observation {
        title: text("TITRE", &format!("OBSERVATION_{number}")),
        number,
        field: text("NOM_CHAM", "DEPL"),
        over_nodes: text("EVAL_CHAM", "VALE"),
        quantities,
        nodes,
        start_too: !keywords.is("OBSE_ETAT_INIT", "NON"),
        period: keywords.integer_if_given("PAS_OBSE").filter(|p| *p > 0),
        instants,
        closeness: Closeness::read(keywords),
        error: Box::new(error),
    })
}

impl Observation {
    fn is_due(&self, step: usize, time: f64) -> bool {
        if step == 0 {
            return self.start_too;
        }
        let listed = self.instants.iter().any(|wanted| self.closeness.holds(time, *wanted));
        match self.period {
            Some(period) => step as i64 % period == 0 || listed,
            None => self.instants.is_empty() || listed,
        }
    }

    fn rows(&self, state: &State, table: &mut Table) -> Result<(), String> {
        let field = match self.field.as_str() {
            "VITE" => &state.v,
            "ACCE" => &state.a,
            _ => &state.d,
        };
        for quantity in &self.quantities {
            let values = quantity.values(field)?;
            match reduced(&self.over_nodes, &values) {
                Some(value) => self.row(state.time, quantity, None, value, table),
                None => values.iter().for_each(|(node, x)| self.row(state.time, quantity, Some(*node), *x, table)),
            }
        }
        Ok(())
    }

    fn row(&self, time: f64, quantity: &Quantity, node: Option<usize>, value: f64, table: &mut Table) {
        let node = node.or(match self.nodes.as_slice() {
            [only] => Some(*only),
            _ => None,
        });
        table.rows.push(vec![
            Cell::Text(self.title.clone()),
            Cell::Integer(0),
            Cell::Integer(self.number),
            Cell::Real(time),
            Cell::Text(self.field.clone()),
            Cell::Text(self.over_nodes.clone()),
            Cell::Text(quantity.name.clone()),
            Cell::Text(if quantity.formula.is_some() { "FORMULE" } else { "VALE" }.into()),
            node.map_or(Cell::Empty, |n| Cell::Text((n + 1).to_string())),
            Cell::Real(value),
        ]);
    }
}

impl Quantity {
    fn values(&self, field: &[f64]) -> Result<Vec<(usize, f64)>, String> {
        let value = |(node, ranks): &(usize, Vec<usize>)| {
            let arguments: Vec<f64> = ranks.iter().map(|r| field[*r]).collect();
            let value = match &self.formula {
                None => arguments.first().copied().unwrap_or(0.0),
                Some(formula) => formula.value(&arguments).map_err(|fault| fault.to_string())?.complex().re,
            };
            Ok((*node, value))
        };
        self.places.iter().map(value).collect()
    }
}

/// MIN, MAX, MOY, MAXI_ABS, MINI_ABS over the nodes; `None` for a value at each.
fn reduced(how: &str, values: &[(usize, f64)]) -> Option<f64> {
    let all = || values.iter().map(|(_, x)| *x);
    match how {
        "MIN" => Some(all().fold(f64::INFINITY, f64::min)),
        "MAX" => Some(all().fold(f64::NEG_INFINITY, f64::max)),
        "MOY" => Some(all().sum::<f64>() / values.len() as f64),
        "MAXI_ABS" => Some(all().map(f64::abs).fold(0.0, f64::max)),
        "MINI_ABS" => Some(all().map(f64::abs).fold(f64::INFINITY, f64::min)),
        _ => None,
    }
}
