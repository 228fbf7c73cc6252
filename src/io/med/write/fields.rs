//! Fields: one part after the other, each the values of one step on one kind of entities.

use std::collections::BTreeSet;

use super::super::shapes::SHAPES;
use super::document::{Document, Version, columns, cut};
use super::lists;
use super::mesh::{COMPONENT, NO_PROFILE, step_name};
use super::support::{Step, Support};
use crate::io::hdf5::{Data, Group, MOST_MEMBERS, Value};
use crate::kernel::mesh::CellKind;

/// Reals, among the types of values.
const REALS: i64 = 6;
/// Bytes of a name.
const NAME: usize = 64;

/// Where the points of the cells of a type are, on the reference segment from -1 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Localisation {
    pub name: String,
    pub points: Vec<f64>,
    pub weights: Vec<f64>,
}

/// The values of a field, in one step, on one kind of entities.
#[derive(Clone, Debug)]
pub struct Part<'p> {
    pub field: &'p str,
    pub mesh: &'p str,
    pub components: &'p [String],
    pub step: Step,
    pub support: Support,
    /// Numbers (from 1) of the nodes, or of the cells among those of their type, that have values; none where all have.
    pub numbers: Option<&'p [i64]>,
    /// Of each entity.
    pub points: usize,
    pub localisation: Option<&'p Localisation>,
    /// All values of the first component, entity by entity and point by point; then of the second ...
    pub values: Vec<f64>,
}

/// Why values are not added.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The field is there with these components.
    OtherComponents(Vec<String>),
    /// The field is there on this mesh.
    OtherMesh(String),
    /// The field has values of the same entities at this step.
    AlreadyThere,
    /// The field has as many steps as a file can hold.
    TooManySteps(usize),
}

impl Document {
    /// Adds values to a field.
    pub fn add(&mut self, part: Part<'_>) -> Result<(), Refusal> {
        let name = cut(part.field, NAME).replace('/', "_");
        self.is_free(&name, &part)?;
        let profile = part.numbers.map_or_else(|| NO_PROFILE.to_string(), |numbers| self.profile(numbers));
        let localisation = part.localisation.map_or(String::new(), |points| self.localisation(points));
        let field = self.root.group("CHA").group(&name);
        if field.attributes.is_empty() {
            let blank = vec![String::new(); part.components.len()];
            field.integers(&[("NCO", part.components.len() as i64), ("TYP", REALS)]);
            field.texts(&[
                ("MAI", part.mesh),
                ("NOM", &columns(part.components, COMPONENT)),
                ("UNI", &columns(&blank, COMPONENT)),
                ("UNT", ""),
            ]);
        }
        let Step { number, order, time } = part.step;
        let step_name = step_name(number, order);
        let step = field.group(&step_name);
        step.integers(&[("NDT", number), ("NOR", order), ("RDT", -1), ("ROR", -1)]).put("PDT", Value::Real(time));
        let place = step.group(&part.support.name());
        if place.attributes.is_empty() {
            place.texts(&[("GAU", &localisation), ("PFL", &profile)]);
        }
        let values = place.group(&profile);
        let entities = part.values.len() / (part.points * part.components.len()).max(1);
        values.integers(&[("NBR", entities as i64), ("NGA", part.points as i64)]).texts(&[("GAU", &localisation)]);
        values.array("CO", Data::Reals(part.values), &[]);
        if self.version == Version::V410 {
            lists::note(field, &step_name, &part.support);
        }
        Ok(())
    }

    fn is_free(&self, name: &str, part: &Part<'_>) -> Result<(), Refusal> {
        let Some(field) = self.root.groups.get("CHA").and_then(|fields| fields.groups.get(name)) else { return Ok(()) };
        let (names, mesh) = (field.text("NOM").unwrap_or_default(), field.text("MAI").unwrap_or_default());
        if names != columns(part.components, COMPONENT) {
            let width = |rank: usize| names.get(rank * COMPONENT..(rank + 1) * COMPONENT);
            let known = (0..names.len() / COMPONENT).filter_map(width).map(|name| name.trim_end().to_string());
            return Err(Refusal::OtherComponents(known.collect()));
        }
        if mesh != part.mesh {
            return Err(Refusal::OtherMesh(mesh.to_string()));
        }
        let step = field.groups.get(&step_name(part.step.number, part.step.order));
        match step.and_then(|step| step.groups.get(&part.support.name())) {
            // Cells of one type with another number of points are other entities.
            Some(there) if part.numbers.is_none_or(|numbers| self.shares(there, numbers)) => Err(Refusal::AlreadyThere),
            None if step.is_none() && field.groups.len() >= MOST_MEMBERS => Err(Refusal::TooManySteps(MOST_MEMBERS)),
            _ => Ok(()),
        }
    }

    /// True where a part that is there has values of one of these entities.
    fn shares(&self, there: &Group, numbers: &[i64]) -> bool {
        there.groups.keys().any(|profile| match self.numbers_of(profile) {
            Some(own) => {
                let own: BTreeSet<&i64> = own.iter().collect();
                numbers.iter().any(|number| own.contains(number))
            }
            None => true,
        })
    }

    fn numbers_of(&self, profile: &str) -> Option<&Vec<i64>> {
        match &self.root.groups.get("PROFILS")?.groups.get(profile)?.arrays.get("PFL")?.data {
            Data::Integers(numbers) => Some(numbers),
            _ => None,
        }
    }

    /// The name of the profile with these numbers, made where there is none.
    fn profile(&mut self, numbers: &[i64]) -> String {
        let profiles = self.root.group("PROFILS");
        let same = |group: &Group| matches!(group.arrays.get("PFL").map(|a| &a.data), Some(Data::Integers(own)) if own == numbers);
        if let Some((name, _)) = profiles.groups.iter().rev().find(|(_, group)| same(group)) {
            return name.clone();
        }
        let name = format!("PROFIL__{:08}", profiles.groups.len() + 1);
        let own = profiles.group(&name);
        own.integers(&[("NBR", numbers.len() as i64)]);
        own.array("PFL", Data::Integers(numbers.to_vec()), &[]);
        name
    }

    /// The name of a localisation, made where it is not there.
    fn localisation(&mut self, points: &Localisation) -> String {
        let own = self.root.group("GAUSS").group(&points.name);
        if own.attributes.is_empty() {
            let segment = SHAPES.iter().find(|shape| shape.kind == CellKind::Segment2);
            let (dimension, count) = (1, points.points.len() as i64);
            own.integers(&[("DIM", dimension), ("GEO", segment.map_or(0, |s| s.number)), ("NBR", count)]);
            own.texts(&[("INM", "")]);
            own.array("COO", Data::Reals(vec![-1.0, 1.0]), &[]);
            own.array("GAU", Data::Reals(points.points.clone()), &[]);
            own.array("VAL", Data::Reals(points.weights.clone()), &[]);
        }
        points.name.clone()
    }

    /// Adds a parameter of a result at a step.
    pub fn parameter(&mut self, name: &str, step: Step, value: f64) {
        let own = self.root.group("NUM_DATA").group(&cut(name, NAME).replace('/', "_"));
        own.integers(&[("TYP", REALS)]).texts(&[("DES", ""), ("UNT", "")]);
        let place = own.group(&step_name(step.number, step.order));
        place.integers(&[("NDT", step.number), ("NOR", step.order)]);
        place.put("PDT", Value::Real(step.time)).put("VAL", Value::Real(value));
    }
}
