//! SUIVI_DDL and AFFICHAGE: a table of the run for its log or a file, one row per step: how it converged, and the values followed.

use super::structure::Structure;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Row, Table};
use crate::io::columns::{Layout, aligned};
use crate::kernel::structural::newton::Convergence;
use crate::operators::Context;
use crate::operators::response::structural::Observations;

/// What is printed of a run.
pub(super) struct Followed {
    pub values: Observations,
    /// One per step, where the table is asked for.
    steps: Vec<(f64, Convergence)>,
    asked: bool,
    /// Steps between two rows.
    period: usize,
    /// The place of the largest residual is a column.
    places: bool,
    unit: Option<i64>,
}

impl Followed {
    /// Reads both keywords.
    pub fn read(call: &Call, structure: &Structure) -> Result<Followed, CallError> {
        let values = Observations::read(call, "SUIVI_DDL", &structure.mesh, structure)?;
        let mut followed =
            Followed { asked: !values.is_empty(), values, steps: Vec::new(), period: 1, places: false, unit: None };
        if let Some(keywords) = call.one("AFFICHAGE") {
            followed.asked |= call.written("AFFICHAGE");
            followed.period = keywords.integer_if_given("PAS").map_or(1, |p| usize::try_from(p).unwrap_or(1).max(1));
            followed.places = keywords.is("INFO_RESIDU", "OUI");
            followed.unit = keywords.integer_if_given("UNITE");
        }
        Ok(followed)
    }

    /// Notes how a step that ends at `time` converged.
    pub fn step(&mut self, time: f64, convergence: Convergence) {
        if self.asked {
            self.steps.push((time, convergence));
        }
    }

    /// Prints the table.
    pub fn print(&mut self, call: &Call, context: &mut Context<'_>, structure: &Structure) -> Result<(), CallError> {
        if !self.asked || self.steps.is_empty() {
            return Ok(());
        }
        let values = self.values.take();
        // The start has a row of values too.
        let width = values.rows.len() / (self.steps.len() + 1);
        let titles = values.rows.iter().take(width).map(|row| (title(&values, &row), ColumnType::Real));
        let place = self.places.then(|| ("RESI_NOEUD".to_string(), ColumnType::Text(24)));
        let own = [
            ("NUME_PAS", ColumnType::Integer),
            ("INST", ColumnType::Real),
            ("ITER_GLOB", ColumnType::Integer),
            ("RESI_GLOB", ColumnType::Real),
            ("RESI_GLOB_RELA", ColumnType::Real),
        ];
        let own = own.map(|(name, kind)| (name.to_string(), kind));
        let mut table = Table::with_columns(own.into_iter().chain(place).chain(titles));
        let value = values.column("VALE");
        let last = self.steps.len() - 1;
        for (rank, (time, convergence)) in self.steps.iter().enumerate() {
            if (rank + 1) % self.period != 0 && rank != last {
                continue;
            }
            let residuals = &convergence.residuals;
            let mut row = vec![
                Cell::Integer(rank as i64 + 1),
                Cell::Real(*time),
                Cell::Integer(i64::from(convergence.evaluations)),
                Cell::Real(residuals.largest),
                if residuals.scale > 0.0 { Cell::Real(residuals.relative()) } else { Cell::Empty },
            ];
            if self.places {
                let dof = structure.numbering().dofs().get(residuals.unknown);
                let place = dof.map(|dof| format!("{}_N{}", dof.component.name(), dof.node + 1));
                row.push(Cell::Text(place.unwrap_or_default()));
            }
            let from = (rank + 1) * width;
            row.extend(
                (from..from + width).map(|k| value.map_or(Cell::Empty, |c| values.rows.cell(k, c).into_owned())),
            );
            table.rows.push(row);
        }
        let text = aligned(&table, &Layout { titles: vec!["steps of the analysis".into()], ..Layout::default() });
        match (self.unit, call.one("AFFICHAGE")) {
            (Some(unit), Some(keywords)) => context.print(keywords, "UNITE", unit, &text),
            _ => {
                context.say(text.trim_end().to_string());
                Ok(())
            }
        }
    }
}

/// Column of a followed value: TITRE, else component and place.
fn title(table: &Table, row: &Row<'_>) -> String {
    let text = |name: &str| match table.column(name).and_then(|c| row.get(c)).as_deref() {
        Some(Cell::Text(text)) => text.trim().to_string(),
        Some(Cell::Integer(number)) => number.to_string(),
        _ => String::new(),
    };
    let given = text("NOM_OBSERVATION");
    if !given.starts_with("SUIVI_DDL_") {
        return given.replace(' ', "_");
    }
    let (cell, point) = (text("MAILLE"), text("POINT"));
    let place = if cell.is_empty() { format!("N{}", text("NOEUD")) } else { format!("M{cell}_{point}") };
    let place = if place == "N" { text("EVAL_CHAM") } else { place };
    format!("{}_{place}", text("NOM_CMP"))
}
