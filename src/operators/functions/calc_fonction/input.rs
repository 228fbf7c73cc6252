//! The functions an operation works on, and what it says when they do not fit.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::concepts::{Function, Handle, Surface};
use crate::kernel::signal::Extension;
use crate::kernel::signal::{Signal, SignalFault, Table};
use crate::operators::functions::no_value;

/// A tabulated real function and its names.
#[derive(Clone, Debug)]
pub(super) struct Real {
    pub parameter: String,
    pub result: String,
    pub table: Arc<Table>,
}

impl Real {
    pub fn of(function: &Function) -> Self {
        Real {
            parameter: function.parameter.clone(),
            result: function.result.clone(),
            table: match &function.signal {
                Signal::Table(table) => table.clone(),
                _ => Arc::new(function.table().into_owned()),
            },
        }
    }

    /// Function with these names and rules over other points.
    pub fn with_points(&self, abscissae: Vec<f64>, ordinates: Vec<f64>) -> Self {
        let (parameter, result) = (self.parameter.clone(), self.result.clone());
        Real { parameter, result, table: self.table.with_points(abscissae, ordinates).into() }
    }

    pub fn concept(self) -> Concept {
        let Real { parameter, result, table } = self;
        Concept::Function(Arc::new(Function { parameter, result, signal: Signal::Table(table) }))
    }
}

/// The real function of a keyword.
pub(super) fn real(keywords: &Keywords, keyword: &str) -> Result<Real, CallError> {
    match keywords.concept(keyword) {
        Some(Concept::Function(function)) => Ok(Real::of(function)),
        _ => Err(keywords.error(keyword, "R521", format!("{keyword} must be a tabulated real function"))),
    }
}

/// The functions or surfaces of a keyword that takes several of one kind.
pub(super) enum Several {
    Functions(Vec<Real>),
    Surfaces(Vec<Surface>),
}

pub(super) fn several<'a>(
    keywords: &Keywords,
    keyword: &str,
    concepts: impl Iterator<Item = Option<&'a Concept>>,
) -> Result<Several, CallError> {
    let (mut functions, mut surfaces) = (Vec::new(), Vec::new());
    for concept in concepts {
        match concept {
            Some(Concept::Function(function)) => functions.push(Real::of(function)),
            Some(Concept::Surface(surface)) => surfaces.push(surface.as_ref().clone()),
            _ => return Err(keywords.error(keyword, "R521", "a real function or a surface is needed here")),
        }
    }
    match (functions.is_empty(), surfaces.is_empty()) {
        (false, true) => Ok(Several::Functions(functions)),
        (true, false) => Ok(Several::Surfaces(surfaces)),
        (true, true) => Err(keywords.error(keyword, "R521", "no function is given")),
        _ => Err(keywords.error(keyword, "R521", "functions and surfaces cannot be combined with one another")),
    }
}

/// Two functions without an abscissa in common.
pub(super) fn no_support(keywords: &Keywords) -> CallError {
    let message = "the functions have no common abscissae, and their extensions do not bridge the gap";
    let mut error = keywords.error("FONCTION", "R522", message);
    error.help = Some("PROL_GAUCHE or PROL_DROITE='CONSTANT' or 'LINEAIRE' extends a function".into());
    error
}

/// A function that has no value where the operation needs one.
pub(super) fn fault(keywords: &Keywords, fault: SignalFault) -> CallError {
    no_value(keywords, "FONCTION", None::<&Handle>, &fault)
}

/// The abscissae of LIST_PARA, when the call gives it.
pub(super) fn asked_list(call: &Call) -> Option<Vec<f64>> {
    match call.concept("LIST_PARA") {
        Some(Concept::RealList(list)) => Some(list.to_vec()),
        _ => None,
    }
}

/// Results must be finite numbers.
pub(super) fn finite<'a>(call: &Call, operation: &str, values: impl Iterator<Item = &'a f64>) -> Result<(), CallError> {
    for value in values {
        if !value.is_finite() {
            let message = format!("the result of {operation} holds {value}, which is not a finite number");
            return Err(call.error(operation, "N501", message));
        }
    }
    Ok(())
}

/// New ordinates; no extension; the name of the quantity follows.
pub(super) fn of_other_order(function: &Real, values: Vec<f64>, names: &[(&str, &str)]) -> Real {
    let mut result = function.with_points(function.table.abscissae.clone(), values);
    let table = Arc::make_mut(&mut result.table);
    (table.left, table.right) = (Extension::Excluded, Extension::Excluded);
    if let Some((_, name)) = names.iter().find(|(old, _)| function.result.starts_with(old)) {
        result.result = name.to_string();
    }
    result
}

pub(super) fn too_few_points(keywords: &Keywords, operation: &str, needed: usize) -> CallError {
    keywords.error("FONCTION", "R524", format!("{operation} needs a function of at least {needed} points"))
}
