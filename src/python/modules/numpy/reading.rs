//! `numpy.loadtxt`, `genfromtxt`, `load` and `save`: arrays from files and back.

use std::sync::Arc;

use crate::python::core::display::display;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::host::{ReadArray, Reading};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::value::{Array, Data, Scope, Value, hold, read};
use crate::python::objects::array;

/// `loadtxt(fname, dtype, comments='#', delimiter=None, skiprows=0, usecols=None, unpack=False, ndmin=0, max_rows=None)`
pub fn load_text(interpreter: &mut Interpreter<'_>, mut arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    arguments.named.retain(|given| &*given.name != "encoding");
    let names =
        ["fname", "dtype", "comments", "delimiter", "converters", "skiprows", "usecols", "unpack", "ndmin", "max_rows"];
    let [file, kind, comments, delimiter, converters, skipped, columns, unpack, least, most] =
        arguments.take("loadtxt", names, 1)?;
    refuse("loadtxt", "converters", converters)?;
    let form = Form {
        function: "loadtxt",
        comments: comment_of(comments),
        delimiter: text_of("loadtxt", "delimiter", delimiter)?,
        first: number_of("loadtxt", "skiprows", skipped)?.unwrap_or(0),
        last: 0,
        most: number_of("loadtxt", "max_rows", most)?,
        columns: columns_of("loadtxt", columns)?,
        filling: None,
    };
    let Some(text) = text_in(interpreter, "loadtxt", file)? else { return Ok(Value::Unknown) };
    let array = form.array(&text)?;
    let least = number_of("loadtxt", "ndmin", least)?.unwrap_or(0);
    shaped(array, unpack, least, kind)
}

/// `genfromtxt(fname, dtype, comments='#', delimiter=None, skip_header=0, skip_footer=0, usecols=None, filling_values=nan,
/// unpack=False, max_rows=None)`: what is no number is `nan`, or the filling value.
pub fn generate_from_text(
    interpreter: &mut Interpreter<'_>,
    mut arguments: Arguments,
    _: &Arc<Scope>,
) -> Result<Value> {
    arguments.named.retain(|given| !["encoding", "autostrip", "loose"].contains(&&*given.name));
    let names = [
        "fname",
        "dtype",
        "comments",
        "delimiter",
        "skip_header",
        "skip_footer",
        "converters",
        "missing_values",
        "filling_values",
        "usecols",
        "names",
        "unpack",
        "max_rows",
    ];
    let [file, kind, comments, delimiter, first, last, converters, missing, filling, columns, named, unpack, most] =
        arguments.take("genfromtxt", names, 1)?;
    for (name, given) in [("converters", converters), ("missing_values", missing), ("names", named)] {
        refuse("genfromtxt", name, given)?;
    }
    let form = Form {
        function: "genfromtxt",
        comments: comment_of(comments),
        delimiter: text_of("genfromtxt", "delimiter", delimiter)?,
        first: number_of("genfromtxt", "skip_header", first)?.unwrap_or(0),
        last: number_of("genfromtxt", "skip_footer", last)?.unwrap_or(0),
        most: number_of("genfromtxt", "max_rows", most)?,
        columns: columns_of("genfromtxt", columns)?,
        filling: Some(filling.and_then(|value| value.as_real()).unwrap_or(f64::NAN)),
    };
    let Some(text) = text_in(interpreter, "genfromtxt", file)? else { return Ok(Value::Unknown) };
    let array = form.array(&text)?;
    shaped(array, unpack, 0, kind)
}

/// `save(file, arr)`: reals of eight bytes in numpy's own format; `.npy` is added to a name without it.
pub fn save(interpreter: &mut Interpreter<'_>, mut arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    arguments.named.retain(|given| !["allow_pickle", "fix_imports"].contains(&&*given.name));
    let [file, values] = arguments.exactly("save", ["file", "arr"])?;
    let Some(name) = name_of("save", &file)? else { return Ok(Value::None) };
    let name = if name.ends_with(".npy") { name } else { format!("{name}.npy") };
    let Some(array) = array::from_value(&values)? else { return Ok(Value::None) };
    let data = array.data();
    let numbers = array.as_reals(&data).map(|numbers| numbers.into_owned());
    let Some(numbers) = numbers else {
        let message = "save() writes real numbers; save the real and the imaginary part of complex ones apart";
        return Err(Fault::type_error(message.to_string()));
    };
    let written = interpreter.host.write_array(&name, &array.shape, &numbers)?;
    written.map_err(|why| Fault::new("OSError", format!("cannot write '{name}': {why}")))?;
    Ok(Value::None)
}

