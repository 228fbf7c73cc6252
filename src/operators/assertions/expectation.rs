//! Expected values and tolerances of one comparison, common to all TEST_ operators.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::operators::Context;
use crate::verdict::{Compared, Criterion, Kind, Record, Tolerance, compare, is_null};

/// How TOLE_MACHINE and CRITERE locate a stored index (their second value) in TEST_RESU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Locating {
    pub tolerance: f64,
    pub relative: bool,
}

impl Locating {
    pub fn matches(&self, stored: f64, asked: f64) -> bool {
        (stored - asked).abs() <= if self.relative { (self.tolerance * asked).abs() } else { self.tolerance }
    }
}

/// What one occurrence expects.
#[derive(Clone, Debug)]
pub struct Expectation {
    regression: Vec<Compared>,
    regression_tolerance: f64,
    reference: Option<(Arc<str>, Vec<Compared>, f64)>,
    criterion: Criterion,
    pub locating: Locating,
    magnitude: Option<f64>,
    absolute_values: bool,
    legend: Option<Arc<str>>,
    /// A null VALE_CALC is skipped, except by TEST_FONCTION.
    skip_null: bool,
}

impl Expectation {
    pub fn read(keywords: &Keywords, skip_null: bool) -> Expectation {
        let tolerances = keywords.reals("TOLE_MACHINE");
        let criteria = keywords.texts("CRITERE");
        let relative = |i: usize| criteria.get(i).or(criteria.first()).is_none_or(|c| &**c != "ABSOLU");
        let tolerance = |i: usize| tolerances.get(i).or(tolerances.first()).copied().unwrap_or(1.0e-6);
        let reference = keywords.text("REFERENCE").map(|name| {
            let values = values(keywords, ["VALE_REFE", "VALE_REFE_I", "VALE_REFE_C", "VALE_REFE_K"]);
            (name, values, keywords.real("PRECISION").unwrap_or(1.0e-3))
        });
        Expectation {
            regression: values(keywords, ["VALE_CALC", "VALE_CALC_I", "VALE_CALC_C", "VALE_CALC_K"]),
            regression_tolerance: tolerance(0),
            reference,
            criterion: if relative(0) { Criterion::Relative } else { Criterion::Absolute },
            locating: Locating { tolerance: tolerance(1), relative: relative(1) },
            magnitude: keywords.real("ORDRE_GRANDEUR"),
            absolute_values: keywords.is("VALE_ABS", "OUI"),
            legend: keywords.text("LEGENDE"),
            skip_null,
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
        let references = self
            .reference
            .iter()
            .map(|(name, values, precision)| (Kind::Reference, name.clone(), values.as_slice(), *precision));
        let regression: Arc<str> = "NON_REGRESSION".into();
        let all: Vec<_> = references
            .chain([(Kind::Regression, regression, self.regression.as_slice(), self.regression_tolerance)])
            .collect();
        for (kind, name, expected, tolerance) in all {
            let Some(first) = expected.first() else { continue };
            if !comparable(&computed, first) {
                let keyword = if kind == Kind::Reference { "VALE_REFE" } else { "VALE_CALC" };
                let message = format!("{label} is a {}, a {} is expected", computed.kind(), first.kind());
                let help = "use the keyword for that kind: VALE_CALC (real), _I (integer), _C (complex), _K (text)";
                return Err(Box::new(keywords.error(keyword, "T002", message).help(help)));
            }
            let skipped = kind == Kind::Regression && self.skip_null && self.magnitude.is_none() && is_null(first);
            let how = Tolerance {
                criterion: self.criterion,
                tolerance,
                magnitude: if kind == Kind::Regression { self.magnitude } else { None },
                absolute_values: self.absolute_values,
            };
            let Some(comparison) = compare(&computed, expected, &how) else { continue };
            context.judge(Record {
                command: call.command.to_string(),
                file: context.file.to_string(),
                line: call.line,
                label: match &self.legend {
                    Some(legend) => format!("{label}, {legend}"),
                    None => label.to_string(),
                },
                kind,
                reference: name.to_string(),
                expected: comparison.expected,
                computed: comparison.computed,
                error: comparison.error,
                tolerance,
                criterion: self.criterion,
                passed: (!skipped).then_some(comparison.passed),
            });
        }
        Ok(())
    }
}

/// A real is expected of reals, a complex number of complex numbers, and so on. A real value is accepted
/// where a complex one is expected.
fn comparable(computed: &Compared, expected: &Compared) -> bool {
    use Compared::{Complex, Integer, Real, Text};
    matches!(
        (computed, expected),
        (Text(_), Text(_)) | (Real(_), Real(_) | Complex(_)) | (Integer(_), Integer(_)) | (Complex(_), Complex(_))
    )
}

fn values(keywords: &Keywords, [real, integer, complex, text]: [&str; 4]) -> Vec<Compared> {
    if keywords.has(real) {
        return keywords.reals(real).into_iter().map(Compared::Real).collect();
    }
    if keywords.has(integer) {
        return keywords.integers(integer).into_iter().map(Compared::Integer).collect();
    }
    if keywords.has(complex) {
        return keywords.complexes(complex).into_iter().map(Compared::Complex).collect();
    }
    keywords.texts(text).into_iter().map(|t| Compared::Text(t.to_string())).collect()
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
            "SOMM_ABS" => Some(Compared::Real(complex.map(|z| z.norm()).sum())),
            "SOMM" => Some(Compared::Complex(complex.sum())),
            _ => None,
        };
    }
    let reals = || values.iter().filter_map(|v| v.complex().map(|z| z.re));
    Some(Compared::Real(match kind {
        "SOMM_ABS" => reals().map(f64::abs).sum(),
        "SOMM" => reals().sum(),
        "MAX" => reals().fold(f64::NEG_INFINITY, f64::max),
        _ => reals().fold(f64::INFINITY, f64::min),
    }))
}
