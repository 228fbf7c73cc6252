//! The operations of CALC_FONCTION, by the keyword that asks for each.

use std::sync::Arc;

use super::attributes::with_asked_attributes;
use super::{arithmetic, calculus, complex, frequency, shape, spectral, statistics};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::operators::functions::info_fonction::indicators;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const CALC_FONCTION: Operator =
    Operator { name: "CALC_FONCTION", run, check: Check::KeywordsOnly };

type Operation = fn(&Call, &Keywords, &mut Context<'_>) -> Result<Concept, CallError>;

/// Each operation, by the keyword that asks for it.
const OPERATIONS: &[(&str, Operation)] = &[
    ("ABS", shape::absolute),
    ("ASSE", shape::joined),
    ("COMB", arithmetic::sum),
    ("COMB_C", complex::sum),
    ("COMPOSE", shape::composed),
    ("CORR_ACCE", calculus::corrected),
    ("DERIVE", calculus::derivative),
    ("DERIVE_FREQ", frequency::derivative),
    ("ENVELOPPE", statistics::envelope),
    ("EXTRACTION", shape::part),
    ("FFT", spectral::fourier),
    ("FRACTILE", statistics::fractile),
    ("INTEGRE", calculus::integral),
    ("INTEGRE_FREQ", frequency::integral),
    ("INTERPOL_FFT", frequency::refinement),
    ("INVERSE", shape::inverse),
    ("MOYENNE", statistics::mean),
    ("MULT", arithmetic::product),
    ("PROL_SPEC_OSCI", spectral::extended),
    ("PUISSANCE", arithmetic::power),
    ("REGR_POLYNOMIALE", calculus::regression),
    ("SPEC_OSCI", spectral::response),
];

pub(super) fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    if let Some(table) = indicators(call, context)? {
        return set_result(call, Concept::Table(Arc::new(table)));
    }
    let asked = OPERATIONS.iter().find_map(|(name, operation)| Some((*name, operation, call.one(name)?)));
    let Some((name, operation, keywords)) = asked else {
        let names: Vec<&str> = OPERATIONS.iter().map(|(name, _)| *name).collect();
        let mut error = call.error("CALC_FONCTION", "R521", "CALC_FONCTION is asked for no operation it computes");
        error.help = Some(format!("it computes {}", names.join(", ")));
        return Err(error);
    };
    let result = operation(call, keywords, context)?;
    set_result(call, with_asked_attributes(call, name, result, context)?)
}
