//! Values as text: what `str`, `repr` and `print` show.

use num_complex::Complex64;

use super::value::{Value, hold, read};

/// Nesting shown before `...`.
const DEPTH: usize = 100;
/// Longest text of a value; what holds others many times over would be longer.
const LONGEST: usize = 50_000_000;

/// `str(value)`
pub fn display(value: &Value) -> String {
    match value {
        Value::Text(text) => text.to_string(),
        Value::Exception(e) => e.message.clone(),
        Value::Array(array) => read(array).to_text(),
        other => represent(other),
    }
}

/// `repr(value)`
pub fn represent(value: &Value) -> String {
    let mut out = String::new();
    write_value(value, &mut Vec::new(), &mut out);
    out
}

/// `around`: addresses of the objects the value lies in, which it may hold in its turn.
fn write_value(value: &Value, around: &mut Vec<usize>, out: &mut String) {
    // What the user interrupts is not looked at any more.
    if around.len() >= DEPTH || out.len() > LONGEST || crate::source::interrupt::told() {
        out.push_str("...");
        return;
    }
    let address = value.address().unwrap_or(0);
    if address != 0 && around.contains(&address) {
        out.push_str(match value {
            Value::Dictionary(_) => "{...}",
            Value::Factor(_) => "_F(...)",
            Value::Tuple(_) => "(...)",
            _ => "[...]",
        });
        return;
    }
    around.push(address);
    write_inside(value, around, out);
    around.pop();
}

fn write_inside(value: &Value, around: &mut Vec<usize>, out: &mut String) {
    match value {
        Value::None | Value::Nothing(_) => out.push_str("None"),
        Value::Logical(b) => out.push_str(if *b { "True" } else { "False" }),
        Value::Integer(i) => out.push_str(&i.to_string()),
        Value::Real(x) => out.push_str(&real(*x)),
        Value::Complex(z) => out.push_str(&complex(*z)),
        Value::Text(text) => quote(text, out),
        Value::List(items) => sequence("[", &read(items), "]", around, out),
        Value::Tuple(items) => {
            sequence("(", items, if items.len() == 1 { ",)" } else { ")" }, around, out);
        }
        Value::Dictionary(items) => {
            out.push('{');
            for (i, (key, item)) in read(items).values().enumerate() {
                out.push_str(if i == 0 { "" } else { ", " });
                write_value(key, around, out);
                out.push_str(": ");
                write_value(item, around, out);
            }
            out.push('}');
        }
        Value::Set(items) => {
            let items: Vec<Value> = read(items).values().cloned().collect();
            if items.is_empty() { out.push_str("set()") } else { sequence("{", &items, "}", around, out) }
        }
        Value::Range(r) if r.step == 1 => out.push_str(&format!("range({}, {})", r.start, r.stop)),
        Value::Range(r) => out.push_str(&format!("range({}, {}, {})", r.start, r.stop, r.step)),
        Value::Array(array) => out.push_str(&read(array).to_representation()),
        Value::Function(f) => out.push_str(&format!("<function {}>", f.name)),
        Value::Builtin(b) if b.is_type => out.push_str(&format!("<class '{}'>", b.name)),
        Value::Builtin(b) => out.push_str(&format!("<built-in function {}>", b.name)),
        Value::Method(m) => out.push_str(&format!("<method {} of {}>", m.1, m.0.type_name())),
        Value::Module(m) => out.push_str(&format!("<module '{}'>", m.name)),
        Value::ExceptionKind(kind) => out.push_str(&format!("<class '{kind}'>")),
        Value::Exception(e) => {
            out.push_str(e.kind);
            sequence("(", &e.given(), ")", around, out);
        }
        Value::File(file) => out.push_str(&format!("<file '{}'>", hold(file).name)),
        Value::Command(name) => out.push_str(&format!("<command {name}>")),
        Value::Concept(handle) => {
            let name = handle.name();
            out.push_str(&format!("<{} {}>", handle.kind, if name.is_empty() { "without name" } else { name }));
        }
        Value::New(asked) => match asked.made() {
            Some(Value::Concept(_)) => write_value(&Value::New(asked.clone()).settled(), around, out),
            _ => out.push_str(&format!("CO('{}')", asked.name)),
        },
        Value::Factor(factor) => {
            out.push_str("_F(");
            for (i, (key, value)) in read(&factor.items).clone().values().enumerate() {
                out.push_str(if i == 0 { "" } else { ", " });
                match key {
                    Value::Text(name) => out.push_str(name),
                    other => write_value(other, around, out),
                }
                out.push('=');
                write_value(value, around, out);
            }
            out.push(')');
        }
        Value::Table(table) => out.push_str(&read(table).to_text()),
        Value::Column(column) => sequence("[", &column.values, "]", around, out),
        Value::Iterator(_) => out.push_str("<iterator>"),
        Value::Slice(_) => out.push_str("<slice>"),
        Value::Unknown => out.push_str("<unknown>"),
    }
}

fn sequence(open: &str, items: &[Value], close: &str, around: &mut Vec<usize>, out: &mut String) {
    out.push_str(open);
    for (i, item) in items.iter().enumerate() {
        out.push_str(if i == 0 { "" } else { ", " });
        write_value(item, around, out);
    }
    out.push_str(close);
}

fn quote(text: &str, out: &mut String) {
    let mark = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(mark);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            c if c == mark => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push_str(&format!("\\x{:02x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push(mark);
}

/// A real as Python writes it: the fewest digits that read back to the same number.
pub fn real(x: f64) -> String {
    if !x.is_finite() {
        return not_finite(x).to_string();
    }
    let scientific = format!("{x:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) {
        let fixed = format!("{x}");
        if fixed.contains('.') { fixed } else { fixed + ".0" }
    } else {
        format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
    }
}

pub fn not_finite(x: f64) -> &'static str {
    if x.is_nan() {
        "nan"
    } else if x > 0.0 {
        "inf"
    } else {
        "-inf"
    }
}

fn complex(z: Complex64) -> String {
    let part = |x: f64| {
        let text = real(x);
        text.strip_suffix(".0").map_or(text.clone(), str::to_string)
    };
    if z.re == 0.0 && z.re.is_sign_positive() {
        return format!("{}j", part(z.im));
    }
    let sign = if z.im.is_sign_negative() && !z.im.is_nan() { "" } else { "+" };
    format!("({}{sign}{}j)", part(z.re), part(z.im))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reals_show_the_fewest_digits() {
        for (x, text) in [
            (1.0, "1.0"),
            (0.1, "0.1"),
            (1e16, "1e+16"),
            (1e15, "1000000000000000.0"),
            (1.5e-5, "1.5e-05"),
            (0.0001, "0.0001"),
            (-2.5e-300, "-2.5e-300"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(real(x), text);
        }
    }

    #[test]
    fn a_list_that_holds_itself_can_be_shown() {
        let list = Value::list(vec![Value::Integer(1)]);
        if let Value::List(items) = &list {
            items.write().unwrap().push(list.clone());
        }
        assert_eq!(represent(&list), "[1, [...]]");
        // Undo the cycle so that it is freed.
        if let Value::List(items) = &list {
            items.write().unwrap().clear();
        }
    }
}
