//! Profiles from files: two columns, abscissa and height, under a line that names them or after a head that is skipped.

use std::sync::Arc;

use super::input::refused;
use crate::catalogue::{Call, CallError};
use crate::concepts::RoughProfile;
use crate::operators::Context;
use crate::verdict::significant;

/// The form of a file, as the call describes it.
#[derive(Clone, Copy)]
struct Form {
    /// Recognised from the first line when absent; a blank stands for any number of them.
    separator: Option<char>,
    decimal: char,
    /// Lines before the first that is read; when given, that one may hold numbers.
    skipped: Option<usize>,
    /// Factors of abscissae and heights.
    scale: [f64; 2],
}

pub(super) fn read(call: &Call, context: &Context<'_>) -> Result<RoughProfile, CallError> {
    let unit = call.integer_if_given("UNITE").unwrap_or(0);
    call.note_read("FORMAT");
    let form = form(call)?;
    let (file, bytes) = context.read_unit(call, "csv", unit)?;
    let rows = rows(&String::from_utf8_lossy(&bytes), form).and_then(|rows| {
        let spacing = even_spacing(&rows)?;
        Ok(RoughProfile { spacing, heights: Arc::new(rows.iter().map(|row| row.height).collect()) })
    });
    rows.map_err(|why| {
        let help = "a profile file has a header line and at least four rows X, H (m), evenly spaced; SAUT=3 skips three lines before it, \
             SEPARATEUR=';' and DECIMAL=',' read other marks, ECHELLE=(1.e-3, 1.e-6) reads millimetres and micrometres";
        refused(call, "UNITE", "R853", format!("{file}: {why}"), help)
    })
}

fn form(call: &Call) -> Result<Form, CallError> {
    let separator = match call.text_if_given("SEPARATEUR").as_deref() {
        None => None,
        Some("TAB" | "\\t") => Some('\t'),
        Some("BLANC") => Some(' '),
        Some(text) => match text.chars().collect::<Vec<_>>()[..] {
            [one] if !one.is_alphanumeric() && one != '.' => Some(one),
            _ => {
                let message = format!("SEPARATEUR='{text}' is no mark between columns");
                return Err(refused(
                    call,
                    "SEPARATEUR",
                    "R853",
                    message,
                    "give one character, such as ';', or 'TAB' or 'BLANC'",
                ));
            }
        },
    };
    let decimal = if call.is("DECIMAL", ",") { ',' } else { '.' };
    if separator == Some(',') && decimal == ',' {
        let message = "the comma cannot stand between columns and in numbers".to_string();
        return Err(refused(call, "DECIMAL", "R853", message, "give another SEPARATEUR, such as ';'"));
    }
    let scale = match call.reals("ECHELLE")[..] {
        [x, height] => [x, height],
        [both] => [both; 2],
        _ => [1.0; 2],
    };
    if !scale.iter().all(|factor| factor.is_finite() && *factor > 0.0) {
        let message = format!("ECHELLE must hold positive numbers; found {} and {}", scale[0], scale[1]);
        return Err(refused(call, "ECHELLE", "R850", message, "micrometres are read with ECHELLE=1.e-6"));
    }
    let skipped = call.integer_if_given("SAUT").map(|lines| lines.max(0) as usize);
    Ok(Form { separator, decimal, skipped, scale })
}

/// One row of the file: its line, from 1, abscissa and height (m).
struct Row {
    line: usize,
    x: f64,
    height: f64,
}

