//! What a former version did with a call that does not say it.

use super::age::Age;
use crate::catalogue::{RawArgument, RawCall, RawValue};
use crate::diag::Diagnostic;

/// DYNA_VIBRA(TYPE_CALCUL='TRAN') without SCHEMA integrated by central differences: writes so in the call when the rules of
/// 2020 are followed, and gives the note that says what differs when they are not.
pub fn default_scheme(call: &mut RawCall, age: &dyn Fn() -> Age) -> Option<Diagnostic> {
    let is_text = |a: &RawArgument, text: &str| matches!(&a.value, RawValue::Text(t) if **t == *text);
    let transient = call.arguments.iter().any(|a| &*a.name == "TYPE_CALCUL" && is_text(a, "TRAN"));
    if &*call.command != "DYNA_VIBRA" || !transient {
        return None;
    }
    let age = age();
    if !age.is_former() {
        return None;
    }
    let schema = call.arguments.iter_mut().find(|a| &*a.name == "SCHEMA_TEMPS").map(|a| &mut a.value);
    let mut options = match schema {
        Some(RawValue::Factor(options, _)) => Some(options),
        Some(RawValue::List(list)) => match list.as_mut_slice() {
            [(RawValue::Factor(options, _), _)] => Some(options),
            _ => return None,
        },
        Some(_) => return None,
        None => None,
    };
    if options.as_ref().is_some_and(|options| options.iter().any(|a| &*a.name == "SCHEMA")) {
        return None;
    }
    let (follows, note) = age.rule("DYNA_VIBRA without SCHEMA", "integrated by DIFF_CENTRE with the step PAS");
    let span = call.name_span;
    if follows {
        let value = RawValue::Text("DIFF_CENTRE".into());
        let scheme = RawArgument { name: "SCHEMA".into(), span, value, value_span: span };
        match &mut options {
            Some(options) => options.push(scheme),
            None => {
                let value = RawValue::Factor(vec![scheme], span);
                call.arguments.push(RawArgument { name: "SCHEMA_TEMPS".into(), span, value, value_span: span });
            }
        }
    }
    note.map(|note| note.at(span))
}
