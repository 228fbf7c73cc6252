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

use std::sync::Arc;

use super::formula::{Wanted, concepts_in};
use super::python::{Found, Scope, Value};
use super::session::Session;
use crate::catalogue::{RawArgument, RawCall, RawValue};
use crate::concepts::Handle;

/// A formula that names variables of the study.
pub(super) struct NamedValues {
    pub handle: Handle,
    /// The call as it is written, without the variables.
    pub raw: RawCall,
    /// Concepts among its keywords.
    pub given: Vec<Handle>,
    pub wanted: Vec<Wanted>,
    /// What the formula was made with.
    pub seen: Vec<RawArgument>,
    pub scope: Arc<Scope>,
}

impl Session<'_> {
    /// Makes again the formulas whose variables have changed: all, or one.
    pub(super) fn renew_formulas(&mut self, only: Option<&Handle>) {
        if self.named_values.is_empty() {
            return;
        }
        self.settle_formulas(false);
        let mut all = std::mem::take(&mut self.named_values);
        for formula in &mut all {
            let asked = only.is_none_or(|handle| self.graph.newest(handle).id == self.graph.newest(&formula.handle).id);
            if asked {
                self.renew(formula);
            }
        }
        self.named_values = all;
    }

    fn renew(&mut self, formula: &mut NamedValues) {
        let mut now = Vec::with_capacity(formula.wanted.len());
        let mut concepts = formula.given.clone();
        for wanted in &formula.wanted {
            let Found::Value(value) = formula.scope.get(&wanted.name) else { return };
            concepts.extend(concepts_in(&value));
            now.push(self.captured(wanted, &value));
        }
        let changed = now.iter().any(|argument| {
            let before = formula.seen.iter().find(|a| a.name == argument.name);
            before.is_some_and(|before| differ(&before.value, &argument.value))
        });
        formula.seen = now;
        if !changed {
            return;
        }
        let mut raw = formula.raw.clone();
        raw.arguments.extend(formula.seen.iter().cloned());
        if let Ok(outcome) = self.submit(raw, concepts, Vec::new())
            && let Value::Concept(new) = outcome.value
        {
            self.graph.enrich(&formula.handle, &new);
        }
        self.last = None;
    }
}

/// Whether two numbers, texts or concepts are not the same. Of other values nothing is known.
fn differ(a: &RawValue, b: &RawValue) -> bool {
    let number = |v: &RawValue| match v {
        RawValue::Integer(i) => Some(*i as f64),
        RawValue::Real(x) => Some(*x),
        RawValue::Logical(b) => Some(f64::from(u8::from(*b))),
        _ => None,
    };
    match (a, b) {
        (RawValue::Complex(a), RawValue::Complex(b)) => a != b,
        (RawValue::Text(a), RawValue::Text(b)) => a != b,
        (RawValue::Concept(a), RawValue::Concept(b)) => a.id != b.id,
        (RawValue::List(a), RawValue::List(b)) => {
            a.len() != b.len() || a.iter().zip(b).any(|((a, _), (b, _))| differ(a, b))
        }
        (a, b) => matches!((number(a), number(b)), (Some(a), Some(b)) if a.to_bits() != b.to_bits()),
    }
}
