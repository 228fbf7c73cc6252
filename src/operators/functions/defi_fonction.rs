//! DEFI_FONCTION and DEFI_CONSTANTE: a function given by its points, or by one value.
//!
//! ```text
//! F = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 1.0, 10.0), PROL_DROITE="CONSTANT")
//! ```
//!
//! Points come as pairs (VALE), as triples of a complex function (VALE_C), as two sequences
//! (ABSCISSE and ORDONNEE, VALE_PARA and VALE_FONC), or along a line of nodes (NOEUD_PARA and VALE_Y).
//! The rules of evaluation are those of `kernel::signal::Grid`.

use std::sync::Arc;

use num_complex::Complex64;

use super::attributes::{Attributes, finite_values, put_in_order};
use crate::catalogue::{Call, CallError};
use crate::concepts::{ComplexFunction, Concept, Function};
use crate::kernel::signal::{Interpolation, Signal};
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const DEFI_FONCTION: Operator =
    Operator { name: "DEFI_FONCTION", run: run_function, check: Check::Runs };
pub(in crate::operators) const DEFI_CONSTANTE: Operator =
    Operator { name: "DEFI_CONSTANTE", run: run_constant, check: Check::Runs };

struct FunctionArguments {
    parameter: String,
    result: String,
    attributes: Attributes,
    /// Whether the points may be put in order (VERIF="NON").
    reorder: bool,
    points: Points,
    /// The keyword that gave the abscissae.
    keyword: &'static str,
}

enum Points {
    Real(Vec<f64>, Vec<f64>),
    Complex(Vec<f64>, Vec<Complex64>),
}

impl FunctionArguments {
    fn read(call: &Call, context: &Context<'_>) -> Result<Self, CallError> {
        let (keyword, points) = read_points(call, context)?;
        Ok(FunctionArguments {
            parameter: text(call, "NOM_PARA"),
            result: text(call, "NOM_RESU"),
            attributes: Attributes::DEFAULT.overridden(call),
            reorder: call.is("VERIF", "NON") || keyword == "NOEUD_PARA",
            points,
            keyword,
        })
    }
}

fn run_function(call: &Call, context: &mut Context<'_>) -> Outcome {
    let arguments = FunctionArguments::read(call, context)?;
    let FunctionArguments { parameter, result, attributes, reorder, keyword, .. } = arguments;
    match arguments.points {
        Points::Real(mut abscissae, mut ordinates) => {
            put_in_order(call, keyword, reorder, &mut abscissae, &mut ordinates, context)?;
            attributes.check_positive(call, keyword, &abscissae, &ordinates)?;
            let signal = Signal::Table(Arc::new(attributes.table(abscissae, ordinates)));
            set_result(call, Concept::Function(Arc::new(Function { parameter, result, signal })))
        }
        Points::Complex(mut abscissae, mut values) => {
            if attributes.interpolation.1 == Interpolation::Logarithmic {
                let message = "a complex function cannot be interpolated with LOG on its ordinate";
                let mut error = call.error("INTERPOL", "R505", message);
                error.help = Some("INTERPOL=('LOG', 'LIN') is legal".into());
                return Err(error);
            }
            put_in_order(call, keyword, reorder, &mut abscissae, &mut values, context)?;
            attributes.check_positive(call, keyword, &abscissae, &[])?;
            let Attributes { interpolation, left, right } = attributes;
            let function = ComplexFunction { parameter, result, abscissae, values, interpolation, left, right };
            set_result(call, Concept::ComplexFunction(Arc::new(function)))
        }
    }
}

