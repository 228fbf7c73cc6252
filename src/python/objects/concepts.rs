//! Methods of concepts, and concepts called as functions. Each waits for the concept's value.

use std::sync::Arc;

use super::table::TableView;
use crate::concepts::{Concept, FormulaValue, Handle};
use crate::diag::Diagnostic;
use crate::kernel::signal::SignalFault;
use crate::python::core::display::represent;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::scope::Scope;
use crate::python::core::value::{Factor, Keyword, Value};
use crate::python::run::interpreter::Interpreter;
use crate::source::Span;

pub const METHODS: &[&str] = &[
    "Absc",
    "EXTR_TABLE",
    "FORCE_AXIALE",
    "FORCE_NORMALE",
    "FORCE_RELATION",
    "INFO_NONL",
    "LIST_ARCH",
    "LIST_CHAMPS",
    "LIST_PARA",
    "LIST_VARI_ACCES",
    "Ordo",
    "OrdoImg",
    "Parametres",
    "VARI_INTERNE",
    "Valeurs",
    "abs",
    "getName",
    "getType",
    "getValues",
    "get_nom_para",
];

impl Interpreter<'_> {
    /// `concept(arguments)`: a function, a surface or a formula.
    pub(crate) fn call_concept(&mut self, handle: &Handle, arguments: Arguments, span: Span) -> Result<Value> {
        let kind = handle.kind.clone();
        let callable = ["fonction_sdaster", "fonction_c", "nappe_sdaster", "formule"].iter().any(|k| handle.is_a(k));
        if !callable {
            return Err(Fault::type_error(format!("a concept of type {kind} cannot be called")));
        }
        if arguments.positional.iter().any(|v| crate::python::core::value::holds_unknown(v, 3)) {
            return Ok(Value::Unknown);
        }
        let Some(concept) = self.demand(handle, span)? else { return Ok(Value::Unknown) };
        if !arguments.named.is_empty() {
            return Err(Fault::type_error("a function takes its parameters in order, without names"));
        }
        // An array gives an array.
        if let [one @ (Value::Array(_) | Value::Column(_))] = arguments.positional.as_slice() {
            return super::array::map(one, &mut |x| value_at(&concept, handle, std::slice::from_ref(x), span));
        }
        value_at(&concept, handle, &arguments.positional, span)
    }

    /// `concept[index]`: a cell of a table.
    pub(crate) fn concept_item(&mut self, handle: &Handle, index: &Value, span: Span) -> Result<Value> {
        if !handle.is_a("table_sdaster") {
            return Err(Fault::type_error(format!("a concept of type {} has no items", handle.kind)));
        }
        // One cell is taken from the table itself: a loop over its rows does not copy it each time.
        if let Value::Tuple(pair) = index
            && let [Value::Text(name), row] = &pair[..]
            && let Some(row) = row.as_index()
        {
            return match self.demand(handle, span)? {
                Some(Concept::Table(table)) => super::table::cell(&table, name, row),
                _ => Ok(Value::Unknown),
            };
        }
        match self.table(handle, span)? {
            Some(table) => table.item(index),
            None => Ok(Value::Unknown),
        }
    }

    fn table(&mut self, handle: &Handle, span: Span) -> Result<Option<TableView>> {
        match self.demand(handle, span)? {
            Some(Concept::Table(table)) => Ok(Some(TableView::of(&table))),
            _ => Ok(None),
        }
    }

    pub(crate) fn concept_method(
        &mut self,
        handle: &Handle,
        name: &str,
        arguments: Arguments,
        span: Span,
    ) -> Result<Value> {
        match name {
            // The internal name, as tables write it.
            "getName" | "get_name" => {
                return Ok(Value::text(crate::concepts::internal_name(&self.host.newest(handle))));
            }
            "getType" => return Ok(Value::text(handle.kind.to_uppercase())),
            _ => {}
        }
        if super::inside::methods_of(handle).any(|method| method == name) {
            if name == "getField" {
                return self.field_of_result(handle, arguments, span);
            }
            let Some(concept) = self.demand(handle, span)? else { return Ok(Value::Unknown) };
            return match name {
                "getAccessParameters" => Ok(access_variables(&concept)),
                _ => super::inside::method(&concept, name, arguments),
            };
        }
        if !METHODS.contains(&name) || !fits(handle, name) {
            let own = METHODS.iter().copied().filter(|m| fits(handle, m));
            let fitting: Vec<&str> = own.chain(super::inside::methods_of(handle)).collect();
            let diagnostic =
                Diagnostic::error("G006", format!("a concept of type {} has no method '{name}'", handle.kind))
                    .at(span)
                    .label("unknown method")
                    .help(format!("it has {}", fitting.join(", ")));
            return Err(Fault::with("AttributeError", diagnostic));
        }
        if name == "abs" {
            return self.absolute_function(handle, span);
        }
        let Some(concept) = self.demand(handle, span)? else { return Ok(Value::Unknown) };
        if super::transients::METHODS.contains(&name) {
            let Concept::Trajectory(run) = &concept else { return Ok(Value::Unknown) };
            let (value, said) = super::transients::method(&run.get(), name, arguments)?;
            self.host.print(said);
            return Ok(value);
        }
        if (!arguments.positional.is_empty() || !arguments.named.is_empty()) && name != "EXTR_TABLE" {
            return Err(Fault::type_error(format!("{name}() takes no argument")));
        }
        if name == "INFO_NONL" {
            let Concept::Trajectory(run) = &concept else { return Ok(Value::None) };
            let (value, said) = super::transients::non_linearities(&run.get());
            self.host.print(said);
            return Ok(value);
        }
        Ok(match (name, &concept) {
            ("Absc", Concept::Function(f)) => Value::reals(f.table().abscissae.iter().copied()),
            ("Ordo", Concept::Function(f)) => Value::reals(f.table().ordinates.iter().copied()),
            ("Valeurs", Concept::Function(f)) => {
                let table = f.table();
                Value::list(vec![Value::reals(table.abscissae.clone()), Value::reals(table.ordinates.clone())])
            }
            ("getValues", Concept::Function(f)) => {
                let table = f.table();
                Value::reals(table.abscissae.iter().chain(&table.ordinates).copied())
            }
            ("Absc", Concept::ComplexFunction(f)) => Value::reals(f.abscissae.clone()),
            ("Ordo", Concept::ComplexFunction(f)) => Value::reals(f.values.iter().map(|z| z.re)),
            ("OrdoImg", Concept::ComplexFunction(f)) => Value::reals(f.values.iter().map(|z| z.im)),
            ("Valeurs", Concept::ComplexFunction(f)) => Value::list(vec![
                Value::reals(f.abscissae.clone()),
                Value::reals(f.values.iter().map(|z| z.re)),
                Value::reals(f.values.iter().map(|z| z.im)),
            ]),
            ("getValues", Concept::ComplexFunction(f)) => {
                Value::reals(f.abscissae.iter().copied().chain(f.values.iter().flat_map(|z| [z.re, z.im])))
            }
            ("Absc", Concept::Surface(s)) => Value::reals(s.values.clone()),
            ("Valeurs", Concept::Surface(s)) => {
                let inner = s
                    .functions
                    .iter()
                    .map(|t| Value::list(vec![Value::reals(t.abscissae.clone()), Value::reals(t.ordinates.clone())]));
                Value::list(vec![Value::reals(s.values.clone()), Value::list(inner.collect())])
            }
            ("getValues" | "Valeurs", Concept::RealList(list)) => Value::reals(list.iter().copied()),
            ("getValues" | "Valeurs", Concept::IntegerList(list)) => {
                Value::list(list.iter().map(|i| Value::Integer(*i)).collect())
            }
            ("Parametres", concept) => parameters(concept),
            ("EXTR_TABLE", Concept::Table(table)) => TableView::of(table).value(),
            ("get_nom_para", Concept::Table(table)) => {
                Value::list(table.columns.iter().map(|c| Value::text(c.name.as_str())).collect())
            }
            ("LIST_VARI_ACCES", concept) => access_variables(concept),
            ("LIST_PARA", concept) => result_parameters(concept),
            ("LIST_CHAMPS", concept) => result_fields(concept),
            _ => Value::Unknown,
        })
    }

    /// `f.abs()` is CALC_FONCTION(ABS=_F(FONCTION=f)).
    fn absolute_function(&mut self, handle: &Handle, span: Span) -> Result<Value> {
        let keyword =
            |name: &str, value: Value| Keyword { name: name.into(), span, value, value_span: span, items: Vec::new() };
        let function = keyword("FONCTION", Value::Concept(handle.clone()));
        let factor = Value::Factor(Arc::new(Factor { arguments: vec![function], span }));
        self.call_command("CALC_FONCTION".into(), span, span, vec![keyword("ABS", factor)], &Scope::module())
    }
}

