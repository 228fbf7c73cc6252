//! Laws that are the assigned matrix alone: ELAS (by increments from the stored forces, so that an initial stress field
//! survives) and DASHPOT (`K du` of the step, stored forces ignored: `K` is `C/dt` of a constant step).

use super::fault::{LawFault, SpecFault};
use super::law::{Answer, Law, Local, Others, Variable, X};
use super::parameters::Parameters;

/// Internal variable of laws without history.
pub const VARIABLES: &[Variable] = &[Variable { name: "empty", unit: "-", gloss: "always 0" }];

/// ELAS. With a thermal expansion, elements of two nodes are free to lengthen by `alpha (T+ - T-) L`.
#[derive(Clone, Copy, Debug)]
pub struct Elastic {
    /// ALPHA (1/K); 0 where none is given.
    pub expansion: f64,
}

impl Elastic {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<Elastic, SpecFault> {
        Ok(Elastic { expansion: parameters.number("ALPHA").unwrap_or(0.0) })
    }
}

impl Law for Elastic {
    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn is_linear(&self) -> bool {
        self.expansion == 0.0
    }

    fn respond(&self, local: &Local, _from: &[f64], _to: &mut [f64]) -> Result<Answer, LawFault> {
        let mut answer = Answer::ELASTIC;
        if self.expansion != 0.0
            && local.layout.two_nodes
            && let Some([before, after]) = local.temperature
        {
            answer.free_extension = self.expansion * (after - before) * local.rest[X];
        }
        Ok(answer)
    }
}

/// DASHPOT.
#[derive(Clone, Copy, Debug)]
pub struct StepDashpot;

impl Law for StepDashpot {
    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn respond(&self, _local: &Local, _from: &[f64], _to: &mut [f64]) -> Result<Answer, LawFault> {
        Ok(Answer::ELASTIC.others(Others::Fresh))
    }
}