fn read_points(call: &Call, context: &Context<'_>) -> Result<(&'static str, Points), CallError> {
    if call.has("VALE") {
        let values = flat(call, "VALE", 2, "an abscissa and an ordinate for each point")?;
        let (abscissae, ordinates) = pairs(&values);
        return Ok(("VALE", Points::Real(abscissae, ordinates)));
    }
    if call.has("VALE_C") {
        let values = flat(call, "VALE_C", 3, "an abscissa, a real and an imaginary part for each point")?;
        let abscissae = values.iter().step_by(3).copied().collect();
        let values = values.chunks_exact(3).map(|c| Complex64::new(c[1], c[2])).collect();
        return Ok(("VALE_C", Points::Complex(abscissae, values)));
    }
    if call.has("ABSCISSE") {
        let (abscissae, ordinates) = (call.reals("ABSCISSE"), call.reals("ORDONNEE"));
        finite_values(call, "ABSCISSE", &abscissae)?;
        finite_values(call, "ORDONNEE", &ordinates)?;
        same_length(call, ("ABSCISSE", abscissae.len()), ("ORDONNEE", ordinates.len()))?;
        return Ok(("ABSCISSE", Points::Real(abscissae, ordinates)));
    }
    if call.has("VALE_PARA") {
        let list = |name: &str| match call.concept(name) {
            Some(Concept::RealList(values)) => values.to_vec(),
            _ => Vec::new(),
        };
        let (abscissae, ordinates) = (list("VALE_PARA"), list("VALE_FONC"));
        finite_values(call, "VALE_PARA", &abscissae)?;
        finite_values(call, "VALE_FONC", &ordinates)?;
        same_length(call, ("VALE_PARA", abscissae.len()), ("VALE_FONC", ordinates.len()))?;
        return Ok(("VALE_PARA", Points::Real(abscissae, ordinates)));
    }
    along_nodes(call, context)
}

/// NOEUD_PARA: the curvilinear abscissae that MODI_MAILLAGE(ABSC_CURV) gave to the nodes.
fn along_nodes(call: &Call, context: &Context<'_>) -> Result<(&'static str, Points), CallError> {
    let mesh = context.latest_mesh(call, entities::mesh(call, "MAILLAGE")?);
    let nodes = entities::named_nodes(call, "NOEUD_PARA", mesh)?;
    let ordinates = call.reals("VALE_Y");
    finite_values(call, "VALE_Y", &ordinates)?;
    same_length(call, ("NOEUD_PARA", nodes.len()), ("VALE_Y", ordinates.len()))?;
    let Some(known) = &mesh.abscissae else {
        let mut error = call.error("MAILLAGE", "R503", "the nodes of this mesh have no curvilinear abscissae");
        error.help = Some("MODI_MAILLAGE(reuse=..., ABSC_CURV=...) computes them".into());
        return Err(error);
    };
    let abscissae: Vec<f64> = nodes.iter().map(|node| known.get(*node).copied().unwrap_or(f64::NAN)).collect();
    finite_values(call, "NOEUD_PARA", &abscissae)?;
    Ok(("NOEUD_PARA", Points::Real(abscissae, ordinates)))
}

/// A flat list of `per_point` values for each point, all finite.
fn flat(call: &Call, keyword: &str, per_point: usize, what: &str) -> Result<Vec<f64>, CallError> {
    let values = call.reals(keyword);
    finite_values(call, keyword, &values)?;
    if values.is_empty() || !values.len().is_multiple_of(per_point) {
        let message = format!("{keyword} holds {} values, not a multiple of {per_point}", values.len());
        let mut error = call.error(keyword, "R503", message);
        error.help = Some(format!("it lists {what}"));
        return Err(error);
    }
    Ok(values)
}

/// Splits x1, y1, x2, y2, ...
pub(super) fn pairs(values: &[f64]) -> (Vec<f64>, Vec<f64>) {
    (values.iter().step_by(2).copied().collect(), values.iter().skip(1).step_by(2).copied().collect())
}

fn same_length(call: &Call, a: (&str, usize), b: (&str, usize)) -> Result<(), CallError> {
    if a.1 == b.1 && a.1 > 0 {
        return Ok(());
    }
    Err(call.error(b.0, "R503", format!("{} has {} value(s) and {} has {}: one for each point", a.0, a.1, b.0, b.1)))
}

fn text(call: &Call, keyword: &str) -> String {
    call.text_if_given(keyword).unwrap_or_default().to_string()
}

fn run_constant(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let value = call.real_if_given("VALE").unwrap_or(0.0);
    finite_values(call, "VALE", &[value])?;
    let function =
        Function { parameter: "TOUTPARA".into(), result: text(call, "NOM_RESU"), signal: Signal::Constant(value) };
    set_result(call, Concept::Function(Arc::new(function)))
}
