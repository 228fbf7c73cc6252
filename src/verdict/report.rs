//! Records for people and for programs: the OK/NOOK table, the tally, the JSON of one record.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::record::{Compared, Criterion, Kind, Record};

/// How many comparisons held, failed, or were not made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
    pub skipped: usize,
}

impl Tally {
    pub fn of<R: AsRef<Record>>(records: impl IntoIterator<Item = R>) -> Tally {
        let mut tally = Tally::default();
        for record in records {
            match record.as_ref().passed {
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

    /// An error or a tolerance as people read it.
    pub fn shown_error(&self, x: f64) -> String {
        match self.criterion {
            Criterion::Relative if x.is_infinite() => "exact value asked".to_string(),
            Criterion::Relative => format!("{} %", significant(100.0 * x, 3)),
            Criterion::Absolute => significant(x, 3),
        }
    }

    /// The record that [`Record::json`] wrote; `None` when a part is missing.
    pub fn from_json(json: &serde_json::Value) -> Option<Record> {
        let text = |key: &str| json[key].as_str();
        Some(Record {
            command: text("command")?.into(),
            file: text("file")?.into(),
            line: json["line"].as_u64()? as usize,
            label: text("label")?.into(),
            kind: if json["kind"] == "reference" { Kind::Reference } else { Kind::Regression },
            reference: text("reference")?.into(),
            expected: Compared::from_json(&json["expected"])?,
            computed: Compared::from_json(&json["computed"])?,
            error: real(&json["error"]),
            tolerance: real(&json["tolerance"])?,
            criterion: if json["criterion"] == "ABSOLU" { Criterion::Absolute } else { Criterion::Relative },
            passed: json["passed"].as_bool(),
        })
    }

    /// One object of the `tests` array of the JSON report.
    pub fn json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Infinite and undefined numbers are texts, because JSON has none.
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut object = out.serialize_map(Some(12))?;
        object.serialize_entry("command", &*self.command)?;
        object.serialize_entry("file", &*self.file)?;
        object.serialize_entry("line", &self.line)?;
        object.serialize_entry("label", &*self.label)?;
        let kind = match self.kind {
            Kind::Reference => "reference",
            Kind::Regression => "regression",
        };
        object.serialize_entry("kind", kind)?;
        object.serialize_entry("reference", &*self.reference)?;
        object.serialize_entry("expected", &self.expected)?;
        object.serialize_entry("computed", &self.computed)?;
        object.serialize_entry("error", &self.error.map(Number))?;
        object.serialize_entry("tolerance", &Number(self.tolerance))?;
        object.serialize_entry("criterion", criterion_word(self.criterion))?;
        object.serialize_entry("passed", &self.passed)?;
        object.end()
    }
}

fn criterion_word(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Relative => "RELATIF",
        Criterion::Absolute => "ABSOLU",
    }
}

struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() { out.serialize_f64(self.0) } else { out.collect_str(&self.0) }
    }
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
}

impl Serialize for Compared {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Compared::Integer(i) => out.serialize_i64(*i),
            Compared::Real(x) => Number(*x).serialize(out),
            Compared::Complex(z) => [Number(z.re), Number(z.im)].serialize(out),
            Compared::Text(t) => out.serialize_str(t),
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

/// Size from which lines of the table are handed on.
const PIECE: usize = 1 << 16;

/// The table people know: one line a comparison, aligned. The first word of each line is the status. The text comes in
/// pieces of whole lines, so that a table of a million lines needs the room of one piece.
pub fn table<R: AsRef<Record>>(records: &[R], mut out: impl FnMut(&str)) {
    let header = HEADER.map(str::to_string);
    let mut widths = header.each_ref().map(|cell| cell.chars().count());
    for record in records {
        for (width, cell) in widths.iter_mut().zip(&cells(record.as_ref())) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut piece = String::new();
    line(&header, widths, &mut piece);
    for record in records {
        line(&cells(record.as_ref()), widths, &mut piece);
        if piece.len() >= PIECE {
            out(&piece);
            piece.clear();
        }
    }
    out(&piece);
}

fn cells(record: &Record) -> [String; HEADER.len()] {
    [
        record.status().to_string(),
        record.line.to_string(),
        record.label.to_string(),
        record.reference.to_string(),
        record.expected.to_string(),
        record.computed.to_string(),
        record.error.map_or(String::new(), |error| record.shown_error(error)),
        // Texts are equal or not.
        record.error.map_or(String::new(), |_| record.shown_error(record.tolerance)),
    ]
}

fn line(cells: &[String; HEADER.len()], widths: [usize; HEADER.len()], out: &mut String) {
    let start = out.len();
    for (i, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let pad = " ".repeat(width - cell.chars().count());
        out.push_str(if i == 0 { "" } else { "  " });
        // Numbers to the right, words to the left.
        let right = matches!(i, 1 | 4..);
        let [first, second] = if right { [pad.as_str(), cell] } else { [cell, pad.as_str()] };
        out.push_str(first);
        out.push_str(second);
    }
    let end = start + out[start..].trim_end().len();
    out.truncate(end);
    out.push('\n');
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
        let mut text = String::new();
        table(&[record(Some(true), 15.2668), record(Some(false), -1.0)], |piece| text.push_str(piece));
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
