//! IMPR_GENE: generalised coordinates of a transient or a harmonic response, state by state, and generalised vectors.
//!
//! ```text
//! IMPR_GENE(GENE=_F(RESU_GENE=RUN, NOM_CHAM=("DEPL", "VITE"), NUME_CMP_GENE=(1, 2), INST=(0.1, 0.2)))
//! ```
//!
//! Without NOM_CHAM displacements are listed (TOUT_CHAM: velocities and accelerations too), without NUME_CMP_GENE all
//! coordinates, without instants all states. As everywhere, a listing that cannot be made stops no study.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, Coordinates, GeneralizedVector, States, Table};
use crate::diag::Diagnostic;
use crate::io::columns::{Layout, aligned};
use crate::operators::call::states::{chosen_or_all, no_field};
use crate::operators::printing::asked::not_written;
use crate::operators::printing::impr_resu::layout;
use crate::operators::{Check, Context, Operator, Outcome};

pub(in crate::operators) const IMPR_GENE: Operator = Operator { name: "IMPR_GENE", run, check: Check::KeywordsOnly };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let unit = call.integer("UNITE")?;
    for keywords in call.factor("GENE") {
        let table = match keywords.concept("RESU_GENE") {
            Some(Concept::Trajectory(trajectory)) => of_states(keywords, States::Trajectory(&trajectory.get())),
            Some(Concept::Harmonic(response)) => of_states(keywords, States::Harmonic(response)),
            Some(Concept::GeneralizedVector(vector)) => Ok(of_vector(keywords, vector)),
            _ => {
                context.warn(not_written(call, "this kind of result cannot be listed"));
                continue;
            }
        };
        match table {
            Ok((table, missing)) => {
                for why in missing {
                    let message = format!("{}: {}, and the study goes on", call.command, why.message);
                    context.warn(warning(message, *why));
                }
                if !table.rows.is_empty() {
                    context.print(call, "UNITE", unit, &aligned(&table, &layout(&table, &Layout::default())))?;
                }
            }
            Err(why) => {
                let message = format!("{}: nothing is listed, and the study goes on: {}", call.command, why.message);
                context.warn(warning(message, *why));
            }
        }
    }
    Ok(())
}

fn warning(message: String, why: Diagnostic) -> Diagnostic {
    let mut warning = Diagnostic::warning("R708", message).at_if_absent(why.span);
    warning.help = why.help;
    warning
}

/// Ranks, from 0, of the coordinates asked for, and the error on those that are not there.
fn coordinates(keywords: &Keywords, size: usize) -> (Vec<usize>, Option<CallError>) {
    let asked = keywords.integers("NUME_CMP_GENE");
    let strange = asked.iter().filter(|number| !(1..=size as i64).contains(*number)).map(i64::to_string);
    let strange: Vec<String> = strange.collect();
    let missing = (!strange.is_empty()).then(|| {
        let error = keywords.error("NUME_CMP_GENE", "R708", format!("there is no coordinate {}", strange.join(", ")));
        Box::new(error.help(format!("coordinates are numbered from 1 to {size}")))
    });
    ((0..size).filter(|k| asked.is_empty() || asked.contains(&(*k as i64 + 1))).collect(), missing)
}

/// Fields to list: those named, or those of the result; and the errors on those named that it does not have.
fn fields(keywords: &Keywords, states: States<'_>) -> (Vec<String>, Vec<CallError>) {
    let known = states.field_names();
    let listed = |name: &str| LISTED.contains(&name) && known.contains(name);
    let named = keywords.texts("NOM_CHAM");
    if named.is_empty() {
        let count = if keywords.is("TOUT_CHAM", "OUI") { LISTED.len() } else { 1 };
        return (LISTED[..count].iter().filter(|name| listed(name)).map(|name| name.to_string()).collect(), Vec::new());
    }
    let (found, missing): (Vec<_>, Vec<_>) = named.iter().map(|name| name.to_string()).partition(|name| listed(name));
    (found, missing.iter().map(|name| no_field(keywords, states, name, None)).collect())
}

/// Fields of coordinates.
const LISTED: [&str; 3] = ["DEPL", "VITE", "ACCE"];

/// A table of the states, and the errors on the fields that it lacks; no row where it has no field.
fn of_states(keywords: &Keywords, states: States<'_>) -> Result<(Table, Vec<CallError>), CallError> {
    let (size, kind) = match states {
        States::Harmonic(response) => (response.size, ColumnType::Complex),
        States::Trajectory(run) => (run.size, ColumnType::Real),
        _ => (0, ColumnType::Real),
    };
    let ((fields, mut missing), (ranks, strange)) = (fields(keywords, states), coordinates(keywords, size));
    missing.extend(strange);
    let first = [("NUME_ORDRE".to_string(), ColumnType::Integer), (states.abscissa().to_string(), ColumnType::Real)];
    let names = fields.iter().flat_map(|field| ranks.iter().map(move |k| format!("{field}_{}", k + 1)));
    let mut table = Table::with_columns(first.into_iter().chain(names.map(|name| (name, kind))));
    table.title = "generalised coordinates".into();
    if fields.is_empty() || ranks.is_empty() {
        return Ok((table, missing));
    }
    for state in chosen_or_all(keywords, states, false)? {
        let mut row = vec![Cell::Integer(states.orders()[state.left]), Cell::Real(state.at)];
        for coordinates in fields.iter().filter_map(|field| states.coordinates(field, state.left)) {
            let cell = |rank: &usize| match coordinates {
                Coordinates::Real(values) => Cell::Real(values[*rank]),
                complex => Cell::Complex(complex.at(*rank)),
            };
            row.extend(ranks.iter().map(cell));
        }
        table.rows.push(row);
    }
    Ok((table, missing))
}

fn of_vector(keywords: &Keywords, vector: &GeneralizedVector) -> (Table, Vec<CallError>) {
    let kind = if vector.imaginary.is_some() { ColumnType::Complex } else { ColumnType::Real };
    let mut table = Table::with_columns([("NUME_CMP", ColumnType::Integer), ("VALE", kind)]);
    table.title = "generalised vector".into();
    let (ranks, missing) = coordinates(keywords, vector.values.len());
    for k in ranks {
        let value = match &vector.imaginary {
            Some(imaginary) => Cell::Complex(num_complex::Complex64::new(vector.values[k], imaginary[k])),
            None => Cell::Real(vector.values[k]),
        };
        table.rows.push(vec![Cell::Integer(k as i64 + 1), value]);
    }
    (table, missing.into_iter().collect())
}