/// Names of the methods of a concept, in alphabetical order.
pub fn methods(handle: &Handle) -> Vec<&'static str> {
    let mut names: Vec<&str> = METHODS.iter().copied().filter(|name| fits(handle, name)).collect();
    names.extend(super::inside::methods_of(handle));
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether concepts of that type have the method.
fn fits(handle: &Handle, name: &str) -> bool {
    let any = |kinds: &[&str]| kinds.iter().any(|k| handle.is_a(k));
    match name {
        "Absc" => any(&["fonction_sdaster", "fonction_c", "nappe_sdaster"]),
        "Ordo" => any(&["fonction_sdaster", "fonction_c"]),
        "OrdoImg" => any(&["fonction_c"]),
        "Valeurs" => any(&["fonction_sdaster", "fonction_c", "nappe_sdaster", "listr8_sdaster", "listis_sdaster"]),
        "getValues" => any(&["fonction_sdaster", "fonction_c", "listr8_sdaster", "listis_sdaster"]),
        "Parametres" => any(&["fonction_sdaster", "fonction_c", "nappe_sdaster", "formule"]),
        "abs" => any(&["fonction_sdaster"]),
        "EXTR_TABLE" | "get_nom_para" => any(&["table_sdaster"]),
        "INFO_NONL" => any(&["tran_gene"]),
        name if super::transients::METHODS.contains(&name) => any(&["tran_gene"]),
        "LIST_CHAMPS" | "LIST_PARA" | "LIST_VARI_ACCES" => any(&["resultat_sdaster", "dyna_gene"]),
        _ => true,
    }
}

