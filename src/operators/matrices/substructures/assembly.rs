//! ASSE_MATR_GENE and ASSE_VECT_GENE: matrices and loads of the sub-structures on the coordinates kept.

use std::sync::Arc;

use nalgebra::{DMatrix, DVector};

use crate::catalogue::{Call, CallError};
use crate::concepts::{
    Concept, Coupling, GeneralizedMatrix, GeneralizedNumbering, GeneralizedVector, MacroElement, SubstructuredModel,
};
use crate::kernel::linalg::{product, transpose_product};
use crate::kernel::modal::project_force;
use crate::operators::call::entities;
use crate::operators::matrices::on_numbering;
use crate::operators::{Context, Outcome, set_result};

pub fn asse_matr_gene(call: &Call, _context: &mut Context<'_>) -> Outcome {
    if call.is("METHODE", "INITIAL") {
        let error = call.error("METHODE", "R724", "METHODE='INITIAL' assembles no matrix here");
        return Err(Box::new(error.help("METHODE='CLASSIQUE' with OPTION")));
    }
    let (numbering, coupling) = numbering(call)?;
    let option = call.text_if_given("OPTION").unwrap_or_default();
    let model = &coupling.model;
    let (real, imaginary): (DMatrix<f64>, Option<DMatrix<f64>>) = match &*option {
        "MASS_GENE" => (blocks(model, |e| Some(&e.mass)), None),
        "AMOR_GENE" => {
            if model.parts.iter().all(|p| p.element.damping.is_none()) {
                let error = call.error("OPTION", "R724", "no macro-element has a damping");
                return Err(Box::new(error.help("give MACR_ELEM_DYNA a MATR_AMOR or AMOR_REDUIT")));
            }
            (blocks(model, |e| e.damping.as_ref()), None)
        }
        "RIGI_GENE_C" => {
            let imaginary = blocks(model, |e| e.stiffness_imaginary.as_ref());
            (blocks(model, |e| Some(&e.stiffness)), Some(imaginary))
        }
        _ => (blocks(model, |e| Some(&e.stiffness)), None),
    };
    let reduce = |m: &DMatrix<f64>| {
        let half = product(m, &coupling.transformation);
        transpose_product(&coupling.transformation, &half)
    };
    let matrix = GeneralizedMatrix {
        values: reduce(&real),
        imaginary: imaginary.as_ref().map(reduce),
        numbering: numbering.clone(),
        option: option.to_string(),
        unlinked: Some(real),
    };
    set_result(call, Concept::GeneralizedMatrix(Arc::new(matrix)))
}

pub fn asse_vect_gene(call: &Call, _context: &mut Context<'_>) -> Outcome {
    if call.is("METHODE", "INITIAL")
        && let Some(Concept::GeneralizedNumbering(numbering)) = call.concept("NUME_DDL_GENE")
        && !numbering.coupling.as_ref().is_some_and(|c| c.eliminated)
    {
        // An initial state: nothing is assembled, but where the numbering eliminates the links.
        let values = DVector::zeros(numbering.size);
        let vector = GeneralizedVector { numbering: numbering.clone(), values, imaginary: None, unlinked: None };
        return set_result(call, Concept::GeneralizedVector(Arc::new(vector)));
    }
    let (numbering, coupling) = numbering(call)?;
    let model = &coupling.model;
    let mut real = vec![0.0; model.size()];
    let mut imaginary: Option<Vec<f64>> = None;
    for keywords in call.factor("CHAR_SOUS_STRUC") {
        let name = keywords.text_if_given("SOUS_STRUC").unwrap_or_default();
        let Some(rank) = model.part(&name) else {
            let known: Vec<&str> = model.parts.iter().map(|p| p.name.as_str()).collect();
            let error = keywords.error("SOUS_STRUC", "R721", format!("no sub-structure is named {name}"));
            return Err(Box::new(error.help(format!("there are {}", known.join(", ")))));
        };
        let Some(Concept::NodalField(field)) = keywords.concept("VECT_ASSE") else {
            return Err(entities::missing(keywords, "VECT_ASSE", "an assembled vector"));
        };
        let basis = &model.parts[rank].element.basis;
        let Some(support) = basis.numbering() else { continue };
        if basis.mesh.as_ref().is_some_and(|m| m.identity != field.mesh.identity) {
            let message = format!("this vector lies on another mesh than the sub-structure {name}");
            let help = "assemble it on the numbering of the basis of that sub-structure, in its own axes";
            return Err(Box::new(keywords.error("VECT_ASSE", "R726", message).help(help)));
        }
        let first: usize = model.parts[..rank].iter().map(|p| p.element.basis.len()).sum();
        let shapes: Vec<&[f64]> = basis.iter().map(|m| m.values.as_slice()).collect();
        let (own, own_imaginary) = on_numbering(field, support);
        let add = |sum: &mut [f64], force: &[f64]| {
            let terms = project_force(&shapes, force);
            sum[first..].iter_mut().zip(terms).for_each(|(s, x)| *s += x);
        };
        add(&mut real, &own);
        if let Some(own) = own_imaginary {
            add(imaginary.get_or_insert_with(|| vec![0.0; model.size()]), &own);
        }
    }
    let reduce = |v: &[f64]| {
        let columns: Vec<&[f64]> =
            coupling.transformation.as_slice().chunks_exact(coupling.transformation.nrows()).collect();
        DVector::from_vec(project_force(&columns, v))
    };
    let vector = GeneralizedVector {
        numbering: numbering.clone(),
        values: reduce(&real),
        imaginary: imaginary.as_deref().map(reduce),
        unlinked: Some(DVector::from_vec(real)),
    };
    set_result(call, Concept::GeneralizedVector(Arc::new(vector)))
}

fn numbering(call: &Call) -> Result<(Arc<GeneralizedNumbering>, Arc<Coupling>), CallError> {
    match call.concept("NUME_DDL_GENE") {
        Some(Concept::GeneralizedNumbering(numbering)) => match &numbering.coupling {
            Some(coupling) => Ok((numbering.clone(), coupling.clone())),
            None => {
                let message = "this numbering belongs to a basis, not to a model of sub-structures";
                let help = "NUME_DDL_GENE(MODELE_GENE=...); PROJ_MATR_BASE projects on a basis";
                Err(Box::new(call.error("NUME_DDL_GENE", "R723", message).help(help)))
            }
        },
        _ => Err(entities::missing(call, "NUME_DDL_GENE", "a numbering")),
    }
}

/// One block a sub-structure.
fn blocks(model: &SubstructuredModel, of: impl Fn(&MacroElement) -> Option<&DMatrix<f64>>) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(model.size(), model.size());
    let mut first = 0;
    for part in &model.parts {
        let n = part.element.basis.len();
        if let Some(block) = of(&part.element) {
            matrix.view_mut((first, first), (n, n)).copy_from(block);
        }
        first += n;
    }
    matrix
}
