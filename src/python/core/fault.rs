//! Why an evaluation stops: Python errors with their kind, the end of the study, an interruption.

use std::sync::Arc;

use super::display;
use super::value::{Exception, Value};
use crate::diag::Diagnostic;
use crate::source::Span;

#[derive(Debug)]
pub enum Fault {
    Raised(Box<Exception>),
    /// FIN was reached.
    End,
    /// The user asked to stop, or an error was reported that ends the study.
    Stop,
}

pub type Result<T> = std::result::Result<T, Fault>;

/// Kinds of errors and the kind each is a sort of.
const KINDS: &[(&str, &str)] = &[
    ("ArithmeticError", "Exception"),
    ("AssertionError", "Exception"),
    ("AsterError", "Exception"),
    ("AttributeError", "Exception"),
    ("BaseException", ""),
    ("Exception", "BaseException"),
    ("FileNotFoundError", "OSError"),
    ("PermissionError", "OSError"),
    ("ImportError", "Exception"),
    ("IndexError", "LookupError"),
    ("KeyError", "LookupError"),
    ("LinAlgError", "ValueError"),
    ("LookupError", "Exception"),
    ("MemoryError", "Exception"),
    ("ModuleNotFoundError", "ImportError"),
    ("NameError", "Exception"),
    ("NotImplementedError", "RuntimeError"),
    ("OSError", "Exception"),
    ("OverflowError", "ArithmeticError"),
    ("RecursionError", "RuntimeError"),
    ("RuntimeError", "Exception"),
    ("StopIteration", "Exception"),
    ("TypeError", "Exception"),
    ("UnboundLocalError", "NameError"),
    ("UserWarning", "Exception"),
    ("ValueError", "Exception"),
    ("ZeroDivisionError", "ArithmeticError"),
];

/// The kind of that name, if Python has it.
pub fn exception_kind(name: &str) -> Option<&'static str> {
    let name = if ["IOError", "EnvironmentError"].contains(&name) { "OSError" } else { name };
    KINDS.iter().map(|(kind, _)| *kind).find(|kind| *kind == name)
}

/// Whether a kind is another one or a sort of it.
pub fn descends(kind: &str, from: &str) -> bool {
    let mut kind = kind;
    while kind != from {
        match KINDS.iter().find(|(k, _)| *k == kind) {
            Some((_, parent)) if !parent.is_empty() => kind = parent,
            _ => return false,
        }
    }
    true
}

impl Exception {
    pub fn is_a(&self, kind: &str) -> bool {
        descends(self.kind, kind)
    }

    /// What the study gave to the error, or else its message.
    pub fn given(&self) -> Vec<Value> {
        match self.arguments.is_empty() && !self.message.is_empty() {
            true => vec![Value::text(self.message.as_str())],
            false => self.arguments.clone(),
        }
    }

    /// The message for the user.
    pub fn diagnostic(&self) -> Diagnostic {
        let mut diagnostic = match &self.diagnostic {
            Some(diagnostic) => (**diagnostic).clone(),
            None if self.message.is_empty() => Diagnostic::error("G004", self.kind).label("raised here"),
            None => Diagnostic::error("G004", format!("{}: {}", self.kind, self.message)).label("raised here"),
        };
        diagnostic = diagnostic.at_if_absent(self.span);
        for (span, name) in self.calls.iter().take(5) {
            diagnostic = diagnostic.related(*span, format!("in the call of {name}"));
        }
        diagnostic
    }
}

impl Fault {
    pub fn new(kind: &'static str, message: impl Into<String>) -> Self {
        Fault::Raised(Box::new(Exception {
            kind,
            message: message.into(),
            span: None,
            arguments: Vec::new(),
            calls: Vec::new(),
            diagnostic: None,
            kept: None,
        }))
    }

    /// A key that is not there; the error carries it.
    pub fn key_error(key: &Value) -> Self {
        let mut fault = Fault::new("KeyError", display::represent(key));
        if let Fault::Raised(e) = &mut fault {
            e.arguments = vec![key.clone()];
        }
        fault
    }

    /// An error whose message to the user is `diagnostic`; a study may catch it as `kind`.
    pub fn with(kind: &'static str, diagnostic: Diagnostic) -> Self {
        let mut fault = Fault::new(kind, diagnostic.message.clone());
        if let Fault::Raised(e) = &mut fault {
            e.span = diagnostic.span;
            e.diagnostic = Some(Arc::new(diagnostic));
        }
        fault
    }

    /// Adds what the call at `span` had computed.
    pub fn keeping(mut self, span: Span, value: &Value) -> Self {
        if let (Fault::Raised(e), Value::Concept(handle)) = (&mut self, value)
            && handle.get().is_some()
        {
            e.kept = Some((span, value.clone()));
        }
        self
    }

    /// The end, where the program was told to stop: asked for every item of what may be long.
    pub fn if_told() -> Result<()> {
        if crate::source::interrupt::told() { Err(Fault::Stop) } else { Ok(()) }
    }

    /// Adds advice for the user.
    pub fn advising(mut self, help: String) -> Self {
        if let Fault::Raised(e) = &mut self {
            e.diagnostic = Some(Arc::new(e.diagnostic().help(help)));
        }
        self
    }

    pub fn type_error(message: impl Into<String>) -> Self {
        Fault::new("TypeError", message)
    }

    pub fn value_error(message: impl Into<String>) -> Self {
        Fault::new("ValueError", message)
    }

    /// Gives the error a place unless it has one.
    pub fn at(mut self, span: Span) -> Self {
        if let Fault::Raised(e) = &mut self {
            e.span.get_or_insert(span);
        }
        self
    }
}

/// A noun with its article: `an int`, `a list`, `an ndarray`.
pub fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) || ["ndarray", "unknown"].contains(&noun);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

impl Value {
    /// The type with its article, as messages name it: `an int`, `a list`; `None` for itself.
    pub fn a_type(&self) -> String {
        match self {
            Value::None | Value::Nothing(_) => "None".into(),
            value => with_article(value.type_name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_descend_from_exception() {
        let Fault::Raised(e) = Fault::new("ZeroDivisionError", "") else { panic!() };
        assert!(e.is_a("ArithmeticError") && e.is_a("Exception") && !e.is_a("ValueError"));
    }
}
