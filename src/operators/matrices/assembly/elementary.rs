//! Element matrices of a model, for one option.

use indexmap::IndexMap;

use super::material::{elasticity, material_of};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{ElementField, ElementProperties, MaterialField, Model, Modelisation};
use crate::kernel::assembly::ElementTerm;
use crate::kernel::elements::{
    CellProperties, DiscreteMatrix, Frame, Member, SquareMatrix, beam_gyroscopy, beam_spin_up, disc_gyroscopy,
    disc_spin_up,
};
use crate::kernel::mesh::Mesh;

/// What the matrices are made of.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub option: &'a str,
    pub mesh: &'a Mesh,
    pub model: &'a Model,
    pub properties: Option<&'a ElementProperties>,
    pub materials: Option<&'a MaterialField>,
    /// Cells to keep (all when `None`).
    pub cells: Option<&'a [usize]>,
    /// Matrices a Rayleigh damping is made of, when they are given.
    pub stiffness: Option<&'a [ElementTerm]>,
    pub mass: Option<&'a [ElementTerm]>,
    /// Forces in beams and bars at their integration points, for the geometric stiffness.
    pub forces: Option<&'a ElementField>,
}

/// One matrix for each cell that has one. `keywords` places the errors.
pub fn element_matrices(request: &Request<'_>, keywords: &Keywords) -> Result<Vec<ElementTerm>, CallError> {
    let built = [
        "RIGI_MECA",
        "MASS_MECA",
        "MASS_MECA_DIAG",
        "AMOR_MECA",
        "RIGI_MECA_HYST",
        "RIGI_GEOM",
        "MECA_GYRO",
        "RIGI_GYRO",
    ];
    if !built.contains(&request.option) {
        let message = format!("element matrices {} are not implemented", request.option);
        let mut error = keywords.error("OPTION", "R140", message);
        error.help = Some(format!("built: {}.", built.join(", ")));
        return Err(error);
    }
    let mut terms = Vec::new();
    let Some(properties) = request.properties else { return Ok(terms) };
    let all: Vec<usize>;
    let cells = match request.cells {
        Some(cells) => cells,
        None => {
            all = (0..request.mesh.cells.len()).collect();
            &all
        }
    };
    for &cell in cells {
        let (Some(modelisation), Some(given)) = (request.model.modelisations[cell], properties.cells.get(cell)) else {
            continue;
        };
        let term = if modelisation.is_discrete() {
            discrete(request, cell, modelisation, given)
        } else {
            straight(request, cell, modelisation, given, keywords)?
        };
        terms.extend(term);
    }
    Ok(terms)
}

fn discrete(
    request: &Request<'_>,
    cell: usize,
    modelisation: Modelisation,
    given: &CellProperties,
) -> Option<ElementTerm> {
    let source: &DiscreteMatrix = match request.option {
        "RIGI_MECA" | "RIGI_MECA_HYST" => given.stiffness.as_deref()?,
        "MASS_MECA" | "MASS_MECA_DIAG" => given.mass.as_deref()?,
        "AMOR_MECA" => given.damping.as_deref()?,
        "MECA_GYRO" | "RIGI_GYRO" => return disc(request, cell, modelisation, given),
        _ => return None,
    };
    let matrix = source.in_global(given.angles, modelisation);
    let mut term = term(request, cell, matrix, source.symmetric);
    if request.option == "RIGI_MECA_HYST" {
        term.imaginary = term.values.iter().map(|k| k * source.loss_factor).collect();
    }
    Some(term)
}

/// Gyroscopy and angular acceleration of a disc: a point with rotations, by its polar inertia.
fn disc(request: &Request<'_>, cell: usize, modelisation: Modelisation, given: &CellProperties) -> Option<ElementTerm> {
    if modelisation != Modelisation::DisTr || request.mesh.cells[cell].nodes.len() != 1 {
        return None;
    }
    let mass = given.mass.as_deref()?;
    let local = match request.option {
        "MECA_GYRO" => disc_gyroscopy(mass.in_local(given.angles, modelisation).get(3, 3)),
        // The inertia as it was given, in whatever frame.
        _ => disc_spin_up(mass.matrix.get(3, 3)),
    };
    Some(term(request, cell, local.to_global(&Frame::from_angles(given.angles), &[3, 3]), false))
}

