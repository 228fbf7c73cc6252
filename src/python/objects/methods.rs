//! Attributes, and methods of texts, lists, dictionaries, sets, arrays, files and tables.

use std::sync::Arc;

use super::array;
use super::collections::{dictionary_method, from_keys, set_method};
use super::texts::text_method;
use crate::catalogue::nearest;
use crate::diag::Diagnostic;
use crate::python::core::access;
use crate::python::core::display::represent;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::iteration;
use crate::python::core::scope::Scope;
use crate::python::core::value::{Shared, Value, hold, read, write};
use crate::python::modules::sequences::{position, sort};
use crate::python::run::interpreter::Interpreter;
use crate::source::Span;

const TEXT: &[&str] = &[
    "capitalize",
    "center",
    "count",
    "endswith",
    "expandtabs",
    "find",
    "format",
    "format_map",
    "index",
    "isalpha",
    "isdigit",
    "isspace",
    "join",
    "ljust",
    "lower",
    "lstrip",
    "partition",
    "replace",
    "rfind",
    "rindex",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "swapcase",
    "title",
    "upper",
    "zfill",
];
const LIST: &[&str] =
    &["append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse", "sort"];
const DICTIONARY: &[&str] =
    &["clear", "copy", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values", "has_key"];
const SET: &[&str] = &[
    "add",
    "clear",
    "copy",
    "difference",
    "discard",
    "intersection",
    "isdisjoint",
    "issubset",
    "issuperset",
    "pop",
    "remove",
    "symmetric_difference",
    "union",
    "update",
];
const FILE: &[&str] = &["close", "flush", "read", "readline", "readlines", "write", "writelines"];

impl Interpreter<'_> {
    /// `object.name`
    pub(crate) fn attribute(&mut self, object: &Value, name: &str, span: Span) -> Result<Value> {
        let bound =
            |names: &[&str]| names.contains(&name).then(|| Value::Method(Arc::new((object.clone(), name.into()))));
        let found = match object {
            Value::Unknown => return Ok(Value::Unknown),
            Value::Module(module) => module.scope.own(name),
            Value::Text(_) => bound(TEXT),
            Value::List(_) => bound(LIST),
            Value::Tuple(_) => bound(&["count", "index"]),
            Value::Dictionary(_) | Value::Factor(_) => bound(DICTIONARY),
            Value::Set(_) => bound(SET),
            Value::File(file) if name == "name" => Some(Value::text(hold(file).name.as_str())),
            Value::File(_) => bound(FILE),
            Value::Complex(z) => match name {
                "real" => Some(Value::Real(z.re)),
                "imag" => Some(Value::Real(z.im)),
                _ => bound(&["conjugate"]),
            },
            Value::Real(_) | Value::Integer(_) if name == "real" => Some(object.clone()),
            Value::Real(_) => bound(&["is_integer"]),
            Value::Exception(e) => match name {
                "args" => Some(Value::tuple(e.given())),
                "errno" if e.is_a("OSError") => Some(match e.kind {
                    "FileNotFoundError" => Value::Integer(2),
                    "PermissionError" => Value::Integer(13),
                    _ => Value::None,
                }),
                "message" => Some(Value::text(e.message.as_str())),
                "__class__" => Some(Value::ExceptionKind(e.kind)),
                _ => None,
            },
            Value::Array(array) => array::attribute(&read(array), name).or_else(|| bound(array::METHODS)),
            Value::Table(table) => match super::table::TableView::attribute(table, name) {
                Some(value) => Some(value),
                None => bound(super::table::METHODS),
            },
            Value::Function(function) if name == "__name__" => Some(Value::text(function.name.as_str())),
            Value::Builtin(builtin) if name == "__name__" => Some(Value::text(builtin.name)),
            Value::Builtin(builtin) if builtin.is_type => match builtin.name {
                "str" => bound(TEXT),
                "list" => bound(LIST),
                "dict" => bound(DICTIONARY).or_else(|| bound(&["fromkeys"])),
                "set" => bound(SET),
                _ => None,
            },
            Value::ExceptionKind(kind) if name == "__name__" => Some(Value::text(*kind)),
            Value::Column(column) => match name {
                "name" => Some(Value::text(column.name.as_str())),
                _ => bound(&["values"]),
            },
            Value::Concept(handle) => match name {
                "nom" => Some(Value::text(handle.name())),
                _ => {
                    let inside: Vec<&str> = super::inside::names().collect();
                    bound(super::concepts::METHODS).or_else(|| bound(&inside))
                }
            },
            _ => None,
        };
        found.ok_or_else(|| {
            let kind = object.type_name();
            let names: Vec<Arc<str>> = match object {
                Value::Module(module) => module.scope.visible(),
                Value::Text(_) => TEXT.iter().map(|n| (*n).into()).collect(),
                Value::List(_) => LIST.iter().map(|n| (*n).into()).collect(),
                Value::Dictionary(_) => DICTIONARY.iter().map(|n| (*n).into()).collect(),
                Value::Concept(_) => super::concepts::METHODS.iter().map(|n| (*n).into()).collect(),
                Value::Array(_) => [array::METHODS, array::ATTRIBUTES].concat().iter().map(|n| (*n).into()).collect(),
                Value::Set(_) => SET.iter().map(|n| (*n).into()).collect(),
                Value::File(_) => FILE.iter().map(|n| (*n).into()).collect(),
                Value::Table(table) => {
                    let table = read(table);
                    let columns = table.columns.iter().map(|(name, _)| name.as_str().into());
                    let own = super::table::METHODS.iter().chain(&["para", "rows", "titr", "type"]);
                    columns.chain(own.map(|n| (*n).into())).collect()
                }
                _ => Vec::new(),
            };
            let message = match object {
                Value::Module(module) => format!("module {} has no '{name}'", module.name),
                _ => format!("a value of type {kind} has no attribute '{name}'"),
            };
            let mut diagnostic = Diagnostic::error("G007", message).at(span).label("unknown attribute");
            if let Some(near) = nearest(name, names.iter().map(|n| &**n)) {
                diagnostic = diagnostic.help(format!("did you mean '{near}'?"));
            } else if !names.is_empty() {
                let mut names: Vec<&str> = names.iter().map(|n| &**n).filter(|n| !n.starts_with('_')).collect();
                names.sort_unstable();
                diagnostic = diagnostic.help(format!("it has {}", names.join(", ")));
            }
            Fault::with("AttributeError", diagnostic)
        })
    }

    /// `object.name(arguments)`
    pub(crate) fn method(&mut self, object: &Value, name: &str, arguments: Arguments, span: Span) -> Result<Value> {
        self.tick()?;
        match object {
            Value::Unknown => Ok(Value::Unknown),
            Value::Text(text) if TEXT.contains(&name) => text_method(text, name, arguments),
            Value::List(items) if LIST.contains(&name) => self.list_method(items, name, arguments),
            Value::Tuple(items) if name == "index" || name == "count" => search(items, name, arguments),
            Value::Dictionary(items) if DICTIONARY.contains(&name) => dictionary_method(items, name, arguments),
            Value::Factor(_) if DICTIONARY.contains(&name) => {
                let copy = Arc::new(std::sync::RwLock::new(access::as_dictionary(object).unwrap_or_default()));
                dictionary_method(&copy, name, arguments)
            }
            Value::Set(items) if SET.contains(&name) => set_method(items, name, arguments),
            Value::File(file) if FILE.contains(&name) => {
                if name == "close" {
                    return self.close(file).map(|()| Value::None);
                }
                crate::python::modules::files::method(&mut hold(file), name, arguments)
            }
            Value::Complex(z) if name == "conjugate" => Ok(Value::Complex(z.conj())),
            Value::Real(x) if name == "is_integer" => Ok(Value::Logical(x.fract() == 0.0)),
            Value::Array(array) if array::METHODS.contains(&name) => array::method(array, name, arguments),
            Value::Table(table) if super::table::METHODS.contains(&name) => {
                self.table_method(&table.clone(), name, arguments, span)
            }
            Value::Column(column) if name == "values" => Ok(Value::list(column.values.clone())),
            Value::Concept(handle) => self.concept_method(handle, name, arguments, span),
            Value::Builtin(kind) if kind.is_type && name == "fromkeys" => from_keys(arguments),
            // `str.lower(text)` is `text.lower()`.
            Value::Builtin(kind) if kind.is_type => {
                self.attribute(object, name, span)?;
                let Arguments { mut positional, named, span: place } = arguments;
                if positional.first().is_none_or(|own| own.type_name() != kind.name) {
                    return Err(Fault::type_error(format!("{}.{name}() expects a {} first", kind.name, kind.name)));
                }
                let own = positional.remove(0);
                self.method(&own, name, Arguments { positional, named, span: place }, span)
            }
            _ => {
                let callee = self.attribute(object, name, span)?;
                self.call_value(&callee, arguments, &Scope::module())
            }
        }
    }

    fn list_method(&mut self, items: &Shared<Vec<Value>>, name: &str, arguments: Arguments) -> Result<Value> {
        let arguments = if name == "sort" { arguments } else { arguments.by_place(name)? };
        match name {
            "append" => {
                let [value] = arguments.exactly(name, ["value"])?;
                let mut items = write(items);
                crate::python::core::room::for_growth(items.len())?;
                items.push(value);
            }
            "extend" => {
                let [more] = arguments.exactly(name, ["iterable"])?;
                let more = iteration::collect(&more)?.unwrap_or_else(|| vec![Value::Unknown]);
                let mut items = write(items);
                crate::python::core::room::for_items(items.len() + more.len())?;
                items.extend(more);
            }
            "insert" => {
                let [at, value] = arguments.exactly(name, ["index", "value"])?;
                let at = at.as_index().ok_or_else(|| Fault::type_error("insert() expects an integer rank"))?;
                let mut items = write(items);
                let length = items.len() as i64;
                let at = if at < 0 { at.saturating_add(length).max(0) } else { at.min(length) };
                items.insert(at as usize, value);
            }
            "pop" => {
                let [at] = arguments.take(name, ["index"], 0)?;
                let mut items = write(items);
                if items.is_empty() {
                    return Err(Fault::new("IndexError", "pop from an empty list"));
                }
                let at = access::rank(&at.unwrap_or(Value::Integer(-1)), items.len(), "list")?;
                return Ok(items.remove(at));
            }
            "remove" => {
                let [value] = arguments.exactly(name, ["value"])?;
                let copy = read(items).clone();
                match position(&copy, &value)? {
                    Some(at) => {
                        write(items).remove(at);
                    }
                    None => return Err(Fault::value_error(format!("{} is not in the list", represent(&value)))),
                }
            }
            "reverse" | "clear" | "copy" => {
                let [] = arguments.exactly(name, [])?;
                match name {
                    "reverse" => write(items).reverse(),
                    "clear" => write(items).clear(),
                    _ => return Ok(Value::list(read(items).clone())),
                }
            }
            "sort" if !arguments.positional.is_empty() => {
                return Err(Fault::type_error("sort() takes 'key' and 'reverse' by their names"));
            }
            "sort" => {
                let copy = read(items).clone();
                if let Some(sorted) = sort(self, copy, arguments.named, &Scope::module())? {
                    *write(items) = sorted;
                }
            }
            _ => {
                let copy = read(items).clone();
                return search(&copy, name, arguments);
            }
        }
        Ok(Value::None)
    }
}

/// `index` and `count`
fn search(items: &[Value], name: &str, arguments: Arguments) -> Result<Value> {
    let [value, start, end] = arguments.by_place(name)?.take(name, ["value", "start", "end"], 1)?;
    let value = value.unwrap_or(Value::None);
    if value.is_unknown() {
        return Ok(Value::Unknown);
    }
    if name == "count" {
        if start.is_some() {
            return Err(Fault::type_error("count() takes one value"));
        }
        let mut count = 0;
        for item in items {
            count += i64::from(crate::python::core::compare::are_equal(item, &value)?);
        }
        return Ok(Value::Integer(count));
    }
    let (from, to) = access::bounds(name, start, end, items.len())?.unwrap_or((0, 0));
    match position(&items[from..to.max(from)], &value)? {
        Some(at) => Ok(Value::Integer((from + at) as i64)),
        None => Err(Fault::value_error(format!("{} is not in the sequence", represent(&value)))),
    }
}
