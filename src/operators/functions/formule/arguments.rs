//! The expression of a formula as written, and its parameters.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Value};
use crate::source::Span;

#[derive(Debug)]
pub(super) struct FormulaArguments {
    pub(super) parameters: Vec<String>,
    /// The expression as written, and on one line.
    pub(super) text: Arc<str>,
    pub(super) expression: String,
    pub(super) complex: bool,
    /// Keyword the expression was given with, and its place.
    pub(super) keyword: &'static str,
    pub(super) span: Option<Span>,
}

impl FormulaArguments {
    pub(super) fn read(call: &Call) -> Result<Self, CallError> {
        let complex = call.has("VALE_C");
        let keyword = if complex { "VALE_C" } else { "VALE" };
        let Some(Value::Text(text)) = call.get(keyword).and_then(|given| given.values.first()).cloned() else {
            return Err(call.error(keyword, "R503", "FORMULE needs its expression: VALE=\"...\" or VALE_C=\"...\""));
        };
        let expression: String = text.chars().map(|c| if c == '\n' || c == '\r' { ' ' } else { c }).collect();
        let expression = expression.trim_end().to_string();
        if expression.trim().is_empty() {
            return Err(call.error(keyword, "R503", "the expression of the formula is empty"));
        }
        let parameters = call.texts("NOM_PARA").iter().map(|name| name.to_string()).collect();
        Ok(FormulaArguments {
            parameters,
            text,
            expression,
            complex,
            keyword,
            span: call.get(keyword).and_then(|g| g.span),
        })
    }
}
