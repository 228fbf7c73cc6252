//! Densities given between points (SPEC_CORR_CONV_3) on modes: cells of MODELE_INTERFACE, three points each.

use num_complex::Complex64;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, ModeSet, PairDensity};
use crate::diag::Diagnostic;
use crate::kernel::assembly::Component;
use crate::kernel::elements::Modelisation;
use crate::kernel::flow::{LoadedPoint, PairShapes, points_of_cell, projected_pairs};
use crate::operators::Context;
use crate::operators::call::entities::cell_groups;

/// Modes on which densities are projected: each a sum of shares of shapes, by their ranks.
pub(super) struct Shapes<'m> {
    pub(super) modes: &'m ModeSet,
    pub(super) shares: Vec<Vec<(usize, f64)>>,
}

/// The matrix of the modes at each frequency, row by row.
pub(super) fn densities(
    call: &Call,
    shapes: &Shapes<'_>,
    terms: &[&PairDensity],
    frequencies: &[f64],
    context: &mut Context<'_>,
) -> Result<Vec<Vec<Complex64>>, CallError> {
    let points = points(call, shapes.modes, context)?;
    let mut pairs = Vec::new();
    for term in terms {
        let [first, second] = term.components.map(|component| along(call, shapes, &points, component));
        pairs.push(PairShapes { first: first?, second: second? });
    }
    let density = |rank: usize, x: &[f64; 3], y: &[f64; 3], f: f64| {
        terms[rank].density.value(x, y, f).map_err(|fault| {
            let [c, d] = terms[rank].components.map(Component::name);
            let message =
                format!("the density of {c} with {d} has no value at {f} Hz between {x:?} and {y:?}: {fault}");
            call.error("SPEC_TURB", "R546", message)
        })
    };
    let found = projected_pairs(&points, &pairs, shapes.shares.len(), frequencies, density)?;
    warn_unless_hermitian(call, shapes.shares.len(), frequencies, &found, context);
    Ok(found)
}

/// The points of the cells that the turbulence acts on.
fn points(call: &Call, modes: &ModeSet, context: &Context<'_>) -> Result<Vec<LoadedPoint>, CallError> {
    let Some(Concept::Model(model)) = call.concept("MODELE_INTERFACE") else {
        let message = "densities between points need MODELE_INTERFACE, the model of the cells that they act on";
        return Err(call.error("SPEC_TURB", "R546", message));
    };
    if modes.mesh.as_ref().map(|mesh| mesh.identity) != Some(model.mesh.identity) {
        return Err(call.error("MODELE_INTERFACE", "R546", "the modes are on another mesh than MODELE_INTERFACE"));
    }
    let mesh = context.latest_mesh(call, &model.mesh);
    let is_beam = |cell: usize| {
        use Modelisation::{EulerBeam, MultifibreBeam, TimoshenkoBeam, WarpingBeam};
        let kind = model.modelisations.get(cell).copied().flatten();
        matches!(kind, Some(EulerBeam | TimoshenkoBeam | WarpingBeam | MultifibreBeam))
    };
    let (keyword, cells) = match call.has("GROUP_MA") {
        true => ("GROUP_MA", cell_groups(call, "GROUP_MA", mesh)?),
        false => ("TOUT", (0..mesh.cells.len()).filter(|cell| is_beam(*cell)).collect()),
    };
    if let Some(cell) = cells.iter().find(|cell| !is_beam(**cell)) {
        let message =
            format!("the cell M{} is no beam of MODELE_INTERFACE: forces along a line act on beams", cell + 1);
        return Err(call.error(keyword, "R546", message));
    }
    if cells.is_empty() {
        return Err(call.error(keyword, "R546", "MODELE_INTERFACE has no beam on which the turbulence acts"));
    }
    let of_cell = |cell: usize| {
        let nodes = &mesh.cells[cell].nodes;
        let ends = [nodes[0], nodes[1]];
        points_of_cell(ends, ends.map(|node| mesh.nodes[node].position))
    };
    Ok(cells.into_iter().flat_map(of_cell).collect())
}

/// The modes along a component at the points, linear between the nodes.
fn along(
    call: &Call,
    shapes: &Shapes<'_>,
    points: &[LoadedPoint],
    component: Component,
) -> Result<Vec<f64>, CallError> {
    let value = |shares: &[(usize, f64)], node: usize| {
        let of = |rank: usize| shapes.modes.component(rank, node, component);
        shares.iter().try_fold(0.0, |sum, (rank, share)| Some(sum + share * of(*rank)?))
    };
    let mut found = Vec::with_capacity(shapes.shares.len() * points.len());
    for shares in &shapes.shares {
        for point in points {
            let [a, b] = point.nodes;
            let (Some(first), Some(second)) = (value(shares, a), value(shares, b)) else {
                let message = format!("the modes have no {} at N{} or N{}", component.name(), a + 1, b + 1);
                return Err(call.error("SPEC_TURB", "R546", message));
            };
            found.push(first + point.share * (second - first));
        }
    }
    Ok(found)
}

/// Share of the largest density that two terms across the diagonal may differ by.
const SLACK: f64 = 1e-9;

/// Says where a projected matrix is not that of any forces.
fn warn_unless_hermitian(
    call: &Call,
    modes: usize,
    frequencies: &[f64],
    found: &[Vec<Complex64>],
    context: &mut Context<'_>,
) {
    for (f, matrix) in frequencies.iter().zip(found) {
        let scale = (0..modes).fold(0.0, |top: f64, i| top.max(matrix[i * modes + i].norm()));
        let differs =
            |i: usize, j: usize| (matrix[i * modes + j] - matrix[j * modes + i].conj()).norm() > SLACK * scale;
        let mut pairs = (0..modes).flat_map(|j| (0..=j).map(move |i| (i, j)));
        let what = match pairs.find(|(i, j)| differs(*i, *j)) {
            Some((i, j)) if i == j => format!("has a density that is not real: that of its row {}", i + 1),
            Some((i, j)) => {
                let (i, j) = (i + 1, j + 1);
                format!("is not Hermitian: its terms ({i}, {j}) and ({j}, {i}) are not conjugate")
            }
            None => match (0..modes).find(|i| matrix[i * modes + i].re < -SLACK * scale) {
                Some(i) => format!("has a density below zero: that of its row {}", i + 1),
                None => continue,
            },
        };
        let message = format!("at {f} Hz the matrix of the projected forces {what}");
        let help =
            "S_cd(x, y) is the conjugate of S_dc(y, x): a pair of components in one order needs the other order too";
        context.warn(Diagnostic::warning("R546", message).at_if_absent(call.span_of("SPEC_TURB")).help(help));
        return;
    }
}