/// Value of a function, surface or formula, by the command rule.
fn value_at(concept: &Concept, handle: &Handle, arguments: &[Value], span: Span) -> Result<Value> {
    let number = |i: usize| -> Result<f64> {
        arguments[i].as_real().ok_or_else(|| {
            Fault::type_error(format!("{} expects numbers, not {}", named(handle), arguments[i].a_type()))
        })
    };
    let wanted = match concept {
        Concept::Surface(_) => 2,
        Concept::Formula(formula) => formula.parameters.len(),
        _ => 1,
    };
    if arguments.len() != wanted {
        let parameters = match concept {
            Concept::Surface(s) => vec![s.parameter.as_str(), s.inner_parameter.as_str()],
            Concept::Formula(formula) => formula.parameters.iter().map(String::as_str).collect(),
            Concept::Function(f) => vec![f.parameter.as_str()],
            _ => Vec::new(),
        };
        let (of, s) = (parameters.join(", "), if wanted == 1 { "" } else { "s" });
        let given = arguments.len();
        let message = format!("{} takes {wanted} value{s} ({of}), {given} given", named(handle));
        return Err(Fault::type_error(message));
    }
    let failed = |fault: SignalFault| {
        let shown: Vec<String> = arguments.iter().map(represent).collect();
        let message = format!("{}({}) has no value: {fault}", named(handle), shown.join(", "));
        Fault::with("ValueError", Diagnostic::error("G012", message).at(span).label("evaluated here"))
    };
    match concept {
        Concept::Function(f) => f.value(number(0)?).map(Value::Real).map_err(failed),
        Concept::ComplexFunction(f) => f.value(number(0)?).map(Value::Complex).map_err(failed),
        Concept::Surface(s) => s.value(number(0)?, number(1)?).map(Value::Real).map_err(failed),
        Concept::Formula(formula) => {
            let numbers = (0..wanted).map(number).collect::<Result<Vec<f64>>>()?;
            Ok(match formula.value(&numbers).map_err(failed)? {
                FormulaValue::Real(x) => Value::Real(x),
                FormulaValue::Complex(z) => Value::Complex(z),
            })
        }
        _ => Ok(Value::Unknown),
    }
}

fn named(handle: &Handle) -> &str {
    if handle.name().is_empty() { "the function" } else { handle.name() }
}

fn parameters(concept: &Concept) -> Value {
    let text = |s: &str| Value::text(s);
    let rules = |rules: (crate::kernel::signal::Interpolation, crate::kernel::signal::Interpolation)| {
        Value::list(vec![text(rules.0.word()), text(rules.1.word())])
    };
    let entries = |interpolation, parameter: &str, result: &str, left: &str, right: &str| {
        Value::dictionary([
            ("INTERPOL".into(), interpolation),
            ("NOM_PARA".into(), text(parameter)),
            ("NOM_RESU".into(), text(result)),
            ("PROL_GAUCHE".into(), text(left)),
            ("PROL_DROITE".into(), text(right)),
        ])
    };
    match concept {
        Concept::Function(f) => {
            let t = f.table();
            entries(rules(t.interpolation), &f.parameter, &f.result, t.left.word(), t.right.word())
        }
        Concept::ComplexFunction(f) => {
            entries(rules(f.interpolation), &f.parameter, &f.result, f.left.word(), f.right.word())
        }
        Concept::Surface(s) => entries(rules(s.interpolation), &s.parameter, &s.result, s.left.word(), s.right.word()),
        Concept::Formula(f) => Value::dictionary([
            ("INTERPOL".into(), Value::list(vec![text("LIN"), text("LIN")])),
            ("NOM_PARA".into(), Value::list(f.parameters.iter().map(|p| text(p)).collect())),
            ("NOM_RESU".into(), text("TOUTRESU")),
            ("PROL_GAUCHE".into(), text("EXCLU")),
            ("PROL_DROITE".into(), text("EXCLU")),
        ]),
        _ => Value::Unknown,
    }
}

