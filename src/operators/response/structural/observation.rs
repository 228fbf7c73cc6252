//! OBSERVATION: values taken along the run, kept in a table of the result (RECU_TABLE, NOM_TABLE='OBSERVATION').
//!
//! One row per value: which observation, when, which component or FORMULE of components, at which node or at which point
//! of which cell or, for an extremum or a mean over these places, at none.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, Formula, Table};
use crate::diag::each;
use crate::kernel::assembly::Component;
use crate::kernel::assembly::Numbering;
use crate::kernel::laws::LawInfo;
use crate::kernel::mesh::Mesh;
use crate::operators::call::access::Closeness;
use crate::operators::call::entities::{selected_cells, selected_nodes};
use crate::operators::call::variables::unknown;

/// Column of the rank of the run among those that continue one another, from 0.
pub(super) const RUN: &str = "NUME_REUSE";

/// A structure whose states are observed.
pub trait Observed {
    fn numbering(&self) -> &Numbering;

    /// Number of points of a cell in a field on elements.
    fn points(&self, _cell: usize, _field: &str) -> usize {
        0
    }

    /// A component at a point (rank from 0) of a cell, as terms of the values of its field: rank and factor.
    fn at_point(&self, _cell: usize, _point: usize, _field: &str, _component: &str) -> Option<Vec<(usize, f64)>> {
        None
    }

    /// Law of a cell whose internal variables can be observed.
    fn law(&self, _cell: usize) -> Option<&'static LawInfo> {
        None
    }
}

/// Values of one state, field by field; none where the state has no such field.
pub type StateValues<'s> = &'s dyn Fn(&str) -> &'s [f64];

/// All observations of a call, and their rows so far.
pub struct Observations {
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
    over_places: String,
    over_points: String,
    quantities: Vec<Quantity>,
    start_too: bool,
    period: Option<i64>,
    instants: Vec<f64>,
    closeness: Closeness,
    /// For messages.
    error: Box<dyn Fn(String) -> CallError>,
}

/// A component, or a formula of components, at its places.
struct Quantity {
    name: String,
    formula: Option<Arc<Formula>>,
    places: Vec<ObservedPlace>,
}

/// A node, or a point of a cell, with the terms of each component needed.
struct ObservedPlace {
    at: At,
    terms: Vec<Vec<(usize, f64)>>,
}

#[derive(Clone, Copy, PartialEq)]
enum At {
    Node(usize),
    Point(usize, usize),
}

