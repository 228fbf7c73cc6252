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
        let increasing = stored.is_sorted();
        let within = |rule: &Locating| -> Vec<usize> {
            match increasing {
                true => rule.around(stored, asked, |stored| rule.matches(stored, asked)).collect(),
                false => (0..stored.len()).filter(|i| rule.matches(stored[*i], asked)).collect(),
            }
        };
        let found = within(self);
        if found.len() > 1 {
            let exact = within(&Locating { tolerance: REGRESSION_TOLERANCE, relative: true });
            if exact.len() == 1 {
                return exact;
            }
        }
        found
    }

    /// The ranks of the values that match, by bisection among increasing values: they are side by side where the value
    /// asked belongs.
    fn around(&self, stored: &[f64], asked: f64, matches: impl Fn(f64) -> bool) -> std::ops::Range<usize> {
        let place = stored.partition_point(|value| *value < asked);
        let below = stored[..place].iter().rev().take_while(|value| matches(**value)).count();
        let above = stored[place..].iter().take_while(|value| matches(**value)).count();
        place - below..place + above
    }

    /// The state of a generalised transient that is meant. The first and the last are looked at first, as the instants
    /// people ask for most.
    pub fn among_instants(&self, instants: &[f64], asked: f64) -> Option<usize> {
        let matches = |stored: f64| self.matches_stored(stored, asked);
        let last = instants.len().checked_sub(1)?;
        if let Some(end) = [0, last].into_iter().find(|end| matches(instants[*end])) {
            return Some(end);
        }
        // A tolerance of the whole of an instant takes in all that follow.
        if self.relative && self.tolerance.abs() >= 1.0 {
            return instants.iter().position(|stored| matches(*stored));
        }
        let found = self.around(instants, asked, matches);
        (!found.is_empty()).then_some(found.start)
    }

    /// The rule of generalised transients: a relative tolerance is a fraction of the stored instant.
    fn matches_stored(&self, stored: f64, asked: f64) -> bool {
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
        let reference = keywords.text_if_given("REFERENCE");
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
            magnitude: keywords.real_if_given("ORDRE_GRANDEUR"),
            absolute_values: keywords.is("VALE_ABS", "OUI"),
            legend: keywords.text_if_given("LEGENDE"),
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

    /// Expectation of one keyword among VALE_CALC, VALE_CALC_C, VALE_CALC_I and VALE_CALC_K.
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
                command: call.command.clone(),
                file: context.file.clone(),
                line: call.line,
                label: label.into(),
                kind: *kind,
                reference: name.clone(),
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
                command: call.command.clone(),
                file: context.file.clone(),
                line: call.line,
                label: match &self.legend {
                    Some(legend) => format!("{label}, {legend}").into(),
                    None => label.into(),
                },
                kind: *kind,
                reference: name.clone(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bisection_finds_the_instants_that_a_scan_finds() {
        let stored = [-2.0, -1.0, 0.0, 0.5, 1.0, 1.0, 1.5, 4.0, 4.25, 9.0];
        for (tolerance, relative) in [(0.0, false), (0.3, false), (2.0, false), (1e-6, true), (0.3, true), (1.5, true)]
        {
            let locating = Locating { tolerance, relative };
            for k in -20..80 {
                let asked = f64::from(k) * 0.125;
                let scanned: Vec<usize> = (0..stored.len()).filter(|i| locating.matches(stored[*i], asked)).collect();
                let bisected: Vec<usize> = locating.around(&stored, asked, |s| locating.matches(s, asked)).collect();
                assert_eq!(bisected, scanned, "{tolerance} {relative} {asked}");
                let order = [0, stored.len() - 1].into_iter().chain(1..stored.len() - 1);
                let first = order.into_iter().find(|i| locating.matches_stored(stored[*i], asked));
                assert_eq!(locating.among_instants(&stored, asked), first, "{tolerance} {relative} {asked}");
            }
        }
        assert_eq!(Locating { tolerance: 1.0, relative: false }.among_instants(&[], 0.0), None);
    }
}
