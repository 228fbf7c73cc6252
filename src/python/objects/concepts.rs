//! Methods of concepts, and concepts called as functions. Each waits for the concept's value.

use std::sync::Arc;

use super::ways::{Method, Way};
use super::{array, flow, functions, inside, numbering, results, spectra, table, transients};
use crate::concepts::{Concept, Handle, internal_name};
use crate::diag::Diagnostic;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::methods::Call;
use crate::python::core::unknown;
use crate::python::core::value::{Factor, Keyword, Scope, TableView, Value};
use crate::source::Span;

/// Types with methods of their own.
const FUNCTION: &[&str] = &["fonction_sdaster"];
const REAL_OR_COMPLEX: &[&str] = &["fonction_sdaster", "fonction_c"];
const TABULATED: &[&str] = &["fonction_sdaster", "fonction_c", "nappe_sdaster"];
const RESULT: &[&str] = &["resultat_sdaster", "dyna_gene"];
const TABLE: &[&str] = &["table_sdaster"];
const TRANSIENT: &[&str] = &["tran_gene"];
const SPECTRA: &[&str] = &["interspectre"];

/// Methods, the types of concept that have them (all when none is named), and what they do.
const METHODS: &[Method] = &[
    ("Absc", TABULATED, Way::Value(functions::abscissae)),
    ("Absc", SPECTRA, Way::Value(spectra::abscissae)),
    (
        "EXTR_TABLE",
        TABLE,
        Way::Call(|concept, _| match concept {
            Concept::Table(table) => Ok(TableView::of(table).value()),
            _ => Ok(Value::Unknown),
        }),
    ),
    ("EXTR_TABLE", &["melasflu_sdaster"], Way::Value(flow::speeds)),
    ("FORCE_AXIALE", TRANSIENT, Way::Said(transients::internal_variable)),
    ("FORCE_NORMALE", TRANSIENT, Way::Said(transients::internal_variable)),
    ("FORCE_RELATION", TRANSIENT, Way::Said(transients::internal_variable)),
    ("INFO_NONL", TRANSIENT, Way::Said(transients::non_linearities)),
    ("LIST_ARCH", TRANSIENT, Way::Call(transients::instants)),
    ("LIST_CHAMPS", RESULT, Way::Value(results::result_fields)),
    ("LIST_PARA", RESULT, Way::Value(results::result_parameters)),
    ("LIST_TERMES", SPECTRA, Way::Value(spectra::places)),
    ("LIST_VARI_ACCES", RESULT, Way::Value(results::access_variables)),
    ("MATRICE", SPECTRA, Way::Call(spectra::matrix_at)),
    ("Ordo", REAL_OR_COMPLEX, Way::Value(functions::ordinates)),
    ("OrdoImg", &["fonction_c"], Way::Value(functions::imaginary_ordinates)),
    ("Parametres", &["fonction_sdaster", "fonction_c", "nappe_sdaster", "formule"], Way::Value(functions::parameters)),
    ("TERME", SPECTRA, Way::Call(spectra::term)),
    ("VARI_INTERNE", TRANSIENT, Way::Said(transients::internal_variables)),
    (
        "Valeurs",
        &["fonction_sdaster", "fonction_c", "nappe_sdaster", "listr8_sdaster", "listis_sdaster"],
        Way::Value(functions::points),
    ),
    ("VITE_CRITIQUE", &["melasflu_sdaster"], Way::Call(flow::critical_speed)),
    ("abs", FUNCTION, Way::Whole(|interpreter, handle, call| interpreter.absolute_function(handle, call.span))),
    // The internal name, as tables write it.
    (
        "getName",
        &[],
        Way::Whole(|interpreter, handle, _| Ok(Value::text(internal_name(&interpreter.host.newest(handle))))),
    ),
    ("getType", &[], Way::Whole(|_, handle, _| Ok(Value::text(handle.kind.to_uppercase())))),
    (
        "getValues",
        &["fonction_sdaster", "fonction_c", "listr8_sdaster", "listis_sdaster"],
        Way::Value(functions::numbers),
    ),
    (
        "get_nom_para",
        TABLE,
        Way::Value(|concept| match concept {
            Concept::Table(table) => Value::list(table.columns.iter().map(|c| Value::text(c.name.as_str())).collect()),
            _ => Value::Unknown,
        }),
    ),
];

