//! The source of a function of RECU_FONCTION, and the attributes of the function.

use std::sync::Arc;

use super::curve::{Curve, Ordinates};
use super::{contact, generalized, harmonic, physical, spectrum, surface, table, under_flow};
use crate::catalogue::{Call, CallError};
use crate::concepts::{ComplexFunction, Concept, Function, States};
use crate::kernel::signal::Signal;
use crate::operators::functions::attributes::{Attributes, put_in_order};
use crate::operators::results::restitution::modes_on_part;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const RECU_FONCTION: Operator = Operator { name: "RECU_FONCTION", run, check: Check::Small };

pub(super) fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let curve = match source(call) {
        "RESU_GENE" => match call.concept("RESU_GENE") {
            Some(Concept::Trajectory(trajectory)) if call.has("GROUP_NO_CHOC") || call.has("NOEUD_CHOC") => {
                contact::extract(call, &trajectory.get(), context)?
            }
            Some(Concept::Trajectory(trajectory)) => generalized::extract(call, &trajectory.get(), context)?,
            Some(Concept::Harmonic(response)) => harmonic::extract(call, response, context)?,
            Some(Concept::Modes(modes)) => match modes_on_part(call, modes)? {
                Some(restored) => physical::of_states(call, States::Modes(&restored), context)?,
                None => physical::of_states(call, States::Modes(modes), context)?,
            },
            _ => {
                return Err(call.error(
                    "RESU_GENE",
                    "R433",
                    "RESU_GENE holds no result that a function can be taken from",
                ));
            }
        },
        "RESULTAT" => match call.concept("RESULTAT").and_then(States::of) {
            Some(states) => physical::of_states(call, states, context)?,
            None => {
                return Err(call.error(
                    "RESULTAT",
                    "R433",
                    "RESULTAT holds no result that a function can be taken from",
                ));
            }
        },
        "CHAM_GD" => return set_result(call, physical::of_field(call, context)?),
        "TABLE" => table::extract(call)?,
        "INTE_SPEC" => spectrum::extract(call)?,
        "BASE_ELAS_FLUI" => under_flow::extract(call)?,
        "NAPPE" => return set_result(call, Concept::Function(Arc::new(surface::extract(call)?))),
        other => {
            let error = call.error(other, "R434", format!("RECU_FONCTION does not read {other}"));
            return Err(Box::new(error.help("it reads RESU_GENE, RESULTAT, CHAM_GD, TABLE, NAPPE and INTE_SPEC")));
        }
    };
    set_result(call, finish(call, curve, context)?)
}

/// The keyword that says what the function is taken from.
pub(super) fn source(call: &Call) -> &'static str {
    let sources = ["RESU_GENE", "RESULTAT", "CHAM_GD", "TABLE", "NAPPE", "BASE_ELAS_FLUI", "INTE_SPEC"];
    sources.into_iter().find(|name| call.has(name)).unwrap_or("RESU_GENE")
}

/// Puts points in order and names the function.
fn finish(call: &Call, mut curve: Curve, context: &mut Context<'_>) -> Result<Concept, CallError> {
    let attributes = Attributes::DEFAULT.overridden(call);
    let keyword = source(call);
    let name = |keyword: &str, own: String| call.text_if_given(keyword).map_or(own, |t| t.to_string());
    let (parameter, result) = (name("NOM_PARA", curve.parameter), name("NOM_RESU", curve.result));
    if curve.abscissae.is_empty() {
        return Err(call.error(keyword, "R435", "nothing was selected: a function needs at least one point"));
    }
    let abscissae = &mut curve.abscissae;
    Ok(match curve.ordinates {
        Ordinates::Real(mut values) => {
            put_in_order(call, keyword, true, abscissae, &mut values, context)?;
            attributes.check_positive(call, "INTERPOL", abscissae, &values)?;
            let signal = Signal::Table(Arc::new(attributes.table(curve.abscissae, values)));
            Concept::Function(Arc::new(Function { parameter, result, signal }))
        }
        Ordinates::Complex(mut values) => {
            put_in_order(call, keyword, true, abscissae, &mut values, context)?;
            attributes.check_positive(call, "INTERPOL", abscissae, &[])?;
            let Attributes { interpolation, left, right } = attributes;
            let abscissae = curve.abscissae;
            Concept::ComplexFunction(Arc::new(ComplexFunction {
                parameter,
                result,
                abscissae,
                values,
                interpolation,
                left,
                right,
            }))
        }
    })
}
