//! Records for people and for programs: the OK/NOOK table, the tally, the JSON of one record.

use super::record::{Compared, Criterion, Kind, Record};

/// How many comparisons held, failed, or were not made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
    pub skipped: usize,
}

impl Tally {
    pub fn of<'r>(records: impl IntoIterator<Item = &'r Record>) -> Tally {
        let mut tally = Tally::default();
        for record in records {
            match record.passed {
                Some(true) => tally.passed += 1,
                Some(false) => tally.failed += 1,
                None => tally.skipped += 1,
            }
        }
        tally
    }

    pub fn all_hold(&self) -> bool {
        self.failed == 0
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        write!(f, "{} assertion{} held", self.passed, plural(self.passed))?;
        if self.failed > 0 {
            write!(f, ", {} failed", self.failed)?;
        }
        if self.skipped > 0 {
            write!(f, ", {} not compared (VALE_CALC=0)", self.skipped)?;
        }
        Ok(())
    }
}

impl Record {
    /// ` OK `, `NOOK` or `SKIP`.
    pub fn status(&self) -> &'static str {
        match self.passed {
            Some(true) => " OK ",
            Some(false) => "NOOK",
            None => "SKIP",
        }
    }

    /// The record that [`Record::json`] wrote; `None` when a part is missing.
    pub fn from_json(json: &serde_json::Value) -> Option<Record> {
        let text = |key: &str| json[key].as_str().map(String::from);
        Some(Record {
            command: text("command")?,
            file: text("file")?,
            line: json["line"].as_u64()? as usize,
            label: text("label")?,
            kind: if json["kind"] == "reference" { Kind::Reference } else { Kind::Regression },
            reference: text("reference")?,
            expected: Compared::from_json(&json["expected"])?,
            computed: Compared::from_json(&json["computed"])?,
            error: real(&json["error"]),
            tolerance: real(&json["tolerance"])?,
            criterion: if json["criterion"] == "ABSOLU" { Criterion::Absolute } else { Criterion::Relative },
            passed: json["passed"].as_bool(),
        })
    }

    /// One object of the `tests` array of the JSON report. Infinite and undefined numbers are texts,
    /// because JSON has none.
    pub fn json(&self) -> serde_json::Value {
        let kind = match self.kind {
            Kind::Reference => "reference",
            Kind::Regression => "regression",
        };
        serde_json::json!({
            "command": self.command,
            "file": self.file,
            "line": self.line,
            "label": self.label,
            "kind": kind,
            "reference": self.reference,
            "expected": self.expected.json(),
            "computed": self.computed.json(),
            "error": self.error.map(number),
            "tolerance": number(self.tolerance),
            "criterion": criterion_word(self.criterion),
            "passed": self.passed,
        })
    }
}

fn criterion_word(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Relative => "RELATIF",
        Criterion::Absolute => "ABSOLU",
    }
}

fn number(x: f64) -> serde_json::Value {
    if x.is_finite() { serde_json::json!(x) } else { serde_json::json!(format!("{x}")) }
}

/// A number, or the text that stands for one that JSON cannot write.
fn real(json: &serde_json::Value) -> Option<f64> {
    json.as_f64().or_else(|| json.as_str()?.parse().ok())
}

impl Compared {
    fn from_json(json: &serde_json::Value) -> Option<Self> {
        if let Some(i) = json.as_i64() {
            return Some(Compared::Integer(i));
        }
        if let Some(text) = json.as_str() {
            let is_number = ["NaN", "inf", "-inf"].contains(&text);
            return Some(match text.parse() {
                Ok(number) if is_number => Compared::Real(number),
                _ => Compared::Text(text.to_string()),
            });
        }
        match json.as_array().map(Vec::as_slice) {
            Some([re, im]) => Some(Compared::Complex(num_complex::Complex64::new(real(re)?, real(im)?))),
            _ => json.as_f64().map(Compared::Real),
        }
    }

    fn json(&self) -> serde_json::Value {
        match self {
            Compared::Integer(i) => serde_json::json!(i),
            Compared::Real(x) => number(*x),
            Compared::Complex(z) => serde_json::json!([number(z.re), number(z.im)]),
            Compared::Text(t) => serde_json::json!(t),
        }
    }
}

impl std::fmt::Display for Compared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Compared::Integer(i) => write!(f, "{i}"),
            Compared::Real(x) => f.write_str(&significant(*x, 12)),
            Compared::Complex(z) => {
                let sign = if z.im.is_sign_negative() { "-" } else { "+" };
                write!(f, "{}{sign}{}j", significant(z.re, 8), significant(z.im.abs(), 8))
            }
            Compared::Text(t) => f.write_str(t),
        }
    }
}

