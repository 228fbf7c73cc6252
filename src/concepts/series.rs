//! A series of fields by order number, which its maker fills name by name and who reads it asks as `States`.

use std::sync::Arc;

use indexmap::IndexMap;

use super::fields::{AppliedLoad, ElementField, NodalField, NonlinearRun};
use super::mechanics::{ElementProperties, MaterialField, MeshValue, Model};
use super::table::Table;

/// A series of fields by order number: transients, static results, load cases, harmonics, modes made
/// by hand. `parameters` holds the access variables (`INST`, `FREQ`) and the others.
#[derive(Clone, Debug, Default)]
pub struct FieldSeries {
    pub orders: Vec<i64>,
    /// Real parameters by name, one value per order (`INST`, `FREQ`, ...); NaN where absent.
    pub parameters: IndexMap<String, Vec<f64>>,
    /// Text parameters by name (`NOM_CAS`).
    pub labels: IndexMap<String, Vec<String>>,
    /// Fields by name (`DEPL`, `EFGE_ELNO` ...).
    pub fields: FieldColumns,
    /// Mesh of its fields, when there is no model.
    pub mesh: Option<MeshValue>,
    pub model: Option<Arc<Model>>,
    pub properties: Option<Arc<ElementProperties>>,
    pub materials: Option<Arc<MaterialField>>,
    /// Name of the access variable (`INST`, `FREQ`, `NOM_CAS`).
    pub access: String,
    /// True where the mass of the analysis was lumped (`MASS_MECA_DIAG`).
    pub lumped_mass: bool,
    /// Loads of the analysis, when it knows them.
    pub loads: Vec<AppliedLoad>,
    /// Tables kept with the result (`OBSERVATION`).
    pub tables: IndexMap<String, Arc<Table>>,
    /// Facts of a nonlinear analysis; its forces are those that it stored (SIEF_ELGA), not those of its displacements.
    pub nonlinear: Option<Arc<NonlinearRun>>,
}

/// Fields by name, of each kind; one entry per state, `None` where the state has no such field.
#[derive(Clone, Debug, Default)]
pub struct FieldColumns {
    pub(super) nodal: Columns<NodalField>,
    pub(super) element: Columns<ElementField>,
}

type Columns<F> = IndexMap<String, Vec<Option<Arc<F>>>>;

/// Kind of field that a series stores: on unknowns at nodes, or on elements.
pub trait StoredKind: Sized {
    /// The fields of this kind by name.
    fn columns(fields: &mut FieldColumns) -> &mut IndexMap<String, Vec<Option<Arc<Self>>>>;
}

impl StoredKind for NodalField {
    fn columns(fields: &mut FieldColumns) -> &mut Columns<Self> {
        &mut fields.nodal
    }
}

impl StoredKind for ElementField {
    fn columns(fields: &mut FieldColumns) -> &mut Columns<Self> {
        &mut fields.element
    }
}

impl FieldSeries {
    /// Stores a field of the state of a rank (from 0).
    pub fn store<F: StoredKind>(&mut self, name: &str, rank: usize, field: Arc<F>) {
        let count = self.orders.len().max(rank + 1);
        let column = F::columns(&mut self.fields).entry(name.to_string()).or_default();
        column.resize(count, None);
        column[rank] = Some(field);
    }

    /// Stores the fields of its last states; the states before have none where the name is new.
    pub fn append<F: StoredKind>(&mut self, name: &str, fields: impl IntoIterator<Item = Option<Arc<F>>>) {
        let column = F::columns(&mut self.fields).entry(name.to_string()).or_default();
        extend(column, self.orders.len(), fields.into_iter().collect(), None);
    }

    /// Stores a real parameter of its last states; it is NaN before where the name is new.
    pub fn append_parameter(&mut self, name: &str, values: Vec<f64>) {
        extend(self.parameters.entry(name.to_string()).or_default(), self.orders.len(), values, f64::NAN);
    }

    /// Gives every parameter, text and field an entry for each state.
    pub fn complete(&mut self) {
        self.truncate(self.orders.len());
    }

    /// Keeps its first states.
    pub fn truncate(&mut self, count: usize) {
        self.orders.truncate(count);
        self.parameters.values_mut().for_each(|column| column.resize(count, f64::NAN));
        self.labels.values_mut().for_each(|column| column.resize(count, String::new()));
        self.fields.nodal.values_mut().for_each(|column| column.resize(count, None));
        self.fields.element.values_mut().for_each(|column| column.resize(count, None));
    }

    /// Adds the states of another series, with their parameters, texts and fields.
    pub fn append_states(&mut self, more: FieldSeries, orders: impl IntoIterator<Item = i64>) {
        self.orders.extend(orders.into_iter().take(more.orders.len()));
        let count = self.orders.len();
        for (name, values) in more.parameters {
            self.append_parameter(&name, values);
        }
        for (name, values) in more.labels {
            extend(self.labels.entry(name).or_default(), count, values, String::new());
        }
        for (name, fields) in more.fields.nodal {
            self.append(&name, fields);
        }
        for (name, fields) in more.fields.element {
            self.append(&name, fields);
        }
        self.complete();
    }

    /// Adds the loads of the states from rank `stored` on, which act on these alone; those known before stay with the states before.
    pub fn add_loads(&mut self, stored: usize, loads: impl IntoIterator<Item = AppliedLoad>) {
        let (before, made) = self.orders.split_at(stored.min(self.orders.len()));
        let ends = |orders: &[i64]| Some([*orders.first()?, *orders.last()?]);
        match (ends(before), ends(made)) {
            (Some(before), Some(made)) => {
                let earlier = std::mem::take(&mut self.loads).into_iter().filter_map(|load| load.within(before));
                self.loads = earlier.chain(loads.into_iter().filter_map(|load| load.within(made))).collect();
            }
            (None, _) => self.loads.extend(loads),
            (Some(_), None) => {}
        }
    }

    /// Removes the fields of a kind whose names are not kept.
    pub fn retain<F: StoredKind>(&mut self, keeps: impl Fn(&str) -> bool) {
        F::columns(&mut self.fields).retain(|name, _| keeps(name));
    }
}

/// Adds the values of the last states to a column, up to so many states.
fn extend<T: Clone>(column: &mut Vec<T>, count: usize, values: Vec<T>, absent: T) {
    column.resize(count.saturating_sub(values.len()), absent);
    column.extend(values);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_an_entry_for_each_state() {
        let mut series = FieldSeries { orders: vec![1, 2], ..FieldSeries::default() };
        series.append_parameter("INST", vec![0.3, 0.7]);
        series.orders.push(3);
        series.store("SIEF_ELGA", 1, Arc::new(ElementField::default()));
        series.append("VARI_ELGA", [Some(Arc::new(ElementField::default()))]);
        series.complete();
        let there = |name: &str| series.fields.element[name].iter().map(Option::is_some).collect::<Vec<_>>();
        assert_eq!(there("SIEF_ELGA"), [false, true, false]);
        assert_eq!(there("VARI_ELGA"), [false, false, true]);
        assert!(series.parameters["INST"][2].is_nan());
        series.append_parameter("INST", vec![1.3]);
        let more = series.clone();
        series.append_states(more, 4..);
        assert_eq!((series.orders.as_slice(), series.fields.element["VARI_ELGA"].len()), (&[1, 2, 3, 4, 5, 6][..], 6));
        assert_eq!(series.parameters["INST"], [0.3, 0.7, 1.3, 0.3, 0.7, 1.3]);
        series.truncate(1);
        assert_eq!((series.orders.len(), series.fields.element["SIEF_ELGA"].len()), (1, 1));
    }
}
