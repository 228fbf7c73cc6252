//! ETAT_INIT: rest, given fields, or a kept state of another run.

use std::sync::Arc;

use super::structure::Structure;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, FieldSeries, NodalField, States};
use crate::operators::call::access::Closeness;
use crate::operators::matrices::on_numbering;

pub(super) struct Initial {
    pub displacement: Vec<f64>,
    pub velocity: Vec<f64>,
    pub acceleration: Acceleration,
    /// Clock of a continued run (s).
    pub instant: Option<f64>,
    /// The run continued, and how many of its states come before.
    pub continued: Option<(Arc<FieldSeries>, usize)>,
}

pub(super) enum Acceleration {
    Given(Vec<f64>),
    /// Nothing is given: zero, whatever the load.
    Zero,
    /// From the equation of motion at the start.
    Balance,
}

pub(super) fn read(call: &Call, structure: &Structure) -> Result<Initial, CallError> {
    let size = structure.system.size();
    let rest = vec![0.0; size];
    let Some(keywords) = call.one("ETAT_INIT") else {
        let acceleration = Acceleration::Zero;
        return Ok(Initial {
            displacement: rest.clone(),
            velocity: rest,
            acceleration,
            instant: None,
            continued: None,
        });
    };
    let result = first_of(keywords, &["RESULTAT", "DYNA_TRANS"]);
    if keywords.has(result) {
        let Some(Concept::Fields(series)) = keywords.concept(result) else {
            let error = keywords.error(result, "R336", format!("{result} is not a transient on physical unknowns"));
            return Err(Box::new(error.help("give the result of a DYNA_VIBRA with BASE_CALCUL='PHYS'")));
        };
        return continued(keywords, result, series, structure);
    }
    let field = |names: &[&str]| -> Result<Option<Vec<f64>>, CallError> {
        let name = first_of(keywords, names);
        match keywords.concept(name) {
            None => Ok(None),
            Some(Concept::NodalField(field)) => Ok(Some(values(field, structure))),
            Some(_) => Err(keywords.error(name, "R336", format!("{name} is not a field on nodes"))),
        }
    };
    let displacement = field(&["DEPL", "DEPL_INIT"])?;
    let velocity = field(&["VITE", "VITE_INIT"])?;
    let acceleration = match field(&["ACCE", "ACCE_INIT"])? {
        Some(a) => Acceleration::Given(a),
        None => Acceleration::Balance,
    };
    Ok(Initial {
        displacement: displacement.unwrap_or_else(|| rest.clone()),
        velocity: velocity.unwrap_or(rest),
        acceleration,
        instant: None,
        continued: None,
    })
}

fn first_of<'n>(keywords: &Keywords, names: &[&'n str]) -> &'n str {
    names.iter().find(|name| keywords.has(name)).copied().unwrap_or(names[0])
}

fn values(field: &NodalField, structure: &Structure) -> Vec<f64> {
    on_numbering(field, structure.numbering()).0
}

fn continued(
    keywords: &Keywords,
    keyword: &str,
    series: &Arc<FieldSeries>,
    structure: &Structure,
) -> Result<Initial, CallError> {
    let instants = series.parameters.get("INST").map_or(&[][..], Vec::as_slice);
    let order = first_of(keywords, &["NUME_ORDRE", "NUME_INIT"]);
    let found = if let Some(instant) = keywords.real_if_given("INST_INIT") {
        Closeness::read(keywords).find(instants, instant)
    } else if let Some(wanted) = keywords.integer_if_given(order) {
        series.orders.iter().position(|o| *o == wanted)
    } else {
        instants.len().checked_sub(1)
    };
    let Some((rank, &instant)) = found.and_then(|rank| Some((rank, instants.get(rank)?))) else {
        let message = "the run to continue has no state there";
        let help = match (instants.first(), instants.last()) {
            (Some(first), Some(last)) => format!("its {} states go from {first} to {last} s", instants.len()),
            _ => "it has no state".to_string(),
        };
        let keyword = if keywords.has("INST_INIT") { "INST_INIT" } else { order };
        return Err(Box::new(keywords.error(keyword, "R336", message).help(help)));
    };
    let field = |name: &str| -> Result<Vec<f64>, CallError> {
        let stored = States::Fields(series).nodal(name, rank);
        stored.map(|f| values(&f, structure)).ok_or_else(|| {
            let message = format!("{keyword} holds no {name} at {instant} s");
            Box::new(
                keywords.error(keyword, "R336", message).help("keep DEPL, VITE and ACCE (CHAM_EXCLU removes them)"),
            )
        })
    };
    Ok(Initial {
        displacement: field("DEPL")?,
        velocity: field("VITE")?,
        acceleration: Acceleration::Given(field("ACCE")?),
        instant: Some(instant),
        continued: Some((series.clone(), rank + 1)),
    })
}
