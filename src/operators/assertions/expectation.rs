//! Expected values and tolerances of one comparison, common to all TEST_ operators.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::kernel::linalg::modulus;
use crate::operators::Context;
use crate::verdict::{Compared, Criterion, Kind, Record, Tolerance, compare, is_null};

/// How TOLE_MACHINE (PRECISION in files of old releases) and CRITERE locate a stored index (their second
/// value) in TEST_RESU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Locating {
    pub tolerance: f64,
    pub relative: bool,
}

impl Locating {
    /// A relative tolerance is a fraction of the value asked.
    pub fn matches(&self, stored: f64, asked: f64) -> bool {
        self.near(stored, asked, asked)
    }

    /// The ranks of the stored values that match. A tolerance meant for the value may take in neighbours:
    /// the one value that is where it was asked is then the one meant.
    pub fn among(&self, stored: &[f64], asked: f64) -> Vec<usize> {
        let within =
            |rule: &Locating| -> Vec<usize> { (0..stored.len()).filter(|i| rule.matches(stored[*i], asked)).collect() };
        let found = within(self);
        if found.len() > 1 {
            let exact = within(&Locating { tolerance: REGRESSION_TOLERANCE, relative: true });
            if exact.len() == 1 {
                return exact;
            }
        }
        found
    }

    /// The rule of generalised transients: a relative tolerance is a fraction of the stored instant.
    pub fn matches_stored(&self, stored: f64, asked: f64) -> bool {
        self.near(stored, asked, stored)
    }

    fn near(&self, stored: f64, asked: f64, scale: f64) -> bool {
        (stored - asked).abs() <= if self.relative { (self.tolerance * scale).abs() } else { self.tolerance }
    }
}

/// Values of one kind that are expected, and within what.
#[derive(Clone, Debug)]
struct Expected {
    kind: Kind,
    /// ANALYTIQUE, NON_REGRESSION ...
    name: Arc<str>,
    /// The keyword they come from, for messages.
    keyword: &'static str,
    values: Vec<Compared>,
    tolerance: f64,
}

/// What one occurrence expects.
#[derive(Clone, Debug)]
pub struct Expectation {
    expected: Vec<Expected>,
    criterion: Criterion,
    pub locating: Locating,
    magnitude: Option<f64>,
    absolute_values: bool,
    legend: Option<Arc<str>>,
    /// A null VALE_CALC is skipped, except by TEST_FONCTION.
    skip_null: bool,
}

/// Tolerances where the study gives none.
const REGRESSION_TOLERANCE: f64 = 1.0e-6;
const REFERENCE_TOLERANCE: f64 = 1.0e-3;

impl Expectation {
    /// Reads the keywords common to all assertions.
    pub fn read(keywords: &Keywords) -> Expectation {
        let criteria = keywords.texts("CRITERE");
        let relative = |i: usize| criteria.get(i).or(criteria.first()).is_none_or(|c| &**c != "ABSOLU");
        let machine = keywords.reals("TOLE_MACHINE");
        let precisions = keywords.reals("PRECISION");
        let pick = |given: &[f64], i: usize| given.get(i).or(given.first()).copied();
        let reference = keywords.text("REFERENCE");
        let precision = pick(&precisions, 0).unwrap_or(REFERENCE_TOLERANCE);
        let mut expected = Vec::new();
        let (keyword, values) = read(keywords, ["VALE", "VALE_I", "VALE_C", "VALE_K"]);
        let mut locating = pick(&machine, 1).unwrap_or(REGRESSION_TOLERANCE);
        if !values.is_empty() {
            // Before VALE_CALC and VALE_REFE there was one value, and REFERENCE said what it is.
            let name = reference.clone().unwrap_or_else(|| NON_REGRESSION.into());
            let kind = if &*name == NON_REGRESSION { Kind::Regression } else { Kind::Reference };
            expected.push(Expected { kind, name, keyword, values, tolerance: precision });
            locating = pick(&precisions, 1).unwrap_or(REFERENCE_TOLERANCE);
        }
        let (keyword, values) = read(keywords, ["VALE_REFE", "VALE_REFE_I", "VALE_REFE_C", "VALE_REFE_K"]);
        if !values.is_empty() {
            // Old studies name no reference, or call the former value of the program one.
            let name = reference.unwrap_or_else(|| NON_REGRESSION.into());
            let kind = if &*name == NON_REGRESSION { Kind::Regression } else { Kind::Reference };
            expected.push(Expected { kind, name, keyword, values, tolerance: precision });
        }
        let (keyword, values) = read(keywords, ["VALE_CALC", "VALE_CALC_I", "VALE_CALC_C", "VALE_CALC_K"]);
        let tolerance = pick(&machine, 0).unwrap_or(REGRESSION_TOLERANCE);
        expected.push(Expected { kind: Kind::Regression, name: NON_REGRESSION.into(), keyword, values, tolerance });
        Expectation {
            expected,
            criterion: if relative(0) { Criterion::Relative } else { Criterion::Absolute },
            locating: Locating { tolerance: locating, relative: relative(1) },
            magnitude: keywords.real("ORDRE_GRANDEUR"),
            absolute_values: keywords.is("VALE_ABS", "OUI"),
            legend: keywords.text("LEGENDE"),
            skip_null: true,
        }
    }