/// All methods: those of this table, then those of [`inside`].
fn all() -> impl Iterator<Item = &'static Method> {
    METHODS.iter().chain(inside::METHODS).chain(numbering::METHODS)
}

fn fits(handle: &Handle, (_, kinds, _): &Method) -> bool {
    kinds.is_empty() || kinds.iter().any(|kind| handle.is_a(kind))
}

/// Names of all methods of concepts of any type.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().map(|(name, ..)| *name)
}

/// Names that are suggested where a concept lacks an attribute.
pub fn suggested() -> impl Iterator<Item = &'static str> {
    METHODS.iter().map(|(name, ..)| *name)
}

/// Names of the methods of a concept, in alphabetical order.
pub fn methods(handle: &Handle) -> Vec<&'static str> {
    let mut names: Vec<&str> = all().filter(|method| fits(handle, method)).map(|(name, ..)| *name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

impl Interpreter<'_> {
    /// `concept(arguments)`: a function, a surface or a formula.
    pub(crate) fn call_concept(&mut self, handle: &Handle, arguments: Arguments, span: Span) -> Result<Value> {
        let kind = handle.kind.clone();
        let callable = ["fonction_sdaster", "fonction_c", "nappe_sdaster", "formule"].iter().any(|k| handle.is_a(k));
        if !callable {
            return Err(Fault::type_error(format!("a concept of type {kind} cannot be called")));
        }
        if arguments.positional.iter().any(|v| unknown::holds_unknown(v, 3)) {
            return Ok(Value::Unknown);
        }
        let Some(concept) = self.demand(handle, span)? else { return Ok(Value::Unknown) };
        if !arguments.named.is_empty() {
            return Err(Fault::type_error("a function takes its parameters in order, without names"));
        }
        // An array gives an array.
        if let [one @ (Value::Array(_) | Value::Column(_))] = arguments.positional.as_slice() {
            return array::map(one, &mut |x| functions::value_at(&concept, handle, std::slice::from_ref(x), span));
        }
        functions::value_at(&concept, handle, &arguments.positional, span)
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
                Some(Concept::Table(table)) => table::cell(&table, name, row),
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

    /// `concept.name(arguments)`
    pub(crate) fn concept_method(
        &mut self,
        handle: &Handle,
        name: &str,
        arguments: Arguments,
        span: Span,
    ) -> Result<Value> {
        let name = if name == "get_name" { "getName" } else { name };
        let Some((name, _, way)) = all().find(|method| method.0 == name && fits(handle, method)) else {
            let fitting: Vec<&str> = all().filter(|m| fits(handle, m)).map(|(name, ..)| *name).collect();
            let help = match name.strip_prefix("set").filter(|rest| rest.ends_with("Values")) {
                Some(rest) if fitting.contains(&format!("get{rest}").as_str()) => {
                    format!("what is computed does not change: get{rest}() gives its values, to go on with in Python")
                }
                _ => format!("it has {}", fitting.join(", ")),
            };
            let message = format!("a concept of type {} has no method '{name}'", handle.kind);
            let diagnostic = Diagnostic::error("G006", message).at(span).label("unknown method").help(help);
            return Err(Fault::with("AttributeError", diagnostic));
        };
        let call = Call { name, arguments, span };
        if let Way::Whole(method) = way {
            return method(self, handle, call);
        }
        let Some(concept) = self.demand(handle, span)? else { return Ok(Value::Unknown) };
        match way {
            Way::Value(method) => call.bare().map(|()| method(&concept)),
            Way::Call(method) => method(&concept, call),
            Way::Said(method) => {
                let (value, said) = method(&concept, call)?;
                if !said.is_empty() {
                    self.host.print(said);
                }
                Ok(value)
            }
            Way::Whole(method) => method(self, handle, call),
        }
    }

    /// `f.abs()` is CALC_FONCTION(ABS=_F(FONCTION=f)).
    fn absolute_function(&mut self, handle: &Handle, span: Span) -> Result<Value> {
        let keyword =
            |name: &str, value: Value| Keyword { name: name.into(), span, value, value_span: span, items: Vec::new() };
        let function = keyword("FONCTION", Value::Concept(handle.clone()));
        let factor = Value::Factor(Arc::new(Factor::new(vec![function], span)));
        self.call_command("CALC_FONCTION".into(), span, span, vec![keyword("ABS", factor)], &Scope::module())
    }
}
