//! The expansion of a macro-command in a study.
//!
//! The session checks the call against what the macro declares, lets it expand, and submits each call it
//! makes as if the study had written it. What is wrong with such a call is told at its place in the script,
//! with the place of the macro's call beside it.

use std::sync::Arc;

use super::macros::{Emission, Emitted, MacroFault, Macros};
use super::session::Session;
use crate::catalogue::{self, Call, Command, Given, Keywords, RawArgument, RawCall, RawValue};
use crate::concepts::Handle;
use crate::diag::Diagnostic;
use crate::python::{CommandOutcome, Host, Result, Value};
use crate::source::{FileId, SourceFile, Span};

/// Macros may call macros, to this depth.
const DEPTH: usize = 16;

impl Session<'_> {
    pub(super) fn macro_description(&self, name: &str) -> Option<&'static Command> {
        self.setup.options.macros.as_ref().and_then(|macros| macros.description(name))
    }

    /// Checks the call of a macro-command and expands it.
    pub(super) fn call_macro(&mut self, command: &'static Command, raw: &RawCall) -> Result<CommandOutcome> {
        let Some(macros) = self.setup.options.macros.clone() else { return Ok(CommandOutcome::of(Value::Unknown)) };
        let mut next_id = self.register.next_id;
        let checked = catalogue::check_against(command, raw, &mut || {
            next_id += 1;
            next_id
        });
        self.register.next_id = next_id;
        let wrong = checked.diagnostics.iter().any(Diagnostic::is_error);
        checked.diagnostics.into_iter().for_each(|d| self.report(d));
        let promised = checked.result;
        let created = |made: &[(Arc<str>, Handle)]| {
            let place = |(name, handle): &(Arc<str>, Handle)| {
                let own = made.iter().rev().find(|(n, _)| n == name).map_or(handle, |(_, h)| h);
                (name.clone(), Value::Concept(own.clone()))
            };
            checked.created.iter().map(place).collect()
        };
        let Some(call) = checked.call.filter(|_| !wrong) else {
            let value = promised.map_or(Value::Unknown, Value::Concept);
            return Ok(CommandOutcome { created: created(&[]), ..CommandOutcome::of(value) });
        };
        if self.input.macro_depth >= DEPTH {
            let message = format!("{} calls itself through {DEPTH} macro-commands", raw.command);
            self.report(Diagnostic::error("G021", message).at(raw.name_span).label("called here"));
            return Ok(CommandOutcome::of(Value::Unknown));
        }
        let file = self.script_file(&raw.command, &*macros);
        self.input.macro_depth += 1;
        let mut made: Vec<(Arc<str>, Handle)> = Vec::new();
        let outcome = macros.expand(&raw.command, arguments(&call, raw.span), &mut |emitted| match emitted {
            Emitted::Print(text) => {
                self.print(text);
                Ok(Emission::default())
            }
            Emitted::Call { command, arguments, start, end } => {
                let emission = self.emitted(raw, command, arguments, Span::new(file, start, end))?;
                made.extend(emission.created.iter().cloned());
                Ok(emission)
            }
        });
        self.input.macro_depth -= 1;
        // A script without a result names what it made.
        if let (Ok(RawValue::Factor(named, _)), true) = (&outcome, promised.is_none()) {
            made.extend(named.iter().filter_map(|argument| match &argument.value {
                RawValue::Concept(handle) => Some((argument.name.clone(), handle.clone())),
                _ => None,
            }));
        }
        let value = match outcome {
            Err(MacroFault::Reported) => promised.map_or(Value::Unknown, Value::Concept),
            Err(MacroFault::Script { message, help, start, end }) => {
                let error = Diagnostic::error("G022", format!("{} stopped: {message}", raw.command));
                let error = error.at(Span::new(file, start, end)).label("in this line of the script");
                let error = if help.is_empty() { error } else { error.help(help) };
                self.report(error.related(raw.name_span, "called here"));
                Value::Unknown
            }
            Ok(RawValue::Concept(handle)) => self.returned(raw, promised.as_ref(), handle),
            Ok(_) if promised.is_some() => {
                let message = format!("{} declares a result and its script returns none", raw.command);
                self.report(Diagnostic::error("G023", message).at(raw.name_span).label("called here"));
                Value::Unknown
            }
            Ok(_) => Value::Nothing(raw.command.clone()),
        };
        Ok(CommandOutcome { created: created(&made), ..CommandOutcome::of(value) })
    }

    /// The result must be of the type declared.
    fn returned(&mut self, raw: &RawCall, promised: Option<&Handle>, handle: Handle) -> Value {
        match promised {
            Some(promised) if !handle.is_a(&promised.kind) => {
                let message =
                    format!("{} declares the type {}, its script returns {}", raw.command, promised.kind, handle.kind);
                self.report(Diagnostic::error("G023", message).at(raw.name_span).label("called here"));
                Value::Unknown
            }
            Some(_) => Value::Concept(handle),
            None => Value::Nothing(raw.command.clone()),
        }
    }

    /// A call made by a script: its errors are told there, with the place of the macro's call.
    fn emitted(
        &mut self,
        outer: &RawCall,
        command: Arc<str>,
        arguments: Vec<(Arc<str>, RawValue)>,
        span: Span,
    ) -> std::result::Result<Emission, ()> {
        let place = |(name, value): (Arc<str>, RawValue)| RawArgument { name, span, value, value_span: span };
        let mut arguments: Vec<RawArgument> = arguments.into_iter().map(place).collect();
        let reuse = arguments.iter().position(|a| &*a.name == "reuse").map(|i| arguments.remove(i));
        let raw = RawCall {
            command,
            name_span: span,
            span,
            line: outer.line,
            arguments,
            reuse: reuse.map(|a| (a.value, a.value_span)),
        };
        let before = self.input.diagnostics.len();
        let outcome = self.submit(raw, Vec::new(), Vec::new()).map_err(|_| ())?;
        let mut wrong = false;
        for diagnostic in self.input.diagnostics.iter_mut().skip(before) {
            wrong |= diagnostic.is_error();
            *diagnostic = diagnostic.clone().related(outer.name_span, "in this call of a macro-command");
        }
        if wrong {
            return Err(());
        }
        let handle = |value: Value| match value {
            Value::Concept(handle) => Some(handle),
            _ => None,
        };
        let created = outcome.created.into_iter().filter_map(|(name, value)| Some((name, handle(value)?))).collect();
        Ok(Emission { result: handle(outcome.value), created })
    }

    /// The script among the sources, so that messages can show its lines.
    fn script_file(&mut self, name: &str, macros: &dyn Macros) -> FileId {
        let (file, text) = macros.script(name).unwrap_or((name, ""));
        let known = self.sources.iter().find(|(_, f)| f.name == *file && f.text == *text).map(|(id, _)| id);
        known.unwrap_or_else(|| self.sources.add(SourceFile::new(file, None, text.to_string())))
    }
}

