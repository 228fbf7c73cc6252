//! From values as written to typed values.
//!
//! An integer is a real; a real with an integral value is an integer; both are complex. Complex values
//! are Python complex numbers or the old triples `("RI", re, im)` and `("MP", modulus, degrees)`.

use num_complex::Complex64;

use crate::catalogue::check::equality::same_raw;
use crate::catalogue::raw::RawValue;
use crate::catalogue::schema::{Named, Simple, Type};
use crate::catalogue::values::Value;
use crate::source::Span;

/// Typed values with their places.
#[derive(Default)]
pub(super) struct Reading<'a> {
    pub values: Vec<(Read<'a>, Span)>,
    /// A value is unknown, so neither their number nor their content can be judged.
    pub unknown: bool,
}

pub(super) enum Read<'a> {
    Value(Value),
    /// `CO("name")`.
    New(&'a str),
}

/// A value of the wrong type.
pub(super) struct Misfit<'a> {
    pub value: &'a RawValue,
    pub span: Span,
    /// It stands in a list that is itself in the list of values.
    pub nested: bool,
}

pub(super) fn read<'a>(raw: &'a RawValue, span: Span, types: &[Type]) -> Result<Reading<'a>, Misfit<'a>> {
    let mut reading = Reading::default();
    let RawValue::List(items) = raw else {
        reading.push(raw, span, types)?;
        return Ok(reading);
    };
    let complex = types.contains(&Type::Complex);
    let mut rest = items.as_slice();
    while let [(item, place), after @ ..] = rest {
        rest = after;
        if complex {
            if let Some((z, end)) = triple(item, after) {
                reading.values.push((Read::Value(Value::Complex(z)), place.to(end)));
                rest = &after[2..];
                continue;
            }
            if let RawValue::List(inner) = item
                && let [(first, start), others @ ..] = inner.as_slice()
                && others.len() == 2
                && let Some((z, end)) = triple(first, others)
            {
                reading.values.push((Read::Value(Value::Complex(z)), start.to(end)));
                continue;
            }
        }
        if matches!(item, RawValue::List(_)) {
            return Err(Misfit { value: item, span: *place, nested: true });
        }
        reading.push(item, *place, types)?;
    }
    Ok(reading)
}

impl<'a> Reading<'a> {
    fn push(&mut self, raw: &'a RawValue, span: Span, types: &[Type]) -> Result<(), Misfit<'a>> {
        match raw {
            RawValue::Unknown => self.unknown = true,
            RawValue::New(name) if types.iter().any(|t| matches!(t, Type::New | Type::Any)) => {
                self.values.push((Read::New(name), span));
            }
            other => match convert(other, types) {
                Some(value) => self.values.push((Read::Value(value), span)),
                None => return Err(Misfit { value: raw, span, nested: false }),
            },
        }
        Ok(())
    }
}

/// `("RI", a, b)` or `("MP", a, b)`: its value and where it ends.
fn triple(first: &RawValue, after: &[(RawValue, Span)]) -> Option<(Complex64, Span)> {
    let RawValue::Text(kind) = first else { return None };
    let [(a, _), (b, end), ..] = after else { return None };
    let (a, b) = (number(a)?, number(b)?);
    match kind.trim_end() {
        "RI" => Some((Complex64::new(a, b), *end)),
        "MP" => {
            let angle = b.to_radians();
            Some((Complex64::new(a * libm::cos(angle), a * libm::sin(angle)), *end))
        }
        _ => None,
    }
}

fn number(raw: &RawValue) -> Option<f64> {
    match raw {
        RawValue::Integer(i) => Some(*i as f64),
        RawValue::Real(x) => Some(*x),
        _ => None,
    }
}

fn convert(raw: &RawValue, types: &[Type]) -> Option<Value> {
    let has = |t: &Type| types.contains(t);
    let named = || types.iter().any(|t| matches!(t, Type::Name(_)));
    let any = has(&Type::Any);
    match raw {
        // Blanks at the end matter to separators only: texts are read and compared without them.
        RawValue::Text(t) if any || has(&Type::Text) || named() => Some(Value::Text(t.clone())),
        RawValue::Integer(i) if any || has(&Type::Integer) || has(&Type::Unit) => Some(Value::Integer(*i)),
        RawValue::Integer(i) if has(&Type::Real) || has(&Type::Complex) => Some(Value::Real(*i as f64)),
        RawValue::Integer(i) if has(&Type::Name(Named::Node)) || has(&Type::Name(Named::Cell)) => {
            Some(Value::Text(i.to_string().into()))
        }
        RawValue::Real(x) if any || has(&Type::Real) || has(&Type::Complex) => Some(Value::Real(*x)),
        RawValue::Real(x) if (has(&Type::Integer) || has(&Type::Unit)) && x.fract() == 0.0 && x.abs() < 9.0e15 => {
            Some(Value::Integer(*x as i64))
        }
        RawValue::Complex(z) if any || has(&Type::Complex) => Some(Value::Complex(*z)),
        RawValue::Logical(b) if any || has(&Type::Logical) => Some(Value::Logical(*b)),
        RawValue::Concept(handle) => {
            let fits = types.iter().any(|t| matches!(t, Type::Concept(kind) if handle.is_a(kind)));
            (any || fits).then(|| Value::Concept(handle.clone()))
        }
        _ => None,
    }
}

/// True where a value can be trusted by a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    Yes,
    No,
    Unknown,
}

pub(super) fn fit(raw: &RawValue, simple: &Simple) -> Fit {
    match raw {
        RawValue::List(items) => {
            let fits = items.iter().map(|(v, _)| fit_one(v, simple));
            fits.fold(Fit::Yes, |all, f| if all == Fit::Yes { f } else { all })
        }
        one => fit_one(one, simple),
    }
}

fn fit_one(raw: &RawValue, simple: &Simple) -> Fit {
    let typed = match raw {
        RawValue::Unknown => return Fit::Unknown,
        RawValue::Concept(handle) => {
            simple.types.iter().any(|t| matches!(t, Type::Any) || matches!(t, Type::Concept(k) if handle.is_a(k)))
        }
        RawValue::Text(_) => simple.types.iter().any(|t| matches!(t, Type::Any | Type::Text | Type::Name(_))),
        RawValue::List(_) => simple.types.contains(&Type::Complex),
        RawValue::New(_) => simple.types.iter().any(|t| matches!(t, Type::Any | Type::New)),
        other => convert(other, &simple.types).is_some(),
    };
    let allowed = simple.into.is_empty() || simple.into.iter().any(|v| same_raw(raw, v));
    if typed && allowed { Fit::Yes } else { Fit::No }
}
