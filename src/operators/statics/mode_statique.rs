//! MODE_STATIQUE: static responses to unit displacements, unit forces and uniform accelerations.

use std::sync::Arc;

use indexmap::IndexMap;

use super::selection::select;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, MatrixValue, Mode, ModeSet, ModeSupport, Shape};
use crate::diag::{Diagnostic, Faults};
use crate::kernel::assembly::{Component, Numbering, SparseMatrix};
use crate::kernel::mesh::Mesh;
use crate::kernel::modal::{ModalParameters, Participation, StaticFault, StaticSolver, translations};
use crate::operators::call::lost_digits::{Rows, help_with};
use crate::operators::{Context, Outcome, counted, set_result};

/// What one shape answers to.
enum Cause {
    /// Unit displacement of an imposed unknown.
    Displacement(usize),
    /// Unit force on a free unknown.
    Force(usize),
    /// Uniform unit acceleration, and its name.
    Acceleration([f64; 3], String),
    /// Unit acceleration of one unknown: of a support when it is imposed.
    OneAcceleration(usize),
}

struct StaticModeArguments {
    stiffness: Arc<MatrixValue>,
    mass: Option<Arc<MatrixValue>>,
    causes: Vec<Cause>,
}

pub fn mode_statique(call: &Call, context: &mut Context<'_>) -> Outcome {
    let arguments = read(call, context)?;
    let numbering = arguments.stiffness.matrix.numbering.clone();
    let stiffness = real(call, "MATR_RIGI", &arguments.stiffness)?;
    let rows = Rows::of(&arguments.stiffness);
    let mass = match &arguments.mass {
        Some(matrix) => Some(real(call, "MATR_MASS", matrix)?),
        None => None,
    };
    let solver = StaticSolver::new(stiffness, &numbering.constraints)
        .map_err(|fault| static_error(call, "MATR_RIGI", rows, &fault))?;
    let participation = mass.map(|m| (m, Participation::new(m, &translations(&numbering))));
    let (mut modes, mut lost) = (Vec::with_capacity(arguments.causes.len()), None);
    for cause in &arguments.causes {
        let values =
            respond(cause, &solver, &numbering, mass).map_err(|fault| static_error(call, "MATR_RIGI", rows, &fault))?;
        lost = lost.or_else(|| rows.warning_of(stiffness, &values, || format!("static shape {} is", modes.len() + 1)));
        let parameters = participation.as_ref().map(|(m, p)| p.parameters(stiffness, m, &values));
        modes.push(mode(cause, values, &numbering, parameters, modes.len() as i64 + 1));
    }
    lost.into_iter().for_each(|warning| context.warn(warning.at_if_absent(call.span_of("MATR_RIGI"))));
    let model = arguments.stiffness.numbering.model.clone();
    let mesh = model.as_ref().map(|m| m.mesh.clone());
    let set = ModeSet::new(mesh, model, ModeSupport::Physical(numbering), modes);
    let matrices = [Some(arguments.stiffness), arguments.mass, None];
    set_result(call, Concept::Modes(Arc::new(set.with_matrices(matrices))))
}

fn read(call: &Call, context: &Context<'_>) -> Result<StaticModeArguments, CallError> {
    let stiffness = call.matrix("MATR_RIGI")?;
    let mass = match call.concept("MATR_MASS") {
        Some(Concept::Matrix(matrix)) => Some(matrix.clone()),
        _ => None,
    };
    let numbering = &stiffness.matrix.numbering;
    if let Some(mass) = &mass
        && mass.matrix.numbering.dofs() != numbering.dofs()
    {
        let message = "MATR_MASS and MATR_RIGI are not numbered alike";
        return Err(Box::new(call.error("MATR_MASS", "R202", message).help("assemble both with one NUME_DDL")));
    }
    let empty = Mesh::default();
    let mesh = match &stiffness.numbering.model {
        Some(model) => context.latest_mesh(call, &model.mesh).as_ref(),
        None => &empty,
    };
    let causes = read_causes(call, mesh, numbering)?;
    Ok(StaticModeArguments { stiffness: stiffness.clone(), mass, causes })
}