/// Access variables of a result, each a list.
fn access_variables(concept: &Concept) -> Value {
    let integers = |items: &[i64]| Value::list(items.iter().map(|i| Value::Integer(*i)).collect());
    let mut out: Vec<(std::sync::Arc<str>, Value)> = Vec::new();
    match concept {
        Concept::Modes(modes) => {
            out.push(("NUME_ORDRE".into(), integers(&modes.orders)));
            out.push(("NUME_MODE".into(), Value::list(modes.modes.iter().map(|m| Value::Integer(m.number)).collect())));
            for name in ["FREQ", "OMEGA2", "CHAR_CRIT"] {
                let values: Option<Vec<f64>> = modes.modes.iter().map(|m| m.parameter(name)).collect();
                if let Some(values) = values.filter(|v| !v.is_empty()) {
                    out.push((name.into(), Value::reals(values)));
                }
            }
        }
        Concept::Trajectory(t) => {
            let t = t.get();
            out.push(("NUME_ORDRE".into(), integers(&t.orders)));
            out.push(("INST".into(), Value::reals(t.instants.iter().copied())));
        }
        Concept::Harmonic(response) => {
            out.push(("NUME_ORDRE".into(), integers(&response.orders)));
            out.push(("FREQ".into(), Value::reals(response.frequencies.iter().copied())));
        }
        Concept::Fields(fields) => {
            out.push(("NUME_ORDRE".into(), integers(&fields.orders)));
            for (name, values) in &fields.parameters {
                out.push((name.as_str().into(), Value::reals(values.iter().copied())));
            }
            for (name, values) in &fields.labels {
                out.push((name.as_str().into(), Value::list(values.iter().map(|v| Value::text(v.as_str())).collect())));
            }
        }
        _ => return Value::Unknown,
    }
    Value::dictionary(out)
}

/// Parameters of a result by name, one value an order (None where an order lacks it).
fn result_parameters(concept: &Concept) -> Value {
    let Concept::Modes(modes) = concept else { return access_variables(concept) };
    let mut out: Vec<(std::sync::Arc<str>, Value)> = vec![
        ("NUME_ORDRE".into(), Value::list(modes.orders.iter().map(|i| Value::Integer(*i)).collect())),
        ("NUME_MODE".into(), Value::list(modes.modes.iter().map(|m| Value::Integer(m.number)).collect())),
    ];
    let mut names: Vec<&String> = Vec::new();
    for name in modes.modes.iter().flat_map(|m| m.parameters.keys().chain(m.labels.keys())) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    for name in names {
        let value = |m: &crate::concepts::Mode| match (m.parameters.get(name), m.labels.get(name)) {
            (Some(x), _) => Value::Real(*x),
            (_, Some(text)) => Value::text(text.as_str()),
            _ => Value::None,
        };
        out.push((name.as_str().into(), Value::list(modes.modes.iter().map(value).collect())));
    }
    Value::dictionary(out)
}

/// Names of the fields of a result, with the orders that have them.
fn result_fields(concept: &Concept) -> Value {
    let mut out: Vec<(std::sync::Arc<str>, Value)> = Vec::new();
    let list = |orders: Vec<i64>| Value::list(orders.into_iter().map(Value::Integer).collect());
    match concept {
        Concept::Modes(modes) => {
            out.push(("DEPL".into(), list(modes.orders.clone())));
            let mut names: Vec<&String> = Vec::new();
            for name in modes.modes.iter().flat_map(|m| m.fields.keys()) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            for name in names {
                let pairs = modes.orders.iter().zip(&modes.modes);
                let has = pairs.filter(|(_, m)| m.fields.contains_key(name)).map(|(order, _)| *order);
                out.push((name.as_str().into(), list(has.collect())));
            }
        }
        Concept::Fields(fields) => {
            let at = |present: &mut dyn Iterator<Item = bool>| {
                list(fields.orders.iter().zip(present).filter(|(_, has)| *has).map(|(order, _)| *order).collect())
            };
            for (name, nodal) in &fields.nodal {
                out.push((name.as_str().into(), at(&mut nodal.iter().map(Option::is_some))));
            }
            for (name, element) in &fields.element {
                out.push((name.as_str().into(), at(&mut element.iter().map(Option::is_some))));
            }
        }
        Concept::Trajectory(t) => {
            let t = t.get();
            for name in ["DEPL", "VITE", "ACCE"] {
                out.push((name.into(), list(t.orders.to_vec())));
            }
        }
        _ => return Value::Unknown,
    }
    Value::dictionary(out)
}
