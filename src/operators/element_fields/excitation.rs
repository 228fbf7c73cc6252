//! Loads of an analysis at one of its states: those of EXCIT when it is there, else those the result knows.

use std::sync::Arc;

use num_complex::Complex64;

use super::states::Source;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{AppliedLoad, ComplexFunction, Concept, Load, LoadValue};
use crate::kernel::elements::ElementTerm;
use crate::kernel::mesh::Mesh;
use crate::operators::assembly::{LoadRequest, element_loads};

/// A load and what multiplies it.
struct Excitation {
    load: Arc<Load>,
    factor: Factor,
    /// Harmonic loads: phase (rad) and power of the pulsation.
    phase: f64,
    power: i32,
    /// The only order it acts on.
    order: Option<i64>,
}

#[derive(Clone)]
enum Factor {
    Real(LoadValue),
    Complex(Arc<ComplexFunction>),
}

/// All loads of a call.
pub struct Excitations<'c> {
    list: Vec<Excitation>,
    call: &'c Call,
}

impl<'c> Excitations<'c> {
    pub fn read(call: &'c Call, source: &Source<'_>) -> Result<Self, CallError> {
        let mut list = Vec::new();
        for level in call.factor("EXCIT") {
            let Some(Concept::Load(load)) = level.concept("CHARGE") else { continue };
            list.push(Excitation {
                load: load.clone(),
                factor: factor(level)?,
                phase: level.real("PHAS_DEG").unwrap_or(0.0).to_radians(),
                power: i32::try_from(level.integer("PUIS_PULS").unwrap_or(0)).unwrap_or(0),
                order: None,
            });
        }
        if list.is_empty() {
            list.extend(source.loads().iter().map(|applied| Excitation {
                load: applied.load.clone(),
                factor: Factor::Real(applied.multiplier.clone()),
                phase: 0.0,
                power: 0,
                order: applied.order,
            }));
        }
        Ok(Excitations { list, call })
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The same loads, of which only initial strains are kept.
    pub fn strains(&self) -> Self {
        let only = |e: &Excitation| Excitation {
            load: Arc::new(Load { model: e.load.model.clone(), strains: e.load.strains.clone(), ..Load::default() }),
            factor: e.factor.clone(),
            ..*e
        };
        let list = self.list.iter().filter(|e| !e.load.strains.is_empty()).map(only).collect();
        Excitations { list, call: self.call }
    }

    /// Forces at a state (element vectors in global axes) and their complex factors.
    pub fn forces(
        &self,
        source: &Source<'_>,
        mesh: &Mesh,
        order: i64,
        at: f64,
    ) -> Result<Vec<(Complex64, Vec<ElementTerm>)>, CallError> {
        let harmonic = source.is_harmonic();
        let mut forces = Vec::new();
        for excitation in self.list.iter().filter(|e| e.order.is_none_or(|o| o == order)) {
            let fail = |message: String| self.call.error("EXCIT", "R703", message);
            let mut factor = match &excitation.factor {
                Factor::Real(LoadValue::Complex(z)) => *z,
                Factor::Real(LoadValue::Function(f)) => {
                    Complex64::from(f.solver_value(at).map_err(|fault| fail(fault.to_string()))?)
                }
                Factor::Real(LoadValue::Formula(f)) => {
                    let known = [("INST", at), ("FREQ", at)];
                    f.value_by_name(&known).map_err(|fault| fail(fault.to_string()))?.complex()
                }
                Factor::Real(value) => Complex64::from(value.constant().unwrap_or(1.0)),
                Factor::Complex(f) => f.solver_value(at, &mut 0).map_err(|fault| fail(fault.to_string()))?,
            };
            if harmonic {
                let pulsation = 2.0 * std::f64::consts::PI * at;
                factor *= Complex64::new(libm::cos(excitation.phase), libm::sin(excitation.phase));
                factor *= libm::pow(pulsation, f64::from(excitation.power));
            }
            let request = LoadRequest {
                mesh,
                model: &source.model,
                properties: source.properties.as_deref(),
                materials: source.materials.as_deref(),
                loads: std::slice::from_ref(&excitation.load),
                instant_s: at,
            };
            let (turned, plain): (Vec<_>, Vec<_>) =
                element_loads(&request, self.call)?.into_iter().partition(|t| !t.imaginary.is_empty());
            forces.push((factor, plain));
            if !turned.is_empty() {
                let real = |t: ElementTerm| ElementTerm { values: t.imaginary, imaginary: Vec::new(), ..t };
                forces.push((factor * Complex64::I, turned.into_iter().map(real).collect()));
            }
        }
        Ok(forces)
    }
}

/// The loads of EXCIT that a result remembers, so that fields on elements can be computed later. Loads with a phase
/// or a power of the pulsation are not: CALC_CHAMP is told of them by its own EXCIT.
pub fn applied_loads(call: &Call) -> Result<Vec<AppliedLoad>, CallError> {
    let mut applied = Vec::new();
    for level in call.factor("EXCIT") {
        let Some(Concept::Load(load)) = level.concept("CHARGE") else { continue };
        let turned =
            level.real("PHAS_DEG").is_some_and(|p| p != 0.0) || level.integer("PUIS_PULS").is_some_and(|p| p != 0);
        if let (Factor::Real(multiplier), false) = (factor(level)?, turned) {
            applied.push(AppliedLoad { load: load.clone(), multiplier, order: None });
        }
    }
    Ok(applied)
}

/// Whether MATR_MASS is lumped.
pub fn has_lumped_mass(call: &Call) -> bool {
    matches!(call.concept("MATR_MASS"), Some(Concept::Matrix(mass)) if mass.option == "MASS_MECA_DIAG")
}

fn factor(level: &Keywords) -> Result<Factor, CallError> {
    match level.concept("FONC_MULT").or_else(|| level.concept("FONC_MULT_C")) {
        Some(Concept::Function(function)) => return Ok(Factor::Real(LoadValue::Function(function.clone()))),
        Some(Concept::Formula(formula)) => return Ok(Factor::Real(LoadValue::Formula(formula.clone()))),
        Some(Concept::ComplexFunction(function)) => return Ok(Factor::Complex(function.clone())),
        Some(_) => return Err(level.error("FONC_MULT", "R703", "a function of one variable is needed")),
        None => {}
    }
    Ok(Factor::Real(match level.complex("COEF_MULT_C") {
        Some(z) => LoadValue::Complex(z),
        None => LoadValue::Number(level.real("COEF_MULT").unwrap_or(1.0)),
    }))
}
