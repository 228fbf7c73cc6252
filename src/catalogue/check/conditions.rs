//! Whether a condition of the catalogue holds. Three answers: yes, no, and nobody can say, when it
//! rests on a value that is unknown or wrong.

use num_complex::Complex64;

use super::level::{Active, Found};
use crate::catalogue::check::equality::same_raw;
use crate::catalogue::raw::RawValue;
use crate::catalogue::schema::{Comparison, Condition, Constant, Sentence, Shape};
use crate::catalogue::values::Value;

impl<'a> Active<'a> {
    /// `None` when it cannot be known.
    pub fn holds(&self, condition: &'static Condition) -> Option<bool> {
        match condition {
            Condition::If(entries) => every(entries.iter().map(|(k, allowed)| self.has_one_of(k, allowed))),
            Condition::Present(k) => self.present(k),
            Condition::Absent(k) => self.present(k).map(|p| !p),
            Condition::AnyPresent(names) => some(names.iter().map(|k| self.present(k))),
            Condition::TypeOf(entries) => every(entries.iter().map(|(k, types)| self.type_is_one_of(k, types))),
            Condition::Count(k, comparison, value) => self.count(k).map(|n| compare(n, *comparison, *value)),
            Condition::All(list) => every(list.iter().map(|c| self.holds(c))),
            Condition::Any(list) => some(list.iter().map(|c| self.holds(c))),
            Condition::Not(c) => self.holds(c).map(|b| !b),
            Condition::Always(b) => Some(*b),
            Condition::Sentence(s) => self.sentence(*s),
        }
    }

    fn present(&self, path: &str) -> Option<bool> {
        let found = self.at(path);
        some(found.iter().map(|f| match f {
            Found::Absent => Some(false),
            Found::Doubt => None,
            _ => Some(true),
        }))
    }

    fn has_one_of(&self, path: &str, allowed: &[Constant]) -> Option<bool> {
        some(self.at(path).into_iter().map(|found| match found {
            Found::Absent | Found::Factor => Some(false),
            Found::Doubt => None,
            Found::Default(values) => Some(values.iter().any(|v| allowed.iter().any(|a| same(v, a)))),
            Found::Written(raw) => some(items(raw).map(|v| match v {
                RawValue::Unknown => None,
                v => Some(allowed.iter().any(|a| same_raw(v, a))),
            })),
        }))
    }

    fn type_is_one_of(&self, path: &str, types: &[&str]) -> Option<bool> {
        some(self.at(path).into_iter().map(|found| match found {
            Found::Written(raw) => some(items(raw).map(|v| match v {
                RawValue::Unknown => None,
                RawValue::Concept(handle) => Some(types.iter().any(|t| *t == &*handle.kind)),
                _ => Some(false),
            })),
            Found::Doubt => None,
            _ => Some(false),
        }))
    }

    fn count(&self, path: &str) -> Option<usize> {
        let mut total = 0;
        for found in self.at(path) {
            total += match found {
                Found::Absent | Found::Factor => 0,
                Found::Doubt => return None,
                Found::Default(values) => values.len(),
                Found::Written(raw) => items(raw).count(),
            };
        }
        Some(total)
    }

    /// Contents of `NAME`, or of `FACTOR/NAME` in each occurrence.
    fn at(&self, path: &str) -> Vec<Found<'a>> {
        let Some((factor, name)) = path.split_once('/') else { return vec![self.find(path)] };
        let Found::Written(raw) = self.find(factor) else { return Vec::new() };
        let occurrence = |v: &'a RawValue| match v {
            RawValue::Factor(arguments, _) => match arguments.iter().find(|a| *a.name == *name) {
                Some(a) if matches!(a.value, RawValue::Unknown) => Found::Doubt,
                Some(a) if !matches!(a.value, RawValue::None) => Found::Written(&a.value),
                _ => self.default_within(factor, name),
            },
            _ => Found::Doubt,
        };
        items(raw).map(occurrence).collect()
    }

    fn default_within(&self, factor: &str, name: &str) -> Found<'a> {
        let Some(Shape::Factor(level)) = self.keyword(factor).map(|k| &k.shape) else { return Found::Absent };
        match level.keywords.iter().find(|(n, _)| *n == name) {
            Some((_, k)) if !k.default().is_empty() => Found::Default(k.default()),
            _ => Found::Absent,
        }
    }

    fn sentence(&self, sentence: Sentence) -> Option<bool> {
        let text = |name: &str| match self.find(name) {
            Found::Written(raw) => only(raw).and_then(as_text).map(str::to_string),
            Found::Default([Constant::Text(t), ..]) => Some(t.to_string()),
            Found::Absent => Some(String::new()),
            _ => None,
        };
        match sentence {
            Sentence::TinyComputedValue => match self.find("VALE_CALC") {
                Found::Written(raw) => match items(raw).next()? {
                    RawValue::Integer(i) => Some(*i == 0),
                    RawValue::Real(x) => Some(x.abs() < 1e-16),
                    RawValue::Complex(z) => Some(libm::hypot(z.re, z.im) < 1e-16),
                    RawValue::Unknown => None,
                    _ => Some(false),
                },
                Found::Doubt => None,
                _ => Some(false),
            },
            Sentence::SameKindOfCara => match self.find("CARA") {
                Found::Written(raw) => {
                    let codes: Option<Vec<&str>> = items(raw).map(as_text).collect();
                    let tail = |code: &str| code.chars().skip(2).collect::<String>();
                    match codes?.as_slice() {
                        [_] => Some(true),
                        [a, b] => Some(tail(a) == tail(b)),
                        _ => Some(false),
                    }
                }
                Found::Doubt => None,
                _ => Some(false),
            },
            Sentence::FieldTypeStartsWith(start) => text("TYPE_CHAM").map(|t| t.starts_with(start)),
            Sentence::MetallurgicalRelation => {
                text("RELATION").map(|t| t.starts_with("META_") && !t.starts_with("META_LEMA_ANI"))
            }
            Sentence::CalledWithReuse => Some(self.above.map_or(self.reuse, |a| a.reuse)),
            Sentence::AnyTableIs(kind) => {
                let types = [kind];
                some([self.type_is_one_of("TABLE", &types), self.type_is_one_of("ACTION/TABLE", &types)].into_iter())
            }
            Sentence::OffDiagonalTerm => {
                let pairs = [("NUME_ORDRE_I", "NUME_ORDRE_J"), ("NOEUD_I", "NOEUD_J"), ("NOM_CMP_I", "NOM_CMP_J")];
                some(pairs.into_iter().map(|(i, j)| match (self.find(i), self.find(j)) {
                    (_, Found::Absent) => Some(false),
                    (Found::Doubt, _) | (_, Found::Doubt) => None,
                    (Found::Written(a), Found::Written(b)) => Some(!same_written(a, b)),
                    _ => Some(true),
                }))
            }
        }
    }
}