/// The keywords of a checked call, defaults included, as values.
fn arguments(call: &Call, place: Span) -> Vec<(Arc<str>, RawValue)> {
    level(&call.keywords, place).into_iter().map(|a| (a.name, a.value)).collect()
}

fn level(keywords: &Keywords, nowhere: Span) -> Vec<RawArgument> {
    let place =
        |name: &str, value: RawValue| RawArgument { name: name.into(), span: nowhere, value, value_span: nowhere };
    let simple = keywords.simple_names().map(|(name, given)| place(name, simple(given, nowhere)));
    let factors = keywords.factor_names().map(|(name, occurrences)| {
        let items = occurrences.iter().map(|o| (RawValue::Factor(level(o, nowhere), nowhere), nowhere)).collect();
        place(name, RawValue::List(items))
    });
    simple.chain(factors).collect()
}

/// One value alone, several as a list.
fn simple(given: &Given, nowhere: Span) -> RawValue {
    let raw = |value: &catalogue::Value| match value {
        catalogue::Value::Integer(i) => RawValue::Integer(*i),
        catalogue::Value::Real(x) => RawValue::Real(*x),
        catalogue::Value::Complex(z) => RawValue::Complex(*z),
        catalogue::Value::Text(text) => RawValue::Text(text.clone()),
        catalogue::Value::Logical(b) => RawValue::Logical(*b),
        catalogue::Value::Concept(handle) => RawValue::Concept(handle.clone()),
        catalogue::Value::New(new) => RawValue::New(new.name.clone()),
    };
    match &*given.values {
        [one] => raw(one),
        several => RawValue::List(several.iter().map(|v| (raw(v), nowhere)).collect()),
    }
}
