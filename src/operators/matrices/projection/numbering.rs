//! NUME_DDL_GENE: how many shapes of a basis, and how matrices on them are kept.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, GeneralizedNumbering, ModeSet, Storage};
use crate::operators::matrices::substructures::coupled_numbering;
use crate::operators::{Context, Outcome, set_result};

pub fn nume_ddl_gene(call: &Call, context: &mut Context<'_>) -> Outcome {
    if let Some(Concept::SubstructuredModel(model)) = call.concept("MODELE_GENE") {
        let numbering = coupled_numbering(call, context, model)?;
        return set_result(call, Concept::GeneralizedNumbering(Arc::new(numbering)));
    }
    let basis = read_basis(call)?;
    let numbering = new_numbering(call, basis, call.integer_if_given("NB_VECT"), call.is("STOCKAGE", "DIAG"))?;
    set_result(call, Concept::GeneralizedNumbering(Arc::new(numbering)))
}

/// The basis to project on (BASE): real shapes only.
pub fn read_basis(keywords: &Keywords) -> Result<Arc<ModeSet>, CallError> {
    let Some(Concept::Modes(basis)) = keywords.concept("BASE") else {
        return Err(keywords.error("BASE", "R210", "BASE holds no shapes"));
    };
    if basis.iter().any(|m| !m.imaginary.is_empty()) {
        let mut error =
            keywords.error("BASE", "R211", "the basis is made of complex modes, which cannot carry a projection");
        error.help = Some("compute real modes (CALC_MODES without MATR_AMOR, with a real MATR_RIGI)".into());
        return Err(error);
    }
    if basis.is_empty() {
        return Err(keywords.error("BASE", "R211", "the basis holds no mode at all"));
    }
    Ok(basis.clone())
}

/// A numbering of the first `count` shapes (all of them when absent or larger).
pub fn new_numbering(
    keywords: &Keywords,
    basis: Arc<ModeSet>,
    count: Option<i64>,
    diagonal: bool,
) -> Result<GeneralizedNumbering, CallError> {
    let size = match count {
        None => basis.len(),
        Some(n) if n >= 1 => basis.len().min(usize::try_from(n).unwrap_or(usize::MAX)),
        Some(n) => {
            return Err(keywords.error("NB_VECT", "R212", format!("NB_VECT={n}: at least one shape is needed")));
        }
    };
    let storage = if diagonal { Storage::Diagonal } else { Storage::Full };
    Ok(GeneralizedNumbering { basis, size, storage, coupling: None })
}

/// The numbering given by NUME_DDL_GENE, checked to fit the basis.
pub fn read_numbering(keywords: &Keywords, basis: &ModeSet) -> Result<Option<Arc<GeneralizedNumbering>>, CallError> {
    let Some(Concept::GeneralizedNumbering(numbering)) = keywords.concept("NUME_DDL_GENE") else {
        return Ok(None);
    };
    if numbering.size > basis.len() {
        let message = format!("the numbering has {} coordinates and the basis {} shapes", numbering.size, basis.len());
        let mut error = keywords.error("NUME_DDL_GENE", "R213", message);
        error.help = Some("make the numbering from this basis: NUME_DDL_GENE(BASE=...)".into());
        return Err(error);
    }
    Ok(Some(numbering.clone()))
}

/// The shapes a numbering uses.
pub fn shapes<'a>(basis: &'a ModeSet, numbering: &GeneralizedNumbering) -> Vec<&'a [f64]> {
    basis.iter().take(numbering.size).map(|m| m.values.as_slice()).collect()
}
