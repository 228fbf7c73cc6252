//! Functions, surfaces and formulas as studies see them: a kernel signal plus names.
//!
//! Each has a value by the *solver rule* (inside operators) and by the *command rule* (`f(x)` in a study
//! or a formula, assertions); `kernel::signal::Grid` tells them apart.

use std::borrow::Cow;
use std::sync::Arc;

use num_complex::Complex64;

use crate::kernel::signal::program::Scalar;
use crate::kernel::signal::{Extension, Grid, GridPlace, Interpolation, Program, Signal, SignalFault, Table};

/// A real function of one parameter (DEFI_FONCTION, DEFI_CONSTANTE ...).
#[derive(Clone, Debug)]
pub struct Function {
    /// NOM_PARA
    pub parameter: String,
    /// NOM_RESU
    pub result: String,
    pub signal: Signal,
}

impl Function {
    /// Value by the command rule.
    pub fn value(&self, x: f64) -> Result<f64, SignalFault> {
        self.signal.evaluate_command(x)
    }

    /// Value by the solver rule, when there is no cursor to keep.
    pub fn solver_value(&self, x: f64) -> Result<f64, SignalFault> {
        self.signal.evaluate(x, &mut 0)
    }

    /// The points. A constant is one point that extends to both sides; a formula has none.
    pub fn table(&self) -> Cow<'_, Table> {
        match &self.signal {
            Signal::Table(table) => Cow::Borrowed(table),
            Signal::Constant(value) => Cow::Owned(Table {
                left: Extension::Constant,
                right: Extension::Constant,
                ..Table::linear(vec![1.0], vec![*value])
            }),
            Signal::Formula(_) => Cow::Owned(Table::linear(Vec::new(), Vec::new())),
        }
    }
}

/// A complex function: abscissae, values, rules as in [`Table`].
#[derive(Clone, Debug)]
pub struct ComplexFunction {
    pub parameter: String,
    pub result: String,
    pub abscissae: Vec<f64>,
    pub values: Vec<Complex64>,
    pub interpolation: (Interpolation, Interpolation),
    pub left: Extension,
    pub right: Extension,
}

impl ComplexFunction {
    /// Value by the command rule.
    pub fn value(&self, x: f64) -> Result<Complex64, SignalFault> {
        self.at(x, self.grid().command_place(x)?)
    }

    /// Value by the solver rule; `cursor` as in [`Table::evaluate`].
    pub fn solver_value(&self, x: f64, cursor: &mut usize) -> Result<Complex64, SignalFault> {
        self.at(x, self.grid().solver_place(x, cursor)?)
    }

    fn at(&self, x: f64, place: GridPlace) -> Result<Complex64, SignalFault> {
        match place {
            GridPlace::Node(i) => Ok(self.values[i]),
            GridPlace::Line(line) => self.grid().on_complex_line(x, line, self.values[line.a], self.values[line.b]),
        }
    }

    fn grid(&self) -> Grid<'_> {
        Grid { abscissae: &self.abscissae, interpolation: self.interpolation, left: self.left, right: self.right }
    }
}

/// A function of two parameters: one inner function for each value of the first.
#[derive(Clone, Debug)]
pub struct Surface {
    /// NOM_PARA and its values.
    pub parameter: String,
    pub values: Vec<f64>,
    /// NOM_PARA_FONC
    pub inner_parameter: String,
    pub result: String,
    pub functions: Vec<Table>,
    pub interpolation: (Interpolation, Interpolation),
    pub left: Extension,
    pub right: Extension,
}

impl Surface {
    /// Value by the command rule at parameter `p` and inner abscissa `x`.
    pub fn value(&self, p: f64, x: f64) -> Result<f64, SignalFault> {
        self.at(p, self.grid().command_place(p)?, |function| function.evaluate_command(x))
    }

    /// Value by the solver rule.
    pub fn solver_value(&self, p: f64, x: f64) -> Result<f64, SignalFault> {
        self.at(p, self.grid().solver_place(p, &mut 0)?, |function| function.evaluate(x, &mut 0))
    }

    fn at(
        &self,
        p: f64,
        place: GridPlace,
        inner: impl Fn(&Table) -> Result<f64, SignalFault>,
    ) -> Result<f64, SignalFault> {
        match place {
            GridPlace::Node(i) => inner(&self.functions[i]),
            GridPlace::Line(line) => {
                let (y_a, y_b) = (inner(&self.functions[line.a])?, inner(&self.functions[line.b])?);
                self.grid().on_line(p, line, y_a, y_b)
            }
        }
    }

    fn grid(&self) -> Grid<'_> {
        Grid { abscissae: &self.values, interpolation: self.interpolation, left: self.left, right: self.right }
    }
}

