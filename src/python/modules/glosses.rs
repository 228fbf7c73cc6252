//! What functions and methods give, a line each (`grammar/python.txt`), for windows that explain them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A sentence on a function or method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gloss {
    /// Type of what it gives, where that does not depend on its arguments.
    pub gives: &'static str,
    pub text: &'static str,
}

const TEXT: &str = include_str!("../../../grammar/python.txt");

/// What stands on a name in the section of a module, of `methods` or `builtins`.
pub fn gloss(section: &str, name: &str) -> Option<Gloss> {
    let own = all().get(&(section, name)).copied();
    let is_mathematical = matches!(section, "math" | "numpy" | "cmath" | "builtins");
    own.or_else(|| all().get(&("mathematics", name)).copied().filter(|_| is_mathematical))
}

fn all() -> &'static BTreeMap<(&'static str, &'static str), Gloss> {
    static ALL: OnceLock<BTreeMap<(&str, &str), Gloss>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut section = "";
        let mut found = BTreeMap::new();
        for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = name;
            } else if let Some((head, text)) = line.split_once(": ") {
                let (name, gives) = head.split_once(" -> ").unwrap_or((head, ""));
                found.insert((section, name), Gloss { gives, text });
            }
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use super::super::register::made;
    use super::*;
    use crate::python::objects::{concepts, table_methods};
    use crate::python::{Value, empty};

    #[test]
    fn each_function_and_method_has_its_line_and_each_line_its_function() {
        let mut known: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for section in ["math", "numpy", "numpy.linalg", "builtins"] {
            let names = made(section).scope.entries().into_iter();
            let names = names.filter(|(_, value)| !matches!(value, Value::Module(_)));
            known.insert(section, names.map(|(name, _)| name.to_string()).collect());
        }
        let of_tables = table_methods::METHODS.iter().map(|(name, _)| name.to_string());
        let of_arrays = crate::python::modules::numpy::methods::METHODS.iter().map(|(name, _)| name.to_string());
        known.insert("methods", concepts::names().map(String::from).chain(of_tables).chain(of_arrays).collect());
        let types = ["float64", "int64", "int32", "complex128"];
        for (section, names) in &known {
            let lacking = names.iter().filter(|name| gloss(section, name).is_none() && !types.contains(&name.as_str()));
            // What every Python has is explained elsewhere.
            let lacking: Vec<&String> = lacking.filter(|_| *section != "builtins").collect();
            assert!(lacking.is_empty(), "{section}: {lacking:?}");
        }
        for ((section, name), found) in all() {
            let holds = |own: &str| known[own].iter().any(|known| known == name);
            let is_known = if *section == "mathematics" { holds("math") || holds("numpy") } else { holds(section) };
            assert!(is_known, "{section}: {name}");
            assert!(found.text.ends_with('.') && !found.text.contains("  "), "{name}");
            let gives = matches!(found.gives, "" | "bool" | "int" | "float" | "NoneType" | "file" | "set");
            assert!(gives || empty(found.gives).is_some(), "{name} -> {}", found.gives);
        }
    }
}
