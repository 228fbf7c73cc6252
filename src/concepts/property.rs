//! Properties that depend on the temperature, and the strain of heat that follows from one.

use std::sync::Arc;

use super::{Formula, Function};
use crate::kernel::signal::SignalFault;

/// A quantity as a number or as a function: a property of the temperature (TEMP), a temperature of time (INST).
#[derive(Clone, Debug)]
pub enum Property {
    Number(f64),
    Function(Arc<Function>),
    Formula(Arc<Formula>),
}

impl Property {
    /// Value at a temperature (or a time), by the solver rule. Fails where the function has none there.
    pub fn at(&self, x: f64) -> Result<f64, SignalFault> {
        match self {
            Property::Number(value) => Ok(*value),
            Property::Function(function) => function.solver_value(x),
            Property::Formula(formula) => formula.value_by_name(&[("TEMP", x)]).map(|v| v.complex().re),
        }
    }
}

/// An axial strain of heat, `alpha(T) (T - T_ref)`.
#[derive(Clone, Debug)]
pub struct ThermalStrain {
    /// A number or a function of time.
    pub temperature: Property,
    pub coefficient: Property,
    pub reference: f64,
}

impl ThermalStrain {
    /// Value at a time. Fails where the temperature or the coefficient has none.
    pub fn at(&self, time: f64) -> Result<f64, SignalFault> {
        let temperature = self.temperature.at(time)?;
        Ok(self.coefficient.at(temperature)? * (temperature - self.reference))
    }
}
