//! Modules around the computation: `code_aster`, `aster`, and the little of `os`, `sys`, `time` and `copy` that studies
//! use. Nothing of the machine comes in by them but the clock and the
//! variables of `--env`: the working folder is `.`, the environment is empty otherwise.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::files;
use crate::diag::Diagnostic;
use crate::python::core::access::key;
use crate::python::core::display;
use crate::python::core::entry::{Entry, function};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::host::Reading;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::scope::Found;
use crate::python::core::value::{Asked, Scope, TableView, Value, read, write};
use crate::source::since_epoch;

/// `json`
pub const JSON: &[Entry] = &[
    function("dump", |i, a, s| files::dump("dump", i, a, s)),
    function("dumps", |i, a, s| files::dump("dumps", i, a, s)),
];

/// `os`
pub const OS: &[Entry] = &[
    function("getcwd", |_, a, _| a.exactly("getcwd", []).map(|[]| Value::text("."))),
    // No command of the machine is run: the answer is that of one that ended well.
    function("system", |i, a, _| {
        let span = a.span;
        let [words] = a.exactly("system", ["command"])?;
        let words = display::display(&words);
        let told = Diagnostic::note("G036", format!("os.system('{words}') runs nothing, and answers 0"));
        i.host.report(told.at_if_absent(span).help("a study runs no other programs: run them before or after it"));
        Ok(Value::Integer(0))
    }),
    function("getenv", |i, a, _| {
        let [name, default] = a.take("getenv", ["key", "default"], 1)?;
        let known = i.modules.get("os").and_then(|os| os.scope.own("environ"));
        let found = match (known, name) {
            (Some(Value::Dictionary(items)), Some(name)) => read(&items).get(&key(&name)?).map(|(_, v)| v.clone()),
            _ => None,
        };
        Ok(found.or(default).unwrap_or(Value::None))
    }),
];

/// `pickle` can be imported; nothing of it is here.
pub const PICKLE: &[Entry] = &[];

/// `code_aster.Objects.table_py`
pub const TABLE: &[Entry] = &[function("Table", |_, a, _| {
    a.exactly("Table", []).map(|[]| TableView { columns: Vec::new(), rows: Vec::new(), title: String::new() }.value())
})];

/// `os.path`
pub const PATH: &[Entry] = &[
    function("join", |_, a, _| joined(a)),
    function("basename", |_, a, _| part_of(a, "basename", |path| path.rsplit('/').next().unwrap_or(path))),
    function("dirname", |_, a, _| part_of(a, "dirname", |path| path.rsplit_once('/').map_or("", |(folder, _)| folder))),
    function("abspath", |_, a, _| part_of(a, "abspath", |path| path)),
    function("exists", |i, a, _| exists(i, a, "exists")),
    function("isfile", |i, a, _| exists(i, a, "isfile")),
];

/// `time`
pub const TIME: &[Entry] = &[
    function("time", |_, a, _| clock(a)),
    function("perf_counter", |_, a, _| clock(a)),
    function("clock", |_, a, _| clock(a)),
];

/// `aster`
pub const ASTER: &[Entry] = &[
    function("affiche", |i, a, _| {
        let [_, text] = a.exactly("affiche", ["unit", "text"])?;
        i.host.print(display::display(&text) + "\n");
        Ok(Value::None)
    }),
    function("getvectjev", function_values),
    function("onFatalError", |_, _, _| Ok(Value::text("ABORT"))),
];

/// `code_aster`, `code_aster.CA`
pub const CODE_ASTER: &[Entry] = &[
    function("init", |i, a, s| own(i, a, s, "DEBUT")),
    function("close", |i, a, s| own(i, a, s, "FIN")),
    function("exit", |i, a, s| own(i, a, s, "FIN")),
    function("TestCase", |i, _, _| Ok(Value::Module(i.made_module("TestCase")))),
    function("onFatalError", |_, _, _| Ok(Value::text("ABORT"))),
    function("disable_fpe", |i, _, _| Ok(Value::Module(i.made_module("disable_fpe")))),
    // A mesh that one of its readers will fill.
    function("Mesh", |_, a, _| a.exactly("Mesh", []).map(|[]| Value::New(Asked::mesh()))),
    function("MyTestCase", |i, _, _| Ok(Value::Module(i.made_module("TestCase")))),
];

/// `code_aster.Messages`
pub const MESSAGES: &[Entry] = &[function("UTMESS", |i, a, _| message(i, a))];

