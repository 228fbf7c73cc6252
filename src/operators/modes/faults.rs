//! Faults of the eigensolvers, in the words of a study.

use super::matrices::Space;
use crate::catalogue::{CallError, Keywords};
use crate::kernel::assembly::SparseMatrix;
use crate::kernel::modal::EigenFault;

/// Names of the keywords that hold the two matrices.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    pub stiffness: &'static str,
    pub mass: &'static str,
}

/// Whether the column of an unknown is zero.
pub fn is_zero<T: Copy + Default + PartialEq + std::ops::AddAssign>(matrix: &SparseMatrix<T>, unknown: usize) -> bool {
    matrix.column(unknown).all(|(_, value)| value == T::default())
}

/// `bare` says whether an unknown that is left by the constraints has a zero column in each matrix of the problem.
pub fn eigen_error(
    keywords: &Keywords,
    names: Names,
    space: &Space,
    fault: &EigenFault,
    bare: impl Fn(usize) -> bool,
) -> CallError {
    let full = |unknown: usize| space.elimination.kept().get(unknown).copied().unwrap_or(unknown);
    let place = |unknown: usize| space.describe(full(unknown));
    let Names { stiffness, mass } = names;
    let (name, code, message, help) = match fault {
        EigenFault::NegativeMass { unknown, value } => (
            mass,
            "N201",
            format!("the mass of {} is negative: {value}", place(*unknown)),
            "masses and inertias are positive or zero: look at the M_ values of AFFE_CARA_ELEM and at RHO",
        ),
        EigenFault::IndefiniteMass { unknown } => (
            mass,
            "N201",
            format!("the mass matrix is not positive: it couples {} too strongly to the others", place(*unknown)),
            "a full mass matrix must be positive semi-definite: look at the M_ values of AFFE_CARA_ELEM",
        ),
        EigenFault::Undetermined { unknown } => (
            stiffness,
            "N202",
            match (0..space.elimination.kept().len()).filter(|u| bare(*u)).map(full).collect::<Vec<_>>() {
                all if all.len() > 1 => format!("{} have neither stiffness nor mass", space.describe_all(&all)),
                _ => format!("{} has neither stiffness nor mass", place(*unknown)),
            },
            "fix them with DDL_IMPO, give them a stiffness or a mass, or use a modelisation without them (DIS_T for DIS_TR)",
        ),
        EigenFault::IndefinitePencil { unknown } => (
            stiffness,
            "N203",
            format!("the structure without mass at {} can move freely or has a negative stiffness", place(*unknown)),
            "parts without mass must be held by positive stiffnesses: fix them with DDL_IMPO or give them mass",
        ),
        EigenFault::NotFinite => (
            stiffness,
            "N204",
            "a matrix holds a value that is not a finite number".to_string(),
            "look for a division by zero or an overflow in the element characteristics",
        ),
        EigenFault::TooLarge { size, limit } => (
            "OPTION",
            "N205",
            format!("all the modes of {size} unknowns are asked, the limit is {limit}"),
            "ask for a band (OPTION='BANDE') or for the lowest modes (OPTION='PLUS_PETITE')",
        ),
        EigenFault::NotConverged { found, expected } => (
            stiffness,
            "N206",
            format!("{found} modes were found where the Sturm sequence counts {expected}"),
            "move the bounds of the band a little, or ask for fewer modes at a time",
        ),
    };
    let mut error = keywords.error(name, code, message);
    error.help = Some(help.to_string());
    error
}
