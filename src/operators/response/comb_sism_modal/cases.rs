//! The result by NOM_CAS: which fields are kept, and their names.

use std::sync::Arc;

use super::request::{AXES, Ground, Kind, Output, Request};
use super::responses::Responses;
use crate::concepts::{FieldSeries, ModeSet};
use crate::kernel::response_spectrum::{DirectionRule, newmark_cases};
use crate::operators::response::comb_sism_modal::modal::Directional;

/// The result while it grows.
pub struct Cases {
    pub series: FieldSeries,
}

impl Cases {
    pub fn new(modes: &ModeSet) -> Cases {
        let properties = modes.stiffness.as_ref().and_then(|k| k.properties.clone());
        let materials = modes.stiffness.as_ref().and_then(|k| k.materials.clone());
        let series = FieldSeries {
            model: modes.model.clone(),
            properties,
            materials,
            access: "NOM_CAS".into(),
            ..FieldSeries::default()
        };
        Cases { series }
    }

    /// Stores a field in the case of this name, made with the next order number when it is new.
    pub fn put(&mut self, name: &str, option: &str, responses: &Responses, values: &[f64]) {
        let order = self.series.orders.iter().copied().max().unwrap_or(0) + 1;
        let names = self.series.labels.entry("NOM_CAS".into()).or_default();
        let place = names.iter().position(|n| n == name).unwrap_or(names.len());
        if place == names.len() {
            names.push(name.to_string());
            self.series.orders.push(order);
        }
        self.store_at(place, option, responses, values);
    }

    /// Stores a field in the case of this rank.
    pub fn store_at(&mut self, place: usize, option: &str, responses: &Responses, values: &[f64]) {
        if let Some(field) = responses.template.nodal(values) {
            self.series.store(option, place, Arc::new(field));
        }
        if let Some(field) = responses.template.element(values) {
            self.series.store(option, place, Arc::new(field));
        }
    }
}

/// Stores the fields of one option that the TYPE_RESU ask for.
pub fn store(cases: &mut Cases, request: &Request<'_>, outputs: &[Output], option: &str, responses: &Responses) {
    for output in outputs {
        let mut part = |[name, newmark]: [&str; 2], of: Part| {
            store_part(cases, request, output, option, responses, name, of);
            store_newmark(cases, output, option, responses, newmark, of);
        };
        match output.kind {
            Kind::Modal => store_modal(cases, request, output, option, responses),
            Kind::Directional => store_axes(cases, output, option, responses, "DIRE", |d| &d.total),
            // So spelled.
            Kind::Dynamic => part(["PART_DYNA", "DYNA_NEWN"], |d| &d.dynamic),
            Kind::QuasiStatic => part(["PART_QS", "QS_NEWM"], |d| &d.quasi_static),
            Kind::Displacement => part(["PART_DDS", "DDS_NEWM"], |d| &d.displacement),
            Kind::Inertial => part(["PART_INER", "INER_NEWM"], |d| &d.inertial),
            Kind::Total => {
                cases.put("TOTA", option, responses, &combined(request, responses, |d| &d.total));
                store_newmark(cases, output, option, responses, "NEWM", |d| &d.total);
            }
        }
    }
}

type Part = fn(&Directional) -> &Vec<f64>;

fn part_of(responses: &Responses, part: Part) -> Vec<&[f64]> {
    responses.directions.iter().map(|d| part(d).as_slice()).collect()
}

/// One field for all directions.
fn combined(request: &Request<'_>, responses: &Responses, part: Part) -> Vec<f64> {
    let rule = request.direction_rule.unwrap_or(DirectionRule::Newmark);
    match part_of(responses, part).as_slice() {
        // One direction is not combined: the field keeps its sign.
        [only] => only.to_vec(),
        parts => rule.apply(responses.size(), parts),
    }
}

fn store_part(
    cases: &mut Cases,
    request: &Request<'_>,
    output: &Output,
    option: &str,
    responses: &Responses,
    name: &str,
    part: Part,
) {
    store_axes(cases, output, option, responses, name, part);
    cases.put(name, option, responses, &combined(request, responses, part));
}

fn store_axes(cases: &mut Cases, output: &Output, option: &str, responses: &Responses, name: &str, part: Part) {
    for response in responses.directions.iter().filter(|d| output.axes.contains(&d.direction)) {
        let name = format!("{name}_{}", AXES[response.direction]);
        cases.put(&name, option, responses, part(response));
    }
}

fn store_newmark(cases: &mut Cases, output: &Output, option: &str, responses: &Responses, name: &str, part: Part) {
    if output.newmark {
        for (rank, case) in newmark_cases(&part_of(responses, part)).iter().enumerate() {
            cases.put(&format!("{name}_{}", rank + 1), option, responses, case);
        }
    }
}

fn store_modal(cases: &mut Cases, request: &Request<'_>, output: &Output, option: &str, responses: &Responses) {
    for response in responses.directions.iter().filter(|d| output.axes.contains(&d.direction)) {
        for (support, by_mode) in response.modal.iter().filter(|(s, _)| output.supports.contains(s)) {
            let support = match &request.ground {
                Ground::One => "",
                Ground::Many(supports) => supports.names[*support].as_str(),
            };
            for &mode in &output.modes {
                let order = request.modes.orders[request.selected[mode]];
                let name = format!("SPEC_{order}{}{support}", AXES[response.direction]);
                cases.put(&name, option, responses, &by_mode[mode]);
            }
        }
    }
}
