//! Memory that a concept takes, about: that of its numbers. What it shares with others counts where it is made.

use super::concept::Concept;
use super::fields::{ElementField, NodalField};
use super::series::FieldSeries;
use super::trajectory::Trajectory;
use crate::kernel::rough::Sliding;
use crate::kernel::signal::Signal;
use crate::kernel::slab;

/// Bytes of a number.
const NUMBER: usize = 8;
/// Least that any concept takes.
const LEAST: usize = 1 << 10;
/// Bytes of a cell of a table.
const CELL: usize = 32;
/// Bytes of a node, a cell, an event.
const ITEM: usize = 64;

impl Concept {
    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        LEAST
            + match self {
                Concept::Mesh(value) => (value.mesh.nodes.len() + value.mesh.cells.len()) * ITEM,
                Concept::RealList(numbers) => numbers.len() * NUMBER,
                Concept::IntegerList(numbers) => numbers.len() * NUMBER,
                Concept::Matrix(value) => value.matrix.numbering.dofs().len() * 8 * ITEM,
                Concept::NodalField(field) => of_field(field),
                Concept::CellField(field) => of_cells(&field.values),
                Concept::Modes(set) => set
                    .iter()
                    .map(|mode| {
                        let fields: usize = mode.fields.values().map(|field| of_cells(field)).sum();
                        LEAST + (mode.values.len() + mode.imaginary.len()) * NUMBER + fields
                    })
                    .sum(),
                Concept::Trajectory(kept) => kept.if_there().map_or(0, |states| states.bytes()),
                Concept::Harmonic(response) => response.displacement.len() * 2 * NUMBER,
                Concept::Fields(series) => of_series(series),
                Concept::Table(table) => table.rows.len() * table.columns.len() * CELL,
                Concept::RoughProfile(profile) => profile.heights.len() * NUMBER,
                Concept::Function(function) => match &function.signal {
                    Signal::Table(table) => table.abscissae.len() * 2 * NUMBER,
                    _ => 0,
                },
                Concept::Sliding(run) => of_sliding(&run.result),
                Concept::Slab(run) => of_slab(run),
                _ => 0,
            }
    }
}

impl Trajectory {
    /// Bytes that its states take.
    pub fn bytes(&self) -> usize {
        let states = self.instants.len() + self.displacement.len() + self.velocity.len() + self.acceleration.len();
        let columns = [&self.steps, &self.variables, &self.exchanged].map(|columns| columns.kept());
        (states + columns.iter().sum::<usize>() + self.len()) * NUMBER + self.events.len() * ITEM
    }
}

fn of_field(field: &NodalField) -> usize {
    (field.values.len() + field.imaginary.len() + field.imposed.len()) * NUMBER
}

fn of_cells(field: &ElementField) -> usize {
    field.cells.iter().chain(&field.imaginary).map(|cell| cell.len() * NUMBER + ITEM).sum()
}

fn of_series(series: &FieldSeries) -> usize {
    let nodal = series.fields.nodal.values().flatten().flatten().map(|field| of_field(field));
    let element = series.fields.element.values().flatten().flatten().map(|field| of_cells(field));
    nodal.chain(element).map(|bytes| bytes + LEAST).sum()
}

fn of_sliding(run: &Sliding) -> usize {
    let archive = &run.archive;
    let archived = archive.amplitudes.len() + archive.velocities.len() + archive.steps.len() * 5;
    let points = run.points.iter().map(|point| point.steps.len() * 4).sum::<usize>();
    (archived + points) * NUMBER + run.shocks.len() * ITEM
}

fn of_slab(run: &slab::SlabRun) -> usize {
    let states = (run.states.len() + run.across.len() + run.events.len()) * 2 * ITEM;
    states + run.fields.iter().map(|field| field.heights.len() * 9 * NUMBER).sum::<usize>()
}