/// `code_aster.Utilities`
pub const UTILITIES: &[Entry] =
    &[function("ExecutionParameter", |i, _, _| Ok(Value::Module(i.shared_module("ExecutionParameter"))))];

/// `ExecutionParameter()`: options by name, kept while the study runs; the folder of resources (`rcdir`) is `.`.
pub const PARAMETERS: &[Entry] = &[
    function("get_option", |i, a, _| {
        let [name] = a.exactly("get_option", ["option"])?;
        let name = display::display(&name);
        let kept = i.shared_module("ExecutionParameter").scope.own(&format!("_{name}"));
        Ok(kept.unwrap_or_else(|| if name == "rcdir" { Value::text(".") } else { Value::None }))
    }),
    function("set_option", |i, a, _| {
        let [name, value] = a.exactly("set_option", ["option", "value"])?;
        i.shared_module("ExecutionParameter").scope.set(&format!("_{}", display::display(&name)), value);
        Ok(Value::None)
    }),
];

/// `copy`
pub const COPY: &[Entry] =
    &[function("copy", |_, a, _| copied(a, "copy", 1)), function("deepcopy", |_, a, _| copied(a, "deepcopy", DEEP))];

/// `sys`
pub const SYSTEM: &[Entry] = &[function("exit", |_, _, _| Err(Fault::End))];

/// `sys.stdout`, `sys.stderr`
pub const STREAM: &[Entry] = &[
    function("write", |i, a, _| {
        let [text] = a.exactly("write", ["text"])?;
        i.host.print(display::display(&text));
        Ok(Value::None)
    }),
    function("flush", |_, _, _| Ok(Value::None)),
];

/// `UTMESS("I", "STUDY_1", valk=..., vali=..., valr=...)`: a line of the log; an error when the letter is that of one.
fn message(interpreter: &mut Interpreter<'_>, arguments: Arguments) -> Result<Value> {
    let [letter, identifier, valk, vali, valr, cc] =
        arguments.take("UTMESS", ["code", "idmess", "valk", "vali", "valr", "cc"], 2)?;
    let shown = |value: Option<Value>| value.map(|v| display::display(&v)).unwrap_or_default();
    let (letter, identifier) = (shown(letter), shown(identifier));
    let values = [valk, vali, valr, cc].into_iter().flatten().map(|v| display::display(&v));
    let text = std::iter::once(identifier).chain(values).collect::<Vec<_>>().join(" ");
    if letter.starts_with(['F', 'S', 'E']) {
        return Err(Fault::new("AsterError", text));
    }
    interpreter.host.print(format!("<{letter}> {text}\n"));
    Ok(Value::None)
}

/// `code_aster.init("--test", ERREUR=...)` opens the study as DEBUT does; texts, and names in small letters (`debug=True`),
/// are options of a command line.
fn own(interpreter: &mut Interpreter<'_>, arguments: Arguments, scope: &Arc<Scope>, command: &str) -> Result<Value> {
    let mut arguments = Arguments { positional: Vec::new(), ..arguments };
    arguments.named.retain(|n| !n.name.chars().any(|c| c.is_ascii_lowercase()));
    interpreter.call_value(&Value::Command(command.into()), arguments, scope)
}

fn path_text(value: &Value) -> Result<Option<Arc<str>>> {
    match value {
        Value::Text(text) => Ok(Some(text.clone())),
        Value::Unknown => Ok(None),
        other => Err(Fault::type_error(format!("a path is a text, not {}", other.a_type()))),
    }
}

fn joined(arguments: Arguments) -> Result<Value> {
    let mut path = String::new();
    for part in &arguments.positional {
        let Some(part) = path_text(part)? else { return Ok(Value::Unknown) };
        if part.starts_with('/') {
            path.clear();
        } else if !path.is_empty() && !path.ends_with('/') {
            path.push('/');
        }
        path.push_str(&part);
    }
    Ok(Value::text(path))
}

fn part_of(arguments: Arguments, name: &str, part: fn(&str) -> &str) -> Result<Value> {
    let [path] = arguments.exactly(name, ["path"])?;
    Ok(path_text(&path)?.map_or(Value::Unknown, |path| Value::text(part(&path))))
}

