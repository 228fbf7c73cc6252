//! DEFI_NAPPE: a function of two parameters, one function of the second for each value of the first.
//!
//! ```text
//! S = DEFI_NAPPE(NOM_PARA="AMOR", PARA=(0.02, 0.05), FONCTION=(S2, S5))
//! ```

use std::sync::Arc;

use super::attributes::{Attributes, finite_values, put_in_order};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, Surface};
use crate::kernel::signal::Table;
use crate::operators::functions::defi_fonction::pairs;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const DEFI_NAPPE: Operator = Operator { name: "DEFI_NAPPE", run, check: Check::Runs };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut values = call.reals("PARA");
    finite_values(call, "PARA", &values)?;
    let (inner_parameter, mut functions) = if call.has("FONCTION") { existing(call)? } else { written(call, context)? };
    if functions.len() != values.len() {
        let keyword = if call.has("FONCTION") { "FONCTION" } else { "DEFI_FONCTION" };
        let message =
            format!("PARA has {} value(s) and {keyword} {} function(s): one for each", values.len(), functions.len());
        return Err(call.error(keyword, "R503", message));
    }
    let reorder = call.is("VERIF", "NON");
    put_in_order(call, "PARA", reorder, &mut values, &mut functions, context)?;
    let attributes = Attributes::DEFAULT.overridden(call);
    attributes.check_positive(call, "PARA", &values, &[])?;
    let surface = Surface {
        parameter: call.text("NOM_PARA")?.to_string(),
        values,
        inner_parameter,
        result: call.text("NOM_RESU")?.to_string(),
        functions,
        interpolation: attributes.interpolation,
        left: attributes.left,
        right: attributes.right,
    };
    set_result(call, Concept::Surface(Arc::new(surface)))
}

/// FONCTION: functions made before, with their own rules.
fn existing(call: &Call) -> Result<(String, Vec<Table>), CallError> {
    let mut parameter = None::<String>;
    let mut functions = Vec::new();
    for concept in call.concepts("FONCTION") {
        let Concept::Function(function) = concept else {
            return Err(call.error("FONCTION", "R503", "DEFI_NAPPE takes tabulated functions"));
        };
        let known = parameter.get_or_insert_with(|| function.parameter.clone());
        if *known != function.parameter {
            let message = format!("a function of {} stands beside functions of {known}", function.parameter);
            return Err(call.error("FONCTION", "R503", message));
        }
        functions.push(function.table().into_owned());
    }
    Ok((parameter.unwrap_or_default(), functions))
}

/// DEFI_FONCTION: functions written in the call.
fn written(call: &Call, context: &mut Context<'_>) -> Result<(String, Vec<Table>), CallError> {
    let mut functions = Vec::new();
    for occurrence in call.factor("DEFI_FONCTION") {
        let values = occurrence.reals("VALE");
        finite_values(occurrence, "VALE", &values)?;
        if values.is_empty() || values.len() % 2 != 0 {
            let message = format!("VALE holds {} values: an abscissa and an ordinate for each point", values.len());
            return Err(occurrence.error("VALE", "R503", message));
        }
        let (mut abscissae, mut ordinates) = pairs(&values);
        put_in_order(occurrence, "VALE", call.is("VERIF", "NON"), &mut abscissae, &mut ordinates, context)?;
        let attributes = Attributes::DEFAULT.overridden(occurrence);
        attributes.check_positive(occurrence, "VALE", &abscissae, &ordinates)?;
        functions.push(attributes.table(abscissae, ordinates));
    }
    Ok((call.text_if_given("NOM_PARA_FONC").unwrap_or_default().to_string(), functions))
}
