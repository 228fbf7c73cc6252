//! A result by its states: a set of modes and a series of fields are the same thing to who asks for a field of a state,
//! a transient and a harmonic response on a basis to who asks for a coordinate.
//!
//! States are counted by their rank, from 0; order numbers are what studies call them by.

use std::borrow::Cow;
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};

use super::concept::Concept;
use super::field::Field;
use super::fields::{ElementField, NodalField};
use super::generalized::Coordinates;
use super::harmonic::HarmonicResponse;
use super::mechanics::{MeshValue, Model};
use super::modes::ModeSet;
use super::series::{FieldColumns, FieldSeries};
use super::trajectory::Trajectory;

/// The states of a result: with fields on a mesh (modes, series), or with coordinates on a basis.
#[derive(Clone, Copy, Debug)]
pub enum States<'a> {
    Modes(&'a ModeSet),
    Fields(&'a FieldSeries),
    Trajectory(&'a Trajectory),
    Harmonic(&'a HarmonicResponse),
}

impl<'a> States<'a> {
    /// Looks at the states of any result; `None` for a concept without states.
    pub fn look<T>(concept: &Concept, at: impl FnOnce(States<'_>) -> T) -> Option<T> {
        Some(match concept {
            Concept::Trajectory(run) => at(States::Trajectory(&run.get())),
            Concept::Harmonic(response) => at(States::Harmonic(response)),
            other => at(States::of(other)?),
        })
    }

    /// The states of a concept with fields on a mesh.
    pub fn of(concept: &'a Concept) -> Option<Self> {
        match concept {
            Concept::Modes(modes) => Some(States::Modes(modes)),
            Concept::Fields(series) => Some(States::Fields(series)),
            _ => None,
        }
    }

    /// Order numbers by rank.
    pub fn orders(self) -> &'a [i64] {
        match self {
            States::Modes(modes) => &modes.orders,
            States::Fields(series) => &series.orders,
            States::Trajectory(run) => &run.orders,
            States::Harmonic(response) => &response.orders,
        }
    }

    /// Number of a mode in its spectrum; the order number of another state.
    pub fn number(self, rank: usize) -> i64 {
        let order = || self.orders().get(rank).copied().unwrap_or_default();
        match self {
            States::Modes(modes) => modes.get(rank).map_or_else(order, |mode| mode.number),
            _ => self.parameter("NUME_MODE", rank).map_or_else(order, |x| x as i64),
        }
    }

    /// Real parameter of a state (`INST`, `FREQ`, `MASS_GENE` ...); `None` where it has no value.
    pub fn parameter(self, name: &str, rank: usize) -> Option<f64> {
        let value = match self {
            States::Modes(modes) => modes.get(rank)?.parameter(name),
            States::Fields(series) => series.parameters.get(name)?.get(rank).copied(),
            States::Trajectory(run) if name == "PTEM" => (rank < run.len()).then(|| run.steps.at(rank, 0)),
            _ => self.stored(name)?.get(rank).copied(),
        };
        value.filter(|x| !x.is_nan())
    }

    /// A real parameter of all states, NaN where it has no value.
    pub fn parameters(self, name: &str) -> Cow<'a, [f64]> {
        if let Some(values) = self.stored(name).filter(|values| values.len() == self.orders().len()) {
            return Cow::Borrowed(values);
        }
        (0..self.orders().len()).map(|rank| self.parameter(name, rank).unwrap_or(f64::NAN)).collect()
    }

    /// A real parameter that is stored as a column.
    fn stored(self, name: &str) -> Option<&'a [f64]> {
        match self {
            States::Fields(series) => series.parameters.get(name).map(Vec::as_slice),
            States::Trajectory(run) if name == "INST" => Some(&run.instants),
            States::Harmonic(response) if name == "FREQ" => Some(&response.frequencies),
            _ => None,
        }
    }

    /// Names of the real parameters that some state has.
    pub fn parameter_names(self) -> IndexSet<&'a str> {
        match self {
            States::Modes(modes) => modes.iter().flat_map(|m| m.parameters.keys()).map(String::as_str).collect(),
            States::Fields(series) => series.parameters.keys().map(String::as_str).collect(),
            States::Trajectory(_) => IndexSet::from(["INST", "PTEM"]),
            States::Harmonic(_) => IndexSet::from(["FREQ"]),
        }
    }

    /// Text parameter of a state (`NOM_CAS`, `NOEUD_CMP` ...).
    pub fn label(self, name: &str, rank: usize) -> Option<&'a str> {
        match self {
            States::Modes(modes) => modes.get(rank)?.labels.get(name).map(String::as_str),
            States::Fields(series) => series.labels.get(name)?.get(rank).map(String::as_str),
            _ => None,
        }
    }

    /// Names of the text parameters that some state has.
    pub fn label_names(self) -> IndexSet<&'a str> {
        match self {
            States::Modes(modes) => modes.iter().flat_map(|m| m.labels.keys()).map(String::as_str).collect(),
            States::Fields(series) => series.labels.keys().map(String::as_str).collect(),
            _ => IndexSet::new(),
        }
    }

    /// Name of the parameter that tells states apart (`INST`, `FREQ`, `NOM_CAS`).
    pub fn access(self) -> &'a str {
        match self {
            States::Modes(_) | States::Harmonic(_) => "FREQ",
            States::Fields(series) if !series.access.is_empty() => &series.access,
            _ => "INST",
        }
    }

    /// Name of the parameter that is the abscissa of curves, FREQ or INST.
    pub fn abscissa(self) -> &'static str {
        if self.access() == "FREQ" { "FREQ" } else { "INST" }
    }

    /// The values of that abscissa; order numbers where it has none.
    pub fn abscissae(self) -> Cow<'a, [f64]> {
        match self.parameter_names().contains(self.abscissa()) {
            true => self.parameters(self.abscissa()),
            false => self.orders().iter().map(|order| *order as f64).collect(),
        }
    }

    /// Names of the fields that some state has.
    pub fn field_names(self) -> IndexSet<&'a str> {
        match self {
            States::Modes(modes) => {
                let own = modes.iter().flat_map(|m| m.fields.keys()).map(String::as_str);
                std::iter::once("DEPL").chain(own).collect()
            }
            States::Fields(series) => {
                let FieldColumns { nodal, element } = &series.fields;
                nodal.keys().chain(element.keys()).map(String::as_str).collect()
            }
            States::Trajectory(_) => IndexSet::from(["DEPL", "VITE", "ACCE"]),
            States::Harmonic(response) => response.fields.iter().map(String::as_str).collect(),
        }
    }

    /// The field of this name that a state has.
    pub fn field(self, name: &str, rank: usize) -> Option<Field> {
        let element = || Some(Field::Element(self.element(name, rank)?.clone(), self.mesh()?.clone()));
        self.nodal(name, rank).map(Field::Nodal).or_else(element)
    }

    /// True where a state has a field of this name; the shape of a mode is its DEPL.
    pub fn has(self, name: &str, rank: usize) -> bool {
        match self {
            States::Modes(modes) => modes.get(rank).is_some_and(|m| name == "DEPL" || m.fields.contains_key(name)),
            States::Fields(series) => {
                let nodal = || series.fields.nodal.get(name)?.get(rank)?.as_ref().map(|_| ());
                nodal().is_some() || self.element(name, rank).is_some()
            }
            _ => rank < self.orders().len() && self.field_names().contains(name),
        }
    }

    /// Its field on unknowns at nodes.
    pub fn nodal(self, name: &str, rank: usize) -> Option<Arc<NodalField>> {
        match self {
            States::Modes(modes) => modes.nodal_field(rank, name).map(Arc::new),
            States::Fields(series) => series.fields.nodal.get(name)?.get(rank)?.clone(),
            _ => None,
        }
    }

    /// The ranks of the states that have a field of this name at nodes, with it.
    pub fn all_nodal(self, name: &str) -> Vec<(usize, Arc<NodalField>)> {
        (0..self.orders().len()).filter_map(|rank| Some((rank, self.nodal(name, rank)?))).collect()
    }

    /// Its field on elements, or on nodes by components.
    pub fn element(self, name: &str, rank: usize) -> Option<&'a Arc<ElementField>> {
        match self {
            States::Modes(modes) => modes.get(rank)?.fields.get(name),
            States::Fields(series) => series.fields.element.get(name)?.get(rank)?.as_ref(),
            _ => None,
        }
    }

    /// Coordinates of a state on its basis, in the order of the shapes; `None` where the result has none of that field.
    pub fn coordinates(self, name: &str, rank: usize) -> Option<Coordinates<'a>> {
        match self {
            States::Trajectory(run) => Some(Coordinates::Real(match name {
                "DEPL" => run.q(rank),
                "VITE" => run.v(rank),
                "ACCE" => run.a(rank),
                _ => return None,
            })),
            States::Harmonic(response) => {
                Some(Coordinates::Complex(response.factor(name, rank)?, response.q_of(name, rank)))
            }
            _ => None,
        }
    }

    /// A copy with the states of some ranks and the fields that are kept; the shapes of modes always are. `None` for
    /// coordinates on a basis.
    pub fn restricted(self, ranks: &[usize], keeps: &dyn Fn(&str) -> bool) -> Option<Concept> {
        match self {
            States::Modes(modes) => {
                let mut kept = picked(modes, ranks);
                kept.iter_mut().for_each(|mode| mode.fields.retain(|name, _| keeps(name)));
                let orders = picked(&modes.orders, ranks);
                Some(Concept::Modes(Arc::new(modes.clone().with_modes(kept).with_orders(orders))))
            }
            States::Fields(series) => Some(Concept::Fields(Arc::new(FieldSeries {
                orders: picked(&series.orders, ranks),
                parameters: columns(&series.parameters, ranks, &|_| true),
                labels: columns(&series.labels, ranks, &|_| true),
                fields: FieldColumns {
                    nodal: columns(&series.fields.nodal, ranks, keeps),
                    element: columns(&series.fields.element, ranks, keeps),
                },
                ..series.clone()
            }))),
            _ => None,
        }
    }

    /// The mesh of its fields.
    pub fn mesh(self) -> Option<&'a MeshValue> {
        match self {
            States::Modes(modes) => modes.mesh.as_ref(),
            States::Fields(FieldSeries { model: Some(model), .. }) => Some(&model.mesh),
            States::Fields(series) => {
                let of_fields = || series.fields.nodal.values().flatten().flatten().map(|field| &field.mesh).next();
                series.mesh.as_ref().or_else(of_fields)
            }
            States::Trajectory(run) => run.basis.mesh.as_ref(),
            States::Harmonic(response) => response.basis.mesh.as_ref(),
        }
    }

    /// The model of its fields.
    pub fn model(self) -> Option<&'a Arc<Model>> {
        match self {
            States::Modes(modes) => modes.model.as_ref(),
            States::Fields(series) => series.model.as_ref(),
            States::Trajectory(run) => run.basis.model.as_ref(),
            States::Harmonic(response) => response.basis.model.as_ref(),
        }
    }
}

fn picked<T: Clone>(values: &[T], ranks: &[usize]) -> Vec<T> {
    ranks.iter().filter_map(|rank| values.get(*rank).cloned()).collect()
}

fn columns<T: Clone>(
    columns: &IndexMap<String, Vec<T>>,
    ranks: &[usize],
    keeps: &dyn Fn(&str) -> bool,
) -> IndexMap<String, Vec<T>> {
    let kept = columns.iter().filter(|(name, _)| keeps(name));
    kept.map(|(name, values)| (name.clone(), picked(values, ranks))).collect()
}
