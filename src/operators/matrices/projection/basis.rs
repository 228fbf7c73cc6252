//! PROJ_BASE and MACRO_PROJ_BASE: numbering, matrices, vectors and results in one call.

use std::sync::Arc;

use super::numbering::{new_numbering, read_basis, read_numbering};
use super::{matrix, result, vector};
use crate::catalogue::{Call, Keywords};
use crate::concepts::{Concept, Kept};
use crate::operators::{Context, Outcome};

pub fn proj_base(call: &Call, context: &mut Context<'_>) -> Outcome {
    execute(call, context, call.is("STOCKAGE", "DIAG"))
}

pub fn macro_proj_base(call: &Call, context: &mut Context<'_>) -> Outcome {
    // The first versions gave PROFIL matrix by matrix.
    let inside = call.factor("MATR_ASSE_GENE").iter().any(|m| m.is("PROFIL", "DIAG"));
    execute(call, context, inside || call.is("PROFIL", "DIAG"))
}

fn execute(call: &Call, context: &mut Context<'_>, diagonal: bool) -> Outcome {
    let basis = read_basis(call)?;
    let numbering = match read_numbering(call, &basis)? {
        Some(numbering) => numbering,
        None => {
            let made = Arc::new(new_numbering(call, basis.clone(), call.integer_if_given("NB_VECT"), diagonal)?);
            set_created(call, "NUME_DDL_GENE", Concept::GeneralizedNumbering(made.clone()));
            made
        }
    };
    for occurrence in call.factor("MATR_ASSE_GENE") {
        let projected = matrix::project(occurrence, context, &basis, &numbering)?;
        set_created(occurrence, "MATRICE", Concept::GeneralizedMatrix(Arc::new(projected)));
    }
    for occurrence in call.factor("VECT_ASSE_GENE") {
        let projected = vector::project(occurrence, context, &basis, &numbering)?;
        set_created(occurrence, "VECTEUR", Concept::GeneralizedVector(Arc::new(projected)));
    }
    for occurrence in call.factor("RESU_GENE") {
        let projected = result::project(occurrence, &basis, &numbering)?;
        set_created(occurrence, "RESULTAT", Concept::Trajectory(Kept::new(projected)));
    }
    Ok(())
}

fn set_created(keywords: &Keywords, name: &str, value: Concept) {
    if let Some(new) = keywords.created(name).first() {
        new.handle.set(value);
    }
}