    /// One value that must be met exactly.
    pub fn exactly(keyword: &'static str, value: Compared, legend: Option<Arc<str>>) -> Expectation {
        let values = vec![value];
        let expected =
            Expected { kind: Kind::Regression, name: NON_REGRESSION.into(), keyword, values, tolerance: 0.0 };
        Expectation {
            expected: vec![expected],
            criterion: Criterion::Absolute,
            locating: Locating { tolerance: 0.0, relative: false },
            magnitude: None,
            absolute_values: false,
            legend,
            skip_null: false,
        }
    }

    /// The same of one keyword among VALE_CALC and its kin.
    pub fn one_of(keywords: &Keywords, keyword: &'static str) -> Expectation {
        let mut read = Expectation::read(keywords);
        if keyword == "VALE_CALC_I" {
            let values = keywords.integers(keyword).into_iter().map(Compared::Integer).collect();
            read.expected.retain(|e| e.keyword.starts_with("VALE_CALC"));
            read.expected.iter_mut().for_each(|e| e.keyword = keyword);
            if let Some(last) = read.expected.last_mut() {
                last.values = values;
            }
        }
        read
    }

    /// The keyword that expects a complex number, if one does.
    pub fn complex_keyword(&self) -> Option<&'static str> {
        let complex = |e: &&Expected| e.values.iter().any(|v| matches!(v, Compared::Complex(_)));
        self.expected.iter().find(complex).map(|e| e.keyword)
    }

    /// TEST_FONCTION compares with zero too, and has no order of magnitude.
    pub fn never_skipped(mut self) -> Expectation {
        self.skip_null = false;
        self.magnitude = None;
        self
    }

    /// Records that nothing is compared: what is asked of does not exist here.
    pub fn skip(&self, call: &Call, context: &mut Context<'_>, label: &str) {
        for Expected { kind, name, values, tolerance, .. } in &self.expected {
            let Some(first) = values.first() else { continue };
            context.judge(Record {
                command: call.command.to_string(),
                file: context.file.to_string(),
                line: call.line,
                label: label.to_string(),
                kind: *kind,
                reference: name.to_string(),
                expected: first.clone(),
                computed: Compared::Text("not here".into()),
                error: None,
                tolerance: *tolerance,
                criterion: self.criterion,
                passed: None,
            });
        }
    }

    /// Compares and records. The kind of the value must be the kind of the expected one.
    pub fn judge(
        &self,
        call: &Call,
        keywords: &Keywords,
        context: &mut Context<'_>,
        label: &str,
        computed: Compared,
    ) -> Result<(), CallError> {
        for Expected { kind, name, keyword, values, tolerance } in &self.expected {
            let Some(first) = values.first() else { continue };
            if !comparable(&computed, first) {
                let message = format!("{label} is {}, {} is expected", computed.kind(), first.kind());
                let help = "a real is expected by VALE_CALC and VALE_REFE, an integer by VALE_CALC_I, a complex number by _C, a text by _K";
                return Err(Box::new(keywords.error(keyword, "T002", message).help(help)));
            }
            let calculated = keyword.starts_with("VALE_CALC");
            let skipped = calculated && self.skip_null && self.magnitude.is_none() && is_null(first);
            let how = Tolerance {
                criterion: self.criterion,
                tolerance: *tolerance,
                // It is the scale of a null VALE_CALC, not of an independent reference.
                magnitude: self.magnitude.filter(|_| calculated),
                absolute_values: self.absolute_values,
            };
            let Some(comparison) = compare(&computed, values, &how) else { continue };
            context.judge(Record {
                command: call.command.to_string(),
                file: context.file.to_string(),
                line: call.line,
                label: match &self.legend {
                    Some(legend) => format!("{label}, {legend}"),
                    None => label.to_string(),
                },
                kind: *kind,
                reference: name.to_string(),
                expected: comparison.expected,
                computed: comparison.computed,
                error: comparison.error,
                tolerance: *tolerance,
                criterion: self.criterion,
                passed: (!skipped).then_some(comparison.passed),
            });
        }
        Ok(())
    }
}

