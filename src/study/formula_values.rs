//! Formulas see the variables of the study as they are when the formula is used.
//!
//! ```python
//! A = 1.0
//! F = FORMULE(VALE="A * INST", NOM_PARA="INST")
//! A = 2.0
//! F(1.0)                 # 2.0
//! ```
//!
//! A formula is an operator that takes the values its expression names. When one of them has changed since, the formula
//! is made again before the command, or the Python call, that uses it; commands already called keep the one they were given.

use super::formula::concepts_in;
use super::formula_expression;
use super::session::Session;
use crate::python::{Found, Value};
use crate::study::named_values::NamedValues;

impl Session<'_> {
    /// Makes again the formulas whose variables have changed, in the order they were made: one may name another.
    pub(super) fn renew_formulas(&mut self) {
        if self.formulas.named.is_empty() {
            return;
        }
        self.settle_formulas(false);
        let mut all = std::mem::take(&mut self.formulas.named);
        all.iter_mut().for_each(|formula| self.renew_one(formula));
        self.formulas.named = all;
    }

    fn renew_one(&mut self, formula: &mut NamedValues) {
        let mut now = Vec::with_capacity(formula.wanted.len());
        for wanted in &formula.wanted {
            let Found::Value(value) = formula.scope.get(&wanted.name) else { return };
            now.push(Some(self.as_it_is(value)));
        }
        let pairs = formula.seen.iter().zip(&now);
        let changed = pairs.filter_map(|(a, b)| Some((a.as_ref()?, b.as_ref()?))).any(|(a, b)| differ(a, b));
        formula.seen = now;
        if !changed {
            return;
        }
        let mut raw = formula.raw.clone();
        let (mut concepts, mut all) = (formula.given.clone(), formula.own.clone());
        for (wanted, value) in formula.wanted.iter().zip(formula.seen.iter().flatten()) {
            concepts.extend(concepts_in(value));
            raw.arguments.push(self.captured(wanted, value));
            all.push((wanted.name.as_str().into(), value.clone()));
        }
        raw.arguments.extend(formula_expression::whole(&raw, &all));
        if let Ok(outcome) = self.submit(raw, concepts, Vec::new())
            && let Value::Concept(new) = outcome.value
        {
            self.graph.enrich(&formula.handle, &new);
        }
        self.input.last = None;
    }

    /// A concept by its newest version; other values are themselves.
    pub(super) fn as_it_is(&self, value: Value) -> Value {
        match value {
            Value::Concept(handle) => Value::Concept(self.graph.newest(&handle)),
            value => value,
        }
    }
}

/// Whether two values are not the same: numbers and texts by what they are, others by where they are.
fn differ(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Text(a), Value::Text(b)) => a != b,
        (Value::Complex(a), Value::Complex(b)) => a != b,
        (Value::Concept(a), Value::Concept(b)) => a.id != b.id,
        _ => match (a.as_real(), b.as_real()) {
            (Some(a), Some(b)) => a.to_bits() != b.to_bits(),
            _ => matches!((a.address(), b.address()), (Some(a), Some(b)) if a != b),
        },
    }
}
