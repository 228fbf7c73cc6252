//! Generalised mass, stiffness and damping, and the speed of a rotor.

use std::sync::Arc;

use super::coordinates::Coordinates;
use super::keywords::{refuse, spelling};
use super::{excitation, under_flow};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, GeneralizedMatrix, ModeSet, Storage};
use crate::diag::Diagnostic;
use crate::kernel::transient::matrix::Square;
use crate::kernel::transient::{Coefficients, Damping, Rotation, System, SystemFault};
use crate::operators::Context;
use crate::operators::call::coefficients::doubt_negative_damping;
use crate::operators::matrices::substructures::LinkedCoordinates;
use crate::operators::results::restitution::on_structure;
use crate::verdict::significant;

pub(super) struct Matrices {
    pub coordinates: Coordinates,
    pub system: System,
}

/// The basis and the equation of the matrices of a call, whose links, if it has any, are eliminated.
pub fn modal_system(call: &Call, context: &mut Context<'_>) -> Result<(Arc<ModeSet>, System), CallError> {
    let Matrices { coordinates, system } = read(call, context, false)?;
    Ok((coordinates.basis, system))
}

/// `linked` tells whether the multipliers of links belong to the state, for matrices of coupled sub-structures.
pub(super) fn read(call: &Call, context: &mut Context<'_>, linked: bool) -> Result<Matrices, CallError> {
    let mass_name = spelling(call, &["MATR_MASS", "MASS_GENE"]);
    let stiffness_name = spelling(call, &["MATR_RIGI", "RIGI_GENE"]);
    let mass = generalized_matrix(call, mass_name)?;
    let size = mass.numbering.size;
    let stiffness = same_size(call, stiffness_name, generalized_matrix(call, stiffness_name)?, size)?;
    let basis = mass.numbering.basis.clone();
    let damping = read_damping(call, context, mass, stiffness, &basis)?;
    let rotation = read_rotation(call, size)?;
    // Shapes of a second projection are followed down to the mesh, where nodes are designated.
    let basis = on_structure(&basis).unwrap_or(basis);
    let ways = mass.numbering.coupling.as_ref().map(|coupling| LinkedCoordinates::new(coupling, &basis));
    let kept = mass.numbering.coupling.as_ref().is_some_and(|c| !c.eliminated);
    let completed = ways.as_ref().filter(|_| linked && rotation.is_none()).and_then(|ways| {
        let given = match &damping {
            Damping::None => None,
            _ => Some(generalized_matrix(call, spelling(call, &["MATR_AMOR", "AMOR_GENE"])).ok()?),
        };
        ways.matrices(mass, given, stiffness).filter(|_| kept)
    });
    if linked && kept && completed.is_none() {
        context.say(
            "the links of the sub-structures are eliminated: their multipliers take part in the control of the step with matrices \
             of ASSE_MATR_GENE alone, no damping by mode and a constant speed of rotation",
        );
    }
    let coordinates = Coordinates::new(basis, size, ways, completed.is_some());
    let system = match completed {
        Some(matrices) => System::linked(matrices),
        None => {
            let given = (coefficients(mass), coefficients(stiffness), damping);
            let (m, k, c) = under_flow::replaced(call, context, &mass.numbering.basis, given)?;
            System::new(m, k, c, rotation)
        }
    };
    let system = system.map_err(|fault| {
        let (keyword, code, help) = match &fault {
            SystemFault::NegativeMass { .. } => {
                (mass_name, "N309", "a generalised mass is positive: check the masses of the model and the basis")
            }
            SystemFault::SingularMass(_) => (
                mass_name,
                "N304",
                "a full mass matrix must have an inverse: project on independent shapes that all move some mass",
            ),
            SystemFault::RotationNeedsFull => {
                ("VITESSE_VARIABLE", "R302", "project all matrices with STOCKAGE='PLEIN' (NUME_DDL_GENE or PROJ_BASE)")
            }
            SystemFault::NotFinite { .. } => {
                (mass_name, "N309", "check the matrices and the basis that were projected")
            }
            SystemFault::Sizes { .. } => {
                (stiffness_name, "R301", "project all matrices with the same numbering (NUME_DDL_GENE)")
            }
        };
        refuse(call, keyword, code, sentence(&fault, mass_name), help)
    })?;
    Ok(Matrices { coordinates, system })
}

/// Modes are numbered from 1 in studies.
fn sentence(fault: &SystemFault, mass_name: &str) -> String {
    match fault {
        SystemFault::NegativeMass { mode, mass } => {
            format!("{mass_name}: the generalised mass of mode {} is negative: {mass:e} kg", mode + 1)
        }
        SystemFault::NotFinite { matrix, mode } => {
            format!("the generalised {matrix} of mode {} is not a finite number", mode + 1)
        }
        other => other.to_string(),
    }
}

/// The generalised matrix given for a keyword.
pub(super) fn generalized_matrix<'c>(
    keywords: &'c Keywords,
    keyword: &str,
) -> Result<&'c GeneralizedMatrix, CallError> {
    match keywords.concept(keyword) {
        Some(Concept::GeneralizedMatrix(matrix)) => Ok(matrix),
        _ => {
            let message = format!("{keyword} is missing, or is not a generalised matrix");
            Err(refuse(keywords, keyword, "R301", message, "make it with PROJ_BASE or PROJ_MATR_BASE"))
        }
    }
}

