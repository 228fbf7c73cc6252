//! Profiles from files: two columns, abscissa and height, under a header line.

use std::sync::Arc;

use super::input::refused;
use crate::catalogue::{Call, CallError};
use crate::concepts::RoughProfile;
use crate::operators::Context;
use crate::verdict::significant;

pub(super) fn read(call: &Call, context: &Context<'_>) -> Result<RoughProfile, CallError> {
    let unit = call.integer_if_given("UNITE").unwrap_or(0);
    call.note_read("FORMAT");
    let (file, bytes) = context.read_unit(call, "csv", unit)?;
    let rows = rows(&String::from_utf8_lossy(&bytes)).and_then(|rows| {
        let spacing = even_spacing(&rows)?;
        Ok(RoughProfile { spacing, heights: Arc::new(rows.iter().map(|row| row.height).collect()) })
    });
    rows.map_err(|why| {
        let help = "a profile file has a header line and at least four rows X, H (m), evenly spaced";
        refused(call, "UNITE", "R853", format!("{file}: {why}"), help)
    })
}

/// One row of the file: its line, from 1, abscissa and height (m).
struct Row {
    line: usize,
    x: f64,
    height: f64,
}

fn rows(text: &str) -> Result<Vec<Row>, String> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((_, header)) = lines.next() else { return Err("the file is empty".into()) };
    let mark = [',', ';', '\t'].into_iter().find(|mark| header.contains(*mark)).unwrap_or(',');
    let names: Vec<String> = header.split(mark).map(|name| name.trim().trim_matches('"').to_uppercase()).collect();
    if names.iter().any(|name| name.parse::<f64>().is_ok()) {
        return Err(format!("line 1 holds numbers, it must name the columns: X{mark}H"));
    }
    let column = |name: &str, default: usize| names.iter().position(|n| n == name).unwrap_or(default);
    let (of_x, of_height) = (column("X", 0), column("H", 1));
    let mut rows = Vec::new();
    for (rank, line) in lines {
        let fields: Vec<&str> = line.split(mark).map(str::trim).collect();
        if fields.len() != names.len() || fields.len() < 2 {
            return Err(format!("line {} has {} columns, the header {}", rank + 1, fields.len(), names.len()));
        }
        let number = |field: &str| match field.parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(x),
            _ => Err(format!("line {} holds '{field}', which is no finite number", rank + 1)),
        };
        rows.push(Row { line: rank + 1, x: number(fields[of_x])?, height: number(fields[of_height])? });
    }
    Ok(rows)
}

/// The distance of the rows, if it is the same everywhere within 1e-9 of the length.
fn even_spacing(rows: &[Row]) -> Result<f64, String> {
    if rows.len() < 4 {
        return Err(format!("{} rows of numbers, at least 4 are needed", rows.len()));
    }
    let (first, last) = (rows[0].x, rows[rows.len() - 1].x);
    let length = last - first;
    let steps = (rows.len() - 1) as f64;
    if !(length > 0.0) {
        return Err(format!("X must increase; it goes from {first} to {last}"));
    }
    // The usual distance, so that the row named is that of the gap and not of all rows after it.
    let mut distances: Vec<f64> = rows.windows(2).map(|w| w[1].x - w[0].x).collect();
    distances.sort_by(f64::total_cmp);
    let usual = distances[distances.len() / 2];
    for pair in rows.windows(2) {
        let distance = pair[1].x - pair[0].x;
        if !((distance - usual).abs() <= 1e-9 * length) {
            let line = pair[1].line;
            let (distance, usual) = (significant(distance, 6), significant(usual, 6));
            return Err(format!("line {line} is {distance} m after the row before, the others are {usual} m apart"));
        }
    }
    for (rank, row) in rows.iter().enumerate() {
        let even = first + length * rank as f64 / steps;
        if !((row.x - even).abs() <= 1e-9 * length) {
            return Err(format!("line {} has X = {}, even spacing asks for {even}", row.line, row.x));
        }
    }
    Ok(length / steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spacing(text: &str) -> Result<f64, String> {
        rows(text).and_then(|rows| even_spacing(&rows))
    }

    #[test]
    fn files_of_two_columns_are_read_with_any_usual_separator() {
        assert_eq!(spacing("X,H\n0,1\n1,2\n2,3\n3,4\n"), Ok(1.0));
        assert_eq!(spacing("H;X\n9;1\n9;3\n9;5\n9;7\n"), Ok(2.0));
    }

    #[test]
    fn faults_name_their_line() {
        let fault = |text: &str| spacing(text).unwrap_err();
        assert_eq!(
            fault("X,H\n0,1\n1,2\n2,3\n4,4\n5,0\n6,0\n"),
            "line 5 is 2 m after the row before, the others are 1 m apart"
        );
        assert_eq!(fault("X,H\n0,1\n1,NaN\n"), "line 3 holds 'NaN', which is no finite number");
        assert_eq!(fault("X,H\n0,1\n1,2\n2,3\n"), "3 rows of numbers, at least 4 are needed");
        assert!(fault("0,1\n1,2\n").starts_with("line 1 holds numbers"));
        assert!(fault("").contains("empty"));
    }
}
