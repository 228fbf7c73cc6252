//! DIS_GOUJ2E_ELAS, DIS_GOUJ2E_PLAS: thread of a stud, plane. All components are elastic with the assigned matrix except
//! local y: modulus of the first slope of the curve TRACTION, and isotropic hardening on that curve (PLAS).

use super::fault::{LawFault, SpecFault};
use super::law::{Answer, Ask, Law, Local, Variable, Y};
use super::layout::Layout;
use super::parameters::Parameters;
use super::traction_curve::TractionCurve;

/// Internal variables.
pub const VARIABLES: &[Variable] = &[
    Variable::new("cumulated_plastic_displacement", "m", "cumulated plastic displacement"),
    Variable::new("plastic", "-", "1 while it yields"),
];

/// Thread of a stud.
#[derive(Clone, Debug)]
pub struct Stud {
    curve: TractionCurve,
    plastic: bool,
}

impl Stud {
    /// The law of a material.
    pub fn new(parameters: &Parameters, plastic: bool) -> Result<Stud, SpecFault> {
        Ok(Stud { curve: TractionCurve::new(parameters)?, plastic })
    }
}

impl Law for Stud {
    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn refuses(&self, layout: Layout) -> Option<&'static str> {
        (!layout.plane).then_some("it needs plane elements: 2D_DIS_T")
    }

    fn respond(&self, local: &Local, from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault> {
        let modulus = self.curve.modulus();
        let trial = local.stored[0][Y] + modulus * local.increment[Y];
        let temperature = local.temperature.map(|[_, after]| after);
        let threshold = if self.plastic { self.curve.threshold(from[0], temperature)? } else { f64::INFINITY };
        if local.ask == Ask::Tangent && self.plastic && from[1] != 0.0 {
            let slope = self.curve.increment(threshold, modulus, from[0], temperature)?.slope;
            return Ok(Answer::ELASTIC.with(Y, trial, modulus * slope / (modulus + slope)));
        }
        if trial.abs() <= threshold {
            to[1] = 0.0;
            return Ok(Answer::ELASTIC.with(Y, trial, modulus));
        }
        let plastic = self.curve.increment(trial.abs(), modulus, from[0], temperature)?;
        to.copy_from_slice(&[from[0] + plastic.increment, 1.0]);
        let force = trial * plastic.threshold / (plastic.threshold + modulus * plastic.increment);
        Ok(Answer::ELASTIC.with(Y, force, modulus * plastic.slope / (modulus + plastic.slope)))
    }
}