fn rows(text: &str, form: Form) -> Result<Vec<Row>, String> {
    let lines = text.lines().enumerate().skip(form.skipped.unwrap_or(0));
    let mut lines = lines.filter(|(_, line)| !line.trim().is_empty()).peekable();
    let Some((first, header)) = lines.peek().copied() else {
        return Err(if text.trim().is_empty() { "the file is empty" } else { "no line is left after SAUT" }.into());
    };
    let usual = [';', '\t', ',', ' '].into_iter().filter(|mark| *mark != form.decimal);
    let mark = form.separator.or_else(|| usual.into_iter().find(|mark| header.trim().contains(*mark))).unwrap_or(',');
    let number = |field: &str| match form.decimal {
        // A point would be a mark of thousands.
        ',' if field.contains('.') => None,
        ',' => field.replace(',', ".").parse::<f64>().ok(),
        _ => field.parse::<f64>().ok(),
    };
    let names: Vec<String> = fields(header, mark).iter().map(|name| name.trim_matches('"').to_uppercase()).collect();
    let is_row = names.iter().any(|name| number(name).is_some());
    if is_row && form.skipped.is_none() {
        return Err(format!("line {} holds numbers, it must name the columns: X{mark}H (or give SAUT=0)", first + 1));
    }
    if !is_row {
        lines.next();
    }
    let column = |name: &str, default: usize| names.iter().position(|n| n == name).unwrap_or(default);
    let (of_x, of_height) = (column("X", 0), column("H", 1));
    let mut rows = Vec::new();
    for (rank, line) in lines {
        let fields = fields(line, mark);
        if fields.len() != names.len() || fields.len() < 2 {
            return Err(format!("line {} has {} columns, the first line {}", rank + 1, fields.len(), names.len()));
        }
        let read = |field: &str, factor: f64| match number(field.trim_matches('"')) {
            Some(x) if x.is_finite() => Ok(x * factor),
            _ if form.decimal == '.' && field.contains(',') && field.replace(',', ".").parse::<f64>().is_ok() => {
                Err(format!("line {} holds '{field}': numbers with decimal commas are read with DECIMAL=','", rank + 1))
            }
            _ => Err(format!("line {} holds '{field}', which is no finite number", rank + 1)),
        };
        let (x, height) = (read(fields[of_x], form.scale[0])?, read(fields[of_height], form.scale[1])?);
        rows.push(Row { line: rank + 1, x, height });
    }
    Ok(rows)
}

/// The columns of a line. A mark at its end closes the last.
fn fields(line: &str, mark: char) -> Vec<&str> {
    let line = line.trim_start_matches('\u{feff}').trim();
    if mark == ' ' {
        return line.split_whitespace().collect();
    }
    let line = if line.matches(mark).count() > 1 { line.strip_suffix(mark).unwrap_or(line) } else { line };
    line.split(mark).map(str::trim).collect()
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

    const FORM: Form = Form { separator: None, decimal: '.', skipped: None, scale: [1.0; 2] };

    fn spacing(text: &str) -> Result<f64, String> {
        rows(text, FORM).and_then(|rows| even_spacing(&rows))
    }

    #[test]
    fn files_of_profilometers_are_read_as_the_call_says() {
        let text = "Date;03.05.2021\nInstrument;X7\nX [mm];Z [um]\n0,000;1,7\n0,013;-0,3\n0,026;2,9\n0,039;0,7\n";
        let form = Form { decimal: ',', skipped: Some(2), scale: [1e-3, 1e-6], ..FORM };
        let read = rows(text, form).unwrap();
        assert!((even_spacing(&read).unwrap() / 1.3e-5 - 1.0).abs() < 1e-12);
        assert!((read[2].height / 2.9e-6 - 1.0).abs() < 1e-12 && read[3].line == 7);
        // Numbers from the first line on; blanks; a mark at the end of each line.
        let bare = Form { skipped: Some(3), ..form };
        assert_eq!(rows(text, bare).unwrap().len(), 4);
        assert_eq!(rows("0 1\n0.7   2\n1.4 3\n2.1 4\n", Form { skipped: Some(0), ..FORM }).unwrap().len(), 4);
        assert_eq!(rows("X;H;\n0;1;\n1;2;\n", FORM).unwrap().len(), 2);
        assert!(rows("X;H\n0,5;1\n", FORM).err().unwrap().contains("DECIMAL=','"));
        assert!(rows("X;H\n1.000,5;1\n", form).is_err());
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
