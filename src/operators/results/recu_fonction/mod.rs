//! RECU_FONCTION: a function out of a result, a field or a table.
//!
//! ```text
//! DX = RECU_FONCTION(RESU_GENE=TRAN, NOM_CHAM='DEPL', GROUP_NO='SHOE', NOM_CMP='DX')
//! FN = RECU_FONCTION(RESU_GENE=TRAN, GROUP_NO_CHOC='SHOE', PARA_X='INST', PARA_Y='FN')
//! ```
//!
//! The function is linear and not extended, with the names that its source gives; NOM_PARA, NOM_RESU,
//! INTERPOL, PROL_GAUCHE, PROL_DROITE override them. Points are put in the order of their abscissae.

mod contact;
mod generalized;
mod harmonic;
mod physical;
mod spectrum;
mod surface;
mod table;
#[cfg(test)]
mod tests;

pub(in crate::operators) use generalized::{Motion, signal_of_concept, supports};

use std::sync::Arc;

use num_complex::Complex64;

use super::restitution::modes_on_part;
use crate::catalogue::{Call, CallError};
use crate::concepts::{ComplexFunction, Concept, Function};
use crate::kernel::signal::Signal;
use crate::operators::functions::attributes::{Attributes, put_in_order};
use crate::operators::{Context, Operator, Outcome, set_result};

pub(in crate::operators) const RECU_FONCTION: Operator = Operator { name: "RECU_FONCTION", run };

/// A function just extracted.
struct Curve {
    /// NOM_PARA and NOM_RESU.
    parameter: String,
    result: String,
    abscissae: Vec<f64>,
    ordinates: Ordinates,
}

enum Ordinates {
    Real(Vec<f64>),
    Complex(Vec<Complex64>),
}

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let curve = match source(call) {
        "RESU_GENE" => match call.concept("RESU_GENE") {
            Some(Concept::Trajectory(trajectory)) if call.has("GROUP_NO_CHOC") || call.has("NOEUD_CHOC") => {
                contact::extract(call, &trajectory.get(), context)?
            }
            Some(Concept::Trajectory(trajectory)) => generalized::extract(call, &trajectory.get(), context)?,
            Some(Concept::Harmonic(response)) => harmonic::extract(call, response, context)?,
            Some(Concept::Modes(modes)) => match modes_on_part(call, modes)? {
                Some(restored) => physical::of_modes(call, &restored, context)?,
                None => physical::of_modes(call, modes, context)?,
            },
            _ => {
                return Err(call.error(
                    "RESU_GENE",
                    "R433",
                    "RESU_GENE holds no result that a function can be taken from",
                ));
            }
        },
        "RESULTAT" => match call.concept("RESULTAT") {
            Some(Concept::Fields(series)) => physical::of_series(call, series, context)?,
            Some(Concept::Modes(modes)) => physical::of_modes(call, modes, context)?,
            _ => {
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
        "NAPPE" => return set_result(call, Concept::Function(Arc::new(surface::extract(call)?))),
        other => {
            let error = call.error(other, "R434", format!("RECU_FONCTION does not read {other}"));
            return Err(Box::new(error.help("it reads RESU_GENE, RESULTAT, CHAM_GD, TABLE, NAPPE and INTE_SPEC")));
        }
    };
    set_result(call, finish(call, curve, context)?)
}

/// The keyword that says what the function is taken from.
fn source(call: &Call) -> &'static str {
    let sources = ["RESU_GENE", "RESULTAT", "CHAM_GD", "TABLE", "NAPPE", "BASE_ELAS_FLUI", "INTE_SPEC"];
    sources.into_iter().find(|name| call.has(name)).unwrap_or("RESU_GENE")
}

/// Puts points in order and names the function.
fn finish(call: &Call, mut curve: Curve, context: &mut Context<'_>) -> Result<Concept, CallError> {
    let attributes = Attributes::DEFAULT.overridden(call);
    let keyword = source(call);
    let name = |keyword: &str, own: String| call.text(keyword).map_or(own, |t| t.to_string());
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