/// Value of a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FormulaValue {
    Real(f64),
    Complex(Complex64),
}

impl FormulaValue {
    /// The value as a complex number.
    pub fn complex(self) -> Complex64 {
        match self {
            FormulaValue::Real(x) => Complex64::new(x, 0.0),
            FormulaValue::Complex(z) => z,
        }
    }
}

/// Evaluates the expression of a formula; compiled from the syntax tree, see `operators/functions/formule`.
pub trait Evaluate: Send + Sync + std::fmt::Debug {
    /// One value for each parameter, in the order of NOM_PARA.
    fn evaluate(&self, arguments: &[f64]) -> Result<FormulaValue, SignalFault>;
    /// Signal of the single parameter, when the formula is real.
    fn signal(&self) -> Option<Signal>;
}

impl Evaluate for Program {
    fn evaluate(&self, arguments: &[f64]) -> Result<FormulaValue, SignalFault> {
        Ok(match Program::evaluate(self, arguments)? {
            Scalar::Real(x) => FormulaValue::Real(x),
            Scalar::Complex(z) => FormulaValue::Complex(z),
        })
    }

    fn signal(&self) -> Option<Signal> {
        (self.parameters().len() == 1 && !self.is_complex()).then(|| Signal::Formula(self.clone()))
    }
}

/// A formula (FORMULE).
#[derive(Clone, Debug)]
pub struct Formula {
    pub parameters: Vec<String>,
    pub text: String,
    pub complex: bool,
    pub program: Arc<dyn Evaluate>,
}

impl Formula {
    /// Value with the arguments in the order of NOM_PARA.
    pub fn value(&self, arguments: &[f64]) -> Result<FormulaValue, SignalFault> {
        self.program.evaluate(arguments)
    }

    /// Value with arguments matched by name, as solvers do; the error names the missing parameter.
    pub fn value_by_name(&self, known: &[(&str, f64)]) -> Result<FormulaValue, SignalFault> {
        // Few at a time, without asking for memory.
        const FEW: usize = 12;
        let (mut few, mut many) = ([0.0; FEW], Vec::new());
        let count = self.parameters.len();
        let arguments = if count <= FEW {
            &mut few[..count]
        } else {
            many.resize(count, 0.0);
            &mut many
        };
        for (argument, name) in arguments.iter_mut().zip(&self.parameters) {
            let Some((_, value)) = known.iter().find(|(n, _)| n == name) else {
                let names: Vec<&str> = known.iter().map(|(n, _)| *n).collect();
                let what = format!("the formula needs {name} and only {} is known", names.join(", "));
                return Err(SignalFault::Domain { what, x: known.first().map_or(f64::NAN, |(_, x)| *x) });
            };
            *argument = *value;
        }
        self.program.evaluate(arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface(ends: Extension) -> Surface {
        let inner =
            |slope: f64| Table { right: Extension::Constant, ..Table::linear(vec![0.0, 1.0], vec![0.0, slope]) };
        Surface {
            parameter: "AMOR".into(),
            values: vec![1.0, 2.0, 4.0],
            inner_parameter: "FREQ".into(),
            result: "ACCE".into(),
            functions: vec![inner(1.0), inner(3.0), inner(5.0)],
            interpolation: (Interpolation::Linear, Interpolation::Linear),
            left: ends,
            right: ends,
        }
    }

    #[test]
    fn a_surface_interpolates_between_its_functions() {
        let s = surface(Extension::Excluded);
        assert_eq!((s.value(1.5, 0.5), s.solver_value(1.5, 0.5)), (Ok(1.0), Ok(1.0)));
        assert_eq!(s.value(3.0, 7.0), Ok(4.0));
        assert!(s.value(0.9, 0.5).is_err() && s.solver_value(4.1, 0.5).is_err() && s.value(2.0, -1.0).is_err());
        let open = surface(Extension::Linear);
        assert_eq!((open.value(0.0, 1.0), open.solver_value(6.0, 1.0)), (Ok(-1.0), Ok(7.0)));
    }

    #[test]
    fn a_complex_function_interpolates_both_parts() {
        let f = ComplexFunction {
            parameter: "FREQ".into(),
            result: "DEPL".into(),
            abscissae: vec![1.0, 4.0],
            values: vec![Complex64::new(1.0, 2.0), Complex64::new(3.0, -2.0)],
            interpolation: (Interpolation::Logarithmic, Interpolation::Linear),
            left: Extension::Constant,
            right: Extension::Excluded,
        };
        assert_eq!(f.value(2.0), Ok(Complex64::new(2.0, 0.0)));
        assert_eq!(f.solver_value(0.1, &mut 3), Ok(f.values[0]));
        assert!(f.value(4.1).is_err());
    }
}
