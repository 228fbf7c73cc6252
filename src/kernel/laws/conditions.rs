//! Laws whose element has a temperature or an irradiation: functions of time, taken at both ends of the step.

use std::sync::Arc;

use super::bar::{BarLaw, Strain, Uniaxial};
use super::fault::LawFault;
use super::law::{Answer, Dashpot, Law, Local, Six, Variable};
use super::layout::Layout;
use crate::signal::Signal;

/// Temperature and irradiation of an element over time (s), each where the study gives one.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    pub temperature: Option<Signal>,
    pub irradiation: Option<Signal>,
    /// Young's modulus (Pa) over the temperature, of bars where it changes.
    pub young: Option<Signal>,
}

impl Conditions {
    /// True where the study gives none.
    pub fn is_empty(&self) -> bool {
        self.temperature.is_none() && self.irradiation.is_none()
    }
}

/// A law that is told the conditions of its element.
#[derive(Clone, Debug)]
pub struct Conditioned {
    pub law: Arc<dyn Law>,
    pub conditions: Conditions,
}

/// A law of a bar that is told the conditions of its element.
#[derive(Clone, Debug)]
pub struct ConditionedBar {
    pub law: Arc<dyn BarLaw>,
    pub conditions: Conditions,
}

/// Values of a quantity at two abscissae; `None` where it is not given.
fn both(signal: Option<&Signal>, at: [f64; 2], keyword: &'static str) -> Result<Option<[f64; 2]>, LawFault> {
    let Some(signal) = signal else { return Ok(None) };
    let value = |x: f64| signal.evaluate(x, &mut 0).map_err(|source| LawFault::Function { keyword, source });
    Ok(Some([value(at[0])?, value(at[1])?]))
}

impl Law for Conditioned {
    fn variables(&self) -> &'static [Variable] {
        self.law.variables()
    }

    fn respond(&self, local: &Local, from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault> {
        let temperature = both(self.conditions.temperature.as_ref(), local.times, "TEMP of AFFE_VARC")?;
        let irradiation = both(self.conditions.irradiation.as_ref(), local.times, "IRRA of AFFE_VARC")?;
        self.law.respond(&Local { temperature, irradiation, ..*local }, from, to)
    }

    fn refuses(&self, layout: Layout) -> Option<&'static str> {
        self.law.refuses(layout)
    }

    fn takes_axial_stiffness(&self) -> bool {
        self.law.takes_axial_stiffness()
    }

    fn gap(&self, layout: Layout, rest: [f64; 3], u: &Six, memory: &[f64]) -> Option<f64> {
        self.law.gap(layout, rest, u, memory)
    }

    fn dashpot(&self) -> Option<Dashpot> {
        self.law.dashpot()
    }
}

impl BarLaw for ConditionedBar {
    fn variables(&self) -> &'static [Variable] {
        self.law.variables()
    }

    fn respond(&self, strain: &Strain, from: &[f64], to: &mut [f64]) -> Result<Uniaxial, LawFault> {
        let temperature = both(self.conditions.temperature.as_ref(), strain.times, "TEMP of AFFE_VARC")?;
        let young = self.conditions.young.as_ref().filter(|_| temperature.is_some());
        let modulus = both(young, temperature.unwrap_or_default(), "E")?.unwrap_or(strain.modulus);
        self.law.respond(&Strain { temperature, modulus, ..*strain }, from, to)
    }
}