fn same_size<'c>(
    keywords: &Keywords,
    keyword: &str,
    matrix: &'c GeneralizedMatrix,
    size: usize,
) -> Result<&'c GeneralizedMatrix, CallError> {
    if matrix.numbering.size == size {
        return Ok(matrix);
    }
    let message = format!("{keyword} has {} generalised coordinates where the mass has {size}", matrix.numbering.size);
    Err(refuse(keywords, keyword, "R301", message, "project all matrices with the same numbering (NUME_DDL_GENE)"))
}

fn coefficients(matrix: &GeneralizedMatrix) -> Coefficients {
    let size = matrix.numbering.size;
    match matrix.numbering.storage {
        Storage::Diagonal => Coefficients::Diagonal((0..size).map(|i| matrix.values[(i, i)]).collect()),
        Storage::Full if size == 1 => Coefficients::Diagonal(vec![matrix.values[(0, 0)]]),
        Storage::Full => Coefficients::Full(square(matrix)),
    }
}

fn square(matrix: &GeneralizedMatrix) -> Square {
    Square::from_fn(matrix.numbering.size, |i, j| matrix.values[(i, j)])
}

fn read_damping(
    call: &Call,
    context: &mut Context<'_>,
    mass: &GeneralizedMatrix,
    stiffness: &GeneralizedMatrix,
    basis: &ModeSet,
) -> Result<Damping, CallError> {
    let size = mass.numbering.size;
    let matrix_name = spelling(call, &["MATR_AMOR", "AMOR_GENE"]);
    if call.has(matrix_name) {
        let matrix = same_size(call, matrix_name, generalized_matrix(call, matrix_name)?, size)?;
        let coefficients = coefficients(matrix);
        if let Coefficients::Full(c) = &coefficients {
            warn_above_critical(call, context, matrix_name, c, mass, stiffness);
        }
        return Ok(Damping::Matrix(coefficients));
    }
    let place = call.one("AMOR_MODAL").unwrap_or(call);
    let given = match place.concept("LIST_AMOR") {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => place.reals("AMOR_REDUIT"),
    };
    if let Some(ratio) = given.iter().find(|ratio| **ratio > 1.0) {
        let message = format!("the damping ratio {ratio} is {} % of critical damping", significant(100.0 * ratio, 4));
        let help = match *ratio <= 100.0 {
            true => format!("damping ratios are fractions: {ratio} % is {}", significant(ratio / 100.0, 4)),
            false => "damping ratios are fractions: 5 % is 0.05".to_string(),
        };
        context.warn(Diagnostic::warning("N312", message).help(help).at_if_absent(place.span_of("AMOR_REDUIT")));
    }
    doubt_negative_damping(context, place, &given);
    if !given.is_empty() {
        return Ok(Damping::Reduced(one_for_each_mode(place, context, given, size)));
    }
    if place.has("AMOR_REDUIT") || place.has("LIST_AMOR") || call.one("AMOR_MODAL").is_some() {
        return Ok(Damping::None);
    }
    let diagonal = |m: &GeneralizedMatrix| m.numbering.storage == Storage::Diagonal || size == 1;
    let of_mode = |i: usize| basis.get(i).and_then(|m| m.parameter("AMOR_REDUIT"));
    if diagonal(mass) && diagonal(stiffness) && of_mode(0).is_some_and(|xi| xi.is_finite()) {
        let xi = (0..size).map(|i| of_mode(i).filter(|xi| xi.is_finite()).unwrap_or(0.0)).collect();
        return Ok(Damping::Reduced(xi));
    }
    Ok(Damping::None)
}

/// Cuts a list of reduced dampings to the number of modes, or repeats its last value.
pub fn one_for_each_mode(place: &Keywords, context: &mut Context<'_>, mut given: Vec<f64>, size: usize) -> Vec<f64> {
    let count = given.len();
    if count > size {
        let message = format!("{count} reduced dampings are given for {size} modes: the first {size} are used");
        context.warn(Diagnostic::warning("N312", message).at_if_absent(place.span_of("AMOR_REDUIT")));
    } else if count < size && count > 1 {
        let last = given[count - 1];
        context.say(format!("reduced damping: modes {} to {size} have that of mode {count}, {last}", count + 1));
    }
    let last = given.last().copied().unwrap_or(0.0);
    given.resize(size, last);
    given
}

fn warn_above_critical(
    call: &Call,
    context: &mut Context<'_>,
    keyword: &str,
    damping: &Square,
    mass: &GeneralizedMatrix,
    stiffness: &GeneralizedMatrix,
) {
    for i in 0..damping.size() {
        let critical = 2.0 * (mass.values[(i, i)] * stiffness.values[(i, i)]).abs().sqrt();
        let value = damping.at(i, i);
        if value > critical {
            let message =
                format!("{keyword}: the damping of mode {} is above critical: {value:e} for {critical:e}", i + 1);
            context.warn(Diagnostic::warning("N312", message).at_if_absent(call.span_of(keyword)));
        }
    }
}

fn read_rotation(call: &Call, size: usize) -> Result<Option<Rotation>, CallError> {
    if !call.is("VITESSE_VARIABLE", "OUI") {
        return Ok(None);
    }
    let speed = excitation::function_of_time(call, "VITE_ROTA")?;
    let acceleration =
        if call.has("ACCE_ROTA") { Some(excitation::function_of_time(call, "ACCE_ROTA")?) } else { None };
    let matrix = |name: &str| -> Result<Square, CallError> {
        Ok(square(same_size(call, name, generalized_matrix(call, name)?, size)?))
    };
    let stiffness = if call.has("MATR_RIGY") { Some(matrix("MATR_RIGY")?) } else { None };
    Ok(Some(Rotation::new(speed, acceleration, matrix("MATR_GYRO")?, stiffness)))
}
