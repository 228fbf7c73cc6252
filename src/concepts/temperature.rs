//! Materials at a temperature, and the temperature of the cells of a material field.
//!
//! Operators that know an instant take the field at it ([`MaterialField::at`]): all properties are then numbers.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Material, MaterialField};
use crate::kernel::signal::SignalFault;

impl Material {
    /// The material at a temperature: its properties that depend on it are numbers.
    pub fn at(&self, temperature: f64) -> Result<Material, SignalFault> {
        let mut fixed =
            Material { laws: self.laws.clone(), behaviours: self.behaviours.clone(), ..Material::default() };
        for (law, properties) in &self.of_temperature {
            let constants = fixed.laws.entry(law.clone()).or_default();
            for (name, property) in properties {
                constants.insert(name.clone(), property.at(temperature)?);
            }
        }
        Ok(fixed)
    }
}

impl MaterialField {
    /// Temperature of a cell at an instant (s): the mean of its nodes, or the value of the cell; `None` where it has none.
    /// Fails where its history has no value at that instant.
    pub fn temperature(&self, cell: usize, instant: f64) -> Result<Option<f64>, SignalFault> {
        self.temperatures.get(&cell).map(|value| value.at(instant)).transpose()
    }

    /// True where a property depends on a temperature that varies in time.
    pub fn varies(&self) -> bool {
        let open = |(cell, material): (usize, &Option<Arc<Material>>)| {
            material.as_ref().is_some_and(|m| !m.of_temperature.is_empty()) && self.temperatures.contains_key(&cell)
        };
        self.cells.iter().enumerate().any(open)
    }

    /// The field at an instant (s): properties of cells that have a temperature are numbers. The fault names the cell
    /// whose property has no value.
    pub fn at(&self, instant: f64) -> Result<Cow<'_, MaterialField>, (usize, SignalFault)> {
        if !self.varies() {
            return Ok(Cow::Borrowed(self));
        }
        let mut field = self.clone();
        // Most cells have the material and the temperature of the cell before.
        let mut last: Option<(Arc<Material>, f64, Arc<Material>)> = None;
        for (cell, slot) in field.cells.iter_mut().enumerate() {
            let Some(material) = slot.as_ref().filter(|m| !m.of_temperature.is_empty()) else { continue };
            let Some(temperature) = self.temperature(cell, instant).map_err(|fault| (cell, fault))? else { continue };
            let fixed = match &last {
                Some((from, at, to)) if Arc::ptr_eq(from, material) && *at == temperature => to.clone(),
                _ => {
                    let fixed = Arc::new(material.at(temperature).map_err(|fault| (cell, fault))?);
                    last = Some((material.clone(), temperature, fixed.clone()));
                    fixed
                }
            };
            *slot = Some(fixed);
        }
        Ok(Cow::Owned(field))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concepts::{Function, Property};
    use crate::kernel::signal::{Signal, Table};

    fn table(points: Vec<(f64, f64)>, parameter: &str) -> Arc<Function> {
        let (x, y) = points.into_iter().unzip();
        let signal = Signal::Table(Arc::new(Table::linear(x, y)));
        Arc::new(Function { parameter: parameter.into(), result: "TOUTRESU".into(), signal })
    }

    #[test]
    fn a_field_has_its_properties_at_the_temperature_of_an_instant() {
        let young = Property::Function(table(vec![(20.0, 2.1e11), (120.0, 1.3e11)], "TEMP"));
        let mut steel = Material::default();
        steel.laws.entry("ELAS".into()).or_default().insert("NU".into(), 0.3);
        steel.of_temperature.entry("ELAS".into()).or_default().insert("E".into(), young);
        let heating = Property::Function(table(vec![(0.0, 20.0), (10.0, 90.0)], "INST"));
        let steel = Arc::new(steel);
        let mut field =
            MaterialField { cells: vec![Some(steel.clone()), Some(steel), None], ..MaterialField::default() };
        assert!(!field.varies(), "no cell has a temperature");
        field.temperatures.insert(1, heating);
        assert!(field.varies());
        let fixed = field.at(3.0).unwrap();
        // 41 degrees: 2.1e11 - 0.8e9 * 21.
        let law = &fixed.cells[1].as_ref().unwrap().laws["ELAS"];
        assert!((law["E"] / 1.932e11 - 1.0).abs() < 1e-15 && law["NU"] == 0.3);
        assert!(!fixed.cells[0].as_ref().unwrap().of_temperature.is_empty(), "a cell without temperature stays open");
        assert_eq!(field.at(11.0).unwrap_err().0, 1);
        assert_eq!(field.temperature(0, 3.0), Ok(None));
    }
}
