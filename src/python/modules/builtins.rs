//! Functions known without import.

use std::cmp::Ordering;
use std::sync::{Arc, RwLock};

use super::conversions;
use super::{environment, files, sequences};
use crate::python::core::access::pairs;
use crate::python::core::compare::truth;
use crate::python::core::display::{display, represent};
use crate::python::core::entry::{Entry, function, kind};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::{Arguments, NOWHERE, Named};
use crate::python::core::integer::integer_of;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::unknown::holds_unknown;
use crate::python::core::value::{Asked, Dictionary, Factor, Key, Scope, Value, hold, read, write};
use crate::python::core::{fault, format, iteration};
use crate::python::objects::array;
use crate::python::objects::operations::binary;
use crate::syntax::BinaryOperator;

/// Types that have no name in programs.
pub const NAMELESS: &[Entry] =
    &[kind("NoneType", not_made), kind("function", not_made), kind("builtin_function_or_method", not_made)];

fn not_made(_: &mut Interpreter<'_>, _: Arguments, _: &Arc<Scope>) -> Result<Value> {
    Err(Fault::type_error("values of this type are not made by calling it"))
}

/// Functions and types known without import.
pub const FUNCTIONS: &[Entry] = &[
    function("CO", new_concept),
    function("_F", to_factor),
    function("abs", absolute),
    function("all", |i, a, _| sequences::junction(i, a, "all", false)),
    function("any", |i, a, _| sequences::junction(i, a, "any", true)),
    function("bin", |_, a, _| conversions::in_base(a, "bin", 'b')),
    kind("bool", to_logical),
    function("callable", |_, a, _| {
        let [x] = a.by_place("callable")?.exactly("callable", ["object"])?;
        let concept =
            matches!(&x, Value::Concept(h) if h.is_a("fonction_sdaster") || h.is_a("fonction_c") || h.is_a("formule"));
        let code = matches!(x, Value::Function(_) | Value::Builtin(_) | Value::Method(_) | Value::Command(_));
        Ok(Value::Logical(concept || code))
    }),
    function("chr", |_, a, _| {
        let [code] = a.by_place("chr")?.exactly("chr", ["code"])?;
        let Some(code) = code.as_index() else {
            return Err(Fault::type_error(format!("chr() expects an integer, not {}", code.a_type())));
        };
        let found = u32::try_from(code).ok().and_then(char::from_u32);
        found
            .map(|c| Value::text(c.to_string()))
            .ok_or_else(|| Fault::value_error("chr() expects the code of a character"))
    }),
    kind("complex", conversions::to_complex),
    kind("dict", to_dictionary),
    function("divmod", quotient_and_remainder),
    function("enumerate", sequences::enumerate),
    function("filter", sequences::filter),
    kind("float", conversions::to_real),
    function("format", format),
    kind("int", conversions::to_integer),
    function("getattr", get_attribute),
    function("globals", environment::globals),
    function("hasattr", has_attribute),
    function("hex", |_, a, _| conversions::in_base(a, "hex", 'x')),
    function("isinstance", is_instance),
    function("issubclass", is_subclass),
    function("iter", |_, a, _| {
        let [items] = a.by_place("iter")?.exactly("iter", ["object"])?;
        match items {
            Value::Iterator(_) => Ok(items),
            items => Ok(iteration::collect(&items)?.map_or(Value::Unknown, Value::iterator)),
        }
    }),
    function("len", length),
    kind("list", |_, a, _| sequences::sequence(a, "list", Value::list)),
    function("map", sequences::map),
    function("max", |i, a, s| sequences::extreme(i, a, s, "max", Ordering::Greater)),
    function("min", |i, a, s| sequences::extreme(i, a, s, "min", Ordering::Less)),
    function("next", sequences::next),
    function("oct", |_, a, _| conversions::in_base(a, "oct", 'o')),
    function("open", files::open),
    function("ord", |_, a, _| {
        let [text] = a.by_place("ord")?.exactly("ord", ["character"])?;
        match &text {
            Value::Text(t) if t.chars().count() == 1 => {
                Ok(Value::Integer(t.chars().next().map_or(0, |c| i64::from(u32::from(c)))))
            }
            other => Err(Fault::type_error(format!("ord() expects one character, not {}", other.a_type()))),
        }
    }),
    function("pow", power),
    function("print", print),
    kind("range", sequences::range),
    function("repr", |_, a, _| text_of(a, "repr", represent)),
    function("reversed", sequences::reversed),
    function("round", round),
    kind("set", sequences::set),
    function("sorted", sequences::sorted),
    kind("str", |_, a, _| text_of(a, "str", display)),
    function("sum", sequences::sum),
    kind("tuple", |_, a, _| sequences::sequence(a, "tuple", Value::tuple)),
    kind("type", type_of),
    function("zip", sequences::zip),
];

