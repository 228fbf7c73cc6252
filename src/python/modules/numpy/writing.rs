//! `numpy.savetxt`: an array written as text, one line per row.

use std::sync::Arc;

use crate::python::core::display::display;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::percent::percent;
use crate::python::core::value::{Scope, Value};
use crate::python::objects::array;

/// `savetxt(fname, X, fmt='%.18e', delimiter=' ', newline='\n', header='', footer='', comments='# ')`
pub fn save_text(interpreter: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let names = ["fname", "X", "fmt", "delimiter", "newline", "header", "footer", "comments"];
    let [name, values, format, delimiter, newline, header, footer, comments] = arguments.take("savetxt", names, 2)?;
    let name = match name {
        Some(Value::Text(name)) => name.to_string(),
        Some(Value::Unknown) => return Ok(Value::None),
        other => {
            let found = other.as_ref().map_or("nothing".into(), Value::a_type);
            return Err(Fault::type_error(format!("savetxt() expects the name of a file, not {found}")));
        }
    };
    let Some(array) = array::from_value(&values.unwrap_or(Value::None))? else { return Ok(Value::None) };
    let text = |given: Option<Value>, default: &str| given.map_or(default.to_string(), |value| display(&value));
    let (format, delimiter, newline) = (text(format, "%.18e"), text(delimiter, " "), text(newline, "\n"));
    let comments = text(comments, "# ");
    let said = |given: String| match given.is_empty() {
        true => String::new(),
        false => format!("{comments}{}{newline}", given.replace('\n', &format!("\n{comments}"))),
    };
    let mut out = said(text(header, ""));
    let width = array.shape.get(1).copied().unwrap_or(1).max(1);
    let data = array.data();
    let places: Vec<usize> = array.places().collect();
    for row in places.chunks(width) {
        let cells = row.iter().map(|at| percent(&format, &data.get(*at))).collect::<Result<Vec<_>>>()?;
        out.push_str(&cells.join(&delimiter));
        out.push_str(&newline);
    }
    out.push_str(&said(text(footer, "")));
    let written = interpreter.host.write_file(&name, &out)?;
    written.map_err(|why| Fault::new("OSError", format!("cannot write '{name}': {why}")))?;
    Ok(Value::None)
}
