//! Loads of an analysis at one of its states: those of EXCIT when it is there, else those the result knows.

use std::sync::Arc;

use num_complex::Complex64;

use super::states::Source;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{AppliedLoad, BodyForce, ComplexFunction, Concept, HarmonicFactor, Load, LoadValue};
use crate::kernel::assembly::ElementTerm;
use crate::kernel::mesh::Mesh;
use crate::operators::matrices::assembly::{LoadRequest, element_loads};

/// All loads of a call.
pub struct Excitations<'c> {
    list: Vec<AppliedLoad>,
    call: &'c Call,
}

impl<'c> Excitations<'c> {
    pub fn read(call: &'c Call, source: &Source<'_>) -> Result<Self, CallError> {
        let mut list = applied_loads(call)?;
        if list.is_empty() {
            list.extend(source.loads().iter().cloned());
        }
        Ok(Excitations { list, call })
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Drops complex line loads: the forces at the ends of beams that Code_Aster gives for them are those of the stiffness and
    /// the mass alone.
    pub fn without_complex_lines(&self) -> Self {
        let is_complex = |load: &Load| load.line_forces.iter().any(|f| f.values.iter().any(is_complex));
        let plain = |e: &AppliedLoad| match is_complex(&e.load) {
            true => {
                let load = Load { line_forces: Vec::new(), ..Load::clone(&e.load) };
                AppliedLoad { load: Arc::new(load), ..e.clone() }
            }
            false => e.clone(),
        };
        Excitations { list: self.list.iter().map(plain).collect(), call: self.call }
    }

    /// Whether some line load is complex.
    pub fn has_complex_lines(&self) -> bool {
        self.list.iter().any(|e| e.load.line_forces.iter().any(|f| f.values.iter().any(is_complex)))
    }

    /// How many loads of an order have line forces or weight.
    pub fn lines_and_weights(&self, order: i64) -> usize {
        let is_weight = |force: &BodyForce| matches!(force, BodyForce::Gravity(_));
        let spread = |l: &Load| !l.line_forces.is_empty() || l.body_forces.iter().any(|(f, _)| is_weight(f));
        self.list.iter().filter(|e| e.acts_at(order) && spread(&e.load)).count()
    }

    /// Keeps of all loads the initial strains alone.
    pub fn strains(&self) -> Self {
        let only = |e: &AppliedLoad| AppliedLoad {
            load: Arc::new(Load { model: e.load.model.clone(), strains: e.load.strains.clone(), ..Load::default() }),
            ..e.clone()
        };
        let list = self.list.iter().filter(|e| !e.load.strains.is_empty()).map(only).collect();
        Excitations { list, call: self.call }
    }

    /// Keeps of all loads the line loads alone.
    pub fn line_loads(&self) -> Self {
        let only = |e: &AppliedLoad| AppliedLoad {
            load: Arc::new(Load {
                model: e.load.model.clone(),
                line_forces: e.load.line_forces.clone(),
                ..Load::default()
            }),
            ..e.clone()
        };
        let list = self.list.iter().filter(|e| !e.load.line_forces.is_empty()).map(only).collect();
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
        for excitation in self.list.iter().filter(|e| e.acts_at(order)) {
            let fail = |message: String| self.call.error("EXCIT", "R703", message);
            let HarmonicFactor { phase, power, function } = &excitation.harmonic;
            let mut factor = match (function, &excitation.multiplier) {
                (Some(f), _) => f.solver_value(at, &mut 0).map_err(|fault| fail(fault.to_string()))?,
                (None, LoadValue::Complex(z)) => *z,
                (None, LoadValue::Function(f)) => {
                    Complex64::from(f.solver_value(at).map_err(|fault| fail(fault.to_string()))?)
                }
                (None, LoadValue::Formula(f)) => {
                    let known = [("INST", at), ("FREQ", at)];
                    f.value_by_name(&known).map_err(|fault| fail(fault.to_string()))?.complex()
                }
                (None, value) => Complex64::from(value.constant().unwrap_or(1.0)),
            };
            if harmonic {
                let pulsation = 2.0 * std::f64::consts::PI * at;
                factor *= Complex64::new(libm::cos(*phase), libm::sin(*phase));
                factor *= libm::pow(pulsation, f64::from(*power));
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

fn is_complex(value: &LoadValue) -> bool {
    matches!(value, LoadValue::Complex(_))
}

/// The loads of EXCIT: a result remembers them, so that fields on elements can be computed later.
pub fn applied_loads(call: &Call) -> Result<Vec<AppliedLoad>, CallError> {
    let mut applied = Vec::new();
    for level in call.factor("EXCIT") {
        let Some(Concept::Load(load)) = level.concept("CHARGE") else { continue };
        let (multiplier, function) = factor(level)?;
        let harmonic = HarmonicFactor {
            phase: level.real_if_given("PHAS_DEG").unwrap_or(0.0).to_radians(),
            power: i32::try_from(level.integer_if_given("PUIS_PULS").unwrap_or(0)).unwrap_or(0),
            function,
        };
        applied.push(AppliedLoad { load: load.clone(), multiplier, harmonic, orders: None });
    }
    Ok(applied)
}

/// Whether MATR_MASS is lumped.
pub fn has_lumped_mass(call: &Call) -> bool {
    matches!(call.concept("MATR_MASS"), Some(Concept::Matrix(mass)) if mass.option == "MASS_MECA_DIAG")
}

type Multiplier = (LoadValue, Option<Arc<ComplexFunction>>);

fn factor(level: &Keywords) -> Result<Multiplier, CallError> {
    let value = match level.concept("FONC_MULT").or_else(|| level.concept("FONC_MULT_C")) {
        Some(Concept::Function(function)) => LoadValue::Function(function.clone()),
        Some(Concept::Formula(formula)) => LoadValue::Formula(formula.clone()),
        Some(Concept::ComplexFunction(function)) => return Ok((LoadValue::Number(1.0), Some(function.clone()))),
        Some(_) => return Err(level.error("FONC_MULT", "R703", "a function of one variable is needed")),
        None => match level.complex_if_given("COEF_MULT_C") {
            Some(z) => LoadValue::Complex(z),
            None => LoadValue::Number(level.real_if_given("COEF_MULT").unwrap_or(1.0)),
        },
    };
    Ok((value, None))
}
