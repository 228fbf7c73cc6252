//! The program of a formula: its instructions and everything they refer to.

use std::sync::Arc;

use super::machine;
use super::number::{Number, Scalar};
use crate::signal::program::fault::Fault;
use crate::signal::program::instruction::Parts;
use crate::signal::{FormulaFault, SignalFault};

const COMPLEX_VALUE: &str = "the value is complex where a real one is needed (VALE_C gives complex values)";

/// The compiled expression of a formula. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Program(pub(super) Arc<Parts>);

impl Program {
    /// Names of the parameters, in the order of the arguments.
    pub fn parameters(&self) -> &[String] {
        &self.0.parameters
    }

    /// The expression as the study wrote it.
    pub fn expression(&self) -> &str {
        &self.0.expression
    }

    /// Value for these arguments, in the order of the parameters. Allocates only on a fault, or when the
    /// program needs more than 128 places.
    pub fn evaluate(&self, arguments: &[f64]) -> Result<Scalar, SignalFault> {
        let parts = &*self.0;
        if arguments.len() != parts.parameters.len() {
            let (needed, given) = (parts.parameters.len(), arguments.len());
            return Err(self.fault(None, format!("it needs {needed} values and got {given}"), arguments));
        }
        if !parts.complex_inside {
            match run::<f64>(parts, arguments) {
                Ok(value) => return self.checked(Scalar::Real(value), arguments),
                Err((_, fault)) if *fault == Fault::NeedsComplex => {}
                Err((place, fault)) => return Err(self.fault(Some(place), fault.to_string(), arguments)),
            }
        }
        match run::<Scalar>(parts, arguments) {
            Ok(value) => self.checked(value, arguments),
            Err((place, fault)) => Err(self.fault(Some(place), fault.to_string(), arguments)),
        }
    }

    /// Value of a formula that gives real numbers. Fails where an operation has no value.
    #[inline]
    pub fn evaluate_real(&self, arguments: &[f64]) -> Result<f64, SignalFault> {
        let parts = &*self.0;
        if parts.simple
            && arguments.len() == parts.parameters.len()
            && let Some(value) = machine::run_simple(parts, arguments)
        {
            return Ok(value);
        }
        self.evaluate_checked(arguments)
    }

    /// Values of a formula of one parameter for eights of arguments at once, the same as one by one. None where it is not made
    /// of simple operations, or where some number on the way is not finite.
    pub fn evaluate_eights<const EIGHTS: usize>(&self, arguments: &[[f64; 8]; EIGHTS]) -> Option<[[f64; 8]; EIGHTS]> {
        let parts = &*self.0;
        if parts.simple && parts.parameters.len() == 1 { machine::run_eights(parts, arguments) } else { None }
    }

    #[inline(never)]
    fn evaluate_checked(&self, arguments: &[f64]) -> Result<f64, SignalFault> {
        match self.evaluate(arguments)? {
            Scalar::Real(value) => Ok(value),
            Scalar::Complex(_) => Err(self.fault(None, COMPLEX_VALUE.into(), arguments)),
        }
    }

    /// Tells whether the values are complex numbers (VALE_C).
    pub fn is_complex(&self) -> bool {
        self.0.complex_value
    }

    /// A finite number of the declared kind.
    #[inline(always)]
    fn checked(&self, value: Scalar, arguments: &[f64]) -> Result<Scalar, SignalFault> {
        let finite = match value {
            Scalar::Real(x) => x.is_finite(),
            Scalar::Complex(z) => z.re.is_finite() && z.im.is_finite(),
        };
        match value {
            _ if !finite => Err(self.fault(None, "the value is not a finite number".into(), arguments)),
            value if self.0.complex_value => Ok(Scalar::Complex(value.complex())),
            Scalar::Complex(_) => Err(self.fault(None, COMPLEX_VALUE.into(), arguments)),
            value => Ok(value),
        }
    }

    #[cold]
    fn fault(&self, instruction: Option<usize>, reason: String, arguments: &[f64]) -> SignalFault {
        let parts = &*self.0;
        let place = instruction.and_then(|i| parts.origins.get(i));
        let part = place.and_then(|&(a, b)| parts.expression.get(a as usize..b as usize)).unwrap_or("");
        SignalFault::Formula(Box::new(FormulaFault {
            expression: parts.expression.clone(),
            part: part.to_string(),
            reason,
            arguments: parts.parameters.iter().cloned().zip(arguments.iter().copied()).collect(),
        }))
    }
}

/// Runs with the smallest memory that holds the program.
fn run<N: Number>(parts: &Parts, arguments: &[f64]) -> Result<N, (usize, Box<Fault>)> {
    match parts.size {
        0..=16 => machine::run(parts, arguments, &mut [N::ZERO; 16]),
        17..=128 => machine::run(parts, arguments, &mut [N::ZERO; 128]),
        size => machine::run(parts, arguments, &mut vec![N::ZERO; size]),
    }
}
