//! Matrices of discrete elements: DISCRET and DISCRET_2D.
//!
//! A later occurrence with the same letter (K, M, A) replaces the matrix of a cell. Code_Aster keeps beside the values two
//! things, `Reading`: whether they are a whole matrix (SYME) and the loss factor (AMOR_HYST). An occurrence writes them again
//! for the three letters of its cells, with what the last occurrence of each letter said, on whatever cells. So a cell that
//! is given its damping after another cell's stiffness gets the AMOR_HYST of that stiffness, and its own values are read by
//! columns if that one was SYME='NON'. Changes by that are reported (R136).

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Model, Modelisation};
use crate::diag::Diagnostic;
use crate::kernel::elements::{CellProperties, DiscreteCode, DiscreteFault, DiscreteMatrix, Letter, SquareMatrix};
use crate::kernel::mesh::{CellKind, Mesh};
use crate::operators::Context;
use crate::operators::call::coefficients::doubt;
use crate::operators::call::entities;
use crate::source::Span;

/// The matrices of all cells, occurrence after occurrence.
pub struct Discretes {
    plane: bool,
    /// The last reading given for each letter.
    latest: [Reading; 3],
    cells: BTreeMap<usize, [Held; 3]>,
    /// Version 2020 kept the symmetric part of plane stiffnesses, and of these only.
    halved: bool,
    /// Cells in space (DIS_T) that are given plane matrices: their third direction has nothing.
    widened: BTreeSet<usize>,
}

/// How the values of a matrix are read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Reading {
    /// As a whole matrix, all columns; else as the upper triangle of a symmetric one.
    whole: bool,
    loss_factor: f64,
    said_at: Option<Span>,
}

/// What an occurrence gives.
struct Given {
    name: String,
    matrix: SquareMatrix,
    local: bool,
    reading: Reading,
}

#[derive(Clone, Default)]
struct Held {
    given: Option<Rc<Given>>,
    reading: Reading,
}

impl Discretes {
    pub fn new(plane: bool) -> Self {
        Discretes {
            plane,
            latest: [Reading::default(); 3],
            cells: BTreeMap::new(),
            halved: false,
            widened: BTreeSet::new(),
        }
    }

    /// Applies one occurrence.
    pub fn assign(
        &mut self,
        keywords: &Keywords,
        mesh: &Mesh,
        model: &Model,
        context: &mut Context<'_>,
    ) -> Result<(), CallError> {
        let name = keywords.text_if_given("CARA").unwrap_or_else(|| "".into());
        let Some(code) = DiscreteCode::from_name(&name) else {
            return Err(keywords.error("CARA", "R123", format!("`{name}` is no code of a discrete element")));
        };
        let whole = keywords.is("SYME", "NON") && !code.diagonal;
        let values = keywords.reals("VALE");
        let matrix = code.matrix(self.plane, !whole, &values).map_err(|fault| tell(keywords, &name, fault))?;
        if whole && self.plane && code.letter == Letter::Stiffness {
            self.halved = context.former_rule("a plane stiffness with SYME='NON'", "kept its symmetric part alone");
        }
        if code.diagonal
            && code.letter != Letter::Mass
            && let Some(value) = values.iter().find(|value| **value < 0.0)
        {
            let message = format!("{name} has {value} in VALE: a negative {} drives the motion", noun(code.letter));
            doubt(context, keywords, "VALE", message, "stiffness and damping of a discrete element are 0 or more");
        }
        let loss_factor = keywords.real_if_given("AMOR_HYST").unwrap_or(0.0);
        let reading = Reading { whole, loss_factor, said_at: keywords.span_of("CARA") };
        let local = keywords.is("REPERE", "LOCAL");
        let given = Rc::new(Given { name: name.to_string(), matrix, local, reading });
        self.latest[rank(code.letter)] = reading;
        for cell in discrete_cells(keywords, mesh, model)? {
            check(keywords, &name, code, self.plane, mesh, model, cell)?;
            if self.plane && model.modelisations[cell] == Some(Modelisation::DisT) {
                self.widened.insert(cell);
            }
            let held = self.cells.entry(cell).or_default();
            held[rank(code.letter)].given = Some(given.clone());
            for (one, latest) in held.iter_mut().zip(self.latest) {
                one.reading = latest;
            }
        }
        Ok(())
    }