/// A real with at most `digits` significant digits, without trailing zeros.
pub fn significant(x: f64, digits: usize) -> String {
    if x == 0.0 || !x.is_finite() {
        return format!("{x}");
    }
    let scientific = format!("{x:.*e}", digits - 1);
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text.to_string(),
    };
    if (-4..digits as i32).contains(&exponent) {
        trim(&format!("{x:.*}", (digits as i32 - 1 - exponent).max(0) as usize))
    } else {
        format!("{}e{exponent}", trim(mantissa))
    }
}

const HEADER: [&str; 8] = ["", "line", "value", "reference", "expected", "found", "error", "tolerance"];

/// The table people know: one line a comparison, aligned. The first word of each line is the status.
pub fn table<'r>(records: impl IntoIterator<Item = &'r Record>) -> String {
    let mut rows = vec![HEADER.map(str::to_string)];
    for record in records {
        let percent = |x: f64| match record.criterion {
            Criterion::Relative if x.is_infinite() => "exact value asked".to_string(),
            Criterion::Relative => format!("{} %", significant(100.0 * x, 3)),
            Criterion::Absolute => significant(x, 3),
        };
        rows.push([
            record.status().to_string(),
            record.line.to_string(),
            record.label.clone(),
            record.reference.clone(),
            record.expected.to_string(),
            record.computed.to_string(),
            record.error.map_or(String::new(), percent),
            // Texts are equal or not.
            record.error.map_or(String::new(), |_| percent(record.tolerance)),
        ]);
    }
    let mut widths = [0; HEADER.len()];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (i, (cell, width)) in row.iter().zip(widths).enumerate() {
            let pad = " ".repeat(width - cell.chars().count());
            // Numbers to the right, words to the left.
            let right = matches!(i, 1 | 4..);
            line.push_str(if i == 0 { "" } else { "  " });
            line.push_str(&if right { format!("{pad}{cell}") } else { format!("{cell}{pad}") });
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(passed: Option<bool>, computed: f64) -> Record {
        Record {
            command: "TEST_TABLE".into(),
            file: "shoe.comm".into(),
            line: 88,
            label: "PUIS_USURE".into(),
            kind: Kind::Reference,
            reference: "ANALYTIQUE".into(),
            expected: Compared::Real(15.2667649153756),
            computed: Compared::Real(computed),
            error: Some((computed / 15.2667649153756 - 1.0).abs()),
            tolerance: 5e-4,
            criterion: Criterion::Relative,
            passed,
        }
    }

    #[test]
    fn the_table_aligns() {
        let text = table(&[record(Some(true), 15.2668), record(Some(false), -1.0)]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].starts_with(" OK     88  PUIS_USURE  ANALYTIQUE"), "{text}");
        assert!(lines[2].starts_with("NOOK    88  PUIS_USURE"), "{text}");
        assert!(lines.windows(2).all(|w| w[0].len() == w[1].len()), "{text}");
    }

    #[test]
    fn the_json_is_the_contract() {
        let json = record(Some(true), 15.25).json();
        assert_eq!(json["kind"], "reference");
        assert_eq!(json["computed"], 15.25);
        assert_eq!(json["criterion"], "RELATIF");
        assert_eq!(json["passed"], true);
    }

    #[test]
    fn records_are_read_back_from_their_json() {
        let complex = Compared::Complex(num_complex::Complex64::new(1.5, f64::INFINITY));
        for computed in [Compared::Real(0.1), Compared::Real(f64::NEG_INFINITY), Compared::Text("a".into()), complex] {
            let record = Record { computed, passed: None, ..record(None, 2.0) };
            assert_eq!(Record::from_json(&record.json()), Some(record));
        }
        assert_eq!(Record::from_json(&serde_json::json!({"line": 1})), None);
    }

    #[test]
    fn numbers_show_their_digits() {
        let shown: Vec<String> =
            [1.0, 0.5, 1e-5, 123456.0, -2.26164125885921e-4, 1e20, 0.0].map(|x| significant(x, 12)).into();
        assert_eq!(shown, ["1", "0.5", "1e-5", "123456", "-0.000226164125886", "1e20", "0"]);
    }

    #[test]
    fn the_tally_counts() {
        let tally = Tally::of(&[record(Some(true), 1.0), record(None, 1.0), record(Some(false), 1.0)]);
        assert_eq!(tally.to_string(), "1 assertion held, 1 failed, 1 not compared (VALE_CALC=0)");
        assert!(!tally.all_hold());
    }
}