impl Observations {
    /// Reads the occurrences of a factor keyword (OBSERVATION, SUIVI_DDL).
    pub fn read(call: &Call, factor: &str, mesh: &Mesh, structure: &dyn Observed) -> Result<Observations, CallError> {
        let mut list = Vec::new();
        each(call.factor(factor).iter().enumerate(), |(rank, keywords)| {
            let name = format!("{factor}_{}", rank + 1);
            list.push(observation(keywords, (rank as i64 + 1, &name), mesh, structure)?);
            Ok(())
        })?;
        let mut columns = vec![
            ("NOM_OBSERVATION", ColumnType::Text(16)),
            (RUN, ColumnType::Integer),
            ("NUME_OBSE", ColumnType::Integer),
            ("INST", ColumnType::Real),
            ("NOM_CHAM", ColumnType::Text(16)),
            ("EVAL_CHAM", ColumnType::Text(8)),
            ("NOM_CMP", ColumnType::Text(8)),
            ("EVAL_CMP", ColumnType::Text(8)),
            ("NOEUD", ColumnType::Text(8)),
        ];
        let on_cells = list.iter().any(Observation::is_on_cells);
        if on_cells {
            columns.extend([
                ("MAILLE", ColumnType::Text(8)),
                ("EVAL_ELGA", ColumnType::Text(8)),
                ("POINT", ColumnType::Integer),
                ("SOUS_POINT", ColumnType::Integer),
            ]);
        }
        columns.push(("VALE", ColumnType::Real));
        Ok(Observations { list, table: Table::with_columns(columns), step: 0, failure: None })
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The rows noted.
    pub fn take(&mut self) -> Table {
        std::mem::take(&mut self.table)
    }

    /// Notes what is asked for of a state; false when a formula has no value. The first call is the start.
    pub fn note(&mut self, time: f64, values: StateValues<'_>) -> bool {
        let step = self.step;
        self.step += 1;
        for observation in self.list.iter().filter(|o| o.is_due(step, time)) {
            if let Err(message) = observation.rows(time, values(&observation.field), &mut self.table) {
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
    (number, name): (i64, &str),
    mesh: &Mesh,
    structure: &dyn Observed,
) -> Result<Observation, CallError> {
    let text = |name: &str, default: &str| keywords.text_if_given(name).map_or(default.to_string(), |t| t.to_string());
    let field = text("NOM_CHAM", "DEPL");
    let mut components: Vec<String> = keywords.texts("NOM_CMP").iter().map(|t| t.to_string()).collect();
    components.extend(keywords.texts("NOM_VARI").iter().map(|t| t.to_string()));
    let places = places(keywords, &field, mesh, structure)?;
    let terms = |at: At, name: &str| match at {
        At::Node(node) => {
            let rank = Component::from_name(name).and_then(|component| structure.numbering().rank(node, component));
            rank.map(|rank| vec![(rank, 1.0)])
        }
        At::Point(cell, point) => structure.at_point(cell, point, &field, name),
    };
    let quantity = |name: String, formula: Option<Arc<Formula>>, needed: &[String]| {
        let place = |&at: &At| {
            let terms: Option<Vec<_>> = needed.iter().map(|c| terms(at, c)).collect();
            terms.map(|terms| ObservedPlace { at, terms })
        };
        Quantity { name, formula, places: places.iter().filter_map(place).collect() }
    };
    let quantities: Vec<Quantity> = match keywords.concept("FORMULE") {
        Some(Concept::Formula(formula)) => {
            vec![quantity(components.join(" "), Some(formula.clone()), &formula.parameters)]
        }
        _ => components.iter().map(|c| quantity(c.clone(), None, std::slice::from_ref(c))).collect(),
    };
    if let Some(empty) = quantities.iter().find(|q| q.places.is_empty()) {
        if keywords.has("NOM_VARI") {
            let mut laws: Vec<&'static LawInfo> = Vec::new();
            for at in &places {
                let law = if let At::Point(cell, _) = at { structure.law(*cell) } else { None };
                laws.extend(law.filter(|law| !laws.iter().any(|known| known.name == law.name)));
            }
            return Err(unknown(keywords, "R337", &laws, &empty.name));
        }
        let message = format!("none of these places has {} of {field}", empty.name);
        let help = "NOM_CMP names components of the field; a FORMULE has them as parameters";
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
        title: text("TITRE", name),
        number,
        field,
        over_places: text("EVAL_CHAM", "VALE"),
        over_points: text("EVAL_ELGA", "VALE"),
        quantities,
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

    fn is_on_cells(&self) -> bool {
        self.quantities.iter().flat_map(|q| &q.places).any(|p| matches!(p.at, At::Point(..)))
    }

    fn rows(&self, time: f64, field: &[f64], table: &mut Table) -> Result<(), String> {
        for quantity in &self.quantities {
            let mut values = quantity.values(field)?;
            if self.over_points != "VALE" {
                values = over_points(&self.over_points, &values);
            }
            match reduced(&self.over_places, &values) {
                Some(value) => self.row(time, quantity, None, value, table),
                None => values.iter().for_each(|(at, x)| self.row(time, quantity, Some(*at), *x, table)),
            }
        }
        Ok(())
    }

    fn row(&self, time: f64, quantity: &Quantity, at: Option<At>, value: f64, table: &mut Table) {
        let at = at.or(match quantity.places.as_slice() {
            [only] => Some(only.at),
            _ => None,
        });
        let rank = |k: usize| Cell::Text((k + 1).to_string());
        let mut row = vec![
            Cell::Text(self.title.clone()),
            Cell::Integer(0),
            Cell::Integer(self.number),
            Cell::Real(time),
            Cell::Text(self.field.clone()),
            Cell::Text(self.over_places.clone()),
            Cell::Text(quantity.name.clone()),
            Cell::Text(if quantity.formula.is_some() { "FORMULE" } else { "VALE" }.into()),
            match at {
                Some(At::Node(node)) => rank(node),
                _ => Cell::Empty,
            },
        ];
        if table.columns.len() > row.len() + 1 {
            let of_points = if self.is_on_cells() { Cell::Text(self.over_points.clone()) } else { Cell::Empty };
            row.extend(match at {
                Some(At::Point(cell, point)) => {
                    [rank(cell), of_points, Cell::Integer(point as i64 + 1), Cell::Integer(1)]
                }
                _ => [Cell::Empty, of_points, Cell::Empty, Cell::Empty],
            });
        }
        row.push(Cell::Real(value));
        table.rows.push(row);
    }
}

/// The nodes, or the points of cells, that an observation looks at.
fn places(keywords: &Keywords, field: &str, mesh: &Mesh, structure: &dyn Observed) -> Result<Vec<At>, CallError> {
    if !field.ends_with("_ELGA") {
        let all = !["GROUP_NO", "NOEUD", "GROUP_MA", "MAILLE"].iter().any(|k| keywords.has(k));
        let nodes = if all { (0..mesh.nodes.len()).collect() } else { selected_nodes(keywords, mesh)? };
        return Ok(nodes.into_iter().map(At::Node).collect());
    }
    let cells = selected_cells(keywords, mesh)?;
    let asked = keywords.integers("POINT");
    let wanted = |point: usize| asked.is_empty() || asked.contains(&(point as i64 + 1));
    let points =
        |cell: usize| (0..structure.points(cell, field)).filter(|p| wanted(*p)).map(move |p| At::Point(cell, p));
    Ok(cells.into_iter().flat_map(points).collect())
}

/// MIN or MAX over the points of each cell, known by its first point.
fn over_points(how: &str, values: &[(At, f64)]) -> Vec<(At, f64)> {
    let mut reduced: Vec<(At, f64)> = Vec::new();
    for &(at, x) in values {
        let same = |a: &At| matches!((a, at), (At::Point(a, _), At::Point(b, _)) if *a == b);
        match reduced.last_mut().filter(|(a, _)| same(a)) {
            Some((_, kept)) if how == "MIN" => *kept = kept.min(x),
            Some((_, kept)) => *kept = kept.max(x),
            None => reduced.push((at, x)),
        }
    }
    reduced
}

impl Quantity {
    fn values(&self, field: &[f64]) -> Result<Vec<(At, f64)>, String> {
        let value = |place: &ObservedPlace| {
            let sum = |terms: &Vec<(usize, f64)>| match terms.as_slice() {
                [(rank, factor)] if *factor == 1.0 => field.get(*rank).copied().unwrap_or(0.0),
                terms => terms.iter().map(|(rank, factor)| factor * field.get(*rank).copied().unwrap_or(0.0)).sum(),
            };
            let arguments: Vec<f64> = place.terms.iter().map(sum).collect();
            let value = match &self.formula {
                None => arguments.first().copied().unwrap_or(0.0),
                Some(formula) => formula.value(&arguments).map_err(|fault| fault.to_string())?.complex().re,
            };
            Ok((place.at, value))
        };
        self.places.iter().map(value).collect()
    }
}

/// MIN, MAX, MOY, MAXI_ABS, MINI_ABS over the places; `None` for a value at each.
fn reduced(how: &str, values: &[(At, f64)]) -> Option<f64> {
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
