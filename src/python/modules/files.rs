//! Small files of the study's own Python: `open`, `with`, `json.dump`. Text is held in memory and written
//! when the file is closed; while a study is only checked nothing is written.

use std::sync::{Arc, Mutex};

use super::json::{Caller, Style};
use crate::python::core::display::display;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::host::Reading;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::room::Walk;
use crate::python::core::unknown;
use crate::python::core::value::{OpenFile, Scope, Value, hold};

/// `open(name, mode)`
pub fn open(interpreter: &mut Interpreter<'_>, mut arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    // Text is always UTF-8 here.
    arguments.named.retain(|n| !["encoding", "newline", "errors"].contains(&&*n.name));
    let [name, mode] = arguments.take("open", ["file", "mode"], 1)?;
    let name = match name {
        Some(Value::Text(name)) => name.to_string(),
        Some(Value::Unknown) => return Ok(Value::Unknown),
        other => {
            let found = other.as_ref().map_or("nothing".into(), Value::a_type);
            return Err(Fault::type_error(format!("open() expects the name of a file, not {found}")));
        }
    };
    let mode = mode.map_or("r".to_string(), |m| display(&m));
    let mut file = OpenFile { name, text: String::new(), position: 0, writing: true, closed: false };
    match mode.trim_end_matches(['t', 'b', '+']) {
        "w" | "x" => {}
        "a" => {
            if let Reading::Text(text) = interpreter.host.read_file(&file.name)? {
                file.text = text;
            }
        }
        "r" => {
            file.writing = false;
            file.text = match interpreter.host.read_file(&file.name)? {
                Reading::Text(text) => text,
                Reading::Unknown => return Ok(Value::Unknown),
                Reading::Missing => {
                    return Err(Fault::new("FileNotFoundError", format!("no file '{}'", file.name)));
                }
            };
        }
        _ => return Err(Fault::value_error(format!("unknown way to open a file: '{mode}'"))),
    }
    Ok(Value::File(Arc::new(Mutex::new(file))))
}

/// `json.dump(object, file)` and `json.dumps(object)`, with the options of Python that shape the text; others are passed
/// over.
pub fn dump(
    name: &'static str,
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments,
    scope: &Arc<Scope>,
) -> Result<Value> {
    let mut arguments = arguments;
    let named = std::mem::take(&mut arguments.named);
    let (known, options): (Vec<_>, Vec<_>) = named.into_iter().partition(|n| ["obj", "fp"].contains(&&*n.name));
    arguments.named = known;
    let style = Style::read(options.iter().map(|n| (&*n.name, &n.value)))?;
    let [object, file] = arguments.take(name, ["obj", "fp"], if name == "dump" { 2 } else { 1 })?;
    let object = object.unwrap_or(Value::None);
    if unknown::holds_unknown(&object, 100) {
        return Ok(Value::Unknown);
    }
    let walk = Walk::default();
    let text = style.text(&object, &mut Caller { interpreter, scope, walk })?;
    match file {
        Some(Value::File(file)) => hold(&file).write(&text).map(|()| Value::None),
        None => Ok(Value::text(text)),
        Some(other) => Err(Fault::type_error(format!("json.dump expects an open file, not {}", other.a_type()))),
    }
}