fn new_concept(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [name] = arguments.exactly("CO", ["name"])?;
    match name {
        Value::Text(name) => {
            let name = name.trim_end();
            let starts = name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
            if starts && name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                Ok(Value::New(Asked::new(name)))
            } else {
                Err(Fault::value_error(format!("CO expects the name of a variable, found '{name}'")))
            }
        }
        Value::Unknown => Ok(Value::Unknown),
        other => Err(Fault::type_error(format!("CO expects a name as text, not {}", other.a_type()))),
    }
}

fn absolute(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [x] = arguments.by_place("abs")?.exactly("abs", ["x"])?;
    array::map(&x, &mut |x| {
        Ok(match x {
            Value::Unknown => Value::Unknown,
            Value::Real(x) => Value::Real(x.abs()),
            Value::Complex(z) => Value::Real(libm::hypot(z.re, z.im)),
            x => match x.as_index() {
                Some(i) => Value::Integer(
                    i.checked_abs().ok_or_else(|| Fault::new("OverflowError", "integer beyond 64 bits"))?,
                ),
                None => return Err(Fault::type_error(format!("abs() expects a number, not {}", x.a_type()))),
            },
        })
    })
}

fn to_logical(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [x] = arguments.by_place("bool")?.take("bool", ["x"], 0)?;
    Ok(truth(&x.unwrap_or(Value::None))?.map_or(Value::Unknown, Value::Logical))
}

fn to_dictionary(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let items = dictionary_of(arguments, "dict")?;
    Ok(items.map_or(Value::Unknown, |items| Value::Dictionary(Arc::new(RwLock::new(items)))))
}

/// `_F` where it is called as any other function is, as in `map(_F, dictionaries)`.
fn to_factor(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let span = arguments.span.unwrap_or(NOWHERE);
    let Some(items) = dictionary_of(arguments, "_F")? else { return Ok(Value::Unknown) };
    let factor = Factor::new(Vec::new(), span);
    *write(&factor.items) = items;
    Ok(Value::Factor(Arc::new(factor)))
}

/// What a dictionary or pairs and named values make; nothing where it is unknown.
fn dictionary_of(arguments: Arguments, name: &str) -> Result<Option<Dictionary>> {
    let mut out = match arguments.positional.as_slice() {
        [] => Dictionary::new(),
        [source] => match pairs(source)? {
            Some(items) => items,
            None => return Ok(None),
        },
        _ => return Err(Fault::type_error(format!("{name}() takes at most one value without name"))),
    };
    for Named { name, value } in arguments.named {
        out.insert(Key::Text(name.clone()), (Value::Text(name), value));
    }
    Ok(Some(out))
}

fn quotient_and_remainder(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [a, b] = arguments.by_place("divmod")?.exactly("divmod", ["a", "b"])?;
    let quotient = binary(BinaryOperator::FloorDivide, &a, &b)?;
    Ok(Value::tuple(vec![quotient, binary(BinaryOperator::Modulo, &a, &b)?]))
}

fn format(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [value, specification] = arguments.by_place("format")?.take("format", ["value", "specification"], 1)?;
    let value = value.unwrap_or(Value::Unknown);
    if value.is_unknown() {
        return Ok(value);
    }
    match specification {
        None => format::format_value(&value, "").map(Value::text),
        Some(Value::Text(specification)) => format::format_value(&value, &specification).map(Value::text),
        Some(other) => Err(Fault::type_error(format!("format() expects a text, not {}", other.a_type()))),
    }
}

fn is_instance(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [value, kinds] = arguments.by_place("isinstance")?.exactly("isinstance", ["object", "type"])?;
    if value.is_unknown() {
        return Ok(Value::Unknown);
    }
    fn fits(value: &Value, kinds: &Value) -> Result<bool> {
        match kinds {
            Value::Tuple(kinds) => kinds.iter().try_fold(false, |found, k| Ok(found || fits(value, k)?)),
            Value::Builtin(b) if b.is_type => {
                let kind_of = matches!((b.name, value), ("int", Value::Logical(_)) | ("dict", Value::Factor(_)));
                Ok(value.type_name() == b.name || kind_of)
            }
            Value::ExceptionKind(kind) => Ok(matches!(value, Value::Exception(e) if e.is_a(kind))),
            other => Err(Fault::type_error(format!("isinstance() expects types, not {}", other.a_type()))),
        }
    }
    fits(&value, &kinds).map(Value::Logical)
}