/// Displacements, forces and accelerations of one unknown, each by the rank of the unknown, then uniform accelerations in
/// the order of the study.
fn read_causes(call: &Call, mesh: &Mesh, numbering: &Numbering) -> Result<Vec<Cause>, CallError> {
    let imposed = numbering.imposed();
    let (mut displacements, mut forces, mut supports) = (Vec::new(), Vec::new(), Vec::new());
    let mut accelerations = Vec::new();
    let mut faults = Faults::default();
    for level in call.factor("MODE_STAT") {
        displacements.extend(faults.keep(filtered(level, mesh, numbering, &imposed, true)).into_iter().flatten());
    }
    for level in call.factor("FORCE_NODALE") {
        forces.extend(faults.keep(filtered(level, mesh, numbering, &imposed, false)).into_iter().flatten());
    }
    for level in call.factor("PSEUDO_MODE") {
        if level.has("AXE") || level.has("DIRECTION") {
            faults.keep(read_uniform(level, &mut accelerations));
        } else {
            supports.extend(faults.keep(select(level, mesh, numbering)).into_iter().flat_map(|selected| selected.dofs));
        }
    }
    faults.end()?;
    for dofs in [&mut displacements, &mut forces, &mut supports] {
        dofs.sort_unstable();
        dofs.dedup();
    }
    let causes = displacements.into_iter().map(Cause::Displacement);
    let causes = causes.chain(forces.into_iter().map(Cause::Force));
    Ok(causes.chain(supports.into_iter().map(Cause::OneAcceleration)).chain(accelerations).collect())
}

/// The unknowns selected that are imposed (or free): the others are passed over when components are not
/// named one by one, or nodes neither.
fn filtered(
    level: &Keywords,
    mesh: &Mesh,
    numbering: &Numbering,
    imposed: &[bool],
    wanted: bool,
) -> Result<Vec<usize>, CallError> {
    let selected = select(level, mesh, numbering)?;
    let wrong = selected.dofs.iter().find(|&&d| imposed[d] != wanted);
    if let (Some(&wrong), true, true) = (wrong, selected.named, level.has("AVEC_CMP")) {
        let dof = numbering.dofs()[wrong];
        let place = format!("{} of node N{}", dof.component.name(), dof.node + 1);
        let (message, help) = match wanted {
            true => (
                format!("{place} is free: a unit displacement can only be given to an unknown that a load fixes"),
                "fix it with DDL_IMPO in the loads of the stiffness, or use FORCE_NODALE",
            ),
            false => (
                format!("{place} is fixed: a unit force on it gives no displacement"),
                "choose unknowns that no DDL_IMPO fixes, or use MODE_STAT",
            ),
        };
        return Err(Box::new(level.error("AVEC_CMP", "R223", message).help(help)));
    }
    Ok(selected.dofs.into_iter().filter(|&d| imposed[d] == wanted).collect())
}

/// Adds the uniform accelerations of an occurrence; one without a name is called by its rank among them.
fn read_uniform(level: &Keywords, all: &mut Vec<Cause>) -> Result<(), CallError> {
    if level.has("AXE") {
        let axis = |name: Arc<str>| {
            let d = ["X", "Y", "Z"].iter().position(|a| *a == &*name).unwrap_or(0);
            Cause::Acceleration([0, 1, 2].map(|i| if i == d { 1.0 } else { 0.0 }), format!("ACCE    {name}"))
        };
        all.extend(level.texts("AXE").into_iter().map(axis));
        return Ok(());
    }
    let direction = level.reals("DIRECTION");
    let length = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length == 0.0 || direction.len() != 3 {
        return Err(level.error("DIRECTION", "R224", format!("DIRECTION={direction:?} is no direction of space")));
    }
    let name = level.text_if_given("NOM_DIR").map_or_else(|| format!("DIR_{}", all.len() + 1), |t| t.to_string());
    all.push(Cause::Acceleration([0, 1, 2].map(|i| direction[i] / length), format!("ACCE    {name}")));
    Ok(())
}

fn respond(
    cause: &Cause,
    solver: &StaticSolver<'_>,
    numbering: &Numbering,
    mass: Option<&SparseMatrix<f64>>,
) -> Result<Vec<f64>, StaticFault> {
    let n = numbering.len();
    let unit = |dof: usize| (0..n).map(|i| if i == dof { 1.0 } else { 0.0 }).collect::<Vec<f64>>();
    let inertia = |motion: &[f64]| {
        let mut force = vec![0.0; n];
        if let Some(mass) = mass {
            mass.multiply(motion, &mut force);
        }
        force
    };
    let moved = |dof: usize| solver.moved(dof, &numbering.constraints);
    match cause {
        Cause::Displacement(dof) => moved(*dof),
        Cause::Force(dof) => Ok(solver.response(&unit(*dof))),
        // The structure follows the support statically: that motion, accelerated, is what inertia resists.
        Cause::OneAcceleration(dof) if numbering.imposed()[*dof] => Ok(solver.response(&inertia(&moved(*dof)?))),
        Cause::OneAcceleration(dof) => Ok(solver.response(&inertia(&unit(*dof)))),
        Cause::Acceleration(direction, _) => {
            let along = |c: Component| if c.is_translation() { direction[c as usize] } else { 0.0 };
            let motion: Vec<f64> = numbering.dofs().iter().map(|d| along(d.component)).collect();
            Ok(solver.response(&inertia(&motion)))
        }
    }
}

