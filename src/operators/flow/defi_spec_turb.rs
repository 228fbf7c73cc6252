//! DEFI_SPEC_TURB: a model of the turbulence of a flow.
//!
//! ```text
//! TURB = DEFI_SPEC_TURB(SPEC_LONG_COR_1=_F(LONG_COR=3.0, PROF_VITE_FLUI=SPEED, VISC_CINE=1.1e-6))
//! ```

use std::sync::Arc;

use super::transverse::signal;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, TurbulentFlow};
use crate::kernel::flow::Turbulence;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const DEFI_SPEC_TURB: Operator = Operator { name: "DEFI_SPEC_TURB", run, check: Check::Small };

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let models = ["SPEC_LONG_COR_1", "SPEC_LONG_COR_2", "SPEC_LONG_COR_3", "SPEC_LONG_COR_4"];
    let Some((name, keywords)) = models.into_iter().find_map(|name| Some((name, call.one(name)?))) else {
        return Err(call.missing("SPEC_LONG_COR_1"));
    };
    let made = TurbulentFlow {
        model: model(name, keywords)?,
        correlation: positive(keywords, "LONG_COR")?,
        profile: signal(keywords, "PROF_VITE_FLUI")?,
    };
    set_result(call, Concept::Turbulence(Arc::new(made)))
}

fn model(name: &str, keywords: &Keywords) -> Result<Turbulence, CallError> {
    Ok(match name {
        "SPEC_LONG_COR_1" => Turbulence::Reynolds { viscosity: positive(keywords, "VISC_CINE")? },
        "SPEC_LONG_COR_2" => Turbulence::Rational {
            cut: positive(keywords, "FREQ_COUP")?,
            level: keywords.real("PHI0")?,
            exponent: keywords.real("BETA")?,
        },
        "SPEC_LONG_COR_3" => Turbulence::TwoSlopes {
            cut: positive(keywords, "FREQ_COUP")?,
            levels: [keywords.real("PHI0_1")?, keywords.real("PHI0_2")?],
            exponents: [keywords.real("BETA_1")?, keywords.real("BETA_2")?],
        },
        _ => {
            let voids = keywords.real("TAUX_VIDE")?;
            if !(0.0..=1.0).contains(&voids) {
                let message = format!("TAUX_VIDE is {voids}: a share of voids lies between 0 and 1");
                return Err(keywords.error("TAUX_VIDE", "R546", message));
            }
            Turbulence::TwoPhases { voids, exponent: keywords.real("BETA")?, mass_exponent: keywords.real("GAMMA")? }
        }
    })
}

fn positive(keywords: &Keywords, name: &str) -> Result<f64, CallError> {
    let value = keywords.real(name)?;
    match value > 0.0 {
        true => Ok(value),
        false => Err(keywords.error(name, "R546", format!("{name} is {value}: it is above zero"))),
    }
}