/// Kept slips in the matrices of an option.
pub fn kept_slips(request: &Request<'_>, terms: &[ElementTerm]) -> Vec<&'static str> {
    let Some(properties) = request.properties else { return Vec::new() };
    if request.option == "MASS_MECA" {
        let section = |term: &ElementTerm| properties.cells.get(term.cell).and_then(|cell| cell.section);
        let is_offset = |term: &ElementTerm| section(term).is_some_and(|s| s.start.ez + s.end.ez != 0.0);
        return if terms.iter().any(is_offset) { vec!["offset-mass"] } else { Vec::new() };
    }
    if request.option != "RIGI_GYRO" {
        return Vec::new();
    }
    let kind = |term: &ElementTerm| request.model.modelisations.get(term.cell).copied().flatten();
    let is_disc = |term: &ElementTerm| kind(term).is_some_and(|m| m.is_discrete());
    let turned = |term: &ElementTerm| {
        let given = properties.cells.get(term.cell);
        given.is_some_and(|g| g.angles != [0.0; 3] && g.mass.as_deref().is_some_and(|mass| !mass.local))
    };
    let mut slips = Vec::new();
    if terms.iter().any(|term| !is_disc(term)) {
        slips.push("angular-acceleration-of-beams");
    }
    if terms.iter().any(|term| is_disc(term) && turned(term)) {
        slips.push("disc-inertia-frame");
    }
    slips
}

/// Beams and bars.
fn straight(
    request: &Request<'_>,
    cell: usize,
    modelisation: Modelisation,
    given: &CellProperties,
    keywords: &Keywords,
) -> Result<Option<ElementTerm>, CallError> {
    let Some(section) = given.section else { return Ok(None) };
    if request.option == "RIGI_GEOM" {
        // Of the material only the forces remain.
        let member = Member::new(request.mesh.length(cell), section, elasticity(&IndexMap::new()), modelisation);
        return geometric(request, cell, &member, given, keywords);
    }
    let law = material_of(request.materials, request.mesh, cell, keywords)?;
    let damping = |name: &str| law.get(name).copied().unwrap_or(0.0);
    let member = Member::new(request.mesh.length(cell), section, elasticity(&law), modelisation);
    let local = match request.option {
        "RIGI_MECA" | "RIGI_MECA_HYST" => member.stiffness(),
        "MASS_MECA" => member.mass(),
        "MASS_MECA_DIAG" => member.lumped_mass(),
        "AMOR_MECA" => {
            return rayleigh(request, cell, [damping("AMOR_ALPHA"), damping("AMOR_BETA")], &member, given);
        }
        "MECA_GYRO" => match member {
            Member::Beam(beam) => beam.suited(beam_gyroscopy(&beam)),
            Member::Bar(_) => return Ok(None),
        },
        _ => match member {
            Member::Beam(beam) => beam.suited(beam_spin_up(&beam)),
            Member::Bar(_) => return Ok(None),
        },
    };
    let symmetric = !matches!(request.option, "MECA_GYRO" | "RIGI_GYRO");
    let mut term = term(request, cell, member.to_global(local, given.angles), symmetric);
    if request.option == "RIGI_MECA_HYST" {
        let loss = damping("AMOR_HYST");
        term.imaginary = term.values.iter().map(|k| k * loss).collect();
    }
    Ok(Some(term))
}

/// Geometric stiffness of the forces given; none where they are not, nor of a bar.
fn geometric(
    request: &Request<'_>,
    cell: usize,
    member: &Member,
    given: &CellProperties,
    keywords: &Keywords,
) -> Result<Option<ElementTerm>, CallError> {
    let Some(field) = request.forces else {
        return Err(keywords.error("SIEF_ELGA", "R149", "a geometric stiffness needs the forces at rest"));
    };
    let Member::Beam(beam) = member else { return Ok(None) };
    let places = ["N", "VY", "VZ", "MT", "MFY", "MFZ", "BX"].map(|n| field.components.iter().position(|c| c == n));
    let at = |point: usize| places.map(|p| p.and_then(|c| field.value(cell, point, c)).map_or(0.0, |z| z.re));
    let points = match field.points(cell) {
        0 => return Ok(None),
        1 => [at(0); 3],
        3 => [at(0), at(1), at(2)],
        points => {
            let message = format!("the forces are known at {points} points of the beam M{}, not at 3", cell + 1);
            let help = "take SIEF_ELGA of a result: CREA_CHAMP(TYPE_CHAM='ELGA_SIEF_R', OPERATION='EXTR', ...)";
            return Err(Box::new(keywords.error("SIEF_ELGA", "R149", message).help(help)));
        }
    };
    let first_six = |[n, vy, vz, mt, mfy, mfz, _]: [f64; 7]| [n, vy, vz, mt, mfy, mfz];
    let local = match beam.warps {
        true => beam.warping_geometric_stiffness(&points),
        false => beam.geometric_stiffness(&[first_six(points[0]), first_six(points[2])]),
    };
    Ok(Some(term(request, cell, member.to_global(local, given.angles), true)))
}

/// `α K + β M`, of the matrices given, else of the consistent ones.
fn rayleigh(
    request: &Request<'_>,
    cell: usize,
    [alpha, beta]: [f64; 2],
    member: &Member,
    given: &CellProperties,
) -> Result<Option<ElementTerm>, CallError> {
    if alpha == 0.0 && beta == 0.0 {
        return Ok(None);
    }
    let made = |source: Option<&[ElementTerm]>, own: SquareMatrix| {
        let found = source.and_then(|terms| terms.iter().find(|t| t.cell == cell));
        found.map_or_else(|| member.to_global(own, given.angles).into_rows(), |t| t.values.clone())
    };
    let (k, m) = (made(request.stiffness, member.stiffness()), made(request.mass, member.mass()));
    let values = k.iter().zip(&m).map(|(k, m)| alpha * k + beta * m).collect();
    Ok(Some(ElementTerm { cell, dofs: request.model.cell_dofs(cell), values, imaginary: Vec::new(), symmetric: true }))
}

fn term(request: &Request<'_>, cell: usize, matrix: SquareMatrix, symmetric: bool) -> ElementTerm {
    ElementTerm {
        cell,
        dofs: request.model.cell_dofs(cell),
        values: matrix.into_rows(),
        imaginary: Vec::new(),
        symmetric,
    }
}