/// A value as a list of values.
pub(super) fn items(raw: &RawValue) -> impl Iterator<Item = &RawValue> {
    let (one, many) = match raw {
        RawValue::List(list) => (None, list.as_slice()),
        other => (Some(other), [].as_slice()),
    };
    one.into_iter().chain(many.iter().map(|(v, _)| v))
}

/// The value of a keyword that has one, written alone or as a sequence of one.
pub(super) fn only(raw: &RawValue) -> Option<&RawValue> {
    let mut all = items(raw);
    all.next().filter(|_| all.next().is_none())
}

/// Tells whether a value is one the catalogue names.
pub(super) fn is(value: &Value, constant: &Constant) -> bool {
    match (value, constant) {
        (Value::Text(a), Constant::Text(b)) => a.trim_end() == b.trim_end(),
        (Value::Logical(a), Constant::Logical(b)) => a == b,
        (a, b) => a.as_complex().is_some() && a.as_complex() == complex(b),
    }
}

/// Tells whether two values of the catalogue are the same.
pub(super) fn same(a: &Constant, b: &Constant) -> bool {
    match (a, b) {
        (Constant::Text(a), Constant::Text(b)) => a.trim_end() == b.trim_end(),
        (Constant::Logical(a), Constant::Logical(b)) => a == b,
        (a, b) => complex(a).is_some() && complex(a) == complex(b),
    }
}

fn complex(constant: &Constant) -> Option<Complex64> {
    match constant {
        Constant::Integer(i) => Some((*i as f64).into()),
        Constant::Real(x) => Some((*x).into()),
        Constant::Complex(re, im) => Some(Complex64::new(*re, *im)),
        Constant::Text(_) | Constant::Logical(_) => None,
    }
}

fn same_written(a: &RawValue, b: &RawValue) -> bool {
    match (a, b) {
        (RawValue::Text(a), RawValue::Text(b)) => a.trim_end() == b.trim_end(),
        (RawValue::Integer(a), RawValue::Integer(b)) => a == b,
        (RawValue::List(a), RawValue::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((a, _), (b, _))| same_written(a, b))
        }
        (RawValue::List(l), one) | (one, RawValue::List(l)) => l.len() == 1 && same_written(&l[0].0, one),
        _ => false,
    }
}

fn as_text(raw: &RawValue) -> Option<&str> {
    match raw {
        RawValue::Text(t) => Some(t.trim_end()),
        _ => None,
    }
}

fn every(mut answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let first = answers.try_fold(Some(true), |sum, a| match a {
        Some(false) => Err(()),
        Some(true) => Ok(sum),
        None => Ok(None),
    });
    first.unwrap_or(Some(false))
}

fn some(mut answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let first = answers.try_fold(Some(false), |sum, a| match a {
        Some(true) => Err(()),
        Some(false) => Ok(sum),
        None => Ok(None),
    });
    first.unwrap_or(Some(true))
}

fn compare(n: usize, comparison: Comparison, value: usize) -> bool {
    match comparison {
        Comparison::Equal => n == value,
        Comparison::NotEqual => n != value,
        Comparison::Less => n < value,
        Comparison::LessOrEqual => n <= value,
        Comparison::Greater => n > value,
        Comparison::GreaterOrEqual => n >= value,
    }
}
