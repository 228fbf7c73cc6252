//! Attributes of any value, and calls of its methods.

use std::sync::Arc;

use crate::catalogue::{quoted, replaced_as};
use crate::diag::Diagnostic;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::methods::{Methods, call};
use crate::python::core::value::{Array, Data, Exception, Scope, TableView, Value, hold, read};
use crate::python::modules::numpy::methods as arrays;
use crate::python::objects::{concepts, dictionaries, files, lists, scalars, sets, table_methods, texts};
use crate::python::run::instead;
use crate::source::Span;

/// Nesting in which an unknown argument of a text's method is looked for.
const NESTED: usize = 5;

/// Names of the methods of a value.
fn methods_of(object: &Value) -> Vec<&'static str> {
    fn names<T>(methods: Methods<T>) -> Vec<&'static str> {
        methods.iter().map(|(name, _)| *name).collect()
    }
    match object {
        Value::Text(_) => names(texts::METHODS),
        Value::List(_) => names(lists::METHODS),
        Value::Tuple(_) => names(lists::TUPLE),
        Value::Dictionary(_) | Value::Factor(_) => names(dictionaries::METHODS),
        Value::Set(_) => names(sets::METHODS),
        Value::File(_) => names(files::METHODS),
        Value::Complex(_) => names(scalars::COMPLEX),
        Value::Real(_) => names(scalars::REAL),
        Value::Array(_) => names(arrays::METHODS),
        Value::Table(_) => names(table_methods::METHODS),
        Value::Column(_) => names(scalars::COLUMN),
        Value::Concept(_) => concepts::names().collect(),
        Value::Builtin(kind) if kind.is_type => match kind.name {
            "str" => names(texts::METHODS),
            "list" => names(lists::METHODS),
            "dict" => [names(dictionaries::METHODS), vec!["fromkeys"]].concat(),
            "set" => names(sets::METHODS),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Names that may follow the point after a value; those that are called end with their bracket.
pub fn attributes(value: &Value) -> Vec<String> {
    let called = |names: Vec<&'static str>| names.into_iter().map(|name| format!("{name}(")).collect();
    let mut names: Vec<String> = match value {
        Value::Module(module) => {
            let is_called = |value: &Value| matches!(value, Value::Builtin(_) | Value::Function(_) | Value::Command(_));
            let entries = module.scope.entries().into_iter();
            entries.map(|(name, value)| if is_called(&value) { format!("{name}(") } else { name.to_string() }).collect()
        }
        Value::Concept(handle) => called(concepts::methods(handle)),
        other => called(methods_of(other)),
    };
    let fields = match value {
        Value::Array(_) => arrays::ATTRIBUTES,
        Value::Table(_) => TABLE_FIELDS,
        _ => &[],
    };
    names.extend(fields.iter().map(|name| name.to_string()));
    names.sort_unstable();
    names.dedup();
    names
}

/// A value of a type, by the name of that: what such values have can be looked up before there is one.
pub fn empty(kind: &str) -> Option<Value> {
    Some(match kind {
        "str" => Value::text(""),
        "list" => Value::list(Vec::new()),
        "tuple" => Value::tuple(Vec::new()),
        "dict" => Value::dictionary([]),
        "ndarray" => Array::flat(Data::Real(Vec::new())).value(),
        "Table" => TableView { columns: Vec::new(), rows: Vec::new(), title: String::new() }.value(),
        _ => return None,
    })
}

/// What the table of EXTR_TABLE holds beside its columns.
const TABLE_FIELDS: &[&str] = &["para", "rows", "titr", "type"];

impl Interpreter<'_> {
    /// `object.name`
    pub(crate) fn attribute(&mut self, object: &Value, name: &str, span: Span) -> Result<Value> {
        let own = match object {
            Value::Unknown => return Ok(Value::Unknown),
            Value::Module(module) => module.scope.own(name),
            Value::File(file) if name == "name" => Some(Value::text(hold(file).name.as_str())),
            Value::Complex(z) if name == "real" => Some(Value::Real(z.re)),
            Value::Complex(z) if name == "imag" => Some(Value::Real(z.im)),
            Value::Real(_) | Value::Integer(_) if name == "real" => Some(object.clone()),
            Value::Real(_) if name == "imag" => Some(Value::Real(0.0)),
            Value::Integer(_) if name == "imag" => Some(Value::Integer(0)),
            Value::Exception(e) => of_exception(e, name),
            Value::Array(array) if name == "dtype" => self.known(read(array).data().kind().name()),
            Value::Array(array) => arrays::attribute(&read(array), name),
            Value::Table(table) => TableView::attribute(table, name),
            Value::Function(function) if name == "__name__" => Some(Value::text(function.name.as_str())),
            Value::Builtin(builtin) if name == "__name__" => Some(Value::text(builtin.name)),
            Value::ExceptionKind(kind) if name == "__name__" => Some(Value::text(*kind)),
            Value::Column(column) if name == "name" => Some(Value::text(column.name.as_str())),
            Value::Concept(handle) if name == "nom" => Some(Value::text(handle.name())),
            _ => None,
        };
        let bound = || Value::Method(Arc::new((object.clone(), name.into())));
        own.or_else(|| methods_of(object).contains(&name).then(bound)).ok_or_else(|| no_attribute(object, name, span))
    }

    /// `object.name(arguments)`
    pub(crate) fn method(&mut self, object: &Value, name: &str, arguments: Arguments, span: Span) -> Result<Value> {
        self.tick()?;
        let called = match object {
            Value::Unknown => return Ok(Value::Unknown),
            Value::Text(_) if arguments.hold_unknown(NESTED) && methods_of(object).contains(&name) => {
                return Ok(Value::Unknown);
            }
            Value::Text(text) => call(texts::METHODS, self, text, name, arguments, span),
            Value::List(items) => call(lists::METHODS, self, items, name, arguments, span),
            Value::Tuple(items) => call(lists::TUPLE, self, items, name, arguments, span),
            Value::Dictionary(items) => call(dictionaries::METHODS, self, items, name, arguments, span),
            Value::Factor(factor) => call(dictionaries::METHODS, self, &factor.items, name, arguments, span),
            Value::Set(items) => call(sets::METHODS, self, items, name, arguments, span),
            Value::File(file) => call(files::METHODS, self, file, name, arguments, span),
            Value::Complex(z) => call(scalars::COMPLEX, self, z, name, arguments, span),
            Value::Real(x) => call(scalars::REAL, self, x, name, arguments, span),
            Value::Array(array) => call(arrays::METHODS, self, array, name, arguments, span),
            Value::Table(table) => call(table_methods::METHODS, self, table, name, arguments, span),
            Value::Column(column) => call(scalars::COLUMN, self, column, name, arguments, span),
            Value::Concept(handle) => return self.concept_method(handle, name, arguments, span),
            Value::Builtin(kind) if kind.is_type && name == "fromkeys" => return dictionaries::from_keys(arguments),
            // `str.lower(text)` is `text.lower()`.
            Value::Builtin(kind) if kind.is_type => {
                self.attribute(object, name, span)?;
                let Arguments { mut positional, named, span: place } = arguments;
                if positional.first().is_none_or(|own| own.type_name() != kind.name) {
                    return Err(Fault::type_error(format!("{}.{name}() expects a {} first", kind.name, kind.name)));
                }
                let own = positional.remove(0);
                return self.method(&own, name, Arguments { positional, named, span: place }, span);
            }
            _ => Err(arguments),
        };
        match called {
            Ok(result) => result,
            Err(arguments) => {
                let callee = self.attribute(object, name, span)?;
                self.call_value(&callee, arguments, &Scope::module())
            }
        }
    }
}

fn of_exception(e: &Exception, name: &str) -> Option<Value> {
    Some(match name {
        "args" => Value::tuple(e.given()),
        "errno" if e.is_a("OSError") => match e.kind {
            "FileNotFoundError" => Value::Integer(2),
            "PermissionError" => Value::Integer(13),
            _ => Value::None,
        },
        "message" => Value::text(e.message.as_str()),
        "__class__" => Value::ExceptionKind(e.kind),
        _ => return None,
    })
}

/// An attribute that is not there: the nearest one, or all there are.
fn no_attribute(object: &Value, name: &str, span: Span) -> Fault {
    let kind = object.type_name();
    let own = |names: Vec<&'static str>| names.into_iter().map(Arc::from).collect();
    let names: Vec<Arc<str>> = match object {
        Value::Module(module) => module.scope.visible(),
        Value::Concept(_) => own(concepts::suggested().collect()),
        Value::Array(_) => own([methods_of(object), arrays::ATTRIBUTES.to_vec()].concat()),
        Value::Table(table) => {
            let table = read(table);
            let columns = table.columns.iter().map(|(name, _)| name.as_str().into());
            columns.chain(own([methods_of(object), TABLE_FIELDS.to_vec()].concat())).collect()
        }
        Value::Text(_) | Value::List(_) | Value::Dictionary(_) | Value::Set(_) | Value::File(_) => {
            own(methods_of(object))
        }
        _ => Vec::new(),
    };
    let message = match object {
        Value::Module(module) => format!("module {} has no '{name}'", module.name),
        _ => format!("a value of type {kind} has no attribute '{name}'"),
    };
    let mut diagnostic = Diagnostic::error("G007", message).at(span).label("unknown attribute");
    let of_files = if let Value::Module(module) = object { instead::of_files(&module.name, name) } else { None };
    if let Some(help) = of_files {
        diagnostic = diagnostic.help(help);
    } else if let Some((help, fix)) = replaced_as(name, names.iter().map(|n| &**n), Some(span), &quoted) {
        diagnostic = diagnostic.help(help).fix(fix);
    } else if !names.is_empty() {
        let mut names: Vec<&str> = names.iter().map(|n| &**n).filter(|n| !n.starts_with('_')).collect();
        names.sort_unstable();
        diagnostic = diagnostic.help(format!("it has {}", names.join(", ")));
    }
    Fault::with("AttributeError", diagnostic)
}
