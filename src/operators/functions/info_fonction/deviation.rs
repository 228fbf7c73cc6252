//! RMS, ECART_TYPE, NORME: integrals of squares.

use super::inputs::{designation, points, restricted, with_columns};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, Table};
use crate::kernel::signal::Table as Points;
use crate::kernel::signal::calculus::{has_equal_steps, simpson_integral, trapezoid_integral, trapezoid_total};
use crate::operators::Context;

const NAMES: ColumnType = ColumnType::Text(8);

/// sqrt( int f^2 / length ), one row per occurrence.
pub(super) fn root_mean_square(occurrences: &[Keywords], context: &mut Context<'_>) -> Result<Table, CallError> {
    let real = ColumnType::Real;
    let mut table = with_columns(&[
        ("FONCTION", NAMES),
        ("METHODE", NAMES),
        ("INST_INIT", real),
        ("INST_FIN", real),
        ("RMS", real),
    ]);
    for keywords in occurrences {
        let part = Part::read(keywords, context)?;
        let value = part.mean(|y| y * y).sqrt();
        let names = [part.function, part.method].map(Cell::Text);
        table.rows.push(names.into_iter().chain([part.first, part.last, value].map(Cell::Real)));
    }
    Ok(table)
}

/// Mean and standard deviation.
pub(super) fn standard_deviation(keywords: &Keywords, context: &mut Context<'_>) -> Result<Table, CallError> {
    let real = ColumnType::Real;
    let mut table = with_columns(&[
        ("FONCTION", NAMES),
        ("METHODE", NAMES),
        ("MOYENNE", real),
        ("ECART_TYPE", real),
        ("INST_INIT", real),
        ("INST_FIN", real),
    ]);
    let part = Part::read(keywords, context)?;
    let mean = part.mean(|y| y);
    let deviation = part.mean(|y| (y - mean) * (y - mean)).sqrt();
    let names = [part.function, part.method].map(Cell::Text);
    table.rows.push(names.into_iter().chain([mean, deviation, part.first, part.last].map(Cell::Real)));
    Ok(table)
}

/// sqrt( int f^2 ) for each function of a surface.
pub(super) fn norms(keywords: &Keywords) -> Result<Table, CallError> {
    let Some(Concept::Surface(surface)) = keywords.concept("FONCTION") else {
        return Err(keywords.error("FONCTION", "R521", "NORME takes a surface"));
    };
    let mut table = with_columns(&[("NORME", ColumnType::Real), ("FONCTION", NAMES)]);
    for function in &surface.functions {
        let squares: Vec<f64> = function.ordinates.iter().map(|y| y * y).collect();
        let integral = trapezoid_integral(&function.abscissae, &squares, 0.0).last().copied().unwrap_or(0.0);
        let name = Cell::Text(designation(keywords.handle("FONCTION")));
        table.rows.push(vec![Cell::Real(integral.sqrt()), name]);
    }
    Ok(table)
}

/// A function between INST_INIT and INST_FIN.
struct Part {
    function: String,
    method: String,
    points: Points,
    first: f64,
    last: f64,
}

impl Part {
    fn read(keywords: &Keywords, context: &mut Context<'_>) -> Result<Self, CallError> {
        let (table, ..) = points(keywords, "FONCTION")?;
        let points =
            restricted(keywords, &table, keywords.real_if_given("INST_INIT"), keywords.real_if_given("INST_FIN"))?;
        let (first, last) = (points.abscissae[0], points.abscissae[points.abscissae.len() - 1]);
        if first == last {
            let message = format!("the mean over an interval reduced to {first} does not exist");
            return Err(keywords.error("FONCTION", "R528", message));
        }
        let method = keywords.text_if_given("METHODE").map_or("TRAPEZE".into(), |m| m.to_string());
        if method == "SIMPSON" && !has_equal_steps(&points.abscissae) {
            context.slip("simpson-unequal-steps", keywords.span_of("METHODE"));
        }
        Ok(Part { function: designation(keywords.handle("FONCTION")), method, points, first, last })
    }

    /// Integral of a function of the nodal values, divided by the length.
    fn mean(&self, of: impl Fn(f64) -> f64) -> f64 {
        let (x, y) = (&self.points.abscissae, &self.points.ordinates);
        let integral = if self.method == "SIMPSON" {
            let values: Vec<f64> = y.iter().map(|y| of(*y)).collect();
            simpson_integral(x, &values, 0.0).last().copied().unwrap_or(0.0)
        } else {
            trapezoid_total(x, y, of)
        };
        integral / (self.last - self.first)
    }
}