fn exists(interpreter: &mut Interpreter<'_>, arguments: Arguments, name: &str) -> Result<Value> {
    let [path] = arguments.exactly(name, ["path"])?;
    let Some(path) = path_text(&path)? else { return Ok(Value::Unknown) };
    Ok(match interpreter.host.read_file(&path)? {
        Reading::Text(_) => Value::Logical(true),
        Reading::Missing => Value::Logical(false),
        Reading::Unknown => Value::Unknown,
    })
}

fn clock(arguments: Arguments) -> Result<Value> {
    let [] = arguments.exactly("time", [])?;
    Ok(Value::Real(since_epoch().as_secs_f64()))
}

/// Nesting that `deepcopy` follows.
const DEEP: usize = 900;

fn copied(arguments: Arguments, name: &str, depth: usize) -> Result<Value> {
    let [value] = arguments.exactly(name, ["object"])?;
    copy_of(&value, depth, &mut BTreeMap::new())
}

/// Objects held several times are copied once, as Python does: `made` has the copies by the address of the original.
fn copy_of(value: &Value, depth: usize, made: &mut BTreeMap<usize, Value>) -> Result<Value> {
    if depth == 0 {
        return Ok(value.clone());
    }
    if let Some(copy) = value.address().and_then(|address| made.get(&address)) {
        return Ok(copy.clone());
    }
    let copy = match value {
        Value::List(items) => {
            let copy = Value::list(Vec::new());
            remember(made, value, &copy);
            let held = read(items).clone();
            for item in &held {
                let item = copy_of(item, depth - 1, made)?;
                if let Value::List(items) = &copy {
                    write(items).push(item);
                }
            }
            copy
        }
        Value::Tuple(items) => Value::tuple(items.iter().map(|v| copy_of(v, depth - 1, made)).collect::<Result<_>>()?),
        Value::Dictionary(items) => {
            let copy = Value::dictionary([]);
            remember(made, value, &copy);
            let held = read(items).clone();
            for (key, (name, item)) in held {
                let item = copy_of(&item, depth - 1, made)?;
                if let Value::Dictionary(items) = &copy {
                    write(items).insert(key, (name, item));
                }
            }
            copy
        }
        Value::Factor(factor) => {
            let copy = Arc::new(factor.copy());
            remember(made, value, &Value::Factor(copy.clone()));
            for (key, (name, item)) in read(&factor.items).clone() {
                let item = copy_of(&item, depth - 1, made)?;
                write(&copy.items).insert(key, (name, item));
            }
            Value::Factor(copy)
        }
        Value::Set(items) => Value::Set(Arc::new(std::sync::RwLock::new(read(items).clone()))),
        Value::Array(array) => read(array).copy().value(),
        other => return Ok(other.clone()),
    };
    remember(made, value, &copy);
    Ok(copy)
}

fn remember(made: &mut BTreeMap<usize, Value>, value: &Value, copy: &Value) {
    if let Some(address) = value.address() {
        made.insert(address, copy.clone());
    }
}

/// `aster.getvectjev('NAME               .VALE')`: the raw numbers of a function of the study.
fn function_values(interpreter: &mut Interpreter<'_>, arguments: Arguments, scope: &Arc<Scope>) -> Result<Value> {
    let span = arguments.span;
    let [object] = arguments.exactly("getvectjev", ["name"])?;
    let Value::Text(object) = &object else { return Ok(Value::None) };
    let name = object.get(..19).unwrap_or(object).trim();
    if name.len() == 8 && name.bytes().all(|b| b.is_ascii_hexdigit()) {
        let message = format!("'{name}' is the internal name of a concept in an old run");
        let diagnostic = Diagnostic::error("G006", message).at_if_absent(span).label("cannot be found again");
        return Err(Fault::with("NameError", diagnostic.help("write NAME.getValues() with the name of the function")));
    }
    let (Found::Value(Value::Concept(handle)), Some(span)) = (scope.get(name), span) else { return Ok(Value::None) };
    let handle = interpreter.host.newest(&handle);
    match interpreter.concept_method(&handle, "getValues", Arguments::default(), span)? {
        Value::List(items) => Ok(Value::tuple(read(&items).to_vec())),
        other => Ok(other),
    }
}

/// `globals()`: names of the module as they are now; what is assigned to one of them is a name of the module, too.
pub fn globals(_: &mut Interpreter<'_>, arguments: Arguments, scope: &Arc<Scope>) -> Result<Value> {
    let [] = arguments.by_place("globals")?.exactly("globals", [])?;
    Ok(Value::dictionary(scope.root().entries()))
}