    /// Gives the cells their matrices.
    pub fn build(self, mesh: &Mesh, cells: &mut [CellProperties], context: &mut Context<'_>) {
        let mut built: Vec<(Rc<Given>, Reading, bool, Arc<DiscreteMatrix>)> = Vec::new();
        for (&cell, held) in &self.cells {
            for (letter, one) in LETTERS.into_iter().zip(held) {
                let Some(given) = &one.given else { continue };
                let widened = self.widened.contains(&cell);
                let same = |(g, r, w, _): &&(_, _, _, _)| Rc::ptr_eq(g, given) && *r == one.reading && *w == widened;
                let known = built.iter().rev().find(same);
                let matrix = if let Some((.., matrix)) = known {
                    matrix.clone()
                } else {
                    let halved = self.halved && letter == Letter::Stiffness;
                    let matrix = Arc::new(read(given, one.reading, halved, widened));
                    built.push((given.clone(), one.reading, widened, matrix.clone()));
                    if let Some(warning) = told(given, one.reading, letter, mesh, cell) {
                        context.warn(warning);
                    }
                    matrix
                };
                let properties = &mut cells[cell];
                let place = match letter {
                    Letter::Stiffness => &mut properties.stiffness,
                    Letter::Mass => &mut properties.mass,
                    Letter::Damping => &mut properties.damping,
                };
                *place = Some(matrix);
            }
        }
    }
}

const LETTERS: [Letter; 3] = [Letter::Stiffness, Letter::Mass, Letter::Damping];

fn rank(letter: Letter) -> usize {
    match letter {
        Letter::Stiffness => 0,
        Letter::Mass => 1,
        Letter::Damping => 2,
    }
}

fn noun(letter: Letter) -> &'static str {
    match letter {
        Letter::Stiffness => "stiffness",
        Letter::Mass => "mass",
        Letter::Damping => "damping",
    }
}

fn discrete_cells(keywords: &Keywords, mesh: &Mesh, model: &Model) -> Result<Vec<usize>, CallError> {
    let group = entities::cells_and_points(keywords, mesh, model)?;
    let is_discrete = |c: &usize| model.modelisations[*c].is_some_and(Modelisation::is_discrete);
    let discrete: Vec<usize> = group.iter().copied().filter(is_discrete).collect();
    if discrete.is_empty() {
        let message = format!("none of the {} cells carries a discrete element", group.len());
        let mut error = keywords.error("GROUP_MA", "R124", message);
        error.help = Some("AFFE_MODELE must give them DIS_T, DIS_TR, 2D_DIS_T or 2D_DIS_TR.".into());
        return Err(error);
    }
    Ok(discrete)
}

fn read(given: &Given, reading: Reading, halved: bool, widened: bool) -> DiscreteMatrix {
    let mut matrix = match (given.reading.whole, reading.whole) {
        (true, false) => given.matrix.columns_as_triangle(),
        (false, true) => given.matrix.triangle_as_columns(),
        _ => given.matrix.clone(),
    };
    let symmetric = !reading.whole || halved;
    if halved && reading.whole {
        matrix = matrix.symmetric_part();
    }
    if widened {
        matrix = in_space(&matrix);
    }
    DiscreteMatrix { matrix, local: given.local, symmetric, loss_factor: reading.loss_factor }
}

/// A matrix on DX, DY of one node or two, with a third direction that has nothing.
fn in_space(plane: &SquareMatrix) -> SquareMatrix {
    let place = |k: usize| 3 * (k / 2) + k % 2;
    let mut matrix = SquareMatrix::zeros(plane.size() / 2 * 3);
    for row in 0..plane.size() {
        for column in 0..plane.size() {
            matrix.set(place(row), place(column), plane.get(row, column));
        }
    }
    matrix
}

/// That a matrix is not the one its occurrence says.
fn told(given: &Given, reading: Reading, letter: Letter, mesh: &Mesh, cell: usize) -> Option<Diagnostic> {
    let own = given.reading;
    if given.matrix.rows().iter().all(|v| *v == 0.0) {
        return None;
    }
    let mut changes = Vec::new();
    if letter == Letter::Stiffness && own.loss_factor != reading.loss_factor {
        changes.push(format!("has AMOR_HYST={} and not {}", reading.loss_factor, own.loss_factor));
    }
    if own.whole != reading.whole {
        let (held, said) = if reading.whole { ("NON", "OUI") } else { ("OUI", "NON") };
        changes.push(format!("is read with SYME='{held}' and not '{said}'"));
    }
    if changes.is_empty() {
        return None;
    }
    let label = format!("M{} ({})", cell + 1, mesh.cells[cell].label);
    let message = format!(
        "as in Code_Aster, {} of cell {label} {}: another matrix is given to the cell after another {} was given elsewhere",
        given.name,
        changes.join(", and "),
        &given.name[..1],
    );
    let mut warning = Diagnostic::warning("R136", message).at_if_absent(own.said_at);
    if let Some(span) = reading.said_at {
        warning = warning.related(span, "what is said here holds");
    }
    Some(warning.help("give K, M and A of one group before those of the next: each then keeps its own."))
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
    // Plane matrices of translations suit cells in space too.
    let plane = plane && modelisation != Modelisation::DisT;
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
    error.help = Some(format!("its codes are {letter}_{t}_D_{n} and {letter}_{t}_{n}, under {factor}."));
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
