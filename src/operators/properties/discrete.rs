//! Matrices of discrete elements: DISCRET and DISCRET_2D.

use std::sync::Arc;

use super::super::{Context, entities};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Model, Modelisation};
use crate::diag::Diagnostic;
use crate::kernel::elements::{CellProperties, DiscreteCode, DiscreteFault, DiscreteMatrix, Letter};
use crate::kernel::mesh::{CellKind, Mesh};

/// Applies one occurrence; a later one with the same letter replaces the matrix of a cell.
pub fn assign(
    keywords: &Keywords,
    plane: bool,
    mesh: &Mesh,
    model: &Model,
    cells: &mut [CellProperties],
    ctx: &mut Context<'_>,
) -> Result<(), CallError> {
    let name = keywords.text("CARA").unwrap_or_else(|| "".into());
    let Some(code) = DiscreteCode::from_name(&name) else {
        return Err(keywords.error("CARA", "R123", format!("`{name}` is no code of a discrete element")));
    };
    let whole = keywords.is("SYME", "NON") && !code.diagonal;
    let values = keywords.reals("VALE");
    let mut matrix = code.matrix(plane, !whole, &values).map_err(|fault| tell(keywords, &name, fault))?;
    // Code_Aster keeps the symmetric part of plane stiffnesses, and of these only.
    let reduced = whole && plane && code.letter == Letter::Stiffness;
    if reduced {
        matrix = matrix.symmetric_part();
        ctx.warn(kept_symmetric(keywords, &name));
    }
    let matrix = Arc::new(DiscreteMatrix {
        matrix,
        local: keywords.is("REPERE", "LOCAL"),
        symmetric: !whole || reduced,
        loss_factor: keywords.real("AMOR_HYST").unwrap_or(0.0),
    });
    let mut group = entities::cell_groups(keywords, "GROUP_MA", mesh)?;
    group.extend(entities::named_cells(keywords, "MAILLE", mesh)?);
    let is_discrete = |c: &usize| model.modelisations[*c].is_some_and(Modelisation::is_discrete);
    let discrete: Vec<usize> = group.iter().copied().filter(is_discrete).collect();
    if discrete.is_empty() {
        let message = format!("none of the {} cells carries a discrete element", group.len());
        let mut error = keywords.error("GROUP_MA", "R124", message);
        error.help = Some("AFFE_MODELE must give them DIS_T, DIS_TR, 2D_DIS_T or 2D_DIS_TR.".into());
        return Err(error);
    }
    for cell in discrete {
        check(keywords, &name, code, plane, mesh, model, cell)?;
        let properties = &mut cells[cell];
        let place = match code.letter {
            Letter::Stiffness => &mut properties.stiffness,
            Letter::Mass => &mut properties.mass,
            Letter::Damping => &mut properties.damping,
        };
        *place = Some(matrix.clone());
    }
    Ok(())
}

fn kept_symmetric(keywords: &Keywords, name: &str) -> Diagnostic {
    let message =
        format!("of a plane stiffness {name} with SYME='NON', the symmetric part alone is used, as in Code_Aster");
    let note = Diagnostic::note("R146", message).at_if_absent(keywords.span_of("SYME"));
    note.help("DISCRET (in space) keeps the whole matrix.")
}

/// The code must suit the shape of the cell and the unknowns of its modelisation.
fn check(
    keywords: &Keywords,
    name: &str,
    code: DiscreteCode,
    plane: bool,
    mesh: &Mesh,
    model: &Model,
    cell: usize,
) -> Result<(), CallError> {
    let Some(modelisation) = model.modelisations[cell] else { return Ok(()) };
    let two_nodes = mesh.cells[cell].kind == CellKind::Segment2;
    let rotations = matches!(modelisation, Modelisation::DisTr | Modelisation::PlaneDisTr);
    let is_right = (code.two_nodes, code.rotations, plane) == (two_nodes, rotations, modelisation.is_plane());
    if is_right {
        return Ok(());
    }
    let (t, n) = (if rotations { "TR" } else { "T" }, if two_nodes { "L" } else { "N" });
    let factor = if modelisation.is_plane() { "DISCRET_2D" } else { "DISCRET" };
    let label = format!("M{} ({})", cell + 1, mesh.cells[cell].label);
    let shape = mesh.cells[cell].kind.name();
    let message = format!("{name} does not suit cell {label}, a {shape} with {}", modelisation.name());
    let mut error = keywords.error("CARA", "R123", message);
    let letter = &name[..1];
    error.help = Some(format!("Its codes are {letter}_{t}_D_{n} and {letter}_{t}_{n}, under {factor}."));
    Err(error)
}

fn tell(keywords: &Keywords, name: &str, fault: DiscreteFault) -> CallError {
    match fault {
        DiscreteFault::ValueCount { expected, given } => {
            let message = format!("{name} takes {expected} values, {given} are given");
            keywords.error("VALE", "R125", message)
        }
        DiscreteFault::NotFinite { rank, value } => {
            keywords.error("VALE", "R126", format!("value {rank} of {name} is {value}"))
        }
        DiscreteFault::NegativeMass { what, value } => {
            let mut error = keywords.error("VALE", "R127", format!("{what} is negative in {name}: {value}"));
            error.help = Some(
                "A mass matrix must not have negative diagonal terms: masses are in kg, inertias in kg m².".into(),
            );
            error
        }
    }
}