/// `issubclass(kind, kinds)`
fn is_subclass(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [kind, kinds] = arguments.by_place("issubclass")?.exactly("issubclass", ["kind", "kinds"])?;
    fn descends(kind: &Value, kinds: &Value) -> Result<bool> {
        match (kind, kinds) {
            (_, Value::Tuple(kinds)) => kinds.iter().try_fold(false, |found, k| Ok(found || descends(kind, k)?)),
            (Value::ExceptionKind(kind), Value::ExceptionKind(from)) => Ok(fault::descends(kind, from)),
            (Value::Builtin(a), Value::Builtin(b)) if a.is_type && b.is_type => {
                Ok(a.name == b.name || (a.name, b.name) == ("bool", "int"))
            }
            (Value::Builtin(a), Value::ExceptionKind(_)) if a.is_type => Ok(false),
            (Value::ExceptionKind(_), Value::Builtin(b)) if b.is_type => Ok(false),
            (other, _) => Err(Fault::type_error(format!("issubclass() expects types, not {}", other.a_type()))),
        }
    }
    if kind.is_unknown() || kinds.is_unknown() {
        return Ok(Value::Unknown);
    }
    descends(&kind, &kinds).map(Value::Logical)
}

fn length(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [x] = arguments.by_place("len")?.exactly("len", ["object"])?;
    let length = match &x {
        Value::Unknown => return Ok(Value::Unknown),
        Value::Text(text) => text.chars().count(),
        Value::List(items) => read(items).len(),
        Value::Tuple(items) => items.len(),
        Value::Dictionary(items) => read(items).len(),
        Value::Set(items) => read(items).len(),
        Value::Range(range) => range.len(),
        Value::Array(array) => read(array).shape[0],
        Value::Column(column) => column.values.len(),
        Value::Table(table) => read(table).rows.len(),
        Value::Factor(factor) => read(&factor.items).len(),
        other => return Err(Fault::type_error(format!("a value of type {} has no length", other.type_name()))),
    };
    Ok(Value::Integer(length as i64))
}

fn power(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [x, y, modulus] = arguments.take("pow", ["base", "exp", "mod"], 2)?;
    let (x, y) = (x.unwrap_or(Value::None), y.unwrap_or(Value::None));
    let modulus = match modulus {
        None | Some(Value::None) => return binary(BinaryOperator::Power, &x, &y),
        Some(modulus) => modulus,
    };
    if [&x, &y, &modulus].iter().any(|v| v.is_unknown()) {
        return Ok(Value::Unknown);
    }
    let (Some(x), Some(y), Some(modulus)) = (x.as_index(), y.as_index(), modulus.as_index()) else {
        return Err(Fault::type_error("pow() with a modulus expects three integers"));
    };
    let (m, Ok(mut exponent)) = (i128::from(modulus), u64::try_from(y)) else {
        return Err(Fault::value_error("pow() with a modulus expects an exponent that is not negative"));
    };
    if m == 0 {
        return Err(Fault::value_error("the modulus of pow() cannot be zero"));
    }
    let (mut result, mut square) = (1 % m, i128::from(x) % m);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * square % m;
        }
        square = square * square % m;
        exponent >>= 1;
    }
    let result = if result != 0 && (result < 0) != (m < 0) { result + m } else { result };
    Ok(Value::Integer(result as i64))
}

fn print(interpreter: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let (mut separator, mut end) = (" ".to_string(), "\n".to_string());
    let mut file = None;
    for Named { name, value } in arguments.named {
        match (&*name, value) {
            (_, Value::None) | ("flush", _) => {}
            ("sep", Value::Text(text)) => separator = text.to_string(),
            ("end", Value::Text(text)) => end = text.to_string(),
            (name @ ("sep" | "end"), value) => {
                return Err(Fault::type_error(format!("print() expects a text as '{name}', not {}", value.a_type())));
            }
            ("file", value) => file = Some(value),
            (other, _) => return Err(Fault::type_error(format!("print() has no argument '{other}'"))),
        }
    }
    // What a failed operator would have given is not worth a line.
    if arguments.positional.iter().any(|x| holds_unknown(x, 20)) {
        return Ok(Value::None);
    }
    let texts: Vec<String> = arguments.positional.iter().map(display).collect();
    let text = texts.join(&separator) + end.as_str();
    match file {
        Some(Value::File(file)) => hold(&file).write(&text)?,
        None | Some(Value::Module(_) | Value::Unknown) => interpreter.host.print(text),
        Some(other) => {
            let message = format!("print() expects a file, not {}", other.a_type());
            return Err(Fault::new("AttributeError", message));
        }
    }
    Ok(Value::None)
}