/// `load(file)`: an array of real numbers, with one or two dimensions.
pub fn load(interpreter: &mut Interpreter<'_>, mut arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    arguments.named.retain(|given| !["allow_pickle", "fix_imports", "encoding"].contains(&&*given.name));
    let [file] = arguments.exactly("load", ["file"])?;
    let Some(name) = name_of("load", &file)? else { return Ok(Value::Unknown) };
    match interpreter.host.read_array(&name)? {
        ReadArray::Array(shape, numbers) => Ok(Array::new(Data::Real(numbers), shape).value()),
        ReadArray::Unknown => Ok(Value::Unknown),
        ReadArray::Missing => Err(Fault::new("FileNotFoundError", format!("no file '{name}'"))),
        ReadArray::Wrong(why) => Err(Fault::value_error(format!("load(): '{name}' cannot be read: {why}"))),
    }
}

/// How a text is read.
struct Form {
    function: &'static str,
    comments: Option<String>,
    /// Blanks when absent.
    delimiter: Option<String>,
    /// Lines left out at the start and at the end.
    first: usize,
    last: usize,
    most: Option<usize>,
    columns: Option<Vec<i64>>,
    /// What stands for a field that is no number; an error when absent.
    filling: Option<f64>,
}

impl Form {
    fn array(&self, text: &str) -> Result<Array> {
        let lines: Vec<(usize, &str)> = text.lines().enumerate().skip(self.first).collect();
        let mut kept: Vec<(usize, &str)> = lines
            .into_iter()
            .map(|(rank, line)| match &self.comments {
                Some(mark) => (rank, line.split(mark.as_str()).next().unwrap_or("")),
                None => (rank, line),
            })
            .filter(|(_, line)| !line.trim().is_empty())
            .collect();
        kept.truncate(kept.len().saturating_sub(self.last).min(self.most.unwrap_or(usize::MAX)));
        let (mut numbers, mut width) = (Vec::new(), None);
        for (rank, line) in &kept {
            let row = self.row(*rank + 1, line)?;
            if *width.get_or_insert(row.len()) != row.len() {
                let message = format!(
                    "{}(): line {} has {} columns, the lines before it {}",
                    self.function,
                    rank + 1,
                    row.len(),
                    width.unwrap_or(0)
                );
                return Err(Fault::value_error(message));
            }
            numbers.extend(row);
        }
        Ok(Array::new(Data::Real(numbers), vec![kept.len(), width.unwrap_or(0)]))
    }

    fn row(&self, line: usize, text: &str) -> Result<Vec<f64>> {
        let fields: Vec<&str> = match &self.delimiter {
            Some(mark) => text.trim().split(mark.as_str()).map(str::trim).collect(),
            None => text.split_whitespace().collect(),
        };
        let chosen: Vec<&str> = match &self.columns {
            None => fields,
            Some(columns) => {
                let at = |column: &i64| if *column < 0 { fields.len() as i64 + column } else { *column };
                let field = |column: &i64| usize::try_from(at(column)).ok().and_then(|at| fields.get(at)).copied();
                columns
                    .iter()
                    .map(|column| {
                        field(column).ok_or_else(|| {
                            let count = fields.len();
                            let message =
                                format!("{}(): line {line} has {count} columns, none of rank {column}", self.function);
                            Fault::value_error(message)
                        })
                    })
                    .collect::<Result<_>>()?
            }
        };
        let number = |field: &&str| match (field.parse::<f64>(), self.filling) {
            (Ok(x), _) => Ok(x),
            (Err(_), Some(filling)) => Ok(filling),
            (Err(_), None) => {
                let comma = field.contains(',') && field.replace(',', ".").parse::<f64>().is_ok();
                let hint =
                    if comma { "; decimals use a point here: read the lines and replace the commas" } else { "" };
                Err(Fault::value_error(format!(
                    "{}(): line {line} holds '{field}', which is no number{hint}",
                    self.function
                )))
            }
        };
        chosen.iter().map(number).collect()
    }
}

