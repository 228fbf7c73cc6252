//! What the vector of an excitation is multiplied by at a frequency.

use std::sync::Arc;

use num_complex::Complex64;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{ComplexFunction, Concept, Formula};
use crate::kernel::signal::{Signal, SignalFault};
use crate::operators::functions::no_value;

/// `h(f) ω^p exp(iπ φ / 180)`.
pub(super) struct Multiplier {
    value: Value,
    keyword: &'static str,
    /// PUIS_PULS.
    power: i32,
    /// Unit complex number of PHAS_DEG.
    phase: Complex64,
}

enum Value {
    Constant(Complex64),
    Real(Signal),
    Complex(Arc<ComplexFunction>),
    /// A formula, real or complex, of FREQ or PULS.
    Formula(Arc<Formula>),
}

impl Multiplier {
    pub fn read(keywords: &Keywords) -> Result<Multiplier, CallError> {
        let names = ["FONC_MULT", "FONC_MULT_C", "COEF_MULT", "COEF_MULT_C"];
        let keyword = names.into_iter().find(|name| keywords.has(name)).unwrap_or("COEF_MULT");
        let value = match keyword {
            "COEF_MULT" => Value::Constant(Complex64::new(keywords.real_if_given(keyword).unwrap_or(1.0), 0.0)),
            "COEF_MULT_C" => Value::Constant(keywords.complex_if_given(keyword).unwrap_or(Complex64::new(1.0, 0.0))),
            _ => function(keywords, keyword)?,
        };
        let angle = std::f64::consts::PI * keywords.real("PHAS_DEG")? / 180.0;
        Ok(Multiplier {
            value,
            keyword,
            power: keywords.integer("PUIS_PULS")?.clamp(-64, 64) as i32,
            phase: Complex64::new(libm::cos(angle), libm::sin(angle)),
        })
    }

    /// At a frequency (Hz).
    pub fn at(&self, keywords: &Keywords, frequency: f64) -> Result<Complex64, CallError> {
        let omega = 2.0 * std::f64::consts::PI * frequency;
        let given = match &self.value {
            Value::Constant(value) => Ok(*value),
            Value::Real(signal) => signal.evaluate(frequency, &mut 0).map(|x| Complex64::new(x, 0.0)),
            Value::Complex(function) => function.solver_value(frequency, &mut 0),
            Value::Formula(formula) => {
                formula.value_by_name(&[("FREQ", frequency), ("PULS", omega)]).map(|v| v.complex())
            }
        };
        let fail = |fault: SignalFault| no_value(keywords, self.keyword, keywords.handle(self.keyword), &fault);
        Ok(given.map_err(fail)? * power(omega, self.power) * self.phase)
    }
}

fn function(keywords: &Keywords, keyword: &'static str) -> Result<Value, CallError> {
    let parameter = match keywords.concept(keyword) {
        Some(Concept::Function(function)) => &function.parameter,
        Some(Concept::ComplexFunction(function)) => &function.parameter,
        Some(Concept::Formula(formula)) => return Ok(Value::Formula(formula.clone())),
        _ => return Err(wrong(keywords, keyword, format!("{keyword} is not a function of one parameter"))),
    };
    if !matches!(parameter.as_str(), "FREQ" | "TOUTPARA" | "") {
        return Err(wrong(keywords, keyword, format!("{keyword} is a function of {parameter}, not of FREQ")));
    }
    Ok(match keywords.concept(keyword) {
        Some(Concept::ComplexFunction(function)) => Value::Complex(function.clone()),
        Some(Concept::Function(function)) => Value::Real(function.signal.clone()),
        _ => Value::Constant(Complex64::new(1.0, 0.0)),
    })
}

fn wrong(keywords: &Keywords, keyword: &str, message: String) -> CallError {
    Box::new(keywords.error(keyword, "R320", message).help("give a function of FREQ, the frequency in Hz"))
}

/// `omega^power`, by repeated products.
fn power(omega: f64, power: i32) -> f64 {
    let product = (0..power.unsigned_abs()).fold(1.0, |p, _| p * omega);
    if power < 0 { 1.0 / product } else { product }
}

#[cfg(test)]
mod tests {
    #[test]
    fn powers_of_the_pulsation() {
        assert_eq!([super::power(3.0, 0), super::power(3.0, 2), super::power(2.0, -3)], [1.0, 9.0, 0.125]);
    }
}