pub const NON_REGRESSION: &str = "NON_REGRESSION";

/// A real is expected of reals, a complex number of complex numbers, and so on. A real value is accepted
/// where a complex one is expected.
fn comparable(computed: &Compared, expected: &Compared) -> bool {
    use Compared::{Complex, Integer, Real, Text};
    matches!(
        (computed, expected),
        (Text(_), Text(_)) | (Real(_), Real(_) | Complex(_)) | (Integer(_), Integer(_)) | (Complex(_), Complex(_))
    )
}

/// The values of the first of four keywords that is there, and that keyword.
fn read(keywords: &Keywords, names: [&'static str; 4]) -> (&'static str, Vec<Compared>) {
    let [real, integer, complex, text] = names;
    let keyword = names.into_iter().find(|name| keywords.has(name)).unwrap_or(real);
    let values = if keyword == real {
        keywords.reals(keyword).into_iter().map(Compared::Real).collect()
    } else if keyword == integer {
        keywords.integers(keyword).into_iter().map(Compared::Integer).collect()
    } else if keyword == complex {
        keywords.complexes(keyword).into_iter().map(Compared::Complex).collect()
    } else {
        keywords.texts(text).into_iter().map(|t| Compared::Text(t.to_string())).collect()
    };
    (keyword, values)
}

/// TYPE_TEST over many values; `None` when there is none or the kind does not allow it.
pub fn summary(kind: &str, values: &[Compared]) -> Option<Compared> {
    if values.is_empty() {
        return None;
    }
    if values.iter().all(|v| matches!(v, Compared::Integer(_))) {
        let integers = values.iter().map(|v| if let Compared::Integer(i) = v { *i } else { 0 });
        return Some(Compared::Integer(match kind {
            "SOMM_ABS" => integers.map(i64::saturating_abs).fold(0, i64::saturating_add),
            "SOMM" => integers.fold(0, i64::saturating_add),
            "MAX" => integers.max()?,
            _ => integers.min()?,
        }));
    }
    if values.iter().any(|v| matches!(v, Compared::Complex(_))) {
        let complex = values.iter().filter_map(Compared::complex);
        return match kind {
            "SOMM_ABS" => Some(Compared::Real(complex.map(modulus).sum())),
            "SOMM" => Some(Compared::Complex(complex.sum())),
            _ => None,
        };
    }
    let reals = || values.iter().filter_map(|v| v.complex().map(|z| z.re));
    Some(Compared::Real(match kind {
        "SOMM_ABS" => reals().map(f64::abs).sum(),
        "SOMM" => reals().sum(),
        "MAX" => reals().fold(f64::NEG_INFINITY, |a, b| unless_nan(a, b, f64::max)),
        _ => reals().fold(f64::INFINITY, |a, b| unless_nan(a, b, f64::min)),
    }))
}

/// NaN as soon as one of the two is: `f64::max` alone passes over it.
fn unless_nan(a: f64, b: f64, choose: fn(f64, f64) -> f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { choose(a, b) }
}