/// One column or one row is one-dimensional, as numpy gives it.
fn shaped(array: Array, unpack: Option<Value>, least: usize, kind: Option<Value>) -> Result<Value> {
    let transposed = matches!(unpack, Some(Value::Logical(true)));
    let flat = least < 2 && array.shape.contains(&1);
    let array = match (flat, transposed) {
        (true, _) if least == 0 && array.len() == 1 => return Ok(array.at(0)),
        (true, _) => Array::flat(array.dense()),
        (false, true) => array.transposed(),
        (false, false) => array,
    };
    match kind {
        Some(kind) if !matches!(kind, Value::None) => array::cast(&array, &kind),
        _ => Ok(array.value()),
    }
}

/// The text of a file given by its name, of an open file, or of a list of lines; `None` while it is not known.
fn text_in(interpreter: &mut Interpreter<'_>, function: &str, given: Option<Value>) -> Result<Option<String>> {
    match given {
        Some(Value::File(file)) => {
            let mut file = hold(&file);
            let rest = file.text.get(file.position..).unwrap_or_default().to_string();
            file.position = file.text.len();
            Ok(Some(rest))
        }
        Some(Value::List(lines)) => {
            let lines: Vec<String> = read(&lines).iter().map(display).collect();
            Ok(Some(lines.iter().map(|line| line.trim_end_matches('\n')).collect::<Vec<_>>().join("\n")))
        }
        other => {
            let Some(name) = name_of(function, &other.unwrap_or(Value::None))? else { return Ok(None) };
            match interpreter.host.read_file(&name)? {
                Reading::Text(text) => Ok(Some(text)),
                Reading::Unknown => Ok(None),
                Reading::Missing => Err(Fault::new("FileNotFoundError", format!("no file '{name}'"))),
            }
        }
    }
}

fn name_of(function: &str, given: &Value) -> Result<Option<String>> {
    match given {
        Value::Text(name) => Ok(Some(name.to_string())),
        Value::Unknown => Ok(None),
        other => Err(Fault::type_error(format!("{function}() expects the name of a file, not {}", other.a_type()))),
    }
}

fn is_none(given: &Option<Value>) -> bool {
    matches!(given, None | Some(Value::None))
}

fn refuse(function: &str, name: &str, given: Option<Value>) -> Result<()> {
    match is_none(&given) {
        true => Ok(()),
        false => Err(Fault::type_error(format!("{function}(): the argument '{name}' is not available here"))),
    }
}

/// The mark of remarks; none where `None` is given.
fn comment_of(given: Option<Value>) -> Option<String> {
    match given {
        None => Some("#".to_string()),
        Some(Value::Text(mark)) if !mark.is_empty() => Some(mark.to_string()),
        _ => None,
    }
}

fn text_of(function: &str, name: &str, given: Option<Value>) -> Result<Option<String>> {
    match given {
        None | Some(Value::None) => Ok(None),
        Some(Value::Text(text)) if text.trim().is_empty() && *text != *"\t" => Ok(None),
        Some(Value::Text(text)) => Ok(Some(text.to_string())),
        Some(other) => Err(Fault::type_error(format!("{function}(): {name} must be a text, not {}", other.a_type()))),
    }
}

fn number_of(function: &str, name: &str, given: Option<Value>) -> Result<Option<usize>> {
    match given {
        None | Some(Value::None) => Ok(None),
        Some(Value::Integer(n)) if n >= 0 => Ok(Some(n as usize)),
        Some(other) => {
            Err(Fault::type_error(format!("{function}(): {name} must be an integer from 0, not {}", display(&other))))
        }
    }
}

fn columns_of(function: &str, given: Option<Value>) -> Result<Option<Vec<i64>>> {
    let wrong = || Fault::type_error(format!("{function}(): usecols must be an integer or a list of integers"));
    let items = match given {
        None | Some(Value::None) => return Ok(None),
        Some(Value::Integer(column)) => return Ok(Some(vec![column])),
        Some(Value::List(items)) => read(&items).clone(),
        Some(Value::Tuple(items)) => items.to_vec(),
        Some(_) => return Err(wrong()),
    };
    let column = |item: &Value| if let Value::Integer(column) = item { Ok(*column) } else { Err(wrong()) };
    items.iter().map(column).collect::<Result<Vec<_>>>().map(Some)
}