fn text_of(arguments: Arguments, name: &str, show: fn(&Value) -> String) -> Result<Value> {
    let arguments = if name == "repr" { arguments.by_place(name)? } else { arguments };
    let [x] = arguments.take(name, ["object"], usize::from(name == "repr"))?;
    Ok(match x {
        None => Value::text(""),
        Some(x) if holds_unknown(&x, 20) => Value::Unknown,
        Some(x) => Value::text(show(&x)),
    })
}

fn round(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [x, digits] = arguments.take("round", ["number", "ndigits"], 1)?;
    let x = x.unwrap_or(Value::Unknown);
    let digits = match &digits {
        Some(Value::Unknown) => return Ok(Value::Unknown),
        None | Some(Value::None) => None,
        Some(d) => Some(d.as_index().ok_or_else(|| Fault::type_error("round() expects an integer number of digits"))?),
    };
    match (&x, digits) {
        (Value::Unknown, _) => Ok(Value::Unknown),
        (Value::Integer(_) | Value::Logical(_), None | Some(0..)) => Ok(Value::Integer(x.as_index().unwrap_or(0))),
        (Value::Real(v), None) => {
            if v.is_infinite() {
                Err(Fault::new("OverflowError", "integer beyond 64 bits"))
            } else {
                integer_of(v.round_ties_even())
            }
        }
        (Value::Real(v), Some(d @ 0..)) if v.is_finite() => {
            // Rust formats the exact decimal value, ties to even: what Python does.
            let text = format!("{v:.*}", d.min(330) as usize);
            Ok(Value::Real(text.parse().unwrap_or(*v)))
        }
        (Value::Real(v), Some(_)) if !v.is_finite() => Ok(x),
        (Value::Real(_) | Value::Integer(_) | Value::Logical(_), Some(d)) => {
            let unit = libm::pow(10.0, (-d).min(400) as f64);
            let v = x.as_real().unwrap_or(0.0);
            let rounded = if unit.is_finite() { (v / unit).round_ties_even() * unit } else { 0.0 };
            if matches!(x, Value::Real(_)) { Ok(Value::Real(rounded)) } else { integer_of(rounded) }
        }
        _ => Err(Fault::type_error(format!("round() expects a number, not {}", x.a_type()))),
    }
}

fn has_attribute(interpreter: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let Some(span) = arguments.span else { return Err(Fault::type_error("hasattr() is called by its name")) };
    let [object, name] = arguments.by_place("hasattr")?.exactly("hasattr", ["object", "name"])?;
    let Value::Text(name) = name else { return Err(Fault::type_error("hasattr() expects the name of an attribute")) };
    match interpreter.attribute(&object, &name, span) {
        Ok(_) => Ok(Value::Logical(true)),
        Err(Fault::Raised(_)) => Ok(Value::Logical(false)),
        Err(other) => Err(other),
    }
}

fn get_attribute(interpreter: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let Some(span) = arguments.span else { return Err(Fault::type_error("getattr() is called by its name")) };
    let [object, name, default] = arguments.by_place("getattr")?.take("getattr", ["object", "name", "default"], 2)?;
    let (Some(object), Some(Value::Text(name))) = (object, name) else {
        return Err(Fault::type_error("getattr() expects an object and the name of an attribute"));
    };
    match (interpreter.attribute(&object, &name, span), default) {
        (Err(Fault::Raised(_)), Some(default)) => Ok(default),
        (found, _) => found,
    }
}

fn type_of(interpreter: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [x] = arguments.exactly("type", ["object"])?;
    Ok(match &x {
        Value::Unknown => Value::Unknown,
        Value::Exception(e) => Value::ExceptionKind(e.kind),
        Value::None | Value::Nothing(_) => interpreter.nameless("NoneType"),
        Value::Function(_) => interpreter.nameless("function"),
        Value::Builtin(_) | Value::Method(_) if x.type_name() != "type" => {
            interpreter.nameless("builtin_function_or_method")
        }
        x => interpreter.known(x.type_name()).unwrap_or_else(|| Value::text(x.type_name())),
    })
}
