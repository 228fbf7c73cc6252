//! POST_GLISSEMENT: shocks and their distributions.

use super::input::refused;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, SlidingRun, Table};
use crate::kernel::rough::Shock;
use crate::operators::rough::columns::{BODIES, body_column, body_name, interval};

/// The shocks that start in the interval.
fn chosen<'r>(call: &Call, run: &'r SlidingRun) -> Result<Vec<&'r Shock>, CallError> {
    if !run.shocks_kept {
        let message = "the run kept no shocks".to_string();
        return Err(refused(call, "OPTION", "R867", message, "add CHOC='OUI' to DYNA_GLISSEMENT"));
    }
    let (first, last) = interval(call, run)?;
    let starts = |shock: &&Shock| {
        let t = shock.first as f64 * run.step;
        t >= first - 1e-6 * run.step && t <= last + 1e-6 * run.step
    };
    Ok(run.result.shocks.iter().filter(starts).collect())
}

/// Weight of a node (m).
fn weight(run: &SlidingRun, shock: &Shock) -> f64 {
    let profile = &run.bodies[shock.body].profile;
    let end = shock.node == 0 || shock.node + 1 == profile.heights.len();
    if end { 0.5 * profile.spacing } else { profile.spacing }
}

pub(super) fn shocks(call: &Call, run: &SlidingRun) -> Result<Table, CallError> {
    let real = ColumnType::Real;
    let mut table = Table::with_columns([
        body_column(),
        ("NOEUD", ColumnType::Integer),
        ("X", real),
        ("INST", real),
        ("DUREE", real),
        ("PRES_MAXI", real),
        ("FORC_MAXI", real),
        ("ENERGIE", real),
    ]);
    for shock in chosen(call, run)? {
        table.rows.push(vec![
            body_name(shock.body),
            Cell::Integer(shock.node as i64 + 1),
            Cell::Real(shock.node as f64 * run.bodies[shock.body].profile.spacing),
            Cell::Real(shock.first as f64 * run.step),
            Cell::Real(shock.steps as f64 * run.step),
            Cell::Real(shock.peak),
            Cell::Real(shock.peak * weight(run, shock)),
            Cell::Real(shock.energy),
        ]);
    }
    Ok(table)
}

pub(super) fn classes(call: &Call, run: &SlidingRun) -> Result<Table, CallError> {
    let count = call.integer("NB_CLASSE")?.clamp(1, 100_000) as usize;
    let shocks = chosen(call, run)?;
    let mut table = Table::with_columns([
        body_column(),
        ("GRANDEUR", ColumnType::Text(16)),
        ("BORNE_INF", ColumnType::Real),
        ("BORNE_SUP", ColumnType::Real),
        ("NOMBRE", ColumnType::Integer),
        ("CUMUL", ColumnType::Real),
    ]);
    for body in 0..BODIES.len() {
        let of_body = || shocks.iter().filter(|shock| shock.body == body);
        let quantities: [(&str, bool, Vec<f64>); 3] = [
            ("DUREE", true, of_body().map(|s| s.steps as f64 * run.step).collect()),
            ("FORC_MAXI", true, of_body().map(|s| s.peak * weight(run, s)).collect()),
            ("ENERGIE", false, of_body().map(|s| s.energy).collect()),
        ];
        for (name, logarithmic, values) in quantities {
            let mut below = 0;
            for (low, high, number) in histogram(&values, count, logarithmic) {
                below += number;
                table.rows.push(vec![
                    body_name(body),
                    Cell::Text(name.to_string()),
                    Cell::Real(low),
                    Cell::Real(high),
                    Cell::Integer(number as i64),
                    Cell::Real(below as f64 / values.len() as f64),
                ]);
            }
        }
    }
    Ok(table)
}

/// Classes of equal width from the smallest to the largest value: (low, high, number); none without values.
fn histogram(values: &[f64], count: usize, logarithmic: bool) -> Vec<(f64, f64, usize)> {
    if values.is_empty() {
        return Vec::new();
    }
    let scale = |x: f64| if logarithmic { libm::log10(x) } else { x };
    let back = |x: f64| if logarithmic { libm::pow(10.0, x) } else { x };
    let low = scale(values.iter().copied().fold(f64::INFINITY, f64::min));
    let high = scale(values.iter().copied().fold(f64::NEG_INFINITY, f64::max));
    // Equal values get classes around them.
    let spread = if high > low { 0.0 } else { 0.5 * if low == 0.0 || logarithmic { 1.0 } else { low.abs() } };
    let (low, high) = (low - spread, high + spread);
    let bound = |i: usize| low + (high - low) * i as f64 / count as f64;
    let mut numbers = vec![0; count];
    for value in values {
        let place = libm::floor((scale(*value) - low) / (high - low) * count as f64) as usize;
        numbers[place.min(count - 1)] += 1;
    }
    numbers.into_iter().enumerate().map(|(i, number)| (back(bound(i)), back(bound(i + 1)), number)).collect()
}

#[cfg(test)]
mod tests {
    use super::histogram;

    #[test]
    fn every_value_falls_in_one_class() {
        let values: Vec<f64> = (1..=1000).map(f64::from).collect();
        let classes = histogram(&values, 3, true);
        assert_eq!(classes.iter().map(|c| c.2).sum::<usize>(), 1000);
        assert!((classes[0].1 - 10.0).abs() < 1e-12 && classes[0].2 == 9, "{classes:?}");
        assert_eq!(histogram(&[2.0, 2.0], 4, false).iter().map(|c| c.2).sum::<usize>(), 2);
        assert_eq!(histogram(&[0.0], 4, false).iter().map(|c| c.2).sum::<usize>(), 1);
    }
}