fn mode(
    cause: &Cause,
    values: Vec<f64>,
    numbering: &Numbering,
    parameters: Option<ModalParameters>,
    number: i64,
) -> Mode {
    let (dof, kind, name) = match cause {
        Cause::Displacement(dof) => (Some(*dof), "DEPL_IMPO", None),
        Cause::Force(dof) => (Some(*dof), "FORC_IMPO", None),
        Cause::OneAcceleration(dof) => (Some(*dof), "ACCE_DDL_IMPO", None),
        Cause::Acceleration(_, name) => (None, "ACCE_IMPO", Some(name.clone())),
    };
    let place = dof.map(|d| numbering.dofs()[d]);
    let name = name.or(place.map(|p| format!("{:<8}{}", p.node + 1, p.component.name())));
    let mut table = IndexMap::from([("FREQ".to_string(), 0.0), ("OMEGA2".to_string(), 0.0)]);
    if let Some(p) = parameters {
        table.insert("MASS_GENE".into(), p.mass);
        table.insert("RIGI_GENE".into(), p.stiffness);
        for (d, axis) in ["DX", "DY", "DZ"].iter().enumerate() {
            table.insert(format!("FACT_PARTICI_{axis}"), p.participation[d]);
            table.insert(format!("MASS_EFFE_{axis}"), p.effective_mass[d]);
            table.insert(format!("MASS_EFFE_UN_{axis}"), p.effective_fraction[d]);
        }
    }
    let mut labels = IndexMap::from([
        ("TYPE_MODE".to_string(), "MODE_STA".to_string()),
        ("TYPE_DEFO".to_string(), kind.to_string()),
        ("NOEUD_CMP".to_string(), name.unwrap_or_default()),
    ]);
    if let Cause::Acceleration([x, y, z], _) = cause {
        labels.insert("DIRECTION".to_string(), format!("{x} {y} {z}"));
    }
    Mode {
        shape: Shape::Static { node: place.map(|p| p.node), component: place.map(|p| p.component) },
        values,
        imaginary: Vec::new(),
        number,
        parameters: table,
        labels,
        fields: IndexMap::new(),
    }
}

fn real<'m>(call: &Call, name: &str, matrix: &'m MatrixValue) -> Result<&'m SparseMatrix<f64>, CallError> {
    matrix.matrix.real().ok_or_else(|| call.error(name, "R201", format!("{name} is complex; static shapes are real")))
}

/// A fault of the static solver in the words of a study.
pub fn static_error(keywords: &Keywords, name: &str, rows: Rows<'_>, fault: &StaticFault) -> CallError {
    let numbering = rows.numbering;
    let (message, help) = match fault {
        StaticFault::Free { unknown } => {
            let place = numbering
                .dofs()
                .get(*unknown)
                .map_or(String::new(), |d| format!("{} of node N{}", d.component.name(), d.node + 1));
            (
                format!("the structure is free to move: nothing holds {place}"),
                "fix rigid motions and unknowns without stiffness with DDL_IMPO in the loads of the stiffness",
            )
        }
        StaticFault::Loaded { unknown } => {
            let place = numbering
                .dofs()
                .get(*unknown)
                .map_or(String::new(), |d| format!("{} of node N{}", d.component.name(), d.node + 1));
            (
                format!("the structure is free to move, and a load acts on that motion: nothing holds {place}"),
                "hold it with DDL_IMPO, or remove the component of the load along it",
            )
        }
        StaticFault::Constraint(fault) => {
            (fault.to_string(), "two loads impose different values on one unknown: keep one of them")
        }
    };
    let cause = if let StaticFault::Constraint(_) = fault { None } else { rows.cause() };
    Box::new(keywords.error(name, "N212", message).help(help_with(cause, help)))
}

/// Says which motions are kept at 0 because nothing holds them (NPREC < 0, near keyword `name`).
pub fn tell_free(solver: &StaticSolver<'_>, numbering: &Numbering, call: &Call, name: &str, context: &mut Context<'_>) {
    let free = solver.kept_still();
    let Some(first) = free.first().and_then(|dof| numbering.dofs().get(*dof)) else { return };
    let others = match free.len() {
        1 => String::new(),
        n => format!(" and {}", counted(n as u64 - 1, "other unknown")),
    };
    let place = format!("{} of node N{}", first.component.name(), first.node + 1);
    let message =
        format!("the structure is free to move: {place}{others} stay at 0, the motion they begin means nothing");
    let warning = Diagnostic::warning("N217", message).at_if_absent(call.span_of(name));
    context.warn(warning.help("hold these motions with DDL_IMPO, and NPREC need not be negative"));
}
